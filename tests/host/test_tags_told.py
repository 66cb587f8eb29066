# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the person at the stickers is told, event by event; the table is made up."""

import pytest

from tavle.errors import TavleError
from tavle.live import tags

LINE = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
PARTNERS = 1


class Link:
    """A table that tells what a test has it tell, and notes what it is asked."""

    def __init__(self):
        self.asked, self.events, self.other, self.kept = [], [], "", []

    def request(self, cmd, **fields):
        self.asked.append((cmd, fields))
        return {"tags.start": {"deck": PARTNERS}, "state": {"firmware": LINE}}.get(
            cmd, {"other": self.other}
        )

    def keep_only(self, kind):
        self.kept.append(kind)

    def event(self, seconds):
        return self.events.pop(0)


class Desk:
    def __init__(self, **handling):
        self.link, self.said, self.typed, self.questions, self.answer = Link(), [], [], [], True
        self.clerk = tags.Clerk(
            self.link, self.said.append, self._type, self._ask, tags.Handling(**handling)
        )
        assert [cmd for cmd, _ in self.link.asked] == [
            "tags.start",
            "state",
        ] and self.link.kept == ["tag"]
        self.link.asked.clear()

    def _type(self):
        return self.typed.pop(0) if self.typed and not self.link.events else None

    def _ask(self, question):
        self.questions.append(question)
        return self.answer


def held(what, uid="aa", **more):
    return {"event": "tag", "uid": uid, "held": what, **more}


def done(word, result, uid="aa"):
    return {"event": "tag", "done": word, "uid": uid, "result": result}


def test_a_learnt_number_is_asked_for_before_it_becomes_another_card():
    for known, was in (([PARTNERS, 3, 1], "-4/1"), ([7, 3, 1], "a card of another game")):
        desk = Desk(learn=True)
        desk.answer = False
        assert desk.clerk._learn(held("blank", known=known), (0, 2)) is None
        assert desk.questions == [f"  aa was learnt as {was}. Change it?"]
        assert desk.said == ["  left as it is; lay another card"] and desk.link.asked == []
        desk.answer = True
        assert desk.clerk._learn(held("blank", known=known), (0, 2)) == (0, 2)
        assert desk.link.asked == [("tags.learn", {"uid": "aa", "kind": 0, "copy": 2})]
        assert desk.said[1:] == ["  aa is start/2: learnt"]


def test_another_sticker_of_the_same_card_is_told():
    desk = Desk(learn=True)
    desk.link.other = "bb"
    assert desk.clerk._learn(held("blank"), (0, 2)) == (0, 2) and desk.questions == []
    assert desk.said[0] == "  bb was learnt as start/2 too: `tavle tags --forget bb` if it is lost"


def test_a_sticker_that_is_not_locked_is_told_and_asked_for_again():
    desk = Desk(lock=True)
    desk.clerk._lying = "aa"
    desk.link.events = [
        None,
        done("write", "ok"),
        done("lock", "ok", "bb"),
        done("lock", "read only"),
    ]
    assert not desk.clerk._lock("aa", (0, 1))
    assert desk.link.asked == [("tags.lock", {"uid": "aa", "kind": 0, "copy": 1})]
    assert desk.said == [
        "  aa not locked: it is locked; use another sticker, or learn its number with --learn"
    ]
    assert desk.clerk._lying == "" and desk.clerk.deck.locked == set()
    desk.link.events = [done("lock", "ok")]
    assert desk.clerk._lock("aa", (0, 1)) and desk.clerk.deck.locked == {(0, 1)}
    desk.link.events = [done("lock", "odd")]
    assert not desk.clerk._lock("aa", (0, 1)) and desk.said[-1] == "  aa not locked: odd"


def test_two_stickers_faults_and_a_restart_are_told():
    desk = Desk()
    reader = {"event": "fault", "part": "reader", "text": "silent"}
    desk.link.events = [
        {"event": "tag", "two": True}, reader, {**reader, "part": "chain"}, {"event": "tag", "gone": True}, None,
        held("blank"),
    ]  # fmt: skip
    desk.clerk._lying = "aa"
    assert desk.clerk._event() == held("blank") and desk.clerk._lying == ""
    assert (
        desk.said[0] == "  two stickers are on the slot: one card at a time"
        and len(desk.said) == 4
    )
    assert desk.said[2] == "  check the reader's plug and its switches; it goes on when it answers"
    desk.link.events = [{"event": "ready", "version": "1"}]
    with pytest.raises(TavleError) as error:
        desk.clerk._event()
    told = error.value
    assert (told.what, told.why) == ("the tags are not finished", "the table was restarted")
    assert told.next_step == "run the same command again"


