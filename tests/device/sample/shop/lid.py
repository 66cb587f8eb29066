# SPDX-License-Identifier: Apache-2.0
"""Boxes with a lid: another module's heir, whose own names are those of the other module too."""

import sys

from shop import sizes as measures
from shop.box import Box, BoxError, counted

_count = 100
_DEEP = 4


class Lid(Box):
    """A box that can be shut."""

    def __init__(self, owner: str, colour: str = "none") -> None:
        """Begin open."""
        super().__init__(owner, measures.LARGE)
        self.colour = colour
        self.opened = _DEEP

    def shut(self) -> None:
        """Shut it: nothing goes in any more."""
        global _count
        _count += self.opened
        self._shut = True

    def do_colour(self) -> str:
        """Return another colour."""
        return self.colour + super().do_colour()


class Label:
    """Has the same attributes as others, and is no relative of theirs."""

    def __init__(self, text: str) -> None:
        """Keep a text."""
        self.text = text
        self.weight = len(text)

    def heavier(self, other: "Box | Label") -> bool:
        """Whether it weighs more than another thing."""
        return self.weight > other.weight


def both(thing: str) -> str:
    """Is called as what the other module imports."""
    return thing + thing


def counts() -> list:
    """Return both counters."""
    return [both("x"), counted()[0], _count, hasattr(sys, "path"), issubclass(BoxError, Exception)]
