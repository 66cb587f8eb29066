# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""When a computer thinks, throws, asks for cards and leads the hands, and when it keeps still."""

from tabletop import table_at
from tempdir import new_folder

from app.table.seats import CHOOSE, DEAL, PASS, RECEIVE, RELAY
from drivers import buttons
from rules.game import NOBODY, TURN

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=%s"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
SORRY = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
COLOURS = ("green", "blue", "red", "yellow")


def partners(*levels, turn="green"):
    top = table_at(LINE % turn, new_folder())
    seats = top.table.players().seats
    top.computers(*levels)
    return top, seats


def give(top, seat, cards):
    """Lay cards for a computer: action indexes, first copy."""
    for action, copy in cards:
        assert top.table.computers.seats.take(action, copy) == "", (seat, action, copy)


def decided(seats):
    """Let a computer choose a card for its partner."""
    for _ in range(5000):
        if seats.think(-1):
            return
    raise AssertionError("it thinks for ever")


PILES = (
    [(0, 1), (1, 1), (2, 1), (3, 1)],
    [(4, 1), (5, 1), (6, 1), (7, 1)],
    [(8, 1), (9, 1), (10, 1), (0, 2)],
    [(1, 2), (2, 2), (3, 2), (4, 2)],
)


def test_piles_are_asked_for_from_the_first_player_on_and_only_those_of_computers():
    for turn in range(4):
        top, seats = partners("easy", "easy", "easy", "easy", turn=COLOURS[turn])
        asked = []
        for seat in [(turn + k) % 4 for k in range(4)]:
            assert seats.task() == (DEAL, seat), (turn, seat)
            give(top, seat, PILES[seat])
            asked.append(seat)
        assert seats.task() == (CHOOSE, asked[0])
    top, seats = partners("human", "easy", "human", "easy", turn="red")
    assert seats.task() == (DEAL, 3)
    give(top, 3, PILES[3])
    assert seats.task() == (DEAL, 1)
    top, seats = partners("human", "human", "human", "human")
    assert seats.task() == (0, NOBODY)


def test_the_chosen_card_goes_to_the_partner_be_that_a_computer_or_a_person():
    top, seats = partners("easy", "easy", "easy", "human")
    for seat in (0, 1, 2):
        give(top, seat, PILES[seat])
    for seat in (0, 1, 2):
        assert seats.task() == (CHOOSE, seat)
        decided(seats)
    for seat, partner in ((0, 2), (1, 3), (2, 0)):
        assert seats.task() == (PASS, seat)
        card = seats._chosen[seat]
        held = seats.hand(partner)
        others = [c for c in seats.hand(seat) if c != card]
        assert seats.take(others[0] >> 3, others[0] & 7) == "other-card"
        assert seats.take(card >> 3, card & 7) == ""
        assert card not in seats.hand(seat)
        if partner == 3:
            assert seats.hand(3) == b"", "a person keeps its own cards"
        else:
            assert seats.hand(partner) == held + bytes((card,))
    # Two computers have each other's card; blue's comes from a person.
    assert seats.task() == (RECEIVE, 1)
    assert seats.take(11, 1) == "" and len(seats.hand(1)) == 4
    assert seats.task()[0] not in (DEAL, CHOOSE, PASS, RECEIVE)


def test_a_computer_that_sits_down_anew_before_it_has_passed_lays_and_chooses_anew():
    top, seats = partners("easy", "human", "human", "human")
    give(top, 0, PILES[0])
    decided(seats)
    assert seats.task() == (PASS, 0)
    seats.put(0, 2)  # another level of the same computer goes on with its cards
    assert seats.task() == (PASS, 0)
    seats.put(0, 0)
    assert seats.task() == (0, NOBODY)
    seats.put(0, 1)
    assert seats.task() == (DEAL, 0) and seats.hand(0) == b""
    give(top, 0, PILES[1])
    assert seats.task() == (CHOOSE, 0), "what was chosen before is another's card now"


