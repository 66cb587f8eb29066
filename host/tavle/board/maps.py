# SPDX-License-Identifier: Apache-2.0
"""The text of `firmware/boards/<board>.py`, from the geometry; `make boards` writes the files."""

import textwrap
from collections.abc import Iterable
from pathlib import Path

from tavle.board.geometry import Geometry, Item, load
from tavle.board.shapes import SHAPES
from tavle.paths import need_checkout, own_firmware
from tavle.words.terminal import tr

_HEAD = '''\
# SPDX-License-Identifier: Apache-2.0
"""The {title} board: which sensor bit and which LED every space has.

Made from {source} by {maker}; do not edit.
Bit n is bit n & 7 of byte n >> 3 of the sensor chain; the button chip comes after N_CHIPS sensor chips.
"""

# fmt: off
'''


def _table(name: str, about: str, values: Iterable[int]) -> str:
    body = textwrap.fill(
        ", ".join(map(str, values)), 96, initial_indent="    ", subsequent_indent="    "
    )
    return f"\n# {about}\n{name} = bytes((\n{body},\n))\n"


def _bits(items: Iterable[Item]) -> list[int]:
    return [i.bit for i in items]


def text_of(geometry: Geometry) -> str:
    """Return the text of a board's firmware file."""
    shape = geometry.shape
    own = geometry.board in SHAPES
    seats = range(4)
    bits = len(geometry.spaces)
    rows = [i for seat in seats for i in geometry.of_seat("row", seat)]
    homes = [i for seat in seats for i in geometry.of_seat("home", seat)]
    fins = [i for seat in seats for i in geometry.of_seat("fin", seat)]
    parts = [
        _HEAD.format(
            title=shape.title,
            source=f"{'hardware/' if own else ''}{geometry.board}/geometry.csv",
            maker="`make boards`" if own else "the tool",
        ),
        f'GAME = "{geometry.board}"\n',
        f"# (red, green, blue) of each seat: {', '.join(shape.colours)}\n",
        f"COLOURS = {shape.light}\n",
        f"N_BITS = {bits}\nN_CHIPS = {-(-bits // 8)}\nN_LEDS = {bits + 4}\n",
        _table("RING", "ring index -> sensor bit", _bits(geometry.ring)),
        _table("ROW", f"seat * {shape.row} + k - 1 -> sensor bit of z<k>", _bits(rows)),
        _table("HOME", "seat * 4 + slot -> sensor bit", _bits(homes)),
    ]
    if fins:
        parts.append(_table("FIN", "seat * 4 + slot -> sensor bit", _bits(fins)))
    else:
        parts.append('\n# no spaces for finished pawns: they stay in the row\nFIN = b""\n')
    parts.append(_table("LED", "sensor bit -> LED index", [i.led for i in geometry.spaces]))
    parts.append(_table("SEAT_LED", "seat -> LED index", [i.led for i in geometry.seats]))
    return "".join(parts)


def path_of(board: str) -> Path:
    """Return where a board's firmware file is."""
    return own_firmware() / "boards" / f"{board}.py"


def outdated() -> list[str]:
    """Return the boards of this checkout whose firmware file differs from what the geometry says."""
    stale = []
    for board in sorted(SHAPES):
        file = path_of(board)
        if not file.exists() or file.read_text(encoding="utf-8") != text_of(load(board)):
            stale.append(board)
    return stale


def write() -> None:
    """Write the firmware file of every board of this checkout. Raises TavleError outside one."""
    need_checkout(tr("cannot write {file}", file="firmware/boards"))
    for board in sorted(SHAPES):
        path_of(board).write_text(text_of(load(board)), encoding="utf-8")
