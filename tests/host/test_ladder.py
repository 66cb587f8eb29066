# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The ladder: paired, resumable, shared; its intervals and its table."""

from rules import load
from tavle.players import arena, ladder


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


def test_paired_games_are_dealt_alike():
    """Two random pairs that have changed seats hold the same cards: one of them wins each game."""
    game = load("partners-pawns")
    players = [arena.make("random", game) for _ in range(4)]
    assert arena.play(game, players, 5) == arena.play(game, players, 5)


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
        ladder.write_table(readme, path)
    text = readme.read_text()
    assert text.startswith("above\n") and text.endswith("\nbelow\n") and "old" not in text
    assert text.count("| sorry | easy | three random | 4 |") == 1
