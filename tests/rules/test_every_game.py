# SPDX-License-Identifier: Apache-2.0
"""What every rulebook must do, new ones included: nothing here names a game.

A rulebook needs `perft/<id>.perft` and `playthroughs/<id>.txt`; `make accept` writes the latter.
"""

import os
import sys

from dice import Dice
from helpers_play import make, moves, unmake
from movetext import parse_move

from rules import RULEBOOKS, load
from rules.game import HOME, NOBODY, TURN, WINNER
from rules.moves import BUMP, SELF, STEP, hands, parts
from rules.notation import move_text, position_text
from rules.parse import parse_position

FOLDER = __file__.rsplit("/", 1)[0]
CPYTHON = sys.implementation.name == "cpython"
TURNS = 1200 if CPYTHON else 120
LONGEST = 12000 if CPYTHON else 0
GOLDEN_TURNS = 60


def step(game, state, dice):
    """Return (action, move, next state) of one random turn; the action may be unusable."""
    action = dice(len(game.actions))
    found = game.results(state, action)
    if not found:
        return action, None, game.skip(state)
    after, move = found[dice(len(found))]
    return action, move, after


def positions(game, seed, turns):
    """Yield states of random games, starting anew after each."""
    dice = Dice(seed)
    state = bytes(game.new())
    for _ in range(turns):
        yield state
        state = step(game, state, dice)[2]
        if state[TURN] == NOBODY:
            state = bytes(game.new())


def test_random_games_end_and_the_winner_has_won():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        dice = Dice(3)
        state = bytes(game.new())
        turns = 0
        while state[TURN] != NOBODY and turns < LONGEST:
            state = step(game, state, dice)[2]
            turns += 1
        if LONGEST:
            assert state[TURN] == NOBODY, "%s: not over after %d turns" % (rulebook, turns)
            assert game.has_won(state, state[WINNER])
            for action in range(len(game.actions)):
                assert len(game.results(state, action)) == 0


def test_results_are_sorted_distinct_and_leave_the_position_alone():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        dice = Dice(11)
        for state in positions(game, 5, TURNS):
            before = bytearray(state)
            found = [after for after, _ in game.results(before, dice(len(game.actions)))]
            assert bytes(before) == state
            for i in range(1, len(found)):
                assert found[i - 1] < found[i], position_text(game, state)


def test_pawns_come_from_home_where_the_game_says():
    """P2, L1, S1; a Sorry! card takes another's place instead (S4)."""
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        met = set()
        for state in positions(game, 5, TURNS // 4):
            for action, name in enumerate(game.actions):
                for _, move in game.results(state, action) if name != "sorry" else ():
                    for kind, seat, a, b, _ in parts(move):
                        if kind == STEP and a == HOME:
                            assert game.enters[seat] in (b, NOBODY), (rulebook, seat, b)
                            met.add(seat)
        assert met == set(game.seats) and len(game.enters) == 4


def test_pawns_are_conserved_and_places_sorted():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        most = game.ring + game.row + (0 if game.fin == NOBODY else 1)
        for state in positions(game, 7, TURNS):
            for seat in range(4):
                n = game.pawns if seat in game.seats else 0
                own = list(state[4 * seat : 4 * seat + n])
                assert own == sorted(own) and max(own or [0]) <= most
                assert bytes(state[4 * seat + n : 4 * seat + 4]) == bytes((NOBODY,) * (4 - n))
            game.validate(state)


def test_positions_are_read_as_they_are_written():
    for rulebook in RULEBOOKS:
        games = {}
        game = load(rulebook)
        for state in positions(game, 13, TURNS // 2):
            line = position_text(game, state)
            other, again = parse_position(line, games)
            assert bytes(again) == state, line
            assert position_text(other, again) == line


def test_moves_are_read_as_they_are_written():
    for game, _, _, move in moves(17, TURNS // 4):
        text = move_text(game, move)
        assert move_text(game, parse_move(game, text)) == text
        if move and text != "-":
            assert parse_move(game, text) == move, text


def test_making_and_unmaking_a_move_restores_the_exact_bytes():
    for game, state, after, move in moves(19, TURNS // 2):
        copy = bytearray(state)
        make(copy, move)
        assert bytes(copy[:16]) == after[:16], move_text(game, move)
        unmake(copy, move)
        assert bytes(copy) == state, move_text(game, move)


def test_what_is_sent_home_is_at_home_or_has_started_again():
    for game, state, after, move in moves(29, TURNS // 4):
        sent = sum([1 for kind, _, _, _, _ in parts(move) if kind in (BUMP, SELF)])
        started = sum([1 for _, start, _ in hands(move) if start == HOME])
        home = [sum([1 for p in range(16) if s[p] == HOME]) for s in (state, after)]
        assert home[1] == home[0] - started + sent, move_text(game, move)


def rotated(game, state, seats):
    """Return a state with every colour's pawns moved on by so many seats of a full table."""
    shift = game.ring // 4 * seats
    out = bytearray(state)
    for seat in range(4):
        own = []
        for place in state[4 * seat : 4 * seat + 4]:
            if game.kind(place) == 1:
                place = 1 + (place - 1 + shift) % game.ring
            own.append(place)
        to = (seat + seats) % 4
        out[4 * to : 4 * to + 4] = bytes(sorted(own))
    if state[TURN] != NOBODY:
        out[TURN] = (state[TURN] + seats) % 4
    out[WINNER] = (state[WINNER] << seats | state[WINNER] << seats >> 4) & 15
    if state[19] != NOBODY:
        out[19] = (state[19] + shift) % game.ring
    return bytes(out)


def test_turning_the_table_turns_the_results():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        dice = Dice(37)
        if len(game.seats) < 4:
            continue
        for state in positions(game, 41, TURNS // 4):
            seats = 1 + dice(3)
            action = dice(len(game.actions))
            here = [rotated(game, after, seats) for after, _ in game.results(state, action)]
            there = [after for after, _ in game.results(rotated(game, state, seats), action)]
            assert sorted(here) == there, "%s %s" % (position_text(game, state), action)


def playthrough(game):
    """Return the lines of a random game's first turns."""
    dice = Dice(43)
    state = bytes(game.new())
    lines = [position_text(game, state)]
    while len(lines) <= GOLDEN_TURNS and state[TURN] != NOBODY:
        action, move, state = step(game, state, dice)
        text = "unusable" if move is None else move_text(game, move)
        lines.append("%s\t%s\t%s" % (game.actions[action], text, position_text(game, state)))
    return lines


def test_playthroughs_go_as_they_always_did():
    for rulebook in RULEBOOKS:
        path = "%s/playthroughs/%s.txt" % (FOLDER, rulebook)
        lines = playthrough(load(rulebook))
        if getattr(os, "environ", {}).get("TAVLE_ACCEPT"):
            with open(path, "w") as file:
                file.write("\n".join(lines) + "\n")
        with open(path) as file:
            assert file.read().split("\n")[:-1] == lines, rulebook


def test_every_rulebook_has_a_perft_file():
    for rulebook in RULEBOOKS:
        assert rulebook + ".perft" in os.listdir(FOLDER + "/perft")
