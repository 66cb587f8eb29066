# SPDX-License-Identifier: Apache-2.0
"""Plank, a race for two on a straight track: the legal results of a throw.

K1  Red and blue have a pawn each, at home at either end of a plank of six spaces. Red goes up from space 0, blue down from space 5.
K2  A throw is a 1 or a 2. The pawn goes that far, forward or back, as its player likes; back never further than the first space.
K3  Pawns pass freely. Who lands on the other pawn sends it home.
K4  The first on the last space before the other's home wins. Beyond it nobody goes: some way there always is, so every throw is used.
"""

from rules.game import FIRST, HOME, NOBODY, TURN, WINNER, BadPosition, Game
from rules.moves import bump, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.results import Results

SEATS = (0, 2)
RING = 6


def steps_of(seat: int, place: int) -> int:
    """Return how far a pawn has come: 0 at home, RING where it has won; and the place that is so far."""
    return place if seat == 0 or place == HOME else RING + 1 - place


class Plank(Game):
    """Plank; an action is a throw minus one."""

    colours = ("red", "yellow", "blue", "green")
    actions = ("1", "2")
    ring = RING
    pawns = 1
    family = "plank"
    deck_id = 128
    die = True
    house = (FIRST,)

    def __init__(self, rulebook: str, options: dict) -> None:
        self.rulebook = rulebook
        Game.__init__(self, SEATS, options)

    def moves(self, state: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a throw; see `Game.moves`."""
        seat = state[TURN]
        place = state[4 * seat]
        come = steps_of(seat, place)
        found = []
        for to in (come + action + 1, come - action - 1):
            if 1 <= to <= RING:
                found.append(self._moved(state, seat, place, steps_of(seat, to)))
        return found

    def _moved(self, state: bytes, seat: int, place: int, to: int) -> tuple:
        """Return (state, move) after the seat's pawn went from `place` to `to` (K3, K4)."""
        after = bytearray(state)
        other = self.next_seat(seat)
        move = step(seat, place, to)
        after[4 * seat] = to
        if state[4 * other] == to:
            after[4 * other] = HOME
            move += bump(other, to)
        after[TURN] = other
        if self.has_won(after, 1 << seat):
            after[TURN] = NOBODY
            after[WINNER] = 1 << seat
        return bytes(after), move

    def has_won(self, state: "bytes | bytearray", mask: int) -> bool:
        """Return whether the seat of the bit mask has come to its last space (K4)."""
        for seat in SEATS:
            if mask == 1 << seat:
                return steps_of(seat, state[4 * seat]) == RING
        return False

    def why_not(
        self,
        state: "bytes | bytearray",
        action: int,
        seat: int,
        place: int,
        found: "Results | None",
    ) -> "tuple | None":
        """Return None: the pawn of the seat to act always has a way."""
        return None

    def validate(self, state: "bytes | bytearray") -> None:
        """Check the positions that cannot be.

        Raises:
            BadPosition: two pawns on one space, or both have won.
        """
        red, blue = state[0], state[8]
        if red != HOME and red == blue:
            raise BadPosition("blue", "two pawns on one space (K3)")
        if red == RING and blue == 1:
            raise BadPosition("blue", "both have won (K4)")
