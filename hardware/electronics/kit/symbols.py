# SPDX-License-Identifier: Apache-2.0
"""Symbols of KiCad's own libraries, as a schematic embeds them, and where their pins are."""

import copy
import functools
import os
from dataclasses import dataclass
from pathlib import Path

from kit import sexpr
from kit.sexpr import Node, Text

LIBRARIES = Path(os.environ.get("KICAD9_SYMBOL_DIR", "/usr/share/kicad/symbols"))


@dataclass(frozen=True)
class Pin:
    """A pin of a symbol: where a wire meets it in mm (y upwards), and the way it points into the symbol."""

    number: str
    name: str
    kind: str
    x_mm: float
    y_mm: float
    angle_deg: int
    unit: int


@dataclass(frozen=True)
class Symbol:
    """A symbol with what it extends folded in."""

    node: Node
    pins: tuple[Pin, ...]

    def __hash__(self) -> int:
        """Symbols are told apart by identity."""
        return id(self)


@functools.cache
def _library(name: str) -> dict[str, Node]:
    path = LIBRARIES / f"{name}.kicad_sym"
    tree = sexpr.parse(path.read_text(encoding="utf-8"))
    return {str(node[1]): node for node in sexpr.every(tree, "symbol")}


@functools.cache
def load(lib_id: str) -> Symbol:
    """Return the symbol `Library:Name`. Raises KeyError when there is none."""
    library, name = lib_id.split(":")
    nodes = _library(library)
    node = copy.deepcopy(nodes[name])
    if parent := sexpr.value(node, "extends"):
        base = copy.deepcopy(nodes[parent])
        own = {str(p[1]): p for p in sexpr.every(node, "property")}
        for index, item in enumerate(base):
            if isinstance(item, list) and item[0] == "property" and str(item[1]) in own:
                base[index] = own.pop(str(item[1]))
            if isinstance(item, list) and item[0] == "symbol":
                item[1] = Text(str(item[1]).replace(parent, name, 1))
        node = base
    node[1] = Text(lib_id)
    pins = []
    for part in sexpr.every(node, "symbol"):
        unit = int(str(part[1]).split("_")[-2])
        for pin in sexpr.every(part, "pin"):
            at = sexpr.first(pin, "at")
            pins.append(
                Pin(
                    sexpr.value(pin, "number"),
                    sexpr.value(pin, "name"),
                    str(pin[1]),
                    float(at[1]),
                    float(at[2]),
                    int(float(at[3])),
                    unit,
                )
            )
    return Symbol(node, tuple(pins))
