# SPDX-License-Identifier: Apache-2.0
"""What can be chosen where reeds cannot tell, and which spots each choice is about."""

from sense.question import PREVIOUS, UNCHANGED

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates
    from sense.expected import Expected


class Choices:
    """The choices of a question: indices of results, `UNCHANGED`, `PREVIOUS`.

    Args:
        candidates: the results, and the board that they are to look like.
        expected: the position, and the one before.
    """

    def __init__(self, candidates: "Candidates", expected: "Expected") -> None:
        self._map = candidates.boardmap
        self._candidates = candidates
        self._expected = expected

    def about(self, choice: int) -> "list[int]":
        """Return the spots that a choice is about."""
        if choice == UNCHANGED:
            return []
        if choice == PREVIOUS:
            return self._expected.last_move()
        if self.is_twins(choice):
            return [spot for pair in self.twins() for spot in pair]
        return self._candidates.spots_of(choice)

    def groups(self, choice: int) -> "list[list[int]]":
        """Return the spots that a choice is about, in groups of which it may be one or another."""
        if self.is_twins(choice):
            return self.twins()
        about = self.about(choice)
        return [about] if about else []

    def is_twins(self, choice: int) -> bool:
        """Return whether a choice is that two pawns of one colour change places, any two."""
        candidates = self._candidates
        return choice >= 0 and candidates.is_swap(choice) and candidates.same_pawns(choice)

    def twins(self) -> "list[list[int]]":
        """Return for each colour the ring spots of its pawns that stand alone, if two or more."""
        out = []
        for seat in range(0, 16, 4):
            pawns = bytes(self._expected.spots[seat : seat + 4])
            there = [spot for spot in pawns if spot <= self._map.game.ring]
            there = [spot for spot in there if self._candidates.alone(spot)]
            if len(there) > 1:
                out.append(there)
        return out
