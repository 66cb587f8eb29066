# SPDX-License-Identifier: Apache-2.0
"""What the compiler of MicroPython leaves in the modules and a Pico has no room for.

mpy-cross folds a constant only in the module that defines it, and keeps the name of every
parameter for calls by keyword. Here all modules are seen at once: a constant of another module
becomes its number, and a parameter that no call names gets a short name shared by all, as does
an attribute that objects of our classes keep. The firmware does the same, looks up less and keeps
some hundred names fewer. What functions, methods and classes are called is for `shared.py`.

MicroPython's pools of names double: with the 621st on the heap of a Pico comes a pool of 3.9 KB, with the
1,261st one of 7.7 (measured, MicroPython 1.26.1).
"""

import array
import ast
import asyncio
import binascii
import copy
import errno
import functools
import gc
import io
import json
import keyword
import os
import random
import re
import struct
import sys
import time
import types
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from string import ascii_lowercase
from typing import Any, TypeGuard

# What objects of MicroPython have that CPython lacks (its documentation: `machine`, `asyncio`, `time`, `gc`).
_MACHINE = """
ADC I2C PWM PWRON_RESET Pin RTC SPI Signal Timer UART WDT WDT_RESET any callback const deinit drive
duty_ns duty_u16 feed freq gather high idle init ioctl ipoll irq lightsleep loop low mem16 mem32 mem8
mem_alloc mem_free mode native off on period poll print_exception pull readblocks readfrom readfrom_into
readfrom_mem readinto readline register reset reset_cause schedule sendbreak sleep_ms sleep_us
start stop threshold ticks_add ticks_diff ticks_ms ticks_us time_pulse_us timer toggle txdone unique_id
value viper wait_for_ms write write_readinto writeblocks writeto writeto_mem
DMA IN OUT_HIGH PIO SHIFT_LEFT StateMachine active addressof asm_pio autopush bswap config count ctrl in_ in_base
in_shiftdir inc_read inc_write jmp label pack_ctrl pins push_thresh restart ring_sel ring_size rx_fifo set side
sideset_base sideset_init size treq_sel trigger wrap wrap_target x x_dec y y_dec
LED OUT build put
OUT_LOW autopull mov out out_base out_init out_shiftdir pull_thresh set_base set_init
"""

_CAPITALS = re.compile(r"_?[A-Z][A-Z0-9_]*")


def fold(sources: dict[str, str]) -> dict[str, str]:
    """Return the modules (dotted name -> source) with constants and parameters folded.

    A constant is a name in capitals that a module binds once, at its top, to a whole number or
    a truth value that constants tell. Its definition goes too, unless an attribute of that name
    is read from what may be any module.

    Raises:
        SyntaxError: a module is no Python.
    """
    modules = {name: _Module(text) for name, text in sources.items()}
    for module in modules.values():
        module.find_imports(modules)
    while sum(module.learn() for module in modules.values()):
        pass
    asked: set[str] = set()
    keywords: set[str] = set()
    for module in modules.values():
        asked |= module.asked()
        keywords |= {k.arg for k in ast.walk(module.tree) if isinstance(k, ast.keyword) and k.arg}
    for module in modules.values():
        module.put_numbers(asked)
        _Parameters(keywords).visit(module.tree)
    trees = [module.tree for module in modules.values()]
    shared = _shared_attributes(trees)
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                node.attr = shared.get(node.attr, node.attr)
    return {name: ast.unparse(module.tree) + "\n" for name, module in modules.items()}


