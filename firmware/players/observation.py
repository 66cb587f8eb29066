# SPDX-License-Identifier: Apache-2.0
"""What a seat knows: the position, its own cards, and what everybody at the table has seen.

Nothing else reaches a player, so that it cannot use what its seat could not know.
"""

from rules.game import NOBODY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.game import Game
    from rules.round import Round


class Observation:
    """One seat's view of the game.

    Attributes:
        state: position, 20 bytes.
        seat: who looks, 0..3.
        hand: actions of the cards it may use now; for a throw or a drawn card that one.
        counts: cards in the hand of each seat, 4 bytes; 0 for who is out of this deal.
        seen: copies of each action laid down since the deck was gathered.
        given: action of the card passed to the partner in this deal that has not been
            played since, NOBODY for none.
    """

    def __init__(
        self,
        state: "bytes | bytearray",
        seat: int,
        hand: "bytes | bytearray",
        counts: "bytes | bytearray" = b"\0\0\0\0",
        seen: "bytes | bytearray" = b"",
        given: int = NOBODY,
    ) -> None:
        self.state = state
        self.seat = seat
        self.hand = hand
        self.counts = counts
        self.seen = seen
        self.given = given

    def unseen(self, game: "Game") -> bytearray:
        """Return how many copies of each action lie where this seat cannot look.

        The card passed to the partner counts: the seat knows where it is, but others may
        still be met by it.
        """
        left = bytearray(game.deck or bytes(len(game.actions)))
        for action in range(len(self.seen)):
            left[action] -= min(left[action], self.seen[action])
        for action in self.hand:
            if left[action]:
                left[action] -= 1
        return left


def of_round(
    game: "Game",
    state: "bytes | bytearray",
    deal: "Round",
    seat: int,
    hand: "bytes | bytearray",
    given: int = NOBODY,
) -> Observation:
    """Return a Partners seat's observation from the round's public counts and its own hand."""
    seen = bytearray(len(game.actions))
    for action in range(len(seen)):
        for copy in range(1, game.deck[action] + 1):
            if deal.seen(action, copy):
                seen[action] += 1
    counts = bytes([deal.hand(other) for other in range(4)])
    return Observation(bytes(state), seat, bytes(hand), counts, bytes(seen), given)
