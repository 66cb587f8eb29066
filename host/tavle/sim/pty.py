# SPDX-License-Identifier: Apache-2.0
"""A simulated table behind a pseudo-terminal: what a real one is to the commands on USB.

    with PtyBridge(Session(TableSpec("partners-pawns"))) as table:
        ...talk to table.cable.port...
        table.do(lambda: table.session.world.lift("red", "h"))

The table lives in a thread of its own, in step with the clock on the wall.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from tavle.sim.cable import Cable
from tavle.sim.session import Session

_Result = TypeVar("_Result")

_TICK_US = 10_000


class PtyBridge:
    """Connects the USB link of a session's target to a pseudo-terminal.

    Args:
        session: the table; it is closed at the end.
        speed: virtual seconds per second.
        react: called after every 10 ms of the table's time, for hands that follow the lights.

    Attributes:
        cable: what the target is connected with; `cable.port` is what to open.
        failure: what ended the table's thread too early, None while all is well.
    """

    def __init__(
        self, session: Session, speed: float = 1.0, react: Callable[[], None] | None = None
    ):
        self.session = session
        self.react = react
        self.failure: Exception | None = None
        self._speed = speed
        self._most_us = (1 if session.target.slow else 100) * _TICK_US  # in one step
        self.cable = Cable(session.target)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="table", daemon=True)

    def __enter__(self) -> "PtyBridge":
        """Let the table live."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Unplug it."""
        self._stop.set()
        self._thread.join()
        self.cable.close()
        self.session.close()

    def do(self, action: Callable[[], _Result]) -> _Result:
        """Do something to the world or the target while the table's time stands still."""
        with self._lock:
            return action()

    def unplug(self) -> None:
        """Break the cable: the port is gone for a program that has it open. The table continues."""
        with self._lock:
            self.cable.break_it()

    def _live(self) -> None:
        last = time.monotonic()
        try:
            while not self._stop.is_set():
                time.sleep(0.002)
                with self._lock:
                    self.cable.carry()
                    now = time.monotonic()
                    behind_us = min((now - last) * 1e6 * self._speed, self._most_us)
                    if behind_us >= _TICK_US:
                        last = now
                        self._pass(int(behind_us))
        except Exception as error:
            self.failure = error

    def _pass(self, us: int) -> None:
        while us > 0:
            self.session.world.run(min(us, _TICK_US))
            us -= _TICK_US
            self.cable.carry()
            self.session.target.take_usb()
            if self.react is not None:
                self.react()
