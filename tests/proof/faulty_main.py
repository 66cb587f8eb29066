# SPDX-License-Identifier: Apache-2.0
"""Stands in for `main.py` on the simulated table: the firmware, with parts that fail on cue.

The file named by `_CUE` holds the name of what fails at the moment. The firmware itself is
unchanged: what fails is what it is given, a file system that is full or a call that raises.
"""

import builtins

_CUE = "@CUE@"
_open = builtins.open


def failing(name):
    """Whether a part is to fail now."""
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


def raising(call, name, once=False):
    """Return a method that raises on cue, every time or once."""

    def method(self, *args):
        if failing(name):
            if once:
                _open(_CUE, "w").close()
            raise RuntimeError("on cue")
        return call(self, *args)

    return method


if __name__ == "__main__":
    builtins.open = full_flash
    from app import run
    from app.link import Link
    from app.system import System
    from app.table.table import Table

    Link.feed = raising(Link.feed, "usb", True)
    System.scan = raising(System.scan, "scan")
    System.read_card = raising(System.read_card, "reader task")
    System.show = raising(System.show, "light")
    Table.think = raising(Table.think, "players")
    run.main()
