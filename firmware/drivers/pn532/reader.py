# SPDX-License-Identifier: Apache-2.0
"""The card reader: which card lies on the play slot, and what to do when the chip stops answering.

Never waits. States: see ../README.md. "UM" = NXP UM0701-02, PN532 user manual rev 02: 7.2.2
GetFirmwareVersion, 7.2.10 SAMConfiguration, 7.3.1 RFConfiguration (item 1 the field, item 5 the
retries), 7.3.5 InListPassiveTarget, 7.3.8 InDataExchange, 7.1 the status byte.
"""

from micropython import const

from drivers.pn532 import exchange, frames, tag
from drivers.pn532.presence import Presence
from ticks import after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import Pin

    from drivers.pn532.i2c import I2cTransport
    from drivers.pn532.uart import UartTransport

# States: setting the chip up, then looking at the slot. `status` has their names.
_RESET = const(0)
_BOOT = const(1)
_SAM = const(2)
_VERSION = const(3)
_RETRIES = const(4)
_BACKOFF = const(5)
_ARMED = const(6)  # the first of the slot's
_REST = const(7)
_FIELD_OFF = const(8)
_FIELD_ON = const(9)
_LIST = const(10)
_TALK = const(11)

# MxRtyPassiveActivation (UM 7.3.1, item 5): how often a list of tags is tried again.
_FOREVER = const(0xFF)
# Bounded looks try five times, about 25 ms: one disturbed call costs two tries, because the tag
# has heard it and ignores the next.
_BOUNDED = const(0x04)

_ABORT_MS = const(5)  # between dropping a command and the next one

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

_FIELD_MS = const(6)  # ISO/IEC 14443-3: 5 ms without field reset a tag, 5 ms with it start it
_REST_MS = const(150)
_MISS_REST_MS = const(60)
_REARM_MS = const(1200)

_REPEATS = const(2)  # of one exchange, while answers come damaged
_ROUNDS = const(8)  # of selecting a tag again, before it is given up

# UM 7.1, the low six bits of a status byte. These mean that something answered.
_TIMEOUT = const(0x01)
_DAMAGED = (0x02, 0x03, 0x04, 0x05, 0x06, 0x0B)

# Per state: frame, longest answer frame in bytes, answer timeout in ms (0 = forever).
_COMMANDS = {
    _ARMED: (frames.build(b"\x4a\x02\x00"), 40, 0),
    _FIELD_OFF: (frames.build(b"\x32\x01\x00"), 9, 100),
    _FIELD_ON: (frames.build(b"\x32\x01\x01"), 9, 100),
    _LIST: (frames.build(b"\x4a\x02\x00"), 40, 300),
}
_TALK_MS = const(200)


class Job:
    """A request that needs a certain tag on the slot."""

    def __init__(self, word: str, uid: bytes, talk: tag.Talk) -> None:
        """Keep the word of the result event, the tag and the conversation."""
        self.word = word
        self.uid = uid
        self.talk = talk


