# SPDX-License-Identifier: Apache-2.0
"""The legal results of a card: each a whole state, and the move that leads to it."""

from micropython import const

from rules.moves import BUMP, SIZE, SWAP

_KIND = const(15)
_PAWNS = const(16)  # bytes of a state that say where pawns are


class Results:
    """The results of one card in one position, each distinct state once, sorted by its bytes.

    Args:
        pairs: (state, move) of every legal move, in any order; the list is sorted here. Of moves to one
            state the shortest is kept, of equally long ones the smallest.

    Attributes:
        states: the states, 20 bytes each.
        moves: the moves that lead to them, operations of 4 bytes (`rules.moves`).
    """

    def __init__(self, pairs: "list | None" = None) -> None:
        self.states = states = []  # type: list
        self.moves = moves = []  # type: list
        self._others: tuple = ()  # (number, move) of every other move to a state
        self._pawns: "dict | None" = None  # see `_index`
        self._swaps = False
        if not pairs:
            return
        if len(pairs) > 1:
            pairs.sort()
        before = None
        for state, move in pairs:
            if state != before:
                before = state
                states.append(state)
                moves.append(move)
                continue
            if len(move) < len(moves[-1]):
                move, moves[-1] = moves[-1], move
            self._others += ((len(moves) - 1, move),)

    def only(self, i: int) -> "Results":
        """Keep result i alone, as number 0; returns itself."""
        self.states = [self.states[i]]
        self.moves = [self.moves[i]]
        self._others = ()
        self._pawns = None
        return self

    def state(self, i: int) -> bytes:
        """Return the state of result i."""
        return self.states[i]

    def move(self, i: int) -> bytes:
        """Return the move of result i."""
        return self.moves[i]

    def find(self, state: "bytes | bytearray") -> int:
        """Return the number of the result with this state, -1 when there is none."""
        states = self.states
        low = 0
        high = len(states)
        while low < high:
            middle = (low + high) >> 1
            if states[middle] < state:
                low = middle + 1
            else:
                high = middle
        return low if low < len(states) and states[low] == state else -1

    def idle(self, state: "bytes | bytearray") -> bool:
        """Tell whether every pawn stays where `state` has it, whatever is played; also where a slide leads back (S7)."""
        pawns = state[:_PAWNS]
        for after in self.states:
            if after[:_PAWNS] != pawns:
                return False
        return not self.swaps()

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self.states)

    def __bool__(self) -> bool:
        """Tell whether the action can be used at all."""
        return bool(self.states)

    def __getitem__(self, i):  # type: ignore[no-untyped-def]  # int or slice, as a list has it
        """Return result i as (state, move), or a list of them for a slice."""
        if isinstance(i, slice):
            return list(zip(self.states[i], self.moves[i]))
        return self.states[i], self.moves[i]

    def __iter__(self):  # type: ignore[no-untyped-def]  # an iterator of pairs
        """Yield (state, move) of every result."""
        return iter(zip(self.states, self.moves))

    # -- by pawn ------------------------------------------------------------------------
    # Of results that are the same state every move counts here, not only the one that is kept.

    def _index(self) -> dict:
        """Return seat << 8 | place -> the ends of every pawn that a hand moves; made once."""
        if self._pawns is None:
            self._pawns = pawns = {}
            self._swaps = False
            for move in self.moves:
                self._note(pawns, move)
            for _, move in self._others:
                self._note(pawns, move)
        return self._pawns

    def _note(self, pawns: dict, move: bytes) -> None:
        for i in range(0, len(move), SIZE):
            kind = move[i] & _KIND
            if kind == BUMP:
                continue
            pawns.setdefault(move[i + 1] << 8 | move[i + 2], set()).add(move[i + 3])
            if kind == SWAP:
                self._swaps = True
                pawns.setdefault((move[i] >> 4) << 8 | move[i + 3], set()).add(move[i + 2])

    def swaps(self) -> bool:
        """Return whether two pawns change places in some result."""
        self._index()
        return self._swaps

    def pawns(self) -> list:
        """Return (seat, place) of every pawn that some result moves by hand, sorted."""
        return [(pawn >> 8, pawn & 255) for pawn in sorted(self._index())]

    def ends(self, seat: int, place: int) -> bytes:
        """Return the places a hand may bring a pawn to, ascending; empty: it stays.

        Where it lands: a pawn that is then sent home itself is brought there first.
        """
        return bytes(sorted(self._index().get(seat << 8 | place, ())))

    def bumped(self, seat: int, place: int) -> bool:
        """Tell whether some result sends another pawn home from a place."""
        bump = bytes((BUMP, seat, place))
        for move in self.moves + [move for _, move in self._others]:
            at = move.find(bump)
            while at >= 0:
                if at % SIZE == 0:
                    return True
                at = move.find(bump, at + 1)
        return False
