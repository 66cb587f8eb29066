# SPDX-License-Identifier: Apache-2.0
"""Behind the win: taken back as any move is, also where the table has to ask; and a new game, whose first card is laid."""

from fake_machine import MACHINE
from tabletop import table_at
from tempdir import new_folder
from wholetable import WholeTable

from drivers import cardid
from drivers.buttons import TABLE
from rules.parse import parse_position

REST = " blue:3,44,f,f turn=red"
LINE = "ludo-norsk red:z4,f,f,f" + REST
WON = "ludo-norsk red:f,f,f,f blue:3,44,f,f turn=none winner=red"
RED, BLUE = 0, 2


def _place(line, k):
    """Return the place of the k-th pawn of red."""
    return parse_position(line)[1][k]


def _won():
    """Bring red's last pawn in; then blue 44 is put straight, so that hands were elsewhere."""
    one = WholeTable(new_folder(), LINE)
    one.run(500)
    one.system.table._die = lambda: 2
    one.tap(RED).run(500)
    one.carry(RED, _place(LINE, 0), _place(WON, 0), 300, 2500)
    assert one.named("won")
    one.carry(BLUE, 45, 45, 300, 2500)
    return one


def _back(one):
    one.carry(RED, _place(WON, 0), _place(LINE, 0), 300, 5000)
    assert one.named("ask")[-1]["choices"] == [LINE, WON]
    return one


def _lit(one):
    """Return how many lights are lit within a second, of how many."""
    sent = len(MACHINE.frames)
    one.run(1000)
    lit = set()
    for _, frame in MACHINE.frames[sent:]:
        lit |= {k // 3 for k in range(len(frame)) if frame[k]}
    return len(lit), one.system.feedback._leds.count


def test_a_question_whether_a_win_was_taken_back_is_answered_by_any_seat():
    for seat in (RED, BLUE):
        one = _back(_won())
        assert one.system.table.phase_name == "ask"
        one.tap(seat)
        assert one.named("undone")[-1]["position"] == LINE
        assert one.system.table.phase_name == "move"
        assert one.faults("scan") == []


def test_while_it_asks_whether_a_win_was_taken_back_the_board_does_not_celebrate():
    one = _won()
    assert one.system.table.phase_name == "over"
    lit, lights = _lit(one)
    assert lit == lights
    _back(one)
    assert 0 < _lit(one)[0] < 8
    one.carry(RED, _place(LINE, 0), _place(WON, 0), 300, 2500)
    assert one.system.table.phase_name == "over"
    assert _lit(one) == (lights, lights)


def test_buttons_of_seats_say_nothing_when_a_game_is_over():
    one = _won()
    said = len(one.events)
    one.tap(RED).tap(BLUE).run(1000)
    assert one.events[said:] == []
    assert one.system.table.line() == WON


def _lies(top, card):
    """Let the reader find a card that lay there when the power came."""
    game = top.game
    payload = cardid.build(game.deck_id, game.actions.index(card), 1)
    top.table.card(top.now, b"\x04abcdef", payload, "ok", True)
    top.table.keep()
    return top.wait(500)


def test_the_card_of_the_win_is_not_the_first_one_of_the_next_game():
    for set_up_first in (True, False):
        top = table_at("sorry red:z5,f,f,f yellow:30,49,f,f turn=red").card("1")
        top.move(top.results[0][1])
        assert top.named("won")
        top.hold(TABLE)
        if set_up_first:
            top.stand(top.match.state).wait(2000)
        _lies(top.resume(), "1")
        top.stand(top.match.state).wait(2000)
        assert top.phase == "card"
        _lies(top.resume(), "1")  # once more
        assert top.phase == "card" and top.named("card")[1:] == []
        top.card("1")
        assert top.phase == "move"
