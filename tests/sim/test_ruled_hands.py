# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What tidy hands and players do at a table, order by order, with its time; the table is made up."""

from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.sim import player, tidy_hands
from tavle.sim.player import Disagreement, Players, RuledHands
from tavle.sim.tidy_hands import Habit, TidyHands
from tavle.web import computers
from tavle.web import hands as web_hands

add_firmware()
from rules import load  # noqa: E402
from rules.notation import position_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,25 red:h,h,h,40 yellow:h,h,h,h turn=green"
WORLD = {
    "green": ["h", "h", "3", "20"], "blue": ["h", "h", "h", "25"], "red": ["h", "h", "h", "40"],
    "yellow": ["h"] * 4,
}  # fmt: skip
HOME = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
AFTER = LINE.replace("3,20", "3,25").replace("h,25 ", "h,h ").replace("turn=green", "turn=blue")


class Session:
    """A table without anything: notes orders and time, says what a test lets it say, and when."""

    def __init__(self, rulebook="partners-pawns", line=LINE):
        self.line, self.world_ = line, {c: list(p) for c, p in WORLD.items()}
        self.world = SimpleNamespace(
            game=load(rulebook), shuffled=lambda: self.done.append("shuffled")
        )
        self.events, self.done, self.ms, self.later, self.counts = [], [], 0.0, [], None
        self.phase, self.refuses = "card", set()
        self.tally = SimpleNamespace(played=set())

    def say(self, at_ms, **event):
        """Let the table say something at a time."""
        self.later.append((at_ms, event))

    def run_ms(self, ms):
        self.ms += ms
        self.done.append(ms)
        for one in [one for one in self.later if one[0] <= self.ms]:
            self.later.remove(one)
            self.events.append(one[1])

    def handle(self, command):
        what = command["do"]
        if what in self.refuses:
            return {"ok": False, "error": "not now"}
        if what == "state":
            said = {"firmware": self.line, "phase": self.phase, "world": self.world_}
            return {"ok": True, **said, **({"hand_counts": self.counts} if self.counts else {})}
        self.done.append(" ".join(str(word) for word in command.values()))
        return {"ok": True}

    def power(self, on):
        self.done.append(f"power {on}")

    def until_ready(self):
        return "start" not in self.refuses


@pytest.fixture
def session(monkeypatch):
    monkeypatch.setattr(tidy_hands, "Contract", lambda session: session)
    monkeypatch.setattr(web_hands, "Contract", lambda session: session)
    return Session()


def done(session):
    said, session.done[:] = list(session.done), []
    return said


def five(game, state):
    """Return (state, move) of green's 5 from 20, which sends blue home from 25."""
    for wanted, move in game.results(state, game.actions.index("5")):
        if "green:h,h,3,25 " in position_text(game, wanted):
            return wanted, move
    raise AssertionError("there is no such move")


# Tidy hands


def test_a_card_is_laid_on_an_empty_slot_and_a_button_is_held(session):
    hands = TidyHands(session)
    hands._lay(session.world.game.actions.index("9"), 3)
    hands._press("red")
    hands._press("blue", 1500)
    assert done(session) == ["nocard", 600, "card 9 3", 300, "press red 120", "press blue 1500"]


def test_time_passes_in_small_steps_before_who_looks_on(session):
    paced = []
    TidyHands(session, pace=paced.append)._wait(120)
    assert paced == done(session) == [50, 50, 20]
    TidyHands(session)._wait(120)
    assert done(session) == [120]


def test_an_event_is_waited_for_until_the_table_must_have_reacted(session):
    heard = []
    hands = TidyHands(session, watch=heard.append)
    session.say(250, event="card", card="5")
    session.say(250, event="ask")
    assert hands._until("accepted", "ask") == {"event": "ask"} and session.ms == 300
    assert heard == ["card", "ask"] and hands._read == 2
    assert hands._until("card", longest_ms=1000) is None and session.ms == 1300
    assert hands._until("card") is None and session.ms == 13_300
    session.events.append({"event": "card", "card": "6"})
    assert hands._until("card")["card"] == "6" and session.ms == 13_300


