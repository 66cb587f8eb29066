# SPDX-License-Identifier: Apache-2.0
"""Garbage is collected before MicroPython does it by itself, and at a convenient moment if there is one."""

import gc

from mpy_scan_noalloc import LINE, Bare
from tabletop import Tabletop
from tempdir import new_folder

from app.garbage import Garbage
from rules.parse import parse_position

LEAST = 15_000  # bytes that are left when no good moment is waited for


def use_up(garbage, convenient, now_ms):
    """Use memory until a collection is due; return the bytes that are free then."""
    gc.collect()
    gc.disable()  # what asks too late finds no memory
    try:
        for _ in range(100_000):
            bytes(100)
            if garbage.due(now_ms, convenient):
                return gc.mem_free()
    finally:
        gc.enable()
    raise AssertionError("never due")


def test_a_convenient_collection_comes_well_before_the_heap_is_used_up():
    garbage = Garbage()
    free = use_up(garbage, True, 1000)
    assert free > LEAST
    assert not garbage.due(1000, False), "it can wait for a better moment"


def test_at_the_end_no_better_moment_is_waited_for():
    garbage = Garbage()
    free = use_up(garbage, False, 1000)
    assert 0 < free < use_up(garbage, True, 1000)


def test_after_a_collection_all_is_well_for_a_while():
    garbage = Garbage()
    use_up(garbage, True, 1000)
    garbage.collect(1000)
    for now_ms in range(1000, 1200, 10):
        for convenient in (False, True):
            assert not garbage.due(now_ms, convenient)


def test_a_heap_that_is_nearly_full_is_not_collected_all_the_time():
    garbage = Garbage()
    use_up(garbage, True, 1000)
    garbage.collect(1000)
    garbage._end = id((0,) * 30) + 20_000  # so little is left at once
    assert not garbage.due(1150, True)
    assert garbage.due(1250, True)


class Always:
    """Garbage that is always due at a convenient moment."""

    def __init__(self, did):
        self.did = did

    def due(self, now_ms, convenient, empty):
        return convenient

    def worn(self, when_ms):
        return False

    def collect(self, now_ms):
        self.did.append(("collected", now_ms))


def test_a_lift_is_answered_before_garbage_is_collected_and_none_while_a_hand_moves():
    game, state = parse_position(LINE)
    top = Tabletop(new_folder(), game.rulebook, game.seats, game.options, state)
    system = Bare(top)
    did = []
    system.show = lambda now_ms, hurried=False: did.append(("answered", now_ms)) is None
    now_ms = top.now

    def scans(count):
        for _ in range(count):
            system.next_scan()
            system.scan(system.now_ms)

    system.begin_at(now_ms)
    scans(600)
    top.now = system.now_ms
    top.card("5")
    scans(200)
    system._garbage = Always(did)
    for order in (["answered", "collected"], ["collected", "answered"], ["answered", "collected"]):
        did.clear()
        moved_ms = system.now_ms
        bit = top.map.bits(21)[0]
        top.wire[bit >> 3] ^= 1 << (bit & 7)
        scans(1)
        assert system.pressed() and not did
        scans(1)
        assert [what for what, _ in did] == order  # a lift first, then a place
        assert moved_ms < did[0][1] <= moved_ms + 10
        scans(107)
