# SPDX-License-Identifier: Apache-2.0
"""The 74HC165 chain: bit order, first bit, and the self-check of every scan."""

from helpers_noalloc import no_alloc
from scans import Scans

from drivers import chainfault
from drivers.hc165 import SCAN_MS

OPEN = 0xFF
BUTTONS = 0xBF  # H, G, F = 1, 0, 1 and no button pressed

START_MS = 1000


class Line:
    """What is on the line from a chain of chips, nearest first; SER of the last one is `tail`."""

    def __init__(self, scan, n_chips=0, fault_scans=5):
        """`scan`: bytes of the chips; the tail is added where there are no more of them than `n_chips`."""
        self.chain_bytes = list(scan)
        self.tail = 1
        self.early = 0  # clocks before the first sample
        self.n_chips = n_chips or len(self.chain_bytes)
        self.scans = Scans(self.n_chips + 1)
        self.chain = self.scans.chain(self.n_chips, lambda: START_MS, fault_scans)
        self.chain.start()

    def scan(self, times=1):
        """Complete scans of what is there now."""
        bits = [byte >> bit & 1 for byte in self.chain_bytes for bit in range(7, -1, -1)]
        bits = bits[self.early :] + [self.tail] * (8 * self.n_chips + 16)
        whole = bytearray(self.n_chips + 1)
        for index in range(len(whole)):
            for bit in range(8):
                whole[index] = whole[index] << 1 & 0xFF | bits[8 * index + bit]
        for _ in range(times):
            self.scans.put(whole)
        return self

    def take(self):
        """Complete a scan and take what has changed; return the bytes that were taken last."""
        self.scan()
        while self.chain.take():
            pass
        return bytes(self.chain.wire)


def at_rest():
    """Return (line, chain) with nothing on the board, which has been taken."""
    line = Line([OPEN, BUTTONS])
    line.take()
    return line, line.chain


def test_first_bit_is_h_of_the_nearest_chip():
    line = Line([0x7F, 0xFE, BUTTONS])
    chain = line.chain
    assert line.take() == b"\x7f\xfe\xbf\xff"
    assert chain.good and chain.fault() == 0 and chain.text() == ""
    assert chain.buttons == BUTTONS


def test_looking_and_taking_do_not_allocate_good_or_bad():
    line = Line([OPEN] * 14 + [BUTTONS])
    chain = line.chain
    line.scan()
    assert no_alloc(chain.changed)
    no_alloc(chain.take)
    assert chain.wire[14] == BUTTONS
    line.scan(3)
    assert not no_alloc(chain.changed) and chain.age_ms() == (-SCAN_MS * 3) & 0x3FFFFFFF
    line.chain_bytes[14] = OPEN
    for _ in range(10):
        line.scan()
        assert not no_alloc(chain.take)
    assert chain.fault() == chainfault.ALL_ONES


def test_one_bad_scan_is_no_fault_and_is_not_given_out():
    line = Line([0x0F, BUTTONS])
    chain = line.chain
    line.take()
    for _ in range(4):
        line.tail = 0
        assert line.take() == b"\x0f\xbf\xff"
        assert not chain.good and chain.fault() == 0
    line.tail = 1
    line.chain_bytes[0] = 0xF0
    assert line.take() == b"\xf0\xbf\xff"
    assert chain.good and chain.bad_scans == 4


def test_a_fault_lasts_until_as_many_good_scans():
    line = Line([OPEN, BUTTONS], 0, 3)
    chain = line.chain
    line.take()
    line.chain_bytes = [0, 0]
    line.tail = 0
    codes = []
    for _ in range(4):
        line.take()
        codes.append(chain.fault())
    assert codes == [0, 0, chainfault.ALL_ZEROS, chainfault.ALL_ZEROS]
    text = chain.text()
    line.chain_bytes = [OPEN, BUTTONS]
    line.tail = 1
    codes = []
    for _ in range(4):
        line.take()
        codes.append(chain.fault())
        assert chain.text() == (text if codes[-1] else "")
    assert codes == [chainfault.ALL_ZEROS, chainfault.ALL_ZEROS, 0, 0]


