# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What hands do for computers on some seats, order by order; the table is made up."""

from types import SimpleNamespace

import pytest
from test_ruled_hands import AFTER, LINE, Session, done, five

from tavle.errors import TavleError
from tavle.sim import tidy_hands
from tavle.sim.player import Disagreement, Players
from tavle.sim.seated import Seated, levels_of

from rules.notation import move_text, position_text  # isort: skip

HALF = {"green": "human", "blue": "normal", "red": "human", "yellow": "hard"}
SORRY = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"


class Table(Session):
    """The made-up table, at which computers can be seated."""

    def __init__(self, rulebook="partners-pawns", line=LINE):
        super().__init__(rulebook, line)
        self.seats_error = ""

    def request(self, name, **words):
        assert name == "seats"
        self.wanted_seats = words["seats"]
        if self.seats_error:
            return {"ok": False, "error": self.seats_error}
        return {"ok": True, "seats": dict(words["seats"])}


@pytest.fixture(autouse=True)
def made_up(monkeypatch):
    monkeypatch.setattr(tidy_hands, "Contract", lambda session: session)


def seated(levels=HALF, table=None, **more):
    return Seated(table or Table(), dict(levels), 7, **more)


def laid(table):
    """Return the cards that were laid since this was asked last."""
    return [word for word in done(table) if str(word).startswith("card ")]


def test_who_is_seated_is_what_the_table_says():
    table = Table()
    players = seated({"blue": "easy", "red": "human"}, table)
    assert table.wanted_seats == {"blue": "easy", "red": "human"}
    assert [players.computer(c) for c in ("green", "blue", "red")] == [False, True, False]
    assert players.game() is players._game and players.game().rulebook == "partners-pawns"


def test_a_seat_that_the_table_refuses_is_told():
    table = Table()
    table.seats_error = "there is no level genius"
    with pytest.raises(TavleError) as failure:
        seated({"green": "genius"}, table)
    told = failure.value
    assert (told.what, told.why, told.code) == ("seats", "there is no level genius", 2)
    assert told.next_step == "such as green=human,blue=normal,yellow=expert"


def test_what_the_table_has_asked_for_before_is_heard_once():
    table = Table()
    table.events += [
        {"event": "lay", "seat": "blue", "what": "pass"}, {"event": "round", "deal": 1},
        {"event": "lay", "seat": "yellow", "what": "deal"}, {"event": "folded", "colour": "green"},
    ]  # fmt: skip
    players = seated(table=table)
    hands = {colour: list(hand) for colour, hand in players._hands.items()}
    assert players._wanted == ("yellow", "deal")
    players._news()  # neither a fold nor a deal is heard again
    assert players._hands == hands and len(hands["green"]) == players.game().hand
    assert seated()._wanted is None


def exchanging(levels):
    """Return players of a rulebook in which partners pass a card, with eight cards to deal."""
    line = LINE.replace("partners-pawns", "partners-movers")
    players = seated(levels, Table("partners-movers", line))
    assert players._game.exchange
    colours = ("green", "blue", "red", "yellow")
    players._game = SimpleNamespace(exchange=True, hand=2, seats=(0, 1, 2, 3), colours=colours)
    players._deck = [(n, 1) for n in range(8)]
    players._random = SimpleNamespace(randrange=lambda n: n - 2)
    players._deal()
    return players


def test_people_pass_a_card_to_their_partner_and_computers_when_the_table_finds_it():
    # green 7 6, blue 5 4, red 3 2, yellow 1 0: people pass the first of theirs.
    players = exchanging({"green": "human", "blue": "easy", "red": "human", "yellow": "hard"})
    assert players._hands == {
        "green": [(6, 1), (3, 1)], "blue": [(5, 1), (4, 1)], "red": [(2, 1), (7, 1)], "yellow": [(1, 1), (0, 1)],
    }  # fmt: skip
    assert players._passed == {"green": (7, 1), "red": (3, 1)}


