# SPDX-License-Identifier: Apache-2.0
"""Sorry! (rulebook 003): the legal results of a card, rulings S1-S12.

Options: `own_landing` (`illegal`: no landing on an own pawn; `bump`: the own pawn goes back
to START, the rulebook's letter). A change of places that ends on a slide is the operations
SWAP and STEP: apply a move's operations in order.
"""

from rules.game import FIRST, HOME, NOBODY, TURN, BadPosition, Game
from rules.games.sorry.making import ILLEGAL, PLAIN, Making
from rules.games.sorry.reasons import why_none, why_pawn
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

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable


class Sorry(Game):
    """Sorry! for the seats in play; an action is a card, its index in `actions`."""

    colours = ("red", "blue", "yellow", "green")
    actions = ACTIONS
    ring = RING
    row = ROW
    fin = FIN
    enters = bytes([start_circle(seat) for seat in range(4)])
    family = "sorry"
    deck = COPIES
    deck_id = 3
    why_not = why_pawn
    why_card = why_none
    house = (
        ("own_landing", ("illegal", "bump"), True),  # H5 (S6)
        ("out", ("0", "1"), False),  # H6
        FIRST,
    )

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        self.rulebook = rulebook
        Game.__init__(self, seats, options)
        self.bumps_own = self.options["own_landing"] == "bump"

    def new(self, turn: "int | None" = None) -> bytearray:
        """Return the start position; with the house rule `out` a pawn stands on each start circle (H6)."""
        state = Game.new(self, turn)
        if self.options["out"] == "1":
            for seat in self.seats:
                state[4 * seat + 3] = start_circle(seat)
        return state

    def moves(self, state: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a card; see `Game.moves`. None: the turn continues (S5)."""
        base = bytearray(state)
        seat = base[TURN]
        if action != A_TWO:
            base[TURN] = self.next_seat(seat)
        making = Making(self.bumps_own, base, seat)
        found: list = []
        if action == A_SORRY:
            self._sorry(making, found)
            return found
        self._singles(making, action, found)
        if action == A_SEVEN:
            self._splits(making, found, poll)
        elif action == A_ELEVEN:
            self._changes(making, found, poll)
        elif action == A_TWO and not found:
            found.append((bytes(base), b""))
        return found

    def _singles(self, making: Making, action: int, found: list) -> None:
        """Add the moves of one pawn: start, forward, backward (S4)."""
        seat = making.seat
        forward = FORWARD[action]
        backward = BACKWARD[action]
        last = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            place = making.base[i]
            if place == last:
                continue
            last = place
            if place == HOME:
                if STARTS[action]:
                    self._single(making, HOME, start_circle(seat), found)
            elif place != FIN:
                step = STEP_OF[seat][place]
                if forward and step + forward <= HOME_STEP:
                    self._single(making, place, PATH[seat][step + forward], found)
                if backward:
                    self._single(making, place, self.behind(seat, place, backward), found)

    def behind(self, seat: int, place: int, steps: int) -> int:
        """Return the place code some steps behind a pawn, which may stand in its zone (S8, S9)."""
        step = STEP_OF[seat][place] - steps
        return PATH[seat][step if step >= 0 else step + RING]

    def _single(self, making: Making, place: int, to: int, found: list) -> None:
        making.begin()
        if making.go(place, to) != ILLEGAL:
            found.append(making.end())

    def _splits(self, making: Making, found: list, poll: "Callable[[], object]") -> None:
        """Add the moves of a 7 in two parts by two different pawns (S10)."""
        first = 4 * making.seat
        for i in range(first, first + 3):
            for j in range(i + 1, first + 4):
                a = making.base[i]
                b = making.base[j]
                if a == HOME or b == FIN:
                    continue
                for part in range(1, 7):
                    poll()
                    # Plain parts give the same in either order, if both orders are legal.
                    if self._split(making, a, part, b, found) != PLAIN:
                        self._split(making, b, 7 - part, a, found)

    def _split(self, making: Making, a: int, part: int, b: int, found: list) -> int:
        """Add pawn `a` going `part` forward, then pawn `b` the rest, if legal."""
        seat = making.seat
        step_a = STEP_OF[seat][a] + part
        step_b = STEP_OF[seat][b] + 7 - part
        if step_a > HOME_STEP or step_b > HOME_STEP:
            return PLAIN  # the other order fails as well
        making.begin()
        first = making.go(a, PATH[seat][step_a])
        if first == ILLEGAL or making.lost(b):
            return ILLEGAL
        second = making.go(b, PATH[seat][step_b])
        if second == ILLEGAL:
            return ILLEGAL
        found.append(making.end())
        return first if first > second else second

    def _changes(self, making: Making, found: list, poll: "Callable[[], object]") -> None:
        """Add the changes of places of an 11 (S11), or declining them."""
        seat = making.seat
        may_decline = not found
        for i in range(4 * seat, 4 * seat + 4):
            a = making.base[i]
            if not HOME < a <= RING:
                continue
            for j in range(16):
                b = making.base[j]
                if j >> 2 != seat and HOME < b <= RING:
                    poll()
                    making.begin()
                    making.change(a, j >> 2, b)
                    found.append(making.end())
        if may_decline and found:
            found.append((bytes(making.base), b""))

    def _sorry(self, making: Making, found: list) -> None:
        """Add the pawns a Sorry! card can replace (S4, S11)."""
        seat = making.seat
        if making.base[4 * seat] != HOME:
            return
        for j in range(16):
            b = making.base[j]
            if j >> 2 != seat and HOME < b <= RING:
                self._single(making, HOME, b, found)

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
