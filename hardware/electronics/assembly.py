# SPDX-License-Identifier: Apache-2.0
"""Write what a house asks for that solders boards: parts by order number (BOM) and where each one goes (CPL), in the columns they take.

Places are those of the Gerbers: in mm, y upwards, in the middle of a part's pads. Angles are KiCad's, anticlockwise.
"""

import csv
import math
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from kit import sexpr  # noqa: E402

BOARDS = ("reader8", "carrier")
BOM = ("Comment", "Designator", "Footprint", "Quantity", "Type", "Manufacturer", "MPN", "Manufacturer 2", "MPN 2")  # fmt: skip
BY_HAND = ("pico",)
"""Not soldered by a house: what goes into a socket that no board names."""


def references(cell: str) -> list[str]:
    """Return the references of a cell of KiCad's list: `R1,R3-R5`."""
    found = []
    for piece in cell.split(","):
        letters, first, last = re.fullmatch(r"([A-Z]+)(\d+)(?:-[A-Z]+(\d+))?", piece).groups()
        found += [f"{letters}{n}" for n in range(int(first), int(last or first) + 1)]
    return found


def maker_and_number(cell: str) -> tuple[str, str]:
    """Return `maker: number` of the parts list in two; of two things that belong together both."""
    pairs = [piece.partition(": ") for piece in cell.split(" + ")]
    return " + ".join(pair[0] for pair in pairs), " + ".join(pair[2] for pair in pairs)


def bill(board: str) -> list[tuple[str, ...]]:
    """Return a board's rows: comment, designators, footprint, how many, how it is soldered, two makers and their order numbers."""
    with (HERE.parent / "parts" / "parts.csv").open(encoding="utf-8", newline="") as file:
        known = {row["stock"]: row for row in csv.DictReader(file)}
    rows = []
    with (HERE / board / f"{board}-bom.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["stock"] and row["stock"] not in BY_HAND:
                refs, part = references(row["reference"]), known[row["stock"]]
                footprint = row["footprint"].partition(":")[2]
                how = "SMD" if "SMD" in row["footprint"] else "THT"
                comment = f"{part['what']}; {part['spec']}"
                numbers = (n for key in ("first", "second") for n in maker_and_number(part[key]))
                rows.append((comment, ",".join(refs), footprint, str(len(refs)), how, *numbers))
    return rows


def places(board: str, wanted: set[str]) -> list[tuple[str, ...]]:
    """Return designator, x and y of the middle, side and angle of the parts that are wanted."""
    tree = sexpr.parse((HERE / board / f"{board}.kicad_pcb").read_text(encoding="utf-8"))
    rows = []
    for part in sexpr.every(tree, "footprint"):
        ref = next(str(p[2]) for p in sexpr.every(part, "property") if p[1] == "Reference")
        if ref not in wanted:
            continue
        x, y, turn = (*map(float, sexpr.first(part, "at")[1:]), 0.0)[:3]
        spots = [
            tuple(map(float, sexpr.first(pad, "at")[1:3])) for pad in sexpr.every(part, "pad")
        ]
        dx, dy = ((min(ns) + max(ns)) / 2 for ns in zip(*spots, strict=True))
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = x + dx * c + dy * s, y - dx * s + dy * c
        side = "Top" if sexpr.value(part, "layer") == "F.Cu" else "Bottom"
        rows.append((ref, f"{x:.3f}", f"{-y:.3f}", side, f"{turn % 360:g}"))
    return sorted(
        rows, key=lambda row: (re.sub(r"\d", "", row[0]), int(re.sub(r"\D", "", row[0])))
    )


def main() -> None:
    """Write both lists of both boards into assembly/."""
    folder = HERE / "assembly"
    folder.mkdir(exist_ok=True)
    for board in BOARDS:
        rows = bill(board)
        wanted = {ref for row in rows for ref in row[1].split(",")}
        for name, heading, lines in (
            ("bom", BOM, rows),
            ("cpl", ("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), places(board, wanted)),
        ):
            with (folder / f"{name}-{board}.csv").open("w", encoding="utf-8", newline="") as file:
                out = csv.writer(file, lineterminator="\n")
                out.writerow(heading)
                out.writerows(lines)


if __name__ == "__main__":
    main()
