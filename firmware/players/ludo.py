# SPDX-License-Identifier: Apache-2.0
"""What a position of Norwegian Ludo is worth to a seat, in points; a step is one point."""

from micropython import const

from players.judge import WON, Race
from rules.game import HOME, MOVED, NOBODY, TURN
from rules.games.ludo.track import FIN, GOAL_STEP, LAST_ON_RING, PATH, RING, STEP_OF, frifelt
from rules.moves import BUMP, parts

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.observation import Observation

# Points of a pawn.
_OUT = const(40)  # on its own frifelt
_ROW = const(10)  # in the row: nobody can reach it
_GOAL = const(10)  # more in the goal
_BARRIER = const(6)  # two of one colour on a space, for each pawn they hold up
_HUNT = const(4)  # an opponent's pawn within one throw ahead

_ONE_IN_6 = const(43)  # of 256
_ONE_IN_36 = const(7)


_PLACES = const(59)  # home, 52 ring spaces, the row, the goal


class Judge(Race):
    """Judges results for one seat."""

    def __init__(self, game: "Any") -> None:
        value = bytearray(4 * _PLACES)
        for seat in range(4):
            for step in range(GOAL_STEP + 1):
                points = _OUT + step
                if step > LAST_ON_RING:
                    points += _ROW
                if step == GOAL_STEP:
                    points += _GOAL
                value[seat * _PLACES + PATH[seat][step]] = points
        super().__init__(game, value, 1)

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the throw is used; a generator."""
        state = seen.state
        self.begin(seen.seat)
        for enemy in self.game.seats:
            if enemy == seen.seat:
                continue
            for i in range(4 * enemy, 4 * enemy + 4):
                place = state[i]
                if place == HOME:
                    self.endanger(frifelt(enemy), _ONE_IN_6)
                elif place <= RING:
                    step = STEP_OF[enemy][place]
                    for ahead in range(1, 13):
                        if step + ahead > LAST_ON_RING:
                            break
                        self.endanger(
                            PATH[enemy][step + ahead], _ONE_IN_6 if ahead < 7 else _ONE_IN_36
                        )
            yield

    def worth(self, after: "bytes | bytearray") -> int:
        """Return what a result is worth to the seat that looks."""
        seat = self._seat
        if after[TURN] == NOBODY:
            return WON
        points = self.quick(after, seat)
        steps = STEP_OF[seat]
        threat = self.threat
        value = self.value
        own = frifelt(seat)
        before = NOBODY
        risk = 0
        for i in range(4 * seat, 4 * seat + 4):
            place = after[i]
            if HOME < place <= RING:
                if place == before:
                    points += risk + self._holds_up(after, seat, place)
                    risk = 0
                else:
                    risk = 0
                    if place != own:
                        risk = value[seat * _PLACES + place] * threat[place] >> 8
                        points -= risk
                    points += self._hunts(after, seat, steps[place])
            before = place
        return points

    def _holds_up(self, after: "bytes | bytearray", seat: int, place: int) -> int:
        """Return the points of a barrier: opponents' pawns within a throw or two behind it."""
        points = 0
        for enemy in self.game.seats:
            if enemy != seat:
                steps = STEP_OF[enemy]
                for i in range(4 * enemy, 4 * enemy + 4):
                    other = after[i]
                    if HOME < other <= RING and 0 < steps[place] - steps[other] < 10:
                        points += _BARRIER
        return points

    def _hunts(self, after: "bytes | bytearray", seat: int, step: int) -> int:
        """Return the points for opponents' pawns within one throw ahead."""
        steps = STEP_OF[seat]
        points = 0
        for enemy in self.game.seats:
            if enemy != seat:
                for i in range(4 * enemy, 4 * enemy + 4):
                    place = after[i]
                    if HOME < place <= RING and 0 < steps[place] - step < 7:
                        points += _HUNT
        return points

    def quick(self, after: "bytes | bytearray", seat: int) -> int:
        """Return what a position is worth to any seat, dangers left out."""
        points = super().quick(after, seat)
        pending = after[MOVED]
        if pending != NOBODY:
            place = pending + 1
            for other in self.game.seats:
                if other != after[TURN] and place != frifelt(other):
                    for i in range(4 * other, 4 * other + 4):
                        if after[i] == place:  # a capture that is to come (L9)
                            gone = self.value[other * _PLACES + place]
                            points += -gone if other == seat else gone >> 1
        return points

    def sense(self, after: "bytes | bytearray", move: bytes) -> int:
        """Return 0 for a pawn put at risk, 2 for one sent home or brought to the goal, else 1."""
        rank = 1
        for kind, _, _, to, _ in parts(move):
            if kind == BUMP or to == FIN:
                return 2
            if to <= RING and self.threat[to] >= _ONE_IN_6 and not self._safe(after, to):
                rank = 0
        return rank

    def _safe(self, after: "bytes | bytearray", place: int) -> bool:
        """Tell whether the looking seat's pawn on a place cannot be sent home now (L7, L8)."""
        seat = self._seat
        own = 0
        for i in range(4 * seat, 4 * seat + 4):
            if after[i] == place:
                own += 1
        return own > 1 or place == frifelt(seat)
