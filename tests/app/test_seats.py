# SPDX-License-Identifier: Apache-2.0
# heap: 32m
"""Seats for computers at the table: whole evenings by lights alone, secrets, and what goes wrong."""

import sys

from instead import Instead
from seated import Evening, over, secrets
from tabletop import Tabletop, table_at
from tempdir import new_folder

import app.table.seats as seats_module
from app.lazy import ANSWERS, JUDGES
from app.table.seats import DEAL, LEVELS, PASS, RECEIVE, RELAY, WISH
from drivers import buttons
from players.chance import Chance
from rules import RULEBOOKS, load
from rules.game import NOBODY, TURN

CPYTHON = sys.implementation.name == "cpython"
TURNS = 3000 if CPYTHON else 8
TWO = ("human", "normal", "human", "easy")  # in Partners a pair of computers
MIXED = ("human", "hard", "normal", "human")  # in Partners each has a person for a partner


def dealt(levels=MIXED, seed=2):
    """Return an evening of Partners with every card laid and passed; a person begins."""
    evening = Evening(new_folder(), "partners-pawns", levels, seed)
    serve(evening)
    return evening


def serve(evening, *kinds):
    """Do what the computers ask for until one of these kinds comes, or nothing is asked."""
    for _ in range(60):
        kind, seat = evening.table.computers.seats.task()
        if kind in kinds or (not kind and not evening.table.computers.seats.thinking):
            return kind, seat
        if kind == WISH:
            return kind, seat
        if kind:
            evening.serve(kind, seat)
        evening.wait(100)
    raise AssertionError("nothing comes of it")


def to_wish(evening, colour_seat):
    """Play on until a computer's pile is to be laid through for its move."""
    for _ in range(40):
        kind, seat = serve(evening, WISH)
        if kind == WISH and seat == colour_seat:
            return
        evening.turn()
        evening.wait(600)
    raise AssertionError("never its turn")


def reasons(top):
    return [event["reason"] for event in top.named("refused")]


def test_two_people_and_two_computers_finish_a_game_of_every_rulebook():
    for rulebook in RULEBOOKS:
        for levels in (TWO, MIXED) if CPYTHON and rulebook == "partners-pawns" else (TWO,):
            evening = Evening(new_folder(), rulebook, levels, 4)
            turns = evening.play(TURNS)
            assert turns == TURNS or over(evening)
            assert over(evening) or not CPYTHON
            assert evening.named("wish") or not CPYTHON
            assert reasons(evening) == [], rulebook


def test_a_computers_cards_are_on_no_event():
    evening = dealt()
    for event in evening.events:
        if event["event"] in ("laid", "lay"):
            assert sorted(event) in (["event", "seat", "taken"], ["event", "seat", "what"])
        assert "card" not in event
    assert len(evening.named("laid")) >= 8


def test_the_card_is_named_once_it_lies_on_the_slot():
    evening = dealt(("normal", "human", "human", "human"))
    to_wish(evening, 0)
    assert evening.named("wish") == []
    card = evening.table.computers.seats.wish()[0]
    evening.serve(WISH, 0)
    told = evening.named("wish")[-1]
    assert told["seat"] == "green" and told["card"] == evening.game.actions[card]
    assert told["move"] and evening.table.computers.led and evening.feedback.lead
    assert len(evening.table.results) == 1


def test_what_the_other_computer_holds_changes_no_choice():
    """The table has read every computer's cards; a seat's choice does not know them."""
    for level in ("normal", "hard"):
        said = []
        for other in range(3):
            evening = dealt((level, level, "human", level), 6)
            seats = evening.table.computers.seats
            own = seats.hand(0)
            free = [
                a << 3 | c
                for a in range(14)
                for c in range(1, 5)
                if a << 3 | c not in own
            ]  # fmt: skip
            seats._cards[1] = bytes(free[other * 9 : other * 9 + 4])
            seats._cards[3] = bytes(free[other * 9 + 4 : other * 9 + 8])
            seats._chance = Chance(3)
            seats.rethink()
            evening.match.state[TURN] = 0
            while not seats.think(-1):
                pass
            said.append(seats.wish())
        assert said[0] == said[1] == said[2], level


