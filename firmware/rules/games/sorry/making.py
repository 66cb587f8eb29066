# SPDX-License-Identifier: Apache-2.0
"""One Sorry! move while it is made: landings, slides and pawns sent home (S6, S7)."""

from rules.game import HOME, NOBODY, TURN, WINNER, replace
from rules.games.sorry.track import FIN, RING, SLIDE
from rules.moves import bump, step, swap

# What `go` says about a part of a move.
ILLEGAL = 0
PLAIN = 1  # no own pawn bumped and no slide: a split's other order gives nothing new
SPECIAL = 2


class Making:
    """Scratch for the moves of one seat: per move `begin`, parts, `end`.

    Args:
        bump_own: whether a pawn may land on an own one (S6).
        base: the position all moves begin from, with the next turn set; kept, not changed.
        seat: whose moves.

    Attributes:
        base: that position.
        seat: whose moves.
        state: the state as the parts made so far leave it.
        at: place code -> seat + 1 of the pawn there, 0 for none; of the safety zones only
            the mover's own, START and HOME are always 0.
    """

    def __init__(self, bump_own: bool, base: bytearray, seat: int) -> None:
        self._bump_own = bump_own
        self._move = b""
        self._end = 0
        self.base = base
        self.seat = seat
        self.state = self.at = base
        self._before = before = bytearray(FIN + 1)  # `at` before the move
        for i in range(16):
            place = base[i]
            if place and place < FIN and (place <= RING or i >> 2 == seat):
                before[place] = (i >> 2) + 1

    def begin(self) -> None:
        """Start a move from the loaded position."""
        self.at = bytearray(self._before)
        self.state = bytearray(self.base)
        self._move = b""

    def end(self) -> tuple:
        """Return (state, move) of the finished move; four pawns in HOME end the game (S12)."""
        state = self.state
        if state[4 * self.seat] == FIN:
            state[TURN] = NOBODY
            state[WINNER] = 1 << self.seat
        return bytes(state), self._move

    def move(self) -> bytes:
        """Return the operations of the parts made so far."""
        return self._move

    def go(self, place: int, to: int) -> int:
        """Bring the mover's pawn from a place onto `to`, with the landing and the slide.

        Returns ILLEGAL (the move is of no use any more), PLAIN or SPECIAL.
        """
        at = self.at
        seat = self.seat
        who = at[to]
        kind = PLAIN
        if who == seat + 1:
            if not self._bump_own:
                return ILLEGAL
            kind = SPECIAL
        end = SLIDE[seat][to]
        if end:
            kind = SPECIAL
        else:
            end = to
        self._move += step(seat, place, end)
        at[place] = 0
        if who:
            self._send(to)
        if end != to:
            for space in range(to + 1, end + 1):
                if at[space]:
                    self._send(space)
        replace(self.state, seat, place, end)
        if end != FIN:
            at[end] = seat + 1
        self._end = end
        return kind

    def lost(self, place: int) -> bool:
        """Return whether the part just made sent the mover's other pawn on `place` to START."""
        return self.at[place] != self.seat + 1 or place == self._end

    def change(self, a: int, other: int, b: int) -> None:
        """Let the mover's pawn on `a` and another seat's on `b` change places (S11).

        Only the mover's pawn slides; the other is not spared when it stands on the slide (S7).
        """
        at = self.at
        seat = self.seat
        state = self.state
        replace(state, seat, a, b)
        replace(state, other, b, a)
        self._move += swap(seat, a, other, b)
        end = SLIDE[seat][b]
        if not end:
            return
        at[a] = other + 1
        self._move += step(seat, b, end)
        for space in range(b + 1, end + 1):
            if at[space]:
                self._send(space)
        replace(state, seat, b, end)

    def _send(self, space: int) -> None:
        """Send the pawn on a space to its START."""
        seat = self.at[space] - 1
        self.at[space] = 0
        replace(self.state, seat, space, HOME)
        self._move += bump(seat, space)
