# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Doctor, learn, tags and play in one go, on one table wired in any order, as a new owner would."""

import io

import pytest
from follower import Follower, scrambled, table, wiring_of

from tavle import cli
from tavle.live import tags
from tavle.sim.cards import Card
from tavle.sim.chips.ntag import fresh_memory
from tavle.sim.player import Players
from tavle.sim.pty import PtyBridge

_UID = bytes.fromhex("04770102030405")


class Evening:
    """A table on a cable, and hands."""

    def __init__(self, session, bridge):
        self.session = session
        self.world = session.world
        self.bridge = bridge

    def tavle(self, *words):
        assert cli.run([*words, "--port", self.bridge.cable.port]) == 0, words
        assert self.bridge.failure is None

    def hands(self, action, ms=1500):
        """Do something at the table, let time pass, and return what the table said."""

        def act():
            self.session.events.clear()
            action()
            self.session.run_ms(ms)
            return list(self.session.events)

        return self.bridge.do(act)


@pytest.mark.long
def test_a_table_wired_anyhow_is_learnt_and_played(monkeypatch, capsys):
    monkeypatch.setattr(tags, "_ALIVE_S", 0.2)
    sticker = Card(_UID.hex(), "", 0, "ntag213", bytes(fresh_memory("ntag213", _UID)))
    with table("ludo-norsk") as session, PtyBridge(session, 30.0) as bridge:
        evening = Evening(session, bridge)
        world = session.world
        order = scrambled(world.spaces.n_bits, 11)
        person = bridge.do(lambda: Follower(session))  # takes every pawn off the board
        evening.hands(lambda: world.rewire(order))

        evening.tavle("doctor", "--quick")
        assert "nothing failed" in capsys.readouterr().out
        evening.hands(lambda: None, 3000)  # the table begins again after the doctor

        bridge.react = person.react
        evening.tavle("learn")
        bridge.react = None
        assert bridge.do(lambda: wiring_of(session))[0] == order

        def set_up():
            if person.spot is not None:  # learning has ended with the last pawn still standing
                person.take()
            for colour in world.spaces.colours:
                for slot in range(4):
                    world.place(colour, "h", slot)

        evening.hands(set_up, 12_000)
        assert bridge.do(lambda: session.request("state"))["phase"] == "card"
        capsys.readouterr()

        passed = [0]  # hundredths of a second

        def lays():
            """Lay the sticker, and again where it lay there too early."""
            passed[0] += 1
            if passed[0] % 300 == 60:
                world.lay(sticker)
            elif passed[0] % 300 == 0:
                world.take_cards()

        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        bridge.react = lays
        evening.tavle("tags", "--card", "6")
        bridge.react = None
        assert "1 of 1 cards are ready" in capsys.readouterr().out

        # The plug is pulled with the new sticker on the slot. What was written stays written: the
        # sticker opens the game, and the button takes the card back.
        evening.hands(lambda: session.power(False))
        evening.hands(lambda: session.power(True), 4000)
        evening.hands(world.take_cards)
        told = evening.hands(lambda: world.lay(sticker))
        assert [event["card"] for event in told if event["event"] == "card"] == ["6"]
        evening.hands(world.take_cards)
        evening.hands(lambda: world.press("table", True), 2500)
        evening.hands(lambda: world.press("table", False), 2500)

        players = bridge.do(lambda: Players(session, 5))
        bridge.do(lambda: list(players.play(6)))
        assert players.turns >= 6  # each was compared with the rules
        evening.tavle("watch", "--lines", "--seconds", "0.3")
        evening.tavle("log")
        said = capsys.readouterr().out
        assert "ludo-norsk" in said and "being played" in said
        assert session.target.complaints == []
