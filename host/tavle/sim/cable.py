# SPDX-License-Identifier: Apache-2.0
"""The USB cable of a simulated table: a pseudo-terminal that the other commands take for one."""

import contextlib
import os
import select
import sys

from tavle.sim.target import Target

if sys.platform != "win32":  # where there is no virtual table
    import termios
    import tty

_MOST = 65536  # bytes kept for a reader that is slow


class Cable:
    """Carries bytes between a target's USB link and a pseudo-terminal.

    Args:
        target: the table.

    Attributes:
        port: what to open.
    """

    def __init__(self, target: Target):
        self._said = bytearray()
        self._was_taken = False
        self._open()
        self.plug(target)

    def plug(self, target: Target) -> None:
        """Put the cable into a table, the same or another one."""
        self._target = target
        target.tap = self._said.extend

    def _open(self) -> None:
        self._master, slave = os.openpty()
        self.port = os.ttyname(slave)
        tty.setraw(slave)
        os.close(slave)
        os.set_blocking(self._master, False)

    @property
    def taken(self) -> bool:
        """Tell whether a program has the port open."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        taken = not any(what & select.POLLHUP for _, what in poll.poll(0))
        if taken and not self._was_taken:
            # What a terminal does to lines would be done to ours until the program forbids it.
            with contextlib.suppress(termios.error):
                tty.setraw(self._master, termios.TCSANOW)
        self._was_taken = taken
        return taken

    def carry(self) -> None:
        """Carry what has been said on both sides; what nobody listens to is lost.

        The last words of a program that has closed the port arrive all the same.
        """
        taken = self.taken
        with contextlib.suppress(OSError):
            self._target.send(os.read(self._master, 4096))
        if not taken:
            self._said.clear()
            self._target.usb_full(False)
            return
        with contextlib.suppress(OSError):
            while self._said:
                del self._said[: os.write(self._master, self._said)]
        self._target.usb_full(bool(self._said))
        del self._said[:-_MOST]

    def break_it(self) -> None:
        """Break the cable: the port is gone for a program that has it open; `port` is a new one."""
        os.close(self._master)
        self._open()

    def close(self) -> None:
        """Pull it out."""
        self._target.tap = None
        os.close(self._master)
