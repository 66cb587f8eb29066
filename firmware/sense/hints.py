# SPDX-License-Identifier: Apache-2.0
"""What the pawns in the air may do: the hints behind the lights.

A hand waits for its lights, and a 7 has up to 149 results. So what is known at once is told at
once: which pawns are in the air and, where nothing else has been moved, all their ends (`begin`).
What needs a look at every result comes in slices (`rest`): which pawns are sent home, and what
is still possible when a part of the move has been made.
"""

from micropython import const

from rules.game import HOME
from rules.moves import BUMP, SIZE, SWAP
from sense.candidates import has_all
from sense.debounce import LIFT, PLACE

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.results import Results
    from sense.boardmap import BoardMap
    from sense.handlog import HandLog

_SLICE = const(10)  # results looked at in one slice of the work: at most 4 ms on a Pico


class Hints:
    """What the pawns now in the air may do with the card on the table.

    Args:
        boardmap: `BoardMap`.
        log: what the hands did.
        image: of the position, kept by the recogniser.

    Attributes:
        lifted: (seat, place) of the pawns now in the air; where others have been put down, those lifted last.
        steps: (seat, from place, to place) that pawns in the air may make, each once: no reed tells which of
            the pawns that were lifted one has been put down, so these are all that any of the others may make.
        bumps: (seat, place) of pawns those steps send home.
        homeless: seats of bumped pawns that are still on their way home.
        complete: whether `rest` has nothing to add.
    """

    def __init__(self, boardmap: "BoardMap", log: "HandLog", image: bytearray) -> None:
        self._map = boardmap
        self._log = log
        self._image = image
        self._seen = image
        self._results: "Results"
        self._moved: "list[tuple[int, int]]" = []
        self._extra: "list[int]" = []
        self._again: "list[int]" = []
        self._missing: "list[int]" = []
        self._waiting: "list[int]" = []
        self.lifted: "list[tuple[int, int]]" = []
        self.steps: "list[tuple[int, int, int]]" = []
        self.bumps: "list[tuple[int, int]]" = []
        self.homeless: "list[int]" = []
        self.complete = True

    def begin(
        self,
        results: "Results",
        lifted: list,
        moved: list,
        extra: list,
        missing: list,
        seen: bytearray,
    ) -> None:
        """Take the board as it is now and tell what is known at once.

        Args:
            results: results of the card.
            lifted: (seat, place) of the pawns now in the air.
            moved: (seat, place) of the other pawns that have left their place.
            extra: spots that are taken and were not in the position.
            missing: spots that are empty and were not in the position.
            seen: the board's image.
        """
        self._results = results
        self._moved = moved
        self._extra = extra
        self._missing = missing
        self._seen = seen
        self.lifted = lifted
        self.steps = []
        self.bumps = []
        self.homeless = []
        self.complete = not results or not missing
        if len(lifted) == 1 and not moved and not extra:
            self._ends_of(lifted[0])

    def _ends_of(self, pawn: "tuple[int, int]") -> None:
        for end in self._results.ends(pawn[0], pawn[1]):
            self.steps.append((pawn[0], pawn[1], end))

    def rest(self) -> "Iterator[None]":
        """Find the rest; a generator, each turn one slice of the work."""
        if self.complete:
            return
        self._look_for_landings()
        yield
        if not self.lifted and not self._again:
            self.complete = True
            return
        if self.lifted and (self._moved or self._extra):
            yield from self._possible_steps()
        elif self.lifted:
            if len(self.lifted) > 1:
                for pawn in self.lifted:
                    self._ends_of(pawn)
                    yield
            yield from self._bumps_of_steps()
            if self._again:
                yield from self._exchanges()
        if self._again:
            yield from self._on_their_way()
        self.complete = True

    def _look_for_landings(self) -> None:
        """Find spots that were emptied and taken again, and seats that no pawn has come home to."""
        has = self._map.has
        seen = self._seen
        again = [spot for spot in self._log.lifted(self._map.home) if has(seen, spot)]
        self._again = [spot for spot in again if has(self._image, spot)]
        self._waiting = []
        if self._again:
            count = self._map.count
            for seat in range(4):
                home = self._map.spot(seat, HOME)
                if count(seen, home) == count(self._image, home):
                    self._waiting.append(seat)

    def exchanged(self, seat: int, place: int, other: int, end: int) -> bool:
        """Return whether one of two pawns, (seat, place) and (other, end), may have come where the other one stood.

        Its place is empty, and the other one's has been taken again since. Or that one has been put back.
        """
        if not self._is_up(seat, place):
            return False
        end = self._map.spot(other, end)
        return self._map.has(self._seen, end) and self._came_since(
            self._map.spot(seat, place), end
        )

    def _came_since(self, here: int, there: int) -> bool:
        """Return whether a pawn was put down on a spot since another one became empty."""
        came = self._log.last(PLACE, there)
        if self._log.last(LIFT, there) > came:
            return True  # it has just come: the log does not have it yet
        return came > self._log.last(LIFT, here) >= 0

    def _bumps_of_steps(self) -> "Iterator[None]":
        """Find the pawns that the lifted ones send home; nothing else has been moved."""
        ops = self._results.ops
        used = self._results.used
        bumps: "list[tuple[int, int]]" = []
        count = 0
        for pawn in self.lifted:
            needle = bytes(pawn)
            k = ops.find(needle, 0, used)
            while k >= 0:
                if k & 3 == 1 and ops[k - 1] & 15 != BUMP:
                    _bumped(ops, k - 1 + SIZE, used, bumps)
                count += 1
                if count % _SLICE == 0:
                    yield
                k = ops.find(needle, k + 1, used)
        self.bumps = bumps

    def _possible_steps(self) -> "Iterator[None]":
        """Find what the pawns that were lifted may do now that some have been put down elsewhere."""
        results = self._results
        place_of = self._map.place
        taken = [place_of(spot) for spot in self._extra if spot < self._map.home]
        codes = [bytes((place,)) for place in taken]
        away = [bytes(pawn) for pawn in self.lifted + self._moved]
        least = len(self._moved)
        found = {}  # by a small int each: most results repeat the same few
        bumps: "list[tuple[int, int]]" = []
        states = results.states
        ops = results.ops
        for i in range(results.n):
            if i % _SLICE == _SLICE - 1:
                yield
            begin = results.begin(i)
            end = results.end(i)
            if end > begin and ops[begin] & 15 == SWAP:
                self._swap_ways(begin, found)
            if not has_all(states, results.at(i), codes):
                continue
            parts = [_part(ops, begin, end, pawn) for pawn in away]
            if len(parts) - parts.count(-1) < least:
                continue  # one of those that have been put down does not move
            for k in parts:
                if k >= 0 and ops[k] & 15 not in (BUMP, SWAP) and ops[k + 3] not in taken:
                    found[(ops[k + 1] << 8 | ops[k + 2]) << 8 | ops[k + 3]] = True
                    _bumped(ops, k + SIZE, end, bumps)
        self._add(found)
        self.bumps = bumps

    def _exchanges(self) -> "Iterator[None]":
        """Find exchanges of which one pawn may have been put down where the other one stood."""
        results = self._results
        found = {}
        for i in range(results.n):
            if i % _SLICE == _SLICE - 1:
                yield
            begin = results.begin(i)
            if results.end(i) > begin and results.ops[begin] & 15 == SWAP:
                self._swap_ways(begin, found)
        self._add(found)

    def _swap_ways(self, k: int, found: dict) -> None:
        """Add the ways of an exchange's pawns that are in the air, or whose place the other one may have taken."""
        ops = self._results.ops
        seat, place = ops[k + 1], ops[k + 2]
        other, end = ops[k] >> 4, ops[k + 3]
        if self._is_up(seat, place) or self.exchanged(other, end, seat, place):
            found[(seat << 8 | place) << 8 | end] = True
        if self._is_up(other, end) or self.exchanged(seat, place, other, end):
            found[(other << 8 | end) << 8 | place] = True

    def _is_up(self, seat: int, place: int) -> bool:
        return self._map.spot(seat, place) in self._missing

    def _add(self, found: dict) -> None:
        """Add steps that are not known yet; (seat, from, to) as one number each."""
        for key in sorted(found):
            step = (key >> 16, key >> 8 & 255, key & 255)
            if step not in self.steps:
                self.steps.append(step)

    def _on_their_way(self) -> "Iterator[None]":
        """Find the seats of pawns that were sent home and have not come there."""
        results = self._results
        ops = results.ops
        spot_of = self._map.spot
        seats: "list[int]" = []
        for i in range(results.n):
            if i % _SLICE == _SLICE - 1:
                yield
            start = 0
            for k in range(results.begin(i), results.end(i), SIZE):
                spot = spot_of(ops[k + 1], ops[k + 2])
                if ops[k] & 15 != BUMP:
                    start = spot
                elif spot in self._again and start in self._missing:
                    if ops[k + 1] in self._waiting and ops[k + 1] not in seats:
                        seats.append(ops[k + 1])
        self.homeless = seats


def _bumped(ops: bytearray, k: int, end: int, bumps: list) -> None:
    """Add the pawns that the bumps at `k` and after it send home."""
    while k < end and ops[k] & 15 == BUMP:
        pawn = (ops[k + 1], ops[k + 2])
        if pawn not in bumps:
            bumps.append(pawn)
        k += SIZE


def _part(ops: bytearray, begin: int, end: int, pawn: bytes) -> int:
    """Return where the operation on a pawn (seat, place) begins, -1 when there is none."""
    k = ops.find(pawn, begin, end)
    while k >= 0 and k & 3 != 1:
        k = ops.find(pawn, k + 1, end)
    return k - 1 if k >= 0 else -1