def test_what_the_table_cannot_do_is_told(session):
    hands = TidyHands(session)
    session.refuses = {"state", "lift"}
    with pytest.raises(TavleError, match="the table cannot say its state: not now"):
        hands._ask("state")
    with pytest.raises(TavleError, match=r"the hands cannot do that: not now; .*'at': '3'"):
        hands._order(do="lift", at="3")


def test_a_move_is_made_part_by_part_and_who_is_bumped_goes_home_with_it(session):
    seen = []
    hands = TidyHands(session, watch=seen.append)
    game, state = parse_position(LINE)
    hands._move(game, five(game, state)[1])
    assert done(session) == [
        "lift green 20", 250, "lift blue 25", 300, "place green 25", 250, "place blue h", 250,
    ]  # fmt: skip
    assert seen == ["moved"]


def test_pawns_that_change_places_are_lifted_both_before_one_is_put_down(session):
    hands = TidyHands(session, Habit(lift_ms=10, carry_ms=20, between_ms=30))
    game, state = parse_position(LINE)
    swap = next(move for n in range(len(game.actions)) for _, move in game.results(state, n)
                if player.swapped(move))  # fmt: skip
    hands._move(game, swap)
    first, ten, second, wait, put, thirty, last = done(session)
    assert (ten, wait, thirty) == (10, 320, 30)
    lifted = [first.split(), second.split()]
    assert [one[0] for one in lifted] == ["lift", "lift"]
    assert put.split() == ["place", lifted[0][1], lifted[1][2]]
    assert last.split() == ["place", lifted[1][1], lifted[0][2]]


def test_every_pawn_is_put_where_the_firmware_believes_it(session):
    hands = TidyHands(session)
    assert hands.put_right(hands._ask("state")) == 0 and done(session) == []
    session.world_["green"] = ["h", "hand", "3", "21"]
    session.world_["red"] = ["h", "h", "40", "z1"]
    assert hands.put_right(hands._ask("state"), 70) == 3
    assert done(session) == [
        "lift green 21", 70, "lift red z1", 70, "place green 20", 200, "place green h", 200, "place red h", 200,
    ]  # fmt: skip


def test_a_touched_space_gets_back_what_stood_there(session):
    hands = TidyHands(session)
    game, state = parse_position(LINE)
    session.world_["red"][3] = "20"
    hands._touch(game, 0, state[3])
    assert done(session) == ["lift green 20", "lift red 20", 600, "place green 20", "place red 20"]
    hands._touch(game, 2, state[8])
    assert done(session) == ["lift red h", 600, "place red h"]


# Those that know the rules


def ruled(session, **more):
    hands = RuledHands(session, **more)
    game, state = hands._begin()
    return hands, game, state


def test_a_turn_begins_with_the_position_the_table_tells_and_nothing_heard(session):
    session.events.append({"event": "accepted", "position": "old"})
    hands, game, state = ruled(session)
    assert hands.line == LINE and game.rulebook == "partners-pawns" and state[16] == 0
    assert hands._until("accepted", longest_ms=0) is None


def test_a_card_that_is_not_read_is_told(session):
    hands, game, _ = ruled(session)
    nine = game.actions.index("9")
    session.say(100, event="card", card="9")
    hands._read_card(game, nine)
    session.say(300, event="card", card="5")
    with pytest.raises(
        Disagreement, match=r"card not read: 9 was laid in partners-pawns .*'card': '5'"
    ):
        hands._read_card(game, nine)
    session.say(500, event="refused", reason="no-move")
    with pytest.raises(Disagreement, match="no-move"):
        hands._read_card(game, nine)
    before = session.ms
    with pytest.raises(Disagreement, match="None"):
        hands._read_card(game, nine)
    assert session.ms == before + 3000


def test_who_hears_nothing_presses_the_button_and_gives_up_after_twelve(session):
    hands, game, state = ruled(session)
    wanted, _ = five(game, state)
    session.say(13_000, event="accepted", position=AFTER)
    assert hands._accepted(game, state, wanted, False)["position"] == AFTER
    assert [word for word in done(session) if isinstance(word, str)] == ["press green 120"]
    hands, game, state = ruled(session)
    session.say(session.ms + 50, event="guide", missing=["green:3"])
    with pytest.raises(Disagreement, match=r"not accepted: .* from partners-pawns .*'missing'"):
        hands._accepted(game, state, wanted, True)
    said = done(session)
    assert said.count("press green 120") == 12 and session.ms == 13_000 + 12_000


