# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: F821 - the program's words are the assembler's
# mypy: disable-error-code="name-defined, call-overload, arg-type, index"
"""WS2812B lights on one line. PIO and DMA send a frame while the processor does something else.

"DS" = Worldsemi WS2812B data sheets: 24 bits per light, green, red, blue, most significant bit first. A 0 is high for
220 to 380 ns (V5; 250 to 550 in the first revision), a 1 for 580 to 1000 (650 to 950). 280 us low (50 in the first one)
end the frame: the lights show it.

One instruction takes 100 ns, so a 0 is 300 ns high and 900 low, a 1 is 800 high and 400 low: within every revision.
The program waits for the next bit with the line low.
"""

import rp2
from micropython import const

from ticks import just

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from machine import Pin

_HZ = const(10_000_000)
_NS_PER_LIGHT = const(28_800)  # 24 bits of 12 instructions
_LATCH_US = const(300)
# "RP" = RP2040 data sheet; the RP2350 has these at the same places. State machine 0 of this PIO scans the chain
# (`scanprogram`, 9 of the 32 instructions; here are 4).
_MACHINE = const(1)
_DREQ = const(1)  # DREQ_PIO0_TX1 (RP 2.5.3.1)
_WORD = const(2)  # DATA_SIZE: four bytes


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=32,
)
def program() -> None:
    """Send what comes, bit by bit."""
    wrap_target()
    out(x, 1)[1]
    set(pins, 1)[2]
    mov(pins, x)[4]
    set(pins, 0)[1]
    wrap()


class _Index:
    def __getitem__(self, index: slice) -> slice:
        return index


_ALL = _Index()[:]  # made once: writing [:] would allocate it each time


class Strip:
    """Sends whole frames to a chain of WS2812B on PIO0's second state machine."""

    def __init__(self, pin: "Pin", n_leds: int, ticks_ms: "Callable") -> None:
        """Take an output pin (level shifted to 5 V), the chain length, and what tells the time."""
        self._ticks_ms = ticks_ms
        self._size = 3 * n_leds
        words = (self._size + 3) // 4
        self._words = bytearray(4 * words)  # what is beyond the last light goes nowhere
        self._bytes = memoryview(self._words)[: self._size]
        # And one, for the part of a millisecond that had gone when it began.
        self._takes_ms = (n_leds * _NS_PER_LIGHT // 1000 + _LATCH_US) // 1000 + 2
        self._began_ms = ticks_ms() - self._takes_ms
        machine = rp2.StateMachine(_MACHINE, program, freq=_HZ, out_base=pin, set_base=pin)
        self._dma = rp2.DMA()
        # The first byte of a word is to leave first, and the machine begins with the highest one.
        ctrl = self._dma.pack_ctrl(size=_WORD, inc_write=False, treq_sel=_DREQ, bswap=True)
        self._dma.config(read=self._words, write=machine, count=words, ctrl=ctrl)
        machine.active(1)

    def busy(self) -> bool:
        """Return whether the last frame is still on its way, or the gap after it: 5 ms with 116 lights."""
        return just(self._ticks_ms(), self._began_ms, self._takes_ms)

    def show(self, frame: bytearray) -> bool:
        """Send a copy of a frame: 3 bytes (green, red, blue) per light, in chain order.

        Returns at once: True, or False where nothing is sent because the strip is `busy`. Never allocates.

        Raises:
            ValueError: the frame has another length.
        """
        if len(frame) != self._size:
            raise ValueError("a frame has 3 bytes per light")
        if self.busy():
            return False
        self._bytes[_ALL] = frame
        self._began_ms = self._ticks_ms()
        self._dma.config(read=self._words, trigger=True)
        return True
