# SPDX-License-Identifier: Apache-2.0
"""Write the build guide: texts with their numbers filled in, the commissioning sheets, the paper target of the two-space test.

No number is written into a text by hand: `numbers` takes each from the geometry, the models, the firmware or the parts list.
"""

import csv
import math
import re
import tomllib
from pathlib import Path
from typing import Any

from tavle.board import assembly, drawing, fittings, geometry, harness, sheets
from tavle.board.drawing import Circle, Drawing, Look, Shape, box, line
from tavle.board.lettering import lettering
from tavle.device import sheet
from tavle.field import iron, margins
from tavle.field.parts import chosen, facts
from tavle.field.potential import UP, Magnet, Reed
from tavle.paths import add_firmware, board_file, hardware

HERE = Path(__file__).parent
_MADE = "<!-- Made by hardware/guide/make.py from hardware/guide/text; every number is calculated. -->\n"
_DIRECTIONS = (
    ("towards the reed", 0),
    ("to its right", 90),
    ("away from the reed", 180),
    ("to its left", 270),
)
# A WS2812B works from this voltage at its pins (WS2812B data sheet, recommended supply range).
_LED_MIN_V = 3.7
# Behind the Schottky diode at the input, without load: SB540 data sheet, 0.1 to 0.4 V from some mA to some A.
_RAIL_V = (4.6, 4.9)
# The chain's supply and the pull-ups of Reader-8 (hardware/electronics).
_PULL_OHM = 10_000


def main() -> None:
    """Write everything beside this file."""
    values = numbers()
    for text in sorted((HERE / "text").glob("*.md")):
        (HERE / text.name).write_text(
            _MADE + fill(text.read_text(encoding="utf-8"), values, text.name), encoding="utf-8"
        )
    (HERE / "sheets").mkdir(exist_ok=True)
    for board in geometry.boards():
        (HERE / "sheets" / f"{board}.md").write_text(
            commissioning(board, values), encoding="utf-8"
        )
    target = two_spaces()
    (HERE / "two-space-target.svg").write_text(drawing.svg_of(target), encoding="utf-8")
    for paper in sheets.PAPERS:
        sheets.write(target, paper, HERE / f"two-space-target-{paper}.pdf", sheets.NOTE)


def fill(text: str, values: dict[str, str], name: str) -> str:
    """Return a text with each {{name}} replaced. Raises SystemExit for a name without a number."""

    def value(found: re.Match[str]) -> str:
        key = found[1].strip()
        if key not in values:
            raise SystemExit(f"hardware/guide/text/{name}: no number is called {key}")
        return values[key]

    return re.sub(r"\{\{([^}]*)\}\}", value, text)


