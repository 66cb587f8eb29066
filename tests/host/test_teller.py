# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Places, moves, events and entries of a record in whole sentences: `sentences.txt`, kept by `make accept`."""

from pathlib import Path

from golden import same_lines

from tavle.live import words
from tavle.words.catalogue import Words

LINES = {
    "partners": "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=red",
    "ludo": "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=blue",
    "sorry": "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=none winner=red",
}
PLACES = (
    "17",
    "h",
    "f",
    "z2",
    "h0",
    "f3",
    "blue:17",
    "blue:h",
    "blue:f",
    "blue:z1",
    "blue:h2",
    "blue:f0",
)
MOVES = (
    "-", "g3>7", "gh>0", "gh>0xb0", "g3>7xb7", "g3>7xb7xr7", "g20>z1", "gz1>z3", "gz3>f", "g3>h", "y10<>b31", "g3>7!",
    "g3>7!xb7", "g3>7xb5!", "g3>5+g20>22", "g3>5+what", "what", "g3>7xp7", "",
)  # fmt: skip
EVENTS = (
    {"event": "ready", "rulebook": "sorry", "version": "1.2"},
    {"event": "ready"},
    {"event": "card", "card": "5", "playable": True},
    {"event": "card", "card": "-4", "playable": False},
    {"event": "rolled", "value": 6},
    {"event": "refused", "what": "card", "reason": "no-move", "text": "as the table says"},
    {"event": "refused", "what": "card", "reason": "not-your-turn", "text": "as the table says"},
    {"event": "refused", "what": "move", "reason": "unheard-of", "text": "as the table says"},
    {"event": "refused", "what": "fold", "reason": "can-play", "text": "as the table says"},
    {"event": "refused", "what": "odd", "reason": "no-move"},
    {"event": "accepted", "move": "-", "asked": False},
    {"event": "accepted", "move": "g3>7", "asked": True, "position": "kept"},
    {"event": "accepted", "move": "g3>7xb7", "asked": False},
    {"event": "ask", "choices": ["a", "b"]},
    {"event": "guide", "missing": ["red:17"], "extra": ["blue:h", "yellow:z2"]},
    {"event": "guide", "missing": ["red:17", "red:h"], "extra": []},
    {"event": "guide", "missing": [], "extra": ["green:4"]},
    {"event": "guide", "missing": [], "extra": []},
    {"event": "undone"},
    {"event": "round", "dealer": "red", "deal": 2, "first": "yellow"},
    {"event": "folded", "colour": "blue"},
    {"event": "seats", "seats": {"red": "hard", "blue": "person"}},
    {"event": "seats", "seats": {}},
    {"event": "lay", "what": "pass", "seat": "red"},
    {"event": "lay", "what": "unheard-of", "seat": "red"},
    {"event": "laid", "taken": True, "seat": "red"},
    {"event": "laid", "taken": False, "seat": "red"},
    {"event": "wish", "seat": "red", "move": "g3>7", "card": "4"},
    {"event": "won", "winner": "red"},
    {"event": "won", "winner": "green+red"},
    {"event": "fault", "part": "reader", "text": "no answer"},
    {"event": "fault", "part": "reader", "text": "", "over": True},
    {"event": "fault", "part": "tea", "text": "cold", "over": True},
    {"event": "resync"},
    {"event": "unheard-of", "t": 5, "this": 1, "that": [2]},
    {"event": "won", "winner": None},
    {},
)
ENTRIES = (
    ("start", "", "", ""), ("fold", "red", "", ""), ("undo", "red", "", ""), ("move", "red", "5", "r3>8"),
    ("move", "red", "5", "-"), ("move", "red", "5", ""),
)  # fmt: skip


def teller_at(language, board):
    teller = words.Teller(Words(language))
    teller.line = LINES[board]
    return teller


def test_everything_is_told_in_the_sentences_that_were_kept():
    said = []
    for language in ("en", "nb"):
        for board in LINES:
            teller = teller_at(language, board)
            said.append(f"# {language}, {board}")
            said += [f"{place} = {teller.place(place, 'red')}" for place in PLACES]
            said += [f"{move} = {teller.move(move)}" for move in MOVES]
            for event in EVENTS:
                one = teller_at(language, board)
                said.append(f"{event} = {one.event(event)}")
            said += [f"{entry} = {teller.turn(*entry)}" for entry in ENTRIES]
        said += [f"{name} = {teller.card(name)}" for name in ("5", "-4", "swap", "Sorry!", "odd")]
        said += [f"{name} = {teller.phase(name)}" for name in ("card", "move", "guide", "odd")]
    same_lines(Path(__file__).parent / "sentences.txt", said)


def test_what_the_catalogue_has_no_sentence_for_is_told_as_it_came():
    teller = words.Teller(Words("en"))
    for event in (
        {"event": "fault", "part": "tea", "text": "", "over": True},
        {"event": "lay", "what": "tea", "seat": "red"},
        {"event": "refused", "what": "tea", "reason": "no-move"},
    ):
        assert teller.event(event).startswith(f"{event['event']}: ") and "tea" in teller.event(
            event
        )


def test_a_table_says_which_game_it_is_and_where_it_stands():
    teller = words.Teller(Words("en"))
    teller.event({"event": "ready", "rulebook": "sorry", "version": "1"})
    assert teller.line == "sorry"
    teller.event({"event": "ready", "rulebook": "ludo-norsk", "version": "1"})
    assert teller.line == "sorry"  # a position is known: the table goes on with it
    teller.event({"event": "accepted", "move": "g3>7", "asked": False, "position": "another"})
    assert teller.line == "another"


def test_builders_read_the_names_of_the_wiring_tables():
    assert [words.place(name) for name in ("17", "red:z2", "red:h0", "red:f3", "red:seat")] == [
        "space 17", "red's row space 2", "red's home slot 1", "red's goal slot 4", "red's seat light",
    ]  # fmt: skip
    assert words.inputs([0, 7, 8, 95]) == (
        "input A of chip 1, input H of chip 1, input A of chip 2, input H of chip 12"
    )
    assert words.event({"event": "undone"}) == words.Teller(Words("en")).event({"event": "undone"})
