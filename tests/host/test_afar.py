# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What two tables far apart say to each other: nothing lost, nothing doubled, nothing chosen, nothing believed."""

import json
import random

import pytest

from tavle.afar.kept import Kept
from tavle.afar.log import Wrong
from tavle.afar.side import Side, about
from tavle.device.settings import game_of
from tavle.errors import TavleError

LUDO = {"rulebook": "ludo-norsk", "seats": ["red", "blue"]}
SORRY = {"rulebook": "sorry", "seats": ["red", "blue", "yellow", "green"]}


def told(game, **options):
    """Return a game as a table tells it."""
    full = game_of({**game, "options": options})
    return {**game, "options": dict(full.options)}


def side(name, game, mine, path=None):
    kept = Kept(path)
    return Side(about(name, game, mine, kept), kept)


def pair(game=LUDO, paths=(None, None), **options):
    """Return two sides that have met and know who begins."""
    told_game = told(game, **options)
    seats = game["seats"]
    sides = (
        side("oslo", told_game, seats[::2], paths[0]),
        side("turku", told_game, seats[1::2], paths[1]),
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
    pile = [one["card"] for one in _sorry(45, chance)]
    assert sorted(pile) == sorted(
        card for card, n in zip(sides_deck()[0], sides_deck()[1]) for _ in range(n)
    ), "the first 45 cards are the whole pile"


def sides_deck():
    game = game_of(told(SORRY))
    return game.actions, game.deck


def _sorry(most, chance):
    sides = pair(SORRY)
    while len(sides[0].log) < most:
        act(sides, chance)
        talk(*sides)
    return sides[0].log.entries


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
    again = [
        side("oslo", {}, [], paths[0]),
        side("turku", {}, [], paths[1]),
    ]
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
    assert one.far is None and one.meet(blue) and not one.meet(blue)
    with pytest.raises(TavleError, match="begun it anew"):
        one.meet(side("turku", ludo, ["blue"]).hello)
