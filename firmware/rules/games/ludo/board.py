# SPDX-License-Identifier: Apache-2.0
"""What every Ludo has in common: the board, the die, and who waits at home."""

from rules.game import HOME, Game
from rules.games.ludo.track import FIN, RING, ROW, frifelt


class OnLudoBoard(Game):
    """A game on the Ludo board for the seats in play; an action is a throw minus one.

    Attributes:
        shared: places where pawns of several colours may stand.
    """

    colours = ("red", "yellow", "blue", "green")
    actions = ("1", "2", "3", "4", "5", "6")
    ring = RING
    row = ROW
    fin = FIN
    enters = bytes([frifelt(seat) for seat in range(4)])
    shared = b""
    family = "ludo"
    deck_id = 2  # of the cards with a number each, for those who throw a real die
    die = True

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        self.rulebook = rulebook
        Game.__init__(self, seats, options)

    def waits(self, state: "bytes | bytearray", seat: int) -> bool:
        """Return whether a seat has no pawn in play: all in the yard or the goal (L4)."""
        for i in range(4 * seat, 4 * seat + 4):
            if HOME < state[i] < FIN:
                return False
        return True

    def barriers(self, state: "bytes | bytearray", seat: int) -> "bytes | bytearray":
        """Return the steps on a seat's path where pawns stand that stop it: none."""
        return b""

    def validate(self, state: "bytes | bytearray") -> None:
        """Check the positions that cannot be.

        Raises:
            BadPosition: the position cannot be.
        """
        from rules.games.ludo.check import check  # not in a game

        check(self, state)