def test_a_question_is_answered_by_the_rest_of_the_move_the_button_or_a_touch(session):
    hands, game, state = ruled(session)
    wanted, _ = five(game, state)
    ask = {"event": "ask", "choices": [AFTER]}
    hands._answer(game, ask, state, wanted, 0)
    assert done(session) == [
        "lift green 20",
        "lift blue 25",
        "place green 25",
        200,
        "place blue h",
        200,
    ]
    session.world_ = {**WORLD, "green": ["h", "h", "3", "25"], "blue": ["h"] * 4}
    hands._answer(game, ask, state, wanted, 0)
    assert done(session) == ["press green 120"]
    other = {"event": "ask", "choices": [LINE.replace("3,20", "8,20")]}
    hands._answer(game, other, state, wanted, 0)
    assert done(session)[0] == "lift green 25"  # only the wanted choice has it there
    touched = set()
    for tries in range(6):
        hands._answer(game, other, state, wanted, tries)
        touched.add(done(session)[0])
    assert {"lift green 25", "lift green 3", "lift blue h"} <= touched


def test_of_several_questions_the_last_is_answered(session):
    hands, game, state = ruled(session)
    wanted, _ = five(game, state)
    session.world_ = {**WORLD, "green": ["h", "h", "3", "25"], "blue": ["h"] * 4}
    session.events += [{"event": "ask", "choices": [LINE]}, {"event": "ask", "choices": [AFTER]}]
    session.say(400, event="accepted", position=AFTER)
    hands._accepted(game, state, wanted, False)
    assert [word for word in done(session) if isinstance(word, str)] == ["press green 120"]
    assert hands.asked == 1
    # A question that was answered by the acceptance itself needs no answer.
    session.events += [
        {"event": "ask", "choices": [LINE]},
        {"event": "accepted", "position": AFTER},
    ]
    assert hands._accepted(game, state, wanted, False)["event"] == "accepted"
    assert done(session) == [] and hands.asked == 2


# Players


@pytest.fixture
def players(session):
    return Players(session, 7)


def test_a_deal_gives_everybody_a_hand_of_the_shuffled_deck(players, session):
    game = session.world.game
    cards = [card for hand in players._hands.values() for card in hand]
    assert set(players._hands) == set(game.colours) and {
        len(h) for h in players._hands.values()
    } == {game.hand}
    whole = sorted((a, c + 1) for a, n in enumerate(game.deck) for c in range(n))
    assert sorted(cards + players._deck) == whole
    assert players._hands != Players(session, 8)._hands
    assert players._hands == Players(session, 7)._hands


def test_partners_exchange_one_card_where_their_rules_say_so(session, monkeypatch):
    line = LINE.replace("partners-pawns", "partners-movers")
    hands = Players(Session("partners-movers", line), 7)
    assert hands._game.exchange
    hands._game = SimpleNamespace(
        exchange=True, hand=2, seats=(0, 1, 2, 3), colours=("green", "blue", "red", "yellow")
    )
    hands._deck = [(n, 1) for n in range(8)]
    hands._random = SimpleNamespace(randrange=lambda n: 0)
    hands._deal()
    # green 7 6, blue 5 4, red 3 2, yellow 1 0: the first of each goes to the one across.
    assert hands._hands == {
        "green": [(6, 1), (3, 1)], "blue": [(4, 1), (1, 1)], "red": [(2, 1), (7, 1)], "yellow": [(0, 1), (5, 1)],
    }  # fmt: skip


def test_a_pile_is_drawn_to_its_end_and_shuffled_again(session):
    line = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    players = Players(Session("sorry", line), 3)
    game = players._game
    first = [players._draw() for _ in range(sum(game.deck))]
    assert sorted(first) == sorted((a, c + 1) for a, n in enumerate(game.deck) for c in range(n))
    assert (
        players._deck == []
        and players._draw() in first
        and len(players._deck) == sum(game.deck) - 1
    )
    line = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
    die = Players(Session("ludo-norsk", line), 3)
    assert {die._draw() for _ in range(99)} == {(n, 1) for n in range(6)}


