# SPDX-License-Identifier: Apache-2.0
"""`rp2` over the simulated chips: a state machine of the PIO, and the DMA channel that takes what it shifts in.

Only what scanning a chain of shift registers takes: `set`, `in_`, `jmp` with a counter, side-set, delays, autopush to
the left. A program is gone through once, instruction by instruction, to learn when it loads the chain, on which side of the
shifting edge it samples, and how long one round takes; then every round is done at one go, at its time.
Source: RP2040 data sheet, 3.4 (instructions, one cycle and its delay each), 3.5.4 (autopush), 2.5 (DMA);
MicroPython docs, `rp2`.
"""

import machine
import uctypes

_FIFO = 4  # words
_RXF0 = 0x50200020
_DREQ_RX0 = 4
_channel = None  # the one that was triggered last


class PIO:
    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = range(4)
    SHIFT_LEFT, SHIFT_RIGHT = range(2)


class _Instruction:
    def __init__(self, word, *args):
        self.word = word
        self.args = args
        self.level = None
        self.delay = 0

    def side(self, level):
        self.level = level
        return self

    def __getitem__(self, delay):
        self.delay = delay
        return self


class _Program:
    """The instructions that a function lists, and where it begins anew."""

    def __init__(self, function, n_side):
        self.instructions = []
        self.labels = {}
        self.first = 0
        self.last = None
        words = {word: self._put(word) for word in ("in_", "jmp", "set")}
        words.update(label=self._label, wrap_target=self._target, wrap=self._wrap)
        words.update({name: name for name in ("x", "y", "pins", "x_dec", "y_dec")})
        names = function.__globals__
        before = dict(names)
        names.update(words)
        try:
            function()
        finally:
            names.clear()
            names.update(before)
        if self.last is None:
            self.last = len(self.instructions) - 1
        for one in self.instructions:
            if one.level is None or one.delay >> 5 - n_side:
                raise ValueError("side-set or delay of " + one.word)

    def _put(self, word):
        def put(*args):
            self.instructions.append(_Instruction(word, *args))
            return self.instructions[-1]

        return put

    def _label(self, name):
        self.labels[name] = len(self.instructions)

    def _target(self):
        self.first = len(self.instructions)

    def _wrap(self):
        self.last = len(self.instructions) - 1

    def round(self):
        """Return (cycle, side-set level, bits taken in) of the instructions of one round, and its cycles."""
        counts = {"x": 0, "y": 0}
        steps = []
        cycle = 0
        at = self.first
        while True:
            one = self.instructions[at]
            steps.append((cycle, one.level, one.args[1] if one.word == "in_" else 0))
            cycle += 1 + one.delay
            goes_on = at != self.last
            at += 1
            if one.word == "set":
                counts[one.args[0]] = one.args[1]
            elif one.word == "jmp":
                counter = one.args[0][0]
                if counts[counter]:
                    at = self.labels[one.args[1]]
                    goes_on = True
                counts[counter] -= 1
            if not goes_on:
                return steps, cycle


def asm_pio(*, sideset_init, in_shiftdir, autopush, push_thresh):
    if in_shiftdir != PIO.SHIFT_LEFT or not autopush or push_thresh != 32:
        raise NotImplementedError("only autopush of 32 bits to the left")
    if sideset_init != (PIO.OUT_HIGH, PIO.OUT_HIGH):
        raise NotImplementedError("only two lines that rest high")
    return lambda function: _Program(function, len(sideset_init))


