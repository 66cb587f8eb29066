# SPDX-License-Identifier: Apache-2.0
"""Shorter names in the compiled firmware: more of a Pico's heap is free, and it starts sooner.

MicroPython keeps every name of a program once, in RAM, in tables that double when they are full,
and searches these for each name of a module that is imported. What it has in ROM is found first
and takes nothing. So on the device the firmware's own names become words that MicroPython has for
other purposes and the firmware never uses; a name that one package alone uses may share its word with
names of other packages. Names of classes, files and texts stay as they are. What is under
`if TYPE_CHECKING:` is left out.

An error on the device names the module, the class and such words: `python -m tavle.device.shorten`
lists what they stand for.
"""

import ast
import bisect
import io
import keyword
import re
import sys
import tokenize
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from tavle import paths
from tavle.device.rom_names import NAMES

# Classes, for errors that can be read, and private constants, which the compiler folds away.
_STAYS = re.compile(r"_?[A-Z]\w*[a-z]\w*|_[A-Z0-9_]+|__\w+")

# MicroPython or its modules look for these by themselves, on objects of any class.
_LOOKED_FOR = frozenset(
    "args chdir close errno flush getcwd ilistdir ioctl keys mkdir mount open read readblocks "
    "readinto readline remove rename rmdir send stat statvfs throw umount utime value write "
    "writeblocks".split()
)

_TYPES = re.compile(r"^TYPE_CHECKING = .*\n|^if TYPE_CHECKING:\n(?:(?: .*)?\n)*", re.MULTILINE)


# What a table never loads stays at home.
_NOT_SENT = ("light/language.py",)


class Unsafe(ValueError):
    """Something that makes a text of a name or a name of a text; the message says where."""


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(source).readline)


def _check(path: str, node: ast.AST) -> None:
    """Refuse what would not work with other names.

    Raises:
        Unsafe: the node is of that sort.
    """
    bad = ""
    if isinstance(node, ast.JoinedStr):
        bad = "an f-string"
    elif isinstance(node, ast.arguments) and node.kwarg:
        bad = f"**{node.kwarg.arg}"
    elif isinstance(node, ast.Call) and any(one.arg is None for one in node.keywords):
        bad = "** in a call"
    elif isinstance(node, ast.Name) and node.id in ("getattr", "setattr", "hasattr", "locals"):
        bad = node.id
    if bad:
        raise Unsafe(f"firmware/{path}: {bad} does not go with shortened names")


def _texts(path: str, source: str) -> set[str]:
    """Return the texts of a file, docstrings apart."""
    tree = ast.parse(source)
    idle = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = set()
    for node in ast.walk(tree):
        _check(path, node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in idle:
            found.add(node.value)
    return found


class _Words:
    """New names to give away: words from ROM, small ones first; then such as take memory.

    A name gets the first free word behind its place on a ring. So a name more in the firmware
    changes few others, and `tavle flash` finds most files as they were.
    """

    def __init__(self, taken: set[str]):
        rom = NAMES - taken - _LOOKED_FOR - set(keyword.kwlist)
        fine = sorted((name for name in rom if not name.startswith("_")), key=_at)
        self._rings = [[name for name in fine if name.islower() is low] for low in (True, False)]
        self._taken = set(taken)

    def give(self, names: Iterable[str]) -> dict[str, str]:
        """Return a word for each name; they are taken then."""
        return {name: self._next(_at(name)) for name in names}

    def lend(self, names: Iterable[str]) -> dict[str, str]:
        """Return a word for each name; others may get the same ones."""
        before = set(self._taken)
        lent = self.give(names)
        self._taken = before
        return lent

    def _next(self, at: int) -> str:
        for ring in self._rings:
            start = bisect.bisect(ring, at, key=_at)
            for word in ring[start:] + ring[:start]:
                if word not in self._taken:
                    self._taken.add(word)
                    return word
        word = next(name for number in count() if (name := f"_{number}") not in self._taken)
        self._taken.add(word)
        return word


def _at(name: str) -> int:
    return zlib.crc32(name.encode())


def plan(sources: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return per file what its names become: old -> new.

    Args:
        sources: path below the firmware -> text, of all files.

    Raises:
        Unsafe: a file mixes names and texts.
    """
    where: dict[str, set[str]] = defaultdict(set)
    fixed = set(NAMES) | set(keyword.kwlist)
    for path, text in sources.items():
        text = _untyped(text)
        package, *modules = path.removesuffix(".py").split("/")
        fixed.update((package, *modules), _texts(path, text))
        for token in _tokens(text):
            if token.type == tokenize.NAME:
                where[token.string].add(package)
                if not modules:  # `main.py`, which is sent as it is
                    fixed.add(token.string)
    ours = [name for name in sorted(where) if name not in fixed and not _STAYS.fullmatch(name)]
    words = _Words(set(where) | (fixed - NAMES))
    shared = words.give(name for name in ours if len(where[name]) > 1)
    # One list per package: a class and its parent are never in two.
    plans: dict[str, dict[str, str]] = {}
    for package in {path.partition("/")[0] for path in sources}:
        plans[package] = {**shared, **words.lend(n for n in ours if where[n] == {package})}
    return {path: plans[path.partition("/")[0]] for path in sources}


def _untyped(source: str) -> str:
    """Return a file's text without what only a type checker reads; lines keep their numbers."""
    return _TYPES.sub(lambda found: "\n" * found.group().count("\n"), source)


def shortened(source: str, names: dict[str, str]) -> str:
    """Return a file's text with its names replaced; every line keeps its number."""
    source = _untyped(source)
    lines = source.splitlines(keepends=True)
    for token in reversed(list(_tokens(source))):
        if token.type == tokenize.NAME and token.string in names:
            row, start = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:start] + names[token.string] + line[token.end[1] :]
    return "".join(lines)


def sources(folder: Path) -> dict[str, str]:
    """Return the text of `main.py` and of every module that is sent, by path below a folder."""
    paths = sorted((folder / "main.py", *folder.glob("*/**/*.py")))
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {n: p.read_text(encoding="utf-8") for n, p in names.items() if n not in _NOT_SENT}


def main() -> None:
    """Print package, new name and name of everything that is renamed."""
    lines = set()
    for path, names in plan(sources(paths.firmware())).items():
        lines |= {f"{path.partition('/')[0]:8} {new:12} {old}" for old, new in names.items()}
    sys.stdout.write("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    main()
