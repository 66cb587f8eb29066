# SPDX-License-Identifier: Apache-2.0
"""The commands of a table whose time passes by itself: the simulator's contract and a few more."""

import math
from typing import Any, Protocol

from tavle.sim.contract import Answer, Contract
from tavle.sim.session import Session
from tavle.web.clock import FASTEST, SLOWEST

_LONGEST_MS = 60_000  # nobody may keep the other people at the table waiting for longer
_LONGEST_PATH = 120
_TIMES = ("ms", "dwell", "air")

LOOKS = frozenset(("state", "leds", "sounds", "stats"))
"""Commands that change nothing."""

CALM = LOOKS | {"speed", "noise"}
"""Commands that take no time and touch no pawn, card or button: they do not disturb the players."""

QUICK = CALM | {"lift", "place", "nocard", "power"}
"""Commands that take no time: they need not wait for somebody else's that does."""


class Keeper(Protocol):
    """What the additional commands need from the table they are for."""

    def set_speed(self, factor: float) -> None:
        """Change how fast virtual time passes."""

    def set_hands(self, on: bool) -> None:
        """Let the random hands play, or take them off the board."""

    def draw(self) -> tuple[str, int]:
        """Take a card from the pile."""

    def renew(self, rulebook: str) -> None:
        """Put another table in the place of this one."""


class LiveContract(Contract):
    """Executes commands on a session; see `Contract`.

    Beyond the contract: `speed` sets `factor` (virtual time per wall time), `hands` turns the random
    hands `on` or off, `draw` lays the next card of the pile on the slot (in Ludo it throws a
    die and lays its card), `table` puts up a fresh table of a `rulebook`.
    """

    def __init__(self, session: Session, keeper: Keeper):
        super().__init__(session)
        self._keeper = keeper
        self._commands |= {
            "speed": (self._do_speed, {"factor"}, set()),
            "hands": (self._do_hands, {"on"}, set()),
            "draw": (self._do_draw, set(), set()),
            "table": (self._do_table, {"rulebook"}, set()),
        }

    def handle(self, command: object) -> Answer:
        """Execute one command and return its answer; never raises for a bad command."""
        if isinstance(command, dict):
            why = _too_long(command)
            if why:
                return {"ok": False, "error": f"{command.get('do')}: {why}"}
        try:
            return super().handle(command)
        except (TypeError, OverflowError, RecursionError) as error:
            # A list where a name belongs, a number no clock can hold.
            return {"ok": False, "error": f"a field has the wrong type: {error}"[:300]}

    def _do_speed(self, factor: object) -> Answer:
        number = isinstance(factor, int | float) and not isinstance(factor, bool)
        if not number or not SLOWEST <= factor <= FASTEST:  # type: ignore[operator]
            raise ValueError(f"factor must be a number from {SLOWEST:g} to {FASTEST:g}")
        self._keeper.set_speed(float(factor))  # type: ignore[arg-type]
        return {}

    def _do_hands(self, on: object) -> Answer:
        if not isinstance(on, bool):
            raise ValueError("on must be true or false")
        self._keeper.set_hands(on)
        return {}

    def _do_draw(self) -> Answer:
        name, copy = self._keeper.draw()
        return self._do_card(card=name, copy=copy)

    def _do_table(self, rulebook: object) -> Answer:
        if not isinstance(rulebook, str):
            raise ValueError("rulebook must be text")
        self._keeper.renew(rulebook)
        return {}


def _too_long(command: dict[str, Any]) -> str:
    """Return why a command would take too long at a table that others use too, "" if not."""
    for field in _TIMES:
        value = command.get(field)
        if isinstance(value, int | float) and not value <= _LONGEST_MS and not math.isnan(value):
            return f"{field} must be at most {_LONGEST_MS} here, where time passes by itself"
    path = command.get("path")
    if isinstance(path, list) and len(path) > _LONGEST_PATH:
        return f"path must have at most {_LONGEST_PATH} places"
    return ""