def test_a_card_that_is_left_out_is_counted_and_q_ends_it():
    desk = Desk()
    desk.typed = ["", "q"]
    assert desk.clerk.prepare([(0, 1), (0, 2)]) is False
    assert desk.said == [
        "lay start/1 on the slot  (2 left)",
        "  start/1 is left out",
        "lay start/2 on the slot  (1 left)",
    ]
    assert desk.clerk.skipped == [(0, 1)]


def test_checking_tells_what_each_sticker_is_once():
    desk = Desk()
    desk.link.events = [
        held("card", card=[PARTNERS, 0, 1]), held("card", card=[PARTNERS, 0, 1]), {"event": "tag", "gone": True},
        held("card", card=[PARTNERS, 0, 1]), held("card", "bb", card=[PARTNERS, 0, 1]), held("card", "cc", card=[7, 0, 1]),
        held("foreign", "dd"), held("lay again", "ee"), held("blank", "ff", known=[PARTNERS, 0, 3]), done("write", "ok"),
    ]  # fmt: skip
    desk.typed = [""]
    desk.clerk.check()
    assert desk.said == [
        "lay every card on the slot, in any order; Enter ends",
        "  start/1  aa", "  start/1 again", "  start/1  bb  DUPLICATE", "  cc: a card of another game", "  dd: foreign",
        "  a card lies there already: take it off and lay it again", "  start/3  ff",
    ]  # fmt: skip
    assert desk.clerk.deck.strangers == {"cc": "a card of another game", "dd": "foreign"}


GONE = {"event": "tag", "gone": True}


def test_a_deck_is_prepared_sticker_after_sticker_and_nothing_is_written_twice():
    desk = Desk()
    chain = {"event": "fault", "part": "chain", "text": "silent"}
    desk.link.events = [
        held("blank"), done("read", "ok"), chain, None, done("write", "ok"),  # start/1
        held("blank"),  # it lies there still
        GONE, held("card", card=[PARTNERS, 0, 1]),  # and comes again
        held("card", "bb", card=[PARTNERS, 0, 3]),  # right already, before its turn
        held("card", "cc", card=[PARTNERS, 0, 2]), held("lay again", "dd"),
        held("blank", "ee"), GONE, done("write", "no answer", "ee"), held("blank", "ee"), done("write", "ok", "ee"),
    ]  # fmt: skip
    assert desk.clerk.prepare([(0, 1), (0, 3), (0, 2), (0, 4)]) is True
    assert desk.said == [
        "lay start/1 on the slot  (4 left)",
        "  Fault, sensors: silent",
        "  aa is start/1: written and read back",
        "lay start/3 on the slot  (3 left)",
        "  that is start/1, done already; lay another",
        "  bb is start/3 already: fine",
        "lay start/2 on the slot  (2 left)",
        "  cc is start/2 already: fine",
        "lay start/4 on the slot  (1 left)",
        "  a card lies there already: take it off and lay it again",
        "  ee not written: no answer",
        "  ee is start/4: written and read back",
    ]
    assert [fields for cmd, fields in desk.link.asked if cmd == "tags.write"] == [
        {"uid": "aa", "kind": 0, "copy": 1},
        {"uid": "ee", "kind": 0, "copy": 4},
        {"uid": "ee", "kind": 0, "copy": 4},
    ]
    assert desk.questions == [] and desk.clerk.skipped == []
    assert desk.clerk.deck.stickers == {(0, 1): ["aa"], (0, 3): ["bb"], (0, 2): ["cc"], (0, 4): ["ee"]}  # fmt: skip


def test_what_a_sticker_holds_is_written_over_only_when_somebody_agrees():
    for what, more, question in (
        ("card", {"card": [PARTNERS, 3, 1]}, "aa is -4/1, which has its sticker or was not asked for."),
        ("card", {"card": [7, 0, 1]}, "aa is a card of another game."),
        ("foreign", {}, None),
    ):  # fmt: skip
        for overwrite in (False, True):
            for answer in (False, True):
                desk = Desk(overwrite=overwrite)
                desk.answer = answer
                desk.link.events = [held(what, **more)]
                agreed = answer or (overwrite and question is None)
                if agreed:
                    desk.link.events.append(done("write", "ok"))
                desk.typed = ["q"]
                assert desk.clerk.prepare([(0, 2)]) is agreed
                if overwrite and question is None:
                    assert desk.questions == []
                else:
                    (asked,) = desk.questions
                    assert asked.endswith(" Write start/2 over it?")
                    assert question is None or asked == f"  {question} Write start/2 over it?"
                written = [fields for cmd, fields in desk.link.asked if cmd == "tags.write"]
                assert written == [{"uid": "aa", "kind": 0, "copy": 2, "force": True}] * agreed
                refused = "  left as it is; lay another card"
                assert (refused in desk.said) is not agreed


