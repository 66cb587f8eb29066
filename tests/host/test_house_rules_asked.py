# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""House rules named on the command line: `--options` of moves, perft, advise, sim and play."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_moves import run

ROOT = Path(__file__).resolve().parents[2]
SORRY = "sorry red:h,h,h,4 blue:h,h,h,19 turn=red"
LUDO = "ludo-norsk red:h,h,h,0 blue:h,h,h,26 turn=red"
# Green's last pawn needs three of a 7 for its innermost circle; red's pawn could take the four that are left.
SEVEN = "green:57,z2,z3,z4 blue:h,h,h,h red:h,h,h,31 yellow:h,h,h,h turn=green"


def results(capsys, *args):
    """Return the results of `tavle moves`."""
    code, out, err = run(capsys, "moves", *args)
    assert (code, err) == (0, "")
    return [move["result"] for move in json.loads(out)["moves"]]


def test_h5_moves_follow_the_house_rules_that_are_named(capsys):
    assert results(capsys, SORRY, "1") == [SORRY.replace("4 b", "5 b").replace("=red", "=blue")]
    both = results(capsys, "--options", "own_landing=bump", SORRY, "1")
    assert len(both) == 2 and all(line.endswith(" opt=own_landing:bump") for line in both)
    line = SORRY + " opt=own_landing:bump"
    assert results(capsys, "--options", "own_landing=bump", line, "1") == both


def test_h1_the_rest_of_a_7_may_be_given_up_or_must_be_used(capsys):
    movers, nordic = "partners-movers " + SEVEN, "partners-nordic " + SEVEN
    may, must = (
        results(capsys, "--options", f"rest={rest}", movers, "7") for rest in ("may", "must")
    )
    assert may == results(capsys, movers, "7") and len(must) < len(may)
    may, must = (
        results(capsys, "--options", f"rest={rest}", nordic, "7") for rest in ("may", "must")
    )
    assert must == results(capsys, nordic, "7") and len(must) < len(may)


def test_h5_advice_follows_the_house_rules_that_are_named(capsys):
    # Red's 3 can only land on red's own pawn.
    line = "sorry red:h,h,z2,z5 blue:h,h,h,h turn=red"
    assert "No card can be used" in run(capsys, "advise", line, "3")[1]
    code, said, _ = run(capsys, "advise", "--options", "own_landing=bump", line, "3")
    assert (code, said.splitlines()[0]) == (0, "3: rz2>z5xrz5")


def test_h4_perft_counts_the_declined_throws(capsys):
    assert run(capsys, "perft", LUDO, "1")[1] == "7\n"
    assert run(capsys, "perft", "--options", "forced=no", LUDO, "1")[1] == "13\n"


@pytest.mark.parametrize(
    ("options", "line", "why"),
    [
        ("own_landing=foo", SORRY, "own_landing cannot be 'foo' (it can be illegal, bump)"),
        ("forced=no", SORRY, "sorry has no option 'forced' (it has first, out, own_landing)"),
        ("first=green", SORRY, "first cannot be 'green' (it can be drawn, red, blue)"),
        ("own_landing=illegal", SORRY + " opt=own_landing:bump",
         "the position says own_landing:bump, --options own_landing=illegal"),
        ("own_landing", SORRY, "'own_landing' is not name=value"),
        ("out=0,out=1", SORRY, "out is named twice"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_what_can(capsys, options, line, why):
    for command, last in (("moves", "1"), ("perft", "1"), ("advise", "1")):
        code, out, err = run(capsys, command, "--options", options, line, last)
        assert (code, out, err.count("\n")) == (2, "", 1) and why in err


def test_every_line_of_a_batch_is_judged_by_the_house_rules():
    done = subprocess.run(
        [sys.executable, "-m", "tavle", "moves", "--batch", "--options", "forced=no"],
        input=f"{LUDO}\t1\n{SORRY}\t1\n", capture_output=True, text=True, check=True, cwd=ROOT / "host",
    )  # fmt: skip
    ludo, sorry = map(json.loads, done.stdout.splitlines())
    assert "-" in [move["move"] for move in ludo["moves"]]
    assert "sorry has no option 'forced'" in sorry["error"]


def sim(*args, commands=({"do": "state"},)):
    """Return (exit status, answers and events, standard error) of `tavle sim --stdio`."""
    done = subprocess.run(
        [sys.executable, "-m", "tavle", "sim", "--stdio", *args],
        input="".join(json.dumps(one) + "\n" for one in commands),
        capture_output=True, text=True, check=False, cwd=ROOT / "host",
    )  # fmt: skip
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_h3_h6_a_virtual_table_begins_by_its_house_rules_and_keeps_them(tmp_path):
    wanted = "sorry red:h,h,h,4 blue:h,h,h,19 yellow:h,h,h,34 green:h,h,h,49 turn=blue"
    state = ("--rulebook", "sorry", "--state", str(tmp_path / "kept"))
    for options in (("--options", "out=1,first=blue"), ()):
        code, said, err = sim(*state, *options)
        assert (code, err) == (0, "") and said[-1]["firmware"] == wanted
        assert said[-1]["world"]["red"] == ["h", "h", "h", "4"], "the pawns stand there too"
    code, _, err = sim("--rulebook", "sorry", "--options", "out=3")
    assert code == 2 and "out cannot be '3' (it can be 0, 1)" in err


def test_h2_a_game_shuffled_for_every_deal_is_played_without_a_refusal(capsys):
    # 36 turns are two deals at least: cards of the first come again.
    said = run(
        capsys, "play", "--speed", "0", "--options", "shuffle=deal,first=red", "--turns", "36"
    )
    assert said[0] == 0 and "every position agreed" in " ".join(said[1].split())
