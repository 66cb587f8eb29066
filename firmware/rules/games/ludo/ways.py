# SPDX-License-Identifier: Apache-2.0
"""The way a pawn took: which spaces it touched, and the barrier it stops before (L7)."""

from rules.game import HOME, replace
from rules.games.ludo.track import PATH, STEP_OF
from rules.moves import steps

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.ludo.ludo import Ludo


def ways(game: "Ludo", state: "bytes | bytearray", action: int, move: bytes) -> list:
    """See `rules.ways.ways`."""
    told = []
    for seat, a, b in steps(move):
        path = PATH[seat]
        last = STEP_OF[seat][b]
        first = 0 if a == HOME else STEP_OF[seat][a] + 1
        after = bytearray(state)
        replace(after, seat, a, b)
        ahead: tuple = ()
        for barrier in game.barriers(after, seat):
            if barrier == last + 1:
                ahead = (path[barrier],)
        told.append((path[first : last + 1], ahead))
    return told
