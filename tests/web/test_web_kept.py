# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Files of kept games: only their owner reads them, and a damaged one costs nothing but itself."""

import base64
import json
import os
import stat
import tracemalloc
import zlib

import pytest
from tables import at_table

from tavle.errors import TavleError
from tavle.sim import snapshot
from tavle.sim.target import FLASH_SIZE
from tavle.web import saves
from tavle.web.moves import MOST_ENTRIES, kept_entries

WHO = dict.fromkeys(("green", "blue", "red", "yellow"), "person")


def _spoilt(kept):
    """Give what cannot be in the file of a game, again and again."""
    notes = kept["notes"]
    move = {"kind": "move", "line": "x", "colour": "red", "card": "5", "parts": None}
    before = dict.fromkeys(("hands", "passed", "seen", "deck", "deal", "laid", "own", "turn"))
    yield {"notes": {}}
    yield {"notes": {**notes, "record": [5]}}
    yield {"notes": {**notes, "record": [move]}}
    yield {"notes": {**notes, "party": {**notes["party"], "before": [before]}}}
    yield {"options": {"shuffle": [1]}}
    yield {"position": [kept["position"]]}
    yield {"now_us": 10**60}


@at_table(mode="lobby")
async def test_a_damaged_game_is_refused_and_the_table_that_runs_stays(served):
    guest = await served.guest()
    await guest.good("sit", rulebook="partners-pawns", who=WHO)
    name = saves.listed()[0]["name"]
    path = saves.path_of(name)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "nobody else reads hands and links"
    kept = json.loads(path.read_text())
    line = (await guest.view(mode="play"))["firmware"]
    damaged = saves.folder() / "damaged.json"
    for wrong in _spoilt(kept):
        damaged.write_text(json.dumps({**kept, **wrong}))
        said = await guest.do("open", name="damaged")
        assert said.get("error") == "game-damaged", (said, wrong)
        assert json.loads(damaged.read_text()) == {**kept, **wrong}
        assert (await guest.good("state"))["firmware"] == line
    damaged.unlink()


def test_a_small_file_does_not_fill_the_memory(tmp_path):
    path = tmp_path / "bomb.json"
    bomb = zlib.compress(bytes(60 << 20), 1)
    facts = {
        "rulebook": "sorry",
        "position": "",
        "now_us": 0,
        "dealer": "",
        "world": {},
        "notes": {},
    }
    text = json.dumps({"format": "tavle-sim 1", **facts, "flash": base64.b64encode(bomb).decode()})
    path.write_text(text)
    tracemalloc.start()
    with pytest.raises(TavleError, match="damaged: flash"):
        snapshot.load(str(path))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10 * FLASH_SIZE
    path.write_bytes(b" " * (snapshot.LONGEST + 1))
    with pytest.raises(TavleError, match="not a state file"):
        snapshot.load(str(path))


def test_a_record_has_only_what_the_page_can_show():
    start = {"kind": "start", "line": "sorry"}
    part = {"colour": "red", "from": "3", "to": "5", "home": [["blue", "5"]]}
    move = {"kind": "move", "line": "sorry", "colour": "red", "card": "2", "parts": [part]}
    assert kept_entries([start, move]) == [start, move]
    for wrong in (
        [], {}, [start] * (MOST_ENTRIES + 1), [{**move, "parts": None}], [{**start, "kind": ["start"]}],
        [{**move, "parts": [{**part, "home": [5]}]}], [{**move, "card": 2}], [{"kind": "won", "line": "x"}],
    ):  # fmt: skip
        with pytest.raises(ValueError, match="damaged"):
            kept_entries(wrong)


@pytest.fixture
def games(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLE_SAVES", str(tmp_path / "deep" / "games"))
    return tmp_path / "deep" / "games"


def test_games_are_kept_in_the_folder_of_data(monkeypatch, tmp_path):
    monkeypatch.delenv("TAVLE_SAVES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves.folder() == tmp_path / "tavle" / "games"
    os.umask(os.umask(0o022))
    saves.fresh("sorry")
    assert stat.S_IMODE(saves.folder().stat().st_mode) == 0o700, "its owner's alone"
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
    why = (f"cannot keep games in {games}", "there are too many", "delete old ones")
    assert error.value.args == why


def test_a_folder_that_cannot_be_made_and_a_file_that_cannot_be_locked_are_said(
    tmp_path, monkeypatch
):
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "games"
    monkeypatch.setenv("TAVLE_SAVES", str(folder))
    with pytest.raises(TavleError) as error:
        saves.fresh("sorry")
    why = "Not a directory"
    next_step = "set TAVLE_SAVES to a folder that can be written"
    assert error.value.args == (f"cannot keep games in {folder}", why, next_step)
    assert saves.listed() == []
    path = folder / "game.json"
    with pytest.raises(TavleError) as error:
        saves.Lock(str(path))
    assert error.value.args == (f"cannot use {path}", why, "name another file")
    assert type(error.value) is TavleError, "nobody has it open"


def keep(games, name, stage="play", **more):
    games.mkdir(parents=True, exist_ok=True)
    path = games / f"{name}.json"
    party = {"who": {"green": "person"}, "stage": stage}
    path.write_text(
        json.dumps({"rulebook": "sorry", "notes": {"party": party, "turns": 7}, **more})
    )
    return path


def test_kept_games_are_listed_newest_first_without_those_that_are_damaged(games):
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
