# SPDX-License-Identifier: Apache-2.0
"""What each event of a button, each order of requests and each pair of conditions does, and what it does not."""

from fake_machine import MACHINE
from tabletop import table_at
from tempdir import new_folder
from test_learning import Learning
from test_services import HEX, UID, preparing, tell
from wholetable import WholeTable

from app.service.records import Reading
from drivers import buttons
from light import signals
from rules.game import NOBODY
from sense.debounce import EDGE, HEALTH

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
KINDS = (buttons.PRESS, buttons.HOLD, buttons.HOLD_END, buttons.RELEASE)


def moved():
    """Return a table whose board shows a result, though its pawn may still be in the hand."""
    top = table_at(LINE.replace("3,20", "6,11")).wait(200)
    top.card("5").carry(0, 7, 12, 400, 800)
    assert not top.named("accepted")
    return top


def test_a_move_is_judged_when_its_players_button_comes_up_and_by_nothing_else_of_buttons():
    up = (buttons.PRESS, buttons.RELEASE)
    for number, kinds, judges in (
        (buttons.TABLE, (buttons.PRESS, buttons.HOLD_END), False),
        (buttons.TABLE, up, False),
        (0, (buttons.PRESS,), False),
        (0, (buttons.HOLD_END,), False),
        (0, up, True),
    ):
        top = moved()
        for kind in kinds:
            top.table.button(top.now, kind | number)
        top.wait(20)
        assert bool(top.named("accepted")) == judges, (number, kinds)
        assert (top.table.active >= 0) != judges, (number, kinds)


def told_of(reasons):
    """Return the word that is told where pawns that are gone have these reasons, one after the other."""
    top = table_at(LINE).wait(200).card("5")
    top.recogniser.gone = lambda: [(0, 21)] * len(reasons)
    left = list(reasons)
    top.match.game.why = lambda *_: left.pop(0)
    for _ in top.table._mistake({"event": "guide"}):
        pass
    return top.named("refused")[-1]["reason"]


def test_the_first_reason_that_is_found_is_told_and_pawns_without_one_are_passed_over():
    assert told_of([None, ("wall", 5), ("past-goal", NOBODY)]) == "wall"
    assert told_of([("wall", 5), None]) == "wall"
    assert told_of([None, None]) == "not-legal"


def test_a_reed_that_turns_faulty_with_a_lift_does_not_keep_it_from_its_lights():
    one = WholeTable(new_folder(), LINE)
    one.run(3000).card("5").run(500)
    answered = []
    one.system.table.hands = lambda now_ms, debounce: answered.append(now_ms)
    one.system._play(one.now, HEALTH | EDGE)
    assert answered
    del answered[:]
    one.system._play(one.now, HEALTH)
    assert not answered
    assert MACHINE.frames


def test_a_card_goes_to_the_game_while_the_first_of_all_kinds_is_in_force():
    top = table_at(LINE).computers("easy", "human", "human", "human")
    taken = []
    top.table.computers.seats.take = lambda action, copy: taken.append((action, copy)) or ""
    top.table.active = 0
    assert top.table.computers.takes(5, 1, top.now) is False and not taken


def test_a_game_on_its_way_is_read_piece_by_piece():
    class Records:
        read_so_far = 0

        def read(self, game):
            for seq in range(200):
                self.read_so_far += 1
                yield 2000 + 3 * seq, 2 + seq % 2, 1999 - 3 * seq, bytes([seq]) * 40

    journal = Records()
    reading = Reading(1, journal)
    pieces = [reading.piece]
    assert journal.read_so_far * 46 <= 2 * len(reading.piece), (
        "a Pico has no room for the whole game"
    )
    while not reading.last:
        assert reading.at == sum([len(piece) for piece in pieces])
        reading.go_on()
        pieces.append(reading.piece)
    assert sum([len(piece) for piece in pieces]) == 200 * 46 and journal.read_so_far == 200
    assert len({len(piece) for piece in pieces[:-1]}) == 1
    stream = b"".join(pieces)
    for seq in range(200):
        record = stream[46 * seq : 46 * seq + 46]
        number, before = 2000 + 3 * seq, 1999 - 3 * seq
        assert record[0] + 256 * record[1] == number and record[3] + 256 * record[4] == before
        assert record[2] == 2 + seq % 2 and record[5] == 40 and record[6:] == bytes([seq]) * 40


def test_a_sticker_that_is_locked_stays_what_it_was_learnt_as():
    one = preparing()[0]
    one.request("tags.learn", uid=HEX, kind=5, copy=1)
    one.request("tags.lock", uid=HEX, kind=6, copy=1)
    tell(one, "locked", UID, "ok")
    assert one.request("tags.list")["count"] == 1


def test_a_seats_button_says_nothing_of_lights_while_spaces_are_asked_for():
    one = Learning(spaces=(3, 4))
    count = len(one.said())
    for number in range(4):
        one.table.tap(number)
        one.table.run(200)
    assert len(one.said()) == count
    assert one.asked()["step"] == "ask" and "place" in one.asked()


def test_an_end_in_an_area_is_lit_on_one_slot_and_so_is_its_pawn():
    line = "ludo-norsk red:h,z3,f,f yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    one = WholeTable(new_folder(), line)
    leds = one.system.feedback._leds
    lit = []
    one.run(500).card("3").run(500)
    leds.show = lambda signal, seat, place, many=4: lit.append((signal, seat, place, many))
    picture = one.system.table.picture()
    picture.hands.only_lifted = lambda: True
    game = one.system.match.game
    one.system.feedback.lifted(picture, [(0, one.system.match.state[1])], 0)
    assert [(s, many) for s, _, place, many in lit if place == game.fin] == [
        (signals.DESTINATION, 1)
    ]
    assert {many for _, _, _, many in lit} == {1}
