# SPDX-License-Identifier: Apache-2.0
"""Why a pawn cannot move with a card, and the way a pawn took: for lights and event stream.

The words are listed in the README beside this file.
"""

from rules.game import HOME, NOBODY, TURN
from rules.games.sorry.making import ILLEGAL, Making
from rules.games.sorry.track import (
    A_SEVEN,
    A_SORRY,
    BACKWARD,
    FIN,
    FORWARD,
    HOME_STEP,
    PATH,
    RING,
    SLIDE,
    STARTS,
    STEP_OF,
    start_circle,
)
from rules.moves import STEP, SWAP

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.sorry.sorry import Sorry
    from rules.results import Results


def why(
    game: "Sorry",
    state: "bytes | bytearray",
    action: int,
    seat: int,
    place: int,
    found: "Results | None",
) -> "tuple | None":
    """Return why a pawn cannot move with a card: (word, place code), or None when it can."""
    if state[TURN] == NOBODY:
        return "game-over", NOBODY
    if seat != state[TURN]:
        return "not-yours", NOBODY
    if not _stands(state, seat, place):
        return "no-pawn", NOBODY
    if place == FIN:
        return "finished", NOBODY
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
    if action == A_SEVEN:
        for part in range(1, 7):
            if step + part > HOME_STEP:
                break
            to = path[step + part]
            if to == FIN or game.bumps_own or not _stands(state, seat, to):
                return "rest-unusable", NOBODY
    return "past-goal", NOBODY


def why_card(
    game: "Sorry", state: "bytes | bytearray", action: int, found: "Results | None"
) -> tuple:
    """Return why a card cannot be used: a pawn on the board says more than one in START."""
    seat = state[TURN]
    if seat == NOBODY:
        return "game-over", NOBODY
    if action == A_SORRY:
        at_start = _stands(state, seat, HOME)
        return ("no-opponent" if at_start else "only-from-home"), NOBODY
    if found is None:
        found = game.results(state, action)
    best = ("no-move", NOBODY)
    for i in range(4 * seat, 4 * seat + 4):
        reason = why(game, state, action, seat, state[i], found)
        if reason is not None and reason[0] != "finished":
            best = reason
    return best


def _stands(state: "bytes | bytearray", seat: int, place: int) -> bool:
    for i in range(4 * seat, 4 * seat + 4):
        if state[i] == place:
            return True
    return False


def ways(game: "Sorry", state: "bytes | bytearray", action: int, move: bytes) -> list:
    """Return the spaces each moved pawn touches, slides included; nothing is skirted.

    What fits is found by making the moves again: the same two places can be a straight way
    or a shorter one with a slide.
    """
    steps = []
    for i in range(0, len(move), 4):
        if move[i] & 15 == STEP:
            steps.append(i)
    if not steps:
        return []
    seat = move[steps[0] + 1]
    a = move[steps[0] + 2]
    if move[0] & 15 == SWAP:
        return [(_slide(seat, a), ())]
    best: list = []
    if len(steps) == 2:
        b = move[steps[1] + 2]
        for part in range(1, 7):
            first = _forward(seat, a, part)
            second = _forward(seat, b, 7 - part)
            if first and second and _remade(game, state, a, first[-1], b, second[-1]) == move:
                best = [(first + _slide(seat, first[-1]), ())]
                best.append((second + _slide(seat, second[-1]), ()))
        return best
    for each in range(len(FORWARD)) if action < 0 else (action,):
        for way in _walks(game, state, each, seat, a):
            if _remade(game, state, a, way[-1]) == move:
                whole = way + _slide(seat, way[-1])
                if not best or len(whole) < len(best[0][0]):
                    best = [(whole, ())]
    return best


def _remade(
    game: "Sorry", state: "bytes | bytearray", a: int, to: int, b: int = HOME, to_b: int = HOME
) -> bytes:
    """Return the move bytes of a pawn going from `a` onto `to`, then one from `b` (unless HOME).

    Empty when a part is illegal; the way is not checked.
    """
    making = Making(game.bumps_own, bytearray(state), state[TURN])
    making.begin()
    if making.go(a, to) == ILLEGAL:
        return b""
    if b != HOME and (making.lost(b) or making.go(b, to_b) == ILLEGAL):
        return b""
    return bytes(making.end()[1])


def _walks(game: "Sorry", state: "bytes | bytearray", action: int, seat: int, place: int) -> list:
    """Return the ways one pawn could go with a card, without the slide."""
    found = []
    if place == HOME:
        if STARTS[action]:
            found.append(bytes((start_circle(seat),)))
        elif action == A_SORRY:
            for i in range(16):
                if i >> 2 != seat and HOME < state[i] <= RING:
                    found.append(bytes((state[i],)))
        return found
    if FORWARD[action]:
        way = _forward(seat, place, FORWARD[action])
        if way:
            found.append(way)
    if BACKWARD[action]:
        back = [game.behind(seat, place, n) for n in range(1, BACKWARD[action] + 1)]
        found.append(bytes(back))
    return found


def _forward(seat: int, place: int, steps: int) -> bytes:
    """Return the spaces of a walk forward, none when it would pass HOME."""
    step = STEP_OF[seat][place]
    if place == HOME or step + steps > HOME_STEP:
        return b""
    return PATH[seat][step + 1 : step + steps + 1]


def _slide(seat: int, to: int) -> bytes:
    """Return the spaces a pawn slides over from `to`, none when it stays there."""
    return bytes(range(to + 1, SLIDE[seat][to] + 1))
