# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The commands of a served table beyond the simulator's: what they need, what they refuse, whom they reach."""

import json
import random
from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.web import commands, draw_pile, saves


class Keeper:
    """Notes what it is told; everything has an answer."""

    def __init__(self):
        self.told = []

    def __getattr__(self, name):
        answers = {"light": "turn", "why": ("wall", "45"), "probe": {"wires": 3}, "people": {"saved": []},
                   "draw": ("5", 2)}  # fmt: skip

        def noted(*args):
            self.told.append((name, *args))
            return answers.get(name)

        return noted


@pytest.fixture
def keeper():
    return Keeper()


@pytest.fixture
def handle(keeper, monkeypatch):
    monkeypatch.setattr(
        commands.LiveContract, "_do_card", lambda self, card, copy: {"laid": [card, copy]}
    )
    target = SimpleNamespace(on=True, complaints=[])
    world = SimpleNamespace(spaces=SimpleNamespace(), slot=[])
    return commands.LiveContract(
        SimpleNamespace(target=target, world=world, now_ms=7), keeper
    ).handle


@pytest.mark.parametrize(
    ("command", "told", "answer"),
    [
        ({"do": "speed", "factor": 2}, ("set_speed", 2.0), {}),
        ({"do": "pause", "on": True}, ("pause", True), {}),
        ({"do": "step", "ms": 1}, ("step", 1), {}),
        ({"do": "step", "ms": 60_000}, ("step", 60_000), {}),
        ({"do": "hands", "on": False}, ("set_hands", False), {}),
        ({"do": "draw"}, ("draw",), {"laid": ["5", 2]}),
        ({"do": "table", "rulebook": "sorry"}, ("renew", "sorry", ""), {}),
        ({"do": "table", "rulebook": "sorry", "position": "p"}, ("renew", "sorry", "p"), {}),
        ({"do": "light", "name": "20"}, ("light", "20"), {"light": "20", "means": "turn"}),
        ({"do": "why", "colour": "red", "at": "3"}, ("why", "red", "3"), {"why": "wall", "place": "45"}),
        ({"do": "probe"}, ("probe",), {"wires": 3}),
        ({"do": "saved"}, ("people", "saved", {}), {"saved": []}),
        ({"do": "fold", "colour": "red"}, ("people", "fold", {"colour": "red"}), {"saved": []}),
        ({"do": "sit", "rulebook": "r", "who": {}, "position": "p"},
         ("people", "sit", {"rulebook": "r", "who": {}, "position": "p"}), {"saved": []}),
    ],
)  # fmt: skip
def test_a_command_reaches_the_table_and_is_answered(handle, keeper, command, told, answer):
    assert handle(command) == {"ok": True, "t": 7, **answer}
    assert keeper.told == [told] and type(keeper.told[0][-1]) is type(told[-1])


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({"do": "speed", "factor": True}, "factor must be a number"),
        ({"do": "speed", "factor": "2"}, "factor must be a number"),
        ({"do": "speed", "factor": 0}, "factor must be a number"),
        ({"do": "speed", "factor": 1e9}, "factor must be a number"),
        ({"do": "pause", "on": 1}, "on must be true or false"),
        ({"do": "hands", "on": None}, "on must be true or false"),
        ({"do": "step", "ms": 0}, "ms must be a number from 1 to 60000"),
        ({"do": "step", "ms": True}, "ms must be a number from 1 to 60000"),
        ({"do": "step", "ms": "9"}, "ms must be a number from 1 to 60000"),
        ({"do": "step", "ms": 60_001}, "ms must be at most 60000 here"),
        ({"do": "table", "rulebook": 3}, "rulebook must be text"),
        ({"do": "table", "rulebook": "sorry", "position": 3}, "position must be text"),
        ({"do": "light", "name": 3}, "name must be text"),
        ({"do": "why", "colour": 3, "at": "3"}, "colour and at must be text"),
        ({"do": "why", "colour": "red", "at": 3}, "colour and at must be text"),
        ({"do": "fold"}, "colour"),
        ({"do": "give", "colour": "red", "card": "5"}, "copy"),
        ({"do": "saved", "more": 1}, "more"),
    ],
)
def test_what_is_wrong_in_a_command_is_said_and_reaches_nobody(handle, keeper, command, why):
    answer = handle(command)
    assert not answer["ok"] and why in answer["error"] and keeper.told == []


