# SPDX-License-Identifier: Apache-2.0
"""Scans the chain of 74HC165 into memory, without the processor: PIO clocks it, DMA writes what comes.

One state machine of the PIO runs `scanprogram`: every `SCAN_MS` it loads the chain and shifts 16 bytes out of
it. A DMA channel writes them into a ring. So no scan is missed and none is late while the firmware computes,
collects garbage (24 ms), sends a frame to the lights with interrupts off (3.5 ms) or erases a sector of the
flash, during which a Pico runs nothing at all (45 ms by the flash's data sheet, 400 at most). The number of
words that the channel has still to move tells how many scans are complete: the time of a scan follows from its number.

"DS" = RP2040 data sheet: 2.5 (DMA), 3 (PIO). The same registers are at the same places in the RP2350.
"""

from micropython import const

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rp2 import DMA, StateMachine

SCAN_MS = const(5)  # from one scan to the next, see `scanprogram`
SLOT = const(16)  # bytes of a scan: chips and the tail; what is beyond the chain reads as ones
SLOTS = const(32)  # scans in the ring: the last 160 ms. A power of two
RING = const(512)  # bytes of it, and what its address is a multiple of (DS 2.5.3.1, RING_SIZE)

_RING_BITS = const(9)
_RXF0 = const(0x50200020)  # PIO0's RX FIFO 0 (DS 3.7)
_DREQ = const(4)  # DREQ_PIO0_RX0 (DS 2.5.3.1)
_WORD = const(2)  # DATA_SIZE: four bytes
# Words until the channel stops, 3.9 days: the RP2350's counter has 28 bits.
_WORDS = const(0x0FFFFFFC)


class Scanner:
    """The ring of scans, and what fills it.

    Attributes:
        slots: `SLOTS` scans of `n_bytes` bytes each; scan n since the start is in `slots[n % SLOTS]`.
    """

    def __init__(
        self, machine: "StateMachine", dma: "DMA", ring: "bytearray | memoryview", n_bytes: int
    ) -> None:
        """Take a stopped state machine 0 of PIO0 with the program in it, a DMA channel, and the ring.

        `ring` has `RING` bytes and lies at a multiple of that. Raises ValueError when a scan of `n_bytes`
        does not fit a slot.
        """
        if n_bytes > SLOT:
            raise ValueError("a chain has at most %d chips" % (SLOT - 1))
        self._machine = machine
        self._dma = dma
        self._ring = ring
        self.slots = [memoryview(ring)[SLOT * i : SLOT * i + n_bytes] for i in range(SLOTS)]
        # The chip at the controller is shifted first and is the word's highest byte: swapped, it lies first.
        self._ctrl = dma.pack_ctrl(
            size=_WORD, inc_read=False, inc_write=True, ring_sel=True, ring_size=_RING_BITS,
            treq_sel=_DREQ, bswap=True,
        )  # fmt: skip

    def start(self) -> None:
        """Begin anew with scan 0, which the chain is loaded for now."""
        machine, dma = self._machine, self._dma
        machine.active(0)
        dma.active(0)
        while machine.rx_fifo():
            machine.get()
        machine.restart()
        dma.config(read=_RXF0, write=self._ring, count=_WORDS, ctrl=self._ctrl, trigger=True)
        machine.active(1)

    def done(self) -> int:
        """Return how many scans are complete since the start. Never allocates."""
        return (_WORDS - self._dma.count) >> 2
