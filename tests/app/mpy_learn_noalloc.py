# SPDX-License-Identifier: Apache-2.0
"""Learning in MicroPython: a scan in which nothing changes costs no memory."""

from helpers_noalloc import no_alloc
from tempdir import new_folder

from app.service.calibrate import Learn
from boards import partners
from light.lights import Lights
from rules import load


class Told:
    """Stands for the link and for the buzzer."""

    def __init__(self):
        self.events = []

    def emit(self, event):
        self.events.append(event)

    def sound(self, name):
        self.events.append({"step": "sound", "sound": name})


class System:
    """As much of a table as learning needs."""

    def __init__(self):
        self.layout = partners
        self.match = self
        self.game = load("partners-pawns")
        self.data = new_folder()
        self.lights = Lights(partners.N_LEDS)
        self.link = self.hardware = Told()
        self.hardware.buzzer = self.link
        self.debounce = None


def scans(system, mode, wire, now, count):
    for _ in range(count):
        now += 5
        system.debounce.step(now, wire)
        mode.scan(now, system.debounce)
    return now


def test_a_quiet_scan_never_allocates():
    system = System()
    mode = Learn(system)
    mode.begin(None, False, False, 1000)
    wire = bytearray(b"\xff" * (partners.N_CHIPS + 2))
    now = scans(system, mode, wire, 1000, 100)
    assert system.link.events[-1]["step"] == "ask"
    no_alloc(lambda: mode.scan(now, system.debounce))
    wire[3] ^= 1  # a pawn
    now = scans(system, mode, wire, now, 100)
    assert {"step": "learnt", "input": 24, "place": "0", "event": "learn"} in system.link.events
    no_alloc(lambda: mode.scan(now, system.debounce))
    wire[3] ^= 1
    now = scans(system, mode, wire, now, 30)
    assert system.link.events[-1]["place"] == "1"
    no_alloc(lambda: mode.scan(now, system.debounce))
