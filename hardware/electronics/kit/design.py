# SPDX-License-Identifier: Apache-2.0
"""What a board is, as data: its parts with their nets, where they are drawn and where they are soldered.

Schematic coordinates are in mm from the sheet's top left corner, board coordinates in mm from the
board's top left corner, both y downwards. Angles are KiCad's: degrees, anticlockwise.
"""

from dataclasses import dataclass, field

POWER = ("GND", "+3V3", "+5V")
"""Nets drawn with a power symbol instead of a label."""


class DesignError(Exception):
    """A mistake in a board's source: what, and the part and pin or the row where it is."""


@dataclass
class Part:
    """One part.

    Args:
        ref: reference designator.
        symbol, footprint: `Library:Name` of KiCad's libraries.
        value: what is printed and ordered.
        at: x, y, angle in the schematic; for a part of several units one triple per unit, from 1.
        pcb: x, y, angle of the footprint's origin (pin 1) on the board.
        nets: pin number -> net; pins that are not named get a no-connect mark.
        stock: the key of hardware/parts.csv, "" for what is not bought (test pads).
        plain: pins that are drawn without label because a wire of `Design.wires` reaches them.
    """

    ref: str
    symbol: str
    value: str
    footprint: str
    at: tuple
    pcb: tuple[float, float, float]
    nets: dict[str, str]
    stock: str = ""
    ref_at: tuple[float, float] | None = None
    value_at: tuple[float, float] | None = None
    silk_at: tuple[float, float, float] | None = None
    silk_value: bool = True
    silk_value_at: tuple[float, float, float] | None = None
    silk_mm: float = 1.0

    @property
    def units(self) -> list[tuple[float, float, float]]:
        """Return x, y, angle of each unit in the schematic."""
        return list(self.at) if isinstance(self.at[0], tuple) else [self.at]


@dataclass
class Wire:
    """A line of the schematic through points: (x, y) or "REF.PIN"; bends right-angled, x first.

    The label stands on its first piece, `label_mm` from its beginning when that is given, or at its open end.
    """

    points: tuple
    label: str = ""
    open_end: bool = False
    label_mm: float = 0.0


@dataclass
class Note:
    """Text in the schematic or on the board (`layer`)."""

    x_mm: float
    y_mm: float
    text: str
    size_mm: float = 1.6
    angle_deg: float = 0
    justify: str = "left"
    layer: str = "F.SilkS"
    bold: bool = False


@dataclass
class Box:
    """A titled frame of the schematic around what belongs together."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float
    title: str


@dataclass
class Zone:
    """A copper area of one net; `points` in board mm."""

    net: str
    layer: str
    points: list[tuple[float, float]]
    priority: int = 1


@dataclass
class Design:
    """One board."""

    name: str
    title: str
    revision: str
    date: str
    paper: str
    comments: list[str]
    size_mm: tuple[float, float]
    parts: list[Part]
    wires: list[Wire] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    flags: list[tuple[str, float, float]] = field(default_factory=list)
    silk: list[Note] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    holes: list[tuple[float, float]] = field(default_factory=list)
    widths_mm: dict[str, float] = field(default_factory=dict)

    def part(self, ref: str) -> Part:
        """Return a part. Raises DesignError when there is none."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise DesignError(f"{self.name}: there is no part {ref}")

    def check(self) -> None:
        """Raise DesignError for a reference, place or pin that is used twice."""
        seen: set[str] = set()
        places: dict[tuple, str] = {}
        for part in self.parts:
            if part.ref in seen:
                raise DesignError(f"{self.name}: two parts are called {part.ref}")
            seen.add(part.ref)
            if part.pcb[:2] in places:
                raise DesignError(
                    f"{self.name}: {part.ref} and {places[part.pcb[:2]]} stand on the same place"
                )
            places[part.pcb[:2]] = part.ref
