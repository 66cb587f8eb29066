# SPDX-License-Identifier: Apache-2.0
"""Trouble at a table and the ways out that are promised: each must end with a game that goes on.

Out of a mess lead: every pawn put back, the referee's button, and the lights of the guide. A move
is taken back by hand. Where the table does not play on then, the tally has a dead end more.
"""

from __future__ import annotations

from judged_table import DeadEndError, JudgedTable
from pawns import standing, without


class WaysOut:
    """Makes trouble at a table, and leads out of it."""

    def __init__(self, table: JudgedTable) -> None:
        self._table = table
        self._chance = table.chance

    def _run(self, *choices: int) -> None:
        self._table.run(self._chance.choice(choices))

    def take_back(self, old: bytes, new: bytes) -> None:
        """Put the pawns of an accepted move back by hand; the table must say so."""
        table = self._table
        if table.events and table.events[-1]["event"] in ("won", "round"):
            return
        table.manners.append("taken back")
        self._run(200, 1500, 6000)
        self._restore(old)
        event = table.wait_for(8000, "undone")
        table.sync()
        if table.state[:16] == old[:16]:
            table.tally.undone += 1
        elif event is None and old[:16] != new[:16]:
            self.lead_out("take-back not understood")
            return
        if table.phase() == "move":
            table.hold()
            table.run(300)
        self._must_play_on("take-back")

    def mess(self) -> None:
        """Put pawns anywhere, then find the way out in one of several ways."""
        table = self._table
        table.manners.append("mess")
        world = table.session.world.where()
        movable = [(c, p) for c, places in world.items() for p in places]
        for colour, place in self._chance.sample(movable, self._chance.choice((1, 2, 3))):
            table.do(do="lift", colour=colour, at=place)
            self._run(80, 400)
            if self._chance.random() < 0.8:
                spot = str(self._chance.randrange(table.game.ring))
                table.do(do="place", colour=colour, at=spot)
            self._run(150, 900)
        self._run(300, 2000, 8000)
        self.lead_out("mess")

    def lead_out(self, why: str, way: str = "") -> None:
        """Leave by one of the ways promised; whatever was accepted meanwhile counts as said."""
        table = self._table
        table.tally.rescues += 1
        way = way or self._chance.choice(("restore", "restore", "table", "guide"))
        table.manners.append("out by " + way)
        if way == "guide":
            self._follow()
        if way == "table":
            table.hold()
            table.run(400)
        for _ in range(3):
            self._restore(table.believed())
            table.run(2600)
            if table.phase() == "ask":  # what stands there was asked about: the referee withdraws
                table.hold()
                table.run(400)
        if table.phase() == "move":
            table.hold()
            table.run(400)
        self._must_play_on(why)

    def _follow(self) -> None:
        """Do what the lights of the guide say, one pawn at a time."""
        table = self._table
        for _ in range(24):
            table.run(3500)
            if table.phase() != "guide":
                return
            guide = [e for e in table.events if e["event"] == "guide"][-1]
            world = table.session.world.where()
            held = [c for c, places in world.items() if "hand" in places]
            target = guide["missing"][0] if guide["missing"] else ""
            colour = target.partition(":")[0]
            if guide["extra"]:
                owner, _, place = guide["extra"][0].partition(":")
                spaces = table.session.world.spaces
                bits = spaces.bits(spaces.seat(owner), place)
                there = [c for bit in bits for c in table.session.world.pawns_on(bit)]
                if not there:
                    return
                who = owner if owner in there else there[0]
                table.do(do="lift", colour=who, at=f"{owner}:{place}")
                table.run(450)
                if not target:
                    held.append(who)
            elif held:
                who = colour if colour in held else held[0]
            else:
                return
            if target and not table.attempt(do="place", colour=who, at=target)["ok"]:
                return  # strangers fill that home: put them back another way

    def _restore(self, state: bytes) -> None:
        """Put every pawn where a position has it."""
        table = self._table
        target = standing(table.game, state)
        wrong = [
            (colour, place)
            for colour, places in table.session.world.where().items()
            for place in without(places, target[colour])
        ]
        for colour, place in wrong:
            if place != "hand":
                table.do(do="lift", colour=colour, at=place)
                self._run(90, 300)
        for colour, places in table.session.world.where().items():
            for place in without(target[colour], places):
                table.do(do="place", colour=colour, at=place)
                self._run(120, 400)

    def _must_play_on(self, why: str) -> None:
        """Check that the table waits for a card with the pawns as it believes them."""
        table = self._table
        table.run(1500)
        answer = table.look()
        told = standing(table.game, table.position(answer["firmware"]))
        real = {c: sorted(p) for c, p in answer["world"].items()}
        if answer["phase"] not in ("card", "deal", "over") or told != real:
            note = f"{table.where()}: after {why} {answer['phase']}, {told}, {real}"
            table.tally.dead.append(note)
            table.log("DEAD " + note)
            raise DeadEndError(note)
