# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The committed boards: clean by KiCad's checks, complete for a fab, and the same part by part everywhere."""

import csv
import dataclasses
import json
import math
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import intent
import pytest
from intent import BOARDS, ELECTRONICS, ROOT

LAYERS = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "B_Silkscreen", "Edge_Cuts")


@pytest.fixture
def kicad(tmp_path):
    """Return kicad-cli with the installation's library tables and nobody's settings."""
    home = tmp_path / "settings" / "9.0"
    home.mkdir(parents=True)
    template = Path(os.environ.get("KICAD9_TEMPLATE_DIR", "/usr/share/kicad/template"))
    for name in ("sym-lib-table", "fp-lib-table"):
        shutil.copy(template / name, home / name)

    def run(*words):
        return subprocess.run(
            ["kicad-cli", *map(str, words)], capture_output=True, text=True, check=False,
            env=dict(os.environ, KICAD_CONFIG_HOME=str(home.parent)),
        )  # fmt: skip

    return run


def copied(name: str, folder: Path) -> Path:
    target = folder / name
    target.mkdir()
    for end in ("kicad_sch", "kicad_pcb", "kicad_pro"):
        shutil.copy(ELECTRONICS / name / f"{name}.{end}", target)
    return target


def erc(kicad, folder: Path, name: str) -> list[str]:
    report = folder / "erc.json"
    words = "sch erc --severity-all --format json -o".split()
    done = kicad(*words, report, folder / f"{name}.kicad_sch")
    assert report.exists(), done.stderr
    return [
        v["type"]
        for sheet in json.loads(report.read_text())["sheets"]
        for v in sheet["violations"]
    ]


def drc(kicad, folder: Path, name: str) -> list[str]:
    report = folder / "drc.json"
    done = kicad("pcb", "drc", "--schematic-parity", "--severity-all", "--format", "json", "-o", report,
                 folder / f"{name}.kicad_pcb")  # fmt: skip
    assert report.exists(), done.stderr
    found = json.loads(report.read_text())
    groups = ("violations", "unconnected_items", "schematic_parity")
    return [v["type"] for group in groups for v in found[group]]


@pytest.mark.kicad
@pytest.mark.parametrize("name", BOARDS)
def test_the_committed_board_has_no_violation(name, kicad, tmp_path):
    folder = copied(name, tmp_path)
    assert erc(kicad, folder, name) == []
    assert drc(kicad, folder, name) == []


@pytest.mark.kicad
def test_a_misspelt_label_and_a_missing_track_are_violations(kicad, tmp_path):
    folder = copied("reader8", tmp_path)
    sheet, board = folder / "reader8.kicad_sch", folder / "reader8.kicad_pcb"
    text = sheet.read_text(encoding="utf-8")
    misspelt = re.sub(r'(\(label\s+)"REED_E"', r'\1"REED_X"', text, count=1)
    assert misspelt != text
    sheet.write_text(misspelt, encoding="utf-8")
    assert erc(kicad, folder, "reader8") != []
    sheet.write_text(text, encoding="utf-8")
    from kit import sexpr

    tree = sexpr.parse(board.read_text(encoding="utf-8"))
    net = next(n[1] for n in sexpr.every(tree, "net") if n[2] == "/REED_E")
    tree = [
        x
        for x in tree
        if not (isinstance(x, list) and x[0] == "segment" and sexpr.value(x, "net") == net)
    ]
    board.write_text(sexpr.dump(tree), encoding="utf-8")
    assert "unconnected_items" in drc(kicad, folder, "reader8")


# What is printed beside a pad -> the nets that may be there.
PRINTED = {
    "3V3": {"+3V3"}, "GND": {"GND"}, "TX": {"READER_TX"}, "RX": {"READER_RX"}, "RST": {"READER_RST"}, "IRQ": {"READER_IRQ"},
    "SDA": {"SDA"}, "SCL": {"SCL"}, "CLK": {"CLK"}, "LATCH": {"LATCH"}, "DATA": {"DATA", "DATA_FAR", "LED_DATA"},
    "5V": {"LEDS_A", "LEDS_B"}, "+5V": {"EXT_IN", "+5V"},
    **{letter: {f"REED_{letter}"} for letter in "ABCDEFGH"},
    **{f"{letter} bit {n}": {f"REED_{letter}"} for n, letter in enumerate("ABCDEFGH")},
    **{label: {f"BUTTON_W{n}"} for n, label in enumerate(intent.BUTTONS)},
}  # fmt: skip


