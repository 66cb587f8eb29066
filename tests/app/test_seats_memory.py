# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""What seats remember and ask for, card by card, and when a computer begins to think anew."""

from instead import Instead, full_flash
from tabletop import table_at
from tempdir import new_folder

from app.table import seats as module
from app.table.seats import CHOOSE, DEAL, PASS, RECEIVE, RELAY, WISH
from players.chance import Chance
from rules.game import NOBODY, TURN
from store import files
from ticks import MASK, since

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SORRY = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
PILE = [(0, 1), (4, 1), (5, 1), (6, 1)]


def at(line=LINE, *levels):
    """Return a table with its seats given out, and the seats."""
    top = table_at(line, new_folder(), dice=[3] * 9)
    seats = top.table.players().seats
    seats._chance = Chance(4)
    top.computers(*levels)
    return top, seats


def to_the_end(seats, action=-1):
    for _ in range(9000):
        if seats.think(action):
            return seats.wish(action)
    raise AssertionError("it thinks for ever")


def ready(level="easy", pile=PILE, got=(11, 1)):
    """Return a table at which green, a computer, has laid and passed its cards and is to play."""
    top, seats = at(LINE, level)
    for action, copy in pile:
        assert seats.take(action, copy) == ""
    for _ in range(9000):
        if seats.think(-1):
            break
    chosen = seats._chosen[0]
    assert seats.take(chosen >> 3, chosen & 7) == "" and seats.take(got[0], got[1]) == ""
    return top, seats


def play(top, action, copy):
    """Play a card of the seat to act, its first result; who holds it is nobody's concern here."""
    match = top.match
    found = match.results(action)
    after = bytes(found[0][0]) if len(found) else bytes(match.game.skip(match.state))
    match.accept(action, copy, after)


# -- what is written down ---------------------------------------------------------------------


def test_a_flash_that_is_full_is_told_and_the_cards_stay_in_memory():
    _top, seats = at(LINE, "easy")

    with Instead(files, "write", full_flash):
        assert seats.take(3, 1) == ""
    assert "flash is full" in seats.trouble and seats.hand(0) == bytes((3 << 3 | 1,))
    seats.trouble = ""
    assert seats.waiting and seats.take(4, 1) == "" and seats.trouble == "" and not seats.waiting


def test_a_memory_that_cannot_be_written_is_a_fault_until_it_is():
    def faults():
        return [event["text"] for event in top.named("fault")]

    top = table_at(LINE, new_folder())
    computers = top.table.players()
    with Instead(files, "write", full_flash):
        computers.seat(0, 1, top.now)  # asked for over USB
        assert len(faults()) == 1 and "flash is full" in faults()[0] and top.table.waiting
        computers.takes(3, 1, top.now)
        top.table.keep()
        assert len(faults()) == 1, "it is told once"
    top.table.keep()
    assert not top.table.waiting and len(faults()) == 1
    again = top.make_seats([])
    assert again.levels[0] == 1 and again.hand(0) == bytes((3 << 3 | 1,))


def test_everything_about_a_deal_comes_back_from_flash():
    top, seats = ready()
    seats.put(2, 3)
    again = top.make_seats([])
    for name in ("levels", "_flags", "_chosen", "_cards", "_deal"):
        assert getattr(again, name) == getattr(seats, name), name
    assert again.levels == bytearray((1, 0, 3, 0)) and len(again.hand(0)) == 4
    assert again.task() == seats.task()


def test_a_memory_of_another_game_or_size_is_not_this_ones():
    top, _seats = ready()
    body = bytes(files.load_checked(top.folder + "/seats.bin", b"TVP\x01"))
    for changed in (bytes((body[0] ^ 1,)) + body[1:], body + b"\0", body[:-1]):
        files.save_checked(top.folder + "/seats.bin", b"TVP\x01", changed)
        other = top.make_seats(["human", "hard"])
        assert other.levels == bytearray((0, 3, 0, 0)) and other.hand(0) == b""
    # A level of a later version is the hardest that is known here.
    later = bytearray(body)
    later[4] = 200
    files.save_checked(top.folder + "/seats.bin", b"TVP\x01", later)
    assert top.make_seats([]).levels[0] == 3


def test_levels_of_the_settings_hold_where_flash_has_nothing_and_only_for_seats_in_play():
    top = table_at("sorry red:h,h,h,5 yellow:h,h,h,h turn=red", new_folder())
    seats = top.make_seats(["easy", "normal", "hard", "easy"])
    assert seats.levels == bytearray((1, 0, 3, 0))
    assert seats.names() == {"red": "easy", "yellow": "hard"}
    assert top.make_seats(["human", "human", "normal"]).names() == {
        "red": "human",
        "yellow": "normal",
    }


