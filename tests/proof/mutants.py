# SPDX-License-Identifier: Apache-2.0
"""Small faults that can be put into a source file, and where in it they are.

A mutant replaces one piece of the text, so the file keeps its lines and runs in CPython and
MicroPython alike. Annotations, docstrings, imports, type-checking blocks and sentences are left alone.
"""

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMPARE = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_ORDERED = (ast.Sub, ast.FloorDiv, ast.Div, ast.Mod, ast.LShift, ast.RShift)
_SAME = (
    "tuple",
    "list",
    "str",
    "bytes",
    "bytearray",
    "memoryview",
    "bool",
    "iter",
    "const",
)  # as good as what they are given
_LARGE = 4  # numbers from which on twice as much is another fault than one more
_ALIKE = ("min", "max")  # the order of what they are given is none
_WORD = re.compile(r"[a-z]+([_-][a-z]+)*")  # of an event, a reason, a field: no sentence
_OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.AsyncFor, ast.AsyncWith)


@dataclass(frozen=True)
class Mutant:
    """One fault.

    Attributes:
        file: path in the repository.
        function: qualified name of the function or class around it; "" at module level.
        kind: what was done.
        line: where, 1 and up.
        start: first character of what is replaced.
        end: character after it.
        old: the text that is replaced.
        new: the text instead.
        block: the block of straight code it is in, counted within its function; -1 outside one.
        names: names that a statement outside functions binds.
        nth: which of the mutants of the same function, kind, old and new this is.
    """

    file: str
    function: str
    kind: str
    line: int
    start: int
    end: int
    old: str
    new: str
    block: int
    names: tuple[str, ...]
    nth: int = 0

    @property
    def key(self) -> str:
        """Return a name that stays while the function's text stays."""
        return "|".join((self.file, self.function, self.kind, self.old, self.new, str(self.nth)))

    def applied(self, text: str) -> str:
        """Return the file's text with the fault in it."""
        return text[: self.start] + self.new + text[self.end :]


