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

# Points of a pawn by its step. What a few million games against chance, in which every choice that won was
# made a little likelier, came to; a pawn's turns to HOME stood here before and won 2 % less.
VALUE = bytes((
    54, 45, 47, 40, 36, 32, 31, 35, 32, 36, 41, 38, 39, 56, 42, 45, 44, 45, 45, 43, 43, 51, 46,
    44, 43, 49, 47, 44, 59, 50, 49, 54, 53, 54, 52, 52, 65, 57, 56, 60, 62, 62, 65, 68, 65, 67,
    68, 69, 73, 76, 76, 79, 81, 87, 86, 89, 80, 87, 78, 84, 102, 96, 104, 105, 105, 121,
))  # fmt: skip

# Others' pawns hardly matter before they come near their HOME: half of what is above this.
_FAR = const(45)

# A card of one kind is drawn in 23 of 256 turns, and a Sorry! or an 11 takes one pawn on the track
# in 6; about half of those who could hit do something else.
_CARD = const(12)
_ANYWHERE = const(3)

_PLACES = const(67)  # START, 60 spaces, the safety zone, HOME


class Judge(Race):
    """Judges results for one seat.

    Playing on ends when everybody else has had a turn. With the own next one, the dangers of before and a first look
    that counted as four guesses, `hard` was no better than `normal`.
    """

    depth = 3
    prior = 24

    def __init__(self, game: "Any") -> None:
        value = bytearray(4 * _PLACES)
        others = bytearray(4 * _PLACES)
        for seat in range(4):
            for step in range(HOME_STEP + 1):
                at = seat * _PLACES + PATH[seat][step]
                value[at] = VALUE[step]
                others[at] = max(0, VALUE[step] - _FAR) >> 1
        super().__init__(game, value, 0, others)

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

    def reached(self, after: "bytes | bytearray") -> int:
        """Return what a position is worth that playing on has led to: the dangers of before are past."""
        return self.quick(after, self._seat)

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
