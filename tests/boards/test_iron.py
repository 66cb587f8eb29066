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
def test_many_places_at_a_time_say_what_one_at_a_time_says():
    """What fills `leads.csv` and what `tavle board check` asks: the same worst cases of the same reed."""
    from tavle.field import margins

    board = geometry.load("partners")
    cases = iron.IronCases(potential.built())
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
    found = iron.weights(lead_mm, points=0)
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
    few, every = iron.weights(lead), iron.weights(lead, points=0)

    def drive(reed, x, y):
        return sum(
            w * disc.potential(at - x, y, -6, potential.UP)
            for at, w in zip(reed.at_mm, reed.weight)
        )

    most = max(abs(drive(every, x, 0)) for x in range(-20, 21))
    for x in range(-45, 46, 3):
        for y in (0, 6, 25):
            assert drive(few, x, y) == pytest.approx(drive(every, x, y), abs=0.005 * most)


@pytest.mark.magpylib
def test_committed_weights_and_results_are_what_the_model_gives():
    size = fittings.sizes()["reed"]
    made = iron.weights(size["lead_mm"], size["lead_d_mm"])
    kept = potential.built()
    assert kept.at_mm == pytest.approx(made.at_mm, abs=1e-3)
    assert kept.weight == pytest.approx(made.weight, abs=1e-4)
    own = dict(zip(("magnet", "grade", "reed"), iron.TRIALS[0]))
    (row,) = picked(board="partners", **own, lead_mm=f"{size['lead_mm']:g}", lead_d_mm="0.5",
                    permeability="3000", coil_mm="15")  # fmt: skip
    close, release = iron.margins(geometry.load("partners"), made)
    assert (close, release) == pytest.approx((float(row["close"]), float(row["open"])), abs=0.006)


def test_results_cover_every_board_class_and_doubt():
    choice = parts.facts()["choice"]
    assert iron.TRIALS[0] == (choice["magnet"], choice["grade"], choice["reed"])
    own = picked(magnet=choice["magnet"], grade=choice["grade"], reed=choice["reed"])
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
def test_the_boards_own_magnet_fits_for_every_coil_that_its_maker_may_have(board):
    """Weaker and stronger ones are there to try when a coil was still longer or shorter; reeds of the class below have one that fits."""
    limits = parts.facts()["limits"]
    trial = {"board": board, "lead_mm": f"{fittings.sizes()['reed']['lead_mm']:g}", "lead_d_mm": "0.5", "permeability": "3000"}  # fmt: skip
    for coil in iron.SPREAD["coil_mm"]:
        own, weaker, stronger, keen = (
            picked(**trial, coil_mm=f"{coil:g}", **dict(zip(("magnet", "grade", "reed"), names)))[
                0
            ]
            for names in iron.TRIALS
        )
        assert float(own["close"]) >= limits["close_margin"]
        assert float(own["open"]) >= limits["open_margin"]
        assert float(weaker["open"]) > float(own["open"]) > float(stronger["open"])
        assert min(float(keen["close"]), float(keen["open"])) >= 1.05, "the fallback passes"


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