def passed_to_a_person():
    """Return the seats: green is a computer that has passed its card, red, its partner, a person."""
    top, seats = partners("easy", "human", "human", "human")
    give(top, 0, PILES[0])
    decided(seats)
    card = seats._chosen[0]
    seats.take(card >> 3, card & 7)
    return seats


def test_a_computer_that_sits_down_after_the_exchange_with_one_does_not_exchange_again():
    """Green is a computer and red, its partner, a person, who has given it a card and got one."""
    seats = passed_to_a_person()
    seats.take(11, 1)
    assert seats.task() == (0, NOBODY)
    seats.put(2, 1)
    assert seats.task()[0] not in (DEAL, CHOOSE, PASS, RECEIVE)


def test_a_person_who_takes_over_after_the_exchange_does_not_exchange_again():
    seats = passed_to_a_person()
    assert seats.task() == (RECEIVE, 0)
    seats.take(11, 1)
    seats.put(0, 0)
    seats.put(0, 1)
    kind, seat = seats.task()
    assert seat == 0 and kind in (DEAL, RELAY)
    for action, copy in [(a, 2) for a in (5, 6, 7, 8)]:
        seats.take(action, copy)
    assert seats.task()[0] not in (DEAL, CHOOSE, PASS, RECEIVE)


def ready(turn="green"):
    """Return a table at which a computer is to choose one of its four cards now."""
    top, seats = partners("easy", "human", "human", "human", turn=turn)
    give(top, 0, PILES[0])
    decided(seats)
    card = seats._chosen[0]
    seats.take(card >> 3, card & 7)
    seats.take(11, 1)
    assert len(seats.hand(0)) == 4
    return top, seats


def test_a_computer_thinks_only_while_the_table_waits_for_it():
    def thinks(change, back):
        top, seats = ready()
        table = top.table
        change(table)
        for _ in range(3):
            assert table.think(top.now) is False
        assert seats.wish() is None and not seats.thinking
        back(table)
        for _ in range(5000):
            table.think(top.now)
            if seats.wish() is not None:
                return
        raise AssertionError("it never thinks")

    def put(name, value):
        return lambda table: setattr(table, name, value)

    thinks(put("setup", True), put("setup", False))
    thinks(put("faults", {"chain": "x"}), put("faults", {}))
    thinks(put("shown", []), put("shown", None))
    thinks(put("undoing", True), put("undoing", False))
    thinks(put("offering", iter(())), put("offering", None))
    thinks(
        lambda table: setattr(table.recogniser, "guiding", True),
        lambda table: setattr(table.recogniser, "guiding", False),
    )
    thinks(
        lambda table: setattr(table.recogniser.question, "choices", [1]),
        lambda table: setattr(table.recogniser.question, "choices", ()),
    )


def test_a_computer_does_not_think_when_the_game_is_over():
    top = table_at("sorry red:f,f,f,f blue:h,h,h,33 turn=none winner=red", new_folder())
    top.computers("easy", "easy", "human", "human")
    assert top.table.think(top.now) is False
    top = table_at(
        "ludo-norsk red:f,f,f,f blue:h,h,h,33 turn=none winner=red", new_folder(), dice=[1]
    )
    top.computers("easy", "easy", "human", "human").wait(3000)
    assert not top.named("rolled")


def test_a_computer_throws_for_itself_a_moment_after_the_last_move():
    top = table_at(LUDO, new_folder(), dice=[3, 3, 3]).computers("easy", "human", "human", "human")
    top.table.rested_ms = top.now
    begun = top.now
    for _ in range(400):
        top.wait(5)
        if top.named("rolled"):
            break
    assert 1200 <= top.now - begun <= 1220
    assert len(top.named("rolled")) == 1
    top.wait(3000)
    assert len(top.named("rolled")) == 1, "it has thrown"
    person = table_at(LUDO, new_folder(), dice=[3])
    person.computers("human", "easy", "human", "human").wait(5000)
    assert not person.named("rolled")


