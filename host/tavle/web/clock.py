# SPDX-License-Identifier: Apache-2.0
"""Virtual time that follows wall time."""

import time
from collections.abc import Callable

SLOWEST, FASTEST = 0.1, 100.0
"""Limits of the speed: virtual time per wall time."""

# A PC that was asleep, or too slow for the speed, does not catch up with more than this.
_MOST_LATE_S = 0.25


class Clock:
    """Says how far virtual time is behind wall time, or ahead of it.

    Args:
        speed: virtual time per wall time.
        wall: returns the wall time in seconds.

    Attributes:
        speed: may be changed at any time.
    """

    def __init__(self, speed: float = 1.0, wall: Callable[[], float] = time.monotonic):
        self.speed = speed
        self._wall = wall
        self._due = wall()  # wall time at which what has passed so far is due

    def owed_ms(self, until: float | None = None) -> float:
        """Return how much virtual time should pass now; 0 when it is ahead.

        Args:
            until: wall time in seconds to count to, not later than now; None is now.
        """
        now = self._wall()
        if now - self._due > _MOST_LATE_S:
            self._due = now - _MOST_LATE_S
        late_s = (now if until is None else until) - self._due
        return max(0.0, late_s * self.speed * 1000)

    def passed(self, ms: float) -> None:
        """Note that virtual time has passed."""
        self._due += ms / 1000 / self.speed

    def ahead_s(self) -> float:
        """Return for how long wall time must run until it has caught up; 0 when it has."""
        return max(0.0, self._due - self._wall())

    def restart(self) -> None:
        """Forget what is owed: the table was standing still."""
        self._due = self._wall()
