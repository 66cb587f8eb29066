# SPDX-License-Identifier: Apache-2.0
"""List comprehensions written out as loops.

To MicroPython a comprehension is a function of its own, made anew whenever it is come to: some 80 bytes of a Pico's
heap. What it reads of the function around it becomes a cell: a byte more of code wherever that function reads it, and
16 bytes of heap at every call. A loop needs none of this.

A comprehension may be begun before the rest of its statement where nothing else has been done by then whose outcome it could
change, or that could change its own; it stays where that is not sure, where it may not come to be begun at all, and
outside functions.
"""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef

# What has been done of a statement before: nothing but asking locals and what is to be called; attributes read; more.
_NOTHING, _READ, _DONE = range(3)
# Builtins that change nothing, given what changes nothing.
_QUIET = frozenset(("abs", "bool", "bytes", "int", "len", "max", "min", "range", "sorted", "sum"))
_PREFIX = "_each"
_ALL = None  # of a list
# Of each kind of expression: the fields that it is sure to ask for first, how many of a list, and what has been done then.
_FIRST: dict[type, tuple[tuple[str, ...], int | None, int]] = {
    ast.Name: ((), _ALL, _NOTHING),
    ast.Constant: ((), _ALL, _NOTHING),
    ast.Tuple: (("elts",), _ALL, _NOTHING),
    ast.List: (("elts",), _ALL, _NOTHING),
    ast.UnaryOp: (("operand",), _ALL, _NOTHING),
    ast.Attribute: (("value",), _ALL, _READ),
    ast.Subscript: (("value", "slice"), _ALL, _DONE),
    ast.Starred: (("value",), _ALL, _DONE),
    ast.BinOp: (("left", "right"), _ALL, _DONE),  # an operator may be a method
    ast.BoolOp: (("values",), 1, _DONE),
    ast.Compare: (("left", "comparators"), 1, _DONE),
    ast.IfExp: (("test",), _ALL, _DONE),
    ast.Yield: (("value",), _ALL, _DONE),
    ast.YieldFrom: (("value",), _ALL, _DONE),
    ast.Await: (("value",), _ALL, _DONE),
}


def unroll(source: str) -> str:
    """Return a module's source with the comprehensions of its functions written out where that changes nothing.

    Raises:
        SyntaxError: it is no Python.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            _Function(node)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class _Function:
    """Writes out what stands in the statements of one function; functions in it are left to their own turn."""

    def __init__(self, function: Function):
        inner = [n for n in ast.walk(function) if isinstance(n, ast.Global | ast.Nonlocal)]
        self._elsewhere = {name for node in inner for name in node.names}
        self._used = 0
        function.body = self._block(function.body, False)

    def _block(self, body: list[ast.stmt], tried: bool) -> list[ast.stmt]:
        """Return a block's statements; `tried`: what goes wrong in it may be caught in the function."""
        out: list[ast.stmt] = []
        for statement in body:
            used = self._used
            out += self._statement(statement, tried)
            self._used = used  # nobody asks for those lists again
        return out

    def _statement(self, node: ast.stmt, tried: bool) -> list[ast.stmt]:
        finder = _Finder()
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.Return | ast.Expr) and node.value:
            node.value = finder.visit(node.value)
        elif isinstance(node, ast.AugAssign):
            finder.before = _NOTHING if isinstance(node.target, ast.Name) else _READ
            node.value = finder.visit(node.value)
        elif isinstance(node, ast.If):
            node.test = finder.visit(node.test)
        elif isinstance(node, ast.For):
            node.iter = finder.visit(node.iter)
        lines: list[ast.stmt] = []
        for place, comprehension in finder.found:
            lines += self._loop(node, place, comprehension, tried)
        if not isinstance(node, Function | ast.ClassDef):
            for name, part in ast.iter_fields(node):
                if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                    setattr(node, name, self._block(part, tried or isinstance(node, ast.Try)))
            for handler in getattr(node, "handlers", ()):
                handler.body = self._block(handler.body, tried)
        if isinstance(node, ast.Assign) and _same(node.targets[0], node.value):
            return lines  # the list was made in its place
        return [*lines, node]

    def _loop(
        self, node: ast.stmt, place: ast.Name, made: ast.ListComp, tried: bool
    ) -> list[ast.stmt]:
        """Return the lines that fill a list, which `place` stands for in its statement."""
        place.id = self._target(node, place, made, tried) or self._name()
        for name in sorted(_bound(made)):
            _rename(made, name, self._name())
        add = ast.Attribute(ast.Name(place.id, ast.Load()), "append", ast.Load())
        body: list[ast.stmt] = [ast.Expr(ast.Call(add, [made.elt], []))]
        for one in reversed(made.generators):
            for test in reversed(one.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(one.target, one.iter, body, [])]
        new = ast.Assign([ast.Name(place.id, ast.Store())], ast.List([], ast.Load()))
        return self._block([new, *body], tried)

    def _target(
        self, node: ast.stmt, place: ast.Name, made: ast.ListComp, tried: bool
    ) -> str | None:
        """Return the name that the whole list is given anyway, if nobody can tell that it has it from the start."""
        if tried or not isinstance(node, ast.Assign) or node.value is not place:
            return None
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            return None
        if target.id in self._elsewhere or target.id in _names(made):
            return None
        return target.id

    def _name(self) -> str:
        self._used += 1
        return f"{_PREFIX}{self._used}"