@pytest.mark.parametrize("field", ["ms", "dwell", "air"])
def test_nobody_may_keep_the_others_waiting(handle, keeper, field):
    answer = handle({"do": "lift", field: 60_000.5})
    assert answer["error"].startswith(f"lift: {field} must be at most 60000 here")
    for short in (60_000, float("nan"), "long"):
        assert "must be at most" not in handle({"do": "lift", field: short})["error"]
    assert "path must have at most 120" in handle({"do": "slide", "path": ["1"] * 121})["error"]
    assert "at most" not in handle({"do": "slide", "path": ["1"] * 120})["error"]
    assert "at most" not in handle({"do": "slide", "path": "1" * 121})["error"]


@pytest.mark.parametrize("error", [TypeError, OverflowError, RecursionError])
def test_a_field_of_a_wrong_type_ends_nothing(handle, keeper, monkeypatch, error):
    def fails(self, command):
        raise error("x" * 400)

    monkeypatch.setattr(commands.Contract, "handle", fails)
    answer = handle({"do": "probe"})
    assert answer["ok"] is False and answer["error"].startswith("a field has the wrong type: xxx")
    assert len(answer["error"]) == 300


def test_which_commands_disturb_nobody():
    assert commands.LOOKS < commands.CALM < commands.QUICK
    assert commands.CALM - commands.LOOKS == {"speed", "noise", "pause", "forget"}
    assert commands.QUICK - commands.CALM == {"lift", "place", "nocard", "power"}
    assert not commands.QUICK & {"press", "card", "wait", "step", "fold", "draw", "table"}


# The pile


def world(deck=b"\2\1", actions=("5", "swap")):
    laid = set()
    made = SimpleNamespace(
        game=SimpleNamespace(deck=deck, actions=actions), box=SimpleNamespace(laid=laid)
    )
    made.shuffled = laid.clear
    return made


def test_a_card_that_was_laid_is_not_drawn_until_all_were():
    table, chance = world(), random.Random(1)
    drawn = []
    for _ in range(3):
        drawn.append(draw_pile.draw(table, chance))
        table.box.laid.add(drawn[-1])
    assert sorted(drawn) == [("5", 1), ("5", 2), ("swap", 1)]
    assert draw_pile.draw(table, chance) in drawn and table.box.laid == set()


def test_where_there_is_no_pile_a_die_is_thrown():
    thrown = {
        draw_pile.draw(world(b"", ("1", "2", "3")), random.Random(seed)) for seed in range(40)
    }
    assert thrown == {("1", 1), ("2", 1), ("3", 1)}


def test_a_tally_counts_the_cards_that_were_used():
    tally = draw_pile.Tally()
    card = {"event": "card", "card": "5", "copy": 2}
    tally.hear({"event": "accepted"}, [])
    tally.hear(card, [("5", 2)])
    assert tally.played == set()
    tally.hear({"event": "accepted"}, [])
    assert tally.played == {("5", 2)}
    tally.played.clear()
    tally.hear({"event": "accepted"}, [])  # one card is used once
    assert tally.played == set()
    tally.hear({"event": "card", "card": "swap"}, [])
    tally.hear({"event": "accepted"}, [])
    tally.hear({"event": "refused", "reason": "already-played"}, [("5", 1), ("9", 1)])
    assert tally.played == {("swap", 0), ("5", 1), ("9", 1)}
    tally.hear({"event": "refused", "reason": "no-move"}, [("7", 1)])
    tally.hear({"event": "round", "deal": 2}, [])
    assert len(tally.played) == 3
    tally.hear({"event": "round", "deal": 1}, [])
    assert tally.played == set()


# Kept games


