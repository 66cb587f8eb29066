# SPDX-License-Identifier: Apache-2.0
"""Walking in the goal (P11-P13), worked out once per edition as a table.

A walk is deterministic: the place after m steps is on the way of every longer walk. The
table holds, for a pawn in circle `start` (1..4; 0: on the space before the goal) and the
circles taken by others (bit k-1 for z<k>), the place after 1..14 steps:
0 illegal, 1..4 a circle, 5 the space before the goal, 6.. the spaces further back.
"""

from micropython import const

from rules.games.partners.editions import ONCE

STEPS = 15  # table entries per walk: 0 (unused) and 1..14 steps
OUT = 5  # code of the space before the goal; larger: that many spaces further back
_CIRCLES = const(4)
_FULL = const(15)


def at(start: int, taken: int) -> int:
    """Return the table index of a walk's entry for 0 steps."""
    return (start << 4 | taken) * STEPS


def locked(circle: int, taken: int) -> bool:
    """Return whether a pawn in a circle is locked (P13): every deeper circle is taken."""
    return taken >> circle == _FULL >> circle


def _walk(table: bytearray, start: int, taken: int, turns: int) -> None:
    index = at(start, taken)
    here = start
    forward = True
    for steps in range(1, STEPS):
        if here >= OUT:  # backward on the ring: nothing turns it (P11)
            here += 1
        else:
            ahead = here < _CIRCLES and not taken >> here & 1
            behind = here == 1 or (here > 1 and not taken >> (here - 2) & 1)
            if forward and not ahead:
                # Turning needs a circle; once per move and after a step forward unless P12.
                if not turns or not behind or (steps == 1 and turns == ONCE):
                    return
                forward = False
            elif not forward and not behind:
                if turns == ONCE or not ahead:
                    return
                forward = True
            if forward:
                here += 1
            else:
                here = here - 1 if here > 1 else OUT
        table[index + steps] = here


def goal_table(turns: int) -> bytes:
    """Return the walks where pawns turn like this (`editions.TURNS`); index with `at(start, taken) + steps`."""
    table = bytearray((_CIRCLES + 1) * (_FULL + 1) * STEPS)
    for start in range(_CIRCLES + 1):
        for taken in range(_FULL + 1):
            if start and (taken >> (start - 1) & 1 or locked(start, taken)):
                continue
            _walk(table, start, taken, turns)
    return bytes(table)