def test_a_card_of_another_pile_is_refused_and_nothing_is_lost():
    evening = dealt()
    to_wish(evening, 1)
    before = evening.table.computers.seats.hand(1)
    evening.lay(evening.cards[2][0])  # of the other computer
    person = evening.cards[0] + evening.cards[3]
    evening.lay(person[0])
    assert reasons(evening) == ["not-its-card", "not-its-card"]
    assert evening.table.computers.seats.hand(1) == before
    evening.serve(WISH, 1)
    assert evening.table.computers.led


def test_the_same_card_laid_twice_while_dealing_counts_once():
    evening = Evening(new_folder(), "partners-pawns", ("normal", "human", "human", "human"))
    assert evening.table.computers.seats.task() == (DEAL, 0)
    evening.lay(evening.cards[0][0])
    evening.lay(evening.cards[0][0])
    assert reasons(evening) == ["shown-twice"]
    serve(evening, PASS)
    assert len(evening.table.computers.seats.hand(0)) == 4


def test_a_missing_card_is_said_and_the_pile_can_be_laid_again():
    evening = dealt()
    to_wish(evening, 1)
    action = evening.table.computers.seats.wish()[0]
    kept = [card for card in evening.cards[1] if card[0] == action]
    others = [card for card in evening.cards[1] if card[0] != action]
    for _ in range(2):
        for card in others:
            evening.lay(card)
    assert "card-missing" in reasons(evening) or not others
    evening.hold(1)  # found again: the whole pile once more
    assert evening.table.computers.seats.task() == (RELAY, 1)
    for card in others + kept:
        evening.lay(card)
    to_wish(evening, 1)
    evening.serve(WISH, 1)
    assert evening.table.computers.led


def test_power_may_go_after_every_card_that_is_laid():
    """Dealing, passing, thinking, wishing: what was laid is known again, and the rest is asked for."""
    for cut in range(14):
        evening = Evening(new_folder(), "partners-pawns", ("normal", "human", "easy", "human"), 8)
        laid = 0
        real = evening.card

        def card(action, copy=1, evening=evening, real=real, cut=cut):
            nonlocal laid
            real(action, copy)
            laid += 1
            if laid == cut:
                before = [evening.table.computers.seats.hand(seat) for seat in range(4)]
                task = evening.table.computers.seats.task()
                active = evening.table.phase.action
                evening.resume()
                assert [evening.table.computers.seats.hand(seat) for seat in range(4)] == before
                if task[0] in (DEAL, PASS, RECEIVE):
                    assert evening.table.computers.seats.task() == task
                assert active < 0 or evening.table.phase.action in (-1, active)

        evening.card = card
        if cut < 12:
            serve(evening, WISH)
            assert evening.table.computers.seats.levels == bytearray((2, 0, 1, 0))
        evening.play(2)


def test_a_torn_memory_is_said_and_the_cards_are_laid_again():
    evening = dealt(("normal", "human", "human", "human"))
    path = evening.folder + "/seats.bin"
    with open(path, "rb") as file:
        data = bytearray(file.read())
    data[9] ^= 1
    with open(path, "wb") as file:
        file.write(data)
    seats = evening.make_seats(["normal", "human", "human", "human"])
    assert "seats.bin: checksum" in seats.load([])
    assert seats.levels[0] == 2
    assert seats.task() == (DEAL, 0)


def test_levels_are_kept_with_the_game():
    evening = Evening(new_folder(), "ludo-norsk", ("human", "hard", "human", "easy")).resume()
    assert evening.table.computers.seats.names() == {
        "red": "human", "yellow": "hard", "blue": "human", "green": "easy",
    }  # fmt: skip
    evening.table.restart(evening.now)
    assert evening.table.computers.seats.names()["yellow"] == "hard", (
        "the same players, a new game"
    )


