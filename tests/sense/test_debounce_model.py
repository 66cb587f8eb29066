# SPDX-License-Identifier: Apache-2.0
"""Debounce against a model of one reed at a time, in any weather: the same after every scan.

The model is what debounce.py promises, in plain words: a level counts when it has lasted, edges
and changes are counted by windows, a reed that tells too much is not believed until it is quiet.
"""

from dice import Dice

from sense.debounce import CHANGED, EDGE, HEALTH, LIFT, PLACE, TOUCH, Debounce
from sense.tuning import EVENTS, FLIP_MS, NOISE_EDGES, RESTLESS_EDGES

MOST = 0x3FFFFFFF  # stamps wrap after it
BYTES = 2
SCANS = 3000
# place_ms, lift_ms, flips, window_ms, quiet_ms: everything happens often; then as on the table.
SETTINGS = ((25, 60, 4, 400, 250), (10, 35, 6, 900, 120), (25, 60, 10, 8000, 5000))


class Reed:
    """One reed as the model knows it."""

    def __init__(self, level, now_ms):
        self.raw = self.eager = self.stable = level
        self.since_ms = now_ms
        self.edges = self.changes = self.quick = 0
        self.turned = now_ms // 64  # the last change
        self.short = False  # it followed the one before soon
        self.masked = self.restless = self.suspect = False


