# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Wiring tables and harness diagrams agree with the geometry, with the firmware's maps and with the circuit boards."""

import csv
import io
import itertools
import math
import re
import tomllib

import pytest

from tavle.board import fittings, geometry, harness, places
from tavle.field.parts import facts, size_of
from tavle.paths import add_firmware, board_file, hardware

BOARDS = geometry.boards()
WIRING = hardware() / "wiring"
CONNECTORS = tomllib.loads((WIRING / "connectors.toml").read_text())
add_firmware()


def nets_of(text):
    """Return (part, pin) -> net, from a KiCad netlist."""
    found = {}
    for net in re.split(r"\(net \(code", text)[1:]:
        name = re.search(r'\(name "/?([^"]*)"\)', net)[1]
        for ref, pin in re.findall(r'\(node \(ref "([^"]+)"\) \(pin "([^"]+)"\)', net):
            found[ref, pin] = name
    return found


def committed_netlists():
    return {f.stem: nets_of(f.read_text()) for f in (hardware() / "electronics").glob("*/*.net")}


def test_every_pin_of_every_connector_carries_what_the_netlist_says():
    netlists = committed_netlists()
    assert "reader8" in netlists
    for board, nets in netlists.items():
        for ref, connector in CONNECTORS[board].items():
            found = {pin: nets[ref, pin] for pin in connector["pins"]}
            assert found == connector["pins"], (board, ref)
            assert {pin for r, pin in nets if r == ref} == set(connector["pins"]), (board, ref)


@pytest.mark.parametrize("kind", places.SIZES_MM)
def test_circuit_boards_are_as_big_as_the_plan_takes_them_and_have_their_holes_there(kind):
    text = (hardware() / "electronics" / kind / f"{kind}.kicad_pcb").read_text()
    points = []
    for shape in re.findall(r"\(gr_(?:line|arc|rect)(.*?)\(layer \"Edge.Cuts\"\)", text, re.S):
        last = shape.rsplit("(gr_", 1)[-1]
        points += [
            (float(x), float(y))
            for x, y in re.findall(r"\((?:start|mid|end) ([\d.]+) ([\d.]+)\)", last)
        ]
    xs, ys = zip(*points)
    wide, tall = places.SIZES_MM[kind]
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((wide, tall), abs=0.01)
    found = re.findall(r"\(footprint\s+\"MountingHole:.*?\n\t\t\(at ([\d.]+) ([\d.]+)", text, re.S)
    holes = sorted(
        (float(x) - min(xs) - wide / 2, float(y) - min(ys) - tall / 2) for x, y in found
    )
    wanted = sorted(places.Place(kind, 0, 0.0, 0.0, 0).holes())
    assert [v for hole in holes for v in hole] == pytest.approx([v for h in wanted for v in h])


@pytest.mark.parametrize("board", BOARDS)
def test_table_names_every_bit_light_and_length(board):
    loaded, made = geometry.load(board), board_file(board)
    rows = list(csv.DictReader(io.StringIO((WIRING / f"{board}.csv").read_text())))
    spaces = {row["name"]: row for row in rows if row["bit"] and row["light"]}
    assert set(spaces) == {i.name for i in loaded.spaces}
    for i in loaded.spaces:
        row = spaces[i.name]
        joint = f"Reader-8 no. {i.bit // 8 + 1}", "ABCDEFGH"[i.bit % 8]
        assert (row["board"], row["input"]) == joint
        assert made.LED[int(row["bit"])] == int(row["light"]) == i.led
        assert float(row["reed_wire_mm"]) > 0 and float(row["light_wire_mm"]) > 0
    seats = {row["name"]: int(row["light"]) for row in rows if not row["bit"] and row["light"]}
    assert [seats[i.name] for i in loaded.seats] == list(made.SEAT_LED)


