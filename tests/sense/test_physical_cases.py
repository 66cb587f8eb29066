# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""cases/physical_* are what magnets and reeds make of the scenes; the recogniser is never wrong on them."""

import os
from pathlib import Path

import pytest
from scenes import SCENES

from tavle.paths import add_firmware

add_firmware()
CASES = Path(__file__).parent / "cases"
# Where the pawns of a scene end: the only position that may ever be accepted.
MOVED = "green:h,h,0,25 blue:h,h,h,27 red:h,h,44,z4 yellow:h,h,h,40 turn=blue"
JOINED = MOVED.replace("0,25", "25,25")
LEFT = MOVED.replace("0,25", "20,25")
ENDS = {"two_on_one_space": JOINED, "one_of_two_left_crooked": LEFT}
# Scenes in which the table must say that something is out of place before it accepts.
SHOWN = {
    "knocked_over": "missing=blue:27 extra=",
    "sleeve_drags_one_to_the_next_space": "missing=blue:27 extra=blue:28",
    "one_of_two_left_crooked": "missing=green:20 extra=",
    "phone_on_the_track": "missing= extra=green:30",
}


def edges(text, space):
    """Return the levels a space goes through in a case."""
    words = [line.split() for line in text.splitlines()]
    return [int(w[3]) for w in words if len(w) == 4 and w[1] == "reed" and w[2] == space]


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.__name__)
def test_case_is_what_the_magnets_do(scene):
    folder = CASES / f"physical_{scene.__name__}"
    text = scene().text()
    if os.environ.get("TAVLE_ACCEPT"):
        folder.mkdir(exist_ok=True)
        (folder / "events.txt").write_text(text)
    assert (folder / "events.txt").read_text() == text


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.__name__)
def test_nothing_but_what_the_hands_meant_is_accepted(scene):
    said = (CASES / f"physical_{scene.__name__}" / "expected.txt").read_text().splitlines()
    end = ENDS.get(scene.__name__, MOVED)
    accepted = [line for line in said if " accept " in line]
    assert len(accepted) <= 1
    assert all(end in line for line in accepted)
    shown = SHOWN.get(scene.__name__)
    if shown is not None:
        assert any(line.endswith("guide " + shown) for line in said), said
    assert accepted or any(" ask " in line or " guide " in line for line in said)


def test_no_case_is_left_from_a_scene_that_is_gone():
    kept = {path.name for path in CASES.glob("physical_*")}
    assert kept == {f"physical_{scene.__name__}" for scene in SCENES}


def test_a_pawn_between_two_spaces_and_one_on_the_dead_line_close_nothing():
    for name in ("put_down_between_two_spaces", "on_the_dead_line"):
        text = (CASES / f"physical_{name}" / "events.txt").read_text()
        assert edges(text, "25") == [1] and edges(text, "24") == []
        closed = next(line for line in text.splitlines() if "reed 25 1" in line)
        assert int(closed.split()[0]) > 4500, "only when it is moved to the middle"


def test_a_push_along_the_reed_opens_and_closes_twice():
    text = (CASES / "physical_pushed_through_the_dead_line" / "events.txt").read_text()
    assert edges(text, "20") == [0, 1, 0, 1, 0]


def test_a_steel_ring_changes_no_reed():
    text = (CASES / "physical_ring_on_the_hand" / "events.txt").read_text()
    words = [line.split() for line in text.splitlines() if " reed " in line]
    assert [(w[2], w[3]) for w in words] == [("20", "0"), ("25", "1")]


def test_a_low_flight_closes_reeds_on_its_way():
    text = (CASES / "physical_carried_low" / "events.txt").read_text()
    assert edges(text, "21") == [1, 0]
