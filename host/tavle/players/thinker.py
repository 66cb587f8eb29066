# SPDX-License-Identifier: Apache-2.0
"""A computer player who sits at a table by hands of its own: what its seat may know in, a card and a move out."""

from typing import Any, NamedTuple

from tavle.players import arena
from tavle.sim.cards import CardIndex

LEVELS = tuple(level for level in arena.LEVELS if level != "random")


class Known(NamedTuple):
    """What everybody at the table knows of the cards.

    Attributes:
        counts: cards in the hand of each seat.
        seen: copies of each action laid down since the deck was gathered.
        given: action of the card that each seat has passed in this deal, None for none.
    """

    counts: bytes = bytes(4)
    seen: bytes = b""
    given: tuple[int | None, ...] = (None,) * 4

    def seen_by(self, state: bytes, seat: int, hand: list[CardIndex]) -> Any:
        """Return what one seat knows."""
        from players.observation import Observation
        from rules.game import NOBODY

        given = self.given[seat]
        cards = bytes(sorted(action for action, _ in hand))
        passed = NOBODY if given is None else given
        return Observation(state, seat, cards, self.counts, self.seen, passed)


class Thinker:
    """Chooses cards and moves for a seat of which the table knows no level.

    Args:
        level: one of `LEVELS`.
        game: the rules.
        seed: decides what is left to chance.

    Attributes:
        player: who chooses, with what speaks for its last choice.

    Raises:
        ValueError: nobody plays this rulebook.
    """

    def __init__(self, level: str, game: Any, seed: int):
        from players.chance import Chance

        self.level = level
        self.player = arena.make(level, game)
        self._chance = Chance(seed)

    def move(
        self, state: bytes, hand: list[CardIndex], known: Known
    ) -> tuple[CardIndex, bytes, bytes] | None:
        """Return (card, result, move), None when no card of the hand can be used."""
        from players import decide

        player = decide(self.player, known.seen_by(state, state[16], hand), self._chance)
        card = next((card for card in hand if card[0] == player.action), None)
        return None if card is None else (card, bytes(player.after), bytes(player.move))

    def give(self, state: bytes, seat: int, hand: list[CardIndex], known: Known) -> CardIndex:
        """Return the card to pass to the partner (P6)."""
        player = self.player
        looks = bytearray(state)
        looks[16] = seat
        for _ in player.exchange(known.seen_by(bytes(looks), seat, hand), self._chance):
            pass
        return next((card for card in hand if card[0] == player.action), hand[0])
