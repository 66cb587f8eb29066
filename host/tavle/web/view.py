# SPDX-License-Identifier: Apache-2.0
"""What can be seen of a table: pawns, cards, lights, what the firmware says of itself."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from tavle.errors import TavleError
from tavle.sim.chips.ws2812 import milliamps, rgb
from tavle.sim.mover import IN_HAND
from tavle.web.live import LiveSession
from tavle.web.moves import options, space
from tavle.web.sitting import Sitting

FRAMES_PER_S = 20
_ASK_S = 0.15  # the firmware is asked for its state that often when something has happened
_ASK_ANYWAY_S = 1.0
_TICK_S = 1.0

Message = dict[str, Any]


class Now(NamedTuple):
    """What the table behind the page says of itself.

    Attributes:
        speed: virtual time per wall time.
        playing: whether the random hands play.
        mode: what the table is for.
        paused: whether its time stands still.
        sitting: the people and computers at it, None without any.
    """

    speed: float
    playing: bool
    mode: str
    paused: bool
    sitting: Sitting | None


class Viewer:
    """Looks at a session and tells what has changed.

    Args:
        session: the table.

    Attributes:
        stale: somebody has done something, the firmware may believe something else now.
    """

    def __init__(self, session: LiveSession):
        self._session = session
        self.stale = True
        self._said: Message = {}
        self._heard = 0
        self._asked_heard = 0
        self._asked_s = 0.0
        self._looked_s = 0.0
        self._ticked_s = 0.0
        self._view: Message = {}
        self._frame = ""
        self._complained = 0
        self._last_t = -1
        # Where each pawn stood last: a pawn in the air is drawn above it.
        self._stood: dict[int, int] = {}
        self._offer: tuple[str, str] = ("", "")
        self._offered: list[Any] = []

    @property
    def line(self) -> str:
        """Return the position the firmware believes in, "" when it has not said."""
        return str(self._said.get("firmware", ""))

    @property
    def phase(self) -> str:
        """Return the firmware's phase."""
        return str(self._said.get("phase", ""))

    @property
    def turn(self) -> str:
        """Return whose turn it is, "" for nobody."""
        turn = self.line.partition(" turn=")[2].partition(" ")[0]
        return "" if turn == "none" else turn

    @property
    def fresh(self) -> bool:
        """Tell whether `line` and `phase` are of now."""
        return not self.stale and self._session.heard == self._heard

    def astray_people(self) -> bool:
        """Tell whether a pawn is not where the firmware believes it to be."""
        return any(self._astray())

    def news(self, now: Now) -> Iterator[Message]:
        """Yield what has changed since the last time; nothing within a 20th of a second."""
        wall = time.monotonic()
        if wall - self._looked_s < 1 / FRAMES_PER_S:
            return
        self._looked_s = wall
        frame = self._light()
        if frame["frame"] != self._frame:
            self._frame = frame["frame"]
            yield frame
        view = self._look(now, wall)
        # What the page sees belongs together: a card and the phase it was laid in.
        session = self._session
        behind = session.alive and not session.taken and session.heard != self._asked_heard
        if view != self._view and not (behind and wall - self._asked_s < _ASK_ANYWAY_S):
            self._view = view
            yield {"view": view, "t": self._session.now_ms}
        if wall - self._ticked_s >= _TICK_S and self._session.now_ms != self._last_t:
            self._ticked_s = wall
            self._last_t = self._session.now_ms
            yield {"clock": self._last_t}

    def all(self, now: Now) -> Message:
        """Return everything, whether it has changed or not."""
        self._view = self._look(now, time.monotonic())
        return {"view": self._view, **self._light()}

    def complaints(self) -> list[str]:
        """Return what went wrong inside and was not told yet."""
        session = self._session
        # What a program and the firmware have to say to each other is theirs.
        noise = [] if session.taken else ["on USB: " + line for line in session.noise]
        session.noise.clear()
        told = [text.splitlines()[-1] for text in session.target.complaints[self._complained :]]
        self._complained = len(session.target.complaints)
        return noise + told

    def _light(self) -> Message:
        """Return the frame that is lit now, RGB in the order of the board's lights."""
        target = self._session.target
        frames = target.frames(target.now_us) if target.on else []
        if not frames:
            return {"frame": "", "ma": 0, "t": self._session.now_ms}
        lit = frames[-1][1]
        order = self._session.world.lights
        data = b"".join(bytes(rgb(lit, chain)) for chain in order)
        return {"frame": data.hex(), "ma": milliamps(lit), "t": self._session.now_ms}

    def _look(self, now: Now, wall: float) -> Message:
        session = self._session
        world = session.world
        belief = self._belief(wall)
        return {
            "on": session.target.on,
            "speed": now.speed,
            "playing": now.playing,
            "mode": now.mode,
            "paused": now.paused,
            "party": now.sitting.public(self.turn) if now.sitting else None,
            "card": session.record.active,
            "options": self._options(belief),
            "astray": self._astray(),
            "pawns": [self._pawn(i) for i in range(len(world.pawns))],
            "slot": [{"card": c.name or "?", "copy": c.copy} for c in world.slot],
            "laid": sorted([name, copy] for name, copy in world.box.laid),
            "noise": self._noise(),
            **belief,
        }

    def _options(self, belief: Message) -> list[Any]:
        """Return the legal moves of the card in force, each as its parts."""
        card = self._session.record.active
        if belief["phase"] not in ("move", "ask", "guide") or not card or not belief["firmware"]:
            return []
        key = (belief["firmware"], card)
        if key != self._offer:
            from rules.parse import parse_position

            game, state = parse_position(belief["firmware"])
            self._offer = key
            self._offered = options(game, bytes(state), card) if card in game.actions else []
        return self._offered

    def _astray(self) -> list[list[Any]]:
        """Return [pawn, where it belongs] of those that are not where the firmware believes."""
        from rules.parse import parse_position

        if not self.line:
            return []
        world = self._session.world
        game, state = parse_position(self.line)
        found: list[list[Any]] = []
        for seat in game.seats:
            wanted = [
                space(game, seat, place) for place in state[4 * seat : 4 * seat + game.pawns]
            ]
            wrong = []
            for i, pawn in enumerate(world.pawns):
                if pawn.seat != seat:
                    continue
                name = "" if pawn.bit == IN_HAND else world.spaces.name(pawn.bit)
                stands = name.rstrip("0123") if name[-2:-1] in ("h", "f") else name
                if stands in wanted:
                    wanted.remove(stands)
                else:
                    wrong.append(i)
            found += [list(pair) for pair in zip(wrong, wanted, strict=True)]
        return found

    def _pawn(self, index: int) -> Message:
        """Return a pawn's colour, its space ("" in a hand) and the space it stood on last."""
        world = self._session.world
        pawn = world.pawns[index]
        if pawn.bit != IN_HAND:
            self._stood[index] = pawn.bit
        stood = self._stood.get(index)
        return {
            "colour": world.spaces.colours[pawn.seat],
            "at": "" if pawn.bit == IN_HAND else world.spaces.name(pawn.bit),
            "last": "" if stood is None else world.spaces.name(stood),
        }

    def _noise(self) -> Message:
        faults, name = self._session.world.faults, self._session.world.spaces.name
        return {
            "bounce": faults.bounce,
            "flicker": sorted(name(bit) for bit in faults.flicker),
            "stuck": {name(bit): value for bit, value in sorted(faults.stuck.items())},
            "tag_errors": faults.tag_errors,
            "unplug": "reader" if "reader" in faults.unplug else None,
        }

    def _belief(self, now: float) -> Message:
        """Return what the firmware says of itself; asked again only when it may have changed."""
        session = self._session
        if not session.target.on:
            self._said = {"firmware": "", "phase": "off", "hand_counts": {}}
            self.stale = True
            return self._said
        if session.taken:
            self.stale = True
            return {**self._said, "firmware": "", "phase": "cable"}
        if not session.alive:
            phase = "starting" if session.starting else "silent"
            return {"firmware": "", "phase": phase, "hand_counts": {}}
        if session.heard != self._heard:
            self._heard = session.heard
            self.stale = True
        waited_s = now - self._asked_s
        if waited_s >= _ASK_ANYWAY_S or (self.stale and waited_s >= _ASK_S) or not self._said:
            self._asked_s = now
            self._asked_heard = session.heard
            self.stale = False
            try:
                said = session.request("state")
                self._said = {
                    "firmware": str(said.get("firmware", "")),
                    "phase": str(said.get("phase", "")),
                    "hand_counts": said.get("hand_counts") or {},
                    "shown": said.get("shown") or 0,
                }
            except TavleError as error:
                self._said = {"firmware": "", "phase": "silent", "hand_counts": {}}
                session.target.complaints.append(str(error))
        return self._said
