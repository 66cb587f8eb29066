# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle moves` and `tavle perft`: the contract of the rulings, 1.5."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tavle import cli

ROOT = Path(__file__).resolve().parents[2]
LINE = "partners-pawns green:h,h,0,3 blue:h,h,h,h red:h,h,44,z4 yellow:h,h,h,h turn=green"
WON = (
    "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h"
    " turn=none winner=green+red"
)


def run(capsys, *args):
    """Return (exit status, stdout, stderr) of a command line."""
    code = cli.run(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def batch(data):
    """Return (exit status, output lines) of `tavle moves --batch`."""
    done = subprocess.run(
        [sys.executable, "-m", "tavle", "moves", "--batch"],
        input=data, capture_output=True, timeout=600, check=False, cwd=ROOT / "host",
    )  # fmt: skip
    assert done.stderr == b""
    return done.returncode, done.stdout.decode().splitlines()


def test_one_object_with_position_action_and_moves_in_that_order(capsys):
    code, out, err = run(capsys, "moves", LINE, "-4")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert list(told) == ["position", "action", "moves"]
    assert (told["position"], told["action"]) == (LINE, "-4")
    assert told["moves"] == [
        {
            "move": "g3>58",
            "result": LINE.replace("0,3", "0,58").replace("turn=green", "turn=blue"),
        },
        {
            "move": "g0>56",
            "result": LINE.replace("0,3", "3,56").replace("turn=green", "turn=blue"),
        },
    ]
    assert out.count("\n") == 1


def test_moves_are_sorted_by_the_bytes_of_the_result_line(capsys):
    line = LINE.replace("green:h,h,0,3", "green:3,5,7,9")
    told = json.loads(run(capsys, "moves", line, "7")[1])
    results = [entry["result"].encode() for entry in told["moves"]]
    assert len(results) > 50
    assert results == sorted(set(results))


@pytest.mark.parametrize(
    "line,action,count", [(LINE, "9", 2), (LINE, "sorry", None), (WON, "7", 0)]
)
def test_unusable_cards_and_finished_games_give_an_empty_list(capsys, line, action, count):
    code, out, err = run(capsys, "moves", line, action)
    if count is None:
        assert code == 2 and out == "" and err.startswith("tavle: malformed: action: unknown")
    else:
        assert code == 0 and len(json.loads(out)["moves"]) == count


# Every other kind is refused by the same words at the rules: tests/rules/test_position_lines.py.
BAD = {
    "": "rulebook: ",
    "chess": "rulebook: unknown 'chess'",
    LINE.replace("h,h,0,3", "h,h,0,44"): ": two colours on 44",
    LINE.replace(" turn=green", ""): "turn: missing",
    LINE + " opt=forced:no": "opt: ",
    LINE + " ": "field ''",
    LINE + "\n": "",
    WON.replace("green+red", "red+green"): "winner: ",
}


@pytest.mark.parametrize("line", list(BAD))
def test_a_malformed_line_is_status_2_and_one_line_naming_the_field(capsys, line):
    for command in (["moves", line, "7"], ["perft", line, "1"]):
        code, out, err = run(capsys, *command)
        assert code == 2
        assert out == ""
        assert err.count("\n") == 1 and err.endswith("\n")
        assert BAD[line] in err


@pytest.mark.parametrize(
    "args", [["moves"], ["moves", LINE], ["moves", LINE, "7", "8"], ["moves", LINE, "--seven"],
             ["moves", "--batch", LINE], ["perft", LINE], ["perft", LINE, "-1"],
             ["perft", LINE, "x"], ["perft", LINE, "\u0661"]],
)  # fmt: skip
def test_a_malformed_command_line_is_status_2_and_one_line(capsys, args):
    code, out, err = run(capsys, *args)
    assert code == 2 and out == "" and err.count("\n") == 1
    if args[0] == "perft" and len(args) == 3:
        assert err == f"tavle: malformed: depth: no number of steps: {args[2]!r}\n"


def test_batch_answers_every_line_with_one_object():
    good = LINE.encode()
    lines = [
        good + b"\t7", b"", good, good + b"\t", good + b"\t7\t", b"\t7", b"\t", good + b"\tseven",
        b"\xff\xfe\t7", good + b" \t7", b"\x00\t\x00", good + b"\r\t7", b"x" * 100000 + b"\t7",
        good + b"\t-4",
    ]  # fmt: skip
    code, out = batch(b"\n".join(lines))
    assert code == 0 and len(out) == len(lines)
    answers = [json.loads(line) for line in out]
    for answer in answers[1:-1]:
        assert list(answer) == ["error"] and ": " in answer["error"]
        assert "internal" not in answer["error"]
    assert len(answers[0]["moves"]) == 6 and len(answers[-1]["moves"]) == 2


def test_batch_takes_crlf_and_no_input_at_all():
    assert batch(b"") == (0, [])
    code, out = batch(LINE.encode() + b"\t9\r\n\r\n")
    assert code == 0 and len(out) == 2
    assert len(json.loads(out[0])["moves"]) == 2 and json.loads(out[1]) == {"error": "line: empty"}


def test_batch_agrees_with_single_calls_for_every_rulebook(capsys):
    lines = [
        LINE + "\tswap",
        "ludo-norsk red:h,h,h,50 blue:h,h,h,h turn=red opt=forced:no\t1",
        "sorry red:h,h,h,5 blue:h,h,h,20 turn=red\t11",
        "sorry red:h,h,h,h blue:h,h,h,h turn=red\t2",
    ]
    code, out = batch("\n".join(lines).encode())
    assert code == 0
    for line, answer in zip(lines, out, strict=True):
        assert run(capsys, "moves", *line.split("\t"))[1] == answer + "\n"
        assert json.loads(answer)["moves"]


def test_perft_counts_sequences(capsys):
    for depth, count in ((0, 1), (1, 34), (2, 164), (3, 2935)):
        assert run(capsys, "perft", LINE, str(depth)) == (0, f"{count}\n", "")
    for depth, count in ((0, 1), (1, 0), (2, 0)):
        assert run(capsys, "perft", WON, str(depth)) == (0, f"{count}\n", "")
