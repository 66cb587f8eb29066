# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the debouncer says to reeds of every kind, as a diary: bounces, dips, chatter, a reed that opens and closes by itself.

`diaries/debounce.txt` has each scene's events with their times, and every change of what is trusted; `make accept`
writes it anew. In the scenes of dice a line is a second: how many events, and the checksum of all that was told.
"""

from binascii import crc32
from pathlib import Path

from dice import Dice
from golden import same_lines

from sense.debounce import CHANGED, EDGE, HEALTH, LIFT, PLACE, TOUCH, Debounce
from sense.tuning import EVENTS, LIFT_MS, PLACE_MS

FILE = Path(__file__).with_name("diaries") / "debounce.txt"
_KINDS = {LIFT: "lift", PLACE: "place", TOUCH: "touch"}
CHIPS = 3


class Reeds:
    """A debouncer, its chain with a tail byte behind it, and a diary."""

    def __init__(self, lines, name, start_ms=0, **limits):
        self.lines = lines
        lines += ["", f"# {name}"]
        self.debounce = Debounce(CHIPS, **limits)
        self.start_ms = start_ms
        self.ms = 0
        self.closed = 0x0F0F0F  # bits with a magnet
        self.facts = None
        self.step()

    def bits(self, levels):
        whole = int.from_bytes(levels, "little")
        return " ".join(str(bit) for bit in range(8 * CHIPS) if whole >> bit & 1) or "none"

    def step(self):
        """Scan once; return what was told."""
        wire = bytearray(
            (0xFFFFFF ^ self.closed).to_bytes(CHIPS, "little") + bytes((self.ms & 0xFF,))
        )
        d = self.debounce
        code = d.step((self.start_ms + self.ms) & 0x3FFFFFFF, wire)
        told = [
            f"{_KINDS[d.kind(i)]} {d.bit(i)} at {(d.when(i) - self.start_ms) & 0x3FFFFFFF}"
            for i in range(d.events)
        ]
        assert bool(code & CHANGED) == bool(d.events or not self.ms)
        if code & EDGE and d.opened != bytes(CHIPS):
            told.append(f"opened {self.bits(d.opened)}")
            d.opened[:] = bytes(CHIPS)
        facts = {
            "stable": self.bits(d.stable), "eager": self.bits(d.eager), "masked": self.bits(d.masked),
            "restless": self.bits(d.restless), "settling": d.settling, "lost": d.lost,
        }  # fmt: skip
        if self.facts:
            changed = [
                f"{name} {value}" for name, value in facts.items() if value != self.facts[name]
            ]
            assert bool(code & EDGE) == (facts["eager"] != self.facts["eager"])
            health = [name for name in ("masked", "restless") if facts[name] != self.facts[name]]
            assert not health or code & HEALTH
            told += changed
        self.facts = facts
        d.clear()
        assert d.events == 0 and not d.lost
        self.facts["lost"] = False
        return told

    def to(self, ms, every=5):
        while self.ms + every <= ms:
            self.ms += every
            told = self.step()
            if told:
                self.lines.append(f"{self.ms:6d}  {'; '.join(told)}")
        return self

    def flip(self, *bits):
        for bit in bits:
            self.closed ^= 1 << bit
        return self


def still_and_moved(lines):
    for every in (1, 5, 7, 20):
        r = Reeds(lines, f"a lift and a placing, scanned every {every} ms")
        r.to(100, every).flip(0, 17).to(300, every).flip(0, 16).to(500, every)


def exact_times(lines):
    for long_ms in (PLACE_MS - 1, PLACE_MS, PLACE_MS + 1):
        r = Reeds(lines, f"a reed closed for {long_ms} ms")
        r.to(50, 1).flip(4).to(50 + long_ms, 1).flip(4).to(200, 1)
    for long_ms in (1, 2, LIFT_MS - 1, LIFT_MS, LIFT_MS + 1):
        r = Reeds(lines, f"a reed open for {long_ms} ms")
        r.to(50, 1).flip(0).to(50 + long_ms, 1).flip(0).to(250, 1)


def own_times(lines):
    r = Reeds(lines, "other times: 10 ms and 20 ms", 0, place_ms=10, lift_ms=20)
    r.to(50, 1).flip(0, 4).to(80, 1).flip(0, 4).to(150, 1)


def bounces(lines):
    r = Reeds(lines, "a reed that bounces when it closes and when it opens")
    r.to(50, 1)
    for at in (51, 52, 54, 57, 58, 300, 301, 305, 306, 310):
        r.to(at, 1).flip(4)
    r.to(500, 1)


def clock(lines):
    r = Reeds(lines, "the clock goes round", 0x3FFFFFFF - 120)
    r.to(100).flip(0).to(300).flip(0).to(400).flip(9).to(700)


def flips(lines):
    for period_ms, times in ((200, 14), (440, 14), (460, 24)):
        r = Reeds(lines, f"a reed that changes every {period_ms} ms, then is quiet")
        r.to(500)
        for _ in range(times):
            r.flip(5).to(r.ms + period_ms)
        r.to(r.ms + 6000)
        r.flip(5).to(r.ms + 300)


def few_flips(lines):
    r = Reeds(
        lines,
        "four changes are enough to mask a reed here",
        0,
        flips=4,
        quiet_ms=1000,
        window_ms=3000,
    )
    r.to(200)
    for _ in range(9):
        r.flip(5).to(r.ms + 150)
    r.to(r.ms + 2500)


def dips(lines):
    r = Reeds(lines, "a reed that dips by itself every 400 ms")
    for number in range(70):
        r.to(400 * (number + 1)).flip(3).to(400 * (number + 1) + 10).flip(3)
    r.to(r.ms + 12000)
    r.flip(3).to(r.ms + 10).flip(3).to(r.ms + 200)


def ghosts(lines):
    r = Reeds(lines, "an open reed that closes for a moment again and again")
    for number in range(60):
        r.to(300 * (number + 1)).flip(6).to(300 * (number + 1) + 10).flip(6)
    r.to(r.ms + 9000)


def noise(lines):
    r = Reeds(lines, "a reed that chatters at every scan, while another pawn moves")
    for number in range(160):
        r.to(5 * (number + 20)).flip(20)
        if number in (40, 80):
            r.flip(1)
    r.to(r.ms + 5600)


def too_many(lines):
    r = Reeds(lines, "more events than are kept")
    for _ in range(EVENTS // 20):
        d = r.debounce
        for _ in range(3):
            r.ms += 100
            r.closed ^= 0xFFFFFF
            for ms in (0, 5, 90):
                wire = bytearray((0xFFFFFF ^ r.closed).to_bytes(CHIPS, "little") + b"\x00")
                d.step(r.ms + ms, wire)
        lines.append(
            f"{r.ms:6d}  {d.events} events, last {d.kind(d.events - 1)} {d.bit(d.events - 1)}, lost {d.lost}"
        )
        d.clear()


def dice(lines):
    for seed in range(3):
        r = Reeds(lines, f"dice {seed}", 1000 * seed)
        throw = Dice(40 + seed)
        second, count, total = 1, 0, 0
        period = [5 + throw(120) * throw(8) for _ in range(24)]
        while r.ms < 12000:
            r.ms += (5, 5, 5, 10, 25)[throw(5)]
            for bit in range(24):
                if period[bit] > 5 and throw(period[bit]) == 0:
                    r.flip(bit)
            if throw(900) == 0:
                period = [5 + throw(120) * throw(8) for _ in range(24)]
            told = r.step()
            count += len(told)
            total = crc32("|".join(told).encode(), total)
            if r.ms >= 1000 * second:
                lines.append(
                    f"{second:4d} s  {count} told, {total:08x}; masked {r.facts['masked']}; restless {r.facts['restless']}"
                )
                second, count, total = second + 1, 0, 0


SCENES = (
    still_and_moved,
    exact_times,
    own_times,
    bounces,
    clock,
    flips,
    few_flips,
    dips,
    ghosts,
    noise,
    too_many,
    dice,
)


def test_the_debouncer_says_what_its_diary_has():
    said = []
    for scene in SCENES:
        scene(said)
    same_lines(FILE, said[1:])
