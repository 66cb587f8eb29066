# SPDX-License-Identifier: Apache-2.0
"""Why a pawn cannot move with a throw: for lights and event stream.

The words are listed in the README beside this file.
"""

from rules.game import HOME, NOBODY, TURN
from rules.games.ludo.track import GOAL_STEP, PATH, STEP_OF

_SIX = 6

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.ludo.ludo import Ludo
    from rules.results import Results


def why_pawn(
    game: "Ludo",
    state: "bytes | bytearray",
    action: int,
    seat: int,
    place: int,
    found: "Results | None",
) -> "tuple | None":
    """Return why a pawn cannot move with a throw; see `Game.why_not`."""
    first = end = 0
    if place != HOME:
        first = STEP_OF[seat][place] + 1
        end = first + action
        if end > GOAL_STEP:
            return "past-goal", NOBODY
    elif action + 1 != _SIX:
        return "needs-six", NOBODY
    nearest = NOBODY
    for step in game.barriers(state, seat):
        if first <= step <= end and step < nearest:
            nearest = step
    return None if nearest == NOBODY else ("barrier", PATH[seat][nearest])


def why_none(
    game: "Ludo", state: "bytes | bytearray", action: int, found: "Results | None" = None
) -> tuple:
    """Return why a throw moves no pawn: a pawn on the board says more than one in the yard."""
    seat = state[TURN]
    if seat == NOBODY:
        return "game-over", NOBODY
    best = ("no-move", NOBODY)
    for i in range(4 * seat, 4 * seat + 4):
        reason = game.why(state, action, seat, state[i])
        if reason is None or reason[0] == "finished":
            continue
        if reason[0] == "barrier":
            return reason
        best = reason
    return best