def test_what_a_person_passes_to_a_computer_waits_to_be_laid():
    players = exchanging({"green": "human", "blue": "human", "red": "easy", "yellow": "easy"})
    assert players._hands == {
        "green": [(6, 1)], "blue": [(4, 1)], "red": [(3, 1), (2, 1)], "yellow": [(1, 1), (0, 1)],
    }  # fmt: skip
    assert players._passed == {"green": (7, 1), "blue": (5, 1)}
    laid_cards = []
    players._lay = lambda *card: laid_cards.append(card)
    players._lay_for("yellow", "receive")
    assert laid_cards == [(5, 1)] and players._hands["yellow"] == [(1, 1), (0, 1), (5, 1)]


def test_without_an_exchange_nobody_passes():
    players = seated()
    players._game = SimpleNamespace(
        exchange=False, hand=2, seats=(0, 1), colours=players._game.colours
    )
    players._deck = [(n, 1) for n in range(4)]
    players._deal()
    assert players._passed == {}
    assert [players._hands[c] for c in ("green", "blue")] == [[(3, 1), (2, 1)], [(1, 1), (0, 1)]]


def test_a_deal_a_fold_and_a_wish_are_heard_in_their_order(monkeypatch):
    players = seated()
    did = []
    monkeypatch.setattr(players, "_gather", lambda: did.append("gather"))
    monkeypatch.setattr(players, "_deal", lambda: did.append("deal"))
    players.session.events += [
        {"event": "folded", "colour": "red"}, {"event": "card", "card": "5"}, {"event": "round", "deal": 2},
        {"event": "lay", "seat": "blue", "what": "deal"}, {"event": "round", "deal": 1},
    ]  # fmt: skip
    players._after_card()
    assert did == ["deal", "gather", "deal"] and players._hands["red"] == []
    assert players._wanted == ("blue", "deal") and len(players._hands["green"]) > 0
    assert done(players.session) == [100]
    players._news()
    assert did == ["deal", "gather", "deal"]


def test_who_is_asked_for_nothing_waits_six_steps(monkeypatch):
    players = seated()
    players._serve()
    assert done(players.session) == [100] * 6


def test_a_pile_is_laid_when_the_table_asks_and_a_wish_is_left_to_the_turn(monkeypatch):
    players = seated()
    asked = []
    monkeypatch.setattr(players, "_lay_for", lambda *asking: asked.append(asking))
    for at, colour, what in (
        (250, "blue", "pass"),
        (700, "yellow", "deal"),
        (1100, "blue", "wish"),
    ):
        players.session.say(at, event="lay", seat=colour, what=what)
    players._serve()
    assert asked == [("blue", "pass"), ("yellow", "deal")]
    assert players._wanted == ("blue", "wish") and players.session.ms == 1100
    # With the cards of a deal a computer thinks about those it passes, where one is exchanged.
    for exchange, waited in ((True, 60_000), (False, 600)):
        before = players.session.ms
        players._wanted, players._game = ("yellow", "deal"), SimpleNamespace(exchange=exchange)
        players._serve()
        assert players.session.ms == before + waited


def test_the_cards_of_a_deal_are_laid_one_by_one_until_one_is_refused():
    players = seated()
    table = players.session
    players._hands["blue"] = [(1, 1), (2, 2), (3, 1)]
    names = [players._game.actions[n] for n in (1, 2, 3)]
    for at in (1000, 2000, 3000):
        table.say(at, event="laid", taken=False)
    players._lay_for("blue", "deal")
    assert laid(table) == [f"card {names[0]} 1", f"card {names[1]} 2", f"card {names[2]} 1"]
    assert len(players._hands["blue"]) == 3
    table.say(table.ms + 1000, event="refused", reason="twice")
    with pytest.raises(Disagreement, match=r"a computer's card: \(1, 1\) of blue: .*'twice'"):
        players._lay_for("blue", "deal")
    before = table.ms
    with pytest.raises(Disagreement, match=r"\(1, 1\) of blue: None"):
        players._lay_for("blue", "deal")
    assert table.ms == before + 900 + 3000


