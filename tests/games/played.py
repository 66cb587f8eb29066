# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Hop at the table, on the pipes, on the page, on a flashed board; `test_door.py` runs this where the game is named."""

import contextlib
import json
import os
import sys
from pathlib import Path

import pytest

sys.path.extend(
    str(Path(__file__).resolve().parents[1] / name) for name in ("sim", "web", "device")
)
from fake_board import Board, Disk
from pages import LAPTOP, seated, sit
from stdio_program import Program
from tables import at_table
from test_web_games import game as play_on_page

from players import load as load_player
from rules import RULEBOOKS, load
from tavle import cli
from tavle.commands import flash as command
from tavle.device import build, find, repl, serial_port
from tavle.players import arena
from tavle.sim.player import Players
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, TableSpec
from tavle.sim.tidy_hands import Habit
from tavle.web.party import NotNow, Party

HOPS = ("hop", "hop-hand")  # a card drawn a turn; three in the hand of each, none exchanged
LINE = "hop red:h,h,3,6 yellow:h,h,h,9 green:h,h,h,13 blue:h,h,h,h turn=red"


def play(turns, cuts=0.0, seed=1, rulebook="hop"):
    """Let tidy hands play; return them when the table agrees with the rules to the end."""
    with contextlib.closing(Session(TableSpec(rulebook, seed=seed))) as session:
        assert session.until_ready()
        players = Players(session, seed, Habit(cut=cuts))
        for _ in players.play(turns):
            pass
        assert session.target.complaints == [] and session.noise == []
        assert session.request("state")["firmware"] == players.line
        return players


def test_it_is_a_rulebook_among_the_others():
    assert RULEBOOKS[-2:] == HOPS
    assert load("hop").family == load("hop-hand").family == "hop"
    games = [load(name) for name in RULEBOOKS]
    assert len({game.deck_id for game in games}) == len({game.actions for game in games})


@pytest.mark.parametrize("rulebook", HOPS)
def test_hands_play_a_whole_game_with_cards(rulebook):
    players = play(3000, seed=2, rulebook=rulebook)
    assert players.over and "winner=" in players.line
    assert players.turns > 50


@pytest.mark.parametrize("rulebook", HOPS)
def test_a_game_survives_power_cuts(rulebook):
    players = play(60, cuts=0.4, seed=3, rulebook=rulebook)
    assert players.cuts > 5 and players.turns == 60


def test_the_table_says_why_not_in_the_words_of_the_game():
    program = Program("--rulebook", "hop", "--position", LINE.replace("3,6", "3,14"))
    program.does("card hop, wait 500, lift red 14, place red 16, wait 6000")
    (refused,) = [event for event in program.events if event["event"] == "refused"]
    assert (refused["reason"], refused["text"]) == ("no-one-ahead", "no one ahead")
    assert program.end() == (0, "")


def test_a_move_over_the_pipes():
    program = Program("--rulebook", "hop", "--position", LINE)
    assert program.good("state")["firmware"] == LINE
    program.does("card hop, wait 500")
    for step in (
        ("lift", "yellow", "9"),
        ("place", "yellow", "h"),
        ("lift", "red", "6"),
        ("place", "red", "9"),
    ):
        program.good(step[0], colour=step[1], at=step[2])
        program.good("wait", ms=400)
    program.good("wait", ms=3000)
    (accepted,) = [event for event in program.events if event["event"] == "accepted"]
    assert accepted["move"] == "r6>9xy9"
    assert accepted["position"].endswith(
        "red:h,h,3,9 yellow:h,h,h,h green:h,h,h,13 blue:h,h,h,h turn=yellow"
    )
    assert program.end() == (0, "")


@pytest.mark.parametrize("rulebook", HOPS)
def test_computers_play_it_by_its_judge(rulebook):
    with contextlib.closing(Session(TableSpec(rulebook, seed=4))) as session:
        session.until_ready()
        levels = levels_of("red=human,yellow=easy,green=normal,blue=hard")
        players = Seated(session, levels, 4)
        for _ in players.play(24):
            pass
    assert players.turns == 24 and "winner=" not in players.line
    asked = {event["what"] for event in players.events if event["event"] == "lay"}
    assert asked == ({"deal", "wish"} if rulebook == "hop-hand" else set())


