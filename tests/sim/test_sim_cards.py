# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The virtual decks against two other readers of the same stickers."""

import random
from collections import Counter

import ndef
import pytest
from fake_target import FakeTarget

from tavle.paths import add_firmware, board_file
from tavle.sim.cards import Box, record, uid_of
from tavle.sim.chips.ntag import Tag
from tavle.sim.world import World
from tavle.web.draw_pile import draw

add_firmware()
from drivers import cardid  # noqa: E402
from rules import RULEBOOKS, load  # noqa: E402


def every_card(rulebook):
    game = load(rulebook)
    box = Box(game)
    return [box.card(name, n + 1) for name in game.actions for n in range(box.copies(name))]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_decks_are_complete_and_no_sticker_is_there_twice(rulebook):
    cards = every_card(rulebook)
    game = load(rulebook)
    assert len(cards) == (sum(game.deck) or len(game.actions))
    assert len({Tag(card.chip, card.memory).uid for card in cards}) == len(cards)


@pytest.mark.parametrize(
    ("rulebook", "cards", "most"), [("partners-pawns", 56, "7"), ("sorry", 45, "1")]
)
def test_p5_s3_the_boxes_hold_the_decks_and_a_drawn_pile_is_shuffled_when_it_is_empty(
    rulebook, cards, most
):
    game = load(rulebook)
    layout = board_file(game.family)
    world = World(game, layout, FakeTarget(layout.N_CHIPS + 1), 1, bytes(game.new()[:16]))
    chance = random.Random(5)
    drawn = []
    for _ in range(cards):
        card = draw(world, chance)
        world.box.laid.add(card)
        drawn.append(card)
    assert len(set(drawn)) == cards == len(every_card(rulebook))
    names = Counter(name for name, _ in drawn)
    assert max(names.values()) == names[most] and set(names) == set(game.actions)
    assert draw(world, chance) in drawn and not world.box.laid


def test_s2_four_pawns_of_each_colour_stand_on_the_board():
    game = load("sorry")
    layout = board_file(game.family)
    world = World(game, layout, FakeTarget(layout.N_CHIPS + 1), 1, bytes(game.new()[:16]))
    standing = Counter(pawn for bit in range(layout.N_BITS) for pawn in world.pawns_on(bit))
    assert standing == dict.fromkeys(game.colours, 4)


def test_ndeflib_reads_the_record():
    (found,) = ndef.message_decoder(record(1, 5, 3))
    assert found.type == "urn:nfc:ext:tavle:c"
    assert found.data[:6] == b"TV\x01\x01\x05\x03" and len(found.data) == 12


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_firmware_reads_every_card(rulebook):
    game = load(rulebook)
    for card in every_card(rulebook):
        message = card.memory[card.memory.index(b"tavle:c") + 7 :][:12]
        deck, kind, copy = cardid.parse(message)
        assert (deck, game.actions[kind], copy) == (
            game.deck_id,
            card.name,
            card.copy,
        )


def test_cards_by_uid():
    box = Box(load("sorry"))
    known = box.by_uid(uid_of(3, 0, 5))
    assert (known.name, known.copy) == ("1", 5)
    blank = box.by_uid(bytes.fromhex("04a1b2c3d4e5f6"))
    assert blank.name == "" and blank.chip == "ntag213"
    assert box.by_uid(b"\x01\x02\x03\x04").chip == "uid4"
    for bad in (b"", b"\x01" * 7, b"\x04" * 10):
        with pytest.raises(ValueError, match="a uid is 7 bytes"):
            box.by_uid(bad)


def test_unknown_cards():
    box = Box(load("sorry"))
    for name, copy, complaint in (("6", 1, "no card '6'"), ("2", 5, "copies 1 to 4")):
        with pytest.raises(ValueError, match=complaint):
            box.card(name, copy)


def test_when_every_copy_has_lain_there_they_come_again_one_after_the_other():
    box = Box(load("sorry"))
    many = box.copies("5")
    assert many == 4
    box.laid.add(("3", 1))
    for turn in range(2 * many + 1):
        copy = box.next_copy("5")
        assert copy == turn % many + 1
        box.laid.add(("5", copy))
    assert ("3", 1) in box.laid and box.next_copy("3") == 2