def test_a_card_that_can_be_played_is_laid_and_leaves_the_hand(players, session, monkeypatch):
    game, state = players._begin()
    card_5, nine = game.actions.index("5"), game.actions.index("9")
    played, read = [], []
    monkeypatch.setattr(players, "_play", lambda game, state, action: played.append(action))
    monkeypatch.setattr(players, "_read_card", lambda game, action: read.append(action))
    players._hands["green"] = [(card_5, 2)]
    players._play_hand(game, state, None)
    assert played == read == [card_5] and players._hands["green"] == [] and players._laid is None
    assert "card 5 2" in done(session)
    # What a power cut left in force is not laid again; another card is nobody's.
    players._hands["green"], players._laid = [(nine, 1), (card_5, 3)], (card_5, 3)
    players._play_hand(game, state, card_5)
    assert played[1:] == [card_5] and read == [card_5] and players._hands["green"] == [(nine, 1)]
    assert not [word for word in done(session) if str(word).startswith("card")]
    players._hands["green"], players._laid = [(card_5, 3)], (nine, 1)
    players._play_hand(game, state, card_5)
    assert read == [card_5, card_5]


def test_a_hand_without_a_move_is_shown_card_by_card(players, session):
    hand = [(3, 1), (4, 2)]
    session.say(2600, event="folded", colour="green")
    players._fold("green", hand)
    names = [players._game.actions[n] for n in (3, 4)]
    assert done(session)[:9] == [
        "press green 1500", "nocard", 600, f"card {names[0]} 1", 300, 600, "nocard", 600, f"card {names[1]} 2",
    ]  # fmt: skip
    assert hand == []
    session.say(session.ms, event="folded", colour="red")
    with pytest.raises(Disagreement, match="not folded: green showed a hand"):
        players._fold("green", [])


@pytest.mark.parametrize(("deal", "gathered"), [(1, True), (2, False)])
def test_a_new_deal_is_dealt_when_the_table_says_so(players, session, monkeypatch, deal, gathered):
    did = []
    monkeypatch.setattr(players, "_gather", lambda: did.append("gather"))
    monkeypatch.setattr(players, "_deal", lambda: did.append("deal"))
    players._begin()
    players._after_card()
    assert did == [] and done(session) == [100]
    session.events += [{"event": "accepted"}, {"event": "round", "deal": deal}]
    players._after_card()
    assert did == ["gather", "deal"][not gathered :] and done(session) == [100, 1500]


def test_another_position_than_was_played_is_told(players, session):
    game, state = players._begin()
    players._random = SimpleNamespace(choice=lambda found: five(game, state))
    session.say(2000, event="accepted", position=AFTER)
    players._play(game, state, game.actions.index("5"))
    assert players.line == AFTER and "lift blue 25" in done(session)
    session.say(4000, event="accepted", position=LINE)
    with pytest.raises(Disagreement, match=r"wrong acceptance: .* was played, partners-pawns"):
        players._play(game, state, game.actions.index("5"))


def test_a_card_that_moves_nothing_is_only_accepted(players, session):
    players.line = HOME
    game, state = players._begin()
    session.say(600, event="accepted", position=HOME)
    players._play(game, state, game.actions.index("5"))
    assert done(session) == [100] * 6


def test_a_game_ends_after_its_turns_or_when_it_is_won(players, monkeypatch):
    monkeypatch.setattr(players, "_turn", lambda: None)
    assert list(players.play(3)) == [LINE] * 3 and players.turns == 3
    players.line = LINE.replace("turn=green", "turn=none winner=red")
    assert players.over and list(players.play(9)) == []


def test_a_throw_comes_from_the_button(session, monkeypatch):
    line = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
    players = Players(table := Session("ludo-norsk", line), 3)
    played = []
    monkeypatch.setattr(players, "_play", lambda game, state, action: played.append(action))
    table.say(100, event="rolled", value=4)
    players._turn()
    assert played == [3] and done(table) == ["press red 120", 100]
    with pytest.raises(Disagreement, match="no throw: red's button did nothing in ludo-norsk"):
        players._turn()
    players._force = 5
    players._turn()
    assert played == [3, 5] and players._force is None
    players.habit.thrown = False
    monkeypatch.setattr(
        players, "_read_card", lambda game, action: played.append(("read", action))
    )
    players._turn()
    assert played[2] == ("read", played[3])


# Power cuts


