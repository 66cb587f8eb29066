# SPDX-License-Identifier: Apache-2.0
"""A second model of human hands, made apart from `tavle.sim.hands` and nastier than it.

Nothing here looks at how the table recognises moves. A *manner* is one stubborn habit (always the
same times, never lifting, both hands at once ...); a turn is made in one manner per pawn. The
script of a turn is a list of `Act`s; performed to the end it always makes the intended move.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

_BUMP, _SELF, _SWAP = 1, 2, 3

MOVERS = (
    "robot", "flash", "walker", "slow walker", "slider", "fast slider", "holder", "rester",
    "beside", "stammer",
)  # fmt: skip
BUMPERS = ("first", "held", "last", "at once", "much later", "wrong home", "parked")
SWAPPERS = ("mirror", "cross", "third", "one hand", "swift")


@dataclass(frozen=True)
class Act:
    """A hand lifts or places one pawn, at a time in ms."""

    t_ms: int
    do: str
    colour: str
    at: str


@dataclass
class Job:
    """One pawn's share of a move: places as tokens, `way` ends where the pawn stays."""

    colour: str
    start: str
    way: list[str]
    victims: list[tuple[str, str]]
    swap: tuple[str, str] | None = None  # colour and place of the partner in a swap


class Hand:
    """One hand and its clock."""

    def __init__(self, t_ms: float) -> None:
        self.t_ms = t_ms
        self.acts: list[Act] = []

    def rest(self, ms: float) -> None:
        """Do nothing."""
        self.t_ms += ms

    def up(self, colour: str, at: str) -> None:
        """Lift."""
        self.acts.append(Act(round(self.t_ms), "lift", colour, at))

    def down(self, colour: str, at: str) -> None:
        """Place."""
        self.acts.append(Act(round(self.t_ms), "place", colour, at))


def token(game: Any, place: int) -> str:
    """Return a place as commands say it."""
    from rules.notation import place_text

    return place_text(game, place)


def standing(game: Any, state: bytes) -> dict[str, list[str]]:
    """Return colour -> sorted places of a position's pawns."""
    return {
        game.colours[seat]: sorted(token(game, state[4 * seat + k]) for k in range(4))
        for seat in game.seats
    }


def look(pawns: dict[str, list[str]]) -> frozenset[Any]:
    """Return all that switches could know about pawns: taken places, counts in areas."""
    seen: Counter[tuple[str, str]] = Counter()
    for colour, places in pawns.items():
        for place in places:
            owner, _, rest = place.rpartition(":")
            if rest.isdigit():
                seen["", rest] = 1
            else:
                seen[owner or colour, rest] += 1
    return frozenset(seen.items())


def jobs_of(game: Any, state: bytes, move: bytes) -> list[Job]:
    """Return a move as jobs in the order of the rules."""
    ways = {(t[0], t[1]): t[3] for t in game.trace(state, move)}
    jobs: list[Job] = []
    for i in range(0, len(move), 4):
        kind, seat, a, b = move[i] & 15, move[i + 1], move[i + 2], move[i + 3]
        colour = game.colours[seat]
        start = token(game, a)
        if kind == _BUMP:
            if not jobs:
                jobs.append(Job("", "", [], []))
            jobs[-1].victims.append((colour, start))
        elif kind == _SWAP:
            partner = (game.colours[move[i] >> 4], token(game, b))
            jobs.append(Job(colour, start, [], [], partner))
        else:
            end = "h" if kind == _SELF else token(game, b)
            way = [token(game, place) for place in ways.get((seat, a), b"")]
            way = [place for place in way if place not in (start, end)]
            jobs.append(Job(colour, start, [*way, end], []))
    return jobs


