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
from tavle.players import fit, ladder, learned
from tavle.players.expert import Expert
from tavle.players.learned import WEIGHTS, Learned, new_judge

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
    game, state = parse_position(line)
    for hand in ("start 2 9 10", "6 8s 3 3", "12 9 5 13s"):
        cards = bytes([game.actions.index(name) for name in hand.split()])
        seen = Observation(bytes(state), state[16], cards, b"\4" * 4, bytes(len(game.actions)))
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


BOARDS = (
    "partners-pawns green:h,6,21,z1 blue:h,h,29,46 red:30,58,z3,z4 yellow:h,2,44,47 turn=green",
    "ludo-norsk red:h,3,17,z2 yellow:h,h,20,f blue:4,30,z5,f green:h,h,h,41 turn=blue",
    "sorry red:h,3,17,z2 blue:h,h,18,f yellow:33,34,z5,f green:h,h,h,48 turn=yellow",
)


@pytest.mark.parametrize("line", BOARDS, ids=lambda line: line.split()[0])
def test_what_is_learned_of_a_board_is_the_same_from_every_chair(line):
    game, state = parse_position(line)
    chances = Learned(new_judge(game)).chances(state)
    assert sum(chances) == pytest.approx(2 if game.hand else 1)
    turned = bytearray(20)
    for seat in range(4):
        for i in range(4):
            place = state[4 * seat + i]
            if 0 < place <= game.ring:
                place = (place - 1 + game.ring // 4) % game.ring + 1
            turned[4 * ((seat + 1) % 4) + i] = place
    turned[16] = (state[16] + 1) % 4
    learned = Learned(new_judge(game))
    assert learned.chances(turned) == pytest.approx(chances[-1:] + chances[:-1])
    for learned.seat in range(4):
        assert learned(turned) == pytest.approx(20000 * chances[learned.seat - 1] - 10000, abs=1)


def test_who_has_won_is_certain_and_who_does_not_play_wins_nothing():
    game, state = parse_position("ludo-norsk red:z5,f,f,f blue:h,h,h,30 turn=red")
    learned = Learned(new_judge(game))
    red, yellow, blue, green = learned.chances(state)
    assert red > 0.8 and blue == pytest.approx(1 - red) and yellow == green == 0
    over = game.results(state, 0).state(0)
    assert learned.chances(over) == [1, 0, 0, 0] and learned(over) == 10000


def test_everything_that_is_looked_at_has_been_learned():
    weights = json.loads(WEIGHTS.read_text())
    for judge, lesson in fit.LESSONS.items():
        sizes = {name: knots[-1] + 1 for name, knots in lesson.knots.items()}
        assert {name: len(table) for name, table in weights[judge].items()} == sizes


@pytest.mark.parametrize("rulebook", ["ludo-norsk", "ludo-dansk", "ludo-world", "sorry"])
def test_the_further_on_a_pawn_is_the_likelier_its_player_wins(rulebook):
    chances = []
    other = "yellow" if rulebook == "sorry" else "blue"
    for pawns in ("h,h,20,26", "h,20,22,26", "h,20,26,z2", "h,20,26,f"):
        game, state = parse_position(f"{rulebook} red:{pawns} {other}:h,21,27,30 turn=red")
        chances.append(Learned(new_judge(game)).chances(state)[0])
    assert chances == sorted(chances) and chances[-1] > 1.3 * chances[0]


# The fit


def test_games_are_played_once_and_a_torn_line_again(tmp_path):
    path = tmp_path / "fit.csv"
    path.write_text("ludo,0,1,00010203 01020304\nludo,1,2,0001020")
    assert [seed for _, seed, _, _ in fit.read(path)] == [0]
    path.write_text("ludo,0,1,00010203\nludo,1,2,0001\n")
    assert fit.play(path, "ludo", 2) == 0
    assert next(iter(fit.read(path))) == ("ludo", 0, 1, [bytes((0, 1, 2, 3))])


def test_a_fit_finds_the_weights_that_outcomes_were_made_with():
    """Every row stands for as many outcomes as its chance says."""
    true = [0.8, -1.1, 0.0]
    rows = []
    for a in (0, 1, 2):
        for b in (0, 1, 2):
            sides = [{0: float(a)}, {1: float(b)}, {0: 1.0, 1: 1.0}]
            worth = [true[0] * a, true[1] * b, true[0] + true[1]]
            whole = sum(map(math.exp, worth))
            for side in range(3):
                rows += [(sides, side)] * round(2000 * math.exp(worth[side]) / whole)
    assert fit.newton(rows, 3) == pytest.approx(true, abs=0.01)


@pytest.mark.parametrize(("judge", "seed"), [("partners", 5), ("ludo_world", 2)])
def test_a_fit_is_made_and_written_and_the_others_are_kept(judge, seed, tmp_path, capsys):
    path, weights = tmp_path / "fit.csv", tmp_path / "learned.json"
    line = fit.game_of(judge, seed)
    name, number, winners, boards = line.rstrip().split(",")
    assert (name, number) == (judge, str(seed)) and 0 < int(winners) < 16
    assert len(boards.split()) > 3
    path.write_text(line)
    weights.write_text('{"sorry": {"homes": [1, 2]}}')
    fit.main(["--file", str(path), "--only", judge, "--games", "0", "--weights", str(weights)])
    assert f"{judge}: 0 games played now\nfitted: log loss " in capsys.readouterr().out
    found = json.loads(weights.read_text())
    assert list(found) == [judge, "sorry"] and found["sorry"] == {"homes": [1, 2]}
    assert list(found[judge]) == list(fit.LESSONS[judge].knots)


def test_other_weights_are_another_player(tmp_path, monkeypatch):
    before = ladder.mark("partners-pawns", "expert", "hard")
    other = tmp_path / "learned.json"
    other.write_text(WEIGHTS.read_text().replace("1", "2"))
    monkeypatch.setattr(learned, "WEIGHTS", other)
    ladder.mark.cache_clear()
    assert ladder.mark("partners-pawns", "expert", "hard") != before
    ladder.mark.cache_clear()
