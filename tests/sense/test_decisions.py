# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The table of decisions is the one of README.md, and all its lines can be reached."""

from sense import decisions as r
from sense.recognise import Recogniser
from sense.tuning import (
    CHOICES,
    ERROR_MS,
    FLIP_MS,
    FLIPS,
    GO_ON_MS,
    LIFT_MS,
    MS_PER_POINT,
    PLACE_MS,
    REORDER_MS,
    SETTLE_MS,
    STALE_MS,
    THINK_MS,
)

FACTS = (
    "SAME UNSEEN LIFTED EXCHANGED SILENT FORCED PATIENT ONE MANY AIR TOUCHED BLIND FOLLOWED TWIN "
    "WALKS CROSSED BEFORE BEGUN ONTO"
).split()
CODES = "NOTHING ACCEPT ASK GUIDE BACK UNDO CLOSED".split()
WAITS = ("settled", "900 ms later", "at 3 s", "at 20 s")

# README.md, line by line: what the board looks like; when, and what then; what when hurried.
TABLE = """
SAME CROSSED: settled GUIDE, NOTHING
SAME FORCED PATIENT: settled BACK, ACCEPT
SAME FORCED: settled ACCEPT, ACCEPT
SAME UNSEEN EXCHANGED: settled ASK, ASK
SAME UNSEEN LIFTED: at 3 s ASK, ASK
SAME UNSEEN SILENT: settled BACK, ASK
SAME: settled BACK, NOTHING
MANY AIR: 900 ms later ASK, ASK
MANY: settled ASK, ASK
ONE TWIN: settled ASK, ASK
ONE FOLLOWED: at 3 s ASK, ASK
ONE AIR BLIND: at 3 s ASK, ACCEPT
ONE AIR TOUCHED: 900 ms later ACCEPT, ACCEPT
ONE AIR: at 3 s ACCEPT, ACCEPT
ONE WALKS: 900 ms later ACCEPT, ACCEPT
ONE: settled ACCEPT, ACCEPT
BEFORE AIR: at 3 s ASK, NOTHING
BEFORE: settled UNDO, NOTHING
BEGUN ONTO: at 3 s GUIDE, NOTHING
BEGUN: at 20 s GUIDE, NOTHING
: at 3 s GUIDE, NOTHING
"""


def bits(value):
    return [k for k in range(24) if value >> k & 1]


def values(names):
    return [getattr(r, name) for name in names]


def test_facts_and_codes_can_be_told_apart():
    facts = values(FACTS)
    assert [len(bits(fact)) for fact in facts] == [1] * len(facts)
    assert len(set(facts)) == len(facts)
    assert sorted(values(CODES)) == list(range(len(CODES))) and r.NOTHING == 0


def test_the_table_is_the_one_that_is_described():
    lines = [line for line in TABLE.split("\n") if ":" in line]
    assert len(lines) == len(r.DECISIONS)
    for line, (facts, wait, act, hurried) in zip(lines, r.DECISIONS):
        left, _, right = line.partition(":")
        assert facts == sum(values(left.split())), line
        then, _, soon = right.strip().partition(", ")
        assert (wait, act) == _said(then), line
        assert hurried == getattr(r, soon), line


def _said(text):
    """Return (wait, code) of some words of the table."""
    when, _, code = text.rpartition(" ")
    return WAITS.index(when), getattr(r, code)


def test_no_line_hides_one_below_it():
    for k in range(len(r.DECISIONS)):
        for above in r.DECISIONS[:k]:
            assert above[0] & ~r.DECISIONS[k][0], k  # it wants a fact that this one does not
    assert r.DECISIONS[-1][0] == 0  # and the last one wants none


def test_times_are_those_that_are_promised():
    assert (SETTLE_MS, GO_ON_MS, ERROR_MS, THINK_MS, STALE_MS) == (600, 900, 3000, 20000, 5000)
    assert (PLACE_MS, LIFT_MS, CHOICES) == (25, 60, 8)
    assert LIFT_MS - PLACE_MS < REORDER_MS <= SETTLE_MS + GO_ON_MS
    # A reed that is faulty, and what a ms in the air is worth.
    assert (FLIPS, FLIP_MS, MS_PER_POINT) == (8, 448, 10)


def test_waits_follow_the_settle_time():
    from rig import board_of

    from rules import load
    from sense.boardmap import BoardMap

    game = load("sorry")
    boardmap = BoardMap(board_of("sorry"), game)
    for settle_ms in (300, SETTLE_MS, 1500):
        waits = Recogniser(boardmap, settle_ms).waits_ms
        assert waits == (settle_ms, settle_ms + GO_ON_MS, ERROR_MS, THINK_MS)
