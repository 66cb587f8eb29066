# SPDX-License-Identifier: Apache-2.0
"""Accidents of magnets and hands: what the reeds see of them, calculated, as cases of the recogniser.

A scene moves magnets over the reeds of the Partners board (`tavle.sim.plane`) and writes down every
edge. `test_physical_cases.py` keeps cases/physical_* equal to that. Nothing is measured.
"""

import math

from tavle.field.parts import MU0
from tavle.sim.plane import Leg
from tavle.sim.reeds import Flaws, Reeds

_RING_M3, _RING_M = (
    0.3e-6,
    0.015,
)  # volume of the ring, and how far over a magnet the hand wears it

POSITION = "partners-pawns green:h,h,0,20 blue:h,h,h,27 red:h,h,44,z4 yellow:h,h,h,40 turn=green"


class Scene:
    """The pawns of a position on reeds, moved by hands; everything at a time in ms.

    Args:
        about: the case's first line.
        card: laid at the start.
        position: where the pawns stand.
        parts: which magnets and reeds were bought.
        seed: decides the rest.
    """

    def __init__(self, about, card="5", position=POSITION, parts="scattered", seed=1):
        from boards import partners
        from rules.notation import place_text
        from rules.parse import parse_position
        from tavle.sim.spaces import Spaces

        self.game, self.state = parse_position(position)
        self.spaces = Spaces(self.game, partners)
        self.reeds = Reeds("partners", self.bits, seed, Flaws(parts, aim_mm=0.5))
        self._colours = list(self.game.colours)
        for colour in self._colours:
            self.reeds.seat(colour)
        for seat in self.game.seats:
            for code in self.state[4 * seat : 4 * seat + 4]:
                self.reeds.put(self._colours[seat], place_text(self.game, code))
        self.reeds.advance(0)
        self._shown = bytes(self.reeds.levels)
        self.now = 0
        self.lines = [
            f"# {about}",
            "# Calculated from magnets and reeds by tests/sense/scenes.py.",
        ]
        self.lines += [f"position {position}", f"0 card {card}"]

    def bits(self, colour, place):
        return self.spaces.bits(self.spaces.colours.index(colour), place)

    def pawn(self, colour, place):
        """Return the pawn of a colour on a place."""
        seat = self._colours.index(colour)
        bits = self.bits(colour, place)
        return next(p for p in self.reeds.mover.pawns if p.seat == seat and p.bit in bits)

    def item(self, place):
        """Return the space of a ring index."""
        return self.reeds.contacts.plane.board.spaces[self.bits("green", place)[0]]

    def along(self, place, mm):
        """Return (dx, dy) along a space's reed, positive towards its middle."""
        angle = math.radians(self.item(place).axis_deg)
        return mm * math.cos(angle), mm * math.sin(angle)

    def wait(self, ms):
        """Let time pass and write the edges down."""
        for _ in range(int(ms)):
            self.now += 1
            self.reeds.advance(self.now)
            now = bytes(self.reeds.levels)
            if now != self._shown:
                for bit in range(8 * len(now)):
                    mask = 1 << (bit & 7)
                    if (now[bit >> 3] ^ self._shown[bit >> 3]) & mask:
                        level = 1 if now[bit >> 3] & mask else 0
                        self.lines.append(f"{self.now} reed {self.spaces.name(bit)} {level}")
                self._shown = now

    def lift(self, colour, place, ms):
        """Lift a pawn, hold it, and let time pass."""
        held = self.pawn(colour, place)
        self.reeds.mover.leave(held)
        self.wait(ms)
        return held

    def put(self, pawn, place, dx=0.0, dy=0.0, ms=0):
        """Put a pawn down, off the centre of a space, and let time pass."""
        bit = self.bits(self._colours[pawn.seat], place)[0]
        self.reeds.mover.put(pawn, bit, (dx, dy))
        self.wait(ms)

    def push(self, pawn, dx, dy, push_ms, ms=0):
        """Push a standing pawn over the board, and let time pass from the push's beginning."""
        self.reeds.mover.push(pawn, dx, dy, push_ms)
        self.wait(ms)

    def carry(self, pawn, place, carry_ms, hump, ms=0):
        """Carry a standing pawn to a space in one movement, and let time pass."""
        bit = self.bits(self._colours[pawn.seat], place)[0]
        self.reeds.mover.fly(pawn, bit, carry_ms, hump)
        self.wait(carry_ms)
        self.reeds.mover.land(pawn)
        self.wait(ms)

    def topple(self, pawn, toward_deg):
        """Knock a pawn over."""
        self.reeds.mover.topple(pawn, toward_deg)

    def text(self):
        """Return the case, with time for the recogniser at the end."""
        return "\n".join([*self.lines, f"{self.now} end"]) + "\n"


