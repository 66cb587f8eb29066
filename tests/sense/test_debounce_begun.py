# SPDX-License-Identifier: Apache-2.0
"""The first scan is the truth, and no hand has moved anything with it: also when a button is pressed right after it."""

from sense.debounce import CHANGED, EDGE, Debounce


def test_nothing_settles_after_the_first_scan_until_a_reed_has_moved():
    for first_ms in (0, 1000, 0x3FFFFFFF):
        reeds = Debounce(1)
        wire = bytearray(b"\xfd\xff")  # one reed closed; the second byte is the buttons'
        assert reeds.step(first_ms, wire) == CHANGED | EDGE
        assert (list(reeds.stable), list(reeds.eager), reeds.settling, reeds.events) == (
            [2],
            [2],
            False,
            0,
        )
        for after_ms in (1, 5, 59, 60):
            wire[1] ^= 1
            assert reeds.step(first_ms + after_ms, wire) == 0 and not reeds.settling, after_ms
        wire[0] = 0xFF
        reeds.step(first_ms + 65, wire)
        assert reeds.settling and list(reeds.stable) == [2] and list(reeds.eager) == [2]


def test_a_new_beginning_forgets_what_was_on_its_way():
    reeds = Debounce(1)
    wire = bytearray(b"\xff\xff")
    reeds.step(0, wire)
    wire[0] = 0xFE
    reeds.step(5, wire)
    assert reeds.settling
    reeds.start(10, wire)
    assert (list(reeds.stable), list(reeds.raw), reeds.settling, reeds.events) == (
        [1],
        [1],
        False,
        0,
    )
    wire[1] = 0
    assert reeds.step(15, wire) == 0 and not reeds.settling
