# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`make fast`: the compiled rules and players do what the plain ones do, and stale ones are refused."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tavle import compiled
from tavle.errors import TavleError

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tests" / "host" / "fingerprint.py"


def test_what_was_made_of_other_sources_is_refused(tmp_path):
    for name in ("firmware/rules", "firmware/players", "host/fast"):
        shutil.copytree(ROOT / name, tmp_path / name)
    with pytest.raises(TavleError, match="make fast"):
        compiled.checked(tmp_path)
    compiled.folder(tmp_path).mkdir(parents=True)
    (compiled.folder(tmp_path) / "stamp").write_text(compiled.stamp(tmp_path))
    assert compiled.checked(tmp_path) == compiled.folder(tmp_path)
    with (tmp_path / "firmware/rules/moves.py").open("a") as file:
        file.write("# one more line\n")
    with pytest.raises(TavleError, match="make fast"):
        compiled.checked(tmp_path)


def arguments(text):
    """Return (name, parameters) of every function that has types in a .pxd file."""
    found = re.findall(r"^ *cp?def (?!class)[^\n(]*?(\w+)\(([^)\n]*)\)", text, re.MULTILINE)
    return [
        (name, [one.split("=")[0].split()[-1] for one in given.split(",") if one.strip()])
        for name, given in found
    ]


def test_types_follow_the_functions_they_are_of():
    types = ROOT / "host" / "fast"
    wrong = []
    count = 0
    for path in sorted(types.rglob("*.pxd")):
        module = ROOT / "firmware" / path.relative_to(types).with_suffix(".py")
        tree = ast.walk(ast.parse(module.read_text()))
        defined = [
            (node.name, [one.arg for one in node.args.args])
            for node in tree
            if isinstance(node, ast.FunctionDef)
        ]
        for one in arguments(path.read_text()):
            count += 1
            if one not in defined:
                wrong.append((path.name, *one))
    assert wrong == [] and count > 60


def said(fast):
    env = {**os.environ, "TAVLE_FAST": "1" if fast else ""}
    done = subprocess.run(
        [sys.executable, str(PROGRAM)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def built(alone):
    """Compile the rules and the players, in one worker."""
    with alone("compiled"):
        compiled.make(ROOT)


@pytest.mark.long
@pytest.mark.cython
def test_compiled_and_plain_agree_on_every_result_and_choice(built):
    plain, fast = said(False), said(True)
    assert plain[0] == "plain" and fast[0] == "compiled"
    assert plain[1:] == fast[1:]
    assert len(plain) > 10


@pytest.mark.long
@pytest.mark.cython
def test_the_rules_own_tests_pass_compiled(built):
    """Perft, rulings, reasons, and a second engine's answers."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", "host/pyproject.toml", "--rootdir=.", "-q",
         "tests/rules", "tests/reference"],
        cwd=ROOT, env={**os.environ, "TAVLE_FAST": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