def test_hands_without_an_exchange_are_played_at_once():
    game = load("hop-hand")
    party = Party(game, dict.fromkeys(game.colours, "person"))
    party.hear({"event": "round", "dealer": "red", "deal": 1}, "yellow")
    assert party.stage == "play" and party.waiting() == []
    assert [len(hand) for hand in party.hands.values()] == [3] * 4
    assert party.public("yellow")["partners"] == {}
    card = party.hands["yellow"][0]
    party.may_lay("yellow", "yellow", card)
    with pytest.raises(NotNow, match="no-exchange"):
        party.give("yellow", card)


def test_the_arena_deals_them_too():
    game = load("hop-hand")
    mask, turns = arena.play(
        game, [load_player(level, game) for level in ("easy", "normal") * 2], 1
    )
    assert mask in (1, 2, 4, 8) and turns > 40


@at_table("hop")
async def test_the_page_has_its_names_its_board_and_its_cards(served):
    guest = await served.guest()
    board = guest.hello["hello"]
    offer = board["games"][-2]
    assert (board["rulebook"], board["board"], board["deck"]) == ("hop", "hop", "pile")
    assert len(board["spaces"]) == 20 + 4 * (2 + 4 + 4)
    assert (offer["id"], offer["pairs"], len(offer["seats"])) == ("hop", False, 11)
    async with served.client.get(served.server.address + "words.json?lang=nb") as answer:
        words = (await answer.json())["words"]
    assert words["game.hop"] == "Hopp" and words["why.no-one-ahead"].startswith("Ingen")
    await guest.good("speed", factor=100)
    await guest.good("hands", on=True)
    moves = 0
    while moves < 40:  # the pile is shuffled meanwhile
        moves += (await guest.event("accepted"))["move"] != "-"
    assert not [message for message in guest.heard if "fault" in message]


@pytest.mark.browser
@at_table("hop", mode="lobby", speed=40.0)
async def test_a_person_plays_it_on_the_page(program, served):
    _, person = await play_on_page(program, served, "hop", "mouse", 2, 150)
    assert person.turns >= 2


@pytest.mark.browser
@at_table("hop", mode="lobby", speed=20.0)
async def test_the_page_tells_its_rules(program, served):
    page = await seated(program, served, LAPTOP, language="de")
    await sit(page, "hop", {"red": "person", "yellow": "easy", "green": "none", "blue": "easy"})
    await page.page.click("#help-open")
    assert "Hopp" in await page.page.inner_text("#rules-title")
    assert await page.page.locator("#rules li").count() == 4


def flashed(monkeypatch, *words):
    """Run `tavle flash` against a fake board; return (exit status, the board)."""
    files = build.compiled(0x1306)
    board = Board(Disk({}), {command.own_version(): files})
    monkeypatch.setattr(find, "tables", lambda: [find.Port(os.devnull, "", "the fake")])
    monkeypatch.setattr(serial_port, "open_wire", board.wire)
    monkeypatch.setattr(repl.ReplDevice, "settle_s", 0.0)
    return cli.run(["flash", "--wait", "1", *words]), board


def test_flash_sends_its_rules_its_board_and_its_judge(monkeypatch, capsys):
    status, board = flashed(monkeypatch, "--game", "hop")
    assert status == 0, capsys.readouterr().err
    names = set(board.disk.files)
    assert {
        "/rules/games/hop/__init__.mpy",
        "/rules/games/hop/hop.mpy",
        "/boards/hop.mpy",
    } <= names
    assert {
        "/players/hop.mpy",
        "/rules/games/__init__.mpy",
        "/rules/games/ludo/__init__.mpy",
    } <= names
    assert json.loads(board.disk.files["/tavle/config.json"].split(b"\n")[0])["rulebook"] == "hop"
    assert board.running == command.own_version() and board.rulebook == "hop"


@pytest.mark.parametrize(
    "words", [["face", "hop"], ["wiring", "hop"], ["check", "hop"], ["field", "hop"]]
)
def test_a_builder_gets_its_drawings_and_tables(words, capsys):
    assert cli.run(["board", *words]) == 0
    assert len(capsys.readouterr().out) > 30
