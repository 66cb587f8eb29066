# SPDX-License-Identifier: Apache-2.0
"""Write a design as a KiCad 9 schematic: one sheet, the symbols embedded, the same text every time."""

import itertools
import math
import uuid
from collections import Counter

from kit import sexpr, symbols
from kit.design import POWER, Design, DesignError, Note, Part
from kit.sexpr import Node, Text

_NAMESPACE = uuid.UUID("4d1f7c1e-5a1e-5f3b-9d0c-7a7f1e5b0a11")
_STUB_MM = 2.54
_GRID_MM = 1.27
_ROW_MM = 2.54
_LONG_MM = 14.0
_TURN = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
# The way a pin's wire leaves, by the pin's angle (which points into the symbol), y downwards.
_AWAY = {0: (-1, 0), 90: (0, 1), 180: (1, 0), 270: (0, -1)}


def ident(*words: object) -> Text:
    """Return an id that is always the same for the same words."""
    return Text(str(uuid.uuid5(_NAMESPACE, ":".join(map(str, words)))))


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """Return a point of a symbol (y upwards) on the sheet (y downwards), turned."""
    a, b, c, d = _TURN[int(angle) % 360]
    return a * x + b * -y, c * x + d * -y


def _round(value: float) -> float:
    return round(value, 4)


