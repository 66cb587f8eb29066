# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle tags`, as a person sees it: writing, locking, the list of what is learnt."""

import contextlib
import io
import time
from types import SimpleNamespace

import pytest
from dealer import SPEED, sticker, uid
from follower import table

from tavle import cli
from tavle.live import tags
from tavle.live.keys import Keys
from tavle.sim.pty import PtyBridge


def run(session, *args, stdin="", monkeypatch=None):
    monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
    with PtyBridge(session, SPEED) as bridge:
        return cli.run(["tags", *args, "--port", bridge.cable.port])


def test_locking_needs_a_second_confirmation(monkeypatch, capsys):
    with table() as session:
        assert run(session, "--lock", monkeypatch=monkeypatch) == 1
        assert "nobody is there to confirm" in capsys.readouterr().err
    assert run_terminal(monkeypatch, "no\n") == 1
    said = capsys.readouterr()
    assert said.err == "tavle: nothing was locked: it was not confirmed; run it without --lock\n"


def run_terminal(monkeypatch, text):
    stdin = io.StringIO(text)
    stdin.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", stdin)
    return cli.run(["tags", "--lock", "--port", "/dev/nobody"])


def test_the_command_writes_what_is_laid(monkeypatch, capsys):
    monkeypatch.setattr(tags, "_ALIVE_S", 0.2)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with table("ludo-norsk") as session:
        session.run_ms(500)
        bridge = PtyBridge(session, SPEED)
        began = time.monotonic()

        def react():
            if not session.world.slot and time.monotonic() - began > 0.4:
                session.world.lay(sticker(9))

        bridge.react = react
        with bridge:
            assert cli.run(["tags", "--card", "6", "--port", bridge.cable.port]) == 0
        said = capsys.readouterr().out
        assert "lay 6/1 on the slot" in said and "1 of 1 cards are ready" in said


def test_the_list_of_learnt_stickers(monkeypatch, capsys):
    with table() as session:
        session.request("tags.start")
        for copy in range(1, 5):
            session.request("tags.learn", uid=uid(copy).hex(), kind=3, copy=copy)
        session.request("tags.stop")
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        with PtyBridge(session, SPEED) as bridge:
            assert cli.run(["tags", "--list", "--port", bridge.cable.port]) == 0
            assert cli.run(["tags", "--forget", "zz", "--port", bridge.cable.port]) == 1
        said, err = capsys.readouterr()
        assert said.count(uid(1).hex()[:4]) == 4 and "4 cards of this game, 0 of others" in said
        assert "uid must be 4 to 10 bytes in hex" in err and err.count("\n") == 1


class Clerk:
    """Stands for the one who sees to the stickers: notes what it is asked for."""

    did: list
    agreed = None

    def __init__(self, link, say, typed, confirm, handling):
        self.confirm = confirm
        self.deck = SimpleNamespace(
            wanted=[(0, 1)], stickers={(0, 1): ["04"]}, locked=set(), report=lambda: ["a line"], good=True
        )  # fmt: skip
        Clerk.did = []

    def check(self):
        Clerk.did.append("check")

    def prepare(self, wanted):
        Clerk.did.append(wanted)
        Clerk.agreed = self.confirm("  Write it?")

    def stop(self):
        Clerk.did.append("stop")


@pytest.mark.parametrize("there", [True, False])
def test_who_sits_at_the_terminal_is_told_how_to_leave_a_card_out(monkeypatch, capsys, there):
    monkeypatch.setattr(
        "tavle.device.link.open_table", lambda port: contextlib.nullcontext("link")
    )
    monkeypatch.setattr(tags, "Clerk", Clerk)
    stdin = io.StringIO("")
    stdin.isatty = lambda: there
    monkeypatch.setattr("sys.stdin", stdin)
    hint = "Enter leaves a card out, q Enter stops; done ones are kept."
    asked = "  Write it? y/n, then Enter: "  # of nobody, when nobody is there
    for typed, yes in (("y", True), ("ja", True), ("n", False), ("", False)):
        monkeypatch.setattr(Keys, "ask", lambda self, typed=typed: typed)
        assert cli.run(["tags", "--port", "/dev/table"]) == 0
        last = f"{asked * there}1 of 1 cards are ready"
        assert capsys.readouterr().out.splitlines() == [*[hint] * there, last]
        assert Clerk.did == [[(0, 1)], "stop"] and Clerk.agreed is (yes and there)
    assert cli.run(["tags", "--check", "--port", "/dev/table"]) == 0
    assert capsys.readouterr().out.splitlines() == ["a line", "every card is there, once"]
    assert Clerk.did == ["check", "stop"]
