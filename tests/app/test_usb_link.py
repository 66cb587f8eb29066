# SPDX-License-Identifier: Apache-2.0
"""The link to a computer: lines out in whole packets, requests in byte by byte, nothing lost unsaid."""

import json

from instead import Instead

from app import link as module
from app.link import Link
from app.requests import RequestError


class Poll:
    """Says whether there is room, as a test wants it; keeps for how long it was asked."""

    def __init__(self):
        self.room = 1 << 30  # packets
        self.waited = []

    def register(self, out, flags):
        assert flags == Select.POLLOUT

    def poll(self, ms):
        self.waited.append(ms)
        return [(None, Select.POLLOUT)] if self.room > 0 else []


class Select:
    POLLOUT = 4

    def __init__(self, poll):
        self._poll = poll

    def poll(self):
        return self._poll


class Out:
    """The other end: takes a packet for each of `room`."""

    def __init__(self, poll):
        self.poll = poll
        self.writes = []
        self.short = False

    def write(self, data):
        self.poll.room -= 1
        if self.short:
            data = data[:10]
        self.writes.append(bytes(data))
        return len(data)

    def text(self):
        return b"".join(self.writes).decode()

    def lines(self):
        return [json.loads(line) for line in self.text().split("\n") if line.strip()]


class Ended(Exception):
    pass


class Stdin:
    """Instead of `asyncio`: a stream of bytes with ends of the other side between them, and then an error."""

    def __init__(self, data):
        self.data = data
        self.slept = []

    def StreamReader(self, stream):
        return self

    async def read(self, count):
        assert count == 1
        if not self.data:
            raise Ended
        return self.data.pop(0)

    async def sleep_ms(self, ms):
        self.slept.append(ms)


def serve(link, answer, data=()):
    """Let requests be answered, and these bytes come; return how long it slept."""
    stdin = Stdin(list(data))
    with Instead(module, "asyncio", stdin):
        try:
            link.serve(answer).send(None)
        except Ended:
            pass
    return stdin.slept


def made(answer=None):
    poll = Poll()
    with Instead(module, "select", Select(poll)):
        out = Out(poll)
        one = Link(lambda: 4711, out)
    one.asked = []
    serve(one, answer or (lambda request: one.asked.append(request) or {"n": len(one.asked)}))
    return one, out, poll


def feed(link, data):
    for byte in data:
        link.feed(byte)


def test_an_event_is_one_line_of_whole_packets_with_the_time_in_it():
    for length in range(130):
        link, out, _ = made()
        link.emit({"event": "x" * length})
        assert out.lines() == [{"event": "x" * length, "t": 4711}]
        assert out.text().endswith("\n") and out.text().count("\n") == 1
        assert {len(one) for one in out.writes} == {64}, "no write needs more room than a packet"
        need = len(json.dumps({"event": "x" * length, "t": 4711})) + 1
        assert len(out.writes) == (need + 63) // 64, "no packet too many"


def test_a_line_waits_20_ms_for_room_and_the_lines_behind_a_lost_one_not_at_all():
    link, out, poll = made()
    poll.room = 0
    link.emit({"event": "a"})
    assert poll.waited == [20] and not out.writes
    link.emit({"event": "b"})
    assert poll.waited == [20, 0]
    poll.room = 9
    link.emit({"event": "c"})
    assert poll.waited[2] == 0
    assert out.text()[0] == "\n", "what was cut off is ended"
    lost, line = out.lines()
    assert lost == {"event": "lost", "lines": 2, "t": 4711}
    assert line["event"] == "c"
    poll.waited = []
    link.emit({"event": "d"})
    assert poll.waited == [20] and len(out.lines()) == 3, "told once"


def test_a_line_that_is_cut_off_in_the_middle_is_counted_and_told():
    for room in (1, 2):
        link, out, poll = made()
        poll.room = room
        link.emit({"event": "y" * 170})  # three packets
        assert len(out.writes) == room and poll.waited == [20] * (room + 1)
        poll.room = 1 << 30
        link.emit({"event": "z"})
        after = out.text().split("\n", 1)[1]
        told = [json.loads(line) for line in after.split("\n") if line.strip()]
        assert told == [{"event": "lost", "lines": 1, "t": 4711}, {"event": "z", "t": 4711}]
    link, out, poll = made()
    out.short = True  # a write that takes less than there was room for
    link.emit({"event": "y" * 170})
    assert len(out.writes) == 1
    out.short = False
    link.emit({"event": "z"})
    assert "lost" in out.text()


