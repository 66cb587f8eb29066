# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a page is told of a board and of the games that can be chosen."""

import re

import pytest

from tavle.board.geometry import load as board_of
from tavle.paths import add_firmware, hardware
from tavle.web.board import describe

add_firmware()
from rules import RULEBOOKS, load  # noqa: E402

PARTNERS = ["green", "blue", "red", "yellow"]


def told(rulebook, seats=None):
    return describe(load(rulebook, seats))


def test_the_games_there_are_are_offered_with_who_may_play_them():
    games = {game["id"]: game for game in told("sorry")["games"]}
    assert list(games) == list(RULEBOOKS) and games == {
        game["id"]: game for game in told("partners-pawns")["games"]
    }
    for name in ("partners-movers", "partners-nordic", "partners-pawns"):
        house = [[rule, list(load(name).choices(rule))] for rule, _, _ in load(name).house]
        assert games[name] == {
            "id": name, "board": "partners", "colours": PARTNERS, "seats": [PARTNERS], "pairs": True,
            "house": house,
        }  # fmt: skip
        assert ["first", ["drawn", *PARTNERS]] in house and house[-2][0] == "shuffle"
    ludo, sorry = games["ludo-norsk"], games["sorry"]
    assert (ludo["board"], ludo["pairs"]) == ("ludo", False)
    assert ludo["colours"] == ["red", "yellow", "blue", "green"]
    assert ludo["seats"] == [
        ["red", "blue"], ["red", "yellow", "blue"], ["red", "yellow", "green"], ["red", "blue", "green"],
        ["yellow", "blue", "green"], ["red", "yellow", "blue", "green"],
    ]  # fmt: skip
    assert (sorry["board"], sorry["pairs"]) == ("sorry", False)
    assert sorry["colours"] == ["red", "blue", "yellow", "green"] and len(sorry["seats"]) == 11
    assert all(2 <= len(seats) <= 4 for seats in sorry["seats"])


@pytest.mark.parametrize(
    ("rulebook", "seats", "deck", "die", "actions"),
    [
        ("partners-pawns", None, "hands", False, None),
        ("sorry", (0, 2), "pile", False, None),
        ("ludo-norsk", (0, 1, 2), "", True, [[str(n), 1] for n in range(1, 7)]),
    ],
)
def test_a_game_tells_how_its_cards_or_throws_come(rulebook, seats, deck, die, actions):
    game, said = load(rulebook, seats), told(rulebook, seats)
    assert (said["rulebook"], said["deck"], said["die"]) == (rulebook, deck, die)
    assert said["colours"] == list(game.colours)
    assert said["playing"] == [game.colours[seat] for seat in game.seats]
    if actions is None:
        actions = [list(one) for one in zip(game.actions, game.deck, strict=True)]
    assert said["actions"] == actions


@pytest.mark.parametrize(
    ("rulebook", "board", "title", "mm", "ring", "row", "fin", "starts", "mouths", "many"),
    [
        ("partners-pawns", "partners", "Partners", 540, 60, 4, False, (0, 15, 30, 45), (59, 14, 29, 44), 92),
        ("sorry", "sorry", "Sorry!", 486, 60, 5, True, (4, 19, 34, 49), (2, 17, 32, 47), 112),
        ("ludo-norsk", "ludo", "Ludo", 540, 52, 5, True, (0, 13, 26, 39), (50, 11, 24, 37), 104),
    ],
)  # fmt: skip
def test_a_board_is_told_in_the_places_of_the_contract_and_millimetres(
    rulebook, board, title, mm, ring, row, fin, starts, mouths, many
):
    said, drawn = told(rulebook), board_of(board)
    names = ("board", "title", "size", "ring", "row", "fin")
    assert [said[name] for name in names] == [board, title, [mm, mm], ring, row, fin]
    assert said["card"] == {"x": mm / 2, "y": mm / 2, "w": 62.0, "h": 92.0}
    printed = (hardware() / "faces" / f"{drawn.board}.svg").read_text(encoding="utf-8")
    assert said["face"] == re.sub(
        r"<desc>.*</desc>\n", "", printed
    )  # what is printed is what is shown
    assert said["starts"] == dict(zip(said["colours"], starts, strict=True))
    assert said["mouths"] == dict(zip(said["colours"], mouths, strict=True))
    assert len(said["spaces"]) == many and len(said["seats"]) == 4
    for what in ("spaces", "seats"):
        items = getattr(drawn, what)
        for told_, item in zip(said[what], items, strict=True):
            assert told_ == {
                "name": item.name, "kind": item.kind, "colour": item.colour, "place": item.place,
                "slot": item.slot, "x": item.x_mm, "y": item.y_mm, "led": item.led, "axis": item.axis_deg,
                "reed": item.reed_mm,
            }  # fmt: skip


def test_what_a_game_adds_to_the_board_of_another_is_drawn():
    signs = {
        rulebook: {sign: names for sign, names, _ in describe(load(rulebook))["signs"]}
        for rulebook in RULEBOOKS
    }
    assert signs["ludo-world"] == {"star": ["8", "21", "34", "47"]}
    assert signs["ludo-dansk"]["globe"] == ["8", "21", "34", "47"]
    assert sorted(map(int, signs["ludo-dansk"]["star"])) == [5, 11, 18, 24, 31, 37, 44, 50]
    assert not signs["ludo-norsk"]
