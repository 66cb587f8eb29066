# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The lights answer hands at once, and say what they mean without colours.

Everything is read off the WS2812 line of the simulated table, in simulated time: the controller's
own computing is measured on the emulated Pico by the benchmark.
"""

import pytest
from stdio_program import Bench

from tavle.paths import add_firmware

add_firmware()
from rules import RULEBOOKS, family  # noqa: E402
from rules.notation import place_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402

AT_ONCE_MS = 25  # design, section 7: lift seen -> its lights change

# Board -> where pawns stand. Whose turn it is has one on 22 and may go to 25, where another can be bumped.
PAWNS = {
    "partners": "green:h,h,3,22 blue:h,h,h,25 red:h,h,h,40 yellow:h,h,h,h turn=green",
    "ludo": "red:h,h,3,22 yellow:h,h,h,25 blue:h,h,h,40 green:h,h,h,h turn=red",
    "sorry": "red:h,h,7,22 blue:h,h,h,25 yellow:h,h,h,40 green:h,h,h,h turn=red",
}


def scene(rulebook):
    """Return (position, card, pawn to lift, where it is walked)."""
    pawns = PAWNS[family(rulebook)]
    return f"{rulebook} {pawns}", "3", (pawns.rpartition("=")[2], "22"), ["23", "24"]


WALL = "partners-pawns green:h,h,12,20 blue:h,h,15,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


class Board(Bench):
    """A table whose lights are looked at."""

    def __init__(self, line, **settings):
        super().__init__(line, settings=settings)
        names = self.session.world.spaces.light_names()
        self._light = {name: light for light, name in names.items()}

    def now_us(self):
        return self.session.target.now_us

    def lit(self, name, frame):
        """Return (red, green, blue) of a light in a frame."""
        at = 3 * self._light[name]
        green, red, blue = frame[at : at + 3]
        return red, green, blue

    def until(self, name, since_us):
        """Return after how many ms from a time a light was first lit, None for never."""
        for t_us, frame in self.session.target.frames(since_us):
            if t_us > since_us and any(self.lit(name, frame)):
                return (t_us - since_us) / 1000
        return None

    def rhythm(self, name, ms=3200):
        """Return the brightness of a light, every 50 ms for two periods of the patterns."""
        began = self.now_us()
        self.does(f"wait {ms}")
        frames = self.session.target.frames(began)
        levels = []
        for k in range(ms // 50):
            shown = [f for t, f in frames if t <= began + 1000 * (50 * k + 25)] or [frames[0][1]]
            levels.append(max(self.lit(name, shown[-1])))
        top = max(levels) or 1
        return tuple(round(9 * level / top) for level in levels)


def shape(rhythm):
    """Return what is left of a rhythm when its start does not matter and colour is taken away."""
    period = rhythm[:32]
    return min(period[k:] + period[:k] for k in range(32))


def end_of(line, card, colour, at):
    """Return where the card takes the pawn."""
    game, state = parse_position(line)
    seat = game.colours.index(colour)
    for _, move in game.results(state, game.actions.index(card)):
        if move[1] == seat and place_text(game, move[2]) == at:
            return place_text(game, move[3])
    raise AssertionError("this pawn cannot move")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_destinations_appear_at_once_also_while_walking(rulebook):
    line, card, (colour, at), path = scene(rulebook)
    end = end_of(line, card, colour, at)
    with Board(line) as table:
        table.does(f"card {card}, wait 1500")
        assert not any(table.lit(end, table.session.target.frames(table.now_us())[-1][1]))
        for wait_ms in (0, 3, 7, 13, 22, 38):  # wherever the lift falls between two scans
            table.does(f"wait {1000 + wait_ms}")
            began = table.now_us()
            table.does(f"lift {colour} {at}, wait 200")
            assert 0 < table.until(end, began) <= AT_ONCE_MS
            table.good("place", colour=colour, at=at)
        table.does(f"wait 1500, lift {colour} {at}")
        for place in path:
            table.does(f"wait 100, place {colour} {place}, wait 200")
            began = table.now_us()
            table.does(f"lift {colour} {place}, wait {AT_ONCE_MS}")
            frame = table.session.target.frames(began)[-1][1]
            assert any(table.lit(end, frame)), place


@pytest.mark.parametrize(
    ("rulebook", "hints"), [*((rulebook, "full") for rulebook in RULEBOOKS), ("sorry", "off")]
)
def test_a_bumped_pawn_is_shown_its_way_home(rulebook, hints):
    line, card, (colour, at), _ = scene(rulebook)
    victim = next(c for c in line.split()[1:-1] if c.endswith("25")).partition(":")[0]
    with Board(line, hints=hints) as table:
        table.does(f"card {card}, wait 1500, lift {colour} {at}, wait 300, lift {victim} 25")
        table.does("wait 2600")
        leds = table.good("leds")["leds"]
        slots = [name for name in leds if name.startswith(f"{victim}:h") and name[-1].isdigit()]
        assert len(slots) == 1
        assert leds[slots[0]][3] == "pulse"
        table.does(f"place {colour} 25, wait 2600")
        assert table.good("leds")["leds"][slots[0]][3] == "pulse"  # until it is there
        table.does(f"place {victim} h, wait 3000")
        assert slots[0] not in table.good("leds")["leds"]
        accepted = table.named("accepted")
        assert len(accepted) == 1
        assert not accepted[0]["asked"]


def test_the_wall_that_stops_a_pawn_flashes():
    with Board(WALL) as table:
        table.does("card 6, wait 1500")
        waiting = table.rhythm("15")
        assert any(waiting)  # a wall glows while the card lies there
        began = table.now_us()
        table.good("lift", colour="green", at="12")
        table.does(f"wait {AT_ONCE_MS}")
        frame = table.session.target.frames(began)[-1][1]
        assert any(table.lit("15", frame))
        assert shape(table.rhythm("15", 1600)) != shape(waiting)
        table.does("wait 3000")
        assert not table.named("accepted")


def lights_of(hints, lifted):
    """Return the spaces lit for a card, without seats and homes."""
    line, card, (colour, at), _ = scene("partners-pawns")
    with Board(line, hints=hints) as table:
        table.does(f"card {card}, wait 1500")
        if lifted:
            table.good("lift", colour=colour, at=at, then_ms=2700)
        return {name for name in table.good("leds")["leds"] if name.isdigit()}


def test_hint_levels_differ():
    movable = {"3", "22"}
    assert lights_of("off", False) == lights_of("off", True) == set()
    assert lights_of("pawns", False) == lights_of("full", False) == movable
    assert lights_of("pawns", True) == {"22"}
    assert lights_of("full", True) == {"22", "25"}


def test_meanings_differ_in_their_rhythm():
    """What may be seen on ring spaces in one turn has as many rhythms as meanings."""
    line, card, (colour, at), _ = scene("partners-pawns")
    seen = {}
    with Board(line) as table:
        table.does(f"card {card}, wait 1500")
        seen["movable"] = table.rhythm("22")
        table.does(f"lift {colour} {at}, wait 200")
        seen["bump target"] = table.rhythm("25", 1600)
        seen["origin"] = table.rhythm("22", 1600)
        table.does(f"place {colour} 27, wait 4000")
        assert table.good("state")["phase"] == "guide"
        seen["extra"] = table.rhythm("27")
        seen["missing"] = table.rhythm("22")
    with Board(line.replace("25", "50")) as table:
        table.does(f"card {card}, wait 1500, lift {colour} {at}, wait 200")
        seen["destination"] = table.rhythm("25")
    with Board(WALL) as table:
        table.does("card 6, wait 1500")
        seen["wall"] = table.rhythm("15")
        table.does("lift green 12, wait 50")
        seen["wall refuses"] = table.rhythm("15", 1600)
    shapes = {name: shape(rhythm) for name, rhythm in seen.items()}
    assert [name for name, rhythm in shapes.items() if not any(rhythm)] == []
    assert len(set(shapes.values())) == len(shapes), shapes
