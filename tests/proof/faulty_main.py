# SPDX-License-Identifier: Apache-2.0
"""Stands in for `main.py` on the simulated table: the firmware, with a file system that is full on cue.

The file named by `_CUE` holds the name of what fails at the moment. The firmware itself is unchanged.
"""

import builtins

_CUE = "@CUE@"
_open = builtins.open


def failing(name):
    try:
        with _open(_CUE) as file:
            return file.read() == name
    except OSError:
        return False


def full_flash(path, mode="r"):
    """Open a file; on cue nothing can be written."""
    if mode[0] != "r" and failing("flash"):
        raise OSError(28)  # ENOSPC
    return _open(path, mode)


if __name__ == "__main__":
    builtins.open = full_flash
    from app import run

    run.main()