def hash_of(text: str) -> str:
    """Return a short name of a file's content."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def blocks(function: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Give every (list of statements, index in it) of a function at which straight code begins.

    The order numbers the blocks. Functions inside count as part of the function around them.
    """
    for field in ("body", "orelse", "finalbody"):
        body = getattr(function, field, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            yield from _blocks_of(body, isinstance(function, _FUNCTIONS))
    for handler in getattr(function, "handlers", ()):
        yield from _blocks_of(handler.body, False)


def _blocks_of(body: list[ast.stmt], docstring: bool) -> Iterator[tuple[list[ast.stmt], int]]:
    begin = 1 if docstring and _is_text(body[0]) and len(body) > 1 else 0
    yield body, begin
    for at in range(begin, len(body)):
        statement = body[at]
        if isinstance(statement, (*_COMPOUND, *_FUNCTIONS)):
            yield from blocks(statement)
            if at + 1 < len(body):
                yield body, at + 1


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Give (qualified name, function) of every function that is not inside another."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTIONS):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.If, ast.Try)) and not _type_checking(node):
            yield from functions(node, prefix)


def block_numbers(function: ast.AST) -> dict[int, int]:
    """Return {id of a statement: number of its block} for every statement of a function."""
    found = {}
    begun = list(blocks(function))
    begins = {(id(body), at): number for number, (body, at) in enumerate(begun)}
    for body in {id(body): body for body, _ in begun}.values():
        number = -1
        for at, statement in enumerate(body):
            number = begins.get((id(body), at), number)
            found[id(statement)] = max(number, 0)
    return found


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _type_checking(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def _is_words(node: ast.AST) -> bool:
    """Whether a node is a text, or made of one: sentences are no behaviour."""
    if isinstance(node, ast.JoinedStr):
        return True
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.BinOp) and (_is_words(node.left) or _is_words(node.right))


def _exchanged(nodes: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Give the nodes with two neighbours exchanged, for each two that differ."""
    for at in range(len(nodes) - 1):
        if ast.dump(nodes[at]) != ast.dump(nodes[at + 1]):
            yield [*nodes[:at], nodes[at + 1], nodes[at], *nodes[at + 2 :]]


def _constant(node: ast.Name | ast.Attribute) -> tuple[str, str]:
    """Return what a constant is an attribute of, "" for none, and its name; a name of "" when it is no constant."""
    if isinstance(node, ast.Attribute):
        base = node.value.id if isinstance(node.value, ast.Name) else "?"
        return base, node.attr if node.attr.isupper() and base != "?" else ""
    return "", node.id if node.id.isupper() and node.id != "TYPE_CHECKING" else ""


class _Finder:
    """Walks a tree and collects mutants."""

    def __init__(self, file: str, text: str):
        self.file = file
        self.text = text
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.bytes = [line.encode() for line in text.split("\n")]
        self.found: list[Mutant] = []
        self.count: dict[tuple[str, ...], int] = {}
        self.function = ""
        self.block = -1
        self.numbers: dict[int, int] = {}
        self.names: tuple[str, ...] = ()
        # A call whose value nobody takes, or that is waited for.
        self.alone: ast.expr | None = None
        self.bound: set[str] = set()  # what has a value so far in the function
        # Constants by what they are an attribute of, "" for the module's own.
        self.constants: dict[str, set[str]] = {}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Name, ast.Attribute)):
                base, name = _constant(node)
                if name:
                    self.constants.setdefault(base, set()).add(name)

    def at(self, line: int, column: int) -> int:
        return self.lines[line - 1] + len(self.bytes[line - 1][:column].decode())

    def add(self, node: ast.AST, kind: str, new: str) -> None:
        start = self.at(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = self.at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        old = self.text[start:end]
        if "\n" in new:
            new = " ".join(new.split())
        if old == new:
            return
        key = (self.function, kind, old, new)
        nth = self.count[key] = self.count.get(key, -1) + 1
        self.found.append(
            Mutant(
                self.file, self.function, kind, node.lineno, start, end, old, new,  # type: ignore[attr-defined]
                self.block, self.names, nth,
            )
        )  # fmt: skip

    def swap(self, node: ast.expr, kind: str, new: ast.expr) -> None:
        self.add(node, kind, f"({ast.unparse(new)})")

    # Statements

    def body(self, body: list[ast.stmt], docstring: bool = False) -> None:
        for at, statement in enumerate(body):
            if not (at == 0 and docstring and _is_text(statement)):
                self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass)):
            return
        if _type_checking(node) or isinstance(node, ast.Assert):
            return
        if isinstance(node, ast.ClassDef):
            before, self.function = self.function, f"{self.function}{node.name}."
            self.body(node.body, True)
            self.function = before
            return
        if isinstance(node, _FUNCTIONS):
            self.define(node)
            return
        inside = bool(self.numbers)
        if inside:
            self.block = self.numbers.get(id(node), self.block)
        else:
            targets = (
                node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            )
            self.names = tuple(
                sub.id
                for t in targets
                if t is not None
                for sub in ast.walk(t)
                if isinstance(sub, ast.Name)
            )
            if "TYPE_CHECKING" in self.names:
                return
        if isinstance(node, ast.AnnAssign) and node.value is None:
            return
        self.changed(node, inside)
        self.parts(node)

    def define(self, node: ast.AST) -> None:
        before = (self.function, self.block, self.numbers)
        if not self.numbers:
            self.function += node.name  # type: ignore[attr-defined]
            self.numbers = block_numbers(node)
            self.bound = {arg.arg for arg in ast.walk(node) if isinstance(arg, ast.arg)}
        self.block = 0
        for default in [*node.args.defaults, *node.args.kw_defaults]:  # type: ignore[attr-defined]
            if default is not None:
                self.expression(default)
        self.body(node.body, True)  # type: ignore[attr-defined]
        self.function, self.block, self.numbers = before

    def changed(self, node: ast.stmt, inside: bool) -> None:
        """Collect what can be done to a statement as a whole."""
        if isinstance(node, (ast.Continue, ast.Break)):
            self.add(node, "loop", "break" if isinstance(node, ast.Continue) else "continue")
            self.add(node, "loop", "pass")
        elif isinstance(node, ast.Return) and node.value is None:
            self.add(node, "delete", "pass")
        elif isinstance(node, ast.Return) and node.value is not None:
            value = node.value
            if isinstance(value, (ast.Compare, ast.BoolOp)) or (
                isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
            ):
                self.add(node, "return", f"return not ({ast.unparse(value)})")
            elif not (isinstance(value, ast.Constant) and value.value is None):
                self.add(node, "return", "return None")
            if isinstance(value, ast.Tuple) and len(value.elts) > 1:
                for elements in _exchanged(value.elts):
                    self.swap(value, "exchange", ast.Tuple(elements, ast.Load()))
        elif (
            isinstance(node, ast.AugAssign)
            and type(node.op) in _ARITHMETIC
            and not _is_words(node.value)
        ):
            sign = ast.unparse(
                ast.BinOp(ast.Name("a"), _ARITHMETIC[type(node.op)](), ast.Name("b"))
            )[2:-2]
            target, value = ast.unparse(node.target), ast.unparse(node.value)
            self.add(node, "arithmetic", f"{target} {sign}= {value}")
            self.add(node, "arithmetic", f"{target} = {value}")
        if (
            inside
            and isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign))
            and not _is_text(node)
        ):
            self.add(node, "early", "return")
        if inside and isinstance(node, (ast.Expr, ast.AugAssign, ast.Raise, ast.Delete)):
            if not _is_text(node):
                self.add(node, "delete", "pass")
        elif inside and isinstance(node, ast.Assign):
            names = {t.id for t in node.targets if isinstance(t, ast.Name)}
            if any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets):
                self.add(node, "delete", "pass")
            elif names and names <= self.bound:  # otherwise what follows has no such name
                self.add(node, "delete", "pass")
            self.bound |= names

    def parts(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.If, ast.While)):
            self.condition(node.test)
            self.swap(node.test, "skip", ast.Constant(False))
            if isinstance(node, ast.If):
                self.swap(node.test, "always", ast.Constant(True))
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.bound |= {sub.id for sub in ast.walk(node.target) if isinstance(sub, ast.Name)}
            self.add(node.iter, "skip", "()")
        if isinstance(node, ast.Expr):
            self.alone = node.value
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "type_comment"):
                continue
            items = value if isinstance(value, list) else [value]
            for item in items:
                if isinstance(item, ast.expr):
                    self.expression(item)
                elif isinstance(item, ast.withitem):
                    self.expression(item.context_expr)
            if field in ("body", "orelse", "finalbody"):
                self.body(value)
            elif field == "handlers":
                for handler in value:
                    self.uncaught(handler.type)
                    self.body(handler.body)

    def condition(self, test: ast.expr) -> None:
        if isinstance(test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BinOp)):
            self.add(test, "condition", f"(not {ast.unparse(test)})")
        elif isinstance(test, ast.BoolOp):
            self.add(test, "condition", f"(not ({ast.unparse(test)}))")

    def uncaught(self, caught: ast.expr | None) -> None:
        """Collect the errors that a handler may let pass: each of several, or the only one."""
        if isinstance(caught, ast.Tuple):
            for at in range(len(caught.elts)):
                rest = caught.elts[:at] + caught.elts[at + 1 :]
                self.add(caught, "uncaught", ast.unparse(ast.Tuple(rest, ast.Load())))
        elif caught is not None:
            self.add(caught, "uncaught", "()")

    # Expressions

    def expression(self, node: ast.expr) -> None:
        if _is_words(node) and not isinstance(node, ast.BinOp):
            if isinstance(node, ast.Constant) and (not node.value or _WORD.fullmatch(node.value)):
                self.add(node, "word", repr(node.value + "x"))
            return
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            self.other_constant(node)
        if isinstance(node, ast.Compare):
            self.compare(node)
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            self.swap(node, "boolean", ast.BoolOp(other, node.values))
            for at in range(len(node.values)):
                rest = node.values[:at] + node.values[at + 1 :]
                self.swap(
                    node, "operand", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                )
                self.condition(node.values[at])
        elif isinstance(node, ast.BinOp):
            if type(node.op) in _ARITHMETIC and not _is_words(node):
                self.swap(
                    node,
                    "arithmetic",
                    ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right),
                )
                if isinstance(node.op, _ORDERED):
                    self.swap(node, "exchange", ast.BinOp(node.right, node.op, node.left))
                if isinstance(node.op, (ast.Mod, ast.FloorDiv)):
                    self.by_one(node.right, "range")
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
            self.swap(node, "sign", node.operand)
        elif isinstance(node, ast.IfExp):
            self.swap(node, "choice", node.body)
            self.swap(node, "choice", node.orelse)
            self.swap(node, "exchange", ast.IfExp(node.test, node.orelse, node.body))
        elif isinstance(node, ast.Constant):
            self.constant(node)
        elif isinstance(node, ast.Subscript):
            self.subscript(node)
        elif isinstance(node, ast.Call):
            self.call(node)
        elif isinstance(node, ast.Await):
            self.swap(node, "await", node.value)
            self.alone = node.value
        elif isinstance(node, ast.Name):
            self.name(node)
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "ctx", "op", "ops"):
                continue
            for item in value if isinstance(value, list) else [value]:
                self.within(item)

    def within(self, item: object) -> None:
        if isinstance(item, ast.expr):
            self.expression(item)
        elif isinstance(item, ast.keyword):
            self.expression(item.value)
        elif isinstance(item, ast.comprehension):
            self.expression(item.iter)
            for test in item.ifs:
                self.condition(test)
                self.expression(test)
        elif isinstance(item, ast.Slice):
            for bound in (item.lower, item.upper, item.step):
                if bound is not None:
                    self.expression(bound)

    def compare(self, node: ast.Compare) -> None:
        for at, op in enumerate(node.ops):
            for other in _COMPARE[type(op)]:
                ops = [*node.ops[:at], other(), *node.ops[at + 1 :]]
                self.swap(node, "comparison", ast.Compare(node.left, ops, node.comparators))

    def constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.add(node, "constant", str(not value))
        elif isinstance(value, int):
            self.add(node, "constant", str(value + 1))
            if value > 0:
                self.add(node, "constant", str(value - 1))
            if value >= _LARGE:
                self.add(node, "size", str(value * 2))
                self.add(node, "size", "0")
        elif isinstance(value, float):
            self.add(node, "constant", f"({value} * 2)")

    def call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _OPPOSITE:
            self.add(node.func, "order", _OPPOSITE[name])
        elif name == "reversed":
            self.swap(node, "order", node.args[0])
        elif name == "sorted":
            self.swap(
                node,
                "order",
                ast.Subscript(node, ast.parse("0[::-1]", mode="eval").body.slice, ast.Load()),
            )
        for at in range(len(node.keywords)):
            rest = node.keywords[:at] + node.keywords[at + 1 :]
            self.swap(node, "keyword", ast.Call(node.func, node.args, rest))
        if name not in _ALIKE and not any(isinstance(arg, ast.Starred) for arg in node.args):
            for args in _exchanged(node.args):
                self.swap(node, "exchange", ast.Call(node.func, args, node.keywords))
        if name == "range":
            end = min(1, len(node.args) - 1)  # of range(end) or range(start, end, ...)
            self.by_one(node.args[end], "range")
        elif name == "len":
            self.by_one(node, "range")
        elif node is not self.alone and name not in _SAME and not name[:1].isupper():
            if len(node.args) == 1 and not node.keywords and not _is_words(node.args[0]):
                if not isinstance(node.args[0], ast.Starred):
                    self.swap(node, "unwrap", node.args[0])

    def by_one(self, node: ast.expr, kind: str) -> None:
        """Collect one more and one less of a number that is no constant: those have their own."""
        if not isinstance(node, ast.Constant):
            for sign in (ast.Add(), ast.Sub()):
                self.swap(node, kind, ast.BinOp(node, sign, ast.Constant(1)))

    def other_constant(self, node: ast.Name | ast.Attribute) -> None:
        """Collect another constant for a constant: the one that follows it."""
        base, name = _constant(node)
        names = sorted(self.constants.get(base, ()))
        if name and len(names) > 1:
            other = names[(names.index(name) + 1) % len(names)]
            self.add(node, "name", f"{base}.{other}" if base else other)

    def name(self, node: ast.Name) -> None:
        """Collect another of the function's values for a name: the one that follows it."""
        names = sorted(self.bound - {"self"})
        if isinstance(node.ctx, ast.Load) and node.id in names and len(names) > 1:
            self.add(node, "name", names[(names.index(node.id) + 1) % len(names)])

    def subscript(self, node: ast.Subscript) -> None:
        cut = node.slice
        if not isinstance(cut, ast.Slice):
            if isinstance(node.ctx, ast.Load) and isinstance(
                cut, (ast.Name, ast.BinOp, ast.Attribute)
            ):
                self.swap(cut, "index", ast.BinOp(cut, ast.Add(), ast.Constant(1)))
            return
        for bound in (cut.lower, cut.upper):
            if isinstance(bound, (ast.Name, ast.Attribute, ast.BinOp, ast.Subscript)):
                self.by_one(bound, "bound")
        if cut.lower is not None:
            new = ast.Subscript(node.value, ast.Slice(None, cut.upper, cut.step), ast.Load())
            self.add(node, "bound", ast.unparse(new))
        if cut.upper is not None:
            new = ast.Subscript(node.value, ast.Slice(cut.lower, None, cut.step), ast.Load())
            self.add(node, "bound", ast.unparse(new))


def find(file: str, text: str) -> list[Mutant]:
    """Return every mutant of a file, in the order of its text.

    Args:
        file: path in the repository, for the names of the mutants.
        text: content.
    """
    finder = _Finder(file, text)
    finder.body(ast.parse(text).body, True)
    return finder.found


def parses(mutant: Mutant, text: str) -> bool:
    """Whether the file is still a program with the fault in it."""
    try:
        ast.parse(mutant.applied(text))
    except SyntaxError:
        return False
    return True


def files_of(root: Path, folders: tuple[str, ...]) -> list[str]:
    """Return the paths of the sources in some folders of the repository, sorted."""
    found = []
    for name in folders:
        path = root / name
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [str(path.relative_to(root)) for path in found]
