# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The ladder: paired, resumable, shared; its intervals and its table."""

from pathlib import Path

from tavle import paths
from tavle.players import ladder


def test_wilsons_interval_is_the_published_one():
    # 0.5 of 10 and 1.0 of 10: Wilson (1927), as every table of it has them.
    assert [round(x, 4) for x in ladder.wilson(5, 10)] == [0.2366, 0.7634]
    assert [round(x, 4) for x in ladder.wilson(10, 10)] == [0.7225, 1.0]
    assert ladder.wilson(0, 0) == (0.0, 1.0)


def test_a_seed_gives_the_same_games_again():
    for rulebook in ("partners-nordic", "ludo-norsk", "sorry"):
        job = (rulebook, "easy", "random", 3)
        lines = ladder.run(job)
        assert lines == ladder.run(job)
        assert len(lines) == ladder.games_of(rulebook)


def test_what_has_been_played_is_not_played_again_and_a_torn_line_is(tmp_path):
    path = tmp_path / "ladder.csv"
    only = "sorry easy random"
    assert len(ladder.missing(path, 8, only)) == 2
    ladder.append(path, ladder.run(("sorry", "easy", "random", 0)))
    assert [job[3] for job in ladder.missing(path, 8, only)] == [1]
    lines = ladder.run(("sorry", "easy", "random", 1))
    ladder.append(path, [*lines[:3], lines[3][:-9]])
    assert [job[3] for job in ladder.missing(path, 8, only)] == [1]
    path.write_text(path.read_text() + "\n")
    ladder.append(path, lines)
    assert ladder.missing(path, 8, only) == []
    assert len(ladder.read(path)["sorry", "easy", "random"]) == 8


def test_results_of_other_players_do_not_count(tmp_path):
    path = tmp_path / "ladder.csv"
    line = ladder.run(("sorry", "easy", "random", 0))[0]
    ladder.append(path, [line.rsplit(",", 1)[0] + ",0123456789\n"])
    assert ladder.read(path) == {}


def test_the_table_goes_between_its_marks(tmp_path):
    path = tmp_path / "ladder.csv"
    readme = tmp_path / "README.md"
    readme.write_text(f"above\n{ladder.BEGIN}\nold\n{ladder.END}\nbelow\n")
    ladder.append(path, ladder.run(("sorry", "easy", "random", 0)))
    for _ in range(2):
        ladder.write_table(readme, ladder.together({}, path))
    text = readme.read_text()
    assert text.startswith("above\n") and text.endswith("\nbelow\n") and "old" not in text
    assert text.count("| sorry | easy | three random | 4 |") == 1


def test_what_is_kept_is_not_played_again_and_grows(tmp_path):
    path, kept = tmp_path / "ladder.csv", tmp_path / "kept.csv"
    only = "sorry easy random"
    pair = ("sorry", "easy", "random")
    for seed in (0, 1, 3):
        ladder.append(path, ladder.run((*pair, seed)))
    ladder.append(path, ladder.run((*pair, 2))[:3])  # a seed that was not played to its end
    rows = ladder.together({}, path)[pair]
    assert len(rows) == 1 and rows[0].games == 12 and rows[0].seeds == {0, 1, 3}
    ladder.save_kept(kept, {pair: rows})
    assert ladder.load_kept(kept) == {pair: rows}
    assert ",0-1 3\n" in kept.read_text()
    path.unlink()
    assert [job[3] for job in ladder.missing(path, 16, only, kept)] == [2]
    ladder.append(path, ladder.run((*pair, 2)))
    ladder.append(path, ladder.run((*pair, 3)))  # counted before
    grown = ladder.together(ladder.load_kept(kept), path)[pair][0]
    assert grown.games == 16 and grown.seeds == {0, 1, 2, 3} and grown.won >= rows[0].won


def test_older_players_stay_in_the_table_until_as_many_games_are_played(tmp_path):
    path = tmp_path / "ladder.csv"
    pair = ("sorry", "easy", "random")
    ladder.append(path, ladder.run((*pair, 0)))
    few, many = ladder.Row("older", 3, 1), ladder.Row("older", 200, 70)
    both = ladder.together({pair: [many]}, path)
    assert [row.games for row in both[pair]] == [200, 4]
    assert "| sorry | easy | three random | 200 * | 35.0 % |" in ladder.table(both)
    now = ladder.together({pair: [few]}, path)
    assert [row.games for row in now[pair]] == [4]
    assert "older" not in ladder.table(now)


def test_the_table_in_the_readme_is_made_from_what_is_kept():
    readme = (paths.firmware() / "players" / "README.md").read_text(encoding="utf-8")
    begin, end = readme.index(ladder.BEGIN), readme.index(ladder.END)
    kept = ladder.together(ladder.load_kept(ladder.KEPT), Path("/none"))
    tables = [readme[begin + len(ladder.BEGIN) : end], ladder.table(kept)]
    # Which players are older changes with every change of the players; the games do not.
    rows = [[row.replace(" *", "") for row in one.splitlines() if "%" in row] for one in tables]
    assert rows[0] == rows[1] and len(rows[0]) > 20
