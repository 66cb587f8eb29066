# SPDX-License-Identifier: Apache-2.0
"""Uses all of it, from outside the package."""

import asyncio

from shop import lid as cover
from shop import sizes
from shop.box import Box, counted, tried, wait_for
from shop.lid import Label, Lid
from shop.sizes import LATER, PAIR, TWICE


def said() -> list:
    """Return a line for everything that is done."""
    plain = Box("Ada", weight=3)
    plain.put("pen").put(sizes.RATIO, twice=True)
    shut = Lid("Bob", colour="dark ")
    shut.put("ink")
    shut.shut()
    out = [
        plain.total(), plain.heaviest(), plain.ask("colour"), shut.ask("colour"),
        tried(shut, 1, 2), tried(plain, 1, 2), asyncio.run(wait_for(plain)), counted(), cover.counts(),
        Label("long text").heavier(plain), plain.marks, PAIR, LATER, TWICE, sizes.ASKED_BY_NAME,
        [sizes.NOTHING, sizes._SIZE, sizes.NAMES],
    ]  # fmt: skip
    return [repr(one) for one in out]
