# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Reeds with their leads: the chain of iron against cuboids of another package, and what the results say."""

import csv
import math
import re

import pytest

from tavle.board import fittings, geometry
from tavle.board.shapes import SHAPES
from tavle.field import iron, parts, potential
from tavle.paths import hardware

FOLDER = hardware() / "magnetics"


def results():
    with (FOLDER / "leads.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def picked(**wanted):
    return [row for row in results() if all(row[k] == v for k, v in wanted.items())]


@pytest.mark.magpylib
def test_two_poles_are_the_reed_of_the_other_model():
    """+1 and -1 at the ends of the glass: drives and margins as `potential` and `margins` have them."""
    from tavle.field import margins

    board = geometry.load("partners")
    cases = iron.IronCases(iron.Weights((-7.0, 7.0), (1.0, -1.0)))
    worst = margins.WorstCases()
    for item in board.spaces[:23:6]:
        room = worst.room(board, item)
        assert cases.others(board, item) == pytest.approx(room.others, rel=1e-6)
        assert cases.least(item) == pytest.approx(room.least, rel=0.02)


@pytest.mark.magpylib
@pytest.mark.parametrize("lead_mm", [4.0, 15.15])
def test_chain_of_iron_agrees_with_cuboids_of_soft_iron(lead_mm):
    """Field in the gap by magpylib-material-response, over that of a coil around a reed as sold: a second opinion."""
    import magpylib
    from magpylib_material_response.demag import apply_demag
    from scipy.spatial.transform import Rotation

    side = 0.5e-3 * math.sqrt(math.pi) / 2  # as much iron as a lead of 0.5 mm

    def gap(long, sources):
        pieces = []
        for way in (-1, 1):
            edges = [0.1 + (6.9 + long) * n / round(7 + long) for n in range(round(7 + long) + 1)]
            for one, other in zip(edges, edges[1:]):
                piece = magpylib.magnet.Cuboid(
                    polarization=(0, 0, 0),
                    dimension=((other - one) / 1000, side, side),
                    position=(way * (one + other) / 2000, 0, 0),
                )
                piece.susceptibility = iron.PERMEABILITY
                pieces.append(piece)
        for source in sources:
            source.susceptibility = 0
        scene = magpylib.Collection(*pieces, *sources)
        apply_demag(scene, inplace=True)
        return float(scene.getB((0, 0, 0))[0])

    turned = Rotation.from_euler("y", 90, degrees=True)
    loops = [
        magpylib.current.Circle(
            current=1 / 40,
            diameter=9e-3,
            position=(iron.COIL_MM * ((n + 0.5) / 40 - 0.5) / 1000, 0, 0),
            orientation=turned,
        )
        for n in range(40)
    ]
    ampere_turn = gap(15.15, loops)
    found = iron.weights(lead_mm, knots=0)
    disc = potential.Magnet("8x2")
    moment = math.pi * 16 * 2e-9 * 1.2 / parts.MU0
    for x in (-14.5, -12.5, -8.5, -6.5, -4.5, -2.5, 2.5):
        magnet = magpylib.magnet.Cylinder(
            polarization=(0, 0, 1.2), dimension=(8e-3, 2e-3), position=(x / 1000, 0, 6e-3)
        )
        other = gap(lead_mm, [magnet]) / ampere_turn
        own = moment * sum(
            w * disc.potential(at - x, 0, -6, potential.UP)
            for at, w in zip(found.at_mm, found.weight)
        )
        assert own == pytest.approx(other, rel=0.13), x


@pytest.mark.magpylib
def test_few_points_are_as_good_as_all():
    disc = potential.Magnet("8x2")
    lead = fittings.sizes()["reed"]["lead_mm"]
    few, every = iron.weights(lead), iron.weights(lead, knots=0)

    def drive(reed, x, y):
        return sum(
            w * disc.potential(at - x, y, -6, potential.UP)
            for at, w in zip(reed.at_mm, reed.weight)
        )

    most = max(abs(drive(every, x, 0)) for x in range(-20, 21))
    for x in range(-45, 46, 3):
        for y in (0, 6, 25):
            assert drive(few, x, y) == pytest.approx(drive(every, x, y), abs=0.015 * most)


@pytest.mark.magpylib
def test_committed_weights_and_results_are_what_the_model_gives():
    size = fittings.sizes()["reed"]
    made = iron.weights(size["lead_mm"], size["lead_d_mm"])
    kept = iron._kept()
    assert kept.at_mm == pytest.approx(made.at_mm, abs=1e-3)
    assert kept.weight == pytest.approx(made.weight, abs=1e-4)
    (row,) = picked(board="partners", magnet="8x2", grade="N35", lead_mm=f"{size['lead_mm']:g}", lead_d_mm="0.5",
                    permeability="3000", coil_mm="15")  # fmt: skip
    close, release = iron.margins(geometry.load("partners"), made)
    assert (close, release) == pytest.approx((float(row["close"]), float(row["open"])), abs=0.006)


def test_a_reed_by_committed_weights_has_its_dead_line_over_its_middle():
    reed = iron.IronReed(100, 50, 30)
    disc = potential.Magnet("8x2")
    assert reed.drive(disc, 100, 50, 6) == pytest.approx(0, abs=1e-9)
    assert abs(reed.drive(disc, 92.6, 45.7, 6)) > 500


def test_results_cover_every_board_class_and_doubt():
    own = picked(magnet="8x2", grade="N35", reed=parts.facts()["choice"]["reed"])
    assert {row["board"] for row in own} == set(SHAPES)
    lead = fittings.sizes()["reed"]
    for board in SHAPES:
        found = {
            (row["permeability"], row["coil_mm"], row["lead_mm"])
            for row in own
            if row["board"] == board
        }
        for mu in iron.SPREAD["permeability"]:
            for coil in iron.SPREAD["coil_mm"]:
                for more in (-lead["lead_fit_mm"], 0, lead["lead_fit_mm"]):
                    assert (f"{mu:g}", f"{coil:g}", f"{lead['lead_mm'] + more:g}") in found


def test_cropped_leads_leave_room_that_leads_as_sold_do_not():
    """Both margins scale with the maker's coil, their product does not: above 1 some magnet fits, below 1 none."""
    lead = fittings.sizes()["reed"]["lead_mm"]
    for row in results():
        if float(row["lead_mm"]) <= lead + 0.5:
            assert float(row["product"]) >= 1.2, row
        else:
            assert float(row["product"]) < 1, row


@pytest.mark.parametrize("board", sorted(SHAPES))
def test_for_every_coil_one_of_the_magnets_that_are_tried_fits(board):
    """The two-space test finds out which: both margins above 1.05 for it, on every board."""
    lead = f"{fittings.sizes()['reed']['lead_mm']:g}"
    for coil in iron.SPREAD["coil_mm"]:
        rows = picked(
            board=board,
            reed="25-30",
            lead_mm=lead,
            lead_d_mm="0.5",
            permeability="3000",
            coil_mm=f"{coil:g}",
        )
        assert len(rows) == 3
        assert max(min(float(r["close"]), float(r["open"])) for r in rows) >= 1.05
        (weaker,) = [r for r in rows if r["magnet"] == "8x1.5"]
        assert min(float(weaker["close"]), float(weaker["open"])) >= 1.05, "the fallback passes"


def test_page_says_what_the_results_say():
    page = (FOLDER / "README.md").read_text()
    lead = f"{fittings.sizes()['reed']['lead_mm']:g}"
    table = re.findall(r"^\| (8 x [\d.]+) mm (N\d+), class (\d+-\d+) \| (.+) \|$", page, re.M)
    assert len(table) == len(iron.TRIALS)
    for magnet, grade, reed, cells in table:
        for board, cell in zip(("partners", "ludo", "sorry"), cells.split(" | "), strict=True):
            (row,) = picked(board=board, magnet=magnet.replace(" ", ""), grade=grade, reed=reed, lead_mm=lead, lead_d_mm="0.5",
                            permeability="3000", coil_mm="15")  # fmt: skip
            assert cell == f"{row['close']} / {row['open']}"
    # The first page and the two-space test say it for Partners, with the boards' own magnet and the weaker one.
    first = (hardware() / "README.md").read_text()
    test = (hardware() / "guide" / "two-space-test.md").read_text()
    (own, weak) = (cells.split(" | ")[0].split(" / ") for *_, cells in table[:2])
    assert f"but {own[0]} and {own[1]} with leads" in first
    assert f"leaves {weak[0]} and {weak[1]} with leads" in first
    assert f"leaves {own[0]} to close and {own[1]} to open" in test
    assert " ".join(weak) in " ".join(re.findall(r"leaves\s+([\d.]+) and ([\d.]+)\.", test)[0])
