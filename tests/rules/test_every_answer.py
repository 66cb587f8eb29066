# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every answer of every rulebook in positions that dice have come to: results, reasons and ways.

`answers/GAME.txt` has a position a paragraph and a card a line: how many results it has and the checksum of all of
them with their moves and ways, then for each pawn why it cannot go ("may" when it can), and the place that hangs on.
`make accept` writes them anew. The rules agree with an independent engine (`perft`); this holds every word of theirs still.
"""

from binascii import crc32
from pathlib import Path

import pytest
from dice import Dice
from golden import GAMES, game_of, same_lines

from rules.game import NOBODY, TURN
from rules.moves import bumps, ends, sends_home, starts, steps, ways
from rules.notation import move_text, place_text, position_text
from rules.ways import ways as spaces

FOLDER = Path(__file__).with_name("answers")
POSITIONS = 30


def positions(game, dice):
    """Yield positions of games with crowded boards: moves that send home or share a space are liked."""
    state = bytes(game.new())
    told = 0
    turn = 0
    while told < POSITIONS:
        found = game.results(state, dice(len(game.actions)))
        turn += 1
        if turn > 30 and not dice(7):
            yield state
            told += 1
        if not found:
            state = game.skip(state)
        else:
            best = [i for i in range(len(found)) if len(found.move(i)) > 4] or range(len(found))
            state = bytes(found.state(best[dice(len(best))] if dice(2) else dice(len(found))))
        if state[TURN] == NOBODY:
            yield state
            told += 1
            state = bytes(game.new())


def place(game, code):
    return "" if code == NOBODY else place_text(game, code)


def answer(game, state, action):
    """Return one line: all that the rules say of a card in a position."""
    found = game.results(state, action)
    told = []
    for i in range(len(found)):
        move = found.move(i)
        told.append(bytes(found.state(i)).hex() + move_text(game, move))
        told.append(
            repr(
                [steps(move), bumps(move), starts(move), ends(move), ways(move), sends_home(move)]
            )
        )
        told.append(
            repr([(bytes(way).hex(), walls) for way, walls in spaces(game, state, action, move)])
        )
        assert found.find(found.state(i)) == i
    for seat in range(4):
        for code in sorted(set(state[4 * seat : 4 * seat + 4])):
            told.append(repr((seat, code, sorted(found.ends(seat, code)), sorted(found.moving(seat, code)),
                              found.bumped(seat, code))))  # fmt: skip
    told.append(repr(sorted(found.pawns())))
    reasons = []
    for seat in range(4):
        for code in sorted(set(state[4 * seat : 4 * seat + 4])):
            why = game.why(state, action, seat, code)
            assert why == game.why(state, action, seat, code, found)
            said = "may" if why is None else f"{why[0]} {place(game, why[1])}".strip()
            if said != "not-yours":
                reasons.append(f"{game.colours[seat]}:{place(game, code)} {said}")
    word, at = game.why_card(state, action)
    if not found:
        reasons.append(f"card {word} {place(game, at)}".strip())
    return f"{game.actions[action]}: {len(found)} {crc32('|'.join(told).encode()):08x}; {', '.join(reasons)}"


def answers(name):
    game = game_of(name)
    lines = []
    for state in positions(game, Dice(21)):
        lines += ["", position_text(game, state)]
        lines += [answer(game, state, action) for action in range(len(game.actions))]
    return lines[1:]


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_as_it_was(name):
    same_lines(FOLDER / f"{name}.txt", answers(name))
