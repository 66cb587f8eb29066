# SPDX-License-Identifier: Apache-2.0
"""`tavle watch`: what happens at the table, live."""

import click
from rich.console import Console

from tavle.commands import _options

_FOREVER = 1e9


@click.command(short_help="Show the board and the events of a table, live.")
@_options.port()
@click.option("--lines", is_flag=True, help="A line per event instead of the board.")
@click.option("--json", "as_json", is_flag=True, help="The events as they come, one JSON each.")
@click.option(
    "--seconds", default=0.0, type=_options.Amount(min=0), help="Stop after N seconds; 0 = never."
)
@_options.language()
def command(port: str | None, lines: bool, as_json: bool, seconds: float, lang: str) -> None:
    """Watch a game: board, phase, and every event in words. It never disturbs the game."""
    from tavle.device.link import open_table
    from tavle.live import watch
    from tavle.words.catalogue import for_tool

    console = Console(highlight=False, soft_wrap=True)
    with open_table(port) as link:
        watcher = watch.Watcher(link, for_tool(lang))
        if console.is_terminal and not lines and not as_json:
            watch.on_terminal(watcher, console, seconds or _FOREVER)
        else:
            watch.as_lines(watcher, console, seconds or _FOREVER, as_json)
