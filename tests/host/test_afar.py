# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What two tables far apart say to each other: nothing lost, nothing doubled, nothing chosen, nothing believed."""

import json
import random

import pytest
from nacl.public import Box, PublicKey

from tavle.afar.hands import private_key
from tavle.afar.kept import Kept
from tavle.afar.log import Wrong
from tavle.afar.screen import Screen
from tavle.afar.side import Side, about
from tavle.device.settings import game_of
from tavle.errors import TavleError

LUDO = {"rulebook": "ludo-norsk", "seats": ["red", "blue"]}
SORRY = {"rulebook": "sorry", "seats": ["red", "blue", "yellow", "green"]}
PARTNERS = {"rulebook": "partners-pawns", "seats": ["green", "blue", "red", "yellow"]}


def told(game, **options):
    """Return a game as a table tells it."""
    full = game_of({**game, "options": options})
    return {**game, "options": dict(full.options)}


def side(name, game, mine, path=None, seed=None):
    """Return a side; `seed`: its secret, so that the same is thrown and dealt again."""
    kept = Kept(path)
    if seed is not None:
        kept.begin(f"{seed:064x}", {"name": name, "game": game, "mine": mine})
    return Side(about(name, game, mine, kept), kept)


def pair(game=LUDO, paths=(None, None), mine=None, seeds=(None, None), **options):
    """Return two sides that have met and know who begins; the first has the colours `mine`, or every other one."""
    told_game = told(game, **options)
    seats = game["seats"]
    mine = mine or seats[::2]
    others = [colour for colour in seats if colour not in mine]
    sides = (
        side("oslo", told_game, mine, paths[0], seeds[0]),
        side("turku", told_game, others, paths[1], seeds[1]),
    )
    for one, other in (sides, sides[::-1]):
        one.meet(json.loads(json.dumps(other.hello)))
    talk(*sides)
    return sides


def talk(one, other):
    """Let both hear each other until nobody has news."""
    while other.hear(carried(one)) | one.hear(carried(other)):
        pass


def carried(one):
    return json.loads(json.dumps(one.document()))


def results(one):
    """Return the positions that the throw or card of the seat to act may lead to."""
    return list(one.log.results(one.card))


def act(sides, chance):
    """Let the side that is to act make some move."""
    acting = next(one for one in sides if one.acts)
    line = chance.choice(results(acting))
    assert acting.made(line)
    return line


@pytest.mark.parametrize("game", [LUDO, SORRY], ids=["ludo", "sorry"])
def test_a_game_comes_to_its_end_over_a_post_that_loses_doubles_and_delays(game):
    chance = random.Random(7)
    sides = pair(game)
    letters = [[], []]
    for _ in range(40_000):
        for i, one in enumerate(sides):
            if one.acts and one.card and chance.random() < 0.5:
                act(sides, chance)
            letters[1 - i].append(carried(one))
            for _ in range(chance.randrange(3)):
                if letters[i]:
                    letter = chance.choice(letters[i][-6:])
                    one.hear(letter)
        if all(one.over for one in sides):
            break
    assert sides[0].log.entries == sides[1].log.entries
    assert sides[0].log.lines == sides[1].log.lines and " turn=none " in sides[0].log.line + " "
    assert [entry["n"] for entry in sides[0].log.entries] == list(range(len(sides[0].log)))


def test_draws_are_fair_and_nobody_knows_one_before_its_time():
    chance = random.Random(3)
    sides = pair()
    thrown = []
    while not sides[0].over and len(thrown) < 60:
        acting, other = sides if sides[0].acts else sides[::-1]
        assert acting.card == other.card
        thrown.append(acting.card)
        act(sides, chance)
        assert not acting.card or not acting.log.turn, "the other side has not shown its link yet"
        talk(*sides)
    assert len(set(thrown)) == 6
    sides = pair(SORRY)
    while len(sides[0].log) < 45:
        act(sides, chance)
        talk(*sides)
    game = game_of(told(SORRY))
    pile = [card for card, n in zip(game.actions, game.deck) for _ in range(n)]
    drawn = [entry["card"] for entry in sides[0].log.entries]
    assert sorted(drawn) == sorted(pile), "the first 45 cards are the whole pile"


