# SPDX-License-Identifier: Apache-2.0
"""What hands are asked to do, what they do, and how: the words of `hands.py`, with its numbers.

Sources of the numbers: walking 100-300 ms a tap and settle times of other boards from the
survey behind this project (electronic chess boards: 100-750 ms settle, 3 s before a complaint);
reach-and-place times of 0.3-1.2 s are ordinary hand movements. The rates of mistakes and the
heights are assumptions, deliberately worse than in a calm game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Gesture:
    """One thing a hand does at a time (ms): `lift` or `place` one pawn, or `nudge` its space.

    `slot` names the slot of a home or finish area, -1 = any. A nudge moves a standing pawn by a
    millimetre or two: its reed may flicker, the pawn stays.

    A `lift` that is the first half of one movement says where and when (`to`, `land_ms`) its `place` will be, and
    how high over the board it goes (`hump_mm`, 0 pushes the pawn along); without, the hand lifts and waits.
    """

    t_ms: float
    do: str
    colour: str
    at: str
    slot: int = -1
    to: str = ""
    land_ms: float = -1.0
    hump_mm: float = 0.0


@dataclass(frozen=True)
class Part:
    """One pawn's way: `start` and `end` are place tokens, `path` the spaces walked, end included.

    `bumped` are the (colour, place) pawns it sends home; `start` is "" when only those move.
    """

    colour: str
    start: str
    end: str
    path: tuple[str, ...] = ()
    bumped: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Task:
    """A move as a person intends it: parts in their order, or two pawns that change places."""

    parts: tuple[Part, ...] = ()
    swap: tuple[tuple[str, str], tuple[str, str]] | None = None


@dataclass(frozen=True)
class Habits:
    """How people handle pawns. Times in ms as (low, high), the rest probabilities."""

    walk: float = 0.35  # walks space by space
    slide: float = 0.2  # slides along the spaces without lifting
    dwell: tuple[float, float] = (80, 400)  # a tap while walking (survey: 100-300)
    hop: tuple[float, float] = (60, 220)  # in the air between two taps
    slide_dwell: tuple[float, float] = (5, 90)  # hardly a stop
    slide_gap: tuple[float, float] = (70, 260)  # from space to space: 0.1-0.4 m/s
    low: tuple[float, float] = (9, 60)  # how high a pawn is carried, in mm
    hop_mm: tuple[float, float] = (4, 25)  # ... and between two taps; lower, its reed stays closed
    one_movement: float = 1600  # ms: what takes longer is lifted, held, and put down
    carry: tuple[float, float] = (250, 1200)  # from one place to another through the air
    think: tuple[float, float] = (300, 2500)  # before the first grip
    pause: tuple[float, float] = (150, 900)  # between two pawns
    two_hands: float = 0.25  # independent parts at the same time
    hesitate: float = 0.06  # lifts, waits, puts back, then starts again
    hesitation: tuple[float, float] = (300, 4000)
    wrong_pawn: float = 0.04  # takes another pawn first and puts it back
    wrong_pawn_down: float = 0.5  # ... after putting it down on a free space beside
    wrong_place: float = 0.04  # puts it down a space off, then corrects
    correction: tuple[float, float] = (300, 5000)  # until the mistake is seen
    straighten: float = 0.06  # lifts a neighbour and puts it back
    knock: float = 0.08  # knocks a neighbour: its reed opens for a moment
    knocked: tuple[float, float] = (10, 250)
    bump_first: float = 0.4  # a bumped pawn leaves before the mover is touched
    bump_beside: float = 0.25  # the mover is put beside it, then it is taken away
    # ... else it is taken away by the other hand just before the mover lands
    late_home: float = 0.15  # it lies beside the board for a while
    late: tuple[float, float] = (1000, 7000)
    wrong_home: float = 0.03  # it is put into another colour's home first
    hand_swap: float = 0.7  # swaps with both hands, else by way of a free place
    join_nudge: float = 0.5  # a pawn put beside another, or taken from there, pushes that one
