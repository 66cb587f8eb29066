# SPDX-License-Identifier: Apache-2.0
"""Options that several commands have."""

import math
import socket
from collections.abc import Callable
from typing import Any

import click

from tavle import house, paths
from tavle.errors import TavleError
from tavle.words import LANGUAGES, terminal
from tavle.words.terminal import tr

_ANYWHERE = ("192.0.2.1", 9)  # an address for documentation (RFC 5737): nothing is sent to it


def _chosen(_ctx: click.Context, _option: click.Parameter, one: str | None) -> str:
    if one:
        terminal.use(one)
    return one or ""


def language(help_text: str = "Language; default: the system's.") -> Callable[[Any], Any]:
    """Return the option `--lang`: "" when it is not given."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=_chosen,
        help=help_text,
    )


def port(*name: str) -> Callable[[Any], Any]:
    """Return the option `--port` of a real table; `name` is the parameter's where it is not `port`."""
    text = "Serial port of the table, or socket://HOST:PORT."
    return click.option("--port", *name, help=text)


def rulebook() -> Callable[[Any], Any]:
    """Return the option `--rulebook` of a virtual table."""
    paths.add_firmware()
    from rules import RULEBOOKS

    return click.option(
        "--rulebook",
        default="partners-pawns",
        show_default=True,
        type=click.Choice(tuple(RULEBOOKS)),
        help="Rulebook id.",
    )


def patience() -> Callable[[Any], Any]:
    """Return the option `--patience` of commands that wait for hands."""
    text = "Without a terminal: seconds that nothing may happen at the table."
    return click.option(
        "--patience", default=90.0, show_default=True, type=Amount(min=0), help=text
    )


def _house_rules(ctx: click.Context, option: click.Parameter, text: str | None) -> dict[str, str]:
    try:
        return house.read(text or "")
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, option) from None


def house_rules() -> Callable[[Any], Any]:
    """Return the option `--options`: name -> value, checked when there is a game."""
    return click.option(
        "--options",
        metavar="NAME=VALUE,...",
        callback=_house_rules,
        help="House rules; `tavle rules` lists those of a game.",
    )


class Amount(click.FloatRange):
    """A number in a range. click's own lets `nan` pass, which is in no range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Raises click.BadParameter."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


def page(port_option: str) -> Callable[[Any], Any]:
    """Return the options of a page in the browser: whether it is opened, and its port by this name."""

    def add(command: Any) -> Any:
        command = click.option(
            port_option,
            type=click.IntRange(0, 65535),
            help="Port of the page, 0 for any free one; default: the first free one from 8330.",
        )(command)
        text = "Open the page, or only tell where."
        return click.option("--browser/--no-browser", default=True, help=text)(command)

    return add


def _address(_ctx: click.Context, _option: click.Parameter, named: str | None) -> str:
    """Return the address that other devices use, "" for none. Raises TavleError when it is not known."""
    if named != "auto":
        return named or ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
            return str(probe.getsockname()[0])
        except OSError as error:
            raise TavleError(
                tr("cannot find this computer's address in the network"),
                error.strerror or str(error), tr("name it: --lan ADDRESS"),
            ) from None  # fmt: skip


def codes(say: Callable[..., str]) -> Callable[[dict[str, dict[str, str]]], None]:
    """Return what shows in the terminal how phones come to their seats: `seats` of `web.server.Server`."""

    def show(seats: dict[str, dict[str, str]]) -> None:
        import segno

        for colour, seat in seats.items():
            address, code = seat["address"], seat["typed"]
            click.echo("\n" + say("tool.seat", colour=colour, address=address, code=code))
            segno.make(address, error="m").terminal(compact=True)

    return show


def lan(help_text: str) -> Callable[[Any], Any]:
    """Return the option `--lan`: `shared` is the address for other devices, "" for none."""
    return click.option(
        "--lan", "shared", is_flag=False, flag_value="auto", metavar="[ADDRESS]", callback=_address,
        help=help_text,
    )  # fmt: skip
