# SPDX-License-Identifier: Apache-2.0
"""The virtual table: coloured pawns with magnets, hands, cards, and everything physical that fails.

The world knows what the reeds cannot see: which pawn stands where. It drives a `Target` and never
looks into the firmware.
"""

import math
import random
from typing import Any

from tavle.sim.cards import Box, Card
from tavle.sim.contacts import Contacts
from tavle.sim.mover import IN_HAND, LYING, Mover, Pawn
from tavle.sim.spaces import Spaces
from tavle.sim.target import Target


class World:
    """The table and everything on it.

    Args:
        game: the rules' `Game`.
        layout: the board file of the game.
        target: the electronics.
        seed: decides every physical chance.
        places: place codes as in a position's first 16 bytes; where the pawns stand.
        parts: which magnets and reeds were bought: one of `plane.CORNERS`.

    Attributes:
        contacts: the reeds and their wires; `plane` and `faults` are its own.
        mover: the hands; `pawns` is its own.
        slot: the cards on the slot.
        lights: light of the board file -> its place in the chain; see `rewire`.
    """

    def __init__(
        self,
        game: Any,
        layout: Any,
        target: Target,
        seed: int,
        places: bytes,
        parts: str = "scattered",
    ):
        chance = random.Random(seed)
        self._buttons_at = 8 * layout.N_CHIPS
        self.target = target
        self.contacts = Contacts(target, layout.GAME, self._buttons_at, seed, chance, parts)
        self.plane = self.contacts.plane
        self.faults = self.contacts.faults
        self.mover = Mover(target, self.contacts, chance)
        self.pawns = self.mover.pawns
        self.game = game
        self.spaces = Spaces(game, layout)
        self.box = Box(game)
        self.slot: list[Card] = []
        self._taken_us: dict[str, int] = {}
        self._memories: dict[str, str] = {}  # of stickers that were on the slot, in hex
        self._chips = layout.N_CHIPS + 1
        self.lights = list(range(layout.N_LEDS))
        # The button chip comes after the reeds' inputs: pressed = 0; its last three are wired
        # 1, 0, 1.
        target.post(0, "in", self._buttons_at + 6, 0)
        self._set_up(places)

    def play(self, game: Any) -> None:
        """Let another game of the same board be played, with all its cards: pawns of seats that play no more are put away."""
        before, self.game = self.game, game
        self.box = Box(game)
        for pawn in [pawn for pawn in self.pawns if pawn.seat not in game.seats]:
            self.contacts.show(self.plane.remove(self.mover.piece(pawn)))
            self.pawns.remove(pawn)
        for seat in game.seats:
            for _ in range(0 if seat in before.seats else game.pawns):
                self.mover.stand(Pawn(seat, IN_HAND), self.free(seat, "h", None))

    # Pawns and hands

    def _set_up(self, places: bytes) -> None:
        from rules.notation import place_text

        for seat in self.game.seats:
            for code in places[4 * seat : 4 * seat + self.game.pawns]:
                place = place_text(self.game, code)
                self.mover.stand(Pawn(seat, IN_HAND), self.free(seat, place, None))

    def _choose(self, bits: list[int], slot: object) -> list[int]:
        if slot is None:
            return bits
        if not isinstance(slot, int) or isinstance(slot, bool) or not 0 <= slot < len(bits):
            raise ValueError(f"slot must be 0 to {len(bits) - 1} and only with h or f")
        return [bits[slot]]

    def free(self, seat: int, place: object, slot: object) -> int:
        """Return where a pawn would be put down. Raises ValueError when no slot is free."""
        bits = self._choose(self.spaces.bits(seat, place), slot)
        if len(bits) == 1 and slot is None:
            return bits[0]
        meant = {pawn.goal for pawn in self.pawns}
        for bit in bits:
            if not self.mover.on(bit) and bit not in meant:
                return bit
        raise ValueError(f"no free slot in {self.spaces.colours[seat]}'s {place}")

    def find(self, colour: object, place: object, slot: object = None) -> Pawn:
        """Return a pawn of a colour standing there. Raises ValueError."""
        seat = self.spaces.seat(colour)
        bits = [LYING]
        if place != "lying":
            bits = self._choose(self.spaces.bits(seat, place), slot)
        for bit in bits:
            for pawn in self.pawns:
                if pawn.seat == seat and pawn.bit == bit:
                    return pawn
        where = self.where()[str(colour)] if seat in self.game.seats else ["no pawns in play"]
        raise ValueError(f"no {colour} pawn on {place} ({colour}: {', '.join(where)})")

    def lift(self, colour: object, place: object, slot: object = None) -> None:
        """Take a pawn into the hand. Raises ValueError when there is none."""
        self.mover.leave(self.find(colour, place, slot))

    def place(self, colour: object, place: object, slot: object = None) -> None:
        """Put a pawn from the hand down. Raises ValueError when no hand holds one."""
        seat = self.spaces.seat(colour)
        held = [p for p in self.pawns if p.seat == seat and p.bit == IN_HAND]
        bit = self.free(seat, place, slot)
        if not held:
            raise ValueError(f"no hand holds a {colour} pawn: lift one first")
        self.mover.put(held[0], bit)

    def hop(self, pawn: Pawn, place: object, ms: float) -> None:
        """Carry a standing pawn to a place, low over the board; it lands after `ms`."""
        self._carry(pawn, place, ms, self.mover.hand["hop_mm"])

    def slide(self, pawn: Pawn, place: object, ms: float) -> None:
        """Push a standing pawn to a place without lifting it; it is there after `ms`."""
        self._carry(pawn, place, ms, 0.0)

    def _carry(self, pawn: Pawn, place: object, ms: float, hump_mm: float) -> None:
        self.mover.fly(pawn, self.free(pawn.seat, place, None), ms, hump_mm)
        self.mover.land(pawn)

    def where(self) -> dict[str, list[str]]:
        """Return where the pawns of each colour in play stand, in canonical order."""
        places: dict[str, list[str]] = {}
        order = self.spaces.order
        for seat in self.game.seats:
            own = [p.bit for p in self.pawns if p.seat == seat]
            stand = sorted((b for b in own if b >= 0), key=lambda b: order(seat, b))
            names = [self.spaces.place(seat, bit) for bit in stand]
            rest = ["lying"] * own.count(LYING) + ["hand"] * own.count(IN_HAND)
            places[self.spaces.colours[seat]] = names + rest
        return places

    def pawns_on(self, bit: int) -> list[str]:
        """Return the colours of the pawns on a space."""
        return [self.spaces.colours[pawn.seat] for pawn in self.mover.on(bit)]

    # Wires and buttons

    def rewire(self, inputs: list[int] | None = None, lights: list[int] | None = None) -> None:
        """Solder the reeds to other inputs and the lights in another order, while it runs.

        Args:
            inputs: see `Contacts.solder`.
            lights: light of the board file -> its place in the chain.
        """
        if lights is not None:
            self.lights = lights
        if inputs is not None:
            self.contacts.solder(inputs)

    def press(self, button: object, down: bool) -> None:
        """Press or release a button: `table` or a colour. Raises ValueError."""
        if button == "table":
            number = 4
        elif isinstance(button, str) and button in self.spaces.colours:
            number = self.spaces.seat(button)
        else:
            known = ", ".join(self.spaces.colours)
            raise ValueError(f"no button {button!r} (there are: table, {known})")
        self.target.post(self.target.now_us, "in", self._buttons_at + number, 0 if down else 1)

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

    def set_reader(self, connected: bool) -> None:
        """Plug the card reader in or out."""
        if connected:
            self.faults.unplug.discard("reader")
        else:
            self.faults.unplug.add("reader")
        self.target.post(self.target.now_us, "reader", 1 if connected else 0)

    def set_crossed(self, crossed: bool) -> None:
        """Exchange the wires TX and RX of the card reader, or put them right."""
        self.target.post(self.target.now_us, "crossed", 1 if crossed else 0)

    def set_dark(self, lights: list[int]) -> None:
        """Let exactly these lights of the chain stay dark."""
        self.faults.dark = lights
        self.target.post(self.target.now_us, "dark", lights)

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

    def set_supply(self, external: bool) -> None:
        """Plug the 5 V supply in or out; USB gives its power all the time."""
        self.faults.supply = "external" if external else "usb"
        self.target.post(self.target.now_us, "supply", 1 if external else 0)

    # Keeping

    def snapshot(self) -> dict[str, Any]:
        """Return everything that lies on the table, for a later `restore`."""
        return {
            "pawns": [[pawn.seat, max(pawn.bit, IN_HAND)] for pawn in self.pawns],
            "slot": [[c.key, c.name, c.copy, c.chip, c.memory.hex()] for c in self.slot],
            "laid": sorted(map(list, self.box.laid)),
            "memories": self._memories | self.target.stickers(),
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Put everything where it was; faults and pressed buttons are not kept."""
        for pawn in self.pawns:
            self.contacts.show(self.plane.remove(self.mover.piece(pawn)))
        for pawn, (seat, bit) in zip(list(self.pawns), kept["pawns"], strict=True):
            if seat not in self.game.seats or not IN_HAND <= bit < self.spaces.n_bits:
                raise ValueError(f"seat {seat} on space {bit}")
            pawn.seat, pawn.bit = seat, IN_HAND
            if bit != IN_HAND:
                self.mover.stand(pawn, bit)
        laid = [self.box.card(name, copy) for name, copy in kept["laid"]]
        self._memories = dict(kept.get("memories", {}))
        for key, memory in self._memories.items():
            if len(bytes.fromhex(memory)) != len(self.box.by_key(key).memory):
                raise ValueError(f"sticker {key}")
        for key, *told in kept["slot"]:
            card = self.box.by_key(key)
            if told != [card.name, card.copy, card.chip, card.memory.hex()]:
                raise ValueError(f"card {key}")
            self.lay(card, keep=True)
        self.box.laid = {(card.name, card.copy) for card in laid}

    # Time

    def run(self, us: int) -> None:
        """Let time pass on the whole table."""
        until = self.target.now_us + us
        self.contacts.advance_to(until)
        self.target.run(until)
