# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The printed parts as solids, by code: change a size in hardware/build.toml, run `make hardware`.

All in millimetres, lying as they are printed (z upwards, on z = 0). Sizes of magnet, foot and cover come from
hardware/magnetics/parts.toml, the place of the reed from the geometry. Not yet printed.
"""

import math
from collections.abc import Callable
from typing import Any

from build123d import (
    Align,
    Axis,
    Box,
    BuildPart,
    BuildSketch,
    Circle,
    Cone,
    Cylinder,
    GeomType,
    Locations,
    Mode,
    Part,
    Plane,
    Polygon,
    Rectangle,
    RectangleRounded,
    RegularPolygon,
    SlotOverall,
    add,
    chamfer,
    extrude,
    fillet,
)

from tavle.board import assembly, fittings, geometry
from tavle.field.parts import facts, size_of

_UP = (Align.CENTER, Align.CENTER, Align.MIN)
PAWNS = {"red": "triangle", "green": "square", "blue": "lozenge", "yellow": "ring"}


def _sizes() -> dict[str, Any]:
    return fittings.sizes()


def _magnet() -> tuple[float, float]:
    """Return diameter and thickness of the chosen magnet."""
    return size_of(facts()["choice"]["magnet"])


def pawn(colour: str) -> Part:
    """Return a pawn: a round foot, a bore for magnet and weight, and a head whose form tells its colour to a finger."""
    size, foot_d = _sizes()["pawn"], facts()["pawn"]["foot_mm"]
    cover = facts()["choice"]["cover_mm"]
    magnet_d, magnet_t = _magnet()
    r, head, top = foot_d / 2, size["head_mm"] / 2, size["height_mm"]
    with BuildPart() as body:
        Cylinder(r, 5.0, align=_UP)
        chamfer(body.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[-1], 0.8)
        chamfer(body.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[0], 0.4)
        bore = (magnet_d + size["magnet_fit_mm"]) / 2
        deep = cover + magnet_t + size["weight_mm"]
        neck = bore + 1.2
        with Locations((0, 0, 5.0)):
            Cone(r - 0.8, neck, deep - 4.0, align=_UP)
        # The head's prism, narrowed to the neck below so that it prints without supports.
        begin = deep + 0.2
        with BuildPart(mode=Mode.PRIVATE) as crown:
            with BuildSketch(Plane.XY.offset(begin)):
                _head(colour, head)
            extrude(amount=top - begin)
            with BuildPart(mode=Mode.PRIVATE) as bell:
                with Locations((0, 0, begin)):
                    Cone(neck, 9.2, 3.4, align=_UP)
                with Locations((0, 0, begin + 3.4)):
                    Cylinder(9.2, top - begin - 3.4, align=_UP)
            add(bell.part, mode=Mode.INTERSECT)
        add(crown.part)
        fillet(body.faces().sort_by(Axis.Z)[-1].edges(), 0.8)
        if colour == "yellow":
            with Locations((0, 0, top)):
                Cylinder(head - 3.0, 7.0, mode=Mode.SUBTRACT)
        # Bore from below: brass rod, magnet, and felt flush with the foot.
        Cylinder(bore, deep, align=_UP, mode=Mode.SUBTRACT)
        Cylinder(size["felt_d_mm"] / 2, cover, align=_UP, mode=Mode.SUBTRACT)
    return body.part


def _head(colour: str, r: float) -> None:
    """Draw the section of a head into the sketch at hand; corners are round enough to hold."""
    if colour == "red":
        shape = RegularPolygon(1.12 * r, 3)
    elif colour == "green":
        shape = Rectangle(1.62 * r, 1.62 * r)
    elif colour == "blue":
        shape = Polygon((-1.22 * r, 0), (0, -0.68 * r), (1.22 * r, 0), (0, 0.68 * r))
    else:
        Circle(0.96 * r)
        return
    fillet(shape.vertices(), 1.0)


def reed_holder() -> Part:
    """Return the holder of one reed: it fits window and slot in one way only, and presses the glass to the diffuser.

    The flange lies under the carrier. The reed points to +x; its glass lies half in the groove of the arm. Both leads are cropped and
    straight, with a wire on each: one goes down at the arm's end, the other across the bore and down beside the cup.
    """
    s = _sizes()
    flange, fit, wall = s["holder"]["flange_mm"], s["holder"]["fit_mm"], s["holder"]["wall_mm"]
    glass_d, reach, lead = s["reed"]["glass_d_mm"], s["slot"]["reach_mm"], s["reed"]["lead_mm"]
    outer = (s["window"]["d_mm"] - fit) / 2
    inner = outer - wall
    axis_z = flange + s["sheet"]["carrier_mm"] - glass_d / 2
    end = fittings.reed_mm() + facts()["reed"]["glass_mm"] / 2
    hole = assembly.wire_hole_mm(fittings.reed_mm())
    wire = s["reed"]["wire_d_mm"] + 0.3
    arm_w = s["slot"]["w_mm"] - fit
    with BuildPart() as body:
        with BuildSketch():
            Circle(s["holder"]["flange_d_mm"] / 2)
            flange_reach = fittings.flange_reach_mm()
            with Locations((flange_reach / 2, 0)):
                SlotOverall(flange_reach, s["holder"]["arm_w_mm"])
        extrude(amount=flange)
        Cylinder(outer, flange + s["sheet"]["carrier_mm"] - 0.3, align=_UP)
        with BuildSketch(Plane.XY.offset(flange)):
            with Locations(((reach - fit / 2) / 2 + 2, 0)):
                SlotOverall(reach - fit / 2 - 4, arm_w)
        extrude(amount=axis_z - flange)
        # Light passes; of the arm only what lies outside of the light's cone stays.
        Cylinder(inner, 20, mode=Mode.SUBTRACT)
        # Out of the ring's way: the reed goes through its wall.
        with Locations((outer - wall, 0, axis_z)):
            Box(3 * wall, arm_w, 10, align=_UP, mode=Mode.SUBTRACT)
        groove = Cylinder(
            glass_d / 2 + 0.05, end - inner + 1, rotation=(0, 90, 0), mode=Mode.PRIVATE
        )
        with Locations(((end + inner - 1) / 2 + 0.25, 0, axis_z)):
            add(groove, mode=Mode.SUBTRACT)
        # The lead with its joint, laid in from above, and the wire's way down through the flange.
        long = lead + 3.0  # through the arm's end: the carrier's slot closes it
        with Locations((end + long / 2, 0, axis_z - wire / 2)):
            Box(long, wire, 5, align=_UP, mode=Mode.SUBTRACT)
        with Locations((hole, 0, 0)):
            Cylinder(wire / 2, 20, mode=Mode.SUBTRACT)
        # A mark on the flange: the arm's end is the reed's side, this flat is seen from below.
        with Locations((-s["holder"]["flange_d_mm"] / 2, 0, 0)):
            Box(1.2, 6, 3, align=_UP, mode=Mode.SUBTRACT)
    return body.part


def light_cup() -> Part:
    """Return the cup under a holder: it shades neighbours from each other and carries one round pixel board.

    Its lip is glued into the holder's bore. The pixel board is pushed in from below until it meets the ledge; two drops of hot glue
    on the rim below it hold it.
    """
    s = _sizes()
    cup = s["cup"]
    outer = (s["window"]["d_mm"] - s["holder"]["fit_mm"]) / 2
    inner = outer - s["holder"]["wall_mm"]
    high = assembly.cup_deep_mm()
    seat = cup["rim_mm"] + cup["pixel_mm"]
    wire = s["reed"]["wire_d_mm"] + 0.5
    with BuildPart() as body:
        Cylinder(outer, high, align=_UP)
        Cylinder(inner - 0.1, high + cup["lip_mm"], align=_UP)
        with Locations((0, 0, seat + cup["ledge_mm"])):
            Cylinder(inner - 1.3, 20, align=_UP, mode=Mode.SUBTRACT)
        Cylinder(cup["ledge_d_mm"] / 2, 40, mode=Mode.SUBTRACT)
        Cylinder(cup["led_d_mm"] / 2, seat, align=_UP, mode=Mode.SUBTRACT)
        # The wire of the reed's inner lead leaves between flange and cup.
        with Locations((-outer, 0, high - wire)):
            Box(2 * (outer - inner + 1.6), wire, 20, align=_UP, mode=Mode.SUBTRACT)
    return body.part


def spacer() -> Part:
    """Return the tube around a screw that stands away from the frame: as high as the frame."""
    size = _sizes()["spacer"]
    with BuildPart() as body:
        Cylinder(size["d_mm"] / 2, _sizes()["sheet"]["frame_mm"], align=_UP)
        Cylinder(size["bore_mm"] / 2, 200, mode=Mode.SUBTRACT)
    return body.part


def drilling_jig() -> Part:
    """Return the jig for drilling by hand: a pin in the space's centre, guides for the three holes of the slot, a sight."""
    slot = _sizes()["slot"]
    with BuildPart() as body:
        with BuildSketch():
            with Locations((14, 0)):
                RectangleRounded(62, 24, 4)
        extrude(amount=8)
        Cylinder(1.55, 20, mode=Mode.SUBTRACT)  # a 3 mm pin: the drill of the pilot hole
        for distance in slot["drills_mm"]:
            if distance != slot["drills_mm"][1]:
                with Locations((distance, 0, 0)):
                    Cylinder(slot["w_mm"] / 2 + 0.05, 20, mode=Mode.SUBTRACT)
        # The middle hole overlaps its neighbours: its guide stands on the other side; turn the jig round for it.
        with Locations((-slot["drills_mm"][1], 0, 0)):
            Cylinder(slot["w_mm"] / 2 + 0.05, 20, mode=Mode.SUBTRACT)
        # Sights: the template's axis line must be seen in both.
        for x in (45.0, -17.0):
            with Locations((x, 0, 0)):
                Box(8, 0.8, 20, mode=Mode.SUBTRACT)
        with Locations((33, 0, 4.5)):
            Box(16, 6, 4, align=_UP, mode=Mode.SUBTRACT)
    return body.part


