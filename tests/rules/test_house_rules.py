# SPDX-License-Identifier: Apache-2.0
"""House rules (section 5 of the rulings): what each game offers, and what each one changes."""

from refusal import refusal

from rules import load
from rules.game import TURN
from rules.notation import position_text
from rules.parse import parse_position

OFFERED = {
    "partners-movers": {"rest": ("may", "must"), "shuffle": ("deal", "cycle"), "first": "drawn"},
    "partners-nordic": {"rest": ("must", "may"), "shuffle": ("cycle", "deal"), "first": "drawn"},
    "partners-pawns": {"shuffle": ("cycle", "deal"), "first": "drawn"},
    "tock": {
        "rest": ("must", "may"),
        "shuffle": ("cycle", "deal"),
        "first": "drawn",
        "ace": ("1", "11"),
        "five": ("others", "any"),
        "jack": ("swap", "11"),
        "joker": ("any", "start"),
    },
    "ludo-norsk": {"forced": ("yes", "no"), "first": "red"},
    "ludo-dansk": {"last_star": ("goal", "stay"), "first": "red"},
    "ludo-world": {"pairs": ("stop", "pass"), "first": "red"},
    "sorry": {"own_landing": ("illegal", "bump"), "out": ("0", "1"), "first": "drawn"},
}


def test_h1_to_h6_the_games_offer_their_own_house_rules_the_default_first():
    for rulebook, offered in OFFERED.items():
        game = load(rulebook)
        assert sorted(game.options) == sorted(offered), rulebook
        for name, values in offered.items():
            if name == "first":
                assert game.choices(name)[0] == values == game.options[name]
                assert set(game.choices(name)) == set(game.colours) | {"drawn"}
            else:
                assert game.choices(name) == values and game.options[name] == values[0]


def test_a_value_or_an_option_that_is_none_is_refused_with_what_is_possible():
    for rulebook, options, said in (
        ("sorry", {"own_landing": "foo"}, "opt: own_landing cannot be 'foo' (it can be illegal, bump)"),
        ("sorry", {"forced": "no"}, "opt: sorry has no option 'forced' (it has first, out, own_landing)"),
        ("partners-pawns", {"rest": "may"}, "opt: partners-pawns has no option 'rest' (it has first, shuffle)"),
        ("partners-pawns", {"first": "pink"},
         "opt: first cannot be 'pink' (it can be drawn, green, blue, red, yellow)"),
    ):  # fmt: skip
        assert refusal(ValueError, load, rulebook, None, options) == said


def test_h3_nobody_begins_who_does_not_play():
    assert refusal(ValueError, load, "sorry", (0, 2), {"first": "blue"}) == (
        "opt: first cannot be 'blue' (it can be drawn, red, yellow)"
    )


def test_h3_who_begins_is_drawn_or_a_colour():
    for rulebook, options, draw, seat in (
        ("partners-pawns", {}, 2, 2),
        ("partners-pawns", {"first": "yellow"}, 0, 3),
        ("ludo-norsk", {}, 3, 0),
        ("ludo-norsk", {"first": "drawn"}, 3, 3),
        ("ludo-norsk", {"first": "green"}, 0, 3),
        ("sorry", {}, 1, 1),
    ):
        game = load(rulebook, None, options)
        assert game.first_seat(lambda n, draw=draw: draw % n) == seat, (rulebook, options)
    assert load("sorry", (1, 3)).first_seat(lambda n: n - 1) == 3, "of the seats in play"


def test_h3_in_partners_the_dealer_is_the_seat_before():
    game = load("partners-nordic")
    assert game.round(None, 0).dealer == 3 and game.round(None, 2).dealer == 1


def _play_a_deal(deal, game):
    """Let every hand of a deal be put down; return whether a new deal began."""
    for _ in range(4):
        new = deal.fold(deal.turn)
    return new


def test_h2_cards_count_as_played_until_they_are_gathered():
    for rulebook, options, gathered in (
        ("partners-movers", {}, (1, 2, 3)),
        ("partners-movers", {"shuffle": "cycle"}, (3,)),
        ("partners-nordic", {}, (3,)),
        ("partners-pawns", {"shuffle": "deal"}, (1, 2, 3)),
    ):
        game = load(rulebook, None, options)
        deal = game.round(None, 0)
        forgotten = []
        for number in (1, 2, 3):
            deal.play(deal.turn, 7, number)
            assert deal.seen(7, number)
            _play_a_deal(deal, game)
            if not deal.seen(7, number):
                forgotten.append(number)
        assert tuple(forgotten) == gathered, (rulebook, options)


def test_h6_with_a_pawn_out_each_colour_begins_with_one_on_its_start_circle():
    assert position_text(
        load("sorry", None, {"out": "1"}), load("sorry", None, {"out": "1"}).new(0)
    ) == ("sorry red:h,h,h,4 blue:h,h,h,19 yellow:h,h,h,34 green:h,h,h,49 turn=red")
    game = load("sorry", (1, 3), {"out": "1"})
    assert position_text(game, game.new(3)) == "sorry blue:h,h,h,19 green:h,h,h,49 turn=green"


def test_only_what_changes_a_card_stands_in_a_position_line():
    for rulebook, options, carried in (
        ("sorry", {"out": "1", "first": "red", "own_landing": "bump"}, " opt=own_landing:bump"),
        ("ludo-norsk", {"forced": "no", "first": "drawn"}, " opt=forced:no"),
        ("partners-movers", {"rest": "must", "shuffle": "cycle"}, " opt=rest:must"),
        ("partners-pawns", {"shuffle": "deal", "first": "red"}, ""),
    ):
        game = load(rulebook, None, options)
        line = position_text(game, game.new(0))
        assert line.partition(" turn=" + game.colours[0])[2] == carried
        assert parse_position(line)[1][TURN] == 0
    assert refusal(ValueError, parse_position, line + " opt=shuffle:deal") == (
        "opt: shuffle is not said in a position line"
    )