def test_a_computer_passes_the_card_that_the_table_takes():
    players = seated()
    table = players.session
    players._hands["blue"], players._hands["yellow"] = [(1, 1), (2, 2), (3, 1)], [(0, 1)]
    table.say(1000, event="laid", taken=False)
    table.say(2000, event="laid", taken=True)
    players._lay_for("blue", "pass")
    assert len(laid(table)) == 2
    assert players._hands["blue"] == [(1, 1), (3, 1)]
    assert players._hands["yellow"] == [(0, 1), (2, 2)]
    # Of a deal nothing is taken away, whatever the table says.
    table.say(table.ms + 1000, event="laid", taken=True)
    table.say(table.ms + 2000, event="laid", taken=True)
    players._lay_for("blue", "deal")
    assert len(laid(table)) == 2 and players._hands["blue"] == [(1, 1), (3, 1)]


# Turns


@pytest.mark.parametrize("turn", ["green", "blue"])
def test_a_computers_turn_begins_where_the_move_before_ended(turn):
    table = Table(line=LINE.replace("turn=green", f"turn={turn}"))
    players = seated(table=table)
    table.events += [{"event": "accepted"}, {"event": "rolled"}, {"event": "wish"}]
    game, state = players._begin()
    assert game.colours[state[16]] == turn
    heard = players._until("wish", longest_ms=0)
    assert (heard is not None) == (turn == "blue")


def test_without_any_event_a_computers_turn_begins_at_the_first():
    players = seated(table=Table(line=LINE.replace("turn=green", "turn=blue")))
    players.session.events.append({"event": "wish"})
    players._begin()
    assert players._read == 0


def test_a_turn_is_a_persons_or_a_computers_and_piles_are_laid_before_it(monkeypatch):
    did = []
    players = seated()
    monkeypatch.setattr(players, "_serve", lambda: did.append("serve"))
    monkeypatch.setattr(Players, "_turn", lambda self: did.append("person"))
    monkeypatch.setattr(players, "_follow_hand", lambda game, state, colour: did.append(colour))
    players._turn()
    assert did == ["serve", "person"]
    # A computer has put its hand down meanwhile: what it asks for next is laid too.
    did.clear()
    lines = [AFTER, AFTER]

    def look():
        players.line = lines.pop()

    monkeypatch.setattr(players, "_look", look)
    players._turn()
    assert did == ["serve", "serve", "blue"] and players.line == AFTER and lines == []


def test_a_computer_at_a_die_is_followed(monkeypatch):
    players = seated({"red": "hard"}, Table("ludo-norsk", LUDO))
    did = []
    monkeypatch.setattr(players, "_serve", lambda: did.append("serve"))
    monkeypatch.setattr(players, "_follow", lambda game, state: did.append(state[16]))
    players._turn()
    assert did == [0] and laid(players.session) == []


def test_for_a_computer_at_a_pile_a_card_is_drawn(monkeypatch):
    players = seated({"red": "hard"}, Table("sorry", SORRY))
    game = players.game()
    did = []
    monkeypatch.setattr(players, "_follow", lambda game, state: did.append("follow"))
    monkeypatch.setattr(
        players, "_make", lambda game, state, after, move: did.append((after, move))
    )
    players._deck = [(game.actions.index("3"), 2)]
    players._turn()
    assert did == ["follow"] and laid(players.session) == ["card 3 2"] and players._deck == []
    # With a 2 and every pawn at its start or at home there is a result, but nothing to wish.
    nothing = "sorry red:h,h,h,z5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    for line, card in ((SORRY.replace("h,h,h,2 ", "z5,f,f,f "), "2"), (nothing, "3")):
        players.session.line = line
        state = players._parse(line)[1]
        action = game.actions.index(card)
        found = game.results(state, action)
        assert not any(move for _, move in found)
        players._deck, did[:] = [(action, 1)], []
        players._turn()
        (made,) = did
        assert made == (found[0][0] if found else game.skip(state), b"")


