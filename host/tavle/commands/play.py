# SPDX-License-Identifier: Apache-2.0
"""`tavle play`: a whole game by simulated hands, drawn in the terminal."""

import contextlib
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tavle.board.terminal import page, room
from tavle.commands import _options
from tavle.live.words import Teller
from tavle.sim.draw import Drawing
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec
from tavle.sim.tidy_hands import Habit
from tavle.words.catalogue import for_tool
from tavle.words.terminal import tr

if TYPE_CHECKING:
    from tavle.sim.seated import Option

_FRAMES_PER_S = 12
_LEVEL = "normal"  # of whoever is not named with --seats
_STYLES = {"accepted": "green", "refused": "red", "won": "bold yellow"}
_BELOW = 6  # lines for what somebody at the terminal may choose
_UNTOLD = ("seats", "lay", "laid", "wish")  # what hands do for the table's computers is seen


class Story:
    """Tells a game by its turns: who played what, and where the pawns went.

    Args:
        teller: the language; its line is the position.
    """

    def __init__(self, teller: Teller):
        self.teller = teller
        self._card = ""

    def tell(self, event: dict[str, Any]) -> Text | None:
        """Return an event in words, None for one that is told with the move."""
        name = event["event"]
        if name in _UNTOLD:
            return None
        if name == "rolled" or (name == "card" and event.get("playable")):
            self._card = str(event.get("card") or event["value"])
            return None
        told = self.teller.event
        if name == "accepted":
            colour = self.teller.line.partition(" turn=")[2].partition(" ")[0]
            words = self.teller.turn("move", colour, self._card, event["move"])
            self.teller.line = event["position"]
        else:
            words = told(event)
        return Text(words, style=_STYLES.get(name, ""))


class Spectator:
    """Shows a session while players play on it.

    Args:
        session: the table.
        console: the terminal.
        speed: virtual time per real time.
        story: tells what happens.
        below: lines that are needed below the board.
    """

    def __init__(
        self, session: Session, console: Console, speed: float, story: Story, below: int = 0
    ):
        self._session = session
        self._console = console
        self._story = story
        self._drawing = Drawing(session, room(console) - below)
        self._speed = speed
        self._told: list[Text] = []
        self._seen = 0
        self._due = time.monotonic()
        self._drawn = 0.0
        self.players: Players | None = None
        self.live: Live | None = None

    def pace(self, ms: float) -> None:
        """Let real time pass too, and draw now and then."""
        if self.live is None:
            return
        self._due += ms / 1000 / self._speed
        now = time.monotonic()
        if now - self._drawn >= 1 / _FRAMES_PER_S:
            self._drawn = now
            self.live.update(self.picture(), refresh=True)
        if self._due > now:
            time.sleep(self._due - now)
        else:
            self._due = now

    def picture(self) -> Group:
        """Return the board with what has been said."""
        self._take()
        world = self._session.world
        teller = self._story.teller
        card = ", ".join(teller.card(c.name or "?") for c in world.slot) or "-"
        words = teller.words
        game = words.named("game", self._session.spec.rulebook)
        head = Text(words.say("tool.slot", game=game, card=card), style="bold")
        head.append("   " + words.say("tool.time", n=f"{self._session.now_ms / 1000:.1f}"), "dim")
        foot = Text(words.say("tool.keys"), style="dim")
        return page(self._console, head, self._drawing.text(), self._told, foot)

    def _take(self) -> None:
        if self.players is None:
            return
        for event in self.players.events[self._seen :]:
            text = self._story.tell(event)
            if text is not None:
                self._told.append(text)
        self._seen = len(self.players.events)
        del self._told[: -self._console.height]


class _Asked:
    """Somebody at the terminal chooses.

    Args:
        console: the terminal.
        picture: returns the board with what has been said.
        teller: the language.
    """

    def __init__(self, console: Console, picture: Callable[[], Group], teller: Teller):
        self._console = console
        self._picture = picture
        self._teller = teller

    def choose(self, game: Any, colour: str, options: "list[Option]") -> int:
        """Return which of several options is wanted. Raises _Quit."""
        from rules.notation import move_text

        self._console.print(self._picture())
        for n, (action, _, move) in enumerate(options):
            card = self._teller.card(game.actions[action])
            moves = self._teller.move(move_text(game, move))
            self._console.print(f"  {n + 1}: {card}  {moves}", highlight=False)
        while True:
            word = click.prompt(self._teller.words.named("colour", colour), default="1")
            if word in ("quit", "q"):
                raise _Quit
            if word.isdecimal() and 1 <= int(word) <= len(options):
                return int(word) - 1
            click.echo(
                tr(
                    "1 to {n}: the card and move of that line; quit: end the game here",
                    n=len(options),
                )
            )