class _Module:
    """One module: its tree, and what its names stand for."""

    def __init__(self, text: str):
        self.tree: ast.Module = _Annotations().visit(ast.parse(text))
        self.numbers: dict[str, int] = {}  # by name; those it imports too
        self.modules: dict[str, _Module] = {}  # by the name they have here
        self._imported: dict[str, tuple[_Module, str]] = {}  # name here -> module, name there
        self._bound = Counter(name for node in ast.walk(self.tree) for name in _bound(node))
        self._constants: dict[str, ast.expr] = {
            _defined(node): node.value
            for node in self.tree.body
            if _CAPITALS.fullmatch(_defined(node)) and self._bound[_defined(node)] == 1
        }

    def find_imports(self, modules: "dict[str, _Module]") -> None:
        """Note which names stand for modules, and for what modules define."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    name = alias.asname or alias.name
                    inner = modules.get(f"{node.module}.{alias.name}")
                    if self._bound[name]:
                        continue
                    if inner:
                        self.modules[name] = inner
                    elif node.module in modules:
                        self._imported[name] = (modules[node.module], alias.name)

    def learn(self) -> bool:
        """Add the numbers that can be told by now; return whether there were any."""
        before = len(self.numbers)
        for name, (module, there) in self._imported.items():
            if there in module.numbers:
                self.numbers[name] = module.numbers[there]
        for name, expression in self._constants.items():
            value = self._value(expression) if name not in self.numbers else None
            if value is not None:
                self.numbers[name] = value
        return len(self.numbers) > before

    def _value(self, node: ast.expr) -> int | None:
        """Return the number that constants and functions of the module make, None for others."""
        tree = _Numbers(self).visit(ast.Expression(copy.deepcopy(node)))
        read = _read(tree)
        known: dict[str, Any] = {"__builtins__": {}, "const": lambda value: value}
        functions = [node for node in self.tree.body if isinstance(node, ast.FunctionDef)]
        functions = [function for function in functions if function.name in read]
        if not read <= set(known) | {function.name for function in functions}:
            return None
        try:
            exec(compile(ast.Module(list(functions), []), "firmware", "exec"), known)
            value = eval(compile(ast.fix_missing_locations(tree), "firmware", "eval"), known)
        except (TypeError, ValueError, NameError, ArithmeticError):
            return None
        return value if isinstance(value, int) else None

    def asked(self) -> set[str]:
        """Return the attributes that are read from what may be any module."""
        return {
            node.attr
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Attribute)
            and not (isinstance(node.value, ast.Name) and node.value.id in self.modules)
        } | {there for name, (_, there) in self._imported.items() if name != there}

    def put_numbers(self, asked: set[str]) -> None:
        """Put numbers for constants; drop definitions and imports that nobody needs any more."""
        before = _read(self.tree)
        needless = {*self.numbers, "__all__"} - asked
        self.tree.body = [node for node in self.tree.body if _defined(node) not in needless]
        _Numbers(self).visit(self.tree)
        _Imports(needless | before - _read(self.tree)).visit(self.tree)
        ast.fix_missing_locations(self.tree)


class _Annotations(ast.NodeTransformer):
    """Takes away what only a type checker and a reader need."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        return super().visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_If(self, node: ast.If) -> Any:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)


