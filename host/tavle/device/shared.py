# SPDX-License-Identifier: Apache-2.0
"""Short names that functions, methods, classes and what else stands at the top of modules share.

A Pico keeps every name once, with some 15 bytes besides its letters on average. A name is only ever looked up in one
module or in objects of one class and its relatives, so names that never meet there can be the same.
What MicroPython, a string or `main.py` knows by its name keeps it, as do exceptions, which people read. An error
of a table names functions by these letters: `explained` tells which they may be.
"""

import ast
import builtins
import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from string import ascii_lowercase
from typing import TypeGuard

from tavle.device.fold import foreign

Function = ast.FunctionDef | ast.AsyncFunctionDef
_ASKED = "do_"  # requests are found by their name, which is put together
FRAME = re.compile(r'File "([\w.]+)"(.*), in (\w+)\s*$')


class Shared:
    """What the names of some modules become.

    Args:
        sources: dotted name -> source; modules that import from each other have all been given.
        kept: names that others ask for.

    Attributes:
        letters: name -> short name.
    """

    def __init__(self, sources: dict[str, str], kept: Iterable[str] = ()):
        self._trees = {name: ast.parse(text) for name, text in sources.items()}
        self._tops = {name: _top(tree, self._trees) for name, tree in self._trees.items()}
        # Classes of one name count as one.
        self._classes: dict[str, list[ast.ClassDef]] = defaultdict(list)
        for tree in self._trees.values():
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    self._classes[node.name].append(node)
        self._bases = {
            name: {ast.unparse(b).rpartition(".")[2] for node in nodes for b in node.bases}
            - {name}
            for name, nodes in self._classes.items()
        }
        together = [*self._modules(), *self._families()]
        fixed = {*kept, *foreign(), *dir(builtins), *keyword.kwlist}
        fixed |= {part for name in sources for part in name.split(".")}
        for tree in self._trees.values():
            fixed |= set(_known_outside(tree, self._trees))
        fixed |= {name for name in self._classes if self._is_foreign(name)}
        count = Counter(name for names, own in together for name in own - fixed)
        asked = {
            n.attr
            for tree in self._trees.values()
            for n in ast.walk(tree)
            if isinstance(n, ast.Attribute)
        }
        short = [a + b for a, b in product(["", *ascii_lowercase], ascii_lowercase)]
        # What is asked of an object of which no class is known here may mean anything.
        taken = fixed | (asked - set().union(*(names for names, _ in together)))
        short = [name for name in short if name not in taken]
        self.letters: dict[str, str] = {}
        for name in sorted(count, key=lambda name: (-count[name], name)):
            used: set[str] = set()
            for names, _ in together:
                if name in names:
                    used |= {self.letters.get(other, other) for other in names if other != name}
            self.letters[name] = next(one for one in short if one not in used)

    def sources(self) -> dict[str, str]:
        """Return the modules with their short names."""
        for module, tree in self._trees.items():
            _Renaming(self.letters, self._tops[module]).visit(tree)
        return {
            name: ast.unparse(ast.fix_missing_locations(tree)) + "\n"
            for name, tree in self._trees.items()
        }

    def meant(self, module: str, short: str) -> list[str]:
        """Return the functions of a module that a short name may stand for, methods behind their class."""
        tree = self._trees.get(module)
        return [
            name
            for name in (_functions(tree) if tree else ())
            if self.letters.get(name.rpartition(".")[2]) == short
        ]

    def _modules(self) -> Iterator[tuple[set[str], set[str]]]:
        """Yield the names that meet in each module, and those of them that it shares."""
        for module, tree in self._trees.items():
            names = self._tops[module] | self._taken_over(tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.Name):
                    names.add(node.id)
                elif isinstance(node, ast.arg):
                    names.add(node.arg)
                elif isinstance(node, ast.alias):
                    names.add(node.asname or node.name)
                elif isinstance(node, ast.ExceptHandler) and node.name:
                    names.add(node.name)
            yield names, self._tops[module] - _inner(tree)

    def _taken_over(self, tree: ast.Module) -> set[str]:
        """Return the names that a module has by `import *` of others."""
        found: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                found |= self._tops.get(str(node.module), set())
        return found

    def _families(self) -> Iterator[tuple[set[str], set[str]]]:
        """Yield the names that meet in each class and its relatives, and those of them that are methods."""
        head = {name: name for name in self._classes}

        def first(name: str) -> str:
            while head[name] != name:
                name = head[name]
            return name

        for name, bases in self._bases.items():
            for base in bases & set(self._classes):
                head[first(base)] = first(name)
        names: dict[str, set[str]] = defaultdict(set)
        methods: dict[str, set[str]] = defaultdict(set)
        for name, node in ((name, node) for name, all_ in self._classes.items() for node in all_):
            family = first(name)
            for part in node.body:
                if isinstance(part, Function):
                    methods[family].add(part.name)
                else:
                    names[family] |= {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
            names[family] |= {n.attr for n in ast.walk(node) if _of_self(n)} | methods[family]
        for family, together in names.items():
            yield together, methods[family]

    def _is_foreign(self, name: str) -> bool:
        above = {name}
        # Exceptions are heirs of MicroPython's.
        while more := set().union(*(self._bases.get(one, ()) for one in above)) - above:
            above |= more
        return not above <= set(self._classes)


def explained(line: str, shared: Shared) -> str:
    """Return a line of a traceback with the functions that its short name may stand for."""
    found = FRAME.search(line)
    meant = shared.meant(found.group(1), found.group(3)) if found else []
    return f"{line} ({' or '.join(meant)})" if meant else line


def _functions(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{n.name}" for n in node.body if isinstance(n, Function))


def _top(tree: ast.Module, modules: Collection[str | None]) -> set[str]:
    """Return the names at the top of a module that are its own, or those of another of the modules."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            found |= {a.name for a in node.names if a.asname is None} - {"*"}
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                found |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    return found


def _inner(tree: ast.Module) -> set[str]:
    """Return the names that functions of a module use for something of their own."""
    found: set[str] = set()
    for function in (
        n for n in ast.walk(tree) if isinstance(n, Function | ast.Lambda | ast.comprehension)
    ):
        shown = {
            n for node in ast.walk(function) if isinstance(node, ast.Global) for n in node.names
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found |= {node.id} - shown
            elif isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, Function) and node is not function:
                found.add(node.name)
    return found


def _known_outside(tree: ast.Module, modules: Collection[str | None]) -> Iterator[str]:
    """Yield the names of a module that are known by name to what is not renamed."""
    outside: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            outside |= {a.asname or a.name for a in node.names if a.name not in modules}
        elif isinstance(node, ast.ImportFrom) and node.module not in modules:
            outside |= {a.asname or a.name for a in node.names}
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.alias) and node.asname:
            yield from (node.name, node.asname)
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
    yield from outside
    for node in ast.walk(tree):
        yield from _fixed(node)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in outside:
            yield node.attr


def _fixed(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines, and that stay."""
    if isinstance(node, Function | ast.ClassDef) and node.name.startswith(("__", _ASKED)):
        yield node.name
    if isinstance(node, Function):  # the functions of a function are its own
        inner = (n for n in ast.walk(node) if isinstance(n, Function | ast.ClassDef))
        yield from (n.name for n in inner if n is not node)
    if isinstance(node, ast.ClassDef):  # what stands in the body of a class beside its methods
        for part in node.body:
            if not isinstance(part, Function):
                yield from (n.id for n in ast.walk(part) if isinstance(n, ast.Name))


def _of_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


class _Renaming(ast.NodeTransformer):
    """Puts the short names of a module.

    Args:
        letters: name -> short name.
        top: the names at its top.
    """

    def __init__(self, letters: dict[str, str], top: set[str]):
        self._letters = letters
        self._top = {name: letters[name] for name in top if name in letters}

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._top.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = self._letters.get(node.attr, node.attr)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._named(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._named(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._named(node)

    def _named(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> ast.AST:
        node.name = self._letters.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self._top.get(name, name) for name in node.names]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            if alias.asname is None and alias.name in self._top:
                alias.name = self._top[alias.name]
        return node
