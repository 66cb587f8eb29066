# SPDX-License-Identifier: Apache-2.0
"""Shorter private names in the compiled firmware: 13 KB more of a Pico's heap.

MicroPython keeps every name of a program once, in RAM, in tables that double when they are full.
Names with a leading underscore that one package alone uses are called `_a`, `_b` ... on the
device, the same names again in every package. Public names, classes and constants keep theirs.
An error on the device names the module and short names; `python -m tavle.device.shorten` lists
what they stand for.
"""

import io
import re
import string
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tavle import paths

_PRIVATE = re.compile(r"_[a-z][a-z0-9_]*")


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(source).readline)


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return (names used in a file, those of them that must stay as they are)."""
    used: set[str] = set()
    fixed: set[str] = set()
    before = ""
    for token in _tokens(source):
        if token.type == tokenize.STRING:  # it may be a name for getattr, or hold one to format
            fixed.update(_PRIVATE.findall(token.string))
        elif token.type == tokenize.NAME:
            used.add(token.string)
            if before in ("class", "import", "as"):
                fixed.add(token.string)
        before = token.string
    return used, fixed


def _short(taken: set[str]) -> Iterator[str]:
    letters = string.ascii_lowercase
    for first in ("", *letters):
        for last in letters:
            if (name := f"_{first}{last}") not in taken:
                yield name


def plan(sources: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return per file what its names become: old -> new.

    Args:
        sources: path below the firmware -> text, of all files.
    """
    seen = {path: _names(text) for path, text in sources.items()}
    where: dict[str, set[str]] = defaultdict(set)
    taken: set[str] = set()
    fixed: set[str] = set()
    for path, (used, stay) in seen.items():
        fixed |= stay
        taken |= used
        for name in used:
            where[name].add(path.partition("/")[0])
    # One list per package: a class and its parent are never in two.
    lists: dict[str, Iterator[str]] = {}
    renamed: dict[str, dict[str, str]] = defaultdict(dict)
    for name in sorted(where):
        if _PRIVATE.fullmatch(name) and name not in fixed and len(where[name]) == 1:
            (package,) = where[name]
            names = lists.setdefault(package, _short(taken))
            renamed[package][name] = next(names)
    return {path: renamed[path.partition("/")[0]] for path in sources}


def shortened(source: str, names: dict[str, str]) -> str:
    """Return a file's text with its names replaced; every line keeps its number."""
    lines = source.splitlines(keepends=True)
    for token in reversed(list(_tokens(source))):
        if token.type == tokenize.NAME and token.string in names:
            row, start = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:start] + names[token.string] + line[token.end[1] :]
    return "".join(lines)


def sources(folder: Path) -> dict[str, str]:
    """Return the text of every module in the packages of a folder, by its path below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.glob("*/**/*.py"))
    }


def main() -> None:
    """Print package, short name and name of everything that is renamed."""
    lines = set()
    for path, names in plan(sources(paths.firmware())).items():
        lines |= {f"{path.partition('/')[0]:8} {new:4} {old}" for old, new in names.items()}
    sys.stdout.write("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    main()
