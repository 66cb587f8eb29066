# SPDX-License-Identifier: Apache-2.0
"""The legal results of the card on the table, and which of them look like the board.

Reeds know no colours. A result is taken apart into *hops*, one pawn from a spot to another.
Operations are read where they lie in `Results`: lists of them (`rules.moves.parts`) would be garbage
for every result that is looked at, while hands wait.
"""

from micropython import const

from rules.game import HOME, NOBODY, TURN
from rules.moves import BUMP, SELF, SIZE, STEP, SWAP
from rules.results import Results
from sense.tuning import PIECE, SLICE

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sense.boardmap import BoardMap
    from sense.occupancy import Occupancy


MORE = const(-1)  # what work in slices yields between them
SPOTS = const(96)  # more than any board has
ANY_HOME = const(95)  # spot: the four homes together

_PAWNS = const(16)
_STATE = const(20)  # bytes of a state
_IMAGE = const(6)  # work of comparing an image, see `spent`
_LOOK = const(15)  # of looking at the board
_NO_HOPS: "tuple[int, list[tuple[int, int]]]" = (-1, [])


def nobody() -> bool:
    """Return that no hand moves."""
    return False


class Candidates:
    """The results of one card from one position.

    Args:
        boardmap: the board.
        view: the board as the reeds tell it.
        stirs: see the attribute.

    Attributes:
        boardmap: the board.
        view: the board as the reeds tell it.
        results: from the rules, read in place; empty when no card is offered.
        n: how many there are.
        found: indices of the results that look like the board; filled by `find`.
        here: pawns of the position on each spot, and on `ANY_HOME`.
        homes: spots of the four homes.
        missing: spots where the board had fewer pawns than the position, when `look` was called,
        extra: and those where it had more.
        spent: work done in this slice, in units of about 0.1 ms on a Pico: see `pause`.
        stirs: returns whether a hand moves just now; then a slice ends.
    """

    def __init__(
        self, boardmap: "BoardMap", view: "Occupancy", stirs: "Callable[[], bool]" = nobody
    ) -> None:
        self.boardmap = boardmap
        self.view = view
        self.stirs = stirs
        self._scratch = bytearray(boardmap.size)
        self._spots = bytearray(_PAWNS)
        self.here = bytearray(SPOTS)
        self.homes = [boardmap.spot(seat, HOME) for seat in range(4)]
        self._state = bytes(20)
        self._asked_state = self._asked_pawns = b""  # see `has_pawns`
        self._image = bytearray(boardmap.size)
        self.missing: "list[int]" = []
        self.extra: "list[int]" = []
        self._none = Results(1, 1)
        self.results = self._none
        self.n = 0
        self.found: "list[int]" = []
        self.spent = 0
        self._asks_at = 0  # when so much is spent it is asked whether a hand moves
        # The hops of the two results that were asked about last: a close look at one asks several times.
        self._newer = self._older = _NO_HOPS

    def set(self, results: "Results | None", state: "bytes | bytearray", image: bytearray) -> None:
        """Take the results of a card played from `state`, whose image is `image`; None: no card."""
        self.results = results or self._none
        self.n = self.results.n
        self._state = bytes(state)
        self._image = image
        self.here[:] = bytes(SPOTS)
        self.boardmap.spots(state, self._spots)
        for i in range(_PAWNS):
            if state[i] != NOBODY:
                self.here[self._spots[i]] += 1
        self._newer = self._older = _NO_HOPS
        self.here[ANY_HOME] = sum([self.here[home] for home in self.homes])

    def pause(self, work: int = 0) -> bool:
        """Count work to be done; return whether others are to have a turn first: a slice has been done, or a hand moves.

        What is counted may take a Pico three times as long: while the gaps of a heap are filled, every call with
        many locals looks through all of it for its frame.
        """
        self.spent += work
        if self.spent < SLICE:
            if self.spent < self._asks_at:
                return False
            self._asks_at = self.spent + PIECE
            if not self.stirs():
                return False
        self.spent = work
        self._asks_at = 0
        return True

    # -- one result ---------------------------------------------------------------------------

    def image(self, index: int) -> bytearray:
        """Return the image of a result in a buffer that the next call reuses."""
        return self.boardmap.image(self.results.states, self._scratch, self.results.at(index))

    def same_pawns(self, index: int) -> bool:
        """Return whether a result leaves every pawn where it is."""
        return self.has_pawns(index, self._state)

    def has_pawns(self, index: int, state: bytes) -> bool:
        """Return whether the pawns of a result stand as in a state."""
        if state is not self._asked_state:  # one is asked about with many results
            self._asked_state = state
            self._asked_pawns = state[:_PAWNS]
        at = self.results.at(index)
        return self.results.states.find(self._asked_pawns, at, at + _PAWNS) == at

    def leads_to(self, state: "bytes | None") -> bool:
        """Return whether one of the results found leads to a position: its pawns, and whose turn it is."""
        for index in self.found:
            if state is not None and self.has_pawns(index, state):
                if self.results.states[self.results.at(index) + TURN] == state[TURN]:
                    return True
        return False

    def hops(self, index: int) -> "list[tuple[int, int]]":
        """Return (from spot, to spot) of every pawn that a result moves; not to be changed."""
        newer = self._newer
        if newer[0] == index:
            return newer[1]
        older = self._older
        if older[0] == index:
            self._older = newer
            self._newer = older
            return older[1]
        return self._find_hops(index)

    def _find_hops(self, index: int) -> "list[tuple[int, int]]":
        results = self.results
        ops = results.ops
        spot = self.boardmap.spot
        ring = self.boardmap.game.ring
        out = []
        for i in range(results.begin(index), results.end(index), SIZE):
            kind = ops[i] & 15
            seat = ops[i + 1]
            here = ops[i + 2]
            if not HOME < here <= ring:
                here = spot(seat, here)
            if kind in (BUMP, SELF):
                out.append((here, spot(seat, HOME)))
            else:
                there = ops[i + 3]
                out.append((here, there if HOME < there <= ring else spot(seat, there)))
            if kind == SWAP:
                out.append((ops[i + 3], here))
        self.spent += len(out)
        self._older = self._newer
        self._newer = index, out
        return out

    def spots_of(self, index: int) -> "list[int]":
        """Return the spots that a result is about, no doubles."""
        out: "list[int]" = []
        for hop in self.hops(index):
            _add_new(out, hop)
        return out

    def is_swap(self, index: int) -> bool:
        """Return whether a result begins with two pawns that change places."""
        begin = self.results.begin(index)
        return begin < self.results.end(index) and self.results.ops[begin] & 15 == SWAP

    def moves_seat(self, index: int, seat: int) -> bool:
        """Return whether a result moves a pawn of a seat."""
        ops = self.results.ops
        for i in range(self.results.begin(index), self.results.end(index), SIZE):
            if ops[i + 1] == seat or (ops[i] & 15 == SWAP and ops[i] >> 4 == seat):
                return True
        return False

    def stacks(self) -> int:
        """Return how many pawns that differ stand beside others on single spots: of one colour on one spot one counts."""
        stacks = 0
        was = 0
        for i in range(_PAWNS):
            spot = self._spots[i]
            if 0 < spot < self.boardmap.home and self.here[spot] > 1:
                stacks += not i & 3 or spot != was
            was = spot
        return stacks

    def alone(self, spot: int) -> bool:
        """Return whether one pawn stands on a spot in the position, so that its reed tells of it."""
        return self.here[spot] == 1

    def changed(self, spot: int) -> bool:
        """Return whether the board, when `look` was called, was not as in the position there."""
        return spot in self.missing or spot in self.extra

    def rivals(self, index: int) -> "list[bytes]":
        """Return the other positions of the results that look like one of them."""
        results = self.results
        mine = results.state(index)
        image = bytes(self.boardmap.image(mine, self._scratch))
        codes = [mine[i : i + 1] for i in range(_PAWNS) if 0 < mine[i] <= self.boardmap.game.ring]
        out: "list[bytes]" = []
        for k in range(self.n):
            at = results.at(k)
            if k != index and results.states[at : at + _PAWNS] != mine[:_PAWNS]:
                if has_all(results.states, at, codes):
                    if self.boardmap.image(results.states, self._scratch, at) == image:
                        out.append(results.state(k))
        return out

    # -- all results, in slices -------------------------------------------------------------------

    def find(self) -> "Iterator[int]":
        """Put the results that look like the board into `found`; yield `MORE` now and then."""
        self.found = []
        if not self.n:
            return
        seen = self.view.seen
        mask = self.view.mask
        wanted, gone = self._marks()
        taken = self._taken()
        results = self.results
        states = results.states
        ops = results.ops
        begins = results.begins
        spent = SLICE // 2
        pawn = bytearray(2)
        for i in range(self.n):
            if spent >= SLICE or (not i & 3 and self.stirs()):
                spent = 0
                yield MORE
            spent += 1
            k = results.order[i]
            begin = begins[k]
            end = begins[k + 1]
            if begin < end and ops[begin] & 15 in (STEP, SELF) and ops[begin + 3] not in taken:
                # The first pawn has not landed, unless a later part has sent it home.
                pawn[0] = ops[begin + 1]
                pawn[1] = ops[begin + 3]
                if ops.find(pawn, begin + SIZE, end) < 0:
                    continue
            at = _STATE * k
            # No calls: this is done for every result.
            for code in gone:
                if states.find(code, at, at + _PAWNS) >= 0:
                    break
            else:
                for code in wanted:
                    if states.find(code, at, at + _PAWNS) < 0:
                        break
                else:
                    spent += _IMAGE
                    image = self.boardmap.image(states, self._scratch, at)
                    if self.boardmap.same(seen, image, mask):
                        self.found.append(i)
        self.spent += spent

    def look(self) -> None:
        """Note where the board differs from the position."""
        self.spent += _LOOK
        missing: "list[int]" = []
        extra: "list[int]" = []
        self.view.differences(self._image, missing, extra)
        self.missing = missing
        self.extra = extra

    # -- cheap looks ------------------------------------------------------------------------------

    def _marks(self) -> tuple:
        """Return (wanted, gone): place codes for a cheap look, each a byte string.

        A result that looks like the board contains the wanted ones, newly taken, and none of the
        gone ones, ring spaces left empty.
        """
        wanted = []
        gone = []
        missing: "list[int]" = []
        extra: "list[int]" = []
        self.view.differences(self._image, missing, extra)
        for spot in extra:
            if spot < self.boardmap.home:
                wanted.append(bytes((self.boardmap.place(spot),)))
        for spot in missing:
            if spot <= self.boardmap.game.ring:
                gone.append(bytes((spot,)))
        return wanted, gone

    def _taken(self) -> bytes:
        """Return the place codes where a step may have ended: all but the empty ring spaces, and home."""
        ring = self.boardmap.game.ring
        seen = self.view.seen
        mask = self.view.mask
        out = bytearray(range(ring + 1, ring + self.boardmap.game.row + 2))
        for i in range(self.boardmap.n_bytes):
            level = seen[i] if mask is None else seen[i] | mask[i]
            for k in range(8):
                if level >> k & 1:
                    out.append(self.boardmap.spot_of_bit[8 * i + k])
        return bytes(out)


def _add_new(out: "list[int]", spots: "tuple[int, int]") -> None:
    for spot in spots:
        if spot not in out:
            out.append(spot)


def has_all(states: bytearray, at: int, codes: "list[bytes]") -> bool:
    """Return whether pawns of the state at `at` stand on all of some places: a cheap look that rules out most."""
    for code in codes:
        if states.find(code, at, at + _PAWNS) < 0:
            return False
    return True
