# SPDX-License-Identifier: Apache-2.0
"""The virtual table: coloured pawns with magnets, hands, cards, and everything physical that fails.

The world knows what the reeds cannot see: which pawn stands where. It drives a `Target` and never
looks into the firmware.
"""

import math
import random
from dataclasses import dataclass, field
from typing import Any

from tavle.sim.cards import Box, Card
from tavle.sim.spaces import Spaces
from tavle.sim.target import Target

IN_HAND = -1

# Reeds: contacts settle within this time when they bounce (a hand also wobbles).
_BOUNCE_US = 6000
_FLICKER_GAP_US = (60_000, 900_000)
_FLICKER_US = (1_000, 30_000)


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
    """

    bounce: bool = False
    flicker: dict[int, int] = field(default_factory=dict)
    stuck: dict[int, int] = field(default_factory=dict)
    tag_errors: float = 0.0
    chip_missing: int | None = None
    unplug: set[str] = field(default_factory=set)


# Two pawns hardly fit on one space: most often the one that stands is pushed aside for a moment.
# An assumption, not a measurement.
_NUDGED = 0.7
_NUDGE_MS = (12.0, 40.0)


class World:
    """The table and everything on it.

    Args:
        game: the rules' `Game`.
        layout: the board file of the game.
        target: the electronics.
        seed: decides every physical chance.
        places: place codes as in a position's first 16 bytes; where the pawns stand.

    Attributes:
        inputs: space -> input of the chain its reed is soldered to; see `rewire`.
        lights: light of the board file -> its place in the chain.
        cross_talk: space -> other spaces whose reeds a pawn on it closes too.
    """

    def __init__(self, game: Any, layout: Any, target: Target, seed: int, places: bytes):
        self.game = game
        self.spaces = Spaces(game, layout)
        self.target = target
        self.box = Box(game, layout.GAME)
        self.slot: list[Card] = []
        self._taken_us: dict[str, int] = {}
        self._memories: dict[str, str] = {}  # of stickers that were on the slot, in hex
        self.faults = Faults()
        self.pawns: list[Pawn] = []
        self._random = random.Random(seed)
        self._chips = layout.N_CHIPS + 1
        self._buttons = 8 * layout.N_CHIPS
        self.inputs = list(range(layout.N_BITS))
        self.lights = list(range(layout.N_LEDS))
        self.cross_talk: dict[int, set[int]] = {}
        # The button chip: pressed = 0; its last three inputs are wired 1, 0, 1.
        target.post(0, "in", self._buttons + 6, 0)
        self._set_up(places)

    # Pawns and hands

    def _set_up(self, places: bytes) -> None:
        from rules.notation import place_text

        for seat in self.game.seats:
            for code in places[4 * seat : 4 * seat + 4]:
                place = place_text(self.game, code)
                self._stand(Pawn(seat, IN_HAND), self._free(seat, place, None))

    def _stand(self, pawn: Pawn, bit: int) -> None:
        if pawn not in self.pawns:
            self.pawns.append(pawn)
        pawn.bit = bit
        if self._count(bit) == 1:
            self._contact(bit, True)
        else:
            self._nudge(bit)

    def _nudge(self, bit: int) -> None:
        """Push the pawn that stands where another one comes or goes: its reed opens briefly."""
        if bit in self.faults.stuck or self._random.random() >= _NUDGED:
            return
        now = self.target.now_us
        self._post(now, bit, 1)
        self._post(now + round(1000 * self._random.uniform(*_NUDGE_MS)), bit, self._level(bit))

    def _count(self, bit: int) -> int:
        return sum(pawn.bit == bit for pawn in self.pawns)

    def _choose(self, bits: list[int], slot: object) -> list[int]:
        if slot is None:
            return bits
        if not isinstance(slot, int) or isinstance(slot, bool) or not 0 <= slot < len(bits):
            raise ValueError(f"slot must be 0 to {len(bits) - 1} and only with h or f")
        return [bits[slot]]

    def _free(self, seat: int, place: object, slot: object) -> int:
        """Return where a pawn would be put down. Raises ValueError when no slot is free."""
        bits = self._choose(self.spaces.bits(seat, place), slot)
        if len(bits) == 1 and slot is None:
            return bits[0]
        for bit in bits:
            if not self._count(bit):
                return bit
        raise ValueError(f"no free slot in {self.spaces.colours[seat]}'s {place}")

    def find(self, colour: object, place: object, slot: object = None) -> Pawn:
        """Return a pawn of a colour standing there. Raises ValueError."""
        seat = self.spaces.seat(colour)
        bits = self._choose(self.spaces.bits(seat, place), slot)
        for bit in bits:
            for pawn in self.pawns:
                if pawn.seat == seat and pawn.bit == bit:
                    return pawn
        where = self.where()[str(colour)] if seat in self.game.seats else ["no pawns in play"]
        raise ValueError(f"no {colour} pawn on {place} ({colour}: {', '.join(where)})")

    def lift(self, colour: object, place: object, slot: object = None) -> None:
        """Take a pawn into the hand. Raises ValueError when there is none."""
        pawn = self.find(colour, place, slot)
        bit, pawn.bit = pawn.bit, IN_HAND
        if not self._count(bit):
            self._contact(bit, False)
        else:
            self._nudge(bit)

    def place(self, colour: object, place: object, slot: object = None) -> None:
        """Put a pawn from the hand down. Raises ValueError when no hand holds one."""
        seat = self.spaces.seat(colour)
        held = [p for p in self.pawns if p.seat == seat and p.bit == IN_HAND]
        bit = self._free(seat, place, slot)
        if not held:
            raise ValueError(f"no hand holds a {colour} pawn: lift one first")
        self._stand(held[0], bit)

    def where(self) -> dict[str, list[str]]:
        """Return where the pawns of each colour in play stand, in canonical order."""
        places: dict[str, list[str]] = {}
        order = self.spaces.order
        for seat in self.game.seats:
            own = [p.bit for p in self.pawns if p.seat == seat]
            stand = sorted((b for b in own if b != IN_HAND), key=lambda b: order(seat, b))
            names = [self.spaces.place(seat, bit) for bit in stand]
            held = ["hand"] * own.count(IN_HAND)
            places[self.spaces.colours[seat]] = names + held
        return places

    def pawns_on(self, bit: int) -> list[str]:
        """Return the colours of the pawns on a space."""
        return [self.spaces.colours[p.seat] for p in self.pawns if p.bit == bit]

    # Contacts

    def rewire(self, inputs: list[int] | None = None, lights: list[int] | None = None) -> None:
        """Solder the reeds to other inputs and the lights in another order, while it runs.

        Args:
            inputs: space -> input of the chain. Two spaces on one input are two reeds in parallel.
            lights: light of the board file -> its place in the chain.
        """
        if lights is not None:
            self.lights = lights
        if inputs is not None:
            for bit in range(self._buttons):
                self.target.unpost_input(bit)
                self.target.post(self.target.now_us, "in", bit, 1)
            self.inputs = inputs
            for bit in range(self.spaces.n_bits):
                self._post(self.target.now_us, bit, self._level(bit))

    def _post(self, t_us: int, bit: int, level: int) -> None:
        self.target.post(t_us, "in", self.inputs[bit], level)

    def _unpost(self, bit: int) -> None:
        self.target.unpost_input(self.inputs[bit])

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
        self._unpost(bit)
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
        same = [b for b in range(self.spaces.n_bits) if self.inputs[b] == self.inputs[bit]]
        near = [b for b, others in self.cross_talk.items() if others.intersection(same)]
        return 0 if any(self._count(b) for b in same + near) else 1

    def press(self, button: object, down: bool) -> None:
        """Press or release a button: `table` or a colour. Raises ValueError."""
        if button == "table":
            number = 4
        elif isinstance(button, str) and button in self.spaces.colours:
            number = self.spaces.seat(button)
        else:
            known = ", ".join(self.spaces.colours)
            raise ValueError(f"no button {button!r} (there are: table, {known})")
        self.target.post(self.target.now_us, "in", self._buttons + number, 0 if down else 1)

    # Cards

    def lay(self, card: Card, keep: bool = False) -> None:
        """Lay a card on the slot; the ones that lie there go first, unless they are kept."""
        if not keep:
            self.take_cards()
        if card.key in [c.key for c in self.slot]:
            raise ValueError(f"card {card.key} lies there already")
        self.slot.append(card)
        if card.name:
            self.box.laid.add((card.name, card.copy))
        memory = self._memories.get(card.key, card.memory.hex())
        self.target.post(self.target.now_us, "card", card.key, card.chip, memory)

    def take_cards(self) -> int:
        """Take all cards off the slot; return how many there were."""
        count = len(self.slot)
        if count:
            self._memories |= self.target.stickers()
            for card in self.slot:
                self._taken_us[card.key] = self.target.now_us
            self.slot.clear()
            self.target.post(self.target.now_us, "nocard", None)
        return count

    def away_ms(self, card: Card) -> float:
        """Return for how long a card has been off the slot."""
        if card.key in [c.key for c in self.slot]:
            return 0.0
        taken_us = self._taken_us.get(card.key)
        return math.inf if taken_us is None else (self.target.now_us - taken_us) / 1000

    def shuffled(self) -> None:
        """Forget which cards were laid: a dealer has gathered and shuffled them."""
        self.box.laid.clear()

    # Faults

    def set_stuck(self, stuck: dict[int, int | None]) -> None:
        """Make spaces show 1 (magnet) or 0 for ever; None mends one."""
        now = self.target.now_us
        for bit, value in stuck.items():
            if value is None:
                self.faults.stuck.pop(bit, None)
            else:
                self.faults.stuck[bit] = value
            self._unpost(bit)
            self._post(now, bit, self._level(bit))

    def set_flicker(self, bits: list[int]) -> None:
        """Make exactly these spaces flicker."""
        now = self.target.now_us
        for bit in self.faults.flicker:
            self._unpost(bit)
            self._post(now, bit, self._level(bit))
        self.faults.flicker = {bit: now + self._gap() for bit in bits}

    def _gap(self) -> int:
        return self._random.randrange(*_FLICKER_GAP_US)

    def set_reader(self, connected: bool) -> None:
        """Plug the card reader in or out."""
        if connected:
            self.faults.unplug.discard("reader")
        else:
            self.faults.unplug.add("reader")
        self.target.post(self.target.now_us, "reader", 1 if connected else 0)

    def set_tag_errors(self, rate: float) -> None:
        """Set the rate of disturbed card reads."""
        self.faults.tag_errors = rate
        self.target.post(self.target.now_us, "tag_errors", rate)

    def set_chip_missing(self, chip: int | None) -> None:
        """Pull a sensor chip (0 = nearest the controller), or put it back."""
        if chip is not None and not 0 <= chip < self._chips:
            raise ValueError(f"chip_missing must be 0 to {self._chips - 1} or null")
        self.faults.chip_missing = chip
        self.target.post(self.target.now_us, "chain", -1 if chip is None else chip, -1, -1)

    # Keeping

    def snapshot(self) -> dict[str, Any]:
        """Return everything that lies on the table, for a later `restore`."""
        return {
            "pawns": [[pawn.seat, pawn.bit] for pawn in self.pawns],
            "slot": [[c.key, c.name, c.copy, c.chip, c.memory.hex()] for c in self.slot],
            "laid": sorted(map(list, self.box.laid)),
            "memories": self._memories | self.target.stickers(),
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Put everything where it was; faults and pressed buttons are not kept."""
        self.pawns = [Pawn(seat, bit) for seat, bit in kept["pawns"]]
        for bit in range(self.spaces.n_bits):
            self._unpost(bit)
            self._post(0, bit, self._level(bit))
        self.box.laid = {(name, copy) for name, copy in kept["laid"]}
        self._memories = dict(kept.get("memories", {}))
        for key, name, copy, chip, memory in kept["slot"]:
            self.lay(Card(key, name, copy, chip, bytes.fromhex(memory)), keep=True)

    # Time

    def run(self, us: int) -> None:
        """Let time pass on the whole table."""
        until = self.target.now_us + us
        for bit in self.faults.flicker:
            if bit in self.faults.stuck:
                continue
            while self.faults.flicker[bit] < until:
                t = self.faults.flicker[bit]
                end = t + self._random.randrange(*_FLICKER_US)
                level = self._level(bit)
                self._post(t, bit, 1 - level)
                self._post(end, bit, level)
                self.faults.flicker[bit] = end + self._gap()
        self.target.run(until)