def put_down_between_two_spaces():
    """The mover stands halfway between its target and the space before, then on the target."""
    scene = Scene("Put down halfway between 24 and 25; four seconds later pushed onto 25.")
    held = scene.lift("green", "20", 600)
    one, other = scene.item("24"), scene.item("25")
    half = ((one.x_mm - other.x_mm) / 2, (one.y_mm - other.y_mm) / 2)
    scene.put(held, "25", *half, ms=4000)
    scene.push(held, -half[0], -half[1], 200, 2500)
    return scene


def on_the_dead_line():
    """The mover stands on the target's dead line and reads open; then it is moved to the middle."""
    scene = Scene(
        "Put down 8.5 mm off, over the middle of the reed of 25; later moved to the middle."
    )
    held = scene.lift("green", "20", 600)
    off = scene.along("25", 8.5)
    scene.put(held, "25", *off, ms=4000)
    scene.push(held, -off[0], -off[1], 200, 2500)
    return scene


def eight_millimetres_off_the_other_way():
    """8 mm off away from the reed, where most parts still close it."""
    scene = Scene("Put down 8 mm off the centre of 25, away from its reed.", parts="keen")
    held = scene.lift("green", "20", 600)
    scene.put(held, "25", *scene.along("25", -8), ms=3000)
    return scene


def knocked_over():
    """A pawn beside the way falls while the mover is carried; it is set up afterwards."""
    scene = Scene("The sleeve knocks blue's pawn on 27 over; it is set up three seconds later.")
    mover = scene.lift("green", "20", 300)
    fallen = scene.pawn("blue", "27")
    scene.topple(fallen, scene.item("27").axis_deg + 200)
    scene.wait(400)
    scene.put(mover, "25", ms=3000)
    scene.reeds.mover.leave(fallen)
    scene.wait(500)
    scene.put(fallen, "27", ms=2500)
    return scene


def sleeve_drags_one_to_the_next_space():
    """Blue's pawn is dragged from 27 onto 28, unseen by anybody, while green moves."""
    scene = Scene("The sleeve drags blue's pawn from 27 to 28, unseen, while green moves.")
    mover = scene.lift("green", "20", 300)
    dragged = scene.pawn("blue", "27")
    here, there = scene.item("27"), scene.item("28")
    scene.push(dragged, there.x_mm - here.x_mm, there.y_mm - here.y_mm, 350, 500)
    scene.put(mover, "25", ms=4000)
    scene.push(dragged, here.x_mm - there.x_mm, here.y_mm - there.y_mm, 350, 2500)
    return scene


def pushed_through_the_dead_line():
    """Pushed outward along its reed and back: open, closed, open, closed."""
    scene = Scene("Green's pawn on 20 is pushed along its reed and back, then moved.")
    pawn = scene.pawn("green", "20")
    out = scene.along("20", 17)
    scene.wait(300)
    scene.push(pawn, *out, 500, 700)
    scene.push(pawn, -out[0], -out[1], 500, 900)
    held = scene.lift("green", "20", 600)
    scene.put(held, "25", ms=2500)
    return scene


def pushed_space_by_space():
    """Slid along the track without lifting, hardly stopping."""
    scene = Scene("Pushed along the track from 20 to 25 without lifting.")
    pawn = scene.pawn("green", "20")
    scene.wait(300)
    for place in ("21", "22", "23", "24", "25"):
        scene.carry(pawn, place, 170, 0)
    scene.wait(2500)
    return scene