def test_a_person_chooses_among_the_moves_of_a_throw(monkeypatch):
    asked, made = [], []
    players = seated(choose=lambda colour, found: asked.append((colour, found)) or 1)
    monkeypatch.setattr(
        players, "_make", lambda game, state, after, move: made.append((after, move))
    )
    game, state = players._begin()
    results = {n: game.results(state, n) for n in range(len(game.actions))}
    many = next(n for n, found in results.items() if len(found) > 1)
    players._play(game, state, many)
    (colour, found) = asked.pop()
    assert colour == "green"
    assert found == [(many, after, move) for after, move in results[many]]
    assert made == [results[many][1]]
    # Where there is no choice nobody is asked.
    one = next(n for n, found in results.items() if len(found) == 1)
    players._play(game, state, one)
    assert asked == [] and made[1:] == [results[one][0]]
    players._choose = None
    players._play(game, state, many)
    assert asked == [] and made[2] in results[many]


def test_a_person_chooses_among_all_cards_of_the_hand(monkeypatch):
    asked, made, read = [], [], []

    def choose(colour, options):
        asked.append((colour, options))
        return [option[0] for option in options].index(high)

    players = seated(choose=choose)
    game, state = players._begin()
    low, high, other = (game.actions.index(card) for card in ("3", "5", "9"))
    assert low < high

    def make(game, state, after, move):
        made.append((players._laid, after, move))

    monkeypatch.setattr(players, "_make", make)
    monkeypatch.setattr(players, "_read_card", lambda game, action: read.append(action))
    players._hands["green"] = [(high, 2), (other, 1), (low, 1), (high, 1)]
    players.session.say(1000, event="round", deal=2)
    monkeypatch.setattr(players, "_deal", lambda: made.append("dealt"))
    players._play_hand(game, state, None)
    wanted = [
        (action, after, move)
        for action in sorted((low, high, other))
        for after, move in game.results(state, action)
    ]
    assert asked == [("green", wanted)]
    chosen = next(option for option in wanted if option[0] == high)
    assert made == [((high, 2), *chosen[1:]), "dealt"] and read == [high]
    assert players._hands["green"] == [(other, 1), (low, 1), (high, 1)] and players._laid is None
    assert laid(players.session) == [f"card {game.actions[high]} 2"]


# Experts


class Guest:
    """An expert that a test looks at: it passes its second card and likes the last result of its last card."""

    def __init__(self, game):
        self.game = game
        self.asked = []

    def give(self, state, seat, hand, known):
        self.asked.append((seat, list(hand), known))
        return hand[1]

    def move(self, state, hand, known):
        self.asked.append((state[16], list(hand), known))
        return hand[-1], *self.game.results(state, hand[-1][0])[-1]


def with_guest(rulebook, line, colour):
    """Return players, an expert among people and a computer, and the expert's stand-in."""
    table = Table(rulebook, line)
    levels = {"blue": "easy", colour: "expert"}
    players = seated(levels, table)
    players._gather()
    assert table.wanted_seats == {**levels, colour: "human"} and not players.computer(colour)
    assert players._guests[colour].level == "expert"
    guest = players._guests[colour] = Guest(players.game())
    return players, guest


def test_no_expert_sits_down_to_a_game_that_no_computer_knows(monkeypatch):
    table = Table()
    monkeypatch.setattr(table.world.game, "family", "chess")
    with pytest.raises(TavleError) as failure:
        seated({"green": "expert"}, table)
    assert failure.value.why == "rulebook: no computer player knows 'partners-pawns'"


