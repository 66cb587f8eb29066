# SPDX-License-Identifier: Apache-2.0
"""Write the wiring of every board: tables, harness diagrams, the way of the lights' chain."""

import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

from tavle.board import drawing, face, fittings, geometry, harness, places, sheets, wiring
from tavle.board.drawing import Circle, Drawing, Look, box, line
from tavle.board.geometry import Geometry
from tavle.board.lettering import lettering

HERE = Path(__file__).parent
_INK, _SOFT, _RED, _BLUE = "#2f3d42", "#9aa096", "#c2453b", "#2b6797"


def connectors() -> dict[str, Any]:
    """Return the boards' connectors."""
    return tomllib.loads((HERE / "connectors.toml").read_text(encoding="utf-8"))


def main() -> None:
    """Write everything beside this file."""
    for board in geometry.boards():
        loaded = geometry.load(board)
        plan = harness.of(loaded)
        (HERE / f"{board}.csv").write_text(table(loaded, plan), encoding="utf-8")
        (HERE / f"{board}-ribbons.csv").write_text(ribbons(plan), encoding="utf-8")
        (HERE / f"{board}-lights.svg").write_text(
            drawing.svg_of(
                lights(loaded, plan), "Tavle: the way of the lights' chain, seen from above"
            ),
            encoding="utf-8",
        )
        (HERE / f"{board}-boards.svg").write_text(
            drawing.svg_of(
                boards(loaded, plan),
                "Tavle: where the boards lie and the chain runs, seen from below",
            ),
            encoding="utf-8",
        )
        sheets.write(boards(loaded, plan), "sheet", HERE / f"{board}-boards.pdf", sheets.NOTE)
        diagram(f"{board}-harness", whole(loaded, plan))
    diagram("chain-cable", chain_cable())


def table(loaded: Geometry, plan: harness.Harness) -> str:
    """Return the wiring table as CSV, with the length of every reed's and every light's wires."""
    rows = []
    for row in wiring.rows_of(loaded):
        cells = dict(zip(wiring.COLUMNS, row, strict=True))
        bit, light = cells["bit"], cells["light"]
        reed = plan.reeds.get(int(bit)) if bit else None
        hop = plan.hops[int(light)] if light else None
        rows.append((*row, f"{reed:g}" if reed else "", f"{hop:g}" if hop else ""))
    heading = (*wiring.COLUMNS, "reed_wire_mm", "light_wire_mm")
    return "".join(",".join(row) + "\n" for row in [heading, *rows])


def ribbons(plan: harness.Harness) -> str:
    """Return the chain's ribbons as CSV: from, to, length."""
    n = len(plan.readers)
    readers = (f"Reader-8 no. {k}" for k in range(1, n + 1))
    ends = ["carrier board CHAIN", *readers, "carrier board END"]
    rows = [
        (str(k + 1), one, other, f"{plan.ribbons[k]:g}")
        for k, (one, other) in enumerate(itertools.pairwise(ends))
    ]
    return "".join(",".join(row) + "\n" for row in [("ribbon", "from", "to", "length_mm"), *rows])


def lights(loaded: Geometry, plan: harness.Harness) -> Drawing:
    """Return the order of the lights, on a pale face."""
    wide, tall = loaded.size_mm
    lit = sorted([*loaded.spaces, *loaded.seats], key=lambda i: i.led)
    shapes: list[drawing.Shape] = [
        box(wide / 2, tall / 2, (wide, tall), 10, Look("#fbf8f1", _SOFT, 0.6))
    ]
    for i in lit:
        colour = face.tint(i.colour, 0.35) if i.colour else "#ffffff"
        shapes.append(
            Circle(i.x_mm, i.y_mm, 9.5 if i.kind != "seat" else 5, Look(colour, _SOFT, 0.4))
        )
    for one, other in itertools.pairwise(lit):
        shapes.append(
            line([(one.x_mm, one.y_mm), (other.x_mm, other.y_mm)], Look(stroke=_BLUE, width=1.2))
        )
    for i in lit:
        shapes.append(Circle(i.x_mm, i.y_mm, 5.2, Look("#fffdf8", _BLUE, 0.5)))
        shapes.append(lettering(str(i.led), (i.x_mm, i.y_mm + 1.6), 3.2, _INK))
    for led, name in ((0, "LIGHTS A"), *((led, "LIGHTS B") for led in plan.feeds)):
        i = lit[led]
        shapes.append(Circle(i.x_mm, i.y_mm, 11.5, Look(stroke=_RED, width=1.4)))
        shapes.append(lettering(name, (i.x_mm, i.y_mm - 13.5), 4.2, _RED))
    return Drawing(f"{loaded.shape.title} lights", wide, tall, tuple(shapes))


