# SPDX-License-Identifier: Apache-2.0
"""What two tables have agreed on: every move with its throw or card, and every move taken back.

Entry n is written by the side that is to act in position n, and by nobody else; so two sides never write the same one.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

Entry = dict[str, Any]
"""`n`, and one of these: `card` and `position` (the line after it), with hands also `copy`; `fold`: cards; `back`."""

Card = tuple[str, int]
"""A card of a hand: its name and which copy it is."""

Place = tuple[str, list[Any] | None, dict[str, int]]
"""Where a game is: the position; with hands, which a fold may leave in the same one, also whose deal it is and which one,
and how many cards each seat holds."""


def place_of(said: dict[str, Any]) -> Place:
    """Return where a table is, by its answer to `state`."""
    return str(said["firmware"]), said.get("deal"), said["hand_counts"]


class Wrong(ValueError):
    """An entry that cannot be: the other side plays by other rules, or cheats."""


class _Before(NamedTuple):
    """What a take-back restores."""

    line: str
    card: str
    round: bytes
    deal: int
    laid: int


class Log:
    """A game as both sides have it.

    Args:
        game: its rules.
        first: the seat that begins.

    Attributes:
        entries: what was agreed on.
        lines: the position before each entry, and the one after the last.
        places: where the game is, as often.
        forced: the throw or card that is in force again after a take-back, "" for none.
        round: the bookkeeping of the hands, None for a game without.
        deals: with hands (number of the shuffle, deal of it) of every deal, both from 0.
        laid: with hands every card that was laid down: (number of the deal, colour, card).
    """

    def __init__(self, game: Any, first: int):
        from rules.notation import position_text

        self.game = game
        self.entries: list[Entry] = []
        self.state = bytes(game.new(first))
        self.lines = [position_text(game, self.state)]
        self.forced = ""
        self.round = game.round(None, self.state[16])
        self.places = [self._place()]
        self.deals = [(0, 0)]
        self.laid: list[tuple[int, str, Card]] = []
        self._made: list[_Before] = []  # each move that stands
        self._pile: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many entries there are."""
        return len(self.entries)

    @property
    def line(self) -> str:
        """The position."""
        return self.lines[-1]

    def _place(self) -> Place:
        deal, colours = self.round, self.game.colours
        if deal is None:
            return self.line, None, {}
        counts = {colours[seat]: deal.hand(seat) for seat in self.game.seats}
        return self.line, [colours[deal.dealer], deal.deal], counts

    @property
    def turn(self) -> str:
        """The colour that is to act, "" when the game is over."""
        seat = self.state[16]
        return str(self.game.colours[seat]) if seat < 4 else ""

    def colour(self, n: int) -> str:
        """Return the colour that was to act before an entry, "" after the end."""
        from rules.parse import parse_position

        seat = parse_position(self.lines[n])[1][16]
        return str(self.game.colours[seat]) if seat < 4 else ""

    @property
    def can_go_back(self) -> bool:
        """Whether there is a move to take back; what a new deal has covered stands."""
        return bool(self._made) and self._made[-1].deal == len(self.deals)

    def card(self, draw: Callable[[int], int | None]) -> str:
        """Return the throw or card of the seat to act, "" while it cannot be known.

        Args:
            draw: draw(limit) gives the number that both sides have drawn for this entry, None while they have not.
        """
        if self.forced or not self.turn or self.round is not None:
            return self.forced
        pile = self._full()
        number = draw(pile.total())
        return "" if number is None else list(pile.elements())[number]

    def _full(self) -> Counter[str]:
        """Return the pile that is drawn from: a new one when it is used up (S3), six numbers of a die."""
        game = self.game
        if not game.deck:
            return Counter(game.actions)
        if not self._pile.total():
            self._pile = Counter(dict(zip(game.actions, game.deck, strict=True)))
        return self._pile

    def results(self, card: str) -> dict[str, bytes]:
        """Return line -> state of every position that a throw or card may lead to from here."""
        from rules.notation import position_text

        game = self.game
        found = game.results(self.state, game.actions.index(card)) if card in game.actions else []
        states = [bytes(state) for state, _ in found]
        if not states and not game.must_play:
            states = [game.skip(self.state)]
        states = [self._handed_on(state) for state in states]
        return {position_text(game, state): state for state in states}

    def _handed_on(self, state: bytes) -> bytes:
        """Return a state in which it is the turn of who still holds cards."""
        if self.round is None or state[17]:
            return state
        after = self._round_of(self.round.to_bytes())
        after.play(self.state[16], 0, 0)
        return state[:16] + bytes((after.turn,)) + state[17:]

    def _round_of(self, data: bytes) -> Any:
        return self.game.round(data)

    def add(self, entry: Entry, card: str) -> None:
        """Add the next entry.

        Args:
            entry: it.
            card: the throw or card of this entry, as `card` has it; with hands that of the entry.

        Raises:
            Wrong: it is not possible here; nothing is added.
        """
        if entry.get("back") is True:
            self._go_back()
        elif "fold" in entry:
            self._fold(entry["fold"])
        else:
            line = entry.get("position")
            after = self.results(card).get(line) if card and isinstance(line, str) else None
            if entry.get("card") != card or after is None:
                raise Wrong(f"{entry.get('card')} to {line} is no move with {card} in {self.line}")
            if self.round is not None:
                self._lay([self._known((card, entry.get("copy")))], after)
            else:
                if not self.forced and self.game.deck:
                    self._full()[card] -= 1
                self._remember(card)
            self.forced = ""
            self._go(after, str(line))
        self.entries.append(entry)

    def _remember(self, card: str) -> None:
        data = self.round.to_bytes() if self.round is not None else b""
        self._made.append(_Before(self.line, card, data, len(self.deals), len(self.laid)))

    def _known(self, card: Any) -> Card:
        """Return a card that may be laid down now. Raises Wrong."""
        name, copy = card
        game = self.game
        if name not in game.actions or type(copy) is not int:
            raise Wrong(f"{card} is no card")
        action = game.actions.index(name)
        if not 1 <= copy <= game.deck[action] or self.round.seen(action, copy):
            raise Wrong(f"{card} cannot be laid now")
        return name, copy

    def _lay(self, cards: list[Card], after: bytes | None) -> None:
        """Let the seat to act lay cards down: one that leads to a state, or a hand that is folded."""
        assert self.round is not None
        self._remember("")
        seat, colour = self.state[16], self.turn
        self.laid.extend((len(self.deals) - 1, colour, card) for card in cards)
        numbers = [(self.game.actions.index(name), copy) for name, copy in cards]
        if after is None:
            dealt = self.round.fold(seat, numbers)
        else:
            dealt = not after[17] and self.round.play(seat, *numbers[0])
        if dealt:
            shuffle, deal = self.deals[-1]
            gathers = self.round.deal == 1 or self.game.options.get("shuffle") == "deal"
            self.deals.append((shuffle + 1, 0) if gathers else (shuffle, deal + 1))

    def _fold(self, cards: Any) -> None:
        from rules.notation import position_text

        if self.round is None or not isinstance(cards, list):
            raise Wrong("nobody holds cards to fold")
        try:
            hand = [self._known(card) for card in cards]
        except (TypeError, ValueError):
            raise Wrong("a fold is not understood") from None
        if len(set(hand)) != self.round.hand(self.state[16]) or len(hand) != len(set(hand)):
            raise Wrong("a hand is folded that is not whole")
        if any(self.results(name) for name, _ in hand):
            raise Wrong("a hand is folded that can be played")
        before = self.state
        self._lay(hand, None)
        state = before[:16] + bytes((self.round.turn,)) + before[17:]
        self._go(state, position_text(self.game, state))

    def _go_back(self) -> None:
        from rules.parse import parse_position

        if not self.can_go_back:
            raise Wrong("there is no move to take back")
        before = self._made.pop()
        self.forced = before.card
        if self.round is not None:
            self.round = self._round_of(before.round)
            del self.laid[before.laid :]
        self._go(bytes(parse_position(before.line)[1]), before.line)

    def _go(self, state: bytes, line: str) -> None:
        self.state = state
        self.lines.append(line)
        self.places.append(self._place())
