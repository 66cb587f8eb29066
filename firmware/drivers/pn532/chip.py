# SPDX-License-Identifier: Apache-2.0
"""The PN532 itself: reset, set-up, and what to do when it stops answering. Never waits.

"UM" = NXP UM0701-02, PN532 user manual rev 02: 7.2.2 GetFirmwareVersion, 7.2.10 SAMConfiguration,
7.3.1 RFConfiguration. The state table is in ../README.md.
"""

from micropython import const

from drivers.pn532 import exchange, frames
from ticks import after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import Pin

    from drivers.pn532.i2c import I2cTransport
    from drivers.pn532.uart import UartTransport

# States. Those of `reader` follow from FIRST_SLOT_STATE on.
RESET = const(0)
BOOT = const(1)
SAM = const(2)
VERSION = const(3)
RETRIES = const(4)
BACKOFF = const(5)
FIRST_SLOT_STATE = const(6)

# MxRtyPassiveActivation (UM 7.3.1, item 5): how often a list of tags is tried again.
FOREVER = const(0xFF)
# Bounded looks try five times, about 25 ms: one disturbed call costs two tries, because the tag
# has heard it and ignores the next.
BOUNDED = const(0x04)

ABORT_MS = const(5)  # between dropping a command and the next one

_RESET_MS = const(10)
_BOOT_MS = const(20)
_BACKOFF_MS = const(250)
_BACKOFF_DOUBLINGS = const(2)
_ANSWER_MS = const(100)

_LINK_FAILS = const(3)  # commands in a row before a reset
_RESTARTS = const(3)  # resets in a row that heal nothing before "offline"
_INIT_FAILS = const(2)  # failed set-ups before "offline"
_IC = const(0x32)

_SAM_FRAME = frames.build(b"\x14\x01\x14\x01")
_VERSION_FRAME = frames.build(b"\x02")


