# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A session whose time can be watched: slices, events, lines, and who may talk to the firmware; the session under it is made up."""

from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.sim.session import Session, TableSpec
from tavle.web.live import LiveSession


@pytest.fixture
def live(monkeypatch):
    """Return a session that notes what it does, in `did`."""

    def begin(made, spec):
        made.did, made.spec = [], spec
        made.target = SimpleNamespace(boots=0, boot_us=0)
        made.world = SimpleNamespace(slot=[SimpleNamespace(name="5", copy=2)])

    monkeypatch.setattr(Session, "__init__", begin)
    monkeypatch.setattr(Session, "run_ms", lambda made, ms: made.did.append(ms))
    monkeypatch.setattr(Session, "_heed", lambda made, event: made.did.append("heed"))
    monkeypatch.setattr(
        Session,
        "request",
        lambda made, cmd, **fields: {"cmd": cmd, "firmware": made.line, **fields},
    )
    monkeypatch.setattr(Session, "now_ms", property(lambda made: made.ms))
    heard = []
    made = LiveSession(TableSpec("sorry"), heard.append)
    made.told, made.line, made.ms = heard, "a line", 0
    return made


def test_time_passes_in_slices_and_somebody_is_told_after_each(live):
    assert (live.slice_ms, live.heard, live.cable, live.pace, live.record.line) == (
        40.0,
        0,
        None,
        None,
        "",
    )
    live.run_ms(1000)
    assert live.did == [1000], "nobody looks"
    live.did.clear()
    live.pace = lambda ms: live.did.append(("told", ms))
    live.cable = SimpleNamespace(carry=lambda: live.did.append("carried"), taken=False)
    live.run_ms(100)
    assert live.did == [
        40.0,
        "carried",
        ("told", 40.0),
        40.0,
        "carried",
        ("told", 40.0),
        20.0,
        "carried",
        ("told", 20.0),
    ]
    live.cable = None
    for ms, passed in (
        (40, [40, ("told", 40)]),
        (0, [0, ("told", 0)]),
        (0.5, [0.5, ("told", 0.5)]),
    ):
        live.did.clear()
        live.run_ms(ms)
        assert live.did == passed


def test_whoever_is_told_of_a_slice_may_end_it(live):
    def stop(ms):
        raise ZeroDivisionError

    live.pace = stop
    with pytest.raises(ZeroDivisionError):
        live.run_ms(100)
    assert live.did == [40.0]


def test_sixty_lines_of_the_firmware_are_kept_as_they_came(live):
    for n in range(65):
        live._overhear(f"line {n}")
    assert list(live.usb) == [f"line {n}" for n in range(5, 65)]


def test_every_event_is_counted_and_told_and_says_that_the_firmware_lives(live):
    live.target.boots = 1
    assert not live.alive
    event = {"event": "refused", "reason": "already-played"}
    live._heed(event)
    assert live.alive and live.heard == 1 and live.told == [event] and live.did == ["heed"]
    assert live.tally.played == {("5", 2)}, "what lies on the slot"
    live.target.boots = 2
    assert not live.alive


def test_a_firmware_starts_for_a_second_and_a_half(live):
    live.target.boots, live.target.boot_us = 1, 7_000_999
    for ms, starting in ((7000, True), (8499, True), (8500, False)):
        live.ms = ms
        assert live.starting is starting, ms
    live.ms = 7000
    live._heed({"event": "ready"})
    assert not live.starting


def test_who_has_the_cable_talks_to_the_firmware_alone(live):
    live.cable = SimpleNamespace(taken=True)
    assert live.taken
    with pytest.raises(TavleError) as refused:
        live.request("state")
    assert (
        str(refused.value)
        == "cannot ask for state: another program has the USB cable; wait until it has ended"
    )
    live.cable.taken = False
    assert not live.taken and live.request("seats", seats={}) == {
        "cmd": "seats",
        "firmware": "a line",
        "seats": {},
    }
    live.cable = None
    assert not live.taken


def test_the_record_learns_the_position_from_what_the_table_says_of_itself(live):
    live.request("seats")
    assert live.record.line == ""
    live.request("state")
    assert live.record.line == "a line"
    live.line = None
    live.request("state")
    assert live.record.line == "a line"
