# SPDX-License-Identifier: Apache-2.0
"""What people want from the table, in the order in which they said it."""

import collections
import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Order:
    """What somebody wants from the table.

    Attributes:
        command: a command; None asks for everything there is to know of the table.
        answer: called with the answer, in the table's thread.
        who: who wants it; None for the table's own orders.
        at: wall time in seconds when it came. A table that was busy does it at its own time: what
            was pressed for 100 ms stays pressed for 100 ms.
    """

    command: object
    answer: Callable[[dict[str, Any]], None]
    who: object = None
    at: float = field(default_factory=time.monotonic)

    @property
    def name(self) -> str:
        """Return what the command does, "" for one that cannot be read."""
        name = self.command.get("do") if isinstance(self.command, dict) else ""
        return name if isinstance(name, str) else ""


class Orders:
    """Orders that are waiting; any thread may put some, one takes them.

    Attributes:
        kept: those that were taken, read, and must wait for their turn.
    """

    def __init__(self) -> None:
        self.kept: collections.deque[Order] = collections.deque()
        self._new: queue.SimpleQueue[Order | None] = queue.SimpleQueue()

    def put(self, order: Order | None) -> None:
        """Add an order; None only wakes the one who waits for orders."""
        self._new.put(order)

    def next(self, patience_s: float) -> Order | None:
        """Take the first order, waiting for one; None when there is none in time."""
        return self.kept.popleft() if self.kept else self.fresh(patience_s)

    def fresh(self, patience_s: float) -> Order | None:
        """Take the first order that is still unread; None when none comes in time."""
        try:
            return self._new.get(timeout=patience_s) if patience_s else self._new.get_nowait()
        except queue.Empty:
            return None
