# SPDX-License-Identifier: Apache-2.0
"""Evenings of a family: `python tests/hands/family.py --turns 1000`; options, counts and judge as of `evening.py`.

Children count aloud and slide the pawn from space to space, over others too, which they lift out of the way; both hands move two pawns
at once; a pawn that was sent home waits in a lap until the next card is tried; a pawn stands on a wrong space for seconds; somebody
moves another's pawn a space on, sees it, and moves it back; an elbow knocks several over, and they are put up in another order; the
plug is pulled in the middle, and hands go on in the dark for some acts.
"""

import sys
from typing import Any

from evening import Evening, main
from hand_model import Hand, HandModel, follow
from models import MODELS
from pawns import Job, each, free_spaces, look, looks_of

from tavle.sim.gestures import Gesture

_BEATS_MS = (70, 120, 200, 350, 500)


class FamilyHands(HandModel):
    """Hands of children, and of two hands at a time."""

    def script(self, move: bytes) -> list[Gesture]:
        jobs = self._jobs(move)
        plain = not any(job.swap or job.victims or not job.start for job in jobs)
        if len(jobs) > 1 and plain and self._chance.random() < 0.6:
            return self._both_hands(jobs)
        hand = Hand(self._one(0, 300))
        lap: list[str] = []
        for job in jobs:
            if job.swap:
                self._exchange(hand, job)
            else:
                self._move(hand, job, lap)
            hand.rest(self._one(40, 250, 800, 2500))
        if lap:
            hand.rest(self._one(100, 900, 3600, 9000))
        for colour in lap:
            hand.down(colour, "h")
            hand.rest(self._one(30, 200, 1500))
        return hand.acts

    def _both_hands(self, jobs: list[Job]) -> list[Gesture]:
        """Move all pawns at the same time, a hand for each."""
        self._manner("both hands")
        hand = Hand(0)
        for job in jobs:
            hand.up(job.colour, job.start)
            hand.rest(self._one(0, 5, 20, 60, 120))
        hand.rest(self._one(100, 600, 2000))
        order = list(jobs)
        self._chance.shuffle(order)
        for job in order:
            hand.down(job.colour, job.way[-1])
            hand.rest(self._one(0, 5, 20, 60, 120))
        return hand.acts

    def _exchange(self, hand: Hand, job: Job) -> None:
        """Lift two, and put both down; or one is pushed off its space by the other."""
        assert job.swap is not None
        pair = [(job.colour, job.start), job.swap]
        self._chance.shuffle(pair)
        one, other = pair
        gap = self._one(70, 200, 1200)
        hand.up(*one)
        hand.rest(gap)
        if self._manner("pushed", "both") == "pushed":
            hand.down(one[0], other[1])
            hand.rest(self._one(0, 20, 100, 700))
            hand.up(*other)
        else:
            hand.up(*other)
            hand.rest(gap)
            hand.down(one[0], other[1])
        hand.rest(self._one(50, 300, 1500))
        hand.down(other[0], one[1])

    def _move(self, hand: Hand, job: Job, lap: list[str]) -> None:
        first = self._one(True, False)
        if first or not job.way:
            self._clear(hand, job, lap)
        if not job.start:
            return
        manner = self._manner("counted", "counted back", "wrong space", "straight", "too far")
        hand.up(job.colour, job.start)
        hand.rest(self._one(20, 150, 600))
        if manner.startswith("counted"):
            beat = self._one(*_BEATS_MS)
            steps = [place for place in job.way[:-1] if place.isdigit()]
            if manner == "counted back":
                steps += steps[-2::-1][:2]
            for place in steps:
                self._slide(hand, job.colour, place, beat)
        elif manner in ("wrong space", "too far") and job.way[-1].isdigit():
            step = 1 if manner == "too far" else self._one(-3, -2, -1, 2, 3)
            wrong = str((int(job.way[-1]) + step) % self._game.ring)
            free = free_spaces(self._game, follow(self._pawns, hand.acts))
            if wrong in free and self._harmless(hand, job.colour, wrong):
                hand.touch(job.colour, wrong, self._one(200, 700, 1600, 3700))
                hand.rest(self._one(20, 100, 500))
        hand.down(job.colour, job.way[-1])
        if not first:
            hand.rest(self._one(20, 200, 900, 3400))
            self._clear(hand, job, lap)

    def _slide(self, hand: Hand, colour: str, place: str, beat: int) -> None:
        """Set the pawn on a space for a beat; who stands there is lifted meanwhile, or is left beside it."""
        pawns = follow(self._pawns, hand.acts)
        there = [c for c, places in pawns.items() if place in places]
        if there and self._chance.random() < 0.4:
            other = there[0]
            hand.up(other, place)
            hand.rest(self._one(0, 30, 90))
            hand.touch(colour, place, beat)
            hand.rest(self._one(0, 30, 90))
            hand.down(other, place)
        else:
            hand.touch(colour, place, beat)
        hand.rest(self._one(5, 30, 70))

    def _clear(self, hand: Hand, job: Job, lap: list[str]) -> None:
        for colour, place in job.victims:
            hand.up(colour, place)
            hand.rest(self._one(50, 300))
            if self._chance.random() < 0.5:
                self._manner("lap")
                lap.append(colour)
            else:
                hand.down(colour, "h")
                hand.rest(self._one(50, 300))


