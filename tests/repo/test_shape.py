# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The rules of the repository that a machine can check: layers, licences, no names of anyone's computer."""

import ast
import collections
import functools
import graphlib
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"

# Which of our packages a package may import besides itself. Imports point inward only.
MAY_IMPORT = {
    "rules": set(),
    "players": {"rules"},
    "sense": {"rules"},
    "light": {"rules", "sense"},
    "store": {"rules", "boards"},
    "drivers": set(),
    "boards": set(),
    "app": {"rules", "players", "sense", "light", "store", "drivers", "boards"},
}
PURE = ("rules", "players", "sense", "light")
# What pure packages may take from MicroPython: no hardware, no clock, no randomness, no files.
PURE_MODULES = {
    "array",
    "collections",
    "micropython",
    "struct",
    "binascii",
    "math",
    "types",
    "typing",
}
PURE_MODULES |= {"ticks"}  # our arithmetic of time stamps lies below all layers
TOP_LEVEL = {
    "README.md", "Makefile", "firmware", "host", "hardware", "tests",
    "LICENSE", "LICENSES", "CHANGELOG.md", "CONTRIBUTING.md",
}  # fmt: skip


def committed(*patterns: str) -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).exists()]


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Return a file's syntax tree, which nobody changes."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path) -> set[str]:
    """Return the top-level names a file imports, anywhere in it."""
    names = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_firmware_imports_point_inward(package):
    allowed = MAY_IMPORT[package] | {package}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (FIRMWARE / package).rglob("*.py")
        for name in sorted(imports(path) & (set(MAY_IMPORT) - allowed))
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_know_no_hardware_clock_or_chance(package):
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (FIRMWARE / package).rglob("*.py")
        for name in sorted(imports(path) - set(MAY_IMPORT) - PURE_MODULES)
    ]
    assert wrong == []


def test_every_firmware_package_has_its_layer():
    packages = {
        path.name for path in FIRMWARE.iterdir() if path.is_dir() and path.name != "__pycache__"
    }
    assert packages <= set(MAY_IMPORT)


def test_every_module_of_the_tool_can_be_the_first_imported():
    """Files that import each other while they are loaded work only in some orders."""
    folder = ROOT / "host"
    files = {}
    for path in folder.glob("tavle/**/*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    needs = {}
    for name, path in files.items():
        wanted = set()
        for node in parsed(path).body:
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                wanted |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        needs[name] = wanted & files.keys()
    assert needs["tavle.device.repl"] >= {"tavle.device.base", "tavle.device.diagnostics"}
    graphlib.TopologicalSorter(needs).prepare()  # an error names the circle


def test_nobody_reaches_into_another_object():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for path in FIRMWARE.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and ast.unparse(node.value) != "self"
    ]
    assert wrong == []


def test_no_class_is_cut_into_files_by_inheritance():
    """Who has one heir only, in another file, is a part of it: one class, or two that work together."""
    heirs = collections.defaultdict(list)
    home = {}
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                home.setdefault(node.name, path)
                for base in node.bases:
                    heirs[ast.unparse(base).rsplit(".", 1)[-1]].append(path)
    assert len(heirs["Game"]) >= 3, "the games are found"
    wrong = [
        name
        for name, files in heirs.items()
        if name in home and files == [files[0]] != [home[name]]
    ]
    assert wrong == []


def test_only_board_files_name_gpios():
    pattern = re.compile(r"\bPin\(\s*\d|\b(SPI|I2C|UART|PWM)\(\s*\d")
    wrong = [
        f"{path.relative_to(ROOT)}:{n}"
        for path in FIRMWARE.rglob("*.py")
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line.split("#")[0]) and path.parent.name != "boards"
    ]
    assert wrong == []


def test_no_code_asks_which_game_is_played():
    """A game says what it is (`rules.game.Game`); nothing compares names of games, boards or rulebooks."""
    game = r"""["'](partners|ludo|sorry)[\w-]*["']"""
    pattern = re.compile(
        rf"[=!]=\s*{game}|{game}\s*[=!]=|(startswith|startsWith)\(\(?{game}|\bin \({game}"
    )
    wrong = [
        f"{path.relative_to(ROOT)}:{n}"
        for path in committed("firmware/**/*.py", "host/**/*.py", "host/**/*.js")
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert wrong == []


def code_of(path: Path) -> ast.Module:
    """Return a file's code without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[0] = ast.Pass()
    return tree


def defined(tree: ast.Module) -> set[str]:
    """Return the names of a module's functions, methods, classes and constants."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, (ast.Module, ast.ClassDef)):
            for line in node.body:
                targets = (
                    line.targets
                    if isinstance(line, ast.Assign)
                    else [getattr(line, "target", None)]
                )
                names |= {one.id for one in targets if isinstance(one, ast.Name)}
    return {name for name in names if not name.startswith("__")}


# Called or read by a name that is put together.
BY_NAME = re.compile(r"do_\w+")  # requests, by the table of app/requests.py
LISTED = {"WIN"}  # sounds are played by their place in `buzzer.NAMES`


def test_nothing_is_shipped_that_only_tests_use():
    """Every name that is defined in the firmware occurs a second time in the firmware or the tool."""
    sources = {path: code_of(path) for path in committed("firmware/**/*.py")}
    texts = [ast.unparse(tree) for tree in sources.values()]
    texts += [ast.unparse(code_of(path)) for path in committed("host/tavle/**/*.py")]
    used = collections.Counter(re.findall(r"\w+", "\n".join(texts)))
    times = collections.Counter(
        name
        for path, tree in sources.items()
        if path.name != "signals.py"
        for name in defined(tree)
    )
    lonely = {
        name
        for name, count in times.items()
        if used[name] <= count and not BY_NAME.fullmatch(name)
    }
    assert lonely == LISTED


def test_every_source_file_names_its_licence():
    wrong = [
        str(path.relative_to(ROOT))
        for path in committed("*.py", "*.sh", "Makefile", ".ci/run", "*.js", "*.css", "*.html")
        if "SPDX-License-Identifier: "
        not in "\n".join(path.read_text(encoding="utf-8").splitlines()[:3])
    ]
    assert wrong == []


def test_every_python_file_of_ours_says_what_it_is():
    wrong = [
        str(path.relative_to(ROOT))
        for path in committed("*.py")
        if not re.match(r'(#.*\n|\n)*r?"""\S', path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_top_level_is_the_agreed_one():
    names = {path.relative_to(ROOT).parts[0] for path in committed()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def test_modules_of_the_tests_have_names_of_their_own():
    """They import each other by name, from whichever folder comes first in the path."""
    names = [path.name for path in committed("tests/*/*.py") if path.parent.parent.name == "tests"]
    names = [name for name in names if name != "__init__.py"]
    assert sorted(names) == sorted(set(names))


def test_no_test_is_skipped():
    pattern = re.compile(r"pytest\.skip\(|mark\.(skip|skipif|xfail)|importorskip")
    wrong = [
        str(path.relative_to(ROOT))
        for path in committed("tests/**/*.py")
        if path != Path(__file__) and pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