def test_the_plug_is_pulled_within_a_wait(players, session):
    players._cut_in_ms = 150
    players._wait(100)
    with pytest.raises(player._Cut):
        players._wait(100)
    assert done(session) == [100, 50] and players._cut_in_ms == 0
    players._wait(100)
    assert done(session) == [100]


def test_a_cut_comes_as_often_as_the_habit_says_and_play_goes_on(players, monkeypatch):
    pulled = []
    monkeypatch.setattr(players, "_blackout", lambda: pulled.append(players._cut_in_ms))

    def turn():
        if players._cut_in_ms:
            players._wait(5000)

    monkeypatch.setattr(players, "_turn", turn)
    list(players.play(10))
    assert pulled == []
    players.habit.cut = 1.0
    list(players.play(20))
    assert pulled == [0.0] * 10


def test_after_a_blackout_the_pawns_are_put_right_and_the_card_in_force_is_taken_up(
    players, session
):
    players._begin()
    session.world_["green"][3] = "hand"
    session.phase = "move"
    power = session.power

    def comes_back(on):
        power(on)
        if on:
            session.events.append({"event": "card", "card": "5"})

    session.power = comes_back
    players._blackout()
    assert done(session) == [
        "power False", "nocard", "power True", "place green 20", 200, 3000,
    ]  # fmt: skip
    assert players.cuts == 1 and players._force == players._game.actions.index("5")


def test_a_throw_in_force_is_taken_up_too_and_nothing_while_no_card_is(players, session):
    players.events += [{"event": "card", "card": "9"}, {"event": "rolled", "value": 4}]
    players._take_up(0)
    assert players._force is None
    for phase in ("move", "ask", "guide"):
        session.phase, players._force = phase, None
        players._take_up(1)
        assert players._force == 3


def test_a_table_that_forgets_or_does_not_come_back_is_told(players, session):
    players._begin()
    session.events.append({"event": "accepted", "position": AFTER})
    with pytest.raises(Disagreement, match=r"lost move: .* was accepted, .* came back"):
        players._blackout()
    session.refuses = {"start"}
    with pytest.raises(Disagreement, match="no way back: the table did not start again"):
        players._blackout()


@pytest.mark.parametrize(
    ("counts", "laid", "rest"),
    [
        ({"green": 3, "blue": 3}, (5, 1), {"green": 3, "blue": 3}),
        ({"green": 2, "blue": 3}, (5, 1), {"green": 2, "blue": 3}),
        ({"green": 2, "blue": 3}, (9, 9), {"green": 3, "blue": 3}),
        ({"green": 0, "blue": 3}, None, {"green": 0, "blue": 3}),
        ({}, (5, 1), {"green": 3, "blue": 3}),
    ],
)
def test_hands_of_cards_are_brought_in_line_with_the_tables_count(
    players, session, counts, laid, rest
):
    players._hands = {"green": [(5, 1), (6, 1), (7, 1)], "blue": [(5, 2), (6, 2), (7, 2)]}
    players._laid, session.counts = laid, counts
    players._begin()
    players._settle_hands()
    assert {colour: len(hand) for colour, hand in players._hands.items()} == rest
    if rest["green"] == 2:
        assert (5, 1) not in players._hands["green"]


@pytest.mark.parametrize("deal", [1, 3])
def test_a_deal_that_began_with_the_cut_is_dealt_once(players, session, monkeypatch, deal):
    did = []
    monkeypatch.setattr(players, "_gather", lambda: did.append("gather"))
    monkeypatch.setattr(players, "_deal", lambda: did.append("deal"))
    players._begin()
    session.counts = {"green": 4, "blue": 4}
    players.events.append({"event": "round", "deal": deal})
    players._settle_hands()
    assert did == []  # everybody has a whole hand: it was dealt before
    players._hands = {"green": [(5, 1)], "blue": []}
    players._settle_hands()
    assert did == (["gather"] if deal == 1 else []) + ["deal"]


# Random hands of the page


@pytest.fixture
def guests(session, monkeypatch):
    monkeypatch.setattr(web_hands, "tidy", lambda session: None)
    return web_hands.RandomHands(session, 7)