class Model:
    """All reeds of a chain, scan by scan; time is a plain number that does not wrap."""

    def __init__(self, levels, now_ms, place_ms, lift_ms, flips, window_ms, quiet_ms):
        self.reeds = [Reed(level, now_ms) for level in levels]
        self.place_ms, self.lift_ms, self.flips = place_ms, lift_ms, flips
        self.window_ms, self.quiet_ms = window_ms, quiet_ms
        self.window_start_ms = now_ms
        self.events = []  # (bit, kind, when), as many as there is room for
        self.lost = self.settling = False
        self.awake = False  # something was under way in the last scan
        self.calm_ms = now_ms - lift_ms  # the last edge of a calm reed

    def scan(self, now_ms, levels):
        """Take a scan; return the flags."""
        if not self.awake and levels == [reed.raw for reed in self.reeds]:
            return 0
        self.flags = 0
        self.settling = False
        self.awake = False
        for first in range(0, len(levels), 8):
            bits = range(first, first + 8)
            moved = [bit for bit in bits if levels[bit] != self.reeds[bit].raw]
            for bit in moved:
                self.edge(bit, levels[bit], now_ms)
            for bit in bits:
                if bit not in moved and self.reeds[bit].eager != levels[bit]:
                    self.reeds[bit].eager = levels[bit]
                    self.flags |= EDGE
            waiting = [
                bit for bit in bits
                if self.reeds[bit].stable != levels[bit] and not self.reeds[bit].masked
            ]  # fmt: skip
            for bit in waiting:
                self.ripen(bit, now_ms)
            self.awake = self.awake or bool(moved or waiting)
        self.trust(now_ms)
        self.settling = self.settling or now_ms - self.calm_ms < self.lift_ms
        self.awake = self.awake or self.settling
        if self.events:
            self.flags |= CHANGED
        return self.flags

    def edge(self, bit, level, now_ms):
        if now_ms - self.window_start_ms >= self.window_ms:
            self.window_start_ms = now_ms
            for reed in self.reeds:
                restless = reed.edges > RESTLESS_EDGES and not reed.changes
                if restless and reed.suspect and not reed.restless:
                    reed.restless = True
                    self.flags |= HEALTH
                reed.suspect = restless
                reed.edges //= 2
                reed.changes //= 2
                reed.quick //= 2
        reed = self.reeds[bit]
        calm = reed.edges <= RESTLESS_EDGES and not reed.masked
        if calm:
            self.calm_ms = now_ms
        if level and reed.stable and calm:
            self.tell(bit, TOUCH, reed.since_ms)
        reed.raw = level
        reed.since_ms = now_ms
        reed.edges = min(255, reed.edges + 1)
        if reed.edges > NOISE_EDGES:
            self.distrust(reed)

    def ripen(self, bit, now_ms):
        reed = self.reeds[bit]
        wanted_ms = self.place_ms if reed.raw else self.lift_ms
        if now_ms - reed.since_ms >= wanted_ms:
            reed.stable = reed.raw
            self.tell(bit, PLACE if reed.raw else LIFT, reed.since_ms)
            self.flags |= CHANGED
            reed.changes = min(255, reed.changes + 1)
            soon = (reed.since_ms // 64 - reed.turned) % 256 < FLIP_MS // 64
            if soon and reed.short:
                reed.quick = min(255, reed.quick + 1)
                if reed.quick > self.flips:
                    self.distrust(reed)
            reed.turned = reed.since_ms // 64
            reed.short = soon
        else:
            self.settling = True

    def distrust(self, reed):
        if not reed.masked:
            reed.masked = True
            self.flags |= HEALTH

    def trust(self, now_ms):
        for reed in self.reeds:
            if reed.masked or reed.restless:
                self.awake = True
                if now_ms - reed.since_ms >= self.quiet_ms:
                    reed.masked = reed.restless = False
                    reed.edges = reed.changes = reed.quick = 0
                    self.flags |= HEALTH

    def tell(self, bit, kind, when_ms):
        if len(self.events) < EVENTS:
            self.events.append((bit, kind, when_ms & MOST))
        else:
            self.lost = True


def packed(values):
    """Return truth values as bytes, bit 0 first."""
    out = bytearray(len(values) // 8)
    for bit in range(len(values)):
        if values[bit]:
            out[bit >> 3] |= 1 << (bit & 7)
    return out


class Weather:
    """What the reeds do: each is still, in a hand, worn, loose or noisy for a while."""

    STILL, HAND, WORN, LOOSE, NOISY = range(5)
    # scans between two edges, from..to
    PACE = ((400, 4000), (3, 60), (1, 4), (6, 20), (1, 1))

    def __init__(self, count, dice):
        self.dice = dice
        self.levels = [dice(2) for _ in range(count)]
        self.mood = [self.STILL] * count
        self.until = [0] * count
        self.next = [dice(300) for _ in range(count)]
        self.scan = 0

    def step(self):
        self.scan += 1
        for bit in range(len(self.levels)):
            if self.scan >= self.until[bit]:
                self.mood[bit] = (self.STILL, self.STILL, self.HAND, self.HAND, self.WORN,
                                  self.LOOSE, self.NOISY)[self.dice(7)]  # fmt: skip
                self.until[bit] = self.scan + 50 + self.dice(400)
                self.next[bit] = min(self.next[bit], self.scan + self.dice(40))
            if self.scan >= self.next[bit]:
                self.levels[bit] ^= 1
                least, most = self.PACE[self.mood[bit]]
                self.next[bit] = self.scan + least + self.dice(most - least + 1)
        return list(self.levels)


def compare(seed, scans, settings, first_ms, plain):
    """Scan the same weather with both; return the kinds of things that happened.

    `plain`: the clock goes on counting where one of MicroPython wraps.
    """
    dice = Dice(seed)
    weather = Weather(8 * BYTES, dice)
    place_ms, lift_ms, flips, window_ms, quiet_ms = settings
    deb = Debounce(BYTES, place_ms, lift_ms, flips, window_ms, quiet_ms)
    model = None
    now_ms = first_ms
    met = set()
    keeps = False  # nobody reads the events for a while
    for number in range(scans):
        levels = weather.step()
        now_ms += 5 if dice(12) else 1 + dice(40)
        if number % 1100 == 1099:  # the task is started again: what was known is gone
            model = None
        tail = bytes((dice(2), 0))  # buttons behind the sensors
        wire = bytearray([byte ^ 0xFF for byte in packed(levels)]) + tail
        stamp = now_ms if plain else now_ms & MOST
        if model is None:
            model = Model(levels, now_ms, *settings)
            if number:
                deb.start(stamp, wire)
            else:
                assert deb.step(stamp, wire) == CHANGED | EDGE
        else:
            flags = deb.step(stamp, wire)
            expected = model.scan(now_ms, levels)
            assert flags == expected, (seed, number, flags, expected)
            met.add(flags)
        for name in ("raw", "eager", "stable", "masked", "restless"):
            told = packed([getattr(reed, name) for reed in model.reeds])
            assert getattr(deb, name) == told, (seed, number, name)
        events = [(deb.bit(i), deb.kind(i), deb.when(i)) for i in range(deb.events)]
        assert events == model.events, (seed, number)
        assert deb.lost == model.lost and deb.settling == model.settling, (seed, number)
        met.update([kind for _, kind, _ in events])
        if number % 500 == 250:
            keeps = not dice(3)
        if not keeps:
            met.add("lost" if deb.lost else "read")
            deb.clear()
            model.events = []
            model.lost = False
    return met


def test_every_scan_of_any_weather_is_as_the_model_says():
    met = set()
    for settings in SETTINGS:
        for seed in range(3):
            first_ms = (1000, MOST - 3000, MOST // 2 - 2000)[seed]  # the second one wraps
            met |= compare(
                seed + 1, SCANS, settings, first_ms, seed == 1 and settings is SETTINGS[0]
            )
    assert "lost" in met and met >= {LIFT, PLACE, TOUCH, HEALTH, CHANGED | EDGE | HEALTH}


def test_before_the_first_scan_nothing_is_known_and_nothing_waits():
    deb = Debounce(3)
    for levels in (deb.raw, deb.eager, deb.stable, deb.masked, deb.restless):
        assert levels == bytearray(3)
    assert (deb.events, deb.settling, deb.lost) == (0, False, False)


def test_flags_and_kinds_can_be_told_apart():
    assert sorted([CHANGED, EDGE, HEALTH]) == [1, 2, 4]
    assert len({LIFT, PLACE, TOUCH}) == 3
