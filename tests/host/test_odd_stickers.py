# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Odd stickers at the simulated table: numbers that change, no format, a card's record before a long text."""

import io

import pytest
from dealer import SPEED, desk, sticker, uid
from follower import table

from tavle import cli
from tavle.live import tags
from tavle.paths import add_firmware
from tavle.sim import prepare
from tavle.sim.cards import Card, record
from tavle.sim.pty import PtyBridge

add_firmware()
from store.tagtable import TagTable  # noqa: E402

PHONE = Card("08a1b2c3", "", 0, "uid4", bytes.fromhex("08a1b2c3"))
SAID = "its number is another one each time"


@pytest.mark.parametrize("learn", [False, True])
def test_a_number_that_is_another_one_each_time_is_no_card(monkeypatch, learn):
    with desk(monkeypatch, [PHONE, sticker(1)], tags.Handling(learn=learn)) as (clerk, dealer, *_):
        assert clerk.prepare([(3, 1)])
        assert len(dealer.said(SAID)) == 1 and PHONE.key in dealer.said(SAID)[0]
        assert clerk.deck.stickers[(3, 1)] == [uid(1).hex()]


def test_the_table_itself_refuses_to_learn_it():
    with table() as session:
        session.request("tags.start")
        said = session.request("tags.learn", uid=PHONE.key, kind=3, copy=1)
        assert not said["ok"] and "another one each time" in said["error"]
        assert session.request("tags.learn", uid="08a1b2c3d4e5f6", kind=3, copy=1)["ok"], (
            "7 bytes are fixed"
        )


def test_check_names_it(monkeypatch):
    with desk(monkeypatch, [PHONE, sticker(1, message=record(1, 3, 1))]) as (clerk, dealer, *_):
        dealer.again = False
        dealer.heed = lambda line: dealer.next() if line.startswith("  ") else None
        clerk.check()
        assert dealer.said(SAID) and clerk.deck.strangers == {PHONE.key: "random number"}
        assert f"stranger: {PHONE.key}: random number" in clerk.deck.report()


def test_list_names_one_that_was_learnt_before(monkeypatch, capsys, tmp_path):
    with table() as session:
        files = prepare.files_of(session.target.read_flash())
        learnt = TagTable(str(tmp_path / "tags.bin"))
        learnt.learn(bytes.fromhex(PHONE.key), 1, 3, 1)
        learnt.save()
        session.power(False)
        files["tags.bin"] = (tmp_path / "tags.bin").read_bytes()
        session.target.write_flash(prepare.image(files))
        session.power(True)
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        with PtyBridge(session, SPEED) as bridge:
            assert cli.run(["tags", "--list", "--port", bridge.cable.port]) == 0
    assert f"{PHONE.key} is another number each time" in capsys.readouterr().out


@pytest.mark.parametrize("chip", ["ntag213", "ntag215", "ntag216"])
def test_a_blank_sticker_without_a_format_gets_one(monkeypatch, chip):
    bare = sticker(1, chip)
    memory = bytearray(bare.memory)
    memory[12:24] = bytes(12)
    bare = Card(bare.key, "", 0, chip, bytes(memory))
    with desk(monkeypatch, [bare]) as (clerk, dealer, session, bridge, _):
        assert clerk.prepare([(3, 1)])
        assert dealer.said("written and read back")
        # It is what a delivered one would be with the same card on it.
        written = bytes.fromhex(bridge.do(session.target.stickers)[bare.key])
        assert written == sticker(1, chip, message=record(1, 3, 1)).memory


def test_a_record_that_is_first_in_a_long_message_is_read(monkeypatch):
    first = record(1, 3, 1)
    first = bytes((first[0] & ~0x40,)) + first[1:]  # another record follows
    text = b"\x44" + bytes((7,)) + (300).to_bytes(4, "big") + b"x.org:a" + bytes(300)
    with desk(monkeypatch, [sticker(1, "ntag216", message=first + text)]) as (clerk, dealer, *_):
        assert clerk.prepare([(3, 1)])
        assert dealer.said("already: fine") and dealer.asked == []