def test_random_hands_hold_as_many_cards_as_the_table_has_counted(session, monkeypatch):
    monkeypatch.setattr(web_hands, "tidy", lambda session: session.done.append("tidy"))
    session.counts = {"green": 2, "blue": 0, "red": 1, "yellow": 4}
    session.tally.played = {("5", 1), ("5", 2)}
    hands = web_hands.RandomHands(session, 7)
    assert {colour: len(hand) for colour, hand in hands._hands.items()} == session.counts
    game = session.world.game
    held = [card for hand in hands._hands.values() for card in hand]
    card_5 = game.actions.index("5")
    assert len(set(held)) == 7 and not {(card_5, 1), (card_5, 2)} & set(held + hands._deck)
    assert len(hands._deck) == sum(game.deck) - 2 - 7 and "tidy" in done(session)


def test_random_hands_gather_what_was_not_played_unless_that_is_too_little(guests, session):
    game = session.world.game
    whole = {(a, c + 1) for a, n in enumerate(game.deck) for c in range(n)}
    session.tally.played = {(game.actions[a], c) for a, c in whole}
    guests._gather()
    assert set(guests._deck) == whole
    needed = game.hand * 4
    session.tally.played = {(game.actions[a], c) for a, c in sorted(whole)[needed:]}
    guests._gather()
    assert sorted(guests._deck) == sorted(whole)[:needed]
    session.tally.played |= {(game.actions[0], 1)}
    guests._gather()
    assert len(guests._deck) == len(whole)
    done(session)
    guests._deck = []
    assert guests._fresh() and len(guests._deck) == len(whole) - 1 and done(session) == []


def test_random_hands_deal_from_a_new_deck_when_the_old_one_is_too_small(guests, session):
    game = session.world.game
    guests._deck = guests._deck[: game.hand * 4 - 1]
    guests._deal()
    assert len(guests._deck) == sum(game.deck) - game.hand * 4
    guests._deck = guests._deck[: game.hand * 4]
    guests._deal()
    assert guests._deck == []


def test_a_pile_that_begins_anew_is_told_to_the_world(session, monkeypatch):
    monkeypatch.setattr(web_hands, "tidy", lambda session: None)
    line = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    hands = web_hands.RandomHands(table := Session("sorry", line), 7)
    assert "shuffled" not in done(table)
    hands._draw()
    assert "shuffled" in done(table)


def test_a_card_that_was_played_before_is_changed_for_another(guests, session, monkeypatch):
    guests._hands["green"] = [(5, 1), (6, 1)]
    guests._laid = (5, 1)

    def turn(self):
        self.session.events.append({"event": "refused", "reason": "already-played"})
        self._until("refused")

    monkeypatch.setattr(Players, "_turn", turn)
    fresh = guests._deck[-1]
    guests._turn()
    assert guests._hands["green"] == [(6, 1), fresh]
    guests._turn()  # what was laid is in the hand no more
    assert guests._hands["green"] == [(6, 1), fresh]


def test_a_hand_is_folded_with_cards_that_the_table_has_not_seen(guests, session):
    game = session.world.game
    card_5 = game.actions.index("5")
    session.tally.played = {("5", 1)}
    fresh = guests._deck[-1]
    hand = [(card_5, 1), (card_5, 2)]
    session.say(1, event="folded", colour="green")
    guests._failed = 3
    guests._fold("green", hand)
    said = done(session)
    assert said[0] == "press green 1500" and hand == [] and guests._failed == 0
    laid = [word for word in said if str(word).startswith("card")]
    assert laid == ["card 5 1", f"card {game.actions[fresh[0]]} {fresh[1]}", "card 5 2"]


def test_a_fold_that_is_not_heard_is_tried_six_times(guests, session):
    hand = [(5, 2)]
    for n in range(1, 6):
        guests._fold("green", hand)
        assert guests._failed == n and hand == [(5, 2)]
    with pytest.raises(Disagreement, match="not folded: green has shown every card"):
        guests._fold("green", hand)


def test_a_table_is_tidied_up_to_where_a_turn_begins(session):
    web_hands.tidy(session)
    assert done(session) == ["nocard"]
    session.world_["green"][3] = "21"
    put = TidyHands.put_right

    def puts(hands, said, lift_ms):
        moved = put(hands, said, lift_ms)
        session.world_["green"][3] = "20"
        return moved

    TidyHands.put_right = puts
    try:
        web_hands.tidy(session)
    finally:
        TidyHands.put_right = put
    assert done(session) == [
        "nocard", "lift green 21", 200, "place green 20", 200, 1500, 1500, "nocard",
    ]  # fmt: skip