def test_a_pause_of_a_day_and_power_cuts_of_both_pcs(tmp_path):
    chance = random.Random(5)
    paths = tmp_path / "oslo", tmp_path / "turku"
    sides = pair(paths=paths)
    for _ in range(30):
        act(sides, chance)
        talk(*sides)
    wrote = next(one for one in sides if one.acts)
    before = act(sides, chance)  # nobody has heard of it when the power goes
    with paths[0].open("ab") as file:
        file.write(b'{"entry": {"n"')  # a line that was not finished
    assert paths[0].stat().st_mode & 0o77 == 0, "whoever reads it knows the throws to come"
    again = [side("oslo", {}, [], paths[0]), side("turku", {}, [], paths[1])]
    assert [one.far for one in again] == [one.far for one in sides]
    talk(*again)
    assert again[0].log.lines == again[1].log.lines == wrote.log.lines
    assert again[0].log.line == before
    act(again, chance)
    talk(*again)
    assert again[0].log.entries == again[1].log.entries


def test_a_move_is_taken_back_only_when_both_want_that():
    chance = random.Random(9)
    sides = pair()
    assert not sides[0].want_back(), "there is nothing to take back"
    while not any(one.log.line != one.log.lines[-2] for one in sides if len(one.log) > 1):
        act(sides, chance)
        talk(*sides)
    before, card = sides[0].log.lines[-2], sides[0].log.entries[-1]["card"]
    count = len(sides[0].log)
    assert sides[0].want_back()
    talk(*sides)
    assert len(sides[1].log) == count and sides[1].far_wish == count, "it is only asked"
    assert sides[1].want_back()
    talk(*sides)
    for one in sides:
        assert one.log.line == before and one.card == card, "its throw is in force again"
        assert one.log.entries[-1]["back"]
    act(sides, chance)
    talk(*sides)
    assert sides[0].log.entries == sides[1].log.entries and len(sides[0].log) == count + 2
    sides[0].want_back()
    act(sides, chance)
    talk(*sides)
    sides[1].want_back()
    talk(*sides)
    assert "back" not in sides[0].log.entries[-1], "it was wanted of a move before"


def test_what_cannot_be_is_not_taken():
    chance = random.Random(2)
    sides = pair()
    acting, other = sides if sides[0].acts else sides[::-1]
    line, card = results(acting)[0], acting.card
    good = carried(acting)
    n = len(acting.log)
    entry = {"n": n, "by": acting.hello["chain"][:8], "card": card, "position": line}
    wrong = "1" if card != "1" else "2"
    for strange in (
        {**entry, "card": wrong},
        {**entry, "position": line.replace("turn=", "turn=green")},
        {**entry, "position": 7},
        {"n": n, "by": "", "back": True},
    ):
        with pytest.raises(Wrong):
            other.hear({**good, "entries": [strange]})
    n_shown, link = good["shows"]
    for shows in (
        [n_shown, "00" * 32],
        [n_shown, link[:-2]],
        [n_shown + 9000, link],
        [n_shown, 5],
    ):
        with pytest.raises(Wrong):
            other.hear({**good, "shows": shows})
    for strange in ({}, {**good, "entries": 5}, {**good, "at": "3"}, {**good, "entries": [5]}):
        with pytest.raises(Wrong):
            other.hear(strange)
    assert other.log.entries == [] and act(sides, chance)
    acting.hear(carried(other))
    talk(*sides)
    if other.acts:  # and what is this side's to write nobody else writes
        mine = {"n": len(other.log), "card": other.card, "position": results(other)[0]}
        with pytest.raises(Wrong):
            other.hear({**carried(acting), "entries": [mine]})


