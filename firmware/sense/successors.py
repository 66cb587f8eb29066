# SPDX-License-Identifier: Apache-2.0
"""The legal results of the card on the table, as the board would show them."""

from micropython import const

from rules.game import BUMP, HOME, SELF, STEP, SWAP, replace
from sense.debounce import LIFT

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.handlog import HandLog


# What a result may still grow into.
FINAL = const(0)
WALKED = const(1)  # the same pawn may go on along the same way: 1 of a 1/14
PARTIAL = const(2)  # another part may follow: the rest of a 7 that may also be given up

_PAWNS = const(16)


class Successors:
    """The results of one card from one position.

    Attributes:
        results: list of (state, move) from the rules, empty when no card is offered.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        self._map = boardmap
        self._scratch = bytearray(boardmap.size)
        self._needle = bytearray(1)
        self.results = []
        self._silent: "list | None" = None
        self._state = bytes(20)
        self._image = bytearray(boardmap.size)

    def set(self, results: list, state: "bytes | bytearray", image: bytearray) -> None:
        """Take the results of a card played from `state`, whose image is `image`."""
        self.results = results
        self._state = bytes(state)
        self._image = image
        self._silent = None

    def image(self, index: int) -> bytearray:
        """Return the image of a result in a buffer that the next call reuses."""
        return self._map.image(self.results[index][0], self._scratch)

    def same_pawns(self, index: int) -> bool:
        """Return whether a result leaves every pawn where it is."""
        return self.results[index][0][:_PAWNS] == self._state[:_PAWNS]

    def containing(self, seen: bytearray, masked: "bytearray | None") -> list:
        """Return the results that have a pawn wherever `seen` has one that was not there."""
        wanted, _ = self._marks(seen, masked)
        return [i for i in range(len(self.results)) if self._has_all(self.results[i][0], wanted)]

    def find(self, seen: bytearray, masked: "bytearray | None") -> list:
        """Return the indices of the results that look like `seen`."""
        wanted, gone = self._marks(seen, masked)
        taken = self._taken(seen, masked)
        found = []
        for i in range(len(self.results)):
            state, move = self.results[i]
            if move and move[0] & 15 in (STEP, SELF) and taken.find(move[3:4]) < 0:
                # The first pawn has not landed, unless a later part has sent it home.
                if move.find(move[1:2] + move[3:4], 4) < 0:
                    continue
            if self._has_all(state, wanted) and self._has_none(state, gone):
                if self._map.same(seen, self._map.image(state, self._scratch), masked):
                    found.append(i)
        return found

    def _marks(self, seen: bytearray, masked: "bytearray | None") -> tuple:
        """Return (wanted, gone): place codes for a cheap look, each a byte string.

        A result that looks like `seen` contains the wanted ones, newly taken, and none of the
        gone ones, ring spaces left empty.
        """
        wanted = []
        gone = []
        for i in range(self._map.n_bytes):
            changed = seen[i] ^ self._image[i]
            if masked is not None:
                changed &= ~masked[i]
            if changed:
                for k in range(8):
                    if changed >> k & 1:
                        spot = self._map.spot_of_bit[8 * i + k]
                        if seen[i] >> k & 1:
                            wanted.append(bytes((self._map.place(spot),)))
                        elif spot <= self._map.game.ring:
                            gone.append(bytes((spot,)))
        return wanted, gone

    def _taken(self, seen: bytearray, masked: "bytearray | None") -> bytes:
        """Return the place codes where pawns may stand: all but the empty ring spaces."""
        ring = self._map.game.ring
        out = bytearray(range(ring + 1, ring + self._map.game.row + 2))
        out.append(0)
        for i in range(self._map.n_bytes):
            level = seen[i] if masked is None else seen[i] | masked[i]
            for k in range(8):
                if level >> k & 1:
                    out.append(self._map.spot_of_bit[8 * i + k])
        return bytes(out)

    @staticmethod
    def _has_all(state: bytes, codes: list) -> bool:
        for code in codes:
            if state.find(code, 0, _PAWNS) < 0:
                return False
        return True

    @staticmethod
    def _has_none(state: bytes, codes: list) -> bool:
        for code in codes:
            if state.find(code, 0, _PAWNS) >= 0:
                return False
        return True

    def twin(self, index: int) -> bool:
        """Return whether another result differs from one only in who has come home.

        Then a pawn put into the wrong home looks like the other result.
        """
        n = self._map.n_bytes
        image = bytes(self.image(index))
        for i in range(len(self.results)):
            if i != index:
                other = self.image(i)
                if other[:n] == image[:n] and other[n:] != image[n:]:
                    return True
        return False

    def only_way(self, index: int) -> bool:
        """Return whether the pawns of a result could go nowhere else with this card."""
        for seat, start, end in self._steps(index):
            pawn = bytes((seat, start))
            for _, move in self.results:
                i = move.find(pawn)
                if i >= 0 and i & 3 == 1 and move[i - 1] & 15 != BUMP and move[i + 2] != end:
                    return False
        return True

    def silent(self) -> list:
        """Return the results that look like the position before; found once per card."""
        if self._silent is None:
            found = []
            for i in range(len(self.results)):
                if self._maybe_silent(self.results[i][1]) and self.image(i) == self._image:
                    found.append(i)
            self._silent = found
        return self._silent

    def _maybe_silent(self, move: bytes) -> bool:
        """Return whether the first step of a move ends where a pawn stands; a cheap look."""
        if len(move) < 4 or move[0] & 15 != STEP:
            return True
        return self._state.find(move[3:4], 0, _PAWNS) >= 0

    def grows(self, index: int, seen: bytearray, log: "HandLog") -> int:
        """Return `FINAL`, or what the board may still grow into that looks like a result now.

        Args:
            index: the result that the board looks like.
            seen: image of the board.
            log: `HandLog`: parts whose pawn was never lifted may still follow.
        """
        steps = self._steps(index)
        wanted, _ = self._marks(seen, None)
        grown = FINAL
        for i in range(len(self.results)):
            state, move = self.results[i]
            if i == index or len(move) < 4:
                continue
            if len(move) == 4:
                if len(steps) == 1 and move[0] & 15 in (STEP, SELF):
                    if self._passes((move[1], move[2], move[3]), steps[0]):
                        grown = WALKED
            elif self._has_all(state, wanted):
                others = self._steps(i)
                if len(others) > 1 and self._halfway(i, others, seen, log):
                    return PARTIAL
                if len(steps) == len(others) == 1 and self._passes(others[0], steps[0]):
                    grown = WALKED
        return grown

    def _halfway(self, index: int, steps: list, seen: bytearray, log: "HandLog") -> bool:
        """Return whether the board shows those parts of a result whose pawns were lifted."""
        ends = [self._map.spot(seat, end) for seat, _, end in steps]
        done = []
        for seat, start, end in steps:
            spot = self._map.spot(seat, start)
            moved = log.was(LIFT, spot)
            if not moved and start != end and self._stacked(seat, start):
                target = self._map.spot(seat, end)
                moved = self._map.has(seen, target) and not self._map.has(self._image, target)
            elif moved and start != end:
                moved = spot in ends or not self._map.has(seen, spot)
                if moved and not self._map.has(seen, self._map.spot(seat, end)):
                    return False
            done.append(moved)
        if True not in done or False not in done:
            return False
        state = bytearray(self._state)
        move = self.results[index][1]
        part = -1
        try:
            for i in range(0, len(move), 4):
                kind = move[i] & 15
                end = HOME
                if kind != BUMP:
                    part += 1
                    end = HOME if kind == SELF else move[i + 3]
                if done[part]:
                    replace(state, move[i + 1], move[i + 2], end)
        except ValueError:
            return False  # a part that needs the one before it
        return self._map.image(state, self._scratch) == seen

    def _stacked(self, seat: int, place: int) -> bool:
        """Return whether several pawns of a seat stand on a ring space in the position."""
        pawns = self._state[4 * seat : 4 * seat + 4]
        return 0 < place <= self._map.game.ring and pawns.count(bytes((place,))) > 1

    def _steps(self, index: int) -> list:
        move = self.results[index][1]
        steps = []
        for i in range(0, len(move), 4):
            if move[i] & 15 in (STEP, SELF):
                steps.append((move[i + 1], move[i + 2], move[i + 3]))
        return steps

    def _passes(self, longer: tuple, shorter: tuple) -> bool:
        """Return whether a pawn on its way along `longer` may rest where `shorter` ends."""
        seat, start, end = shorter
        if longer[:2] != (seat, start) or longer[2] == end:
            return False
        ring = self._map.game.ring
        if start > ring or end > ring or not start:
            return longer[2] > ring  # inside the goal: forward and back again
        if longer[2] > ring:
            return True
        return (end - start) % ring < (longer[2] - start) % ring

    def exchanges(self, indices: list) -> list:
        """Return (seat, spot, to) of every pawn that one of these results takes from its space.

        Sent home, or swapped with another: a space that another pawn comes to.
        """
        out = []
        spot = self._map.spot
        for index in indices:
            move = self.results[index][1]
            for i in range(0, len(move), 4):
                kind = move[i] & 15
                seat = move[i + 1]
                here = spot(seat, move[i + 2])
                ways = []
                if kind == BUMP:
                    ways = [(seat, here, spot(seat, HOME))]
                elif kind == SWAP:
                    there = spot(move[i] >> 4, move[i + 3])
                    ways = [(seat, here, there), (move[i] >> 4, there, here)]
                for way in ways:
                    if way not in out:
                        out.append(way)
        return out

    def spots_of(self, index: int) -> list:
        """Return the spots a result is about: where its pawns come from and go to."""
        move = self.results[index][1]
        out = []
        for i in range(0, len(move), 4):
            kind = move[i] & 15
            out.append(self._map.spot(move[i + 1], move[i + 2]))
            if kind != BUMP:
                seat = move[i] >> 4 if kind == SWAP else move[i + 1]
                out.append(self._map.spot(seat, move[i + 3]))
        return out

    def swap(self, index: int) -> "tuple | None":
        """Return the two spots of a result that swaps two pawns, None for another kind."""
        move = self.results[index][1]
        if len(move) >= 4 and move[0] & 15 == SWAP:
            return (
                self._map.spot(move[1], move[2]),
                self._map.spot(move[0] >> 4, move[3]),
            )
        return None
