# SPDX-License-Identifier: Apache-2.0
"""The order in which a compiled module numbers its names.

Bytecode refers to a name by its number in the module, in one byte below 128 and in two from there on
(source: MicroPython py/emitbc.c). mpy-cross numbers them as it meets them, which in a module of 300
names leaves the first numbers to classes and imports that are asked for once. It meets attributes
first, so a chain of them that is never followed tells the order.
"""

import ast
import keyword
from collections import Counter
from collections.abc import Iterator

_SHORT = 125
"""Names that get a number below 128; the file's own and those of the first statement come before."""


def most_used_first(text: str) -> str:
    """Return the source of a module so that the names its functions use most get the lowest numbers."""
    count: Counter[str] = Counter()
    tree = ast.parse(text)
    for part in tree.body:
        for inner in part.body if isinstance(part, ast.ClassDef) else [part]:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                count.update(_looked_up(inner))
    if len(count) <= _SHORT:
        return text
    names = [name for name, times in count.most_common() if times > 1 and _is_name(name)]
    return f"[] and [].{'.'.join(names[:_SHORT])}\n{text}"


def _looked_up(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield the names that a function's bytecode holds, each as often as it does."""
    nodes = list(ast.walk(function))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own -= {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id not in own:
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.alias):
            yield node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)
