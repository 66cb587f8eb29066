# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The expert: legal, repeatable, blind to what its seat cannot know; what it has learned, and from what."""

import json
import math

import pytest
from deals import Hands, four

from players.chance import Chance
from players.observation import Observation
from rules import load
from rules.parse import parse_position
from tavle.players import fit, ladder
from tavle.players.expert import WEIGHTS, Expert, Learned

EDITIONS = ("partners-movers", "partners-nordic", "partners-pawns")


def told(expert, seen, seed=1):
    for _ in expert.think(seen, Chance(seed)):
        pass
    return expert.action, expert.after


def passed(expert, seen, seed=1):
    for _ in expert.exchange(seen, Chance(seed)):
        pass
    return expert.action


def middle(rulebook, turns, seed=4):
    game = load(rulebook)
    table = Hands(game, four(game, "normal"), seed)
    for _ in range(turns):
        table.turn()
    seat = table.round.turn
    table.state[16] = seat
    return game, table, seat


def deal_otherwise(table, seat):
    """Change every card that the seat cannot see."""
    others = [s for s in range(4) if s != seat]
    hidden = [card for s in others for card in table.hands[s]] + table.deck
    for s in others:
        table.hands[s] = [hidden.pop() for _ in table.hands[s]]


def test_the_expert_plays_legally_and_the_same_again():
    for rulebook in EDITIONS:
        game, table, seat = middle(rulebook, 26)
        expert = Expert(game, 2000)
        choice = told(expert, table.seen(seat))
        if choice[0] != 255:
            assert game.results(table.state, choice[0]).find(choice[1]) >= 0
        assert choice == told(Expert(game, 2000), table.seen(seat))


def test_hidden_cards_dealt_otherwise_change_nothing():
    for turns in (25, 26, 27):
        game, table, seat = middle("partners-pawns", turns)
        first = told(Expert(game, 2000), table.seen(seat))
        deal_otherwise(table, seat)
        assert first == told(Expert(game, 2000), table.seen(seat))


def before_the_exchange(line, hand):
    """Return (game, what the seat to act sees): everybody holds four cards."""
    game, state = parse_position(line)
    cards = bytes([game.actions.index(name) for name in hand.split()])
    return game, Observation(bytes(state), state[16], cards, b"\4" * 4, bytes(len(game.actions)))


def test_hidden_cards_dealt_otherwise_change_no_card_for_the_partner():
    game, table, seat = middle("partners-pawns", 25)
    table.hands = [[table.deck.pop() for _ in range(4)] for _ in range(4)]
    hand = bytes([action for action, _ in table.hands[seat]])
    seen = Observation(bytes(table.state), seat, hand, b"\4" * 4, table.seen(seat).seen, 255)
    first = passed(Expert(game, 2000, walks=8), seen)
    deal_otherwise(table, seat)
    assert first in hand and first == passed(Expert(game, 2000, walks=8), seen)


def test_a_partner_who_is_all_at_home_is_given_the_card_that_brings_a_pawn_out():
    line = "partners-pawns green:3,9,20,27 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    for hand in ("start 2 9 10", "6 8s 3 3", "12 9 5 13s"):
        game, seen = before_the_exchange(line, hand)
        card = game.actions[passed(Expert(game, 2000, walks=12), seen)]
        assert card in ("start", "8s", "13s")


def test_walks_for_a_card_leave_the_players_guesses_as_they_were():
    """A walk begins at any seat; thinking afterwards is for the own one."""
    game, table, seat = middle("partners-pawns", 32)
    expert = Expert(game, 2000, walks=4)
    hand = bytes([card for card, _ in table.deck[:4]])
    passed(expert, Observation(bytes(table.state), seat, hand, b"\4" * 4, table.seen(seat).seen))
    assert told(expert, table.seen(seat)) == told(Expert(game, 2000), table.seen(seat))


