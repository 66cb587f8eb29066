# SPDX-License-Identifier: Apache-2.0
"""What two tables have agreed on: every move with its throw or card, and every move taken back.

Entry n is written by the side that is to act in position n, and by nobody else; so two sides never write the same one.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

Entry = dict[str, Any]
"""`n`, and `card` and `position` (the line after it), or `back`."""


class Wrong(ValueError):
    """An entry that cannot be: the other side plays by other rules, or cheats."""


class Log:
    """A game as both sides have it.

    Args:
        game: its rules.
        first: the seat that begins.

    Attributes:
        entries: what was agreed on.
        lines: the position before each entry, and the one after the last.
        forced: the throw or card that is in force again after a take-back, "" for none.
    """

    def __init__(self, game: Any, first: int):
        from rules.notation import position_text

        self.game = game
        self.entries: list[Entry] = []
        self.state = bytes(game.new(first))
        self.lines = [position_text(game, self.state)]
        self.forced = ""
        self._made: list[tuple[str, str]] = []  # position before each move that stands, its card
        self._pile: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many entries there are."""
        return len(self.entries)

    @property
    def line(self) -> str:
        """The position."""
        return self.lines[-1]

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
        """Whether there is a move to take back."""
        return bool(self._made)

    def card(self, draw: Callable[[int], int | None]) -> str:
        """Return the throw or card of the seat to act, "" while it cannot be known.

        Args:
            draw: draw(limit) gives the number that both sides have drawn for this entry, None while they have not.
        """
        if self.forced or not self.turn:
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
        states = [bytes(state) for state, _ in found] or [game.skip(self.state)]
        return {position_text(game, state): state for state in states}

    def add(self, entry: Entry, card: str) -> None:
        """Add the next entry.

        Args:
            entry: it.
            card: the throw or card of this entry, as `card` has it.

        Raises:
            Wrong: it is not possible here; nothing is added.
        """
        if entry.get("back") is True:
            self._go_back()
        else:
            line = entry.get("position")
            after = self.results(card).get(line) if card and isinstance(line, str) else None
            if entry.get("card") != card or after is None:
                raise Wrong(f"{entry.get('card')} to {line} is no move with {card} in {self.line}")
            if not self.forced and self.game.deck:
                self._full()[card] -= 1
            self._made.append((self.line, card))
            self.forced = ""
            self._go(after, str(line))
        self.entries.append(entry)

    def _go_back(self) -> None:
        from rules.parse import parse_position

        if not self._made:
            raise Wrong("there is no move to take back")
        line, self.forced = self._made.pop()
        self._go(bytes(parse_position(line)[1]), line)

    def _go(self, state: bytes, line: str) -> None:
        self.state = state
        self.lines.append(line)