class _Quit(Exception):
    """Somebody at the terminal has had enough."""


@click.command(short_help="Watch a whole game by simulated hands in the terminal.")
@_options.rulebook()
@click.option("--position", default="", help="Position line to begin with.")
@_options.house_rules()
@click.option("--seed", default=1, show_default=True, help="Decides cards, choices and hands.")
@click.option(
    "--speed",
    default=6.0,
    show_default=True,
    type=_options.Amount(min=0, max=1000),
    help="Simulation speed; 0 = full speed, moves only.",
)
@click.option(
    "--turns",
    default=2000,
    show_default=True,
    type=click.IntRange(min=0),
    help="Stop after so many turns.",
)
@click.option(
    "--seats",
    default="",
    help="Who plays: colour=human|easy|normal|hard|expert, with commas; the others are normal. "
    "People choose here in the terminal; the expert thinks on this PC and plays as a person.",
)
@click.option("--cuts", default=0.0, type=_options.Amount(0, 1), help="Power cuts per turn.")
@click.option("--positions", is_flag=True, help="Also print the position line of every turn.")
@_options.language()
def command(
    rulebook: str,
    position: str,
    options: dict[str, str],
    seed: int,
    speed: float,
    turns: int,
    seats: str,
    cuts: float,
    positions: bool,
    lang: str,
) -> None:
    """Play a game on the virtual table: real firmware, simulated electronics and hands.

    Every position the firmware accepts is compared with the rules engine's.
    """
    from tavle.sim.seated import Seated, levels_of

    console = Console(highlight=False, soft_wrap=True)
    teller = Teller(for_tool(lang))
    began = time.monotonic()
    spec = TableSpec(rulebook, position, seed, options=options)
    with contextlib.closing(Session(spec)) as session:
        session.until_ready()
        story = Story(teller)
        levels = levels_of(seats) if seats else {}
        sits = "human" in levels.values() and console.is_terminal and sys.stdin.isatty()
        spectator = Spectator(session, console, speed or 1, story, _BELOW if sits else 0)
        asked = None
        if sits:
            asked = _Asked(console, spectator.picture, teller)

        def choose(colour: str, options: "list[Option]") -> int:
            assert asked is not None
            return asked.choose(session.world.game, colour, options)

        if cuts and not seats:  # what was chosen before a cut is played after it, whatever it is
            players = Players(session, seed, Habit(cut=cuts), pace=spectator.pace)
        else:
            picks = choose if asked else None
            players = Seated(session, levels, seed, picks, pace=spectator.pace, rest=_LEVEL)
        teller.line = players.line
        spectator.players = players
        try:
            if asked:
                for _ in players.play(turns):
                    pass
                console.print(spectator.picture())
            elif speed and console.is_terminal:
                with Live(console=console, auto_refresh=False, screen=False) as live:
                    spectator.live = live
                    for _ in players.play(turns):
                        pass
                    live.update(spectator.picture(), refresh=True)
            else:
                _tell(console, story, players, turns, positions)
        except _Quit:
            pass
        virtual = session.now_ms / 1000
    times = {"virtual": f"{virtual:.0f}", "real": f"{time.monotonic() - began:.0f}"}
    agreed = teller.words.say("tool.play-agreed", **times)
    console.print(f"{_end(teller, players.line, players.turns)}; {agreed}")


def _tell(console: Console, story: Story, players: Players, turns: int, positions: bool) -> None:
    """Print the events of a game as they come, and where wanted every position."""
    before = 0
    for line in players.play(turns):
        for event in players.events[before:]:
            text = story.tell(event)
            if text is not None:
                console.print(Text(f"{event['t'] / 1000:9.2f} s  ").append_text(text))
        before = len(players.events)
        if positions:
            console.print(f"             [dim]{line}[/]")


def _end(teller: Teller, line: str, turns: int) -> str:
    """Return how a game ended, or that it did not."""
    words = teller.words
    winners = [words.named("colour", name) for name in line.partition("winner=")[2].split("+")]
    if not winners[0]:
        return words.say("tool.play-stopped", n=turns)
    return words.say("tool.play-won", n=turns, winner=" + ".join(winners))
