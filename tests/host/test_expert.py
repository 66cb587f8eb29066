# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The expert: legal, repeatable, blind to what its seat cannot know, alone and with helpers."""

from deals import Hands, four

from players.chance import Chance
from players.observation import Observation
from rules import load
from rules.parse import parse_position
from tavle.players import arena
from tavle.players.expert import Expert


def told(expert, seen, seed=1):
    for _ in expert.think(seen, Chance(seed)):
        pass
    return expert.action, expert.after


def middle(rulebook, turns, seed=4):
    game = load(rulebook)
    table = Hands(game, four(game, "normal"), seed)
    for _ in range(turns):
        table.turn()
    seat = table.round.turn
    table.state[16] = seat
    return game, table, seat


def test_the_expert_plays_legally_and_the_same_again():
    for rulebook in ("partners-movers", "partners-nordic", "partners-pawns"):
        game, table, seat = middle(rulebook, 26)
        expert = Expert(game, 60)
        choice = told(expert, table.seen(seat))
        if choice[0] != 255:
            assert game.results(table.state, choice[0]).find(choice[1]) >= 0
        assert choice == told(Expert(game, 60), table.seen(seat))


def test_every_walk_down_the_tree_is_counted_at_its_root():
    game, table, seat = middle("partners-pawns", 30)
    visits = Expert(game, 60).grow(table.seen(seat), 60, Chance(3))
    assert sum(visits.values()) == 60 and len(visits) > 1


def test_hidden_cards_dealt_otherwise_change_nothing():
    game, table, seat = middle("partners-pawns", 25)
    first = told(Expert(game, 60), table.seen(seat))
    others = [s for s in range(4) if s != seat]
    hidden = [card for s in others for card in table.hands[s]] + table.deck
    for s in others:
        table.hands[s] = [hidden.pop() for _ in table.hands[s]]
    assert first == told(Expert(game, 60), table.seen(seat))


def test_processes_grow_trees_together():
    game, table, seat = middle("partners-pawns", 24)
    choice = told(Expert(game, 40, processes=2), table.seen(seat))
    assert choice[0] == 255 or game.results(table.state, choice[0]).find(choice[1]) >= 0


def test_a_win_is_taken_and_a_throw_thought_about():
    line = "ludo-norsk red:z5,f,f,f yellow:h,h,h,3 blue:h,h,h,30 green:h,h,h,h turn=red"
    game, state = parse_position(line)
    after = told(Expert(game, 20), Observation(bytes(state), 0, b"\0"))[1]
    assert after[17] == 1
    line = "ludo-norsk red:h,h,4,30 yellow:h,h,h,28 blue:h,h,h,h green:h,h,h,h turn=red"
    game, state = parse_position(line)
    action, after = told(Expert(game, 60), Observation(bytes(state), 0, b"\2"))
    assert game.results(state, action).find(after) >= 0


def test_the_arena_knows_the_expert():
    assert isinstance(arena.make("expert", load("partners-pawns")), Expert)


class Forgetful(dict):
    """Keeps nothing."""

    def __setitem__(self, key, value):
        pass


def test_what_walks_keep_of_results_changes_no_choice():
    for rulebook, turns in (("partners-pawns", 8), ("partners-nordic", 8)):
        game, table, seat = middle(rulebook, turns)
        seen = table.seen(seat)
        expert, other = Expert(game, 60), Expert(game, 60)
        other._walk._kept = Forgetful()
        visits = expert.grow(seen, 60, Chance(2))
        assert expert._walk._kept and not other._walk._kept
        assert visits == other.grow(seen, 60, Chance(2))
        # A card is worth something else to another seat: nothing is left of the last decision.
        table.turn()
        seat = table.round.turn
        table.state[16] = seat
        later, fresh = table.seen(seat), Expert(game, 60)
        assert expert.grow(later, 60, Chance(2)) == fresh.grow(later, 60, Chance(2))
        assert expert._walk._kept == fresh._walk._kept
