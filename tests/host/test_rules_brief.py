# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle rules`: the rules in brief, what each card does and the house rules, in six languages."""

import pytest

from tavle import cli
from tavle.live import brief
from tavle.paths import add_firmware
from tavle.words.catalogue import NAMES, Words

add_firmware()
from rules import RULEBOOKS, load  # noqa: E402
from rules.games.partners.editions import SWAP  # noqa: E402


def said(capsys, *words):
    assert cli.run(["rules", *words]) == 0
    return capsys.readouterr().out


def test_p16_only_the_pawns_edition_spares_a_pawn_on_its_own_start(capsys):
    spared = "on their own start space"
    assert spared in said(capsys, "partners-pawns")
    assert spared not in said(capsys, "partners-movers") + said(capsys, "partners-nordic")


def test_p15_h1_the_rest_of_a_7_is_told_by_edition_and_house_rule(capsys):
    may, must, used = (
        "or it is given up",
        "if they can; else it is given up",
        "you may not finish that way",
    )
    for words, told in (
        (("partners-pawns",), used), (("partners-movers",), may), (("partners-nordic",), must),
        (("partners-movers", "--options", "rest=must"), must), (("partners-nordic", "--options", "rest=may"), may),
    ):  # fmt: skip
        brief_rules = said(capsys, *words).partition("What each card does")[0]
        assert [one for one in (may, must, used) if one in brief_rules] == [told], words


def test_l6_l10_ludo_tells_of_a_declined_throw_and_of_a_capture_on_ones_own_free_field(capsys):
    assert "You must move if you can." in said(capsys, "ludo-norsk")
    told = said(capsys, "ludo-norsk", "--options", "forced=no")
    assert "You must move if you can." not in told and "You may let a throw go" in told
    assert "A pawn that comes out at once sends home any pawn on its free field" in told


def test_s6_sorry_tells_of_ones_own_pawn(capsys):
    assert "You cannot land on your own pawn." in said(capsys, "sorry")
    assert "sends it back to START too" in said(capsys, "sorry", "--options", "own_landing=bump")


def test_h2_the_deal_is_told_by_the_house_rule(capsys):
    always = "gathered and shuffled for every deal."
    assert always in said(capsys, "partners-movers") and always not in said(
        capsys, "partners-nordic"
    )
    assert always in said(capsys, "partners-nordic", "--options", "shuffle=deal")


def test_every_game_tells_what_brings_a_pawn_out(capsys):
    for rulebook, cards in (
        ("partners-nordic", "Start, 8 or start, 13 or start"),
        ("ludo-norsk", "6"),
        ("sorry", "1, 2, Sorry!"),
    ):
        assert f"This gets a pawn out of home: {cards}." in said(capsys, rulebook)


@pytest.mark.parametrize("language", NAMES)
def test_every_card_says_what_the_rules_data_says(language):
    words = Words(language)
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        told = dict(brief.cards(game))
        assert tuple(told) == game.actions
        for action, name in told.items():
            text = words.say(name, n=int(action)) if name == "card.steps" else words.say(name)
            assert text != name, name
            if game.family == "partners":
                card = game.cards[game.actions.index(action)]
                numbers = [abs(n) for n in card if n and n < SWAP]
                assert action == "joker" or all(str(n) in text for n in numbers), (action, text)


@pytest.mark.parametrize("language", NAMES)
def test_every_house_rule_and_every_value_has_a_sentence(language):
    own = Words(language).sentences
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        for name, _, _ in game.house:
            assert own[f"option.{name}"].strip()
            for value in game.choices(name):
                kind = "colour" if value in game.colours else f"option.{name}"
                assert own[f"{kind}.{value}"].strip()


def test_finnish_and_swedish_speak_as_their_rulebook():
    for language, words, others in (
        ("fi", ("aloituskentässään", "Rauhoitettuja"), ("lähtöruu", "suojattu")),
        ("sv", ("startfält", "Skyddade"), ("startrut", "fredad")),
    ):
        text = "\n".join(str(one) for one in Words(language).sentences.values())
        assert all(word in text for word in words)
        assert not [word for word in others if word in text.lower()]


def test_a_rulebook_that_is_none_is_refused(capsys):
    assert cli.run(["rules", "chess"]) == 2
    assert "known: partners-movers" in capsys.readouterr().err
