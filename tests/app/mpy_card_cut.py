# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""Cuts the power at every flash operation while a card or a throw is taken: what was told is in force after it."""

from norflash import fresh, mount, umount
from tabletop import Tabletop

from rules.parse import parse_position

PARTNERS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
SORRY = "sorry red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"


def start(line):
    game, state = parse_position(line)
    return Tabletop("/tavle", game.rulebook, game.seats, game.options, bytes(state), [3])


def act(top, what):
    """Lay a card, or throw."""
    if what == "throw":
        top.tap(0)
    else:
        top.card(what)
    top.wait(100)


def cut_everywhere(line, what, name):
    """Return the operations of taking a card, and after how many cuts it was in force."""
    operations = told = kept = 0
    cut = 0
    while cut <= operations:
        for torn in (False, True, 3):
            data = fresh(24)
            flash = mount(data)
            top = start(line)
            if cut:
                flash.cut = flash.ops + cut
                flash.torn = torn
            before = flash.ops
            heard = []
            top.table.outbox.send = lambda event, flash=flash, heard=heard: (
                flash.dead or heard.append(event)
            )
            act(top, what)
            if not cut:
                operations = flash.ops - before
            assert bool(flash.dead) == bool(cut)
            heard = [event for event in heard if event["event"] == name]
            umount()
            mount(data)
            top.resume()
            in_force = top.table.active >= 0
            assert in_force or not heard, (what, cut, torn)
            told += bool(heard)
            kept += in_force
            if in_force:
                assert top.game.actions[top.table.active] == ("3" if what == "throw" else what)
            umount()
        cut += 1
    assert told and kept
    return operations


def test_what_was_told_is_in_force_after_a_cut_at_any_operation():
    for line, what, name in (
        (PARTNERS, "5", "card"),
        (SORRY, "5", "card"),
        (LUDO, "throw", "rolled"),
    ):
        assert cut_everywhere(line, what, name) >= 1
