# SPDX-License-Identifier: Apache-2.0
"""Edges of the rules that random play seldom meets."""

from helpers_lines import can, reason, results

from rules import load
from rules.game import NOBODY, TURN
from rules.moves import bump, lost, step
from rules.parse import parse_position
from rules.results import Results


def test_l7_two_in_their_own_row_or_home_are_no_barrier():
    # Yellow's pair in its row stands as far along as red's row is; its pair at home nowhere.
    line = "ludo-norsk red:h,h,h,50 yellow:z2,z2,z3,f blue:h,h,h,h green:h,h,h,h turn=red"
    can(line, "3", "r50>z3")
    can(line, "4", "r50>z4")
    assert reason(line, "3", "red", "50") is None
    gone = "ludo-norsk red:h,h,h,z3 yellow:h,f,f,f blue:h,h,h,h green:h,h,h,h turn=red"
    can(gone, "3", "rz3>f")  # three of yellow's share the goal
    for pair in ("h,z2,z2,f", "z1,z1,z2,z2", "h,h,z4,z4"):
        can(line.replace("z2,z2,z3,f", pair), "5", "r50>z5")


def test_s_a_7_that_one_pawn_could_begin_is_refused_for_its_rest():
    line = "sorry red:h,h,h,%s blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    for place in ("z5", "z4", "z1"):  # 1 to 5 steps from home
        assert reason(line % place, "7", "red", place) == "rest-unusable"
    assert reason(line % "z5", "5", "red", "z5") == "past-goal"


def test_moves_are_read_as_they_were_written():
    from rules import moves

    move = moves.step(1, 5, 9) + moves.bump(2, 9) + moves.lost(0, 3, 7) + moves.swap(3, 11, 0, 20)
    assert moves.parts(move) == [
        (moves.STEP, 1, 5, 9, 0), (moves.BUMP, 2, 9, 0, 0), (moves.SELF, 0, 3, 7, 0),
        (moves.SWAP, 3, 11, 20, 0),
    ]  # fmt: skip
    assert moves.parts(moves.swap(0, 1, 3, 2)) == [(moves.SWAP, 0, 1, 2, 3)]
    assert moves.steps(move) == [(1, 5, 9), (0, 3, 7)]
    assert moves.hands(move) == [(1, 5, 9), (0, 3, 7), (3, 11, 20), (0, 20, 11)]
    assert moves.ends(move) == [(1, 9), (0, 7), (3, 20), (0, 11)]
    assert moves.bumps(move) == [(2, 9)]
    assert moves.starts(move) == [(2, 9), (1, 5), (0, 3), (3, 11), (0, 20)]
    assert moves.starts(moves.step(0, 0, 5)) == []  # from home
    assert moves.sends_home(move) and moves.sends_home(moves.lost(0, 3, 7))
    assert moves.sends_home(moves.step(0, 1, 2) + moves.bump(1, 2))
    assert not moves.sends_home(moves.step(0, 1, 2)) and not moves.sends_home(b"")
    for read in (moves.parts, moves.steps, moves.hands, moves.ends, moves.starts, moves.bumps):
        assert read(b"") == []


def test_what_kind_of_place_a_place_is():
    for rulebook, places in (
        ("ludo-norsk", ((0, 0), (1, 1), (52, 1), (53, 2), (57, 2), (58, 3))),
        ("sorry", ((0, 0), (1, 1), (60, 1), (61, 2), (65, 2), (66, 3))),
        ("partners-pawns", ((0, 0), (1, 1), (60, 1), (61, 2), (64, 2))),
    ):
        game = load(rulebook)
        for place, kind in places:
            assert game.kind(place) == kind, (rulebook, place)


def test_results_tell_whom_they_send_home():
    state = bytes(load("sorry").new())
    found = Results(
        [
            (state, step(1, 2, 9) + bump(2, 9)),
            (state, step(2, 9, 1) + lost(0, 4, 1)),
            (state, step(1, 1, 3)),
        ]
    )
    assert found.bumped(2, 9)
    for seat, place in ((2, 1), (1, 2), (0, 4), (2, 0), (1, 3), (3, 9)):
        assert not found.bumped(seat, place), (seat, place)
    late = Results([(state, step(1, 1, 2) + step(1, 2, 9) + bump(2, 9) + bump(3, 9))])
    assert late.bumped(2, 9) and late.bumped(3, 9)
    assert not late.bumped(1, 2)  # 1, 1, 2 stand there side by side, as the parts of a step


PAIR = "partners-pawns green:%s blue:%s red:%s yellow:%s turn=%s"


def test_p20_either_pair_wins_with_eight_pawns_locked_and_not_with_seven():
    home, goal, last = "h,h,h,h", "z1,z2,z3,z4", "58,z2,z3,z4"
    for line, move in (
        (PAIR % (goal, home, last.replace("58", "28"), home, "red"), "r28>z1"),
        (PAIR % (home, goal, home, last.replace("58", "43"), "yellow"), "y43>z1"),
        (PAIR % (home, last.replace("58", "13"), home, goal, "blue"), "b13>z1"),
    ):
        over = results(line, "3").get(move) or results(line, "2").get(move)
        assert over and "turn=none winner=" in over, (line, results(line, "2"), results(line, "3"))
        game, state = parse_position(line.split(" ")[0] + " " + over)
        assert game.mover(state) == NOBODY
        pairs = [mask for mask in range(16) if game.has_won(state, mask)]
        assert pairs == [5 if "green" in over.split("winner=")[1] else 10]
        # The same with a pawn of the partner still under way.
        under_way = line.replace(goal, "h,z2,z3,z4")
        text = results(under_way, "3").get(move) or results(under_way, "2").get(move)
        assert "winner" not in text and "turn=none" not in text


def test_who_is_in_turn_moves_its_own_pawns_but_a_partner_whose_pawns_are_locked():
    for rulebook in ("ludo-norsk", "sorry", "partners-pawns"):
        game = load(rulebook)
        state = bytearray(game.new())
        for seat in range(4):
            state[TURN] = seat
            assert game.mover(state) == seat
        state[TURN] = NOBODY
        assert game.mover(state) == NOBODY
    line = "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,h red:h,h,h,5 yellow:h,h,h,h turn=%s"
    for turn, moves in (("green", 2), ("red", 2), ("blue", 1)):
        game, state = parse_position(line % turn)
        assert game.mover(state) == moves
