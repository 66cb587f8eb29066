# SPDX-License-Identifier: Apache-2.0
"""Sorry! (rulebook 003): the legal results of a card, rulings S1-S12.

Options: `own_landing` (`illegal`: no landing on an own pawn; `bump`: the own pawn goes back
to START, the rulebook's letter). A change of places that ends on a slide is the operations
SWAP and STEP: apply a move's operations in order.
"""

from rules.game import (
    BUMP,
    HOME,
    NOBODY,
    STEP,
    SWAP,
    TURN,
    WINNER,
    BadPosition,
    Game,
    replace,
)
from rules.games.sorry.track import (
    A_ELEVEN,
    A_SEVEN,
    A_SORRY,
    A_TWO,
    ACTIONS,
    BACKWARD,
    FIN,
    FORWARD,
    HOME_STEP,
    PATH,
    RING,
    ROW,
    SLIDE,
    STARTS,
    STEP_OF,
    start_circle,
)

_ALL_AT_HOME = bytes([FIN] * 4)
_NOTHING_STANDS = bytes(FIN + 1)

# What `_go` says about a part of a move.
_ILLEGAL = 0
_PLAIN = 1  # no own pawn bumped, no slide: a split's other order gives nothing new
_SPECIAL = 2


class Sorry(Game):
    """Sorry! for the seats in play; an action is a card, its index in `actions`."""

    colours = ("red", "blue", "yellow", "green")
    actions = ACTIONS
    ring = RING
    row = ROW
    fin = FIN
    defaults = {"own_landing": "illegal"}

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        self.rulebook = rulebook
        Game.__init__(self, seats, options)
        self._bump_own = self.options["own_landing"] == "bump"
        # Scratch of `moves`: who stands where (seat + 1), before a move and while it is made.
        self._stands = bytearray(FIN + 1)
        self._at = bytearray(FIN + 1)

    def choices(self, name: str) -> tuple:
        """Return the values an option can take."""
        return ("illegal", "bump") if name == "own_landing" else Game.choices(self, name)

    def results(self, state: "bytes | bytearray", action: int) -> list:
        """Return the distinct results of a card, sorted; of equal ones the shortest move.

        `state` is not changed. Empty: the card cannot be used and the turn goes on (S5).
        """
        out = self.moves(state, action)
        if len(out) < 2:
            return out
        out.sort()
        last = 0
        for i in range(1, len(out)):
            if out[i][0] == out[last][0]:
                if len(out[i][1]) < len(out[last][1]):
                    out[last] = out[i]
            else:
                last += 1
                out[last] = out[i]
        del out[last + 1 :]
        return out

    def moves(self, state: "bytes | bytearray", action: int) -> list:
        """Return the legal moves of a card as (state, move), neither sorted nor distinct."""
        seat = state[TURN]
        if seat == NOBODY:
            return []
        self._place_all(state, seat)
        base = bytearray(state)
        if action != A_TWO:
            base[TURN] = self.next_seat(seat)
        out = []
        if action == A_SORRY:
            self._sorry(base, seat, out)
            return out
        self._singles(base, seat, action, out)
        if action == A_SEVEN:
            self._splits(base, seat, out)
        elif action == A_ELEVEN:
            steps = len(out)
            self._changes(base, seat, out)
            if not steps and out:
                out.append((bytes(base), b""))
        elif action == A_TWO and not out:
            out.append((bytes(base), b""))
        return out

    def _place_all(self, state: "bytes | bytearray", seat: int) -> None:
        """Fill `_stands`: every pawn on the track, and the seat's own in its safety zone."""
        stands = self._stands
        stands[:] = _NOTHING_STANDS
        for i in range(16):
            place = state[i]
            if HOME < place < FIN and (place <= RING or i >> 2 == seat):
                stands[place] = (i >> 2) + 1

    def _singles(self, base: bytearray, seat: int, action: int, out: list) -> None:
        """Add the moves of one pawn: start, forward, backward (S4)."""
        steps = STEP_OF[seat]
        path = PATH[seat]
        forward = FORWARD[action]
        backward = BACKWARD[action]
        last = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            place = base[i]
            if place == last or place == FIN:
                continue
            last = place
            if place == HOME:
                if STARTS[action]:
                    self._single(base, seat, HOME, start_circle(seat), out)
                continue
            step = steps[place]
            if forward and step + forward <= HOME_STEP:
                self._single(base, seat, place, path[step + forward], out)
            if backward:
                step -= backward
                self._single(base, seat, place, path[step if step >= 0 else step + RING], out)

    def _single(self, base: bytearray, seat: int, place: int, to: int, out: list) -> None:
        at = self._at
        at[:] = self._stands
        work = bytearray(base)
        ops = bytearray()
        if self._go(work, at, seat, place, to, ops):
            out.append(self._done(work, seat, ops))

    def _done(self, work: bytearray, seat: int, ops: bytearray) -> tuple:
        """Return (state, move); four pawns in HOME end the game (S12)."""
        if work[4 * seat] == FIN:
            work[TURN] = NOBODY
            work[WINNER] = 1 << seat
        return bytes(work), bytes(ops)

    def _go(
        self, work: bytearray, at: bytearray, seat: int, place: int, to: int, ops: bytearray
    ) -> int:
        """Make one part of a move on `work` and `at`, S6 and S7; append its operations."""
        who = at[to]
        kind = _PLAIN
        if who == seat + 1:
            if not self._bump_own:
                return _ILLEGAL
            kind = _SPECIAL
        end = SLIDE[seat][to] or to
        ops.extend(bytes((STEP, seat, place, end)))
        if who:
            self._send(work, at, who - 1, to, ops)
        at[place] = 0
        if end != to:
            kind = _SPECIAL
            self._slide(work, at, to, end, ops)
        replace(work, seat, place, end)
        if end != FIN:
            at[end] = seat + 1
        return kind

    def _slide(self, work: bytearray, at: bytearray, to: int, end: int, ops: bytearray) -> None:
        """Send every pawn on a slide's other spaces to its START (S7)."""
        for place in range(to + 1, end + 1):
            if at[place]:
                self._send(work, at, at[place] - 1, place, ops)

    def _send(self, work: bytearray, at: bytearray, seat: int, place: int, ops: bytearray) -> None:
        at[place] = 0
        replace(work, seat, place, HOME)
        ops.extend(bytes((BUMP, seat, place, 0)))

    def _splits(self, base: bytearray, seat: int, out: list) -> None:
        """Add the moves of a 7 in two parts by two different pawns (S10)."""
        first = 4 * seat
        for i in range(first, first + 3):
            for j in range(i + 1, first + 4):
                a = base[i]
                b = base[j]
                if a == HOME or b == FIN:
                    continue
                for part in range(1, 7):
                    # Plain parts give the same in either order, if both orders are legal.
                    if self._split(base, seat, a, part, b, out) != _PLAIN:
                        self._split(base, seat, b, 7 - part, a, out)

    def _split(self, base: bytearray, seat: int, a: int, part: int, b: int, out: list) -> int:
        """Add pawn `a` going `part` forward, then pawn `b` the rest, if legal."""
        path = PATH[seat]
        step_a = STEP_OF[seat][a] + part
        step_b = STEP_OF[seat][b] + 7 - part
        if step_a > HOME_STEP or step_b > HOME_STEP:
            # The other order fails as well.
            return _PLAIN
        at = self._at
        at[:] = self._stands
        work = bytearray(base)
        ops = bytearray()
        kind = self._go(work, at, seat, a, path[step_a], ops)
        if (
            kind == _ILLEGAL
            or at[b] != seat + 1
            or (kind == _SPECIAL and (SLIDE[seat][path[step_a]] or path[step_a]) == b)
        ):
            # The first part is illegal, or has sent the second pawn to START.
            return _ILLEGAL
        second = self._go(work, at, seat, b, path[step_b], ops)
        if second == _ILLEGAL:
            return _ILLEGAL
        out.append(self._done(work, seat, ops))
        return kind if kind > second else second

    def _changes(self, base: bytearray, seat: int, out: list) -> None:
        """Add the changes of places of an 11 (S11)."""
        for i in range(4 * seat, 4 * seat + 4):
            a = base[i]
            if not HOME < a <= RING:
                continue
            for j in range(16):
                b = base[j]
                if j >> 2 != seat and HOME < b <= RING:
                    self._change(base, seat, a, j >> 2, b, out)

    def _change(self, base: bytearray, seat: int, a: int, other: int, b: int, out: list) -> None:
        work = bytearray(base)
        replace(work, seat, a, b)
        replace(work, other, b, a)
        ops = bytearray((SWAP | other << 4, seat, a, b))
        end = SLIDE[seat][b]
        if end:
            at = self._at
            at[:] = self._stands
            at[a] = other + 1
            ops.extend(bytes((STEP, seat, b, end)))
            self._slide(work, at, b, end, ops)
            replace(work, seat, b, end)
        out.append(self._done(work, seat, ops))

    def _sorry(self, base: bytearray, seat: int, out: list) -> None:
        """Add the pawns a Sorry! card can replace (S4, S11)."""
        if base[4 * seat] != HOME:
            return
        for j in range(16):
            b = base[j]
            if j >> 2 != seat and HOME < b <= RING:
                self._single(base, seat, HOME, b, out)

    def has_won(self, state: "bytes | bytearray", mask: int) -> bool:
        """Return whether the one seat of the mask has four pawns in HOME (S12)."""
        for seat in self.seats:
            if mask == 1 << seat:
                return bytes(state[4 * seat : 4 * seat + 4]) == _ALL_AT_HOME
        return False

    def validate(self, state: "bytes | bytearray") -> None:
        """Check Sorry!'s impossible positions: two pawns on one track or safety space.

        Raises:
            BadPosition: the position cannot be; `field` is the colour.
        """
        for seat in self.seats:
            for i in range(4 * seat, 4 * seat + 4):
                place = state[i]
                if not HOME < place < FIN:
                    continue
                for j in range(i):
                    if state[j] == place and (place <= RING or j >> 2 == seat):
                        where = str(place - 1) if place <= RING else "z%d" % (place - RING)
                        raise BadPosition(
                            self.colours[seat],
                            "%s is taken by %s" % (where, self.colours[j >> 2]),
                        )
