# SPDX-License-Identifier: Apache-2.0
"""The one door from the players to the rules: the results of a card, by index."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.game import Game


class Results:
    """The distinct legal results of one action; `make`, then `state` and `move` by index."""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._found = game.buffer()

    def make(self, state: "bytes | bytearray", action: int) -> int:
        """Make the results of an action and return how many there are."""
        return len(self._game.results(state, action, self._found))

    def slices(self, state: "bytes | bytearray", action: int) -> "Iterator":
        """Make them in slices; `count` tells how many there are when it ends."""
        return self._game.slices(state, action, self._found)

    def count(self) -> int:
        """Return how many results there are."""
        return self._found.n

    def state(self, index: int) -> bytes:
        """Return the state after a result."""
        return self._found.state(index)

    def move(self, index: int) -> bytes:
        """Return the operations of a result."""
        return self._found.move(index)
