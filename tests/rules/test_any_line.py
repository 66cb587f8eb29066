# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Any text, and any damage to a good line, is a canonical position or a named error."""

from hypothesis import given
from hypothesis import strategies as st
from test_every_game import positions

from rules import RULEBOOKS, load
from rules.game import BadPosition
from rules.notation import position_text
from rules.parse import parse_position

_LINES = [
    position_text(load(rulebook), state)
    for rulebook in RULEBOOKS
    for state in positions(load(rulebook), 3, 60)
]
_WORDS = st.sampled_from(
    "h z1 z4 z5 z6 f 0 7 59 60 -1 007 red blue green turn=red turn=none winner=red tries=2 "
    "moved=5 opt=forced:no opt=x:y , : = + sorry ludo-norsk".split()
)


def _check(line):
    try:
        game, state = parse_position(line)
    except BadPosition as error:
        assert error.field and error.reason
        assert "\n" not in str(error)
        return
    assert position_text(game, state) == line
    for action in range(len(game.actions)):
        for after, _ in game.results(state, action):
            assert bytes(parse_position(position_text(game, after))[1]) == after


@given(st.text(max_size=120))
def test_any_text(line):
    _check(line)


@given(st.sampled_from(RULEBOOKS), st.lists(_WORDS, max_size=12))
def test_any_words_after_a_rulebook(rulebook, words):
    _check(" ".join([rulebook, *words]))


@given(st.sampled_from(_LINES), st.data())
def test_any_damage_to_a_good_line(line, data):
    fields = line.split(" ")
    at = data.draw(st.integers(1, len(fields) - 1))
    kind = data.draw(st.sampled_from(["drop", "double", "swap", "word", "place", "char"]))
    if kind == "drop":
        del fields[at]
    elif kind == "double":
        fields.insert(at, fields[at])
    elif kind == "swap":
        fields[at], fields[-1] = fields[-1], fields[at]
    elif kind == "word":
        fields[at] = data.draw(_WORDS)
    elif kind == "place":
        name, colon, places = fields[at].partition(":")
        pawns = places.split(",")
        pawns[data.draw(st.integers(0, len(pawns) - 1))] = data.draw(_WORDS)
        fields[at] = name + colon + ",".join(pawns)
    else:
        spot = data.draw(st.integers(0, len(fields[at]) - 1))
        fields[at] = fields[at][:spot] + data.draw(st.characters()) + fields[at][spot + 1 :]
    _check(" ".join(fields))
