# SPDX-License-Identifier: Apache-2.0
"""`tavle new`: begin the next game on a table."""

from typing import Any

import click

from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import tr


@click.command(short_help="Begin a new game on a table.")
@_options.port()
@click.option("--rulebook", help="Rulebook id; default: that of `tavle config`.")
@click.option("--seats", help="Who plays: colours or seat numbers, such as red,blue or 0,2.")
@_options.house_rules()
def command(
    port: str | None, rulebook: str | None, seats: str | None, options: dict[str, str]
) -> None:
    """Begin a new game on a table on USB and say which one it is.

    Options you leave out come from `tavle config`; those you give hold for this game
    only. The game before stays in the table's log.
    """
    from tavle import house
    from tavle.device import find, reconnect
    from tavle.device.link import open_table
    from tavle.words.catalogue import for_tool

    port = find.choose(port)
    serial = find.serial_of(port)
    with open_table(port) as link:
        settings = link.request("config")["settings"]
        asked = wanted(settings, rulebook, seats, options)
        before = _board(link.request("state")["firmware"].partition(" ")[0])
        link.request("new", **asked)
        slow = link.slow
    for complaint in reconnect.wait(port, serial, slow):
        click.echo(tr("note: {complaint}", complaint=complaint))
    with open_table(port) as link:
        game = link.request("config").get("game")
        line = link.request("state")["firmware"]
    told = house.told(for_tool(), game) if game else line.partition(" ")[0]
    click.echo(tr("game on: {game}", game=told))
    if _board(asked["rulebook"]) != before:
        click.echo(
            tr("It is played on another board: connect that one, or the table finds faults.")
        )
    click.echo(tr("Put every pawn where its light pulses."))


def wanted(
    settings: dict[str, Any], rulebook: str | None, seats: str | None, options: dict[str, str]
) -> dict[str, Any]:
    """Return the fields of the request. Raises TavleError for a game that cannot be."""
    from tavle.paths import add_firmware

    add_firmware()
    from rules import load

    name = rulebook or settings["rulebook"]
    same = name == settings["rulebook"]
    wishes = {**(settings["options"] if same else {}), **options}
    try:
        chosen = (
            _numbers(seats, load(name).colours) if seats else settings["seats"] if same else []
        )
        load(name, tuple(chosen) or None, wishes)
    except ValueError as error:
        raise TavleError(
            tr("cannot begin this game"), str(error), tr("see `tavle rules {id}`", id=name), 2
        ) from None
    return {"rulebook": name, "seats": chosen, "options": wishes}


def _board(rulebook: str) -> str:
    """Return the family of a rulebook: its games share a board."""
    from rules import load

    return load(rulebook).family


def _numbers(text: str, colours: tuple[str, ...]) -> list[int]:
    """Return seat numbers, ascending, of colours or numbers with commas between. Raises ValueError."""
    found = set()
    for word in filter(None, (word.strip().lower() for word in text.split(","))):
        if word in colours:
            found.add(colours.index(word))
        elif word in ("0", "1", "2", "3"):
            found.add(int(word))
        else:
            known = ", ".join(colours)
            raise ValueError(
                tr("there is no seat {seat} (there are {known})", seat=word, known=known)
            )
    return sorted(found)
