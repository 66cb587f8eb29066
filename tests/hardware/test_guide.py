# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The build guide: numbers from calculations only, links and commands that exist, a sheet for every step and finding."""

import importlib.util
import re

import pytest

from tavle import cli
from tavle.board import fittings, geometry
from tavle.device import sheet
from tavle.field.parts import facts
from tavle.paths import ROOT, add_firmware, board_file, hardware

GUIDE = hardware() / "guide"
TEXTS = sorted((GUIDE / "text").glob("*.md"))
PAGES = [GUIDE / text.name for text in TEXTS]
BOARDS = geometry.boards()
add_firmware()

# Names of things, not figures: rails, tools, a pilot drill, the ring that a sentence speaks of.
NAMES = (
    "3.3 V",
    "5 V",
    "5V",
    "3 mm through",
    "4 A",
    "100 nF",
    "100 %",
    "notches of 8 mm",
)


def guide_maker():
    """Return hardware/guide/make.py; other folders have a make.py too."""
    spec = importlib.util.spec_from_file_location("guide_make", GUIDE / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_no_figure_is_written_by_hand(text):
    words = text.read_text()
    for name in NAMES:
        words = words.replace(name, "")
    found = re.findall(r"(?<![\w{.])\d[\d.,]*\s?(?:mm|V|A|mA|AT|ohm|kHz|ms|s|m|W|g|%)\b", words)
    assert found == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_figure_of_a_page_has_been_filled_in_and_it_says_what_it_is(page):
    text = page.read_text()
    assert "{{" not in text and "}}" not in text
    assert re.search(r"[Nn]obody has (built|done)|[Nn]othing has been built", text)


def test_figures_that_two_pages_have_are_the_same():
    text = (GUIDE / "README.md").read_text()
    one, *all_of_them = re.search(
        r"closed reed draws ([\d.]+) mA; all of them together (\d+), (\d+) or (\d+) mA", text
    ).groups()
    spaces = [board_file(board).N_BITS for board in ("partners", "ludo", "sorry")]
    assert all_of_them == [str(round(n * float(one))) for n in spaces]
    jig = re.search(r"windows are ([\d.]+) mm", (GUIDE / "two-space-test.md").read_text()).group(1)
    assert f"| closest two spaces, mm | {jig} |" in text
    assert f"| {jig} mm |" in (hardware() / "README.md").read_text()
    rooms = re.search(
        r"least room ([\d.]+) to close, ([\d.]+) to open", (GUIDE / "status.md").read_text()
    ).groups()
    magnetics = (hardware() / "magnetics" / "README.md").read_text()
    assert f"closes 6 mm off the centre with {rooms[0]} " in magnetics
    assert f"at once leaves {rooms[1]} (Partners)" in magnetics


def test_limits_of_the_lights_on_the_page_are_those_of_the_firmware():
    text, pins = (GUIDE / "README.md").read_text(), board_file("r1_pico2")
    said = re.search(r"it says a limit of (\d+) mA, with the\s+supply (\d+) mA", text).groups()
    assert said == (str(pins.LIMIT_USB_MA), str(pins.LIMIT_MA))
    assert f"dims the frame to {pins.LIMIT_MA / 1000:g} A" in text


def test_an_unknown_figure_stops_the_build():
    make = guide_maker()
    with pytest.raises(SystemExit, match=r"text/x.md: no number is called widht"):
        make.fill("{{widht}} mm", {"width": "3"}, "x.md")
    assert make.fill("{{ width }} mm", {"width": "3"}, "x.md") == "3 mm"


@pytest.mark.long
def test_figures_on_the_pages_are_those_of_their_sources():
    make = guide_maker()
    values = make.numbers()
    choice, sizes = facts()["choice"], fittings.sizes()
    assert values["magnet"] == choice["magnet"] and values["reed_class"] == choice["reed"]
    assert float(values["depth"]) == choice["depth_mm"]
    assert float(values["window"]) == sizes["window"]["d_mm"]
    assert int(values["limit"]) == board_file("r1_pico2").LIMIT_MA
    for board in BOARDS:
        assert int(values[f"spaces_{board}"]) == board_file(board).N_BITS
        assert int(values[f"chain_{board}"]) == board_file(board).N_CHIPS + 1
        assert int(values[f"lights_{board}"]) == board_file(board).N_LEDS
        assert float(values[f"close_{board}"]) >= facts()["limits"]["close_margin"]
        assert float(values[f"open_{board}"]) >= facts()["limits"]["open_margin"]
    for way in ("towards_reed", "away_reed", "to_right", "to_left"):
        near, far = float(values[f"near_{way}"]), float(values[f"far_{way}"])
        assert float(values["closed"]) <= near < far < float(values["target_neighbour"]) / 2
    page = (GUIDE / "README.md").read_text()
    assert (
        f"| {' | '.join(values[f'spaces_{b}'] for b in ('partners', 'ludo', 'sorry'))} |" in page
    )


def links_of(path):
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text()):
        if "://" not in target:
            yield target


@pytest.mark.parametrize(
    "page", sorted(hardware().rglob("*.md")), ids=lambda p: str(p.relative_to(hardware()))
)
def test_links_of_hardware_pages_lead_somewhere(page):
    if page.parent.name == "text":
        return  # read where the pages are made
    for target in links_of(page):
        assert (page.parent / target).exists(), target


