# SPDX-License-Identifier: Apache-2.0
"""How one Partners pawn walks, space by space (rulings P2 to P4, P9, P11, P12).

Readings chosen where a ruling leaves room:
* P9: a wall bars passing and landing for a pawn that walks. It does not bar a
  swap onto another space, and the owner's own pawns never meet it.
* P11: turning is no choice. A pawn goes forward as long as the next circle is
  free and turns only when it is not; at the last step it simply stands.
* P12, one turn: the step forward "inside or into the goal" is a step that ends
  in a circle. Many turns: each meeting with a pawn in a circle turns the pawn
  round; a pawn that meets one on both sides without a step cannot move.
"""

from .notation import SEATS

COUNT_START = {"partners-movers": False, "partners-nordic": True, "partners-pawns": False}
MULTI_TURN = {"partners-movers": False, "partners-nordic": False, "partners-pawns": True}
STARTS = [0, 15, 30, 45]


def start_of(colour):
    """Return the start space of a colour as a number (P2)."""
    return 15 * SEATS["partners"].index(colour)


def wall(pawns, index, colour):
    """P9: does the owner of this start space stand on it, against `colour`?"""
    for owner in SEATS["partners"]:
        if start_of(owner) == index and owner != colour:
            return str(index) in pawns[owner]
    return False


def ring_step(rulebook, pawns, colour, index, by):
    """Walk one counted step on the ring, +1 or -1; None where a wall stops it.

    Start spaces are stepped over where the edition does not count them (P4).
    """
    index = (index + by) % 60
    if index in STARTS:
        if wall(pawns, index, colour):
            return None
        if not COUNT_START[rulebook]:
            return (index + by) % 60
    return index


def walk_backward(rulebook, pawns, colour, place, steps):
    """Walk a ring pawn backward (P8 `-4`); None where it is not possible."""
    index = int(place)
    for _ in range(steps):
        index = ring_step(rulebook, pawns, colour, index, -1)
        if index is None:
            return None
    return str(index)


def walk_forward(rulebook, pawns, colour, place, steps):
    """Walk a pawn `steps` forward, turning in the goal (P3, P4, P9, P11, P12).

    Args:
        pawns: the board without the pawn that walks.

    Returns:
        Where it ends, or None where the walk is not possible.
    """
    mouth = str((start_of(colour) - 1) % 60)
    taken = pawns[colour]
    direction = "forward"
    has_turned = False
    stepped_into_circle = False
    for _ in range(steps):
        if place.startswith("z"):
            circle = int(place[1])
            ahead_is_free = circle < 4 and "z%d" % (circle + 1) not in taken
            behind_is_free = circle == 1 or "z%d" % (circle - 1) not in taken
            if direction == "forward" and not ahead_is_free:
                if not MULTI_TURN[rulebook] and (has_turned or not stepped_into_circle):
                    return None
                direction = "backward"
                has_turned = True
                if not behind_is_free:
                    return None
            elif direction == "backward" and not behind_is_free:
                if not MULTI_TURN[rulebook]:
                    return None
                direction = "forward"
                if not ahead_is_free:
                    return None
            if direction == "forward":
                place = "z%d" % (circle + 1)
                stepped_into_circle = True
            elif circle > 1:
                place = "z%d" % (circle - 1)
            else:
                place = mouth
        elif direction == "forward" and place == mouth:
            if "z1" in taken:
                return None
            place = "z1"
            stepped_into_circle = True
        else:
            by = 1 if direction == "forward" else -1
            index = ring_step(rulebook, pawns, colour, int(place), by)
            if index is None:
                return None
            place = str(index)
    return place
