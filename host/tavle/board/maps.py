# SPDX-License-Identifier: Apache-2.0
"""The text of `firmware/boards/<board>.py`, from the geometry; `make boards` writes the files."""

import textwrap
from collections.abc import Iterable
from pathlib import Path

from tavle.board.geometry import Geometry, Item, load
from tavle.board.shapes import SHAPES
from tavle.paths import need_checkout, own_firmware
from tavle.words.terminal import tr

_NONE = 255
_HEAD = '''\
# SPDX-License-Identifier: Apache-2.0
"""The {title} board: which sensor bit and which LED every space has.

Made from {source} by {maker}; do not edit.
Bit n is bit n & 7 of byte n >> 3 of the sensor chain; the button chip comes after N_CHIPS sensor chips.
"""

# fmt: off
'''


def _table(name: str, about: str, values: list[int]) -> str:
    if not values:
        return f'\n# {about}: none\n{name} = b""\n'
    body = textwrap.fill(
        ", ".join(map(str, values)), 96, initial_indent="    ", subsequent_indent="    "
    )
    return f"\n# {about}\n{name} = bytes((\n{body},\n))\n"


def _bits(items: Iterable[Item]) -> list[int]:
    return [i.bit for i in items]


def _slots(geometry: Geometry, kind: str) -> list[int]:
    """Return the bits of four slots a seat, _NONE for one that the board has not."""
    found: list[int] = []
    for seat in range(4):
        bits = _bits(geometry.of_seat(kind, seat))
        found += bits + [_NONE] * (4 - len(bits))
    return found


def text_of(geometry: Geometry) -> str:
    """Return the text of a board's firmware file."""
    shape = geometry.shape
    own = geometry.board in SHAPES
    bits = len(geometry.spaces)
    rows = [i for seat in range(4) for i in geometry.of_seat("row", seat)]
    lights = {i.colour: i.led for i in geometry.seats}
    parts = [
        _HEAD.format(
            title=shape.title,
            source=f"{'hardware/' if own else ''}{geometry.board}/geometry.csv",
            maker="`make boards`" if own else "the tool",
        ),
        f'GAME = "{geometry.board}"\n',
        f"# (red, green, blue) of each seat: {', '.join(shape.colours)}\n",
        f"COLOURS = {shape.light}\n",
        f"N_BITS = {bits}\nN_CHIPS = {-(-bits // 8)}\nN_LEDS = {bits + len(lights)}\n",
        f"# whether there is a play slot with a card reader\nSLOT = {geometry.card is not None}\n",
        _table("RING", "ring index -> sensor bit", _bits(geometry.ring)),
        _table("ROW", f"seat * {shape.row} + k - 1 -> sensor bit of z<k>", _bits(rows)),
        _table("HOME", "seat * 4 + slot -> sensor bit", _slots(geometry, "home")),
    ]
    fins = _slots(geometry, "fin") if shape.fin else []
    parts.append(_table("FIN", "seat * 4 + slot -> sensor bit", fins))
    parts.append(_table("LED", "sensor bit -> LED index", [i.led for i in geometry.spaces]))
    parts.append(
        _table(
            "SEAT_LED",
            "seat -> LED index",
            [lights.get(colour, _NONE) for colour in shape.colours],
        )
    )
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
