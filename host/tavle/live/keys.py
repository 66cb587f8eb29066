# SPDX-License-Identifier: Apache-2.0
"""Lines typed while the table is being listened to."""

import queue
import sys
import threading
import time

from tavle.errors import TavleError
from tavle.words.terminal import tr


class Keys:
    """Reads standard input in the background, when somebody sits at it.

    Args:
        on: read at all; None reads when standard input is a terminal.
        patience_s: where nobody can type, how long nothing may happen at the table.

    Attributes:
        there: whether somebody can answer.
    """

    def __init__(self, on: bool | None = None, patience_s: float = 90.0):
        self._lines: queue.Queue[str] = queue.Queue()
        self._begun = False
        self._patience_s = patience_s
        self._heard_s = time.monotonic()
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

    def heard(self) -> None:
        """Note that something has happened at the table."""
        self._heard_s = time.monotonic()

    def take(self) -> str | None:
        """Return the oldest line that was typed, None when there is none.

        Raises:
            TavleError: nobody can type, and nothing has happened at the table for too long.
        """
        if not self.there and time.monotonic() - self._heard_s > self._patience_s:
            raise TavleError(
                tr("nobody seems to be there"),
                tr("nothing has happened at the table for {n} s", n=f"{self._patience_s:.0f}"),
                tr("run it in a terminal, or give it longer with --patience"),
            )
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
