# SPDX-License-Identifier: Apache-2.0
"""The one error that commands raise on purpose, and how files that cannot be written become one."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tavle.words.terminal import english, tr


class TavleError(Exception):
    """A failure told in one line: what failed, why, and what to do next.

    Attributes:
        what: the thing that did not work, as a short phrase ("cannot open /dev/ttyACM0").
        why: the cause ("no such device").
        next_step: what the reader can do about it; may be empty when nothing can be done.
        code: exit status of the tool, 1 unless a contract says otherwise (2: malformed input).
    """

    def __init__(self, what: str, why: str, next_step: str = "", code: int = 1):
        super().__init__(what, why, next_step)
        self.what = what
        self.why = why
        self.next_step = next_step
        self.code = code

    def __str__(self) -> str:
        """Join the parts to one line; line breaks inside them become spaces."""
        return _line(self.what, self.why, self.next_step)

    @property
    def english(self) -> str:
        """Return the same line in English, for programs."""
        return _line(*map(english, (self.what, self.why, self.next_step)))


def _line(what: str, why: str, next_step: str) -> str:
    line = f"{what}: {why}"
    if next_step:
        line += f"; {next_step}"
    return " ".join(line.split())


@contextlib.contextmanager
def writing(file: str | Path, next_step: str = "") -> Iterator[None]:
    """Tell in one line when a file cannot be written within the block. Raises TavleError.

    Args:
        file: its path.
        next_step: what the reader can do about it; another file is named if left out.
    """
    try:
        yield
    except OSError as error:
        raise TavleError(
            tr("cannot write {file}", file=file),
            error.strerror or str(error),
            next_step or tr("name another file"),
        ) from error
