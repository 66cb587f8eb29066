# SPDX-License-Identifier: Apache-2.0
"""Computer players: legal, repeatable, blind to what their seat cannot know, and no fools."""

import sys

from deals import Hands, deck_of, four, play_drawn, shuffled, through
from refusal import refusal

from players import LEVELS, decide
from players import load as load_player
from players.chance import Chance
from players.observation import Observation, of_round
from rules import RULEBOOKS, load
from rules.game import HOME, NOBODY, TURN, WINNER
from rules.parse import parse_position

CPYTHON = sys.implementation.name == "cpython"
PARTNERS = ("partners-movers", "partners-nordic", "partners-pawns", "tock")
TURNS = 60 if CPYTHON else 12


def seen_of(line, *cards):
    """Return (game, observation) of a position line and the cards of the seat to act."""
    game, state = parse_position(line)
    hand = bytes([game.actions.index(card) for card in cards])
    counts = bytes((4, 4, 4, 4)) if game.hand else bytes(4)
    return game, Observation(bytes(state), state[TURN], hand, counts)


def choice(level, game, seen, seed=1):
    player = decide(load_player(level, game), seen, Chance(seed))
    return player.action, player.after


def test_chance_is_the_same_everywhere_and_spreads_evenly():
    chance = Chance(7)
    assert [chance(1000) for _ in range(6)] == [962, 916, 45, 196, 226, 361]
    counts = [0] * 6
    for _ in range(6000):
        counts[chance(6)] += 1
    assert min(counts) > 880 and max(counts) < 1120, counts


def test_every_level_plays_every_rulebook_legally():
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        for level in LEVELS:
            if rulebook in PARTNERS:
                table = Hands(game, four(game, level), 5)
                for _ in range(TURNS):
                    table.turn()  # asserts that the choice is a legal result
                    if table.state[TURN] == NOBODY:
                        break
            else:
                play_drawn(game, four(game, level), 5, TURNS)


def test_levels_that_share_a_judge_choose_as_they_do_alone():
    """They think one after another, about what several seats see."""
    for line, cards in (
        (
            "partners-pawns green:h,h,3,20 blue:h,h,25,33 red:h,h,h,40 yellow:h,h,h,57 turn=green",
            "5 swap 7",
        ),
        ("sorry red:h,h,8,37 blue:0,17,19,34 yellow:31,58,f,f green:33,49,f,f turn=blue", "11"),
    ):
        game, seen = seen_of(line, *cards.split())
        other = Observation(seen.state, seen.seat ^ 2, seen.hand, seen.counts)
        other.state = (
            bytes(seen.state[:TURN]) + bytes((seen.seat ^ 2,)) + bytes(seen.state[TURN + 1 :])
        )
        judge = load_player("easy", game).judge
        shared = [load_player(level, game, judge) for level in LEVELS]
        for what in (seen, other, seen):
            for player in shared:
                decide(player, what, Chance(2))
                assert (player.action, player.after) == choice(player.level, game, what, 2)


def test_cards_that_are_hidden_from_a_seat_change_nothing():
    """Deal what a seat cannot see in other ways: it passes and plays the same."""
    for rulebook in PARTNERS:
        game = load(rulebook)
        table = Hands(game, four(game, "normal"), 3)
        for turn in range(24 if CPYTHON else 8):
            table.turn()
            seat = table.round.turn
            table.state[TURN] = seat
            own = list(table.hands[seat])
            kept = [list(hand) for hand in table.hands]
            deck = list(table.deck)
            hidden = [c for other in range(4) if other != seat for c in kept[other]] + deck
            for level in LEVELS:
                said = []
                for again in range(3):
                    cards = shuffled(hidden, Chance(turn * 100 + again))
                    for other in range(4):
                        if other != seat:
                            table.hands[other] = [cards.pop() for _ in kept[other]]
                    table.deck = cards
                    player = load_player(level, game)
                    decide(player, table.seen(seat), Chance(4))
                    chosen = (player.action, player.after)
                    if own:
                        through(player.exchange(table.seen(seat), Chance(4)))
                    said.append((chosen, player.action))
                table.hands = [list(hand) for hand in kept]
                table.deck = list(deck)
                assert said[0] == said[1] == said[2], (rulebook, level)


