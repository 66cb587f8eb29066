# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What host/STDIO.md says of `walk`, `slide` and every field of `noise`, tried as another program would."""

import pytest
from stdio_program import Bench

PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"


@pytest.fixture
def table():
    with Bench(PAWNS) as bench:
        bench.good("wait", ms=1000)
        yield bench


@pytest.fixture(scope="module")
def calm():
    """A table that nothing is done to."""
    with Bench(PAWNS) as bench:
        bench.good("wait", ms=1000)
        yield bench


def refused(table, what, **fields):
    answer = table.do(what, **fields)
    assert answer["ok"] is False
    return answer


def closed(table):
    return set(table.good("reeds")["closed"])


@pytest.mark.parametrize(
    ("do", "fields", "per_space"),
    [
        ("walk", {}, 100 + 180),
        ("walk", {"dwell": 300, "air": 50}, 50 + 300),
        ("slide", {}, 60),
        ("slide", {"dwell": 150}, 150),
    ],
)
def test_a_walk_and_a_slide_take_the_time_they_say_and_make_the_move(table, do, fields, per_space):
    table.does("card 5, wait 900")
    before = table.good("state")["t"]
    path = [str(place) for place in range(20, 26)]
    after = table.good(do, colour="green", path=path, **fields)["t"]
    last = per_space if do == "slide" else fields.get("air", 100)  # it stays on the last space
    assert after - before == 4 * per_space + last
    table.good("wait", ms=2500)
    assert table.named("accepted")[-1]["move"] == "g20>25"
    assert table.good("state")["world"]["green"] == ["h", "h", "3", "25"]


def test_a_walk_touches_every_space_of_its_path(table):
    table.good("noise", bounce=False)
    path = [str(place) for place in range(20, 24)]
    table.good("walk", colour="green", path=path, dwell=400, air=60)
    table.good("wait", ms=200)
    assert {"22", "23"} & closed(table) == {"23"}
    assert "20" not in closed(table)


def test_a_slot_chooses_the_pawn_that_walks_and_the_one_that_slides(table):
    table.does("card start, wait 900")
    table.good("walk", colour="green", path=["h", "0"], slot=1)
    table.good("wait", ms=300)
    reeds = closed(table)
    assert "green:h1" not in reeds and "green:h0" in reeds and "0" in reeds
    table.good("slide", colour="green", path=["h", "0"], slot=0)
    table.good("wait", ms=300)
    assert "green:h0" not in closed(table)


def test_a_reed_that_is_turned_is_driven_otherwise_until_it_is_mended(table):
    straight = table.good("reeds")["ampere_turns"]["20"]
    table.good("noise", turned={"20": 90})
    assert abs(table.good("reeds")["ampere_turns"]["20"] - straight) > 5
    table.good("noise", turned={"20": None})
    assert table.good("reeds")["ampere_turns"]["20"] == straight


def test_a_phone_on_the_table_closes_reeds_until_it_is_taken_away(table):
    before = closed(table)
    table.good("noise", phone="33")
    assert before < closed(table)
    table.good("noise", phone=None)
    assert closed(table) == before


@pytest.mark.parametrize(
    "noise",
    [
        {"flicker": "20"}, {"flicker": ["nowhere"]}, {"stuck": {"20": 2}}, {"stuck": {"20": True}},
        {"stuck": ["20"]}, {"weak": {"20": 9}}, {"weak": {"20": 0}}, {"weak": ["20"]}, {"turned": {"20": "far"}}, {"shifted": {"20": 3}},
        {"shifted": {"20": [1, 99]}}, {"phone": "nowhere"}, {"tag_errors": 2}, {"tag_errors": True},
        {"chip_missing": "one"}, {"unplug": "board"}, {"supply": "sun"}, {"bounce": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_noise_is_refused_and_what_stands_with_it_is_not_done(calm, noise):
    before = closed(calm)
    answer = refused(calm, "noise", **{"stuck": {"40": 0}, **noise})
    assert len(answer["error"]) > 20
    assert closed(calm) == before
