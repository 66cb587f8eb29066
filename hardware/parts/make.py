# SPDX-License-Identifier: Apache-2.0
"""Write the parts list: what to buy for each game, how much of it, and what it may cost.

Kinds of parts stand in catalogue.csv; how many are needed is counted here, from the boards' BOMs, the geometry and the models.
"""

import csv
import math
import re
import sys
from pathlib import Path

import trimesh

from tavle.board import assembly, fittings, geometry, harness, places
from tavle.field import iron
from tavle.field.parts import facts, size_of
from tavle.paths import add_firmware, board_file, hardware

HERE = Path(__file__).parent
add_firmware()
import rules  # noqa: E402

ORDER = ("search", "first", "second", "why")
"""What to type into a search, two order numbers as `maker: number`, and why there are not two."""
COLUMNS = (
    "stock",
    "group",
    "what",
    "spec",
    "alternatives",
    *ORDER,
    "count",
    "spare",
    "eur_low",
    "eur_high",
)
PRICE_DATE = "November 2026"
_GRAMS_PER_MM3 = 1.27e-3  # PETG; PLA is a little lighter
_METRES = {"wire-power", "wire-light", "wire-reed", "ribbon", "shrink"}
_GRAMS = {"filament", "solder"}


def catalogue() -> list[dict[str, str]]:
    """Return the kinds of parts, with the design's own values filled in."""
    choice, sizes = facts()["choice"], fittings.sizes()
    _, weak, strong = (f"{magnet} {grade}" for magnet, grade, _ in iron.TRIALS[:3])
    *keen_magnet, keen = iron.TRIALS[3]
    bom = {row["stock"]: row["value"] for row in rows_of_boms()}
    values = {
        "keen": keen,
        "keen_magnet": " mm ".join(keen_magnet),
        "weak_size": weak.split()[0],
        "weak_grade": weak.split()[1],
        "strong_size": strong.split()[0],
        "strong_grade": strong.split()[1],
        "glass": f"{facts()['reed']['glass_mm']:g}",
        "glass_d": f"{sizes['reed']['glass_d_mm']:g}",
        "lead": f"{sizes['reed']['lead_mm'] + sizes['reed']['lead_fit_mm']:g}",
        "wire_d": f"{sizes['reed']['wire_d_mm']:g}",
        "ledge": f"{sizes['cup']['ledge_d_mm']:g}",
        "capacitor": f"{sizes['pcb']['capacitor_mm']:g}",
        "ptc": bom["ptc-2a5"].replace("A", " A"),
        "fuse": bom["fuse-4a"],
        "supply": bom["fuse-4a"].strip("TA"),
        "button": f"{sizes['button']['d_mm']:g}",
        "thread": f"{sizes['button']['thread_mm']:g}",
        "deep": f"{sizes['button']['deep_mm']:g}",
        "bottom": f"{sizes['sheet']['bottom_mm']:g}",
        "screw": f"{sizes['screw']['length_mm']:g}",
        "m3": f"{sizes['screw']['m3_mm']:g}",
        "m3_below": f"{sizes['screw']['m3_below_mm']:g}",
        "standoff": f"{sizes['standoff']['height_mm']:g}",
        "foot": f"{sizes['foot']['height_mm']:g}",
        "foot_d": f"{sizes['foot']['d_mm']:g}",
        **{name: f"{section:g}" for name, section in sizes["wire"].items()},
        "reed": choice["reed"],
        "magnet": choice["magnet"],
        "grade": choice["grade"],
        "antenna": " x ".join(f"{n:g}" for n in sizes["card"]["antenna_mm"]),
        "clear": f"{sizes['card']['clear_mm']:g}",
        "limit": f"{board_file('r1_pico2').LIMIT_MA / 1000:g}",
        "film": f"{sizes['sheet']['film_mm']:g}",
        "diffuser": f"{sizes['sheet']['diffuser_mm']:g}",
        "carrier": f"{sizes['sheet']['carrier_mm']:g}",
        "frame": f"{sizes['sheet']['frame_mm']:g}",
        "frame_w": f"{sizes['sheet']['frame_w_mm']:g}",
        "cover": f"{choice['cover_mm']:g}",
        "weight_d": f"{size_of(choice['magnet'])[0]:g}",
        "weight_l": f"{sizes['pawn']['weight_mm']:g}",
        "felt": f"{sizes['pawn']['felt_d_mm']:g}",
        "edge": " and ".join(
            sorted({f"{geometry.load(b).size_mm[0]:g}" for b in geometry.boards()}, reverse=True)
        ),
    }
    with (HERE / "catalogue.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, start=2):
        if tuple(row) != COLUMNS or None in row.values():
            raise SystemExit(
                f"hardware/parts/catalogue.csv: row {number}: wanted {len(COLUMNS)} values"
            )
        for key in ("what", "spec", "alternatives", *ORDER):
            row[key] = row[key].format(**values)
    return rows


def rows_of_boms() -> list[dict[str, str]]:
    """Return every row of the circuit boards' BOMs that KiCad wrote."""
    found = []
    for file in sorted((hardware() / "electronics").glob("*/*-bom.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            found += [{**row, "board": file.parent.name} for row in csv.DictReader(lines)]
    return found


def joints(board: str) -> tuple[int, int]:
    """Return how many joints a game has to solder, and how many contacts to crimp."""
    loaded = geometry.load(board)
    plan = harness.of(loaded)
    pads = {}
    for name in places.SIZES_MM:
        text = (hardware() / "electronics" / name / f"{name}.kicad_pcb").read_text(
            encoding="utf-8"
        )
        pads[name] = sum(
            len(re.findall(r"\(pad\s", part))
            for part in text.split("(footprint")[1:]
            if not re.match(r'\s*"(MountingHole|TestPoint)', part)
        )
    spaces = len(loaded.spaces)
    lights = spaces + len(loaded.seats)
    plugs = spaces + len(plan.buttons)
    # A light has three wires in and three out; a reed and a button two wires; the reader four.
    reader = 4 if loaded.card else 0
    wires = 6 * lights + 2 * plugs + reader
    return len(plan.readers) * pads["reader8"] + pads["carrier"] + wires, 2 * plugs + reader


def unit_of(stock: str) -> str:
    """Return what a kind of parts is counted in."""
    return "m" if stock in _METRES else "g" if stock in _GRAMS else "pcs"


def boms() -> dict[str, dict[str, int]]:
    """Return circuit board -> stock id -> how many, from the BOMs that KiCad wrote."""
    found: dict[str, dict[str, int]] = {}
    for row in rows_of_boms():
        counts = found.setdefault(row["board"], {})
        if row["stock"]:
            counts[row["stock"]] = counts.get(row["stock"], 0) + int(row["quantity"])
    return found


def stickers(board: str) -> int:
    """Return how many cards of a game get a sticker: its deck (P5, S3), or one for each throw (L3)."""
    game = next(game for game in map(rules.load, rules.RULEBOOKS) if game.family == board)
    return sum(game.deck) or len(game.actions)


def counts(board: str, printed: dict[str, float]) -> dict[str, float]:
    """Return the numbers that catalogue.csv's column `count` names, for one game."""
    loaded = geometry.load(board)
    plan = harness.of(loaded)
    holes = fittings.load(loaded)
    spaces, readers = len(loaded.spaces), len(plan.readers)
    buttons = sum(f.kind == "button" for f in holes)
    grams = sum(printed[name] * number for name, number in prints(board).items()) * _GRAMS_PER_MM3
    return {
        "one": 1,
        "two": 2,
        "trial": 4,
        "feet": 4,
        "clips": 2,
        "ties": readers + 10,
        "sticks": math.ceil(spaces / 20),
        "shrink": math.ceil(2 * spaces * 0.015),
        "solder": math.ceil(joints(board)[0] * 0.03 / 50) * 50,
        "spaces": spaces,
        "readers": readers,
        "lights": spaces + len(loaded.seats),
        "pawns": len(loaded.shape.seats) * loaded.shape.pawns,
        "cards": stickers(board),
        "deckcards": stickers(board),
        "buttons": buttons,
        "sockets16": readers + 1,
        "sockets14": 2,
        "picosockets": 2,
        "xh2plugs": spaces + buttons,
        "idcsockets": 2 * len(plan.ribbons),
        "screws": sum(f.kind == "screw" for f in holes),
        "standoffs": 4 * (readers + 1),
        "powerwire": math.ceil(2 * (plan.hops[0] + sum(plan.feeds.values()) + 1000) / 1000),
        "lightwire": math.ceil(sum(plan.hops) / 1000),
        "reedwire": math.ceil((sum(plan.reeds.values()) + sum(plan.buttons.values())) / 1000),
        "ribbonwire": math.ceil(sum(plan.ribbons) / 1000),
        "filament": math.ceil(grams / 10) * 10,
    }


def prints(board: str) -> dict[str, int]:
    """Return printed part -> how many one game needs."""
    loaded = geometry.load(board)
    spaces = len(loaded.spaces)
    pawns = {f"pawn-{colour}": loaded.shape.pawns for colour in loaded.shape.seated}
    return {
        **pawns,
        "reed-holder": spaces,
        "light-cup": spaces,
        "drilling-jig": 1,
        "card-frame": 1 if loaded.card else 0,
        "spacer": sum(assembly.spacer_needed(loaded, f) for f in fittings.load(loaded)),
        "test-jig": 1,
    }


def quantities() -> dict[str, dict[str, float]]:
    """Return stock id -> board -> how many to buy, spares included."""
    made = boms()
    printed = {
        f.stem: float(trimesh.load_mesh(f).volume)
        for f in sorted((hardware() / "cad").glob("*.stl"))
    }
    known = {row["stock"] for row in catalogue()}
    for board, bom in made.items():
        if unknown := set(bom) - known:
            raise SystemExit(
                f"hardware/parts/catalogue.csv has no {min(unknown)}, of the {board} board"
            )
    found: dict[str, dict[str, float]] = {}
    for row in catalogue():
        found[row["stock"]] = {}
        for board in geometry.boards():
            numbers = counts(board, printed)
            if row["count"] == "bom":
                times = {"reader8": numbers["readers"]}
                number = sum(
                    bom.get(row["stock"], 0) * times.get(name, 1) for name, bom in made.items()
                )
            else:
                number = numbers[row["count"]]
            found[row["stock"]][board] = number + (int(row["spare"]) if number else 0)
    return found


def costs(
    rows: list[dict[str, str]], needed: dict[str, dict[str, float]]
) -> dict[str, tuple[int, int]]:
    """Return board -> least and most, in euros, rounded up to ten."""
    found = {}
    for board in geometry.boards():
        sums = [
            sum(float(row[key]) * needed[row["stock"]][board] for row in rows)
            for key in ("eur_low", "eur_high")
        ]
        found[board] = (math.ceil(sums[0] / 10) * 10, math.ceil(sums[1] / 10) * 10)
    return found


def likely(
    rows: list[dict[str, str]], needed: dict[str, dict[str, float]]
) -> dict[str, tuple[int, int]]:
    """Return board -> what a list of independent prices comes to: the sum of the middles, and the root of the squares around it."""
    found = {}
    for board in geometry.boards():
        middle = square = 0.0
        for row in rows:
            low, high = (
                float(row[k]) * needed[row["stock"]][board] for k in ("eur_low", "eur_high")
            )
            middle += (low + high) / 2
            square += ((high - low) / 2) ** 2
        around = math.sqrt(square)
        found[board] = (round((middle - around) / 10) * 10, round((middle + around) / 10) * 10)
    return found


def main() -> None:
    """Write parts.csv and README.md beside this file."""
    rows, needed = catalogue(), quantities()
    names = geometry.boards()
    heading = (
        "stock",
        "group",
        "what",
        "spec",
        *names,
        "unit",
        "alternatives",
        *ORDER,
        "eur_low",
        "eur_high",
    )
    with (HERE / "parts.csv").open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(heading)
        for row in rows:
            numbers = [f"{needed[row['stock']][board]:g}" for board in names]
            out.writerow(
                [row[k] for k in heading[:4]]
                + numbers
                + [unit_of(row["stock"])]
                + [row[k] for k in heading[-7:]]
            )
    (HERE / "README.md").write_text(page(rows, needed), encoding="utf-8")
    print(", ".join(f"{b} {low}-{high} EUR" for b, (low, high) in costs(rows, needed).items()))


def ordered(row: dict[str, str]) -> str:
    """Return a cell with the order numbers of a part, and why there are not two."""
    numbers = [f"`{row[key]}`" for key in ("first", "second") if row[key]]
    return "; ".join([*numbers, row["why"]] if row["why"] else numbers)


def page(rows: list[dict[str, str]], needed: dict[str, dict[str, float]]) -> str:
    """Return the parts list as a page."""
    names = geometry.boards()
    sizes = fittings.sizes()
    holes = {f.d_mm for b in names for f in fittings.load(geometry.load(b))}
    holes |= {
        sizes["standoff"]["hole_d_mm"],
        sizes["slot"]["w_mm"],
        sizes["window"]["d_mm"],
        sizes["window"]["seat_d_mm"],
    }
    drills = ", ".join(f"{d:g}" for d in sorted(holes))
    magnet = size_of(facts()["choice"]["magnet"])
    lines = [
        "<!-- Made by hardware/parts/make.py from catalogue.csv, the BOMs, the geometry and the models. -->",
        "# Parts list",
        "",
        "**Not yet built: nobody has bought this list and made a table of it.** Quantities are counted by a program (boards' BOMs,",
        "geometry, models) and hold a few spares; `parts.csv` is the same list for a spreadsheet. Build the",
        "[two-space test](../guide/two-space-test.md) with a handful of reeds and magnets **before** ordering them all.",
        "",
        "| | " + " | ".join(names) + " |",
        "|---|" + "---|" * len(names),
    ]
    money = costs(rows, needed)
    lines.append(
        "| estimate, EUR | " + " | ".join(f"{money[b][0]} to {money[b][1]}" for b in names) + " |"
    )
    expected, work = likely(rows, needed), {b: joints(b) for b in names}
    lines += [
        "| likely, EUR | "
        + " | ".join(f"{expected[b][0]} to {expected[b][1]}" for b in names)
        + " |",
        "| joints to solder | " + " | ".join(f"{work[b][0]}" for b in names) + " |",
        "| contacts to crimp | " + " | ".join(f"{work[b][1]}" for b in names) + " |",
        "",
        f"The estimate is of {PRICE_DATE}: sums of the unit prices in `parts.csv`, from the lowest to the highest that small quantities",
        "usually cost at European web shops, with tax, without postage and tools: everything at its cheapest, and everything at its dearest.",
        "Likely is what prices come to that are independent of each other. They are estimates, not offers. Circuit boards are",
        "ordered in fives and tens; film, sheets and wood depend on where you live. The game's own cards are not in it.",
        "",
        "**Order numbers** are makers' or norms', not shops': any distributor finds them. Where there are not two, the list says why. They",
        "were looked up, not bought; check package and stock as you order. Anything that meets the specification will do.",
        "",
    ]
    for group in dict.fromkeys(row["group"] for row in rows):
        lines += [
            f"## {group.capitalize()}",
            "",
            "| part | least specification | "
            + " | ".join(names)
            + " | instead | order numbers | search for |",
        ]
        lines.append("|---|---|" + "---:|" * len(names) + "---|---|---|")
        for row in rows:
            if row["group"] != group:
                continue
            numbers = " | ".join(f"{needed[row['stock']][board]:g}" for board in names)
            lines.append(
                f"| {row['what']} | {row['spec']} | {numbers} | {row['alternatives']} | {ordered(row)} | {row['search']} |"
            )
        lines.append("")
    lines += [
        "## Why these magnets and reeds",
        "",
        f"A disc of {magnet[0]:g} x {magnet[1]:g} mm and reeds of class {facts()['choice']['reed']} AT are the choice of the magnetic model",
        "([hardware/magnetics](../magnetics)): every pawn closes its own reed up to the edge of its space, and no crowd of pawns holds",
        "another one closed. Stronger magnets or more sensitive reeds are not better. `tavle board field <board>` shows the room there is.",
        "",
        "## Tools",
        "",
        "Soldering iron with a fine tip, multimeter, side cutters, pliers, calipers, crimping tool for JST XH (or ready-made leads), hot glue gun, 3D",
        f"printer or a printing service. For the carrier a laser cutter, or wood drills of 3, {drills} mm (Forstner or step from 8 mm on) and a",
        "fretsaw; a countersink of 90 degrees in any case; a screwdriver and a 7 mm spanner.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
