# SPDX-License-Identifier: Apache-2.0
"""A chain of 74HC165 parallel-load shift registers.

Source: TI SCLS116 (SN74HC165). SH//LD low: the inputs A..H are loaded at any time, the clock does
nothing. SH//LD high: every rising clock edge shifts towards QH; QH shows input H of the last load
before the first edge. SER of a chip is QH of the next one; the SER of the last chip is tied high.
"""


class Chain:
    """The chain as the controller sees it: a load line and a serial output.

    Byte 0 is the chip nearest the controller, bit 7 of a byte is input H, bit 0 input A. Levels
    are wire levels: a closed reed pulls its input to 0.

    Args:
        n_chips: number of chips, 1 to 32.
    """

    def __init__(self, n_chips: int) -> None:
        self.n_chips = n_chips
        self.inputs = bytearray(b"\xff" * n_chips)
        # What the line would deliver, as whole bytes; the tail is SER of the last chip.
        self._line = bytearray(b"\xff" * (n_chips + 1))
        self._bit = 0  # how many bits were shifted out since the load
        self._loading = False
        self._cut = -1
        self._bypass = -1
        self._stuck = -1

    def set_input(self, bit: int, level: int) -> None:
        """Put one input on a wire level. `bit` = 8 * chip + input (A is 0)."""
        mask = 1 << (bit & 7)
        if level:
            self.inputs[bit >> 3] |= mask
        else:
            self.inputs[bit >> 3] &= 255 ^ mask
        if self._loading:
            self._load()

    def fault(self, cut: int = -1, bypass: int = -1, stuck: int = -1) -> None:
        """Break the chain; -1 repairs each.

        Args:
            cut: index of the first chip whose data no longer arrives (cable out: the line
                behind it floats and is read as 0).
            bypass: index of a chip that is missing with its socket bridged: all chips behind
                it arrive 8 bits early.
            stuck: 0 or 1, the level the serial output is shorted to.
        """
        self._cut = cut
        self._bypass = bypass
        self._stuck = stuck

    def load_pin(self, level: int) -> None:
        """Drive SH//LD."""
        if level and self._loading:
            self._loading = False
        elif not level:
            self._loading = True
            self._load()

    def _load(self) -> None:
        n = self.n_chips
        line = self._line
        line[:n] = self.inputs
        line[n] = 255
        if self._bypass >= 0:
            line[self._bypass : n] = line[self._bypass + 1 :]
            line[n] = 255
        if self._cut >= 0:
            for i in range(self._cut, n + 1):
                line[i] = 0
        if self._stuck >= 0:
            for i in range(n + 1):
                line[i] = 255 if self._stuck else 0
        self._bit = 0

    def read_into(self, buf: bytearray, edge_first: bool = False) -> None:
        """Clock 8 * len(buf) bits into `buf`, first bit = most significant.

        Args:
            buf: bytearray or memoryview to fill.
            edge_first: True when the controller samples after the shifting edge by the clock:
                input H of the first chip is lost and everything arrives one bit early.
        """
        size = len(buf)
        line = self._line
        if self._bit == 0 and size >= len(line) and not edge_first and not self._loading:
            self._bit = 8 * size
            buf[:] = line + (b"\xff" if self.qh() else b"\0") * (size - len(line))
            return
        for i in range(size):
            value = 0
            for _ in range(8):
                if edge_first:
                    self.clock_pin()
                value = value << 1 | self.qh()
                if not edge_first:
                    self.clock_pin()
            buf[i] = value

    def qh(self) -> int:
        """Return the level of the serial output (QH of the nearest chip)."""
        if self._bit >= 8 * len(self._line):
            return 1 if self._stuck < 0 and self._cut < 0 else int(self._stuck > 0)
        return self._line[self._bit >> 3] >> (7 - (self._bit & 7)) & 1

    def clock_pin(self) -> None:
        """Let the clock rise."""
        if not self._loading:
            self._bit += 1