def test_an_observation_holds_only_public_counts_and_the_own_hand():
    game = load("partners-pawns")
    deal = game.round(None, 0)
    cards = deck_of(game)
    deal.play(0, *cards[0])
    deal.play(1, *cards[1])
    hand = bytes((0, 5, 6, 7))
    seen = of_round(game, game.new(2), deal, 2, hand)
    assert list(seen.counts) == [3, 3, 4, 4]
    assert seen.seen[0] == 2 and sum(seen.seen) == 2
    left = seen.unseen(game)
    assert left[0] == 1 and left[5] == 3 and sum(left) == 56 - 2 - 4
    assert seen.hand == hand and seen.given == NOBODY


def test_a_hand_without_a_playable_card_gives_no_choice():
    game, seen = seen_of(
        "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", "2", "7"
    )
    for level in LEVELS:
        assert choice(level, game, seen) == (NOBODY, b"")
    game, seen = seen_of(
        "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red", "12"
    )
    for level in LEVELS:
        assert choice(level, game, seen) == (NOBODY, b"")


def test_the_winning_move_is_played():
    lines = (
        ("partners-pawns green:59,z2,z3,z4 blue:h,h,h,20 red:z1,z2,z3,z4 yellow:h,h,h,50 turn=green",
         ("12", "start", "1/14"), 5),
        ("ludo-norsk red:z5,f,f,f yellow:h,h,h,3 blue:h,h,h,30 green:h,h,h,h turn=red", ("1",), 1),
        ("sorry red:z4,f,f,f blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red", ("2",), 1),
    )  # fmt: skip
    for line, cards, winner in lines:
        game, seen = seen_of(line, *cards)
        for level in ("normal", "hard"):
            _, after = choice(level, game, seen)
            assert after[TURN] == NOBODY and after[WINNER] == winner, (line, level)


def test_normal_and_hard_send_the_opponent_home_not_the_partner():
    game, seen = seen_of(
        "partners-pawns green:h,h,5,20 blue:h,h,h,25 red:h,h,h,10 yellow:h,h,h,h turn=green", "5"
    )
    for level in ("normal", "hard"):
        _, after = choice(level, game, seen)
        assert after[7] == HOME, "blue's only pawn on the ring goes home"
        assert after[11] != HOME, "the partner's pawn stays"


def test_normal_leaves_the_place_an_opponent_threatens():
    # Yellow's pawn stands three behind the one on 31; the other is out of reach.
    game, seen = seen_of(
        "ludo-norsk red:h,h,8,31 yellow:h,h,h,28 blue:h,h,h,h green:h,h,h,h turn=red", "5"
    )
    _, after = choice("normal", game, seen)
    assert after[3] == 37, "red 31>36"


def test_the_start_card_stays_with_who_needs_it():
    game, seen = seen_of(
        "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,21 yellow:h,h,h,h turn=green",
        "start", "2", "9", "12",
    )  # fmt: skip
    for level in ("normal", "hard"):
        player = load_player(level, game)
        through(player.exchange(seen, Chance(1)))
        assert game.actions[player.action] in ("2", "9", "12")
    game, seen = seen_of(
        "partners-pawns green:h,h,3,21 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "start", "13s", "9", "12",
    )  # fmt: skip
    player = load_player("normal", game)
    through(player.exchange(seen, Chance(1)))
    assert game.actions[player.action] in ("start", "13s"), "one for the partner, who has none out"


