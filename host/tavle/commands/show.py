# SPDX-License-Identifier: Apache-2.0
"""`tavle show`: a real table in the browser."""

import signal
import sys

import click

from tavle.commands import _options


@click.command(short_help="Show a real table in the browser: board, headline, moves.")
@_options.port("cable")
@_options.page("--page-port")
@_options.language("Language of the page and here; default: the browser's, the system's.")
@_options.lan("Let other devices watch: at this computer's address in the network, or at ADDRESS.")
@click.option(
    "--hands",
    is_flag=True,
    help="Deal here: everybody's hand is on a phone, and cards are played from it.",
)
def command(
    cable: str | None, browser: bool, page_port: int | None, lang: str, shared: str, hands: bool
) -> None:
    """Follow a game on its page: whose turn, what to do, every move. It never disturbs the game.

    The page is for this computer only. With --lan there is also a link for other
    devices, with a secret in it: anyone with the link can watch, and do nothing else.

    With --hands nobody needs cards, nor the table a reader: a card played on a phone is
    to the table as if it lay on the slot, and people move the real pawns. The table's
    own computers get their cards the same way.
    """
    from tavle.device import find
    from tavle.device.link import open_link
    from tavle.paths import add_firmware
    from tavle.web.browser import show
    from tavle.web.server import Server, elsewhere, serve_until_ended
    from tavle.web.shown import follow
    from tavle.words.catalogue import for_tool

    say = for_tool(lang).say
    add_firmware()
    link = open_link(find.choose(cable))
    servers: list[Server] = []

    def make() -> Server:
        seats = _options.codes(say) if shared else None
        server = Server(None, language=lang, make=follow(link, hands), shared=shared, seats=seats)
        servers.append(server)
        return servers[0]

    def ready(address: str, _cable: str) -> None:
        click.echo(say("tool.shown", address=address))
        if moved := elsewhere(address, page_port):
            click.echo(moved)
        if shared:
            click.echo(say("tool.shared", address=servers[0].link))
        if browser and not show(address):
            click.echo(say("tool.no-browser"))
        click.echo(say("tool.ends"))

    try:
        number = serve_until_ended(make, page_port, ready)
    finally:
        link.close()
    if number not in (0, signal.SIGINT):
        sys.exit(128 + number)
