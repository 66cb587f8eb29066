# SPDX-License-Identifier: Apache-2.0
"""Why a pawn cannot move with a card: for lights and event stream.

The words are listed in the README beside this file.
"""

from rules.game import HOME, NOBODY, TURN, stands
from rules.games.sorry.track import (
    A_SEVEN,
    A_SORRY,
    BACKWARD,
    FORWARD,
    HOME_STEP,
    PATH,
    STARTS,
    STEP_OF,
    start_circle,
)

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.sorry.sorry import Sorry
    from rules.results import Results


def why_pawn(
    game: "Sorry",
    state: "bytes | bytearray",
    action: int,
    seat: int,
    place: int,
    found: "Results | None",
) -> "tuple | None":
    """Return why a pawn cannot move with a card: (word, place code), or None when it can."""
    if found is None:
        found = game.results(state, action)
    if found.ends(seat, place):
        return None
    if action == A_SORRY:
        return ("no-opponent" if place == HOME else "only-from-home"), NOBODY
    if place == HOME:
        return ("own-pawn", start_circle(seat)) if STARTS[action] else ("needs-start-card", NOBODY)
    return _why_steps(game, state, action, seat, place)


def _why_steps(
    game: "Sorry", state: "bytes | bytearray", action: int, seat: int, place: int
) -> tuple:
    """Return the reason of a pawn on the board that cannot use a card's steps."""
    path = PATH[seat]
    step = STEP_OF[seat][place]
    if not FORWARD[action]:
        return "own-pawn", game.behind(seat, place, BACKWARD[action])
    if step + FORWARD[action] <= HOME_STEP:
        return "own-pawn", path[step + FORWARD[action]]
    # A 7 that is too much takes the pawn home with a part; nobody can use the rest.
    return "rest-unusable" if action == A_SEVEN else "past-goal", NOBODY


def why_none(
    game: "Sorry", state: "bytes | bytearray", action: int, found: "Results | None" = None
) -> tuple:
    """Return why a card cannot be used: a pawn on the board says more than one in START."""
    seat = state[TURN]
    if seat == NOBODY:
        return "game-over", NOBODY
    if action == A_SORRY:
        at_start = stands(state, seat, HOME)
        return ("no-opponent" if at_start else "only-from-home"), NOBODY
    if found is None:
        found = game.results(state, action)
    best = ("no-move", NOBODY)
    for i in range(4 * seat, 4 * seat + 4):
        reason = game.why(state, action, seat, state[i], found)
        if reason is not None and reason[0] != "finished":
            best = reason
    return best
