# SPDX-License-Identifier: Apache-2.0
"""The quick look of playing on: its moves are the rules' moves, though it makes no results."""

import sys

from deals import reached, through
from helpers_noalloc import no_alloc

from players import load as load_player
from players.chance import Chance
from players.hands import Playout
from players.observation import Observation
from rules import load
from rules.game import HOME, NOBODY, TURN
from rules.games.partners import editions
from rules.notation import position_text
from rules.parse import parse_position

PARTNERS = ("partners-movers", "partners-nordic", "partners-pawns", "tock")
CARDS = 600 if sys.implementation.name == "cpython" else 40


def play_on(playout, guess, action, after, turns):
    playout.begin(guess, action, after, turns)
    while playout.step():
        pass


def positions(game, chance, count):
    state = bytes(game.new())
    while count:
        found = game.results(state, chance(len(game.actions)))
        state = found[chance(len(found))][0] if found else game.skip(state)
        if state[TURN] == NOBODY:
            state = bytes(game.new())
        count -= 1
        yield state


def played(game, state, action):
    """Return the position after the next seat has played its one card by the quick look."""
    player = load_player("normal", game)
    before = bytearray(state)
    before[TURN] = (state[TURN] + 3) & 3  # who thinks; it has just played its last card
    counts = bytearray(4)
    counts[state[TURN]] = 1
    seen = Observation(bytes(before), before[TURN], b"\x07", bytes(counts))
    through(player.judge.prepare(seen))
    playout = Playout(player.judge)
    size = max(game.hand)
    guess = bytearray(b"\xff" * (4 * size))
    guess[size * before[TURN]] = 7
    guess[size * state[TURN]] = action
    playout.guess(seen, Chance(1), 1)
    play_on(playout, guess, 7, state, 1)
    return reached(playout)


def test_a_quick_move_is_a_result_of_the_card():
    sevens = 0
    for rulebook in PARTNERS:
        game = load(rulebook)
        chance = Chance(11)
        for state in positions(game, chance, CARDS):
            action = chance(len(game.actions))
            found = [after for after, _ in game.results(state, action)]
            now = played(game, state, action)
            shared = editions.SPLIT in game.cards[action]
            if not found and not shared:
                assert now == state, (rulebook, game.actions[action], state)
            elif not shared:
                assert now in found, (rulebook, game.actions[action], state)
            else:
                sevens += now in found or now == state
                possible(game, now)
    assert sevens


def possible(game, state):
    """Say no when a position could not be: the four of a seat sorted, a circle never shared."""
    for seat in range(4):
        four = list(state[4 * seat : 4 * seat + 4])
        assert four == sorted(four)
    game.validate(state)  # raises BadPosition


def test_playing_on_ends_in_a_position_that_can_be():
    for rulebook in PARTNERS:
        game = load(rulebook)
        chance = Chance(5)
        player = load_player("hard", game)
        playout = Playout(player.judge)
        for state in positions(game, chance, CARDS // 4):
            hand = bytes((chance(14), 5, 6))
            seen = Observation(state, state[TURN], hand, b"\x03\x03\x03\x03")
            through(player.judge.prepare(seen))
            found = game.results(state, hand[0])
            if not len(found):
                continue
            guess = playout.guess(seen, chance, 8)
            size = max(game.hand)
            held = [guess[size * s : size * s + size] for s in range(4)]
            assert [sum(card != NOBODY for card in one) for one in held] == [3] * 4
            play_on(playout, guess, hand[0], found.state(0), 8)
            possible(game, reached(playout))


def test_the_quick_look_sends_the_opponent_home_and_not_the_partner():
    game = load("partners-pawns")
    state = bytearray(game.new(0))
    state[0:4] = bytes((HOME, HOME, 6, 21))  # green on 5 and 20
    state[4:8] = bytes((HOME, HOME, HOME, 26))  # blue on 25
    state[8:12] = bytes((HOME, HOME, HOME, 11))  # red, the partner, on 10
    now = played(game, bytes(state), game.actions.index("5"))
    assert now[7] == HOME and now[11] == 11


def test_two_pawns_of_a_seven_come_to_one_place_only_where_both_count():
    """Who stands there is sent home once, a circle holds one; on the ring they make a wall of two, or of three."""
    for before, after in (
        (
            "movers green:h,h,24,27 blue:h,h,h,29 red:h,h,h,h yellow:h,h,h,h turn=green",
            "movers green:h,h,27,32 blue:h,h,h,29 red:h,h,h,h yellow:h,h,h,h turn=blue",
        ),
        (
            "movers green:h,51,56,57 blue:h,h,h,16 red:h,h,h,h yellow:h,h,h,h turn=green",
            "movers green:h,51,57,z4 blue:h,h,h,16 red:h,h,h,h yellow:h,h,h,h turn=blue",
        ),
        (
            "movers green:h,h,10,13 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
            "movers green:h,h,16,16 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=blue",
        ),
        (
            "pawns green:h,10,13,16 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
            "pawns green:h,16,16,16 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=blue",
        ),
        (  # the last space before the ring begins anew
            "movers green:h,h,h,0 blue:h,h,h,h red:h,h,h,h yellow:h,h,53,58 turn=yellow",
            "movers green:h,h,h,0 blue:h,h,h,h red:h,h,h,h yellow:h,h,59,59 turn=green",
        ),
    ):
        game, state = parse_position("partners-" + before)
        now = played(game, bytes(state), game.actions.index("7"))
        assert position_text(game, now) == "partners-" + after


def test_playing_on_makes_nothing_new():
    """What it left would have to be collected, and each call would look for a gap among it."""
    # All that takes a way of its own: out of home, a 7, a swap, 4 back, others' pawns.
    for rulebook, cards in (("partners-pawns", "start 7 swap -4"), ("tock", "joker 7 5 4")):
        game = load(rulebook)
        chance = Chance(3)
        player = load_player("hard", game)
        playout = Playout(player.judge)
        hand = bytes([game.actions.index(card) for card in cards.split()])

        def whole(seen, playout=playout, last=hand[3], chance=chance):
            play_on(playout, playout.guess(seen, chance, 8), last, seen.state, 16)

        for state in positions(game, chance, CARDS // 10):
            seen = Observation(state, state[TURN], hand, b"\4\4\4\4")
            through(player.judge.prepare(seen))
            no_alloc(lambda seen=seen, whole=whole: whole(seen))