def test_a_hand_that_moves_otherwise_is_guided():
    line = "ludo-norsk red:h,h,4,30 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line, dice=[3]).computers("normal", "human", "human", "human").wait(2500)
    wish = top.named("wish")[-1]["move"]
    a, b = (31, 34) if wish == "r4>7" else (5, 8)
    top.carry(0, a, b).wait(4000)
    assert top.named("accepted") == []
    assert reasons(top) == ["other-move"]
    guide = top.named("guide")[-1]
    assert guide["missing"] and guide["extra"]
    top.carry(0, b, a).move(top.results[0][1])
    assert top.named("accepted")[-1]["move"] == wish


def test_a_computers_move_is_taken_back_like_any_other():
    line = "ludo-norsk red:h,h,4,30 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line, dice=[3, 3]).computers("normal", "human", "human", "human").wait(2500)
    move = top.results[0][1]
    top.move(move)
    assert len(top.named("accepted")) == 1
    top.hold(buttons.TABLE)
    assert top.named("undone")
    top.carry(0, move[3], move[2]).wait(1500)
    assert top.table.line() == line
    top.wait(2500)
    assert len(top.named("rolled")) == 2, "as with people: the button takes the throw back too"
    assert len(top.named("wish")) == 2
    top.move(top.results[0][1])
    assert len(top.named("accepted")) == 2


def test_a_computer_goes_on_when_a_move_was_put_back_before_the_way_was_shown():
    line = "ludo-norsk red:h,h,4,30 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    for pause_ms in (0, 20, 60, 100, 300):
        top = table_at(line, dice=[3, 3]).computers("normal", "human", "human", "human").wait(2500)
        move = top.results[0][1]
        top.move(move)
        top.hold(buttons.TABLE).wait(pause_ms)
        top.carry(0, move[3], move[2]).wait(4000)
        assert top.table.line() == line and not top.table.undoing, pause_ms
        assert len(top.named("rolled")) == 2, pause_ms


def test_a_seat_changes_hands_while_it_is_to_move():
    line = "ludo-norsk red:h,h,4,30 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line, dice=[3, 2]).computers("normal", "human", "human", "human").wait(2500)
    assert len(top.results) == 1
    top.table.computers.seat(0, 0, top.now)  # somebody comes
    assert len(top.results) == 2 and not top.table.computers.led
    top.table.computers.seat(0, LEVELS.index("easy"), top.now)  # and leaves
    top.wait(500)
    assert len(top.results) == 1 and top.table.computers.led
    top.table.computers.seat(0, 0, top.now)
    top.carry(0, 31, 34)
    assert top.named("accepted")[-1]["move"] == "r30>33"


def test_a_card_that_moves_nothing_stays_the_seats_when_it_changes_hands():
    """The next card ends the turn, or the seat's button: whoever plays there meanwhile."""
    line = "sorry red:h,h,h,h blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red"
    for first, then in (("human", 1), ("easy", 0)):
        for button in (True, False):
            top = table_at(line).computers(first, "human", "human", "human")
            top.card("3")
            assert not top.named("card")[-1]["playable"]
            top.table.players().seat(0, then, top.now)
            top.wait(4000)
            assert top.phase == "move" and not top.named("accepted")
            if button:
                top.tap(0).wait(600)
                assert top.match.state[TURN] == 1
            top.card("5", 2).wait(600)
            assert [e["move"] for e in top.named("accepted")] == ["-"], (first, button)
            assert top.match.state[TURN] == 1 and top.table.phase.action == top.game.actions.index("5")


SORRY = "sorry red:h,7,23,40 blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red"


def thinking(rulebook=SORRY):
    """Return a table of Sorry! whose computer thinks about the card that was just laid."""
    top = table_at(rulebook, new_folder()).computers("hard", "human", "human", "human")
    top.card("7", 2)
    top.table.computers.seats._chance = Chance(5)
    assert top.table.computers.seats.thinking
    return top


def chosen(top):
    """Wait until the computer has chosen; return its (action, state after, move)."""
    for _ in range(200):
        top.wait(50)
        if top.table.computers.led:
            return top.table.computers.seats.wish(top.table.phase.action)
    raise AssertionError("it thinks for ever")


def test_nobody_can_follow_results_while_a_computer_thinks_in_their_room():
    top = thinking()
    assert not top.results and not top.recogniser.hints(top.debounce).steps
    wish = chosen(top)
    assert len(top.results) == 1
    assert wish == (top.table.phase.action,) + top.results[0]
    assert wish[1:] in list(load("sorry").results(top.match.state, top.table.phase.action))
    top.move(wish[2])
    assert len(top.named("accepted")) == 1 and reasons(top) == []


