# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The table of decisions is the one of README.md, all its lines can be reached, its waits follow the settle time."""

from sense import decisions as r
from sense.recognise import Recogniser
from sense.tuning import (
    ERROR_MS,
    GO_ON_MS,
    SETTLE_MS,
    THINK_MS,
)

# README.md, line by line: what the board looks like; when, what then, what once a player says that it is over.
TABLE = """\
SAME CROSSED: SETTLED GUIDE NOTHING
SAME FORCED PATIENT: SETTLED BACK ACCEPT
SAME FORCED: SETTLED ACCEPT ACCEPT
SAME UNSEEN EXCHANGED: SETTLED ASK ASK
SAME UNSEEN LIFTED: LONG ASK ASK
SAME UNSEEN SILENT: SETTLED BACK ASK
SAME: SETTLED BACK NOTHING
MANY AIR: LONGER ASK ASK
MANY: SETTLED ASK ASK
ONE TWIN: SETTLED ASK ASK
ONE FOLLOWED: LONG ASK ASK
ONE AIR BLIND: LONG ASK ACCEPT
ONE AIR TOUCHED: LONGER ACCEPT ACCEPT
ONE AIR: LONG ACCEPT ACCEPT
ONE WALKS: LONGER ACCEPT ACCEPT
ONE: SETTLED ACCEPT ACCEPT
BEFORE AIR: LONG ASK NOTHING
BEFORE: SETTLED UNDO NOTHING
BEGUN ONTO: LONG GUIDE NOTHING
BEGUN: THINKING GUIDE NOTHING
: LONG GUIDE NOTHING
"""


def test_the_table_is_the_one_that_is_described():
    table = []
    for line in TABLE.splitlines():
        facts, words = ([getattr(r, name) for name in part.split()] for part in line.split(":"))
        table.append((sum(facts), *words))
    assert tuple(table) == r.DECISIONS


def test_no_line_hides_one_below_it():
    for k in range(len(r.DECISIONS)):
        for above in r.DECISIONS[:k]:
            assert above[0] & ~r.DECISIONS[k][0], k  # it wants a fact that this one does not
    assert r.DECISIONS[-1][0] == 0  # and the last one wants none


def test_waits_follow_the_settle_time():
    from rig import board_of

    from rules import load
    from sense.boardmap import BoardMap

    game = load("sorry")
    boardmap = BoardMap(board_of("sorry"), game)
    for settle_ms in (300, SETTLE_MS, 1500):
        waits = Recogniser(boardmap, settle_ms).waits_ms
        assert waits == (settle_ms, settle_ms + GO_ON_MS, ERROR_MS, THINK_MS)
