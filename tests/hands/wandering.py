# SPDX-License-Identifier: Apache-2.0
"""Hands that take the pawns of a move anywhere before it is made: to and fro, again and again, and rest there.

Each pawn of the move is lifted and put down by chance: where it is to go, where it stood, or on any space that is free then, mostly one
where the board looks like some result. Pauses are of any length. Others are put straight between. Colours tell all the time what is
made and what is not; in the end the move is.
"""

from hand_model import Hand, HandModel, follow
from pawns import each, free_spaces, tempting

from tavle.sim.gestures import Gesture

_PAUSES_MS = (30, 80, 200, 450, 700, 1500, 3500)


class WanderingHands(HandModel):
    """Hands that make one move in the end."""

    def script(self, move: bytes) -> list[Gesture]:
        goals = self._goals(move)
        hand = Hand(self._one(0, 200, 700))
        at = [start for _, start, _ in goals]  # "" in the hand
        steps = self._one(0, 2, 4, 8) if goals else 0
        while steps > 0 or at != [end for _, _, end in goals]:
            steps -= 1
            hand.rest(self._one(*_PAUSES_MS))
            if self._chance.random() < 0.1:
                self._straighten(hand, at)
                continue
            todo = [k for k, (_, _, end) in enumerate(goals) if at[k] != end]
            k = self._one(*(todo if todo and steps <= 0 else range(len(goals))))
            colour, start, end = goals[k]
            if at[k]:
                hand.up(colour, at[k])
                at[k] = ""
                continue
            places = [end, end, start] + [self._space(hand, colour)] * 2
            at[k] = end if steps <= 0 else self._one(*places)
            hand.down(colour, at[k])
        return hand.acts

    def _goals(self, move: bytes) -> list[tuple[str, str, str]]:
        """Return (colour, start, end) of every pawn; one that goes twice has gone once."""
        out: list[tuple[str, str, str]] = []
        for job in self._jobs(move):
            if job.swap:
                out += [(job.colour, job.start, job.swap[1]), (*job.swap, job.start)]
            else:
                ways = [(colour, place, "h") for colour, place in job.victims]
                ways += [(job.colour, job.start, job.way[-1])] if job.start else []
                for colour, start, end in ways:
                    before = [way for way in out if way[0] == colour and way[2] == start]
                    if before:
                        out.remove(before[0])
                        start = before[0][1]
                    out.append((colour, start, end))
        return out

    def _straighten(self, hand: Hand, mine: list[str]) -> None:
        pawns = follow(self._pawns, hand.acts)
        others = [(c, at) for c, at in each(pawns) if at not in mine]
        if others:
            colour, place = self._one(*others)
            hand.carry(colour, place, place, self._one(30, 80, 300, 1200))

    def _space(self, hand: Hand, colour: str) -> str:
        """Return a free space, mostly one where the board then looks like some result."""
        pawns = follow(self._pawns, hand.acts)
        return tempting(self._chance, self._looks, pawns, colour, free_spaces(self._game, pawns))
