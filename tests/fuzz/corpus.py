# SPDX-License-Identifier: Apache-2.0
"""Inputs worth keeping: each was once a fault, or reaches a place that chance seldom finds.

`corpus/NAME.txt` holds one input a line, written as a Python bytes literal; lines with `#` are comments.
Every fuzz test tries its corpus first and then what hypothesis makes up. Who finds a fault adds the
input that showed it.
"""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import example
from hypothesis import strategies as st

_FOLDER = Path(__file__).with_name("corpus")


def kept(name: str) -> list[bytes]:
    lines = _FOLDER.joinpath(name + ".txt").read_text(encoding="utf-8").splitlines()
    return [ast.literal_eval(line) for line in lines if line.strip() and not line.startswith("#")]


def with_kept(name: str) -> Callable[[Any], Any]:
    """Return a decorator that tries the corpus of that name, as the argument `data`, first."""

    def decorate(test: Any) -> Any:
        for data in kept(name):
            test = example(data=data)(test)
        return test

    return decorate


@st.composite
def damaged(draw: st.DrawFn, good: list[bytes], most: int = 4000) -> bytes:
    """Make inputs that are nearly right: pieces of good ones, changed, doubled, cut and joined."""
    data = bytearray(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        what = draw(st.sampled_from(("flip", "cut", "insert", "double", "join", "end")))
        if what == "flip" and at < len(data):
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif what == "cut":
            del data[at : at + draw(st.integers(1, 20))]
        elif what == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=12))
        elif what == "double":
            data[at:at] = data[at : at + draw(st.integers(1, 60))]
        elif what == "join":
            data[at:] = draw(st.sampled_from(good))[-draw(st.integers(1, 200)) :]
        elif what == "end":
            del data[at:]
    return bytes(data[:most])
