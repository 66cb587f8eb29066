# SPDX-License-Identifier: Apache-2.0
"""Sorry! (rulebook 003): the legal results of a card, rulings S1-S12.

Options: `own_landing` (`illegal`: no landing on an own pawn; `bump`: the own pawn goes back
to START, the rulebook's letter). A change of places that ends on a slide is the operations
SWAP and STEP: apply a move's operations in order.
"""

from rules.game import HOME, NOBODY, TURN, BadPosition, Game
from rules.games.sorry import reasons
from rules.games.sorry.making import ILLEGAL, PLAIN, Making
from rules.games.sorry.track import (
    A_ELEVEN,
    A_SEVEN,
    A_SORRY,
    A_TWO,
    ACTIONS,
    BACKWARD,
    COPIES,
    FIN,
    FORWARD,
    HOME_STEP,
    PATH,
    RING,
    ROW,
    STARTS,
    STEP_OF,
    start_circle,
)

_ALL_AT_HOME = bytes([FIN] * 4)


class Sorry(Game):
    """Sorry! for the seats in play; an action is a card, its index in `actions`."""

    colours = ("red", "blue", "yellow", "green")
    actions = ACTIONS
    ring = RING
    row = ROW
    fin = FIN
    deck = COPIES
    defaults = {"own_landing": "illegal"}

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        self.rulebook = rulebook
        Game.__init__(self, seats, options)
        self.bumps_own = self.options["own_landing"] == "bump"
        self._making = Making(self.bumps_own)

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
        base = bytearray(state)
        if action != A_TWO:
            base[TURN] = self.next_seat(seat)
        self._making.load(base, seat)
        out: list = []
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

    def _singles(self, base: bytearray, seat: int, action: int, out: list) -> None:
        """Add the moves of one pawn: start, forward, backward (S4)."""
        forward = FORWARD[action]
        backward = BACKWARD[action]
        last = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            place = base[i]
            if place == last:
                continue
            last = place
            if place == HOME:
                if STARTS[action]:
                    self._single(HOME, start_circle(seat), out)
            elif place != FIN:
                step = STEP_OF[seat][place]
                if forward and step + forward <= HOME_STEP:
                    self._single(place, PATH[seat][step + forward], out)
                if backward:
                    self._single(place, self.behind(seat, place, backward), out)

    def behind(self, seat: int, place: int, steps: int) -> int:
        """Return the place code some steps behind a pawn, which may stand in its zone (S8, S9)."""
        step = STEP_OF[seat][place] - steps
        return PATH[seat][step if step >= 0 else step + RING]

    def _single(self, place: int, to: int, out: list) -> None:
        making = self._making
        making.begin()
        if making.go(place, to) != ILLEGAL:
            out.append(making.end())

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
                    if self._split(seat, a, part, b, out) != PLAIN:
                        self._split(seat, b, 7 - part, a, out)

    def _split(self, seat: int, a: int, part: int, b: int, out: list) -> int:
        """Add pawn `a` going `part` forward, then pawn `b` the rest, if legal."""
        step_a = STEP_OF[seat][a] + part
        step_b = STEP_OF[seat][b] + 7 - part
        if step_a > HOME_STEP or step_b > HOME_STEP:
            return PLAIN  # the other order fails as well
        making = self._making
        making.begin()
        first = making.go(a, PATH[seat][step_a])
        if first == ILLEGAL or making.lost(b):
            return ILLEGAL
        second = making.go(b, PATH[seat][step_b])
        if second == ILLEGAL:
            return ILLEGAL
        out.append(making.end())
        return first if first > second else second

    def _changes(self, base: bytearray, seat: int, out: list) -> None:
        """Add the changes of places of an 11 (S11)."""
        making = self._making
        for i in range(4 * seat, 4 * seat + 4):
            a = base[i]
            if not HOME < a <= RING:
                continue
            for j in range(16):
                b = base[j]
                if j >> 2 != seat and HOME < b <= RING:
                    making.begin()
                    making.change(a, j >> 2, b)
                    out.append(making.end())

    def _sorry(self, base: bytearray, seat: int, out: list) -> None:
        """Add the pawns a Sorry! card can replace (S4, S11)."""
        if base[4 * seat] != HOME:
            return
        for j in range(16):
            b = base[j]
            if j >> 2 != seat and HOME < b <= RING:
                self._single(HOME, b, out)

    def remade(
        self, state: "bytes | bytearray", a: int, to: int, b: int = HOME, to_b: int = HOME
    ) -> bytes:
        """Return the move bytes of a pawn going from `a` onto `to`, then one from `b` (unless HOME).

        Empty when a part is illegal. For `reasons.ways`; the way is not checked.
        """
        making = self._making
        making.load(bytearray(state), state[TURN])
        making.begin()
        if making.go(a, to) == ILLEGAL:
            return b""
        if b != HOME and (making.lost(b) or making.go(b, to_b) == ILLEGAL):
            return b""
        return making.end()[1]

    def why(
        self, state: "bytes | bytearray", action: int, seat: int, place: int
    ) -> "tuple | None":
        """Return why a pawn cannot move with a card; see `Game.why`."""
        return reasons.why(self, state, action, seat, place)

    def why_card(self, state: "bytes | bytearray", action: int) -> tuple:
        """Return why a card cannot be used; see `Game.why_card`."""
        return reasons.why_card(self, state, action)

    def ways(self, state: "bytes | bytearray", action: int, move: bytes) -> list:
        """Return the spaces each moved pawn touches, its slide included; see `Game.ways`."""
        return reasons.ways(self, state, action, move)

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
