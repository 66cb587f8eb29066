# SPDX-License-Identifier: Apache-2.0
"""What the pawns in the air may do: the hints behind the lights."""

from rules.game import BUMP, HOME, STEP, SWAP

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap


def movable(results: list) -> list:
    """Return (seat, place) of every pawn that some result moves by hand, without doubles."""
    out = []
    for _, move in results:
        for i in range(0, len(move), 4):
            kind = move[i] & 15
            if kind == BUMP:
                continue
            _put(out, (move[i + 1], move[i + 2]))
            if kind == SWAP:
                _put(out, (move[i] >> 4, move[i + 3]))
    return out


def _put(out: list, item: tuple) -> None:
    if item not in out:
        out.append(item)


def _empties(boardmap: "BoardMap", move: bytes, spot: int) -> bool:
    """Return whether a move takes a pawn away from a spot."""
    for i in range(0, len(move), 4):
        seat = move[i + 1]
        if boardmap.spot(seat, move[i + 2]) == spot:
            return True
        if move[i] & 15 == SWAP and boardmap.spot(move[i] >> 4, move[i + 3]) == spot:
            return True
    return False


def _reaches(boardmap: "BoardMap", move: bytes, spot: int) -> bool:
    """Return whether a move puts a pawn on a spot, a home area counted by its bumps."""
    for i in range(0, len(move), 4):
        kind = move[i] & 15
        seat = move[i + 1]
        end = move[i + 3] if kind in (STEP, SWAP) else HOME
        if boardmap.spot(seat, end) == spot:
            return True
    return False


def destinations(
    boardmap: "BoardMap", results: list, missing: list, extra: list, lifted: list
) -> tuple:
    """Return where the lifted pawns may go, given what has been moved already.

    Args:
        boardmap: `BoardMap`.
        results: results of the card.
        missing: spots that are empty and were not in the position.
        extra: spots that are taken and were not in the position.
        lifted: spots of the pawns now in the air.

    Returns:
        (steps, bumps, fits): steps = list of (seat, from place, to place); bumps = list of
        (seat, place) of pawns those moves send home; fits = indices of the results that are
        still possible. Lists hold no doubles.
    """
    steps = []
    bumps = []
    fits = []
    for index in range(len(results)):
        move = results[index][1]
        if not _possible(boardmap, move, missing, extra, lifted):
            continue
        fits.append(index)
        for i in range(0, len(move), 4):
            kind = move[i] & 15
            seat = move[i + 1]
            if kind == BUMP:
                continue
            if boardmap.spot(seat, move[i + 2]) in lifted:
                _put(steps, (seat, move[i + 2], move[i + 3]))
                for k in range(i + 4, len(move), 4):
                    if move[k] & 15 != BUMP:
                        break
                    _put(bumps, (move[k + 1], move[k + 2]))
            if kind == SWAP and boardmap.spot(move[i] >> 4, move[i + 3]) in lifted:
                _put(steps, (move[i] >> 4, move[i + 3], move[i + 2]))
    return steps, bumps, fits


def _possible(boardmap: "BoardMap", move: bytes, missing: list, extra: list, lifted: list) -> bool:
    for spot in extra:
        if not _reaches(boardmap, move, spot):
            return False
    for spot in missing:
        if spot not in lifted and not _empties(boardmap, move, spot):
            return False
    for spot in lifted:
        if _empties(boardmap, move, spot):
            return True
    return not lifted
