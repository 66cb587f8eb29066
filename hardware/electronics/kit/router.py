# SPDX-License-Identifier: Apache-2.0
"""Route a board on a grid: two layers, right angles, negotiated congestion. Runs under KiCad's Python.

Not part of a build: `make.py route BOARD` writes the board's routes.csv, which is a source like any
other and is judged by KiCad's design rule check. Nets of a copper area are not routed.

Method: every net is routed by A* and may cross others at a price; the price of what is crossed
grows from round to round until no two nets want the same place (McMurchie and Ebeling, 1995).
"""

import heapq
import itertools
import math
import random

import pcbnew

from kit.layout import CLEARANCE_MM, ORIGIN_MM, VIA_MM, Layout, Track

GRID_MM = 0.635
_VIA_COST = 12.0
_HOLE_MM = 0.45  # from the edge of a pad to the edge of a via, also of the same net
_EDGE_MM = 0.8
_LAYERS = ("F.Cu", "B.Cu")


class Grid:
    """Nodes are integers: (layer * rows + row) * columns + column."""

    def __init__(self, layout: Layout, done: set[str], width_mm: dict[str, float]) -> None:
        self.layout = layout
        width, height = layout.design.size_mm
        self.columns = int(width / GRID_MM) + 1
        self.rows = int(height / GRID_MM) + 1
        self.size = self.columns * self.rows
        self.width_mm = width_mm
        self.done = done
        self.pads = []
        for fp in layout.board.GetFootprints():
            for pad in fp.Pads():
                self.pads.append((pad, pad.GetNetname(), *self._shape(pad)))
        self._find_obstacles()

    def xy(self, node: int) -> tuple[float, float]:
        """Return the place of a node on the board in mm."""
        flat = node % self.size
        return flat % self.columns * GRID_MM, flat // self.columns * GRID_MM

    @staticmethod
    def _shape(pad) -> tuple:
        """Return centre, half sizes, radius of the corners, angle and layers of a pad."""
        at, size = pad.GetPosition(), pad.GetSize()
        x, y = pcbnew.ToMM(at.x) - ORIGIN_MM[0], pcbnew.ToMM(at.y) - ORIGIN_MM[1]
        hx, hy = pcbnew.ToMM(size.x) / 2, pcbnew.ToMM(size.y) / 2
        shape = pad.GetShape()
        round_mm = (
            min(hx, hy) if shape in (pcbnew.PAD_SHAPE_CIRCLE, pcbnew.PAD_SHAPE_OVAL) else 0.0
        )
        layers = [n for n, name in enumerate(("F.Cu", "B.Cu"))
                  if pad.IsOnLayer(pcbnew.F_Cu if n == 0 else pcbnew.B_Cu)]  # fmt: skip
        if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
            layers = [0, 1]
        return x, y, hx, hy, round_mm, math.radians(pad.GetOrientation().AsDegrees()), layers

    @staticmethod
    def gap(shape: tuple, x: float, y: float) -> float:
        """Return the distance of a point from a pad's copper in mm, negative inside."""
        px, py, hx, hy, corner, angle, _ = shape
        dx, dy = x - px, y - py
        cos, sin = math.cos(angle), math.sin(angle)
        dx, dy = abs(dx * cos - dy * sin), abs(dx * sin + dy * cos)
        ox, oy = dx - (hx - corner), dy - (hy - corner)
        return math.hypot(max(ox, 0), max(oy, 0)) + min(max(ox, oy), 0) - corner

    def _find_obstacles(self) -> None:
        """Find the nodes that are walls, those where no via may be, and the pads near each node."""
        self.no_via: set[int] = set()
        self.wall: set[int] = set()
        self.near: dict[int, list] = {}
        width, height = self.layout.design.size_mm
        for flat in range(self.size):
            x, y = self.xy(flat)
            edge = min(x, y, width - x, height - y)
            hole = min(
                (math.hypot(x - hx, y - hy) for hx, hy in self.layout.design.holes), default=99
            )
            if edge < _EDGE_MM or hole < 3.9:
                self.wall |= {flat, flat + self.size}
            for _, net, *shape in self.pads:
                if (
                    abs(x - shape[0]) > shape[2] + shape[3] + 2
                    or abs(y - shape[1]) > shape[2] + shape[3] + 2
                ):
                    continue
                gap = self.gap(tuple(shape), x, y)
                if gap < VIA_MM / 2 + _HOLE_MM:
                    self.no_via.add(flat)
                for layer in shape[6]:
                    if gap < 2.0:
                        self.near.setdefault(flat + layer * self.size, []).append((gap, net))
        self._find_areas()

    def _find_areas(self) -> None:
        """Find the nodes in the parts' own keep-out areas and in the copper areas of nets."""
        for fp in self.layout.board.GetFootprints():
            for area in fp.Zones():
                outline = area.Outline()
                for flat in range(self.size):
                    x, y = (v + o for v, o in zip(self.xy(flat), ORIGIN_MM, strict=True))
                    at = pcbnew.VECTOR2I(pcbnew.FromMM(x), pcbnew.FromMM(y))
                    if outline.Collide(at, pcbnew.FromMM(0.6)):
                        self.wall |= {flat, flat + self.size}
        for zone in self.layout.design.zones:
            name = self.layout.full_name(zone.net)
            layer = _LAYERS.index(zone.layer)
            for flat in range(self.size):
                x, y = self.xy(flat)
                if _inside(zone.points, x, y, 0.6):
                    self.near.setdefault(flat + layer * self.size, []).append((-1.0, name))
                    self.no_via.add(flat)

    def open_to(self, net: str, half_mm: float) -> set[int]:
        """Return the nodes a net's track may not use."""
        need = half_mm + CLEARANCE_MM + 0.01
        return self.wall | {
            node for node, pads in self.near.items()
            if any(gap < need and other != net for gap, other in pads)
        }  # fmt: skip

    def terminals(self, net: str) -> list[set[int]]:
        """Return the nodes that lie on each pad of a net."""
        found = []
        for _, name, *shape in self.pads:
            if name != net:
                continue
            x, y = shape[0], shape[1]
            c, r = round(x / GRID_MM), round(y / GRID_MM)
            nodes = set()
            for dc in (-1, 0, 1):
                for dr in (-1, 0, 1):
                    flat = (r + dr) * self.columns + c + dc
                    px, py = self.xy(flat)
                    if self.gap(tuple(shape), px, py) < -0.15:
                        nodes |= {flat + layer * self.size for layer in shape[6]}
            best = min(nodes, key=lambda n: math.dist(self.xy(n), (x, y)), default=None)
            if best is None:
                best = r * self.columns + c + shape[6][0] * self.size
                nodes = {r * self.columns + c + layer * self.size for layer in shape[6]}
            near = math.dist(self.xy(best), (x, y))
            found.append({n for n in nodes if math.dist(self.xy(n), (x, y)) < near + 1e-6})
        return found


