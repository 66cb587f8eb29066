# SPDX-License-Identifier: Apache-2.0
"""KiCad's file format: S-expressions as nested Python lists.

A list's first item is its name. Text that stood in quotes is a `Text`, anything else a plain str.
"""

import re
from collections.abc import Iterator
from typing import Any

Node = list[Any]
_TOKEN = re.compile(r'\(|\)|"((?:[^"\\]|\\.)*)"|[^\s()"]+')
_WIDTH = 100


class Text(str):
    """A quoted string."""


def parse(text: str) -> Node:
    """Return the first expression of a text. Raises ValueError when it is not complete."""
    stack: list[Node] = [[]]
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise ValueError("one bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        elif token[0] == '"':
            quoted = found[1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
            stack[-1].append(Text(quoted))
        else:
            stack[-1].append(token)
    if len(stack) != 1 or not stack[0]:
        raise ValueError("an expression that does not end")
    return stack[0][0]


def dump(node: Any, depth: int = 0) -> str:
    """Return an expression as text, long ones over several indented lines."""
    if not isinstance(node, list):
        return _atom(node)
    flat = "(" + " ".join(dump(item) for item in node) + ")"
    pad = "\t" * depth
    if len(flat) + depth <= _WIDTH and "\n" not in flat:
        return flat
    lines = [f"{pad}\t{dump(item, depth + 1)}" for item in node[1:]]
    return "(" + _atom(node[0]) + "\n" + "\n".join(lines) + f"\n{pad})"


def _atom(item: Any) -> str:
    if isinstance(item, Text):
        quoted = item.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{quoted}"'
    if isinstance(item, float):
        return (
            f"{item:.4f}".rstrip("0").rstrip(".").replace("-0", "0")
            if abs(item) < 5e-5
            else (f"{item:.4f}".rstrip("0").rstrip("."))
        )
    return str(item)


def every(node: Node, name: str) -> Iterator[Node]:
    """Yield the direct children of a node that have a name."""
    for item in node:
        if isinstance(item, list) and item and item[0] == name:
            yield item


def first(node: Node, name: str) -> Node:
    """Return the first child of that name. Raises KeyError when there is none."""
    for item in every(node, name):
        return item
    raise KeyError(name)


def value(node: Node, name: str) -> str:
    """Return the first value of the first child of that name; "" when there is none."""
    for item in every(node, name):
        return str(item[1]) if len(item) > 1 else ""
    return ""
