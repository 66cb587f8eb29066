# SPDX-License-Identifier: Apache-2.0
"""The board files: every space has one sensor and one light."""

import os


def _names(starts_with_r1):
    folder = __file__.rsplit("/", 1)[0] + "/../../firmware/boards"
    names = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".py"))
    return [n for n in names if n != "__init__" and n.startswith("r1_") == starts_with_r1]


def _load(name):
    return __import__("boards." + name, None, None, ("NAME",))


def _maps():
    return [_load(name) for name in _names(False)]


def _controllers():
    return [_load(name) for name in _names(True)]


def test_the_files_are_found():
    assert _names(False) == ["ludo", "partners", "sorry"]
    assert _names(True) == ["r1_pico2"]


def test_every_bit_belongs_to_exactly_one_space():
    for board in _maps():
        used = sorted(board.RING + board.ROW + board.HOME + board.FIN)
        assert used == list(range(board.N_BITS)), board.GAME


def test_number_of_spaces():
    wanted = {"partners": (60, 16, 16, 0), "ludo": (52, 20, 16, 16), "sorry": (60, 20, 16, 16)}
    for board in _maps():
        sizes = (len(board.RING), len(board.ROW), len(board.HOME), len(board.FIN))
        assert sizes == wanted[board.GAME]
        assert len(board.COLOURS) == 4 and len(board.SEAT_LED) == 4


def test_every_led_is_used_exactly_once():
    for board in _maps():
        assert len(board.LED) == board.N_BITS
        assert sorted(board.LED + board.SEAT_LED) == list(range(board.N_LEDS)), board.GAME


def test_chain_is_as_long_as_its_bits_need_and_not_longer():
    for board in _maps():
        assert board.N_CHIPS == (board.N_BITS + 7) // 8 <= 14


def test_pins_can_do_what_their_bus_needs():
    # RP2040 datasheet, 3.5.6: side-set of the PIO drives neighbours. Table of GPIO functions:
    # I2C: SDA even, SCL odd; number by pin >> 1 & 1. UART: TX 0, RX 1 by pin & 3; number by (pin + 4) >> 3 & 1.
    for board in _controllers():
        assert board.PIN_CHAIN_SCK == board.PIN_CHAIN_LOAD + 1
        for pin, function in ((board.PIN_READER_SDA, 0), (board.PIN_READER_SCL, 1)):
            assert pin & 1 == function and pin >> 1 & 1 == board.READER_I2C
        for pin, function in ((board.PIN_READER_TX, 0), (board.PIN_READER_RX, 1)):
            assert pin & 3 == function and (pin + 4) >> 3 & 1 == board.READER_UART


def test_limits_are_within_the_supplies():
    for board in _controllers():
        assert 0 < board.LIMIT_USB_MA <= 500 < board.LIMIT_MA <= 4000
        assert board.READER_BUS in ("uart", "i2c")


def _attributes(folder):
    """Return the names that the firmware takes from a module or an object, `x.NAME`."""
    found = set()
    for name in os.listdir(folder):
        path = folder + "/" + name
        if name.endswith(".py"):
            with open(path) as file:
                words = file.read().replace("(", " ").replace(")", " ").replace(",", " ")
            for char in "[]{}:=+-*/<>|&~\n":
                words = words.replace(char, " ")
            found.update(part for word in words.split() for part in word.split(".")[1:])
        elif name not in ("boards", "__pycache__") and "." not in name:
            found |= _attributes(path)
    return found


def test_every_fact_of_a_board_file_is_read_by_the_firmware():
    read = _attributes(__file__.rsplit("/", 1)[0] + "/../../firmware")
    assert "PIN_LED" in read and "N_BITS" in read
    for board in _controllers() + _maps():
        facts = [name for name in dir(board) if name[0].isupper() and name[0] != "_"]
        assert [name for name in facts if name not in read] == [], board.__name__
