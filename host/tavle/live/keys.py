# SPDX-License-Identifier: Apache-2.0
"""Lines typed while the table is being listened to."""

import queue
import sys
import threading

import click


class Keys:
    """Reads standard input in the background, when somebody sits at it.

    Args:
        on: read at all; None reads when standard input is a terminal.

    Attributes:
        there: whether somebody can answer.
    """

    def __init__(self, on: bool | None = None):
        self._lines: queue.Queue[str | None] = queue.Queue()  # None: nobody types any more
        self._begun = False
        self.there = sys.stdin is not None and (sys.stdin.isatty() if on is None else on)

    def _listen(self) -> None:
        """Begin to read; not before somebody wants to know: others may read first."""
        if self.there and not self._begun:
            self._begun = True
            threading.Thread(target=self._read, name="keys", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip().lower())
        self._lines.put(None)

    def take(self) -> str | None:
        """Return the oldest line that was typed, None when there is none."""
        self._listen()
        return self._got(0.0)

    def ask(self) -> str:
        """Wait for a line and return it; "" when nobody sits there. Raises click.Abort at the end of the input."""
        self._listen()
        line = self._got(600.0)
        if line is None and not self._lines.empty():
            raise click.Abort
        return line or ""

    def _got(self, seconds: float) -> str | None:
        try:
            line = self._lines.get(seconds > 0, seconds)
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
        return line
