# SPDX-License-Identifier: Apache-2.0
"""The card reader: a state machine over a PN532 that never waits. States: see ../README.md.

"UM" = NXP UM0701-02, PN532 user manual rev 02. Commands: 7.2.2 GetFirmwareVersion, 7.2.10
SAMConfiguration, 7.3.1 RFConfiguration, 7.3.5 InListPassiveTarget, 7.3.8 InDataExchange; 7.1 the
status byte.
"""

from micropython import const

from drivers.pn532 import frames, link, tag
from drivers.pn532.presence import Presence
from drivers.ticks import after, since

try:
    from typing import TYPE_CHECKING
except ImportError:
    TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

    from drivers.pn532.i2c import I2cTransport
    from drivers.pn532.uart import UartTransport

_RESET = const(0)
_BOOT = const(1)
_SAM = const(2)
_VERSION = const(3)
_RETRIES = const(4)
_ARMED = const(5)
_REST = const(6)
_FIELD_OFF = const(7)
_FIELD_ON = const(8)
_LIST = const(9)
_TALK = const(10)
_BACKOFF = const(11)

_STATES = (
    "reset",
    "boot",
    "configure",
    "version",
    "retries",
    "waiting for a card",
    "resting",
    "field off",
    "field on",
    "looking",
    "talking to a tag",
    "offline",
)

_RESET_MS = const(10)
_BOOT_MS = const(20)
_FIELD_MS = const(6)  # ISO/IEC 14443-3: 5 ms without field reset a tag, 5 ms with it start it
_REST_MS = const(150)
_MISS_REST_MS = const(60)
_REARM_MS = const(2000)
_ABORT_MS = const(5)
_BACKOFF_MS = const(250)
_BACKOFF_MAX_MS = const(4000)

_FOREVER = const(0xFF)
_BOUNDED = const(0x01)
_LINK_FAILS = const(3)
_RESTARTS = const(3)
_INIT_FAILS = const(2)
_REPEATS = const(2)
_ROUNDS = const(8)
_IC = const(0x32)

# UM 7.1, the low six bits of a status byte.
_TIMEOUT = const(0x01)
_DAMAGED = (0x02, 0x03, 0x04, 0x05, 0x06, 0x0B)

