# SPDX-License-Identifier: Apache-2.0
"""Why a pawn cannot move with a card: for the lights and the event stream.

The words are listed with a sentence each in `rules/README.md`.
"""

from micropython import const

from rules.game import HOME, NOBODY, TURN
from rules.games.partners import editions
from rules.games.partners.goal import locked

_RING = const(60)
_QUARTER = const(15)
_WALK = const(15)  # goal.STEPS
_WALLED = const(-1)  # of partners.py

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.partners.partners import Partners
    from rules.results import Results


def why_pawn(
    game: "Partners",
    state: "bytes | bytearray",
    action: int,
    seat: int,
    place: int,
    found: "Results | None" = None,
) -> "tuple | None":
    """Return why a pawn cannot move with a card: (word, place code), or None when it can."""
    if state[TURN] == NOBODY:
        return "game-over", NOBODY
    if place not in bytes(state[4 * seat : 4 * seat + 4]):
        return "no-pawn", place
    if action == editions.SEVEN:
        if found is None:
            found = game.results(state, action)
        if found.ends(seat, place):
            return None
    game.prepare(state)
    if action == editions.SWAP_CARD:
        return _why_swap(game, state, seat, place)
    return _why_pawn(game, state, action, seat, place)


def _why_pawn(
    game: "Partners", state: "bytes | bytearray", action: int, seat: int, place: int
) -> "tuple | None":
    """Return why a pawn cannot move with any card but the swap; the game is prepared."""
    if place > _RING and locked(place - _RING, game.circles[seat]):
        return "locked", place
    if seat != game.mover(state):
        return "not-yours", NOBODY
    if place == HOME:
        return None if editions.START in editions.CARDS[action] else ("needs-start-card", NOBODY)
    if action == editions.SEVEN:
        for steps in range(1, 8):
            if game.reach(seat, place, steps) > 0:
                return "rest-unusable", NOBODY
        return _why_steps(game, seat, place, 1)
    reason = ("only-from-home", NOBODY)
    for steps in editions.CARDS[action]:
        if steps != editions.START:
            why = _why_steps(game, seat, place, steps)
            if why is None:
                return None
            if reason[0] == "only-from-home":
                reason = why  # the shorter way of 1/14 tells more
    return reason


def _why_steps(game: "Partners", seat: int, place: int, steps: int) -> "tuple | None":
    """Return why a pawn cannot go this many steps; negative: back."""
    target = game.back(seat, place) if steps < 0 else game.reach(seat, place, steps)
    if target > 0:
        return None
    if target == _WALLED:
        return "wall", _wall(place, steps)
    if steps < 0:
        return "in-goal", place
    return _why_goal(game, seat, place, steps)


def _wall(place: int, steps: int) -> int:
    """Return the start space a move meets: the next one ahead, or the one behind."""
    quarter = (place - 1) // _QUARTER
    if steps > 0:
        quarter = (quarter + 1) & 3
    return quarter * _QUARTER + 1


def _why_goal(game: "Partners", seat: int, place: int, steps: int) -> tuple:
    """Return which pawn in the goal stops a walk (P11, P12)."""
    taken = game.circles[seat]
    if place <= _RING:
        return "no-room-to-turn", _RING + 1
    circle = place - _RING
    walk = (circle << 4 | taken & ~(1 << (circle - 1))) * _WALK
    last = 0
    while last < steps and game.goal[walk + last + 1]:
        last += 1
    if not last:
        return "blocked", place + 1
    return "blocked", _RING + game.goal[walk + last] - 1


def _why_swap(
    game: "Partners", state: "bytes | bytearray", seat: int, place: int
) -> "tuple | None":
    if place == HOME:
        return "at-home", NOBODY
    if place > _RING:
        return "in-goal", place
    if not game.swappable(seat, place):
        return "protected", place
    for i in range(16):
        if state[i] != place and game.swappable(i >> 2, state[i]):
            return None
    return "nothing-to-swap", NOBODY