class OtherHands:
    """Hands that make one move of one position.

    Args:
        chance: decides everything.
        game: the rules.
        state: the position before the move.
        looks: what must not be rested on by mistake: looks of results and of the position before.
    """

    def __init__(self, chance: random.Random, game: Any, state: bytes, looks: set[Any]) -> None:
        self._chance = chance
        self._game = game
        self._pawns = standing(game, state)
        self._looks = looks
        self.manners: list[str] = []

    def _pick(self, manners: tuple[str, ...]) -> str:
        manner = self._chance.choice(manners)
        self.manners.append(manner)
        return manner

    def script(self, move: bytes, state: bytes) -> list[Act]:
        """Return the acts of a move, sorted by time; the first is at 0 ms or later."""
        jobs = jobs_of(self._game, state, move)
        first = Hand(self._chance.choice((0, 40, 600)))
        second = Hand(first.t_ms + self._chance.choice((0, 0, 30, 250)))
        if self._apart(jobs):
            self._chance.shuffle(jobs)
            both = self._chance.random() < 0.4
        else:
            both = False
        if both:
            self.manners.append("both hands")
        for k, job in enumerate(jobs):
            hand = second if both and k % 2 else first
            self._job(hand, job, len(jobs) == 1)
            hand.rest(self._chance.choice((60, 300, 300, 900)))
        acts = first.acts + second.acts
        acts.sort(key=lambda act: act.t_ms)
        if not move or move[0] & 15 != _SWAP:
            self._straighten(acts)
        return acts

    def _apart(self, jobs: list[Job]) -> bool:
        """Return whether no job touches what another one touches."""
        seen: set[str] = set()
        for job in jobs:
            if job.swap:
                return False
            mine = {job.start, *job.way, *(place for _, place in job.victims)} - {"h", "f"}
            mine |= {"home of " + colour for colour, _ in job.victims}
            mine |= {"home of " + job.colour} if "h" in (job.start, *job.way[-1:]) else set()
            if seen & mine:
                return False
            seen |= mine
        return True

    def _straighten(self, acts: list[Act]) -> None:
        """Let somebody else put a pawn straight meanwhile."""
        used = {act.at for act in acts}
        free = [
            (colour, place)
            for colour, places in self._pawns.items()
            for place in places
            if place.isdigit() and place not in used
            and sum(p.count(place) for p in self._pawns.values()) == 1
        ]  # fmt: skip
        if not acts or not free or self._chance.random() > 0.2:
            return
        self.manners.append("somebody straightens")
        colour, place = self._chance.choice(free)
        t_ms = self._chance.randint(acts[0].t_ms, acts[-1].t_ms)
        acts.append(Act(t_ms, "lift", colour, place))
        acts.append(Act(t_ms + self._chance.choice((70, 150, 200)), "place", colour, place))
        acts.sort(key=lambda act: act.t_ms)

    # -- one pawn -------------------------------------------------------------------------------

    def _job(self, hand: Hand, job: Job, alone: bool) -> None:
        if job.swap:
            self._swap(hand, job.colour, job.start, *job.swap)
            return
        manner = self._pick(BUMPERS) if job.victims else ""
        early = manner in ("first", "held") or not job.start
        ends = [v for v in job.victims if job.way and v[1] == job.way[-1]]
        before = [v for v in job.victims if early or v not in ends]
        for colour, place in before:
            hand.up(colour, place)
            hand.rest(self._chance.choice((100, 350, 900)))
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
                hand.rest(self._chance.choice((150, 450)))
                hand.up(colour, place)
            self._home(hand, colour, manner, job, alone)

    def _home(self, hand: Hand, colour: str, manner: str, job: Job, alone: bool) -> None:
        """Bring a pawn that was sent home there in the end."""
        if manner == "much later":
            hand.rest(20_000)
        hand.rest(self._chance.choice((120, 400, 800)))
        aside = ""
        if manner == "wrong home":
            others = [c for c, p in self._pawns.items() if c != colour and p.count("h") < 4]
            aside = f"{self._chance.choice(others)}:h" if others else ""
        elif manner == "parked":
            aside = self._free(job)
        if aside and alone and len(job.victims) == 1 and self._harmless(job, colour, aside):
            hand.down(colour, aside)
            hand.rest(self._chance.choice((300, 1500, 4000)))
            hand.up(colour, aside)
            hand.rest(350)
        hand.down(colour, "h")

    def _free(self, job: Job) -> str:
        """Return a free ring space the move has nothing to do with."""
        taken = {p for places in self._pawns.values() for p in places} | {job.start, *job.way}
        free = [str(k) for k in range(self._game.ring) if str(k) not in taken]
        return self._chance.choice(free)

    def _harmless(self, job: Job, colour: str, aside: str) -> bool:
        """Return whether no legal result looks as if a pawn stood aside, with the rest done."""
        pawns = {c: list(p) for c, p in self._pawns.items()}
        pawns[job.colour].remove(job.start)
        if (colour, job.start) != (job.colour, job.start):
            pawns[job.colour].append(job.way[-1])
        for victim, place in job.victims:
            pawns[victim].remove(place)
            if victim != colour:
                pawns[victim].append("h")
        pawns[colour].append(aside)
        return look(pawns) not in self._looks

    def _carry(
        self, hand: Hand, job: Job, manner: str, met: list[tuple[str, str]], alone: bool
    ) -> None:
        style = self._pick(MOVERS)
        colour, end = job.colour, job.way[-1]
        touched = job.way[:-1]
        if style == "stammer":  # up and down twice before it goes
            for gone in (90, 700):
                hand.up(colour, job.start)
                hand.rest(gone)
                hand.down(colour, job.start)
                hand.rest(260)
        hand.up(colour, job.start)
        if style == "robot":
            hand.rest(300)
        elif style == "flash":
            hand.rest(self._chance.choice((60, 100, 100, 140)))
        elif style in ("walker", "slow walker") and touched:
            dwell = 120 if style == "walker" else self._chance.choice((350, 450, 550))
            self._touches(hand, colour, touched, dwell, self._chance.choice((40, 100, 250)))
        elif style in ("slider", "fast slider") and touched:
            dwell = 25 if style == "fast slider" else self._chance.choice((60, 140, 240))
            self._touches(hand, colour, touched, dwell, self._chance.choice((0, 3, 12)))
        elif style == "holder":
            hand.rest(5000)
        elif style == "rester" and alone and not job.victims:
            hand.rest(300)
            self._mistake(hand, job, touched)
        elif style == "beside" and alone and not job.victims and end.isdigit():
            hand.rest(300)
            ring = self._game.ring
            near = [str((int(end) + d) % ring) for d in (1, -1)]
            self._mistake(hand, job, near)
        else:
            hand.rest(self._chance.choice((220, 480, 750)))
        for victim in met if manner == "at once" else ():
            hand.up(*victim)
        if not met or manner != "last":
            hand.rest(self._chance.choice((0, 0, 60)))
        hand.down(colour, end)

    def _touches(
        self, hand: Hand, colour: str, places: list[str], dwell: float, air: float
    ) -> None:
        for place in places:
            hand.rest(air)
            hand.down(colour, place)
            hand.rest(dwell)
            hand.up(colour, place)
        hand.rest(air)

    def _mistake(self, hand: Hand, job: Job, places: list[str]) -> None:
        """Put the pawn down where it may not stay, see it, and take it up again."""
        taken = {p for mine in self._pawns.values() for p in mine}
        for place in self._chance.sample(places, len(places)):
            pawns = {c: list(p) for c, p in self._pawns.items()}
            pawns[job.colour].remove(job.start)
            pawns[job.colour].append(place)
            if place not in taken and look(pawns) not in self._looks:
                hand.down(job.colour, place)
                hand.rest(self._chance.choice((300, 900, 5000)))
                hand.up(job.colour, place)
                hand.rest(300)
                return

    # -- two pawns ------------------------------------------------------------------------------

    def _swap(self, hand: Hand, one: str, here: str, other: str, there: str) -> None:
        manner = self._pick(SWAPPERS)
        if self._chance.random() < 0.5:
            one, here, other, there = other, there, one, here
        hand.up(one, here)
        if manner == "third":
            taken = {p for places in self._pawns.values() for p in places}
            spare = next(
                str(k % self._game.ring)
                for k in range(int(here) + 1, int(here) + 60)
                if str(k % self._game.ring) not in taken
            )
            hand.rest(400)
            hand.down(one, spare)
            hand.rest(300)
            hand.up(other, there)
            hand.rest(400)
            hand.down(other, here)
            hand.rest(300)
            hand.up(one, spare)
            hand.rest(400)
            hand.down(one, there)
            return
        if manner == "one hand":  # puts its pawn beside the other one, then takes that one
            hand.rest(400)
            hand.down(one, there)
            hand.rest(500)
            hand.up(other, there)
            hand.rest(400)
            hand.down(other, here)
            return
        gap, air = {"mirror": (0, 500), "cross": (250, 600), "swift": (60, 110)}[manner]
        hand.rest(gap)
        hand.up(other, there)
        hand.rest(air)
        hand.down(one, there)
        hand.rest(gap)
        hand.down(other, here)
