# SPDX-License-Identifier: Apache-2.0
"""`tavle flash`: the firmware onto a table."""

import re
import time
from pathlib import Path
from typing import Any

import click

from tavle import paths
from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import tr

_BOOT_S = 25.0
_UF2_S = 40.0
_ROOMY = 400_000  # bytes of heap: a Pico 2 has 486,000, a Pico 236,000
KEPT = paths.kept() / "micropython"  # what has been downloaded


def _boards() -> list[str]:
    """Return the controllers there is a board file for, as the command line names them."""
    files = (paths.own_firmware() / "boards").glob("*.py")
    return sorted(p.stem.replace("_", "-") for p in files if "\nPIN_LED" in p.read_text("utf-8")
                  or "import *" in p.read_text("utf-8"))  # fmt: skip


def _rulebooks() -> tuple[str, ...]:
    paths.add_firmware()
    from rules import RULEBOOKS

    return tuple(RULEBOOKS)


def own_version() -> str:
    """Return the version of the firmware that this tool brings."""
    text = (paths.firmware() / "app" / "__init__.py").read_text("utf-8")
    found = re.search(r'^VERSION = "(.+)"', text, re.MULTILINE)
    return found.group(1) if found else ""


@click.command(short_help="Compile the firmware and copy it to a table on USB.")
@_options.port()
@click.option(
    "--board", type=click.Choice(_boards()), help="Controller, for a table that has another one."
)
@click.option("--game", type=click.Choice(_rulebooks()), help="Rulebook to play.")
@click.option("--dry-run", is_flag=True, help="Show what would be done and change nothing.")
@click.option(
    "--uf2",
    type=click.Path(path_type=Path, dir_okay=False),
    help="First install MicroPython from this file.",
)
@click.option(
    "--download", is_flag=True, help="First download MicroPython from its site and install it."
)
@click.option(
    "--drive",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --uf2 or --download: the drive of the Pico in BOOTSEL mode that is meant.",
)
@click.option(
    "--reset-settings", "reset", is_flag=True, help="Give every setting its default again."
)
@click.option(
    "--wait",
    default=_BOOT_S,
    show_default=True,
    help="Seconds the firmware may take to start; far more for an emulated Pico.",
)
def command(
    port: str | None,
    board: str | None,
    game: str | None,
    dry_run: bool,
    uf2: Path | None,
    download: bool,
    drive: Path | None,
    reset: bool,
    wait: float,
) -> None:
    """Bring a table to exactly the firmware of this tool.

    Only what changed is sent. Settings, journal, learnt wiring and files of your own stay. When
    the cable or the power breaks, the table starts with the old version or the new one, and the
    command can be run again.
    """
    from tavle.device import find
    from tavle.device.repl import ReplDevice

    if uf2 is not None and download:
        raise TavleError(
            tr("cannot choose"), tr("--uf2 and --download name two files"), tr("drop one"), 2
        )
    if drive is not None and (port or not (uf2 or download)):
        raise TavleError(
            tr("cannot choose"),
            tr(
                "--drive names a Pico in BOOTSEL mode for --uf2 or --download, --port a running one"
            ),
            tr("drop one"),
            2,
        )
    if (uf2 is not None or download) and not dry_run:
        port = _micropython(uf2, port, drive)
    device = ReplDevice(find.choose(port), slow=max(1.0, wait / _BOOT_S))
    try:
        _flash(device, board, game, dry_run, reset, wait)
    finally:
        device.close()


def _micropython(path: Path | None, port: str | None, folder: Path | None) -> str:
    """Install MicroPython and return the port at which the Pico appears.

    Args:
        path: its .uf2 file, None for the one to be downloaded.
        port: the port the user named.
        folder: the drive the user named.
    """
    from tavle.device import download, find, uf2
    from tavle.device.repl import ReplDevice

    wanted = None if path is None else uf2.check(path)
    before = find.waiting()
    drive = None
    if folder is not None:
        drive = find.drive_at(folder)
    elif before and not port:
        # A file for one chip says which of several is not meant; if it is for none, it is refused below.
        drive = find.choose_drive([one for one in before if one.chip == wanted] or before)
    if drive is None:
        device = ReplDevice(find.choose(port))
        try:
            device.enter()
            chip = "RP2350" if "RP2350" in device.facts().machine else "RP2040"
            if wanted not in (None, chip):
                device.restart()  # the game continues
            path = path or download.micropython(chip, KEPT, click.echo)
            uf2.check(path, chip)
            click.echo(tr("{port}: restarting it as a drive", port=device.port))
            device.bootloader()
        finally:
            device.close()
        drive = uf2.wait_for_drive(_UF2_S, before, chip)
    path = path or download.micropython(drive.chip, KEPT, click.echo)
    others = {one.port for one in find.tables()}
    uf2.install(path, drive, click.echo)
    found = find.wait_for_table(_UF2_S, others)
    if found is None:
        raise TavleError(
            tr("the Pico does not start MicroPython"),
            tr("no serial port within {seconds} s", seconds=f"{_UF2_S:.0f}"),
            tr("unplug it, plug it in again, and run `tavle flash` without --uf2"),
        )
    return found