class Family(Evening):
    _looks: set[Any] = frozenset()
    _laid = 0

    def script(self, state: bytes, move: bytes, results: list[Any]) -> list[Gesture]:
        acts = super().script(state, move, results)
        self._looks = looks_of(self.game, [*(after for after, _ in results), state, self.before])
        return acts

    def perform(self, acts: list[Gesture]) -> None:
        """Let hands do their acts, and something happen between two of them."""
        at = self.chance.randrange(len(acts) + 1) if acts else 0
        if not acts or self.chance.random() < 0.6:
            super().perform(acts)
            return
        super().perform(acts[:at])
        self.chance.choice((self._knock, self._correct, self._dark_acts, self._impatient))()
        self._pass(self.chance.choice((5, 100, 700, 1500)))
        super().perform(acts[at:])

    def lay(self, action: int, copy: int) -> bool:
        began = super().lay(action, copy)
        self._laid = len(self.table.events)
        return began

    def finish(self, wanted: bytes, move: bytes, exchange: bool) -> bool:
        self._hear()
        later = [e for e in self.table.events[self._laid :] if e["event"] == "card"]
        if [e for e in later if e.get("card") != self._manners[0]]:
            self.seen["another card"] += 1  # it lay on a board as it was, and was taken instead
            return False
        return super().finish(wanted, move, exchange)

    def _knock(self) -> None:
        """Knock some pawns over at once, and put them where they stood, those of a colour as it comes."""
        self._manners.append("knocked")
        pawns = each(self.pawns)
        down = self.chance.sample(pawns, min(len(pawns), self.chance.choice((2, 3, 4))))
        for colour, at in down:
            self.act("lift", colour, at)
            self._pass(self.chance.choice((0, 5, 15, 60)))
        self._pass(self.chance.choice((100, 400, 1500, 3500)))
        self.chance.shuffle(down)
        for colour, at in down:
            self.act("place", colour, at)
            self._pass(self.chance.choice((20, 150, 500)))

    def _correct(self) -> None:
        """Move another's pawn to a free space, where the board looks like nothing, and back."""
        self._manners.append("another's moved")
        on = [(c, at) for c, at in each(self.pawns) if at.isdigit()]
        if not on:
            return
        colour, at = self.chance.choice(on)
        near = [str((int(at) + k) % self.game.ring) for k in (-2, -1, 1, 2)]
        free = [place for place in near if place in free_spaces(self.game, self.pawns)]
        if not free:
            return
        wrong = self.chance.choice(free)
        self.act("lift", colour, at)
        self._pass(self.chance.choice((30, 200)))
        self.act("place", colour, wrong)
        self._pass(self.chance.choice((100, 400)))
        self.act("lift", colour, wrong)
        self._pass(self.chance.choice((30, 200, 700)))
        self.act("place", colour, at)

    def _dark_acts(self) -> None:
        """Pull the plug; in the dark some pawns are knocked over and put back."""
        self._manners.append("cut")
        self.seen["cuts"] += 1
        pawns = each(self.pawns)
        some = self.chance.sample(pawns, min(len(pawns), self.chance.choice((0, 1, 3))))
        self._cut([(do, c, at) for do in ("lift", "place") for c, at in some])
        self._hear()
        self.run(self.chance.choice((100, 900, 2500)))

    def _impatient(self) -> None:
        """Lay the next card, or press the next player's button, before the move is done."""
        self._manners.append("impatient")
        if self.game.die or self.chance.random() < 0.4:
            self._press((self._believed[16] + 1) % 4)
        elif self.table.phase() == "move" and look(self.pawns) not in self._looks:
            self._pass(150)  # an untouched board would take another card instead
            self._lay_any()
            self._hear()


if __name__ == "__main__":
    MODELS["family"] = FamilyHands
    sys.exit(main(Family))
