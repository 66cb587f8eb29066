# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Modes end: a computer that was unplugged leaves no table in the doctor's hands; settings follow at once."""

import binascii
import contextlib

import pytest

from tavle.sim.session import Session, TableSpec

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


@pytest.fixture
def session():
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE, seed=5))) as one:
        assert one.until_ready()
        yield one
        assert one.target.complaints == []


def ask(session, cmd, **fields):
    answer = session.request(cmd, **fields)
    assert answer["ok"], answer
    return answer


def pause(session, ms):
    """Let time pass, most of it in one leap."""
    session.leap_ms(ms - 3000)
    session.run_ms(3000)


def test_a_doctor_nobody_asks_any_more_goes_and_the_game_is_there_again(session):
    ask(session, "doctor.start")
    ask(session, "doctor.status")
    pause(session, 590_000)
    assert ask(session, "state")["mode"] == "doctor"
    ask(session, "doctor.status")
    pause(session, 590_000)
    assert ask(session, "state")["mode"] == "doctor"  # it was asked in between
    session.run_ms(15_000)
    state = ask(session, "state")
    assert (state["mode"], state["firmware"]) == ("", LINE)


def test_another_mode_waits_until_the_first_has_ended(session):
    ask(session, "tags.start")
    refused = session.request("doctor.start")
    assert not refused["ok"] and "tags" in refused["error"]
    ask(session, "tags.stop")
    ask(session, "doctor.start")


def test_who_plays_can_be_set_for_this_game_and_for_the_next_ones(session):
    people = dict.fromkeys(("green", "blue", "red", "yellow"), "human")
    ask(session, "config", name="players", value=["human", "easy", "human", "hard"])
    assert ask(session, "seats")["seats"] == {**people, "blue": "easy", "yellow": "hard"}
    assert ask(session, "seats", seats={"blue": "normal"})["seats"]["blue"] == "normal"
    ask(session, "config", name="players", value=[])
    assert ask(session, "seats")["seats"] == people
    ask(session, "config", name="players", value=[])  # nothing to change
    for wrong in ({"pink": "easy"}, {"blue": "expert"}, ["blue"], 7):
        refused = session.request("seats", seats=wrong)
        assert not refused["ok"] and refused["error"], wrong
    assert ask(session, "seats")["seats"] == people


def test_a_setting_that_cannot_be_is_refused_and_nothing_changes(session):
    before = ask(session, "config")["settings"]
    for name, value in (("settle_ms", 1), ("sound", "on"), ("players", ["human"]), ("nothing", 1)):
        refused = session.request("config", name=name, value=value)
        assert not refused["ok"] and name in refused["error"], (name, refused)
    assert ask(session, "config")["settings"] == before
    after = ask(session, "config", name="settle_ms", value=900)["settings"]
    assert after == {**before, "settle_ms": 900}
    session.power(False)
    session.power(True)
    session.run_ms(2500)
    assert ask(session, "config")["settings"] == after


def test_a_game_is_read_in_pieces_that_join(session):
    games = ask(session, "log.list")
    live = games["live"]
    data, at = b"", 0
    while True:
        answer = ask(session, "log.read", game=live, at=at)
        assert answer["at"] == at
        piece = binascii.a2b_base64(answer["data"])
        data += piece
        at += len(piece)
        again = ask(session, "log.read", game=live, at=answer["at"])
        assert again == {**answer, "re": again["re"]}  # an answer that was lost is given again
        if answer["end"]:
            break
    assert data[2] == 0 and LINE.encode() in data
    for wrong in ({"game": 99}, {"game": live, "at": at + 5}, {"game": 0}):
        refused = session.request("log.read", **wrong)
        assert not refused["ok"], wrong
    for cmd in ("log.delete", "log.fetched"):
        refused = session.request(cmd, game=live)
        assert not refused["ok"] and "being played" in refused["error"]
