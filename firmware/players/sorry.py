# SPDX-License-Identifier: Apache-2.0
"""What a position of Sorry! is worth to a seat, in points; a step is one point."""

from micropython import const

from players.judge import WON, Race
from rules.game import HOME, NOBODY, TURN
from rules.games.sorry.track import (
    ACTIONS,
    BACKWARD,
    FIN,
    FORWARD,
    HOME_STEP,
    PATH,
    RING,
    SLIDE,
    STEP_OF,
    start_circle,
)
from rules.moves import BUMP, parts

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.observation import Observation

# Points of a pawn by its step, 6 for each turn it is nearer to HOME: expected turns of a pawn
# alone on the track that may leave cards to the others.
VALUE = bytes((
    48, 36, 34, 35, 30, 31, 31, 32, 33, 34, 36, 37, 37, 39, 40, 40, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 52, 53, 53, 54, 55, 56, 58, 58, 60, 61, 62, 62, 63, 65, 66, 68, 69, 70, 71,
    71, 72, 73, 74, 75, 77, 78, 78, 81, 85, 84, 84, 78, 84, 83, 85, 92, 86, 92, 93, 95, 125,
))  # fmt: skip

# A card of one kind is drawn in 23 of 256 turns, and a Sorry! or an 11 takes one pawn on the track
# in 6; about half of those who could hit do something else.
_CARD = const(12)
_ANYWHERE = const(3)
_OTHERS = const(3)  # halvings of what others' pawns are worth: there are three of them


_PLACES = const(67)  # START, 60 spaces, the safety zone, HOME


class Judge(Race):
    """Judges results for one seat."""

    def __init__(self, game: "Any") -> None:
        value = bytearray(4 * _PLACES)
        for seat in range(4):
            for step in range(HOME_STEP + 1):
                value[seat * _PLACES + PATH[seat][step]] = VALUE[step]
        super().__init__(game, value, _OTHERS)

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the card is used; a generator."""
        state = seen.state
        self.begin(seen.seat)
        for enemy in self.game.seats:
            if enemy == seen.seat:
                continue
            if state[4 * enemy] == HOME:
                self._land(enemy, start_circle(enemy), 2 * _CARD)
                for place in range(1, RING + 1):
                    self.endanger(place, _ANYWHERE)
                yield
            for i in range(4 * enemy, 4 * enemy + 4):
                if HOME < state[i] <= RING:
                    self._threaten(enemy, STEP_OF[enemy][state[i]])
                    yield

    def _threaten(self, enemy: int, step: int) -> None:
        path = PATH[enemy]
        for action in range(len(ACTIONS)):
            forward = FORWARD[action]
            if forward and step + forward <= HOME_STEP:
                self._land(enemy, path[step + forward], _CARD)
            back = BACKWARD[action]
            if back:
                back = step - back
                self._land(enemy, path[back if back >= 0 else back + RING], _CARD)

    def _land(self, enemy: int, place: int, odds: int) -> None:
        if place <= RING:
            for space in range(place, (SLIDE[enemy][place] or place) + 1):
                self.endanger(space, odds)

    def worth(self, after: "bytes | bytearray") -> int:
        """Return what a result is worth to the seat that looks."""
        seat = self._seat
        if after[TURN] == NOBODY:
            return WON
        points = self.quick(after, seat)
        value = self.value
        base = seat * _PLACES
        threat = self.threat
        for i in range(4 * seat, 4 * seat + 4):
            place = after[i]
            if HOME < place <= RING:
                points -= value[base + place] * threat[place] >> 8
        return points

    def sense(self, after: "bytes | bytearray", move: bytes) -> int:
        """Return 0 for a result that hurts the own side, 2 for one that clearly helps, else 1."""
        rank = 1
        for kind, seat, start, end, _ in parts(move):
            if kind == BUMP:
                if seat == self._seat:
                    return 0
                rank = 2
            elif start == HOME or end == FIN:
                rank = 2
        return rank
