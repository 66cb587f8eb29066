# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: F821, B018 - the program's words are the assembler's
# mypy: disable-error-code="name-defined"
"""The program of the PIO that scans the chain, and the parts a `Scanner` needs. Loaded at power-up only.

One instruction takes 1 us and drives both lines: /PL is the lower bit of `side`, CLK the upper one. /PL is low for
8 us, then CLK goes low and high 128 times. A bit is taken in as CLK goes low: half a clock after the
edge on which the chips shift, and the first one before any edge (`hc165` says why). In all 5000 us:

    8                           load
    + 16 * (1 + 8 * 2 + 1)      16 bytes
    + 4 + 20 * (1 + 29 * 8 + 2) the pause: until the next scan
"""

import uctypes

import rp2
from machine import Pin

from drivers.scanner import RING, Scanner

_HZ = 1_000_000
_TRIES = 8


@rp2.asm_pio(
    sideset_init=(rp2.PIO.OUT_HIGH, rp2.PIO.OUT_HIGH),
    in_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopush=True,
    push_thresh=32,
)
def program() -> None:
    """Scan the chain for ever."""
    wrap_target()
    set(y, 15).side(0b10)[7]
    label("byte")
    set(x, 7).side(0b11)
    label("bit")
    in_(pins, 1).side(0b01)
    jmp(x_dec, "bit").side(0b11)
    jmp(y_dec, "byte").side(0b11)
    set(y, 19).side(0b11)[3]
    label("pause")
    set(x, 28).side(0b11)
    label("wait")
    jmp(x_dec, "wait").side(0b11)[7]
    jmp(y_dec, "pause").side(0b11)[1]
    wrap()


def make(data: int, load: int, clock: int, n_bytes: int) -> Scanner:
    """Return the scanner of a chain; `start` sets it going.

    Args:
        data: GPIO of the chain's output.
        load: GPIO of /PL.
        clock: GPIO of CLK: the one after `load`, as the PIO drives neighbours (DS 3.5.6, side-set).
        n_bytes: bytes of a scan, the tail included.

    Raises:
        ValueError: the pins are not neighbours, or a scan is too long.
    """
    if clock != load + 1:
        raise ValueError("CLK is not on the pin after /PL")
    machine = rp2.StateMachine(
        0, program, freq=_HZ, in_base=Pin(data, Pin.IN), sideset_base=Pin(load)
    )
    return Scanner(machine, rp2.DMA(), _aligned(), n_bytes)


def _aligned() -> "bytearray | memoryview":
    """Return `RING` bytes at a multiple of `RING`."""
    between = []  # what goes before them: free again afterwards
    for _ in range(_TRIES):
        ring = bytearray(RING)
        missing = -uctypes.addressof(ring) % RING
        if not missing:
            return ring
        # The next one lies behind these and two heads of 16 bytes, if the heap goes on here.
        between.append(bytearray((missing - 32) % RING or 16))
    ring = bytearray(2 * RING)
    missing = -uctypes.addressof(ring) % RING
    return memoryview(ring)[missing : missing + RING]