def test_what_was_laid_is_told_lit_and_heard_without_its_name():
    top, seats = partners("easy", "human", "human", "human")
    computers = top.table.computers
    computers.takes(0, 1, top.now)
    assert top.named("laid")[-1] == {"event": "laid", "seat": "green", "taken": True}
    assert top.sounds[-1] == "tick" and top.feedback.asked[-1] == ("laid", 0, NOBODY)
    count = len(top.named("laid"))
    computers.takes(0, 1, top.now)
    assert top.named("refused")[-1]["reason"] == "shown-twice"
    assert (
        top.named("refused")[-1]["what"] == "card"
        and len(top.named("laid")) == count
        and top.sounds[-1] == "refused"
    )
    for action in (1, 2, 3):
        computers.takes(action, 1, top.now)
    decided(seats)
    other = next(c for c in seats.hand(0) if c != seats._chosen[0])
    asked = len(top.feedback.asked)
    computers.takes(other >> 3, other & 7, top.now)
    assert top.named("laid")[-1] == {"event": "laid", "seat": "green", "taken": False}
    assert len(top.feedback.asked) == asked and top.sounds[-1] == "tick"
    chosen = seats._chosen[0]
    computers.takes(chosen >> 3, chosen & 7, top.now)
    assert top.feedback.asked[-1] == ("laid", 0, 2), "the partner gets it"


def test_only_a_computers_pile_is_forgotten_and_not_while_a_card_is_played():
    top, seats = partners("easy", "human", "human", "human")
    give(top, 0, PILES[0][:2])
    computers = top.table.computers
    assert computers.forgets(1) is False
    top.table.phase.action = 3
    assert computers.forgets(0) is False and len(seats.hand(0)) == 2
    top.table.phase.action = -1
    assert computers.forgets(0) is True and seats.hand(0) == b""


def test_the_cards_of_a_computer_that_cannot_play_are_used_up():
    line = "partners-pawns green:h,h,h,h blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    top = table_at(line, new_folder())
    seats = top.table.players().seats
    top.computers("easy", "human", "human", "human")
    game, match = top.match.game, top.match
    held = []
    for action in range(len(game.actions)):
        many = game.deck[action]
        if many > 1 and not len(game.results(match.state, action)):
            held.append((action, many))  # the last copy of each
    held = held[:4]
    assert len(held) == 4
    give(top, 0, held)
    decided(seats)
    card = seats._chosen[0]
    seats.take(card >> 3, card & 7)
    left = [one for one in held if one != (card >> 3, card & 7)]
    from_partner = (held[0][0], held[0][1] - 1)
    seats.take(*from_partner)
    top.table.rested_ms = top.now  # a move was accepted just now
    for _ in range(5000):
        top.table.think(top.now)
    assert not top.named("folded") and ("lays_down", 0) in top.feedback.asked
    top.table.think(top.now + 1199)
    assert not top.named("folded")
    top.table.think(top.now + 1200)
    assert top.named("folded") == [{"event": "folded", "colour": "green"}]
    used = [
        (action, copy)
        for action, many in enumerate(game.deck)
        for copy in range(1, many + 1)
        if match.round.seen(action, copy)
    ]
    left.append(from_partner)
    assert used == sorted(left)
    assert match.round.folded(0) and match.state[TURN] == 1 and top.table.phase.shown is None


def down(turn="green", level="easy"):
    """Return a table at which a computer has just put its hand down, what it held, and another card."""
    line = "partners-pawns green:h,h,h,h blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    top = table_at(line, new_folder())
    top.table.players()
    top.computers(level, "human", "human", "human")
    game, match = top.match.game, top.match
    useless, useful = [], []
    for action in range(len(game.actions)):
        (useful if len(game.results(match.state, action)) else useless).append((action, 1))
    give(top, 0, useless[:4])
    top.wait(3000)
    passed = top.table.computers.seats._chosen[0]
    top.card(game.actions[passed >> 3], passed & 7)
    top.card(game.actions[useless[4][0]], 1).wait(3000)
    assert len(top.named("folded")) == 1 and match.state[TURN] == 1, top.events
    held = [one for one in useless[:5] if one != (passed >> 3, passed & 7)]
    return top, held, useful[0]


