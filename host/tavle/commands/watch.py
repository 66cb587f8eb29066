# SPDX-License-Identifier: Apache-2.0
"""`tavle watch`: what happens at the table, live."""

import contextlib
import time
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tavle.commands import _options
from tavle.words.terminal import tr

if TYPE_CHECKING:
    from tavle.words.catalogue import Words

_FOREVER_S = 1e9


@click.command(short_help="Show the board and the events of a table, live.")
@_options.port()
@click.option("--lines", is_flag=True, help="A line per event instead of the board.")
@click.option("--json", "as_json", is_flag=True, help="The events as they come, one JSON each.")
@click.option(
    "--seconds", default=0.0, type=_options.Amount(min=0), help="Stop after N seconds; 0 = never."
)
@click.option("--until", metavar="EVENT", default="", help="Stop when this event comes.")
@_options.language()
def command(
    port: str | None, lines: bool, as_json: bool, seconds: float, until: str, lang: str
) -> None:
    """Watch a game: board, phase, and every event in words. It never disturbs the game.

    Ctrl-C ends it. When the cable breaks it waits for the table to come back.
    """
    from tavle.words.catalogue import for_tool

    console = Console(highlight=False, soft_wrap=True)
    end_s = time.monotonic() + (seconds or _FOREVER_S)
    form = (as_json, lines or as_json or not console.is_terminal)
    with contextlib.suppress(KeyboardInterrupt):
        _watch(port, console, end_s, form, until, for_tool(lang))


def _watch(
    port: str | None,
    console: Console,
    end_s: float,
    form: tuple[bool, bool],
    until: str,
    words: "Words",
) -> None:
    """Watch until it is so late, or an event comes; `form`: as JSON, and whether in lines at all."""
    from tavle.device import diagnostics, find, reconnect
    from tavle.device.link import open_table
    from tavle.live import watch

    port = find.choose(port)
    serial = find.serial_of(port)
    as_json, in_lines = form
    link = open_table(port)
    watcher = None
    while True:
        try:
            with link:
                if watcher is None:
                    watcher = watch.Watcher(link, words)
                else:
                    watcher.follow(link)
                if in_lines:
                    watch.as_lines(watcher, console, end_s, as_json, until)
                else:
                    watch.on_terminal(watcher, console, end_s, until)
            return
        except diagnostics.Lost as error:
            click.echo(tr("{what}; waiting for it to come back", what=error.what), err=True)
            link = reconnect.whenever(port, serial, end_s)
