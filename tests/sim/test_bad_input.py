# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whatever goes wrong at the table has a visible, named reaction, and nothing is lost."""

import json

import pytest
import stdio_program

from tavle.paths import add_firmware

add_firmware()

_MIDGAME = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


class Bench(stdio_program.Bench):
    """A table under test, in the middle of a game, and the events that were not taken yet."""

    def __init__(self):
        super().__init__(_MIDGAME, seed=5)
        self.take()

    def take(self, name=""):
        """Return and forget the events (of one name)."""
        events = self.named(name) if name else list(self.events)
        self.events.clear()
        return events

    def state(self):
        return self.good("state")

    def refusal(self):
        """Return the reason of the one refusal among the events."""
        refused = self.take("refused")
        assert len(refused) == 1, refused
        assert refused[0]["text"]
        return refused[0]["reason"]

    def plays(self):
        """Prove that the game goes on: green moves 5."""
        line = self.state()["firmware"]
        self.take()
        self.does("nocard, wait 900, card 5 4, wait 800, lift green 20, wait 300, place green 25")
        self.does("wait 2500")
        accepted = self.take("accepted")
        assert [e["move"] for e in accepted] == ["g20>25"], (line, accepted)


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


def _lit(bench, name):
    return bench.good("leds")["leds"].get(name)


def test_a_blank_sticker_is_refused(bench):
    bench.good("card", uid="04112233445566", then_ms=1500)
    assert bench.refusal() == "blank-tag"
    assert bench.state()["phase"] == "deal"
    bench.plays()


def test_a_card_of_another_game_is_refused(bench):
    from tavle.sim.cards import Card, record, uid_of, written

    memory = written("ntag213", uid_of(3, 2, 1), record(3, 2, 1))
    bench.session.world.lay(Card("stranger", "", 0, "ntag213", memory))
    bench.does("wait 1500")
    assert bench.refusal() == "other-game"
    bench.plays()


def test_an_access_badge_is_no_card(bench):
    bench.good("card", uid="a1b2c3d4", then_ms=1500)
    assert bench.refusal() in ("blank-tag", "half-read", "unknown-tag")
    bench.plays()


def test_a_damaged_record_is_refused_and_kept(bench):
    card = bench.session.world.box.card("5", 4)
    memory = bytearray(card.memory)
    memory[4 * 4 + 5 + 2 + 10 + 5] ^= 0x40  # a byte of the 12 in the record
    from tavle.sim.cards import Card

    bench.session.world.lay(Card("torn", "", 0, card.chip, bytes(memory)))
    bench.does("wait 1500")
    assert bench.refusal() in ("half-read", "unknown-tag")
    bench.plays()


def test_two_cards_at_once_are_refused(bench):
    bench.good("card", card="5", copy=1)
    bench.good("card", card="9", copy=1, keep=True, then_ms=2500)
    refused = {e["reason"] for e in bench.take("refused")}
    assert "two-cards" in refused
    bench.plays()


def test_reader_errors_delay_a_card_and_lose_nothing(bench):
    bench.good("noise", tag_errors=0.3)
    bench.does("card 9 1, wait 6000")
    cards = bench.take("card")
    assert [c["card"] for c in cards] in (["9"], []), cards
    bench.good("noise", tag_errors=0.0, then_ms=1000)
    bench.plays()


def test_an_unplugged_reader_is_a_named_fault_and_comes_back(bench):
    bench.good("noise", unplug="reader", then_ms=6000)
    faults = bench.take("fault")
    assert faults and faults[0]["part"] == "reader" and faults[0]["text"]
    assert _lit(bench, "green:seat") is not None
    bench.good("noise", unplug=None, then_ms=6000)
    bench.plays()


def test_a_missing_chip_is_a_fault_and_the_game_waits(bench):
    bench.good("noise", chip_missing=4, then_ms=1500)
    faults = bench.take("fault")
    assert faults and faults[0]["part"] == "chain" and "chip" in faults[0]["text"]
    assert bench.state()["phase"] == "fault"
    bench.good("noise", chip_missing=None, then_ms=1500)
    assert bench.state()["phase"] == "deal"
    bench.plays()


def test_a_stuck_switch_is_guided_and_the_referee_overrules_it(bench):
    bench.good("noise", stuck={"50": 1}, then_ms=9000)
    guides = bench.take("guide")
    assert guides and any(token.endswith(":50") for token in guides[-1]["extra"]), guides
    assert bench.state()["phase"] == "guide"
    bench.does("press table 2500, wait 500")
    assert bench.state()["phase"] == "deal"
    bench.plays()


def test_a_card_seen_twice_is_refused(bench):
    bench.plays()
    bench.does("nocard, wait 900, card 5 4, wait 1000")
    assert bench.refusal() == "already-played"


def test_garbage_on_usb_is_answered_and_forgotten(bench):
    target = bench.session.target
    for text in (
        "\x00\xff{{{\n",
        "\xe2",
        "\n",
        "[1,2]\n",
        '{"id":1,"cmd":"nothing"}\n',
        "x" * 5000 + "\n",
        '{"id":1,',
    ):
        target.send(text.encode("latin-1"))
        bench.does("wait 50")
    assert not bench.take("fault")
    bench.session.noise.clear()
    assert bench.state()["phase"] == "deal"
    bench.plays()


@pytest.mark.parametrize("name", ["config.json", "tags.bin", "wiring.bin"])
def test_a_corrupt_file_is_reported_and_play_goes_on(name):
    from tavle.sim import prepare

    with Bench() as bench:
        session = bench.session
        bench.good("power", on=False)
        files = prepare.files_of(session.target.read_flash())
        files[name] = b"\xa5garbage\x00" * 9
        session.target.write_flash(prepare.image(files))
        bench.does("power on, wait 2000")
        faults = bench.take("fault")
        assert faults and faults[0]["part"] == "store", faults
        assert json.dumps(faults[0]["text"])
        assert bench.state()["firmware"] == _MIDGAME
        bench.plays()


def test_a_corrupt_journal_is_set_aside_and_a_new_game_is_set_up():
    from tavle.sim import prepare

    with Bench() as bench:
        session = bench.session
        bench.good("power", on=False)
        files = prepare.files_of(session.target.read_flash())
        journals = {n: b"\x00" * len(d) for n, d in files.items() if n.endswith((".new", ".seg"))}
        assert journals
        session.target.write_flash(prepare.image({**files, **journals}))
        bench.does("power on, wait 3000")
        faults = bench.take("fault")
        assert faults and any("damaged" in fault["text"] for fault in faults), faults
        assert bench.state()["phase"] in ("setup", "guide")


def _brim_full(files):
    """Return a flash image with these files and no free block left."""
    from littlefs import LittleFSError

    from tavle.sim import prepare

    files = dict(files)
    size, number = 1 << 20, 0
    while size >= 2048:
        number += 1
        try:
            image = prepare.image({**files, f"song{number}": bytes(size)})
        except LittleFSError:
            size //= 2
        else:
            files[f"song{number}"] = bytes(size)
    return image


def test_a_full_flash_is_reported_and_play_goes_on():
    from tavle.sim import prepare
    from tavle.sim.player import Players

    with Bench() as bench:
        session = bench.session
        bench.good("power", on=False)
        files = prepare.files_of(session.target.read_flash())
        session.target.write_flash(_brim_full(files))
        bench.does("power on, wait 2000")
        players = Players(session, 5)
        for _ in players.play(10):
            pass
        faults = [e for e in players.events if e["event"] == "fault"]
        assert faults and all(e["part"] == "flash" and e["text"] for e in faults), faults
        assert bench.state()["firmware"] == players.line
