# SPDX-License-Identifier: Apache-2.0
"""Boxes: objects that keep things, a counter of the module, functions in functions."""

import asyncio
import sys

from micropython import const

from shop import sizes
from shop.sizes import LARGE, NAMES, PAIR, both

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

_DEEP = const(3)
_BYTES = bytes((1, 300 // 3, _DEEP)) if sizes.OPEN else b""
_PLAIN = bytes((1, _DEEP, LARGE))
_count = 0
_spare: "list | None"


class BoxError(Exception):
    """Keeps its name: people read it."""


class Box:
    """Something to put things into."""

    most = LARGE
    marks = {"colour": PAIR, "size": sizes.SMALL}

    def __init__(self, owner: str, weight: int = sizes.SMALL) -> None:
        """Begin empty."""
        self.owner = owner
        self.weight = weight
        self.content: list = []
        self._shut = False

    def put(self, thing: object, *, twice: bool = False) -> "Box":
        """Put something in."""
        global _count
        if self._shut:
            raise BoxError("the box of %s is shut" % self.owner)
        _count += 1
        self.content.append(thing)
        if twice:
            self.put(thing)
        return self

    def total(self) -> int:
        """Return the weight of all of it."""
        seen = 0

        def add(item: object, each: int = 1) -> None:
            nonlocal seen
            seen += each * len(str(item))

        for item in self.content:
            add(item)
        return seen + self.weight

    def heaviest(self, key=lambda value: len(str(value))) -> object:
        """Return the thing that is largest."""
        return max(self.content, key=key)

    def ask(self, name: str) -> object:
        """Return what a name stands for."""
        return getattr(self, "do_" + name)()

    def do_colour(self) -> str:
        """Return the colour."""
        return NAMES[self.weight & 1]


async def wait_for(box: Box, pause_ms: int = 0) -> int:
    """Return the total after a while."""
    await asyncio.sleep(pause_ms)
    return box.total()


def counted() -> tuple:
    """Return what the module counts."""
    return _count, _PLAIN, _BYTES[:1], both(1, 2), sys.implementation.name != ""


def tried(box: Box, *things: object) -> str:
    """Return what became of things that are put in."""
    try:
        for one in things:
            box.put(one)
    except BoxError as error:
        return str(error)
    return "%d of %d" % (len(box.content), box.most)
