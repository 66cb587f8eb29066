# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The engine against the slow reference: the same results for every position.

`TAVLE_CASES=50` looks at fifty times as many positions; `TAVLE_SEED=7` at others.
"""

import os

import pytest
from reference import contract, positions
from reference.notation import ACTIONS, GAME, BadLine, write

from rules.game import BadPosition
from rules.notation import position_text
from rules.parse import parse_position

CASES = int(os.environ.get("TAVLE_CASES", "1"))
SEED = os.environ.get("TAVLE_SEED", "1")
POSITIONS = {"partners": 150, "ludo": 700, "sorry": 400}
SHOWN = 5


def engine_results(line, action, games):
    """Return the engine's result lines, sorted by their bytes as section 1.5 asks."""
    game, state = parse_position(line, games)
    found = [position_text(game, after) for after, _ in game.results(state, action)]
    return sorted(found, key=str.encode)


def differences(rulebook, count):
    """Return one text per (position, action) on which the two disagree."""
    games = {}
    found = []
    for line in positions.lines(rulebook, SEED, count):
        for index, action in enumerate(ACTIONS[GAME[rulebook]]):
            reference = contract.results(line, action)
            engine = engine_results(line, index, games)
            if engine != reference:
                missing = [result for result in reference if result not in engine]
                extra = [result for result in engine if result not in reference]
                found.append(f"{line}\t{action}\n  missing {missing}\n  extra {extra}")
    return found


def refusal(parse, line):
    """Return True where a reader refuses a line with its own named error."""
    try:
        parse(line)
    except (BadLine, BadPosition):
        return True
    return False


@pytest.mark.parametrize("rulebook", GAME)
def test_every_action_gives_the_results_of_the_reference(rulebook):
    found = differences(rulebook, POSITIONS[GAME[rulebook]] * CASES)
    assert not found, f"{len(found)} differ:\n" + "\n".join(found[:SHOWN])


@pytest.mark.parametrize("rulebook", GAME)
def test_the_actions_are_those_of_the_reference_in_its_order(rulebook):
    line = positions.lines(rulebook, SEED, 3)[0]
    game, _ = parse_position(line, {})
    assert list(game.actions) == ACTIONS[GAME[rulebook]]


@pytest.mark.parametrize("rulebook", GAME)
def test_positions_are_written_as_they_were_read(rulebook):
    for line in positions.lines(rulebook, SEED, 200 * CASES):
        game, state = parse_position(line, {})
        assert position_text(game, state) == line


@pytest.mark.parametrize("rulebook", GAME)
def test_damaged_lines_are_refused_where_the_reference_refuses_them(rulebook):
    found = []
    for line in positions.damaged(rulebook, SEED, 2000 * CASES):
        reference = refusal(contract.parse, line)
        engine = refusal(lambda text: parse_position(text, {}), line)
        if reference != engine:
            found.append(f"{line}\n  refused by the reference {reference}, by the engine {engine}")
    assert not found, f"{len(found)} differ:\n" + "\n".join(found[:SHOWN])


@pytest.mark.parametrize("rulebook", GAME)
def test_perft_agrees_from_adversarial_positions(rulebook):
    depth = 3 if GAME[rulebook] == "ludo" else 2
    for line in positions.lines(rulebook, SEED + " perft", 9)[3:5]:
        games = {}
        frontier = [line]
        for _ in range(depth):
            after = []
            for position in frontier:
                game, _ = parse_position(position, games)
                for action in range(len(game.actions)):
                    after += engine_results(position, action, games)
            frontier = after
        assert len(frontier) == contract.perft(line, depth)


def test_a_finished_game_has_no_moves_for_any_action():
    for rulebook in GAME:
        position = positions.finished(rulebook)
        for index in range(len(ACTIONS[GAME[rulebook]])):
            assert engine_results(write(position), index, {}) == []