def card_frame() -> Part:
    """Return the tray of the play slot: it hangs in the cut-out by its rim, the reader sits under its thin floor.

    Printed upside down: the rim lies on the bed.
    """
    card = _sizes()["card"]
    (cut_w, cut_h), (in_w, in_h) = card["cutout_mm"], card["inside_mm"]
    rim, floor, depth = 1.2, card["floor_mm"], card["depth_mm"]
    antenna_w, antenna_h = card["antenna_mm"]
    with BuildPart() as body:
        with BuildSketch():
            RectangleRounded(cut_w + 5, cut_h + 5, 8)
        extrude(amount=rim)
        with BuildSketch(Plane.XY.offset(rim)):
            RectangleRounded(cut_w - 0.4, cut_h - 0.4, 5)
        extrude(amount=depth + floor)
        with BuildSketch():
            RectangleRounded(in_w, in_h, 4)
        extrude(amount=rim + depth, mode=Mode.SUBTRACT)
        chamfer(body.faces().sort_by(Axis.Z)[0].outer_wire().edges(), 0.5)
        # Gaps in the rim at both long sides, for a finger that pushes the card out.
        for x in (-cut_w / 2, cut_w / 2):
            with Locations((x, 0, 0)):
                Box(12, 22, rim - 0.3, align=_UP, mode=Mode.SUBTRACT)
        # Four corners that hold the module in its place below the floor.
        top = rim + depth + floor
        for sx in (-1, 1):
            for sy in (-1, 1):
                with Locations((sx * (antenna_w / 2 + 1.3), sy * (antenna_h / 2 + 1.3), top)):
                    Box(5.2, 5.2, 3.0, align=_UP)
        with Locations((0, 0, top)):
            Box(antenna_w + 0.5, antenna_h + 0.5, 3.1, align=_UP, mode=Mode.SUBTRACT)
    return body.part


