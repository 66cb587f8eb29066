# SPDX-License-Identifier: Apache-2.0
"""What the judges of all games share: pawns' worth by place, dangers by place, what a move changes."""

from rules.moves import SIZE, STEP, SWAP

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from typing import Any

WON = 10000


class Judge:
    """Judges results for one seat.

    Args:
        game: the game that is played.
        value: points of a pawn, by seat * places + place; place 0 is home.
        less: halvings of what other sides' pawns are worth.
        others: their points before that, where they are not as `value`.

    Attributes:
        threat: by ring place, how likely a pawn there is sent home before the next turn, of 256.
    """

    def __init__(
        self,
        game: "Any",
        value: "bytes | bytearray",
        less: int,
        others: "bytes | bytearray | None" = None,
    ) -> None:
        self.game = game
        self.value = value
        self.others = value if others is None else others
        self.places = len(value) // 4
        self.less = less
        self.threat = bytearray(game.ring + 1)
        self._nothing = bytes(game.ring + 1)
        self._seat = 0

    def begin(self, seat: int) -> None:
        """Get ready for a seat: no dangers are known yet."""
        self._seat = seat
        self.threat[:] = self._nothing

    def endanger(self, place: int, odds: int) -> None:
        """Add one more chance, of 256, of being sent home from a place."""
        was = self.threat[place]
        self.threat[place] = min(255, was + odds - (was * odds >> 8))

    def swing(self, move: bytes, seat: int) -> int:
        """Return what a move changes for the side of any seat, dangers left out."""
        value = self.value
        others = self.others
        places = self.places
        side = self.game.side(seat)
        points = 0
        for i in range(0, len(move), SIZE):  # in place: every move of a game played on comes here
            kind = move[i] & 15
            who = move[i + 1]
            table = value if side >> who & 1 else others
            base = who * places
            change = -table[base + move[i + 2]]
            if kind == STEP:
                change += table[base + move[i + 3]]
            elif kind == SWAP:
                change += table[base + move[i + 3]]
                other = move[i] >> 4
                table = value if side >> other & 1 else others
                base = other * places
                gone = table[base + move[i + 2]] - table[base + move[i + 3]]
                points += gone if side >> other & 1 else -(gone >> self.less)
            points += change if side >> who & 1 else -(change >> self.less)
        return points

    def kept(self, action: int) -> int:
        """Return what a card would be worth later; 0 where it cannot be kept."""
        return 0


class Race(Judge):
    """Judges the games in which every seat runs for itself, by a throw or a drawn card."""

    playout = "players.draws"

    def quick(self, after: "bytes | bytearray", seat: int) -> int:
        """Return what a position is worth to any seat, dangers left out."""
        points = 0
        for other in self.game.seats:
            table = self.value if other == seat else self.others
            base = other * self.places
            i = 4 * other
            total = (
                table[base + after[i]]
                + table[base + after[i + 1]]
                + table[base + after[i + 2]]
                + table[base + after[i + 3]]
            )
            points += total if other == seat else -(total >> self.less)
        return points
