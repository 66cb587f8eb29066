# SPDX-License-Identifier: Apache-2.0
"""The buffer of results: reading it, its index, and making it in slices."""

import sys

from dice import Dice
from helpers_play import turns
from refusal import refusal

from rules import RULEBOOKS, load
from rules.game import SIZE, TURN
from rules.moves import SWAP, bump, hands, lost, parts, step, swap, ways
from rules.parse import parse_position
from rules.results import Results

CPYTHON = sys.implementation.name == "cpython"
TURNS = 400 if CPYTHON else 40


# -- reading --------------------------------------------------------------------------------


def test_places_and_copies_tell_the_same():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        into = game.buffer()
        for state, action in turns(game, Dice(5), TURNS):
            found = game.results(state, action, into)
            assert found is into and len(found) == found.n and bool(found) == (found.n > 0)
            fresh = game.results(state, action)
            assert list(fresh) == list(found)
            for i in range(found.n):
                after, move = found[i]
                at = found.at(i)
                assert found.states[at : at + SIZE] == after == found.state(i)
                assert found.ops[found.begin(i) : found.end(i)] == move == found.move(i)
                assert found.find(after) == i
            assert found.find(b"\xfe" * SIZE) == -1
            if found:
                assert found[-1] == found[found.n - 1] and found[:1] == [found[0]]


def test_a_few_that_stand_in_order_need_no_sorting():
    game = load("ludo-norsk")
    for states, settled in (
        ((), True), ((5,), True), ((5, 6, 7), True), ((5, 5), False), ((5, 7, 6), False), ((7, 5), False),
    ):  # fmt: skip
        into = game.buffer()
        into.clear()
        for first in states:
            into.add(bytes((first,)) * SIZE, step(0, 1, first))
        assert into.settled() is settled, states
        if settled:
            assert [state[0] for state, _ in into] == list(states)
            assert into.settled() is True


def test_one_result_can_be_kept_alone():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        into = game.buffer()
        for state, action in turns(game, Dice(6), TURNS // 4):
            wanted = list(game.results(state, action))
            for i in range(len(wanted)):
                found = game.results(state, action, into).only(i)
                assert found is into and list(found) == [wanted[i]]
                assert found.pawns() == sorted([h[:2] for h in hands(wanted[i][1])])
                assert found.swaps() == changes_places(wanted[i][1])


def changes_places(move):
    return SWAP in [part[0] for part in parts(move)]


def test_the_index_knows_every_pawn_and_its_ends():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        for state, action in turns(game, Dice(9), TURNS):
            found = game.results(state, action)
            ends = {}
            moving = {}
            for i in range(found.n):
                for seat, place, end in hands(found.move(i)):
                    ends.setdefault((seat, place), set()).add(end)
                    moving.setdefault((seat, place), set()).add(i)
            pawns = found.pawns()
            assert pawns == sorted(set(pawns))
            for pawn, places in ends.items():
                assert pawn in pawns
                told = found.ends(*pawn)
                assert list(told) == sorted(told) and places <= set(told)
                numbers = found.moving(*pawn)
                assert numbers == sorted(numbers) and moving[pawn] <= set(numbers)
            if found.n == found.stored:  # no equal results were dropped
                assert found.swaps() == any(changes_places(move) for _, move in found)
                assert pawns == sorted(ends)
                for pawn, places in ends.items():
                    assert set(found.ends(*pawn)) == places
                    assert set(found.moving(*pawn)) == moving[pawn]


def test_the_index_takes_no_room_from_the_moves():
    line = "partners-nordic green:5,11,12,43 blue:1,2,58,59 red:0,10,41,42 yellow:9,44,57,z2 turn=yellow"
    game, state = parse_position(line)
    for action in range(len(game.actions)):
        found = game.results(state, action)
        wanted = list(found)
        size = sum([len(move) for _, move in wanted]) // 4
        for spare in range(40):  # operations: from none, through a part of what it needs
            tight = Results(max(1, found.n), size + spare)
            for one in wanted:
                tight.add(*one)
            for _ in tight.sort():
                pass
            told = tight.pawns()
            assert list(tight) == wanted, (action, spare)
            assert told == [pawn for pawn in found.pawns() if tight.moving(*pawn)]
            for pawn in told:
                assert set(tight.ends(*pawn)) <= set(found.ends(*pawn)) and tight.ends(*pawn)
            tight.clear()
            assert tight.pawns() == [] and not tight.swaps()


def test_of_equal_results_every_pawn_that_may_move_is_indexed():
    line = "sorry red:h,h,1,3 blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    game, state = parse_position(line + " opt=own_landing:bump")
    found = game.results(state, game.actions.index("2"))
    places = [place for seat, place in found.pawns()]
    assert places == [0, 2, 4]


def test_bumped_pawns_are_found():
    line = "partners-pawns green:h,h,h,3 blue:h,h,h,8 red:h,h,h,30 yellow:h,h,h,h turn=green"
    game, state = parse_position(line)
    found = game.results(state, game.actions.index("5"))
    assert found.bumped(1, 9)
    assert not found.bumped(2, 31) and not found.bumped(0, 4)


# -- making in slices -----------------------------------------------------------------------


def test_other_questions_between_slices_change_nothing():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        other = bytes(game.new())
        spare = game.buffer()
        into = game.buffer()
        for state, action in turns(game, Dice(21), TURNS // 4):
            wanted = list(game.results(state, action))
            for _ in game.slices(state, action, into):
                game.results(other, action, spare)
                game.why(other, action, other[TURN], other[4 * other[TURN]])
            assert list(into) == wanted
            other = state


def test_a_buffer_that_is_too_small_says_so():
    from rules.results import Results

    line = "partners-pawns green:3,17,28,40 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    game, state = parse_position(line)
    for small in (Results(20, 886), Results(149, 40)):
        assert "room" in refusal(ValueError, game.results, state, game.actions.index("7"), small)


def test_the_ways_of_a_move_are_where_its_pawns_are_in_the_end_P16_S7_S10():
    assert ways(b"") == []
    assert ways(step(0, 1, 5) + bump(2, 5)) == [(0, 1, 5), (2, 5, 0)]
    assert ways(lost(0, 1, 5)) == [(0, 1, 0)]
    assert ways(swap(0, 4, 1, 9)) == [(0, 4, 9), (1, 9, 4)]
    slid = swap(1, 35, 2, 32) + step(1, 32, 35) + bump(3, 34) + bump(2, 35)
    assert ways(slid) == [(2, 32, 0), (3, 34, 0)]
    assert ways(swap(1, 21, 2, 32) + step(1, 32, 35)) == [(1, 21, 35), (2, 32, 21)]
    # Parts of a 7: the second pawn comes to where the first one stood, or sends it home.
    assert ways(step(0, 4, 6) + step(0, 1, 4)) == [(0, 4, 6), (0, 1, 4)]
    assert ways(step(0, 4, 6) + step(0, 1, 6) + bump(0, 6)) == [(0, 4, 0), (0, 1, 6)]