@pytest.mark.parametrize("board", BOARDS)
def test_cables_reach_and_keep_their_limits(board):
    loaded = geometry.load(board)
    plan = harness.of(loaded)
    assert len(plan.readers) == -(-len(loaded.spaces) // 8) == board_file(board).N_CHIPS
    reeds = {r.number: places.reeds_of(loaded, r.number) for r in plan.readers}
    assert [i.bit for n in reeds for i in reeds[n]] == list(range(len(loaded.spaces)))
    for r in plan.readers:
        for i in reeds[r.number]:
            assert plan.reeds[i.bit] >= math.dist((r.x_mm, r.y_mm), (i.x_mm, i.y_mm)) + 50
            assert plan.reeds[i.bit] <= 300, "the pull-ups are chosen for reed wires up to 300 mm"
    stops = [(p.x_mm, p.y_mm) for p in (plan.carrier, *plan.readers, plan.carrier)]
    made = list(csv.DictReader(io.StringIO((WIRING / f"{board}-ribbons.csv").read_text())))
    assert [float(row["length_mm"]) for row in made] == list(plan.ribbons)
    for length, (a, b) in zip(plan.ribbons, itertools.pairwise(stops), strict=True):
        assert math.dist(a, b) + 50 <= length <= math.dist(a, b) + 80
    lit = sorted([*loaded.spaces, *loaded.seats], key=lambda i: i.led)
    assert len(plan.hops) == len(lit)
    for length, (a, b) in zip(plan.hops[1:], itertools.pairwise(lit), strict=True):
        assert length >= a.distance_mm(b) + 25
    assert max(plan.hops) <= 500, "a pixel's data reaches half a metre"
    assert plan.reader <= 300, "the reader's UART is for 300 mm at most"
    assert set(plan.buttons) == {*loaded.shape.colours, "table"}
    assert all(len(lit) * 0.4 < led < len(lit) * 0.6 for led in plan.feeds)


@pytest.mark.parametrize("board", BOARDS)
def test_boards_lie_clear_of_each_other_and_of_the_antenna(board):
    loaded = geometry.load(board)
    plan = harness.of(loaded)
    boxes = [(r.x_mm, r.y_mm, *r.size_mm) for r in (*plan.readers, plan.carrier)]
    card = fittings.sizes()["card"]
    antenna = [n + 2 * card["clear_mm"] for n in card["antenna_mm"]]
    boxes.append((loaded.card.x_mm, loaded.card.y_mm, *antenna))
    fixed = [(f.x_mm, f.y_mm, 2 * fittings.reach_mm(f)) for f in fittings.load(loaded)]
    for a, (x, y, over) in itertools.product(boxes, fixed):
        assert abs(a[0] - x) >= (a[2] + over) / 2 or abs(a[1] - y) >= (a[3] + over) / 2, (a, x, y)
    for a, b in itertools.combinations(boxes, 2):
        assert abs(a[0] - b[0]) >= (a[2] + b[2]) / 2 or abs(a[1] - b[1]) >= (a[3] + b[3]) / 2
    wide, tall = loaded.size_mm
    frame = fittings.sizes()["sheet"]["frame_w_mm"]
    for x, y, w, h in boxes:
        assert min(x - w / 2, y - h / 2, wide - x - w / 2, tall - y - h / 2) >= frame


@pytest.mark.parametrize("board", BOARDS)
def test_no_magnet_comes_near_the_antenna(board):
    magnet = size_of(facts()["choice"]["magnet"])[0]
    gap = harness.antenna_gap_mm(geometry.load(board), magnet)
    assert gap >= fittings.sizes()["card"]["clear_mm"] + facts()["pawn"]["off_centre_mm"]


# What stands at the two ends of a wire, where the names differ.
SAME = [
    {"5V", "LEDS_A", "LEDS_B"}, {"DIN", "LED_DATA"}, {"+5V", "EXT_IN"}, {"VCC", "+3V3"}, {"RXD", "READER_TX"},
    {"TXD", "READER_RX"}, {"DATA", "DATA_FAR"}, {"B", "GND"},
    *({"A", f"BUTTON_W{n}"} for n in range(5)),
]  # fmt: skip


@pytest.mark.drawing
@pytest.mark.parametrize("name", [*(f"{board}-harness" for board in BOARDS), "chain-cable"])
def test_every_wire_joins_the_same_signal(name):
    import yaml

    plan = yaml.safe_load((WIRING / f"{name}.yml").read_text())
    joined = 0

    def label(connector, pin):
        part = plan["connectors"][connector]
        pins = part.get("pins", list(range(1, len(part["pinlabels"]) + 1)))
        return part["pinlabels"][pins.index(pin)]

    for one, _, other in plan["connections"]:
        if isinstance(one, str):
            continue
        (a, pins_a), (b, pins_b) = *one.items(), *other.items()
        if isinstance(pins_a, str):
            first, last = map(int, pins_a.split("-"))
            pins_a = pins_b = list(range(first, last + 1))
        for pin_a, pin_b in zip(pins_a, pins_b, strict=True):
            ends = {label(a, pin_a), label(b, pin_b)}
            assert len(ends) == 1 or any(ends <= same for same in SAME), (a, b, ends)
            joined += 1
    assert joined >= 10
    drawn = (WIRING / f"{name}.svg").read_text()
    for connector in plan["connectors"]:
        if plan["connectors"][connector].get("style") != "simple":
            assert f">{connector}<" in drawn.replace("&#45;", "-"), connector