def carried_low():
    """Carried in one movement, so low that the reeds on the way close."""
    scene = Scene("Carried from 20 to 25 hardly over the board.", parts="keen")
    pawn = scene.pawn("green", "20")
    scene.wait(300)
    scene.carry(pawn, "25", 600, 6, 2500)
    return scene


def two_on_one_space():
    """A pawn joins another of its colour: the reed stays closed, nothing appears."""
    scene = Scene(
        "Green's pawn on 20 joins its own on 25: the reed of 25 sees nothing new.",
        position="partners-pawns green:h,h,20,25 blue:h,h,h,27 red:h,h,44,z4 yellow:h,h,h,40 turn=green",
        parts="dull",
    )
    held = scene.lift("green", "20", 600)
    scene.put(held, "25", ms=3000)
    return scene


def one_of_two_left_crooked():
    """One of two pawns leaves; the other stays where the pair had stood, off its reed's reach."""
    scene = Scene(
        "One of two pawns on 20 leaves; the other stays 8 mm off, over the middle of the reed.",
        position="partners-pawns green:h,h,20,20 blue:h,h,h,27 red:h,h,44,z4 yellow:h,h,h,40 turn=green",
    )
    stays, goes = (p for p in scene.reeds.mover.pawns if p.bit == scene.bits("green", "20")[0])
    scene.reeds.mover._straighten = lambda bit, after_ms: None
    centre = scene.item("20")
    x, y, _ = stays.piece.place
    off = scene.along("20", 8)
    scene.push(stays, centre.x_mm + off[0] - x, centre.y_mm + off[1] - y, 60)
    x, y, _ = goes.piece.place
    scene.push(goes, centre.x_mm - off[0] - x, centre.y_mm - off[1] - y, 60, 300)
    scene.reeds.mover.leave(goes)
    scene.wait(600)
    scene.put(goes, "25", ms=4000)
    scene.push(stays, -off[0], -off[1], 200, 2500)
    return scene


def phone_on_the_track():
    """A phone is laid across spaces beside the target, and taken away."""
    scene = Scene("A phone lies on space 30 while green moves, and is taken away.")
    scene.wait(200)
    scene.reeds.mover.lay_phone(scene.bits("green", "30")[0])
    scene.wait(300)
    held = scene.lift("green", "20", 600)
    scene.put(held, "25", ms=5000)
    scene.reeds.mover.lay_phone(None)
    scene.wait(2500)
    return scene


def ring_on_the_hand():
    """The hand that moves wears a steel ring: it rests over the pawn it has put down, and leaves low over another.

    The ring is 0.3 cm3 of soft iron, 15 mm over a pawn's magnet, magnetised by it as a sphere would be: more than a real ring.
    """
    scene = Scene(
        "The hand wears a steel ring; it rests over 25 and leaves low over 27.", parts="keen"
    )
    plane = scene.reeds.contacts.plane
    field = MU0 * 2 * plane.design.strongest / (4 * math.pi * _RING_M**3)
    ring = plane.new_piece()
    ring.moment = 3 * _RING_M3 * field / MU0
    high = plane.standing_mm + 1000 * _RING_M
    held = scene.lift("green", "20", 600)
    scene.put(held, "25")
    here, there = scene.item("25"), scene.item("27")
    plane.put(ring, (here.x_mm, here.y_mm, high))
    scene.wait(400)
    begin = scene.reeds.target.now_us
    legs = [Leg(begin, begin + 400_000, ring.place, (there.x_mm, there.y_mm, high))]
    plane.move(ring, legs)
    scene.wait(600)
    plane.remove(ring)
    scene.wait(2500)
    return scene


SCENES = (
    put_down_between_two_spaces,
    on_the_dead_line,
    eight_millimetres_off_the_other_way,
    knocked_over,
    sleeve_drags_one_to_the_next_space,
    pushed_through_the_dead_line,
    pushed_space_by_space,
    carried_low,
    two_on_one_space,
    one_of_two_left_crooked,
    phone_on_the_track,
    ring_on_the_hand,
)
