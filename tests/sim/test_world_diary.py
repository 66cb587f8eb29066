# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What hands, magnets, reeds, wires and faults do at a table, order by order: `fixtures/world.txt`, kept by `make accept`.

A line of the diary is what is posted to the electronics after an order, in ms after it, and now and then where the
magnets are. Tenths of a ms and of a mm: another processor's last digit changes nothing.
"""

from pathlib import Path

from fake_target import FakeTarget
from golden import same_lines

from tavle.paths import add_firmware
from tavle.sim.world import World

add_firmware()
import boards.ludo  # noqa: E402
import boards.partners  # noqa: E402
import boards.sorry  # noqa: E402
from rules.parse import parse_position  # noqa: E402

PARTNERS = "partners-pawns green:h,h,0,3 blue:h,h,h,5 red:h,h,44,z4 yellow:h,h,h,h turn=red"
LUDO = "ludo-norsk red:20,20,20,z1 blue:h,h,h,7 turn=red"
SORRY = "sorry red:h,h,2,z5 blue:h,31,f,f yellow:h,h,h,h green:h,h,h,h turn=blue"
# Orders are a line each: what, and what it is about. A number is a wait in ms; `where` tells the magnets' places.
HANDS = """
lift red 44; 20; where; 40; where; 900; place red 51; 30; where; 300
lift red 51; 5; place red 51; 300; lift red 51; 15; place red 52; 400; where
lift green 0; 600; place green 3; 90; where; 900; where; lift green 3; 30; where; 800; where; place green 0; 500
lift red h; 400; place red h 3; 300; lift red h 1; lift red z4; 400; place red z4; place red h; 500; where
hop green 0 1 100; 40; where; 160; hop green 1 3 140; 70; where; 500; slide green 3 4 90; 45; where; 400; where
slide blue 5 3 60; 400; slide green 3 7 120; 60; where; 400; where
lift blue 3; 300; place blue green:z2; 400; where; lift blue green:z2; 300; place blue h; 300
push red 52 12 -3; 75; where; 300; where; push red 52 -12 3; 300; topple red 52 30; 120; where; 400; where
lift red lying; 300; where; place red 52; 300; topple green 4 0; 400; lift green lying; 300; place green 4; 300
press table 1; 10; press table 0; 10; press yellow 1; press green 1; 10; press yellow 0; press green 0; 10
"""
FAULTS = """
stuck 9 1; 10; stuck 0 0; 10; lift green 0; 400; place green 9; 400; stuck 9 None; stuck 0 None; 10; lift green 9; 400
place green 8; 400; bounce; lift green 8; 400; place green 9; 400; sound; lift green 9; 400; place green 10; 400
flicker 10 12; 900; 900; 900; flicker 12; 900; 900; flicker; 900
weak 10 0.3; 10; lift green 10; 400; place green 10; 400; weak 10 None; 10; weak 11 3; 10; weak 11 None; 10
turned 10 90; 10; turned 10 None; 10; shifted 10 14 -6; 10; shifted 10 None; 10; turned 10 33; shifted 10 2 1; 10
weak 10 0.7; 10; weak 10 None; turned 10 None; shifted 10 None; 10
phone 20; 10; hop green 10 11 100; 400; phone None; 10; phone 10; 10; phone None; 10
reader 0; reader 1; tag_errors 0.25; chip 0; chip 12; chip None; supply 1; supply 0; 1
rewire; 10; lift green 11; 500; place green 12; 500
"""
STACK = """
where; lift red 20; 400; where; lift red 20; 400; where; lift red 20; 400; place red 20; 400; place red 20; 400
where; place red 20; 500; where; hop blue 7 20 150; 75; where; 500; where; slide blue 20 21 80; 40; where; 500; where
lift red z1; 400; place red f 2; 400; lift red f; 400; place red blue:h 3; 400; where
"""
GOALS = """
where; lift blue f; 400; place blue f 3; 400; lift blue h; 300; place blue red:z1; 300; lift red z5; 300; place red f; 300
hop blue 31 35 200; 100; where; 400; where; slide red 2 4 300; 150; where; 400; where
"""
RUNS = (
    ("hands", PARTNERS, boards.partners, 1, "scattered", HANDS),
    ("hands", PARTNERS, boards.partners, 3, "strong magnets", HANDS),
    ("faults", PARTNERS, boards.partners, 5, "keen", FAULTS),
    ("stack", LUDO, boards.ludo, 7, "weak magnets", STACK),
    ("goals", SORRY, boards.sorry, 8, "dull", GOALS),
)


class Diary:
    """A table and what has been told of it."""

    def __init__(self, line, layout, seed, parts):
        game, state = parse_position(line)
        self.target = FakeTarget(layout.N_CHIPS + 1)
        self.world = World(game, layout, self.target, seed, bytes(state[:16]), parts)
        self.wired = self.world.contacts.inputs
        self.said = []
        self.tell("begun", self.target.now_us)

    def tell(self, order, begun_us):
        """Note what was posted and has happened since an order."""
        self.target.run(self.target.now_us)
        told = []
        for t_us, kind, *rest in self.target.log:
            after = f"{(t_us - begun_us) / 1000:.1f}"
            if kind == "in":
                names = [
                    self.world.spaces.name(bit)
                    for bit, to in enumerate(self.wired)
                    if to == rest[0]
                ]
                told.append(
                    f"{after} {'/'.join(names) or f'input {rest[0]}'}{' open' if rest[1] else ''}"
                )
            else:
                told.append(f"{after} {kind} {rest}")
        self.target.log.clear()
        self.said.append(f"{order}: {', '.join(told)}".rstrip(": "))

    def where(self):
        """Note where every pawn in play that is not at home is, and which reeds are closed."""
        spaces = self.world.spaces
        told = []
        for pawn in self.world.pawns:
            x, y, z = self.world.mover.piece(pawn).place
            if not (
                pawn.bit >= 0
                and spaces.name(pawn.bit).startswith(f"{spaces.colours[pawn.seat]}:h")
            ):
                name = spaces.name(pawn.bit) if pawn.bit >= 0 else ("hand", "lying")[-1 - pawn.bit]
                told.append(
                    f"{spaces.colours[pawn.seat]} {name} {x:.1f} {y:.1f} {min(z, 999):.1f}"
                )
        self.said.append(f"    {', '.join(told)}")
        drives = [(bit, switch.drive) for bit, switch in enumerate(self.world.plane.switches)]
        self.said.append(
            "    "
            + " ".join(
                f"{spaces.name(bit)}={drive:.0f}" for bit, drive in drives if abs(drive) > 3
            )
        )
        self.said.append(f"    {self.world.where()}")

    def do(self, order):
        words = order.split()
        world, begun_us = self.world, self.target.now_us
        name, about = words[0], words[1:]
        bit = world.spaces.any_bit
        if name == "where":
            self.where()
            return
        if name.isdigit():
            world.run(1000 * int(name))
        elif name in ("lift", "place"):
            slot = int(about[2]) if about[2:] else None
            getattr(world, name)(about[0], about[1], slot)
        elif name in ("hop", "slide"):
            getattr(world, name)(world.find(about[0], about[1]), about[2], float(about[3]))
        elif name == "push":
            world.mover.push(world.find(*about[:2]), float(about[2]), float(about[3]))
        elif name == "topple":
            world.mover.topple(world.find(*about[:2]), float(about[2]))
        elif name == "press":
            world.press(about[0], about[1] == "1")
        elif name == "stuck":
            world.contacts.set_stuck(
                {bit(about[0]): None if about[1] == "None" else int(about[1])}
            )
        elif name in ("weak", "turned", "shifted"):
            numbers = tuple(map(float, about[1:])) if about[1] != "None" else None
            value = numbers if numbers is None or name == "shifted" else numbers[0]
            faults = {
                kind: {bit(about[0]): value} if kind == name else {}
                for kind in ("weak", "turned", "shifted")
            }
            world.contacts.set_reeds(**faults)
        elif name == "flicker":
            world.contacts.set_flicker([bit(space) for space in about])
        elif name in ("bounce", "sound"):
            world.faults.bounce = name == "bounce"
        elif name == "phone":
            world.mover.lay_phone(None if about[0] == "None" else bit(about[0]))
        elif name == "reader":
            world.set_reader(about[0] == "1")
        elif name == "tag_errors":
            world.set_tag_errors(float(about[0]))
        elif name == "chip":
            world.set_chip_missing(None if about[0] == "None" else int(about[0]))
        elif name == "supply":
            world.set_supply(about[0] == "1")
        else:
            assert name == "rewire"
            self.wired = [(number + 7) % len(self.wired) for number in range(len(self.wired))]
            world.rewire(self.wired)
        self.tell(order, begun_us)


def test_a_table_does_what_was_kept_of_it():
    said = []
    for name, line, layout, seed, parts, orders in RUNS:
        diary = Diary(line, layout, seed, parts)
        for order in orders.replace("\n", ";").split(";"):
            if order.strip():
                diary.do(order.strip())
        said += ["", f"# {name}, {layout.GAME}, seed {seed}, {parts}", *diary.said]
    same_lines(Path(__file__).parent / "fixtures" / "world.txt", said)
