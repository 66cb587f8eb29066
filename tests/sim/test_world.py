# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Pawns, hands and faults of the virtual table, seen at the contacts."""

import math
import random

import pytest
from fake_target import FakeTarget

from tavle.paths import add_firmware
from tavle.sim.plane import CORNERS
from tavle.sim.world import World

add_firmware()
import boards.ludo  # noqa: E402
import boards.partners  # noqa: E402
from rules.parse import parse_position  # noqa: E402

LINE = "partners-pawns green:h,h,0,3 blue:h,h,h,5 red:h,h,44,z4 yellow:h,h,h,h turn=red"


def world(line=LINE, layout=boards.partners, seed=1, parts="scattered"):
    game, state = parse_position(line)
    target = FakeTarget(layout.N_CHIPS + 1)
    return World(game, layout, target, seed, bytes(state[:16]), parts), target


def ring(index):
    return boards.partners.RING[index]


def settle(table):
    """Let the hands finish what they do."""
    table.run(700_000)


def lift(table, *where):
    table.lift(*where)
    settle(table)


def place(table, *where):
    table.place(*where)
    settle(table)


def test_pawns_stand_where_the_position_says():
    table, target = world()
    assert table.where() == {
        "green": ["h", "h", "0", "3"],
        "blue": ["h", "h", "h", "5"],
        "red": ["h", "h", "44", "z4"],
        "yellow": ["h", "h", "h", "h"],
    }
    closed = [bit for bit in range(boards.partners.N_BITS) if not target.level(bit)]
    assert len(closed) == 16
    assert {ring(0), ring(3), ring(5), ring(44), boards.partners.ROW[4 * 2 + 3]} <= set(closed)
    # The button chip: nothing pressed, and its constant inputs 1, 0, 1.
    assert target.inputs.levels[12] == 0b10111111


def test_a_command_is_the_moment_that_the_reed_sees():
    """The reed opens and closes with the command, then bounces for half a millisecond at most."""
    for seed in range(10):
        table, target = world(seed=seed)
        table.run(1_000_000)
        start = target.now_us
        lift(table, "red", "44")
        (opened,) = [t for t, level in target.edges(ring(44)) if level]
        assert 0 <= opened - start <= 3000
        start = target.now_us
        place(table, "red", "51")
        edges = target.edges(ring(51))
        assert 0 <= edges[0][0] - start <= 3000 and edges[-1][1] == 0
        assert edges[-1][0] - edges[0][0] <= 500


def test_slots_of_home():
    table, target = world()
    home = boards.partners.HOME[0:4]

    def levels():
        settle(table)
        return [target.level(bit) for bit in home]

    table.lift("green", "h", 1)
    assert levels() == [0, 1, 1, 1]
    table.place("green", "h", 3)
    assert levels() == [0, 1, 1, 0]
    table.lift("green", "h")
    assert levels() == [1, 1, 1, 0], "the first filled slot"
    table.lift("red", "h")
    table.place("red", "green:h")
    assert table.where()["red"] == ["h", "44", "z4", "green:h"]


def test_what_hands_cannot_do():
    table, _ = world()
    table.lift("red", "44")
    for act, complaint in (
        (lambda: table.lift("red", "44"), "no red pawn on 44"),
        (lambda: table.lift("pink", "44"), "no colour 'pink'"),
        (lambda: table.lift("red", "60"), "no place '60'"),
        (lambda: table.lift("red", "f"), "no place 'f'"),
        (lambda: table.lift("red", "z5"), "no place 'z5'"),
        (lambda: table.lift("red", "007"), "no place '007'"),
        (lambda: table.lift("red", "\u00b2"), "no place '\u00b2'"),
        (lambda: table.lift("red", "z\u00b2"), "no place 'z\u00b2'"),
        (lambda: table.lift("red", "9" * 5000), "no place '999"),
        (lambda: table.lift("red", ["h"]), "no place"),
        (lambda: table.lift("red", "h", 4), "slot must be 0 to 3"),
        (lambda: table.lift("green", "3", 1), "slot must be 0 to 0"),
        (lambda: table.place("green", "7"), "no hand holds a green pawn"),
        (lambda: table.place("red", "yellow:h"), "no free slot"),
        (lambda: table.press("purple", True), "no button 'purple'"),
        (lambda: table.set_chip_missing(13), "chip_missing must be 0 to 12"),
    ):
        before = table.snapshot()
        with pytest.raises(ValueError, match=complaint):
            act()
        assert table.snapshot() == before, complaint


def test_a_place_may_be_a_number():
    table, _ = world()
    table.lift("red", 44)
    table.place("red", 45)
    assert "45" in table.where()["red"]


