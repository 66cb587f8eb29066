# SPDX-License-Identifier: Apache-2.0
"""Hands that think with pawns in them, change their mind, and play among children who knock.

Before the move they may lift two pawns and put both back, exchange them and exchange them again, put
a pawn onto another one and take that one away. They make the parts of a move in any order, a little
of each pawn at a time, put pawns down in transit, let two pawns of a colour take each other's part.
Meanwhile and afterwards others knock, lift and straighten pawns that have nothing to do with it.
"""

from hand_model import Hand, HandModel, follow
from pawns import Job, alone, each, look

from tavle.sim.gestures import Gesture

_SETTLE_MS = 450  # hands that rest for longer on the look of a result have made it


class ThinkingHands(HandModel):
    """Hands that make one move, sooner or later."""

    def script(self, move: bytes) -> list[Gesture]:
        """Return the acts of a move and of all that is around it, sorted by time."""
        jobs = self._jobs(move)
        self._still = look(self._pawns)  # of the position: resting there is no move
        self._hand = Hand(0)
        for _ in range(self._one(0, 0, 1, 1, 2)):
            self._consider()
        if jobs and jobs[0].swap:
            self._exchange((jobs[0].colour, jobs[0].start), jobs[0].swap)
            jobs = jobs[1:]
        if jobs:
            self._make(jobs)
        acts = sorted(self._hand.acts, key=lambda act: act.t_ms)
        for _ in range(self._one(0, 1, 2, 4)):
            acts = self._child(acts)
        return acts

    # -- time -------------------------------------------------------------------------------------

    def _pause(self, *choices: int) -> None:
        """Rest, but not for long where the board looks like a result that is not meant."""
        ms = self._one(*choices)
        now = look(follow(self._pawns, self._hand.acts))
        if now != self._still and now in self._looks:
            ms = min(ms, _SETTLE_MS)
        self._hand.rest(ms)

    def _now(self) -> dict[str, list[str]]:
        return follow(self._pawns, self._hand.acts)

    def _everywhere(self) -> list[str]:
        return [at for _, at in each(self._now())]

    # -- thoughts ---------------------------------------------------------------------------------

    def _consider(self) -> None:
        pawns = alone(dict(sorted(self._now().items())))
        if len(pawns) < 2:
            return
        one, other = self._chance.sample(pawns, 2)
        kind = self._manner("two up", "two up", "there and back", "onto", "one up", "tilted")
        hand = self._hand
        if kind == "one up":
            hand.up(*one)
            self._pause(80, 400, 1500, 6000)
            hand.down(*one)
        elif kind == "tilted":
            for pawn in (one, other):
                hand.carry(*pawn, pawn[1], self._one(15, 25, 45, 70))
                hand.rest(self._one(30, 300))
        elif kind == "onto":  # no reed sees the one land and the other leave
            hand.up(*one)
            self._pause(200, 900)
            hand.down(one[0], other[1])
            self._pause(100, 800, 2500)
            back = self._one(one, other)
            hand.up(back[0], other[1])
            self._pause(150, 700, 4000)
            if back == one:
                hand.down(*one)
            else:
                hand.down(other[0], one[1])  # exchanged
                self._pause(100, 700, 2000)
                self._exchange((one[0], other[1]), (other[0], one[1]))
        else:
            self._up_together(one, other)
            self._pause(150, 600, 1500, 3500)
            if kind == "there and back":
                self._down_together((one[0], other[1]), (other[0], one[1]))
                self._pause(200, 700, 2500)
                self._up_together((one[0], other[1]), (other[0], one[1]))
                self._pause(200, 900)
            self._down_together(one, other)
        self._pause(60, 300, 1000, 2500)

    def _up_together(self, *pawns: tuple[str, str]) -> None:
        for pawn in self._chance.sample(pawns, len(pawns)):
            self._hand.up(*pawn)
            self._hand.rest(self._one(0, 40, 150, 500, 1200))

    def _down_together(self, *pawns: tuple[str, str]) -> None:
        for pawn in self._chance.sample(pawns, len(pawns)):
            self._hand.down(*pawn)
            self._hand.rest(self._one(0, 40, 150, 350))

    def _exchange(self, one: tuple[str, str], other: tuple[str, str]) -> None:
        """Let two pawns change places, in one of the ways that hands have."""
        hand = self._hand
        if self._chance.random() < 0.5:
            one, other = other, one
        kind = self._manner("both", "both", "one hand", "by the board", "by a space")
        if kind == "one hand":
            hand.carry(*one, other[1], self._one(150, 500, 1500))
            hand.rest(self._one(60, 400, 1500))
            hand.carry(*other, one[1], self._one(150, 500, 1500))
            return
        spares = self._free(one[1], other[1])
        spares = [place for place in spares if place not in self._everywhere()]
        if kind == "by a space" and spares:
            spare = self._one(*spares)
            hand.carry(*one, spare, self._one(200, 600))
            self._pause(100, 600, 2000)
            hand.carry(*other, one[1], self._one(200, 600))
            self._pause(100, 600, 2000)
            hand.carry(one[0], spare, other[1], self._one(200, 600))
            return
        self._up_together(one, other)
        self._pause(120, 500, 3000)
        self._down_together((one[0], other[1]), (other[0], one[1]))

    # -- the move ---------------------------------------------------------------------------------

    def _make(self, jobs: list[Job]) -> None:
        """Bring every pawn to its end in any order: what counts is where they stand at last."""
        goals = self._goals(jobs)
        self._chance.shuffle(goals)
        held: list[tuple[str, str]] = []  # (colour, where it goes)
        while goals or held:
            if goals and (not held or (len(held) < 2 and self._chance.random() < 0.3)):
                colour, start, end = goals.pop()
                now = self._now()
                if start not in now[colour]:
                    start = next(place for place in now[colour] if place in (start, end))
                self._hand.up(colour, start)
                self._pause(60, 250, 700, 2500)
                held.append((colour, end))
                continue
            colour, end = held.pop(self._chance.randrange(len(held)))
            if self._chance.random() < 0.25:
                aside = self._one(*self._free(end))
                if aside not in self._everywhere() and self._harmless(self._hand, colour, aside):
                    self.manners.append("in transit")
                    self._hand.down(colour, aside)
                    self._pause(80, 400, 1200, 2800)
                    if self._chance.random() < 0.5:
                        goals.insert(0, (colour, aside, end))  # another pawn first
                        continue
                    self._hand.up(colour, aside)
                    self._pause(100, 500)
            if end == "h" and self._chance.random() < 0.1:
                aside = self._one(*(self._wrong_homes(colour) or ["h"]))
                if aside != "h" and self._harmless(self._hand, colour, aside):
                    self.manners.append("wrong home")
                    self._hand.down(colour, aside)
                    self._pause(100, 700, 2500)
                    self._hand.up(colour, aside)
                    self._pause(100, 500)
            self._hand.down(colour, end)
            self._pause(30, 150, 400, 1200)

    def _goals(self, jobs: list[Job]) -> list[tuple[str, str, str]]:
        """Return (colour, start, end) of every pawn, those of a colour in one another's part."""
        starts: dict[str, list[str]] = {}
        ends: dict[str, list[str]] = {}
        for job in jobs:
            for colour, place in job.victims:
                starts.setdefault(colour, []).append(place)
                ends.setdefault(colour, []).append("h")
            if job.start:
                starts.setdefault(job.colour, []).append(job.start)
                ends.setdefault(job.colour, []).append(job.way[-1])
        out = []
        for colour, places in starts.items():
            goals = ends[colour]
            for place in list(places):  # a pawn that is moved twice, or stays
                if place in goals:
                    places.remove(place)
                    goals.remove(place)
            if len(goals) > 1 and self._chance.random() < 0.3:
                self.manners.append("one another's part")
                self._chance.shuffle(goals)
            out += [(colour, place, end) for place, end in zip(places, goals, strict=True)]
        if not out:  # a move that ends where it began
            out = [(job.colour, job.start, job.way[-1]) for job in jobs if job.start][:1]
        return out

    # -- others -----------------------------------------------------------------------------------

    def _child(self, acts: list[Gesture]) -> list[Gesture]:
        """Let somebody knock or lift a pawn that stands, and put it back."""
        if not acts:
            return acts
        away = self._one(20, 45, 80, 150, 400, 1100)
        at = self._chance.randint(acts[0].t_ms - 1500, acts[-1].t_ms + 2500)
        pawns = follow(self._pawns, [act for act in acts if act.t_ms <= at])
        busy = {act.at for act in acts if at - 30 <= act.t_ms <= at + away + 30}
        free = [pawn for pawn in alone(dict(sorted(pawns.items()))) if pawn[1] not in busy]
        if not free:
            return acts
        colour, place = self._chance.choice(free)
        self.manners.append(f"{colour}:{place} knocked for {away}")
        more = [Gesture(at, "lift", colour, place), Gesture(at + away, "place", colour, place)]
        return sorted(acts + more, key=lambda act: act.t_ms)
