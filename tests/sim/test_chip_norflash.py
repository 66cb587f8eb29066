# SPDX-License-Identifier: Apache-2.0
"""The NOR flash: bits only clear, sectors erase, operations take time and tear."""

from tavle.sim.chips.norflash import (
    ERASE_US,
    PAGE,
    PROGRAM_US,
    SECTOR,
    BlockDevice,
    NorFlash,
    RamStore,
)


class Stopwatch:
    """A clock that can cut the supply when it reaches a time."""

    def __init__(self, cut_us=None):
        self.now = 0
        self.cut_us = cut_us

    def pass_us(self, us):
        if self.cut_us is not None and self.now + us > self.cut_us:
            self.now = self.cut_us
            raise OSError("cut")
        self.now += us


def made(size=2 * SECTOR, cut_us=None, data=None, seed=0):
    watch = Stopwatch(cut_us)
    store = RamStore(data if data is not None else b"\xff" * size)
    return NorFlash(store, watch, seed), watch, store.data


def test_programming_only_clears_bits():
    flash, watch, data = made()
    flash.program(10, b"\xf0")
    flash.program(10, b"\x3f")
    assert data[10] == 0x30
    assert flash.overwrites == 1 and flash.programs == 2
    assert watch.now == 2 * PROGRAM_US


def test_erasing_sets_one_sector_only():
    flash, watch, data = made(data=bytearray(2 * SECTOR))
    flash.erase(SECTOR + 123)
    assert data == bytes(SECTOR) + b"\xff" * SECTOR
    assert watch.now == ERASE_US and flash.erases == 1


def test_programming_goes_page_by_page():
    flash, watch, data = made()
    flash.program(PAGE - 1, bytes(PAGE + 2))
    assert flash.programs == 3 and watch.now == 3 * PROGRAM_US
    assert data[PAGE - 2] == 255 and data[PAGE - 1 : 2 * PAGE + 1] == bytes(PAGE + 2)
    assert data[2 * PAGE + 1] == 255


def test_a_cut_tears_the_running_program():
    flash, watch, data = made(cut_us=PROGRAM_US // 2)
    try:
        flash.program(0, bytes(PAGE))
    except OSError:
        pass
    assert data == b"\xff" * 2 * SECTOR, "nothing is written before the end"
    flash.power_cut(watch.now)
    torn = sum(bin(byte).count("1") for byte in data[:PAGE])
    assert 800 < torn < 1250, "about half of the 2048 bits are cleared: %d left" % torn
    assert data[PAGE:] == b"\xff" * (2 * SECTOR - PAGE)


def test_a_cut_tears_an_erase_the_same_way_for_the_same_seed():
    results = []
    for seed in (1, 1, 2):
        flash, watch, data = made(cut_us=ERASE_US // 4, data=bytearray(2 * SECTOR), seed=seed)
        try:
            flash.erase(0)
        except OSError:
            pass
        flash.power_cut(watch.now)
        results.append(bytes(data))
    assert results[0] == results[1] != results[2]
    assert results[0][SECTOR:] == bytes(SECTOR)


def test_a_reset_lets_the_operation_end_and_idle_cuts_change_nothing():
    flash, _, data = made(cut_us=100)
    try:
        flash.program(0, b"\x00")
    except OSError:
        pass
    flash.power_cut(None)
    assert data[0] == 0
    before = bytes(data)
    flash.power_cut(10**9)
    assert data == before


def test_block_device_forms():
    flash, _, data = made()
    device = BlockDevice(flash)
    assert device.ioctl(4, 0) == 2 and device.ioctl(5, 0) == SECTOR
    device.writeblocks(1, b"abc", 16)
    assert data[SECTOR + 16 : SECTOR + 19] == b"abc"
    buf = bytearray(3)
    device.readblocks(1, buf, 16)
    assert buf == b"abc"
    device.writeblocks(1, b"x" * SECTOR)
    assert data[SECTOR:] == b"x" * SECTOR
    assert device.ioctl(6, 1) == 0
    assert data[SECTOR:] == b"\xff" * SECTOR
