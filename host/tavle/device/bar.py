# SPDX-License-Identifier: Apache-2.0
"""The progress bar of `tavle flash`."""

import sys

import rich.console
import rich.progress
import rich.text

from tavle.device.flash import Progress
from tavle.words.terminal import tr


class _Size(rich.progress.DownloadColumn):
    """How much has been sent, once it is known how much will be."""

    def render(self, task: rich.progress.Task) -> rich.text.Text:
        """Return it as text."""
        return super().render(task) if task.total else rich.text.Text("")


class Bar(Progress):
    """Shows the step and how much of the firmware has been sent; on standard error."""

    def __init__(self) -> None:
        self._progress = rich.progress.Progress(
            rich.progress.TextColumn("{task.description:<16}"),
            rich.progress.BarColumn(),
            _Size(),
            console=rich.console.Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._progress.add_task(tr("connect"), total=None)

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
