# SPDX-License-Identifier: Apache-2.0
"""WS2812B light chain by `machine.bitstream`, the engine of the stock `neopixel` module.

"DS" = Worldsemi WS2812B data sheet: 24 bits per LED, green, red, blue, most significant bit first,
1.25 us per bit, then at least 280 us low (50 us in early revisions) to take the frame over.
Why bit-banging and not PIO with DMA: see README.md, "Lights and the reader's bytes".
"""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import Pin


class Strip:
    """Sends whole frames to a WS2812B chain on one pin."""

    def __init__(self, pin: "Pin", n_leds: int, timing: tuple) -> None:
        """Take an output pin (level shifted to 5 V), the chain length and the bit timing.

        Timing: ns high and low of a 0, then of a 1; DS: each within 150 ns of 400 850 800 450.
        """
        from machine import bitstream

        self._bitstream = bitstream
        self._pin = pin
        self._timing = timing
        self.n_leds = n_leds
        pin.init(pin.OUT)
        pin.value(0)

    def show(self, buf: bytearray) -> None:
        """Send the caller's frame: 3 bytes (green, red, blue) per LED, in chain order.

        Blocks with interrupts off for 30 us per LED (116 LEDs: 3.5 ms) and never allocates. The
        buffer is only read. Leave 280 us between two calls, or the second frame is appended to
        the first one; a caller that sends at most every 5 ms need not care.
        A buffer of another length than 3 * n_leds raises ValueError.
        """
        if len(buf) != 3 * self.n_leds:
            raise ValueError("a frame has 3 bytes per LED")
        self._bitstream(self._pin, 0, self._timing, buf)
