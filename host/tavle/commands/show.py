# SPDX-License-Identifier: Apache-2.0
"""`tavle show`: a real table in the browser."""

import signal
import sys

import click


@click.command(short_help="Show a real table in the browser: board, headline, moves.")
@click.option("--port", "cable", help="Serial port of the table, or socket://HOST:PORT.")
@click.option("--browser/--no-browser", default=True, help="Open the page, or only tell where.")
@click.option(
    "--page-port",
    default=0,
    type=click.IntRange(0, 65535),
    help="Port of the page; default: a free one.",
)
@click.option(
    "--lang",
    type=click.Choice(["en", "nb", "da", "sv", "fi", "de"]),
    help="Language of the page; default: the browser's.",
)
def command(cable: str | None, browser: bool, page_port: int, lang: str | None) -> None:
    """Follow a game on its page: whose turn, what to do, every move. It never disturbs the game."""
    from tavle.device import find
    from tavle.device.link import open_link
    from tavle.paths import add_firmware
    from tavle.web.browser import show
    from tavle.web.server import Server, serve_until_ended
    from tavle.web.shown import follow

    add_firmware()
    link = open_link(find.choose(cable))

    def ready(address: str, _cable: str) -> None:
        click.echo(f"The table is shown at {address}")
        if browser and not show(address):
            click.echo("No browser window could be opened: open that address yourself.")
        click.echo("Ctrl-C ends it.")

    try:
        number = serve_until_ended(
            lambda: Server(None, language=lang or "", make=follow(link)), page_port, ready
        )
    finally:
        link.close()
    if number not in (0, signal.SIGINT):
        sys.exit(128 + number)