def test_commands_on_the_pages_exist():
    known = {path.stem for path in (ROOT / "host" / "tavle" / "commands").glob("[a-z]*.py")}
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for page in [*PAGES, hardware() / "README.md", hardware() / "parts" / "README.md"]:
        for word in re.findall(r"`(?:\.venv/bin/)?tavle ([a-z-]+)", page.read_text()):
            assert word.replace("-", "_") in known, (page.name, word)
        for word in re.findall(r"`make ([a-z-]+)", page.read_text()):
            assert word in targets, (page.name, word)


def test_every_step_of_the_guide_has_a_check_a_stop_and_rows_on_the_sheet():
    text = (GUIDE / "README.md").read_text()
    parts = re.split(r"^## (\d+)\. ", text, flags=re.M)
    steps = {int(number): body for number, body in zip(parts[1::2], parts[2::2])}
    assert list(steps) == list(range(1, 13))
    for number, body in steps.items():
        assert "**Check**" in body, number
        assert "**Stop**" in body or number == 12, number
        # What lies on the table before and after, and a picture of it.
        assert re.search(r"\*(On the table before|Before)\*: .+\s\*After\*: ", body, re.S), number
        assert "![" in body, number
    for board in BOARDS:
        rows = [sheet.cells_of(line) for line in sheet.blank(board).splitlines()]
        numbers = [row[0] for row in rows if row and row[0][:1].isdigit()]
        assert {int(n.partition(".")[0]) for n in numbers} == set(steps)
        assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("board", BOARDS)
def test_sheet_of_a_board_has_its_own_figures(board):
    text, made = sheet.blank(board), board_file(board)
    assert f"{made.N_BITS} of {made.N_BITS} close and open" in text
    assert f"{made.N_CHIPS + 1} chips, check bits right" in text
    assert f"{made.N_LEDS} lights" in text


def test_target_of_the_two_space_test_is_one_to_one():
    """Rings every 2 mm around two centres as far apart as the closest pair of spaces."""
    from xml.etree import ElementTree

    tree = ElementTree.fromstring((GUIDE / "two-space-target.svg").read_text())
    circles = [e for e in tree.iter() if e.tag.endswith("circle")]
    centres = sorted({float(e.get("cx")) for e in circles})
    pitch = min(a.distance_mm(b) for board in BOARDS
                for n, a in enumerate(geometry.load(board).spaces)
                for b in geometry.load(board).spaces[:n])  # fmt: skip
    assert len(centres) == 2 and centres[1] - centres[0] == pytest.approx(pitch, abs=0.005)
    assert {float(e.get("r")) for e in circles} == {2, 4, 6, 8, 10}


def test_doctor_says_where_it_cannot_write_a_sheet(tmp_path, capsys):
    other = tmp_path / "diary.md"
    other.write_text("Dear diary\n")
    assert cli.run(["doctor", "--port", str(tmp_path / "tty"), "--sheet", str(other)]) == 1
    assert "it is not a commissioning sheet; name another file" in capsys.readouterr().err
    assert other.read_text() == "Dear diary\n"
    new = tmp_path / "new.md"
    assert cli.run(["doctor", "--port", str(tmp_path / "tty"), "--sheet", str(new)]) == 1
    assert (
        "not written, because the table did not say which board it is" in capsys.readouterr().out
    )
    assert not new.exists()


def test_readme_of_the_folder_tells_the_boards_as_they_are():
    text = (hardware() / "README.md").read_text()
    for board in BOARDS:
        loaded = geometry.load(board)
        row = next(line for line in text.splitlines() if line.startswith(f"| `{board}`"))
        cells = [cell.strip() for cell in row.split("|")[1:-1]]
        pitch = min(
            a.distance_mm(b) for n, a in enumerate(loaded.spaces) for b in loaded.spaces[:n]
        )
        assert cells[1].startswith(" x ".join(f"{n:g}" for n in loaded.size_mm) + " mm")
        assert cells[2].endswith(f"= {len(loaded.spaces)}")
        assert cells[3:5] == [str(board_file(board).N_CHIPS), str(board_file(board).N_LEDS)]
        assert 0 <= pitch - float(cells[5].removesuffix(" mm")) < 0.1
    assert "**Not yet built.**" in text


def test_a_builder_finds_every_kind_of_file():
    """What good hardware repositories ship: this one has it, for each board where it is one per board."""
    wanted = [
        "README.md", "REVISIONS.md", "parts/README.md", "parts/parts.csv", "guide/README.md", "guide/safety.md",
        "guide/troubleshooting.md", "guide/status.md", "guide/two-space-test.md", "cad/pawn-red.step", "cad/reed-holder.stl",
        "electronics/reader8/reader8-schematic.pdf", "electronics/reader8/reader8-gerbers.zip",
        "electronics/reader8/reader8-ibom.html", "electronics/reader8/reader8-bom.csv", "wiring/chain-cable.svg",
    ]  # fmt: skip
    for board in BOARDS:
        wanted += [
            f"{board}/geometry.csv", f"{board}/fittings.csv", f"guide/sheets/{board}.md", f"faces/{board}.svg",
            f"faces/{board}-sheet.pdf", f"faces/{board}-a4.pdf", f"faces/{board}-letter.pdf",
            f"templates/{board}-above.dxf", f"templates/{board}-below.dxf", f"templates/{board}-above-sheet.pdf",
            f"wiring/{board}.csv", f"wiring/{board}-harness.svg", f"wiring/{board}-lights.svg", f"wiring/{board}-boards.pdf",
        ]  # fmt: skip
    missing = [name for name in wanted if not (hardware() / name).is_file()]
    assert missing == []
    assert (ROOT / "LICENSES" / "CERN-OHL-P-2.0.txt").is_file()
