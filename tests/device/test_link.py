# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The conversation with the firmware: answers among events, garbage, silence and a broken cable."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_strange_answers import Wire

from tavle.device import find
from tavle.device.link import NoAnswer, Refused, TableLink, open_link
from tavle.errors import TavleError


class Table(Wire):
    """A wire whose other end answers every request alike, after saying something else first."""

    def __init__(self, before=b"", answer=None, lost_after=None, silent=False):
        super().__init__({})
        self.before = before
        self.other = answer or {"version": "1"}
        self.lost_after = lost_after
        self.silent = silent
        self.heard = []

    def write(self, data):
        self.heard.append(bytes(data))
        self.out += self.before
        return len(data) if self.silent else super().write(data)

    def read(self, size=1):
        if self.lost_after is not None:
            size = min(size, self.lost_after)
            self.lost_after -= size
            if not size:
                raise OSError(5, "Input/output error")
        return super().read(size)


def test_events_before_an_answer_are_kept():
    table = Table(b'{"event": "card", "t": 5}\r\nnot json\r\n[1]\r\n')
    link = TableLink(table, "port")
    assert link.request("hello")["version"] == "1"
    assert link.event(0.0) == {"event": "card", "t": 5}
    assert link.event(0.0) is None
    assert list(link.noise) == ["not json", "[1]"]


def test_a_hello_that_comes_late_is_taken():
    class Slow(Table):
        def write(self, data):
            super().write(data)
            if len(self.heard) > 2:  # the first line is empty; the answer is to the one before
                number = json.loads(self.heard[-2])["id"]
                self.out += b'{"re": %d, "ok": true, "version": "2"}\n' % number
            return len(data)

    link = TableLink(Slow(silent=True), "port")
    assert link.hello(10)["version"] == "2"
    # It took more than a second: this is no Pico, and everything else may take longer too.
    assert link.slow > 4


def test_an_answer_to_the_program_before_is_not_taken():
    class Before(Table):
        """Answers whatever a program that counts from one would have asked, first."""

        def write(self, data):
            for number in range(1, 50):
                self.out += b'{"re": %d, "ok": true, "version": "theirs"}\n' % number
            return super().write(data)

    for _ in range(20):
        link = TableLink(Before(), "port")
        assert link.hello(1)["version"] == "1"
        assert link.slow == 1, "a quick hello changes no time limit"
        assert link.request("memory")["version"] == "1"


def test_a_refusal_says_why():
    link = TableLink(
        Table(answer={"ok": False, "error": "settle_ms: must be 300 to 1500"}), "port"
    )
    with pytest.raises(Refused, match="must be 300 to 1500"):
        link.request("config")


def test_a_firmware_that_does_not_know_the_request_is_to_be_flashed():
    link = TableLink(Table(answer={"ok": False, "error": "unknown command (known: a)"}), "port")
    with pytest.raises(Refused) as failure:
        link.request("doctor.start")
    assert "tavle flash" in failure.value.next_step


def test_the_silence_of_a_pico_names_the_reset_button(monkeypatch):
    monkeypatch.setattr(find, "tables", lambda: [find.Port("port", "", "the Pico")])
    with pytest.raises(NoAnswer, match="it is silent") as failure:
        TableLink(Table(silent=True), "port").request("hello", 0.05)
    assert "reset button" in failure.value.next_step


def test_of_a_firmware_that_does_not_start_the_file_the_line_and_the_error_are_told():
    said = (
        b'Traceback (most recent call last):\r\n  File "main.py", line 67, in <module>\r\n'
        b'  File "app/run.py", line 84, in main\r\nMemoryError: no memory\r\nMicroPython v1.26.1\r\n>>> '
    )
    with pytest.raises(NoAnswer) as failure:
        TableLink(Table(said, silent=True), "port").request("hello", 0.05)
    told = 'MicroPython\'s prompt (File "app/run.py", line 84, in main: MemoryError: no memory)'
    assert told in str(failure.value)


def test_another_program_is_quoted():
    with pytest.raises(NoAnswer, match="this does not look like a table: it said 'blink 17'"):
        TableLink(Table(b"blink 17\r\n", silent=True), "port").request("hello", 0.05)


def test_a_cable_that_breaks_at_any_byte_is_told():
    # The shortest answer there is: in a longer one all of these cuts fall inside.
    whole = len(json.dumps({"re": 1, "ok": True, "version": "1"})) + 1
    for cut in range(whole):
        with pytest.raises(TavleError, match="the cable came loose") as failure:
            TableLink(Table(lost_after=cut), "port").request("hello", 1.0)
        assert failure.value.what.startswith("lost port while ")
        assert "run the same command again" in failure.value.next_step


@given(st.binary(max_size=300))
def test_any_bytes_before_the_answer_do_no_harm(garbage):
    link = TableLink(Table(garbage + b"\n"), "port")
    assert link.request("hello", 1.0)["version"] == "1"


def test_a_line_without_an_end_is_thrown_away():
    link = TableLink(Table(b"x" * 70_000 + b"\n"), "port")
    assert link.request("hello", 1.0)["ok"] is True


def test_a_port_is_open_for_one_program_only():
    master, slave = os.openpty()
    try:
        name = os.ttyname(slave)
        with open_link(name), pytest.raises(TavleError, match="it is used by another program"):
            open_link(name)
        open_link(name).close()  # and afterwards it is free
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_that_goes_away_is_told():
    master, slave = os.openpty()
    link = open_link(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    with pytest.raises(TavleError, match="the cable came loose"):
        link.request("hello", 1.0)
    link.close()


def test_a_table_that_is_about_to_restart_is_not_there_yet():
    class Restarting(Table):
        def write(self, data):
            if len(self.heard) < 3:
                self.other = {"ok": False, "error": "the table is restarting: ask again"}
            else:
                self.other = {"version": "back"}
            return super().write(data)

    table = Restarting()
    assert TableLink(table, "port").hello(10)["version"] == "back"
    assert len(table.heard) == 4