def _inside(points: list[tuple[float, float]], x: float, y: float, margin: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
        length = math.hypot(x2 - x1, y2 - y1) or 1
        t = max(0, min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
        if math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)) < margin:
            return True
    return inside


class Router:
    """Routes all nets of a grid."""

    def __init__(self, grid: Grid, seed: int = 1) -> None:
        self.grid = grid
        self.chance = random.Random(seed)
        nets = sorted({net for _, net, *_ in grid.pads if net} - grid.done)
        self.pads = {net: grid.terminals(net) for net in nets}
        self.nets = [net for net in nets if len(self.pads[net]) > 1]
        self.half = {net: grid.width_mm.get(net.lstrip("/"), 0.4) / 2 for net in self.nets}
        self.shut = {net: grid.open_to(net, self.half[net]) for net in self.nets}
        self.cores: dict[int, int] = {}
        self.halos: dict[int, int] = {}
        self.history: dict[int, float] = {}
        self.paths: dict[str, tuple[list[list[int]], set[int], set[int]]] = {}

    def _ring(self, net: str) -> list[int]:
        """Return offsets of the nodes that a wide track keeps others off."""
        reach = self.half[net] + CLEARANCE_MM + 0.2
        steps = int(reach / GRID_MM)
        return [
            r * self.grid.columns + c
            for r in range(-steps - 1, steps + 2)
            for c in range(-steps - 1, steps + 2)
            if (r or c) and math.hypot(r, c) * GRID_MM < reach - 1e-6
        ]

    def run(self, rounds: int = 60) -> bool:
        """Route until nothing overlaps; return whether that was reached."""
        price = 0.5
        for number in range(rounds):
            order = sorted(self.nets, key=lambda n: (len(self.pads[n]), self.chance.random()))
            for net in order:
                if number and not self._conflicts(net):
                    continue
                self._take(net)
                self._route(net, price)
            bad = {net for net in self.nets if self._conflicts(net)}
            print(f"round {number + 1}: {len(bad)} nets in conflict {sorted(bad)[:6]}", flush=True)
            if not bad:
                return True
            for net in bad:
                for node in self._conflicts(net):
                    self.history[node] = self.history.get(node, 0) + 1.0
            price = min(price * 1.35, 60)
        return False

    def _conflicts(self, net: str) -> set[int]:
        if net not in self.paths:
            return set()
        _, cores, halos = self.paths[net]
        bad = {n for n in cores if self.cores.get(n, 0) > 1}
        bad |= {n for n in cores if self.halos.get(n, 0) - (n in halos) > 0}
        bad |= {n for n in halos - cores if self.cores.get(n, 0) > 0}
        return bad

    def _take(self, net: str) -> None:
        if net in self.paths:
            _, cores, halos = self.paths.pop(net)
            for n in cores:
                self.cores[n] -= 1
            for n in halos:
                self.halos[n] -= 1

    def _route(self, net: str, price: float) -> None:
        grid = self.grid
        pads = self.pads[net]
        tree: set[int] = set(pads[0])
        left = [set(p) for p in pads[1:]]
        paths = []
        while left:
            goals = {node: index for index, pad in enumerate(left) for node in pad}
            path = self._search(net, tree, goals, price)
            if path is None:
                raise RuntimeError(
                    f"{net}: no way at all to a pad at {[grid.xy(n) for n in goals][:4]}"
                )
            paths.append(path)
            tree |= set(path)
            index = goals[path[-1]]
            tree |= left[index]
            del left[index]
        cores = {n for path in paths for n in path}
        halos: set[int] = set()
        for path in paths:
            for a, b in itertools.pairwise(path):
                if abs(a - b) == grid.size:
                    halos |= set(self._via_ring(a)) | set(self._via_ring(b))
        for offset in self._ring(net):
            halos |= {n + offset for n in cores}
        halos -= cores
        for n in cores:
            self.cores[n] = self.cores.get(n, 0) + 1
        for n in halos:
            self.halos[n] = self.halos.get(n, 0) + 1
        self.paths[net] = (paths, cores, halos)

    def _via_ring(self, node: int) -> list[int]:
        c = self.grid.columns
        return [node + d for d in (-1, 1, -c, c, -c - 1, -c + 1, c - 1, c + 1)]

    def _search(self, net: str, sources: set[int], goals: dict, price: float) -> list[int] | None:
        grid, shut = self.grid, self.shut[net]
        columns, size = grid.columns, grid.size
        ends = [(n % size % columns, n % size // columns) for n in goals]
        ring = self._ring(net)

        def left(node: int) -> float:
            c, r = node % size % columns, node % size // columns
            return min(abs(c - x) + abs(r - y) for x, y in ends)

        best = dict.fromkeys(sources, 0.0)
        came: dict[int, int] = {}
        queue = [(left(n), 0.0, n, 0) for n in sources]
        heapq.heapify(queue)
        while queue:
            _, cost, node, way = heapq.heappop(queue)
            if cost > best.get(node, 1e9):
                continue
            if node in goals:
                path = [node]
                while node in came:
                    node = came[node]
                    path.append(node)
                return path[::-1]
            flat = node % size
            for step in (1, -1, columns, -columns, size if node < size else -size):
                other = node + step
                if other in shut and other not in goals and other not in sources:
                    continue
                if abs(step) == size and (flat in grid.no_via or node in shut):
                    continue
                extra = self._step_cost(node, other, way, ring, price)
                new = cost + extra
                if new < best.get(other, 1e9):
                    best[other] = new
                    came[other] = node
                    heapq.heappush(
                        queue, (new + left(other), new, other, 0 if abs(step) == size else step)
                    )
        return None

    def _step_cost(self, node: int, other: int, way: int, ring: list[int], price: float) -> float:
        """Return the price of going from a node to the next, `way` being the step before it."""
        cores, step = self.cores, other - node
        if abs(step) == self.grid.size:
            around = (*self._via_ring(node), *self._via_ring(other))
            cost = _VIA_COST + price * sum(cores.get(n, 0) for n in around)
        else:
            # Each layer has a way it likes: top across, bottom up and down.
            cost = 1.0 if (abs(step) == 1) == (node < self.grid.size) else 1.35
            if way and step != way:
                cost += 0.4
        taken = cores.get(other, 0) + self.halos.get(other, 0)
        taken += sum(cores.get(other + offset, 0) for offset in ring)
        history = self.history.get(other, 0)
        return cost + taken * price * (1 + history) + 0.3 * history * bool(taken)

    def tracks(self) -> list[Track]:
        """Return the routes as tracks and vias, corners cut where nobody else is near."""
        grid = self.grid
        tracks: list[Track] = []
        for net in self.nets:
            name = net.lstrip("/")
            width = self.half[net] * 2
            paths = self.paths[net][0]
            forks = {p[0] for p in paths} | {p[-1] for p in paths}
            vias = set()
            for path in paths:
                for a, b in itertools.pairwise(path):
                    if abs(a - b) == grid.size:
                        vias.add(min(a, b))
            for via in sorted(vias):
                x, y = grid.xy(via)
                tracks.append(Track(name, "via", VIA_MM, x, y, x, y))
            for path in paths:
                for run in _same_layer(path, grid.size):
                    points = self._cut(net, run, forks)
                    for (x1, y1), (x2, y2) in itertools.pairwise(points):
                        tracks.append(
                            Track(name, _LAYERS[run[0] // grid.size], width, x1, y1, x2, y2)
                        )
            # From the grid to the middle of pads that lie off it.
            cores = self.paths[net][1]
            for (_, _, *shape), nodes in zip(
                [p for p in grid.pads if p[1] == net], self.pads[net], strict=True
            ):
                for node in sorted(nodes & cores):
                    x, y = grid.xy(node)
                    if math.dist((x, y), shape[:2]) > 0.005:
                        tracks.append(
                            Track(
                                name, _LAYERS[node // grid.size], width, x, y, shape[0], shape[1]
                            )
                        )
        return tracks

    def stitches(self, net: str, every_mm: float) -> list[Track]:
        """Return vias that tie both layers of a ground area together, where there is room."""
        grid = self.grid
        shut = grid.open_to(net, VIA_MM / 2 + 0.1)
        steps = round(every_mm / GRID_MM)
        placed: list[int] = []
        for flat in range(grid.size):
            c, r = flat % grid.columns, flat // grid.columns
            reach = range(-2, 3)
            near = [flat + dr * grid.columns + dc for dr in reach for dc in reach]
            if flat in grid.no_via or {flat, flat + grid.size} & shut:
                continue
            x, y = grid.xy(flat)
            width, height = grid.layout.design.size_mm
            if min(x, y, width - x, height - y) < 1.6:
                continue
            if any(self.cores.get(n, 0) or self.cores.get(n + grid.size, 0) for n in near):
                continue
            if all(
                max(abs(p % grid.columns - c), abs(p // grid.columns - r)) >= steps for p in placed
            ):
                placed.append(flat)
        tracks = []
        for flat in placed:
            x, y = grid.xy(flat)
            tracks.append(Track(net.lstrip("/"), "via", VIA_MM, x, y, x, y))
        return tracks

    def _cut(self, net: str, run: list[int], forks: set[int]) -> list[tuple[float, float]]:
        """Return the corner points of a run on one layer, corners cut at 45 degrees."""
        grid = self.grid
        corners = [run[0]]
        for a, b, c in zip(run, run[1:], run[2:], strict=False):
            if b - a != c - b:
                corners.append(b)
        corners.append(run[-1])
        points: list[tuple[float, float]] = []
        for index, node in enumerate(corners):
            x, y = grid.xy(node)
            if index in (0, len(corners) - 1) or node in forks:
                points.append((x, y))
                continue
            (ax, ay), (bx, by) = grid.xy(corners[index - 1]), grid.xy(corners[index + 1])
            inner = self._inner(node, run)
            others = self.cores.get(inner, 0) - (inner in self.paths[net][1])
            if (
                others
                or self.halos.get(inner, 0)
                or inner in self.shut[net]
                or self.half[net] > 0.3
            ):
                points.append((x, y))
                continue
            points.append((x + _sign(ax - x) * GRID_MM / 2, y + _sign(ay - y) * GRID_MM / 2))
            points.append((x + _sign(bx - x) * GRID_MM / 2, y + _sign(by - y) * GRID_MM / 2))
        merged = [points[0]]
        for point in points[1:]:
            if math.dist(point, merged[-1]) > 1e-6:
                merged.append(point)
        return merged

    def _inner(self, node: int, run: list[int]) -> int:
        at = run.index(node)
        return run[at - 1] + run[at + 1] - node


def _same_layer(path: list[int], size: int) -> list[list[int]]:
    runs = [[path[0]]]
    for node in path[1:]:
        if node // size == runs[-1][-1] // size:
            runs[-1].append(node)
        else:
            runs.append([node])
    return [run for run in runs if len(run) > 1]


def _sign(value: float) -> int:
    return (value > 1e-9) - (value < -1e-9)


def route(layout: Layout, done: set[str], seed: int = 1) -> list[Track]:
    """Route a placed layout and return its tracks. Raises RuntimeError when nets stay in conflict."""
    grid = Grid(layout, {layout.full_name(net) for net in done}, layout.design.widths_mm)
    router = Router(grid, seed)
    if not router.run():
        raise RuntimeError("nets stay in conflict: move parts, or give the router more rounds")
    return router.tracks() + router.stitches("GND", 6.0)
