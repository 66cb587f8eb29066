# SPDX-License-Identifier: Apache-2.0
"""Moving pictures of the light language, drawn from the frames of the firmware's own `Lights`.

`python -m tavle.pictures` writes them to `firmware/light/pictures/`. They are SVG that moves by
itself, so nothing has to be installed, the files are small, and a change shows in a diff.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from tavle import paths
from tavle.animation import FAINT, FONT, TEXT, animated, colour, svg
from tavle.board import geometry
from tavle.sim.spaces import Spaces

paths.add_firmware()

from light import effects, patterns, signals  # noqa: E402
from light.lights import Lights  # noqa: E402
from rules.notation import place_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402

_WHERE = (
    (signals.SPACE, "spaces"),
    (signals.HOME, "home slots"),
    (signals.SEAT, "seat lights"),
)

Frames = list[bytes]


def record(lights: Lights, n: int, frames: int, step_ms: int) -> Frames:
    """Return so many frames of n lights, `step_ms` apart."""
    out = bytearray(3 * n)
    found = []
    for i in range(frames):
        lights.render(i * step_ms, out)
        found.append(bytes(out))
    return found


# -- the table of signals -------------------------------------------------------------------


def _signal_frames(signal: signals.Signal) -> Frames:
    """Return one period of a signal; an effect is shown on one light of a table of 24."""
    n = 24 if signal.pattern == patterns.EFFECT else 1
    lights = Lights(n)
    for led in range(n):
        lights.show(signal, led, paths.board_file("partners").COLOURS[1])
    lights.effect(effects.win, 0)
    frames = record(lights, n, patterns.SLOTS, patterns.SLOT_MS)
    return [frame[-3:] for frame in frames]


def _bars(frames: Frames, x: int, y: int) -> str:
    """Return brightness over one period as a filled curve, for those who see no colours."""
    brightest = max(frames, key=sum)
    peak = sum(brightest) or 1
    step = 160 / len(frames)
    path = f"M{x},{y}"
    level = 0
    for frame in frames:
        height = round(16 * sum(frame) / peak)
        path += f"v{level - height}h{step:g}" if height != level else f"h{step:g}"
        level = height
    return f'<path d="{path}V{y}" fill="{colour(brightest)}"/>'


def language() -> str:
    """Return the picture of every signal: the light, its rhythm, its name and meaning."""
    parts = []
    y = 34
    for signal in signals.SIGNALS:
        frames = _signal_frames(signal)
        half = len(frames) // 2
        if frames[:half] == frames[half:]:
            frames = frames[:half]
        values = [colour(frame) for frame in frames]
        move = animated(values, len(frames) * patterns.SLOT_MS)
        where = ", ".join(word for bit, word in _WHERE if signal.where & bit)
        where = {7: "all lights"}.get(signal.where, where)
        if signal.builder:
            where = "builder's tests"
        parts += [
            f'<circle cx="24" cy="{y}" r="10" fill="{values[0]}" stroke="#444">{move}</circle>',
            _bars(frames, 50, y + 8),
            f'<text x="225" y="{y - 2}" {FONT} font-size="13" font-weight="bold" '
            f'fill="{TEXT}">{signal.name}</text>',
            f'<text x="225" y="{y + 12}" {FONT} font-size="11" fill="{FAINT}">{where}</text>',
            f'<text x="350" y="{y + 5}" {FONT} font-size="12" fill="{TEXT}">'
            f"{signal.meaning}</text>",
        ]
        y += 36
    return svg(800, y - 8, "The light language: every signal with its rhythm", parts)


# -- scenes on a board ----------------------------------------------------------------------


class Scene:
    """One moment of a game, its lights said by the caller and drawn by the real `Lights`.

    Attributes:
        pawns: [seat, place code, slot of a home or finish area] of every pawn on the board.
    """

    def __init__(self, line: str) -> None:
        """Take a position line; its game's board is drawn."""
        self.game, self.state = parse_position(line)
        board = paths.layout_of(self.game.rulebook)
        self.geometry = geometry.load(board)
        self.layout = paths.board_file(board)
        self._spaces = Spaces(self.game, self.layout)
        self.lights = Lights(self.layout.N_LEDS)
        self.rgb = self.layout.COLOURS
        seats = self.game.seats
        self.pawns = [[seat, self.state[4 * seat + i], i] for seat in seats for i in range(4)]

    def led(self, seat: int, place: int, slot: int = 0) -> int:
        """Return the light of a place."""
        bits = self._spaces.bits(seat, place_text(self.game, place))
        return int(self.layout.LED[bits[slot if len(bits) > 1 else 0]])

    def show(self, signal: signals.Signal, seat: int, place: int, slot: int = 0) -> None:
        """Show a signal at a place, in the seat's colour where it has none of its own."""
        self.lights.show(signal, self.led(seat, place, slot), self.rgb[seat])

    def show_seat(self, signal: signals.Signal, seat: int) -> None:
        """Show a signal on a seat's own light."""
        self.lights.show(signal, self.layout.SEAT_LED[seat], self.rgb[seat])

    def picture(self, title: str, n_frames: int = patterns.SLOTS, step_ms: int = 50) -> str:
        """Return the board with its lights over so many frames."""
        frames = record(self.lights, self.layout.N_LEDS, n_frames, step_ms)
        items = {item.led: item for item in self.geometry.items if item.led >= 0}
        parts = []
        for led, item in sorted(items.items()):
            values = [colour(frame[3 * led : 3 * led + 3]) for frame in frames]
            values = ["#2a2d33" if value == "#000" else value for value in values]
            parts.append(
                f'<circle cx="{item.x_mm:.0f}" cy="{item.y_mm:.0f}" '
                f'r="{6 if item.kind == "seat" else 10}" fill="{values[0]}">'
                f"{animated(values, n_frames * step_ms)}</circle>"
            )
        for seat, place, slot in self.pawns:
            item = items[self.led(seat, place, slot)]
            red, green, blue = self.rgb[seat]
            parts.append(
                f'<circle cx="{item.x_mm:.0f}" cy="{item.y_mm:.0f}" r="5" '
                f'fill="{colour(bytes((green, red, blue)))}" stroke="#fff" stroke-width="1.5"/>'
            )
        x, y = (side / 2 for side in self.geometry.size_mm)
        for i, line in enumerate(title.split("|")):
            parts.append(
                f'<text x="{x:.0f}" y="{y + 22 * i - 10:.0f}" {FONT} font-size="17" '
                f'text-anchor="middle" fill="{TEXT}">{line}</text>'
            )
        width, height = (round(side) for side in self.geometry.size_mm)
        return svg(width, height, title.replace("|", " "), parts)


