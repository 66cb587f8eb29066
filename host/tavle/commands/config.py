# SPDX-License-Identifier: Apache-2.0
"""`tavle config`: the settings of a table."""

import json
from pathlib import Path
from typing import Any

import click

from tavle import house, paths
from tavle.commands import _options
from tavle.device import settings
from tavle.device.link import open_table
from tavle.errors import TavleError, writing
from tavle.words.catalogue import for_tool
from tavle.words.terminal import tr

_port = _options.port()


class _Settings(click.Group):
    """A group whose help ends with the house rules of every game."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what `config set options NAME=VALUE` can be."""
        paths.add_firmware()
        from rules import RULEBOOKS, load

        words = for_tool()
        for rulebook in RULEBOOKS:
            game = words.named("game", rulebook)
            with formatter.section(tr("House rules of {game} ({id})", game=game, id=rulebook)):
                for line in house.table(words, load(rulebook)):
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")


@click.group(cls=_Settings, short_help="Read and change the settings of a table.")
def command() -> None:
    """Read and change the settings of a table on USB.

    Rulebook, seats and house rules (options) are those of the next new game, whatever starts it.
    """


def _board(values: dict[str, Any]) -> str:
    """Return the board file that says what the settings of a table may be."""
    return str(values.get("board", "r1_pico2"))


def _value(values: dict[str, Any], name: str) -> Any:
    if name not in values:
        step = tr("flash this tool's firmware with `tavle flash`")
        raise TavleError(
            tr("the table has no setting {name}", name=repr(name)),
            tr("its firmware is a different one"),
            step,
        )
    return values[name]


@command.command("list")
@_port
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def list_all(port: str | None, as_json: bool) -> None:
    """Print every setting with its value, what it can be and what it means."""
    with open_table(port) as link:
        said = link.request("config")
    values = said["settings"]
    if as_json:
        click.echo(json.dumps(values))
        return
    for one in settings.points(_board(values)):
        value = settings.text_of(values.get(one.name, one.default))
        mark = " " if values.get(one.name) == one.default else "*"
        click.echo(
            f"{mark} {one.name:<11} {value:<16} {tr(one.help)} ({settings.allowed_of(one)})"
        )
    click.echo(tr("* differs from the default"))
    if said.get("game") and said.get("next"):
        _tell_games(said["game"], said["next"])


def _tell_games(game: dict[str, Any], following: dict[str, Any]) -> None:
    """Print the game that is on, the next one, and what its house rules can be."""
    words = for_tool()
    click.echo("\n" + tr("game on: {game}", game=house.told(words, game)))
    click.echo(tr("next game: {game}", game=house.told(words, following)))
    rules = settings.game_of(following)
    if rules is not None:
        click.echo(
            "\n" + tr("House rules of the next game (`tavle config set options NAME=VALUE`)")
        )
        for line in house.table(words, rules):
            click.echo("  " + line)


@command.command()
@click.argument("name")
@_port
def get(name: str, port: str | None) -> None:
    """Print one setting."""
    settings.point(name)
    with open_table(port) as link:
        click.echo(settings.text_of(_value(link.request("config")["settings"], name)))


@command.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_port
def save(file: Path, port: str | None) -> None:
    """Save the settings of a table to FILE, with its learnt wiring and stickers."""
    from tavle.device import keep

    with open_table(port) as link:
        kept = keep.read(link)
    with writing(file):
        file.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    click.echo(tr("{file}: settings, wiring and stickers of the table", file=file))


@command.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_port
def load(file: Path, port: str | None) -> None:
    """Put a FILE of `tavle config save` back on a table.

    The table restarts with it; its games stay.
    """
    from tavle.device import find, keep, reconnect

    kept = keep.load(file)
    port = find.choose(port)
    serial = find.serial_of(port)
    with open_table(port) as link:
        keep.write(link, kept)
        link.request("restart")
    for complaint in reconnect.wait(port, serial, link.slow):
        click.echo(tr("note: {complaint}", complaint=complaint))
    click.echo(
        tr("the table has restarted with the settings, wiring and stickers of {file}", file=file)
    )


@command.command("set", context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("value")
@_port
@click.option("--no-restart", is_flag=True, help="Let it wait for the next power-up.")
def set_one(name: str, value: str, port: str | None, no_restart: bool) -> None:
    """Change one setting; the table restarts with it and the game continues.

    Booleans are on or off, seats are numbers such as 0,2, options are name=value,name=value.
    """
    from tavle.device import find, reconnect

    electrical = settings.point(name).danger
    if not electrical:  # else the table's own board file says what is possible
        settings.value_of(name, value)
    port = find.choose(port)
    serial = find.serial_of(port)
    with open_table(port) as link:
        before = link.request("config")["settings"]
        wanted = settings.value_of(name, value, _board(before))
        _value(before, name)
        if before[name] == wanted:
            click.echo(
                tr("{name} is {wanted} already", name=name, wanted=settings.text_of(wanted))
            )
            return
        if name == "rulebook":
            # Seats and options are those of a rulebook.
            link.request("config", name="seats", value=[])
            link.request("config", name="options", value={})
        link.request("config", name=name, value=wanted)
        if not no_restart:
            link.request("restart")
    click.echo(f"{name}: {settings.text_of(before[name])} -> {settings.text_of(wanted)}")
    if settings.point(name).danger:
        click.echo(tr("note: a wrong value can stop lights or reader; `tavle doctor` tells"))
    if name in ("rulebook", "seats", "options"):
        click.echo(tr("note: it is the next game's; `tavle new` starts one now"))
    if not no_restart:
        for complaint in reconnect.wait(port, serial, link.slow):
            click.echo(tr("note: {complaint}", complaint=complaint))
