# SPDX-License-Identifier: Apache-2.0
"""Pawns with magnets over reed contacts: what the contacts show, bounce, flicker and stick.

A space is named by its number in the board file, its `bit`. A closed contact is 0 on the wire.
"""

import random
from dataclasses import dataclass, field

from tavle.sim.target import Target

IN_HAND = -1

# Reeds: contacts settle within this time when they bounce (a hand also wobbles).
_BOUNCE_US = 6000
_FLICKER_GAP_US = (60_000, 900_000)
_FLICKER_US = (1_000, 30_000)

# Two pawns hardly fit on one space: most often the one that stands is pushed aside for a moment.
# An assumption, not a measurement.
_NUDGED = 0.7
_NUDGE_MS = (12.0, 40.0)


@dataclass(eq=False)
class Pawn:
    """A pawn: its colour, and the space (sensor bit) it stands on or IN_HAND."""

    seat: int
    bit: int


@dataclass
class Faults:
    """What is physically wrong.

    Attributes:
        bounce: contacts bounce when they open and close.
        flicker: bits whose contact fails now and then -> time of the next failure in us.
        stuck: bits that show 1 (magnet) or 0 whatever stands there.
        tag_errors: rate of disturbed card reads, 0.0 to 1.0.
        chip_missing: sensor chip whose data is missing, None for a whole chain.
        unplug: parts that are not connected: {"reader"} or nothing.
        supply: "external", or "usb" when the 5 V supply is not there.
    """

    bounce: bool = False
    flicker: dict[int, int] = field(default_factory=dict)
    stuck: dict[int, int] = field(default_factory=dict)
    tag_errors: float = 0.0
    chip_missing: int | None = None
    unplug: set[str] = field(default_factory=set)
    supply: str = "external"


class Contacts:
    """Pawns and the contacts under them, wired to a target's inputs.

    Args:
        target: the electronics.
        n_bits: spaces of the board.
        n_inputs: inputs of the chain that a reed can be soldered to.
        seed: decides every physical chance.

    Attributes:
        inputs: space -> input of the chain its reed is soldered to.
        cross_talk: space -> other spaces whose reeds a pawn on it closes too.
    """

    def __init__(self, target: Target, n_bits: int, n_inputs: int, seed: int):
        self.target = target
        self.faults = Faults()
        self.pawns: list[Pawn] = []
        self.inputs = list(range(n_bits))
        self.cross_talk: dict[int, set[int]] = {}
        self._n_inputs = n_inputs
        self._random = random.Random(seed)

    # Pawns come and go

    def _count(self, bit: int) -> int:
        return sum(pawn.bit == bit for pawn in self.pawns)

    def _stand(self, pawn: Pawn, bit: int) -> None:
        if pawn not in self.pawns:
            self.pawns.append(pawn)
        pawn.bit = bit
        if self._count(bit) == 1:
            self._contact(bit, True)
        else:
            self._nudge(bit)

    def _leave(self, pawn: Pawn) -> None:
        bit, pawn.bit = pawn.bit, IN_HAND
        if not self._count(bit):
            self._contact(bit, False)
        else:
            self._nudge(bit)

    def _nudge(self, bit: int) -> None:
        """Push the pawn that stands where another one comes or goes: its reed opens briefly."""
        if bit in self.faults.stuck or self._random.random() >= _NUDGED:
            return
        now = self.target.now_us
        self._post(now, bit, 1)
        self._post(now + round(1000 * self._random.uniform(*_NUDGE_MS)), bit, self._level(bit))

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
            self._post(self.target.now_us, bit, self._level(bit))

    def _post(self, t_us: int, bit: int, level: int) -> None:
        self.target.post(t_us, "in", self.inputs[bit], level)

    def _settle(self, bit: int) -> None:
        """Show what is true now, whatever was still to come."""
        self.target.unpost_input(self.inputs[bit])
        self._post(self.target.now_us, bit, self._level(bit))

    def _contact(self, bit: int, closed: bool) -> None:
        """Let the reeds that a pawn on a space reaches change now."""
        self._change(bit, closed)
        for other in self.cross_talk.get(bit, ()):
            self._change(other, closed)

    def _change(self, bit: int, closed: bool) -> None:
        """Let a reed change now, bouncing if it does."""
        if bit in self.faults.stuck:
            return
        now = self.target.now_us
        self.target.unpost_input(self.inputs[bit])
        t = now
        if self.faults.bounce:
            while True:
                t_next = t + self._random.randrange(100, 2500)
                if t_next > now + _BOUNCE_US:
                    break
                # One short make and break.
                self._post(t, bit, 0 if closed else 1)
                self._post((t + t_next) // 2, bit, 1 if closed else 0)
                t = t_next
        self._post(t, bit, self._level(bit))

    def _level(self, bit: int) -> int:
        if bit in self.faults.stuck:
            return 1 - self.faults.stuck[bit]
        same = [b for b, wired in enumerate(self.inputs) if wired == self.inputs[bit]]
        near = [b for b, others in self.cross_talk.items() if others.intersection(same)]
        return 0 if any(self._count(b) for b in same + near) else 1

    # Faults

    def set_stuck(self, stuck: dict[int, int | None]) -> None:
        """Make spaces show 1 (magnet) or 0 for ever; None mends one."""
        for bit, value in stuck.items():
            if value is None:
                self.faults.stuck.pop(bit, None)
            else:
                self.faults.stuck[bit] = value
            self._settle(bit)

    def set_flicker(self, bits: list[int]) -> None:
        """Make exactly these spaces flicker."""
        for bit in self.faults.flicker:
            self._settle(bit)
        self.faults.flicker = {bit: self.target.now_us + self._gap() for bit in bits}

    def _gap(self) -> int:
        return self._random.randrange(*_FLICKER_GAP_US)

    def _flicker(self, until_us: int) -> None:
        """Let the failing contacts fail up to a time."""
        for bit in self.faults.flicker:
            if bit in self.faults.stuck:
                continue
            while self.faults.flicker[bit] < until_us:
                t = self.faults.flicker[bit]
                end = t + self._random.randrange(*_FLICKER_US)
                level = self._level(bit)
                self._post(t, bit, 1 - level)
                self._post(end, bit, level)
                self.faults.flicker[bit] = end + self._gap()
