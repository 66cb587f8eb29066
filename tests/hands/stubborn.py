# SPDX-License-Identifier: Apache-2.0
"""Stubborn hands, made apart from `tavle.sim.hands` and nastier than it.

Nothing here looks at how the table recognises moves. A *manner* is one stubborn habit (always the
same times, never lifting, both hands at once ...); a turn is made in one manner per pawn.
"""

from hand_model import Hand, HandModel, apart, places_touched
from pawns import Job, alone, is_swap

from tavle.sim.gestures import Gesture

MOVERS = (
    "robot", "flash", "walker", "slow walker", "slider", "fast slider", "holder", "rester",
    "beside", "stammer",
)  # fmt: skip
BUMPERS = ("first", "held", "last", "at once", "much later", "wrong home", "parked")
SWAPPERS = ("mirror", "cross", "third", "one hand", "swift")


class StubbornHands(HandModel):
    """Hands that make one move, each pawn in one manner."""

    def script(self, move: bytes) -> list[Gesture]:
        """Return the acts of a move, sorted by time; the first is at 0 ms or later."""
        jobs = self._jobs(move)
        first = Hand(self._one(0, 40, 600))
        second = Hand(first.t_ms + self._one(0, 0, 30, 250))
        both = False
        if apart(jobs, _touched):
            self._chance.shuffle(jobs)
            both = self._chance.random() < 0.4
        if both:
            self.manners.append("both hands")
        acts = self._do_all(jobs, [first, second] if both else [first], (60, 300, 300, 900))
        if not is_swap(move):
            self._straighten(acts)
        return acts

    def _straighten(self, acts: list[Gesture]) -> None:
        """Let somebody else adjust a pawn meanwhile."""
        used = {act.at for act in acts}
        free = [pawn for pawn in alone(self._pawns) if pawn[1] not in used]
        if not acts or not free or self._chance.random() > 0.2:
            return
        self.manners.append("somebody straightens")
        colour, place = self._chance.choice(free)
        t_ms = self._chance.randint(acts[0].t_ms, acts[-1].t_ms)
        acts.append(Gesture(t_ms, "lift", colour, place))
        acts.append(Gesture(t_ms + self._one(70, 150, 200), "place", colour, place))
        acts.sort(key=lambda act: act.t_ms)

    # -- one pawn ---------------------------------------------------------------------------------

    def _job(self, hand: Hand, job: Job, alone: bool) -> None:
        if job.swap:
            self._swap(hand, (job.colour, job.start), job.swap)
            return
        manner = self._manner(*BUMPERS) if job.victims else ""
        early = manner in ("first", "held") or not job.start
        ends = [v for v in job.victims if job.way and v[1] == job.way[-1]]
        before = [v for v in job.victims if early or v not in ends]
        for colour, place in before:
            hand.up(colour, place)
            hand.rest(self._one(100, 350, 900))
            if manner == "first" or not job.start:
                hand.down(colour, "h")
                hand.rest(200)
        if job.start:
            self._carry(hand, job, manner, [v for v in ends if v not in before], alone)
        for colour, place in job.victims:
            if (colour, place) in before:
                if manner == "first" or not job.start:
                    continue
            elif manner != "at once":
                hand.rest(self._one(150, 450))
                hand.up(colour, place)
            self._home(hand, colour, manner, job, alone)

    def _home(self, hand: Hand, colour: str, manner: str, job: Job, alone: bool) -> None:
        """Bring a pawn that was sent home there in the end."""
        if manner == "much later":
            hand.rest(20_000)
        hand.rest(self._one(120, 400, 800))
        aside = ""
        if manner == "wrong home":
            others = self._wrong_homes(colour)
            aside = self._one(*others) if others else ""
        elif manner == "parked":
            aside = self._one(*self._free(job.start, *job.way))
        if aside and alone and len(job.victims) == 1 and self._harmless(hand, colour, aside):
            hand.touch(colour, aside, self._one(300, 1500, 4000))
            hand.rest(350)
        hand.down(colour, "h")

    def _carry(
        self, hand: Hand, job: Job, manner: str, met: list[tuple[str, str]], alone: bool
    ) -> None:
        style = self._manner(*MOVERS)
        colour, end = job.colour, job.way[-1]
        between = job.way[:-1]
        if style == "stammer":  # up and down twice before it goes
            for gone in (90, 700):
                hand.carry(colour, job.start, job.start, gone)
                hand.rest(260)
        hand.up(colour, job.start)
        if style == "robot":
            hand.rest(300)
        elif style == "flash":
            hand.rest(self._one(60, 100, 100, 140))
        elif style in ("walker", "slow walker") and between:
            dwell = 120 if style == "walker" else self._one(350, 450, 550)
            hand.walk(colour, between, self._one(40, 100, 250), dwell)
        elif style in ("slider", "fast slider") and between:
            dwell = 25 if style == "fast slider" else self._one(60, 140, 240)
            hand.walk(colour, between, self._one(0, 3, 12), dwell)
        elif style == "holder":
            hand.rest(5000)
        elif style == "rester" and alone and not job.victims:
            hand.rest(300)
            self._mistake(hand, colour, between)
        elif style == "beside" and alone and not job.victims and end.isdigit():
            hand.rest(300)
            self._mistake(hand, colour, [str((int(end) + d) % self._game.ring) for d in (1, -1)])
        else:
            hand.rest(self._one(220, 480, 750))
        for victim in met if manner == "at once" else ():
            hand.up(*victim)
        if not met or manner != "last":
            hand.rest(self._one(0, 0, 60))
        hand.down(colour, end)

    def _mistake(self, hand: Hand, colour: str, places: list[str]) -> None:
        """Put the pawn down where it may not stay, see it, and take it up again."""
        for place in self._chance.sample(places, len(places)):
            if place not in self._taken() and self._harmless(hand, colour, place):
                hand.touch(colour, place, self._one(300, 900, 5000))
                hand.rest(300)
                return

    # -- two pawns --------------------------------------------------------------------------------

    def _swap(self, hand: Hand, one: tuple[str, str], other: tuple[str, str]) -> None:
        manner = self._manner(*SWAPPERS)
        if self._chance.random() < 0.5:
            one, other = other, one
        mine, here = one
        yours, there = other
        if manner == "third":  # by way of a free space
            taken = self._taken()
            after = (str((int(here) + k) % self._game.ring) for k in range(1, 60))
            spare = next(place for place in after if place not in taken)
            hand.carry(mine, here, spare, 400)
            hand.rest(300)
            hand.carry(yours, there, here, 400)
            hand.rest(300)
            hand.carry(mine, spare, there, 400)
        elif manner == "one hand":  # puts its pawn beside the other one, then takes that one
            hand.carry(mine, here, there, 400)
            hand.rest(500)
            hand.carry(yours, there, here, 400)
        else:
            gap, air = {"mirror": (0, 500), "cross": (250, 600), "swift": (60, 110)}[manner]
            hand.up(mine, here)
            hand.rest(gap)
            hand.up(yours, there)
            hand.rest(air)
            hand.down(mine, there)
            hand.rest(gap)
            hand.down(yours, here)


def _touched(job: Job) -> set[str]:
    home = {"home of " + job.colour} if "h" in (job.start, *job.way[-1:]) else set()
    return (places_touched(job) | home) - {"h", "f"}