class Sheet:
    """Collects what is on the sheet, then writes it."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.root = ident(design.name, "sheet")
        self.nodes: list[Node] = []
        self.used: dict[str, Node] = {}
        self.pins: dict[str, tuple[float, float, int, int]] = {}
        self.segments: list[tuple[tuple[float, float], tuple[float, float]]] = []
        self.count = 0

    def text(self) -> str:
        """Return the schematic file."""
        design = self.design
        design.check()
        for part in design.parts:
            self._part(part)
        wired = {p for w in design.wires for p in w.points if isinstance(p, str)}
        for wire in design.wires:
            self._wire(wire)
        for part in design.parts:
            self._connections(part, wired)
        for index, (net, x, y) in enumerate(design.flags):
            self._power("power:PWR_FLAG", f"#FLG{index + 1:02}", x, y, 0)
            self._at_point(net, x, y, (0, 1) if net == "GND" else (1, 0))
        self._lines()
        for box in design.boxes:
            self._box(box)
        for note in design.notes:
            self._note(note)
        return sexpr.dump(self._file()) + "\n"

    def _file(self) -> Node:
        design = self.design
        block: Node = ["title_block", ["title", Text(design.title)], ["date", Text(design.date)],
                       ["rev", Text(design.revision)], ["company", Text("Tavle")]]  # fmt: skip
        block += [["comment", n + 1, Text(line)] for n, line in enumerate(design.comments)]
        return [
            "kicad_sch", ["version", "20250114"], ["generator", Text("tavle")],
            ["generator_version", Text("9.0")], ["uuid", self.root], ["paper", Text(design.paper)],
            block, ["lib_symbols", *self.used.values()], *self.nodes,
            ["sheet_instances", ["path", Text("/"), ["page", Text("1")]]], ["embedded_fonts", "no"],
        ]  # fmt: skip

    def _next(self, *words: object) -> Text:
        self.count += 1
        return ident(self.design.name, self.count, *words)

    # symbols

    def _symbol(self, lib_id: str) -> symbols.Symbol:
        symbol = symbols.load(lib_id)
        self.used[lib_id] = symbol.node
        return symbol

    def _part(self, part: Part) -> None:
        symbol = self._symbol(part.symbol)
        for unit, (x, y, angle) in enumerate(part.units, 1):
            if x % _GRID_MM > 1e-6 and _GRID_MM - x % _GRID_MM > 1e-6:
                raise DesignError(f"{part.ref}: x = {x} is off the {_GRID_MM} mm grid")
            node: Node = [
                "symbol", ["lib_id", Text(part.symbol)], ["at", float(x), float(y), int(angle)],
                ["unit", unit], ["exclude_from_sim", "no"],
                ["in_bom", "yes" if part.stock else "no"], ["on_board", "yes"], ["dnp", "no"],
                ["uuid", ident(self.design.name, part.ref, unit)],
            ]  # fmt: skip
            (rx, ry, rj), (vx, vy, vj) = self._field_places(part, symbol, angle)
            single = len(part.units) == 1
            if not single and unit < len(part.units):
                (rx, ry, rj), (vx, vy, vj) = (2.54, -5.08, "left"), (0, 0, "")
            elif not single:
                (rx, ry, rj), (vx, vy, vj) = (6.35, -1.27, "left"), (6.35, 1.27, "left")
            for name, text, dx, dy, just, hide in (
                ("Reference", part.ref, rx, ry, rj, False),
                ("Value", part.value, vx, vy, vj, not single and unit < len(part.units)),
                ("Footprint", part.footprint, 0, 0, "", True),
                ("Datasheet", "~", 0, 0, "", True),
                ("Description", "", 0, 0, "", True),
                ("Stock", part.stock, 0, 0, "", True),
            ):
                node.append(self._field(name, text, x + dx, y + dy, angle, just, hide))
            for pin in symbol.pins:
                if pin.unit not in (unit, 0):
                    continue
                dx, dy = _turned(pin.x_mm, pin.y_mm, angle)
                self.pins[f"{part.ref}.{pin.number}"] = (
                    _round(x + dx), _round(y + dy), (pin.angle_deg + int(angle)) % 360, unit,
                )  # fmt: skip
                node.append(["pin", Text(pin.number), ["uuid", ident(part.ref, pin.number)]])
            node.append(["instances", ["project", Text(self.design.name), [
                "path", Text(f"/{self.root}"), ["reference", Text(part.ref)], ["unit", unit]]]])  # fmt: skip
            self.nodes.append(node)

    def _field_places(self, part: Part, symbol: symbols.Symbol, angle: float) -> tuple:
        """Return (dx, dy, justify) of reference and value."""
        pins = [p for p in symbol.pins if p.unit in (1, 0)]
        if len(pins) == 2 and len(part.units) == 1 and not part.symbol.startswith("Conn"):
            ends = [_turned(p.x_mm, p.y_mm, angle) for p in pins]
            if abs(ends[0][0] - ends[1][0]) < 0.1:  # stands upright
                places = ((2.54, -1.27, "left"), (2.54, 1.27, "left"))
            else:
                places = ((0, -3.3, ""), (0, 3.3, ""))
        else:
            corners = [_turned(p.x_mm, p.y_mm, angle) for p in pins] or [(0, 0)]
            top, left = min(y for _, y in corners), min(x for x, _ in corners)
            bottom = max(y for _, y in corners)
            if part.symbol.startswith("Conn"):
                places = ((0, top - 3.81, ""), (0, bottom + 3.81, ""))
            else:
                places = ((left / 2, top + 1.27, "right"), (left / 2, top + 3.81, "right"))
        if part.ref_at:
            places = ((*part.ref_at, ""), places[1])
        if part.value_at:
            places = (places[0], (*part.value_at, ""))
        return places

    @staticmethod
    def _field(
        name: str, text: str, x: float, y: float, angle: float, just: str, hide: bool
    ) -> Node:
        # A symbol turned by a quarter turns its fields with it, and one upside down mirrors them.
        turn = 90 if int(angle) % 180 == 90 else 0
        if just in ("left", "right") and int(angle) % 360 in (90, 180):
            just = {"left": "right", "right": "left"}[just]
        effects: Node = ["effects", ["font", ["size", 1.27, 1.27]]]
        if just:
            effects.append(["justify", just])
        node: Node = ["property", Text(name), Text(text), ["at", _round(x), _round(y), turn]]
        if hide:
            node.append(["hide", "yes"])
        return [*node, effects]

    def _power(self, lib_id: str, ref: str, x: float, y: float, angle: int) -> None:
        self._symbol(lib_id)
        name = lib_id.split(":")[1]
        node: Node = [
            "symbol", ["lib_id", Text(lib_id)], ["at", x, y, angle], ["unit", 1],
            ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"], ["dnp", "no"],
            ["uuid", self._next(lib_id)],
            self._field("Reference", ref, x, y, angle, "", True),
        ]  # fmt: skip
        # The name stands where the symbol points.
        up = {0: (0, -1), 90: (-1, 0), 180: (0, 1), 270: (1, 0)}[angle]
        if name == "GND":
            up = (-up[0], -up[1])
        far = 3.6 if up[0] == 0 else 3.0 + 0.55 * len(name)
        hide = name == "PWR_FLAG"
        node += [
            self._field("Value", name, x + up[0] * far, y + up[1] * far, angle, "", hide),
            self._field("Footprint", "", x, y, angle, "", True),
            self._field("Datasheet", "", x, y, angle, "", True),
            self._field("Description", "", x, y, angle, "", True),
            ["pin", Text("1"), ["uuid", self._next("pin")]],
            ["instances", ["project", Text(self.design.name), [
                "path", Text(f"/{self.root}"), ["reference", Text(ref)], ["unit", 1]]]],
        ]  # fmt: skip
        self.nodes.append(node)

    # connections

    def _connections(self, part: Part, wired: set[str]) -> None:
        known = {p.number for p in symbols.load(part.symbol).pins}
        for pin in part.nets:
            if pin not in known:
                raise DesignError(f"{part.ref}: there is no pin {pin} ({part.symbol})")
        done: set[tuple[float, float]] = set()
        supplied = {
            self.pins[f"{part.ref}.{pin}"][:2] for pin, net in part.nets.items() if net in POWER
        }
        for pin in sorted(known, key=lambda p: (len(p), p)):
            key = f"{part.ref}.{pin}"
            x, y, angle, _ = self.pins[key]
            if key in wired or (x, y) in done:
                continue
            done.add((x, y))
            if pin in part.nets:
                beneath = (x, _round(y - _ROW_MM)) in supplied
                self._at_point(part.nets[pin], x, y, _AWAY[angle], beneath)
            else:
                self.nodes.append(["no_connect", ["at", x, y], ["uuid", self._next("nc", key)]])

    def _at_point(
        self, net: str, x: float, y: float, away: tuple[int, int], beneath: bool = False
    ) -> None:
        """Draw a short wire from a point and name it; `beneath` a power symbol the name stands farther out than that one's."""
        length = _STUB_MM * ((4 if beneath else 2) if away[0] and net not in POWER else 1)
        ex, ey = _round(x + away[0] * length), _round(y + away[1] * length)
        self.segments.append(((x, y), (ex, ey)))
        if net in POWER:
            turn = {(0, -1): 0, (-1, 0): 90, (0, 1): 180, (1, 0): 270}[away]
            if net == "GND":
                turn = (turn + 180) % 360
            self.count += 1
            self._power(f"power:{net}", f"#PWR{self.count:03}", ex, ey, turn)
        else:
            self._label(net, ex, ey, {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}[away])

    def _label(self, net: str, x: float, y: float, angle: int) -> None:
        just = "right" if angle in (180, 270) else "left"
        self.nodes.append([
            "label", Text(net), ["at", x, y, angle],
            ["effects", ["font", ["size", 1.27, 1.27]], ["justify", just, "bottom"]],
            ["uuid", self._next("label", net)],
        ])  # fmt: skip

    def _wire(self, wire) -> None:
        points: list[tuple[float, float]] = []
        for point in wire.points:
            if isinstance(point, str):
                if point not in self.pins:
                    raise DesignError(
                        f"{self.design.name}: a wire ends at {point}, which is no pin"
                    )
                x, y = self.pins[point][:2]
            else:
                x, y = point
            if points and x != points[-1][0] and y != points[-1][1]:
                points.append((x, points[-1][1]))
            points.append((x, y))
        for one, other in itertools.pairwise(points):
            if one != other:
                self.segments.append((one, other))
        if wire.label:
            (x1, y1), (x2, y2) = points[0], points[1]
            if wire.label in POWER:
                self._at_point(wire.label, *points[-1], (0, 1) if wire.label == "GND" else (0, -1))
            else:
                x, y = (x1 + x2) / 2, (y1 + y2) / 2
                if y1 == y2 and abs(x2 - x1) < _LONG_MM:  # from the beginning of a short wire
                    x = min(x1, x2) + _GRID_MM
                if wire.label_mm:
                    x = x1 + math.copysign(wire.label_mm, x2 - x1)
                x, y = points[-1] if wire.open_end else (x, y)
                self._label(wire.label, _round(x), _round(y), 0)

    def _lines(self) -> None:
        """Split the wires where others end on them, and mark the junctions."""
        ends = Counter(p for s in self.segments for p in s)
        pins = {(x, y) for x, y, _, _ in self.pins.values()}
        points = set(ends) | pins
        pieces: set[tuple] = set()
        for one, other in self.segments:
            on = [p for p in points if _between(one, p, other)]
            chain = [
                one,
                *sorted(on, key=lambda p: abs(p[0] - one[0]) + abs(p[1] - one[1])),
                other,
            ]
            for a, b in itertools.pairwise(chain):
                if a != b:
                    pieces.add((min(a, b), max(a, b)))
        meet = Counter(p for piece in pieces for p in piece)
        for a, b in sorted(pieces):
            self.nodes.append(["wire", ["pts", ["xy", *a], ["xy", *b]],
                               ["stroke", ["width", 0], ["type", "default"]], ["uuid", self._next("w")]])  # fmt: skip
        for point in sorted(meet):
            if meet[point] + (point in pins) >= 3:
                self.nodes.append(["junction", ["at", *point], ["diameter", 0],
                                   ["color", 0, 0, 0, 0], ["uuid", self._next("j")]])  # fmt: skip

    # frames and notes

    def _box(self, box) -> None:
        self.nodes.append([
            "rectangle", ["start", box.x1_mm, box.y1_mm], ["end", box.x2_mm, box.y2_mm],
            ["stroke", ["width", 0.2], ["type", "dash"], ["color", 90, 90, 90, 1]],
            ["fill", ["type", "none"]], ["uuid", self._next("box")],
        ])  # fmt: skip
        self._note(Note(box.x1_mm + 2, box.y1_mm + 3.2, box.title, 2.2, bold=True))

    def _note(self, note: Note) -> None:
        font: Node = ["font", ["size", note.size_mm, note.size_mm]]
        if note.bold:
            font.append(["bold", "yes"])
        self.nodes.append([
            "text", Text(note.text), ["exclude_from_sim", "no"],
            ["at", note.x_mm, note.y_mm, int(note.angle_deg)],
            ["effects", font, ["justify", "left"]], ["uuid", self._next("text")],
        ])  # fmt: skip


def _between(a: tuple, p: tuple, b: tuple) -> bool:
    if p in (a, b):
        return False
    if a[0] == b[0] == p[0]:
        return min(a[1], b[1]) < p[1] < max(a[1], b[1])
    if a[1] == b[1] == p[1]:
        return min(a[0], b[0]) < p[0] < max(a[0], b[0])
    return False


def write(design: Design) -> str:
    """Return the .kicad_sch text of a design."""
    return Sheet(design).text()
