# SPDX-License-Identifier: Apache-2.0
"""Puts small faults into a source, one at a time, and says which of them the tests do not notice.

    tests/proof/mutate.py firmware/rules/round.py tests/rules --sample 20

A tool for whoever writes tests; nobody keeps a score. The file is put back in the end; commit it before.
"""

import argparse
import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_OPERATORS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+",
    ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


def faults(source: str) -> Iterator[tuple[ast.expr, str]]:
    """Yield (expression, what stands in its place) of every fault that can be put in."""
    for node in ast.walk(ast.parse(source)):
        parts = [ast.get_source_segment(source, one) for one in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield node, f"({parts[0]} {_OPERATORS[type(node.ops[0])]} {parts[2]})"
        elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            yield node, f"({parts[0]} {_OPERATORS[type(node.op)]} {parts[2]})"
        elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
            word = "or" if isinstance(node.op, ast.And) else "and"
            yield node, f"({parts[1]} {word} {parts[2]})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({parts[1]})"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, str(node.value + 1)


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    say.add_argument("file", type=Path)
    say.add_argument("tests", nargs="+", help="files or folders of tests that have to notice")
    say.add_argument("--sample", type=int, default=20)
    say.add_argument("--seed", type=int, default=1)
    wish = say.parse_args()
    source = wish.file.read_text(encoding="utf-8")
    found = list(faults(source))
    lines = source.splitlines(keepends=True)
    lived = 0
    for node, other in random.Random(wish.seed).sample(found, min(wish.sample, len(found))):
        before = "".join(lines[: node.lineno - 1])
        line = lines[node.lineno - 1].encode()
        start = len(before.encode()) + node.col_offset
        was = ast.get_source_segment(source, node) or ""
        data = source.encode()
        try:
            wish.file.write_bytes(
                data[:start] + other.encode() + data[start + len(was.encode()) :]
            )
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-c", "host/pyproject.toml", "--rootdir=.", "-qx", *wish.tests],
                cwd=ROOT, capture_output=True, check=False,
            )  # fmt: skip
        finally:
            wish.file.write_bytes(data)
        if not done.returncode:
            lived += 1
            print(f"{wish.file}:{node.lineno}: {was} as {other}: not noticed", line.decode().strip(), sep="\n    ", flush=True)  # fmt: skip
    print(f"{lived} of {min(wish.sample, len(found))} not noticed")


if __name__ == "__main__":
    main()
