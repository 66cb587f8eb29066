# SPDX-License-Identifier: Apache-2.0
"""What long work calls on its way: it lets the reader and the lights live, and ends where a hand has moved."""

from micropython import const

from sense.stirred import Stirred
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_MS = const(3)  # between two looks at the switches: the time of a scan
_LIVE_MS = const(20)  # between two steps of the reader and the lights
_PATIENCE = const(3)  # times in a row that a judgement begins again without a movement that counts


class Poll:
    """The one thing that long work knows of the world.

    Args:
        changed: tells whether the switches have changed since they were taken last.
        clock: the time in ms.

    Attributes:
        live: what is called with the time now and then; set by the system.
        clock: as given.
    """

    def __init__(self, changed: "Callable[[], bool]", clock: "Callable[[], int]") -> None:
        self.live: "tuple[Callable[[int], object], ...]" = ()
        self._changed = changed
        self.clock = clock
        self._looked_ms = 0
        self._lived_ms = 0
        self._raised = 0

    def moved(self) -> None:
        """Note that a hand has moved: the next judgement is a new one."""
        self._raised = 0

    def breathe(self) -> None:
        """Let the reader and the lights live, when it is time."""
        now_ms = self.clock()
        if since(now_ms, self._lived_ms) >= _LIVE_MS:
            self._lived_ms = now_ms
            for live in self.live:
                live(now_ms)

    def __call__(self) -> None:
        """Breathe, and look whether a hand has moved.

        Raises:
            Stirred: it has. A reed that only chatters does not put a judgement off forever.
        """
        now_ms = self.clock()
        if since(now_ms, self._looked_ms) >= _LOOK_MS:
            self._looked_ms = now_ms
            if self._raised < _PATIENCE and self._changed():
                self._raised += 1
                raise Stirred
            # As `breathe`, with a call less on the stack.
            if since(now_ms, self._lived_ms) >= _LIVE_MS:
                self._lived_ms = now_ms
                for live in self.live:
                    live(now_ms)
