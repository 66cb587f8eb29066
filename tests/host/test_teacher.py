# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a person who teaches a table is told, line by line; the table is made up."""

import pytest

from tavle.errors import TavleError
from tavle.live import learn, words


class Link:
    """Says what a test wrote down, notes what it is asked."""

    def __init__(self, *events, begun=None):
        self.events, self.asked, self.kept = list(events), [], None
        self.begun = {"method": "lights", "total": 92, "layout": "partners", "step": "empty"}
        self.begun.update(begun or {})

    def request(self, cmd, **fields):
        self.asked.append((cmd, fields))
        return self.begun

    def keep_only(self, what):
        self.kept = what

    def event(self, patience_s):
        if not self.events:
            raise TavleError("the cable broke", "it says nothing")
        return self.events.pop(0)


def step(name, **fields):
    return {"event": "learn", "step": name, **fields}


def teacher(*events, typed=(), begun=None, walk=False):
    said, shown, keys = [], [], list(typed)
    link = Link(*events, begun=begun)
    made = learn.Teacher(link, said.append, shown.append, lambda: keys.pop(0) if keys else None)
    made.start(walk, False)
    link.asked.clear()
    return made, link, said, shown


def told(*events, **how):
    """Return what is said of events, and the last event."""
    made, _, said, _ = teacher(*events, step("done", saved=True, missing=0), **how)
    assert made.run() == step("done", saved=True, missing=0)
    return said


@pytest.mark.parametrize(
    ("walk", "fresh", "fields"),
    [
        (False, False, {}), (True, False, {"method": "walk"}), (False, True, {"fresh": True}),
        (True, True, {"fresh": True, "method": "walk"}),
    ],
)  # fmt: skip
def test_a_table_begins_to_learn_as_it_is_wanted(walk, fresh, fields):
    link = Link()
    made = learn.Teacher(link, print, print, lambda: None)
    assert made.start(walk, fresh) is link.begun and made.layout == "partners"
    assert link.asked == [("learn.start", fields)] and link.kept == "learn"


def test_a_table_that_is_at_it_already_is_asked_where():
    link = Link(begun={"step": "ask"})
    learn.Teacher(link, print, print, lambda: None).start(True, True)
    assert link.asked == [("learn.start", {"fresh": True, "method": "walk"}), ("learn.start", {})]


def test_a_question_names_the_space_and_shows_it():
    ask = step("ask", left=7, place="red:h0", tries=0)
    made, _, said, shown = teacher(ask, step("done"))
    made.run()
    place = words.place("red:h0")
    assert said == [f"   7 left   one pawn on {place}: its light blinks white"] and shown == [
        "red:h0"
    ]
    assert told(step("ask", left=12, place="5", tries=2)) == [
        f"  12 left   one pawn on {words.place('5')}: its light blinks white  (once more)"
    ]
    assert told(ask, begun={"method": "walk"}) == [f"   7 left   one pawn on {place}"]
    assert told(step("method"), ask) == [
        "the lights are in another order: now walk one pawn over the whole board",
        f"   7 left   one pawn on {place}",
    ]


def test_a_question_about_a_light_counts_from_one_and_shows_no_space():
    made, _, said, shown = teacher(step("ask", left=3, light=0, tries=1), step("done"))
    made.run()
    assert shown == [""] and said == [
        "   3 left   light 1 of the chain blinks: one pawn there; at a seat's light press that "
        "seat's button  (once more)"
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            step("empty", closed=[0, 9]),
            f"take every pawn off the board; closed: {words.inputs([0, 9])}. If it is empty, Enter (or a tap on "
            "the table button) goes on without these",
        ),
        (step("learnt", input=9), f"            {words.chain_input(9)}"),
        (step("learnt", place="red:h1"), f"            it is {words.place('red:h1')}"),
        (
            step("double", inputs=[3, 4]),
            f"            unclear: {words.inputs([3, 4])} closed; lift the pawn and put it down again",
        ),
        (
            step("taken", inputs=[3], to="5"),
            f"            {words.inputs([3])} belongs to {words.place('5')} already; lift the pawn and put it on "
            "the space that is asked",
        ),
        (
            step("known", to="5"),
            f"            {words.place('5')} has its light already; lift the pawn",
        ),
        (step("skipped"), "            left out"),
    ],
)
def test_every_step_has_its_line(event, line):
    assert told(event) == [line]


