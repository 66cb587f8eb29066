# SPDX-License-Identifier: Apache-2.0
"""What models of hands have in common: a hand with its clock, and moves made of jobs.

The models (`noisy.py`, `stubborn.py`, `adversarial.py`, `thinking.py`, `unwary.py`, `wandering.py`) decide what is done and when. A script is a list of `Gesture`s
(of which `close` and `open` are a reed's alone);
performed to the end it always makes the intended move, which `follow` can check.
"""

import random
from collections.abc import Callable
from typing import Any

from pawns import Job, each, free_spaces, jobs_of, look, standing

from tavle.sim.gestures import Gesture


class Hand:
    """One hand and its clock."""

    def __init__(self, t_ms: float) -> None:
        self.t_ms = t_ms
        self.acts: list[Gesture] = []

    def rest(self, ms: float) -> None:
        self.t_ms += ms

    def up(self, colour: str, at: str) -> None:
        self.acts.append(Gesture(round(self.t_ms), "lift", colour, at))

    def down(self, colour: str, at: str) -> None:
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


def follow(pawns: dict[str, list[str]], acts: list[Gesture]) -> dict[str, list[str]]:
    """Return where the pawns stand after acts; pawns in a hand are left out.

    Raises:
        AssertionError: a pawn is lifted where none is, or placed from no hand: a bug of these hands.
    """
    now = {colour: list(places) for colour, places in pawns.items()}
    held = dict.fromkeys(pawns, 0)
    for act in acts:
        if act.do == "lift":
            assert act.at in now[act.colour], (act, now)
            now[act.colour].remove(act.at)
            held[act.colour] += 1
        elif act.do == "place":
            assert held[act.colour], (act, held)
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
        targets: places whose pawns somebody likes to adjust just now.
    """

    def __init__(
        self,
        chance: random.Random,
        game: Any,
        state: bytes,
        looks: set[Any],
        targets: tuple[str, ...] = (),
    ) -> None:
        self._chance = chance
        self._game = game
        self._state = state
        self._pawns = standing(game, state)
        self._looks = looks
        self._targets = targets
        self.manners: list[str] = []

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
        return {at for _, at in each(self._pawns)}

    def _free(self, *but: str) -> list[str]:
        """Return the ring spaces that were free, but some."""
        return [at for at in free_spaces(self._game, self._pawns) if at not in but]

    def _wrong_homes(self, colour: str) -> list[str]:
        """Return the homes of others that have room."""
        return [f"{c}:h" for c, p in self._pawns.items() if c != colour and p.count("h") < 4]

    def _harmless(self, hand: Hand, colour: str, place: str) -> bool:
        """Return whether a pawn in this hand can rest on a place without looking legal."""
        pawns = follow(self._pawns, hand.acts)
        pawns[colour].append(place)
        return look(pawns) not in self._looks


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
