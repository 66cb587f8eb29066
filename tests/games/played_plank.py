# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The starter's game at the table, on the page and on a flashed board; `test_door.py` runs this where the game is named."""

import contextlib
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.extend(
    str(Path(__file__).resolve().parents[1] / name) for name in ("sim", "web", "device", "hands")
)
import evening
from company import Company
from doubts import Doubts
from endings import Ending
from played import flashed
from stdio_program import Bench
from tables import at_table
from test_web_games import game as play_on_page

from players import load as load_player
from rules import load
from rules.parse import BadPosition, parse_position
from tavle import cli
from tavle.players import arena
from tavle.sim.player import Players
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, TableSpec
from tavle.sim.tidy_hands import Habit

MEET = "plank red:1 blue:4 turn=red"  # a throw of 2 goes on to 3, not back; a 1 to 2 or back to 0


def throw(bench, colour):
    """Let a colour throw; return the number."""
    bench.does(f"press {colour}, wait 600")
    return bench.named("rolled")[-1]["value"]


def thrown(position, colour, value, **more):
    """Return a bench on which a colour has thrown a number."""
    for seed in range(1, 20):
        bench = Bench(position, seed=seed, **more)
        if throw(bench, colour) == value:
            return bench
        bench.session.close()
    raise AssertionError(f"no seed throws {value}")


def lit(bench, kind):
    return {name for name, (*_, how) in bench.good("leds")["leds"].items() if how == kind}


def test_hands_play_whole_games_through_power_cuts():
    for seed in (1, 2):
        with contextlib.closing(Session(TableSpec("plank", seed=seed))) as session:
            assert session.until_ready()
            players = Players(session, seed, Habit(cut=0.2))
            for _ in players.play(200):
                pass
            assert players.over and "winner=" in players.line and players.turns > 3
            assert session.target.complaints == [] and session.noise == []
            assert [e for e in session.events if e["event"] == "fault"] == []


@pytest.mark.parametrize("who", [evening.Evening, Doubts, Ending, Company])
def test_evenings_of_untidy_hands_go_well(who):
    seen = Counter()
    for seed in range(2, 22):
        more, troubles = evening.play("plank", seed, 12, who=who)
        assert troubles == []
        seen += more
    assert seen["turns"] > 120 and not any(seen[what] for what in evening.BAD)
    assert seen["take-backs"] and seen["cuts"] and seen["dark boards"] and seen["messes"]


def test_a_throw_goes_forward_or_back_and_the_lights_show_both():
    with thrown(MEET, "red", 1) as bench:
        dark = set(bench.good("leds")["leds"])
        assert "yellow:seat" not in dark and "red:seat" in dark and "red:1" in dark
        bench.does("lift red 1, wait 800")
        assert {"0", "2"} <= set(bench.good("leds")["leds"])
        bench.does("place red 0, wait 4000")
        (accepted,) = bench.named("accepted")
        assert (accepted["move"], accepted["position"]) == ("r1>0", "plank red:0 blue:4 turn=blue")


def test_who_is_landed_on_goes_home_and_a_move_put_back_is_taken_back():
    with thrown("plank red:1 blue:2 turn=red", "red", 1) as bench:
        bench.does(
            "lift blue 2, wait 400, place blue h, wait 400, lift red 1, wait 400, place red 2, wait 4000"
        )
        (accepted,) = bench.named("accepted")
        assert (accepted["move"], accepted["position"]) == (
            "r1>2xb2",
            "plank red:2 blue:h turn=blue",
        )
        bench.does(
            "lift red 2, wait 400, place red 1, wait 400, lift blue h, wait 400, place blue 2, wait 6000"
        )
        (undone,) = bench.named("undone")
        assert undone["position"] == "plank red:1 blue:2 turn=red"
        bench.does("lift red 1, wait 400, place red 0, wait 4000")
        assert bench.named("accepted")[-1]["move"] == "r1>0"
        bench.does("press table 1700, wait 3000")
        assert len(bench.named("undone")) == 2


