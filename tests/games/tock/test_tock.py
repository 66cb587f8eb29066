# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Tock: every ruling of its README by hand, and the engine against a second reading of them."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import second_tock

from rules import load
from rules.game import TURN, BadPosition
from rules.notation import place_text, position_text
from rules.parse import parse_place, parse_position
from tavle import cli
from tavle.live.deck import choose, deck_of

GAMES = {}
OPTIONS = {"ace": "11", "five": "any", "jack": "11", "joker": "start", "rest": "may"}


def line(pawns, turn="green", opt=""):
    """Return a position line: `green:3 blue:h,9`, pawns left out are at home."""
    told = dict(part.split(":") for part in pawns.split())
    places = {c: ["h"] * 4 + told.get(c, "h").split(",") for c in second_tock.ORDER}
    return second_tock.write({c: tuple(p[-4:]) for c, p in places.items()}, turn, opt)


def go(before, card):
    """Return the lines a card leads to."""
    game, state = parse_position(before, GAMES)
    return sorted(
        position_text(game, after) for after, _ in game.results(state, game.actions.index(card))
    )


def why(before, card, place, colour="green"):
    """Return why a pawn does not move with a card: `word` or `word place`."""
    game, state = parse_position(before, GAMES)
    seat = game.colours.index(colour)
    found = game.why(state, game.actions.index(card), seat, parse_place(game, place))
    return found and " ".join([found[0], *(place_text(game, p) for p in found[1:] if p < 65)])


def test_t1_t2_four_play_with_two_decks_worth_of_cards_five_four_and_four():
    game = load("tock")
    with pytest.raises(ValueError, match="all four"):
        load("tock", (0, 2))
    assert sum(game.deck) == 54 and dict(zip(game.actions, game.deck, strict=True))["joker"] == 2
    deal = game.round(None, 1)
    for cards in (5, 4, 4, 5):
        assert [deal.hand(seat) for seat in range(4)] == [cards] * 4
        for _ in range(4):
            deal.fold(deal.turn)
    assert deal.dealer == 1 and game.exchange and game.must_play


def test_an_ordinary_deck_gets_stickers_four_a_kind_and_two_jokers():
    deck = deck_of(line(""), load("tock").deck_id)
    assert deck.number == 4 and len(deck.missing()) == 54
    assert [deck.id(card) for card in choose(deck, ["A", "joker"])] == [
        *(f"A/{suit}" for suit in range(1, 5)), "joker/1", "joker/2"
    ]  # fmt: skip


def test_t3_start_spaces_are_counted_and_the_goal_lies_behind_a_whole_round():
    assert go(line("green:13"), "3") == [line("green:16", "blue")]
    assert go(line("green:57"), "6") == [line("green:z4", "blue")]
    assert go(line("blue:12", "blue"), "3") == [line("blue:z1", "red")]


def test_t4_a_pawn_of_another_colour_goes_home_and_on_the_own_nobody_lands():
    assert go(line("green:20 red:22"), "2") == [line("green:22", "blue")]
    before = line("green:20,22")
    assert go(before, "2") == [line("green:20,24", "blue")]
    assert why(before, "2", "20") == "own-pawn 22"
    assert go(line("green:0"), "A") == [line("green:1", "blue")]
    assert why(line("green:0"), "A", "h") == "own-pawn 0"
    assert go(line("blue:0"), "A") == [line("green:0", "blue")]


def test_t4_a_pawn_on_its_own_start_is_a_wall():
    before = line("green:13 blue:15")
    for card in ("2", "3"):
        assert go(before, card) == [] and why(before, card, "13") == "wall 15"
    assert go(line("green:17 blue:15"), "4") == []
    assert go(line("green:13 red:15"), "3") == [line("green:16 red:15", "blue")]
    assert line("green:0,58", "blue") in go(line("green:0,2"), "4")  # the owner's own goes back


def test_t5_the_goal_takes_the_exact_count_and_nobody_passes_there():
    assert go(line("green:58"), "6") == [] and why(line("green:58"), "6", "58") == "past-goal"
    assert (
        why(line("green:58,z2"), "3", "58") == why(line("green:58,z2"), "8", "58") == "blocked z2"
    )
    assert (
        go(line("green:z1,z3"), "2") == [] and why(line("green:z1,z3"), "2", "z1") == "blocked z3"
    )
    assert why(line("green:z2"), "3", "z2") == "past-goal"
    assert why(line("green:z2"), "4", "z2") == "in-goal z2"


def test_t6_what_the_cards_of_an_ordinary_deck_do():
    before = line("green:20")
    out = line("green:0,20", "blue")
    for card, forward in (("A", 21), ("K", 33)):
        assert go(before, card) == sorted([line(f"green:{forward}", "blue"), out])
    assert go(before, "Q") == [line("green:32", "blue")]
    assert go(before, "4") == [line("green:16", "blue")]
    assert line("green:31", "blue", " opt=ace:11") in go(line("green:20", opt=" opt=ace:11"), "A")
    assert why(before, "10", "h") == "needs-start-card"


def test_t7_a_seven_is_shared_and_the_own_pawn_ahead_may_make_way():
    shares = ("20,30", "21,29", "22,28", "23,27", "24,26", "23,27", "26,24", "27,23")
    ends = {",".join(sorted(one.split(","))) for one in shares}
    assert go(line("green:20,23"), "7") == sorted(line(f"green:{end}", "blue") for end in ends)
    assert why(line("green:57,z4"), "7", "57") == "rest-unusable"