def test_seats_that_are_not_in_play_have_no_pawns():
    table, target = world("ludo-norsk red:h,h,h,f blue:h,h,h,z2 turn=red", boards.ludo)
    assert table.where() == {"red": ["h", "h", "h", "f"], "blue": ["h", "h", "h", "z2"]}
    assert sum(1 - target.level(bit) for bit in range(boards.ludo.N_BITS)) == 8
    with pytest.raises(ValueError, match="no pawns in play"):
        table.lift("yellow", "h")


def test_worn_contacts_bounce_and_end_at_the_right_level():
    longest = 0
    for seed in range(30):
        table, target = world(seed=seed)
        table.run(1000)
        table.faults.bounce = True
        bit = ring(44)
        lift(table, "red", "44")
        assert target.level(bit) == 1
        edges = [t for t, _ in target.edges(bit)][1:]
        assert edges == sorted(edges) and edges[-1] - edges[0] <= 6000
        longest = max(longest, len(edges))
        table.place("red", "44")
        table.run(1000)
        table.lift("red", "44")
        table.run(1000)
        place(table, "red", "44")
        assert target.level(bit) == 0
    assert longest > 3


def test_flicker_comes_and_goes_by_seed():
    def run(seed):
        table, target = world(seed=seed)
        table.contacts.set_flicker([ring(3), ring(20)])
        table.run(10_000_000)
        assert len(target.edges(ring(3))) > 10 and len(target.edges(ring(20))) > 10
        assert target.edges(ring(44)) == [(0, 0)]
        table.contacts.set_flicker([])
        table.run(50_000)
        quiet = len(target.log)
        table.run(10_000_000)
        assert len(target.log) == quiet
        assert target.level(ring(3)) == 0 and target.level(ring(20)) == 1
        return target.log

    assert run(1) == run(1) != run(2)


def test_stuck_spaces():
    table, target = world()
    table.contacts.set_stuck({ring(44): 0, ring(50): 1})
    assert target.level(ring(44)) == 1 and target.level(ring(50)) == 0
    lift(table, "red", "44")
    place(table, "red", "50")
    table.contacts.set_stuck({ring(44): None, ring(50): None})
    assert target.level(ring(44)) == 1 and target.level(ring(50)) == 0, "the pawn is there now"
    lift(table, "red", "50")
    assert target.level(ring(50)) == 1


def test_a_card_takes_the_place_of_those_that_lie_there_unless_they_are_kept():
    table, target = world()
    seven, nine = table.box.card("7", 2), table.box.card("9", 1)

    def lying():
        settle(table)
        return [event[2] for event in target.inputs.events()]

    table.lay(seven)
    assert lying() == ["7/2"] and table.away_ms(seven) == 0 and table.away_ms(nine) == math.inf
    table.lay(nine)
    assert [card.key for card in table.slot] == ["9/1"] and lying() == ["9/1"]
    assert table.away_ms(seven) == 700, "it was taken when the other one came"
    with pytest.raises(ValueError, match="lies there already"):
        table.lay(nine, keep=True)
    table.lay(seven, keep=True)
    assert [card.key for card in table.slot] == ["9/1", "7/2"] and sorted(lying()) == [
        "7/2",
        "9/1",
    ]
    assert table.box.laid == {("7", 2), ("9", 1)}
    assert table.take_cards() == 2 and lying() == [] and table.take_cards() == 0
    table.shuffled()
    assert not table.box.laid and table.box.next_copy("7") == 1


def test_snapshot_and_restore():
    table, _ = world()
    table.lift("red", "44")
    table.lift("green", "h", 0)
    table.place("green", "9")
    table.lay(table.box.card("7", 2))
    settle(table)
    kept = table.snapshot()
    other, target = world()
    other.restore(kept)
    assert other.snapshot() == kept and other.where() == table.where()
    assert target.level(ring(44)) == 1 and target.level(ring(9)) == 0
    assert [event[2] for event in target.inputs.events()] == ["7/2"]


@pytest.mark.parametrize("parts", CORNERS)
def test_whatever_hands_do_the_reeds_end_up_telling_where_pawns_are(parts):
    """Hands in any hurry, pawns crowded on a few spaces: at rest a reed is closed where a pawn stands, no other."""
    for seed in range(4):
        chance = random.Random(f"{parts} {seed}")
        table, target = world(seed=seed, parts=parts)
        for step in range(48):
            where = table.where()
            colour = chance.choice(list(where))
            standing = [place for place in where[colour] if place != "hand"]
            if chance.random() < 0.5 and standing:
                table.lift(colour, chance.choice(standing))
            elif "hand" in where[colour]:
                table.place(colour, chance.choice(["18", "19", "20", "21", "z1"]))
            table.run(chance.choice([0, 3_000, 40_000, 150_000, 400_000]))
            if step % 6 == 5:
                settle(table)
                for bit in range(boards.partners.N_BITS):
                    assert (target.level(bit) == 0) == bool(table.pawns_on(bit)), (seed, step, bit)
