# SPDX-License-Identifier: Apache-2.0
"""Hands that make a computer's move by the lights alone: they know pawns and colours, no move.

What they do is what the guide of the table says: a pawn that winks in sky blue goes to the space that
breathes white or doubles orange; who stands on orange goes home; where vermillion says that a
pawn is wrong, it goes to where yellow says that one is missing. They look for two
periods of the patterns, and slip now and then: another pawn is touched, a pawn is put beside its space.
"""

from typing import Any

from light import palette
from tavle.sim.seated import Seated
from tavle.sim.tidy_hands import STEP_MS

LOOK_MS = 3400  # two periods of the patterns, and a bit: what was shown before is gone
_STEPS = 24  # looks at the board: no move takes half of it
_NAMES = ("own", "white", "sky", "orange", "vermillion", "yellow", "green", "violet")


class LedHands(Seated):
    """People and computers whose moves are made by somebody who sees only lights and pawns: `_follow_lights`.

    Args:
        slips: chance of a slip with each pawn.
        others: as of `Seated`.
    """

    def __init__(self, *args: Any, slips: float = 0.15, **more: Any):
        self.slips = slips
        self.slipped = 0
        self._made: set[str] = set()  # where pawns have been put in this move
        self._last = ("", "")  # the pawn put down last: its colour and place
        self._wanted_press = False  # the light of the seat to act asks for its button
        self._late = False  # the move was accepted with one more pawn in the air, which went back
        super().__init__(*args, **more)

    # Seeing

    def _seen(self) -> dict[str, set[str]]:
        """Return colour of light -> names of the spaces that show it, seats left out."""
        for _ in range(0, LOOK_MS, STEP_MS):
            if self._accepted_it() and not self._late:
                break
            self._wait(STEP_MS)
        found: dict[str, set[str]] = {name: set() for name in _NAMES}
        self._wanted_press = False
        for name, (r, g, b, how) in self._ask("leds")["leds"].items():
            if name.endswith(":seat") and how == "blink":
                self._wanted_press = True
            place = name.rpartition(":")[2]  # a lit space with a pawn is named with its colour too
            if place != "seat" and (place == name or not place.isdigit()):
                colour = self._colour(r, g, b)
                if colour != "white" or how == "pulse":  # else a die, a deal, an accepted move
                    found[colour].add(name)
        return found

    def _accepted_it(self) -> bool:
        """Tell whether the table has accepted the move: its light goes on to the next seat, and does not come back."""
        self._fetch()
        said = [event["event"] for event in self.events[self._read :]]
        return [one for one in said if one in ("accepted", "undone")][-1:] == ["accepted"]

    def _colour(self, *rgb: int) -> str:
        """Return the nearest colour of the light language, however bright it is; "own" for a seat's."""
        known = [(name, getattr(palette, name.upper())) for name in _NAMES[1:]]
        known += [("own", one) for one in self.session.world.spaces.layout.COLOURS]

        def apart(other: tuple[int, ...]) -> float:
            return sum(
                (a / max(rgb) - b / max(other)) ** 2 for a, b in zip(rgb, other, strict=True)
            )

        return min(known, key=lambda one: apart(one[1]))[0]

    def _pawns(self) -> list[tuple[str, str]]:
        """Return (colour, place) of every pawn on the board; a pawn at home has the place h."""
        world = self._ask("state")["world"]
        return [(c, at) for c, places in world.items() for at in places if at != "hand"]

    @staticmethod
    def _name(colour: str, place: str) -> str:
        """Return how the light of a space is called; homes and finished pawns by their slot's letter."""
        return place if place.isdigit() else f"{colour}:{place}"

    def _lit(self, lights: set[str], colour: str, place: str) -> bool:
        """Tell whether the space a pawn stands on shows a light of these."""
        owner, _, at = place.rpartition(":")  # a stranger stands in another colour's home
        name = self._name(owner or colour, at)
        if at in ("h", "f"):
            return any(light.rstrip("0123456789") == name for light in lights)
        return name in lights

    # Doing

    def _follow_lights(self, game: Any) -> None:
        """Do what the lights say until the move is accepted."""
        self._made = set()
        self._late = False
        for _ in range(_STEPS):
            lights = self._seen()
            if lights["green"]:
                return  # the table asks: the answer is not theirs to know
            if self._accepted_it() and not (self._late and lights["vermillion"]):
                return  # it is made
            pawns = self._pawns()
            move = self._its_own([one for one in pawns if self._lit(lights["sky"], *one)], game)
            wrong = [one for one in pawns if self._lit(lights["vermillion"], *one)]
            # A stranger is seen to be one.
            wrong = [one for one in wrong if ":" in one[1]] or wrong
            sent = self._sent(lights, pawns)
            if wrong or (lights["yellow"] and not move):
                self._put_right(lights, wrong or [one for one in pawns if one == self._last])
            elif self._made and self._wanted_press:
                self._press(game.colours[self._parse(self.line)[1][16]])
                self._wait(1000)
            elif sent and (not move or self._random.random() < 0.5):
                self._send_home(sent)
            elif move:
                self._lead(*self._random.choice(move), move)

    def _its_own(self, pawns: list[tuple[str, str]], game: Any) -> list[tuple[str, str]]:
        """Leave out pawns that share their space with one of the colour whose turn it is."""
        turn = game.colours[self._parse(self.line)[1][16]]
        own = [self._name(*one) for one in pawns if one[0] == turn]
        return [one for one in pawns if one[0] == turn or self._name(*one) not in own]

    def _sent(
        self, lights: dict[str, set[str]], pawns: list[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """Return the pawns that stand on orange and whose home pulses in their colour."""
        waiting = {name.rpartition(":")[0] for name in lights["own"] if self._home(name)}
        return [
            one for one in pawns
            if one[0] in waiting and one[1] != "h" and self._lit(lights["orange"], *one)
        ]  # fmt: skip

    def _send_home(self, pawns: list[tuple[str, str]]) -> None:
        """Bring the pawns home that stand on orange."""
        for colour, place in pawns:
            self.order(do="lift", colour=colour, at=place)
            self._wait(200)
            self.order(do="place", colour=colour, at="h")
            self._wait(200)

    def _lead(self, colour: str, place: str, movable: list[tuple[str, str]]) -> None:
        """Lift a pawn, look where it goes, and bring it there."""
        if self._random.random() < self.slips:
            self._touch_another()
        self.order(do="lift", colour=colour, at=place)
        lights = self._seen()
        there = {name for name in lights["white"] | lights["orange"] if not self._home(name)}
        ends = {name for name in lights["white"] if not self._home(name)} or there
        ends = (there if ends <= self._made else ends) - self._made or ends
        end = self._random.choice(sorted(ends)) if ends else ""
        if not ends or (not end.isdigit() and (colour, end.rpartition(":")[2]) in movable):
            # It is not that one, or who stands there goes first.
            self.order(do="place", colour=colour, at=place)
            self._late = self._accepted_it()
            return
        at = (
            end.rpartition(":")[2].rstrip("0123456789")
            if self._finish(end)
            else end.rpartition(":")[2]
        )
        self._send_home(self._sent(lights, self._pawns()))
        back = [
            one for one in self._pawns()
            if one in movable and one[0] != colour and self._name(*one) == end
        ]  # fmt: skip
        goes = place
        for other, where in back:  # they change places, if no slide follows
            self.order(do="lift", colour=other, at=where)
        if back:
            slid = [name for name in self._seen()["white"] if name.isdigit() and name != end]
            goes = slid[0] if len(slid) == 1 else place
        if self._random.random() < self.slips and at.isdigit() and not back:
            beside = str((int(at) + 1) % self.session.world.spaces.ring)
            if beside not in [where for _, where in self._pawns()]:
                self.slipped += 1
                self.order(do="place", colour=colour, at=beside)
                self._wait(400)
                self.order(do="lift", colour=colour, at=beside)
                self._wait(200)
        self._wait(300)
        self.order(do="place", colour=colour, at=at)
        self._made.add(end)
        self._last = (colour, at)
        for other, _ in back:
            self._wait(300)
            self.order(do="place", colour=other, at=goes)

    def _touch_another(self) -> None:
        """Lift some pawn and put it back: it was not the one that winks."""
        colour, place = self._random.choice(self._pawns())
        self.slipped += 1
        self.order(do="lift", colour=colour, at=place)
        self._wait(400)
        self.order(do="place", colour=colour, at=place)
        self._wait(400)

    def _put_right(self, lights: dict[str, set[str]], wrong: list[tuple[str, str]]) -> None:
        """Bring a pawn that is wrong to where one of its colour is missing: a space, or its home."""
        if not wrong:
            return
        lit = sorted(name for name in lights["yellow"] if not self._home(name))
        waiting = {name.rpartition(":")[0] for name in lights["yellow"] if self._home(name)}
        if not lit:  # of two on one space that one whose home waits
            wrong = [one for one in wrong if one[0] in waiting] or wrong
        colour, place = self._random.choice(wrong)
        lit = [name for name in lit if ":" not in name or name.startswith(colour)]
        due = [
            one for one in self._pawns()
            if one[0] in waiting and one[1] != "h" and self._lit(lights["orange"], *one)
        ]  # fmt: skip
        if due and not lit and colour not in waiting:
            self._send_home(due)  # its home is the one that wants a pawn
            return
        end = lit[0].rpartition(":")[2] if lit else "h"
        end = "f" if lit and self._finish(lit[0]) else end
        self.order(do="lift", colour=colour, at=place)
        self._wait(300)
        self.order(do="place", colour=colour, at=end)

    @staticmethod
    def _home(name: str) -> bool:
        return name.rpartition(":")[2].startswith("h")

    @staticmethod
    def _finish(name: str) -> bool:
        return name.rpartition(":")[2].startswith("f")