def test_two_that_do_not_play_the_same_game_are_told_the_first_difference():
    ludo = told(LUDO)
    one = side("oslo", ludo, ["red"])
    blue = side("turku", ludo, ["blue"]).hello
    for change, words in (
        ({"tavle": "9.9.9"}, "the other one 9.9.9"),
        ({"game": told(SORRY)}, "plays ludo-norsk, the other one sorry"),
        ({"game": {**ludo, "seats": ["red", "green"]}}, "the other one red, green"),
        ({"game": {**ludo, "options": {**ludo["options"], "extra": "yes"}}}, "house rule extra"),
        ({"mine": ["red"]}, "both play red"),
        ({"mine": []}, "nobody plays blue"),
        ({"chain": "xyz"}, "not understood"),
        ({"game": 5}, "not understood"),
        ({"mine": [5]}, "not understood"),
    ):
        with pytest.raises(TavleError) as told_error:
            one.meet({**blue, **change})
        assert words in str(told_error.value), change
    cards = side("oslo", told(PARTNERS), ["green", "red"])
    others = side("turku", told(PARTNERS), ["blue", "yellow"]).hello
    for key in ("", "00" * 32, "00" * 31):
        with pytest.raises(TavleError, match="not understood"):
            cards.meet({**others, "key": key})
    assert one.far is None and one.meet(blue) and not one.meet(blue)
    with pytest.raises(TavleError, match="begun it anew"):
        one.meet(side("turku", ludo, ["blue"]).hello)


def deal(sides, chance):
    """Let everybody pass a card to the partner."""
    for one in sides:
        for colour in one.hands.to_give():
            assert one.hands.give(colour, chance.choice(one.hands.hand(colour))[0])
    talk(*sides)


def play(sides, chance):
    """Let the side that is to act play a card or fold; return what was laid."""
    deal(sides, chance)
    acting = next(one for one in sides if one.acts)
    if acting.fold():
        return [tuple(card) for card in acting.log.entries[-1]["fold"]]
    assert acting.choose(chance.choice(acting.hands.playable()))
    assert acting.made(chance.choice(list(acting.log.results(acting.card))))
    entry = acting.log.entries[-1]
    return [(entry["card"], entry["copy"])]


@pytest.mark.parametrize("mine", [["green", "red"], ["green", "blue"], ["yellow"]], ids="+".join)
def test_partners_are_dealt_what_neither_side_chose_and_no_hand_is_on_the_wire(mine, tmp_path):
    chance = random.Random(11)
    paths = tmp_path / "oslo", tmp_path / "turku"
    sides = pair(PARTNERS, paths, mine)
    wire = []
    laid = set()
    while not sides[0].over and len(sides[0].log.deals) < 6:
        for one in sides:
            wire.append(json.dumps({**one.document(), "entries": []}))
        laid.update(play(sides, chance))
        talk(*sides)
        held = [{c: one.hands.hand(c) for c in one.mine} for one in sides]
        cards = [tuple(card) for hands in held for hand in hands.values() for card in hand]
        assert len(cards) == len(set(cards)), "nobody holds what another one holds"
        for one, hands in zip(sides, held):
            counts = [one.log.round.hand(PARTNERS["seats"].index(c)) for c in one.mine]
            given = [c in one.hands.to_give() for c in one.mine]
            assert counts == [len(hand) for hand in hands.values()] or any(given)
    assert sides[0].log.lines == sides[1].log.lines and len(laid) > 30
    for text in wire:
        said = json.loads(text)
        assert set(said) == {"at", "entries", "shows", "wish", "line", "hands"}
        assert said["hands"] is None or set(said["hands"]) == {"deal", "box"}
        if said["hands"]:
            box = bytes.fromhex(said["hands"]["box"])
            assert not any(word in box for word in (b"green", b"yellow", b"swap"))
    again = [side("oslo", {}, [], paths[0]), side("turku", {}, [], paths[1])]
    talk(*again)
    for one, two in zip(sides, again):
        assert {c: one.hands.hand(c) for c in one.mine} == {c: two.hands.hand(c) for c in one.mine}
        assert one.log.deals == two.log.deals and one.log.line == two.log.line