_HOMES = "green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h"
_GAME = "green:h,h,20,z3 blue:h,15,40,48 red:h,12,47,z4 yellow:h,h,31,56"
_RED = 2


def setup() -> str:
    """Return the set-up: two pawns are not at home yet."""
    scene = Scene(f"partners-pawns {_HOMES} turn=green")
    for seat, slot in ((2, 3), (3, 1)):
        scene.pawns.remove([seat, 0, slot])
        scene.show(signals.SETUP_MISSING, seat, 0, slot)
    return scene.picture("set-up:|two pawns are missing")


def _red_to_play() -> Scene:
    scene = Scene(f"partners-pawns {_GAME} turn=red")
    scene.show_seat(signals.TURN, _RED)
    return scene


def movable() -> str:
    """Return the moment after a card: what can move, and the wall that stops one pawn."""
    scene = _red_to_play()
    action = scene.game.actions.index("5")
    for place in scene.state[4 * _RED : 4 * _RED + 4]:
        why = scene.game.why(scene.state, action, _RED, place)
        if why is None:
            scene.show(signals.MOVABLE, _RED, place)
        elif why[0] == "wall":
            scene.show(signals.WALL, _RED, why[1])
    return scene.picture("red has laid a 5")


def lifted() -> str:
    """Return a turn with a pawn in the hand: where it can go, and whom it would send home."""
    scene = _red_to_play()
    start = 48
    scene.show(signals.ORIGIN, _RED, start)
    scene.pawns.remove([_RED, start, 2])
    for _, move in scene.game.results(scene.state, scene.game.actions.index("1/14")):
        if move[2] == start:
            bump = move[4:8]
            if bump:
                scene.show(signals.BUMP_TARGET, bump[1], bump[2])
            else:
                scene.show(signals.DESTINATION, _RED, move[3])
    return scene.picture("red has laid 1/14|and lifted a pawn")


def asking() -> str:
    """Return a question: two results look alike, one is shown."""
    scene = _red_to_play()
    scene.show(signals.CHOICE, _RED, 48)
    scene.show(signals.CHOICE_OTHER, _RED, 13)
    scene.show_seat(signals.PRESS, _RED)
    return scene.picture("which pawn?|button = this one")


def guiding() -> str:
    """Return the way out of a wrong board: one pawn is missing, one stands where it should not."""
    scene = _red_to_play()
    scene.pawns.remove([1, 41, 2])
    scene.pawns.append([1, 43, 0])
    scene.show(signals.MISSING, 1, 41)
    scene.show(signals.EXTRA, 1, 43)
    return scene.picture("a sleeve has moved|a blue pawn")


def won() -> str:
    """Return the end of a game."""
    scene = Scene(
        "partners-pawns green:z1,z2,z3,z4 blue:h,h,15,40 red:z1,z2,z3,z4 yellow:h,h,31,45 "
        "turn=none winner=green+red"
    )
    for led in range(scene.layout.N_LEDS):
        scene.lights.show(signals.WINNER, led, scene.rgb[2 * (led % 2)])
    scene.lights.effect(effects.win, 0)
    return scene.picture("green and red|have won", 24, 100)


PICTURES: dict[str, Callable[[], str]] = {
    "language": language,
    "setup": setup,
    "movable": movable,
    "lifted": lifted,
    "asking": asking,
    "guiding": guiding,
    "won": won,
}


def folder() -> Path:
    """Return where the pictures are kept."""
    return paths.firmware() / "light" / "pictures"


def main() -> None:
    """Write every picture."""
    folder().mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        target = folder() / f"{name}.svg"
        target.write_text(draw(), encoding="utf-8")
        sys.stdout.write(f"{target.relative_to(paths.ROOT)}: {target.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
