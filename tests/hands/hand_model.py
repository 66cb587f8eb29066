# SPDX-License-Identifier: Apache-2.0
"""What models of hands have in common: a hand with its clock, and moves made of jobs.

The models (`noisy.py`, `stubborn.py`, `adversarial.py`, `thinking.py`, `unwary.py`, `wandering.py`) decide what is done and when. A script is a list of `Gesture`s
(of which `close` and `open` are a reed's alone);
performed to the end it always makes the intended move, which `follow` can check.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from pawns import Job, jobs_of, look, standing

from tavle.sim.gestures import Gesture


class Hand:
    """One hand and its clock."""

    def __init__(self, t_ms: float) -> None:
        self.t_ms = t_ms
        self.acts: list[Gesture] = []

    def rest(self, ms: float) -> None:
        """Do nothing."""
        self.t_ms += ms

    def up(self, colour: str, at: str) -> None:
        """Lift."""
        self.acts.append(Gesture(round(self.t_ms), "lift", colour, at))

    def down(self, colour: str, at: str) -> None:
        """Place."""
        self.acts.append(Gesture(round(self.t_ms), "place", colour, at))

    def carry(self, colour: str, start: str, end: str, ms: float) -> None:
        """Lift, and place after some time in the air."""
        self.up(colour, start)
        self.rest(ms)
        self.down(colour, end)

    def touch(self, colour: str, at: str, ms: float) -> None:
        """Place the pawn that is held, and take it up again after a while."""
        self.down(colour, at)
        self.rest(ms)
        self.up(colour, at)

    def walk(self, colour: str, places: list[str], air_ms: float, dwell_ms: float) -> None:
        """Touch places one after the other, in the air before, between and behind them."""
        for place in places:
            self.rest(air_ms)
            self.touch(colour, place, dwell_ms)
        self.rest(air_ms)


class ImpossibleError(AssertionError):
    """A script lifts a pawn that is not there: a bug of these hands."""


def follow(pawns: dict[str, list[str]], acts: list[Gesture]) -> dict[str, list[str]]:
    """Return where the pawns stand after acts; pawns in a hand are left out.

    Raises:
        ImpossibleError: a pawn is lifted where none is, or placed from no hand.
    """
    now = {colour: list(places) for colour, places in pawns.items()}
    held = dict.fromkeys(pawns, 0)
    for act in acts:
        if act.do == "lift":
            if act.at not in now[act.colour]:
                raise ImpossibleError(f"{act} with {now}")
            now[act.colour].remove(act.at)
            held[act.colour] += 1
        elif act.do == "place":
            if not held[act.colour]:
                raise ImpossibleError(f"{act} with {held}")
            held[act.colour] -= 1
            now[act.colour].append(act.at)
    return now


class HandModel:
    """Hands that make one move of one position; a subclass says how, in `script` and `_job`.

    Args:
        chance: decides everything.
        game: the rules.
        state: the position before the move.
        looks: looks of legal results and of the position before; hands never rest on one of
            them by mistake.
    """

    def __init__(self, chance: random.Random, game: Any, state: bytes, looks: set[Any]) -> None:
        self._chance = chance
        self._game = game
        self._state = state
        self._pawns = standing(game, state)
        self._looks = looks
        self.manners: list[str] = []

    def script(self, move: bytes) -> list[Gesture]:
        """Return the acts of a move, sorted by time."""
        raise NotImplementedError

    def _job(self, hand: Hand, job: Job, alone: bool) -> None:
        """Do one pawn's share of the move; `alone`: there is no other."""
        raise NotImplementedError

    # -- choices ----------------------------------------------------------------------------------

    def _one(self, *choices: Any) -> Any:
        return self._chance.choice(choices)

    def _manner(self, *manners: str) -> str:
        manner = str(self._chance.choice(manners))
        self.manners.append(manner)
        return manner

    # -- jobs -------------------------------------------------------------------------------------

    def _jobs(self, move: bytes) -> list[Job]:
        return jobs_of(self._game, self._state, move)

    def _do_all(
        self, jobs: list[Job], hands: list[Hand], pauses: tuple[int, ...]
    ) -> list[Gesture]:
        """Do jobs with hands in turn; return the acts sorted by time."""
        for k, job in enumerate(jobs):
            hand = hands[k % len(hands)]
            self._job(hand, job, len(jobs) == 1)
            hand.rest(self._chance.choice(pauses))
        return sorted((act for hand in hands for act in hand.acts), key=lambda act: act.t_ms)

    # -- places -----------------------------------------------------------------------------------

    def _taken(self) -> set[str]:
        """Return the places of the position before."""
        return {place for places in self._pawns.values() for place in places}

    def _free(self, *but: str) -> list[str]:
        """Return the ring spaces that were free, but some."""
        taken = self._taken().union(but)
        return [str(k) for k in range(self._game.ring) if str(k) not in taken]

    def _wrong_homes(self, colour: str) -> list[str]:
        """Return the homes of others that have room."""
        return [f"{c}:h" for c, p in self._pawns.items() if c != colour and p.count("h") < 4]

    def _harmless(self, hand: Hand, colour: str, place: str) -> bool:
        """Return whether a pawn in this hand can rest on a place without looking legal."""
        pawns = follow(self._pawns, hand.acts)
        pawns[colour].append(place)
        return look(pawns) not in self._looks

    def _tempting(self, pawns: dict[str, list[str]], colour: str, free: list[str]) -> str:
        """Return a free space, mostly one where the board looks like some result with a pawn more on it."""
        bad = []
        for space in free:
            pawns[colour].append(space)
            if look(pawns) in self._looks:
                bad.append(space)
            pawns[colour].pop()
        return str(self._one(*(bad if bad and self._chance.random() < 0.8 else free)))


def apart(jobs: list[Job], touched: Callable[[Job], set[str]]) -> bool:
    """Return whether no job touches what another one touches: their order is free."""
    seen: set[str] = set()
    for job in jobs:
        mine = touched(job)
        if job.swap or seen & mine:
            return False
        seen |= mine
    return True


def places_touched(job: Job) -> set[str]:
    """Return the places of a job, and in words the homes that pawns are sent to."""
    places = {job.start, *job.way, *(place for _, place in job.victims)}
    return places | {"home of " + colour for colour, _ in job.victims}
