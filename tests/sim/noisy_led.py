# SPDX-License-Identifier: Apache-2.0
"""Noisy hands at tables with computers, which see a computer's move on the lights alone."""

import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "hands"))

from led_hands import LedHands
from noisy import NoisyHands

from tavle.sim.gestures import Habits

_WALK = 13  # spaces: what is further is carried


class NoisyLedHands(LedHands):
    """People move noisily; so does who makes the computers' moves, by lights and pawns alone.

    A pawn is lifted and put back before it goes, walks from space to space, comes into a wrong home
    first, and a neighbour is knocked; how often and how long is what `Habits` says.
    """

    def __init__(self, *args: Any, **more: Any):
        self._habits = Habits()
        self._from = ""  # where the pawn in the hand stood
        self._leading = False
        super().__init__(*args, **more)

    def _move(self, game: Any, move: bytes) -> None:
        state = self._parse(self.line)[1]
        if self.computer(game.colours[state[16]]):
            self._leading = True
            self._follow_lights(game)
            self._leading = False
            return
        hands = NoisyHands(random.Random(self.line), game, bytes(state), set())
        now = 0
        for act in hands.script(move):
            if act.t_ms > now:
                self._wait(act.t_ms - now)
                now = act.t_ms
            if act.do != "nudge":
                self.order(do=act.do, colour=act.colour, at=act.at)

    def order(self, **command: Any) -> None:
        if self._leading and command["do"] == "lift":
            self._lift(command["colour"], command["at"])
        elif self._leading and command["do"] == "place":
            self._place_at(command["colour"], command["at"])
        else:
            super().order(**command)

    def _is(self, share: float) -> bool:
        return self._random.random() < share

    def _for(self, limits: tuple[float, float]) -> None:
        low, high = limits
        self._wait(round(low + (high - low) * self._random.random() ** 2))

    def _lift(self, colour: str, place: str) -> None:
        super().order(do="lift", colour=colour, at=place)
        if self._is(self._habits.hesitate):
            self._for(self._habits.hesitation)
            super().order(do="place", colour=colour, at=place)
            self._for(self._habits.pause)
            super().order(do="lift", colour=colour, at=place)
        self._knock(place)
        self._from = place

    def _place_at(self, colour: str, place: str) -> None:
        if place == "h" and self._is(self._habits.wrong_home):
            world = self._ask("state")["world"]
            wrong = [c for c, at in world.items() if c != colour and at.count("h") < 4]
            if wrong:
                home = f"{self._random.choice(wrong)}:h"
                super().order(do="place", colour=colour, at=home)
                self._for(self._habits.correction)
                super().order(do="lift", colour=colour, at=home)
                self._for(self._habits.carry)
        elif place != self._from and self._is(self._habits.walk + self._habits.slide):
            self._walk(colour, place)
        else:
            self._for(self._habits.carry)
        self._knock(place)
        super().order(do="place", colour=colour, at=place)
        self._from = ""

    def _walk(self, colour: str, place: str) -> None:
        """Go from space to space, where nobody stands."""
        if not (place.isdigit() and self._from.isdigit()):
            return
        ring = self.session.world.spaces.ring
        start, steps = int(self._from), (int(place) - int(self._from)) % ring
        slides = self._is(self._habits.slide / (self._habits.walk + self._habits.slide))
        gap = self._habits.slide_gap if slides else self._habits.hop
        dwell = self._habits.slide_dwell if slides else self._habits.dwell
        taken = {at for _, at in self._pawns()}
        for k in range(1, steps if steps <= _WALK else 0):
            tap = str((start + k) % ring)
            self._for(gap)
            if tap not in taken:
                super().order(do="place", colour=colour, at=tap)
                self._for(dwell)
                super().order(do="lift", colour=colour, at=tap)
        self._for(gap)

    def _knock(self, place: str) -> None:
        """Knock a pawn beside a space, now and then."""
        if not place.isdigit() or not self._is(self._habits.knock):
            return
        ring = self.session.world.spaces.ring
        beside = {str((int(place) + k) % ring) for k in (-1, 1)}
        pawns = self._pawns()
        alone = [one for one in pawns if [at for _, at in pawns].count(one[1]) == 1]
        for colour, at in alone:
            if at in beside:
                super().order(do="lift", colour=colour, at=at)
                self._for(self._habits.knocked)
                super().order(do="place", colour=colour, at=at)
                return
