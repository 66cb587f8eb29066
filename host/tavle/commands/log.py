# SPDX-License-Identifier: Apache-2.0
"""`tavle log`: the games a table has kept."""

import contextlib
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.live import Live

from tavle.commands import _options
from tavle.device import diagnostics
from tavle.device.link import open_table
from tavle.errors import TavleError, writing
from tavle.live.words import Teller
from tavle.paths import layout_of
from tavle.words.catalogue import Words, for_tool
from tavle.words.terminal import tr

if TYPE_CHECKING:
    from tavle.live.record import Kept, Record, Summary

_PORT = _options.port()


@click.group(invoke_without_command=True, short_help="List, fetch and replay recorded games.")
@_PORT
@click.option("--json", "as_json", is_flag=True, help="One JSON object per game.")
@_options.language()
@click.pass_context
def command(ctx: click.Context, port: str | None, as_json: bool, lang: str) -> None:
    """Games in the table's journal; without a sub-command: list them.

    Finished games stay on the table until newer ones need their room; fetched ones go first.
    """
    if ctx.invoked_subcommand is not None:
        ctx.obj = port
        return
    from tavle.live import record

    console = Console(highlight=False, soft_wrap=True)
    with open_table(port) as link:
        found = record.games(link)
        words = for_tool(lang)
        for kept in found:
            try:
                brief: Summary | TavleError = record.summary(link, kept.game)
            except diagnostics.Lost:
                raise
            except TavleError as error:
                brief = error
            console.print(_line(words, kept, brief, as_json), markup=False)
    if not found and not as_json:
        console.print(words.say("tool.log-none"))


def _line(words: Words, kept: "Kept", brief: "Summary | TavleError", as_json: bool) -> str:
    """Return the line on a game: which, how long, who has won, whether it is safe elsewhere."""
    if as_json:
        about = {"error": brief.english} if isinstance(brief, TavleError) else asdict(brief)
        return json.dumps({**asdict(kept), **about})
    if isinstance(brief, TavleError):
        game, told = "?", brief.why
    else:
        game = words.named("game", brief.rulebook)
        told = words.say("tool.log-turns", n=brief.turns)
        if brief.winner:
            winner = " + ".join(words.named("colour", colour) for colour in brief.winner)
            told = words.say("tool.play-won", n=brief.turns, winner=winner)
    key = "tool.log-live" if kept.live else "tool.log-fetched" if kept.fetched else "tool.log-kept"
    return words.say(key, n=kept.game, game=game, told=told)


@command.command()
@click.argument("games", nargs=-1, type=int)
@click.option("--all", "everything", is_flag=True, help="Every game that was not fetched yet.")
@click.option("--to", "folder", type=click.Path(path_type=Path, file_okay=False), default=".",
              help="Folder for the files.")  # fmt: skip
@click.option("--delete", is_flag=True, help="Delete it from the table when it is safe here.")
@_PORT
@_options.language()
@click.pass_obj
def fetch(
    group_port: str | None,
    games: tuple[int, ...],
    everything: bool,
    folder: Path,
    delete: bool,
    port: str | None,
    lang: str,
) -> None:
    """Copy games to files and check every move against the rules.

    Without a number: the game being played. A finished game is marked as fetched, so that the
    table may drop it for a newer one.
    """
    from tavle.live import record

    console = Console(highlight=False, soft_wrap=True)
    words = for_tool(lang)
    with open_table(port or group_port) as link:
        kept = {one.game: one for one in record.games(link)}
        if everything:
            wanted = [one.game for one in kept.values() if not one.fetched]
        else:
            wanted = list(games) or [one.game for one in kept.values() if one.live]
        for game in wanted:
            if game not in kept:
                known = ", ".join(map(str, kept)) or "none"
                raise TavleError(
                    tr("no game {game} on the table", game=game),
                    tr("there are: {known}", known=known),
                    "",
                    2,
                )
        for game in wanted:
            one = record.fetch(link, game)
            path = folder / f"tavle-game-{game:05}.json"
            _write(path, one.text())
            for line in _summary(one, path, words):
                console.print(line, markup=False)
            if not kept[game].live:
                link.request("log.delete" if delete else "log.fetched", game=game)
            elif delete:
                console.print(words.say("tool.log-stays", n=game))


