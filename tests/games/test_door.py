# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A game comes in by its folder alone: Hop, made up for this, and the starter's Plank are played by everything that plays the others.

What knows the game runs in processes of its own, started with its folder named.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tavle import games, paths
from tavle.board.shapes import SHAPES
from tavle.device import doctor
from tavle.errors import TavleError
from tavle.live import picture

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOP = HERE / "hop"
PLANK = ROOT / "hardware" / "starter" / "plank"

# Tests of every rulebook that ask nothing but its rules and its board, and which of them run.
SHARED = {
    "tests/rules/test_any_line.py tests/rules/test_every_reason.py tests/rules/test_results.py": "",
    "tests/rules/test_every_game.py": "not playthroughs and not perft_file",
    "tests/web/test_web_words.py": "",
    "tests/sim/test_sim_cards.py tests/sim/test_play_games.py": "hop",
    "tests/hands/test_models.py": "hop and not what_they_mean",
    "tests/web/test_web_table.py": "random_hands_play_every_game",
}
# The same, and what is asked of every board, for one with two seats of one pawn, no lane and no slot.
SHARED_SMALL = {
    "tests/rules/test_any_line.py tests/rules/test_every_reason.py tests/rules/test_results.py": "",
    "tests/rules/test_every_game.py": "not playthroughs and not perft_file",
    "tests/sim/test_play_games.py": "plank",
    "tests/hardware/test_table_fits.py": "plank and not tube",
}


