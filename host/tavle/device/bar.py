# SPDX-License-Identifier: Apache-2.0
"""The progress bar of `tavle flash`."""

import sys

import rich.console
import rich.progress

from tavle.device.flash import Progress


class Bar(Progress):
    """Shows the step and how much of the firmware has been sent; on standard error."""

    def __init__(self) -> None:
        self._progress = rich.progress.Progress(
            rich.progress.TextColumn("{task.description:<16}"),
            rich.progress.BarColumn(),
            rich.progress.DownloadColumn(),
            console=rich.console.Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._progress.add_task("connect", total=None)

    def __enter__(self) -> "Bar":
        """Show it."""
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it."""
        self._progress.stop()

    def step(self, text: str) -> None:
        """See `Progress`."""
        self._progress.update(self._task, description=text)

    def total(self, size: int) -> None:
        """See `Progress`."""
        self._progress.update(self._task, total=size, completed=0)

    def sent(self, size: int) -> None:
        """See `Progress`."""
        self._progress.advance(self._task, size)
