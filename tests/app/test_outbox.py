# SPDX-License-Identifier: Apache-2.0
"""Events on their way out: in order, what is in force only when it is on flash."""

from app.table.outbox import Outbox


def box():
    told = []
    return Outbox(told.append), told


def words(out, *events):
    for event in events:
        yield
        out.emit(event)


def test_an_event_about_what_is_unwritten_waits_and_all_after_it():
    out, told = box()
    out.emit("first", in_force=True)
    out.unwritten = True
    out.emit("second")
    out.emit("third", in_force=True)
    out.emit("fourth")
    assert told == ["first", "second"]
    out.written()
    assert told == ["first", "second", "third", "fourth"] and not out.unwritten
    out.emit("fifth", in_force=True)
    assert told[4:] == ["fifth"]


def test_words_come_slice_by_slice_and_before_what_follows():
    out, told = box()
    out.begin(words(out, "one", "two"))
    assert out.busy() and not told
    out.work()
    assert out.busy() and not told
    out.work()
    assert told == ["one"] and out.busy()
    out.emit("after")
    assert told == ["one", "two", "after"] and not out.busy()
    out.work()
    assert told == ["one", "two", "after"], "nothing is left to be done"
    out.begin(words(out, "three"))
    out.begin(words(out, "four"))
    assert told[3:] == ["three"], "one job at a time"
    out.unwritten = True
    out.emit("five", in_force=True)
    assert told[3:] == ["three", "four"]
    out.written()
    assert told[5:] == ["five"]


def test_only_a_question_is_overtaken():
    out, told = box()
    out.begin(words(out, "why"))
    out.overtaken()
    out.finish()
    assert told == ["why"]
    out.begin(words(out, "which"), asks=True)
    out.overtaken()
    out.finish()
    assert told == ["why"] and not out.busy()
