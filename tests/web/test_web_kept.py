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
    """Give the file of a game in which something cannot be, again and again."""
    notes = kept["notes"]
    yield {**kept, "notes": {}}
    yield {**kept, "notes": {**notes, "record": [5]}}
    yield {
        **kept,
        "notes": {
            **notes,
            "record": [{"kind": "move", "line": "x", "colour": "red", "card": "5", "parts": None}],
        },
    }
    yield {
        **kept,
        "notes": {
            **notes,
            "party": {
                **notes["party"],
                "before": [
                    dict.fromkeys(
                        ("hands", "passed", "seen", "deck", "deal", "laid", "own", "turn")
                    )
                ],
            },
        },
    }
    yield {**kept, "options": {"shuffle": [1]}}
    yield {**kept, "position": [kept["position"]]}
    yield {**kept, "now_us": 10**60}


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
        damaged.write_text(json.dumps(wrong))
        said = await guest.do("open", name="damaged")
        told = {key: value for key, value in wrong.items() if value != kept[key]}
        assert said.get("error") == "game-damaged", (said, told)
        assert json.loads(damaged.read_text()) == wrong
        assert (await guest.good("state"))["firmware"] == line
    damaged.unlink()


def test_a_folder_for_games_is_the_owners_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("TAVLE_SAVES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    os.umask(os.umask(0o022))
    saves.fresh("sorry")
    assert stat.S_IMODE((tmp_path / "tavle" / "games").stat().st_mode) == 0o700


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
