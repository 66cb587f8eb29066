# SPDX-License-Identifier: Apache-2.0
"""`tavle ports`: what is at each serial port."""

import click

from tavle.errors import TavleError
from tavle.words.terminal import joined, tr

_ASK_S = 2.0


@click.command(short_help="List the serial ports, and what seems to be at each.")
@click.argument("ports", nargs=-1)
def command(ports: tuple[str, ...]) -> None:
    """List the serial ports and what seems to be at each; ask those that are a Pico's.

    Other devices are not asked, because that may disturb them: name the PORTS that shall be.
    """
    from tavle.device import find

    if ports:
        for name in ports:
            _tell(name, _asked(name))
        return
    tables, drives, others = find.tables(), find.waiting(), find.others()
    for table in tables:
        _tell(table.text, _asked(table.port))
    for drive in drives:
        step = tr("run `tavle flash --download`")
        _tell(drive.name, joined([tr("a Pico waits in BOOTSEL mode"), step]))
    for name, description in others.items():
        about = description if description not in ("", "n/a", name) else tr("unknown")
        _tell(
            name,
            tr(
                "no Pico ({about}), not asked; `tavle ports {port}` asks it",
                about=about,
                port=name,
            ),
        )
    if not (tables or drives or others):
        click.echo(tr("there is no serial port; plug the table in with a cable that carries data"))


def _tell(name: str, what: str) -> None:
    click.echo(f"{name}: {what}")


def _asked(port: str) -> str:
    """Return what answers at a port."""
    from tavle.device import find
    from tavle.device.link import open_link
    from tavle.words.catalogue import for_tool

    try:
        with open_link(port) as link:
            hello = link.hello(_ASK_S)
    except TavleError as error:
        return joined([error.why, error.next_step]) if find.is_pico(port) else error.why
    game = for_tool().named("game", hello["rulebook"])
    return tr("a table: Tavle {version}, {game}", version=hello["version"], game=game)
