# SPDX-License-Identifier: Apache-2.0
"""For how long the board has been still, and after how long it is to be judged."""

from micropython import const

from ticks import since

NEVER_MS = const(1 << 29)  # longer than any board is still
_MOST_MS = const(1 << 26)  # longer than any wait: not counted any further


class Stillness:
    """A clock that begins again whenever a hand moves.

    Attributes:
        now_ms: the last time stamp that it was given.
        lasted_ms: time since the last movement.
        due_ms: after so long something is to be done; `NEVER_MS`: nothing until hands move.
    """

    def __init__(self) -> None:
        self.now_ms = 0
        self.lasted_ms = 0
        self.due_ms = 0

    def go_on(self, now_ms: int) -> None:
        """Let time pass. Never allocates."""
        if self.lasted_ms < _MOST_MS:
            passed_ms = since(now_ms, self.now_ms)
            if passed_ms > 0:
                self.lasted_ms += passed_ms
        self.now_ms = now_ms

    def will_have_lasted_ms(self, now_ms: int) -> int:
        """Return how long the board will have been still at a time, if nothing moves."""
        passed_ms = since(now_ms, self.now_ms)
        return _MOST_MS if passed_ms < 0 else self.lasted_ms + passed_ms

    def moved_since(self, when_ms: int) -> bool:
        """Return whether something has moved since a time."""
        return self.lasted_ms < since(self.now_ms, when_ms)

    def is_due(self) -> bool:
        """Return whether the time has come to do something."""
        return self.lasted_ms >= self.due_ms
