# SPDX-License-Identifier: Apache-2.0
"""`tavle board field`: magnets, reeds and the room they leave, calculated for any choice of parts."""

from pathlib import Path

import click

from tavle.board import geometry
from tavle.errors import TavleError
from tavle.field import margins
from tavle.field.parts import Design, chosen, facts
from tavle.words.terminal import tr


@click.command()
@click.argument("name", type=click.Choice(geometry.boards()), required=False)
@click.option("--magnet", help="Disc, diameter x thickness in mm, for example 8x2.")
@click.option("--grade", help="N35 to N45.")
@click.option("--reed", help="Class in ampere-turns, for example 25-30.")
@click.option("--depth", type=float, help="Playing surface to the axis of the reed, in mm.")
@click.option(
    "--cover", type=float, help="Playing surface to the lower face of the magnet, in mm."
)
@click.option(
    "--draw",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write closing map, dead line, heights and the board as SVG into this folder.",
)
@click.option("--propose", is_flag=True, help="Print the geometry file with the best turns.")
@click.option("--table", is_flag=True, help="Make hardware/magnetics/potential.csv again.")
def command(
    name: str | None,
    magnet: str | None,
    grade: str | None,
    reed: str | None,
    depth: float | None,
    cover: float | None,
    draw: Path | None,
    propose: bool,
    table: bool,
) -> None:
    """Show how much margin a board's magnets and reeds leave. Calculated, not measured."""
    if table:
        from tavle.field import model

        model.write()
        click.echo(tr("Wrote {file}.", file="hardware/magnetics/potential.csv"))
        return
    if name is None:
        raise click.UsageError(tr("name a board, or say --table"))
    design = chosen(magnet=magnet, grade=grade, reed=reed, depth_mm=depth, cover_mm=cover)
    board = geometry.load(name)
    if propose:
        from tavle.field.propose import propose as best

        click.echo(geometry.text_of(best(board, design).items), nl=False)
        return
    rooms = margins.rooms(board, design)
    for line in report(name, design, rooms):
        click.echo(line)
    if draw is not None:
        from tavle.field import draw as pictures

        try:
            written = pictures.write(draw, board, rooms, design)
        except OSError as error:
            why = error.strerror or str(error)
            raise TavleError(
                tr("cannot write to {folder}", folder=draw), why, tr("name another folder")
            ) from error
        click.echo(tr("Wrote {file}.", file=", ".join(map(str, written))))


def report(board: str, design: Design, rooms: list[margins.Room]) -> list[str]:
    """Return the lines of the report: the parts, then every space."""
    limits = facts()["limits"]
    low, high = design.operate
    lines = [
        f"{board}: disc {design.magnet} {design.grade}, reed {design.reed} AT, reed {design.depth_mm:g} mm "
        f"under the surface, magnet {design.cover_mm:g} mm above it. Calculated, not measured.",
        f"The dullest reed closes at {high:g} AT, the most sensitive at {low:g} and releases at "
        f"{design.release:g}.",
        f"own: its pawn in the middle. least: weakest magnet within {limits['closed_radius_mm']:g} mm. "
        f"closed: radius in which it closes. two: the least of two pawns there, {design.apart_mm(design.strongest):.1f} mm apart.",
        "others: everything on other spaces at once. one: the worst single pawn there. Margins above 1 are room.",
        "",
        f"{'space':<10} {'axis':>5} {'reed':>5} {'own':>6} {'least':>6} {'closed':>7} {'two':>6} {'others':>7} {'one':>6} "
        f"{'close':>6} {'open':>6}",
        f"{'':<10} {'deg':>5} {'mm':>5} {'AT':>6} {'AT':>6} {'mm':>7} {'AT':>6} {'AT':>7} {'AT':>6} {'margin':>6} "
        f"{'margin':>6}",
    ]
    for r in rooms:
        i = r.item
        lines.append(
            f"{i.name:<10} {i.axis_deg:5g} {i.reed_mm:5g} {r.own:6.0f} {r.least:6.1f} {r.closed_mm:7.1f} "
            f"{r.two:6.1f} {r.others:7.1f} {r.one:6.1f} {r.close:6.2f} {r.open:6.2f}"
        )
    worst = min(rooms, key=lambda r: r.open)
    dull = min(rooms, key=lambda r: r.close)
    lines += [
        "",
        f"Least room: to close {dull.close:.2f} ({dull.item.name}; limit {limits['close_margin']:g}), "
        f"to open {worst.open:.2f} ({worst.item.name}; limit {limits['open_margin']:g}).",
    ]
    return lines