def test_pawns_moved_while_a_computer_thinks_are_led_to_its_move_afterwards():
    top = thinking()
    top.lift(0, 24).wait(50)
    assert top.table.computers.seats.thinking
    wish = chosen(top)
    assert top.named("accepted") == []
    top.place(0, 24).wait(1500).move(wish[2])
    assert len(top.named("accepted")) == 1


def test_the_card_laid_again_while_a_computer_thinks_changes_nothing():
    top = thinking()
    before = len(top.events)
    top.card("7", 2)
    assert top.events[before:] == [] and top.table.computers.seats.thinking
    chosen(top)


def test_results_made_for_somebody_else_begin_the_thought_anew():
    quiet, disturbed = thinking(), thinking()
    for top in (quiet, disturbed):
        top.wait(100)
        assert top.table.computers.seats.thinking
    disturbed.match.results(0)  # another card's, in the same room
    for top in (quiet, disturbed):
        top.table.computers.seats._chance = Chance(5)
    disturbed.wait(5)
    quiet.table.computers.seats.rethink()
    assert chosen(quiet) == chosen(disturbed)


def test_a_card_taken_away_while_a_computer_thinks_ends_the_thought():
    top = thinking()
    top.hold(buttons.TABLE)
    assert top.table.phase.action < 0 and not top.table.computers.seats.thinking
    assert not top.table.think(top.now)
    top.card("7", 2)
    assert chosen(top)


def test_players_are_there_only_while_one_thinks():
    top = thinking()
    top.wait(100)
    assert top.table.computers.seats.thinking and "players.sorry" in sys.modules
    chosen(top)
    assert [name for name in sys.modules if name.startswith("players")] == []
    top = thinking()
    top.table.computers.seats.rethink()
    assert [name for name in sys.modules if name.startswith("players")] == []
    top.table.computers.seat(2, 3, top.now)
    assert [name for name in sys.modules if name.startswith("players")] == [], "seen to be there"


def there(names):
    return [name for name in names if name in sys.modules]


def players():
    return [name for name in sys.modules if name.startswith("players")]


def test_what_judges_hands_makes_room_for_a_computer_that_thinks():
    top = thinking()
    steps = 0
    while not top.table.computers.led:
        top.wait(5)
        steps += 1
        assert not there(JUDGES + ANSWERS) or not players()
        assert top.recogniser._facts._inquiry is None or not players()
        assert steps < 2000
    assert steps > 100  # longer than a still board waits to be looked at
    assert there(JUDGES) == list(JUDGES)  # before a hand lifts
    assert top.recogniser._facts._inquiry is not None
    top.move(top.table.computers.seats.wish(top.table.phase.action)[2])
    assert there(JUDGES) == list(JUDGES) and len(top.named("accepted")) == 1


def test_a_pawn_lifted_and_put_back_is_judged_first_and_the_computer_begins_anew():
    quiet, top = thinking(), thinking()
    top.wait(20).lift(0, 24).wait(100).place(0, 24)
    stopped = judged = False
    for _ in range(2000):
        if top.table.computers.led:
            break
        top.wait(5)
        stopped = stopped or not top.table.computers.seats.thinking
        judged = judged or there(JUDGES) == list(JUDGES)
        assert not there(JUDGES) or not players()
    assert stopped and judged and top.table.computers.led
    assert chosen(quiet)[0] == top.table.computers.seats.wish(top.table.phase.action)[0]


def test_the_thought_ends_before_what_judges_hands_comes_though_nothing_asks_the_computer():
    """On a Pico slices of judging follow one another between two scans: both were there, one above the other."""
    top = thinking()
    top.wait(50)
    table = top.table
    assert players() and not there(JUDGES)
    table.think = lambda now_ms: False
    top.lift(0, 24)
    for _ in range(2000):
        top.wait(5)
        assert not there(JUDGES) or not players()
        if there(JUDGES):
            break
    assert there(JUDGES) and not table.computers.seats.thinking


