# SPDX-License-Identifier: Apache-2.0
"""The legal results of a card in one packed buffer, made once and filled anew for every card.

A result is a whole state and the move that leads to it. They are kept sorted by state bytes,
each state once. Nothing of it grows: a game knows how many results a card can have at most
(`Game.most`) and how many operations their moves have together (`Game.most_ops`).

Who follows the hands reads `states` and `ops` in place, by offsets, without allocating;
indexing and iterating make (state, move) copies.
"""

from array import array

from micropython import const

from rules.moves import BUMP, SWAP

_SIZE = const(20)  # bytes of a state, rules.game.SIZE
_OP = const(4)  # bytes of an operation, rules.moves.SIZE
_FEW = const(8)  # results whose order is looked at before they are sorted
_NO_RANK = const(255)
_KEYS = const(24)  # sort keys made in one slice
_READ = const(1024)  # bytes of operations read in one slice of the index


class Results:
    """The results of one card in one position.

    Args:
        most: results there is room for, 1..255; before equal ones are dropped.
        most_ops: operations of all their moves there is room for.

    Attributes:
        n: number of results.
        states: their states, 20 bytes each, at the offsets `at` tells.
        ops: the operations of their moves, 4 bytes each, result i's from `begin` to `end`.
        stored: results added so far, equal ones too.
        used: bytes of `ops` in use.
        begins: where their moves begin in `ops`, by number as added.
        order: number as added of result i, by which `states` and `begins` have it.
    """

    def __init__(self, most: int, most_ops: int) -> None:
        self.n = 0
        self.states = bytearray(_SIZE * most)
        self.ops = bytearray(_OP * most_ops)
        self.most = most
        self.stored = 0
        self.used = 0
        self.begins = array("H", bytes(2 * most + 2))
        self._sorted = False  # `arranged` has told the order
        self.order = bytearray(most)  # sorted number -> number as added
        self._rank = bytearray(most)  # number as added -> sorted number
        # The index: seat, place, end, sorted; from `_first` to `_last` of the end of `ops`, where no move needs that.
        # Made anew for every card, it would lie in the middle of the heap until the next.
        self._index: "bytearray | None" = None
        self._first = self._last = 0
        self._swaps = False  # it has two pawns that change places

    # -- filling ------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget all results."""
        self.n = self.stored = self.used = 0
        self._sorted = False
        self._index = None

    def add(self, state: "bytes | bytearray", move: "bytes | bytearray") -> None:
        """Add a result; `sort` must follow the last one.

        Raises:
            ValueError: there are more than the game said there could be.
        """
        number = self.stored
        end = self.used + len(move)
        if number >= self.most or end > len(self.ops):
            raise ValueError("more results than the game has room for")
        self.states[_SIZE * number : _SIZE * number + _SIZE] = state
        self.ops[self.used : end] = move
        self.used = end
        self.stored = number + 1
        self.begins[number + 1] = end

    def room(self, copies: bytes, count: int) -> bytearray:
        """Return `states` with copies of a state as the next results, to be changed in place.

        `take` must follow. Many at once: MicroPython moves all that stands behind a slice.

        Args:
            copies: of the state, `count` or more.
            count: number of the results.

        Raises:
            ValueError: there are more than the game said there could be.
        """
        size = _SIZE * count
        begin = _SIZE * self.stored
        if begin + size > len(self.states):
            raise ValueError("more results than the game has room for")
        # A slice is a copy even where it is the whole.
        self.states[begin : begin + size] = copies if size == len(copies) else copies[:size]
        return self.states

    def take(self, moves: bytes, stored: int) -> None:
        """Add the moves of the results that `room` was made for; `begins` is set up to `stored`.

        Raises:
            ValueError: there are more than the game said there could be.
        """
        end = self.used + len(moves)
        if end > len(self.ops):
            raise ValueError("more results than the game has room for")
        self.ops[self.used : end] = moves
        self.used = end
        self.stored = stored

    def arranged(self, early: list) -> None:
        """Say that all results differ and stand in order, but for some that come before the rest.

        Args:
            early: (bytes that sort them, their numbers as added, ascending) of those; sorted here.
        """
        order = self.order
        rank = self._rank
        n = self.stored
        self._sorted = True
        if not early:
            self.n = n
            order[:n] = rank[:n] = bytes(range(n))
            return
        rank[:n] = bytes((_NO_RANK,)) * n
        early.sort()
        n = 0
        for _, numbers in early:
            for k in numbers:
                order[n] = k
                rank[k] = n
                n += 1
        for k in range(self.stored):
            if rank[k] == _NO_RANK:
                order[n] = k
                rank[k] = n
                n += 1
        self.n = n

    def mixed(self) -> None:
        """Say that what was arranged has more beside it now: `sort` must look at all."""
        self._sorted = False

    def settled(self) -> bool:
        """Number results that were arranged, or a few that stand in order; False: `sort` must."""
        if self._sorted:
            return True
        n = self.stored
        if n > _FEW:
            return False
        states = self.states
        before = states[:_SIZE]
        for k in range(1, n):
            after = states[_SIZE * k : _SIZE * k + _SIZE]
            if after <= before:
                return False
            before = after
        for k in range(n):
            self.order[k] = self._rank[k] = k
        self.n = n
        return True

    def sort(self):  # type: ignore[no-untyped-def]  # a generator of slices
        """Sort what was added and drop repeated states, of which the shortest move stays.

        A generator: each of its turns is one slice of the work.
        """
        if self.settled():
            return
        states = self.states
        keys = []
        for k in range(self.stored):
            keys.append(bytes(states[_SIZE * k : _SIZE * k + _SIZE]) + bytes((k,)))
            if k % _KEYS == _KEYS - 1:
                yield
        keys.sort()
        n = 0
        for first in range(0, len(keys), _KEYS):
            yield
            n = self._number(keys, first, n)
        self.n = n

    def _number(self, keys: list, first: int, n: int) -> int:
        """Number some results, from `n` on, by their sorted keys: the state, and the number as added.

        Returns the next number.
        """
        order = self.order
        rank = self._rank
        before = keys[first - 1][:_SIZE] if first else b""
        for key in keys[first : first + _KEYS]:
            k = key[_SIZE]
            if before and key.startswith(before):
                if self._shorter(k, order[n - 1]):
                    order[n - 1] = k
            else:
                before = key[:_SIZE]
                order[n] = k
                n += 1
            rank[k] = n - 1
        return n

    def _shorter(self, k: int, than: int) -> bool:
        """Tell whether the move of result `k`, as added, is shorter, or as long and smaller."""
        begins = self.begins
        one = self.ops[begins[k] : begins[k + 1]]
        two = self.ops[begins[than] : begins[than + 1]]
        return (len(one), bytes(one)) < (len(two), bytes(two))

    def only(self, i: int) -> "Results":
        """Keep result i alone, as number 0; returns itself."""
        state, move = self.state(i), self.move(i)
        self.clear()
        self.add(state, move)
        self.order[0] = self._rank[0] = 0
        self.n = 1
        return self

    # -- reading ------------------------------------------------------------------------

    def at(self, i: int) -> int:
        """Return where the state of result i begins in `states`."""
        return self.order[i] * _SIZE

    def begin(self, i: int) -> int:
        """Return where the move of result i begins in `ops`."""
        return self.begins[self.order[i]]

    def end(self, i: int) -> int:
        """Return where the move of result i ends in `ops`."""
        return self.begins[self.order[i] + 1]

    def state(self, i: int) -> bytes:
        """Return a copy of the state of result i."""
        at = self.order[i] * _SIZE
        return bytes(self.states[at : at + _SIZE])

    def move(self, i: int) -> bytes:
        """Return a copy of the move of result i."""
        k = self.order[i]
        return bytes(self.ops[self.begins[k] : self.begins[k + 1]])

    def find(self, state: "bytes | bytearray") -> int:
        """Return the number of the result with this state, -1 when there is none."""
        end = self.stored * _SIZE
        at = self.states.find(state[:_SIZE], 0, end)
        while at >= 0:
            if at % _SIZE == 0:
                return self._rank[at // _SIZE]
            at = self.states.find(state[:_SIZE], at + 1, end)
        return -1

    def __len__(self) -> int:
        """Return the number of results."""
        return self.n

    def __bool__(self) -> bool:
        """Tell whether the action can be used at all."""
        return self.n > 0

    def __getitem__(self, i):  # type: ignore[no-untyped-def]  # int or slice, as a list has it
        """Return result i as (state, move), or a list of them for a slice."""
        if isinstance(i, slice):
            return list(self)[i]
        if i < 0:
            i += self.n
        if not 0 <= i < self.n:
            raise IndexError("no such result")
        return self.state(i), self.move(i)

    def __iter__(self):  # type: ignore[no-untyped-def]  # a generator
        """Yield (state, move) of every result."""
        for i in range(self.n):
            yield self.state(i), self.move(i)

    # -- by pawn ------------------------------------------------------------------------
    # Of results that are the same state every move counts here, not only the one that is kept.

    def index(self):  # type: ignore[no-untyped-def]  # a generator of slices
        """Make the index of pawns and their ends; a generator, each turn one slice of the work.

        Without it the first look-up makes it at one go.
        """
        # Every operation is one number: most results repeat the same few.
        every: set = set()
        for k in range(0, self.used, _READ):
            every.update(array("I", self.ops[k : min(k + _READ, self.used)]))
            if self.used > _READ:
                yield
        found = set()
        self._swaps = False
        for op in every:
            kind = op & 15
            if kind != BUMP:
                seat = op >> 8 & 3
                a = op >> 16 & 255
                b = op >> 24
                found.add((seat << 8 | a) << 8 | b)
                if kind == SWAP:
                    self._swaps = True
                    found.add((op >> 4 & 15) << 16 | b << 8 | a)
        k = len(self.ops) - 3 * len(found)
        index = self.ops
        if k < self.used:
            k = 0
            index = bytearray(3 * len(found))
        self._first = k
        for pair in sorted(found):
            index[k] = pair >> 16
            index[k + 1] = pair >> 8 & 255
            index[k + 2] = pair & 255
            k += 3
        self._last = k
        self._index = index

    def _indexed(self) -> bytearray:
        while self._index is None:
            for _ in self.index():
                pass
        return self._index

    def swaps(self) -> bool:
        """Return whether two pawns change places in some result."""
        self._indexed()
        return self._swaps

    def pawns(self) -> list:
        """Return (seat, place) of every pawn that some result moves by hand, sorted."""
        index = self._indexed()
        found: list = []
        first = self._first
        for k in range(first, self._last, 3):
            if k == first or index[k] != index[k - 3] or index[k + 1] != index[k - 2]:
                found.append((index[k], index[k + 1]))
        return found

    def ends(self, seat: int, place: int) -> bytes:
        """Return the places a hand may bring a pawn to, ascending; empty: it stays.

        Where it lands: a pawn that is then sent home itself is brought there first.
        """
        index = self._indexed()
        found = bytearray()
        pawn = bytes((seat, place))
        first, last = self._first, self._last
        k = index.find(pawn, first, last)
        while k >= 0 and (k - first) % 3:
            k = index.find(pawn, k + 1, last)
        if k >= 0:  # those of a pawn stand one behind the other
            while k < last and index[k] == seat and index[k + 1] == place:
                found.append(index[k + 2])
                k += 3
        return bytes(found)

    def moving(self, seat: int, place: int) -> list:
        """Return the numbers of the results that moving a pawn by hand may lead to, ascending."""
        ops = self.ops
        where = []  # of the operations
        pawn = bytes((seat, place))
        k = ops.find(pawn, 0, self.used)
        while k >= 0:
            if k & 3 == 1 and ops[k - 1] != BUMP:
                where.append(k)
            k = ops.find(pawn, k + 1, self.used)
        other = bytes((SWAP | seat << 4,))
        k = ops.find(other, 0, self.used)
        while k >= 0:
            if k & 3 == 0 and ops[k + 3] == place:
                where.append(k)
            k = ops.find(other, k + 1, self.used)
        found = set()
        number = 0  # as added
        for k in sorted(where):
            while self.begins[number + 1] <= k:
                number += 1
            found.add(self._rank[number])
        return sorted(found)

    def bumped(self, seat: int, place: int) -> bool:
        """Tell whether some result sends another pawn home from a place."""
        ops = self.ops
        pawn = bytes((BUMP, seat, place))
        k = ops.find(pawn, 0, self.used)
        while k >= 0:
            if k & 3 == 0:
                return True
            k = ops.find(pawn, k + 1, self.used)
        return False