def test_a_sticker_that_is_to_be_locked_counts_when_it_is():
    desk = Desk(lock=True)
    desk.link.events = [
        held("blank"), done("write", "ok"), done("lock", "odd"),  # written, not locked: it is asked for again
        held("card", card=[PARTNERS, 0, 1]), done("lock", "ok"),
        held("card", "bb", card=[PARTNERS, 0, 2]), done("lock", "odd", "bb"),
        held("card", "bb", card=[PARTNERS, 0, 2]), done("lock", "ok", "bb"),
    ]  # fmt: skip
    assert desk.clerk.prepare([(0, 1), (0, 2)]) is True
    assert desk.clerk.deck.locked == {(0, 1), (0, 2)}
    assert [(cmd, fields["uid"], fields["copy"]) for cmd, fields in desk.link.asked] == [
        ("tags.write", "aa", 1), ("tags.lock", "aa", 1), ("tags.lock", "aa", 1),
        ("tags.lock", "bb", 2), ("tags.lock", "bb", 2),
    ]  # fmt: skip


def test_a_job_that_is_never_answered_has_failed(monkeypatch):
    desk = Desk()
    clock = iter(range(0, 10_000, 10))
    monkeypatch.setattr(tags.time, "monotonic", lambda: next(clock))
    desk.link.event = lambda seconds: None
    assert desk.clerk._write("aa", (0, 1), False) is None
    assert desk.said[0].startswith("  aa not written: ")


def test_the_table_is_told_again_that_cards_are_prepared(monkeypatch):
    desk = Desk()
    now = [1000.0]
    monkeypatch.setattr(tags.time, "monotonic", lambda: now[0])
    desk.clerk._start()
    for later, asked in ((0, 0), (tags._ALIVE_S, 0), (0.1, 1), (0, 0)):
        now[0] += later
        desk.link.asked.clear()
        desk.link.events = [held("blank")]
        desk.clerk._event()
        assert [cmd for cmd, _ in desk.link.asked] == ["tags.start"] * asked, later


def test_a_sticker_that_was_not_written_may_lie_there_for_the_next_try():
    for result, why in (
        ("gone", "it was taken away too early; lay it down again and leave it there"), ("odd", "odd"),
        ("verify", "it did not keep what was written; lay it down again, else throw it away"),
    ):  # fmt: skip
        desk = Desk()
        desk.clerk._lying = "aa"
        desk.link.events = [done("write", result)]
        assert desk.clerk._write("aa", (0, 1), False) is None
        assert desk.link.asked == [("tags.write", {"uid": "aa", "kind": 0, "copy": 1})]
        assert desk.said == [f"  aa not written: {why}"] and desk.clerk._lying == ""
    desk.link.events = [held("blank"), done("write", "failed"), held("blank"), done("write", "ok")]
    desk.said.clear()
    assert desk.clerk.prepare([(0, 1)]) and desk.clerk.deck.card_of("aa") == (0, 1)
    assert desk.said == [
        "lay start/1 on the slot  (1 left)",
        "  aa not written: the reader lost it; lay it flat on the slot and leave it there",
        "  aa is start/1: written and read back",
    ]
    desk = Desk()
    desk.link.events = [done("write", "ok")]
    assert desk.clerk._write("aa", (3, 2), True) == (3, 2)
    assert desk.link.asked == [("tags.write", {"uid": "aa", "kind": 3, "copy": 2, "force": True})]


def test_which_card_a_sticker_is_says_the_table_where_numbers_are_learnt_and_else_the_sticker():
    for learn, found in ((False, (3, 1)), (True, (4, 2))):
        known = Desk(learn=learn).clerk._known
        assert known(held("card", card=[PARTNERS, 3, 1], known=[PARTNERS, 4, 2])) == found
        for other in ({}, {"card": None, "known": None}, {"card": [7, 3, 1], "known": [7, 4, 2]}):
            assert known(held("card", **other)) is None
    assert Desk(learn=True).clerk._known(held("card", card=[PARTNERS, 3, 1])) is None
    assert Desk().clerk._known(held("card", known=[PARTNERS, 3, 1])) is None