def misprints(tree) -> tuple[int, list[str]]:
    """Return how many words on a board's silk name a pad, and those that name another one."""
    from kit import sexpr

    pads = []
    for part in sexpr.every(tree, "footprint"):
        ref = next(str(p[2]) for p in sexpr.every(part, "property") if p[1] == "Reference")
        if not ref.startswith(("J", "TP")):
            continue
        x, y, turn = (*map(float, sexpr.first(part, "at")[1:]), 0.0)[:3]
        angle = math.radians(turn)
        for pad in sexpr.every(part, "pad"):
            dx, dy = (float(v) for v in sexpr.first(pad, "at")[1:3])
            place = (
                x + dx * math.cos(angle) + dy * math.sin(angle),
                y - dx * math.sin(angle) + dy * math.cos(angle),
            )
            net = next((str(n[2]).lstrip("/") for n in sexpr.every(pad, "net")), "")
            pads.append((place, net, part))
    found, wrong = 0, []
    for text in sexpr.every(tree, "gr_text"):
        word = str(text[1])
        if word not in PRINTED:
            continue
        place = tuple(float(v) for v in sexpr.first(text, "at")[1:3])
        by_part: dict[int, tuple[float, set[str]]] = {}
        for spot, net, part in pads:
            gap = math.dist(spot, place)
            least, nets = by_part.get(id(part), (gap, set()))
            by_part[id(part)] = (min(least, gap), nets | {net})
        gap, net, part = min((math.dist(s, place), n, id(p)) for s, n, p in pads)
        # A word for a whole connector, or for one pad of it.
        named = by_part[part][1] if " " in word or len(word) == 1 or word == "TABLE" else {net}
        if gap > 9:  # of another part: the light beside its name
            continue
        found += 1
        if not named & PRINTED[word]:
            wrong.append(f"{word} at {place} is beside {', '.join(sorted(named))}")
    return found, wrong


@pytest.mark.parametrize(("name", "least"), [("reader8", 26), ("carrier", 30)])
def test_what_is_printed_beside_a_pad_is_what_the_pad_carries(name, least):
    from kit import sexpr

    text = (ELECTRONICS / name / f"{name}.kicad_pcb").read_text(encoding="utf-8")
    found, wrong = misprints(sexpr.parse(text))
    assert wrong == [] and found >= least
    one, other = ("LATCH", "DATA") if name == "reader8" else ("TX", "RX")
    swapped = text.replace(f'"{one}"', '"?"').replace(f'"{other}"', f'"{one}"').replace('"?"', f'"{other}"')  # fmt: skip
    assert misprints(sexpr.parse(swapped))[1] != []


def holes_of(text):
    """Return [distance to the nearest edge across, along, diameter] of every mounting hole, in mm, and their corners."""
    from kit import sexpr

    tree = sexpr.parse(text)
    edge = [
        tuple(map(float, sexpr.first(shape, end)[1:3]))
        for kind in ("gr_line", "gr_arc", "gr_rect")
        for shape in sexpr.every(tree, kind)
        if sexpr.value(shape, "layer") == "Edge.Cuts"
        for end in ("start", "end")
    ]
    (left, right), (top, bottom) = ((min(ns), max(ns)) for ns in zip(*edge, strict=True))
    found, corners = [], set()
    for part in sexpr.every(tree, "footprint"):
        if "MountingHole" in str(part[1]):
            x, y = map(float, sexpr.first(part, "at")[1:3])
            drill = max(float(sexpr.value(pad, "drill")) for pad in sexpr.every(part, "pad"))
            found.append(
                [round(min(x - left, right - x), 3), round(min(y - top, bottom - y), 3), drill]
            )
            corners.add((x - left < right - x, y - top < bottom - y))
    return found, corners


@pytest.mark.parametrize("name", BOARDS)
def test_a_standoff_stands_in_every_corner(name):
    text = (ELECTRONICS / name / f"{name}.kicad_pcb").read_text(encoding="utf-8")
    found, corners = holes_of(text)
    assert found == [[4.0, 4.0, 3.2]] * 4 and len(corners) == 4