@pytest.mark.parametrize("phase", ["move", "ask", "guide", "fold", "over"])
def test_a_card_a_question_or_the_end_of_a_game_is_ended_by_the_table_button(session, phase):
    session.phase = phase
    with pytest.raises(TavleError, match=f"the table is in phase {phase}; put it right"):
        web_hands.tidy(session)
    assert done(session) == ["nocard", "press table 2200", 1500] * 6


def test_a_broken_or_silent_table_is_left_alone(session):
    session.phase = "fault"
    with pytest.raises(TavleError, match="the table is in phase fault"):
        web_hands.tidy(session)
    assert done(session) == []
    session.refuses = {"state"}
    with pytest.raises(TavleError, match="the random hands cannot play: not now"):
        web_hands.tidy(session)


# Computers of the page


class Thinker:
    """Chooses what a test says."""

    def __init__(self, chosen=None):
        self.chosen, self.asked = chosen, []

    def move(self, state, hand, known):
        self.asked.append((bytes(state), hand, known))
        return self.chosen


def computer(session, chosen, hand):
    thinker = Thinker(chosen)
    return computers.ComputerHands(session, thinker, hand, "known"), thinker


def test_a_computer_lays_its_card_moves_and_takes_the_card_off(session):
    game, state = parse_position(LINE)
    card_5 = game.actions.index("5")
    wanted, move = five(game, state)
    hands, thinker = computer(session, ((card_5, 2), wanted, move), [(card_5, 2)])
    session.say(600, event="card", card="5")
    session.say(3000, event="accepted", position=AFTER)
    hands.take_turn()
    assert thinker.asked == [(bytes(state), [(card_5, 2)], "known")]
    said = [word for word in done(session) if isinstance(word, str)]
    assert said == [
        "nocard", "card 5 2", "lift green 20", "lift blue 25", "place green 25", "place blue h", "nocard",
    ]  # fmt: skip


def test_a_computer_without_a_move_shows_its_cards(session):
    session.line = HOME
    card_5, six = (session.world.game.actions.index(name) for name in ("5", "6"))
    hands, thinker = computer(session, None, [(card_5, 1), (six, 2)])
    session.say(3000, event="folded", colour="green")
    hands.take_turn()
    said = [word for word in done(session) if isinstance(word, str)]
    assert said[0].startswith("press green ") and int(said[0].split()[2]) > 1000
    assert (
        said[1:] == ["nocard", "card 5 1", "nocard", "card 6 2", "nocard"] and thinker.asked == []
    )


def test_a_computer_throws_and_moves_only_what_the_throw_moves(session):
    line = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
    table = Session("ludo-norsk", line)
    table.world_ = {"red": ["h", "h", "h", "5"], "yellow": ["h", "h", "h", "20"],
                    "blue": ["h", "h", "h", "33"], "green": ["h", "h", "h", "40"]}  # fmt: skip
    game, state = parse_position(line)
    (wanted, move), *_ = game.results(state, 2)
    hands, thinker = computer(table, ((2, 0), wanted, move), [])
    table.say(100, event="rolled", value=3)
    table.say(2000, event="accepted", position=line)
    hands.take_turn()
    assert thinker.asked[0][1:] == ([(2, 0)], "known")
    said = [word for word in done(table) if isinstance(word, str)]
    assert said == ["press red 120", "lift red 5", "place red 8"]
    hands.take_turn()  # nothing was thrown: nothing is moved
    assert [word for word in done(table) if isinstance(word, str)] == ["press red 120"]
    assert len(thinker.asked) == 1


def test_what_moves_no_pawn_is_waited_for_a_second_and_said_by_the_button(session):
    game, state = parse_position(HOME)
    session.line = HOME
    hands, _ = computer(session, None, [(game.actions.index("5"), 1)])
    session.say(1050, event="accepted", position=HOME)
    hands._choose(game, state, [(3, 0)], False)
    # Nothing is moved; the table is asked again after a second, not after twelve.
    assert done(session) == [100] * 10 + ["press green 120"] + [100]
