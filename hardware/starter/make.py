# SPDX-License-Identifier: Apache-2.0
"""Write all that a builder of the starter needs beside this file: face, templates, wiring, parts list, and its page from text.md.

`order.csv` is where its parts differ from those of a whole table: how many are sold together (`buy`, 0: not needed), and what the small
sheets may cost.
"""

import csv
import importlib.util
import math
import re
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType

from tavle import games

HERE = Path(__file__).parent
BOARD = "plank"
games.name_folders([HERE / BOARD])

from tavle.board import drawing, face, geometry, harness, sheets, template  # noqa: E402

PREVIEW_PX = 1000
JOINT_S = 30
HEADING = ("stock", "what", "spec", "quantity", "unit", "first", "second", "why", "search", "eur_low", "eur_high")  # fmt: skip


def _maker(folder: str) -> ModuleType:
    """Return the program that makes the same for the whole tables."""
    spec = importlib.util.spec_from_file_location(
        f"{folder}_make", HERE.parent / folder / "make.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


parts, wires = _maker("parts"), _maker("wiring")


def order() -> dict[str, dict[str, str]]:
    """Return stock id -> its row of order.csv."""
    with (HERE / "order.csv").open(encoding="utf-8", newline="") as file:
        return {row["stock"]: row for row in csv.DictReader(file)}


def lines() -> list[dict[str, str]]:
    """Return the parts list, a row for everything that is bought."""
    own, needed, found = order(), parts.quantities(), []
    size = " x ".join(f"{n:g}" for n in geometry.load(BOARD).size_mm)
    for row in parts.catalogue():
        mine = own.get(row["stock"], {})
        number = float(mine.get("buy") or needed[row["stock"]][BOARD])
        if not number:
            continue
        unit = parts.unit_of(row["stock"])
        prices = {key: mine.get(key) or row[key] for key in ("eur_low", "eur_high")}
        spec = re.sub(r"edge [\d and.]+ mm", f"{size} mm", row["spec"])
        spec = spec.replace("hardware/faces", "face-a4.pdf")
        found.append({**row, **prices, "spec": spec, "quantity": f"{number:g}", "unit": unit})
    return found


def values(rows: list[dict[str, str]]) -> dict[str, str]:
    """Return the numbers that text.md names."""
    loaded = geometry.load(BOARD)
    plan = harness.of(loaded)
    joints, contacts = parts.joints(BOARD)
    soldered = (
        joints
        - 6 * (len(loaded.spaces) + len(loaded.seats))
        - 2 * (len(loaded.spaces) + len(plan.buttons))
    )
    low, high = (
        sum(float(row[key]) * float(row["quantity"]) for row in rows)
        for key in ("eur_low", "eur_high")
    )
    middle, around = (low + high) / 2, _around(rows)
    two = sum(bool(row["second"]) for row in rows)
    return {
        "size": " x ".join(f"{n:g}" for n in loaded.size_mm),
        "spaces": f"{len(loaded.spaces)}",
        "lights": f"{len(loaded.spaces) + len(loaded.seats)}",
        "joints": f"{joints}",
        "wire_joints": f"{joints - soldered}",
        "contacts": f"{contacts}",
        "hours": f"{joints * JOINT_S / 3600:.1f}",
        "wire_hours": f"{(joints - soldered) * JOINT_S / 3600:.1f}",
        "likely": f"{middle:.0f}",
        "around": f"{math.ceil(100 * around / middle)}",
        "low": f"{low:.0f}",
        "high": f"{high:.0f}",
        "date": parts.PRICE_DATE,
        "two": f"{two}",
        "fewer": f"{len(rows) - two}",
        "parts": "\n".join(_row(row) for row in rows),
    }  # fmt: skip


def _around(rows: list[dict[str, str]]) -> float:
    """Return how far a list of independent prices may be from its middle, as for the tables."""
    spans = [
        (float(row["eur_high"]) - float(row["eur_low"])) / 2 * float(row["quantity"])
        for row in rows
    ]
    return math.sqrt(sum(span**2 for span in spans))


def _row(row: dict[str, str]) -> str:
    number = f"{row['quantity']} {row['unit']}" if row["unit"] != "pcs" else row["quantity"]
    return f"| {row['what']} | {row['spec']} | {number} | {parts.ordered(row)} | {row['search']} |"


def _preview(shown: drawing.Drawing) -> None:
    """Write a picture of the face."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "face.pdf"
        sheets.write(shown, "sheet", sheet)
        words = ["pdftoppm", "-png", "-singlefile", "-scale-to", str(PREVIEW_PX)]
        subprocess.run([*words, str(sheet), str(HERE / "face")], check=True)


def main() -> None:
    """Write everything."""
    loaded = geometry.load(BOARD)
    plan = harness.of(loaded)
    shown = face.drawing_of(loaded)
    about = "Tavle: the face of the starter, 1:1. Not yet built. CERN-OHL-P-2.0."
    (HERE / "face.svg").write_text(drawing.svg_of(shown, about), encoding="utf-8")
    for paper in sheets.PAPERS:
        sheets.write(shown, paper, HERE / f"face-{paper}.pdf", sheets.NOTE)
    _preview(shown)
    for side in template.SIDES:
        drawn = template.drawing_of(loaded, side)
        if faults := template.write_dxf(drawn, HERE / f"{side}.dxf"):
            raise SystemExit(f"{side}.dxf: {faults[0]}")
        for paper in sheets.PAPERS:
            sheets.write(drawn, paper, HERE / f"{side}-{paper}.pdf", sheets.NOTE)
    (HERE / "wiring.csv").write_text(wires.table(loaded, plan), encoding="utf-8")
    (HERE / "ribbons.csv").write_text(wires.ribbons(plan), encoding="utf-8")
    below = "Tavle: where the starter's boards lie and the chain runs, seen from below"
    (HERE / "boards.svg").write_text(
        drawing.svg_of(wires.boards(loaded, plan), below), encoding="utf-8"
    )
    rows = lines()
    with (HERE / "parts.csv").open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, HEADING, extrasaction="ignore", lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    text = (HERE / "text.md").read_text(encoding="utf-8")
    (HERE / "README.md").write_text(text.format(**values(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
