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
    from collections.abc import Callable

    from sense.boardmap import BoardMap
    from sense.candidates import Candidates
    from sense.handlog import Away, HandLog

_HELD = const(4)  # at most so many held pawns are matched with the spots that are filled next
# How well a held pawn fits a spot where one came:
_NOT = const(1)  # not at all
_RATHER_NOT = const(2)  # it may be there, but a spot it left, or may be on, is filled later
_STOOD = const(3)  # it stood there
_MAY = const(4)  # it may be there
_LATER = const(5)  # so many events ahead a held pawn may wait for a placement


def points(log: "HandLog", spot: int) -> int:
    """Return how likely it is that the pawn on a spot was moved; below 0: nobody touched it."""
    marks = log.marks[spot]
    if marks & UP << SINCE:
        return LIFTED + log.away_ms(spot, True) // MS_PER_POINT
    if marks & UP:
        return (LIFTED + log.away_ms(spot, False) // MS_PER_POINT) // EARLY
    if marks & DIPPED << SINCE:
        return TOUCHED
    return -NOT_LIFTED


def support(log: "HandLog", candidates: "Candidates", spots: "list[int]") -> int:
    """Return how well the log supports a choice that takes pawns from some spots.

    Only unchanged spots with a single pawn count; what has visibly changed is in every choice.
    """
    total = 0
    for spot in spots:
        single = spot < candidates.boardmap.home and candidates.alone(spot)
        if single and not candidates.changed(spot):
            total += points(log, spot)
    return total


def exchanged(log: "HandLog", aways: "list[Away]", spots: "list[int]") -> int:
    """Return how likely it is that two of some spots were exchanged, 0: not at all.

    The last episode in which two were away together counts (see `HandLog.aways`), and the shorter time that one of
    them was away: a pawn that is only knocked is put back at once.
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


def may_have_landed(aways: "list[Away]", start: int, end: int) -> bool:
    """Return whether the pawn of one spot may have landed on another one, which was taken before.

    Not if that one's reed opened only before this pawn was lifted: somebody straightened what stood there.
    """
    lifted = [first for spot, _, first, _ in aways if spot == start]
    closed = [last for spot, _, _, last in aways if spot == end]
    return not lifted or not closed or max(closed) > min(lifted)


def standing(
    boardmap: "BoardMap", log: "HandLog", states: "list[bytes]", poll: "Callable[[], object]"
) -> bytearray:
    """Return the spots where the 16 pawns probably stand, HELD in a hand; sorted within each seat.

    Args:
        boardmap: the board.
        log: what the hands have done.
        states: positions that they may want.
        poll: called every few ms.
    """
    pawns = _Pawns(boardmap, log.start)
    for state in states:
        poll()
        pawns.may_want(state)
    for kind, _, _ in log.events:
        pawns.unseen += (kind == PLACE) - (kind == LIFT)
    for i in range(len(log.events)):
        poll()
        kind, spot, _ = log.events[i]
        if kind == LIFT:
            pawns.lift(spot)
        elif kind == PLACE:
            pawns.place(spot, _filled(log.events[i + 1 : i + _LATER]))
    return pawns.spots


def _filled(events: "list[tuple[int, int, int]]") -> "list[int]":
    """Return the spots where a pawn comes in the next events: one that is held may wait for them."""
    lifted: "list[int]" = []
    filled: "list[int]" = []
    for kind, spot, _ in events:
        if kind == LIFT:
            lifted.append(spot)
        elif kind == PLACE and spot not in lifted:
            filled.append(spot)
    return filled


class _Pawns:
    """The 16 pawns, lifted and put down.

    Attributes:
        spots: where they stand, HELD in a hand; sorted within each seat.
        unseen: how many more will be put down than lifted: they left others on their spaces.
    """

    def __init__(self, boardmap: "BoardMap", start: bytearray) -> None:
        self.spots = bytearray(start)
        self.unseen = 0
        self._map = boardmap
        self._held: "list[tuple[int, int]]" = []  # (seat, from spot), the last one lifted last
        self._wanted: "list[set[int]]" = [set(), set(), set(), set()]  # places of each seat

    def may_want(self, state: bytes) -> None:
        """Note a position that the hands may want."""
        for i in range(16):
            self._wanted[i >> 2].add(state[i])

    def lift(self, spot: int) -> None:
        """Take all pawns of a space, or one of an area: the reed opened."""
        there = [i >> 2 for i in range(16) if self.spots[i] == spot]
        if spot >= self._map.home:
            # A hand comes for the pawn that does not belong there, as the guide says.
            strangers = [seat for seat in there if seat != self._map.owner(spot)]
            there = (strangers or there)[:1]
        for seat in there:
            replace(self.spots, seat, spot, HELD)
            self._held.append((seat, spot))

    def place(self, spot: int, later: "list[int]") -> None:
        """Put down a held pawn that may be there, that stood there, or that was lifted last: the reed closed.

        `later` are the spots that are filled next. A pawn is less likely if it left one of those, or if it may go
        to one of them while a pawn that stood here is held, too. If no held pawn fits, take one that fits none of
        the later spots either; or, if some come that no reed saw lifted, one of a stack.
        """
        held = self._held
        best = held[-1] if held else (NOBODY, 0)
        rank = 0
        stood = [pawn for pawn in held if pawn[1] == spot]
        few = later and 1 < len(held) <= _HELD
        for pawn in held:
            mine = self._fits(pawn, spot)
            if mine == _MAY and few:
                if pawn[1] in later or (stood and self._may_wait(pawn[0], later)):
                    mine = _RATHER_NOT
            if mine >= rank:
                best = pawn
                rank = mine
        if rank == _NOT and few:
            for pawn in held:
                if not [one for one in later if self._fits(pawn, one) > _NOT]:
                    best = pawn
        if not held or (self.unseen > 0 and rank == _NOT):
            if self._leave_stack(spot):
                self.unseen -= 1
                return
        if held:
            held.remove(best)
            replace(self.spots, best[0], HELD, spot)

    def _leave_stack(self, spot: int) -> bool:
        """Let a pawn of a stack come to a spot where it may be; return False if there is none."""
        for i in range(16):
            place = self.spots[i]
            if place < self._map.home and i & 3 and self.spots[i - 1] == place:
                if self._may_come(i >> 2, spot):
                    replace(self.spots, i >> 2, place, spot)
                    return True
        return False

    def _fits(self, pawn: "tuple[int, int]", spot: int) -> int:
        """Return how well a held pawn fits a spot: `_MAY`, `_STOOD` or `_NOT`."""
        if pawn[1] == spot:
            return _STOOD
        return _MAY if self._may_come(pawn[0], spot) else _NOT

    def _may_wait(self, seat: int, later: "list[int]") -> bool:
        """Return whether a pawn of a seat may be the one that comes to a single spot later."""
        for spot in later:
            if spot < self._map.home and self._may_come(seat, spot):
                return True
        return False

    def _may_come(self, seat: int, spot: int) -> bool:
        """Return whether a home or row is a seat's own, or a pawn of it is wanted on a spot."""
        owner = self._map.owner(spot)
        return owner == seat or (owner == NOBODY and self._map.place(spot) in self._wanted[seat])
