# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle tags`, as a person sees it: writing, locking, the list of what is learnt."""

import io
import time

from dealer import SPEED, sticker, uid
from follower import table

from tavle import cli
from tavle.live import tags
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
