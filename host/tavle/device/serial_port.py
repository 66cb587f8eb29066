# SPDX-License-Identifier: Apache-2.0
"""Opening a port: bytes to and from a table, whatever is behind them."""

import time
from collections.abc import Callable
from typing import Any, Protocol

from tavle.device import diagnostics, find
from tavle.errors import TavleError
from tavle.words.terminal import tr


class Wire(Protocol):
    """The part of pyserial's `Serial` that is used here."""

    timeout: float | None

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""

    def read(self, size: int = 1) -> bytes:
        """Read up to `size` bytes, waiting at most `timeout` seconds."""

    def write(self, data: bytes) -> int | None:
        """Write bytes."""

    def close(self) -> None:
        """Give the port back."""


def open_wire(port: str) -> Any:
    """Open a port (a device, `COM5`, or `socket://host:port`) for this program alone.

    Raises:
        TavleError: it cannot be opened; the text says why and what to do.
    """
    import serial

    try:
        wire = serial.serial_for_url(port, do_not_open=True, baudrate=115200, timeout=0.1)
        if "://" not in port:
            # Two programs on one port would each see half of the lines.
            wire.exclusive = True
        wire.open()
    except (OSError, ValueError) as error:  # SerialException is an OSError
        raise diagnostics.cannot_open(port, error) from error
    return wire


def reopen(
    port: str, serial: str, seconds: float, opener: Callable[[str], Any] = open_wire
) -> tuple[str, Any]:
    """Open a table's port again after a reset, wherever it appears; return (port, wire).

    Args:
        port: the name it had.
        serial: the Pico's serial number, "" if unknown.
        seconds: how long to wait.
        opener: what opens a port.

    Raises:
        TavleError: it did not come back in time.
    """
    end = time.monotonic() + seconds
    failure: TavleError | None = None
    while time.monotonic() < end:
        now = port if "://" in port else find.port_of(serial, port)
        if now:
            try:
                return now, opener(now)
            except TavleError as error:  # udev is still busy with the new port
                failure = error
        time.sleep(0.1)
    if failure is not None:
        raise failure
    raise TavleError(
        tr("{port} has not come back", port=port),
        tr("no port of this table within {seconds} s of a reset", seconds=f"{seconds:.0f}"),
        tr("unplug the table, plug it in again, and run the same command"),
    )
