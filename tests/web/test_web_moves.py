# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the page is told of moves: those that may be made, why a pawn cannot, and the record of a game."""

import pytest

from tavle.paths import add_firmware
from tavle.web import moves

add_firmware()
from rules.parse import parse_position  # noqa: E402

PAWNS = "green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h"
LINE = f"partners-pawns {PAWNS} turn=green"
AFTER = "partners-pawns green:h,h,3,25 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=blue"
OVER = "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h turn=none winner=green+red"


def step(start, end, colour="green", **more):
    return {"colour": colour, "from": start, "to": end, "home": [], **more}


def options(line, card):
    game, state = parse_position(line)
    return moves.options(game, bytes(state), card)


def test_a_card_tells_each_way_the_steps_of_its_parts_who_changes_places_and_who_goes_home():
    assert options(LINE, "5") == [[step("20", "25")], [step("3", "8")]]
    found = options(LINE, "7")
    assert [step("20", "27", steps=7)] in found
    assert [step("3", "5", steps=2), step("20", "25", steps=5)] in found
    found = options(LINE, "swap")
    assert [step("20", "33", swap="blue")] in found
    assert [step("20", "40", swap="red")] in found
    bumping = LINE.replace("blue:h,h,h,33", "blue:h,h,h,25")
    assert [{**step("20", "25"), "home": [["blue", "25"]]}] in options(bumping, "5")


def test_where_nobody_is_to_move_there_is_nothing_to_do():
    game, state = parse_position(OVER)
    assert options(OVER, "5") == [] and not moves.playable(game, state, "5")
    game, state = parse_position(LINE)
    assert moves.playable(game, state, "5")
    none = "partners-pawns green:h,h,h,h blue:h,h,h,33 red:h,h,h,h yellow:h,h,h,h turn=green"
    game, state = parse_position(none)
    assert not moves.playable(game, state, "5") and moves.playable(game, state, "start")


def test_why_a_pawn_cannot_be_moved():
    assert moves.reason(LINE, "5", "green", "20") == ("not-legal", "")
    assert moves.reason(LINE, "5", "red", "40") == ("not-yours", "")
    for home in ("green:h", "green:h0", "green:h3"):
        assert moves.reason(LINE, "5", "green", home) == ("needs-start-card", "")
    assert moves.reason(LINE, "5", "blue", "blue:h") == ("not-yours", "")
    one_home = LINE.replace("green:h,h,3,20", "green:h,3,20,40").replace(
        "red:h,h,h,40", "red:h,h,h,h"
    )
    assert moves.reason(one_home, "5", "green", "green:h2") == ("needs-start-card", "")
    ludo = "ludo-norsk red:7,f,f,f blue:h,h,h,h turn=red"
    assert moves.reason(ludo, "5", "red", "red:f1") == ("finished", "")


def test_why_names_the_space_that_hangs_on_it():
    walled = (
        "partners-pawns green:h,h,h,33 blue:h,23,31,46 red:h,h,h,h yellow:h,2,19,45 turn=green"
    )
    assert moves.reason(walled, "13s", "green", "33") == ("wall", "45")


@pytest.mark.parametrize(
    ("card", "colour", "name", "why"),
    [
        ("", "green", "20", "card-first"),
        ("17", "green", "20", "no-pawn"),
        ("5", "pink", "20", "no-pawn"),
        ("5", "green", "21", "no-pawn"),
        ("5", "green", "40", "no-pawn"),
        ("5", "green", "red:h0", "no-pawn"),
        ("5", "green", "green:f0", "no-pawn"),
    ],
)
def test_what_is_no_pawn_has_no_reason(card, colour, name, why):
    with pytest.raises(ValueError, match=f"^{why}$"):
        moves.reason(LINE, card, colour, name)


# The record

START = {"kind": "start", "line": LINE}
MOVE = {
    "kind": "move", "colour": "green", "card": "5", "copy": 2, "parts": [step("20", "25")], "line": AFTER, "asked": False,
}  # fmt: skip


def record(*events, line=LINE):
    """Return a record that has heard events, and what it said of each."""
    made = moves.Record(line)
    return made, [made.hear(event) for event in events]


def card(name="5", copy=2, playable=True):
    return {"event": "card", "card": name, "copy": copy, "playable": playable}


def accepted(move="g20>25", position=AFTER, **more):
    return {"event": "accepted", "move": move, "position": position, **more}