def test_a_game_nobody_plays_is_peoples():
    top = table_at(SORRY, new_folder())
    with Instead(top.match.game, "family", "nobody"):
        seats = module.Seats(top.match, top.folder + "/seats.bin", Chance(1))
        assert "people play" in seats.load(["easy"]) and not seats.any()
        assert seats.load([]) == ""
        computers = top.table.players()
        computers.next_level(0)
        assert top.sounds[-1] == "refused" and not top.named("seats")
        assert computers.seats.levels == bytes(4)
    computers.next_level(0)
    assert top.named("seats")[-1]["seats"]["red"] == "easy"


def test_a_new_game_begins_without_the_cards_of_the_last():
    top, seats = ready()
    assert seats.hand(0)
    top.table.restart(top.now)
    assert seats.hand(0) == b"" and seats.levels == bytearray((1, 0, 0, 0))
    assert not seats._flags[0] and not seats._chosen[0]
    assert top.make_seats([]).hand(0) == b""


# -- cards ------------------------------------------------------------------------------------


def test_games_without_hands_ask_for_no_cards():
    for line in (SORRY, LUDO):
        _top, seats = at(line, "easy")
        assert seats.task() == (0, NOBODY) and seats.hand(0) == b"" and seats.hand(1) == b""
        assert seats.take(0, 1) == "play"


def test_a_card_of_an_earlier_turn_is_none_of_a_computers():
    top, seats = at(LINE, "human", "easy")
    play(top, 9, 2)  # before blue has laid anything; now its cards are asked for as they are
    assert seats.task() == (RELAY, 1)
    assert seats.take(9, 2) == "already-played"
    for copy, card in enumerate(PILE):
        assert seats.take(*card) == "", card
        assert len(seats.hand(1)) == copy + 1
    assert seats.take(*PILE[0]) in ("thinks", "shown-twice")


def test_a_pile_that_has_grown_too_large_is_laid_anew():
    _top, seats = ready()
    seats._cards[0] += bytes((9 << 3 | 1,))
    assert len(seats.hand(0)) == 5 and seats.task() == (RELAY, 0)
    assert seats.take(9, 2) == ""
    assert seats.hand(0) == bytes((9 << 3 | 2,)) and seats.task() == (RELAY, 0)


def test_a_card_twice_in_its_own_pile_or_in_anothers_is_refused_by_name():
    _top, seats = at(LINE, "easy", "normal")
    assert seats.take(3, 1) == "" and seats.take(3, 1) == "shown-twice"
    for action in (4, 5, 6):
        assert seats.take(action, 1) == ""
    assert seats.task() == (DEAL, 1)
    assert seats.take(3, 1) == "not-its-card" and seats.hand(1) == b""
    assert seats.take(3, 2) == "", "the other card of that name is another card"


def test_a_card_is_passed_once_and_then_the_partners_is_waited_for():
    _top, seats = at(LINE, "easy")
    for card in PILE:
        seats.take(*card)
    assert seats.task() == (CHOOSE, 0) and seats.take(9, 1) == "thinks"
    while not seats.think(-1):
        pass
    chosen = seats._chosen[0]
    assert chosen in seats.hand(0) and not seats.thinking
    assert seats.task() == (PASS, 0)
    others = [card for card in seats.hand(0) if card != chosen]
    said = [seats.take(card >> 3, card & 7) for card in others + others[:1]]
    assert said == ["other-card"] * 3 + ["card-missing"]
    assert seats.take(9, 1) == "not-its-card"
    for card in others[:2]:  # the pile begins anew
        assert seats.take(card >> 3, card & 7) == "other-card"
    assert seats.take(others[0] >> 3, others[0] & 7) == "other-card", "the same one twice"
    assert seats.take(chosen >> 3, chosen & 7) == ""
    assert seats.task() == (RECEIVE, 0) and len(seats.hand(0)) == 3
    assert seats.take(11, 1) == "" and len(seats.hand(0)) == 4
    assert seats.task() == (0, NOBODY)


def test_any_card_of_the_wanted_name_is_played():
    _top, seats = ready(pile=[(4, 1), (4, 2), (5, 1), (6, 1)], got=(4, 3))
    action, _, _ = to_the_end(seats)
    assert seats.task() == (WISH, 0)
    for card in seats.hand(0):
        if card >> 3 == action:
            assert seats.take(action, card & 7) == "play"
        else:
            assert seats.take(card >> 3, card & 7) in ("other-card", "card-missing")


