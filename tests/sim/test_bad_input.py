# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whatever goes wrong at the table has a visible, named reaction, and nothing is lost."""

import pytest
import stdio_program

from tavle.sim import prepare
from tavle.sim.cards import Card, record, uid_of, written
from tavle.sim.player import Players

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

    def refusal(self):
        """Return the reason of the one refusal among the events."""
        refused = self.take("refused")
        assert len(refused) == 1, refused
        assert refused[0]["text"]
        return refused[0]["reason"]

    def plays(self):
        """Prove that the game goes on: green moves 5."""
        line = self.good("state")["firmware"]
        self.take()
        self.does("nocard, wait 900, card 5 4, wait 800, lift green 20, wait 300, place green 25")
        self.does("wait 2500")
        accepted = self.take("accepted")
        assert [e["move"] for e in accepted] == ["g20>25"], (line, accepted)


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


def test_what_is_no_card_of_this_game_is_refused_and_the_game_goes_on(bench):
    lay, five = bench.session.world.lay, bench.session.world.box.card("5", 4)
    stranger = written("ntag213", uid_of(3, 2, 1), record(3, 2, 1))
    torn = bytearray(five.memory)
    torn[4 * 4 + 5 + 2 + 10 + 5] ^= 0x40  # a byte of the 12 in the record
    for put, reasons in (
        (lambda: bench.good("card", uid="04112233445566"), ("blank-tag",)),
        (lambda: bench.good("card", uid="a1b2c3d4"), ("blank-tag", "half-read", "unknown-tag")),
        (lambda: lay(Card("stranger", "", 0, "ntag213", stranger)), ("other-game",)),
        (lambda: lay(Card("torn", "", 0, five.chip, bytes(torn))), ("half-read", "unknown-tag")),
    ):
        put()
        bench.does("wait 1500")
        assert bench.refusal() in reasons
        assert bench.good("state")["phase"] == "deal"
        bench.does("nocard, wait 900")
    bench.does("card 5 1")
    bench.good("card", card="9", copy=1, keep=True, then_ms=2500)
    assert "two-cards" in {e["reason"] for e in bench.take("refused")}
    bench.plays()
    bench.does("nocard, wait 900, card 5 4, wait 1000")
    assert bench.refusal() == "already-played"


def test_reader_errors_delay_a_card_and_lose_nothing(bench):
    bench.good("noise", tag_errors=0.3)
    bench.does("card 9 1, wait 6000")
    cards = bench.take("card")
    assert [c["card"] for c in cards] in (["9"], []), cards
    bench.good("noise", tag_errors=0.0, then_ms=1000)
    bench.plays()


def _brim_full(files):
    """Return a flash image with these files and no free block left."""
    from littlefs import LittleFSError

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
        assert bench.good("state")["firmware"] == players.line
