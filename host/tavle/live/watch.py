# SPDX-License-Identifier: Apache-2.0
"""`tavle watch`: the table's events and its board, as they come."""

import json
import time
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tavle.device.link import TableLink
from tavle.live import words
from tavle.live.picture import KEYS, Picture, parse, pawns_of, turn_of
from tavle.paths import layout_of

_LINES = 10
# Events after which the position or the phase may be another.
_ASK_AGAIN = {"ready", "accepted", "undone", "folded", "won", "card", "guide", "ask", "resync"}


class Watcher:
    """Follows a table.

    Args:
        link: the table.

    Attributes:
        lines: what was said, in words.
        line: the position.
        phase: the phase.
    """

    def __init__(self, link: TableLink):
        self._link = link
        self._picture: Picture | None = None
        self._layout = ""
        self._hello = link.hello()
        self._hands: dict[str, int] = {}
        self.lines: list[str] = []
        self.line = ""
        self.phase = ""
        self.ask()

    def ask(self) -> None:
        """Ask the table for its state."""
        said = self._link.request("state")
        self.line = str(said["firmware"])
        self.phase = str(said.get("mode") or said["phase"])
        self._hands = said.get("hand_counts") or {}

    def next(self, seconds: float) -> dict[str, Any] | None:
        """Take the next event and learn what it changes; None when there is none in time."""
        event = self._link.event(seconds)
        if event is None:
            return None
        if event.get("event") in _ASK_AGAIN or event.get("event") == "fault":
            if "position" in event:
                self.line = str(event["position"])
            self.ask()
        stamp = event.get("t")
        seconds = stamp / 1000 if isinstance(stamp, int) else 0.0
        self.lines.append(f"{seconds:9.1f}  {words.event(event)}")
        del self.lines[:-200]
        return event

    def picture(self) -> Group:
        """Return the board with what was said last."""
        layout = layout_of(self.line.split(" ")[0])
        if self._picture is None or layout != self._layout:
            self._picture = Picture(layout)
            self._layout = layout
        game, state = parse(self.line)
        hands = "   ".join(f"{colour} {count}" for colour, count in self._hands.items())
        head = Text(f"{game.rulebook}   phase: {self.phase}", style="bold")
        if hands:
            head.append(f"   cards: {hands}", style="dim")
        board = self._picture.text(pawns_of(game, state), turn_of(game, state))
        told = [Text(line) for line in self.lines[-_LINES:]]
        return Group(head, board, *told, Text(KEYS + "   Ctrl-C ends", style="dim"))


def on_terminal(watcher: Watcher, console: Console, seconds: float) -> None:
    """Draw the board until time is up."""
    end = time.monotonic() + seconds
    with Live(watcher.picture(), console=console, auto_refresh=False) as live:
        while time.monotonic() < end:
            if watcher.next(min(0.5, seconds)) is not None:
                live.update(watcher.picture(), refresh=True)


def as_lines(watcher: Watcher, console: Console, seconds: float, as_json: bool) -> None:
    """Print a line per event until time is up."""
    end = time.monotonic() + seconds
    if not as_json:
        console.print(f"           {watcher.phase}: {watcher.line}")
    while time.monotonic() < end:
        event = watcher.next(min(0.5, seconds))
        if event is None:
            continue
        if as_json:
            console.print(json.dumps(event), markup=False)
        else:
            console.print(watcher.lines[-1], markup=False)
            if event.get("event") in ("accepted", "undone"):
                console.print(f"           {watcher.line}", markup=False)
