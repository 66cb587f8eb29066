# SPDX-License-Identifier: Apache-2.0
"""What the pawns in the air may do: the hints behind the lights."""

from rules.game import BUMP, SWAP

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.results import Results
    from sense.boardmap import BoardMap


def movable(results: "Results | list") -> list:
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


def destinations(
    boardmap: "BoardMap", results: "Results | list", lifted: list, moved: list, extra: list
) -> tuple:
    """Return where the lifted pawns may go, given what has been moved already.

    Args:
        boardmap: `BoardMap`.
        results: results of the card.
        lifted: (seat, place) of the pawns now in the air.
        moved: (seat, place) of the other pawns that have left their place.
        extra: spots that are taken and were not in the position.

    Returns:
        (steps, bumps): steps = list of (seat, from place, to place); bumps = list of
        (seat, place) of pawns those moves send home. No doubles.
    """
    steps = {}  # by a small int each: most results repeat the same few
    bumps = []
    codes = [bytes((boardmap.place(spot),)) for spot in extra if spot < boardmap.home]
    air = [bytes(pawn) for pawn in lifted]
    away = [bytes(pawn) for pawn in moved]
    for state, move in results:
        if move and move[0] & 15 == SWAP:
            _swap_ways(move, lifted, steps)
        if not _possible(state, move, away, codes):
            continue
        for pawn in air:
            i = _part(move, pawn)
            if i >= 0 and move[i] & 15 not in (BUMP, SWAP):
                steps[(pawn[0] << 8 | pawn[1]) << 8 | move[i + 3]] = True
                for k in range(i + 4, len(move), 4):
                    if move[k] & 15 != BUMP:
                        break
                    _put(bumps, (move[k + 1], move[k + 2]))
    return [(key >> 16, key >> 8 & 255, key & 255) for key in sorted(steps)], bumps


def homeless(
    boardmap: "BoardMap", results: "Results | list", returned: list, missing: list
) -> list:
    """Return the seats of pawns that were sent home and are still on their way.

    Args:
        boardmap: `BoardMap`.
        results: results of the card.
        returned: spots that were emptied and taken again: the mover may have landed there.
        missing: spots that are empty and were not in the position.
    """
    out = []
    for _, move in results:
        start = 0
        for i in range(0, len(move), 4):
            spot = boardmap.spot(move[i + 1], move[i + 2])
            if move[i] & 15 != BUMP:
                start = spot
            elif spot in returned and start in missing and move[i + 1] not in out:
                out.append(move[i + 1])
    return out


def _swap_ways(move: bytes, lifted: list, steps: dict) -> None:
    other = move[0] >> 4
    if (move[1], move[2]) in lifted:
        steps[(move[1] << 8 | move[2]) << 8 | move[3]] = True
    if (other, move[3]) in lifted:
        steps[(other << 8 | move[3]) << 8 | move[2]] = True


def _part(move: bytes, pawn: bytes) -> int:
    """Return the index of the operation on a pawn (seat, place), -1 when there is none."""
    i = move.find(pawn)
    while i >= 0 and i & 3 != 1:
        i = move.find(pawn, i + 1)
    return i - 1 if i >= 0 else -1


def _possible(state: bytes, move: bytes, away: list, codes: list) -> bool:
    """Return whether hands may be doing a move; a cheap look that rules out most others."""
    for code in codes:
        if state.find(code, 0, 16) < 0:
            return False
    for pawn in away:
        if move.find(pawn) < 0:
            return False
    return True
