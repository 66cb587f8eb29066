# SPDX-License-Identifier: Apache-2.0
"""`tavle board`: what is made from a board's geometry, for builders."""

from pathlib import Path

import click

from tavle.board import geometry, maps, picture, wiring
from tavle.commands import board_field
from tavle.errors import TavleError

_BOARD = click.argument("name", type=click.Choice(geometry.boards()))


@click.group()
def command() -> None:
    """Make faces, wiring tables and firmware maps from the boards' geometry."""


command.add_command(board_field.command, "field")


@command.command()
@_BOARD
@click.option(
    "--text", type=click.Choice(picture.TEXTS), default="labels", help="What the spaces say."
)
def face(name: str, text: str) -> None:
    """Print the board's face as SVG, 1:1 in millimetres."""
    click.echo(picture.svg_of(geometry.load(name), text), nl=False)


@command.command("wiring")
@_BOARD
def wiring_table(name: str) -> None:
    """Print the wiring table as CSV: chip, input, bit, space, place, LED."""
    click.echo(wiring.csv_of(geometry.load(name)), nl=False)


@command.command("maps")
@click.option("--check", is_flag=True, help="Write nothing; fail when a file is out of date.")
def firmware_maps(check: bool) -> None:
    """Write firmware/boards/<board>.py."""
    if not check:
        maps.write()
    elif stale := maps.outdated():
        raise TavleError(
            f"firmware/boards: {', '.join(stale)}", "out of date", "run `make boards`"
        )


@command.command()
@_BOARD
def check(name: str) -> int:
    """Check the board's geometry file; name every fault with its row and column."""
    faults = geometry.faults(name)
    for why in faults:
        click.echo(f"hardware/{name}/geometry.csv: {why}")
    if faults:
        click.echo(f"{len(faults)} faults")
        return 1
    click.echo(f"hardware/{name}/geometry.csv: no faults")
    return 0


@command.command("all")
@click.argument(
    "folder", type=click.Path(path_type=Path, file_okay=False), default=Path("build/hardware")
)
def everything(folder: Path) -> None:
    """Write every board's face, chain picture and wiring table to FOLDER (build/hardware)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in geometry.boards():
            board = geometry.load(name)
            (folder / f"{name}-face.svg").write_text(picture.svg_of(board), encoding="utf-8")
            (folder / f"{name}-chain.svg").write_text(
                picture.svg_of(board, "chain"), encoding="utf-8"
            )
            (folder / f"{name}-wiring.csv").write_text(wiring.csv_of(board), encoding="utf-8")
    except OSError as error:
        raise TavleError(
            f"cannot write to {folder}", error.strerror or str(error), "name another folder"
        ) from error
    click.echo(
        f"Wrote faces, chain pictures and wiring tables of {', '.join(geometry.boards())} to {folder}."
    )