def _write(path: Path, text: str) -> None:
    with writing(path, tr("name another folder with --to")):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_text(text, "utf-8")
        part.replace(path)


def _summary(one: "Record", path: Path, words: Words) -> list[str]:
    """Return what is to be said of a fetched game, a line each."""
    moves = sum(step.what in ("move", "fold") for step in one.steps)
    key = "tool.log-bad" if one.wrong else "tool.log-good"
    lines = [words.say(key, file=path, n=moves, wrong=len(one.wrong))]
    if one.gaps:
        lines.append(words.say("tool.log-lost", n=len(one.gaps)))
    return lines


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "lines"]), default="text",
    show_default=True, help="Words, JSON, or position lines only.",
)  # fmt: skip
@_options.language()
def show(file: Path, form: str, lang: str) -> None:
    """Print a fetched game; fails when a move does not agree with the rules."""
    from tavle.live import record

    one = record.load(file)
    if form == "json":
        click.echo(json.dumps([step.as_dict() for step in one.steps], indent=1))
    else:
        teller = Teller(for_tool(lang))
        for step in one.steps:
            click.echo(step.line if form == "lines" else step.text(teller))
    if one.wrong:
        raise TavleError(
            tr("{n} moves of {file} do not agree with the rules", n=len(one.wrong), file=file),
            one.wrong[0].wrong,
            tr("please report it with the file"),
        )


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seconds", default=1.0, show_default=True, type=_options.Amount(0, 60),
              help="How long each position is shown.")  # fmt: skip
@click.option("--at", type=int, help="Only this record, as `tavle log show` numbers them.")
@click.option("--sim", is_flag=True, help="Play it again on the simulated table, with hands.")
@_options.language()
def replay(file: Path, seconds: float, at: int | None, sim: bool, lang: str) -> None:
    """Show a fetched game on a board, move by move."""
    from tavle.live import record
    from tavle.live.picture import Picture, parse, pawns_of, turn_of

    one = record.load(file)
    words = for_tool(lang)
    if sim:
        _again(one, words)
        return
    teller = Teller(words)
    steps = [step for step in one.steps if step.line and (at is None or step.seq == at)]
    if not steps:
        last = one.steps[-1].seq
        raise TavleError(
            tr("no record {at} in {file}", at=at, file=file),
            tr("they go from 0 to {last}", last=last),
            "",
            2,
        )
    console = Console(highlight=False, soft_wrap=True)
    picture = Picture(layout_of(steps[0].line.split(" ")[0]))
    if console.is_terminal:
        shown: contextlib.AbstractContextManager[Any] = Live(console=console, auto_refresh=False)
    else:
        shown = contextlib.nullcontext()
    with shown as live:
        for step in steps:
            game, state = parse(step.line)
            board = picture.text(pawns_of(game, state), turn_of(game, state))
            board.append(step.text(teller) + "\n", style="bold")
            if live is None:
                console.print(board)
                continue
            board.append(words.say("tool.keys"), style="dim")
            live.update(board, refresh=True)
            if at is None:
                time.sleep(seconds)
    console.print(steps[-1].line)
    go_on = f'tavle sim --position "{steps[-1].line}"'
    console.print(words.say("tool.log-go-on", command=go_on))


def _again(one: "Record", words: Words) -> None:
    from tavle.live.replay import play_again

    turns = play_again(one)
    click.echo(words.say("tool.log-again", n=turns))


@command.command()
@click.argument("games", nargs=-1, type=int, required=True)
@click.option("--yes", is_flag=True, help="Delete games that were never fetched without asking.")
@_PORT
@_options.language()
@click.pass_obj
def delete(
    group_port: str | None, games: tuple[int, ...], yes: bool, port: str | None, lang: str
) -> None:
    """Delete finished games from the table."""
    from tavle.live import record

    with open_table(port or group_port) as link:
        kept = {one.game: one for one in record.games(link)}
        for game in games:
            if game in kept and not (kept[game].fetched or kept[game].live or yes):
                raise TavleError(
                    tr("game {game} is not deleted", game=game), tr("it was never fetched"),
                    tr("fetch it with `tavle log fetch {game}`, or add --yes", game=game),
                )  # fmt: skip
            link.request("log.delete", game=game)
            click.echo(for_tool(lang).say("tool.log-deleted", n=game))