def test_an_expert_passes_a_card_before_it_knows_what_others_pass():
    line = LINE.replace("partners-pawns", "partners-movers")
    players, guest = with_guest("partners-movers", line, "red")
    players._deal()
    ((seat, hand, known),) = guest.asked
    assert seat == 2 and len(hand) == 4 and known.counts == bytes((4, 4, 4, 4))
    assert not any(known.seen) and known.given[2] is None
    assert players._passed["red"] == hand[1] in players._hands["green"]
    # The table's computer and its partner have not passed theirs yet.
    assert {colour: len(cards) for colour, cards in players._hands.items()} == {
        "green": 4, "blue": 4, "red": 4, "yellow": 3,
    }  # fmt: skip


def test_an_expert_knows_what_was_laid_and_nothing_of_what_lies_hidden():
    players, _ = with_guest("partners-pawns", LINE, "green")
    for hand in players._hands.values():
        hand[:] = [players._deck.pop() for _ in range(4)]
    mine, theirs = players._hands["green"], players._hands["red"]
    players._passed = {"green": theirs[0]}
    laid_one = players._hands["blue"].pop()
    known = players._known(mine)
    assert known.counts == bytes((4, 3, 4, 4)) and known.given == (theirs[0][0], None, None, None)
    assert [a for a, n in enumerate(known.seen) for _ in range(n)] == [laid_one[0]]
    hidden = players._deck + players._hands["blue"] + theirs[1:] + players._hands["yellow"]
    hidden.reverse()
    players._hands["blue"], players._hands["yellow"] = hidden[:3], hidden[3:7]
    players._hands["red"], players._deck = [theirs[0], *hidden[7:10]], hidden[10:]
    assert players._known(mine) == known
    players._hands["red"].pop(0)
    again = players._known(mine)
    assert sum(again.seen) == 2 and again.given == (None,) * 4


def test_a_card_that_is_drawn_counts_as_seen_by_the_next_one():
    players, guest = with_guest("sorry", SORRY, "red")
    game, state = players._begin()
    made = []
    players._make = lambda game, state, after, move: made.append((after, move))
    many = next(n for n in range(len(game.actions)) if len(game.results(state, n)) > 1)
    for _ in range(2):
        drawn = next(card for card in players._deck if card[0] == many)
        players._deck.remove(drawn)
        players._play(game, state, many)
    assert made == [game.results(state, many)[-1]] * 2
    assert [(seat, hand, sum(known.seen)) for seat, hand, known in guest.asked] == [
        (0, [(many, 0)], 0), (0, [(many, 0)], 1),
    ]  # fmt: skip


def test_an_expert_plays_the_card_it_chose_from_its_hand(monkeypatch):
    players, guest = with_guest("partners-pawns", LINE, "green")
    game, state = players._begin()
    cards = [(game.actions.index(name), 1) for name in ("3", "9", "5")]
    players._deck = [card for card in players._deck if card not in cards]
    players._hands = {"green": list(cards)}
    made = []
    monkeypatch.setattr(players, "_make", lambda *told: made.append(told[2:]))
    monkeypatch.setattr(players, "_read_card", lambda *told: None)
    players._play_hand(game, state, None)
    assert [asked[1] for asked in guest.asked] == [cards]
    assert made == [game.results(state, cards[2][0])[-1]]
    assert players._hands["green"] == cards[:2] and laid(players.session) == ["card 5 1"]


@pytest.mark.parametrize("choose", [None, lambda colour, options: 1 / 0])
def test_a_hand_without_a_choice_is_played_as_others_are(monkeypatch, choose):
    players = seated(choose=choose)
    game, state = players._begin()
    if choose:
        players._hands["green"] = []
    did = []
    monkeypatch.setattr(Players, "_play_hand", lambda self, *told: did.append(told))
    players._play_hand(game, state, 4)
    assert did == [(game, state, 4)]


# Following a computer


def blue():
    """Return players at a table at which the computer of blue is to act, with what it needs."""
    table = Table(line=LINE.replace("turn=green", "turn=blue"))
    players = seated(table=table)
    game, state = players._begin()
    return players, table, game, state


