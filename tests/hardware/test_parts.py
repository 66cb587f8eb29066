# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The parts list, BOM by BOM and piece by piece: nothing forgotten, nothing left over, quantities counted again here."""

import csv
import math
import re

import pytest

from tavle.board import fittings, geometry
from tavle.field.parts import facts
from tavle.paths import hardware

PARTS = hardware() / "parts"
BOARDS = geometry.boards()


def rows_of(name):
    with (PARTS / name).open(newline="", encoding="utf-8") as file:
        return {row["stock"]: row for row in csv.DictReader(file)}


def boms():
    found = {}
    for file in (hardware() / "electronics").glob("*/*-bom.csv"):
        with file.open(newline="", encoding="utf-8") as lines:
            found[file.parent.name] = list(csv.DictReader(lines))
    return found


def test_every_part_of_every_bom_is_in_the_list_and_the_other_way_round():
    catalogue, used = rows_of("catalogue.csv"), {}
    for board, rows in boms().items():
        for row in rows:
            if not row["stock"]:
                assert re.fullmatch(r"(TP|H)\d+([-,](TP|H)?\d+)*", row["reference"]), row
                continue
            assert row["stock"] in catalogue, (board, row)
            assert catalogue[row["stock"]]["count"] == "bom"
            used.setdefault(row["stock"], set()).add(board)
    if {"carrier", "reader8"} <= set(boms()):
        assert set(used) == {name for name, row in catalogue.items() if row["count"] == "bom"}
    assert {"74hc165", "idc-10", "xh-2", "sip9-10k", "c-100n", "r-100k"} <= set(used)


def test_values_of_the_boms_are_what_the_list_says():
    """74HC165 is not bought as 74HC595, and 10k not as 100k."""
    catalogue = rows_of("catalogue.csv")
    for rows in boms().values():
        for row in rows:
            stock, value = row["stock"], row["value"].split(",")[0]
            if not stock or row["reference"].startswith(("J", "U1", "BZ", "D6", "F")):
                continue
            words = catalogue[stock]["what"].replace("ohm", "").replace(" ", "")
            wanted = {"100n": "100nF", "1000u": "1000uF", "10u": "10uF", "8x10k": "8x10k"}.get(
                value, value
            )
            known = (
                wanted in words
                or wanted
                in catalogue[stock]["search"].replace(" ", "") + catalogue[stock]["first"]
            )
            assert known, (row, words)


