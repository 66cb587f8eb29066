# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a device at its prompt answers, wrong answers too, and how its files are written and compared."""

import binascii
import hashlib
import json
import os
import re
from types import SimpleNamespace

import pytest
from flash_bench import NEW, OLD, OWN, board_of, device_of, run, started
from test_link import Table
from test_strange_answers import RIGHT

from tavle.device import base, flash, link, plan, repl
from tavle.device.base import Device, DeviceError, Entry, FlashFull, Raised
from tavle.errors import TavleError


class Prompt(Device):
    """Answers each piece of code with the next of some texts."""

    port = "COM5"

    def __init__(self, *answers):
        self.answers = list(answers)
        self.codes = []

    def run(self, code, timeout_s=10.0):
        self.codes.append(code)
        return self.answers.pop(0) if self.answers else ""

    def close(self):
        pass

    enter = restart = bootloader = link = None


Prompt.__abstractmethods__ = frozenset()


@pytest.mark.parametrize(
    ("answer", "data"),
    [("file\r\n", b""), ("file\r\n0102\r\nff\r\n", b"\x01\x02\xff"), ("2\r\n", None)],
)
def test_a_file_is_read_whole_or_is_not_there(answer, data):
    assert Prompt(answer).read("/a") == data


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("5\r\n", "flash error 5"),
        ("", "flash error"),
        ("2\r\n2\r\n", "flash error 2 2"),
        ("file\r\n0g\r\n", "'0g'"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(answer, why):
    with pytest.raises(DeviceError, match=why) as failure:
        Prompt(answer).read("/a")
    assert failure.value.what.startswith("cannot read ") or "'0g'" in why
    assert failure.value.next_step


@pytest.mark.parametrize(
    "line", ["x", "[]", '["/a", 1]', '["/a", "1", ""]', '["/a", true, ""]', "{}", "[" * 9999]
)
def test_a_list_of_files_that_is_none_is_told(line):
    with pytest.raises(DeviceError, match="COM5 answers nonsense"):
        Prompt('["/b", 3, ""]\r\n' + line).tree(())


def test_a_list_of_files():
    found = Prompt('["/a", -1, ""]\r\n["/a/b", 3, "ff"]\r\n').tree(("a",))
    assert found == {"/a": Entry(-1, ""), "/a/b": Entry(3, "ff")}


@pytest.mark.parametrize(
    "size", [0, 1, base.CHUNK - 1, base.CHUNK, base.CHUNK + 1, 3 * base.CHUNK]
)
def test_a_file_is_sent_in_pieces_opened_once_and_closed_once(size):
    data = bytes(n % 251 for n in range(size))
    prompt, told = Prompt(), []
    prompt.write("/a", data, told.append)
    codes = prompt.codes
    assert len(codes) == max(1, -(-size // base.CHUNK)) and sum(told) == size
    assert [code.count("open(") for code in codes] == [1] + [0] * (len(codes) - 1)
    assert [code.count("close()") for code in codes] == [0] * (len(codes) - 1) + [1]
    sent = [binascii.a2b_base64(re.search(r"_d\('(.*)'\)", code)[1]) for code in codes]
    assert b"".join(sent) == data and told == [len(piece) for piece in sent]
    assert max(map(len, codes)) < 2300  # any Pico can compile that


def test_an_exception_on_the_device_says_its_last_line():
    raised = Raised("what", "Traceback\r\n  File\r\nValueError: no\r\n")
    assert raised.why == "ValueError: no" and raised.trace.startswith("Traceback")
    assert Raised("what", " \r\n").why == "no traceback"


def transport(said=(b"", b""), fails=None):
    """Return a device whose prompt answers this."""
    device = device_of(board_of(OLD))

    def exec_raw(code, timeout):
        if fails is not None:
            raise fails
        return said

    device._transport = SimpleNamespace(
        exec_raw=exec_raw, serial=SimpleNamespace(limit=lambda *_: None)
    )
    return device


@pytest.mark.parametrize(
    ("said", "error", "text"),
    [
        ((b"", b"Traceback\r\nOSError: 28\r\n"), FlashFull, "no room left"),
        ((b"", b"OSError: [Errno 28] ENOSPC\r\n"), FlashFull, "no room left"),
        ((b"", b"Traceback\r\nOSError: 5\r\n"), Raised, "OSError: 5"),
        ((b"", b"  \r\n"), Raised, "no traceback"),
    ],
)
def test_what_went_wrong_on_the_device(said, error, text):
    with pytest.raises(error, match=text):
        transport(said).run("x")


def test_a_broken_cable_and_nonsense_are_two_things():
    with pytest.raises(base.DeviceLost, match=r"lost .* while talking to it"):
        transport(fails=OSError(5, "gone")).run("x")
    with pytest.raises(DeviceError, match="answers nonsense: 'could not'") as failure:
        transport(fails=repl.TransportError("could not")).run("x")
    assert not isinstance(failure.value, base.DeviceLost)
    assert transport((b"a\xff\r\n", b"")).run("x") == "a\ufffd\r\n"


# -- an end to everything -----------------------------------------------------------------------


@pytest.mark.parametrize(("size", "reads"), [(0, 0), (1, 1), (12, 3), (13, 4)])
def test_a_wire_ends_after_so_many_bytes(size, reads):
    wire = SimpleNamespace(read=lambda size: b"x" * size, in_waiting=7)
    bounded = repl._Bounded(wire)
    assert bounded.in_waiting == 7
    bounded.limit(60, size)
    for _ in range(reads):
        assert bounded.read(4) == b"xxxx"
    with pytest.raises(repl.TransportError, match="without an end"):
        bounded.read(4)


@pytest.mark.parametrize(("passed_s", "ends"), [(0, False), (1.9, False), (2.1, True)])
def test_a_wire_ends_after_so_much_time(monkeypatch, passed_s, ends):
    now = [100.0]
    monkeypatch.setattr(repl, "time", SimpleNamespace(monotonic=lambda: now[0]))
    bounded = repl._Bounded(SimpleNamespace(read=lambda size: b"x"))
    with pytest.raises(repl.TransportError):
        bounded.read()  # nothing is allowed yet
    bounded.limit(2.0)
    now[0] += passed_s
    if ends:
        with pytest.raises(repl.TransportError):
            bounded.read()
    else:
        assert bounded.read() == b"x"


# -- after a restart ----------------------------------------------------------------------------


def test_over_a_socket_the_link_takes_the_wire_that_is_open():
    device = device_of(board_of(OLD))
    device.port = "socket://localhost:1"
    device._wire = Table(answer={"ok": True, **RIGHT["hello"]})
    found = device.link(3.0)
    assert device._wire.heard and found.port == "socket://localhost:1"


def test_a_port_is_closed_and_looked_for_again_under_its_new_name(monkeypatch):
    device = device_of(board_of(OLD))
    wire, asked = device._wire, []

    def back(port, serial, seconds, opener):
        asked.append((port, seconds))
        assert wire.dead
        return SimpleNamespace(port="/dev/other")

    monkeypatch.setattr(repl.reconnect, "link", back)
    assert device.link(7.0).port == device.port == "/dev/other"
    assert asked == [(os.devnull, 7.0)]


def test_only_one_kind_of_events_is_kept():
    talk = link.TableLink(
        Table(
            b'{"event": "ready"}\n{"event": "switch", "wire": 1, "closed": true, "flaky": false}\n'
        ),
        "x",
    )
    talk.request("hello")
    talk.keep_only("switch")
    assert [event["event"] for event in talk.events] == ["switch"]
    assert talk.events.maxlen == 10_000


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('{"event": "button", "button": 2}', "event"),
        ('{"event": "button", "button": "2"}', "noise"),
        ('{"event": "button"}', "noise"),
        ('{"event": "new-one", "x": [1]}', "event"),
        ('{"event": 5}', ""),
        ('{"re": "x", "ok": true}', ""),
        ('{"re": null}', ""),
        ("[1]", "noise"),
    ],
)
def test_what_becomes_of_a_line(line, kept):
    talk = link.TableLink(Table(), "x")
    talk._take(line)
    assert (len(talk.events), len(talk.noise)) == (kept == "event", kept == "noise")
    assert talk._answers == {}


@pytest.mark.parametrize(("size", "left"), [(65536, 65536), (65537, 0)])
def test_a_line_without_an_end_is_let_go(size, left):
    talk = link.TableLink(Table(), "x")
    talk._wire._out = bytearray(b"x" * size)
    talk._listen(0.0)
    assert len(talk._text) == left


# -- flashing -----------------------------------------------------------------------------------


def entry(data):
    return Entry(len(data), hashlib.sha256(data).hexdigest())


def folder(size=-1):
    return Entry(size, "")


FILES = {"/main.py": b"m", "/app/run.mpy": b"r", "/app/deep/x.mpy": b"x"}


def tree(*left_out, **more):
    """Return what a device holds that has `FILES`."""
    whole = {
        "/app": folder(),
        "/app/deep": folder(),
        **{path: entry(data) for path, data in FILES.items()},
    }
    return {path: one for path, one in whole.items() if path not in left_out} | more


@pytest.mark.parametrize(
    ("held", "send", "remove", "folders", "empty"),
    [
        (tree(), [], [], [], []),
        ({}, sorted(FILES), [], ["/app", "/app/deep"], []),
        (tree("/app/deep", "/app/deep/x.mpy"), ["/app/deep/x.mpy"], [], ["/app/deep"], []),
        (tree(**{"/app/run.mpy": entry(b"other")}), ["/app/run.mpy"], [], [], []),
        (tree(**{"/main.py": entry(b"other")}), ["/main.py"], [], [], []),
        (
            tree(**{"/app/old.mpy": entry(b"o"), "/app/own.txt": entry(b"o")}),
            [],
            ["/app/old.mpy"],
            [],
            [],
        ),
        (tree(**{"/app/run.py": entry(b"o")}), [], ["/app/run.py"], [], []),
        (tree(**{"/mine/a.mpy": entry(b"o"), "/b.py": entry(b"o")}), [], [], [], []),
        (tree(**{"/app/a": folder(), "/app/a/b": folder()}), [], [], [], ["/app/a/b", "/app/a"]),
        (tree(**{"/lib": folder(-2)}), [], [], [], []),
    ],
)
def test_what_is_to_be_done_follows_from_what_is_there(held, send, remove, folders, empty):
    found = plan.make(FILES, ("app",), held)
    assert (sorted(found.send), found.remove, found.folders, found.empty) == (
        send,
        remove,
        folders,
        empty,
    )
    assert found.same == len(FILES) - len(send)
    assert found.nothing == (not send and not remove)
    assert found.foreign_main == ("/main.py" in send and "/main.py" in held)


def test_what_a_broken_run_has_left_is_used_or_is_clutter():
    name = plan.staged_name("/app/run.mpy", b"r")
    half = plan.staged_name("/main.py", b"m")
    held = tree(
        "/main.py", "/app/run.mpy",
        **{f"/new/{name}": entry(b"r"), f"/new/{half}": entry(b"half"), "/new/x": entry(b"x"), "/new": folder()},
    )  # fmt: skip
    found = plan.make(FILES, ("app",), held)
    assert found.staged == {name} and set(found.waiting) == {"/main.py"}
    assert found.clutter == sorted([f"/new/{half}", "/new/x"])


@pytest.mark.parametrize(
    ("sizes", "room"), [((), 8192), ((1,), 12288), ((4096,), 12288), ((4097, 1), 20480)]
)
def test_room_is_counted_in_blocks(sizes, room):
    assert plan.Plan(send={f"/{n}": bytes(size) for n, size in enumerate(sizes)}).room == room


@pytest.mark.parametrize("shadow", ["/json.py", "/json.mpy", "/json", "/asyncio.py"])
def test_what_hides_a_module_of_micropython_is_told(shadow):
    (note,) = plan.make(FILES, ("app",), tree(**{shadow: entry(b"x")})).notes
    assert note.startswith(shadow + " on the device hides")


def test_a_device_that_differs_after_all_was_moved_is_told():
    board = board_of(OLD)
    device = device_of(board)
    device.enter()
    firmware = flash.Firmware(NEW, OWN)
    todo = flash.look(device, firmware)
    real, moved = device.tree, []

    def spoilt(own):
        found = real(own)
        if own != (plan.STAGE[1:],) and "/app/run.mpy" in found:
            found["/app/run.mpy"] = entry(b"worn")
        return found

    device.tree = spoilt
    told = SimpleNamespace(
        step=moved.append, total=lambda size: moved.append(size), sent=lambda size: None
    )
    with pytest.raises(DeviceError) as failure:
        flash.apply(device, firmware, todo, device.facts(), told)
    assert failure.value.what == f"{device.port} does not hold what was written"
    assert failure.value.why == "/app/run.mpy differs after writing"
    assert "worn out" in failure.value.next_step
    assert moved.count("verify") == 2 and sum(map(len, todo.waiting.values())) in moved


def test_an_update_that_waits_to_be_moved_is_finished_before_anything_is_compared():
    board = board_of(OLD)
    board.disk.cut_at = None
    run(board)
    total = board.disk.operations
    for cut in range(total):
        board = board_of(OLD)
        board.disk.cut_at = cut
        with pytest.raises(TavleError):
            run(board, patience_s=0.01)
        if "/new/commit" in board.disk.files:
            break
    assert "/new/commit" in board.disk.files
    # It is at the prompt and has not booted since: the tool makes the moves.
    board.disk.cut_at = None
    board.off = board.running = False
    board.soft_reset()
    _, todo = run(board)
    assert todo.nothing and started(board) == "new"


def test_what_is_told_while_a_firmware_is_sent():
    board, steps, total, sent = board_of(OLD), [], [], []
    told = SimpleNamespace(step=steps.append, total=total.append, sent=sent.append)
    _, todo = run(board, told=told)
    assert steps == ["compile", "compare", "send", "verify", "move into place", "verify"]
    assert total == [sum(sent)] == [sum(map(len, todo.waiting.values()))]
    steps.clear()
    run(board, told=told)
    assert steps == ["compile", "compare"]


def test_facts_are_asked_of_the_device():
    facts = {"name": "micropython", "version": [1, 26, 1], "mpy": 6, "machine": "Pico", "free": 3}
    facts |= {"size": 4, "more": 1}
    found = Prompt(json.dumps(facts)).facts()
    assert found == base.Facts("micropython", (1, 26, 1), 6, "Pico", 3, 4)
    assert found.version_text == "1.26.1"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "it is silent"),
        ("boot\r\nhello there\r\n", "it says 'hello there'"),
        (">>> \r\n", "at MicroPython's prompt"),
        ("OSError: 5\r\nmore\r\nValueError: wire\r\n>>> x Error\r\n", "prompt (ValueError: wire)"),
        ("some text\r\n>>> \r\n", "the device is at MicroPython's prompt"),
    ],
)
def test_what_a_device_says_instead_of_an_answer(said, why):
    talk = link.TableLink(Table(said.encode(), silent=True), "COM5")
    with pytest.raises(link.NoAnswer) as failure:
        talk.request("state", 0.05)
    assert why in failure.value.why and failure.value.next_step
    assert failure.value.why.endswith(")") == ("(ValueError" in why)


def test_room_and_free_space_are_told_in_kilobytes():
    board = board_of(OLD, blocks=17)
    with pytest.raises(FlashFull) as failure:
        run(board)
    device = device_of(board)
    device.enter()
    facts = device.facts()
    todo = flash.look(device, flash.Firmware(NEW, OWN))
    assert (
        failure.value.why == f"{todo.room // 1024} KB are needed, {facts.free // 1024} KB are free"
    )
