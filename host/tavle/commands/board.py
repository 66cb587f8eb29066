# SPDX-License-Identifier: Apache-2.0
"""`tavle board`: what is made from a board's geometry, for builders."""

from pathlib import Path

import click

from tavle.board import drawing, fittings, geometry, maps, pins, places, wiring
from tavle.board import face as faces
from tavle.commands import board_field
from tavle.errors import TavleError, writing
from tavle.paths import need_checkout
from tavle.words.terminal import tr

_BOARD = click.argument("name", type=click.Choice(geometry.boards()))


@click.group()
def command() -> None:
    """Make faces, wiring tables and firmware maps from the boards' geometry."""


command.add_command(board_field.command, "field")


@command.command()
@_BOARD
@click.option(
    "--text", type=click.Choice(faces.TEXTS), default="labels", help="What the spaces say."
)
def face(name: str, text: str) -> None:
    """Print the board's face as SVG, 1:1 in millimetres."""
    click.echo(drawing.svg_of(faces.drawing_of(geometry.load(name), text)), nl=False)


@command.command("print")
@_BOARD
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--paper",
    type=click.Choice(["sheet", "a4", "letter"]),
    default="a4",
    show_default=True,
    help="One big sheet, or tiles for a printer at home.",
)
@click.option(
    "--text", type=click.Choice(faces.TEXTS), default="labels", help="What the spaces say."
)
def print_face(name: str, file: Path, paper: str, text: str) -> None:
    """Write the board's face to FILE as PDF, 1:1, with marks and a scale bar."""
    from tavle.board import sheets

    need_checkout(tr("cannot write PDF"), "reportlab")
    pages = sheets.write(faces.drawing_of(geometry.load(name), text), paper, file, sheets.NOTE)
    click.echo(tr("Wrote {file}, to be printed at 100 %. Pages: {n}.", file=file, n=pages))


@command.command()
@_BOARD
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--side", type=click.Choice(["above", "below"]), default="above", show_default=True)
@click.option(
    "--paper",
    type=click.Choice(["sheet", "a4", "letter"]),
    help="Paper for a FILE that ends in .pdf.",
)
def template(name: str, file: Path, side: str, paper: str | None) -> None:
    """Write the drill and laser template to FILE: .dxf, .svg or .pdf."""
    from tavle.board import sheets
    from tavle.board import template as templates

    drawn = templates.drawing_of(geometry.load(name), side)
    kind = file.suffix.lower()
    if kind == ".dxf":
        need_checkout(tr("cannot write DXF"), "ezdxf")
        for fault in templates.write_dxf(drawn, file):
            raise TavleError(f"{file}", fault, tr("report it, with the geometry file"))
    elif kind == ".pdf":
        need_checkout(tr("cannot write PDF"), "reportlab")
        sheets.write(drawn, paper or "a4", file, sheets.NOTE)
    elif kind == ".svg":
        with writing(file):
            file.write_text(drawing.svg_of(drawn), encoding="utf-8")
    else:
        raise TavleError(
            tr("{file}: unknown kind of drawing", file=file),
            kind or tr("no ending"),
            tr("end it in .dxf, .svg or .pdf"),
        )
    click.echo(tr("Wrote {file}.", file=file))


@command.command("wiring")
@_BOARD
def wiring_table(name: str) -> None:
    """Print the wiring table as CSV: board, input, bit, space, place, light."""
    click.echo(wiring.csv_of(geometry.load(name)), nl=False)


@command.command("maps")
@click.option("--check", is_flag=True, help="Write nothing; fail when a file is out of date.")
def firmware_maps(check: bool) -> None:
    """Write firmware/boards/<board>.py."""
    if not check:
        maps.write()
    elif stale := maps.outdated():
        raise TavleError(
            f"firmware/boards: {', '.join(stale)}",
            tr("out of date"),
            tr("run `{command}`", command="make boards"),
        )


@command.command()
@click.argument("names", nargs=-1, type=click.Choice([*geometry.boards(), *pins.CONTROLLERS]))
def check(names: tuple[str, ...]) -> int:
    """Check geometry and fittings of boards, and pins of controllers (all when none is named): every fault with row and column."""
    count = 0
    for name in names or (*geometry.boards(), *pins.CONTROLLERS):
        if name in pins.CONTROLLERS:
            found = len(pins.load(name))
            click.echo(
                tr("{file}: {n} pins, no faults", file=f"firmware/boards/{name}.py", n=found)
            )
            continue
        file = geometry.shown(geometry.path(name))
        faults = [f"{file}: {why}" for why in geometry.faults(name)]
        if not faults:
            board = geometry.load(name)
            fittings.load(board)
            # A game of others may do without, until it wants a template.
            if (geometry.path(name).parent / "places.csv").exists():
                places.load(board)
            click.echo(tr("{file}, and its fittings: no faults", file=file))
        for fault in faults:
            click.echo(fault)
        count += len(faults)
    if count:
        click.echo(tr("Faults: {n}", n=count))
        return 1
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
            for file, text in (("face", "labels"), ("chain", "chain")):
                svg = drawing.svg_of(faces.drawing_of(board, text))
                (folder / f"{name}-{file}.svg").write_text(svg, encoding="utf-8")
            (folder / f"{name}-wiring.csv").write_text(wiring.csv_of(board), encoding="utf-8")
    except OSError as error:
        raise TavleError(
            tr("cannot write to {folder}", folder=folder),
            error.strerror or str(error),
            tr("name another folder"),
        ) from error
    click.echo(
        tr(
            "Wrote faces, chain pictures and wiring tables of {boards} to {folder}.",
            boards=", ".join(geometry.boards()),
            folder=folder,
        )
    )