def _flash(
    device: Any, board: str | None, game: str | None, dry_run: bool, reset: bool, wait: float
) -> None:
    from tavle.device import build, flash, settings
    from tavle.device.bar import Bar

    def make(facts: Any) -> flash.Firmware:
        return flash.Firmware(build.compiled(facts.mpy), build.packages())

    with Bar() as bar:
        if device.enter():
            bar.step(tr("stopped the game"))
        facts, todo = flash.install(device, bar, make, dry_run)
        if not dry_run:
            old = None if reset else device.read(settings.CONFIG)
            data, report = settings.changed(old, _wanted(board, game))
            if data is not None:
                bar.step(tr("settings"))
                device.mkdir(settings.DATA)
                device.replace(settings.CONFIG, data)
        bar.step(tr("restart"))
        device.restart()
        if not dry_run:
            hello, notes = _start(device, game, wait)
    for note in todo.notes:
        click.echo(tr("note: {note}", note=note))
    size = sum(len(data) for data in todo.waiting.values())
    count, kb = len(todo.waiting), (size + 1023) // 1024
    if dry_run:
        _tell(todo, kb, facts)
        return
    if facts.heap < _ROOMY:
        told = tr(
            "this controller has {kb} KB of memory: Tavle is made for the Raspberry Pi Pico 2, which has 486",
            kb=facts.heap // 1000,
        )
        report = [told, *report]
    for line in [*report, *notes]:
        click.echo(tr("note: {line}", line=line))
    if todo.foreign_main:
        click.echo(tr("note: your main.py is kept on the device as main_before_tavle.py"))
    click.echo(
        tr(
            "{port}: sent {count} files ({kb} KB), removed {removed}, {same} were right",
            port=device.port,
            count=count,
            kb=kb,
            removed=len(todo.remove),
            same=todo.same,
        )
    )
    click.echo(
        tr(
            "The table plays: Tavle {version}, board {board}, MicroPython {micropython}, "
            "rulebook {rulebook}.",
            version=hello["version"],
            board=hello["board"],
            micropython=hello["micropython"],
            rulebook=hello["rulebook"],
        )
    )


def _wanted(board: str | None, game: str | None) -> dict[str, Any]:
    """Return the settings that were asked for."""
    wanted = {"board": board and board.replace("-", "_"), "rulebook": game}
    return {name: value for name, value in wanted.items() if value}


def _start(device: Any, game: str | None, wait: float) -> tuple[dict[str, Any], list[str]]:
    """Wait for the firmware and return its hello, and what it complains about."""
    link = device.link(wait)
    try:
        hello = link.hello(wait)
        if hello["version"] != own_version():
            raise TavleError(
                tr("the table runs version {version}", version=hello["version"]),
                tr("this tool brings {own_version}", own_version=own_version()),
                tr("run `tavle flash` again"),
            )
        if game and hello["rulebook"] != game:
            link.request("new", rulebook=game)
            link.close()
            link = device.link(wait)
            hello = _until(link, wait, game)
        notes = [str(event.get("text")) for event in link.events if event["event"] == "fault"]
        if hello.get("safe"):
            raise TavleError(
                tr("the table starts only in its safe mode"),
                str(hello["safe"]),
                tr(
                    "`tavle flash --reset-settings`; if that does not help, report it with --debug"
                ),
            )
        return hello, notes
    finally:
        link.close()


def _until(link: Any, wait: float, game: str) -> dict[str, Any]:
    """Ask until the table plays a game: one about to restart still names the old one."""
    end = time.monotonic() + wait
    while True:
        said: dict[str, Any] = link.hello(wait)
        if said["rulebook"] == game or time.monotonic() > end:
            return said
        time.sleep(0.3)


def _tell(todo: Any, kb: int, facts: Any) -> None:
    """Print what a run without --dry-run would do."""
    for path, data in sorted(todo.waiting.items()):
        click.echo("  " + tr("send    {path}  ({n_data} bytes)", path=path, n_data=len(data)))
    for path in sorted(set(todo.send) - set(todo.waiting)):
        click.echo("  " + tr("move    {path}  (sent by an earlier run)", path=path))
    for path in todo.remove:
        click.echo("  " + tr("remove  {path}", path=path))
    if todo.foreign_main:
        click.echo("  " + tr("keep    /main.py as /main_before_tavle.py"))
    click.echo(
        tr(
            "Would send {count} files ({kb} KB), remove {removed}; {same} are right. "
            "MicroPython {version}, {free} KB free. Nothing was changed.",
            count=len(todo.waiting),
            kb=kb,
            removed=len(todo.remove),
            same=todo.same,
            version=facts.version_text,
            free=facts.free // 1024,
        )
    )
