# SPDX-License-Identifier: Apache-2.0
"""The 74HC165 chain, bit by bit against SCLS116."""

from tavle.sim.chips.hc165 import Chain


def latched(chain):
    chain.load_pin(0)
    chain.load_pin(1)


def loaded(inputs):
    """Return a chain whose inputs are these bytes, a chip each."""
    chain = Chain(len(inputs))
    chain.inputs[:] = inputs
    return chain


def read(chain, size, edge_first=False):
    buf = bytearray(size)
    chain.read_into(buf, edge_first)
    return bytes(buf)


def test_input_h_of_the_nearest_chip_comes_first():
    chain = loaded(b"\x00\x00")
    chain.set_input(7, 1)
    latched(chain)
    assert read(chain, 2) == b"\x80\x00"
    chain.set_input(8, 1)
    latched(chain)
    assert read(chain, 2) == b"\x80\x01"


def test_behind_the_last_chip_comes_its_tied_serial_input():
    chain = loaded(b"\x00\x00\x00")
    latched(chain)
    assert read(chain, 5) == b"\x00\x00\x00\xff\xff"


def test_more_than_the_chain_is_read_at_one_go_as_bit_by_bit():
    for stuck, cut in ((-1, -1), (0, -1), (1, -1), (-1, 0), (-1, 1)):
        chain = loaded(b"\x12\x34\x56")
        chain.fault(cut=cut, stuck=stuck)
        latched(chain)
        whole = read(chain, 6)
        latched(chain)
        assert whole == b"".join(read(chain, 1) for _ in range(6))
        assert read(chain, 3) == (b"\xff" if stuck != 0 and cut < 0 else b"\0") * 3


def test_the_clock_pin_shifts_by_a_bit():
    chain = loaded(b"\xa5")
    latched(chain)
    seen = []
    for _ in range(8):
        seen.append(chain.qh())
        chain.clock_pin()
    assert seen == [1, 0, 1, 0, 0, 1, 0, 1]
    chain.load_pin(0)
    chain.clock_pin()
    assert chain.qh() == 1


def test_inputs_are_frozen_between_load_and_read():
    chain = Chain(1)
    latched(chain)
    chain.set_input(3, 0)
    assert read(chain, 1) == b"\xff"
    latched(chain)
    assert read(chain, 1) == b"\xf7"


def test_clock_does_nothing_while_loading():
    chain = loaded(b"\x80")
    chain.load_pin(0)
    assert read(chain, 1) == b"\xff"
    assert read(chain, 3) == b"\xff\xff\xff"
    chain.set_input(7, 0)
    assert chain.qh() == 0


def test_sampling_after_the_shifting_edge_loses_the_first_bit():
    chain = loaded(b"\x80\x01")
    latched(chain)
    assert read(chain, 2, edge_first=True) == b"\x00\x03"
    latched(chain)
    assert read(chain, 4, edge_first=True) == b"\x00\x03\xff\xff"


def test_a_break_is_where_it_is_said_and_mended_by_the_next():
    seen = {}
    for fault, chips in (("cut", 3), ("bypass", 3), ("stuck", 2)):
        for chip in range(chips):
            chain = loaded(b"\x11\x22\x33")
            chain.fault(stuck=0)
            chain.fault(**{fault: chip})
            latched(chain)
            seen[fault, chip] = read(chain, 4)
            chain.fault()
            latched(chain)
            assert read(chain, 4) == b"\x11\x22\x33\xff"
    assert seen == {
        ("cut", 0): b"\x00\x00\x00\x00", ("cut", 1): b"\x11\x00\x00\x00", ("cut", 2): b"\x11\x22\x00\x00",
        ("bypass", 0): b"\x22\x33\xff\xff", ("bypass", 1): b"\x11\x33\xff\xff", ("bypass", 2): b"\x11\x22\xff\xff",
        ("stuck", 0): b"\x00\x00\x00\x00", ("stuck", 1): b"\xff\xff\xff\xff",
    }  # fmt: skip
