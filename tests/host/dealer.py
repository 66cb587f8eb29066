# SPDX-License-Identifier: Apache-2.0
"""Stickers of every kind, and somebody who lays them on the slot of a simulated table."""

import contextlib
import time

from follower import table

from tavle.device.link import open_link
from tavle.live import tags
from tavle.sim.cards import Card, written
from tavle.sim.chips.ntag import fresh_memory
from tavle.sim.pty import PtyBridge

SPEED = 20.0


def uid(number):
    return bytes((0x04, 0x77, number, 1, 2, 3, 4))


def sticker(number, chip="ntag213", message=b"", locked=False):
    memory = bytearray(
        written(chip, uid(number), message) if message else fresh_memory(chip, uid(number))
    )
    if locked:
        memory[10:12] = b"\xff\xff"
        memory[15] = 0x0F
    return Card(uid(number).hex(), "", 0, chip, bytes(memory))


def foreign(number):
    return sticker(number, "ntag215", bytes.fromhex("d101085402656e68656c6c6f")[:12])


def good(line):
    return line.endswith(("fine", "read back", ": learnt", "left out"))


class Dealer:
    """Lays stickers on the slot as the lines ask for cards, and remembers the lines."""

    def __init__(self, session, bridge, stickers):
        self.world = session.world
        self.bridge = bridge
        self.stickers = list(stickers)
        self.lines = []
        self.answers = []
        self.asked = []
        self.typed = []
        self.end = time.monotonic() + 600
        self.again = True  # lay another sticker after one that was not taken
        self.heed = None  # called with every line

    def say(self, line):
        self.lines.append(line)
        if self.heed:
            self.heed(line)
        if line.startswith("lay ") or (self.again and line.startswith("  ") and not good(line)):
            self.next()

    def next(self):
        if self.stickers:
            card = self.stickers.pop(0)
            self.bridge.do(lambda: self.lay(card))
        else:
            self.typed.append("q")

    def lay(self, card):
        self.world.take_cards()
        self.world.lay(card)

    def take_typed(self):
        assert time.monotonic() < self.end, self.lines
        return self.typed.pop(0) if self.typed else None

    def confirm(self, question):
        self.asked.append(question)
        return self.answers.pop(0) if self.answers else False

    def said(self, words):
        return [line for line in self.lines if words in line]


@contextlib.contextmanager
def desk(monkeypatch, stickers, handling=None):
    """Yield (clerk, dealer, session, bridge, link): the table waits for cards."""
    monkeypatch.setattr(tags, "_ALIVE_S", 0.2)
    with table() as session:
        session.run_ms(500)
        with PtyBridge(session, SPEED) as bridge, open_link(bridge.cable.port) as link:
            link.hello(5.0)
            dealer = Dealer(session, bridge, stickers)
            clerk = tags.Clerk(
                link, dealer.say, dealer.take_typed, dealer.confirm, handling or tags.Handling()
            )
            yield clerk, dealer, session, bridge, link
            assert bridge.failure is None
            assert session.target.complaints == []
