# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every legal result comes back from the reeds that its hands move magnets over, or a question does."""

import random
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rules import RULEBOOKS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "hands"))
from judge import Judge
from lookalikes import middle
from models import MODELS
from pawns import looks_of

_JUDGES = {rulebook: Judge(rulebook, "scattered") for rulebook in RULEBOOKS}


@given(
    st.sampled_from(RULEBOOKS), st.sampled_from(sorted(MODELS)), st.integers(0, 10**6), st.data()
)
def test_result_comes_back(rulebook, model, seed, data):
    judge, chance = _JUDGES[rulebook], random.Random(seed)
    game, moved = judge.game, []
    while not moved:
        state, before = middle(game, chance)
        results = game.results(state, chance.randrange(len(game.actions)))
        moved = [i for i, (new, move) in enumerate(results) if move and new[:16] != state[:16]]
    wanted = data.draw(st.sampled_from(moved))
    looks = looks_of(game, [*(new for new, _ in results), state, before])
    acts = MODELS[model](chance, game, state, looks).script(bytes(results[wanted][1]))
    verdict = judge.play(state, before, results, wanted, acts, chance)
    # Hands may rest by mistake on another legal result: then the pawns really stood so.
    assert verdict.word in ("accepted", "asked", "rested"), verdict.said