def test_a_step_without_words_is_passed_by_and_a_strange_one_told():
    strange = step("taken", inputs=[3])
    assert told(step("started"), strange) == [
        f"            the table says something strange: {strange}"
    ]
    nameless = step("problem", what="silent")
    assert told(nameless, step("problem", what="dark")) == [
        f"            the table says something strange: {step('problem', what='dark')}"
    ]


PROBLEMS = [
    ({"what": "silent", "place": "5"}, ": no switch answered: dead reed, broken wire, or its input; check the reed with a magnet and the solder joints; mend it"),
    ({"what": "dark", "light": 4}, "light 5 of the chain: not matched: dead light, or its space is silent; check the data line in front of it; mend it"),
    ({"what": "cross-talk", "place": "5", "to": "6"}, f": its pawn also closes the switch of {words.place('6')}: magnet too strong or the reed too near"),
    ({"what": "cross-talk", "place": "5"}, ": its pawn also closes the switch of another space: magnet too strong"),
    ({"what": "double", "place": "5", "inputs": [1, 2]}, f": two switches answer every time ({words.inputs([1, 2])}), so neither can be told"),
    ({"what": "same", "place": "5", "to": "6", "inputs": [1]}, f" and {words.place('6')} close the same switch ({words.inputs([1])}): two reeds in parallel"),
    ({"what": "stuck", "inputs": [1]}, f"{words.inputs([1])}: closed although the board was empty: reed stuck"),
    ({"what": "flicker", "inputs": [1]}, f"{words.inputs([1])}: flickers and is not trusted: loose wire or weak reed; solder it again"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "says"), PROBLEMS)
def test_every_problem_says_what_is_wrong_why_and_what_to_do(event, says):
    line = learn.problem({"event": "learn", "step": "problem", **event})
    start = words.place(event["place"]) if "place" in event else ""
    assert line.startswith(start + says), line


def test_problems_are_kept_once_and_what_is_missing_named():
    events = [step("problem", **event) for event, _ in PROBLEMS]
    made, _, said, _ = teacher(*events, events[0], step("done"))
    made.run()
    assert said == [] and len(made.problems()) == len(PROBLEMS)
    assert made.problems()[0] == learn.problem(events[0])
    # Of cross-talk, a stuck reed and one that flickers an answer is there.
    assert made.missing() == f"{words.place('5')}, light 5"
    failure = learn.unfinished(made, 3)
    assert str(failure).startswith("the wiring is not in use yet: 3 answers are missing (")
    assert made.missing() in str(failure) and "--save-anyway" in str(failure)
    assert "(see above)" in str(learn.unfinished(teacher()[0], 1))


def test_a_line_that_is_typed_leaves_a_space_out_and_q_stops():
    made, link, said, _ = teacher(None, None, step("done"), typed=(None, "", None))
    assert made.run()["step"] == "done" and link.asked == [("learn.skip", {})] and said == []
    made, link, said, _ = teacher(None, step("skipped"), step("done"), typed=(None, "q"))
    assert made.run() == {"step": "stopped"} and link.asked == [] and said == []


def test_a_table_that_goes_back_to_the_game_ends_it_and_what_else_it_says_is_told():
    other = {"event": "fault", "part": "store", "text": "the flash is full"}
    made, _, said, _ = teacher(other, {"event": "ready"}, step("done"))
    assert made.run() == {"step": "stopped"}
    assert said == [
        words.spoken(other), "the table has gone back to the game; what was learnt is kept",
    ]  # fmt: skip


def test_a_broken_cable_is_told():
    made, *_ = teacher(step("skipped"))
    with pytest.raises(TavleError, match="the cable broke"):
        made.run()


def test_the_end_is_told_to_the_table_and_the_map_used_when_wanted():
    made, link, *_ = teacher()
    made.stop()
    made.stop(save=True)
    assert link.asked == [("learn.stop", {}), ("learn.stop", {"save": True})]
