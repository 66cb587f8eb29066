# SPDX-License-Identifier: Apache-2.0
"""`os` as a Pico has it: chance from the run's seed or, for people's games, the PC's own; a name, nothing to sync."""

import uos
import urandom as _r
from uos import *

_fair = False


def urandom(n):
    if _fair:
        return uos.urandom(n)
    return bytes(_r.getrandbits(8) for _ in range(n))


def sync():
    pass


def uname():
    return ("rp2", "rp2", "1.26.0", "simulated", "Raspberry Pi Pico with RP2040 (simulated)")
