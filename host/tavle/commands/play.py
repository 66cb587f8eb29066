# SPDX-License-Identifier: Apache-2.0
"""`tavle play`: a whole game by simulated hands, drawn in the terminal."""

import contextlib
import sys
import time
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tavle.commands import _options
from tavle.live.words import Teller
from tavle.sim.draw import Drawing
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec
from tavle.sim.tidy_hands import Habit
from tavle.words.catalogue import for_tool

_FRAMES_PER_S = 12
_LINES = 9
_STYLES = {"accepted": "green", "refused": "red", "won": "bold yellow"}


class Spectator:
    """Shows a session while players play on it.

    Args:
        session: the table.
        speed: virtual time per real time.
        teller: the language.
    """

    def __init__(self, session: Session, speed: float, teller: Teller):
        self._session = session
        self._teller = teller
        self._drawing = Drawing(session)
        self._speed = speed
        self._told: list[Text] = []
        self._seen = 0
        self._due = time.monotonic()
        self._drawn = 0.0
        self.players: Players | None = None
        self.live: Live | None = None

    def pace(self, ms: float) -> None:
        """Let real time pass too, and draw now and then."""
        self._due += ms / 1000 / self._speed
        now = time.monotonic()
        if self.live is not None and now - self._drawn >= 1 / _FRAMES_PER_S:
            self._drawn = now
            self.live.update(self.picture(), refresh=True)
        if self._due > now:
            time.sleep(self._due - now)
        else:
            self._due = now

    def picture(self) -> Group:
        """Return the board with what has been said beside it."""
        self._take()
        lines = self._told[-_LINES:]
        world = self._session.world
        card = ", ".join(self._teller.card(c.name or "?") for c in world.slot) or "-"
        words = self._teller.words
        game = words.named("game", self._session.spec.rulebook)
        head = Text(words.say("tool.slot", game=game, card=card), style="bold")
        seconds = words.say("tool.time", n=f"{self._session.now_ms / 1000:.1f}")
        foot = Text(f"{seconds}   {words.say('tool.keys')}", style="dim")
        return Group(head, self._drawing.text(), *lines, foot)

    def _take(self) -> None:
        if self.players is None:
            return
        for event in self.players.events[self._seen :]:
            self._told.append(sentence(self._teller, event))
        self._seen = len(self.players.events)
        del self._told[: -4 * _LINES]


def sentence(teller: Teller, event: dict[str, Any]) -> Text:
    """Return an event in words."""
    return Text(teller.event(event), style=_STYLES.get(event["event"], ""))


@click.command(short_help="Watch a whole game by simulated hands in the terminal.")
@click.option("--rulebook", default="partners-pawns", show_default=True, help="Rulebook id.")
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
    help="Who plays: colour=human|easy|normal|hard|expert, with commas. People choose "
    "here in the terminal; the expert thinks on this PC and plays as a person.",
)
@click.option("--cuts", default=0.0, type=_options.Amount(0, 1), help="Power cuts per turn.")
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
    lang: str,
) -> None:
    """Play a game on the virtual table: real firmware, simulated electronics and hands.

    Every position the firmware accepts is compared with the rules engine's.
    """
    console = Console()
    teller = Teller(for_tool(lang))
    teller.line = position or rulebook
    began = time.monotonic()
    spec = TableSpec(rulebook, position, seed, options=options)
    with contextlib.closing(Session(spec)) as session:
        session.until_ready()
        if seats:
            _with_computers(session, console, seats, seed, turns, teller)
            return
        if speed and console.is_terminal:
            players = _watched(session, console, seed, speed, turns, cuts, teller)
        else:
            players = Players(session, seed, Habit(cut=cuts))
            before = 0
            for line in players.play(turns):
                for event in players.events[before:]:
                    at_s = f"{event['t'] / 1000:9.2f} s "
                    console.print(at_s, sentence(teller, event), highlight=False)
                before = len(players.events)
                console.print(f"             [dim]{line}[/]", highlight=False, soft_wrap=True)
        seconds = time.monotonic() - began
        virtual = session.now_ms / 1000
    times = {"virtual": f"{virtual:.0f}", "real": f"{seconds:.0f}"}
    agreed = teller.words.say("tool.play-agreed", **times)
    console.print(f"{_end(teller, players.line, players.turns)}; {agreed}", highlight=False)


def _end(teller: Teller, line: str, turns: int) -> str:
    """Return how a game ended, or that it did not."""
    words = teller.words
    winners = [words.named("colour", name) for name in line.partition("winner=")[2].split("+")]
    if not winners[0]:
        return words.say("tool.play-stopped", n=turns)
    return words.say("tool.play-won", n=turns, winner=" + ".join(winners))


def _with_computers(
    session: Session, console: Console, seats: str, seed: int, turns: int, teller: Teller
) -> None:
    """Play with computers on some seats; whoever sits at the terminal chooses for the people."""
    from tavle.sim.seated import Option, Seated, levels_of

    def choose(colour: str, options: list[Option]) -> int:
        from rules.notation import move_text

        game = players.game()
        for n, (action, _, move) in enumerate(options):
            console.print(
                f"  {n + 1}: {teller.card(game.actions[action])}  "
                f"{teller.move(move_text(game, move))}",
                highlight=False,
            )
        chosen: int = click.prompt(
            teller.words.named("colour", colour), type=click.IntRange(1, len(options)), default=1
        )
        return chosen - 1

    asks = console.is_terminal and sys.stdin.isatty()
    players = Seated(session, levels_of(seats), seed, choose if asks else None)
    before = 0
    for line in players.play(turns):
        for event in players.events[before:]:
            console.print(f"{event['t'] / 1000:9.2f} s ", sentence(teller, event), highlight=False)
        before = len(players.events)
        console.print(f"             [dim]{line}[/]", highlight=False, soft_wrap=True)
    console.print(_end(teller, players.line, players.turns), highlight=False)


def _watched(
    session: Session,
    console: Console,
    seed: int,
    speed: float,
    turns: int,
    cuts: float,
    teller: Teller,
) -> Players:
    spectator = Spectator(session, speed, teller)
    players = Players(session, seed, Habit(cut=cuts), pace=spectator.pace)
    spectator.players = players
    with Live(console=console, auto_refresh=False, screen=False) as live:
        spectator.live = live
        for _ in players.play(turns):
            pass
        live.update(spectator.picture(), refresh=True)
    return players
