# SPDX-License-Identifier: Apache-2.0
"""The way a pawn took: which spaces it touched, slides included; nothing is skirted."""

from rules.game import HOME, TURN
from rules.games.sorry.making import ILLEGAL, Making
from rules.games.sorry.track import (
    A_SORRY,
    BACKWARD,
    FORWARD,
    HOME_STEP,
    PATH,
    RING,
    SLIDE,
    STARTS,
    STEP_OF,
    start_circle,
)
from rules.moves import SWAP, parts, steps

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.sorry.sorry import Sorry


def ways(game: "Sorry", state: "bytes | bytearray", action: int, move: bytes) -> list:
    """See `rules.ways.ways`.

    What fits is found by making the moves again: the same two places can be a straight way
    or a shorter one with a slide.
    """
    made = steps(move)
    if not made:
        return []
    seat, a, _ = made[0]
    if parts(move)[0][0] == SWAP:
        return [(_slide(seat, a), ())]
    best: list = []
    if len(made) == 2:
        b = made[1][1]
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
    return making.move()


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