def test_a_line_in_pieces_is_one_request_and_its_answer_carries_its_number():
    link, out, _ = made()
    feed(link, b'{"id": 7, "cm')
    assert not out.writes
    feed(link, b'd": "hello"}\r\n\r\n\n')
    assert link.asked == [{"id": 7, "cmd": "hello"}]
    assert out.lines() == [{"re": 7, "ok": True, "n": 1}]
    feed(link, b'{"cmd": "state"}\n')
    assert out.lines()[1] == {"re": None, "ok": True, "n": 2}
    feed(link, b'{"id": 0, "cmd": "state"}\r')
    assert out.lines()[2] == {"re": 0, "ok": True, "n": 3}


def padded(length):
    """Return a request of a length in bytes."""
    head = b'{"id": 5, "cmd": "hello"'
    return head + b" " * (length - len(head) - 1) + b"}"


def test_a_request_has_512_bytes_at_most_and_a_longer_one_costs_only_itself():
    for length, served in ((511, 1), (512, 1), (513, 0), (600, 0), (5000, 0)):
        link, out, _ = made()
        feed(link, padded(length) + b"\n")
        assert len(link.asked) == served, length
        (answer,) = out.lines()
        if served:
            assert answer == {"re": 5, "ok": True, "n": 1}
        else:
            assert answer == {"re": None, "ok": False, "error": "request longer than 512 bytes"}
        feed(link, b'{"id": 6}\n')
        assert out.lines()[1]["re"] == 6 and len(link.asked) == served + 1


def test_what_is_no_request_is_answered_with_what_is_wrong_with_it():
    deep = b'{"id": 1, "a": ' + b"[" * 11 + b"]" * 11 + b"}"
    for line, number, words in (
        (b"hello", None, "not a JSON line"),
        (b'{"id": 1', None, "not a JSON line"),
        (b'{"id": 1, "cmd": "\xff\xfe"}', None, "not a JSON line"),
        (b"[1, 2]", None, "JSON object"),
        (b"7", None, "JSON object"),
        (b'{"id": [1]}', None, "id must be a whole number"),
        (b'{"id": "1"}', None, "id must be a whole number"),
        (b'{"id": 1.5}', None, "id must be a whole number"),
        (deep.replace(b"[[", b"[[[").replace(b"]]", b"]]]"), None, "12 brackets"),
        (b"{" * 13, None, "12 brackets"),
    ):
        link, out, _ = made()
        feed(link, line + b"\n")
        (answer,) = out.lines()
        assert answer["ok"] is False and answer["re"] == number, line
        assert words in answer["error"], (line, answer)
        assert not link.asked
    link, out, _ = made()
    feed(link, deep + b"\n")  # twelve of them
    assert out.lines()[0]["ok"] and len(link.asked) == 1


def test_a_request_that_cannot_be_served_says_why_and_no_exception_gets_past_the_link():
    for error, words in (
        (RequestError("a reason"), "a reason"),
        (ValueError("odd"), "bad request: ValueError"),
        (MemoryError(), "bad request: MemoryError"),
    ):

        def fails(request, error=error):
            raise error

        link, out, _ = made(fails)
        feed(link, b'{"id": 3, "cmd": "new"}\n')
        (answer,) = out.lines()
        assert answer["re"] == 3 and answer["ok"] is False
        assert answer["error"].startswith(words), answer


def test_an_answer_that_names_an_error_is_not_ok_and_others_are():
    link, out, _ = made(lambda request: {"error": "no"})
    feed(link, b'{"id": 3}\n')
    serve(link, lambda request: {})
    feed(link, b'{"id": 4}\n')
    assert out.lines() == [{"re": 3, "ok": False, "error": "no"}, {"re": 4, "ok": True}]


def test_bytes_are_taken_one_by_one_and_an_end_of_the_other_side_is_waited_out():
    link, out, _ = made()
    line = [bytes((byte,)) for byte in b'{"id": 3, "cmd": "x"}\n']
    asked = []
    slept = serve(
        link,
        lambda request: asked.append(request) or {"n": 1},
        [b""] + line[:9] + [b""] + line[9:],
    )
    assert asked == [{"id": 3, "cmd": "x"}]
    assert out.lines() == [{"re": 3, "ok": True, "n": 1}]
    assert len(slept) == 2 and min(slept) >= 100
