# SPDX-License-Identifier: Apache-2.0
"""The chain driver against the simulator's model of the 74HC165."""

from scans import Scans

from drivers import chainfault
from tavle.sim.chips.hc165 import Chain as Model

N_CHIPS = 15


class Bus:
    """Scans of the model; `late` samples after the shifting edge."""

    def __init__(self, late=False):
        self.model = Model(N_CHIPS)
        self.model.set_input(8 * (N_CHIPS - 1) + 6, 0)  # the button chip's constants 1, 0, 1
        self._late = late

    def chain(self):
        """Return a chain that has not been scanned."""
        self._scans = Scans(N_CHIPS + 1)
        chain = self._scans.chain(N_CHIPS, lambda: 0)
        chain.start()
        return chain

    def scan(self):
        """Complete a scan, of 16 bytes as the scanner's are."""
        data = bytearray(16)
        self.model.load_pin(0)
        self.model.load_pin(1)
        self.model.read_into(data, self._late)
        self._scans.put(data)


def test_every_input_arrives_at_its_bit():
    bus = Bus()
    chain = bus.chain()
    for bit in range(8 * (N_CHIPS - 1) + 5):
        bus.model.set_input(bit, 0)
        bus.scan()
        assert chain.take() and chain.good, bit
        scan = chain.wire
        low = [n for n in range(8 * N_CHIPS) if not scan[n >> 3] >> (n & 7) & 1]
        assert low == sorted((bit, 8 * (N_CHIPS - 1) + 6)), (bit, low)
        bus.model.set_input(bit, 1)
    assert chain.fault() == 0 and chain.bad_scans == 0


def fault(bus):
    """Return (code, text) after a scan with magnets on two spaces of every chip."""
    for chip in range(N_CHIPS - 1):
        bus.model.set_input(8 * chip, 0)
        bus.model.set_input(8 * chip + 7, 0)
    chain = bus.chain()
    for _ in range(8):
        bus.scan()
        chain.take()
    return chain.fault(), chain.text()


def test_faults_of_the_model_get_their_names():
    bus = Bus()
    assert fault(bus) == (0, "")
    for cut in range(1, N_CHIPS):
        bus.model.fault(cut=cut)
        assert fault(bus)[0] == chainfault.CUT
        assert "only zeros after chip {} of 15".format(cut) in fault(bus)[1]
    bus.model.fault(cut=0)
    assert fault(bus)[0] == chainfault.ALL_ZEROS
    for stuck, code in ((0, chainfault.ALL_ZEROS), (1, chainfault.ALL_ONES)):
        bus.model.fault(stuck=stuck)
        assert fault(bus)[0] == code
    for bypass in range(N_CHIPS - 1):
        bus.model.fault(bypass=bypass)
        assert fault(bus) == (
            chainfault.SHORT,
            "sensor chain is 1 chip(s) short: 15 expected, 14 found",
        )
    bus.model.fault(bypass=N_CHIPS - 1)
    assert fault(bus)[0] == chainfault.CUT
    assert fault(Bus(late=True))[0] == chainfault.BIT_SHIFT
