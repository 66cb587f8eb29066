# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Functions, methods and classes share short names, never two in one place, and tracebacks stay readable."""

import ast
import importlib
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tavle import paths
from tavle.device import build
from tavle.device.shared import Shared, explained

BASE = """
import time
from machine import Pin

class Counter:
    total = 0

    def __init__(self):
        self.a = 3

    def first(self):
        return self._second() + self.a

    def _second(self):
        return 10

    def append(self):
        return 0.5


class Lost(ValueError):
    pass


def seen(values, first=2):
    other = [first for first in values]
    return sum(other) + _LEAST


def do_ask():
    return time.time


def outer(value):
    def inner(more):
        return more + value
    return inner(1)


_LEAST = 100
IN = 5
"""
USER = """
import base
from base import Counter, Lost, seen

class Heir(Counter):
    def third(self):
        return self.first() + self._second() + self.append()

def told(x):
    global _note
    _note = x
    return _note

_note = 0
answer = getattr(base, "outer")
named = getattr(base, "do_" + "ask")

def result():
    try:
        raise Lost("no")
    except Lost as error:
        name = type(error).__name__
    return [Heir().third(), seen([1, 2]), base.seen([1]), told(4), _note, base.IN, answer(4), name, Heir.total]
"""


def ran(sources: dict[str, str], name: str) -> object:
    """Return what a function of the module `user` returns."""
    before = dict(sys.modules)
    try:
        sys.modules["machine"] = types.ModuleType("machine")
        sys.modules["machine"].Pin = type("Pin", (), {})  # type: ignore[attr-defined]
        for module in ("base", "user"):
            made = sys.modules[module] = types.ModuleType(module)
            exec(sources[module], made.__dict__)
        return sys.modules["user"].__dict__[name]()
    finally:
        sys.modules.clear()
        sys.modules.update(before)


def test_renamed_modules_do_the_same_with_fewer_names() -> None:
    sources = {"base": BASE, "user": USER}
    shared = Shared(sources, {"result"})
    made = shared.sources()
    said = ran(sources, "result")
    assert said == [23.5, 103, 101, 4, 4, 5, 5, "Lost", 0]
    assert ran(made, "result") == said
    assert set(shared.letters) >= {
        "Counter", "Heir", "_LEAST", "_second", "seen", "third", "told",
    }  # fmt: skip
    assert len(set(shared.letters.values())) < len(shared.letters)
    assert all(len(short) <= 2 for short in shared.letters.values())


def test_what_others_know_by_its_name_keeps_it() -> None:
    """MicroPython's objects, strings, `main.py`, exceptions, requests, chips, functions inside of others."""
    shared = Shared({"base": BASE, "user": USER}, {"result"})
    kept = {
        "append",
        "outer",
        "result",
        "Lost",
        "do_ask",
        "IN",
        "inner",
        "__init__",
        "total",
    }
    assert not kept & set(shared.letters)


def test_a_function_inside_of_another_keeps_its_name_though_a_method_elsewhere_has_it() -> None:
    method = "class Counter:\n    def inner(self):\n        return self.own()\n\n    def own(self):\n        return 1\n"
    user = "def outer(value):\n    def inner(more):\n        return more + value\n    return inner(1)\n"
    shared = Shared({"base": method, "user": user})
    assert set(shared.letters) == {"Counter", "own", "outer"}


def test_two_names_of_one_place_stay_two() -> None:
    """Methods and attributes of a family, what a module defines, imports, and uses for itself."""
    shared = Shared(build_sources())
    for names, _ in [*shared._modules(), *shared._families()]:
        told = {shared.letters.get(name, name) for name in names}
        assert len(told) == len(names), sorted(names)


def build_sources() -> dict[str, str]:
    """Return the firmware's modules before they share names."""
    return {name: ast.unparse(tree) for name, tree in build._shared_here()._trees.items()}


def test_the_firmware_keeps_hundreds_of_names_less() -> None:
    """A Pico's pool of names doubles with the 621st name on its heap, which `test_on_pico_table.py` counts."""
    shared = build._shared_here()
    assert len(shared.letters) > 700
    assert len(set(shared.letters.values())) < 110


def test_a_module_that_takes_over_all_of_another_finds_it_by_its_short_names() -> None:
    """A board variant is another board's facts with its own on top."""
    base = "NAME = 'one'\nPIN_A = 4\nPIN_B = 5\n"
    variant = "from base import *\nNAME = 'two'\nPIN_C = 6\n"
    user = "import variant\nresult = lambda: [variant.NAME, variant.PIN_A, variant.PIN_B, variant.PIN_C]\n"
    shared = Shared({"base": base, "variant": variant, "user": user}, {"result"})
    made = shared.sources()
    assert len({shared.letters[name] for name in ("NAME", "PIN_A", "PIN_B", "PIN_C")}) == 4
    modules = {name: types.ModuleType(name) for name in ("base", "variant", "user")}
    try:
        sys.modules.update(modules)
        for name, module in modules.items():
            exec(made[name], module.__dict__)
        assert modules["user"].result() == ["two", 4, 5, 6]
    finally:
        for name in modules:
            del sys.modules[name]


