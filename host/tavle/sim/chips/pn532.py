# SPDX-License-Identifier: Apache-2.0
"""The NXP PN532 reader: command frames and commands; see `pn532_bus` and `pn532_radio` too.

Source: NXP UM0701-02 (PN532 user manual): frames 6.2.1, commands 7.2 and 7.3, low power 7.2.11.
Times are of the order measured with such modules, not exact. An awkward habit that users of the
chip report is modelled on purpose: a reader that was reset sleeps until woken.
"""

import binascii

from tavle.sim.chips.ntag import Tag
from tavle.sim.chips.pn532_radio import Radio

ACK = b"\x00\x00\xff\x00\xff\x00"
ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"

_BOOT_US = 2000  # after power or reset, before the chip listens
_WAKE_US = 1000  # after the first byte that wakes it
_ACK_US = 400
_BUSY_US = 600  # a command that needs no radio
_FIELD_US = 5000

_CONTEXT = 0x27


def frame(data: bytes) -> bytes:
    """Wrap TFI and data in a normal information frame."""
    size = len(data)
    return bytes((0, 0, 0xFF, size, -size & 0xFF)) + bytes(data) + bytes((-sum(data) & 0xFF, 0))


class Pn532:
    """The chip.

    Args:
        seed: decides when `errors` strike.

    Attributes:
        radio: what tags see of it; an eighth of its `errors` also hits the wire.
        tags: the radio's.
        outbox: [(time ready in us, frame)] for the bus to fetch.
    """

    def __init__(self, seed: int = 0) -> None:
        self.radio = Radio(seed)
        self.tags = self.radio.tags
        self.plugged = True
        self._reset_level = 1
        self.power_up(0)

    def power_up(self, now_us: int) -> None:
        """Start afresh, as after power-on or reset."""
        self.awake = False
        self.listens_us = now_us + _BOOT_US
        self.outbox: list = []
        self._last = ACK
        self._sam = False
        self.radio.restart()
        self._data = bytearray()
        self._want = -1
        self._window = 0xFFFF

    def plug(self, plugged: int, now_us: int) -> None:
        """Connect or disconnect the module."""
        self.plugged = bool(plugged)
        self.power_up(now_us)

    def reset_pin(self, level: int, now_us: int) -> None:
        """Drive RSTPDN; low stops the chip, the rising edge starts it."""
        if level != self._reset_level:
            self._reset_level = level
            self.power_up(now_us)

    def runs(self, now_us: int) -> bool:
        """Return whether the chip has its supply, is out of reset and has started."""
        return self.plugged and bool(self._reset_level) and now_us >= self.listens_us

    def lay(self, key: str, kind: str, memory: bytes, now_us: int) -> None:
        """Bring a tag into the field."""
        self.step(now_us)
        self.tags[key] = Tag(kind, memory)

    def take(self, key: "str | None", now_us: int) -> None:
        """Take a tag away; None takes all."""
        self.step(now_us)
        for name in list(self.tags) if key is None else [key]:
            self.tags.pop(name, None)

    def event(self, kind: str, words: list, now_us: int) -> None:
        """Take an event of the world: `card`, `nocard`, `reader` or `tag_errors`.

        Args:
            kind: what happens; others are ignored.
            words: card: key, kind of tag, memory in hex; nocard: key or None; reader: plugged;
                tag_errors: rate.
            now_us: when.
        """
        if kind == "card":
            self.lay(words[0], words[1], binascii.unhexlify(words[2]), now_us)
        elif kind == "nocard":
            self.take(words[0], now_us)
        elif kind == "reader":
            self.plug(words[0], now_us)
        elif kind == "tag_errors":
            self.radio.errors = words[0]

    def irq(self, now_us: int) -> int:
        """Return the level of the IRQ line: low while a frame waits."""
        self.step(now_us)
        return 0 if self.outbox and self.outbox[0][0] <= now_us else 1

    def wake(self, now_us: int) -> None:
        """Wake a sleeping chip; it listens a little later."""
        if not self.awake:
            self.awake = True
            self.listens_us = max(self.listens_us, now_us + _WAKE_US)

    # Frames in

    def feed(self, byte: int, now_us: int) -> None:
        """Take one byte of the host's stream."""
        if not self.runs(now_us):
            return
        if self._want < 0:
            self._window = (self._window << 8 | byte) & 0xFFFF
            if self._window == 0x00FF:
                self._want = 2
                self._data = bytearray()
            return
        self._data.append(byte)
        if len(self._data) < self._want:
            return
        data = self._data
        if len(data) == 2:
            self._header(data, now_us)
        else:
            self._want = -1
            self._window = 0xFFFF
            body = data[2:-1]
            if sum(body) + data[-1] & 0xFF == 0 and body[0] == 0xD4:
                self._command(bytes(body[1:]), now_us)

    def _header(self, data: bytearray, now_us: int) -> None:
        size, check = data
        if (size + check) & 0xFF == 0 and size:
            self._want = 3 + size
            return
        self._want = -1
        self._window = 0xFFFF
        if size == 0 and check == 0xFF:
            self._abort(now_us)
        elif size == 0xFF and check == 0:
            self._send(self._last, now_us + _ACK_US, again=True)

    def _abort(self, now_us: int) -> None:
        # An ACK from the host: forget the command, and the answer that is not out yet.
        self.step(now_us)
        self.radio.search = None
        self.outbox = [item for item in self.outbox if item[0] <= now_us]

    def _send(self, data: bytes, ready_us: int, again: bool = False) -> None:
        if not again:
            self._last = data
        if self.radio.noise.chance(self.radio.errors / 8):
            damaged = bytearray(data)
            damaged[self.radio.noise.below(len(data))] ^= 1 << self.radio.noise.below(8)
            data = bytes(damaged)
        self.outbox.append((ready_us, data))

    def _answer(self, data: bytes, ready_us: int) -> None:
        self._send(frame(b"\xd5" + data), ready_us)

    # Commands

    def _command(self, data: bytes, now_us: int) -> None:
        self.step(now_us)
        self._abort(now_us)
        self._send(ACK, now_us + _ACK_US, again=True)
        t = now_us + _ACK_US
        op = data[0] if data else 0xFF
        known = self._COMMANDS.get(op)
        if known is None or (op in self._RADIO and not self._sam):
            self._send(ERROR, t + _BUSY_US)
        else:
            known(self, data[1:], t)

    def _firmware_version(self, data: bytes, t: int) -> None:
        self._answer(b"\x03\x32\x01\x06\x07", t + _BUSY_US)

    def _diagnose(self, data: bytes, t: int) -> None:
        self._answer(b"\x01" + data, t + _BUSY_US)

    def _status(self, data: bytes, t: int) -> None:
        on = 1 if self.radio.on else 0
        self._answer(bytes((5, 0, on, len(self.radio.targets), 0)), t + _BUSY_US)

    def _sam_configuration(self, data: bytes, t: int) -> None:
        self._sam = True
        self._answer(b"\x15", t + _BUSY_US)

    def _parameters(self, data: bytes, t: int) -> None:
        self._answer(b"\x13", t + _BUSY_US)

    def _power_down(self, data: bytes, t: int) -> None:
        self._answer(b"\x17\x00", t + _BUSY_US)
        self.radio.field(False)
        self.awake = False

    def _rf_configuration(self, data: bytes, t: int) -> None:
        item = data[0] if data else 0
        if item == 1 and len(data) == 2:
            self.radio.field(bool(data[1] & 1))
            t += _FIELD_US
        elif item == 2 and len(data) == 4:
            self.radio.timeout_us = 100 << max(data[3] - 1, 0)
        elif item == 5 and len(data) == 4:
            self.radio.retries = data[3]
        elif item not in (4, 10, 11, 12, 13):
            return self._send(ERROR, t + _BUSY_US)
        return self._answer(b"\x33", t + _BUSY_US)

    def _list(self, data: bytes, t: int) -> None:
        if len(data) < 2 or not 1 <= data[0] <= 2 or data[1] != 0:
            self._send(ERROR, t + _BUSY_US)
        else:
            self.radio.look_for(data[0], t)

    def step(self, now_us: int) -> None:
        """Let a running search for tags continue until a time."""
        found = self.radio.searched(now_us)
        if found is not None:
            self._answer(*found)

    def _exchange(self, data: bytes, t: int) -> None:
        tag = self.radio.target(data[0] & 0x0F) if data else None
        if tag is None:
            self._answer(bytes((0x41, _CONTEXT)), t + _BUSY_US)
        else:
            answer, us = self.radio.talk(tag, data[1:])
            self._answer(b"\x41" + answer, t + us)

    def _thru(self, data: bytes, t: int) -> None:
        answer, us = self.radio.talk(self.radio.target(1), data)
        self._answer(b"\x43" + answer, t + us)

    def _release(self, data: bytes, t: int) -> None:
        self.radio.halt()
        self.radio.targets = []
        self._answer(b"\x53\x00", t + _BUSY_US)

    def _deselect(self, data: bytes, t: int) -> None:
        self.radio.halt()
        self._answer(b"\x45\x00", t + _BUSY_US)

    _COMMANDS = {
        0x00: _diagnose,
        0x02: _firmware_version,
        0x04: _status,
        0x12: _parameters,
        0x14: _sam_configuration,
        0x16: _power_down,
        0x32: _rf_configuration,
        0x40: _exchange,
        0x42: _thru,
        0x44: _deselect,
        0x4A: _list,
        0x52: _release,
    }
    _RADIO = (0x40, 0x42, 0x44, 0x4A, 0x52)
