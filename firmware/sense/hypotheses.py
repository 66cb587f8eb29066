# SPDX-License-Identifier: Apache-2.0
"""What the hands have probably done. It orders choices and names pawns; it never decides.

Reeds give no colours, but hands do: a pawn that was lifted is mostly the pawn that stood there,
and the next placing is mostly that pawn.
"""

from micropython import const

from rules.game import NOBODY, replace
from sense.boardmap import HELD
from sense.debounce import LIFT, PLACE
from sense.handlog import DIPPED, SINCE, UP
from sense.tuning import EARLY, LIFTED, MS_PER_POINT, NOT_LIFTED, TOLD, TOUCHED

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Generator

    from sense.boardmap import BoardMap
    from sense.candidates import Candidates
    from sense.handlog import HandLog

_STATE = const(20)  # bytes of a state
_EVENTS = const(4)  # of the log, looked at in one slice
_UNSEEN = const(1)  # a pawn came from a space it shared
_LOOKED = const(2)  # it was asked where others go next
_HELD = const(4)  # pawns of which it is asked where they go next: more are a mess
# How well a held pawn fits a spot where one came:
_NOT = const(1)  # not at all
_RATHER_NOT = const(2)  # it may be there, but a spot it left, or may be on, is filled later
_STOOD = const(3)  # it stood there
_MAY = const(4)  # it may be there
_LATER = const(5)  # events among which the placings are that a held pawn may wait for


