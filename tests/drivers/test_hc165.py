# SPDX-License-Identifier: Apache-2.0
"""The 74HC165 chain: bit order, first bit, and the self-check of every scan."""

from helpers_noalloc import no_alloc

from drivers import chainfault, hc165

OPEN = 0xFF
BUTTONS = 0xBF  # H, G, F = 1, 0, 1 and no button pressed

_now = [0]


def ticks():
    """Return the time of a scan: 5 ms after the one before, wrapping as `time.ticks_ms()` does."""
    _now[0] = (_now[0] + 5) & 0x3FFFFFFF
    return _now[0]


class Chips:
    """Chips as the data sheet has them, seen by an SPI that samples before each shift.

    `chain` holds one byte per chip, input H in bit 7, nearest chip first; SER of the last is
    `tail`. Serves as SPI and as /PL pin.
    """

    def __init__(self, chain, tail=1):
        self.chain = chain
        self.tail = tail
        self.register = []
        self.lost = 0  # clocks before the first sample
        self.level = 1

    def value(self, level):
        if not self.level and level:
            self.register = [byte >> bit & 1 for byte in self.chain for bit in range(7, -1, -1)]
        self.level = level

    def readinto(self, buf):
        bits = self.register + [self.tail] * (8 * len(buf) + 8)
        bits = bits[self.lost :]
        for index in range(len(buf)):
            byte = 0
            for bit in range(8):
                byte = byte << 1 | bits[8 * index + bit]
            buf[index] = byte


class Replay:
    """Gives out one canned scan."""

    def __init__(self, scan):
        self.scan = scan

    def readinto(self, buf):
        for index in range(len(buf)):
            buf[index] = self.scan[index]

    def value(self, level):
        self.level = level


def test_first_bit_is_h_of_the_nearest_chip():
    chips = Chips([0x7F, 0xFE, BUTTONS])
    chain = hc165.Chain(chips, chips, 3, ticks)
    assert bytes(chain.read()) == b"\x7f\xfe\xbf\xff"
    assert chain.good and chain.fault() == 0 and chain.text() == ""
    assert chain.buttons == BUTTONS


def test_a_pressed_button_is_no_fault():
    chips = Chips([OPEN, 0xA0])
    chain = hc165.Chain(chips, chips, 2, ticks)
    for _ in range(20):
        assert chain.read()[1] == 0xA0
    assert chain.fault() == 0 and chain.buttons == 0xA0


def test_scan_does_not_allocate_good_or_bad():
    chips = Replay(bytearray(b"\xff" * 14 + b"\xbf\xff"))
    chain = hc165.Chain(chips, chips, 15, ticks)
    assert no_alloc(chain.read)[14] == BUTTONS
    chips.scan[14] = 0xFF
    for _ in range(10):
        no_alloc(chain.read)
    assert chain.fault() == chainfault.ALL_ONES


