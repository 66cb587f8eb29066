# SPDX-License-Identifier: Apache-2.0
"""One bench table: reeds, hands, debounce and a recogniser; plays intended moves on it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from noisy import task_of
from pawns import standing

from rules.game import HOME
from rules.notation import move_text
from sense.debounce import CHANGED, HEALTH, Debounce
from tavle.paths import layout_of
from tavle.sim.gestures import Gesture, Habits
from tavle.sim.hands import Hands
from tavle.sim.reeds import Flaws, Reeds

SCAN_MS = 5
PATIENCE_MS = 6000
WAIT_MS = 20_000  # after the hands are done: longer is a refusal


@dataclass
class Outcome:
    """What became of one turn."""

    index: int = -1  # accepted result
    asked: bool = False
    hurried: bool = False
    guided: int = 0
    undone: bool = False
    early: bool = False  # accepted while hands were still moving
    wait_ms: float = -1.0  # from the last movement to the acceptance
    wedged: bool = False
    stood: bool = False  # the pawns stood exactly as in the accepted result
    said: list[str] = field(default_factory=list)


class HandTable:
    """Plays turns of one game with random hands on one recogniser.

    Args:
        game: the rules.
        boardmap: `BoardMap` of its board.
        make: called without arguments, returns a recogniser with the calls of `Recogniser`.
        habits: how hands behave.
        flaws: how reeds behave.
        world: the reeds: `Reeds`, or `ideal_reeds.IdealReeds`.
    """

    def __init__(
        self, game, boardmap, make, habits=None, flaws=None, world: type[Reeds] = Reeds
    ) -> None:
        self.game = game
        self.map = boardmap
        self._make = make
        self.habits = habits or Habits()
        self.flaws = flaws or Flaws()
        self.world = world
        self.board = layout_of(game.rulebook)
        self.brisk = 0.5  # the next card comes 0.7-3 s after the hands, without waiting for light

    def neighbours(self, place: str) -> list[str]:
        """Return the ring spaces beside a ring space."""
        place = place.rpartition(":")[2]
        if not place.isdigit():
            return []
        ring = self.game.ring
        return [str((int(place) + 1) % ring), str((int(place) - 1) % ring)]

    def bits_of(self, colour: str, place: str) -> list[int]:
        """Return the sensor bits of a place token."""
        if place.isdigit():
            return self.map.bits(int(place) + 1)
        seat = self.game.colours.index(colour)
        code = {"h": HOME, "f": self.game.fin}.get(place, self.game.ring + int(place[1:] or 0)
                                                   if place[0] == "z" else 0)  # fmt: skip
        return self.map.bits(self.map.spot(seat, code))

    def turn(self, state, previous, results, intended: int, seed: int) -> Outcome:
        """Let hands perform one result of a card and return what the recogniser made of it."""
        chance = random.Random(seed)
        reeds = self.world(self.board, self.bits_of, seed, self.flaws)
        pawns = standing(self.game, state)
        for colour, places in pawns.items():
            for place in places:
                reeds.put(colour, place)
        hands = Hands(seed, self.habits, self.neighbours)
        move = results[intended][1]
        gestures = hands.perform(task_of(self.game, state, move), pawns, 1500.0)
        end_ms = max(g.t_ms for g in gestures)
        card_ms = 1500.0
        if chance.random() < 0.05:  # the hands were faster than the card
            card_ms += chance.random() * (end_ms - 1500.0)
        next_ms = end_ms + chance.uniform(700, 3000) if chance.random() < self.brisk else 1e9
        run = _Run(self, reeds, self._make(), chance)
        try:
            run.play(state, previous, results, intended, gestures, (card_ms, end_ms, next_ms))
        except ValueError as error:
            raise ValueError(f"{error}: {move_text(self.game, move)} by {gestures}") from error
        try:
            check_pawns(self, reeds, results[intended][0])
        except AssertionError as error:
            raise AssertionError(f"{error}: {move_text(self.game, move)} by {gestures}") from error
        return run.outcome


def check_pawns(table: HandTable, reeds: Reeds, state) -> None:
    """Check that the hands did what was intended (a bug of the bench, not of the table)."""
    if not stands(table, reeds, state):
        raise AssertionError("the hands did not do what they should")


def stands(table: HandTable, reeds: Reeds, state) -> bool:
    """Return whether the coloured pawns stand as in a state."""
    for colour, places in standing(table.game, state).items():
        for place in set(places):
            there = [c for bit in table.bits_of(colour, place) for c in reeds.colours_on(bit)]
            if there.count(colour) != places.count(place):
                return False
    return True


class _Run:
    """One turn in progress."""

    def __init__(self, table: HandTable, reeds: Reeds, recogniser, chance) -> None:
        self.table = table
        self.reeds = reeds
        self.r = recogniser
        self.chance = chance
        self.debounce = Debounce(table.map.n_bytes)
        self.wire = bytearray(table.map.n_bytes)
        self.outcome = Outcome()
        self.last_move_ms = 0.0

    def play(self, state, previous, results, intended, gestures, times) -> None:
        """Run scans until the recogniser has decided."""
        from sense import recognise

        card_ms, end_ms, next_ms = times
        r = self.r
        outcome = self.outcome
        queue = list(gestures)
        offered = False
        react_ms = 0.0
        pointed = 0
        now = 0
        r.expect(state, 0, previous)
        self._read()
        give_up_ms = end_ms + WAIT_MS
        while now < give_up_ms or queue:
            now += SCAN_MS
            while queue and queue[0].t_ms <= now:
                self.last_move_ms = queue[0].t_ms
                self.reeds.act(queue.pop(0))
            code = self._scan(now)
            if not offered and now >= card_ms:
                offered = True
                r.offer(results, now)
            if not code and now >= next_ms and offered and not queue and not r.question.choices:
                next_ms = now + 400
                code = r.hurry()
                outcome.hurried = code == recognise.ACCEPT
            if now >= end_ms + PATIENCE_MS and not queue and not r.question.choices and not code:
                end_ms = now  # nothing happens: press the seat button, as the app takes it
                outcome.asked = True
                code = r.done()
            if code == recognise.NOTHING and r.question.choices and not queue and react_ms == 0.0:
                react_ms = now + 700  # asked before the hands were done
            if code == recognise.ASK:
                outcome.said.append(f"{now} ask {r.question.event()}")
                react_ms = now + self.chance.uniform(500, 1500)
            elif code == recognise.GUIDE:
                outcome.guided += 1
                outcome.said.append(f"{now} guide {r.guide.missing} {r.guide.extra}")
            elif code == recognise.UNDO:
                outcome.undone = True
                outcome.stood = stands(self.table, self.reeds, previous)
                outcome.said.append(f"{now} undo")
                return self._finish(queue)
            elif code == recognise.ACCEPT:
                outcome.said.append(f"{now} accept {r.chosen}")
                outcome.stood = stands(self.table, self.reeds, results[r.chosen][0])
                return self._accepted(r.chosen, now, queue)
            if r.question.choices and not queue and react_ms and now >= react_ms:
                react_ms = 0.0
                if r.question.shown == intended:
                    if r.confirm() == recognise.ACCEPT:
                        outcome.asked = True
                        outcome.said.append(f"{now} confirm {r.chosen}")
                        return self._accepted(r.chosen, now, queue)
                elif intended in r.question.choices and pointed < 6:
                    pointed += 1
                    queue += self._point(state, results, intended, r.question.shown, now)
                    end_ms = max(end_ms, queue[-1].t_ms)
                    give_up_ms = end_ms + WAIT_MS
        self._unwedge(state, now)
        return None

    def _finish(self, queue) -> None:
        for gesture in queue:
            self.reeds.act(gesture)

    def _accepted(self, index: int, now: int, queue) -> None:
        self.outcome.index = index
        self.outcome.early = bool(queue)
        self.outcome.wait_ms = now - self.last_move_ms
        self._finish(queue)

    def _read(self) -> None:
        for i in range(len(self.wire)):
            self.wire[i] = self.reeds.levels[i] ^ 0xFF

    def _scan(self, now: int) -> int:
        if self.reeds.advance(now):
            self._read()
        flags = self.debounce.step(now, self.wire)
        if flags & HEALTH:
            self.r.refresh(self.debounce)
        assert flags & CHANGED or not self.debounce.events
        return self.r.step(now, self.debounce)

    def _point(self, state, results, intended: int, shown: int, now: int) -> list[Gesture]:
        """Lift and replace a pawn that the intended choice has moved and the shown one has not."""
        game = self.table.game
        before = standing(game, state)
        task = task_of(game, state, results[intended][1])
        if task.swap and results[intended][0][:16] == state[:16]:
            (colour, place), _ = task.swap
            return [
                Gesture(now + 100, "lift", colour, place),
                Gesture(now + 600, "place", colour, place),
            ]
        pawns = standing(game, results[intended][0])
        other = standing(game, results[shown][0] if shown >= 0 else state)
        for colour, places in pawns.items():
            for place in places:
                moved = places.count(place) > max(
                    other[colour].count(place), before[colour].count(place)
                )
                alone = sum(p.count(place) for p in pawns.values()) == 1
                if moved and alone and place not in "hf":
                    return [
                        Gesture(now + 100, "lift", colour, place),
                        Gesture(now + 600, "place", colour, place),
                    ]
        return [Gesture(now, "nudge", *self._any(pawns))]

    @staticmethod
    def _any(pawns) -> tuple[str, str]:
        colour = next(iter(pawns))
        return colour, pawns[colour][0]

    def _unwedge(self, state, now: int) -> None:
        """Put every pawn back as it was: the recogniser must be at rest then."""
        back = self.table.world(self.table.board, self.table.bits_of, 1)
        for colour, places in standing(self.table.game, state).items():
            for place in places:
                back.put(colour, place)
        self.reeds, mine = back, self.reeds
        self._read()
        for _ in range(1500 // SCAN_MS):
            now += SCAN_MS
            self._scan(now)
        self.outcome.wedged = bool(self.r.guiding or self.r.gone())
        self.reeds = mine
