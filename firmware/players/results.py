# SPDX-License-Identifier: Apache-2.0
"""The one door from the players to the rules: the results of a card, by index."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.game import Game


class Results:
    """The distinct legal results of one action; `make`, then `state` and `move` by index."""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._made = game.buffer()

    def make(self, state: "bytes | bytearray", action: int) -> int:
        """Make the results of an action and return how many there are."""
        self._made = self._game.results(state, action, self._made)
        return self._made.n

    def state(self, index: int) -> bytes:
        """Return the state after a result."""
        return self._made.state(index)

    def move(self, index: int) -> bytes:
        """Return the operations of a result."""
        return self._made.move(index)

    def clear(self) -> None:
        """Forget the results: their memory is needed for something else."""
        self._made.clear()
