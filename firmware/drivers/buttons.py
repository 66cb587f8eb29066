# SPDX-License-Identifier: Apache-2.0
"""Buttons of the table: debounce, press, release and hold, from one byte per scan.

Bits 0..3 are the seat buttons, bit 4 the table button; 0 on the wire = pressed. The byte is
`hc165.Chain.buttons`. An event is one int: its kind (`PRESS` ...) plus the button number.
"""

from micropython import const

from ticks import since

TABLE = const(4)
N_BUTTONS = const(5)

PRESS = const(0x10)  # went down
RELEASE = const(0x20)  # came up before the hold time: a tap
HOLD = const(0x30)  # has been down for the hold time, comes once
HOLD_END = const(0x40)  # came up after a HOLD

_KIND = const(0xF0)
_NUMBER = const(0x0F)
_QUEUE = const(16)


def kind(event: int) -> int:
    """Return `PRESS`, `RELEASE`, `HOLD` or `HOLD_END`."""
    return event & _KIND


def number(event: int) -> int:
    """Return the button of an event: 0..3 = seat, 4 = table."""
    return event & _NUMBER


class Buttons:
    """Turns the button byte into events."""

    def __init__(
        self,
        press_ms: int = 15,
        release_ms: int = 40,
        seat_hold_ms: int = 1000,
        table_hold_ms: int = 2000,
    ) -> None:
        """Set how long a level must last to count, and how long is a hold (design 4)."""
        self.down = 0  # debounced, bit n = button n is down
        self._press_ms = press_ms
        self._release_ms = release_ms
        self._hold_ms = [seat_hold_ms] * N_BUTTONS
        self._hold_ms[TABLE] = table_hold_ms
        self._raw = 0
        self._held = 0
        self._changed_ms = [0] * N_BUTTONS
        self._down_ms = [0] * N_BUTTONS
        self._queue = bytearray(_QUEUE)
        self._head = 0
        self._count = 0

    def step(self, button_byte: int, now_ms: int) -> None:
        """Take one scan, a few ms after the last; events wait for `take`. Never allocates.

        A button that was down before the first scan is pressed like any other: its press and its
        hold count from the first scan.
        """
        pressed = ~button_byte & 0x1F
        if pressed | self._raw | self.down:
            self._follow(pressed, now_ms)

    def _follow(self, pressed: int, now_ms: int) -> None:
        for button in range(N_BUTTONS):
            mask = 1 << button
            if (pressed ^ self._raw) & mask:
                self._raw ^= mask
                self._changed_ms[button] = now_ms
            lasted_ms = since(now_ms, self._changed_ms[button])
            if self._raw & mask:
                if self.down & mask:
                    if (
                        not self._held & mask
                        and since(now_ms, self._down_ms[button]) >= self._hold_ms[button]
                    ):
                        self._held |= mask
                        self._put(HOLD | button)
                elif lasted_ms >= self._press_ms:
                    self.down |= mask
                    self._down_ms[button] = self._changed_ms[button]
                    self._put(PRESS | button)
            elif self.down & mask and lasted_ms >= self._release_ms:
                self.down ^= mask
                if self._held & mask:
                    self._held ^= mask
                    self._put(HOLD_END | button)
                else:
                    self._put(RELEASE | button)

    def take(self) -> int:
        """Return the oldest event and forget it, 0 when there is none. Never allocates."""
        if not self._count:
            return 0
        event = self._queue[self._head]
        self._head = (self._head + 1) % _QUEUE
        self._count -= 1
        return event

    def held_ms(self, button: int, now_ms: int) -> int:
        """Return for how long a button has been down, 0 when it is up."""
        if not self.down >> button & 1:
            return 0
        return since(now_ms, self._down_ms[button])

    def _put(self, event: int) -> None:
        # A full queue drops the oldest: nobody has looked for 16 events.
        if self._count == _QUEUE:
            self._head = (self._head + 1) % _QUEUE
            self._count -= 1
        self._queue[(self._head + self._count) % _QUEUE] = event
        self._count += 1
