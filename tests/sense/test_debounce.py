# SPDX-License-Identifier: Apache-2.0
"""Debounce as a table of edges and what comes out, and what holds in any weather."""

from dice import Dice

from sense.debounce import HEALTH, LIFT, PLACE, TOUCH, Debounce
from sense.tuning import LIFT_MS

KINDS = {LIFT: "lift", PLACE: "place", TOUCH: "touch"}


def play(edges, end_ms, start=0, scan_ms=5, first_ms=0, **settings):
    """Scan a reed whose level changes at the times `edges`; return the events as text.

    Each event: kind@raw edge time/time it was seen.
    """
    deb = Debounce(1, **settings)
    level = start
    out = []
    now_ms = first_ms
    edges = list(edges)
    while now_ms <= first_ms + end_ms:
        while edges and first_ms + edges[0] <= now_ms:
            level ^= 1
            edges.pop(0)
        deb.step(now_ms & 0x3FFFFFFF, bytearray((0xFF ^ level,)))
        for i in range(deb.events):
            seen = "%s@%d/%d"
            when = (deb.when(i) - first_ms) & 0x3FFFFFFF
            out.append(seen % (KINDS[deb.kind(i)], when, now_ms - first_ms))
        deb.clear()
        now_ms += scan_ms
    return " ".join(out), deb


EDGES = (
    # what it shows, level before, edges at, what comes out, and how
    ("a place counts after 25 ms", 0, [100], "place@100/125", {}),
    ("a lift counts after 60 ms", 1, [100], "lift@100/160", {}),
    (
        "bounce is one place, dated to its last edge",
        0,
        [100, 103, 106, 111, 116],
        "place@120/145",
        {},
    ),
    ("too quick a place is nothing", 0, [100, 120], "", {}),
    ("a dip that is no lift is a touch", 1, [100, 130], "touch@100/130", {}),
    ("and a longer one", 1, [100, 150], "touch@100/150", {}),
    ("and the longest", 1, [100, 155], "touch@100/155", {}),
    ("a knock of 60 ms is a lift", 1, [100, 170], "lift@100/160 place@170/195", {}),
    (
        "late scans wait for what they have seen, first at 120",
        0,
        [100],
        "place@120/160",
        {"scan_ms": 40},
    ),
    ("time wraps", 0, [100], "place@100/125", {"first_ms": 0x3FFFFFFF - 110}),
    ("a place's time is a setting", 0, [100], "place@100/150", {"place_ms": 50}),
    ("a lift's time is a setting", 1, [100], "lift@100/130", {"lift_ms": 30}),
)


def test_what_comes_of_edges():
    for about, start, edges, said, how in EDGES:
        assert play(edges, 400, start, **how)[0] == said, about


def test_first_scan_is_the_truth():
    said, deb = play([], 300, start=1)
    assert said == ""
    assert deb.stable[0] == 1


def test_toggling_reed_is_masked_and_trusted_again():
    edges = list(range(100, 3000, 100))
    said, deb = play(edges, 3000)
    assert said.count("place") + said.count("lift") == 10
    assert deb.masked[0] == 1
    wire = bytearray((0xFF ^ deb.raw[0],))
    health = 0
    for now_ms in range(3005, 9000, 5):
        health |= deb.step(now_ms, wire) & HEALTH
    assert health
    assert deb.masked[0] == 0


def test_noise_is_masked():
    said, deb = play(range(100, 2000, 10), 2000)
    assert said == ""
    assert deb.masked[0] == 1


def test_restless_reed_gives_no_touches_and_settles_between_its_dips():
    deb = Debounce(1)
    touches = 0
    for now_ms in range(0, 20000, 5):
        open_now = now_ms % 500 < 20
        deb.step(now_ms, bytearray((0xFF if open_now else 0xFE,)))
        if now_ms > 5000:
            touches += deb.events
            assert deb.settling == open_now
        deb.clear()
    assert touches == 0
    assert deb.masked[0] == 0
    assert deb.stable[0] == 1


def test_a_reed_that_dips_by_itself_is_named_and_still_believed():
    deb = Debounce(1)
    deb.step(0, bytearray((0xFE,)))
    named_ms = 0
    for now_ms in range(5, 40000, 5):
        wire = bytearray((0xFF if now_ms % 480 < 15 else 0xFE,))
        if deb.step(now_ms, wire) & HEALTH:
            named_ms = named_ms or now_ms
        deb.clear()
    assert 8000 < named_ms < 25000
    assert deb.restless[0] == 1 and deb.masked[0] == 0 and deb.stable[0] == 1
    for now_ms in range(40000, 46000, 5):
        deb.step(now_ms, bytearray((0xFE,)))
    assert deb.restless[0] == 0


