# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: F821 - the program's words are the assembler's
# mypy: disable-error-code="name-defined, call-overload, arg-type"
"""The program of the PIO that scans the chain of 74HC165, and the `Chain` over it. Loaded at power-up only.

One instruction takes 1 us and drives both lines: /PL is the lower bit of `side`, CLK the upper one. /PL is low for
8 us, then CLK goes low and high 128 times. A bit is taken in as CLK goes low: half a clock after the
edge on which the chips shift, and the first one before any edge (`hc165` says why). In all 3000 us:

    8                           load
    + 16 * (1 + 8 * 2 + 1)      16 bytes
    + 4 + 20 * (1 + 16 * 8 + 6) the pause: until the next scan
"""

import rp2
import uctypes
from machine import Pin

from drivers.hc165 import RING, WORDS, Chain

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

# Of CLK: far below the limit of the chips, for the sake of the cables.
CHAIN_HZ = 500_000
# "RP" = RP2040 data sheet; the RP2350 has these at the same places.
_RXF0 = 0x50200020  # PIO0's RX FIFO 0 (RP 3.7)
_DREQ = 4  # DREQ_PIO0_RX0 (RP 2.5.3.1)
_WORD = 2  # DATA_SIZE: four bytes
_RING_BITS = 9
_TRIES = 30


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
    set(x, 15).side(0b11)
    label("wait")
    jmp(x_dec, "wait").side(0b11)[7]
    jmp(y_dec, "pause").side(0b11)[5]
    wrap()


def make(data: int, load: int, clock: int, n_chips: int, ticks_ms: "Callable") -> Chain:
    """Return a chain on PIO0's first state machine; `start` sets it going.

    Args:
        data: GPIO of the chain's output.
        load: GPIO of /PL.
        clock: GPIO of CLK: the one after `load`, as side-set drives neighbours (RP 3.5.6).
        n_chips: as of `Chain`.
        ticks_ms: as of `Chain`.

    Raises:
        ValueError: the pins are no neighbours, or so many chips do not fit.
    """
    if clock != load + 1:
        raise ValueError("CLK is not on the pin after /PL")
    machine = rp2.StateMachine(
        0, program, freq=2 * CHAIN_HZ, in_base=Pin(data, Pin.IN), sideset_base=Pin(load)
    )
    dma = rp2.DMA()
    ring = _aligned()
    # The chip at the controller is shifted first and is a word's highest byte: swapped, it lies first.
    ctrl = dma.pack_ctrl(
        size=_WORD, inc_read=False, inc_write=True, ring_sel=True, ring_size=_RING_BITS, treq_sel=_DREQ, bswap=True,
    )  # fmt: skip
    dma.config(read=_RXF0, write=ring, count=WORDS, ctrl=ctrl)
    return Chain(machine, dma, ring, n_chips, ticks_ms)


def _aligned() -> "bytearray | memoryview":
    """Return `RING` bytes at a multiple of `RING`."""
    between = []  # what goes before them: free again afterwards
    for tried in range(_TRIES):
        ring = bytearray(RING)
        missing = -uctypes.addressof(ring) % RING
        if not missing:
            return ring
        # Large enough to lie behind the ring and in no gap before it; so may the heads of both, 16 bytes each.
        between.append(bytearray(RING + (missing - 16 * (tried % 3)) % RING))
    ring = bytearray(2 * RING)
    missing = -uctypes.addressof(ring) % RING
    return memoryview(ring)[missing : missing + RING]