# Per state: frame, longest answer frame in bytes, answer timeout in ms (0 = for ever).
_COMMANDS = {
    _SAM: (frames.build(b"\x14\x01\x14\x01"), 9, 100),
    _VERSION: (frames.build(b"\x02"), 13, 100),
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

    Events of `step`: ("card", uid, payload or None), ("removed",), ("two",), ("error", text),
    ("offline", text), ("online",), ("written", uid, word), ("locked", uid, word).
    """

    def __init__(
        self, transport: "UartTransport | I2cTransport", reset_pin: "Pin | None" = None
    ) -> None:
        """Take an `UartTransport` or `I2cTransport` and the pin at RSTPDN, or None."""
        self.online = False
        self.firmware = ""
        self.last_error = ""
        self.last_tag = ""  # what the last tag read held: ndef.OK, BLANK, FOREIGN, ...
        self.reads = 0
        self.tag_errors = 0
        self.resets = 0
        self.link = link.Link(transport)
        self.presence = Presence()
        self._reset = reset_pin
        self._state = _RESET
        self._sent = False
        self._due_ms = 0
        self._begun = False
        self._told_offline = False
        self._link_fails = 0
        self._restarts = 0
        self._init_fails = 0
        self._armed_ms = 0
        self._retries = -1  # what the chip is set to
        self._want_retries = _FOREVER
        self._silence = tag.Talk()
        self._talk = self._silence
        self._repeats = 0
        self._rounds = 0
        self._said_damaged = False
        self._job: "Job | None" = None

    def step(self, now_ms: int) -> "tuple | None":
        """Do what is due and return one event or None. To be called about every 10 ms.

        Late calls are harmless. Does not wait and, while no card comes, does not allocate.
        """
        if not self._begun:
            self._begun = True
            self._due_ms = now_ms
        if self._sent:
            self._listen(now_ms)
        elif since(now_ms, self._due_ms) >= 0:
            self._begin(now_ms)
        if self.presence.events:
            return self.presence.events.pop(0)
        return None

    def write_payload(self, uid: bytes, payload: bytes, force: bool = False) -> bool:
        """Write a `tavle:c` record to the announced card; False while another job is under way.

        The result comes as ("written", uid, word): "ok" after reading back, "gone", "foreign" or
        "damaged" (content spared because `force` is False), "too small", "read only",
        "not formatted", "verify", "failed".
        """
        return self._take_job(Job("written", uid, tag.WriteRecord(payload, force)))

    def lock_tag(self, uid: bytes, payload: bytes) -> bool:
        """Make the announced card read-only for ever, if it carries `payload`.

        The result comes as ("locked", uid, word), words as for `write_payload`.
        """
        return self._take_job(Job("locked", uid, tag.LockRecord(payload)))

    @property
    def busy(self) -> bool:
        """Tell whether an answer is due in the next milliseconds (hold an LED frame if you can)."""
        return self._sent and self._state != _ARMED

    def status(self) -> dict:
        """Return what the doctor shows."""
        line = self.link
        return {
            "online": self.online,
            "state": _STATES[self._state],
            "firmware": self.firmware,
            "uid": self.presence.uid,
            "last_tag": self.last_tag,
            "last_error": self.last_error,
            "reads": self.reads,
            "tag_errors": self.tag_errors,
            "bad_frames": line.bad_frames,
            "resent": line.resent,
            "nacks": line.nacks,
            "bus_errors": line.bus_errors,
            "resets": self.resets,
        }

    def _take_job(self, job: Job) -> bool:
        if self._job is not None:
            return False
        if job.uid != self.presence.uid:
            self._say(job.word, job.uid, "gone")
            return True
        self._job = job
        return True

    def _say(self, *event: object) -> None:
        self.presence.events.append(event)

    def _enter(self, state: int, now_ms: int, wait_ms: int = 0) -> None:
        """Go to `state`, and send its command after `wait_ms`."""
        self._state = state
        self._sent = False
        self._due_ms = after(now_ms, wait_ms)
        if not wait_ms:
            self._begin(now_ms)

    def _begin(self, now_ms: int) -> None:
        """Do what the state does first: its command, or the next state."""
        state = self._state
        if state == _RESET:
            self.resets += 1
            if self._reset is not None:
                self._reset.value(0)
            self._retries = -1
            self._enter(_BOOT, now_ms, _RESET_MS)
        elif state == _BOOT:
            if self._reset is not None:
                self._reset.value(1)
            self._enter(_SAM, now_ms, _BOOT_MS)
        elif state == _REST:
            self._want_retries = _BOUNDED
            self._enter(_FIELD_OFF if self._retries == _BOUNDED else _RETRIES, now_ms)
        elif state == _BACKOFF:
            self._enter(_RESET, now_ms)
        elif state == _TALK:
            body = b"\x40\x01" + (self._talk.request() or b"")
            self._send(frames.build(body), 26, _TALK_MS, now_ms)
        elif state == _RETRIES:
            body = bytes((0x32, 0x05, 0xFF, 0x01, self._want_retries))
            self._send(frames.build(body), 9, 100, now_ms)
        else:
            if state == _SAM:
                try:
                    self.link.transport.wake()
                except OSError:
                    self.link.bus_errors += 1
            elif state == _ARMED:
                self._armed_ms = now_ms
            frame, want, timeout_ms = _COMMANDS[state]
            self._send(frame, want, timeout_ms, now_ms)

    def _send(self, frame: bytes, want: int, timeout_ms: int, now_ms: int) -> None:
        self._sent = True
        self.link.start(frame, want, timeout_ms, now_ms)

    def _listen(self, now_ms: int) -> None:
        outcome = self.link.poll(now_ms)
        if outcome == link.DONE:
            self._link_fails = 0
            self._done(now_ms)
        elif outcome == link.FAILED:
            self._failed(now_ms)
        elif (
            self._state == _ARMED
            and since(now_ms, self._armed_ms) >= _REARM_MS
            and not self.link.receiving
        ):
            # Nothing but a fresh acknowledge tells a patient reader from an unplugged one.
            self._restarts = 0
            self.link.cancel()
            self._enter(_ARMED, now_ms, _ABORT_MS)

    def _done(self, now_ms: int) -> None:
        """Take the answer of the state's command and go on."""
        state = self._state
        data = self.link.data
        if state == _SAM:
            self._enter(_VERSION, now_ms)
        elif state == _VERSION:
            if self.link.length < 4 or data[1] != _IC:
                self._init_failed(now_ms, "the chip on the reader's bus is not a PN532")
                return
            self.firmware = "{}.{}".format(data[2], data[3])
            self._want_retries = _FOREVER if self.presence.empty else _BOUNDED
            self._enter(_RETRIES, now_ms)
        elif state == _RETRIES:
            self._retries = self._want_retries
            self._up()
            if self._want_retries == _FOREVER:
                self._enter(_ARMED, now_ms)
            else:
                self._enter(_FIELD_OFF, now_ms)
        elif state == _FIELD_OFF:
            self._enter(_FIELD_ON, now_ms, _FIELD_MS)
        elif state == _FIELD_ON:
            self._enter(_LIST, now_ms, _FIELD_MS)
        else:
            self._restarts = 0
            if state == _TALK:
                self._answered(now_ms)
            else:
                self._listed(now_ms)

    def _up(self) -> None:
        self._init_fails = 0
        if not self.online:
            self.online = True
            self._told_offline = False
            self._say("online")

    def _listed(self, now_ms: int) -> None:
        """Take the answer of InListPassiveTarget."""
        found = targets(self.link.data, self.link.length)
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
            if self._talk is not job.talk:
                self._start_talk(job.talk)
            self._repeats = 0
            self._enter(_TALK, now_ms)
            return
        if uid is not None:
            if uid != before or self._talk is self._silence:
                self._start_talk(tag.ReadRecord())
            self._repeats = 0
            if found[0][1] == 0:
                self._enter(_TALK, now_ms)
                return
            # SAK 00h is a Type 2 tag; anything else has an id and no record for us.
            self.last_tag = "not a Type 2 tag"
            self._announce(None)
        self._look_again(now_ms)

    def _start_talk(self, talk: tag.Talk) -> None:
        self._talk = talk
        self._rounds = 0
        self._said_damaged = False

    def _look_again(self, now_ms: int) -> None:
        """Wait for a card, or look after the one that is there."""
        if self.presence.empty:
            self._talk = self._silence
            self._want_retries = _FOREVER
            if self._state == _ARMED:
                self._enter(_ARMED, now_ms)
            else:
                self._enter(_RETRIES, now_ms)
        elif self._job is not None or self.presence.missing:
            self._enter(_REST, now_ms, _MISS_REST_MS)
        else:
            self._enter(_REST, now_ms, _REST_MS)

    def _answered(self, now_ms: int) -> None:
        """Take the answer of InDataExchange."""
        data = self.link.data
        status = data[1] & 0x3F if self.link.length > 1 else _TIMEOUT
        if status:
            self._tag_failed(status, now_ms)
            return
        self.presence.proof()
        self._repeats = 0
        talk = self._talk
        talk.take(bytes(data[2 : self.link.length]))
        if talk.request() is not None:
            self._enter(_TALK, now_ms)
            return
        if self._job is not None and talk is self._job.talk:
            self._end_job(talk.result)
        else:
            self.reads += 1
            self.last_tag = talk.result
            self._announce(talk.payload)
        self._look_again(now_ms)

    def _tag_failed(self, status: int, now_ms: int) -> None:
        """Repeat the exchange, or select the tag anew, or give it up."""
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
            self.last_tag = "unreadable"
            self._announce(None)
        self._look_again(now_ms)

    def _announce(self, payload: "bytes | None") -> None:
        self._talk = self._silence
        self.presence.announce(payload)

    def _end_job(self, word: str) -> None:
        job = self._job
        if job is None:
            return
        self._job = None
        self._talk = self._silence
        self._say(job.word, job.uid, word)

    def _failed(self, now_ms: int) -> None:
        """Deal with a command that got no sound answer."""
        state = self._state
        self.last_error = self.link.why
        if state in (_SAM, _VERSION) or (state == _RETRIES and not self.online):
            self._init_failed(now_ms, self.link.why)
            return
        self._link_fails += 1
        if self._link_fails >= _LINK_FAILS:
            self._link_fails = 0
            self._restarts += 1
            if self._restarts < _RESTARTS:
                self._enter(_RESET, now_ms)
            else:
                self._init_fails = _INIT_FAILS
                self._init_failed(now_ms, self.link.why)
            return
        self.link.cancel()
        if self.presence.empty:
            self._want_retries = _FOREVER
            self._enter(_RETRIES, now_ms, _ABORT_MS)
            return
        if state == _TALK:
            self._talk.restart()
        self._enter(_REST, now_ms, _MISS_REST_MS)

    def _init_failed(self, now_ms: int, why: str) -> None:
        self.last_error = why
        self._init_fails += 1
        self.online = self.online and self._init_fails < _INIT_FAILS
        if self._init_fails < _INIT_FAILS:
            self._enter(_RESET, now_ms, _ABORT_MS)
            return
        if not self._told_offline:
            self._told_offline = True
            self._say("offline", "card reader: " + why + "; check its cable and bus switches")
            self._end_job("failed")
        wait_ms = _BACKOFF_MS << min(self._init_fails - _INIT_FAILS, 4)
        self._enter(_BACKOFF, now_ms, min(wait_ms, _BACKOFF_MAX_MS))


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
    return found