def test_hands_in_the_terminal_are_shown_to_one_colour_at_a_time():
    while not (sides := pair(PARTNERS))[0].acts:
        pass
    one = sides[0]
    typed, told_lines, cleared = [], [], []
    screen = Screen(
        one, lambda: typed.pop(0) if typed else None, told_lines.append, lambda: cleared.append(1)
    )
    for colour in one.mine:
        hand = [name for name, _ in one.hands.hand(colour)]
        screen.step()
        assert told_lines[-1] == f"{colour}: Enter shows your cards"
        typed += ["\n", "99\n", hand[0] + "\n"]
        screen.step()
        asked = f"{colour} holds {', '.join(hand)}. Which one goes to the partner?"
        assert told_lines[-2:] == [asked, "99 cannot be chosen"]
    assert len(cleared) == 2 and not one.hands.to_give()
    screen.step()
    if not one.log.entries:
        name = one.hands.playable()[0]
        typed += ["\n", name + "\n"]
        screen.step()
        assert told_lines[-1].endswith("Which one is played?") and one.card == name
        one.withdraw()
        screen.step()
        assert told_lines[-1].endswith("Enter shows your cards") and not one.card
    else:
        assert told_lines[-1].endswith("can play no card and folds")


def test_who_plays_what_nobody_has_dealt_to_it_is_found_out():
    chance = random.Random(12)
    while (sides := pair(PARTNERS))[0].acts:
        pass
    hearing, acting = sides
    assert hearing.hands.deals and not acting.hands.deals
    deal(sides, chance)
    log = acting.log
    mine = {card for colour in acting.mine for card in acting.hands.hand(colour)}
    names = dict(zip(log.game.actions, log.game.deck))
    foreign = [
        (name, copy) for name in names for copy in range(1, names[name] + 1)
        if log.results(name) and (name, copy) not in mine
    ]  # fmt: skip
    document = carried(acting)
    for fields in (
        {"card": 5},
        {"card": "99", "copy": 1},
        {"fold": 7},
        {"fold": [["2", "x"]]},
        {},
    ):
        with pytest.raises(Wrong):
            hearing.hear({**document, "entries": [{"n": 0, **fields}]})
    name, copy = foreign[0]
    lie = {"n": 0, "card": name, "copy": copy, "position": next(iter(log.results(name)))}
    with pytest.raises(Wrong, match="has not got"):
        hearing.hear({**document, "entries": [lie]})


def test_who_passes_a_card_that_it_has_not_got_is_found_out(tmp_path):
    path = tmp_path / "turku"
    dealer, other = pair(PARTNERS, (None, path), ["green", "blue"])
    box = Box(private_key(Kept(path).secret), PublicKey(bytes.fromhex(dealer.hello["key"])))
    foreign = dealer.hands.hand("green")[0]
    for passed, words in (
        ({"red": foreign}, "red has not got"),
        ({"red": ["99", 1]}, "not of this deal"),
        ([foreign], "not understood"),
    ):
        sealed = bytes(box.encrypt(json.dumps([0, {}, passed]).encode())).hex()
        with pytest.raises(Wrong, match=words):
            dealer.hear({**carried(other), "hands": {"deal": 0, "box": sealed}})


def test_a_dealer_who_deals_other_cards_than_were_drawn_is_found_out_when_the_cards_are_played(
    tmp_path,
):
    chance = random.Random(13)
    dealer, other = (
        side("oslo", told(PARTNERS), ["green", "red"], tmp_path / "oslo"),
        side("turku", told(PARTNERS), ["blue", "yellow"]),
    )
    key = private_key(Kept(tmp_path / "oslo").secret)
    box = Box(key, PublicKey(bytes.fromhex(other.hello["key"])))
    lies = {}

    def lying():
        """Return what the dealer says, with the hands of blue and yellow exchanged."""
        document = carried(dealer)
        said = document.get("hands")
        if said:
            if said["deal"] not in lies:
                deal, hands, _ = json.loads(box.decrypt(bytes.fromhex(said["box"])))
                hands["blue"], hands["yellow"] = hands["yellow"], hands["blue"]
                told = json.dumps([deal, hands, {}])
                lies[said["deal"]] = bytes(box.encrypt(told.encode())).hex()
            said["box"] = lies[said["deal"]]
        return document

    dealer.meet(other.hello)
    other.meet(dealer.hello)
    sides = dealer, other
    with pytest.raises(Wrong, match="dealt other cards"):
        for _ in range(400):
            while other.hear(lying()) | dealer.hear(carried(other)):
                pass
            play(sides, chance)
    assert dealer.log.deals[-1] == (1, 0), "as soon as the dealer has shown its link"