def test_a_computers_pile_is_laid_through_until_its_card_is_there(monkeypatch):
    players, table, game, state = blue()
    followed = []
    monkeypatch.setattr(players, "_follow", lambda game, state: followed.append(players._laid))
    players._hands["blue"] = [(1, 1), (2, 2), (3, 1)]
    table.say(200, event="lay", seat="blue", what="wish")
    table.say(1200, event="laid", taken=False)
    table.say(2200, event="card", card=game.actions[2])
    players._follow_hand(game, state, "blue")
    assert laid(table) == [f"card {game.actions[1]} 1", f"card {game.actions[2]} 2"]
    assert followed == [(2, 2)] and players._hands["blue"] == [(1, 1), (3, 1)]
    assert players._laid is None and players._wanted is None


def test_a_card_that_is_in_no_pile_is_told():
    players, table, game, state = blue()
    players._hands["blue"] = [(1, 1), (2, 2)]
    players._wanted = ("blue", "wish")
    for at in (1000, 2000):
        table.say(at, event="laid", taken=False)
    with pytest.raises(Disagreement, match="a computer's card: blue's choice is not in its pile"):
        players._follow_hand(game, state, "blue")


def test_a_computer_that_puts_its_hand_down_ends_its_turn():
    players, table, game, state = blue()
    table.line = LINE.replace("turn=green", "turn=red")
    players._follow_hand(game, state, "blue")
    assert done(table) == [100] and players.line == table.line
    # Or the next deal has begun with it.
    players.line = ""
    players._wanted = ("yellow", "deal")
    players._follow_hand(game, state, "blue")
    assert done(table) == [] and players.line == table.line
    assert players._wanted == ("yellow", "deal")


def test_a_computer_that_does_nothing_is_told():
    players, table, game, state = blue()
    told = f"no wish: the computer to act in {table.line} does nothing"
    with pytest.raises(Disagreement, match=told):
        players._follow_hand(game, state, "blue")
    assert table.ms == 60_000
    with pytest.raises(Disagreement, match=told):
        players._follow(game, state)
    assert table.ms == 120_000


def test_the_move_a_computer_wishes_is_made(monkeypatch):
    players = seated()
    table = players.session
    made = []
    monkeypatch.setattr(
        players, "_make", lambda game, state, after, move: made.append((after, move))
    )
    game, state = players._begin()
    after, move = five(game, state)
    table.say(500, event="wish", card="5", move=move_text(game, move))
    players._follow(game, state)
    assert made == [(after, move)] and table.ms == 500
    table.say(600, event="wish", card="5", move="e9")
    with pytest.raises(Disagreement, match=r"no such move: e9 with 5 in partners-pawns"):
        players._follow(game, state)


def test_a_throw_that_moves_nothing_passes_the_turn():
    players = seated({"red": "hard"}, Table("ludo-norsk", LUDO))
    game, state = players._begin()
    players.session.say(200, event="accepted", position="the next")
    players._follow(game, state)
    assert players.line == "the next"


def test_who_chose_a_move_sees_it_accepted():
    players = seated()
    table = players.session
    game, state = players._begin()
    table.say(2000, event="accepted", position=AFTER)
    players._make(game, state, *five(game, state))
    assert players.line == AFTER and "lift green 20" in done(table)
    assert position_text(game, five(game, state)[0]).startswith("partners-pawns green:h,h,3,25")


def test_seats_are_named_by_colour_and_level():
    assert levels_of("green=human, blue = normal") == {"green": "human", "blue": "normal"}
    assert levels_of("red=") == {"red": ""}
    for text, why, step in (
        ("green", "it is no colour=level", "such as green=human,blue=normal,yellow=expert"),
        ("red=easy,red=hard", "the colour is named twice", "name it once"),
    ):
        with pytest.raises(TavleError) as failure:
            levels_of(text)
        told = failure.value
        assert (told.why, told.next_step, told.code) == (why, step, 2)
        assert told.what == f"seats: {text.rpartition(',')[2]!r}"