def calls_of(seats, action):
    """Let a computer think to its end; return the calls it took."""
    for calls in range(1, 5000):
        if seats.think(action):
            return calls
    raise AssertionError("it thinks for ever")


def a_card_on_the_table():
    seats = thinking().table.computers.seats
    return seats, seats._match.game.actions.index("7")


def a_card_for_the_partner():
    evening = dealt(("human", "easy", "human", "easy"))
    seats = evening.table.computers.seats
    seats._chosen[1] = seats._flags[1] = 0
    return seats, -1


class Collections:
    """Stands in for `gc`: what is loaded whenever garbage is collected."""

    def __init__(self):
        self.seen = []

    def collect(self):
        self.seen.append(players() + there(JUDGES))


def test_garbage_is_collected_before_a_player_comes_and_when_it_has_gone():
    """Between garbage its modules, and what comes behind them, would part what is free of a Pico's heap."""
    seats, action = a_card_on_the_table()
    seats.rethink()
    collections = Collections()
    with Instead(seats_module, "gc", collections):
        calls_of(seats, action)
    assert collections.seen == [[], []]


def test_what_stays_for_the_turn_is_made_when_the_player_has_gone():
    """Above a player's modules it would part what is free of a Pico's heap into pieces of 16 KB."""
    seats, action = a_card_on_the_table()
    found = seats._match.found
    index, begun = found.index, []
    found.index = lambda: (begun.append(players()), index())[1]
    calls_of(seats, action)
    assert begun == [[]]
    action, after, move = seats.wish(action)
    n = [found.state(i) for i in range(found.n)].index(after)
    assert found.move(n) == move and [seats._match.game.actions[action]] == ["7"]


