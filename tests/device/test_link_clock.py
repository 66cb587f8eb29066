# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""When a table is asked, how often, for how long, and how much of what it says is kept; blocks of a .uf2 file byte by byte.

The clock is made up: it goes on while the table is listened to.
"""

import json
import struct
from types import SimpleNamespace

import pytest

from tavle.device import flash, plan, settings, uf2
from tavle.device import link as links
from tavle.device.base import FlashFull
from tavle.device.link import NoAnswer, Refused, TableLink


class Wire:
    """A table's end of the cable: says what is due by then, and notes when something is written."""

    def __init__(self, clock):
        self.clock, self.wrote, self.due, self.waits = clock, [], [], []
        self.timeout, self.in_waiting = None, 0

    def write(self, data):
        self.wrote.append((round(self.clock.now, 3), data))

    def read(self, size):
        self.waits.append(round(self.timeout, 3))
        while self.due and self.due[0][0] <= self.clock.now + 1e-9:
            return self.due.pop(0)[1]
        self.clock.now += max(self.timeout, 0.001)
        return b""

    def close(self):
        self.wrote.append("closed")


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def table(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(links, "time", clock)
    monkeypatch.setattr(links.random, "randrange", lambda end: {1 << 24: 40}[end])
    made = TableLink(Wire(clock), "/dev/x")
    made.clock, made.wire = clock, made._wire
    return made


def line(**said):
    return json.dumps(said).encode() + b"\r\n"


HELLO = {
    "ok": True,
    "version": "1",
    "board": "r1_pico",
    "rulebook": "sorry",
    "micropython": "1.28",
}


def asked(table):
    """Return when `hello` was asked for, after the beginning."""
    return [round(at - 100.0, 2) for at, data in table.wire.wrote if b"hello" in data]


def test_hello_is_asked_less_and_less_often_up_to_every_four_seconds(table):
    with pytest.raises(NoAnswer):
        table.hello(20.0)
    times = asked(table)
    gaps = [round(b - a, 1) for a, b in zip(times, times[1:], strict=False)]
    assert times[0] == 0.0 and gaps[:6] == pytest.approx([1.0, 1.5, 2.25, 3.4, 4.0, 4.0], abs=0.11)
    assert max(gaps) < 4.1
    assert times[-1] <= 20.0 < times[-1] + 4.1
    numbers = [json.loads(data)["id"] for _, data in table.wire.wrote[1:]]
    assert table.wire.wrote[0] == (100.0, b"\n") and numbers == list(range(41, 41 + len(times)))
    assert set(table.wire.waits) == {0.05}


def test_a_request_waits_five_seconds_and_a_slow_table_is_given_more(table):
    for slow, seconds in ((1.0, 5.0), (4.0, 20.0)):
        table.slow, begun = slow, table.clock.now
        with pytest.raises(NoAnswer):
            table.request("state")
        assert seconds <= table.clock.now - begun <= seconds + 0.11
    begun = table.clock.now
    with pytest.raises(NoAnswer):
        table.request("state", timeout_s=0.5)
    assert 2.0 <= table.clock.now - begun <= 2.11


@pytest.mark.parametrize(("took_s", "slow"), [(0.0, 1.0), (0.25, 1.0), (0.5, 2.0), (0.95, 3.8)])
def test_how_slow_a_table_is_says_its_first_hello(table, took_s, slow):
    table.wire.due = [(100.0 + took_s, line(re=41, **HELLO))]
    assert table.hello()["version"] == "1"
    assert table.slow == pytest.approx(slow, rel=0.06)
    assert asked(table) == [0.0]


def test_a_hello_that_is_minutes_late_counts_sixty(table):
    table.wire.due = [(100.0 + second, line(event="x")) for second in range(1, 30, 2)] + [
        (130.0, line(re=41, **HELLO))
    ]
    assert table.hello(8.0)["board"] == "r1_pico" and table.slow == 60.0


def test_a_table_that_restarts_has_not_answered_yet_and_another_refusal_is_one(table):
    table.wire.due = [
        (100.0, line(re=41, ok=False, error="the table is restarting: ask again")),
        (101.5, line(re=42, **HELLO)),
    ]
    assert table.hello()["rulebook"] == "sorry" and asked(table) == pytest.approx(
        [0.0, 1.0], abs=0.06
    )
    table.wire.due = [(table.clock.now, line(re=43, ok=False, error="unknown command hello"))]
    with pytest.raises(Refused) as refused:
        table.hello()
    assert refused.value.next_step == "flash the firmware of this checkout with `tavle flash`"


def test_a_table_that_goes_on_talking_is_waited_for_six_times_as_long(table):
    table.wire.due = [(100.0 + n, line(event="x")) for n in range(200)]
    with pytest.raises(NoAnswer):
        table.hello(2.0)
    assert 12.0 <= table.clock.now - 100.0 <= 16.1


def test_an_event_is_waited_for_in_small_steps(table):
    assert table.event(0.25) is None
    assert table.wire.waits[:2] == [0.1, 0.1] and table.wire.waits[2] == pytest.approx(0.05)
    table.wire.due = [(table.clock.now, line(event="a", t=1) + line(event="b", t=2))]
    assert table.event(0.0) == {"event": "a", "t": 1}
    assert table.event(0.0) == {"event": "b", "t": 2} and table.event(0.0) is None


def test_ten_thousand_events_and_twenty_other_lines_are_kept(table):
    for n in range(10_005):
        table._take(json.dumps({"event": "a", "t": n}))
    assert len(table.events) == 10_000 and table.events[0]["t"] == 5
    table.keep_only("a")
    for n in range(2):
        table._take(json.dumps({"event": "a", "t": 20_000 + n}))
    assert (
        len(table.events) == 10_000
        and table.events[0]["t"] == 7
        and table.events[-1]["t"] == 20_001
    )
    table.keep_only("b")
    assert list(table.events) == []
    for n in range(25):
        table._take(f"line {n}")
    assert list(table.noise) == [f"line {n}" for n in range(5, 25)]


def test_a_request_is_a_line_with_a_number_of_its_own_and_the_end_gives_the_port_back(table):
    table.wire.due = [(100.0, line(re=41, ok=True, a=1))]
    with table as inside:
        assert inside is table and inside.request("new", rulebook="sorry") == {
            "re": 41,
            "ok": True,
            "a": 1,
        }
    assert table.wire.wrote == [(100.0, b'{"id":41,"cmd":"new","rulebook":"sorry"}\n'), "closed"]


# Blocks of a .uf2 file


def test_a_block_is_512_bytes_as_its_readme_says():
    page = bytes(range(256))
    data = uf2.block(0x10001200, page, 0xE48BFF56, 7, 9)
    assert len(data) == 512
    assert struct.unpack_from("<8I", data) == (
        0x0A324655,
        0x9E5D5157,
        0x2000,
        0x10001200,
        256,
        7,
        9,
        0xE48BFF56,
    )
    assert (
        data[32:288] == page
        and data[288:508] == bytes(220)
        and data[508:] == struct.pack("<I", 0x0AB16F30)
    )
    whole = bytes(reversed(range(220))) + page
    assert uf2.block(0, whole, 1, 0, 1)[32:508] == whole


def test_pages_come_out_of_blocks_as_they_went_in():
    pages = [
        (0x10000000, b"abc", 0xE48BFF56),
        (0x10000100, bytes(range(256)), 0xE48BFF59),
        (0x20000000, b"", 1),
    ]
    data = b"".join(
        uf2.block(at, page, family, n, 3) for n, (at, page, family) in enumerate(pages)
    )
    assert list(uf2.pages(data)) == pages and list(uf2.pages(b"")) == []


# Settings and room


def test_seats_and_options_are_those_of_a_rulebook_and_go_with_it():
    own = {"seats": [0, 2], "options": {"walls": True}, "settle_ms": 700}
    data, report = settings.changed(None, own)
    found = json.loads(data.split(b"\n")[0])
    assert report == [] and all(found[name] == value for name, value in own.items())
    for same in (own, {"rulebook": "partners-pawns"}):
        assert settings.changed(data, same) == (None, [])
    other, report = settings.changed(data, {"rulebook": "sorry"})
    found = json.loads(other.split(b"\n")[0])
    wanted = {"rulebook": "sorry", "seats": [], "options": {}, "settle_ms": 700}
    assert report == [] and {name: found[name] for name in wanted} == wanted
    other, _ = settings.changed(data, {"rulebook": "sorry", "seats": [1, 3]})
    assert json.loads(other.split(b"\n")[0])["seats"] == [1, 3]


def test_what_just_fits_is_sent_and_a_byte_more_is_not():
    todo = plan.Plan(send={"/main.py": b"x" * 4097, "/a.mpy": b""})
    assert todo.room == 4 * 4096
    for free, sent in ((todo.room, ["/new", 4097, 0]), (todo.room - 1, [])):
        did = []
        device = SimpleNamespace(
            port="/dev/x",
            mkdir=did.append,
            write=lambda name, data, told, did=did: did.append(len(data)),
        )
        try:
            flash._stage(device, todo, SimpleNamespace(free=free), flash.Progress())
        except FlashFull as error:
            assert error.why == f"{todo.room // 1024} KB are needed, {free // 1024} KB are free"
        assert did == sent