class _Finder(ast.NodeTransformer):
    """Takes comprehensions out of an expression, in the order in which they are come to.

    Attributes:
        before: what has been done until there.
        found: (the name put in its place, the comprehension).
    """

    def __init__(self) -> None:
        self.before = _NOTHING
        self.found: list[tuple[ast.Name, ast.ListComp]] = []

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        quiet = _is_quiet(node)
        if self.before > (_READ if quiet else _NOTHING) or not _is_plain(node):
            # What it goes through could be taken out; no comprehension of ours is like that.
            self.before = _DONE
            return node
        place = ast.Name("", ast.Load())
        self.found.append((place, node))
        return place

    def visit_Call(self, node: ast.Call) -> ast.expr:
        before = self.before
        node.func = self.visit(node.func)
        if isinstance(node.func, ast.Name) or _is_chain(node.func):
            self.before = before  # a method is not bound anew
        node.args = [self.visit(one) for one in node.args]
        for word in node.keywords:
            word.value = self.visit(word.value)
        self.before = _DONE
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Look at what an expression is sure to ask for first, in order; what is not known here is left alone."""
        fields, most, after = _FIRST.get(type(node), ((), 0, _DONE))
        for name in fields:
            part = getattr(node, name)
            if isinstance(part, list):
                part[:most] = [self.visit(one) for one in part[:most]]
            elif part is not None:
                setattr(node, name, self.visit(part))
        self.before = max(self.before, after)
        return node


def _same(target: ast.expr, value: ast.expr) -> bool:
    return isinstance(target, ast.Name) and isinstance(value, ast.Name) and target.id == value.id


def _is_chain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _is_quiet(node: ast.ListComp) -> bool:
    """Return whether a comprehension changes nothing that the rest of its statement could read."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            if not isinstance(one.func, ast.Name) or one.func.id not in _QUIET:
                return False
        elif isinstance(one, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr):
            return False
    return True


def _is_plain(node: ast.ListComp) -> bool:
    """Return whether every name means one thing in a comprehension."""
    inner = [n for n in ast.walk(node) if n is not node and isinstance(n, _SCOPES)]
    names = [name for n in (node, *inner) for name in _bound(n)]
    return len(names) == len(set(names)) and not any(one.is_async for one in node.generators)


_SCOPES = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda


def _bound(node: ast.AST) -> set[str]:
    """Return the names that a comprehension, or a function without a name, has for itself."""
    if isinstance(node, ast.Lambda):
        return {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    targets = [one.target for one in node.generators]  # type: ignore[attr-defined]
    return {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}


def _names(node: ast.AST) -> Iterator[str]:
    return (one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def _rename(node: ast.ListComp, name: str, new: str) -> None:
    """Give a comprehension's own variable another name; its first iterable is read before it has any."""
    first = node.generators[0].iter
    node.generators[0].iter = ast.Constant(None)
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id == name:
            one.id = new
    node.generators[0].iter = first