class Pn532:
    """Brings the chip up and keeps it up; a subclass says what to do with it.

    The subclass fulfils `_begin_slot`, `_done_slot`, `_failed_slot` and `_ready`.
    """

    def __init__(
        self,
        transport: "UartTransport | I2cTransport",
        reset_pin: "Pin | None" = None,
    ) -> None:
        """Take a transport and the output pin at RSTPDN (low = reset), or None."""
        self.online = False
        self.firmware = ""
        self.last_error = ""
        self.resets = 0
        self.exchange = exchange.Exchange(transport)
        self.events: list = []  # tuples, oldest first
        self._reset = reset_pin
        self._state = RESET
        self._sent = False
        self._due_ms = 0
        self._begun = False
        self._told_offline = False
        self._link_fails = 0
        self._restarts = 0
        self._init_fails = 0
        self._retries = -1  # what the chip is set to
        self._want_retries = FOREVER

    def step(self, now_ms: int) -> "tuple | None":
        """Do what is due and return one event or None. To be called about every 10 ms.

        Late calls are harmless. Does not wait and, while no card comes, does not allocate.
        """
        if not self._begun:
            self._begun = True
            self._due_ms = now_ms
        if not self._sent:
            if since(now_ms, self._due_ms) >= 0:
                self._begin(now_ms)
        else:
            outcome = self.exchange.poll(now_ms)
            if outcome == exchange.DONE:
                self._link_fails = 0
                self._done(now_ms)
            elif outcome == exchange.FAILED:
                self._failed(now_ms)
            else:
                self._idle(now_ms)
        if self.events:
            return self.events.pop(0)
        return None

    def _say(self, *event: object) -> None:
        self.events.append(event)

    def _enter(self, state: int, now_ms: int, wait_ms: int = 0) -> None:
        """Go to `state`; what it does first is done after `wait_ms`, at the next step at least.

        One step either takes an answer or sends a command, so that none lasts long.
        """
        self._state = state
        self._sent = False
        self._due_ms = after(now_ms, wait_ms)

    def _send(self, frame: bytes, want: int, timeout_ms: int, now_ms: int) -> None:
        self._sent = True
        self.exchange.start(frame, want, timeout_ms, now_ms)

    def _begin(self, now_ms: int) -> None:
        """Do what the state does first: its command, or the next state."""
        state = self._state
        if state >= FIRST_SLOT_STATE:
            self._begin_slot(state, now_ms)
        elif state == RESET:
            self.resets += 1
            self._retries = -1
            if self._reset is not None:
                self._reset.value(0)
            self._enter(BOOT, now_ms, _RESET_MS)
        elif state == BOOT:
            if self._reset is not None:
                self._reset.value(1)
            self._enter(SAM, now_ms, _BOOT_MS)
        elif state == SAM:
            self.exchange.wake()
            self._send(_SAM_FRAME, 9, _ANSWER_MS, now_ms)
        elif state == VERSION:
            self._send(_VERSION_FRAME, 13, _ANSWER_MS, now_ms)
        elif state == RETRIES:
            body = bytes((0x32, 0x05, 0xFF, 0x01, self._want_retries))
            self._send(frames.build(body), 9, _ANSWER_MS, now_ms)
        else:
            self._state = RESET
            self._begin(now_ms)

    def _done(self, now_ms: int) -> None:
        """Take the answer of the state's command and go on."""
        state = self._state
        if state >= FIRST_SLOT_STATE:
            self._done_slot(state, now_ms)
        elif state == SAM:
            self._enter(VERSION, now_ms)
        elif state == VERSION:
            data = self.exchange.data
            if self.exchange.length < 4 or data[1] != _IC:
                self._init_failed(now_ms, "the chip on the reader's bus is not a PN532")
                return
            self.firmware = "{}.{}".format(data[2], data[3])
            self._ready(now_ms)
        else:
            self._retries = self._want_retries
            self._init_fails = 0
            if not self.online:
                self.online = True
                self._told_offline = False
                self._say("online")
            self._ready(now_ms)

    def _with_retries(self, retries: int, state: int, now_ms: int, wait_ms: int = 0) -> None:
        """Go to `state`, by way of RFConfiguration when the chip is set to other retries."""
        self._want_retries = retries
        self._enter(state if self._retries == retries else RETRIES, now_ms, wait_ms)

    def _failed(self, now_ms: int) -> None:
        """Deal with a command that got no sound answer."""
        state = self._state
        self.last_error = self.exchange.why
        if state in (SAM, VERSION) or (state == RETRIES and not self.online):
            self._init_failed(now_ms, self.exchange.why)
            return
        self._link_fails += 1
        if self._link_fails < _LINK_FAILS:
            self.exchange.cancel()
            self._failed_slot(state, now_ms)
            return
        self._link_fails = 0
        self._restarts += 1
        if self._restarts < _RESTARTS:
            self._enter(RESET, now_ms)
        else:
            self._init_fails = _INIT_FAILS
            self._init_failed(now_ms, self.exchange.why)

    def _init_failed(self, now_ms: int, why: str) -> None:
        self.last_error = why
        self._init_fails += 1
        if self._init_fails < _INIT_FAILS:
            self._enter(RESET, now_ms, ABORT_MS)
            return
        self.online = False
        if not self._told_offline:
            self._told_offline = True
            self._say("offline", "card reader: " + why + "; check its cable and bus switches")
            self._lost()
        doublings = min(self._init_fails - _INIT_FAILS, _BACKOFF_DOUBLINGS)
        self._enter(BACKOFF, now_ms, _BACKOFF_MS << doublings)

    def _begin_slot(self, state: int, now_ms: int) -> None:
        """Begin a state of the subclass."""

    def _done_slot(self, state: int, now_ms: int) -> None:
        """Take an answer in a state of the subclass."""

    def _failed_slot(self, state: int, now_ms: int) -> None:
        """Go on after one failed command; it has been dropped already."""

    def _idle(self, now_ms: int) -> None:
        """Look at the clock while an answer is awaited."""

    def _ready(self, now_ms: int) -> None:
        """Go on when the chip is set up, or its retries are."""

    def _lost(self) -> None:
        """End what cannot go on without the reader."""
