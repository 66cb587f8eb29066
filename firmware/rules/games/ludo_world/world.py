# SPDX-License-Identifier: Apache-2.0
"""International Ludo, as phones play it: the legal results of a throw, rulings W1-W10 of the README.

Options: `pairs` (`stop`: a pair lets nobody pass; `pass`: it may be passed, but not landed on).
Byte TRIES of a state, `tries` of its line, counts the sixes thrown in a row.
"""

from rules.game import (
    DRAWN,
    HOME,
    NOBODY,
    TRIES,
    TURN,
    WINNER,
    BadPosition,
    replace,
    stands,
)
from rules.games.ludo.board import OnLudoBoard
from rules.games.ludo.track import FIN, GOAL_STEP, PATH, RING, STEP_OF
from rules.moves import bump, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.results import Results

_SIX = 6
_MOST_SIXES = 3
_STAR = 8  # spaces after an entry
_QUARTER = RING // 4


class LudoWorld(OnLudoBoard):
    """International Ludo for the seats in play; an action is a throw minus one."""

    judge = "ludo_world"
    keys = ("tries",)
    signs = (("star", bytes(range(1 + _STAR, RING + 1, _QUARTER)), "enter"),)
    house = (
        ("pairs", ("stop", "pass"), True),  # W6
        ("first", ("red", DRAWN), False),  # W1
    )

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        OnLudoBoard.__init__(self, rulebook, seats, options)
        self._stop = self.options["pairs"] == "stop"

    def moves(self, now: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a throw; one that moves nothing is the move `-`. See `Game.moves`."""
        seat = now[TURN]
        six = action + 1 == _SIX
        if self._third(now, action):
            return [self._turned(bytearray(now), b"", six, False)]
        found = []
        last = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            if now[i] != last:
                last = now[i]
                first, end = self._steps(seat, last, action)
                if end <= GOAL_STEP and self._wall(now, seat, first, end) == NOBODY:
                    found.append(self._moved(now, seat, last, PATH[seat][end], six))
        return found or [self._turned(bytearray(now), b"", six, six)]

    def _third(self, state: "bytes | bytearray", action: int) -> bool:
        """Tell whether a throw is the third six in a row (W4)."""
        return action + 1 == _SIX and state[TRIES] == _MOST_SIXES - 1

    def _steps(self, seat: int, place: int, action: int) -> tuple:
        """Return the first and the last step of a pawn's way, NOBODY twice for one that stays at home (W2, W3)."""
        if place == HOME:
            return (0, 0) if action + 1 == _SIX else (NOBODY, NOBODY)
        at = STEP_OF[seat][place]
        return at + 1, at + 1 + action

    def _wall(self, state: "bytes | bytearray", seat: int, first: int, end: int) -> int:
        """Return the step of the nearest pair that stops a pawn on its way, NOBODY without one (W6)."""
        nearest = NOBODY
        for wall in self.barriers(state, seat):
            if wall == end or (self._stop and first <= wall < end):
                nearest = min(nearest, wall)
        return nearest

    def barriers(self, state: "bytes | bytearray", seat: int) -> bytearray:
        """Return the steps on a seat's path where pairs of other colours stand, of three of them twice (W6)."""
        found = bytearray()
        for other in self.seats:
            for i in range(4 * other, 4 * other + 3):
                place = state[i]
                if other != seat and place == state[i + 1] and HOME < place <= RING:
                    if not self.safe(place):
                        found.append(STEP_OF[seat][place])
        return found

    def safe(self, place: int) -> bool:
        """Tell whether a ring space is an entry or a star (W5)."""
        return place % _QUARTER in (1, 1 + _STAR)

    def _moved(self, now: bytes, seat: int, place: int, to: int, six: bool) -> tuple:
        """Return what comes of the seat's pawn going from `place` to `to` (W5, W7, W8)."""
        after = bytearray(now)
        move = step(seat, place, to)
        replace(after, seat, place, to)
        again = six or to == FIN
        if to <= RING and not self.safe(to):
            for other in self.seats:
                if other != seat and stands(after, other, to):
                    replace(after, other, to, HOME)
                    move += bump(other, to)
                    again = True
        if after[4 * seat] == FIN:  # W10: all four are in the goal
            after[TURN] = NOBODY
            after[WINNER] = 1 << seat
            after[TRIES] = 0
            return bytes(after), move
        return self._turned(after, move, six, again)

    def _turned(self, after: bytearray, move: bytes, six: bool, again: bool) -> tuple:
        """Return a result with the next throw given: to the same seat `again`, or to the next one."""
        after[TRIES] = after[TRIES] + 1 if six and again else 0
        if not again:
            after[TURN] = self.next_seat(after[TURN])
        return bytes(after), move

    def why_not(
        self,
        state: "bytes | bytearray",
        action: int,
        seat: int,
        place: int,
        found: "Results | None",
    ) -> "tuple | None":
        """Return why a pawn cannot move with a throw; see `Game.why_not`."""
        if self._third(state, action):
            return "third-six", NOBODY
        first, end = self._steps(seat, place, action)
        if end > GOAL_STEP:
            return "needs-six" if place == HOME else "past-goal", NOBODY
        wall = self._wall(state, seat, first, end)
        return None if wall == NOBODY else ("barrier", PATH[seat][wall])

    def validate(self, state: "bytes | bytearray") -> None:
        """Check the positions that cannot be.

        Raises:
            BadPosition: `field` is the colour, or `tries`.
        """
        for seat in self.seats:
            for place in state[4 * seat : 4 * seat + 4]:
                if not HOME < place <= RING:
                    continue
                if STEP_OF[seat][place] == NOBODY:
                    raise BadPosition(self.colours[seat], "%d is past its row (W2)" % (place - 1))
                for other in self.seats:
                    if other < seat and not self.safe(place) and stands(state, other, place):
                        raise BadPosition(
                            self.colours[seat],
                            "%d is taken by %s (W7)" % (place - 1, self.colours[other]),
                        )
        if state[TURN] != NOBODY and state[TRIES]:
            if state[TRIES] >= _MOST_SIXES:
                raise BadPosition("tries", "at most 2 sixes before a throw (W4)")
            if state[4 * state[TURN] + 3] == HOME:
                raise BadPosition("tries", "the six brought a pawn out (W3)")
