# SPDX-License-Identifier: Apache-2.0
"""`rp2` over the simulated chips: state machines of the first PIO, and the DMA channels that they pace.

Only what the firmware does with them: scanning a chain of shift registers (`in_`, autopush, a channel into a ring) and
sending bits on one pin (`out`, autopull, a channel from memory), with `set`, `mov`, `jmp` with a counter, side-set and
delays. A program is gone through once, instruction by instruction, to learn when it does what, and how long one round
takes; then every round is done in one step, at its time.
Source: RP2040 data sheet, 3.4 (instructions, one cycle and its delay each), 3.5.4 (autopush, autopull), 2.5 (DMA);
MicroPython docs, `rp2`.
"""

import machine
import uctypes

_FIFO = 4  # words
_MEMORY = 32  # instructions
_RXF0 = 0x50200020
_DREQ_RX0 = 4
_NO_MEMORY = 12  # ENOMEM
_channel = None  # the one that was triggered last to take what the chain's machine shifts in
_loaded = []  # programs in the instruction memory
_senders = {}  # number of a machine -> what sends with it


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
    """The instructions that a function lists, and where it begins again."""

    def __init__(self, function, n_side):
        self.instructions = []
        self.labels = {}
        self.first = 0
        self.last = None
        words = {word: self._put(word) for word in ("in_", "out", "jmp", "mov", "set")}
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
            if (one.level is None) != (n_side == 0) or one.delay >> 5 - n_side:
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

    def round(self, bit=0):
        """Go through one round, with one bit for whatever is shifted out.

        Returns:
            (cycle, level of the side-set lines or else of the pin, bits taken in, bits shifted out) of its
            instructions, and its cycles.
        """
        held = {"x": 0, "y": 0, "pins": 0}
        steps = []
        cycle = 0
        at = self.first
        while True:
            one = self.instructions[at]
            goes_on = at != self.last
            at += 1
            ins = outs = 0
            if one.word == "in_":
                ins = one.args[1]
            elif one.word == "out":
                held[one.args[0]] = bit
                outs = one.args[1]
            elif one.word == "mov":
                held[one.args[0]] = held[one.args[1]]
            elif one.word == "set":
                held[one.args[0]] = one.args[1]
            else:
                counter = one.args[0][0]
                if held[counter]:
                    at = self.labels[one.args[1]]
                    goes_on = True
                held[counter] -= 1
            steps.append((cycle, held["pins"] if one.level is None else one.level, ins, outs))
            cycle += 1 + one.delay
            if not goes_on:
                return steps, cycle


def asm_pio(
    *, sideset_init=(), out_init=None, set_init=None, in_shiftdir=0, out_shiftdir=0,
    autopush=False, autopull=False, push_thresh=32, pull_thresh=32,
):  # fmt: skip
    scans = sideset_init and autopush and not autopull
    sends = autopull and not autopush and not sideset_init
    if (
        not (scans or sends)
        or in_shiftdir
        or out_shiftdir
        or (push_thresh, pull_thresh) != (32, 32)
    ):
        raise NotImplementedError("only autopush or autopull of 32 bits to the left")
    if scans and sideset_init != (PIO.OUT_HIGH, PIO.OUT_HIGH):
        raise NotImplementedError("only two lines that rest high")
    if sends and (out_init, set_init) != (PIO.OUT_LOW, PIO.OUT_LOW):
        raise NotImplementedError("only a line that rests low")
    return lambda function: _Program(function, len(sideset_init))


def StateMachine(id, program, *, freq, **pins):
    """Return what the program makes of a state machine."""
    if program not in _loaded:
        if sum([len(one.instructions) for one in _loaded + [program]]) > _MEMORY:
            raise OSError(_NO_MEMORY)
        _loaded.append(program)
    if "out_base" in pins:
        return _Sender(id, program, freq, **pins)
    return _Scanner(id, program, freq, **pins)


class _Scanner:
    """Loads the chain and shifts it in, round after round."""

    def __init__(self, id, program, freq, in_base, sideset_base):
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
        for cycle, side, bits, _ in steps:
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