def test_the_last_space_wins_and_the_cleared_board_begins_anew():
    with thrown("plank red:4 blue:3 turn=red", "red", 1) as bench:
        bench.does("lift red 4, wait 400, place red 5, wait 4000")
        assert bench.named("won")[-1]["winner"] == "red"
        bench.does("lift red 5, place red h, lift blue 3, place blue h, wait 6000")
        assert bench.good("state")["firmware"].startswith("plank red:h blue:h turn=")


def test_one_seat_button_is_enough_against_the_computer():
    with contextlib.closing(Session(TableSpec("plank", seed=4))) as session:
        session.until_ready()
        players = Seated(session, levels_of("red=human,blue=hard"), 4)
        for _ in players.play(60):
            pass
        assert "winner=" in players.line
        assert [e for e in session.events if e["event"] == "fault"] == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("plank red:h,h blue:h turn=red", "red: 2 pawns, 1 expected"),
        ("plank red:3 blue:3 turn=red", "blue: two pawns on one space"),
        ("plank red:6 blue:h turn=red", "no such place '6'"),
        ("plank red:5 blue:2 turn=blue", "red has won"),
        ("plank red:5 blue:0 turn=none winner=red", "both have won"),
        ("plank red:h yellow:h turn=red", "'yellow' is no colour in play"),
        ("plank red:4 blue:2 turn=none winner=red", "red has not won"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line, why):
    with pytest.raises(BadPosition, match=why.replace("'", ".")):
        parse_position(line)


def test_every_throw_is_of_use_and_the_better_computer_wins_more_often():
    game = load("plank")
    seen = {bytes(game.new(0))}
    left = list(seen)
    while left:
        state = left.pop()
        for action in range(2):
            found = game.results(state, action)
            assert found or state[16] == 255
            left += [after for after, _ in found if after not in seen]
            seen |= {after for after, _ in found}
    assert len(seen) > 60
    easy, hard = load_player("easy", game), load_player("hard", game)
    wins = [arena.play(game, [hard, easy, easy, easy], seed)[0] & 1 for seed in range(40)]
    assert sum(wins) > 24


@at_table("plank")
async def test_the_page_has_its_board_without_a_slot_and_its_words(served):
    guest = await served.guest()
    board = guest.hello["hello"]
    offer = board["games"][-1]
    assert (board["board"], board["card"], board["line"], board["pawns"]) == (
        "plank",
        None,
        True,
        1,
    )
    assert [one["name"] for one in board["spaces"]] == ["red:h0", *"012345", "blue:h0"]
    assert (offer["id"], offer["seats"]) == ("plank", [["red", "blue"]])
    async with served.client.get(served.server.address + "words.json?lang=fi") as answer:
        assert (await answer.json())["words"]["game.plank"] == "Lankku"


@pytest.mark.browser
@at_table("plank", mode="lobby", speed=20.0)
async def test_a_person_plays_it_on_the_page(program, served):
    _, person = await play_on_page(program, served, "plank", "keys", 2, 150)
    assert person.turns >= 2
    assert await person.page.page.locator("#buttons button").count() == 3


def test_it_is_flashed_with_its_own_settings(monkeypatch, capsys):
    status, board = flashed(monkeypatch, "--game", "plank")
    assert status == 0, capsys.readouterr().err
    assert {"/rules/games/plank/plank.mpy", "/boards/plank.mpy", "/players/plank.mpy"} <= {
        *board.disk.files
    }
    settings = json.loads(board.disk.files["/tavle/config.json"].split(b"\n")[0])
    assert settings["rulebook"] == "plank"


@pytest.mark.parametrize("words", [["face"], ["wiring"], ["check"], ["field"]])
def test_a_builder_gets_its_drawings_and_tables(words, capsys):
    assert cli.run(["board", *words, "plank"]) == 0
    out = capsys.readouterr().out
    assert len(out) > 30 and "SEAT 2" not in out
