# SPDX-License-Identifier: Apache-2.0
"""The firmware on the chip models, in an interpreter that takes orders: see `device_side/clock.py` for those there are."""

from pathlib import Path
from typing import Any

from tavle import paths
from tavle.sim.target import Setting, Target

BOOT_US = 250_000
"""From power to `main.py`: boot ROM and MicroPython's start, of the order the emulated Pico needs."""

SHIMS = Path(__file__).parent / "shim"
_SLICE_US = 10_000_000  # far less than a firmware that is well runs within the patience


class OrderTarget(Target):
    """See `Target`. One interpreter a boot."""

    def __init__(self, setting: Setting, chips: int):
        super().__init__(setting, chips)
        board = vars(paths.board_file(setting.board))
        self._pins = {name: value for name, value in board.items() if name.isupper()}
        self._lights = paths.board_file(setting.layout).N_LEDS

    # The interpreter

    @property
    def _running(self) -> bool:
        """Tell whether there is an interpreter."""
        raise NotImplementedError

    def _start(self) -> dict[str, Any]:
        """Make a fresh interpreter; return what it must know at its boot besides the table."""
        raise NotImplementedError

    def _kill(self) -> None:
        """End the interpreter, wherever it is; harmless when there is none."""
        raise NotImplementedError

    def _answer_of(self, message: dict[str, Any]) -> dict[str, Any]:
        """Give an order and return the answer. Raises TargetError."""
        raise NotImplementedError

    def _answer_to_usb(self, data: bytes) -> dict[str, Any]:
        """Write to the firmware's USB link and return the answer to the order `usb`."""
        raise NotImplementedError

    # Power

    def power_on(self) -> None:
        """Connect the supply."""
        self.on = True
        for event in self._due(self.now_us):
            self.inputs.apply(event)
        self._boot(cause=1)

    def _boot(self, cause: int) -> None:
        start = self._start()
        self._text = b""
        self._full = False
        self.boots += 1
        self.boot_us = self.now_us
        self._answer_of(
            {
                "do": "boot",
                "now": self.now_us,
                "boot_us": BOOT_US,
                "seed": self.setting.seed % (1 << 32),  # any number is a seed; 32 bits of it count
                "fair": self.setting.fair,
                "clock_ms": self.setting.clock_ms,
                "cause": cause,
                "pins": self._pins,
                "lights": self._lights,
                "inputs": self.inputs.levels.hex(),
                "events": self.inputs.events(),
                **start,
            }
        )

    def power_off(self) -> None:
        """Cut the supply at this very moment."""
        if self._running:
            self.inputs.rewrite(self.stickers())
            self._answer_of({"do": "off"})
            self._kill()
        self.on = False

    # Time

    def run(self, until_us: int) -> None:
        """Let time pass; a firmware that resets itself boots again."""
        due = self._due(until_us)
        while self.on and (due or self.now_us < until_us):
            until = min(until_us, self.now_us + _SLICE_US)
            soon = [event for event in due if event[0] <= until]
            answer = self._answer_of({"do": "run", "until": until, "events": soon})
            self.now_us = answer["now"]
            passed = [event for event in due if event[0] <= self.now_us]
            due = due[len(passed) :]
            for event in passed:
                self.inputs.apply(event)
            if "reset" in answer:
                self._restart(answer["reset"])
        for event in due:
            self.inputs.apply(event)
        self.now_us = max(self.now_us, until_us)

    def _restart(self, why: str) -> None:
        self._kill()
        if why != "reset":
            self.complaints.append(f"{why} reset at {self.now_us // 1000} ms")
        self._boot(cause=3)

    def usb_full(self, full: bool) -> None:
        """Tell the firmware whether its USB buffer is full."""
        if self._running and full != self._full:
            self._answer_of({"do": "full", "on": full})
            self._full = full

    def send(self, data: bytes) -> bool:
        """Write to the firmware's USB link and let it react, without time passing."""
        if not self._running:
            return False
        answer = self._answer_to_usb(data)
        if "reset" in answer:
            self._restart(answer["reset"])
            return False
        return bool(answer["idle"])

    def leap(self, us: int) -> None:
        """Let the controller's counter jump ahead; the world stands still meanwhile, and nothing runs."""
        if self._running:
            self._answer_of({"do": "leap", "us": us})

    # Looks

    def frames(self, since_us: int) -> list[tuple[int, bytes]]:
        """Return what the lights showed from a time on."""
        if not self._running:
            return []
        found: list[tuple[int, bytes]] = []
        more = True
        while more:
            answer = self._answer_of({"do": "ask", "what": "leds", "since": since_us})
            some = [(t, bytes.fromhex(data)) for t, data in answer["frames"]]
            found += some[1:] if found else some  # it begins with the last one before
            more = answer["more"]
            since_us = found[-1][0] if more else since_us
        return found

    def sounds(self) -> list[tuple[int, int]]:
        """Return the buzzer's log."""
        if not self._running:
            return []
        log = self._answer_of({"do": "ask", "what": "buzzer"})["log"]
        return [(t, hz) for t, hz in log]

    def stickers(self) -> dict[str, str]:
        """Return the memory of the stickers on the slot, in hex, by key."""
        if not self._running:
            return self.inputs.memories()
        memories: dict[str, str] = self._answer_of({"do": "ask", "what": "tags"})["memories"]
        return memories

    def stats(self) -> dict[str, int]:
        """Return counters of this boot."""
        if not self._running:
            return {}
        return self._answer_of({"do": "ask", "what": "stats"})
