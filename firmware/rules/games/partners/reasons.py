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
_LAST = const(14)  # offset of the space before the next start
_ROW = const(4)
_WALLED = const(-1)  # of partners.py
_NO_WAY = const(-2)

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.partners.partners import Partners
    from rules.results import Results


def idle(game: "Partners", state: "bytes | bytearray", seat: int, place: int) -> "tuple | None":
    """Return why no card moves a pawn; see `Game.why_idle`. Cards move pawns of all seats, and one in the goal may go on."""
    if state[TURN] == NOBODY:
        return "game-over", NOBODY
    if place not in bytes(state[4 * seat : 4 * seat + 4]):
        return "no-pawn", place
    return None


def why_pawn(
    game: "Partners",
    state: "bytes | bytearray",
    action: int,
    seat: int,
    place: int,
    found: "Results | None",
) -> "tuple | None":
    """Return why a pawn cannot move with a card; see `Game.why_not`."""
    card = game.cards[action]
    if card[-1] > editions.SWAP:
        if found is None:
            found = game.results(state, action)
        if found.ends(seat, place):
            return None
    game.prepare(state)
    if card[0] == editions.SWAP or card[0] == editions.MINE:
        return _why_swap(game, state, seat, place, card[0] == editions.MINE)
    others = card[-1] - editions.OTHERS
    if others > 0 and (card[0] > editions.OTHERS or seat != game.mover(state)):
        return _why_other(game, state, seat, place, others)
    return _why_pawn(game, state, card, seat, place)


def _why_pawn(
    game: "Partners", state: "bytes | bytearray", card: tuple, seat: int, place: int
) -> "tuple | None":
    """Return why a pawn cannot move with a card that moves own ones; the game is prepared."""
    if place > _RING and locked(place - _RING, game.circles[seat]):
        return "locked", place
    if seat != game.mover(state):
        return "not-yours", NOBODY
    if place == HOME:
        if editions.START not in card:
            return "needs-start-card", NOBODY
        target = game.enter(seat)
        return None if target > 0 else ("own-pawn", _NO_WAY - target)
    if card[0] == editions.SPLIT:
        for steps in range(1, 8):
            if game.reach(seat, place, steps) > 0:
                return "rest-unusable", NOBODY
        return _why_steps(game, seat, place, 1)
    reason = ("only-from-home", NOBODY)
    for steps in card:
        if steps != editions.START and steps < editions.SWAP:
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
    if target < _NO_WAY:
        return "own-pawn", _NO_WAY - target
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
    if game.edition[editions.TURNS] == editions.NEVER:
        circle = place - _RING if place > _RING else 0
        last = steps + (circle or (place - 1) % _QUARTER - _LAST)
        while circle < last:
            if circle == _ROW:
                return "past-goal", NOBODY
            if taken >> circle & 1:
                return "blocked", _RING + circle + 1
            circle += 1
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


def _why_stays(game: "Partners", seat: int, place: int) -> "tuple | None":
    """Return why a pawn is neither swapped nor moved by others, None when it may be."""
    if place == HOME:
        return "at-home", NOBODY
    if place > _RING:
        return "in-goal", place
    if not game.swappable(seat, place):
        return "protected", place
    return None


def _why_swap(
    game: "Partners", state: "bytes | bytearray", seat: int, place: int, mine: bool
) -> "tuple | None":
    stays = _why_stays(game, seat, place)
    if stays is not None:
        return stays
    for i in range(0 if mine else 16):  # with `mine` it is known that there is none
        if state[i] != place and game.swappable(i >> 2, state[i]):
            return None
    return "nothing-to-swap", NOBODY


def _why_other(
    game: "Partners", state: "bytes | bytearray", seat: int, place: int, steps: int
) -> "tuple | None":
    """Return why a card that moves pawns of another colour does not move this one."""
    if seat == game.mover(state):
        return "not-own", NOBODY
    stays = _why_stays(game, seat, place)
    if stays is not None:
        return stays
    return _why_steps(game, seat, place, steps)