@pytest.fixture
def games(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLE_SAVES", str(tmp_path / "deep" / "games"))
    return tmp_path / "deep" / "games"


def test_games_are_kept_in_the_folder_of_data(monkeypatch, tmp_path):
    monkeypatch.delenv("TAVLE_SAVES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves.folder() == tmp_path / "tavle" / "games"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert saves.folder() == tmp_path / ".local" / "share" / "tavle" / "games"


def test_a_new_game_gets_a_file_that_nobody_has(games, monkeypatch):
    monkeypatch.setattr(saves.time, "strftime", lambda form: f"<{form}>")
    first = saves.fresh("sorry")
    assert (
        first == games / "sorry-<%Y%m%d-%H%M%S>-0.json" and games.is_dir() and not first.exists()
    )
    first.write_text("{}")
    (games / "sorry-<%Y%m%d-%H%M%S>-1.lock").write_text("")
    assert saves.fresh("sorry").name == "sorry-<%Y%m%d-%H%M%S>-2.json"
    for number in range(100):
        (games / f"sorry-<%Y%m%d-%H%M%S>-{number}.json").write_text("")
    with pytest.raises(TavleError) as error:
        saves.fresh("sorry")
    told = error.value
    assert (told.what, told.why) == (f"cannot keep games in {games}", "there are too many")
    assert told.next_step == "delete old ones"


def test_a_folder_that_cannot_be_made_is_said(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TAVLE_SAVES", str(tmp_path / "file" / "games"))
    with pytest.raises(TavleError) as error:
        saves.fresh("sorry")
    told = error.value
    assert told.what == f"cannot keep games in {tmp_path / 'file' / 'games'}"
    assert told.why == "Not a directory"
    assert told.next_step == "set TAVLE_SAVES to a folder that can be written"
    assert saves.listed() == []


def keep(games, name, stage="play", **more):
    games.mkdir(parents=True, exist_ok=True)
    path = games / f"{name}.json"
    party = {"who": {"green": "person"}, "stage": stage}
    path.write_text(
        json.dumps({"rulebook": "sorry", "notes": {"party": party, "turns": 7}, **more})
    )
    return path


def test_kept_games_are_listed_newest_first_without_those_that_are_damaged(games):
    import os

    for n, name in enumerate(("old", "new", "won")):
        os.utime(keep(games, name, "over" if name == "won" else "play"), (1000 + n, 1000 + n))
    keep(games, "bad", notes=[])
    (games / "torn.json").write_text("{")
    (games / "empty.json").mkdir()
    found = saves.listed()
    assert [(game["name"], game["saved"], game["over"]) for game in found] == [
        ("won", 1002.0, True), ("new", 1001.0, False), ("old", 1000.0, False),
    ]  # fmt: skip
    assert found[2] == {"name": "old", "rulebook": "sorry", "saved": 1000.0, "who": {"green": "person"}, "turns": 7,
                        "over": False}  # fmt: skip
    for n in range(60):
        keep(games, f"more-{n}")
    assert len(saves.listed()) == 50


def test_a_kept_game_is_found_by_its_name_and_by_nothing_else(games):
    path = keep(games, "sorry-1")
    assert saves.path_of("sorry-1") == path
    (games / "UPPER.json").write_text("")
    (games.parent / "outside.json").write_text("")
    (games / ("a" * 61 + ".json")).write_text("")
    keep(games, "a" * 60)
    assert saves.path_of("a" * 60).exists()
    for name in ("sorry-2", "UPPER", "../outside", "", "a" * 61, "sorry-1\n"):
        with pytest.raises(ValueError, match="no-such-game"):
            saves.path_of(name)


def test_a_game_is_forgotten_unless_a_program_has_it(games):
    path = keep(games, "mine")
    lock = saves.Lock(str(path))
    with pytest.raises(saves.InUse) as error:
        saves.Lock(str(path))
    assert error.value.why == "another program has this game open"
    with pytest.raises(ValueError, match="game-in-use"):
        saves.forget("mine")
    assert path.exists()
    lock.free()
    lock.free()
    saves.forget("mine")
    assert not path.exists()
    keep(games, "mine")
    saves.Lock(str(path)).free()  # forgetting let go of it
    with pytest.raises(ValueError, match="no-such-game"):
        saves.forget("other")


def test_a_file_that_cannot_be_locked_is_said(tmp_path):
    path = tmp_path / "nowhere" / "game.json"
    with pytest.raises(TavleError) as error:
        saves.Lock(str(path))
    told = error.value
    assert type(told) is TavleError and told.what == f"cannot use {path}"
    assert (told.why, told.next_step) == ("No such file or directory", "name another file")
