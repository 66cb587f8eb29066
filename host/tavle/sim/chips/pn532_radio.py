# SPDX-License-Identifier: Apache-2.0
"""The radio of a PN532: its field, the search for tags, and one exchange with a tag.

Source: NXP UM0701-02 (PN532 user manual), commands of an initiator 7.3. Times are of the order
measured with such modules, not exact. An awkward habit that users of the chip report is modelled
on purpose: a tag with a 7-byte UID that rests selected misses every second InListPassiveTarget.
"""

from tavle.sim.chips import Noise
from tavle.sim.chips.ntag import Tag

_TRY_US = 5000  # one unsuccessful look for a tag
_SELECT_US = 7000  # wake, anticollision on two levels, select
_EXCHANGE_US = 2500
_WRITE_US = 6500

_TIMEOUT = 0x01
_CRC = 0x02
_FORMAT = 0x13


class Radio:
    """What of the chip tags get to see.

    Args:
        seed: decides when `errors` strike.

    Attributes:
        errors: 0.0 to 1.0, rate of disturbed exchanges.
        tags: key -> Tag, the ones in reach.
        detuned: True when something (metal, say) lets no tag be heard.
        on: whether there is a field.
        targets: the tags that were found last, in order.
        retries: MxRtyPassiveActivation: looks after the first, 0xFF without end.
        timeout_us: how long an exchange waits for its answer.
        search: the search under way, None for none.
    """

    def __init__(self, seed: int) -> None:
        self.errors = 0.0
        self.noise = Noise(seed + 532)
        self.tags: dict = {}
        self.detuned = False
        self.restart()

    def restart(self) -> None:
        """Take the settings after power-on or reset."""
        self.field(False)
        self.retries = 0xFF
        self.timeout_us = 51200
        self.search: "list | None" = None

    def field(self, on: bool) -> None:
        """Switch the field; without it every tag starts afresh."""
        self.on = on
        if not on:
            self.targets: list = []
            for tag in self.tags.values():
                tag.field_off()

    def look_for(self, most: int, t: int) -> None:
        """Search for up to `most` tags from a time on."""
        self.on = True
        self.targets = []
        # A tag that still rests selected is lost for this command, however often it retries.
        rests = False
        for tag in self.tags.values():
            if tag.state == 1 and len(tag.uid) == 7:
                rests = True
        tries = -1 if self.retries == 0xFF else self.retries + 1
        self.search = [t + _TRY_US, most, tries, rests and tries > 0]

    def searched(self, now_us: int) -> "tuple | None":
        """Let a running search continue until a time; return (answer, when) once it has ended."""
        search = self.search
        if search is None:
            return None
        if not self.tags and search[2] < 0:
            # Nothing to find and no limit: skip the looks that cannot succeed.
            if now_us >= search[0]:
                search[0] += ((now_us - search[0]) // _TRY_US + 1) * _TRY_US
            return None
        while search[0] <= now_us:
            found = [] if search[3] else self._look(search[1])
            if search[3]:
                for tag in self.tags.values():
                    tag.field_off()
            if found:
                self.search = None
                self.targets = found
                answer = bytearray((0x4B, len(found)))
                for i in range(len(found)):
                    tag = found[i]
                    answer += bytes((i + 1,)) + tag.atqa_sak + bytes((len(tag.uid),)) + tag.uid
                return bytes(answer), search[0] + _SELECT_US * len(found)
            search[0] += _TRY_US
            if search[2] > 0:
                search[2] -= 1
                if search[2] == 0:
                    self.search = None
                    return b"\x4b\x00", search[0]
        return None

    def _look(self, most: int) -> list:
        if self.detuned:
            return []
        found = []
        for tag in sorted(self.tags.values(), key=lambda tag: tag.uid):
            if tag.wake() and not self.noise.chance(self.errors):
                found.append(tag)
        for tag in found[most:]:
            tag.halt()
        return found[:most]

    def target(self, number: int) -> "Tag | None":
        """Return the target with a number from 1, None when there is none."""
        if 1 <= number <= len(self.targets):
            return self.targets[number - 1]
        return None

    def talk(self, tag: "Tag | None", data: bytes) -> tuple:
        """Send a tag one command; return (status and answer, how long it took in us)."""
        silence = bytes((_TIMEOUT,)), self.timeout_us
        if tag is None or tag not in self.tags.values() or self.detuned:
            return silence
        writes = data[:1] == b"\xa2"
        busy_us = _WRITE_US if writes else _EXCHANGE_US
        if self.noise.chance(self.errors):
            # Either the command did not arrive, or the answer came back damaged.
            if self.noise.chance(0.5):
                return silence
            tag.command(data)
            return bytes((_CRC,)), busy_us
        answer = tag.command(data)
        if answer is None:
            return silence
        if isinstance(answer, int):
            return bytes((_FORMAT,)), busy_us
        return b"\x00" + (b"" if writes else answer), busy_us

    def halt(self) -> None:
        """Let the targets sleep."""
        for tag in self.targets:
            tag.halt()