def test_a_pawn_that_is_walked_about_makes_no_reed_restless():
    deb = Debounce(1)
    deb.step(0, bytearray((0xFE,)))
    for now_ms in range(5, 40000, 5):
        closed = now_ms % 2000 < 1000 or now_ms % 2000 in (1010, 1020, 1030)
        deb.step(now_ms, bytearray((0xFE if closed else 0xFF,)))
        deb.clear()
        assert deb.restless[0] == 0


def test_a_bouncing_reed_settles_when_it_has_been_quiet():
    deb = Debounce(1)
    deb.step(0, bytearray((0xFE,)))
    assert not deb.settling
    settled_ms = 0
    for now_ms in range(5, 200, 5):
        bounced = now_ms in (20, 30)  # lifted at 15, and closed again for two scans
        deb.step(now_ms, bytearray((0xFE if now_ms < 15 or bounced else 0xFF,)))
        if deb.settling:
            settled_ms = now_ms
    assert settled_ms == 30 + 5 + LIFT_MS - 5
    assert deb.stable[0] == 0


def test_what_a_masked_reed_does_settles_nothing():
    deb = Debounce(2)
    for now_ms in range(0, 8000, 5):
        deb.step(now_ms, bytearray((0xFE if now_ms // 100 & 1 else 0xFF, 0xFF)))
        deb.clear()
        if deb.masked[0]:
            assert not deb.settling
    assert deb.masked[0] == 1


def test_hands_that_lift_again_and_again_are_slower_than_a_fault():
    for up_ms, down_ms, faulty in (
        (500, 900, False),
        (150, 500, False),
        (500, 150, False),
        (250, 250, True),
    ):
        deb = Debounce(1)
        wire = bytearray(b"\xff")
        now_ms = 0
        masked = False
        for _ in range(20):
            for level, ms in ((0, down_ms), (1, up_ms)):
                wire[0] = level
                for _ in range(ms // 5):
                    deb.step(now_ms, wire)
                    deb.clear()
                    now_ms += 5
                    masked = masked or deb.masked[0] > 0
        assert masked == faulty, (up_ms, down_ms)


def test_events_tell_the_levels_and_a_level_that_lasts_is_believed():
    for seed in range(6):
        dice = Dice(seed)
        deb = Debounce(2)
        wire = bytearray(b"\xff\xff")
        deb.start(0, wire)
        told = bytearray(2)  # by the events alone
        steady = [0] * 16  # scans that a level has lasted
        now_ms = 0
        for _ in range(3000):
            now_ms += 5
            bit = dice(16 if dice(2) else 3)  # some reeds are worse than others
            if not dice(1 + seed):
                wire[bit >> 3] ^= 1 << (bit & 7)
                steady[bit] = 0
            deb.step(now_ms, wire)
            for i in range(deb.events):
                byte, mask = deb.bit(i) >> 3, 1 << (deb.bit(i) & 7)
                assert deb.when(i) <= now_ms
                closed = bool(told[byte] & mask)
                assert closed == (deb.kind(i) != PLACE), "only what is closed opens or dips"
                if deb.kind(i) != TOUCH:
                    told[byte] ^= mask
            deb.clear()
            assert told == deb.stable
            for bit in range(16):
                steady[bit] += 1
                byte, mask = bit >> 3, 1 << (bit & 7)
                level = ~wire[byte] & mask
                if steady[bit] > 1:
                    assert deb.eager[byte] & mask == level
                if 5 * steady[bit] > LIFT_MS + 5 and not deb.masked[byte] & mask:
                    assert deb.stable[byte] & mask == level


def test_a_new_beginning_forgets_what_was_on_its_way():
    deb = Debounce(1)
    wire = bytearray(b"\xff\xff")
    deb.step(0, wire)
    wire[0] = 0xFE
    deb.step(5, wire)
    assert deb.settling
    deb.start(10, wire)
    assert deb.stable == deb.raw == b"\x01" and not deb.settling and not deb.events
    wire[1] = 0
    assert deb.step(15, wire) == 0 and not deb.settling, "the second byte is the buttons'"