def test_a_pile_is_forgotten_with_its_choice_only_before_it_has_passed():
    top, seats = at(LINE, "easy")
    for card in PILE:
        seats.take(*card)
    while not seats.think(-1):
        pass
    assert seats._chosen[0]
    seats.forget(0)
    assert not seats._chosen[0] and seats.task() == (DEAL, 0)
    top, seats = ready()
    chosen = seats._chosen[0]
    seats.forget(0)
    assert seats._chosen[0] == chosen != 0 and seats.task() == (RELAY, 0)
    assert top.make_seats([]).task() == (RELAY, 0)


# -- thinking -----------------------------------------------------------------------------------


def test_a_wish_stands_until_what_it_was_about_changes():
    top, seats = ready("normal")
    wish = to_the_end(seats)
    assert wish is not None and seats.wish() == wish and seats.wish(3) is None
    for _ in range(3):
        assert seats.think(-1) is False and not seats.thinking
    assert seats.wish() == wish
    play(top, wish[0], 1)
    assert seats.wish() is None
    assert seats.think(-1) is False and not seats.thinking, "it is another's turn"


def test_a_thought_that_takes_long_is_brought_to_an_end_in_time():
    sums = []
    for slice_ms in (0, 4, 40):
        _top, seats = ready("hard")
        now_ms = began_ms = MASK - 700  # the clock begins again meanwhile
        slices = 0
        while not seats.think(-1, now_ms):
            now_ms = (now_ms + slice_ms) & MASK
            slices += 1
        assert seats.wish() is not None
        sums.append((slices, since(now_ms, began_ms)))
    assert sums[0][0] > sums[1][0] > sums[2][0]
    # What has been begun is ended: 4 results, 4 turns of 4 cards at most.
    assert 1400 <= sums[1][1] <= 1400 + 4 * 66
    _top, seats = ready("hard")
    to_the_end(seats)
    assert not seats.think(-1, 5000)


def test_a_thought_goes_on_slice_by_slice_and_begins_anew_only_for_another_card():
    top, seats = at(
        "sorry red:h,7,23,40 blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red", "hard"
    )
    action = top.match.game.actions.index("7")
    top.match.state[TURN] = 0
    assert seats.think(action) is False and seats.thinking
    slices = 1
    thought = seats._thought
    while not seats.think(action):
        slices += 1
        assert seats.thinking and seats._thought is thought, slices
    assert slices > 2 and not seats.thinking
    one = seats.wish(action)
    assert one[0] == action and seats.wish() is None
    # The results of the card are there for the table to follow.
    found = top.match.found
    assert found.find(one[1]) >= 0 and one[1:] == found[found.find(one[1])]
    assert [s for s, _ in found] == [s for s, _ in top.match.game.results(top.match.state, action)]
    # Another card is another thought.
    assert seats.think(action) is False and not seats.thinking
    other = top.match.game.actions.index("11")
    seats.think(other)
    assert seats.thinking and seats._thought is not None and seats.wish(action) is None


def test_a_persons_turn_is_not_thought_about():
    for line in (SORRY, LUDO):
        _top, seats = at(line, "human", "easy")
        assert seats.think(2) is False and not seats.thinking and seats.wish(2) is None
    _top, seats = at(LINE, "human", "easy")
    assert seats.task() == (DEAL, 1)
    assert seats.think(-1) is False and not seats.thinking, "nothing to think about without cards"


def test_a_thought_about_a_hand_is_none_about_the_card_on_the_table():
    _top, seats = ready("normal")
    assert seats.think(-1) is False and seats.thinking
    assert to_the_end(seats, 5)[0] == 5
    assert seats.wish() is None
    assert to_the_end(seats)[0] in [card >> 3 for card in seats.hand(0)]


def test_a_given_card_is_known_to_its_giver_until_it_is_played():
    top, seats = ready("hard")
    chosen = seats._chosen[0]
    assert seats._seen(0, b"\x05").given == chosen >> 3
    seats._flags[0] &= 0xFE
    assert seats._seen(0, b"\x05").given == NOBODY, "it has not passed it yet"
    seats._flags[0] |= 1
    play(top, 9, 2)
    play(top, 9, 3)
    assert seats._seen(0, b"\x05").given == chosen >> 3
    play(top, chosen >> 3, chosen & 7)
    assert seats._seen(0, b"\x05").given == NOBODY


# -- cards laid for computers, as the table tells of them -----------------------------------------


def test_a_card_is_the_computers_only_while_none_is_played_or_shown():
    for name, value in (("active", 3), ("shown", [])):
        top, seats = at(LINE, "easy")
        before = getattr(top.table, name)
        setattr(top.table, name, value)
        assert top.table.computers.takes(3, 1, top.now) is False and seats.hand(0) == b""
        setattr(top.table, name, before)
        assert top.table.computers.takes(3, 1, top.now) is True and len(seats.hand(0)) == 1
    top, seats = at(SORRY, "easy")
    assert top.table.computers.takes(3, 1, top.now) is False