def test_t7_the_partner_uses_the_rest_of_a_seven_that_brings_the_last_one_in():
    before = line("green:58,z2,z3,z4 red:40")
    assert go(before, "7") == [line("green:z1,z2,z3,z4 red:45", "blue")]
    assert go(line("green:58,z2,z3,z4"), "7") == [line("green:z1,z2,z3,z4", "blue")]
    given_up = line("green:z1,z2,z3,z4 red:40", "blue", " opt=rest:may")
    assert given_up in go(line("green:58,z2,z3,z4 red:40", opt=" opt=rest:may"), "7")


def test_t8_a_five_moves_a_pawn_of_another_player():
    before = line("green:20 blue:15,25 red:h,27 yellow:z1")
    assert go(before, "5") == sorted(
        [line("green:20 blue:15,30 yellow:z1 red:27", "blue"), line("green:20 blue:15,25 red:z3 yellow:z1", "blue")]
    )  # fmt: skip
    assert why(before, "5", "20") == "not-own"
    assert why(before, "5", "15", "blue") == "protected 15"
    assert why(before, "5", "z1", "yellow") == "in-goal z1"
    assert why(before, "5", "27", "red") is None
    assert line("green:25", "blue", " opt=five:any") in go(
        line("green:20", opt=" opt=five:any"), "5"
    )


def test_t8_a_five_may_bring_in_the_last_pawn_of_the_others():
    before = line("green:20 blue:10,z2,z3,z4 yellow:z1,z2,z3,z4")
    won = line("green:20 blue:z1,z2,z3,z4 yellow:z1,z2,z3,z4", "none")
    assert go(before, "5") == [won]


def test_t9_a_jack_exchanges_an_own_pawn_with_another():
    before = line("green:0,20 blue:15,40 red:z1")
    assert go(before, "J") == [line("green:0,40 blue:15,20 red:z1", "blue")]
    assert why(before, "J", "0") == "protected 0" and why(before, "J", "h") == "at-home"
    assert go(line("blue:40 red:50"), "J") == []
    game, state = parse_position(line("green:20"), GAMES)
    assert game.why_card(state, game.actions.index("J"))[0] == "nothing-to-swap"
    assert line("green:31", "blue", " opt=jack:11") in go(
        line("green:20", opt=" opt=jack:11"), "J"
    )


def test_t10_a_joker_is_any_other_card():
    before = line("green:h,20,57,z1 blue:25,40 red:33")
    every = {after for card in second_tock.CARDS[:-1] for after in go(before, card)}
    assert set(go(before, "joker")) == every and len(every) > 40
    opt = " opt=joker:start"
    assert go(line("green:20", opt=opt), "joker") == [line("green:0,20", "blue", opt)]


def test_t11_who_is_in_plays_for_the_partner_and_eight_win():
    before = line("green:z1,z2,z3,z4 red:28,z2,z3,z4 blue:5")
    won = line("green:z1,z2,z3,z4 red:z1,z2,z3,z4 blue:5", "none")
    assert go(before, "2") == [won] and go(won, "2") == []
    assert go(before, "5") == [line("green:z1,z2,z3,z4 red:28,z2,z3,z4 blue:10", "blue")]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (line("green:7,7"), "two pawns on 7"),
        (line("green:7 blue:7"), "two colours on 7"),
        (line("green:z1,z1"), "two pawns in z1"),
        (line("green:7", opt=" opt=ace:2"), "ace cannot be '2'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(bad, said):
    with pytest.raises(BadPosition, match=said):
        parse_position(bad)


def crowd(chance):
    """Return the line of a crowded position, with some of the options."""
    taken, pawns = set(), {}
    here = chance.randrange(60)
    for colour, start in second_tock.START.items():
        goal, own, deep = chance.sample(second_tock.GOAL, 4), [], chance.random()
        for _ in range(4):
            place = chance.choice(
                (start, start - 1 - chance.randrange(8), here + chance.randrange(14), chance.randrange(60))
            ) % 60  # fmt: skip
            if chance.random() < 0.6 * deep:
                own.append(goal.pop())
            elif place in taken or chance.random() < 0.2:
                own.append("h")
            else:
                taken.add(place)
                own.append(str(place))
        pawns[colour] = tuple(own)
    options = [f"{name}:{value}" for name, value in OPTIONS.items() if chance.random() < 0.3]
    opt = f" opt={','.join(options)}" if options else ""
    return second_tock.write(pawns, chance.choice(second_tock.ORDER), opt)


def agree(before, card):
    assert go(before, card) == second_tock.results(before, card), (before, card)


def test_the_engine_and_the_second_reading_agree_in_crowds():
    chance = random.Random(5)
    for before in [crowd(chance) for _ in range(60)]:
        for card in second_tock.CARDS:
            agree(before, card)


def test_the_engine_and_the_second_reading_agree_through_a_game():
    chance = random.Random(7)
    before, turns = line(""), 0
    while "turn=none" not in before and turns < 400:
        card = chance.choice(second_tock.CARDS)
        agree(before, card)
        found = second_tock.results(before, card)
        turns += 1
        following = second_tock.ORDER[(second_tock.ORDER.index(before.split("turn=")[1]) + 1) % 4]
        before = chance.choice(found or [before.split("turn=")[0] + f"turn={following}"])


@pytest.mark.long
def test_the_engine_and_the_second_reading_agree_in_20_000_crowds():
    chance = random.Random(11)
    for _ in range(20_000):
        agree(crowd(chance), chance.choice((*second_tock.CARDS, "7", "joker")))


def test_counts_are_those_of_the_second_reading(capsys):
    busy = line("green:h,20,57,z1 blue:25,40 red:33 yellow:44")
    assert cli.run(["perft", busy, "2"]) == 0
    assert int(capsys.readouterr().out) == second_tock.perft(busy, 2)
    assert parse_position(busy)[1][TURN] == 0
