# SPDX-License-Identifier: Apache-2.0
"""`tavle doctor`: what is wrong with this PC, this cable or this table."""

import functools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavle import house
from tavle.commands import _options
from tavle.device import checks
from tavle.device.checks import FAIL, OK, WARN, Result
from tavle.errors import TavleError, writing
from tavle.live.keys import Keys
from tavle.words.catalogue import for_tool
from tavle.words.terminal import english, tr

if TYPE_CHECKING:
    from tavle.device.link import TableLink

_COLOURS = {OK: "green", WARN: "yellow", FAIL: "red"}


class _Person:
    """The person in front of the terminal; with `--json` what is said to them goes beside the output."""

    def __init__(self, as_json: bool):
        self._keys = Keys()
        self._beside = as_json

    def say(self, text: str) -> None:
        click.echo(text, err=self._beside)

    def ask(self, question: str) -> str:
        while self._keys.take() is not None:
            pass  # what was typed before the question is no answer to it
        self.say(question)
        return self._keys.ask()

    def typed(self) -> str | None:
        return self._keys.take()


@click.command(short_help="Check this PC, the cable and every part of a table.")
@_options.port()
@click.option("--quick", is_flag=True, help="Only automatic checks.")
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write the findings to this file, to be pasted into an issue.",
)
@click.option(
    "--sheet",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Fill in the commissioning sheet in this file (made when it is not there); what you wrote in it stays.",
)
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(list(checks.PARTS)),
    help="Examine only this part of the table; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, in English.")
@click.option("--patience", default=90.0, show_default=True, help="Seconds a test waits for you.")
def command(
    port: str | None,
    quick: bool,
    report: Path | None,
    sheet: Path | None,
    only: tuple[str, ...],
    as_json: bool,
    patience: float,
) -> int:
    """Look at everything between this PC and the last switch.

    The game waits meanwhile; the table restarts with it afterwards. The report holds no names,
    no serial numbers and no card numbers. Exit status 1: something failed; 3: nothing failed, but
    something is still to be tried. With --sheet that fails too.
    """
    results: list[Result] = []
    hello: dict[str, str] = {}
    if sheet is not None and sheet.exists():
        from tavle.device.sheet import load

        load(sheet)  # before anybody walks over 112 spaces for a file that cannot be used
    person = None if quick or not sys.stdin.isatty() else _Person(as_json)
    # Where the JSON goes to a program, who sits there reads the findings all the same.
    shown = not as_json or (sys.stderr.isatty() and not sys.stdout.isatty())
    for one in _everything(port, person, patience, hello, only):
        results.append(one)
        if shown:
            state = click.style(f"{tr(one.state):<5}", fg=_COLOURS.get(one.state))
            click.echo(state + one.line[5:], err=as_json)
    if report is not None:
        with writing(report):
            report.write_text(checks.report(results), encoding="utf-8")
    if sheet is not None:
        _fill(sheet, results, hello, as_json)
    said, status = checks.summary(results, quick)
    if as_json:
        click.echo(json.dumps(_told(results, said)))
    if shown:
        click.echo(said, err=as_json)
    return 1 if sheet is not None and status == 3 else status


def _told(results: list[Result], said: str) -> dict[str, object]:
    checked = [
        {
            "name": one.name,
            "state": {OK: "ok", WARN: "warn", FAIL: "fail"}.get(one.state, "to try"),
            "text": english(one.text),
            "step": english(one.step),
            "told": one.told,
        }
        for one in results
    ]
    return {"checks": checked, "summary": english(said)}


def _fill(file: Path, results: list[Result], hello: dict[str, str], as_json: bool) -> None:
    from tavle.device import sheet
    from tavle.paths import layout_of

    if "rulebook" not in hello:
        click.echo(
            tr("{file}: not written, because the table did not say which board it is", file=file),
            err=as_json,
        )
        return
    left = sheet.write(file, layout_of(hello["rulebook"]), results, hello)
    click.echo(
        tr("{file}: filled in; {left} rows wait for you or are not good", file=file, left=left),
        err=as_json,
    )


def _everything(
    port: str | None,
    person: _Person | None,
    patience: float,
    about: dict[str, str],
    only: tuple[str, ...],
) -> Iterator[Result]:
    from tavle.device import doctor, find, reconnect
    from tavle.device.link import open_link

    yield checks.versions()
    here = checks.ports(port)
    yield from here
    if any(one.state == FAIL for one in here):
        return
    try:
        port = find.choose(port)
        serial = find.serial_of(port)
        reconnect.end_other(port, "doctor", functools.partial(click.echo, err=True))
        with open_link(port) as link:
            hello = link.hello()
            about.update({key: str(value) for key, value in hello.items()})
            yield _firmware(hello)
            if not hello.get("safe"):
                yield from _games(link)
            yield from doctor.Visit(link, hello, person, patience, only).results()
        for complaint in reconnect.wait(port, serial, link.slow):
            yield Result("game", WARN, complaint)
        yield Result("game", OK, tr("the table has restarted and continues the game"))
    except TavleError as error:
        yield checks.of_error("table", error)


def _games(link: "TableLink") -> Iterator[Result]:
    said = link.request("config")
    if said.get("game") and said.get("next"):
        words = for_tool()
        text = tr(
            "on now: {game}; next: {next}",
            game=house.told(words, said["game"]),
            next=house.told(words, said["next"]),
        )
        yield Result("game", OK, text)


def _firmware(hello: dict[str, str]) -> Result:
    from tavle.commands.flash import own_version

    about = {
        "version": hello["version"],
        "board": hello["board"],
        "micropython": hello["micropython"],
        "rulebook": hello["rulebook"],
    }
    if hello["version"] != own_version():
        text = tr(
            "Tavle {version}, board {board}, MicroPython {micropython}, rulebook {rulebook}; this "
            "tool brings {own}",
            own=own_version(),
            **about,
        )
        return Result("firmware", WARN, text, tr("run `tavle flash`"))
    text = tr(
        "Tavle {version}, board {board}, MicroPython {micropython}, rulebook {rulebook}", **about
    )
    return Result("firmware", OK, text)
