# SPDX-License-Identifier: Apache-2.0
"""`tavle watch`: the table's events and its board, as they come."""

import json
import time
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tavle.board.terminal import page, room
from tavle.device.link import TableLink
from tavle.live.picture import Picture, parse, pawns_of, turn_of
from tavle.live.words import Teller
from tavle.paths import layout_of
from tavle.words.catalogue import Words
from tavle.words.events import changing


class Watcher:
    """Follows a table.

    Args:
        link: the table.
        words: the language.

    Attributes:
        lines: what was said, in words.
        line: the position.
        phase: the phase.
    """

    def __init__(self, link: TableLink, words: Words):
        self._words = words
        self._teller = Teller(words)
        self._picture: Picture | None = None
        self._layout = ""
        self._hands: dict[str, int] = {}
        self.lines: list[str] = []
        self.line = ""
        self.phase = ""
        self.follow(link)

    def follow(self, link: TableLink) -> None:
        """Follow a table from now on; it may be the same on another cable."""
        self._link = link
        self.ask()

    def ask(self) -> None:
        """Ask the table for its state."""
        said = self._link.request("state")
        self.line = str(said["firmware"])
        self.phase = str(said.get("mode") or said["phase"])
        self._teller.line = self.line
        self._hands = said.get("hand_counts") or {}

    def next(self, seconds: float) -> dict[str, Any] | None:
        """Take the next event and learn what it changes; None when there is none in time."""
        event = self._link.event(seconds)
        if event is None:
            return None
        stamp = event.get("t")
        seconds = stamp / 1000 if isinstance(stamp, int) else 0.0
        # In words before the table is asked again: a refusal is about the turn it happened in.
        self.lines.append(f"{seconds:9.1f}  {self._teller.event(event)}")
        if event["event"] in changing("phase"):
            self.ask()
        del self.lines[:-200]
        return event

    def picture(self, console: Console) -> Group:
        """Return the board with what was said last."""
        layout = layout_of(self.line.split(" ")[0])
        if self._picture is None or layout != self._layout:
            self._picture = Picture(layout, room(console))
            self._layout = layout
        game, state = parse(self.line)
        say, named = self._words.say, self._words.named
        hands = ", ".join(f"{named('colour', name)} {n}" for name, n in self._hands.items())
        head = Text(self.headline(), style="bold")
        if hands:
            head.append("   " + say("tool.cards", list=hands), style="dim")
        board = self._picture.text(pawns_of(game, state), turn_of(game, state))
        told = [Text(line) for line in self.lines[-console.height :]]
        keys = f"{say('tool.keys')}   {say('tool.ends')}"
        return page(console, head, board, told, Text(keys, style="dim"))

    def headline(self) -> str:
        """Return which game it is and what the table waits for."""
        game = self._words.named("game", self.line.split(" ")[0])
        return self._words.say("tool.phase", game=game, phase=self._teller.phase(self.phase))


def on_terminal(watcher: Watcher, console: Console, end_s: float, until: str = "") -> None:
    """Draw the board until it is so late, or until an event comes."""
    with Live(watcher.picture(console), console=console, auto_refresh=False) as live:
        while (left_s := end_s - time.monotonic()) > 0:
            event = watcher.next(min(0.5, left_s))
            if event is not None:
                live.update(watcher.picture(console), refresh=True)
                if event["event"] == until:
                    return


def as_lines(
    watcher: Watcher, console: Console, end_s: float, as_json: bool, until: str = ""
) -> None:
    """Print a line per event until it is so late, or until an event comes."""
    if not as_json:
        console.print(f"           {watcher.headline()}", markup=False)
        console.print(f"           {watcher.line}")
    while (left_s := end_s - time.monotonic()) > 0:
        event = watcher.next(min(0.5, left_s))
        if event is None:
            continue
        if as_json:
            console.print(json.dumps(event), markup=False)
        else:
            console.print(watcher.lines[-1], markup=False)
            if event["event"] in changing("position"):
                console.print(f"           {watcher.line}", markup=False)
        if event["event"] == until:
            return