def test_faults_are_told_apart():
    sensors = b"\xff\x7f\xef"
    # bytes of the chips, SER of the last one, clocks before the first sample, what is told
    for scan, tail, early, code, words in (
        (b"\xff\xff\xff\xff", 1, 0, chainfault.ALL_ONES, "only ones"),
        (b"\0\0\0\0", 0, 0, chainfault.ALL_ZEROS, "only zeros"),
        (b"\xff\x7f\xbf", 1, 0, chainfault.SHORT, "1 chip(s) short: 4 expected, 3 found"),
        (b"\x7f\xbf", 1, 0, chainfault.SHORT, "2 chip(s) short: 4 expected, 2 found"),
        (sensors + b"\xfd\xbf", 1, 0, chainfault.LONG, "longer than the 4"),
        (sensors + b"\xfd\xee\xbf", 1, 0, chainfault.LONG, "longer than the 4"),
        (sensors + b"\xbf", 1, 1, chainfault.BIT_SHIFT, "one bit off"),
        (b"\xff\xbf\xf7\xdf\x7f", 1, 0, chainfault.BIT_SHIFT, "one bit off"),
        (sensors + b"\x3f", 1, 0, chainfault.CHECK_BITS, "check bits of chip 4 read 001"),
        (sensors + b"\xff", 1, 0, chainfault.CUT, "only ones after chip 3 of 4"),
        (b"\xfe\xff\xff\xff", 1, 0, chainfault.CUT, "only ones after chip 1 of 4"),
        (b"\xfe\xef\0\0", 0, 0, chainfault.CUT, "only zeros after chip 2 of 4"),
        (sensors + b"\xbf", 0, 0, chainfault.TAIL, "SER of chip 4"),
    ):
        line = Line(scan, 4)
        line.tail, line.early = tail, early
        line.scan(5)
        assert not line.chain.take()
        assert line.chain.fault() == code and words in line.chain.text(), (
            words,
            line.chain.text(),
        )


def test_diagnose_passes_every_combination_of_buttons():
    for low in range(32):
        assert chainfault.diagnose(bytearray((0x55, 0xA0 | low, 0xFF)), 2) == 0


def test_changes_wait_with_their_times_while_nobody_takes_them():
    line, chain = at_rest()
    for level in (0xFE, 0xFE, 0xFC, 0xFF, 0xFF, 0xFF, 0x7F):
        line.chain_bytes[0] = level
        line.scan()
    taken = []
    while chain.take():
        taken.append((chain.when_ms, chain.wire[0]))
    assert taken == [
        (START_MS + SCAN_MS * number, level)
        for number, level in ((1, 0xFE), (3, 0xFC), (4, 0xFF), (7, 0x7F))
    ]
    assert chain.scanned_ms == START_MS + SCAN_MS * 7 and chain.scans == 8 and not chain.lost
    assert chain.wire[0] == 0x7F and not chain.take()


def test_what_was_taken_stays_whole_while_the_ring_goes_on():
    line = Line([0x55, BUTTONS])
    chain = line.chain
    assert line.take() == b"\x55\xbf\xff"
    for i in range(300):
        line.chain_bytes[0] = i & 0xFF
        line.scan()
        assert bytes(chain.wire) == b"\x55\xbf\xff"
    assert chain.changed() and chain.lost


def test_a_long_time_without_a_look_loses_nothing_where_nothing_has_changed():
    line, chain = at_rest()
    line.scan(100000)
    assert not chain.take() and not chain.lost and chain.scans == 100001
    line.scan(60)
    line.chain_bytes[0] = 0x11
    line.scan(10)
    assert chain.take() and not chain.lost, "what has changed in the last 84 ms has its time"
    assert chain.when_ms == START_MS + SCAN_MS * 100061


def test_what_changed_while_nobody_looked_is_lost():
    line, chain = at_rest()
    line.chain_bytes[0] = 0x11
    line.scan(20)
    line.chain_bytes[0] = OPEN
    line.scan(20)
    assert chain.take() and chain.wire[0] == 0x11 and chain.lost
    assert chain.take() and chain.wire[0] == OPEN and not chain.take()


def test_a_start_keeps_what_was_taken_and_sees_what_has_changed_since():
    line = Line([0x0F, BUTTONS])
    chain = line.chain
    line.take()
    line.chain_bytes[0] = 0x3F
    line.scan(3)
    assert chain.changed()
    chain.start()
    assert not chain.changed() and chain.wire[0] == 0x0F and chain.scans == 0
    assert line.scans.starts == 2
    line.scan()
    assert chain.take() and chain.wire[0] == 0x3F and chain.when_ms == START_MS
