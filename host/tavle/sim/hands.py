# SPDX-License-Identifier: Apache-2.0
"""Random but repeatable human hands: from an intended move to timed lifts and placings.

Knows nothing of the firmware. A `Task` says which pawns should end where; `Hands.perform` turns
it into `Gesture`s the way people do it: walking space by space, sliding, two hands at once,
hesitating, taking the wrong pawn first, knocking neighbours, bringing bumped pawns home first,
last, late or only when reminded. At the end every pawn stands where the task wants it.

Sources of the numbers: walking 100-300 ms a tap and settle times of other boards from the
survey behind this project (electronic chess boards: 100-750 ms settle, 3 s before a complaint);
reach-and-place times of 0.3-1.2 s are ordinary hand movements. The rates of mistakes are
assumptions, deliberately higher than in a calm game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Gesture:
    """One thing a hand does at a time (ms): `lift` or `place` one pawn, or `nudge` its space.

    `slot` names the slot of a home or finish area, -1 = any. A nudge moves a standing pawn by a
    millimetre: its reed may flicker, the pawn stays.
    """

    t_ms: float
    do: str
    colour: str
    at: str
    slot: int = -1


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
    slide_dwell: tuple[float, float] = (45, 160)
    slide_gap: tuple[float, float] = (2, 40)  # no reed sees the pawn between two spaces
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


@dataclass
class _Lane:
    """What one hand does, in order."""

    t_ms: float
    out: list[Gesture] = field(default_factory=list)

    def do(self, what: str, colour: str, at: str, slot: int = -1) -> None:
        self.out.append(Gesture(self.t_ms, what, colour, at, slot))


class Hands:
    """Performs tasks; everything random comes from `seed`."""

    def __init__(
        self,
        seed: int,
        habits: Habits | None = None,
        neighbours: Callable[[str], list[str]] | None = None,
    ) -> None:
        """Make a pair of hands.

        Args:
            seed: the same seed performs the same tasks in the same way.
            habits: numbers to perform by.
            neighbours: place token -> tokens of the spaces beside it (ring only).
        """
        self._random = random.Random(seed)
        self.habits = habits or Habits()
        self._neighbours = neighbours or (lambda _place: [])
        self._involved: set[str] = set()  # places of the task: their pawns are not knocked

    def _between(self, limits: tuple[float, float]) -> float:
        # Skewed to the short side, as human times are.
        low, high = limits
        return low + (high - low) * self._random.random() ** 2

    def _chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def perform(self, task: Task, pawns: dict[str, list[str]], start_ms: float) -> list[Gesture]:
        """Return the gestures of a task, sorted by time.

        Args:
            task: what should happen.
            pawns: colour -> place tokens of its pawns before the task.
            start_ms: when the hands are free to begin.
        """
        self._involved = {place for part in task.parts for place in (part.start, part.end)}
        self._involved |= {place for part in task.parts for _, place in part.bumped}
        at = start_ms + self._between(self.habits.think)
        lane = _Lane(at)
        self._fumble(lane, pawns)
        if task.swap:
            self._swap(lane, task.swap, pawns)
            for part in task.parts:  # a slide after the swap
                lane.t_ms += self._between(self.habits.pause)
                self._part(lane, part, pawns)
            return sorted(lane.out, key=lambda g: g.t_ms)
        parts = list(task.parts)
        lanes = [lane]
        if len(parts) > 1 and self._independent(parts):
            self._random.shuffle(parts)
            if self._chance(self.habits.two_hands):
                lanes.append(_Lane(lane.t_ms + self._between(self.habits.pause)))
        for number, part in enumerate(parts):
            mine = lanes[number % len(lanes)]
            self._part(mine, part, pawns)
            mine.t_ms += self._between(self.habits.pause)
        out = [gesture for one in lanes for gesture in one.out]
        out.sort(key=lambda g: g.t_ms)
        return out

    @staticmethod
    def _independent(parts: list[Part]) -> bool:
        """Return whether the parts touch different places, so that their order is free."""
        seen: set[tuple[str, str]] = set()
        for part in parts:
            mine = set()
            for place in (part.start, part.end):
                colour = "" if place.isdigit() else part.colour
                mine.add((colour, place))
            mine |= {("", place) for _, place in part.bumped}
            mine |= {(colour, "h") for colour, _ in part.bumped}
            if seen & mine:
                return False
            seen |= mine
        return True

    # -- mistakes that leave everything where it was -------------------------------------------

    def _fumble(self, lane: _Lane, pawns: dict[str, list[str]]) -> None:
        standing = [(c, p) for c, places in pawns.items() for p in places if p not in "hf"]
        if standing and self._chance(self.habits.wrong_pawn):
            colour, place = self._random.choice(standing)
            lane.do("lift", colour, place)
            free = self._free_beside(place, pawns)
            if free and self._chance(self.habits.wrong_pawn_down):
                lane.t_ms += self._between(self.habits.carry)
                lane.do("place", colour, free)
                lane.t_ms += self._between(self.habits.correction)
                lane.do("lift", colour, free)
            lane.t_ms += self._between(self.habits.hesitation)
            lane.do("place", colour, place)
            lane.t_ms += self._between(self.habits.pause)
        if standing and self._chance(self.habits.straighten):
            colour, place = self._random.choice(standing)
            lane.do("lift", colour, place)
            lane.t_ms += self._between((120, 700))
            lane.do("place", colour, place)
            lane.t_ms += self._between(self.habits.pause)

    def _free_beside(self, place: str, pawns: dict[str, list[str]]) -> str:
        taken = {p for places in pawns.values() for p in places}
        for other in self._neighbours(place):
            if other not in taken:
                return other
        return ""

    def _knock(self, lane: _Lane, place: str, pawns: dict[str, list[str]]) -> None:
        """Knock a pawn beside `place` while the hand is there."""
        if not self._chance(self.habits.knock):
            return
        for other in self._neighbours(place):
            for colour, places in pawns.items():
                mine = other in self._involved
                if places.count(other) == 1 and self._alone(other, pawns) and not mine:
                    lane.do("lift", colour, other)
                    gone = self._between(self.habits.knocked)
                    lane.out.append(Gesture(lane.t_ms + gone, "place", colour, other))
                    lane.t_ms += gone + 1
                    return

    @staticmethod
    def _alone(place: str, pawns: dict[str, list[str]]) -> bool:
        return sum(places.count(place) for places in pawns.values()) == 1

    # -- moving ------------------------------------------------------------------------------------

    def _part(self, lane: _Lane, part: Part, pawns: dict[str, list[str]]) -> None:
        first, beside, late = [], [], []
        for victim in part.bumped:
            # Only on the space the mover lands on can a pawn be met or put beside it.
            kind = self._random.random()
            if not part.start or victim[1] != part.end or kind < self.habits.bump_first:
                first.append(victim)
            elif kind < self.habits.bump_first + self.habits.bump_beside:
                beside.append(victim)
            else:
                late.append(victim)
        waiting = []
        for colour, place in first:
            lane.do("lift", colour, place)
            lane.t_ms += self._between(self.habits.carry)
            if self._chance(0.5):
                waiting.append(colour)
            else:
                self._home(lane, colour, pawns)
        if part.start:
            self._move(lane, part, pawns, late)
        waiting += [colour for colour, _ in late]
        for colour, place in beside:
            lane.t_ms += self._between(self.habits.pause)
            lane.do("lift", colour, place)
            if self._chance(self.habits.join_nudge):
                lane.out.append(Gesture(lane.t_ms + 5, "nudge", part.colour, part.end))
            waiting.append(colour)
        for colour in waiting:
            lane.t_ms += self._between(
                self.habits.late if self._chance(self.habits.late_home) else self.habits.carry
            )
            self._home(lane, colour, pawns)

    def _home(self, lane: _Lane, colour: str, pawns: dict[str, list[str]]) -> None:
        others = [c for c, places in pawns.items() if c != colour and places.count("h") < 4]
        if others and self._chance(self.habits.wrong_home):
            wrong = self._random.choice(others)
            lane.do("place", colour, f"{wrong}:h")
            lane.t_ms += self._between(self.habits.correction)
            lane.do("lift", colour, f"{wrong}:h")
            lane.t_ms += self._between(self.habits.carry)
        lane.do("place", colour, "h")

    def _move(
        self,
        lane: _Lane,
        part: Part,
        pawns: dict[str, list[str]],
        met: list[tuple[str, str]],
    ) -> None:
        """Carry one pawn; `met` are pawns that are taken away just before it lands."""
        colour = part.colour
        if self._chance(self.habits.hesitate):
            lane.do("lift", colour, part.start)
            lane.t_ms += self._between(self.habits.hesitation)
            lane.do("place", colour, part.start)
            lane.t_ms += self._between(self.habits.pause)
        lane.do("lift", colour, part.start)
        self._knock(lane, part.start, pawns)
        style = self._random.random()
        path = [place for place in part.path if place not in {part.start, part.end, "h"}]
        if style < self.habits.walk and path:
            for place in path:
                lane.t_ms += self._between(self.habits.hop)
                lane.do("place", colour, place)
                lane.t_ms += self._between(self.habits.dwell)
                lane.do("lift", colour, place)
            lane.t_ms += self._between(self.habits.hop)
        elif style < self.habits.walk + self.habits.slide and path:
            for place in path:
                lane.t_ms += self._between(self.habits.slide_gap)
                lane.do("place", colour, place)
                lane.t_ms += self._between(self.habits.slide_dwell)
                lane.do("lift", colour, place)
            lane.t_ms += self._between(self.habits.slide_gap)
        else:
            lane.t_ms += self._between(self.habits.carry)
        self._knock(lane, part.end, pawns)
        for victim in met:
            lane.do("lift", *victim)
            lane.t_ms += 120 + self._between(self.habits.hop)
        self._land(lane, part, pawns)

    def _land(self, lane: _Lane, part: Part, pawns: dict[str, list[str]]) -> None:
        wrong = self._free_beside(part.end, pawns)
        if wrong and wrong not in part.path and self._chance(self.habits.wrong_place):
            lane.do("place", part.colour, wrong)
            lane.t_ms += self._between(self.habits.correction)
            lane.do("lift", part.colour, wrong)
            lane.t_ms += self._between(self.habits.carry)
        shared = any(part.end in places for places in pawns.values()) and part.end not in "hf"
        lane.do("place", part.colour, part.end)
        if shared and self._chance(self.habits.join_nudge):
            lane.out.append(Gesture(lane.t_ms + 5, "nudge", part.colour, part.end))
            lane.t_ms += 30

    def _swap(
        self,
        lane: _Lane,
        pair: tuple[tuple[str, str], tuple[str, str]],
        pawns: dict[str, list[str]],
    ) -> None:
        (one, here), (other, there) = pair
        if self._chance(0.5):
            one, here, other, there = other, there, one, here
        lane.do("lift", one, here)
        aside = "" if self._chance(self.habits.hand_swap) else self._free_beside(there, pawns)
        lane.t_ms += self._between(self.habits.carry)
        if aside:
            lane.do("place", one, aside)
            lane.t_ms += self._between(self.habits.carry)
        lane.do("lift", other, there)
        lane.t_ms += 250 + self._between(self.habits.carry)
        if aside:
            lane.do("place", other, here)
            lane.t_ms += self._between(self.habits.carry)
            lane.do("lift", one, aside)
            lane.t_ms += self._between(self.habits.carry)
            lane.do("place", one, there)
            return
        lane.do("place", one, there)
        lane.t_ms += self._between(self.habits.carry)
        lane.do("place", other, here)
