# SPDX-License-Identifier: Apache-2.0
"""Adversarial hands: a person who reads the rules of the table and tries every trick.

Written apart from the other models; it knows nothing of how the table thinks.
A move is made by short scripts with plain times: carry, walk, slide, drop and take up again, put
beside, hold in the other hand, lay beside the board, bring home first, last or half a minute
later, swap with one hand, two hands or by way of the table top. Around it happens what happens
around a move: pawns straightened for 50-1500 ms, the wrong pawn lifted, knocks, and magnets seen
by the reed beside.
"""

from hand_model import Hand, HandModel, apart, follow, places_touched
from pawns import Job, each

from tavle.sim.gestures import Gesture

_STRAIGHT_MS = (50, 1500)  # how long a pawn that is adjusted may be away
_GHOSTS_MS = (5, 30, 90, 400)  # how long the reed beside sees a magnet


class AdversarialHands(HandModel):
    """Hands that make one move, in the midst of what others do."""

    def script(self, move: bytes) -> list[Gesture]:
        """Return the acts of a move and of others around it, sorted by time."""
        jobs = self._jobs(move)
        free = apart(jobs, _touched)
        if free:
            self._chance.shuffle(jobs)
        hands = [Hand(0), Hand(self._one(0, 20, 150, 500))]
        both = free and len(jobs) > 1 and self._chance.random() < 0.35
        if both:
            self.manners.append("two players")
        acts = self._do_all(jobs, hands if both else hands[:1], (30, 150, 400, 1200))
        follow(self._pawns, acts)
        return self._decorate(acts) if acts else acts

    # -- one pawn ---------------------------------------------------------------------------------

    def _job(self, hand: Hand, job: Job, alone: bool) -> None:
        if job.swap:
            self._swap(hand, (job.colour, job.start), job.swap)
            return
        if not job.start:  # only pawns that are sent home
            for victim in job.victims:
                hand.carry(*victim, "h", self._one(150, 600))
                hand.rest(200)
            return
        here = [v for v in job.victims if v[1] == job.way[-1]]
        lying = []  # lifted, not yet home
        meet = []
        after = []
        for victim in job.victims:
            manner = self._manner("first", "held", "meets", "beside", "beside")
            if manner == "first":
                hand.up(*victim)
                hand.rest(self._one(80, 300, 700))
                self._bring(hand, victim[0], alone)
                hand.rest(self._one(60, 250))
            elif manner == "held":
                hand.up(*victim)
                hand.rest(self._one(60, 200, 500))
                lying.append(victim)
            elif manner == "meets" and victim in here:
                meet.append(victim)
            else:
                after.append(victim)
        self._carry(hand, job, meet, alone)
        for victim in after:
            hand.rest(self._one(40, 150, 400, 1500))
            hand.up(*victim)
            lying.append(victim)
        for victim in meet + lying:
            hand.rest(self._one(80, 250, 700, 700, 3000))
            if self._chance.random() < 0.04:
                self.manners.append("forgotten")
                hand.rest(30_000)
            self._bring(hand, victim[0], alone)

    def _bring(self, hand: Hand, colour: str, alone: bool) -> None:
        """Put a pawn home, now and then into a wrong one first, where that looks like nothing."""
        others = self._wrong_homes(colour)
        if alone and others and self._chance.random() < 0.08:
            aside = self._one(*others)
            if self._harmless(hand, colour, aside):
                self.manners.append("wrong home")
                hand.touch(colour, aside, self._one(200, 700, 2500))
                hand.rest(self._one(80, 400))
        hand.down(colour, "h")

    def _carry(self, hand: Hand, job: Job, meet: list[tuple[str, str]], alone: bool) -> None:
        colour, end = job.colour, job.way[-1]
        style = self._manner(
            "carried", "carried", "carried", "walked", "slid", "dropped", "again", "thought"
        )
        if style == "again":
            hand.carry(colour, job.start, job.start, self._one(40, 120, 400, 2500))
            hand.rest(self._one(80, 300, 1000))
        hand.up(colour, job.start)
        between = job.way[:-1]
        if style == "walked" and between:
            hand.walk(colour, between, self._one(30, 100, 250), self._one(60, 150, 300, 550))
        elif style == "slid" and between:
            hand.walk(colour, between, self._one(0, 0, 5, 30), self._one(25, 60, 200))
        elif style == "dropped" and alone:
            hand.rest(self._one(60, 300))
            place = str(self._chance.randrange(self._game.ring))
            if place not in self._taken() and self._harmless(hand, colour, place):
                hand.touch(colour, place, self._one(80, 350, 1500, 4000))
            hand.rest(self._one(100, 400))
        else:
            hand.rest(self._one(70, 150, 300, 600, 1200))
            if style == "thought":
                hand.rest(6000)
        for victim in meet:
            hand.up(*victim)
        if meet:
            hand.rest(self._one(0, 60, 150, 250, 330, 600, 1400))
        hand.down(colour, end)

    # -- two pawns --------------------------------------------------------------------------------

    def _swap(self, hand: Hand, one: tuple[str, str], other: tuple[str, str]) -> None:
        if self._chance.random() < 0.5:
            one, other = other, one
        manner = self._manner("both hands", "table top", "free space", "one hand", "in turn")
        pause = self._one(90, 250, 500, 900)
        if manner == "one hand":  # puts it beside the other, takes that one
            hand.carry(*one, other[1], pause)
            hand.rest(pause)
            hand.carry(*other, one[1], pause)
            return
        hand.up(*one)
        hand.rest(pause)
        spare = ""
        if manner == "free space":
            free = [place for place in self._free() if self._harmless(hand, one[0], place)]
            spare = self._one(*free) if free else ""
        if spare:
            hand.down(one[0], spare)
            hand.rest(pause)
        hand.up(*other)
        hand.rest(max(pause, 200))
        if manner == "both hands":
            hand.down(one[0], other[1])
            hand.rest(self._one(0, 30, 200))
            hand.down(other[0], one[1])
            return
        hand.down(other[0], one[1])
        hand.rest(pause)
        if spare:
            hand.up(one[0], spare)
            hand.rest(pause)
        hand.down(one[0], other[1])

    # -- what happens around a move ---------------------------------------------------------------

    def _decorate(self, acts: list[Gesture]) -> list[Gesture]:
        """Return acts with the doings of others among them; the move stays what it was."""
        out = list(acts)
        for _ in range(self._one(0, 1, 1, 2)):
            out = self._straighten(out)
        if self._chance.random() < 0.15:
            out = self._wrong_pawn(out)
        for _ in range(self._one(0, 0, 1, 3)):
            out = self._ghost(out)
        follow(self._pawns, out)
        return out

    def _straighten(self, acts: list[Gesture]) -> list[Gesture]:
        """Let somebody take a pawn up and put it back, before, during or after the move."""
        away = self._chance.choice((self._chance.randint(*_STRAIGHT_MS), 60, 150, 250, 300, 500))
        first, last = acts[0].t_ms, acts[-1].t_ms
        at = self._chance.randint(first - 1600, last + 400)
        if self._chance.random() < 0.6:
            at = self._chance.randint(first, max(first, last - away))
        pawns = follow(self._pawns, [act for act in acts if act.t_ms <= at])
        busy = {act.at for act in acts if at - 30 <= act.t_ms <= at + away + 30}
        near = [(c, p) for c, p in each(pawns) if p not in busy]
        liked = [(c, p) for c, p in near if p in self._targets]
        if liked and self._chance.random() < 0.7:
            near = liked
        if not near:
            return acts
        colour, place = self._chance.choice(near)
        if place in self._targets:
            away = _not_as_exchanged(acts, at, away)
        self.manners.append(f"{colour}:{place} straightened")
        more = [Gesture(at, "lift", colour, place), Gesture(at + away, "place", colour, place)]
        return sorted(acts + more, key=lambda act: act.t_ms)

    def _wrong_pawn(self, acts: list[Gesture]) -> list[Gesture]:
        """Lift another pawn first, carry it somewhere or not, and put it back."""
        self.manners.append("wrong pawn")
        colour = self._chance.choice(sorted(self._pawns))
        place = self._chance.choice(self._pawns[colour])
        hand = Hand(acts[0].t_ms - 8000)
        hand.up(colour, place)
        hand.rest(self._one(100, 500, 2000))
        aside = str(self._chance.randrange(self._game.ring))
        if aside not in self._taken() and self._harmless(hand, colour, aside):
            hand.touch(colour, aside, self._one(100, 700, 2000))
            hand.rest(300)
        hand.down(colour, place)
        return hand.acts + acts

    def _ghost(self, acts: list[Gesture]) -> list[Gesture]:
        """Let the reed beside a pawn that comes or goes see its magnet for a moment."""
        near = [act for act in acts if act.at.isdigit() and act.do in ("lift", "place")]
        if not near:
            return acts
        act = self._chance.choice(near)
        place = str((int(act.at) + self._one(1, -1)) % self._game.ring)
        lasting = self._chance.choice(_GHOSTS_MS)
        begins = act.t_ms + self._one(-60, 0, 0, 20)
        ends = begins + lasting
        busy = [a for a in acts if a.at == place and begins - 100 <= a.t_ms <= ends + 100]
        standing_now = follow(self._pawns, [a for a in acts if a.t_ms <= begins])
        if busy or any(place in places for places in standing_now.values()):
            return acts
        more = [Gesture(begins, "close", "", place), Gesture(ends, "open", "", place)]
        return sorted(acts + more, key=lambda a: a.t_ms)


def _not_as_exchanged(acts: list[Gesture], at: int, away: int) -> int:
    """Return how long a pawn is away, made so that it is no perfect copy of a pawn sent home.

    The table believes that a pawn is sent home at the pace hands have: away for 205-245 ms as
    the other comes, or taken up 240 ms and more before the other, and down as long after.
    """
    if any(act.do == "lift" and at <= act.t_ms <= at + away for act in acts):
        away = min(away, 460)
    return 250 if 195 < away < 250 else away


def _touched(job: Job) -> set[str]:
    mine = places_touched(job) - {"f"}
    return {job.colour + place if place[:1] == "z" else place for place in mine}
