# SPDX-License-Identifier: Apache-2.0
"""A target: one table's electronics with the real firmware in it, on virtual time."""

import bisect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tavle.errors import TavleError

FLASH_SIZE = 1408 * 1024
"""Bytes of the Pico's file system: the last 1408 KiB of its 2 MiB flash."""

Event = list[Any]
"""What the world does to the chips: [time in us, kind, arguments...].

`in` bit level | `card` key kind memory-hex | `nocard` key-or-null | `chain` cut bypass stuck |
`reader` plugged | `crossed` TX and RX of the reader | `tag_errors` rate | `supply` external | `dark` lights
"""


class TargetError(TavleError):
    """The target stopped answering or broke its protocol."""


@dataclass
class Setting:
    """What a target is made of; the same for all its boots.

    Attributes:
        layout: the board file of the game (`partners`, `ludo`, `sorry`).
        board: the board file of the controller.
        seed: decides every chance inside (die, torn flash, reader errors).
        main: the firmware's `main.py`; the shipped one when empty.
        clock_ms: what the controller's counter of milliseconds shows at power-up.
        heap: heap of the unix port; objects are twice the size of a Pico's there.
        computing: computing takes the time it takes on a Pico, see `computing`; unix target.
        fair: what the firmware draws by `os.urandom` (die, first seat) is this PC's own chance; unix target.
    """

    layout: str
    board: str = "r1_pico2"
    seed: int = 1
    main: str = ""
    heap: str = "4m"
    clock_ms: int = 0
    computing: bool = False
    fair: bool = False


class Inputs:
    """What lies on the table's inputs: kept outside, so that a new boot can start from it.

    Args:
        chips: chips in the sensor chain, the button chip included.
    """

    def __init__(self, chips: int):
        self.levels = bytearray(b"\xff" * chips)
        self._cards: dict[str, Event] = {}
        self._latest: dict[str, Event] = {}

    def apply(self, event: Event) -> None:
        """Take one event into account."""
        kind = event[1]
        if kind == "in":
            mask = 1 << (event[2] & 7)
            self.levels[event[2] >> 3] &= 255 ^ mask
            self.levels[event[2] >> 3] |= mask if event[3] else 0
        elif kind == "card":
            self._cards[event[2]] = event
        elif kind == "nocard":
            for key in list(self._cards) if event[2] is None else [event[2]]:
                self._cards.pop(key, None)
        else:
            self._latest[kind] = event

    def memories(self) -> dict[str, str]:
        """Return the memory of the stickers that lie there, in hex, by key."""
        return {key: event[4] for key, event in self._cards.items()}

    def rewrite(self, memories: dict[str, str]) -> None:
        """Take note of what was written to the stickers that lie there."""
        for key, memory in memories.items():
            if key in self._cards:
                self._cards[key] = [*self._cards[key][:4], memory]

    def events(self) -> list[Event]:
        """Return the events that bring fresh chips to this state, levels apart."""
        return [*self._latest.values(), *self._cards.values()]


class Target:
    """The interface of all targets. Times are microseconds since the first power-on.

    Args:
        setting: what it is made of.
        chips: chips in the sensor chain, the button chip included.

    Attributes:
        now_us: virtual time.
        on: whether it has its supply.
        boots: number of boots so far, resets included.
        boot_us: time at which the last boot began: the firmware's own clock starts there.
        usb: lines the firmware wrote and nobody fetched: (start of that boot in us, text).
        tap: called with the bytes the firmware writes, as they come; None: nobody listens.
        complaints: what went wrong inside (tracebacks, watchdog resets), newest last.
    """

    slow = False
    """Whether time passes so slowly that listeners should be served in between."""

    def __init__(self, setting: Setting, chips: int):
        self.setting = setting
        self.now_us = 0
        self.on = False
        self.boots = 0
        self.boot_us = 0
        self.usb: list[tuple[int, str]] = []
        self.tap: Callable[[bytes], None] | None = None
        self._text = b""  # of the last line, which has no end yet
        self.complaints: list[str] = []
        self.inputs = Inputs(chips)
        self._posted: list[Event] = []

    @staticmethod
    def image(files: dict[str, bytes]) -> bytes:
        """Return what a flash holds in which there are just these files; for `write_flash`."""
        from tavle.sim import prepare

        return prepare.image(files)

    def post(self, t_us: int, kind: str, *args: Any) -> None:
        """Let the world do something to the chips at a time (not before now)."""
        event = [max(t_us, self.now_us), kind, *args]
        bisect.insort(self._posted, event, key=lambda item: item[0])

    def unpost_input(self, bit: int) -> None:
        """Forget what was posted for an input and has not happened yet."""
        self._posted = [e for e in self._posted if e[1] != "in" or e[2] != bit]

    def take_due(self, until_us: int) -> list[Event]:
        """Take what was posted up to a time out of the queue; for worlds without electronics."""
        return self._due(until_us)

    def _due(self, until_us: int) -> list[Event]:
        """Take the events up to a time out of the queue."""
        count = bisect.bisect_right(self._posted, until_us, key=lambda item: item[0])
        due, self._posted = self._posted[:count], self._posted[count:]
        return due

    def power_on(self) -> None:
        """Connect the supply."""
        raise NotImplementedError

    def power_off(self) -> None:
        """Cut the supply at this very moment."""
        raise NotImplementedError

    def run(self, until_us: int) -> None:
        """Let time pass; everything due up to `until_us` has happened afterwards."""
        raise NotImplementedError

    def _heard(self, data: bytes) -> None:
        """Take what the firmware wrote."""
        if self.tap is not None:
            self.tap(data)
        *lines, self._text = (self._text + data).split(b"\n")
        for line in lines:
            self.usb.append((self.boot_us, line.decode(errors="replace").rstrip("\r")))

    def usb_full(self, full: bool) -> None:
        """Tell the firmware whether its USB buffer is full: the port is open and nobody reads.

        The emulated Pico has its own buffer, which is always read.
        """

    def send(self, data: bytes) -> bool:
        """Write to the firmware's USB link and let it react, without time passing.

        Returns:
            False when the firmware is busy (in a flash write, say) and could not look at it yet.
        """
        raise NotImplementedError

    def frames(self, since_us: int) -> list[tuple[int, bytes]]:
        """Return what the lights showed from a time on: (latched at, GRB bytes)."""
        raise NotImplementedError

    def sounds(self) -> list[tuple[int, int]]:
        """Return the buzzer's log: (time in us, Hz; 0 is silence)."""
        raise NotImplementedError

    def stickers(self) -> dict[str, str]:
        """Return the memory of the stickers on the slot, in hex, by key."""
        raise NotImplementedError

    def stats(self) -> dict[str, int]:
        """Return counters of this boot: flash erases and programs, frames, heap."""
        raise NotImplementedError

    def read_flash(self) -> bytes:
        """Return what the flash holds now."""
        raise NotImplementedError

    def write_flash(self, image: bytes) -> None:
        """Replace what the flash holds; only while the power is off."""
        raise NotImplementedError

    def close(self) -> None:
        """Give everything back."""
        raise NotImplementedError

    def take_usb(self) -> list[tuple[int, str]]:
        """Return and forget the lines the firmware wrote, each with the start of its boot."""
        lines, self.usb = self.usb, []
        return lines