@pytest.mark.parametrize("board", ["r1_pico", "r1_pico2"])
def test_a_board_has_its_own_facts_under_the_short_names(board: str, tmp_path: Path) -> None:
    """MicroPython imports what is sent; all the facts are there, and no two under one name."""
    shared = build._shared_here()
    facts = {
        name: value
        for name, value in vars(importlib.import_module(f"boards.{board}")).items()
        if name.isupper()
    }
    ours = {shared.letters.get(name, name): value for name, value in facts.items()}
    assert len(ours) == len(facts) >= 22
    made = build._shared(paths.firmware()).sources()
    sources = {name: text for name, text in made.items() if name.startswith("boards.r1_")}
    (tmp_path / "boards").mkdir()
    for name, text in sources.items():
        (tmp_path / (name.replace(".", "/") + ".py")).write_text(text)
    code = f"import boards.{board} as b; print({{n: getattr(b, n) for n in {sorted(ours)}}})"
    done = subprocess.run(
        [paths.micropython_bin(), "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert ast.literal_eval(done.stdout) == ours


def test_what_is_imported_from_a_module_is_there() -> None:
    """In all that is sent: `from a import b` finds b in a, and so does `a.b` of a module a."""
    sent = build.sources(paths.firmware())
    trees = {build._module(name): ast.parse(text) for name, text in sent.items()}

    def bound(name: str) -> set[str]:
        found = {other.rpartition(".")[2] for other in trees if other.rpartition(".")[0] == name}
        for node in ast.walk(trees[name]):
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                found |= bound(str(node.module))
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found |= {node.name} & {
                    part.name for part in trees[name].body if isinstance(part, type(node))
                }
            elif isinstance(node, ast.Global):
                found |= set(node.names)
        for part in trees[name].body:
            if isinstance(part, ast.Assign | ast.For | ast.If | ast.Try):
                nodes = [n for n in ast.walk(part) if isinstance(n, ast.Name)]
                found |= {n.id for n in nodes if isinstance(n.ctx, ast.Store)}
        return found

    there = {name: bound(name) for name in trees}
    looked_at = 0
    for name, tree in trees.items():
        called: dict[str, str] = {}  # what a module is called here -> the module
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    if inner in trees:
                        called[alias.asname or alias.name] = inner
                    if node.module in trees and alias.name != "*":
                        assert alias.name in there[node.module], (name, ast.unparse(node))
                        looked_at += 1
            elif isinstance(node, ast.Import):
                called |= {alias.asname: alias.name for alias in node.names if alias.asname}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = called.get(node.value.id, "")
                if module in trees:
                    assert node.attr in there[module], (name, ast.unparse(node))
                    looked_at += 1
    assert looked_at > 300


def test_no_name_of_micropython_becomes_a_short_one() -> None:
    """Names that the stubs give the modules which the firmware imports, and all that is in them."""
    typings = Path(__file__).parents[2] / "host" / "typings"
    trees = build._shared_here()._trees
    imported = {
        str(node.module) if isinstance(node, ast.ImportFrom) else alias.name
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    } - set(trees)
    assert {"machine", "rp2", "micropython", "select", "asyncio"} <= imported
    theirs: set[str] = set()
    for name in imported:
        places = [p for top in ("", "stdlib/") for p in (typings / top).glob(f"{name}.pyi")]
        places += [
            p for top in ("", "stdlib/") for p in (typings / top / name).glob("__init__.pyi")
        ]
        assert places or name in ("sentence_of", "main"), name
        for place in places:
            for node in ast.walk(ast.parse(place.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    theirs.add(node.name)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    theirs.add(node.target.id)
    assert {"OUT", "IN", "PULL_UP", "PWRON_RESET", "POLLOUT", "StateMachine"} <= theirs
    assert theirs & set(build._shared_here().letters) == set()


def test_a_traceback_says_which_functions_it_may_mean() -> None:
    shared = Shared({"base": BASE, "user": USER})
    short = shared.letters["_second"]
    line = f'  File "base", line 1, in {short}'
    told = explained(line, shared)
    assert told.startswith(line) and "Counter._second" in told
    for other in (
        '  File "elsewhere", line 1, in a',
        f'  File "base", line 1, in {short}{short}',
        "ValueError: a",
    ):
        assert explained(other, shared) == other


def test_lines_of_this_firmware_are_made_readable() -> None:
    shared = build._shared_here()
    short = shared.letters["_run_effect"]
    told = build.readable(f'  File "light", line 1, in {short}')
    assert re.search(r"\(.*_run_effect.*\)$", told)
    assert build.readable("MemoryError: ") == "MemoryError: "
