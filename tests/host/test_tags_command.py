# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle tags`, as a person sees it: writing, locking, the list of what is learnt."""

import io
import queue
import time

import pytest
from dealer import SPEED, sticker, uid
from follower import table

from tavle import cli
from tavle.live import tags
from tavle.sim.pty import PtyBridge


def test_locking_needs_a_second_confirmation(monkeypatch, capsys):
    stdin = io.StringIO("no\n")
    monkeypatch.setattr("sys.stdin", stdin)
    for there, why in (
        (False, "nobody is there to confirm it; run it in a terminal"),
        (True, "it was not confirmed; run it without --lock"),
    ):
        stdin.isatty = lambda there=there: there
        assert cli.run(["tags", "--lock", "--port", "/dev/nobody"]) == 1
        assert capsys.readouterr().err == f"tavle: nothing was locked: {why}\n"


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


class Terminal:
    """A terminal at which somebody types; an empty line that is no line ends it."""

    def __init__(self):
        self.typed = queue.SimpleQueue()

    def isatty(self):
        return True

    def __iter__(self):
        return iter(self.typed.get, "")


class Hands:
    """Lay one sticker after the other on the slot, then type `q`."""

    def __init__(self, session, numbers):
        self.session = session
        self.numbers = list(numbers)
        self.due_ms = session.now_ms + 1000
        self.terminal = Terminal()

    def react(self):
        if self.session.now_ms < self.due_ms:
            return
        self.due_ms += 3000
        self.session.world.take_cards()
        if self.numbers:
            self.session.world.lay(sticker(self.numbers.pop(0)))
        else:
            self.terminal.typed.put("q\n")


@pytest.mark.long
def test_a_deck_that_was_interrupted_continues_where_it_stopped(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(tags, "_ALIVE_S", 0.2)
    for numbers, words in (
        ((1, 2), ("lay card 1, copy 1 on", "2 of 6 cards are ready", "not done: card 3, copy 1; card 4")),
        ((1, 3, 4, 5, 6), ("2 of 6 are done already", "that is card 1, copy 1, done already", "6 of 6 cards")),
        ((), ("lay card 1, copy 1 on", "0 of 6 cards are ready")),
    ):  # fmt: skip
        with table("ludo-norsk") as session:
            session.run_ms(500)
            hands = Hands(session, numbers)
            monkeypatch.setattr("sys.stdin", hands.terminal)
            with PtyBridge(session, SPEED, hands.react) as bridge:
                port = bridge.cable.port
                done = cli.run(["tags", "--port", port]) == 0
        said = capsys.readouterr().out
        assert done is ("6 of 6" in said)
        assert "Enter leaves a card out, q Enter stops; done ones are kept." in said
        for one in words:
            assert one in said, said
        assert (f"`tavle tags --port {port}` continues" in said) is ("6 of 6" not in said)


@pytest.mark.parametrize("command", [["tags", "--check"], ["learn"]])
def test_without_a_terminal_nobody_is_waited_for_for_ever(monkeypatch, capsys, command):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with table() as session, PtyBridge(session, SPEED) as bridge:
        words = [*command, "--patience", "0.5", "--port", bridge.cable.port]
        assert cli.run(words) == 1
        end = time.monotonic() + 30  # it may be restarting
        while bridge.do(lambda: session.request("state")).get("mode") != "":
            assert time.monotonic() < end
    assert "nobody seems to be there: nothing has happened" in capsys.readouterr().err
