# SPDX-License-Identifier: Apache-2.0
"""Waiting for a table that restarts."""

import time

from tavle.device.link import TableLink
from tavle.device.wire import reopen
from tavle.errors import TavleError

_BACK_S = 20.0
_GONE_S = 0.3  # the table restarts 50 ms after it has answered


def wait(port: str, serial: str, slow: float = 1.0) -> list[str]:
    """Wait until a table is back after its restart; return what it complains about.

    Args:
        port: the name its port had.
        serial: the Pico's serial number, "" if unknown: its port may have another name now.
        slow: how many times slower than a Pico it is.

    Raises:
        TavleError: it has not come back.
    """
    end = time.monotonic() + _BACK_S * slow
    time.sleep(_GONE_S)
    while True:
        left = max(end - time.monotonic(), 0.5)
        try:
            now, wire = reopen(port, serial, left)
            with TableLink(wire, now) as link:
                link.hello(left)
                faults = [event for event in link.events if event["event"] == "fault"]
                return [f"{one['part']}: {one['text']}" for one in faults if one["text"]]
        except TavleError:
            # The port of before, on its way out.
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