def boards(loaded: Geometry, plan: harness.Harness) -> Drawing:
    """Return where the boards lie under the table and how the ribbon runs, mirrored as one sees it from below."""
    wide, tall = loaded.size_mm

    def mirrored(x: float) -> float:
        return wide - x

    shapes: list[drawing.Shape] = [
        box(wide / 2, tall / 2, (wide, tall), 10, Look("#fbf8f1", _SOFT, 0.6))
    ]
    for reader in plan.readers:
        for i in places.reeds_of(loaded, reader.number):
            ends = [(mirrored(i.x_mm), i.y_mm), (mirrored(reader.x_mm), reader.y_mm)]
            shapes.append(line(ends, Look(stroke="#d8d2c4", width=0.5)))
    for i in loaded.spaces:
        shapes.append(Circle(mirrored(i.x_mm), i.y_mm, 5.5, Look("#ffffff", _SOFT, 0.4)))
        shapes.append(lettering(wiring.short(i.bit), (mirrored(i.x_mm), i.y_mm + 1.3), 2.6, _INK))
    stops = [plan.carrier, *plan.readers, plan.carrier]
    ends = [(mirrored(stop.x_mm), stop.y_mm) for stop in stops]
    shapes.append(line(ends, Look(stroke=_BLUE, width=1.4)))
    for hole in fittings.load(loaded):
        place, over = (mirrored(hole.x_mm), hole.y_mm), fittings.sizes()[hole.kind]["over_mm"] / 2
        colour = face.COLOURS.get(hole.name, _INK)
        shapes.append(Circle(*place, over, Look("#ffffff", colour, 0.5)))
        shapes.append(Circle(*place, hole.d_mm / 2, Look(stroke=colour, width=0.3)))
    for reader in plan.readers:
        place = (mirrored(reader.x_mm), reader.y_mm)
        shapes.append(box(*place, reader.size_mm, 2, Look("#e3efe6", "#3d8460", 0.8)))
        shapes.append(lettering(f"no. {reader.number}", (place[0], place[1] - 2), 8, "#3d8460"))
        shapes.append(lettering("READER-8", (place[0], place[1] + 9), 4, "#3d8460"))
    place = (mirrored(plan.carrier.x_mm), plan.carrier.y_mm)
    shapes.append(box(*place, plan.carrier.size_mm, 2, Look("#e2ecf4", _BLUE, 0.8)))
    shapes.append(lettering("CARRIER", (place[0], place[1] + 3), 8, _BLUE))
    card, sizes = loaded.card, fittings.sizes()["card"]
    title = f"{loaded.shape.title} boards seen from below"
    if card is None:
        return Drawing(title, wide, tall, tuple(shapes))
    antenna = (sizes["antenna_mm"][0], sizes["antenna_mm"][1])
    clear = (antenna[0] + 2 * sizes["clear_mm"], antenna[1] + 2 * sizes["clear_mm"])
    shapes.append(
        box(mirrored(card.x_mm), card.y_mm, clear, 0, Look("#ffffff", _RED, 0.6, (3, 2)))
    )
    shapes.append(box(mirrored(card.x_mm), card.y_mm, antenna, 0, Look("#ffffff", _RED, 0.8)))
    shapes.append(lettering("PN532", (mirrored(card.x_mm), card.y_mm + 2), 5, _RED))
    return Drawing(title, wide, tall, tuple(shapes))


# Harness diagrams


def _connector(board: str, ref: str) -> dict[str, Any]:
    found = connectors()[board][ref]
    return {
        "type": f"{found['name']} ({ref})",
        "pins": [int(pin) for pin in found["pins"]],
        "pinlabels": list(found["pins"].values()),
    }


def chain_cable() -> dict[str, Any]:
    """Return the ribbon between any two boards, pin by pin."""
    return {
        "connectors": {"OUT": _connector("reader8", "J2"), "IN": _connector("reader8", "J1")},
        "cables": {
            "RIBBON": {"type": "flat ribbon, 1.27 mm, IDC sockets 2x5", "wirecount": 10, "colors": ["RD", *["GY"] * 9],
                       "notes": "red edge = pin 1 at both ends; not turned"}
        },
        "connections": [[{"OUT": "1-10"}, {"RIBBON": "1-10"}, {"IN": "1-10"}]],
    }  # fmt: skip


