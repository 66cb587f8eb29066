# SPDX-License-Identifier: Apache-2.0
# heap: 512k
"""Scans of a still board, of bounce and of waiting do not allocate."""

from helpers_noalloc import no_alloc
from rig import Rig

LINE = "partners-pawns green:h,h,0,3 blue:h,h,h,h red:h,h,44,z4 yellow:h,h,h,8 turn=green"


def scan(rig):
    """Scan once as the table does."""
    rig.now_ms += 5
    rig.debounce.step(rig.now_ms, rig.wire)
    return rig.recogniser.step(rig.now_ms, rig.debounce)


def test_still_board():
    rig = Rig(LINE).card("6").wait(8000)
    assert no_alloc(lambda: scan(rig)) == 0


def test_waiting_for_the_board_to_settle():
    rig = Rig(LINE).card("6").take(4).wait(200).put(10).wait(300)
    assert no_alloc(lambda: scan(rig)) == 0


def test_debounce_of_edges():
    rig = Rig(LINE)
    deb = rig.debounce
    other = bytearray(rig.wire)
    other[1] ^= 0x0F

    def edges():
        for k in range(4):
            for _ in range(2):
                rig.now_ms += 70
                deb.step(rig.now_ms, other if k & 1 else rig.wire)
        count = deb.events
        deb.clear()
        return count

    assert no_alloc(edges) > 0
