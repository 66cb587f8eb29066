# SPDX-License-Identifier: Apache-2.0
"""Waiting for a table that restarts."""

import time
from collections.abc import Callable
from typing import Any

from tavle.device.link import NoAnswer, TableLink
from tavle.device.serial_port import open_wire, reopen
from tavle.errors import TavleError

_BACK_S = 20.0
_GONE_S = 0.3  # the table restarts 50 ms after it has answered


def link(
    port: str, serial: str, seconds: float, opener: Callable[[str], Any] = open_wire
) -> TableLink:
    """Open the port of a table that restarts as often as needed, until the firmware answers.

    Args:
        port: the name its port had.
        serial: the Pico's serial number, "" if unknown: its port may have another name now.
        seconds: how long it may take.
        opener: what opens a port.

    Raises:
        TavleError: it has not come back.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            now, wire = reopen(port, serial, max(end - time.monotonic(), 0.5), opener)
            found = TableLink(wire, now)
            try:
                found.hello(max(end - time.monotonic(), 0.5))
            except BaseException:
                found.close()
                raise
            return found
        except NoAnswer:
            raise
        except TavleError:
            # The port of before, still there for a moment after the reset.
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def wait(port: str, serial: str, slow: float = 1.0) -> list[str]:
    """Wait until a table is back after its restart; return what it complains about.

    Args:
        port: the name its port had.
        serial: the Pico's serial number, "" if unknown.
        slow: how many times slower than a Pico it is.

    Raises:
        TavleError: it has not come back.
    """
    time.sleep(_GONE_S)
    with link(port, serial, _BACK_S * slow - _GONE_S) as found:
        faults = [event for event in found.events if event["event"] == "fault"]
        return [f"{one['part']}: {one['text']}" for one in faults if one["text"]]
