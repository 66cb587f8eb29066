# SPDX-License-Identifier: Apache-2.0
"""Hands that put pawns down anywhere on the way, most of all where the board then looks like another result.

Who is sent home, or changes places, waits on a free space for seconds; others are corrected twice, or slid
over every space. Colours tell all the time that the move is not made yet.
"""

from hand_model import Hand, HandModel, follow
from pawns import Job, tempting

from tavle.sim.gestures import Gesture


class UnwaryHands(HandModel):
    """Hands that do not mind how the board looks before they are done."""

    def script(self, move: bytes) -> list[Gesture]:
        jobs = self._jobs(move)
        hands = [Hand(self._one(0, 200, 700)) for _ in range(self._one(1, 1, 2))]
        if any(job.swap or job.victims for job in jobs):
            del hands[1:]
        return self._do_all(jobs, hands, (60, 300, 900, 4000))

    def _job(self, hand: Hand, job: Job, alone: bool) -> None:
        if job.swap:
            self._swap(hand, (job.colour, job.start), job.swap)
            return
        waits = []
        for colour, place in job.victims:
            after = [("place", job.colour, job.way[-1])] if job.way else []
            gone = [("lift", job.colour, job.start)] if job.start else []
            space = self._space(hand, [*gone, ("lift", colour, place), *after], colour, *job.way)
            if not place.isdigit() or (colour == job.colour and place == job.start):
                space = ""
            hand.up(colour, place)
            self._rest(hand)
            if space:
                hand.down(colour, space)
                self._rest(hand)
            waits.append((colour, space))
        if job.start:
            self._carry(hand, job, alone)
        for colour, space in waits:
            if space:
                self._rest(hand, 700, 2000, 3500)
                hand.up(colour, space)
            hand.rest(self._one(200, 600))
            hand.down(colour, "h")

    def _carry(self, hand: Hand, job: Job, alone: bool) -> None:
        manner = self._manner("plain", "over every space", "corrected twice")
        hand.up(job.colour, job.start)
        hand.rest(self._one(60, 300, 900))
        ring = self._game.ring
        if manner == "over every space":
            free = set(self._free())
            hand.walk(
                job.colour,
                [p for p in job.way[:-1] if p in free],
                self._one(5, 40),
                self._one(60, 300),
            )
        elif manner == "corrected twice" and alone and job.way[-1].isdigit():
            for step in self._chance.sample((-2, -1, 1, 2), 2):
                place = str((int(job.way[-1]) + step) % ring)
                if place in self._free() and self._harmless(hand, job.colour, place):
                    hand.touch(job.colour, place, self._one(300, 800, 3500))
                    hand.rest(self._one(80, 400))
        hand.down(job.colour, job.way[-1])

    def _swap(self, hand: Hand, one: tuple[str, str], other: tuple[str, str]) -> None:
        """Put the first on a free space, the other in its place, then the first in that one's."""
        if self._chance.random() < 0.5:
            one, other = other, one
        acts = [("lift", *one), ("lift", *other), ("place", other[0], one[1])]
        space = self._space(hand, acts, one[0])
        both = self._manner("one by one", "both at once") == "both at once"
        hand.up(*one)
        if both:
            self._rest(hand, 0, 100)
            hand.up(*other)
        self._rest(hand)
        hand.down(one[0], space)
        self._rest(hand)
        if not both:
            hand.up(*other)
            self._rest(hand)
        hand.down(other[0], one[1])
        self._rest(hand, 700, 2000, 3500)
        hand.up(one[0], space)
        self._rest(hand)
        hand.down(one[0], other[1])

    def _rest(self, hand: Hand, *times_ms: int) -> None:
        hand.rest(self._one(*(times_ms or (80, 300, 900))))

    def _space(self, hand: Hand, acts: list[tuple[str, str, str]], colour: str, *but: str) -> str:
        """Return a free space: after some more acts a pawn there mostly looks like another result."""
        gestures = [Gesture(0, do, c, at) for do, c, at in acts]
        pawns = follow(self._pawns, [*hand.acts, *gestures])
        return tempting(self._chance, self._looks, pawns, colour, self._free(*but))