@pytest.mark.parametrize("board", BOARDS)
def test_quantities_counted_again(board):
    bought = {stock: float(row[board]) for stock, row in rows_of("parts.csv").items()}
    spare = {stock: float(row["spare"]) for stock, row in rows_of("catalogue.csv").items()}
    loaded = geometry.load(board)
    spaces, readers = len(loaded.spaces), -(-len(loaded.spaces) // 8)
    need = {
        "reed": spaces, "magnet": 16, "felt": 16, "weight": 16, "pixel": spaces + 4, "pcb-reader8": readers, "pn532": 1, "supply": 1,
        "button": 5, "idc-socket-10": 2 * (readers + 1), "xh-2-plug": spaces + 5,
        "sticker": {"partners": 56, "ludo": 6, "sorry": 45}[board],
        # What belongs to the parts on the boards, though no board names it: sockets, plugs, what they stand on.
        "magnet-weak": 4, "magnet-strong": 4, "dc-socket": 1, "dc-switch": 1, "foot": 4, "clip": 2, "tie": readers + 10,
        "screw-m3-above": 4 * (readers + 1), "screw-m3-below": 4 * (readers + 1), "adhesive-film": 1, "wood-glue": 1, "glue": 2,
        "hot-glue": -(-spaces // 20),
        "pcb-carrier": 1, "pin-sockets-20": 2, "dip-socket-14": 2, "dip-socket-16": readers + 1, "xh-6-plug": 1,
        "standoff-m3": 4 * (readers + 1), "usb-cable": 1, "film": 1, "acrylic": 1, "carrier-sheet": 1, "frame": 1,
        "screw-m4": sum(f.kind == "screw" for f in fittings.load(loaded)),
    }  # fmt: skip
    counted = {
        "wire-power",
        "wire-light",
        "wire-reed",
        "ribbon",
        "filament",
        "deck",
        "shrink",
        "solder",
    }
    solder = {row["stock"] for rows in boms().values() for row in rows}
    assert set(bought) == set(need) | counted | solder - {""}
    assert all(bought[stock] > 0 for stock in counted)
    for stock, number in need.items():
        assert bought[stock] == number + spare[stock], stock
    for name, rows in boms().items():
        times = readers if name == "reader8" else 1
        for row in rows:
            if row["stock"]:
                assert bought[row["stock"]] >= times * int(row["quantity"]), row
    chips = {
        name: sum(int(r["quantity"]) for r in rows if r["stock"] == "74hc165")
        for name, rows in boms().items()
    }
    wanted = sum(n * (readers if name == "reader8" else 1) for name, n in chips.items())
    assert bought["74hc165"] == wanted + spare["74hc165"]


def words(rows, stock):
    return " | ".join(
        rows[stock][column] for column in ("what", "spec", "search", "first", "second")
    )


def test_words_one_orders_by_are_those_of_model_drawing_and_boards():
    """Length, section, ampere-turns, hold current, thread: every figure of the row, not only some."""
    rows, s = rows_of("parts.csv"), fittings.sizes()
    bom = {row["stock"]: row["value"] for found in boms().values() for row in found}
    reed = facts()["reed"]
    wanted = {
        "reed": {"mm": {f"{reed['glass_mm']:g}", f"{s['reed']['glass_d_mm']:g}", f"{s['reed']['lead_mm'] + s['reed']['lead_fit_mm']:g}"}},
        "screw-m4": {"M4 ?x ?": {f"{s['screw']['length_mm']:g}"}},
        "screw-m3-above": {"M3 ?x ?": {f"{s['screw']['m3_mm']:g}"}},
        "screw-m3-below": {"M3 ?x ?": {f"{s['screw']['m3_below_mm']:g}"}},
        "standoff-m3": {"M3 ?x ?": {f"{s['standoff']['height_mm']:g}"}},
        "wire-power": {"mm2": {f"{s['wire']['power_mm2']:g}"}},
        "wire-light": {"mm2": {f"{s['wire']['light_mm2']:g}"}},
        "wire-reed": {"mm2": {f"{s['wire']['reed_mm2']:g}"}},
        "ptc-2a5": {"A hold": {bom["ptc-2a5"].split("A")[0]}},
        "frame": {"mm": {f"{s['sheet']['frame_mm']:g}", f"{s['sheet']['frame_w_mm']:g}", f"{s['sheet']['bottom_mm']:g}"}},
        "button": {"mm": {f"{s['button'][k]:g}" for k in ("d_mm", "thread_mm", "deep_mm")}},
        "carrier-sheet": {"mm": {f"{s['sheet']['carrier_mm']:g}", "486"}},
        "acrylic": {"mm": {f"{s['sheet']['diffuser_mm']:g}", "486"}},
        "pixel": {"mm": {f"{s['cup']['led_d_mm'] - 0.2:g}", f"{s['cup']['ledge_d_mm']:g}"}},
        "foot": {"mm": {f"{s['foot']['height_mm']:g}"}},
        "felt": {"mm": {f"{facts()['choice']['cover_mm']:g}", f"{s['pawn']['felt_d_mm']:g}"}},
        "film": {"mm": {f"{s['sheet']['film_mm']:g}", "486"}},
        "weight": {"mm": {f"{s['pawn']['weight_mm']:g}", facts()["choice"]["magnet"].split("x")[0]}},
    }  # fmt: skip
    for stock, units in wanted.items():
        text = words(rows, stock)
        for unit, figures in units.items():
            before = unit.startswith("M")
            pattern = rf"\b{unit}(\d[\d.]*)" if before else rf"(?<![\d.x])(\d[\d.]*) ?{unit}\b"
            found = re.findall(pattern, text)
            assert set(found) == figures, (stock, text, found)
    # The class in ampere-turns stands in every word of the reed; the fuse is the board's.
    assert set(re.findall(r"(\d+-\d+)(?= AT|$)", words(rows, "reed"))) == {
        facts()["choice"]["reed"]
    }
    assert set(re.findall(r"T?(\d+)A", words(rows, "fuse-4a"))) == {bom["fuse-4a"].strip("TA")}
    assert f"{bom['fuse-4a'].strip('TA')} A" in rows["supply"]["spec"]
    assert f"at most {s['pcb']['capacitor_mm']:g} mm high" in rows["cp-1000u"]["spec"]


def every_word(row):
    columns = ("what", "spec", "alternatives", "search", "first", "second")
    return " | ".join(row[c] for c in columns)


CASE = r"\b(?:DIP-?\d+|SOT-23-\d|DO-\d+(?:AD)?|TO-92|SIP-?9)\b"


def test_a_part_has_case_pitch_and_ways_of_its_footprint():
    rows, seen = rows_of("parts.csv"), 0
    for part in (row for found in boms().values() for row in found if row["stock"]):
        text = every_word(rows[part["stock"]])
        footprint = part["footprint"].partition(":")[2].replace("_", " ")
        cases = set(re.findall(CASE, text))
        assert {c.replace("-", "") for c in cases} <= {
            c.replace("-", "") for c in re.findall(CASE, footprint)
        }, (text, footprint)
        assert cases or not re.search(CASE, footprint), (text, footprint)
        for pitch in re.findall(r"P(\d+\.\d+)mm", footprint):
            if re.search("Disc|Radial|IDC|JST|Terminal", footprint):
                assert re.search(rf"(?<![\d.]){float(pitch):g} mm", text), (text, footprint)
                assert set(re.findall(r"([\d.]+) ?mm pitch", text)) <= {f"{float(pitch):g}"}
                seen += 1
        for ways in re.findall(r"\b[12]x0(\d)\b", footprint):
            assert re.search(rf"\b(?:2x)?{ways}(?: pins?\b| ways?\b| |$)", text), (
                text,
                footprint,
            )
    assert seen > 8
    assert all("1x20" in rows["pin-sockets-20"][c] for c in ("what", "search")), "40 pins in two"


def test_a_row_does_not_contradict_itself_or_the_parts_beside_it():
    """Threads, plugs, currents, sections: one value in every word of a row, and the same in the rows it must suit."""
    rows, s = rows_of("parts.csv"), fittings.sizes()
    for stock, row in rows.items():
        assert len(set(re.findall(r"\bM(\d)(?=[ x])", every_word(row)))) <= 1, (stock, row)
    for stock in ("supply", "dc-socket", "dc-switch"):
        plugs = re.findall(r"(\d\.\d) ?x ?(\d\.\d)", every_word(rows[stock]))
        assert plugs and all(set(plug) == {"5.5", "2.1"} for plug in plugs), stock
    fuse = float(re.search(r"T(\d+)A", rows["fuse-4a"]["what"])[1])
    assert {float(n) for n in re.findall(r"\b0218(\d{3})\b", every_word(rows["fuse-4a"]))} == {
        fuse
    }
    assert set(re.findall(r"(\d+) ?x ?(\d+)", words(rows, "fuse-4a"))) == {("5", "20")}
    for stock in ("terminal-2", "terminal-3", "dc-socket", "dc-switch", "sb540"):
        (most,) = re.findall(r"(?<![\d.])(\d+) A\b", words(rows, stock))
        assert float(most) > fuse, stock
    ptc = every_word(rows["ptc-2a5"])
    hold = float(re.search(r"([\d.]+) A hold", ptc)[1])
    assert {int(n) for n in re.findall(r"R(?:XEF)?(\d{3})", ptc)} == {round(100 * hold)}
    assert float(re.search(r"([\d.]+) A trip", ptc)[1]) == 2 * hold
    tall = re.findall(r"10[xX](\d+)", words(rows, "cp-1000u"))
    assert set(tall) == {f"{s['pcb']['capacitor_mm']:g}"}
    # American gauges: area of a wire of 0.127 mm times 92 to the power of (36 - n) / 39.
    for stock, mm2 in (("wire-light", s["wire"]["light_mm2"]), ("wire-reed", s["wire"]["reed_mm2"]), ("ribbon", 0.0178 / 0.213)):  # fmt: skip
        gauges = re.findall(r"(\d+) AWG", every_word(rows[stock]))
        assert gauges, stock
        for n in map(int, gauges):
            area = math.pi / 4 * (0.127 * 92 ** ((36 - n) / 39)) ** 2
            assert area == pytest.approx(mm2, rel=0.15), stock
    for stock in ("ribbon", "idc-socket-10"):
        assert "1.27 mm" in rows[stock]["spec"] and not re.search(r"\b(?:1|2)\.0 ?mm", every_word(rows[stock]))  # fmt: skip


def test_sections_of_wires_are_those_the_electricity_is_calculated_with():
    """Copper has 0.0178 ohm mm2 / m."""
    text = (hardware() / "electronics" / "calculate.py").read_text()
    light, feed = map(
        float, re.search(r"LIGHT_OHM_M, FEED_OHM_M, JOINT_OHM = ([\d.]+), ([\d.]+)", text).groups()
    )
    wire = fittings.sizes()["wire"]
    assert 0.0178 / wire["light_mm2"] == pytest.approx(light, rel=0.02)
    assert 0.0178 / wire["power_mm2"] == pytest.approx(feed, rel=0.02)
    harness = (hardware() / "wiring" / "partners-harness.yml").read_text()
    gauges = set(re.findall(r"gauge: ([\d.]+) mm2", harness))
    assert gauges == {f"{wire['power_mm2']:g}", f"{wire['reed_mm2']:g}"}


def test_work_is_counted_from_the_boards_and_said_on_the_first_page():
    page = (PARTS / "README.md").read_text()
    joints = list(
        map(int, re.search(r"\| joints to solder \| (\d+) \| (\d+) \| (\d+) \|", page).groups())
    )
    crimps = list(
        map(int, re.search(r"\| contacts to crimp \| (\d+) \| (\d+) \| (\d+) \|", page).groups())
    )
    pins = {
        "74hc165": 16,
        "sip9-10k": 9,
        "idc-10": 10,
        "xh-2": 2,
        "c-100n": 2,
        "c-220p": 2,
        "r-1k": 2,
        "r-100k": 2,
    }
    reader = sum(
        pins[row["stock"]] * int(row["quantity"]) for row in boms()["reader8"] if row["stock"]
    )
    for board, found, crimped in zip(BOARDS, joints, crimps, strict=True):
        spaces = len(geometry.load(board).spaces)
        boards = -(-spaces // 8)
        assert crimped == 2 * (spaces + 5) + 4
        carrier = found - boards * reader - 6 * (spaces + 4) - 2 * (spaces + 5) - 4
        assert 200 < carrier < 245, "the pads of the carrier"
    first = (hardware() / "README.md").read_text().replace(",", "")
    least, most = map(int, re.search(r"patience for (\d+) to (\d+) joints", first).groups())
    assert least <= min(joints) and max(joints) <= most and most - least < 500


def test_order_numbers_of_resistors_and_capacitors_say_their_value():
    """Yageo writes 4K7, Vishay 4701 and for less than 100 ohm 4709, capacitors have 104 for 100 nF or their microfarads."""
    for stock, row in rows_of("parts.csv").items():
        for number in (row["first"], row["second"]):
            if stock.startswith("r-"):
                letter = re.search(r"-(\d+)([RK])(\d?)$", number)
                digits = re.search(r"C(\d{3})(\d)F", number)
                ohm = (
                    float(f"{letter[1]}.{letter[3]}0") * {"R": 1, "K": 1000}[letter[2]]
                    if letter
                    else int(digits[1]) * (10 ** int(digits[2]) if digits[2] != "9" else 0.1)
                )
                said = re.search(r"([\d.]+) ?(k?)", row["what"])
                assert ohm == pytest.approx(float(said[1]) * (1000 if said[2] else 1)), number
            elif stock in ("c-100n", "c-220p"):
                assert {"c-100n": "104K", "c-220p": "221J"}[stock] in number, number
            elif stock in ("cp-10u", "cp-1000u"):
                said = re.search(r"\D(\d+)ME|10([02])$", number)
                micro = float(said[1] or 10 * 10 ** int(said[2]))
                assert micro == float(re.search(r"(\d+) uF", row["what"])[1]), number


def test_every_row_has_a_specification_alternatives_two_numbers_or_why_not_and_a_price():
    for stock, row in rows_of("catalogue.csv").items():
        for column in ("group", "what", "spec", "count"):
            assert row[column], (stock, column)
        if stock != "deck":
            assert row["alternatives"] and row["search"], stock
            assert bool(row["first"] and row["second"]) != bool(row["why"]), stock
            assert 0 < float(row["eur_low"]) < float(row["eur_high"]) <= 60, stock
        assert not re.search(r"https?:|www\.|\.com", ",".join(row.values())), "hints name no shop"


def test_every_value_is_filled_in_and_the_controller_to_buy_is_named():
    page = (PARTS / "README.md").read_text()
    assert not re.search(r"[{}]", page + (PARTS / "parts.csv").read_text())
    pico = rows_of("parts.csv")["pico"]
    assert pico["what"] == "Raspberry Pi Pico 2"
    assert "Not the first Pico" in pico["alternatives"]


def test_magnet_and_reed_are_those_of_the_model():
    rows, choice = rows_of("parts.csv"), facts()["choice"]
    assert f"{choice['magnet']} mm {choice['grade']}" in rows["magnet"]["what"]
    assert f"class {choice['reed']} AT" in rows["reed"]["spec"]
    assert f"{fittings.sizes()['sheet']['diffuser_mm']:g} mm" in rows["acrylic"]["spec"]


def test_estimate_on_the_page_is_the_sum_of_the_rows():
    page, rows = (PARTS / "README.md").read_text(), rows_of("parts.csv")
    line = next(row for row in page.splitlines() if row.startswith("| estimate, EUR"))
    shown = re.findall(r"(\d+) to (\d+)", line)
    for board, (low, high) in zip(BOARDS, shown, strict=True):
        for figure, key in ((low, "eur_low"), (high, "eur_high")):
            total = sum(float(row[key]) * float(row[board]) for row in rows.values())
            assert 0 <= int(figure) - total < 10
    assert "Not yet built" in page
