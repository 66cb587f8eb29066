# SPDX-License-Identifier: Apache-2.0
"""The play slot: what the reader tells, kept until the loop takes it."""

from micropython import const

from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from drivers.pn532.reader import Reader

_IDLE_MS = const(10)  # between two steps of a reader that waits
_LYING_MS = const(3000)  # the reader finds a card that lies there at power-up within this time
_BARE_MS = const(200)  # the reader finds no card for so long: the slot is empty


class Slot:
    """Lets the card reader do what is due.

    Args:
        reader: the card reader.
        there: whether the board has a slot and a reader.

    Attributes:
        event: what it has told and nobody has taken yet, None for nothing.
        seen: whether a card has been read, or taken away, or the slot was empty, since the power came.
    """

    def __init__(self, reader: "Reader", there: bool) -> None:
        self.reader = reader
        self._there = there
        self.event: "tuple | None" = None
        self.seen = False
        self._begun_ms = 0
        self._there_ms = 0  # when the reader last did not say that no card lies there
        self._stepped_ms = 0

    def begin(self, now_ms: int) -> None:
        """Begin to look: the power has come."""
        self._begun_ms = self._there_ms = now_ms

    def step(self, now_ms: int) -> None:
        """Let the reader do what is due, unless what it told last has not been taken."""
        reader = self.reader
        if self.event is not None or not self._there:
            return
        if not reader.busy() and 0 <= since(now_ms, self._stepped_ms) < _IDLE_MS:
            return
        self._stepped_ms = now_ms
        self.event = reader.step(now_ms)
        if not reader.missing():
            self._there_ms = now_ms
        elif since(now_ms, self._there_ms) >= _BARE_MS:
            self.seen = True

    def take(self) -> "tuple | None":
        """Return what the reader told, once."""
        event = self.event
        self.event = None
        return event

    def lying(self, now_ms: int) -> bool:
        """Return whether a card that is read now lay there when the power came."""
        return not self.seen and since(now_ms, self._begun_ms) < _LYING_MS
