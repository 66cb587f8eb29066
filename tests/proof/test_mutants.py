# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The faults that are put into sources, and the choice of a sample."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import mutants
import mutate

SOURCE = '''
"""Words are left alone: 3 < 4."""
from micropython import const
_LIMIT = const(5)
_MOST = 5


def clip(values, n: int = 2):
    """Docstring 7."""
    out = []
    for value in values[1:n]:
        if value < _LIMIT and not value == 3:
            out.append(value + 1)
            continue
        raise ValueError("more than %d" % _LIMIT)
    out = list(map(clip, out))
    for n in range(n):
        out = out if n else values
    return out, n


async def largest(values, at):
    try:
        if values:
            yield
        words.tell("too-late", words.LOUD, words.SOFT)
        words.number += len(values) - 200 % at
        await words.told(abs(at))
        return [max(values[at], one) for one in sorted(values, key=abs)]
    except (KeyError, IndexError):
        pass
'''


def changes(kind):
    return {(m.old, m.new) for m in mutants.find("x.py", SOURCE) if m.kind == kind}


def test_every_kind_of_fault_is_put_where_it_belongs():
    assert changes("comparison") >= {
        ("value < _LIMIT", "(value <= _LIMIT)"),
        ("value == 3", "(value != 3)"),
    }
    assert (
        "value < _LIMIT and not value == 3",
        "(value < _LIMIT or not value == 3)",
    ) in changes("boolean")
    assert ("value < _LIMIT and not value == 3", "(value < _LIMIT)") in changes("operand")
    assert changes("sign") == {("not value == 3", "(value == 3)")}
    assert changes("arithmetic") == {
        ("value + 1", "(value - 1)"), ("len(values) - 200 % at", "(len(values) + 200 % at)"), ("200 % at", "(200 // at)"),
        ("words.number += len(values) - 200 % at", "words.number -= len(values) - 200 % at"),
        ("words.number += len(values) - 200 % at", "words.number = len(values) - 200 % at"),
    }  # fmt: skip
    assert changes("bound") == {
        ("values[1:n]", "values[:n]"), ("values[1:n]", "values[1:]"), ("n", "(n + 1)"), ("n", "(n - 1)"),
    }  # fmt: skip
    assert changes("await") == {("await words.told(abs(at))", "(words.told(abs(at)))")}
    assert changes("unwrap") == {("abs(at)", "(at)")}
    assert changes("size") >= {("5", "10"), ("5", "0"), ("200", "400"), ("200", "0")}
    assert changes("loop") == {("continue", "break"), ("continue", "pass")}
    assert ("return out, n", "return None") in changes("return")
    assert changes("exchange") == {
        ("len(values) - 200 % at", "(200 % at - len(values))"), ("200 % at", "(at % 200)"),
        ("out, n", "((n, out))"), ("map(clip, out)", "(map(out, clip))"),
        ("out if n else values", "(values if n else out)"),
        ('words.tell("too-late", words.LOUD, words.SOFT)', "(words.tell(words.LOUD, 'too-late', words.SOFT))"),
        ('words.tell("too-late", words.LOUD, words.SOFT)', "(words.tell('too-late', words.SOFT, words.LOUD))"),
    }  # fmt: skip
    assert changes("order") == {
        ("max", "min"), ("sorted(values, key=abs)", "(sorted(values, key=abs)[::-1])"),
    }  # fmt: skip
    assert changes("keyword") == {("sorted(values, key=abs)", "(sorted(values))")}
    assert changes("uncaught") == {
        ("(KeyError, IndexError)", "(KeyError,)"), ("(KeyError, IndexError)", "(IndexError,)"),
    }  # fmt: skip
    assert changes("index") == {("at", "(at + 1)")}
    assert changes("always") == {
        ("values", "(True)"), ("value < _LIMIT and not value == 3", "(True)"),
    }  # fmt: skip
    assert ("out.append(value + 1)", "return") in changes("early")
    assert ("values", "at") in changes("name") and ("at", "values") in changes("name")
    assert changes("range") == {
        (old, f"({old} {sign} 1)") for old in ("n", "at", "len(values)") for sign in "+-"
    }
    assert ("_LIMIT", "_MOST") in changes("name") and ("words.LOUD", "words.SOFT") in changes(
        "name"
    )
    assert changes("word") == {('"too-late"', "'too-latex'")}
    assert {old for old, _ in changes("skip")} == {
        "value < _LIMIT and not value == 3", "values", "values[1:n]", "range(n)",
    }  # fmt: skip
    assert {old for old, _ in changes("delete")} == {
        "out.append(value + 1)", 'raise ValueError("more than %d" % _LIMIT)',
        "out = list(map(clip, out))", "out = out if n else values", "yield",
        'words.tell("too-late", words.LOUD, words.SOFT)',
        "words.number += len(values) - 200 % at", "await words.told(abs(at))",
    }  # fmt: skip
    assert {old for old, _ in changes("constant")} == {"5", "2", "1", "3", "200"}


def test_a_mutant_changes_one_piece_and_keeps_the_lines():
    for mutant in mutants.find("x.py", SOURCE):
        text = mutant.applied(SOURCE)
        assert mutants.parses(mutant, SOURCE), mutant
        assert text != SOURCE and len(text.split("\n")) == len(SOURCE.split("\n")), mutant


def test_the_same_seed_picks_the_same_mutants_and_another_others():
    one = [m.key for m, _, _ in mutate.chosen("light", 20, 1)]
    assert one == [m.key for m, _, _ in mutate.chosen("light", 20, 1)]
    assert len(set(one)) == 20
    assert one != [m.key for m, _, _ in mutate.chosen("light", 20, 2)]


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [("a*", "abc", True), ("*", "", True), ("a*c", "abc", True), ("a*b", "abc", False),
     ("abc", "abc", True), ("*gc.collect()*", "x gc.collect()", True), ("ab*bc", "abc", False)],
)  # fmt: skip
def test_patterns_of_equivalents(pattern, text, fits):
    assert mutate._like(pattern, text) == fits


def test_every_equivalent_has_a_reason_and_a_source():
    for file, _, _, _, why in mutate.Equivalents().lines:
        assert len(why) > 15, (file, why)
        assert file == "*" or list(mutate.shadow.ROOT.glob(file)), file


def test_an_equivalent_may_be_one_of_several_alike(tmp_path):
    listed = tmp_path / "equivalents.txt"
    listed.write_text("x.py | clip#1 | 1 -> 2 | the second of two changes that look alike\n")
    found = [
        m for m in mutants.find("x.py", SOURCE) if (m.function, m.old, m.new) == ("clip", "1", "2")
    ]
    assert [bool(mutate.Equivalents(listed).why(m)) for m in found] == [False, True]


_RENAMES = """
import os, sys, worker
from pathlib import Path
worker._guard(Path.cwd())
for path in sys.argv[1:]:
    try:
        os.rename(path, path + ".bad")
        print("renamed")
    except PermissionError:
        print("kept")
"""


def test_no_mutant_renames_the_folder_of_all_temporary_files(tmp_path):
    copy = tmp_path / "copy"
    (tmp_path / "tmp" / "one").mkdir(parents=True)
    copy.mkdir()
    paths = [tmp_path, tmp_path / "tmp", copy, tmp_path / "tmp" / "one"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "TMPDIR": str(tmp_path / "tmp")}
    command = [sys.executable, "-c", _RENAMES, *map(str, paths)]
    said = subprocess.run(
        command, cwd=copy, env=env, capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == ["kept", "kept", "kept", "renamed"]
