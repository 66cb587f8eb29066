# SPDX-License-Identifier: Apache-2.0
"""The way a pawn took: which spaces it touched, and the barrier it stops before (L7).

It may turn back in the goal, or jump from where the throw ends (Danish Ludo: D7, D9).
"""

from rules.game import HOME, replace
from rules.games.ludo.track import GOAL_STEP, PATH, ROW, STEP_OF
from rules.moves import steps

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.ludo.board import OnLudoBoard


def ways(game: "OnLudoBoard", state: "bytes | bytearray", action: int, move: bytes) -> list:
    """See `rules.ways.ways`."""
    told = []
    for seat, a, b in steps(move):
        path = PATH[seat] + bytes(reversed(PATH[seat][-1 - ROW : -1]))
        last = STEP_OF[seat][b]
        first = 0 if a == HOME else STEP_OF[seat][a] + 1
        after = bytearray(state)
        replace(after, seat, a, b)
        ahead: tuple = ()
        for barrier in game.barriers(after, seat):
            if barrier == last + 1:
                ahead = (path[barrier],)
        to = last if last >= first else 2 * GOAL_STEP - last
        if action >= 0 and a != HOME:
            to = first + action
        told.append((path[first : to + 1] + (b"" if path[to] == b else bytes((b,))), ahead))
    return told
