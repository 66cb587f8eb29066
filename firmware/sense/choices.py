# SPDX-License-Identifier: Apache-2.0
"""Which spots each choice of a question is about: an index of a result, `UNCHANGED` or `PREVIOUS`."""

from sense.question import PREVIOUS, UNCHANGED

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates


def groups(candidates: "Candidates", choice: int) -> "list[list[int]]":
    """Return the spots that a choice is about, in groups of which any one may be meant."""
    if choice == UNCHANGED:
        return []
    if choice == PREVIOUS:
        about = candidates.expected.last_move()
    elif is_twins(candidates, choice):
        return twins(candidates)
    else:
        about = candidates.spots_of(choice)
    return [about] if about else []


def is_twins(candidates: "Candidates", choice: int) -> bool:
    """Return whether a choice is an exchange of two pawns of one colour, any two."""
    return choice >= 0 and candidates.is_swap(choice) and candidates.same_pawns(choice)


def twins(candidates: "Candidates") -> "list[list[int]]":
    """Return for each colour the ring spots of its pawns that stand alone, if two or more."""
    out = []
    for seat in range(0, 16, 4):
        pawns = candidates.expected.spots[seat : seat + 4]
        there = [spot for spot in pawns if spot <= candidates.boardmap.game.ring]
        there = [spot for spot in there if candidates.alone(spot)]
        if len(there) > 1:
            out.append(there)
    return out
