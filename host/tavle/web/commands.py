# SPDX-License-Identifier: Apache-2.0
"""The commands of a table whose time passes by itself: the simulator's contract and a few more."""

import math
from collections.abc import Callable
from typing import Any, Protocol

from tavle.sim.contract import Answer, Contract
from tavle.sim.session import Session
from tavle.web.clock import FASTEST, SLOWEST

_LONGEST_MS = 60_000  # nobody may keep the other people at the table waiting for longer
_LONGEST_PATH = 120
_TIMES = ("ms", "dwell", "air")

LOOKS = frozenset(
    ("state", "leds", "sounds", "stats", "light", "probe", "reeds", "saved", "why", "check")
)
"""Commands that change nothing."""

CALM = LOOKS | {"speed", "noise", "pause", "forget"}
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

    def renew(self, rulebook: str, position: str) -> None:
        """Put another table in the place of this one."""

    def pause(self, on: bool) -> None:
        """Stop the table's time, or let it continue."""

    def step(self, ms: float) -> None:
        """Let time pass at a table whose time stands still."""

    def light(self, name: str) -> str:
        """Say what a light means."""

    def why(self, colour: str, name: str) -> tuple[str, str]:
        """Return why a pawn cannot move with the card in force, and the space that hangs on."""

    def probe(self) -> dict[str, Any]:
        """Return what the wires carry."""

    def people(self, what: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Do what somebody at the table wants; raises ValueError with a word of the catalogue."""


PEOPLE = {
    "sit": ({"rulebook", "who"}, {"position", "options"}),
    "bench": (set(), set()),
    "give": ({"colour", "card", "copy"}, set()),
    "play": ({"colour", "card", "copy"}, set()),
    "take": ({"colour"}, set()),
    "fold": ({"colour"}, set()),
    "withdraw": (set(), set()),
    "back": (set(), set()),
    "tidy": (set(), set()),
    "seat": ({"colour", "who"}, set()),
    "saved": (set(), set()),
    "check": ({"position"}, set()),
    "hint": ({"colour"}, set()),
    "open": ({"name"}, set()),
    "forget": ({"name"}, set()),
}
"""Commands of a game with people and computers: (needed fields, other fields).

`sit` begins a game of a `rulebook` with `who` (colour -> "person", "device", "none" or a computer's
level) at its seats; `bench` is the open deck for makers. `give` passes a card to the partner, `play`
lays a card of a hand, `take` draws one from the pile or throws, `fold` folds a hand. `withdraw`
takes a card back before it was used, `back` the last move of a person, `tidy` puts pawns right.
`seat` gives a seat that people play to a device of its own (`who` "device", by a new code) or to this screen ("person").
`saved` lists the games that are kept, `check` tells whether a game can begin with a `position`,
`hint` says what a colour could do and why: a `card`, the `parts` of its move, names and holes of sentences; `open` continues one, `forget` deletes it.
"""


class LiveContract(Contract):
    """Executes commands on a session; see `Contract`.

    Beyond the contract: `speed` sets `factor` (virtual time per wall time), `pause` stops the time
    and `step` lets some `ms` of it pass, `hands` turns the random hands `on` or off, `draw` lays the
    next card of the pile on the slot (in Ludo it throws a die and lays its card), `table` puts up a
    fresh table of a `rulebook` (with a `position`), `light` says what the light of that `name` means, `why`
    why the pawn of a `colour` on the space `at` cannot move, `probe` what the wires carry; and `PEOPLE`.
    """

    def __init__(self, session: Session, keeper: Keeper):
        super().__init__(session)
        self._keeper = keeper
        self._commands |= {
            "speed": (self._do_speed, {"factor"}, set()),
            "pause": (self._do_pause, {"on"}, set()),
            "step": (self._do_step, {"ms"}, set()),
            "hands": (self._do_hands, {"on"}, set()),
            "draw": (self._do_draw, set(), set()),
            "table": (self._do_table, {"rulebook"}, {"position"}),
            "light": (self._do_light, {"name"}, set()),
            "why": (self._do_why, {"colour", "at"}, set()),
            "probe": (self._do_probe, set(), set()),
        }
        for name, (needed, other) in PEOPLE.items():
            self._commands[name] = (self._for_people(name), needed, other)

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

    def _for_people(self, name: str) -> Callable[..., Answer]:
        return lambda **fields: self._keeper.people(name, fields)

    def _do_speed(self, factor: object) -> Answer:
        number = isinstance(factor, int | float) and not isinstance(factor, bool)
        if not number or not SLOWEST <= factor <= FASTEST:  # type: ignore[operator]
            raise ValueError(f"factor must be a number from {SLOWEST:g} to {FASTEST:g}")
        self._keeper.set_speed(float(factor))  # type: ignore[arg-type]
        return {}

    def _do_pause(self, on: object) -> Answer:
        self._keeper.pause(_flag(on))
        return {}

    def _do_step(self, ms: object) -> Answer:
        if isinstance(ms, bool) or not isinstance(ms, int | float) or not 1 <= ms <= _LONGEST_MS:
            raise ValueError(f"ms must be a number from 1 to {_LONGEST_MS}")
        self._keeper.step(ms)
        return {}

    def _do_hands(self, on: object) -> Answer:
        self._keeper.set_hands(_flag(on))
        return {}

    def _do_draw(self) -> Answer:
        name, copy = self._keeper.draw()
        return self._do_card(card=name, copy=copy)

    def _do_table(self, rulebook: object, position: object = "") -> Answer:
        if not isinstance(rulebook, str):
            raise ValueError("rulebook must be text")
        if not isinstance(position, str):
            raise ValueError("position must be text")
        self._keeper.renew(rulebook, position)
        return {}

    def _do_light(self, name: object) -> Answer:
        if not isinstance(name, str):
            raise ValueError("name must be text")
        return {"light": name, "means": self._keeper.light(name)}

    def _do_why(self, colour: object, at: object) -> Answer:
        if not isinstance(colour, str) or not isinstance(at, str):
            raise ValueError("colour and at must be text")
        word, place = self._keeper.why(colour, at)
        return {"why": word, "place": place}

    def _do_probe(self) -> Answer:
        return self._keeper.probe()


def _flag(on: object) -> bool:
    if not isinstance(on, bool):
        raise ValueError("on must be true or false")
    return on


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
