# SPDX-License-Identifier: Apache-2.0
"""The reeds' contacts and their wires: what the chain is shown of the magnets, and what fails.

A space is named by its number in the board file, its `bit`. A closed contact is 0 on the wire. What
a reed does follows from where the magnets are: `plane.py`; what moves these: `mover.py`.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field

from tavle.board import geometry
from tavle.field.parts import facts
from tavle.sim.plane import Edge, Plane
from tavle.sim.target import Target

_MS = 1000

# Worn contacts keep making and breaking for this long; new ones for what parts.toml says.
_WORN_US = 6000
_FLICKER_GAP_US = (60_000, 900_000)
_FLICKER_US = (1_000, 30_000)
# An input without its pull-up follows whatever is near: mains hum, a hand, its neighbours.
_FLOAT_GAP_US = (30_000, 700_000)
_FLOAT_US = (2_000, 150_000)


@dataclass
class Faults:
    """What is physically wrong.

    Attributes:
        bounce: contacts are worn: they keep bouncing when they close and open.
        flicker: bits whose contact fails now and then -> time of the next failure in us.
        floating: bits whose input has no pull-up -> time of the next change in us.
        stuck: bits that show 1 (magnet) or 0 whatever stands there.
        weak: bits -> what is left of the reed's sensitivity, 0.05 to 1.
        turned: bits -> degrees that the reed is built in turned by.
        shifted: bits -> (x, y) in mm that the reed is built in away from its place.
        tag_errors: rate of disturbed card reads, 0.0 to 1.0.
        chip_missing: sensor chip whose data is missing, None for a whole chain.
        dark: lights of the chain that never shine.
        unplug: parts that are not connected: {"reader"} or nothing.
        supply: "external", or "usb" when the 5 V supply is not there.
    """

    bounce: bool = False
    flicker: dict[int, int] = field(default_factory=dict)
    floating: dict[int, int] = field(default_factory=dict)
    stuck: dict[int, int] = field(default_factory=dict)
    weak: dict[int, float] = field(default_factory=dict)
    turned: dict[int, float] = field(default_factory=dict)
    shifted: dict[int, tuple[float, float]] = field(default_factory=dict)
    tag_errors: float = 0.0
    chip_missing: int | None = None
    dark: list[int] = field(default_factory=list)
    unplug: set[str] = field(default_factory=set)
    supply: str = "external"


class Contacts:
    """The contacts under a board, wired to a target's inputs.

    Args:
        target: the electronics.
        board: name of the board's geometry.
        n_inputs: inputs of the chain that a reed can be soldered to.
        seed: decides which parts were bought.
        chance: decides every bounce and flicker.
        parts: which magnets and reeds were bought: one of `plane.CORNERS`.

    Attributes:
        plane: reeds and magnets.
        inputs: space -> input of the chain its reed is soldered to.
        faults: what is physically wrong.
    """

    def __init__(
        self,
        target: Target,
        board: str,
        n_inputs: int,
        seed: int,
        chance: random.Random,
        parts: str = "scattered",
    ):
        self.faults = Faults()
        self.plane = Plane(geometry.load(board), seed, parts)
        self.inputs = list(range(len(self.plane.switches)))
        self._target = target
        self._n_inputs = n_inputs
        self._random = chance
        self._closed = [False] * len(self.inputs)  # as shown to the chain
        self._failing: set[int] = set()  # reeds that show the opposite for a moment
        self._pending: list[tuple[int, int, int, bool]] = []  # time, order, bit, failing
        self._order = 0

    # What the chain is shown

    def solder(self, inputs: list[int]) -> None:
        """Solder the reeds to other inputs, while it runs.

        Args:
            inputs: space -> input of the chain. Two spaces on one input are two reeds in parallel.
        """
        for number in range(self._n_inputs):
            self._target.unpost_input(number)
            self._target.post(self._target.now_us, "in", number, 1)
        self.inputs = inputs
        for bit in range(len(inputs)):
            self._post(self._target.now_us, bit)

    def _post(self, t_us: int, bit: int) -> None:
        self._target.post(t_us, "in", self.inputs[bit], self._level(bit))

    def _shows(self, bit: int) -> bool:
        if bit in self.faults.stuck:
            return bool(self.faults.stuck[bit])
        if bit in self.faults.floating:
            return self._closed[bit] or bit in self._failing  # a closed reed holds it
        return self._closed[bit] != (bit in self._failing)

    def _level(self, bit: int) -> int:
        same = [b for b, wired in enumerate(self.inputs) if wired == self.inputs[bit]]
        return 0 if any(self._shows(b) for b in same) else 1

    def show(self, edges: list[Edge]) -> None:
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
        """Make spaces show 1 (magnet) or 0 permanently; None repairs one."""
        for bit, value in stuck.items():
            if value is None:
                self.faults.stuck.pop(bit, None)
            else:
                self.faults.stuck[bit] = value
            self._post(self._target.now_us, bit)

    def set_reeds(
        self,
        weak: dict[int, float | None],
        turned: dict[int, float | None],
        shifted: dict[int, tuple[float, float] | None],
    ) -> None:
        """Build reeds in badly: insensitive, turned, shifted; None repairs one. See `Faults`."""
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
            self.show(
                self.plane.rebuild(
                    bit,
                    faults.weak.get(bit, 1.0),
                    faults.turned.get(bit, 0.0),
                    faults.shifted.get(bit, (0.0, 0.0)),
                )
            )

    def set_flicker(self, bits: list[int]) -> None:
        """Make exactly these spaces flicker."""
        self.faults.flicker = self._restless(self.faults.flicker, bits, _FLICKER_GAP_US)

    def set_floating(self, bits: list[int]) -> None:
        """Leave out the pull-ups of exactly these spaces."""
        self.faults.floating = self._restless(self.faults.floating, bits, _FLOAT_GAP_US)

    def _restless(
        self, before: dict[int, int], bits: list[int], gap_us: tuple[int, int]
    ) -> dict[int, int]:
        for bit in before:
            self._pending = [event for event in self._pending if event[2] != bit]
            self._failing.discard(bit)
            self._post(self._target.now_us, bit)
        heapq.heapify(self._pending)
        return {bit: self._target.now_us + self._random.randrange(*gap_us) for bit in bits}

    def _flicker(self, until_us: int) -> None:
        """Plan what the failing contacts and the floating inputs do up to a time."""
        for due, gap_us, length_us in (
            (self.faults.flicker, _FLICKER_GAP_US, _FLICKER_US),
            (self.faults.floating, _FLOAT_GAP_US, _FLOAT_US),
        ):
            for bit in due:
                while due[bit] < until_us:
                    t = due[bit]
                    end = t + self._random.randrange(*length_us)
                    self._plan(t, bit, True)
                    self._plan(end, bit, False)
                    due[bit] = end + self._random.randrange(*gap_us)