def test_a_win_is_taken_and_a_throw_thought_about():
    line = "ludo-norsk red:z5,f,f,f yellow:h,h,h,3 blue:h,h,h,30 green:h,h,h,h turn=red"
    game, state = parse_position(line)
    after = told(Expert(game, 500), Observation(bytes(state), 0, b"\0"))[1]
    assert after[17] == 1
    line = "ludo-norsk red:h,h,4,30 yellow:h,h,h,28 blue:h,h,h,h green:h,h,h,h turn=red"
    game, state = parse_position(line)
    action, after = told(Expert(game, 2000), Observation(bytes(state), 0, b"\2"))
    assert game.results(state, action).find(after) >= 0


# What it has learned


def board(*pawns):
    """Return a state by each seat's places: 0 home, 1 to 60 the ring, then the circles."""
    return bytearray(sum(pawns, ())) + bytearray((0, 0, 0, 255))


def test_what_is_learned_of_a_board_is_the_same_from_every_chair():
    learned = Learned()
    state = board((0, 7, 22, 61), (0, 0, 30, 46), (31, 60, 63, 64), (0, 3, 45, 48))
    worth = learned(state)
    for turned in range(1, 4):
        moved = bytearray(20)
        for seat in range(4):
            for i in range(4):
                place = state[4 * seat + i]
                if 0 < place <= 60:
                    place = (place - 1 + 15 * turned) % 60 + 1
                moved[4 * ((seat + turned) % 4) + i] = place
        learned.seat = turned
        assert learned(moved) == worth
    learned.seat = 1
    assert learned(state) == -worth


def test_a_pawn_at_home_is_worth_least_and_four_circles_most():
    weights = json.loads(WEIGHTS.read_text())
    assert [len(weights[name]) for name in ("ring", "homes", "circles")] == [60, 5, 16]
    assert weights["homes"] == sorted(weights["homes"], reverse=True)
    assert max(weights["circles"]) == weights["circles"][15] > 1000


# The fit


def test_games_are_played_once_and_a_torn_line_again(tmp_path):
    path = tmp_path / "fit.csv"
    path.write_text("0,1,00010203 01020304\n1,0,0001020")
    assert [seed for seed, _, _ in fit.read(path)] == [0]
    path.write_text("0,1,00010203\n1,0,0001\n")
    assert fit.play(path, 2) == 0
    assert next(iter(fit.read(path))) == (0, 1, [bytes((0, 1, 2, 3))])


def test_a_fit_finds_the_weights_that_outcomes_were_made_with():
    """Every row stands for as many outcomes as its chance says."""
    true = [0.0] * len(fit.newton([]))
    true[2], true[6] = 0.8, -1.1
    rows = []
    for a in (-2, -1, 0, 1, 2):
        for b in (-2, -1, 0, 1, 2):
            chance = 1 / (1 + math.exp(-(true[2] * a + true[6] * b)))
            won = round(2000 * chance)
            rows += [({2: float(a), 6: float(b)}, 1)] * won
            rows += [({2: float(a), 6: float(b)}, 0)] * (2000 - won)
    assert fit.newton(rows) == pytest.approx(true, abs=0.01)


def test_a_fit_is_made_and_written(tmp_path, capsys):
    path, weights = tmp_path / "fit.csv", tmp_path / "learned.json"
    line = fit.game_of(5)
    seed, won, boards = line.rstrip().split(",")
    assert seed == "5" and won in "01" and len(boards.split()) > 3
    path.write_text(line)
    fit.main(["--file", str(path), "--games", "0", "--weights", str(weights)])
    assert "0 games played now\nfitted: log loss 0." in capsys.readouterr().out
    found = json.loads(weights.read_text())
    assert {name: len(values) for name, values in found.items()} == {
        "ring": 60,
        "homes": 5,
        "circles": 16,
    }


def test_other_weights_are_another_player(tmp_path, monkeypatch):
    before = ladder.mark("partners-pawns", "expert", "hard")
    other = tmp_path / "learned.json"
    other.write_text(WEIGHTS.read_text().replace("1", "2"))
    monkeypatch.setattr(ladder, "LEARNED", other)
    ladder.mark.cache_clear()
    assert ladder.mark("partners-pawns", "expert", "hard") != before
    ladder.mark.cache_clear()