def test_jig() -> Part:
    """Return the two-space test jig: two windows with slots at the least distance of all boards, under a piece of the face.

    The first slot points away from the other window, the second one past it, as the boards' worst pair does.
    """
    s = _sizes()
    wide, tall = s["jig"]["plate_mm"]
    pitch, turns = geometry.closest()
    angles = [math.radians(turn) for turn in turns]
    carrier = s["sheet"]["carrier_mm"]
    with BuildPart() as body:
        with BuildSketch():
            RectangleRounded(wide, tall, 5)
        extrude(amount=carrier)
        # Rim that holds the piece of film and diffuser.
        with BuildSketch(Plane.XY.offset(carrier)):
            RectangleRounded(wide, tall, 5)
            RectangleRounded(wide - 6, tall - 6, 3, mode=Mode.SUBTRACT)
        extrude(amount=s["sheet"]["diffuser_mm"] - 0.5)
        for x, angle in zip((-pitch / 2, pitch / 2), angles, strict=True):
            with BuildSketch():
                with Locations((x, 0)):
                    Circle(s["window"]["d_mm"] / 2)
                reach = s["slot"]["reach_mm"]
                # Drawn with y upwards: the geometry's angles run clockwise.
                middle = (x + reach / 2 * math.cos(angle), -reach / 2 * math.sin(angle))
                with Locations(middle):
                    SlotOverall(reach, s["slot"]["w_mm"], rotation=-math.degrees(angle))
            extrude(amount=carrier, mode=Mode.SUBTRACT)
        for x in (-wide / 2 + 7, wide / 2 - 7):
            with Locations((x, tall / 2 - 7, 0)):
                Cylinder(2.1, 20, mode=Mode.SUBTRACT)
    return body.part


PARTS: dict[str, Callable[[], Part]] = {
    **{f"pawn-{colour}": (lambda colour=colour: pawn(colour)) for colour in PAWNS},
    "reed-holder": reed_holder,
    "light-cup": light_cup,
    "drilling-jig": drilling_jig,
    "card-frame": card_frame,
    "spacer": spacer,
    "test-jig": test_jig,
}