def test_a_thought_may_be_stopped_at_any_moment():
    """Stopped when it had chosen, and had not come to its end, it was never asked for its choice any more."""
    for begin in (a_card_on_the_table, a_card_for_the_partner):
        total = calls_of(*begin())
        assert total > 8
        for calls in [1, 2, 3, 4, total // 2] + list(range(total - 6, total)):
            seats, action = begin()
            for _ in range(calls):
                assert not seats.think(action)
            seats.stop()
            assert not seats.thinking
            calls_of(seats, action)
            assert seats.wish(action) if action >= 0 else seats._chosen[1], calls


def test_who_is_stopped_and_begins_anew_has_no_more_time_for_it():
    for stopped in (False, True):
        seats, action = a_card_on_the_table()
        seats.rethink()
        for _ in range(20):
            assert not seats.think(action, 1000)
        if stopped:
            seats.stop()
        else:
            seats.rethink()
        while seats._player is None:
            assert not seats.think(action, 2000)
        seats.think(action, 2399)
        assert not seats._player.hurried
        seats.think(action, 2400)
        assert seats._player.hurried == stopped


def test_nobody_thinks_while_the_way_is_shown():
    top = thinking()
    top.wait(20).lift(0, 24).wait(50).place(0, 30)
    for _ in range(2000):
        top.wait(5)
        assert not there(ANSWERS) or not players()
        if top.recogniser.guiding:
            break
    top.wait(500)
    assert top.recogniser.guiding and not players() and not top.table.computers.seats.thinking
    top.lift(0, 30).wait(50).place(0, 24).wait(1500)
    assert chosen(top) and not top.recogniser.guiding


def test_who_sits_down_in_the_middle_of_a_deal_lays_what_is_left():
    evening = Evening(new_folder(), "partners-pawns", ("human",) * 3 + ("easy",), 5)
    serve(evening, WISH)
    evening.table.computers.seat(3, 0, evening.now)
    evening.cards[1], kept = evening.cards[1], None
    for _ in range(5):
        evening.turn()
    seat = evening.match.state[TURN]
    evening.table.computers.seat(seat, 2, evening.now)
    if evening.match.round.fresh:
        return
    assert evening.table.computers.seats.task() == (RELAY, seat) and kept is None
    for card in list(evening.cards[seat]):
        evening.lay(card)
    assert len(evening.table.computers.seats.hand(seat)) == evening.match.round.hand(seat)


def test_the_buttons_choose_the_players_during_set_up():
    top = Tabletop(new_folder(), "sorry").lift(0, 0)
    top.table.setup = True
    for expected in ("easy", "normal", "hard", "human"):
        top.tap(1)
        assert top.named("seats")[-1]["seats"]["blue"] == expected
    top.tap(1)
    assert ("player", 1, 1) in top.feedback.asked
    assert top.table.computers.seats.levels == bytearray((0, 1, 0, 0))


def test_a_card_laid_while_it_thinks_waits():
    evening = dealt(("hard", "human", "human", "human"))
    while evening.match.state[TURN] != 0:
        evening.turn()
    serve(evening, WISH)
    evening.table.computers.seats.rethink()
    evening.table.card(evening.now, b"\x04abcdef", None, "blank")
    word = evening.table.computers.seats.take(*evening.cards[0][0])
    assert word == "thinks"


def test_people_alone_load_no_players():
    top = Tabletop(new_folder(), "sorry")
    assert top.table.computers is None
    assert not top.table.think(top.now)
    assert secrets.__name__ and NOBODY == 255


def test_two_piles_that_got_mixed_are_said_and_laid_again():
    """One card of each computer lies in the other's pile: neither plays, both are laid anew."""
    evening = dealt()
    to_wish(evening, 1)
    one, two = evening.cards[1], evening.cards[2]
    held = [evening.table.computers.seats.hand(seat) for seat in range(4)]
    one[0], two[0] = two[0], one[0]
    evening.lay(one[0])
    assert reasons(evening) == ["not-its-card"]
    assert [evening.table.computers.seats.hand(seat) for seat in range(4)] == held
    one[0], two[0] = two[0], one[0]  # sorted out by hand, then the pile once more
    evening.hold(1)
    assert evening.table.computers.seats.task() == (RELAY, 1)
    serve(evening, WISH)
    evening.serve(WISH, 1)
    assert evening.table.computers.led


def test_power_goes_while_a_computer_thinks():
    """What it thought is thought again: the same cards, the same position, a legal wish."""
    evening = dealt(("hard", "human", "normal", "human"), 6)
    to_wish(evening, 0)
    seats = evening.table.computers.seats
    held = seats.hand(0)
    seats.rethink()
    for _ in range(5):
        assert not seats.think(-1)
    assert seats.thinking
    before = bytes(evening.match.state)
    evening.resume()
    assert bytes(evening.match.state) == before
    assert evening.table.computers.seats.hand(0) == held
    to_wish(evening, 0)
    action, after, _ = evening.table.computers.seats.wish()
    assert after in [state for state, _ in evening.game.results(evening.match.state, action)]


def test_a_seat_changes_hands_while_it_thinks():
    evening = dealt(("hard", "human", "normal", "human"), 6)
    to_wish(evening, 0)
    seats = evening.table.computers.seats
    seats.rethink()
    seats.think(-1)
    assert seats.thinking
    evening.table.computers.seat(0, 0, evening.now)  # somebody comes and takes the pile up
    assert not seats.thinking and seats.task() == (0, NOBODY) and seats.hand(0) == b""
    evening.table.computers.seat(0, LEVELS.index("easy"), evening.now)  # and leaves again
    assert seats.task() == (RELAY, 0)
    to_wish(evening, 0)
    evening.serve(WISH, 0)
    assert evening.named("wish")[-1]["seat"] == "green"


def test_a_pile_that_is_laid_again_before_the_first_card_is_not_exchanged_again():
    evening = dealt(("hard", "human", "normal", "human"), 6)
    first = evening.match.state[TURN]
    if not evening.table.computers.seats.computer(first):
        evening.table.computers.seat(first, LEVELS.index("normal"), evening.now)
        serve(evening, WISH)
    to_wish(evening, evening.match.state[TURN])
    seat = evening.match.state[TURN]
    passed = len([e for e in evening.named("lay") if e["what"] == "pass"])
    evening.hold(seat)
    assert evening.table.computers.seats.task() == (RELAY, seat)
    to_wish(evening, seat)
    assert len([e for e in evening.named("lay") if e["what"] == "pass"]) == passed