def numbers() -> dict[str, str]:
    """Return every number of the guide as text, by name; those of one board end in its name."""
    sizes, field = fittings.sizes(), facts()
    choice, design = field["choice"], chosen()
    add_firmware()
    firmware = board_file("r1_pico2")
    found: dict[str, Any] = {
        "magnet": choice["magnet"],
        "grade": choice["grade"],
        "reed_class": choice["reed"],
        "depth": choice["depth_mm"],
        "cover": choice["cover_mm"],
        "tolerance": choice["height_tolerance_mm"],
        "closed": field["limits"]["closed_radius_mm"],
        "glass": field["reed"]["glass_mm"],
        "lead": sizes["reed"]["lead_mm"],
        "lead_fit": sizes["reed"]["lead_fit_mm"],
        "joint": sizes["reed"]["joint_mm"],
        "screw_hole": fittings.sizes()["screw"]["d_mm"] + 0.2,
        "screw_length": sizes["screw"]["length_mm"],
        "standoff": sizes["standoff"]["height_mm"],
        "standoff_hole": sizes["standoff"]["hole_d_mm"],
        "capacitor": sizes["pcb"]["capacitor_mm"],
        "coil": iron.COIL_MM,
        "weak": " mm ".join(iron.TRIALS[1][:2]),
        "strong": " mm ".join(iron.TRIALS[2][:2]),
        "keen": " mm ".join(iron.TRIALS[3][:2]),
        "keen_class": iron.TRIALS[3][2],
        "rail_low": _RAIL_V[0],
        "rail_high": _RAIL_V[1],
        "window": sizes["window"]["d_mm"],
        "seat_window": sizes["window"]["seat_d_mm"],
        "slot_w": sizes["slot"]["w_mm"],
        "slot_reach": sizes["slot"]["reach_mm"],
        "drills": ", ".join(f"{d:g}" for d in sizes["slot"]["drills_mm"]),
        "film": sizes["sheet"]["film_mm"],
        "diffuser": sizes["sheet"]["diffuser_mm"],
        "carrier": sizes["sheet"]["carrier_mm"],
        "frame": sizes["sheet"]["frame_mm"],
        "frame_w": sizes["sheet"]["frame_w_mm"],
        "led_depth": sizes["cup"]["led_mm"],
        "clear": sizes["card"]["clear_mm"],
        "foot": field["pawn"]["foot_mm"],
        "mass": field["pawn"]["mass_g"],
        "weight": sizes["pawn"]["weight_mm"],
        "felt": sizes["pawn"]["felt_d_mm"],
        "button": sizes["button"]["d_mm"],
        "limit": firmware.LIMIT_MA,
        "limit_a": firmware.LIMIT_MA / 1000,
        "limit_usb": firmware.LIMIT_USB_MA,
        "bar": sheets.BAR_MM,
        "led_min": _LED_MIN_V,
        "reader_ohm": _PULL_OHM,
        "release": round(design.release, 1),
        "operate_low": design.operate[0],
        "operate_high": design.operate[1],
        "target_neighbour": math.floor(10 * geometry.closest()[0]) / 10,
    }
    for name, angle in _DIRECTIONS:
        near, far = closing(angle)
        key = name.split()[0] + "_" + name.split()[-1]
        found[f"near_{key}"], found[f"far_{key}"] = near, far
    found |= electrical()
    least = {}
    for board in geometry.boards():
        loaded = geometry.load(board)
        plan = harness.of(loaded)
        rooms = margins.rooms(loaded)
        spaces, lights = len(loaded.spaces), len(loaded.spaces) + len(loaded.seats)
        least[board] = min(room.least for room in rooms)
        pitch = min(
            a.distance_mm(b) for n, a in enumerate(loaded.spaces) for b in loaded.spaces[:n]
        )
        found |= {
            f"title_{board}": loaded.shape.title,
            f"size_{board}": " x ".join(f"{n:g}" for n in loaded.size_mm),
            f"spaces_{board}": spaces,
            f"readers_{board}": len(plan.readers),
            f"chain_{board}": len(plan.readers) + 1,
            f"lights_{board}": lights,
            f"last_{board}": lights - 1,
            f"feed_{board}": next(iter(plan.feeds)),
            f"standoffs_{board}": 4 * (len(plan.readers) + 1),
            f"spacers_{board}": sum(
                assembly.spacer_needed(loaded, f) for f in fittings.load(loaded)
            ),
            f"screws_{board}": sum(f.kind == "screw" for f in fittings.load(loaded)),
            f"pitch_{board}": math.floor(10 * pitch) / 10,
            f"least_{board}": round(least[board], 1),
            f"others_{board}": round(max(room.others for room in rooms), 1),
            f"open_{board}": round(min(room.open for room in rooms), 2),
            f"close_{board}": round(min(room.close for room in rooms), 2),
            f"antenna_{board}": math.floor(harness.antenna_gap_mm(loaded, 8.0)),
            f"ribbon_{board}": max(plan.ribbons),
            f"reader_wire_{board}": plan.reader,
            f"hop_{board}": max(plan.hops),
            f"idle_{board}": lights * firmware.LED_IDLE_MA,
            f"all_reeds_ma_{board}": round(spaces * float(found["calc_reed_current"])),
            f"tiles_a4_{board}": len(sheets.tiles_of(Drawing("", *loaded.size_mm, ()), "a4")[1]),
        }
    white = 3 * firmware.LED_CHANNEL_MA + firmware.LED_IDLE_MA
    most = max(float(found[f"lights_{board}"]) for board in geometry.boards())
    found["all_white_a"] = round(most * white / 1000, 2)
    return {key: value if isinstance(value, str) else f"{value:g}" for key, value in found.items()}


