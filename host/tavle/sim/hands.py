# SPDX-License-Identifier: Apache-2.0
"""Random but repeatable human hands: from an intended move to timed lifts and placings.

Knows nothing of the firmware. A `Task` says which pawns should end where; `Hands.perform` turns
it into `Gesture`s the way people do it: walking space by space, sliding, two hands at once,
hesitating, taking the wrong pawn first, knocking neighbours, bringing bumped pawns home first,
last, late or only when reminded. At the end every pawn stands where the task wants it. How often
and how fast: `Habits` in `gestures.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tavle.sim.gestures import Gesture, Habits, Part, Task


@dataclass
class _Lane:
    """What one hand does, in order."""

    t_ms: float
    out: list[Gesture] = field(default_factory=list)
    pushing: bool = False

    def do(self, what: str, colour: str, at: str, slot: int = -1) -> None:
        hump = 0.0 if self.pushing else -1.0
        self.out.append(Gesture(self.t_ms, what, colour, at, slot, hump_mm=hump))


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
            return self._movements(lane.out)
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
        return self._movements([gesture for one in lanes for gesture in one.out])

    def _movements(self, out: list[Gesture]) -> list[Gesture]:
        """Return gestures in order, every lift knowing the movement that it begins."""
        out = sorted(out, key=lambda g: g.t_ms)
        held: dict[str, list[int]] = {}
        for n, gesture in enumerate(out):
            if gesture.do == "lift":
                held.setdefault(gesture.colour, []).append(n)
            elif gesture.do == "place" and held.get(gesture.colour):
                lift = held[gesture.colour].pop(0)
                self._pair(out, lift, gesture)
        return out

    def _pair(self, out: list[Gesture], lift: int, place: Gesture) -> None:
        first = out[lift]
        ms = place.t_ms - first.t_ms
        if ms <= 0 or ms > self.habits.one_movement:
            out[lift] = replace(first, hump_mm=0.0)
            return
        hump = first.hump_mm
        if hump < 0:
            limits = self.habits.hop_mm if ms < 240 else self.habits.low
            hump = self._random.uniform(*limits)
        out[lift] = replace(first, to=place.at, land_ms=place.t_ms, hump_mm=hump)

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
        begun = len(lane.out)
        lane.do("lift", colour, part.start)
        self._knock(lane, part.start, pawns)
        style = self._random.random()
        path = [place for place in part.path if place not in {part.start, part.end, "h"}]
        gap, dwell = self.habits.hop, self.habits.dwell
        if style >= self.habits.walk:
            gap, dwell = self.habits.slide_gap, self.habits.slide_dwell
        if style >= self.habits.walk + self.habits.slide or not path:
            gap, path = self.habits.carry, []
        sliding = bool(path) and gap == self.habits.slide_gap
        if sliding:  # the lift that began it was none
            lane.out[begun] = replace(lane.out[begun], hump_mm=0.0)
        for place in path:
            lane.t_ms += self._between(gap)
            lane.do("place", colour, place)
            lane.t_ms += self._between(dwell)
            lane.pushing = sliding
            lane.do("lift", colour, place)
            lane.pushing = False
        lane.t_ms += self._between(gap)
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
