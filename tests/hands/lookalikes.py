# SPDX-License-Identifier: Apache-2.0
"""Moves that look like others: positions, results with equal images, hands that confuse.

`turns` plays every action from one random position: of every group of results
that the reeds cannot tell apart, or that look like the position or the one before, one is made
by hands. Those of `adversarial.py` like to put straight just the pawns that the
other results are about.
"""

import random
from collections.abc import Iterator
from typing import Any

from judge import Judge, Verdict
from models import MODELS
from pawns import is_swap, looks_of, middle, places_of

from rules.notation import move_text, position_text


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


def turns(judge: Judge, model: str, seed: int, every: bool) -> Iterator[tuple[str, bool, Verdict]]:
    """Play one move per group of look-alikes, or one of all results, of every action.

    Yields (position and move in words, whether it is an exchange, verdict).
    """
    game = judge.game
    chance = random.Random(seed)
    state, before = middle(game, chance)
    for action in range(len(game.actions)):
        results = game.results(state, action)
        looks = looks_of(game, [*(position for position, _ in results), state, before])
        everything = [list(range(len(results)))]
        for group in everything if every else _groups(judge, state, before, results):
            movable = [k for k in group if results[k][1]]
            if model != "adversarial":  # these also make what leaves every pawn where it was
                movable = [k for k in movable if results[k][0][:16] != state[:16]]
            if not movable:
                continue
            wanted = chance.choice(movable)
            move = bytes(results[wanted][1])
            targets: set[str] = set()
            for other in group:
                targets |= places_of(game, state, bytes(results[other][1]))
            targets -= places_of(game, state, move)
            mine = random.Random(chance.randrange(1 << 30))
            hands = MODELS[model](mine, game, state, looks, tuple(sorted(targets)))
            verdict = judge.play(state, before, results, wanted, hands.script(move), mine)
            name = (
                f"{game.rulebook} {model} seed {seed}: {position_text(game, state)} "
                f"{game.actions[action]} {move_text(game, move)} ({', '.join(hands.manners)})"
            )
            yield name, is_swap(move) or game.actions[action] == "sorry", verdict


def all_turns(judge: Judge, model: str, seed: int) -> Iterator[tuple[str, bool, Verdict]]:
    """Play one move of every action; adversarial hands look-alikes before."""
    for every in (False, True) if model == "adversarial" else (True,):
        yield from turns(judge, model, seed, every)