def test_a_record_begins_with_the_position_or_with_what_was_kept():
    made = moves.Record(LINE)
    assert made.entries == [START] and made.active == "" and made.line == LINE
    kept = moves.Record("", [START, MOVE])
    assert kept.entries == [START, MOVE] and kept.line == AFTER


def test_a_move_is_told_with_its_card_and_its_parts():
    made, changed = record(card(), accepted())
    assert made.entries == [START, MOVE] and changed == [False, True] and made.active == ""
    made, _ = record(card(copy=1), accepted(asked=True, t=900))
    assert made.entries[1] == {**MOVE, "copy": 1, "asked": True, "t": 900}


def test_a_card_is_in_force_until_it_is_used_or_withdrawn():
    made, _ = record(card())
    assert made.active == "5"
    assert not made.hear({"event": "refused", "what": "move", "reason": "not-legal"})
    assert made.active == "5"
    made.hear({"event": "refused", "what": "card", "reason": "withdrawn"})
    assert made.active == ""
    made.hear(card("9", playable=False))
    assert made.active == "9"
    made.hear({"event": "refused", "what": "card", "reason": "no-move"})
    assert made.active == ""
    made.hear(card())
    made.hear({"event": "refused", "what": "move", "reason": "not-legal"})
    assert made.active == "5" and made.entries == [START]
    made.hear({"event": "rolled", "value": 6})
    assert made.active == "6"
    # A useless card that was used makes the next one no less.
    made, _ = record(card(playable=False), accepted(), card())
    made.hear({"event": "refused", "what": "move", "reason": "not-legal"})
    assert made.active == "5"


def test_a_turn_without_a_move_has_no_parts():
    made, _ = record(card(), accepted(move="-"))
    assert made.entries[1] == {**MOVE, "parts": []}
    made, _ = record(accepted())  # no card was heard of
    assert made.entries[1] == {**MOVE, "card": "", "copy": 0, "parts": []}
    made, _ = record(card(), accepted(position=LINE.replace("20", "21")))
    assert made.entries[1]["parts"] == []
    made, _ = record(card(), accepted(move="-"), line=OVER)
    assert made.entries[1]["colour"] == ""


def test_folds_deals_and_the_end_are_entries():
    deal = {"event": "round", "dealer": "red", "deal": 2, "first": "yellow", "more": 1}
    dealt = {"kind": "deal", "dealer": "red", "deal": 2, "first": "yellow", "line": LINE}
    fold, folded = (
        {"event": "folded", "colour": "blue"},
        {"kind": "fold", "colour": "blue", "line": LINE},
    )
    won = {"event": "won", "winner": "green+red"}
    made, changed = record(fold, deal, deal, won, {"event": "guide"})
    assert changed == [True, True, True, True, False]
    end = {"kind": "won", "winner": "green+red", "line": LINE}
    assert made.entries == [START, folded, dealt, end]
    made.hear(deal)  # told again after a power cut: the last two are looked at
    assert made.entries == [START, folded, dealt, end]
    made.hear({**deal, "deal": 3})
    assert made.entries[4:] == [{**dealt, "deal": 3}]
    made.hear(deal)
    assert made.entries[5:] == [dealt]


def test_what_the_table_tells_later_is_the_position_after_a_fold():
    made, _ = record({"event": "folded", "colour": "green"})
    turn = LINE.replace("turn=green", "turn=blue")
    made.learn("")
    assert made.line == LINE
    made.learn(turn)
    assert made.line == turn and made.entries[0] == START
    made, _ = record(card(), accepted())
    made.learn(turn)
    assert made.line == AFTER


def test_a_move_that_is_taken_back_leaves_its_card_in_force_and_a_fold_the_moves_before():
    undone = {"event": "undone", "position": LINE}
    deal = {"event": "round", "dealer": "red", "deal": 2, "first": "yellow"}
    made, _ = record(card(), accepted(), card("9"), deal)
    assert made.hear(undone)
    assert made.entries == [START] and made.active == "5"
    made.hear(accepted())
    assert made.entries == [START, MOVE]
    made, _ = record(card(), accepted(), {"event": "folded", "colour": "blue"})
    made.active = "9"
    made.hear({"event": "undone", "position": AFTER})
    assert made.entries == [START, MOVE] and made.active == "9"


def test_a_position_that_the_record_does_not_know_becomes_its_new_start():
    made, _ = record(card(), accepted())
    other = AFTER.replace("25", "24")
    made.hear({"event": "undone", "position": other})
    assert made.entries == [START, {"kind": "start", "line": other}] and made.line == other
    made, _ = record({"event": "undone", "position": LINE})
    assert made.entries == [START]
