# SPDX-License-Identifier: Apache-2.0
"""Waiting for a table that restarts."""

import time
from collections.abc import Callable
from typing import Any

from tavle.device import find
from tavle.device.link import NoAnswer, TableLink, open_table
from tavle.device.serial_port import open_wire, reopen
from tavle.errors import TavleError
from tavle.words.terminal import tr

_BACK_S = 20.0
_TRY_S = 2.0
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


def whenever(port: str, serial: str, until_s: float) -> TableLink:
    """Wait until a table is back whose cable broke, however long that takes.

    Args:
        port: the name its port had.
        serial: the Pico's serial number, "" if unknown.
        until_s: the time, by the monotonic clock, at which nobody wants it any more.

    Raises:
        TavleError: it was not back by then.
    """
    while True:
        try:
            return link(port, serial, _TRY_S)
        except TavleError:
            if time.monotonic() > until_s:
                raise


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


def end_other(port: str, own: str, say: Callable[[str], None]) -> None:
    """End what an earlier command has left a table in: its cable broke, or it was killed.

    This program has the port for itself, so nobody is there any more who could go on with it.

    Args:
        port: the table's.
        own: the mode that is wanted next, and may go on.
        say: called with a sentence about it.

    Raises:
        TavleError: the table does not answer.
    """
    serial = find.serial_of(port)
    with open_table(port) as found:
        left = found.request("state")["mode"]
        if left in ("", "safe", own):
            return
        found.request(f"{left}.stop")
    say(
        tr(
            "note: the table was still busy with `tavle {mode}`, which was cut off; it has gone back to its game",
            mode=left,
        )
    )
    wait(port, serial, found.slow)
