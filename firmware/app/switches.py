# SPDX-License-Identifier: Apache-2.0
"""The scans of the chain on their way to the game: switches and buttons debounced, each change at its time."""

from micropython import const

from drivers.hc165 import SCAN_MS
from ticks import after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from drivers.buttons import Buttons
    from drivers.hc165 import Chain
    from sense.debounce import Debounce

_STOOD_MS = const(200)  # without a scan
_LONG = const(8000000)  # scans, seven hours: they are counted again before the channel stops


class Switches:
    """Takes the scans of the chain.

    Args:
        chain: scans by itself.
        debounce: debounces the switches of the board.
        buttons: debounces the buttons.

    Attributes:
        chain: as given.
        debounce: as given; learning puts another in its place.
        buttons: as given.
        events: [(when_ms, event)] of the buttons since `take` was called last.
    """

    def __init__(self, chain: "Chain", debounce: "Debounce", buttons: "Buttons") -> None:
        self.chain = chain
        self.debounce = debounce
        self.buttons = buttons
        self.events: "list[tuple[int, int]]" = []

    def pressed(self) -> bool:
        """Return whether a hand is about to be answered: what takes long waits for that."""
        return self.chain.changed() or self.debounce.raw != self.debounce.eager

    def take(self, now_ms: int) -> int:
        """Take the scans that wait, each at its time; return what `Debounce.step` said, added.

        Never allocates while nothing changes.

        Raises:
            RuntimeError: the scanner has stopped, which is of no known cause; it runs again.
        """
        chain = self.chain
        if chain.age_ms() > _STOOD_MS:
            chain.start()
            raise RuntimeError("the chain was not scanned")
        if not chain.good:
            return 0
        if chain.lost:
            chain.lost = False
            self.debounce.lost = True
        if chain.scans > _LONG and not self.pressed():
            chain.start()
        code = self._changes()
        if since(chain.scanned_ms, now_ms) > 0:
            now_ms = chain.scanned_ms  # a scan has come since the caller read the clock
        if chain.scanned_ms != chain.when_ms:  # another scan has seen the same
            code |= self._step(now_ms)
        return code

    def _changes(self) -> int:
        """Take the changes that wait; return what `Debounce.step` said, added."""
        chain = self.chain
        code = 0
        lasted_ms = chain.lasted_ms()
        while lasted_ms >= 0:
            if lasted_ms > SCAN_MS + 1:  # seen by more than one scan, up to the change
                code |= self._step(after(chain.when_ms, lasted_ms))
            if not chain.take():
                break  # what waited is lost, and what there is now is no whole scan
            code |= self._step(chain.when_ms)
            lasted_ms = chain.lasted_ms()
        return code

    def _step(self, now_ms: int) -> int:
        keys = self.buttons
        keys.step(self.chain.buttons, now_ms)
        event = keys.take()
        while event:
            self.events.append((now_ms, event))
            event = keys.take()
        return self.debounce.step(now_ms, self.chain.wire)
