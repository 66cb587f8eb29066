# SPDX-License-Identifier: Apache-2.0
"""What the pawns in the air may do: the hints behind the lights.

A hand waits for its lights, and a 7 has up to 149 results. So what is known at once is told at
once: which pawns are in the air and, where nothing else has been moved, all their ends.
What needs a look at every result comes after (`rest`): which pawns are sent home, and what
is still possible when a part of the move has been made.
"""

from rules.game import HOME, NOBODY
from rules.moves import BUMP, SIZE, SWAP
from sense.candidates import has_all
from sense.debounce import LIFT, PLACE
from sense.handlog import UP
from sense.occupancy import pawns_on

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates
    from sense.handlog import HandLog


class Hints:
    """What the pawns now in the air may do with the card on the table.

    Args:
        log: what the hands did.
        candidates: the results of the card.
        seen: the image of the eager levels.

    Attributes:
        lifted: (seat, place) of the pawns now in the air; after a placement, those that were lifted last.
        steps: (seat, from place, to place) that pawns in the air may make, each once. No reed tells which of the
            lifted pawns was put down, so these are all that any of the others may make.
        bumps: (seat, place) of pawns those steps send home.
        homeless: seats of bumped pawns that are still on their way home.
        complete: whether `rest` has nothing to add.
    """

    def __init__(self, log: "HandLog", candidates: "Candidates", seen: bytearray) -> None:
        self._log = log
        self._candidates = candidates
        self._map = candidates.boardmap
        self._expected = expected = candidates.expected
        self._seen = seen
        self._missing, self._extra = self._map.differences(
            seen, expected.image, candidates.view.mask
        )
        air = self._missing
        if self._extra:
            air = log.latest(air, len(air) - self._arrived(), self._map.home)
        self.lifted = self._pawns_on(air)
        self._moved = self._pawns_on([spot for spot in self._missing if spot not in air])
        self.steps: "list[tuple[int, int, int]]" = []
        self.bumps: "list[tuple[int, int]]" = []
        self.homeless: "list[int]" = []
        self.complete = not candidates.n or not self._missing
        if len(self.lifted) == 1 and not self._moved and not self._extra:
            self._ends_of(self.lifted[0])

    def _pawns_on(self, spots: "list[int]") -> "list[tuple[int, int]]":
        return pawns_on(self._map, self._expected.state, spots)

    def _arrived(self) -> int:
        """Return how many of the pawns that have left their spots stand elsewhere now.

        A pawn in an area of its colour has left a spot that is empty or that another pawn has taken, or a stack.
        """
        left = [seat for seat, _ in self._pawns_on(self._missing)]
        count = 0
        for spot in reversed(self._extra):  # the areas and rows, each of one colour, come last
            owner = self._map.owner(spot)
            if owner in left:
                left.remove(owner)
                count += 1
            else:
                count += owner == NOBODY or self._replaced(owner)
        return count

    def _replaced(self, seat: int) -> bool:
        """Return whether a pawn of a seat, which stood alone, was lifted."""
        spots = list(self._expected.spots)
        for spot in spots[4 * seat : 4 * seat + 4]:
            if spot != NOBODY and spots.count(spot) == 1 and self._log.marks[spot] & UP:
                return True
        return False

    def _ends_of(self, pawn: "tuple[int, int]") -> None:
        for end in self._candidates.results.ends(pawn[0], pawn[1]):
            self.steps.append((pawn[0], pawn[1], end))

    def rest(self) -> None:
        """Find whom the steps send home, and what is possible after other pawns have moved."""
        if self.complete:
            return
        again, waiting = self._landings()
        if self.lifted and (self._moved or self._extra):
            self._possible_steps()
        elif self.lifted:
            if len(self.lifted) > 1:
                for pawn in self.lifted:
                    self._ends_of(pawn)
            self._bumps_of_steps()
            if again:
                self._exchanges()
        if again:
            self._on_their_way(again, waiting)
        self.complete = True

    def _landings(self) -> "tuple[list[int], list[int]]":
        """Return the spots that were emptied and taken again, and the seats with as many pawns at home as before."""
        has = self._map.has
        count = self._map.count
        again = [spot for spot in self._log.lifted(self._map.home) if has(self._seen, spot)]
        again = [spot for spot in again if has(self._expected.image, spot)]
        waiting = []
        for seat in range(4):
            home = self._map.spot(seat, HOME)
            if count(self._seen, home) == count(self._expected.image, home):
                waiting.append(seat)
        return again, waiting

    def exchanged(self, seat: int, place: int, other: int, end: int) -> bool:
        """Return whether pawn (seat, place) may stand where pawn (other, end) stood.

        Its own place is empty, and the other one has been taken again since.
        """
        if not self._is_up(seat, place):
            return False
        end = self._map.spot(other, end)
        return self._map.has(self._seen, end) and self._came_since(
            self._map.spot(seat, place), end
        )

    def _came_since(self, here: int, there: int) -> bool:
        """Return whether a pawn was put down on spot `there` since spot `here` became empty."""
        came = self._log.last(PLACE, there)
        if self._log.last(LIFT, there) > came:
            return True  # it has just come, and is not in the log yet
        return came > self._log.last(LIFT, here) >= 0

    def _bumps_of_steps(self) -> None:
        """Find the pawns that the lifted ones send home, if nothing else has moved."""
        for move in self._candidates.moves:
            self._candidates.poll()
            for pawn in self.lifted:
                i = _part(move, pawn)
                if i >= 0 and move[i] & 15 != BUMP:
                    self._bumped(move, i + SIZE)

    def _bumped(self, move: bytes, i: int) -> None:
        """Add the pawns that the bumps of a move from `i` on send home."""
        while i < len(move) and move[i] & 15 == BUMP:
            pawn = (move[i + 1], move[i + 2])
            if pawn not in self.bumps:
                self.bumps.append(pawn)
            i += SIZE

    def _possible_steps(self) -> None:
        """Find what the lifted pawns may do now that others have been put down elsewhere."""
        taken = [self._map.place(spot) for spot in self._extra if spot < self._map.home]
        found: "set[tuple[int, int, int]]" = set()
        for k in range(self._candidates.n):
            self._candidates.poll()
            move = self._candidates.moves[k]
            if self._candidates.is_swap(k):
                self._swap_ways(move, found)
            if not has_all(self._candidates.states[k][:16], taken):
                continue
            parts = [_part(move, pawn) for pawn in self.lifted + self._moved]
            if len(parts) - parts.count(-1) < len(self._moved):
                continue  # this result does not move a pawn that has been put down
            for i in parts:
                if i >= 0 and move[i] & 15 not in (BUMP, SWAP) and move[i + 3] not in taken:
                    found.add((move[i + 1], move[i + 2], move[i + 3]))
                    self._bumped(move, i + SIZE)
        self._add(found)

    def _exchanges(self) -> None:
        """Find the exchanges that may be half made."""
        found: "set[tuple[int, int, int]]" = set()
        for k in range(self._candidates.n):
            self._candidates.poll()
            if self._candidates.is_swap(k):
                self._swap_ways(self._candidates.moves[k], found)
        self._add(found)

    def _swap_ways(self, move: bytes, found: "set[tuple[int, int, int]]") -> None:
        """Add the ways of the pawns of an exchange that are in the air, or that the other pawn may have replaced."""
        seat, place = move[1], move[2]
        other, end = move[0] >> 4, move[3]
        if self._is_up(seat, place) or self.exchanged(other, end, seat, place):
            found.add((seat, place, end))
        if self._is_up(other, end) or self.exchanged(seat, place, other, end):
            found.add((other, end, place))

    def _is_up(self, seat: int, place: int) -> bool:
        return self._map.spot(seat, place) in self._missing

    def _add(self, found: "set[tuple[int, int, int]]") -> None:
        """Add steps (seat, from, to) that are not known yet."""
        self.steps += [step for step in sorted(found) if step not in self.steps]

    def _on_their_way(self, again: "list[int]", waiting: "list[int]") -> None:
        """Find the seats of pawns that were sent home and have not arrived."""
        spot_of = self._map.spot
        for move in self._candidates.moves:
            self._candidates.poll()
            start = 0
            for i in range(0, len(move), SIZE):
                seat = move[i + 1]
                spot = spot_of(seat, move[i + 2])
                if move[i] & 15 != BUMP:
                    start = spot
                elif spot in again and start in self._missing:
                    if seat in waiting and seat not in self.homeless:
                        self.homeless.append(seat)


def _part(move: bytes, pawn: "tuple[int, int]") -> int:
    """Return where the operation on a pawn (seat, place) begins in a move, -1 if there is none."""
    needle = bytes(pawn)
    i = move.find(needle)
    while i >= 0 and i % SIZE != 1:
        i = move.find(needle, i + 1)
    return i - 1 if i >= 0 else -1