def whole(loaded: Geometry, plan: harness.Harness) -> dict[str, Any]:
    """Return all cables of a table; a ribbon is drawn as one line, its pins are in chain-cable."""
    count = len(loaded.spaces) + len(loaded.seats)
    feed, feed_mm = next(iter(plan.feeds.items()))
    n = len(plan.readers)
    power, reed = (f"{fittings.sizes()['wire'][name]:g} mm2" for name in ("power_mm2", "reed_mm2"))
    parts: dict[str, Any] = {ref: _connector("carrier", ref) for ref in ("J1", "J2", "J3", "J11")}
    parts |= {
        "SUPPLY": {"type": "5 V 4 A supply", "pinlabels": ["+5V", "GND"]},
        "LIGHT 0": {"type": f"first of {count} lights", "pinlabels": ["5V", "DIN", "GND"]},
        f"LIGHT {feed}": {
            "type": "second feed",
            "pinlabels": ["5V", "GND"],
            "notes": "data and ground go on from the light before, its 5 V wire does not",
        },
        "PN532": {
            "type": "reader, switches to HSU",
            "pinlabels": ["VCC", "GND", "RXD", "TXD"],
            "notes": "RST only to a pin named RSTPDN, never to RSTO, which is an output; IRQ only for a reader on I2C",
        },
        "CHAIN": {"type": "carrier board CHAIN (J4)", "style": "simple"},
        "END": {"type": "carrier board END (J5)", "style": "simple"},
    }
    between = plan.ribbons[1:-1]
    parts["READER-8"] = {
        "type": f"Reader-8 no. 1 to no. {n}, one after the other",
        "style": "simple",
        "notes": f"{len(between)} ribbons of {min(between):g} to {max(between):g} mm between them",
    }
    cables: dict[str, Any] = {
        "W1": {"wirecount": 2, "gauge": power, "colors": ["RD", "BK"], "type": "supply"},
        "W2": {"wirecount": 3, "gauge": power, "colors": ["RD", "GN", "BK"], "length": plan.hops[0] / 1000},
        "W3": {"wirecount": 2, "gauge": power, "colors": ["RD", "BK"], "length": feed_mm / 1000},
        "W4": {"wirecount": 4, "gauge": reed, "color_code": "DIN", "length": plan.reader / 1000,
               "notes": "at most 0.3 m"},
    }  # fmt: skip
    joints: list[Any] = [
        [{"SUPPLY": [1, 2]}, {"W1": [1, 2]}, {"J1": [1, 2]}],
        [{"J2": [1, 2, 3]}, {"W2": [1, 2, 3]}, {"LIGHT 0": [1, 2, 3]}],
        [{"J3": [1, 2]}, {"W3": [1, 2]}, {f"LIGHT {feed}": [1, 2]}],
        [{"J11": "1-4"}, {"W4": "1-4"}, {"PN532": "1-4"}],
    ]
    for cable, one, other, length in (
        ("R1", "CHAIN", "READER-8", plan.ribbons[0]),
        (f"R{n + 1}", "READER-8", "END", plan.ribbons[-1]),
    ):
        cables[cable] = {"wirecount": 1, "type": "10-way ribbon", "length": length / 1000}
        joints.append([one, {cable: 1}, other])
    seats = [*loaded.shape.colours, "table"]
    for k, name in enumerate(seats):
        ref, cable = f"J{6 + k}", f"B{k + 1}"
        parts[ref] = _connector("carrier", ref)
        parts[f"BUTTON {name}"] = {"type": "button, closes to ground", "pinlabels": ["A", "B"]}
        cables[cable] = {
            "wirecount": 2,
            "gauge": reed,
            "colors": ["WH", "BK"],
            "length": plan.buttons[name] / 1000,
        }
        joints.append([{ref: [1, 2]}, {cable: [1, 2]}, {f"BUTTON {name}": [1, 2]}])
    return {"connectors": parts, "cables": cables, "connections": joints}


def diagram(name: str, harness_of: dict[str, Any]) -> None:
    """Write a harness as YAML (WireViz's language), and as the SVG that WireViz draws from it."""
    heading = "# SPDX-License-Identifier: CERN-OHL-P-2.0\n# Made by hardware/wiring/make.py; drawn by WireViz.\n"
    file = HERE / f"{name}.yml"
    file.write_text(
        heading + yaml.safe_dump(harness_of, sort_keys=False, width=110), encoding="utf-8"
    )
    command = [str(Path(sys.executable).parent / "wireviz"), "-f", "s", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    drawn = HERE / f"{name}.svg"
    # The version of graphviz says nothing about the wiring.
    text = re.sub(r"<!--.*?-->\n?", "", drawn.read_text(encoding="utf-8"), flags=re.S)
    drawn.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