class _Numbers(ast.NodeTransformer):
    """Puts numbers for the constants of a module."""

    def __init__(self, module: _Module):
        self._module = module

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            return _number(self._module.numbers.get(node.id), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in self._module.modules:
            return _number(self._module.modules[node.value.id].numbers.get(node.attr), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Make `bytes` of a tuple of numbers at once: the module would keep the tuple as well."""
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="bytes"), args=[ast.Tuple(elts=parts)]):
                values = [
                    part.value
                    for part in parts
                    if isinstance(part, ast.Constant) and isinstance(part.value, int)
                ]
                if len(values) == len(parts):
                    return ast.copy_location(ast.Constant(bytes(values)), node)
        return node


class _Imports(ast.NodeTransformer):
    """Takes names away from imports."""

    def __init__(self, needless: set[str]):
        self._needless = needless

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        node.names = [a for a in node.names if (a.asname or a.name) not in self._needless]
        return node if node.names else ast.copy_location(ast.Pass(), node)


class _Parameters(ast.NodeTransformer):
    """Renames the parameters that no call names: all functions share a few letters.

    Nothing else knows these names; the compiler keeps them for calls by keyword alone.
    """

    def __init__(self, keywords: set[str]):
        self._keywords = keywords | {"self"}

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            self._rename(node)
        return super().generic_visit(node)

    def _rename(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        taken = _read(node) | {name for inner in ast.walk(node) for name in _bound(inner)}
        letters = (letter for letter in ascii_lowercase if letter not in taken)
        names = {
            arg.arg: next(letters)
            for arg in node.args.args
            if arg.arg not in self._keywords and len(arg.arg) > 1
        }
        # Defaults are read outside the function.
        body = node.body if isinstance(node.body, list) else [node.body]
        for part in [*node.args.args, *body]:
            for inner in ast.walk(part):
                if isinstance(inner, ast.Name):
                    inner.id = names.get(inner.id, inner.id)
                elif isinstance(inner, ast.arg):
                    inner.arg = names.get(inner.arg, inner.arg)


def _shared_attributes(trees: Iterable[ast.Module]) -> dict[str, str]:
    """Return short names for the attributes that objects of our classes keep.

    Names of one class, with the classes it is of the same family with, stay different; other
    classes use the same ones again: an object is only ever asked for what its own class keeps. What is a
    method, stands in the body of a class, is told by a string or is known to objects of MicroPython is
    left alone.
    """
    trees = list(trees)
    family: dict[str, str] = {}  # class -> a class that stands for its family
    own: dict[str, set[str]] = defaultdict(set)  # class -> attributes it reaches through self
    kept: set[str] = set()  # attributes that some object keeps
    fixed: set[str] = set().union(*map(_fixed, trees)) | foreign()

    def head(name: str) -> str:
        while family.setdefault(name, name) != name:
            name = family[name]
        return name

    asked: set[str] = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                family[head(ast.unparse(base).rpartition(".")[2])] = head(node.name)
            of_self = [inner for inner in ast.walk(node) if _of_self(inner)]
            own[node.name] |= {inner.attr for inner in of_self}
            kept |= {inner.attr for inner in of_self if isinstance(inner.ctx, ast.Store)}
        elif isinstance(node, ast.Attribute):
            asked.add(node.attr)

    families: dict[str, set[str]] = defaultdict(set)
    for name, attributes in own.items():
        families[head(name)] |= attributes & kept - fixed
    count = Counter(name for names in families.values() for name in names)
    taken = fixed | asked - set(count)
    letters = [a + b for a, b in product(["", *ascii_lowercase], ascii_lowercase)]
    letters = [x for x in letters if x not in taken and not keyword.iskeyword(x)]
    shared: dict[str, str] = {}
    for name in sorted(count, key=lambda name: (-count[name], name)):
        used = {
            shared.get(other) for names in families.values() if name in names for other in names
        }
        shared[name] = next(x for x in letters if x not in used)
    return shared


def _of_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Return whether this is an attribute reached through `self`."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


def _fixed(tree: ast.Module) -> Iterator[str]:
    """Yield the names that others may ask for as attributes and that must stay."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.Module | ast.ClassDef):
            for part in node.body:  # names of the module or class itself, also behind an `if`
                if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    yield from (name for inner in ast.walk(part) for name in _bound(inner))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.alias):
            yield from (node.name, node.asname or node.name)
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


@functools.cache
def foreign() -> set[str]:
    """Return the attributes that objects and modules of MicroPython may have."""
    kinds = (
        object, type, int, bytes, bytearray, str, list, dict, set, tuple, range, memoryview, property,
        array.array, BaseException, OSError, StopIteration, io.BytesIO, io.TextIOWrapper,
        types.FunctionType, types.GeneratorType, asyncio.Task, asyncio.Event, asyncio.Lock,
        asyncio.StreamReader, asyncio.StreamWriter,
        array, asyncio, binascii, errno, gc, io, json, os, random, struct, sys, sys.implementation, time,
    )  # fmt: skip
    return {name for kind in kinds for name in dir(kind)} | set(_MACHINE.split())


def _number(value: int | None, node: ast.expr) -> ast.expr:
    return node if value is None else ast.copy_location(ast.Constant(value), node)


def _defined(node: ast.stmt) -> str:
    """Return the name that a statement binds to a value, "" if it does another thing."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id if len(node.targets) == 1 else ""
    return ""


def _read(tree: ast.AST) -> set[str]:
    """Return the names that are read."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds by itself, imports aside."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
