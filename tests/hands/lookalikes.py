# SPDX-License-Identifier: Apache-2.0
"""Moves that look like others: positions, results with equal images, hands that confuse.

`turns(rulebook, seed)` plays every action from one random position: of every group of results
that the reeds cannot tell apart, or that look like the position or the one before, one is made
by the hands of `adversarial.py`, who like to put straight just the pawns that the
other results are about.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adversarial import AdversarialHands
from judge import Judge, Verdict
from pawns import is_swap, looks_of, places_of

from rules.notation import move_text, position_text

_TURNS_BEFORE = (10, 150)
_LUCKY = 0.5  # share of turns that bring a pawn into the game when they can


@dataclass
class Turn:
    """One move and what became of it."""

    name: str
    position: str
    move: str
    swap: bool
    manners: list[str]
    verdict: Verdict

    def __str__(self) -> str:
        """Return all there is to know, for a failed test."""
        said = "\n    ".join(self.verdict.said)
        return (
            f"{self.name}: {self.verdict.word}\n  {self.position}\n  {self.move} "
            f"({', '.join(self.manners)})\n    {said}"
        )


def middle(game: Any, chance: random.Random) -> tuple[bytes, bytes | None]:
    """Return a position some random turns into a game, and the one before the last move."""
    while True:
        state: bytes = bytes(game.new())
        before = None
        for _ in range(chance.randrange(*_TURNS_BEFORE)):
            results = game.results(state, chance.randrange(len(game.actions)))
            if not results:
                state = bytes(game.skip(state))
                continue
            before = state
            if chance.random() < _LUCKY:
                state = bytes(min(results, key=lambda result: result[0][:16].count(0))[0])
            else:
                state = bytes(chance.choice(results)[0])
            if state[17]:
                break
        if not state[17]:
            return state, before


def _groups(judge: Judge, state: bytes, before: bytes | None, results: list[Any]) -> list[Any]:
    """Return lists of results that look alike, or like one of two positions; homes not counted."""

    def ring_and_rows(position: bytes) -> bytes:
        image = judge.map.image(position)
        return bytes(image[: judge.map.n_bytes])

    known = {ring_and_rows(position) for position in (state, before) if position is not None}
    groups: dict[bytes, list[int]] = {}
    for index, (after, _) in enumerate(results):
        groups.setdefault(ring_and_rows(after), []).append(index)
    return [
        group
        for seen, group in groups.items()
        if seen in known or len({bytes(results[k][0][:16]) for k in group}) > 1
    ]


def turns(judge: Judge, seed: int, every: bool = False) -> Iterator[Turn]:
    """Play one move per group of look-alikes, or one of all results, of every action."""
    game = judge.game
    chance = random.Random(seed)
    state, before = middle(game, chance)
    number = 0
    for action in range(len(game.actions)):
        results = game.results(state, action)
        looks = looks_of(game, [*(position for position, _ in results), state, before])
        everything = [list(range(len(results)))]
        for group in everything if every else _groups(judge, state, before, results):
            movable = [k for k in group if results[k][1]]
            if not movable:
                continue
            wanted = chance.choice(movable)
            move = bytes(results[wanted][1])
            targets: set[str] = set()
            for other in group:
                targets |= places_of(game, state, bytes(results[other][1]))
            targets -= places_of(game, state, move)
            mine = random.Random(chance.randrange(1 << 30))
            hands = AdversarialHands(mine, game, state, looks, tuple(sorted(targets)))
            verdict = judge.play(state, before, results, wanted, hands.script(move), mine)
            yield Turn(
                f"{game.rulebook} seed {seed} turn {number}, {game.actions[action]}",
                position_text(game, state),
                move_text(game, move),
                is_swap(move),
                hands.manners,
                verdict,
            )
            number += 1
