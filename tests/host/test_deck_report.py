# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The list of a deck's stickers, line by line; lines typed beside it; a board drawn from a position."""

import io

import pytest

from tavle.errors import TavleError
from tavle.live import deck as decks
from tavle.live import keys, picture

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,z1 turn=blue"


def small():
    """Return a deck of two kinds: two copies of the first, one of the second."""
    return decks.Deck(1, ("5", "swap"), [(0, 1), (0, 2), (1, 1)])


def test_a_deck_without_stickers_misses_every_card():
    deck = small()
    assert deck.missing() == [(0, 1), (0, 2), (1, 1)] and not deck.good
    assert deck.report() == [
        "           5  0 of 2",
        "        swap  0 of 1",
        "missing: 5/1, 5/2, swap/1",
    ]


def test_a_deck_that_has_every_card_once_is_good():
    deck = small()
    for card, uid in (((0, 1), "aa"), ((0, 2), "bb"), ((1, 1), "cc")):
        assert not deck.good
        deck.add(card, uid)
    assert deck.good and deck.missing() == []
    assert deck.report() == ["           5  2 of 2", "        swap  1 of 1"]


def full():
    deck = small()
    for card, uid in (((0, 1), "aa"), ((0, 2), "bb"), ((1, 1), "cc")):
        deck.add(card, uid)
    return deck


def test_a_card_on_two_stickers_is_a_duplicate():
    deck = full()
    deck.add((0, 2), "dd")
    assert not deck.good
    assert deck.report()[2:] == [
        "duplicate: 5/2 is on 2 stickers (bb, dd); write one of them anew with --card 5/2"
    ]


def test_a_card_of_another_deck_is_told_by_the_number_of_its_kind():
    deck = full()
    deck.add((1, 2), "dd")
    deck.add((7, 3), "ee")
    assert not deck.good and deck.missing() == []
    assert deck.report()[2:] == [
        "not in this deck: swap/2 on dd",
        "not in this deck: kind 7/3 on ee",
    ]
    assert deck.name((2, 1)) == "kind 2/1"


def test_a_stranger_is_one_until_it_becomes_a_card():
    deck = full()
    deck.strangers |= {"ff": "blank", "ee": "foreign"}
    assert not deck.good
    assert deck.report()[2:] == ["stranger: ee: foreign", "stranger: ff: blank"]
    deck.add((0, 1), "ff")
    assert deck.strangers == {"ee": "foreign"}


def test_a_sticker_is_on_one_card_only():
    deck = full()
    deck.add((1, 1), "aa")
    assert deck.stickers == {(0, 1): [], (0, 2): ["bb"], (1, 1): ["cc", "aa"]}
    assert deck.card_of("aa") == (1, 1) and deck.card_of("bb") == (0, 2)
    assert deck.card_of("zz") is None and deck.missing() == [(0, 1)]
    # A card that has lost its sticker is not one of another deck.
    deck.stickers[(9, 9)] = []
    assert not any(line.startswith("not in") for line in deck.report())
    deck.add((1, 1), "bb")
    deck.add((0, 1), "aa")
    deck.add((0, 2), "bb")
    assert deck.good


def test_the_deck_of_a_game_is_as_large_as_the_game_says():
    deck = decks.deck_of(LINE, 4)
    assert deck.number == 4 and len(deck.wanted) == 14 * 4 and deck.wanted[:5] == [
        (0, 1), (0, 2), (0, 3), (0, 4), (1, 1),
    ]  # fmt: skip
    ludo = decks.deck_of("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red", 2)
    assert ludo.wanted == [(kind, 1) for kind in range(6)]
    assert [ludo.name(card) for card in ludo.wanted] == [f"{n}/1" for n in range(1, 7)]
    with pytest.raises(TavleError, match="cannot read a position"):
        decks.deck_of("chess", 1)


def test_cards_are_chosen_by_their_names():
    deck = small()
    assert decks.choose(deck, ["5"]) == [(0, 1), (0, 2)]
    assert decks.choose(deck, ["swap", "5/2", "5", "5/2"]) == [(1, 1), (0, 2), (0, 1)]
    assert decks.choose(deck, []) == []
    for wrong in ("6", "5/3", "5/", "", "5/x"):
        with pytest.raises(TavleError) as error:
            decks.choose(deck, [wrong])
        told = error.value
        assert told.what == f"no card {wrong!r} in this deck" and told.code == 2
        assert (told.why, told.next_step) == ("there are: 5 swap", "say 7 or 7/2")