def test_one_bad_scan_is_no_fault_and_does_not_reach_the_reader():
    chips = Chips([0x0F, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks)
    chain.read()
    for _ in range(4):
        chips.tail = 0
        assert bytes(chain.read()) == b"\x0f\xbf\xff"
        assert not chain.good and chain.fault() == 0
    chips.tail = 1
    chips.chain[0] = 0xF0
    assert bytes(chain.read()) == b"\xf0\xbf\xff"
    assert chain.good and chain.bad_scans == 4


def test_a_fault_lasts_until_as_many_good_scans():
    chips = Chips([OPEN, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks, 3)
    chain.read()
    chips.chain = [0, 0]
    chips.tail = 0
    codes = []
    for _ in range(4):
        chain.read()
        codes.append(chain.fault())
    assert codes == [0, 0, chainfault.ALL_ZEROS, chainfault.ALL_ZEROS]
    text = chain.text()
    chips.chain = [OPEN, BUTTONS]
    chips.tail = 1
    codes = []
    for _ in range(4):
        chain.read()
        codes.append(chain.fault())
        assert chain.text() == (text if codes[-1] else "")
    assert codes == [chainfault.ALL_ZEROS, chainfault.ALL_ZEROS, 0, 0]


def fault_of(chips, n_chips):
    """Return (code, text) after enough scans of a bad chain."""
    chain = hc165.Chain(chips, chips, n_chips, ticks)
    for _ in range(5):
        chain.read()
    return chain.fault(), chain.text()


def test_faults_are_told_apart():
    sensors = b"\xff\x7f\xef"
    early = Chips(sensors + b"\xbf")
    early.lost = 1
    cases = (
        (Chips([OPEN] * 4), chainfault.ALL_ONES, "only ones"),
        (Chips([0] * 4, 0), chainfault.ALL_ZEROS, "only zeros"),
        (Chips([0xFF, 0x7F, BUTTONS]), chainfault.SHORT, "1 chip(s) short: 4 expected, 3 found"),
        (Chips([0x7F, BUTTONS]), chainfault.SHORT, "2 chip(s) short: 4 expected, 2 found"),
        (Chips(sensors + b"\xfd\xbf"), chainfault.LONG, "longer than the 4"),
        (Chips(sensors + b"\xfd\xee\xbf"), chainfault.LONG, "longer than the 4"),
        (early, chainfault.BIT_SHIFT, "one bit off"),
        (Replay(b"\xff\xbf\xf7\xdf\x7f"), chainfault.BIT_SHIFT, "one bit off"),
        (Chips(sensors + b"\x3f"), chainfault.CHECK_BITS, "check bits of chip 4 read 001"),
        (Chips(sensors + b"\xff"), chainfault.CUT, "only ones after chip 3 of 4"),
        (Chips([0xFE, OPEN, OPEN, OPEN]), chainfault.CUT, "only ones after chip 1 of 4"),
        (Chips([0xFE, 0xEF, 0, 0], 0), chainfault.CUT, "only zeros after chip 2 of 4"),
        (Chips(sensors + b"\xbf", 0), chainfault.TAIL, "SER of chip 4"),
    )
    for chips, code, words in cases:
        found, text = fault_of(chips, 4)
        assert found == code, (words, found, text)
        assert words in text, text


def test_a_stuck_clock_repeats_the_first_bit():
    for bit, code in ((1, chainfault.ALL_ONES), (0, chainfault.ALL_ZEROS)):
        assert fault_of(Chips([0xFF * bit] * 3, bit), 3)[0] == code


def test_diagnose_passes_every_combination_of_buttons():
    for low in range(32):
        assert chainfault.diagnose(bytearray((0x55, 0xA0 | low, 0xFF)), 2) == 0


def test_changes_wait_with_their_times_while_nobody_takes_them():
    chips = Chips([OPEN, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks)
    chain.read()
    _now[0] = 1000
    for level in (0xFE, 0xFE, 0xFC, 0xFF, 0xFF, 0xFF, 0x7F):
        chips.chain[0] = level
        chain.scan()
    taken = []
    while chain.take():
        taken.append((chain.when_ms, chain.wire[0]))
    assert taken == [(1005, 0xFE), (1015, 0xFC), (1020, 0xFF), (1035, 0x7F)]
    assert chain.scanned_ms == 1035 and chain.scans == 8 and not chain.lost
    assert chain.wire[0] == 0x7F and not chain.take()


def test_what_was_taken_stays_whole_while_the_ring_fills():
    chips = Chips([OPEN, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks)
    chips.chain[0] = 0x55
    chain.scan()
    assert chain.take() and bytes(chain.wire) == b"\x55\xbf\xff"
    held = chain.wire
    for i in range(300):
        chips.chain[0] = i & 0xFF
        chain.scan()
        assert bytes(held) == b"\x55\xbf\xff"
    assert chain.lost


def test_a_full_ring_keeps_the_oldest_changes_and_the_last_level():
    chips = Chips([OPEN, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks)
    chain.read()
    levels = list(range(200))
    for level in levels:
        chips.chain[0] = level
        chain.scan()
    taken = []
    while chain.take():
        taken.append(chain.wire[0])
    assert chain.lost and len(taken) > 25
    assert taken == levels[: len(taken)]
    chain.scan()  # the interrupt comes again
    assert chain.take() and chain.wire[0] == levels[-1]


def test_a_bad_scan_between_good_ones_is_no_change():
    chips = Chips([0x0F, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks)
    chain.read()
    chips.tail = 0
    chips.chain[0] = 0x00
    chain.scan()
    assert not chain.take() and chain.wire[0] == 0x0F
    chips.tail = 1
    chips.chain[0] = 0x0F
    chain.scan()
    assert not chain.take() and chain.good


def test_wrong_check_bits_are_told_as_they_were_read():
    for bits in range(8):
        scan = bytearray((0xFF, 0xFF, bits << 5 | 0x1F, 0xFF))
        text = chainfault.describe(-7, scan, 3)  # a code that is none of those with a name
        said = "%d%d%d" % (bits >> 2, bits >> 1 & 1, bits & 1)
        assert "chip 3 read %s, not 101" % said in text, text


def test_a_chain_that_was_not_scanned_yet_knows_nothing():
    chips = Chips([OPEN, BUTTONS])
    chain = hc165.Chain(chips, chips, 2, ticks)
    assert (chain.scans, chain.bad_scans, chain.scanned_ms, chain.when_ms) == (0, 0, 0, 0)
    assert not chain.good and not chain.lost and chain.buttons == 0xFF
    assert bytes(chain.wire) == b"\xff\xff\xff" and chain.lasted_ms() == -1 and not chain.take()
