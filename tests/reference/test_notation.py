# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Position lines: canonical ones are read, every other one is refused by name."""

import pytest

from . import positions
from .cases import line_of
from .contract import moves, parse
from .notation import GAME, BadLine, read, write
from .possible import check


def refused(line, field):
    """Return True where a line is refused, naming this field."""
    with pytest.raises(BadLine) as caught:
        parse(line)
    return caught.value.field == field


def test_1_2_the_example_is_canonical():
    line = "partners-pawns green:h,h,0,3 blue:h,h,h,h red:h,h,44,z4 yellow:h,h,h,h turn=red"
    assert write(parse(line)) == line


def test_1_2_what_is_not_canonical_is_refused_by_field():
    seats = "red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h"
    assert refused("", "line")
    assert refused("chess " + seats + " turn=red", "rulebook")
    assert refused("ludo-norsk  " + seats + " turn=red", "line")
    assert refused("ludo-norsk " + seats + " turn=red ", "line")
    assert refused("ludo-norsk " + seats + " turn=red\n", "turn")
    assert refused("ludo-norsk " + seats, "turn")
    assert refused("ludo-norsk " + seats + " turn=pink", "turn")
    assert refused("ludo-norsk " + seats + " turn=none", "winner")
    assert refused("ludo-norsk " + seats + " turn=red tries=0", "tries")
    assert refused("ludo-norsk " + seats + " turn=red tries=3", "tries")
    assert refused("ludo-norsk " + seats + " turn=red tries=1 tries=1", "tries")
    assert refused("ludo-norsk " + seats + " turn=red opt=forced:no tries=1", "tries")
    assert refused("ludo-norsk " + seats + " turn=red opt=forced:yes", "opt")
    assert refused("ludo-norsk " + seats + " turn=red opt=own_landing:bump", "opt")
    assert refused("ludo-norsk " + seats + " turn=red moved=07", "moved")
    assert refused("ludo-norsk " + seats + " turn=red dice=6", "dice")
    for pawns in ("h,3,h,h", "h,h,h", "h,h,h,h,h", "h,h,h,52", "h,h,h,03", "h,h,h,z6", "h,h,h,"):
        damaged = seats.replace("red:h,h,h,h", "red:" + pawns)
        assert refused("ludo-norsk " + damaged + " turn=red", "red")
    assert refused("ludo-norsk yellow:h,h,h,h red:h,h,h,h blue:h,h,h,h turn=red", "red")
    assert refused("ludo-norsk red:h,h,h,h turn=red", "colours")
    assert refused("partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h turn=red", "yellow")
    assert refused(line_of("pawns", "green:3", "red").replace(":h,h,h,3", ":h,h,h,f"), "green")


def test_1_6_any_game_winners():
    assert refused(line_of("sorry", "red:f,f,f,f", "blue"), "turn")
    assert refused(line_of("sorry", "red:f,f,f", "none", "winner=red"), "winner")
    assert refused(line_of("sorry", "red:f,f,f,f", "none", "winner=blue"), "winner")
    assert refused(line_of("pawns", "green:z1,z2,z3,z4", "none", "winner=green+red"), "winner")
    locked = "green:z1,z2,z3,z4 red:z1,z2,z3,z4"
    assert refused(line_of("pawns", locked, "blue"), "turn")
    assert refused(line_of("pawns", locked, "none", "winner=red+green"), "winner")
    assert parse(line_of("pawns", locked, "none", "winner=green+red"))


def test_1_6_partners():
    assert refused(line_of("pawns", "green:7 blue:7", "red"), "blue")
    assert refused(line_of("pawns", "green:z2,z2", "red"), "green")
    assert refused(line_of("pawns", "green:15", "red"), "green")
    assert refused(line_of("movers", "green:15,15", "red"), "green")
    assert parse(line_of("movers", "green:15", "red"))
    assert parse(line_of("nordic", "green:15,15", "red"))
    assert parse(line_of("pawns", "green:7,7,7", "red"))


def test_1_6_ludo():
    assert refused(line_of("ludo", "red:51", "red"), "red")
    assert refused(line_of("ludo", "green:38", "red"), "green")
    assert refused(line_of("ludo", "red:7 blue:7", "red"), "blue")
    assert parse(line_of("ludo", "red:13,13 blue:13 green:13", "red"))
    assert refused(line_of("ludo", "red:z1", "red", "tries=1"), "tries")
    assert parse(line_of("ludo", "red:f blue:3", "red", "tries=1"))
    assert refused(line_of("ludo", "", "red", players="red yellow"), "colours")
    assert refused(line_of("ludo", "blue:7", "red", "moved=7"), "moved")
    assert refused(line_of("ludo", "red:7", "red", "moved=7"), "moved")
    assert refused(line_of("ludo", "red:7 blue:7,7", "red", "moved=7"), "moved")
    assert refused(line_of("ludo", "red:13 yellow:13", "red", "moved=13"), "moved")
    assert refused(line_of("ludo", "red:0 blue:0", "red", "moved=0"), "moved")
    assert parse(line_of("ludo", "red:13 yellow:13 blue:13", "red", "moved=13"))
    assert parse(line_of("ludo", "red:7 blue:7", "red", "moved=7"))


def test_1_6_sorry():
    assert refused(line_of("sorry", "red:7 blue:7", "red"), "blue")
    assert refused(line_of("sorry", "red:7,7", "red"), "red")
    assert refused(line_of("sorry", "red:z2,z2", "red"), "red")
    assert parse(line_of("sorry", "red:z2 blue:z2", "red"))
    assert parse(line_of("sorry", "red:f,f", "red", players="red yellow"))


def test_1_4_move_texts():
    def texts(line, action):
        return [text for text, _ in moves(line, action)]

    assert texts(line_of("nordic", "", "green"), "start") == ["gh>0"]
    assert texts(line_of("nordic", "red:44 blue:49", "red"), "5") == ["r44>49xb49"]
    assert texts(line_of("nordic", "red:12 blue:14,14", "red"), "2") == ["r12>14!"]
    assert texts(line_of("nordic", "yellow:10 blue:31", "red"), "swap") == ["y10<>b31"]
    assert texts(line_of("sorry", "red:13,f,f,f blue:17", "red"), "3") == ["r13>19xb17"]


def test_1_5_an_unknown_action_is_named():
    with pytest.raises(BadLine, match="action"):
        moves(line_of("nordic", "", "green"), "4")


def test_1_5_results_are_possible_distinct_and_sorted():
    for rulebook in GAME:
        for line in positions.lines(rulebook, "notation", 60):
            position = parse(line)
            assert write(position) == line
            if three_colours_meet(position):
                continue
            for action in ("start", "7", "swap", "6", "11", "2"):
                if action not in positions.ACTIONS[GAME[rulebook]]:
                    continue
                found = [result for _, result in moves(line, action)]
                assert found == sorted(set(found), key=str.encode)
                for result in found:
                    assert write(check(read(result))) == result


def three_colours_meet(position):
    """Return True for what L9 accepts and cannot arise: three colours on `moved`."""
    there = [pawns for pawns in position["pawns"].values() if position["moved"] in pawns]
    return len(there) > 2