class _Sender:
    """Sends each bit of what a channel brings as a pulse on one pin, and waits with that pin low."""

    def __init__(self, id, program, freq, out_base, set_base):
        if id not in (1, 2, 3) or out_base.id != set_base.id:
            raise NotImplementedError("only one pin, and a machine beside the chain's")
        self._pin = out_base.id
        zero, cycles = self._pulse(program, 0)
        one, same = self._pulse(program, 1)
        if cycles != same:
            raise NotImplementedError("bits of two lengths")
        self._timing = tuple(
            [1000000000 * n // freq for n in (zero, cycles - zero, one, cycles - one)]
        )
        self._running = False
        self._from = None  # the channel whose words are on their way
        _senders[id] = self

    @staticmethod
    def _pulse(program, bit):
        """Return for how many cycles the pin is high in a round, and all its cycles."""
        steps, cycles = program.round(bit)
        high = [at for at, level, _, _ in steps if level]
        low = [at for at, level, _, _ in steps if not level and high and at > high[0]]
        whole = [outs for _, _, _, outs in steps if outs]
        if whole != [1] or not steps[0][3] or not high or not low or high[-1] > low[0]:
            raise NotImplementedError("this is no way to send a bit as a pulse")
        return low[0] - high[0], cycles

    def active(self, on):
        self._running = bool(on)
        if on and self._from is not None:
            self._begin()

    def send(self, channel, words):
        """Take so many words of a channel as they are wanted."""
        if self._from is not None:
            raise NotImplementedError("a channel that is triggered before it has ended")
        self._from, self._words = channel, words
        if self._running:
            self._begin()

    def _begin(self):
        clock = machine._clock
        bit_ns = self._timing[0] + self._timing[1]
        self._began_us = clock.now
        clock.at(clock.now + self._words * 32 * bit_ns // 1000, self._end)

    def _end(self, _):
        # Read now: a program that writes there meanwhile spoils the frame.
        data = self._from.sent()
        self._from = None
        if self._pin == machine._bench.strip_pin:
            machine._bench.strip.write(self._began_us, self._timing, data)


class DMA:
    """A channel between memory and the FIFO of a machine, paced by it."""

    def __init__(self):
        self._left = 0
        self._machine = None
        self._sender = None

    def pack_ctrl(
        self, *, size=2, inc_read=True, inc_write=True, ring_sel=False, ring_size=0, treq_sel=0x3F, bswap=False
    ):  # fmt: skip
        how = (size, inc_read, inc_write, ring_sel)
        if how == (2, False, True, True) and treq_sel == _DREQ_RX0:
            return ring_size, bswap, None
        if how == (2, True, False, False) and treq_sel in _senders:
            return 0, bswap, treq_sel  # DREQ_PIO0_TXn is n
        raise NotImplementedError(
            "only words from the PIO's first FIFO into a ring, or into a FIFO of another machine"
        )

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        if ctrl is not None:
            self._size, self._swapped = 1 << ctrl[0], ctrl[1]
            self._sender = None if ctrl[2] is None else _senders[ctrl[2]]
        if count is not None:
            self._count = count
        if not 0 < self._count < 1 << 28:
            raise NotImplementedError("count")
        if self._sender is None:
            self._config_in(read, write, trigger)
        else:
            self._config_out(read, write, trigger)

    def _config_in(self, read, write, trigger):
        global _channel
        if read not in (None, _RXF0):
            raise NotImplementedError("read")
        if uctypes.addressof(write) % self._size or len(write) < self._size:
            raise ValueError("the ring is not where a channel would write")
        self._ring, self._left, self._at, self._machine = write, self._count, 0, None
        if trigger:
            _channel = self

    def _config_out(self, read, write, trigger):
        if write not in (None, self._sender) or len(read) < 4 * self._count:
            raise NotImplementedError("write or read")
        self._read = read
        if trigger:
            self._left = self._count
            self._sender.send(self, self._count)

    def active(self, on):
        global _channel
        if not on and _channel is self:
            _channel = None

    def sent(self):
        """Return the bytes that were moved out, in the order in which their bits leave."""
        self._left = 0
        data = bytes(self._read[: 4 * self._count])
        if self._swapped:
            return data
        return b"".join([data[i : i + 4][::-1] for i in range(0, len(data), 4)])

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
