# SPDX-License-Identifier: Apache-2.0
"""The results of a card: reading them, and asking by pawn."""

from dice import Dice
from helpers_play import turns

from rules import RULEBOOKS, load
from rules.game import SIZE
from rules.moves import SWAP, bump, hands, lost, parts, step, swap, ways
from rules.parse import parse_position
from rules.results import Results

TURNS = 100


def pairs_of(rulebook, seed, count=TURNS):
    """Yield the results of random turns."""
    game = load(rulebook)
    for state, action in turns(game, Dice(seed), count):
        yield game.results(state, action)


def test_states_are_sorted_and_found_again():
    for rulebook in RULEBOOKS:
        for found in pairs_of(rulebook, 5):
            assert found.states == sorted(set(found.states)) and len(found.moves) == len(found)
            assert bool(found) == (len(found.states) > 0)
            assert list(found) == list(zip(found.states, found.moves))
            for i in range(len(found)):
                assert found[i] == (found.state(i), found.move(i)) and found.find(found[i][0]) == i
            assert found.find(b"\xfe" * SIZE) == found.find(b"\0" * SIZE) == -1
            if found:
                assert found[-1] == found[len(found) - 1] and found[:1] == [found[0]]


def test_of_equal_states_the_shortest_move_is_kept_and_then_the_smallest():
    state, other = b"\1" * SIZE, b"\2" * SIZE
    found = Results(
        [(other, b""), (state, step(1, 2, 3)), (state, step(0, 9, 9)), (state, step(0, 1, 1) * 2)]
    )
    assert list(found) == [(state, step(0, 9, 9)), (other, b"")]
    assert found.pawns() == [(0, 1), (0, 9), (1, 2)]


def test_one_result_can_be_kept_alone():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        for state, action in turns(game, Dice(6), TURNS // 4):
            wanted = list(game.results(state, action))
            for i in range(len(wanted)):
                found = game.results(state, action)
                assert found.only(i) is found and list(found) == [wanted[i]]
                assert found.pawns() == sorted([h[:2] for h in hands(wanted[i][1])])
                assert found.swaps() == changes_places(wanted[i][1])


def changes_places(move):
    return SWAP in [part[0] for part in parts(move)]


def test_every_pawn_that_may_move_is_told_with_its_ends():
    for rulebook in RULEBOOKS:
        for found in pairs_of(rulebook, 9):
            ends = {}
            for i in range(len(found)):
                for seat, place, end in hands(found.move(i)):
                    ends.setdefault((seat, place), set()).add(end)
            told = found.pawns()
            assert told == sorted(set(told)) and set(ends) <= set(told)
            for pawn in told:
                places = found.ends(*pawn)
                assert list(places) == sorted(set(places))
                # Of equal states a move that is not kept may add more.
                assert ends.get(pawn, set()) <= set(places)
            if any(changes_places(move) for _, move in found):
                assert found.swaps()


def test_of_equal_results_every_pawn_that_may_move_is_indexed():
    line = "sorry red:h,h,1,3 blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    game, state = parse_position(line + " opt=own_landing:bump")
    found = game.results(state, game.actions.index("2"))
    places = [place for seat, place in found.pawns()]
    assert places == [0, 2, 4]


def test_what_poll_raises_ends_the_work_and_the_next_one_is_whole():
    class Stirred(Exception):
        pass

    line = "partners-pawns green:3,17,28,40 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    game, state = parse_position(line)
    seven = game.actions.index("7")
    wanted = list(game.results(state, seven))
    calls = []
    assert list(game.results(state, seven, lambda: calls.append(1))) == wanted and len(calls) > 20
    for after in (1, 2, len(calls) // 2, len(calls)):
        left = [after]

        def poll(left=left):
            left[0] -= 1
            if not left[0]:
                raise Stirred

        try:
            game.results(state, seven, poll)
            raise AssertionError("it went on")
        except Stirred:
            assert list(game.results(state, seven)) == wanted


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
