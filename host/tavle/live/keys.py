# SPDX-License-Identifier: Apache-2.0
"""Lines typed while the table is being listened to."""

import queue
import sys
import threading


class Keys:
    """Reads standard input in the background, when somebody sits at it.

    Args:
        on: read at all; None reads when standard input is a terminal.

    Attributes:
        there: whether somebody can answer.
    """

    def __init__(self, on: bool | None = None):
        self._lines: queue.Queue[str] = queue.Queue()
        self._begun = False
        self.there = sys.stdin is not None and (sys.stdin.isatty() if on is None else on)
        self._over = False  # the end of the input has been read

    def _listen(self) -> None:
        """Begin to read; not before somebody wants to know: others may read first."""
        if self.there and not self._begun:
            self._begun = True
            threading.Thread(target=self._read, name="keys", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip().lower())
        self._over = True

    def take(self) -> str | None:
        """Return the oldest line that was typed, None when there is none."""
        self._listen()
        try:
            return self._lines.get_nowait()
        except queue.Empty:
            return None

    def ask(self) -> str:
        """Wait for a line and return it; "" when nobody sits there. Raises click.Abort at the end of the input."""
        import click

        self._listen()
        for _ in range(600):
            try:
                return self._lines.get(timeout=1.0)
            except queue.Empty:
                if self._over:
                    raise click.Abort from None
        return ""