class Reader:
    """Tells which card lies on the play slot.

    Events of `step`: ("card", uid, payload or None, what the tag held: a word of `ndef` or of
    `_announce`), ("removed",), ("two",), ("error", text), ("offline", text), ("online",),
    ("written", uid, word), ("locked", uid, word).
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
        self._state = _RESET
        self._sent = False
        self._due_ms = 0
        self._begun = False
        self._told_offline = False
        self._link_fails = 0
        self._restarts = 0
        self._init_fails = 0
        self._retries = -1  # what the chip is set to
        self._want_retries = _FOREVER
        self.presence = Presence(self.events)
        self.last_tag = ""  # what the last one held, for the doctor
        self.reads = 0
        self.tag_errors = 0
        self._armed_ms = 0
        self._silence = tag.Talk()
        self._talk = self._silence
        self._repeats = 0
        self._rounds = 0
        self._said_damaged = False
        self._job: "Job | None" = None

    def missing(self) -> bool:
        """Tell whether the last look found no card."""
        return self.presence.missing()

    def step(self, now_ms: int) -> "tuple | None":
        """Do what is due and return one event or None. To be called every 10 ms, every 3 while `busy`.

        Late calls are harmless. Does not wait and, while no card comes, does not allocate.
        """
        if not self._begun:
            self._begun = True
            self._due_ms = now_ms
        if not self._sent:
            if since(now_ms, self._due_ms) >= 0:
                if self._state >= _ARMED:
                    self._begin_slot(self._state, now_ms)
                else:
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

    def write_payload(self, uid: bytes, payload: bytes, force: bool = False) -> bool:
        """Write a `tavle:c` record to the announced card; False while another job is under way.

        The result comes as ("written", uid, word): "ok" after reading back, "gone", "foreign" or
        "damaged" (content spared because `force` is False), "too small", "read only",
        "not formatted", "verify", "failed".
        """
        from drivers.pn532 import tagwrite  # takes memory only where it is needed

        return self._take_job(Job("written", uid, tagwrite.WriteRecord(payload, force)))

    def lock_tag(self, uid: bytes, payload: bytes) -> bool:
        """Make the announced card read-only permanently, if it carries `payload`.

        The result comes as ("locked", uid, word), words as for `write_payload`.
        """
        from drivers.pn532 import tagwrite

        return self._take_job(Job("locked", uid, tagwrite.LockRecord(payload)))

    def busy(self) -> bool:
        """Tell whether an answer is due in milliseconds, or a tag waits for the next question."""
        if self._state == _ARMED:
            return bool(self.exchange.transport.held) or self.exchange.receiving()
        return self._state == _TALK or self._sent

    def status(self) -> dict:
        """Return what the doctor shows."""
        from drivers.pn532 import status  # takes memory only where it is needed

        return status.of(self, self._state)

    # -- the chip: brought up and kept up ----------------------------------------------------

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
        """Do what a state without a card does first: its command, or the next state."""
        state = self._state
        if state == _RESET:
            self.resets += 1
            self._retries = -1
            if self._reset is not None:
                self._reset.value(0)
            self._enter(_BOOT, now_ms, _RESET_MS)
        elif state == _BOOT:
            if self._reset is not None:
                self._reset.value(1)
            self._enter(_SAM, now_ms, _BOOT_MS)
        elif state == _SAM:
            self.exchange.wake()
            self._send(_SAM_FRAME, 9, _ANSWER_MS, now_ms)
        elif state == _VERSION:
            self._send(_VERSION_FRAME, 13, _ANSWER_MS, now_ms)
        elif state == _RETRIES:
            body = bytes((0x32, 0x05, 0xFF, 0x01, self._want_retries))
            self._send(frames.build(body), 9, _ANSWER_MS, now_ms)
        else:
            self._state = _RESET
            self._begin(now_ms)

    def _done(self, now_ms: int) -> None:
        """Take the answer of the state's command and continue."""
        state = self._state
        if state >= _ARMED:
            self._done_slot(state, now_ms)
        elif state == _SAM:
            self._enter(_VERSION, now_ms)
        elif state == _VERSION:
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
        self._enter(state if self._retries == retries else _RETRIES, now_ms, wait_ms)

    def _failed(self, now_ms: int) -> None:
        """Deal with a command that got no sound answer."""
        state = self._state
        self.last_error = self.exchange.why
        if state in (_SAM, _VERSION) or (state == _RETRIES and not self.online):
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
            self._enter(_RESET, now_ms)
        else:
            self._init_fails = _INIT_FAILS
            self._init_failed(now_ms, self.exchange.why)

    def _init_failed(self, now_ms: int, why: str) -> None:
        self.last_error = why
        self._init_fails += 1
        if self._init_fails < _INIT_FAILS:
            self._enter(_RESET, now_ms, _ABORT_MS)
            return
        self.online = False
        if not self._told_offline:
            self._told_offline = True
            self._say("offline", "card reader: " + why + "; check its cable and bus switches")
            self._lost()
        doublings = min(self._init_fails - _INIT_FAILS, _BACKOFF_DOUBLINGS)
        self._enter(_BACKOFF, now_ms, _BACKOFF_MS << doublings)

    # -- the slot ------------------------------------------------------------------------------

    def _take_job(self, job: Job) -> bool:
        if self._job is not None:
            return False
        if job.uid != self.presence.uid:
            self._say(job.word, job.uid, "gone")
            return True
        self._job = job
        return True

    def _end_job(self, word: str) -> None:
        job = self._job
        if job is not None:
            self._job = None
            self._talk = self._silence
            self._say(job.word, job.uid, word)

    def _lost(self) -> None:
        self._end_job("failed")

    def _ready(self, now_ms: int) -> None:
        if self.presence.empty():
            self._with_retries(_FOREVER, _ARMED, now_ms)
        else:
            self._with_retries(_BOUNDED, _FIELD_OFF, now_ms)

    def _begin_slot(self, state: int, now_ms: int) -> None:
        if state == _REST:
            self._with_retries(_BOUNDED, _FIELD_OFF, now_ms)
        elif state == _TALK:
            request = self._talk.request()
            if request is None:
                self._talked(now_ms)
            else:
                self._send(frames.build(b"\x40\x01" + request), 26, _TALK_MS, now_ms)
        else:
            if state == _ARMED:
                self._armed_ms = now_ms
            command = _COMMANDS[state]
            self._send(command[0], command[1], command[2], now_ms)

    def _idle(self, now_ms: int) -> None:
        if (
            self._state == _ARMED
            and since(now_ms, self._armed_ms) >= _REARM_MS
            and not self.exchange.receiving()
        ):
            # Nothing but a fresh acknowledge tells a patient reader from an unplugged one.
            self._restarts = 0
            self.exchange.cancel()
            self._enter(_ARMED, now_ms, _ABORT_MS)

    def _done_slot(self, state: int, now_ms: int) -> None:
        if state == _FIELD_OFF:
            self._enter(_FIELD_ON, now_ms, _FIELD_MS)
        elif state == _FIELD_ON:
            self._enter(_LIST, now_ms, _FIELD_MS)
        else:
            self._restarts = 0
            if state == _TALK:
                self._answered(now_ms)
            else:
                self._listed(now_ms)

    def _failed_slot(self, state: int, now_ms: int) -> None:
        if self.presence.empty():
            self._with_retries(_FOREVER, _ARMED, now_ms, _ABORT_MS)
            return
        if state == _TALK:
            self._talk.restart()
        self._enter(_REST, now_ms, _MISS_REST_MS)

    def _listed(self, now_ms: int) -> None:
        """Take the answer of InListPassiveTarget."""
        found = targets(self.exchange.data, self.exchange.length)
        if found is None:
            self.tag_errors += 1
            self.last_error = "list of tags not understood"
            self._enter(_REST, now_ms, _MISS_REST_MS)
            return
        before = self.presence.candidate
        uids = [uid for uid, _ in found]
        uid = self.presence.look(uids, now_ms)
        job = self._job
        if job is not None and self.presence.uid != job.uid:
            self._end_job("gone")
        elif job is not None and len(uids) == 1 and uids[0] == job.uid:
            self._say_to(job.talk, now_ms)
            return
        if uid is not None:
            if found[0][1] == 0:
                fresh = uid != before or self._talk is self._silence
                self._say_to(tag.ReadRecord() if fresh else self._talk, now_ms)
                return
            # SAK 00h is a Type 2 tag; anything else has an id and no record for us.
            self._announce("not a Type 2 tag", None)
        self._look_again(now_ms)

    def _say_to(self, talk: tag.Talk, now_ms: int) -> None:
        """Begin a conversation with the selected tag, or continue it."""
        if talk is not self._talk:
            self._talk = talk
            self._rounds = 0
            self._said_damaged = False
        self._repeats = 0
        self._enter(_TALK, now_ms)

    def _look_again(self, now_ms: int) -> None:
        """Wait for a card, or look after the one that is there."""
        if self.presence.empty():
            self._talk = self._silence
            self._with_retries(_FOREVER, _ARMED, now_ms)
        elif self._job is not None or self.presence.missing():
            self._enter(_REST, now_ms, _MISS_REST_MS)
        else:
            self._enter(_REST, now_ms, _REST_MS)

    def _answered(self, now_ms: int) -> None:
        """Take the answer of InDataExchange."""
        data = self.exchange.data
        status = data[1] & 0x3F if self.exchange.length > 1 else _TIMEOUT
        if status:
            self._tag_failed(status, now_ms)
            return
        self.presence.proof()
        self._repeats = 0
        self._talk.take(bytes(data[2 : self.exchange.length]))
        self._enter(_TALK, now_ms)

    def _talked(self, now_ms: int) -> None:
        """End the conversation: it has its result."""
        talk = self._talk
        if self._job is not None and talk is self._job.talk:
            self._end_job(talk.result)
        else:
            self.reads += 1
            self._announce(talk.result, talk.payload)
        self._look_again(now_ms)

    def _tag_failed(self, status: int, now_ms: int) -> None:
        """Repeat the exchange, or select the tag again, or give it up."""
        self.tag_errors += 1
        self.last_error = "tag status {:02X}h".format(status)
        damaged = status in _DAMAGED
        if damaged:
            # Something answered, so the card is there.
            self.presence.proof()
            if self._repeats < _REPEATS:
                self._repeats += 1
                self._enter(_TALK, now_ms)
                return
        self._rounds += 1
        if self._rounds < _ROUNDS:
            self._talk.restart()
            self._enter(_REST, now_ms, _ABORT_MS)
            return
        if self._job is not None and self._talk is self._job.talk:
            self._end_job("failed")
        elif damaged:
            if not self._said_damaged:
                self._say("error", "card answers are damaged: one card, flat on the slot")
            self._said_damaged = True
            self._rounds = 0
        else:
            # The id was read without an error every time: the table may know it.
            self._announce("unreadable", None)
        self._look_again(now_ms)

    def _announce(self, held: str, payload: "bytes | None") -> None:
        self.last_tag = held
        self._talk = self._silence
        self.presence.announce(payload, held)


def targets(data: bytearray, length: int) -> "list | None":
    """Return [(uid, SAK), ...] of an InListPassiveTarget answer, None when it is malformed.

    UM 7.3.5, 106 kbps type A: number of targets, then per target its number, SENS_RES (2 bytes),
    SEL_RES, id length, id, and for SEL_RES bit 5 an ATS that begins with its own length.
    """
    if length < 2:
        return None
    found = []
    at = 2
    for _ in range(data[1]):
        if at + 5 > length:
            return None
        sak = data[at + 3]
        size = data[at + 4]
        start = at + 5
        at = start + size
        if size not in (4, 7, 10) or at > length:
            return None
        found.append((bytes(data[start:at]), sak))
        if sak & 0x20:
            if at >= length or not data[at]:
                return None
            at += data[at]
    return found if at == length else None
