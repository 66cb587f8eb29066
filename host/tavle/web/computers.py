# SPDX-License-Identifier: Apache-2.0
"""The seats that a computer plays: it chooses, and tidy hands do what it has chosen."""

from typing import Any, NamedTuple

from tavle.sim.cards import CardIndex
from tavle.sim.player import RuledHands, swapped
from tavle.sim.tidy_hands import Habit
from tavle.web.live import LiveSession

LEVELS = ("easy", "normal", "hard")


_PACE = Habit(lift_ms=450, carry_ms=550, between_ms=350)
_READ_MS = 900  # so that the others see which card it is
_FOLD_MS = 1500


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

    def seen_by(self, game: Any, state: bytes, seat: int, hand: list[CardIndex]) -> Any:
        """Return what one seat knows."""
        from players.observation import Observation
        from rules.game import NOBODY

        given = self.given[seat]
        cards = bytes(sorted(action for action, _ in hand))
        passed = NOBODY if given is None else given
        return Observation(state, seat, cards, self.counts, self.seen, passed)


class Thinker:
    """Chooses cards and moves, as the computer players of the firmware do.

    Args:
        level: one of `LEVELS`.
        seed: decides what is left to chance.
    """

    def __init__(self, level: str, seed: int):
        from players.chance import Chance

        self.level = level
        self._chance = Chance(seed)
        self._player: Any = None

    def _of(self, game: Any) -> Any:
        from players import load

        if self._player is None:
            self._player = load(self.level, game)
        return self._player

    def move(
        self, game: Any, state: bytes, hand: list[CardIndex], known: Known
    ) -> tuple[CardIndex, bytes, bytes] | None:
        """Return (card, result, move), None when no card of the hand can be used."""
        from players import decide

        player = decide(self._of(game), known.seen_by(game, state, state[16], hand), self._chance)
        card = next((card for card in hand if card[0] == player.action), None)
        return None if card is None else (card, bytes(player.after), bytes(player.move))

    def give(
        self, game: Any, state: bytes, seat: int, hand: list[CardIndex], known: Known
    ) -> CardIndex:
        """Return the card to pass to the partner (P6)."""
        player = self._of(game)
        looks = bytearray(state)
        looks[16] = seat
        for _ in player.exchange(known.seen_by(game, bytes(looks), seat, hand), self._chance):
            pass
        return next((card for card in hand if card[0] == player.action), hand[0])


class ComputerHands(RuledHands):
    """Hands that do what a thinker has chosen, at a pace that people can follow.

    Args:
        session: the table; a turn is about to begin.
        thinker: chooses.
        hand: cards of the seat; for a game without hands the card that was drawn, or nothing.
        known: what everybody knows of the cards.
    """

    def __init__(
        self, session: LiveSession, thinker: Thinker, hand: list[CardIndex], known: Known
    ):
        super().__init__(session, _PACE)
        self._thinker = thinker
        self._hand = hand
        self._known = known

    def take_turn(self) -> None:
        """Play one turn. Raises Disagreement when the table does not go along."""
        game, state = self._begin()
        colour = game.colours[state[16]]
        if game.die:
            self._press(colour)
            rolled = self._until("rolled")
            if rolled is not None:
                self._choose(game, state, [(rolled["value"] - 1, 0)], False)
            return
        if game.hand and not any(game.results(state, action) for action, _ in self._hand):
            self._press(colour, _FOLD_MS)
            for action, copy in self._hand:
                self._lay(action, copy)
                self._wait(600)
            self._until("folded")
            self._order(do="nocard")
            return
        self._choose(game, state, self._hand, True)

    def _choose(self, game: Any, state: bytearray, hand: list[CardIndex], cards: bool) -> None:
        chosen = self._thinker.move(game, bytes(state), hand, self._known)
        card, wanted, move = chosen or (hand[0], game.skip(state), b"")
        if cards:
            self._lay(*card)
            self._read_card(game, card[0])
            self._wait(_READ_MS)
        still = bytes(wanted[:16]) == bytes(state[:16]) and not swapped(move)
        if move and not still:
            self._move(game, move)
        self._accepted(game, state, wanted, still)
        if cards:
            self._order(do="nocard")
