# SPDX-License-Identifier: Apache-2.0
"""What a position of international or Danish Ludo is worth: as in the Norwegian one, but more spaces are safe."""

from players import ludo
from rules.games.ludo.track import RING

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from players.observation import Observation


class Judge(ludo.Judge):
    """Judges results for one seat."""

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the throw is used; a generator."""
        yield from super().prepare(seen)
        for place in range(1, RING + 1):
            if self.game.safe(place):
                self.threat[place] = 0