def electrical() -> dict[str, str]:
    """Return what ngspice says (`calc_<key>`, of hardware/electronics/results.csv) and values of the carrier's parts (`part_<reference>`)."""
    found = {}
    folder = hardware() / "electronics"
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[f"calc_{row['key']}"] = row["value"]
    with (folder / "carrier" / "carrier-bom.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for reference in row["reference"].split(","):
                found[f"part_{reference}"] = row["value"].split(" ")[0]
    return found


def closing(angle_deg: float) -> tuple[float, float]:
    """Return how far from the centre a pawn closes its reed, in a direction from the reed's axis: surely, and at most (mm).

    Surely: weakest magnet, dullest reed. At most: strongest magnet, most sensitive reed. Steps of a quarter of a millimetre,
    up to the first place where it does not.
    """
    design, magnet = chosen(), Magnet(chosen().magnet)
    reed = Reed(fittings.reed_mm(), 0.0, 0.0)
    height = design.height_mm + magnet.thick_mm / 2
    ends = []
    for moment, operate in (
        (design.weakest, design.operate[1]),
        (design.strongest, design.operate[0]),
    ):
        steps = 0
        while steps < 80:
            away = 0.25 * (steps + 1)
            x, y = (
                away * math.cos(math.radians(angle_deg)),
                away * math.sin(math.radians(angle_deg)),
            )
            if abs(moment * reed.drive(magnet, x, y, height, UP)) < operate:
                break
            steps += 1
        ends.append(0.25 * steps)
    return ends[0], ends[1]


def two_spaces() -> Drawing:
    """Return the paper target of the two-space test: rings around both centres, the reeds, a scale."""
    wide, tall = fittings.sizes()["jig"]["plate_mm"]
    wide, tall = wide - 6.5, tall - 6.5
    gap, angles = geometry.closest()
    ink, soft, red = "#2f3d42", "#b9b3a4", "#c2453b"
    closed = facts()["limits"]["closed_radius_mm"]
    shapes: list[Shape] = [box(wide / 2, tall / 2, (wide, tall), 3, Look(stroke=ink, width=0.3))]
    for x, angle, name in (
        (wide / 2 - gap / 2, angles[0], "A"),
        (wide / 2 + gap / 2, angles[1], "B"),
    ):
        y = tall / 2 - 2
        for r in range(2, 11, 2):
            shapes.append(Circle(x, y, r, Look(stroke=soft, width=0.15)))
        shapes.append(Circle(x, y, closed, Look(stroke=red, width=0.4)))
        for k in range(8):
            a = math.radians(angle + 45 * k)
            reach = 11.5 if k % 2 == 0 else 10.0
            ends = [(x, y), (x + reach * math.cos(a), y + reach * math.sin(a))]
            shapes.append(line(ends, Look(stroke=soft, width=0.15)))
        a = math.radians(angle)
        half = facts()["reed"]["glass_mm"] / 2
        ends = [
            (x + d * math.cos(a), y + d * math.sin(a))
            for d in (fittings.reed_mm() - half, fittings.reed_mm() + half)
        ]
        shapes.append(line(ends, Look(stroke=ink, width=0.5, dash=(1.5, 1))))
        shapes.append(lettering(name, (x, y - 14.5), 3.5, ink))
    shapes.append(
        lettering(
            f"rings every 2 mm; red: {closed:g} mm; dashed: the reed",
            (wide / 2, tall - 2.5),
            2.2,
            ink,
        )
    )
    return Drawing("two-space target", wide, tall, tuple(shapes))


def commissioning(board: str, values: dict[str, str]) -> str:
    """Return the empty commissioning sheet of a board."""
    own = {
        key.removesuffix(f"_{board}"): value
        for key, value in values.items()
        if key.endswith(f"_{board}")
    }
    known = {**values, **own}
    rows = tomllib.loads((HERE / "rows.toml").read_text(encoding="utf-8"))["row"]
    lines = [
        f"{sheet.TITLE}{known['title']}",
        _MADE.rstrip(),
        "",
        "**Nobody has built this table yet.** Copy this file, or let `tavle doctor --sheet my-table.md` write it: it fills in what it can",
        "find out by itself and leaves alone what you write into the other rows. Numbers before the dot are the steps of the",
        "[guide](../README.md).",
        "",
        *(f"* {key}:" for key in ("Date", "Controller", "Firmware", "Rulebook", "Built by")),
        "",
        "| no | what | must be | how | found | good |",
        "|---|---|---|---|---|---|",
    ]
    counts: dict[int, int] = {}
    for row in rows:
        step = row["step"]
        counts[step] = counts.get(step, 0) + 1
        how = row["how"]
        if how.startswith("doctor: "):
            how = f"`tavle doctor`: {how.removeprefix('doctor: ')}"
        must = row["must"].format(**known)
        lines.append(sheet.row([f"{step}.{counts[step]}", row["what"], must, how, "", ""]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
