# SPDX-License-Identifier: Apache-2.0
"""The noisy hands of `tavle.sim.hands` at the whole table: firmware, chips and all."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from hand_table import pawns_of, task_of

from tavle.sim.gestures import Gesture, Habits
from tavle.sim.hands import Hands
from tavle.sim.player import Disagreement, Players
from tavle.sim.session import Session, Wish

# A pawn can only be put into its own home here, and never by mistake on another legal place.
HABITS = dataclasses.replace(Habits(), wrong_home=0.0, wrong_place=0.0, wrong_pawn_down=0.0)
_NUDGE_MM = 2.0


class NoisyPlayers(Players):
    """Players whose pawns are moved by `Hands`.

    Attributes:
        exchanges: swaps and Sorry! cards played.
        asked_exchanges: of them, those the table asked about.
    """

    def __init__(self, session: Session, seed: int) -> None:
        super().__init__(session, seed)
        self.exchanges = 0
        self.asked_exchanges = 0
        self._seed = seed
        self._hand_turn = 0

    def _neighbours(self, place: str) -> list[str]:
        if not place.isdigit():
            return []
        ring = self._game.ring
        return [str((int(place) + 1) % ring), str((int(place) - 1) % ring)]

    def _move(self, game, move: bytes) -> None:
        state = self._parse(self.line)[1]
        task = task_of(game, state, move)
        self._hand_turn += 1
        hands = Hands(self._seed * 100_003 + self._hand_turn, HABITS, self._neighbours)
        now = 0.0
        for gesture in hands.perform(task, pawns_of(game, state), 0.0):
            if gesture.t_ms > now:
                self._wait(gesture.t_ms - now)
                now = gesture.t_ms
            self._gesture(gesture)

    def _gesture(self, gesture: Gesture) -> None:
        world = self.session.world
        seat = world.spaces.seat(gesture.colour)
        if gesture.do == "nudge":
            pawn = world.find(gesture.colour, gesture.at)
            if pawn.piece is not None and not pawn.piece.legs:
                dx, dy = (self._random.uniform(-_NUDGE_MM, _NUDGE_MM) for _ in range(2))
                world.mover.push(pawn, dx, dy)
        elif gesture.do == "lift" and gesture.to and gesture.land_ms > gesture.t_ms:
            pawn = world.find(gesture.colour, gesture.at)
            again = gesture.to == gesture.at
            goal = pawn.bit if again else world.free(seat, gesture.to, None)
            world.mover.fly(pawn, goal, gesture.land_ms - gesture.t_ms, gesture.hump_mm)
        else:
            goals = world.spaces.bits(seat, gesture.at)
            flying = [p for p in world.pawns if p.seat == seat and p.goal in goals]
            if gesture.do == "place" and flying:
                world.mover.land(flying[0])
            else:
                self._order(do=gesture.do, colour=gesture.colour, at=gesture.at)

    def _turn(self) -> None:
        asked = self.asked
        super()._turn()
        said = self.events[self._begun :]
        accepted = [e for e in said if e["event"] == "accepted" and e["move"] != "-"]
        if not accepted:
            return
        card = any(e["event"] == "card" and e["card"] == "sorry" for e in said)
        if card or "<>" in accepted[-1]["move"]:
            self.exchanges += 1
            if self.asked > asked:
                self.asked = asked
                self.asked_exchanges += 1


def games(
    rulebook: str, turns: int, seed: int, noise: bool, parts: str = "scattered"
) -> Iterator[tuple[NoisyPlayers, str]]:
    """Play games until so many turns are done; yield (players, trouble) after each game.

    The trouble is "" or what the table did wrong; the next game starts anew.
    """
    done = 0
    while done < turns:
        session = Session(Wish(rulebook, seed=seed, parts=parts))
        try:
            session.until_ready()
            session.world.faults.bounce = noise
            players = NoisyPlayers(session, seed)
            trouble = ""
            try:
                for _ in players.play(turns - done):
                    pass
            except Disagreement as error:
                trouble = f"{rulebook} seed {seed} turn {players.turns}: {error}"
            done += max(1, players.turns)
            yield players, trouble
        finally:
            session.close()
        seed += 1
