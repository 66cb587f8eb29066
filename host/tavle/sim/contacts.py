# SPDX-License-Identifier: Apache-2.0
"""Pawns with magnets over reed contacts, moved by hands: what the contacts show, and what fails.

A space is named by its number in the board file, its `bit`. A closed contact is 0 on the wire. What
a reed does follows from where the magnets are: `plane.py`. A hand lifts and places along smooth
paths of human speed; it does not aim exactly, and two pawns on a space stand side by side.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tavle.board import geometry
from tavle.field.parts import facts
from tavle.field.potential import UP, Vector
from tavle.sim.plane import Edge, Leg, Piece, Plane
from tavle.sim.target import Target

IN_HAND = -1
LYING = -2
"""Where a pawn is that lies on its side, or stands between spaces: on no space."""

_MS = 1000

# Worn contacts go on making and breaking for this long; new ones for what parts.toml says.
_WORN_US = 6000
_FLICKER_GAP_US = (60_000, 900_000)
_FLICKER_US = (1_000, 30_000)

_TOPPLE_MS = 250.0  # a falling pawn of some 30 mm: the free fall of its head
_STRAIGHTEN_MS = 250.0

# A phone has magnets of its own: about that of two pawns, this far over the board.
_PHONE_MOMENT = 0.2
_PHONE_MM = 4.0


@dataclass(eq=False)
class Pawn:
    """A pawn.

    Attributes:
        seat: its colour.
        bit: the space (sensor bit) it stands on, IN_HAND or LYING.
        piece: its magnet.
        goal: the space it is being carried to, None when nobody has decided.
    """

    seat: int
    bit: int
    piece: Piece | None = None
    goal: int | None = None


@dataclass
class Faults:
    """What is physically wrong.

    Attributes:
        bounce: contacts are worn: they go on bouncing when they close and open.
        flicker: bits whose contact fails now and then -> time of the next failure in us.
        stuck: bits that show 1 (magnet) or 0 whatever stands there.
        weak: bits -> what is left of the reed's sensitivity, 0.05 to 1.
        turned: bits -> degrees that the reed is built in turned by.
        shifted: bits -> (x, y) in mm that the reed is built in away from its place.
        tag_errors: rate of disturbed card reads, 0.0 to 1.0.
        chip_missing: sensor chip whose data is missing, None for a whole chain.
        unplug: parts that are not connected: {"reader"} or nothing.
        supply: "external", or "usb" when the 5 V supply is not there.
    """

    bounce: bool = False
    flicker: dict[int, int] = field(default_factory=dict)
    stuck: dict[int, int] = field(default_factory=dict)
    weak: dict[int, float] = field(default_factory=dict)
    turned: dict[int, float] = field(default_factory=dict)
    shifted: dict[int, tuple[float, float]] = field(default_factory=dict)
    tag_errors: float = 0.0
    chip_missing: int | None = None
    unplug: set[str] = field(default_factory=set)
    supply: str = "external"


class Contacts:
    """Pawns and the contacts under them, wired to a target's inputs.

    Args:
        target: the electronics.
        board: name of the board's geometry.
        n_inputs: inputs of the chain that a reed can be soldered to.
        seed: decides every physical chance.
        parts: which magnets and reeds were bought: one of `plane.CORNERS`.

    Attributes:
        plane: reeds and magnets.
        inputs: space -> input of the chain its reed is soldered to.
    """

    def __init__(
        self, target: Target, board: str, n_inputs: int, seed: int, parts: str = "scattered"
    ):
        self.target = target
        self.faults = Faults()
        self.pawns: list[Pawn] = []
        self.plane = Plane(geometry.load(board), seed, parts)
        self.inputs = list(range(len(self.plane.switches)))
        self._n_inputs = n_inputs
        self._random = random.Random(seed)
        self._hand = facts()["hand"]
        self._aim_mm: float = self._hand["aim_mm"]
        self._closed = [False] * len(self.inputs)  # as shown to the chain
        self._failing: set[int] = set()  # reeds that show the opposite for a moment
        self._pending: list[tuple[int, int, int, bool]] = []  # time, order, bit, failing
        self._order = 0
        self._phone: Piece | None = None

    # Pawns and where they stand

    def _count(self, bit: int) -> int:
        return sum(pawn.bit == bit for pawn in self.pawns)

    def _on(self, bit: int) -> list[Pawn]:
        return [pawn for pawn in self.pawns if pawn.bit == bit]

    def _point(self, bit: int, dx: float = 0.0, dy: float = 0.0, up_mm: float = 0.0) -> Vector:
        item = self.plane.board.spaces[bit]
        return item.x_mm + dx, item.y_mm + dy, self.plane.standing_mm + up_mm

    def _aim(self) -> tuple[float, float]:
        """Return how far off the centre a hand puts a pawn."""
        most = facts()["pawn"]["off_centre_mm"]
        while True:
            dx, dy = (self._random.gauss(0, self._aim_mm) for _ in range(2))
            if math.hypot(dx, dy) < most:
                return dx, dy

    def _around(self, count: int) -> list[tuple[float, float, float]]:
        """Return where several pawns stand on one space: (x, y, up) in mm from the middle of the space.

        Two stand side by side around the centre. Three would be pushed over the reed's dead line by their own
        magnets: the third and more stand on the heads of others.
        """
        moments = [pawn.piece.moment for pawn in self.pawns if pawn.piece is not None]
        design, pawn = self.plane.design, facts()["pawn"]
        apart = self._random.uniform(
            pawn["foot_mm"], design.apart_mm(max(moments, default=design.moment))
        )
        beside = min(count, pawn["beside"])
        radius = apart / 2 / math.sin(math.pi / beside)
        turn = self._random.uniform(0, math.tau)
        angles = [turn + math.tau * (n % beside) / beside for n in range(count)]
        return [
            (radius * math.cos(angle), radius * math.sin(angle), n // beside * pawn["tall_mm"])
            for n, angle in enumerate(angles)
        ]

    def _piece(self, pawn: Pawn) -> Piece:
        if pawn.piece is None:
            pawn.piece = self.plane.new_piece()
        return pawn.piece

    def _stand(self, pawn: Pawn, bit: int) -> None:
        """Let a pawn stand on a space at once: how a table is set up."""
        if pawn not in self.pawns:
            self.pawns.append(pawn)
        pawn.bit = bit
        here = self._on(bit)
        offs = [(*self._aim(), 0.0)] if len(here) == 1 else self._around(len(here))
        for one, off in zip(here, offs, strict=True):
            self._show(self.plane.put(self._piece(one), self._point(bit, *off)))

    # Hands

    def _leg(
        self, pawn: Pawn, end: Vector, ms: float, hump: float = 0.0, after_ms: float = 0.0
    ) -> Leg:
        start = self.target.now_us + round(after_ms * _MS)
        return Leg(start, start + round(ms * _MS), self._piece(pawn).place, end, hump)

    def _at_once(self, leg: Leg, pawn: Pawn, bit: int) -> Leg:
        """Return a movement begun so much earlier that the reed of a space changes now.

        A command is the moment that a reed can see. What the hand did before that, the first millimetres of
        a lift and the way through the air before a landing, changes no reed.
        """
        piece = self._piece(pawn)
        switch = self.plane.switches[bit]
        rest = switch.drive - piece.shares.get(bit, 0.0)
        for t in range(leg.start_us, leg.end_us, 2 * _MS):
            x, y, z, axis = leg.at(t)
            drive = switch.reed.drive(self.plane.magnet, x, y, z, axis)
            drive = abs(rest + drive * piece.moment * switch.gain)
            if drive < switch.release if switch.closed else drive >= switch.operate:
                early = max(0, t - leg.start_us - _MS)
                return Leg(leg.start_us - early, leg.end_us - early, leg.start, leg.end)
        return leg

    def _go(self, pawn: Pawn, legs: Sequence[Leg]) -> None:
        piece = self._piece(pawn)
        piece.axis = UP
        self.plane.move(piece, list(legs))

    def _leave(self, pawn: Pawn) -> None:
        """Lift a pawn; the hand sets what stays behind on its space straight."""
        bit, pawn.bit, pawn.goal = pawn.bit, IN_HAND, None
        x, y, z = self._piece(pawn).place
        up = self._leg(pawn, (x, y, z + self._hand["lift_mm"]), self._hand["lift_ms"])
        if bit >= 0:
            up = self._at_once(up, pawn, bit)
        away = Leg(up.end_us, up.end_us + 1, up.end, (up.end[0], up.end[1], 1e6))
        self._go(pawn, [up, away])
        if bit >= 0:
            self._straighten(bit, self._hand["lift_ms"])

    def _straighten(self, bit: int, after_ms: float) -> None:
        here = self._on(bit)
        if not here:
            return
        offs = [(*self._aim(), 0.0)] if len(here) == 1 else self._around(len(here))
        for one, off in zip(here, offs, strict=True):
            self._go(one, [self._leg(one, self._point(bit, *off), _STRAIGHTEN_MS, 0, after_ms)])

    def _room(self, pawn: Pawn, bit: int, ms: float) -> tuple[float, float, float]:
        """Make room on a space for a pawn that lands after a time; return where it lands."""
        others = [one for one in self._on(bit) if one is not pawn]
        if not others:
            return (*self._aim(), 0.0)
        *offs, mine = self._around(len(others) + 1)
        push = self._hand["push_ms"]
        for one, off in zip(others, offs, strict=True):
            self._go(one, [self._leg(one, self._point(bit, *off), push, 0, max(0.0, ms - push))])
        return mine

    def _put(self, pawn: Pawn, bit: int) -> None:
        """Put a pawn down: from above, or from where it still is when the hand has just lifted it."""
        piece = self._piece(pawn)
        item = self.plane.board.spaces[bit]
        x, y, z = piece.place
        down, lift = self._hand["place_ms"], self._hand["lift_mm"]
        low = z < self.plane.standing_mm + lift
        aside = math.hypot(x - item.x_mm, y - item.y_mm)
        if not low:
            piece.place = self._point(bit, up_mm=lift)
        hump = lift if low and aside > 5 else 0.0
        ms = self._hand["snatch_ms"] if hump else down
        off = self._room(pawn, bit, ms)
        self.land(pawn, bit)
        leg = self._leg(pawn, self._point(bit, *off), ms, hump)
        self._go(pawn, [leg if low else self._at_once(leg, pawn, bit)])

    def fly(self, pawn: Pawn, bit: int, ms: float, hump_mm: float) -> None:
        """Carry a standing pawn to a space in one movement; `land` says that it is there.

        Args:
            pawn: a pawn that stands.
            bit: the space.
            ms: how long it takes.
            hump_mm: how high over the board; 0 pushes it along the board.
        """
        before, pawn.bit, pawn.goal = pawn.bit, IN_HAND, bit
        off = self._room(pawn, bit, ms)
        self._go(pawn, [self._leg(pawn, self._point(bit, *off), ms, hump_mm)])
        if before >= 0 and before != bit:
            self._straighten(before, ms)

    def land(self, pawn: Pawn, bit: int | None = None) -> None:
        """Let a pawn count as standing: where it was carried to, or on a space."""
        pawn.bit, pawn.goal = pawn.goal if bit is None else bit, None  # type: ignore[assignment]
        x, y, _ = self._point(pawn.bit)
        at = self._piece(pawn).place
        off = math.hypot(at[0] - x, at[1] - y)
        if len(self._on(pawn.bit)) == 1 and off > facts()["pawn"]["off_centre_mm"]:
            self._straighten(pawn.bit, 0)  # room was made for two, and the other one has gone

    def push(self, pawn: Pawn, dx_mm: float, dy_mm: float, ms: float = 150.0) -> None:
        """Push a standing pawn along the board, as a sleeve does; it counts as standing where it stood."""
        x, y, z = self._piece(pawn).place
        self._go(pawn, [self._leg(pawn, (x + dx_mm, y + dy_mm, z), ms)])

    def topple(self, pawn: Pawn, toward_deg: float) -> None:
        """Knock a pawn over: it lies on its side, its magnet beside the place where it stood."""
        piece = self._piece(pawn)
        angle = math.radians(toward_deg)
        side = (math.cos(angle), math.sin(angle), 0.0)
        lying = facts()["pawn"]["lying_mm"]
        x, y, _ = piece.place
        end = (x + lying * side[0], y + lying * side[1], self.plane.design.depth_mm + lying)
        start = self.target.now_us
        leg = Leg(start, start + round(_TOPPLE_MS * _MS), piece.place, end, 0.0, (UP, side))
        pawn.bit = LYING
        self.plane.move(piece, [leg])

    def lay_phone(self, bit: int | None) -> None:
        """Lay a phone on the board with its strongest magnet over a space, or take it away."""
        if self._phone is None:
            self._phone = self.plane.new_piece()
            self._phone.moment = _PHONE_MOMENT
        if bit is None:
            self._show(self.plane.remove(self._phone))
        else:
            self._show(self.plane.put(self._phone, self._point(bit, up_mm=_PHONE_MM)))

    # What the chain is shown

    def solder(self, inputs: list[int]) -> None:
        """Solder the reeds to other inputs, while it runs.

        Args:
            inputs: space -> input of the chain. Two spaces on one input are two reeds in parallel.
        """
        for number in range(self._n_inputs):
            self.target.unpost_input(number)
            self.target.post(self.target.now_us, "in", number, 1)
        self.inputs = inputs
        for bit in range(len(inputs)):
            self._post(self.target.now_us, bit)

    def _post(self, t_us: int, bit: int) -> None:
        self.target.post(t_us, "in", self.inputs[bit], self._level(bit))

    def _shows(self, bit: int) -> bool:
        if bit in self.faults.stuck:
            return bool(self.faults.stuck[bit])
        return self._closed[bit] != (bit in self._failing)

    def _level(self, bit: int) -> int:
        same = [b for b, wired in enumerate(self.inputs) if wired == self.inputs[bit]]
        return 0 if any(self._shows(b) for b in same) else 1

    def _show(self, edges: list[Edge]) -> None:
        """Let the chain see what happened at once: no hand moved, nothing bounces."""
        for t_us, bit, closed in edges:
            self._closed[bit] = closed
            self._post(t_us, bit)

    def _edge(self, t_us: int, bit: int, closed: bool) -> None:
        self._closed[bit] = closed
        self._post(t_us, bit)
        reed = facts()["reed"]
        if self.faults.bounce:
            self._glitches(t_us, bit, _WORN_US, 2500)
        elif closed:
            self._glitches(t_us, bit, round(_MS * self._random.uniform(*reed["bounce_ms"])), 200)

    def _glitches(self, t_us: int, bit: int, length_us: int, most_us: int) -> None:
        """Plan a contact's makes and breaks after an edge."""
        self._pending = [event for event in self._pending if event[2] != bit]
        self._failing.discard(bit)
        heapq.heapify(self._pending)
        t = t_us
        while True:
            then = t + self._random.randrange(most_us // 20, most_us)
            if then > t_us + length_us:
                break
            self._plan((t + then) // 2, bit, True)
            self._plan(then, bit, False)
            t = then

    def _plan(self, t_us: int, bit: int, failing: bool) -> None:
        self._order += 1
        heapq.heappush(self._pending, (t_us, self._order, bit, failing))

    def advance_to(self, until_us: int) -> None:
        """Let magnets move and contacts fail up to a time, and post what the chain sees of it."""
        self._flicker(until_us)
        edges = self.plane.advance(until_us)
        for edge in edges:
            self._glitch_until(edge[0])
            self._edge(*edge)
        self._glitch_until(until_us)

    def _glitch_until(self, t_us: int) -> None:
        while self._pending and self._pending[0][0] <= t_us:
            then, _, bit, failing = heapq.heappop(self._pending)
            if failing:
                self._failing.add(bit)
            else:
                self._failing.discard(bit)
            self._post(then, bit)

    def closed(self) -> list[int]:
        """Return the reeds whose contacts touch now."""
        return [bit for bit, switch in enumerate(self.plane.switches) if switch.closed]

    # Faults

    def set_stuck(self, stuck: dict[int, int | None]) -> None:
        """Make spaces show 1 (magnet) or 0 for ever; None mends one."""
        for bit, value in stuck.items():
            if value is None:
                self.faults.stuck.pop(bit, None)
            else:
                self.faults.stuck[bit] = value
            self._post(self.target.now_us, bit)

    def set_reeds(
        self,
        weak: dict[int, float | None],
        turned: dict[int, float | None],
        shifted: dict[int, tuple[float, float] | None],
    ) -> None:
        """Build reeds in badly: insensitive, turned, shifted; None mends one. See `Faults`."""
        faults = self.faults
        tables: tuple[tuple[dict[int, object], dict[int, object]], ...] = (
            (faults.weak, weak),  # type: ignore[assignment]
            (faults.turned, turned),
            (faults.shifted, shifted),
        )
        for kept, new in tables:
            for bit, value in new.items():
                if value is None:
                    kept.pop(bit, None)
                else:
                    kept[bit] = value
        for bit in sorted({*weak, *turned, *shifted}):
            self._show(
                self.plane.rebuild(
                    bit,
                    faults.weak.get(bit, 1.0),
                    faults.turned.get(bit, 0.0),
                    faults.shifted.get(bit, (0.0, 0.0)),
                )
            )

    def set_flicker(self, bits: list[int]) -> None:
        """Make exactly these spaces flicker."""
        for bit in self.faults.flicker:
            self._pending = [event for event in self._pending if event[2] != bit]
            self._failing.discard(bit)
            self._post(self.target.now_us, bit)
        heapq.heapify(self._pending)
        self.faults.flicker = {bit: self.target.now_us + self._gap() for bit in bits}

    def _gap(self) -> int:
        return self._random.randrange(*_FLICKER_GAP_US)

    def _flicker(self, until_us: int) -> None:
        """Plan what the failing contacts do up to a time."""
        for bit in self.faults.flicker:
            while self.faults.flicker[bit] < until_us:
                t = self.faults.flicker[bit]
                end = t + self._random.randrange(*_FLICKER_US)
                self._plan(t, bit, True)
                self._plan(end, bit, False)
                self.faults.flicker[bit] = end + self._gap()
