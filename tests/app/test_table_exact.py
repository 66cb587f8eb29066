# SPDX-License-Identifier: Apache-2.0
# heap: 16m
"""What the table tells, hears and keeps where one of its conditions decides: events in order, sounds, what is in force."""

from tabletop import Tabletop, table_at
from tempdir import new_folder

from rules.game import TURN

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
STUCK = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
SWAPS = "partners-pawns green:h,h,10,12 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,5,5 yellow:h,h,h,20 blue:h,h,h,9 green:h,h,h,40 turn=red"
SORRY = "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
TABLE = 4


def at(line, dice=()):
    top = table_at(line, new_folder(), dice).wait(200)
    del top.events[:], top.sounds[:]
    return top


def told(top):
    """Return the events since the last call: each one's name and what tells it from others of its name."""
    found = []
    for event in top.events:
        more = [
            event[key] for key in ("reason", "card", "value", "playable", "colour") if key in event
        ]
        found.append((event["event"],) + tuple(more))
    del top.events[:]
    return found


def force(top):
    return top.match.in_force()


def test_a_card_that_can_be_played_ends_the_fold_and_is_in_force():
    top = at(LINE)
    top.hold(0)
    assert top.table.phase == "fold" and told(top) == [] and force(top) == (-1, 0, [])
    top.card("5", 2)
    assert told(top) == [("refused", "playable"), ("card", "5", True)]
    assert top.table.phase == "move" and force(top) == (9, 2, None) and len(top.table.results) == 2
    top.resume()
    assert ("card", "5", True) in told(top) and top.table.phase == "move"
    top.carry(0, 21, 26)
    assert told(top)[-1] == ("accepted",) and top.match.state[TURN] == 1


def test_a_hand_is_folded_only_on_its_turn_without_a_card_and_in_a_game():
    for line, action, seat, wanted in (
        (STUCK, None, 0, []), (STUCK, None, 1, [("refused", "nothing-to-fold")]),
        (STUCK, "13s", 0, [("refused", "nothing-to-fold")]), (STUCK, "start", 0, [("refused", "nothing-to-fold")]),
        (SORRY, None, 0, []),
    ):  # fmt: skip
        top = at(line)
        if action:
            top.card(action)
            told(top)
        top.hold(seat)
        assert told(top) == wanted, (line, action, seat)
        assert (top.table.shown is not None) == (line == STUCK and not action and not seat)
    top = Tabletop(new_folder(), "partners-pawns")
    top.table.restart(top.now)
    top.lift(0, 0).wait(50)
    assert top.table.phase == "setup"
    told(top)
    top.hold(0).hold(1)
    assert told(top) == [] and top.table.shown is None


def test_a_card_taken_away_leaves_nothing_to_play_and_what_hands_did_is_shown():
    top = at(LINE).card("5").lift(0, 21).wait(300)
    told(top)
    top.hold(TABLE).wait(30)
    assert told(top) == [("refused", "withdrawn"), ("guide",)]
    assert top.table.active == -1 and not top.table.results and force(top) == (9, 1 | 0x40, None)
    assert top.table.phase == "guide"
    top.place(0, 21).wait(900)
    assert told(top) == [("guide",)] and top.table.phase == "deal"
    top.card("3")
    assert told(top) == [("card", "3", True)] and force(top) == (8, 1, None)


def test_another_card_takes_the_place_of_one_that_moved_nothing_yet():
    top = at(LINE).card("5")
    assert len(top.table.results) == 2
    told(top)
    top.card("3", 4)
    assert told(top) == [("card", "3", True)] and force(top) == (8, 4, None)
    top.carry(0, 21, 26).wait(3000)
    assert told(top)[0][0] == "refused"  # five steps are the other card's
    top.carry(0, 26, 24)
    assert told(top)[-1] == ("accepted",)


def test_cards_for_a_die_are_cards_and_throws_are_throws_after_a_cut_too():
    top = at(LUDO, [3, 4]).card("6")
    assert told(top) == [("card", "6", True)] and force(top) == (5, 1, None)
    top.resume()
    found = told(top)
    assert ("card", "6", True) in found and not [one for one in found if one[0] == "rolled"]
    top.carry(0, 6, 12)
    assert told(top)[-1] == ("accepted",)
    top = at(LUDO, [3, 4]).tap(0)
    assert told(top) == [("rolled", 3)] and force(top) == (2, 0, None)
    top.resume()
    found = told(top)
    assert ("rolled", 3) in found and not [one for one in found if one[0] == "card"]
    top.carry(0, 6, 9)
    assert told(top)[-1] == ("accepted",) and top.match.thrown()
    top.card("2")
    assert force(top) == (1, 1, None)


def test_a_throw_after_a_card_has_no_copy():
    top = at(LUDO, [3, 4]).card("2", 5)
    assert force(top) == (1, 5, None)
    top.carry(0, 6, 8)
    assert told(top)[-1] == ("accepted",) and not top.match.thrown()
    top.tap(top.match.state[TURN])
    assert force(top) == (2, 0, None) and top.table.copy == 0


def test_a_question_is_heard_and_kept():
    top = at(SWAPS).card("swap")
    told(top)
    del top.sounds[:]
    top.lift(0, 11).wait(100).lift(0, 13).wait(100).place(0, 13).wait(100).place(0, 11).wait(3500)
    assert told(top) == [("ask",)] and top.sounds == ["ask"] and top.table.phase == "ask"
    assert force(top) == (6, 1 | 0x80, None)
    top.tap(1)
    assert told(top) == [("refused", "not-your-turn")]
    top.tap(0)
    assert told(top) == [("accepted",)] and force(top)[0] == -1
    assert top.sounds == ["ask", "refused", "accepted"]


def test_the_referee_ends_a_set_up_with_a_reed_that_lies():
    top = Tabletop(new_folder(), "sorry")
    top.table.restart(top.now)
    top.lift(0, 0).wait(500)
    assert top.table.phase == "setup" and top.table.setup
    told(top)
    top.hold(TABLE)
    assert [one[0] for one in told(top)] == ["resync", "ready"]
    assert not top.table.setup and top.table.phase == "card"
    assert force(top) == (-1, 0, None)