class Link:
    """A table that has learnt stickers and tells them in pieces."""

    def __init__(self, tags, piece, count=None):
        self.tags, self.piece, self.asked = tags, piece, []
        self.count = len(tags) if count is None else count

    def request(self, cmd, **fields):
        assert cmd == "tags.list" and list(fields) == ["from"]
        start = fields["from"]
        self.asked.append(start)
        return {"tags": self.tags[start : start + self.piece], "count": self.count}


def test_learnt_stickers_are_read_in_as_many_pieces_as_it_takes():
    tags = [["aa", 1, 0, 1], ["bb", 3, 0, 1], ["cc", 1, 1, 1], ["dd", 2, 5, 5], ["ee", 1, 0, 2]]
    for piece, asked in ((2, [0, 2, 4]), (5, [0]), (9, [0])):
        deck, link = small(), Link(tags, piece)
        assert decks.learnt(link, deck) == 2 and link.asked == asked
        assert deck.stickers == {(0, 1): ["aa"], (1, 1): ["cc"], (0, 2): ["ee"]} and deck.good
    assert decks.learnt(Link([], 5), small()) == 0


def test_a_table_that_tells_fewer_than_it_says_or_no_end_is_not_asked_for_ever():
    link = Link([["aa", 1, 0, 1]], 1, count=3)
    assert decks.learnt(link, small()) == 0 and link.asked == [0, 1]
    endless = Link([["aa", 1, 0, 1]] * 20_000, 1_000, count=1 << 40)
    decks.learnt(endless, small())
    assert endless.asked[-1] == 9_000


# Lines that are typed


class Typed(io.StringIO):
    """Standard input at a terminal, or not at one."""

    def __init__(self, text, tty=True):
        super().__init__(text)
        self.tty = tty

    def isatty(self):
        return self.tty


def test_lines_that_are_typed_are_taken_one_by_one(monkeypatch):
    told = Typed("  Q \nTwo\n")
    monkeypatch.setattr("sys.stdin", told)
    typed = keys.Keys()
    assert typed.there and told.tell() == 0  # others may read first
    assert typed.ask() == "q" and typed.ask() == "two"
    assert typed.take() is None
    monkeypatch.setattr("sys.stdin", Typed("not read twice\n"))
    assert typed.take() is None


def test_where_nobody_sits_nothing_is_read(monkeypatch):
    class Empty:
        def __init__(self):
            self.waited = []

        def get(self, timeout):
            self.waited.append(timeout)
            raise keys.queue.Empty

    for stdin, on in (
        (Typed("no\n", tty=False), None),
        (Typed("no\n"), False),
        (None, None),
        (None, True),
    ):
        monkeypatch.setattr("sys.stdin", stdin)
        typed = keys.Keys(on)
        assert not typed.there and typed.take() is None
        typed._lines = Empty()
        assert typed.ask() == "" and typed._lines.waited == [600]
    monkeypatch.setattr("sys.stdin", Typed("yes\n", tty=False))
    typed = keys.Keys(True)
    assert typed.there and typed.ask() == "yes"


# A board from a position


def test_pawns_stand_where_the_position_has_them():
    game, state = picture.parse(LINE)
    found = picture.pawns_of(game, state)
    assert found["3"] == found["20"] == ["green"] and found["33"] == ["blue"]
    assert {name for name in found if name.startswith("green")} == {"green:h0", "green:h1"}
    assert {name for name in found if name.startswith("yellow")} == {
        "yellow:h0", "yellow:h1", "yellow:h2", "yellow:z1",
    }  # fmt: skip
    assert found["yellow:z1"] == ["yellow"]
    two = picture.pawns_of(
        *picture.parse(LINE.replace("3,20", "33,33").replace("h,h,h,33", "h,h,h,h"))
    )
    assert two["33"] == ["green", "green"]


def test_whose_turn_it_is():
    game, state = picture.parse(LINE)
    assert picture.turn_of(game, state) == "blue"
    over = LINE.partition("green")[0] + (
        "green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h turn=none winner=green+red"
    )
    assert picture.turn_of(*picture.parse(over)) == ""
    with pytest.raises(TavleError, match="cannot read a position") as error:
        picture.parse(LINE.replace("33", "99"))
    assert error.value.why.startswith("blue")


def test_the_seat_to_act_and_one_space_are_marked_in_a_picture():
    shown = picture.Picture("partners")
    calls = []
    shown._board.text = lambda pawns, behind: calls.append((pawns, behind))
    shown.text({"20": ["green"]}, "blue", "33")
    pawns, behind = calls.pop()
    assert pawns("20") == ["green"] and pawns("21") == []
    assert behind("33") == "#d0d0d0" and behind("blue:seat") == "#505050" and behind("20") is None
    shown.text()
    pawns, behind = calls.pop()
    assert pawns("20") == [] and behind(":seat") is None and behind("blue:seat") is None
