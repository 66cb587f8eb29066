# SPDX-License-Identifier: Apache-2.0
"""The simulator's own hands, `tavle.sim.hands`, as a model of hands."""

from dataclasses import replace
from typing import Any

from hand_model import HandModel
from pawns import jobs_of, standing

from tavle.sim.gestures import Gesture, Part, Task
from tavle.sim.hands import Hands


def task_of(game: Any, state: bytes, move: bytes) -> Task:
    """Return a move as the simulator's hands understand it."""
    parts: list[Part] = []
    swap = None
    for job in jobs_of(game, state, move):
        if job.swap:
            swap = ((job.colour, job.start), job.swap)
        elif job.start:
            parts.append(
                Part(job.colour, job.start, job.way[-1], tuple(job.way), tuple(job.victims))
            )
        else:  # pawns that are sent home without one that moves there
            parts.append(Part(job.victims[0][0], "", "", (), tuple(job.victims)))
    return Task(tuple(parts), swap)


class NoisyHands(HandModel):
    """People as they mostly are: they walk, slide, hesitate, take the wrong pawn first, forget one."""

    def script(self, move: bytes) -> list[Gesture]:
        hands = Hands(self._chance.randrange(1 << 30))
        task = task_of(self._game, self._state, move)
        made = hands.perform(task, standing(self._game, self._state), 0.0)
        return [replace(g, t_ms=round(g.t_ms), land_ms=round(g.land_ms)) for g in made]