@pytest.mark.parametrize("name", BOARDS)
def test_a_fab_finds_every_layer_and_the_drill(name):
    with zipfile.ZipFile(ELECTRONICS / name / f"{name}-gerbers.zip") as archive:
        names = archive.namelist()
        for layer in LAYERS:
            assert any(layer in n and archive.getinfo(n).file_size > 200 for n in names), layer
        drills = [n for n in names if n.endswith(".drl")]
        assert any("NPTH" not in n for n in drills) and any("NPTH" in n for n in drills)


def bom(name: str) -> dict[str, tuple[str, str]]:
    """Return reference -> (stock, footprint) of a board's bill of materials."""
    found = {}
    with (ELECTRONICS / name / f"{name}-bom.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            refs = []
            for piece in row["reference"].split(","):
                one, _, last = piece.partition("-")
                letters = re.match(r"[A-Z]+", one)[0]
                first = int(one[len(letters) :])
                refs += [
                    f"{letters}{n}"
                    for n in range(
                        first, int(last[len(letters) :] or first) + 1 if last else first + 1
                    )
                ]
            assert len(refs) == int(row["quantity"])
            found |= dict.fromkeys(refs, (row["stock"], row["footprint"]))
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_bill_schematic_board_positions_and_page_list_the_same_parts(name):
    from kit import sexpr

    folder = ELECTRONICS / name
    tree = sexpr.parse((folder / f"{name}.net").read_text(encoding="utf-8"))
    schematic = {
        sexpr.value(c, "ref"): sexpr.value(c, "footprint")
        for c in sexpr.every(sexpr.first(tree, "components"), "comp")
        if not sexpr.value(c, "ref").startswith("TP")
    }
    assert {ref: footprint for ref, (_, footprint) in bom(name).items()} == schematic
    pcb = sexpr.parse((folder / f"{name}.kicad_pcb").read_text(encoding="utf-8"))
    board = {}
    for fp in sexpr.every(pcb, "footprint"):
        ref = next(str(p[2]) for p in sexpr.every(fp, "property") if p[1] == "Reference")
        if not ref.startswith(("H", "TP")):
            board[ref] = str(fp[1])
    assert board == schematic
    with (folder / f"{name}-positions.csv").open(encoding="utf-8") as file:
        placed = {row["Ref"] for row in csv.DictReader(file)}
    assert placed - {f"TP{n}" for n in range(1, 9)} == set(schematic)
    page = (folder / f"{name}-ibom.html").read_text(encoding="utf-8")
    assert all(f'"{ref}"' in page for ref in schematic)


@pytest.mark.parametrize("name", BOARDS)
def test_a_house_is_told_every_part_once_by_order_number_and_where_its_middle_is(name):
    folder = ELECTRONICS / "assembly"
    with (folder / f"bom-{name}.csv").open(encoding="utf-8") as file:
        bought = list(csv.DictReader(file))
    with (folder / f"cpl-{name}.csv").open(encoding="utf-8") as file:
        placed = {row["Designator"]: row for row in csv.DictReader(file)}
    with (ELECTRONICS / name / f"{name}-positions.csv").open(encoding="utf-8") as file:
        kicad = {row["Ref"]: row for row in csv.DictReader(file)}
    refs = [ref for row in bought for ref in row["Designator"].split(",")]
    # The Pico goes into its socket by hand.
    assert sorted(refs) == sorted(ref for ref, (stock, _) in bom(name).items() if stock != "pico")
    assert set(placed) == set(refs) and len(refs) == sum(int(row["Quantity"]) for row in bought)
    assert all(len(row["MPN"]) > 4 and len(row["Manufacturer"]) > 1 for row in bought)
    assert sum(bool(row["MPN 2"]) for row in bought) >= len(bought) - 3
    # From its first pad KiCad's place to the middle it is half the pitch, along the part.
    for row in bought:
        pitch = re.fullmatch(r"(?:R_Axial|D_DO|C_Disc).*_P([\d.]+)mm.*", row["Footprint"])
        for ref in row["Designator"].split(",") if pitch else ():
            angle, half = math.radians(float(kicad[ref]["Rot"])), float(pitch[1]) / 2
            middle = (
                float(kicad[ref]["PosX"]) + half * math.cos(angle),
                float(kicad[ref]["PosY"]) + half * math.sin(angle),
            )
            told = float(placed[ref]["Mid X"]), float(placed[ref]["Mid Y"])
            assert math.dist(told, middle) < 0.01, ref
            assert (float(placed[ref]["Rotation"]) - float(kicad[ref]["Rot"])) % 360 == 0


def test_every_part_of_the_boards_is_in_the_catalogue():
    with (ROOT / "hardware/parts/catalogue.csv").open(encoding="utf-8") as file:
        listed = {row["stock"] for row in csv.DictReader(file)}
    for name in BOARDS:
        assert {stock for stock, _ in bom(name).values()} <= listed


@pytest.mark.ngspice
def test_every_figure_is_calculated_anew_and_within_its_limits():
    import calculate

    with (ELECTRONICS / "results.csv").open(encoding="utf-8") as file:
        committed = {row["key"]: float(row["value"]) for row in csv.DictReader(file)}
    found = {}
    for question, figure in calculate.answers():
        assert calculate.holds(question, figure), f"{question.key}: {figure} {question.unit}"
        found[question.key] = figure
    assert set(found) == set(committed)
    for key, figure in found.items():
        assert abs(figure - committed[key]) <= 0.02 * abs(figure) + 1e-3, key
    # The delay of the data beats every skew that the cable can make, and the hold time.
    skews = [value for key, value in found.items() if key.startswith("clock_adverse")]
    assert len(skews) == 5 and found["data_delay"] > max(skews) + 5


@pytest.mark.ngspice
def test_the_calculations_notice_a_worse_design(monkeypatch):
    import calculate

    def lowest(feeds, ma):
        return calculate.simulate(calculate.lights("sorry", feeds, ma, "even"))["lowest"]

    assert lowest("two", 500) > lowest("two", 2000) > lowest("one", 2000) > lowest("one", 4000)
    assert lowest("one", 4000) < 3.5
    # A ribbon of one metre between two boards makes more skew.
    short = calculate._adverse_ns(calculate.simulate(calculate.clock("sorry", "typical")))
    long = dataclasses.replace(calculate.table("sorry"), ribbons=(1000.0,) * 15)
    monkeypatch.setattr(calculate, "table", lambda game: long)
    assert calculate._adverse_ns(calculate.simulate(calculate.clock("sorry", "typical"))) > short
    # Without the bleeder a hot diode's leak would look like an external supply.
    netlist = calculate.usb(5e-3).replace("Rbleed raw 0 150", "Rbleed raw 0 1e6")
    assert calculate.simulate(netlist)["sense"] > 0.8


def test_the_readme_shows_the_committed_figures():
    import calculate

    text = (ELECTRONICS / "README.md").read_text(encoding="utf-8")
    table = text.split("<!-- results -->\n")[1].split("<!-- end of results -->")[0]
    with (ELECTRONICS / "results.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(table.splitlines()) == len(rows) + 2 == len(calculate.questions()) + 2
    for row in rows:
        assert f"| {row['question']} | {row['value']} {row['unit']} |" in table


def test_the_cable_table_of_the_readme_is_the_cable():
    from designs import chain

    text = (ELECTRONICS / "README.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| signal |"))
    shown = [cell.strip().split(" ")[0] for cell in row.strip("|").split("|")][1:]
    assert shown == [intent.CABLE[pin] for pin in range(1, 11)]
    assert {int(pin): net.removeprefix("+") for pin, net in chain.IN.items()} == intent.CABLE


def test_a_bad_route_is_named_with_row_and_column(tmp_path):
    # layout.py needs KiCad's Python; what it reads is checked by the same rules here.
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import types; sys.modules['pcbnew'] = types.SimpleNamespace(VECTOR2I=None, BOARD=None, BOX2I=None,"
        " FOOTPRINT=None, NETINFO_ITEM=None)\n"
        "from pathlib import Path\nfrom kit import layout\n"
        "try: layout.read_routes(Path(sys.argv[2]))\n"
        "except Exception as error: print(error)\n"
    )
    routes = tmp_path / "routes.csv"
    head = "net,layer,width_mm,x1_mm,y1_mm,x2_mm,y2_mm\n"
    for line, message in (
        ("CLK,F.Cu,0.4,1,2,three,4\n", "row 2, column x2_mm: 'three' is no number"),
        ("CLK,In1.Cu,0.4,1,2,3,4\n", "row 2, column layer: 'In1.Cu'"),
    ):
        routes.write_text(head + line, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", code, str(ELECTRONICS), str(routes)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert message in done.stdout, done.stdout + done.stderr