def test_thinking_pauses_after_every_piece_of_work():
    """No piece between two pauses is larger than one card's results or a few judgements."""
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        for level in LEVELS:
            player = load_player(level, game)
            made = [0]
            judged = [0]
            judge = player.judge
            real_results, real_worth = game.results, judge.worth

            def results(state, action, poll, made=made, real_results=real_results):
                made[0] += 1
                return real_results(state, action, poll)

            def worth(after, judged=judged, real_worth=real_worth):
                judged[0] += 1
                return real_worth(after)

            if rulebook in PARTNERS:
                table = Hands(game, four(game, "normal"), 2)
                for _ in range(20):
                    table.turn()
                seen = table.seen(table.round.turn)
                table.state[TURN] = table.round.turn
                seen.state = bytes(table.state)
            else:
                state = bytes(game.new())
                chance = Chance(3)
                for _ in range(80):
                    found = game.results(state, chance(len(game.actions)))
                    state = found[chance(len(found))][0] if found else game.skip(state)
                seen = Observation(state, state[TURN], b"\x05")
            game.results = results
            judge.worth = worth
            for work in ("think", "exchange") if game.hand else ("think",):
                made[0] = judged[0] = 0
                for _ in getattr(player, work)(seen, Chance(1)):
                    # A card that cannot be played is found out at one go, for both of a pair.
                    most = 1 if work == "think" else 2
                    assert made[0] <= most, (rulebook, level, work, "results", made[0])
                    assert judged[0] <= 4, (rulebook, level, work, "judgements", judged[0])
                    made[0] = judged[0] = 0
            game.results = real_results


def test_unknown_levels_and_rulebooks_are_refused():
    game = load("sorry")
    for call in (
        lambda: load_player("brilliant", game),
        lambda: load_player(
            "normal", type("Game", (), {"rulebook": "chess", "family": "chess", "judge": ""})()
        ),
    ):
        said = refusal(ValueError, call)
        assert "known" in said or "knows" in said


def test_hard_ends_when_there_is_nothing_left_to_play_on():
    """The last card of a deal: every guess is empty, and the budget must run out all the same."""
    game, seen = seen_of(
        "partners-pawns green:h,h,7,21 blue:h,h,h,40 red:h,h,h,51 yellow:h,h,h,33 turn=green", "5"
    )
    seen.counts = bytes((1, 0, 0, 0))
    player = load_player("hard", game)
    pauses = 0
    for _ in player.think(seen, Chance(1)):
        pauses += 1
        assert pauses < 5000
    assert player.action == game.actions.index("5")


def four_cards():
    """Return game and observation of a hand that `hard` thinks long about."""
    return seen_of(
        "partners-pawns green:h,h,7,21 blue:h,h,h,40 red:h,h,h,51 yellow:h,h,h,33 turn=green",
        "5", "9", "12", "1/14",
    )  # fmt: skip


def test_hard_that_must_finish_soon_ends_after_the_guess_it_plays_on():
    game, seen = four_cards()
    player = load_player("hard", game)

    def pauses(when):
        n = 0
        for _ in player.think(seen, Chance(1)):
            n += 1
            player.finish_soon = when and n >= when
        return n

    whole = pauses(0)
    first_look = pauses(1)
    one_guess = player.width * player.depth * 4
    assert player.action in seen.hand and first_look + 4 * one_guess < whole
    assert first_look + 100 <= pauses(first_look + 100) <= first_look + 101 + one_guess
    assert player.action in seen.hand


def test_who_had_to_finish_soon_once_takes_its_time_with_the_next_choice():
    game, seen = four_cards()
    player = load_player("hard", game)
    whole = len(list(player.think(seen, Chance(1))))
    for _ in player.think(seen, Chance(1)):
        player.finish_soon = True
    pauses = 0
    for _ in player.think(seen, Chance(1)):
        player.finish_soon = True
        pauses += 1
    assert pauses < whole
    assert len(list(player.think(seen, Chance(1)))) == whole
