# SPDX-License-Identifier: Apache-2.0
"""Norwegian Ludo (rulebook 002): the legal results of a throw, rulings L1-L12.

Options: `forced` (`yes`: a legal move must be made; `no`: the throw may also be declined).
`tries` and `moved` of a position are bytes TRIES and MOVED of the state. Left out: nothing;
what the rulebook does not say is listed in the README beside this file.
"""

from rules.game import DRAWN, HOME, MOVED, NOBODY, TRIES, TURN, WINNER, replace, stands
from rules.games.ludo.board import OnLudoBoard
from rules.games.ludo.reasons import why_none, why_pawn
from rules.games.ludo.track import FIN, GOAL_STEP, PATH, RING, STEP_OF, frifelt
from rules.moves import bump, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

_SIX = 6
_MOST_TRIES = 3
_FRIFELT = bytes([frifelt(seat) for seat in range(4)])


class Ludo(OnLudoBoard):
    """Norwegian Ludo for the seats in play; an action is a throw minus one."""

    shared = _FRIFELT
    tries = _MOST_TRIES
    keys = ("tries", "moved")
    why_not = why_pawn
    why_card = why_none
    house = (
        ("forced", ("yes", "no"), True),  # H4 (L6)
        ("first", ("red", DRAWN), False),  # H3: red begins (L1)
    )

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        OnLudoBoard.__init__(self, rulebook, seats, options)
        self._forced = self.options["forced"] == "yes"
        self._others = [bytes([other for other in seats if other != s]) for s in range(4)]

    def moves(self, now: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a throw; a passed throw is the move `-` (L6). See `Game.moves`."""
        found: list = []
        seat = now[TURN]
        throw = action + 1
        steps = STEP_OF[seat]
        path = PATH[seat]
        walls = None
        last = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            place = now[i]
            if place == last:
                continue
            last = place
            if place == HOME:
                if throw != _SIX:
                    continue
                first = end = 0
            else:
                first = steps[place] + 1
                end = first + action
                if end > GOAL_STEP:
                    continue
            if walls is None:
                walls = self.barriers(now, seat)
            if walls and self._stopped(walls, first, end):
                continue
            found.append(self._move(now, seat, place, path[end], throw))
        if not found or not self._forced:
            found.append(self._pass(now, seat, throw, not found))
        return found

    def barriers(self, state: "bytes | bytearray", seat: int) -> "bytes | bytearray":
        """Return the steps on a seat's path where barriers of other colours stand (L7)."""
        now = bytes(state)
        steps = STEP_OF[seat]
        found = b""
        others = self._others[seat]
        for other in others:
            i = 4 * other
            a = now[i]
            b = now[i + 1]
            c = now[i + 2]
            d = now[i + 3]
            if a == b and HOME < b <= RING:
                found += steps[b : b + 1]
            if b == c and HOME < c <= RING:
                found += steps[c : c + 1]
            if c == d and HOME < d <= RING:
                found += steps[d : d + 1]
        return found

    def _stopped(self, walls: "bytes | bytearray", first: int, end: int) -> bool:
        for wall in walls:
            if first <= wall <= end:
                return True
        return False

    def _meets(self, state: "bytes | bytearray", seat: int, place: int) -> bool:
        """Tell whether a pawn on a ring space stands on one that it can capture.

        A single of another colour, but not on that one's own frifelt (L8).
        """
        for other in self._others[seat]:
            if place != _FRIFELT[other] and stands(state, other, place):
                return True
        return False

    def _capture(self, after: bytearray, seat: int, place: int) -> bytes:
        """Send home whom a pawn meets on a ring space; return the operations."""
        done = b""
        for other in self._others[seat]:
            if place != _FRIFELT[other] and stands(after, other, place):
                replace(after, other, place, HOME)
                done += bump(other, place)
        return done

    def _move(self, state: bytes, seat: int, place: int, to: int, throw: int) -> tuple:
        """Return what comes of the seat's pawn going from `place` to `to`."""
        after = bytearray(state)
        replace(after, seat, place, to)
        move = step(seat, place, to)
        pending = state[MOVED]
        if pending != NOBODY:
            # L9: captured, unless the attacker went on and no other own pawn stays there.
            pending += 1
            after[MOVED] = NOBODY
            if place != pending or stands(after, seat, pending):
                move += self._capture(after, seat, pending)
        if to > RING:
            if after[4 * seat] == FIN:  # L12: all four are in the goal
                after[TURN] = NOBODY
                after[WINNER] = 1 << seat
                return bytes(after), move
        elif to in state:  # somebody stands there
            if throw != _SIX or place == HOME:
                move += self._capture(after, seat, to)  # at once (L8, L10)
            elif self._meets(after, seat, to):
                after[MOVED] = to - 1
        after[TRIES] = 0
        if throw != _SIX:
            after[TURN] = self._turns[seat]
        return bytes(after), move

    def _pass(self, state: bytes, seat: int, throw: int, stuck: bool) -> tuple:
        """Return the throw that is not used, the move `-`: a pending capture happens (L9).

        Args:
            state: the position.
            seat: whose throw.
            throw: 1..6.
            stuck: whether no pawn could use it.
        """
        after = bytearray(state)
        move = b""
        if state[MOVED] != NOBODY:
            move = self._capture(after, seat, state[MOVED] + 1)
            after[MOVED] = NOBODY
        tries = state[TRIES] + 1
        if throw != _SIX and stuck and tries < _MOST_TRIES and self.waits(state, seat):
            after[TRIES] = tries
        else:
            after[TRIES] = 0
            after[TURN] = self._turns[seat]
        return bytes(after), move
