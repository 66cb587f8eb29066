# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Short stories of hands that strangers found: what the table said wrongly, or did not say."""

import contextlib

import pytest
from stdio_program import Bench


@pytest.fixture
def table():
    """Return what makes a table; in the end it has told no fault."""
    with contextlib.ExitStack() as tables:

        def make(position, seed=1):
            bench = tables.enter_context(Bench(position, seed=seed))
            bench.does("wait 600")
            made.append(bench)
            return bench

        made = []
        yield make
        assert [bench.named("fault") for bench in made] == [[]]


def guides(program):
    return [(e["missing"], e["extra"]) for e in program.named("guide")]


@pytest.mark.parametrize("place", ["yellow:z1", "blue:z2", "yellow:h"])
def test_a_pawn_in_the_area_of_a_colour_that_does_not_play_is_guided_back(place, table):
    program = table("sorry red:h,h,4,35 green:h,h,13,55 turn=green")
    program.does(f"card 3 1, wait 900, lift green 13, wait 200, place green {place}, wait 5000")
    program.does(f"lift green {place}, wait 200, place green 19, wait 1500")
    assert [e["event"] for e in program.named("accepted")] == ["accepted"]


@pytest.mark.parametrize("dark", [False, True])
def test_beside_a_legal_move_only_the_foreign_pawn_is_named(dark, table):
    program = table(
        "partners-pawns green:52,z2,z3,z4 blue:13,20,46,z4 red:h,h,26,z4 yellow:h,h,25,51 turn=red"
    )
    program.does("card 7 2, wait 900, lift red 26, wait 200, place red z2, wait 100")
    if dark:
        program.good("power", on=False)
    program.does("lift blue 13, wait 100, place blue 18")
    if dark:
        program.good("power", on=True)
    program.does("wait 5000")
    assert guides(program) == [(["blue:13"], ["blue:18"])]


def test_a_card_that_still_lies_there_after_a_power_cut_is_not_the_next_players(table):
    program = table("sorry red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red")
    program.does("card 5, wait 800, lift red 20, wait 400, place red 25, wait 2500")
    (accepted,) = program.named("accepted")
    program.does("power off")
    program.events.clear()
    program.does("power on, wait 4000")
    assert not {"card", "accepted", "refused"} & {e["event"] for e in program.events}
    state = program.good("state")
    assert (state["firmware"], state["phase"]) == (accepted["position"], "card")
    program.does("nocard, wait 1500, card 5, wait 800")  # laid by a hand it is a new card
    assert [e["card"] for e in program.named("card")] == ["5"]


def test_the_table_button_leads_out_also_when_nothing_is_left_to_take_back(table):
    program = table("sorry red:h,h,10,f blue:h,h,20,40 turn=red")
    program.does("card 8 1, wait 900, lift red 10, wait 200, place red 18, wait 1500")
    program.does("press table 1700, wait 2000")
    assert program.good("state")["phase"] == "guide"
    program.does("press table 1700, wait 500")
    assert [e["position"] for e in program.events if e["event"] in ("undone", "resync")] == [
        "sorry red:h,h,10,f blue:h,h,20,40 turn=red"
    ] * 2
    assert program.good("state")["phase"] == "card"


def test_choices_are_distinct_where_what_a_computer_passed_over_is_the_move_taken_back(table):
    program = table("sorry red:h,h,3,4 blue:h,h,h,22 turn=red", 509)
    program.good("seats", seats={"blue": "normal"})
    program.does("card sorry 1, wait 900, lift blue 22, wait 200, place blue h, lift red h")
    program.does("wait 200, place red 22, wait 2500, card sorry 4, wait 2500")
    (wish,) = [e["move"] for e in program.named("wish")]
    other = wish.split("xr")[1]
    program.does(
        f"lift red {other}, wait 200, place red h, lift blue h, wait 200, place blue {other}"
    )
    program.good("wait", ms=1500)
    (asked,) = [e["choices"] for e in program.named("ask")]
    assert "sorry red:h,h,3,4 blue:h,h,h,22 turn=red" in asked
    assert len(set(asked)) == len(asked) == 3
