# SPDX-License-Identifier: Apache-2.0
"""Copies of the repository in which faults are tried, and the sources marked for coverage.

A copy holds real files of `firmware`, `host` and `tests`; what is only read is linked. Every test works
in it unchanged, those too that start MicroPython or the tool as programs of their own.
"""

import ast
import os
import shutil
import subprocess
from pathlib import Path

from mutants import blocks, functions

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".proof"
_COPIED = ("firmware", "host", "tests")
_SOURCES = (
    "firmware",
    *(f"host/tavle/{part}" for part in ("device", "sim", "web", "live", "commands")),
)
_HITS = "_proof_hits"

_MODULE = '''"""Which blocks of the sources have run: a byte for each, shared by every process of a test."""

import sys

_FILE = {path!r}

if sys.implementation.name == "cpython":
    import mmap

    with open(_FILE, "r+b") as _file:
        hits = mmap.mmap(_file.fileno(), 0)
else:

    class Hits:
        def __init__(self):
            self.seen = bytearray({count})
            self.file = open(_FILE, "r+b")

        def __setitem__(self, n, value):
            if not self.seen[n]:
                self.seen[n] = 1
                self.file.seek(n)
                self.file.write(b"\\x01")

    hits = Hits()
'''


def make(name: str) -> Path:
    """Make (or bring up to date) a copy of the repository; return its folder."""
    target = BUILD / name
    target.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *_COPIED],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    wanted = {path for path in listed if path and (ROOT / path).is_file()}
    for path in sorted(wanted):
        source, copy = ROOT / path, target / path
        if copy.exists() and copy.stat().st_mtime_ns == source.stat().st_mtime_ns:
            if copy.stat().st_size == source.stat().st_size:
                continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, copy)
    for folder in _COPIED:
        for copy in (target / folder).rglob("*.py"):
            if str(copy.relative_to(target)) not in wanted:
                copy.unlink()
    for path in ROOT.iterdir():
        link = target / path.name
        if path.name not in _COPIED and path.name[0] != "." and not link.exists():
            link.symlink_to(path)
    return target


def environment(folder: Path) -> dict[str, str]:
    """Return the environment in which programs take their modules from a copy."""
    env = {k: v for k, v in os.environ.items() if k not in ("CI", "TAVLE_LONG", "TAVLE_UF2")}
    paths = [str(folder / "host"), str(folder / "tests" / "proof")]
    return {**env, "PYTHONPATH": os.pathsep.join(paths), "TAVLE_PROOF": "1"}


def mark(folder: Path) -> tuple[dict[str, dict[str, list[int]]], Path]:
    """Mark every block of the sources of a copy.

    Returns:
        ({file: {function: numbers of its blocks, in order}}, the file of bytes they set).
    """
    plan: dict[str, dict[str, list[int]]] = {}
    count = 0
    for top in _SOURCES:
        for path in sorted((folder / top).rglob("*.py")):
            name = str(path.relative_to(folder))
            tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
            plan[name] = {}
            for function, node in functions(tree):
                begun = list(blocks(node))
                plan[name][function] = list(range(count, count + len(begun)))
                numbered = [(*place, count + i) for i, place in enumerate(begun)]
                for body, at, number in sorted(numbered, key=lambda item: -item[1]):
                    body.insert(at, ast.parse(f"_proof_hits[{number}] = 1").body[0])
                count += len(begun)
            if not plan[name]:
                continue  # as it stands: some are read as text, the version for one
            own = ast.parse(f"from {_HITS} import hits as _proof_hits").body[0]
            tree.body.insert(_after_head(tree.body), own)
            path.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    hits = folder / "hits"
    hits.write_bytes(bytes(count))
    module = _MODULE.format(path=str(hits), count=count)
    (folder / "host" / f"{_HITS}.py").write_text(module, encoding="utf-8")
    return plan, hits


def _after_head(body: list[ast.stmt]) -> int:
    """Return where a module's statements begin after its docstring and what it takes from the future."""
    at = 0
    while isinstance(body[at], ast.Expr) or getattr(body[at], "module", "") == "__future__":
        at += 1
    return at