def points(log: "HandLog", spot: int) -> int:
    """Return how much hands have had to do with a spot that is taken again; below 0: nothing."""
    marks = log.marks[spot]
    if marks & UP << SINCE:
        return LIFTED + log.away_ms(spot, True) // MS_PER_POINT
    if marks & UP:
        return (LIFTED + log.away_ms(spot, False) // MS_PER_POINT) // EARLY
    if marks & DIPPED << SINCE:
        return TOUCHED
    return -NOT_LIFTED


def support(
    boardmap: "BoardMap", log: "HandLog", candidates: "Candidates", spots: "list[int]"
) -> int:
    """Return how well the log supports a choice that takes pawns from some spots.

    Only spots that are as before count, if their reed tells of a lift; what has visibly changed
    is in every choice.
    """
    total = 0
    for spot in spots:
        if spot < boardmap.home and candidates.alone(spot) and not candidates.changed(spot):
            total += points(log, spot)
    return total


def exchanged(log: "HandLog", aways: "list[tuple[int, int, int, int]]", spots: "list[int]") -> int:
    """Return how much hands have had to do with an exchange of two of some spots, 0: nothing.

    What counts is the last episode in which two were away together, as `HandLog.aways` tells, and for how
    long each of them was away in it, at the least: others are knocked, and put back at once.
    """
    best = 0
    for i in range(len(aways)):
        spot, episode, first, last = aways[i]
        if spot not in spots:
            continue
        for k in range(i):
            other, same, begun, ended = aways[k]
            if same != episode or other == spot or other not in spots:
                continue
            if first < ended and begun < last:
                away_ms = min(log.lasted_ms(first, last), log.lasted_ms(begun, ended))
                best = max(best, TOLD * episode + away_ms // MS_PER_POINT)
    return best


def may_have_landed(aways: "list[tuple[int, int, int, int]]", start: int, end: int) -> bool:
    """Return whether the pawn of one spot may have closed the reed of another, which was taken before.

    Not, when that reed opened only before this pawn was lifted: somebody put straight what stood there.
    """
    lifted = [first for spot, _, first, _ in aways if spot == start]
    closed = [last for spot, _, _, last in aways if spot == end]
    return not lifted or not closed or max(closed) > min(lifted)


def standing(
    boardmap: "BoardMap", log: "HandLog", ways: "bytes | bytearray", end: int
) -> "Generator[int, None, bytearray]":
    """Return the spots where the 16 pawns probably stand, HELD in a hand; yield -1 now and then.

    Sorted within each seat. `ways` are the states that the hands may want, one behind the other up
    to byte `end`.
    """
    spots = bytearray(log.start)
    held: "list[tuple[int, int]]" = []  # (seat, from spot), the last one lifted last
    unseen = 0  # pawns that were put down more than lifted: they left others on their spaces
    for i in range(log.n):
        unseen += (log.kind(i) == PLACE) - (log.kind(i) == LIFT)
    looked = False
    for i in range(log.n):
        if i % _EVENTS == _EVENTS - 1 or looked:
            yield -1
        looked = False
        spot = log.spot(i)
        if log.kind(i) == LIFT:
            _lift(boardmap, spots, held, spot)
        elif log.kind(i) == PLACE:
            did = _place(boardmap, spots, held, spot, ways, end, unseen > 0, _filled(log, i))
            unseen -= did & _UNSEEN
            looked = did & _LOOKED > 0
    return spots


def _filled(log: "HandLog", i: int) -> "list[int]":
    """Return the spots where one comes soon after event `i`, for which a pawn that is held then may wait."""
    lifted: "list[int]" = []
    filled: "list[int]" = []
    for k in range(i + 1, min(i + _LATER, log.n)):
        if log.kind(k) == LIFT:
            lifted.append(log.spot(k))
        elif log.kind(k) == PLACE and log.spot(k) not in lifted:
            filled.append(log.spot(k))
    return filled


def _lift(boardmap: "BoardMap", standing: bytearray, held: list, spot: int) -> None:
    """The reed opened: all pawns of a space are in the air, or one of an area."""
    there = [i >> 2 for i in range(16) if standing[i] == spot]
    if spot >= boardmap.home:
        # Who does not belong there is what a hand comes for, as the guide asks.
        strangers = [seat for seat in there if seat != boardmap.owner(spot)]
        there = (strangers or there)[:1]
    for seat in there:
        replace(standing, seat, spot, HELD)
        held.append((seat, spot))


def _place(
    boardmap: "BoardMap",
    standing: bytearray,
    held: list,
    spot: int,
    ways: "bytes | bytearray",
    end: int,
    unseen: bool,
    later: "list[int]",
) -> int:
    """The reed closed: a held pawn came that may, that stood there, or that was lifted last.

    `later` are the spots that are filled next. Who may be here, but left one of them, or may be on one of
    them while a pawn that stood here is held, too, comes after the others. Where no held one fits, it
    is one that fits none of the later spots either. Or, where `unseen` some came that no reed saw
    lifted, one that shared its space and may be here. Returns `_UNSEEN` if it did, `_LOOKED` if the later spots were looked at.
    """
    looked = 0
    best = held[-1] if held else (NOBODY, 0)
    rank = 0
    stood = [pawn for pawn in held if pawn[1] == spot]
    for pawn in held:
        mine = _fits(boardmap, pawn, spot, ways, end)
        if mine == _MAY and later and 1 < len(held) <= _HELD:
            if pawn[1] in later:
                mine = _RATHER_NOT
            elif stood:
                looked = _LOOKED
                mine = _RATHER_NOT if _has_another(boardmap, pawn, later, ways, end) else _MAY
        if mine >= rank:
            best = pawn
            rank = mine
    if rank == _NOT and 1 < len(held) <= _HELD and later:
        looked = _LOOKED
        for pawn in held:
            if not [one for one in later if _fits(boardmap, pawn, one, ways, end) > _NOT]:
                best = pawn
    if not held or (unseen and rank == _NOT):
        if _from_a_stack(boardmap, standing, spot, ways, end):
            return _UNSEEN | looked
    if held:
        held.remove(best)
        replace(standing, best[0], HELD, spot)
    return looked


def _from_a_stack(
    boardmap: "BoardMap", standing: bytearray, spot: int, ways: "bytes | bytearray", end: int
) -> bool:
    """Let one come that shared its space and may be on a spot; return False when there is none."""
    for i in range(16):
        place = standing[i]
        if place < boardmap.home and i & 3 and standing[i - 1] == place:
            if _may_come(boardmap, i >> 2, spot, ways, end):
                replace(standing, i >> 2, place, spot)
                return True
    return False


def _fits(
    boardmap: "BoardMap", pawn: "tuple[int, int]", spot: int, ways: "bytes | bytearray", end: int
) -> int:
    """Return how well a held pawn fits a spot: `_MAY`, `_STOOD` or `_NOT`."""
    if pawn[1] == spot:
        return _STOOD
    return _MAY if _may_come(boardmap, pawn[0], spot, ways, end) else _NOT


def _has_another(
    boardmap: "BoardMap",
    pawn: "tuple[int, int]",
    later: "list[int]",
    ways: "bytes | bytearray",
    end: int,
) -> bool:
    """Return whether a held pawn may be the one that comes to a single spot later."""
    for spot in later:
        if spot < boardmap.home and _may_come(boardmap, pawn[0], spot, ways, end):
            return True
    return False


def _may_come(
    boardmap: "BoardMap", seat: int, spot: int, ways: "bytes | bytearray", end: int
) -> bool:
    """Return whether a home or row is a seat's own, or a pawn of it stands on a spot in some result."""
    owner = boardmap.owner(spot)
    return owner == seat or (owner == NOBODY and _may_stand(boardmap, seat, spot, ways, end))


def _may_stand(
    boardmap: "BoardMap", seat: int, spot: int, ways: "bytes | bytearray", end: int
) -> bool:
    """Return whether a pawn of a seat stands on a spot in some result."""
    code = bytes((boardmap.place(spot),))
    first = 4 * seat
    k = ways.find(code, first, end)
    while k >= 0:
        behind = k % _STATE - first
        if 0 <= behind < 4:
            return True
        # The next pawns of this seat: in the same state, or in the one after it.
        k = ways.find(code, k - behind if behind < 0 else k - behind + _STATE, end)
    return False