def test_a_hand_that_a_computer_put_down_is_taken_back_and_laid_anew():
    """Somebody had exchanged a card of its pile, and has one now that counts as played."""
    top, held, useful = down()
    name = top.match.game.actions
    top.card(name[held[0][0]], held[0][1])
    assert top.named("refused")[-1]["reason"] == "already-played"
    top.hold(buttons.TABLE).wait(6000)
    assert len(top.named("undone")) == 1 and len(top.named("folded")) == 1
    assert top.named("lay")[-1] == {"event": "lay", "seat": "green", "what": "again"}
    for action, copy in [useful] + held[1:]:
        top.card(name[action], copy).wait(300)
    top.wait(4000)
    assert top.named("lay")[-1] == {"event": "lay", "seat": "green", "what": "wish"}
    assert top.table.computers.seats.wish()[0] == useful[0]


def test_a_hand_that_was_put_down_and_laid_anew_is_put_down_again():
    top, held, _ = down()
    top.hold(buttons.TABLE).wait(3000)
    for action, copy in held:
        top.card(top.match.game.actions[action], copy).wait(300)
    top.wait(4000)
    assert len(top.named("folded")) == 2 and top.match.state[TURN] == 1
    assert not top.named("refused")


def wishing(patient, line=SORRY, action="11"):
    """Return a table whose computer has been given a card and wants to move nothing with it."""
    top = table_at(line, new_folder()).computers("easy", "human", "human", "human")
    table = top.table
    table.active = table.match.game.actions.index(action)
    table.copy = 1
    table.results = table.match.results(table.active)
    moves = [bytes(move) for _, move in table.results]
    after, _ = table.results[moves.index(b"")]
    wish = (table.active, bytes(after), b"")
    table.computers.seats.wish = lambda action=-1: wish
    assert table.computers.chooses(top.now, patient) is True
    return top


def test_a_computer_that_moves_nothing_has_moved_unless_a_card_might_be_the_next_players():
    at_once = wishing(False)
    assert at_once.named("accepted")[-1]["move"] == "-"
    waits = wishing(True)
    assert not waits.named("accepted") and waits.table.computers.led
    assert waits.named("wish")[-1] == {
        "event": "wish", "seat": "red", "move": "-", "card": "11",
    }  # fmt: skip
    waits.tap(0)
    if waits.table.phase == "ask":
        waits.tap(0)
    assert waits.named("accepted")[-1]["move"] == "-"
    assert not waits.table.computers.led and not waits.feedback.lead


def test_a_card_that_moves_nothing_anyway_needs_no_choice():
    top = table_at(SORRY, new_folder()).computers("easy", "human", "human", "human")
    table = top.table
    table.results = table.match.none
    table.match.skip(table.match.found)
    table.results = table.match.found
    assert len(table.results) == 1 and table.computers.chooses(top.now, True) is False
    person = table_at(SORRY, new_folder()).computers("human", "easy", "human", "human")
    person.table.phase.action = person.match.game.actions.index("3")
    person.table.results = person.match.results(person.table.phase.action)
    assert person.table.computers.chooses(person.now, False) is False


def test_what_is_to_be_laid_is_told_once_and_lit_as_long_as_it_is():
    top, _seats = partners("easy", "human", "human", "easy")
    computers = top.table.computers
    top.table.refresh(top.now)
    top.table.refresh(top.now)
    assert list(top.named("lay")) == [{"event": "lay", "seat": "green", "what": "deal"}]
    assert top.feedback.asked[-1] == ("pile", 0, False)
    top.feedback.asked.clear()
    top.table.phase.action = 3  # a card is played: nothing is to be laid now
    computers.tell()
    assert not [a for a in top.feedback.asked if a[0] == "pile"]
    top.table.phase.action = -1
    computers.tell()
    assert len(top.named("lay")) == 2
    top.table.setup = True
    top.feedback.asked.clear()
    computers.tell()
    assert top.feedback.asked == [("player", 0, 1), ("player", 3, 1)]


