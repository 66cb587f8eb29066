# SPDX-License-Identifier: Apache-2.0
"""Make a KiCad 9 board from a design, its exported netlist and its routes. Runs under KiCad's Python only.

The ids that KiCad draws by chance are replaced by fixed ones, so that the same source makes the
same file.
"""

import csv
import itertools
import math
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pcbnew

from kit import sexpr
from kit.design import Design, DesignError, Note
from kit.schematic import ident

FOOTPRINTS = Path(os.environ.get("KICAD9_FOOTPRINT_DIR", "/usr/share/kicad/footprints"))
ORIGIN_MM = (50.0, 50.0)
"""Where the board's top left corner lies on KiCad's page."""
CLEARANCE_MM = 0.2
VIA_MM, DRILL_MM = 0.8, 0.4
HOLE_LIBRARY, HOLE = "MountingHole", "MountingHole_3.2mm_M3"


@dataclass(frozen=True)
class Track:
    """A piece of copper: a track from 1 to 2, or a via at 1 (`layer` is "via")."""

    net: str
    layer: str
    width_mm: float
    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where a track begins and ends."""
        return (self.x1_mm, self.y1_mm), (self.x2_mm, self.y2_mm)


_COLUMNS = ("net", "layer", "width_mm", "x1_mm", "y1_mm", "x2_mm", "y2_mm")


def read_routes(path: Path) -> list[Track]:
    """Read routes.csv. Raises DesignError naming row and column of what is no track."""
    if not path.exists():
        return []
    tracks = []
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            for column in _COLUMNS[2:]:
                try:
                    float(row[column])
                except (TypeError, ValueError, KeyError):
                    raise DesignError(
                        f"{path.name} row {number}, column {column}: {row.get(column)!r} is no number"
                    ) from None
            if row["layer"] not in ("F.Cu", "B.Cu", "via"):
                raise DesignError(
                    f"{path.name} row {number}, column layer: {row['layer']!r} is none of F.Cu, B.Cu, via"
                )
            tracks.append(Track(row["net"], row["layer"], *(float(row[c]) for c in _COLUMNS[2:])))
    return tracks


def write_routes(path: Path, tracks: list[Track]) -> None:
    """Write routes.csv."""
    lines = [",".join(_COLUMNS)]
    for t in tracks:
        numbers = (t.width_mm, t.x1_mm, t.y1_mm, t.x2_mm, t.y2_mm)
        lines.append(
            ",".join([t.net, t.layer, *(f"{n:.4f}".rstrip("0").rstrip(".") for n in numbers)])
        )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@dataclass
class Netlist:
    """What KiCad exported: sheet path of each part, net of each pad."""

    paths: dict[str, str]
    nets: dict[tuple[str, str], str]
    functions: dict[tuple[str, str], tuple[str, str]]


def read_netlist(path: Path) -> Netlist:
    """Read a netlist of `kicad-cli sch export netlist --format kicadsexpr`."""
    tree = sexpr.parse(path.read_text(encoding="utf-8"))
    paths, nets, functions = {}, {}, {}
    for comp in sexpr.every(sexpr.first(tree, "components"), "comp"):
        sheet = sexpr.value(sexpr.first(comp, "sheetpath"), "tstamps").rstrip("/")
        paths[sexpr.value(comp, "ref")] = f"{sheet}/{sexpr.value(comp, 'tstamps')}"
    for net in sexpr.every(sexpr.first(tree, "nets"), "net"):
        for node in sexpr.every(net, "node"):
            key = (sexpr.value(node, "ref"), sexpr.value(node, "pin"))
            nets[key] = sexpr.value(net, "name")
            functions[key] = (sexpr.value(node, "pinfunction"), sexpr.value(node, "pintype"))
    return Netlist(paths, nets, functions)


def _mm(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(pcbnew.FromMM(x + ORIGIN_MM[0]), pcbnew.FromMM(y + ORIGIN_MM[1]))


class Layout:
    """A board in the making."""

    def __init__(self, design: Design, netlist: Netlist) -> None:
        self.design = design
        self.netlist = netlist
        self.board = pcbnew.BOARD()
        self.board.SetCopperLayerCount(2)
        for name in sorted(set(netlist.nets.values())):
            self.board.Add(pcbnew.NETINFO_ITEM(self.board, name))

    def full_name(self, net: str) -> str:
        """Return KiCad's name of a net: what has a label of the sheet begins with a slash."""
        for name in (net, "/" + net):
            if self.board.FindNet(name):
                return name
        raise DesignError(f"{self.design.name}: the netlist has no net {net}")

    def _net(self, name: str) -> pcbnew.NETINFO_ITEM:
        return self.board.FindNet(self.full_name(name))

    def place(self) -> None:
        """Put the footprints, the outline and the mounting holes on the board."""
        for part in self.design.parts:
            fp = self._footprint(*part.footprint.split(":"), part.ref, part.value)
            if part.ref not in self.netlist.paths:
                raise DesignError(f"{part.ref} is not in the netlist")
            fp.SetPath(pcbnew.KIID_PATH(self.netlist.paths[part.ref]))
            x, y, angle = part.pcb
            self.board.Add(fp)
            fp.SetPosition(_mm(x, y))
            fp.SetOrientationDegrees(angle)
            self._fields(fp, part)
            if not part.stock:
                fp.SetExcludedFromBOM(True)
            for pad in fp.Pads():
                key = (part.ref, pad.GetNumber())
                if key in self.netlist.nets:
                    pad.SetNet(self.board.FindNet(self.netlist.nets[key]))
                    function, kind = self.netlist.functions[key]
                    pad.SetPinFunction(function)
                    pad.SetPinType(kind)
        for number, (x, y) in enumerate(self.design.holes, 1):
            fp = self._footprint(HOLE_LIBRARY, HOLE, f"H{number}", "M3")
            fp.SetAttributes(
                fp.GetAttributes()
                | pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
            )  # fmt: skip
            fp.Reference().SetVisible(False)
            fp.Value().SetVisible(False)
            self.board.Add(fp)
            fp.SetPosition(_mm(x, y))
        self._outline()

    @staticmethod
    def _footprint(library: str, name: str, ref: str, value: str) -> pcbnew.FOOTPRINT:
        fp = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        if fp is None:
            raise DesignError(f"{ref}: there is no footprint {library}:{name}")
        fp.SetFPID(pcbnew.LIB_ID(library, name))
        fp.SetReference(ref)
        fp.SetValue(value)
        return fp

    def _fields(self, fp: pcbnew.FOOTPRINT, part) -> None:
        """Print reference and value on silk."""
        ref, value = fp.Reference(), fp.Value()
        for text, size in ((ref, part.silk_mm), (value, min(part.silk_mm, 0.9))):
            text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(size), pcbnew.FromMM(size)))
            text.SetTextThickness(pcbnew.FromMM(0.15))
            text.SetLayer(pcbnew.F_SilkS)
            text.SetVisible(True)
            text.SetKeepUpright(True)
        value.SetVisible(part.silk_value)
        if part.silk_at:
            x, y, angle = part.silk_at
            radians = math.radians(angle)
            step = 1.45
            ref.SetPosition(_mm(x, y))
            value.SetPosition(_mm(x + step * math.sin(radians), y + step * math.cos(radians)))
            for text in (ref, value):
                text.SetTextAngleDegrees(angle)
            if part.silk_value_at:
                x, y, angle = part.silk_value_at
                value.SetPosition(_mm(x, y))
                value.SetTextAngleDegrees(angle)
        else:
            ref.SetVisible(False)
            value.SetVisible(False)

    def _outline(self) -> None:
        width, height = self.design.size_mm
        radius = 2.0
        corners = [(0, 0), (width, 0), (width, height), (0, height)]
        ways = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        for n in range(4):
            (x1, y1), (x2, y2) = corners[n], corners[(n + 1) % 4]
            dx, dy = ways[n]
            line = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(_mm(x1 + dx * radius, y1 + dy * radius))
            line.SetEnd(_mm(x2 - dx * radius, y2 - dy * radius))
            ex, ey = ways[(n + 1) % 4]
            arc = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_ARC)
            centre = (x2 - dx * radius + ex * radius, y2 - dy * radius + ey * radius)
            half = 0.5**0.5 * radius
            arc.SetArcGeometry(
                _mm(x2 - dx * radius, y2 - dy * radius),
                _mm(centre[0] + (dx - ex) * half, centre[1] + (dy - ey) * half),
                _mm(x2 + ex * radius, y2 + ey * radius),
            )
            for shape in (line, arc):
                shape.SetLayer(pcbnew.Edge_Cuts)
                shape.SetWidth(pcbnew.FromMM(0.1))
                self.board.Add(shape)

    def draw(self, tracks: list[Track]) -> None:
        """Put texts, tracks, vias and copper areas on the board; no stitching via stands in a word."""
        for note in self.design.silk:
            self._text(note)
        words = self._words()
        used = {end for t in tracks if t.layer != "via" for end in t.ends}
        for t in tracks:
            if t.layer == "via":
                at = _mm(t.x1_mm, t.y1_mm)
                if (t.x1_mm, t.y1_mm) not in used and any(word.Contains(at) for word in words):
                    continue
                via = pcbnew.PCB_VIA(self.board)
                via.SetPosition(_mm(t.x1_mm, t.y1_mm))
                via.SetWidth(pcbnew.FromMM(VIA_MM))
                via.SetDrill(pcbnew.FromMM(DRILL_MM))
                via.SetNet(self._net(t.net))
                self.board.Add(via)
                continue
            track = pcbnew.PCB_TRACK(self.board)
            track.SetStart(_mm(t.x1_mm, t.y1_mm))
            track.SetEnd(_mm(t.x2_mm, t.y2_mm))
            track.SetWidth(pcbnew.FromMM(t.width_mm))
            track.SetLayer(self.board.GetLayerID(t.layer))
            track.SetNet(self._net(t.net))
            self.board.Add(track)
        width, height = self.design.size_mm
        edge = 0.5
        around = [
            (edge, edge),
            (width - edge, edge),
            (width - edge, height - edge),
            (edge, height - edge),
        ]
        for layer in ("F.Cu", "B.Cu"):
            self._zone("GND", layer, around, 0)
        for zone in self.design.zones:
            self._zone(zone.net, zone.layer, zone.points, zone.priority)

    def _words(self) -> list[pcbnew.BOX2I]:
        """Return the boxes of all printed texts, with room for a via around them."""
        texts = list(self.board.GetDrawings())
        for fp in self.board.GetFootprints():
            texts += [field for field in (fp.Reference(), fp.Value()) if field.IsVisible()]
        boxes = [t.GetBoundingBox() for t in texts if isinstance(t, pcbnew.EDA_TEXT)]
        for box in boxes:
            box.Inflate(pcbnew.FromMM(VIA_MM / 2))
        return boxes

    def _zone(
        self, net: str, layer: str, points: list[tuple[float, float]], priority: int
    ) -> None:
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(self.board.GetLayerID(layer))
        zone.SetNet(self._net(net))
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in points:
            at = _mm(x, y)
            outline.Append(at.x, at.y)
        zone.SetAssignedPriority(priority)
        zone.SetLocalClearance(pcbnew.FromMM(0.3))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetThermalReliefGap(pcbnew.FromMM(0.3))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(1.5 if net != "GND" else 0.6))
        if priority:
            zone.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL)
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        self.board.Add(zone)

    def _text(self, note: Note) -> None:
        text = pcbnew.PCB_TEXT(self.board)
        text.SetText(note.text)
        text.SetPosition(_mm(note.x_mm, note.y_mm))
        text.SetLayer({"F.SilkS": pcbnew.F_SilkS, "B.SilkS": pcbnew.B_SilkS}[note.layer])
        text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(note.size_mm), pcbnew.FromMM(note.size_mm)))
        text.SetTextThickness(
            pcbnew.FromMM(max(0.15, note.size_mm * (0.2 if note.bold else 0.15)))
        )
        text.SetTextAngleDegrees(note.angle_deg)
        just = {"left": -1, "center": 0, "right": 1}[note.justify]
        text.SetHorizJustify(
            pcbnew.GR_TEXT_H_ALIGN_T(just) if hasattr(pcbnew, "GR_TEXT_H_ALIGN_T") else just
        )
        if note.layer.startswith("B."):
            text.SetMirrored(True)
        self.board.Add(text)

    def save(self, path: Path) -> None:
        """Write the board, fill its areas, and write it again with fixed ids.

        The filler needs a board that was read from a file (on a new one it crashes).
        """
        title = self.board.GetTitleBlock()
        title.SetTitle(self.design.title)
        title.SetRevision(self.design.revision)
        title.SetDate(self.design.date)
        title.SetCompany("Tavle")
        for number, comment in enumerate(self.design.comments):
            title.SetComment(number, comment)
        path.unlink(missing_ok=True)
        self.board.Save(str(path))
        # The filler's corners depend on the order of ids, so these are settled before it runs.
        self._settle(path)
        board = pcbnew.LoadBoard(str(path))
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        board.Save(str(path))
        self._settle(path)

    def _settle(self, path: Path) -> None:
        tree = _settled(sexpr.parse(path.read_text(encoding="utf-8")))
        count = itertools.count()
        text = re.sub(
            r'\(uuid "[^"]*"\)',
            lambda _: f'(uuid "{ident(self.design.name, "pcb", next(count))}")',
            sexpr.dump(tree),
        )
        path.write_text(text + "\n", encoding="utf-8")


def _settled(node: sexpr.Node) -> sexpr.Node:
    """Return a board's tree with what KiCad writes in the order of random ids in an order of its own."""
    movable = {"footprint", "segment", "via", "zone", "pad", "gr_text", "gr_line", "gr_arc"}
    movable |= {"fp_line", "fp_arc", "fp_circle", "fp_rect", "fp_text", "fp_poly"}
    node = [_settled(item) if isinstance(item, list) else item for item in node]
    places = [n for n, item in enumerate(node) if isinstance(item, list) and item[0] in movable]

    def key(item: sexpr.Node) -> tuple[str, str]:
        return str(item[0]), re.sub(r'\(uuid "[^"]*"\)', "", sexpr.dump(item))

    for place, item in zip(places, sorted((node[n] for n in places), key=key), strict=True):
        node[place] = item
    return node
