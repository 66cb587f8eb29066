# SPDX-License-Identifier: Apache-2.0
"""The legal results of the card on the table, and which of them look like the board.

Reeds know no colours. A result is taken apart into *hops*, one pawn from a spot to another.
"""

from micropython import const

from rules.game import HOME, NOBODY, TURN
from rules.moves import BUMP, SELF, SIZE, STEP, SWAP
from rules.results import Results
from sense.stirred import calm

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from sense.boardmap import BoardMap
    from sense.expected import Expected
    from sense.occupancy import Occupancy


SPOTS = const(96)  # more than any board has
ANY_HOME = const(95)  # spot: the four homes together

_PAWNS = const(16)


class Candidates:
    """The results of one card from one position.

    Args:
        boardmap: the board.
        view: the board as the reeds tell it.
        expected: the position, and the one before.
        poll: called every few ms of work; it may raise `Stirred`.

    Attributes:
        results: of the card, from the rules; none without a card.
        states: of `results`.
        moves: of `results`.
        n: number of results.
        found: indices of the results that look like the board, see `find`.
        here: pawns of the position on each spot, and on `ANY_HOME`.
        homes: spots of the four homes.
        missing: spots where the board has fewer pawns than the position, see `look`.
        extra: spots where it has more.
    """

    def __init__(
        self,
        boardmap: "BoardMap",
        view: "Occupancy",
        expected: "Expected",
        poll: "Callable[[], object]" = calm,
    ) -> None:
        self.boardmap = boardmap
        self.view = view
        self.expected = expected
        self.poll = poll
        self._hops: "dict[int, list[tuple[int, int]]]" = {}  # asked for so far
        self.here = bytearray(SPOTS)
        self.homes = [boardmap.spot(seat, HOME) for seat in range(4)]
        self.results = Results()
        self.states: "list[bytes]" = []
        self.moves: "list[bytes]" = []
        self.n = 0
        self.found: "list[int]" = []
        self.missing: "list[int]" = []
        self.extra: "list[int]" = []

    def set(self, results: "Results | None") -> None:
        """Take the results of a card played from the expected position; None: no card."""
        self.results = Results() if results is None else results
        self.states = self.results.states
        self.moves = self.results.moves
        self.n = len(self.states)
        self._hops = {}
        self.here[:] = bytes(SPOTS)
        for spot in self.expected.spots:
            if spot != NOBODY:
                self.here[spot] += 1
        self.here[ANY_HOME] = sum([self.here[home] for home in self.homes])

    # -- one result ---------------------------------------------------------------------------

    def image(self, index: int) -> bytearray:
        """Return the image of a result."""
        return self.boardmap.image(self.states[index])

    def same_pawns(self, index: int) -> bool:
        """Return whether a result leaves every pawn where it is."""
        return self.has_pawns(index, self.expected.state)

    def has_pawns(self, index: int, state: bytes) -> bool:
        """Return whether the pawns of a result stand as in a state."""
        return self.states[index][:_PAWNS] == state[:_PAWNS]

    def leads_to(self, state: "bytes | None") -> bool:
        """Return whether a result in `found` leads to a position with the same seat to act."""
        for index in self.found:
            if state is not None and self.has_pawns(index, state):
                if self.states[index][TURN] == state[TURN]:
                    return True
        return False

    def hops(self, index: int) -> "list[tuple[int, int]]":
        """Return (from spot, to spot) of every pawn that a result moves. Do not change the list."""
        hops = self._hops.get(index)
        if hops is None:
            hops = self._hops[index] = self._hops_of(self.moves[index])
        return hops

    def _hops_of(self, move: bytes) -> "list[tuple[int, int]]":
        spot = self.boardmap.spot
        out = []
        for i in range(0, len(move), SIZE):
            kind = move[i] & 15
            seat = move[i + 1]
            here = spot(seat, move[i + 2])
            if kind in (BUMP, SELF):
                out.append((here, spot(seat, HOME)))
            else:
                out.append((here, spot(seat, move[i + 3])))
            if kind == SWAP:
                out.append((spot(move[i] >> 4, move[i + 3]), here))
        return out

    def spots_of(self, index: int) -> "list[int]":
        """Return the spots where the hops of a result start or end, each once."""
        out: "list[int]" = []
        for hop in self.hops(index):
            for spot in hop:
                if spot not in out:
                    out.append(spot)
        return out

    def is_swap(self, index: int) -> bool:
        """Return whether a result begins with an exchange of two pawns."""
        move = self.moves[index]
        return len(move) > 0 and move[0] & 15 == SWAP

    def moves_seat(self, index: int, seat: int) -> bool:
        """Return whether a result moves a pawn of a seat."""
        move = self.moves[index]
        for i in range(0, len(move), SIZE):
            if move[i + 1] == seat or (move[i] & 15 == SWAP and move[i] >> 4 == seat):
                return True
        return False

    def rivals(self, index: int) -> "list[bytes]":
        """Return the positions of other results that look like one of them."""
        mine = self.states[index]
        image = self.image(index)
        ring = [place for place in mine[:_PAWNS] if 0 < place <= self.boardmap.game.ring]
        out: "list[bytes]" = []
        for k in range(self.n):
            pawns = self.states[k][:_PAWNS]
            if pawns != mine[:_PAWNS] and has_all(pawns, ring) and self.image(k) == image:
                out.append(self.states[k])
        return out

    # -- the position -------------------------------------------------------------------------

    def stacks(self) -> int:
        """Return how many pawns share a single spot with another; those of one colour on one spot count once."""
        stacks = 0
        was = 0
        for i in range(_PAWNS):
            spot = self.expected.spots[i]
            if 0 < spot < self.boardmap.home and self.here[spot] > 1:
                stacks += not i & 3 or spot != was
            was = spot
        return stacks

    def alone(self, spot: int) -> bool:
        """Return whether the position has just one pawn on a spot, so that its reed opens when it leaves."""
        return self.here[spot] == 1

    def changed(self, spot: int) -> bool:
        """Return whether the board differs from the position on a spot, see `look`."""
        return spot in self.missing or spot in self.extra

    # -- the board ----------------------------------------------------------------------------

    def look(self) -> None:
        """Note where the board differs from the position."""
        self.missing, self.extra = self.view.differences(self.expected.image)

    def find(self) -> None:
        """Put the results that look like the board into `found`."""
        self.found = []
        if not self.n:
            return
        boardmap = self.boardmap
        seen = self.view.seen
        mask = self.view.mask
        self.look()
        # Cheap checks rule out most: newly taken spots hold a pawn, newly empty ones none.
        wanted = [boardmap.place(spot) for spot in self.extra if spot < boardmap.home]
        gone = [spot for spot in self.missing if spot <= boardmap.game.ring]
        taken = self._taken()
        for i in range(self.n):
            self.poll()
            move = self.moves[i]
            if move and move[0] in (STEP, SELF) and move[3] not in taken:
                # The first pawn has not landed, unless a later part has sent it home.
                if move.find(bytes((move[1], move[3])), SIZE) < 0:
                    continue
            pawns = self.states[i][:_PAWNS]
            if has_all(pawns, wanted) and not has_any(pawns, gone):
                if boardmap.same(seen, self.image(i), mask):
                    self.found.append(i)

    def _taken(self) -> bytes:
        """Return the place codes where a step may have ended: not home, not an empty ring space."""
        boardmap = self.boardmap
        ring = boardmap.game.ring
        mask = self.view.mask
        out = bytearray(range(ring + 1, ring + boardmap.game.row + 2))
        for i in range(boardmap.n_bytes):
            level = self.view.seen[i] if mask is None else self.view.seen[i] | mask[i]
            for k in range(8):
                if level >> k & 1:
                    out.append(boardmap.spot_of_bit[8 * i + k])
        return bytes(out)


def has_all(pawns: bytes, places: "list[int]") -> bool:
    """Return whether pawns stand on all of some places."""
    for place in places:
        if place not in pawns:
            return False
    return True


def has_any(pawns: bytes, places: "list[int]") -> bool:
    """Return whether a pawn stands on one of some places."""
    for place in places:
        if place in pawns:
            return True
    return False