def test_buttons_go_through_the_levels_and_back_to_a_person():
    top, _seats = partners("human", "human", "human", "human")
    computers = top.table.players()
    told = []
    for _ in range(5):
        computers.next_level(2)
        told.append(top.named("seats")[-1]["seats"]["red"])
        assert top.sounds[-1] == "tick"
    assert told == ["easy", "normal", "hard", "human", "easy"]
    count = len(top.named("seats"))
    two = table_at("sorry red:h,h,h,5 yellow:h,h,h,h turn=red", new_folder())
    two.table.players().next_level(1)  # nobody sits there
    assert len(top.named("seats")) == count and not two.named("seats")


def test_a_throw_is_no_card_that_was_played_last():
    top = table_at(LUDO, new_folder(), dice=[3]).tap(0)
    top.move(top.results[0][1])
    assert top.named("accepted") and top.match.last_card() is None
    top.match.resume()
    assert top.match.last_card() is None
    assert top.match.state[TURN] != 0


def test_a_seat_changes_hands_whatever_was_thrown():
    """A 1 is the first of the actions."""
    for value in (1, 3):
        top = table_at(LUDO.replace("h,h,h,5", "h,h,5,30"), new_folder(), dice=[value, value])
        top.tap(0)
        assert len(top.results) == 2 and top.table.phase.action == value - 1
        top.computers("easy", "human", "human", "human").wait(500)
        assert len(top.results) == 1 and top.table.computers.led, value
        top.table.computers.seat(0, 0, top.now)
        assert len(top.results) == 2 and not top.table.computers.led, value


def test_nothing_is_asked_for_while_the_first_of_all_cards_is_played():
    top, _seats = partners("human", "easy", "human", "human")
    for active, piles in ((0, 0), (5, 0), (-1, 1)):
        top.table.phase.action = active
        top.feedback.asked.clear()
        top.table.computers.tell()
        assert len([asked for asked in top.feedback.asked if asked[0] == "pile"]) == piles, active


def test_what_is_to_be_laid_stays_lit_after_a_hand_has_moved_pawns():
    top, _seats = partners("human", "easy", "human", "human")
    top.wait(300)
    top.feedback.asked.clear()
    top.carry(0, 21, 26, 400, 4000)
    shown = [asked[0] for asked in top.feedback.asked if asked[0] in ("refresh", "pile")]
    assert "refresh" in shown, "the lights are told anew"
    for n in range(len(shown)):
        if shown[n] == "refresh":
            assert shown[n + 1 : n + 2] == ["pile"], shown


def test_a_computers_move_in_which_no_pawn_moves_is_over_at_once():
    line = "partners-pawns green:h,h,h,h blue:h,h,10,20 red:h,h,h,h yellow:h,h,h,h turn=green"
    top = table_at(line, new_folder())
    seats = top.table.players().seats
    top.computers("easy", "human", "human", "human").wait(700)
    swap = top.game.actions.index("swap")
    stuck = [a for a in range(len(top.game.deck)) if not top.game.results(top.match.state, a)]
    pile = [(action, 1) for action in [swap] + stuck[:3]]
    give(top, 0, pile)
    for _ in range(20):  # it may want to pass the swap on
        decided(seats)
        if seats._chosen[0] >> 3 != swap:
            break
        seats.put(0, 0)
        seats.put(0, 1)
        give(top, 0, pile)
    card = seats._chosen[0]
    assert seats.take(card >> 3, card & 7) == "" and seats.take(stuck[3], 1) == ""
    top.wait(500)
    assert seats.wish()[0] == swap
    before, begun = bytes(top.match.state), top.now
    top.card("swap")
    assert [event["event"] for event in top.events[-3:]] == ["card", "wish", "accepted"]
    assert top.named("accepted")[-1]["asked"] is False
    assert begun <= top.table.rested_ms <= top.now
    after = bytes(top.match.state)
    assert after[:16] == before[:16] and after[TURN] == 1 and not top.table.computers.led