class StateMachine:
    def __init__(self, id, program, *, freq, in_base, sideset_base):
        if id or (in_base.id, sideset_base.id) != machine._bench.chain_pins[:2]:
            raise NotImplementedError("only machine 0 on the chain's pins")
        if sideset_base.id + 1 != machine._bench.chain_pins[2]:
            raise NotImplementedError("no clock on the pin after the load line")
        steps, cycles = program.round()
        self._us = 1000000 * cycles // freq
        self._load_us, self._words_us, self._edge_first = self._learn(steps, freq)
        self._item = None
        self._loaded_us = 0
        self._rest_us = 0  # of leaps, which are no whole rounds
        self._fifo = []

    def _learn(self, steps, freq):
        """Return when it loads, when each word is whole, and whether each bit is sampled after a shift."""
        load, clock, shifts = 1, 1, None
        loaded_us, words_us, seen = None, [], []
        for cycle, side, bits in steps:
            if bits not in (0, 1):
                raise NotImplementedError("more than a bit at a time")
            if bits and shifts is not None:
                seen.append(shifts)
                if len(seen) % 32 == 0:
                    words_us.append(1000000 * (cycle + 1) // freq)
            if load < (side & 1):
                loaded_us, shifts = 1000000 * cycle // freq, 0
            elif clock < side >> 1 and shifts is not None:
                shifts += 1
            load, clock = side & 1, side >> 1
        first = seen[0] if seen else 0
        if loaded_us is None or not words_us or seen != list(range(first, first + len(seen))):
            raise NotImplementedError("this is no way to read a chain of 74HC165")
        return loaded_us, words_us, bool(first)

    def active(self, on):
        clock = machine._clock
        if self._item is not None:
            clock.cancel(self._item)
            self._item = None
        clock.on_leap = None
        if on:
            self._item = clock.at(clock.now + self._load_us, self._load)
            clock.on_leap = self._leap

    def restart(self):
        pass

    def rx_fifo(self):
        return len(self._fifo)

    def get(self):
        return self._fifo.pop(0)

    def _shifted(self):
        """Return the bytes of a round that begins now."""
        chain = machine._bench.chain
        chain.load_pin(0)
        chain.load_pin(1)
        data = bytearray(4 * len(self._words_us))
        chain.read_into(data, self._edge_first)
        return data

    def _load(self, _):
        data = self._shifted()
        self._loaded_us = self._item[0]
        if _channel is not None and _channel.takes(data, self):
            self._item = machine._clock.at(self._loaded_us + self._us, self._load)
        else:
            self._stop(data)

    def _stop(self, data):
        """Stand still, with a full FIFO."""
        self._item = None
        self._fifo = [data[i : i + 4] for i in range(0, 4 * _FIFO, 4)]

    def _leap(self, us):
        """Do the rounds of a time that passes at once: nothing changes in it."""
        if self._item is None or _channel is None:
            return
        data = self._shifted()
        rounds = (us + self._rest_us) // self._us
        self._rest_us = (us + self._rest_us) % self._us
        if rounds > _channel.rounds(data):
            machine._clock.cancel(self._item)
            self._stop(data)
        _channel.repeats(data, rounds)

    def missing(self):
        """Return how many words of the newest round are not there yet."""
        begun_us = self._loaded_us - self._load_us
        return sum([begun_us + us > machine._clock.now for us in self._words_us])


class DMA:
    def __init__(self):
        self._left = 0
        self._machine = None

    def pack_ctrl(self, *, size, inc_read, inc_write, ring_sel, ring_size, treq_sel, bswap):
        if (size, inc_read, inc_write, ring_sel, treq_sel) != (2, False, True, True, _DREQ_RX0):
            raise NotImplementedError("only words from the PIO's first FIFO into a ring")
        return ring_size, bswap

    def config(self, *, write, count, read=_RXF0, ctrl=None, trigger=False):
        global _channel
        if ctrl is not None:
            self._size, self._swapped = 1 << ctrl[0], ctrl[1]
        if read != _RXF0 or not 0 < count < 1 << 28:
            raise NotImplementedError("read or count")
        if uctypes.addressof(write) % self._size or len(write) < self._size:
            raise ValueError("the ring is not where a channel would write")
        self._ring, self._left, self._at, self._machine = write, count, 0, None
        if trigger:
            _channel = self

    def active(self, on):
        global _channel
        if not on and _channel is self:
            _channel = None

    def takes(self, data, machine):
        """Take the words of one round; return whether they are taken."""
        words = len(data) // 4
        if self._left < words:
            return False
        self._machine = machine
        self._left -= words
        for i in range(0, len(data), 4):
            word = data[i : i + 4]
            # The first bit is the highest one of a word, and the lowest byte lies first.
            self._ring[self._at : self._at + 4] = word if self._swapped else word[::-1]
            self._at = (self._at + 4) % self._size
        return True

    def rounds(self, data):
        """Return how many rounds like this one it still takes."""
        return self._left // (len(data) // 4)

    def repeats(self, data, rounds):
        """Take a round again and again: the ring is full of it."""
        rounds = min(rounds, self.rounds(data))
        kept = min(rounds, self._size // len(data))
        skipped = rounds - kept
        self._left -= skipped * (len(data) // 4)
        self._at = (self._at + skipped * len(data)) % self._size
        for _ in range(kept):
            self.takes(data, self._machine)

    @property
    def count(self):
        machine._clock.spin()
        return self._left + (self._machine.missing() if self._machine is not None else 0)
