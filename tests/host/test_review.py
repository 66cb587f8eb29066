# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle review` and `tavle ratings`: a game is looked back at, and its people are rated."""

import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
import zlib
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_log import recorded

from rules.notation import move_text, position_text
from rules.parse import parse_position
from tavle.cli import cli
from tavle.sim.target import FLASH_SIZE
from tavle.words import terminal

# Blue's last pawn is nearly home. On the third turn red can send it home with a 5, and lets it go.
LINE = "ludo-norsk red:17,40,f,f blue:22,f,f,f turn=red"
THROWS = (("1", "r17>18"), ("1", "b22>23"), ("5", "r40>45"), ("1", "b23>24"), ("2", "r18>20"), ("6", "b24>f"))  # fmt: skip


def record(line, *throws):
    """Return an exported record: throws, and of each the move of this notation."""
    entries = [{"kind": "start", "line": line}]
    for throw, text in throws:
        game, state = parse_position(line)
        colour = game.colours[state[16]]
        found = game.results(state, game.actions.index(throw))
        line = next(
            position_text(game, after) for after, move in found if move_text(game, move) == text
        )
        move = {"kind": "move", "colour": colour, "card": throw, "copy": 0, "parts": []}
        entries.append({**move, "line": line})
    return {"format": "tavle-record 1", "rulebook": "ludo-norsk", "entries": entries}


def done(*words, status=0):
    result = CliRunner().invoke(cli, [*map(str, words)])
    terminal.use("")
    told = (result.output, result.exception)
    assert getattr(result.exception, "code", result.exit_code) == status, told
    return str(result.exception) if status else result.output


@pytest.fixture
def reviewed(tmp_path):
    """Return what reviews a record: what the command says, and the page."""

    def review(kept, *words):
        path = tmp_path / "game.json"
        path.write_text(kept if isinstance(kept, str) else json.dumps(kept))
        page = tmp_path / "page.html"
        said = done("review", path, "--to", page, "--seconds", 1, *words)
        return said, page.read_text("utf-8")

    return review


def accounts(page):
    """Return the first table's rows as numbers, by player."""
    table = page.partition("<table>")[2].partition("</table>")[0]
    rows = [re.findall("<td>(.*?)</td>", row) for row in table.split("<tr>")[2:]]
    return {row[0]: [Decimal(cell.replace(",", ".")) for cell in row[1:]] for row in rows}


def test_the_blunder_is_the_costliest_choice_and_the_sum_is_exact(reviewed):
    _, page = reviewed(record(LINE, *THROWS))
    first = page.partition("<section>")[2].partition("</section>")[0]
    assert "Turn 3: " in first and "<svg" in first
    assert "Better (solid): Red throws 5: 18 → 23, Blue goes home" in first
    assert "Why: Red sends Blue home" in first
    for who, won in (("Red", 0), ("Blue", 100)):
        start, luck, own, others, result, *_ = accounts(page)[who]
        assert start + luck + own + others == result == won
    assert accounts(page)["Red"][2] < -10 and accounts(page)["Blue"][2] == 0


def test_the_page_needs_nothing_else_and_speaks_norwegian(reviewed):
    said, page = reviewed(record(LINE, *THROWS), "--lang", "nb")
    assert "De dyreste valgene" in page and "Tur 3: " in page and "prosentpoeng" in page
    assert not re.search(r"<script|<link|\bsrc=|url\(|@import|review\.", page)
    assert set(re.findall(r'https?://[^"\s]+', page)) == {"http://www.w3.org/2000/svg"}
    assert "Rød: tap per valg" in said


def test_a_hole_is_named_and_the_rest_still_adds_up(reviewed):
    kept = record(LINE, *THROWS)
    del kept["entries"][2]
    said, page = reviewed(kept)
    assert "Left out: turns 2." in said and "Left out: turns 2." in page
    for start, luck, own, others, left, result, *_ in accounts(page).values():
        assert start + luck + own + others + left == result


def test_another_version_and_no_game_are_said_in_a_line(reviewed, tmp_path):
    path = tmp_path / "newer.json"
    path.write_text(json.dumps({**record(LINE), "format": "tavle-record 2"}))
    assert "it is no game that this version knows" in done("review", path, status=1)
    path.write_text(json.dumps(record(LINE)))
    assert "nobody has moved in it" in done("review", path, status=1)
    assert "no game of-nobody" in done("review", "of-nobody", status=1)


def test_a_tables_record_of_hands_is_judged_by_the_cards_that_came_to_light(reviewed):
    said, page = reviewed(recorded(6).text())
    assert "cards that the player could not see are dealt by chance" in page
    assert "The game is not over" in said and "Left out" not in said
    for start, luck, own, others, result, *_ in accounts(page).values():
        assert start + luck + own + others == result


def test_a_kept_game_knows_the_cards_that_were_not_played_and_an_exported_one_says_it_does_not(
    reviewed,
):
    line = "partners-pawns green:h,h,5,20 blue:h,h,h,25 red:h,h,h,10 yellow:h,h,h,h turn=green"
    after = line.replace("5,20", "7,20").replace("=green", "=blue")
    deal = {"kind": "deal", "dealer": "yellow", "deal": 1, "first": "green", "line": line}
    move = {"kind": "move", "colour": "green", "card": "2", "copy": 1, "parts": [], "line": after}
    entries = [{"kind": "start", "line": line}, deal, move]
    said, _ = reviewed(
        {"format": "tavle-record 1", "rulebook": "partners-pawns", "entries": entries}
    )
    assert "In 1 turn the record does not hold the whole hand" in said
    before = {
        "hands": {"green": [["2", 1], ["5", 1], ["12", 1], ["12", 2]]},
        "passed": {},
        "seen": [],
    }
    party = {"who": {"green": "hard"}, "before": [before]}
    said, page = reviewed({
        "format": "tavle-sim 1", "rulebook": "partners-pawns", "position": line, "now_us": 0, "dealer": None, "world": {},
        "flash": base64.b64encode(zlib.compress(bytes(FLASH_SIZE))).decode(), "notes": {"record": entries, "party": party},
    })  # fmt: skip
    assert "Better (solid): Green plays 5: 20 → 25, Blue goes home" in page
    assert "Green (computer, hard)" in said and "the whole hand" not in said


def test_a_review_that_is_ended_leaves_no_process_behind(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(LINE, *THROWS)))
    words = ["-m", "tavle", "review", str(path), "--to", str(tmp_path / "page.html")]
    work = subprocess.Popen(
        [sys.executable, *words, "--seconds", "600"], stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    workers = Path(f"/proc/{work.pid}/task/{work.pid}/children")
    while len(workers.read_text().split()) < os.cpu_count() > 1:  # one core works alone
        time.sleep(0.05)
    work.terminate()
    assert work.wait(60) == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.killpg(work.pid, 0)


def test_people_are_rated_over_games_and_teams(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLE_SAVES", str(tmp_path))
    path = tmp_path / "one.json"
    path.write_text(json.dumps(record(LINE, *THROWS)))
    assert "Nobody is rated yet" in done("ratings")
    assert "add blue=Anna" in done("ratings", "--add", path, "red=Per", status=2)
    first, second = done("ratings", "--add", path, "red=Per", "blue=Kari").splitlines()
    assert first.startswith("Kari: ") and second.startswith("Per: ") and first.endswith("games: 1")
    assert "rated already" in done("ratings", "--add", path, "red=Per", "blue=Kari", status=1)
    assert done("ratings").splitlines() == [first, second]
