# SPDX-License-Identifier: Apache-2.0
"""Where pawns stand after somebody touched the board in the dark, if as few as possible are displaced."""

from rules.game import NOBODY
from sense.boardmap import HELD

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.occupancy import Occupancy


def fitted(
    boardmap: "BoardMap",
    view: "Occupancy",
    standing: bytearray,
    target: bytearray,
    extra: "list[int]",
) -> "tuple[bytearray, int]":
    """Return where pawns stand if as few as the reeds allow are not where a position has them.

    A pawn in an area or a row has its colour, if a pawn of that colour can be there.

    Args:
        boardmap: the board.
        view: the board as the reeds tell it.
        standing: spots where the pawns would stand by what hands have done; it decides which colour stands on a
            spot where reeds leave that open.
        target: spots of the position's pawns.
        extra: spots that are taken and are not in the position.

    Returns:
        (their spots, HELD for those that stand nowhere, sorted within each seat; number of unknown pawns).
    """
    here = bytearray(target)
    lost: "list[int]" = []  # seats, one for each pawn that is not where it should be
    on = bytearray(boardmap.n_spots)
    for i in range(16):
        spot = target[i]
        if spot == NOBODY:
            continue
        on[spot] += 1
        there = boardmap.count(view.seen, spot)
        if spot < boardmap.home:
            there *= 16  # one reed for a whole stack, of several colours on a frifelt
        if on[spot] > there + view.masks(spot):
            here[i] = HELD
            lost.append(i >> 2)
    left = []
    for spot in extra:  # first those of its own colour come to an area or a row
        if boardmap.owner(spot) in lost:
            _bring(here, lost, boardmap.owner(spot), spot)
        else:
            left.append(spot)
    for known in (True, False):
        for spot in list(left):
            mine = [seat for seat in lost if not known or _has(standing, seat, spot)]
            if mine:
                left.remove(spot)
                _bring(here, lost, mine[0], spot)
    # No reed tells that a stack is short of a pawn.
    left = [spot for spot in left if not _unstack(boardmap, standing, here, on, spot)]
    for seat in range(0, 16, 4):
        here[seat : seat + 4] = bytes(sorted(here[seat : seat + 4]))
    return here, len(left)


def _bring(here: bytearray, lost: "list[int]", seat: int, spot: int) -> None:
    """Let a lost pawn of a seat be on a spot."""
    lost.remove(seat)
    _put(here, seat, HELD, spot)


def _unstack(
    boardmap: "BoardMap", standing: bytearray, here: bytearray, on: bytearray, spot: int
) -> bool:
    """Let a pawn come from a stack to its area or row; return whether one may have."""
    seat = boardmap.owner(spot)
    ring = boardmap.game.ring
    # NOBODY has no pawns.
    pawns = here[4 * seat : 4 * seat + 4]
    stacks = [stack for stack in pawns if stack <= ring and on[stack] > 1]
    if not stacks:
        return False
    stacks.sort(key=lambda stack: _has(standing, seat, stack))
    on[stacks[0]] -= 1
    _put(here, seat, stacks[0], spot)
    return True


def _put(here: bytearray, seat: int, old: int, new: int) -> None:
    for i in range(4 * seat, 4 * seat + 4):
        if here[i] == old:
            here[i] = new
            return


def _has(standing: bytearray, seat: int, spot: int) -> bool:
    """Return whether a pawn of a seat stands on a spot."""
    return spot in bytes(standing[4 * seat : 4 * seat + 4])