def python(*words, folder=HOP):
    """Run this Python with the folder named, as a maker of a game would; return what it did."""
    environment = {
        **os.environ,
        games.ENVIRONMENT: str(folder),
        "PYTHONPATH": str(ROOT / "host"),
    }
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def pytest_of(files, *chosen, folder=HOP):
    done = python(
        "-m", "pytest", "-c", "host/pyproject.toml", "--rootdir=.", "-q", "-p", "no:cacheprovider",
        *files.split(), *chosen, folder=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return int(re.findall(r"(\d+) passed", done.stdout)[-1])


@pytest.mark.long
@pytest.mark.parametrize("files", SHARED)
def test_what_tests_every_game_tests_it_too(files):
    assert pytest_of(files, "-k", SHARED[files]) >= 2


@pytest.mark.long
@pytest.mark.parametrize("files", SHARED_SMALL)
def test_what_tests_every_game_and_board_tests_the_starter_too(files):
    assert pytest_of(files, "-k", SHARED_SMALL[files], folder=PLANK) >= 1


BY_BROWSER = pytest.mark.parametrize(
    "which",
    [
        pytest.param("not browser", marks=pytest.mark.long),
        pytest.param("browser", marks=pytest.mark.browser),
    ],
)


@BY_BROWSER
def test_the_starter_is_played(which):
    assert pytest_of("tests/games/played_plank.py", "-m", which, folder=PLANK) >= 1


@BY_BROWSER
def test_it_is_played_at_the_table_on_the_pipes_on_the_page_and_on_a_flashed_board(which):
    assert pytest_of("tests/games/played.py", "-m", which) >= 1


def test_a_program_compares_engines_with_it_and_names_the_folder_anywhere():
    line = "hop red:h,h,3,6 yellow:h,h,h,9 green:h,h,h,13 blue:h,h,h,h turn=red"
    done = python("-m", "tavle", "perft", line, "1", "--games", str(HOP), folder="")
    # By hand: a 1 and a 4 start a pawn or move one of two, a 6 moves one of two, either may hop.
    assert (done.returncode, done.stdout.strip()) == (0, "10"), done.stderr
    done = python("-m", "tavle", "moves", f"--games={HOP}", line, "hop", folder="")
    assert (
        done.stdout.count('"move"') == 2 and "r3>9xy9" in done.stdout and "r6>9xy9" in done.stdout
    )


def test_a_folder_named_twice_is_named_once(monkeypatch):
    monkeypatch.setenv(games.ENVIRONMENT, "")
    games.name_folders([HOP, HOP])
    assert os.environ[games.ENVIRONMENT] == str(HOP)
    assert [game.name for game in games.found()] == ["hop"]
    assert set(games.shapes()) == {*SHAPES, "hop"}


def test_without_the_folder_nothing_knows_it():
    assert games.found() == () and "hop" not in games.shapes()
    done = subprocess.run(
        [sys.executable, "-m", "tavle", "sim", "--stdio", "--rulebook", "hop"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "host")}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "'hop' is not one of" in done.stderr


def test_a_table_that_plays_it_is_told_from_a_broken_one():
    line = "hop red:h,h,3,6 yellow:h,h,h,9 green:h,h,h,13 blue:h,h,h,h turn=red"
    for ask in (
        lambda: paths.layout_of("hop"),
        lambda: picture.parse(line),
        lambda: doctor.names("hop"),
    ):
        with pytest.raises(TavleError, match="name the folder of a game of your own with --games"):
            ask()


def changed(tmp_path, name="hop", **files):
    """Copy the game, with some files replaced (None: removed), and return its folder."""
    folder = tmp_path / name
    shutil.copytree(HOP, folder)
    for file, edit in files.items():
        path = folder / ("rules/hop.py" if file == "rules" else file.replace("_", "."))
        if edit is None:
            path.unlink()
        else:
            path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"name": "My Game"}, "a game's name is 1 to 16 of a-z"),
        ({"name": "sorry"}, "there is a game 'sorry' already"),
        ({"game_toml": None}, "game.toml: No such file"),
        ({"geometry_csv": None}, "geometry.csv is missing"),
        ({"game_toml": lambda text: text + "["}, "game.toml: "),
        ({"game_toml": lambda text: text + "walls = 3\n"}, "unknown key 'walls'"),
        ({"game_toml": lambda text: text.replace("ring = 20", "ring = 21")}, "ring cannot be 21"),
        ({"game_toml": lambda text: text.replace("mouth = 1", "")}, "'mouth'"),
        ({"game_toml": lambda text: text.replace('"blue"]', '"pink"]')}, "colours cannot be"),
        (
            {"game_toml": lambda text: text.replace('["hop", "hop-hand"]', '["sorry"]')},
            "a rulebook 'sorry' already",
        ),
        (
            {"game_toml": lambda text: text.replace('["hop", "hop-hand"]', "[]")},
            "rulebooks must be a list",
        ),
    ],
)
def test_a_folder_that_is_no_game_is_refused_with_the_reason(monkeypatch, tmp_path, files, said):
    folder = changed(tmp_path, **files)
    monkeypatch.setenv(games.ENVIRONMENT, "")
    with pytest.raises(TavleError) as caught:
        games.name_folders([folder])
    assert said in str(caught.value) and str(folder) in str(caught.value)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"rules": lambda text: text.replace("row = 2", "row = 3")}, "row is 3, game.toml says 2"),
        ({"rules": lambda text: text.replace("deck_id = 200", "deck_id = 3")}, "deck_id 3 is written on the cards of sorry"),
        ({"rules": lambda text: text.replace("(6, 5, 5, 4)", "(6, 5)")}, "deck must have a number for each"),
        ({"rules": lambda text: text + "\nimport nothing_of_that_name\n"}, "ModuleNotFoundError"),
        ({"geometry_csv": lambda text: text.replace("ring,,3,", "ring,,4,")}, "row "),
        ({"name": "normal"}, "the firmware has a module of that name"),
    ],
)  # fmt: skip
def test_rules_and_board_that_do_not_fit_are_refused_in_one_line(tmp_path, files, said):
    folder = changed(tmp_path, **files)
    done = python("-m", "tavle", "perft", "sorry", "0", folder=folder)
    assert done.returncode in (1, 2) and said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_table_says_when_no_computer_plays_a_game(tmp_path):
    folder = changed(tmp_path)
    (folder / "judge.py").unlink()
    code = """if True:
        from tavle.sim.session import Session, TableSpec
        session = Session(TableSpec("hop", settings={"players": ["human", "hard", "human", "hard"]}))
        session.until_ready()
        print([e["text"] for e in session.events if e["event"] == "fault"])
        print(session.request("seats", seats={"blue": "normal"}))
        print(session.request("seats")["seats"], session.noise, session.target.complaints)
        session.close()
    """
    done = python("-c", code, folder=folder)
    assert done.returncode == 0, done.stderr
    began, asked, rest = done.stdout.splitlines()
    assert "no computer player knows 'hop'; people play" in began
    assert "'ok': False" in asked and "no computer player knows 'hop'" in asked
    assert rest.count("'human'") == 4 and rest.endswith("} [] []")
