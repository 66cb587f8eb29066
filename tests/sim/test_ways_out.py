# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Short stories of hands that strangers found: what the table said wrongly, or did not say."""

import contextlib

import pytest
from stdio_program import Bench

FOUR = "partners-nordic green:h,h,h,17 blue:h,h,h,50 red:h,h,h,40 yellow:h,h,h,30 turn=green"
UNPLAYABLE = "sorry red:h,h,h,f blue:h,h,h,f yellow:h,h,h,z2 green:h,2,48,f turn=blue"


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


def test_a_way_that_was_followed_ends_also_while_a_card_that_moves_nothing_lies(table):
    program = table(UNPLAYABLE)
    program.does("card 3 1, wait 2000, lift green 2, wait 200, place green 30, wait 6000")
    assert program.good("state")["phase"] == "guide"
    program.does("lift green 30, wait 200, place green 2, wait 2000")
    assert guides(program) == [(["green:2"], ["green:30"]), ([], [])]
    assert program.good("state")["phase"] == "move"
    program.does("press blue, wait 500")
    assert "turn=yellow" in program.good("state")["firmware"]


def test_a_stuck_reed_that_is_well_again_ends_what_it_was_guided_for(table):
    program = table(UNPLAYABLE)
    program.does("card 3 1, wait 2000")
    program.good("noise", stuck={"yellow:h3": 1})
    program.good("wait", ms=6000)
    assert guides(program) == [([], ["yellow:h"])]
    program.good("noise", stuck={"yellow:h3": None})
    program.good("wait", ms=2000)
    assert guides(program)[1:] == [([], [])]


@pytest.mark.parametrize("place", ["yellow:z1", "blue:z2", "yellow:h"])
def test_a_pawn_in_the_area_of_a_colour_that_does_not_play_is_guided_back(place, table):
    program = table("sorry red:h,h,4,35 green:h,h,13,55 turn=green")
    program.does(f"card 3 1, wait 900, lift green 13, wait 200, place green {place}, wait 5000")
    program.does(f"lift green {place}, wait 200, place green 19, wait 1500")
    assert [e["event"] for e in program.named("accepted")] == ["accepted"]


def test_a_slide_past_the_row_of_a_colour_that_does_not_play_is_a_move(table):
    program = table("sorry red:h,h,4,35 green:h,h,13,55 turn=green", 1)
    program.does("card 3 1, wait 900")
    path = [str(at) for at in range(13, 20)]
    program.good("slide", colour="green", path=path, dwell=30, then_ms=1500)
    assert "green:h,h,19,55" in program.good("state")["firmware"]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("position", "card", "moves", "knocked"),
    [
        (
            "partners-nordic green:18,18,47,z4 blue:h,16,35,z4 red:h,h,42,z4 yellow:h,23,45,z1 turn=green",
            "10",
            [("green", "18", "28")],
            ("yellow", "45", "46"),
        ),
        (
            "partners-pawns green:h,54,z3,z4 blue:h,h,8,z4 red:h,h,h,29 yellow:10,45,45,z4 turn=yellow",
            "9",
            [("yellow", "45", "54"), ("green", "54", "h")],
            ("red", "29", "27"),
        ),
        (
            "partners-pawns green:52,z2,z3,z4 blue:13,20,46,z4 red:h,h,26,z4 yellow:h,h,25,51 turn=red",
            "7",
            [("red", "26", "z2")],
            ("blue", "13", "18"),
        ),
    ],
)
def test_beside_a_legal_move_only_the_foreign_pawn_is_named(
    position, card, moves, knocked, dark, table
):
    program = table(position)
    program.does(f"card {card} 2, wait 900")
    for colour, a, b in moves:
        program.does(f"lift {colour} {a}, wait 200, place {colour} {b}, wait 100")
    if dark:
        program.good("power", on=False)
    colour, a, b = knocked
    program.does(f"lift {colour} {a}, wait 100, place {colour} {b}")
    if dark:
        program.good("power", on=True)
    program.does("wait 5000")
    assert guides(program) == [([f"{colour}:{a}"], [f"{colour}:{b}"])]


def test_a_die_card_that_lay_through_thrown_dice_is_no_throw_after_a_power_cut(table):
    program = table("ludo-norsk red:h,0,9,12 blue:8,26,31,z5 turn=red")
    program.does("card 5 1, wait 900, lift red 0, wait 200, place red 5, wait 1500, press blue")
    program.does("wait 500")
    value = next(e["value"] for e in program.named("rolled"))
    program.does(f"lift blue 8, wait 200, place blue {8 + value}, wait 1500")
    after = program.good("state")["firmware"]
    assert ("turn=blue" if value == 6 else "turn=red") in after
    program.does("power off, power on, wait 2500")
    state = program.good("state")
    assert (state["firmware"], state["phase"]) == (after, "card")


def test_the_last_card_of_a_fold_that_still_lies_is_not_refused_after_a_power_cut(table):
    program = table(
        "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    )
    program.good("press", button="green", ms=900)
    for card in ("12", "10", "9", "6"):
        program.does(f"card {card} 1, wait 1500")
    assert [e["colour"] for e in program.named("folded")] == ["green"]
    program.does("power off, power on, wait 3000")
    assert program.named("refused") == []


def test_a_question_that_was_open_when_the_power_went_is_asked_again(table):
    program = table(FOUR)
    program.does("card swap 1, wait 900, lift blue 50, lift green 17, wait 500, place blue 17")
    program.does("place green 50, wait 1500")
    assert program.good("state")["phase"] == "ask"
    program.does("power off, power on")
    program.events.clear()
    program.good("wait", ms=4000)
    asked = [e["choices"] for e in program.named("ask")]
    swapped = FOUR.replace("17", "?").replace("50", "17").replace("?", "50")
    assert len(asked) == 1 and swapped.replace("turn=green", "turn=blue") in asked[0]


def test_choices_are_distinct_where_taking_back_looks_like_the_move(table):
    program = table("sorry blue:h,18,f,f yellow:20,56,z4,f turn=blue")
    program.does("card sorry 2, wait 900, lift blue h, lift yellow 20, wait 500, place blue 20")
    program.does("place yellow h, wait 1500, press blue, wait 500")
    assert "yellow:h,56,z4,f turn=yellow" in program.good("state")["firmware"]
    program.does("card sorry 1, wait 900, lift blue 20, lift yellow h, wait 500, place blue h")
    program.does("place yellow 20, wait 1500")
    asked = [e["choices"] for e in program.named("ask")]
    assert asked != []
    for choices in asked:
        assert len(set(choices)) == len(choices)


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
