# SPDX-License-Identifier: Apache-2.0
# heap: 32m
"""Learning the wiring, question by question: clear answers, unclear ones, buttons, what is kept and told."""

from instead import Instead, full_flash
from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app.requests import RequestError
from app.service.calibration import NONE, Calibration, board_order
from boards import partners
from store import files, wiring

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
N_BITS, N_LEDS = partners.N_BITS, partners.N_LEDS
RING = partners.RING
TABLE = 4
FREE = [n for n in range(8 * partners.N_CHIPS) if n >= N_BITS]  # inputs without a space


def straight(folder, spaces=(), lights=(), walk=False):
    """Write unfinished work in which these spaces and lights are still open; the rest is straight."""
    work = Calibration(folder + "/learn.part", partners)
    work.reset(walk)
    work.inputs[:] = bytes([NONE if n in spaces else n for n in range(N_BITS)])
    work.lights[:] = bytes([NONE if n in lights else n for n in range(N_LEDS)])
    work.save()


class Learning:
    """A table that learns, and the pawn it asks for."""

    def __init__(self, spaces=(), lights=(), walk=False, begin=True, kept=True, closed=(), folder=""):  # fmt: skip
        self.folder = folder or new_folder()
        self.table = WholeTable(self.folder, "" if folder else LINE)
        if kept:
            straight(self.folder, spaces, lights, walk)
        self.table.open().close(*closed)
        self.sounds = []
        self.table.system.hardware.buzzer.sound = self.sounds.append
        if begin:
            self.ask("learn.start", id=1)
            self.table.run(400)

    def ask(self, cmd, **fields):
        return self.table.request(cmd, **fields)

    def put(self, *numbers, lift=True):
        """Put the pawn where these inputs close, wait, lift it; return the first thing it said to that."""
        count = len(self.said())
        self.table.close(*numbers).run(600)
        if lift:
            self.table.open().run(500)
        return self.said()[count] if len(self.said()) > count else None

    def said(self, step=""):
        found = []
        for event in self.table.named("learn"):
            if not step or event["step"] == step:
                found.append({k: v for k, v in event.items() if k not in ("t", "event")})
        return found

    def asked(self):
        return self.said("ask")[-1]

    def problems(self):
        return self.said("problem")

    def lit(self, ms=1000):
        """Return the lights that are seen within a second."""
        seen = set()
        for _ in range(ms // 50):
            self.table.run(50)
            frame = self.table.system.display.frame
            seen |= {led for led in range(N_LEDS) if any(frame[3 * led : 3 * led + 3])}
        return seen

    def wiring(self):
        return wiring.load(self.folder + "/wiring.bin", partners.GAME, N_BITS, N_LEDS)

    def kept(self):
        work = Calibration(self.folder + "/learn.part", partners)
        return work if work.load() else None


def test_every_space_is_asked_in_the_order_of_the_board_and_becomes_the_wiring():
    order = [(7 * n + 3) % 8 + 8 * (n // 8) for n in range(8 * partners.N_CHIPS)]
    order = order[:N_BITS]
    assert len(set(order)) == N_BITS
    one = Learning(kept=False)
    asked = []
    while one.said()[-1]["step"] == "ask":
        space = board_order(partners)[len(asked)]
        asked.append(one.asked()["place"])
        assert one.asked() == {
            "step": "ask",
            "place": asked[-1],
            "left": N_BITS - len(asked) + 1,
            "tries": 0,
        }
        said = one.put(order[space])
        assert said == {"step": "learnt", "place": asked[-1], "input": order[space]}
    assert len(asked) == N_BITS and asked[:3] == ["0", "1", "2"]
    assert one.said()[-1] == {"step": "done", "saved": True, "missing": 0}
    assert not one.problems() and one.sounds.count("tick") == N_BITS and one.sounds[-1] == "win"
    found = one.wiring()
    assert list(found[0]) == order and list(found[1]) == list(range(N_LEDS))
    assert one.kept() is None, "nothing is unfinished"
    assert one.ask("learn.state")["step"] == "done"


def test_a_question_is_a_light_and_its_answer_another_until_the_pawn_is_gone():
    one = Learning(spaces=(RING[5], RING[9]))
    assert one.asked() == {"step": "ask", "place": "5", "left": 2, "tries": 0}
    assert one.lit() == {partners.LED[RING[5]]}
    one.put(RING[5], lift=False)
    assert one.ask("learn.state") == {
        "method": "lit", "step": "lift", "total": N_BITS, "learnt": N_BITS - 1, "layout": "partners",
    }  # fmt: skip
    one.table.run(1000)  # the flash of the answer ends
    assert one.lit() == {partners.LED[RING[5]]}
    assert one.asked()["place"] == "5", "the next one is asked when the pawn is gone"
    one.table.open().run(300)
    assert one.asked() == {"step": "ask", "place": "9", "left": 1, "tries": 0}
    assert one.lit() == {partners.LED[RING[9]]}


def test_every_answer_is_kept_at_once():
    one = Learning(spaces=(RING[5], RING[9]))
    one.put(RING[5], lift=False)
    assert one.kept().inputs[RING[5]] == RING[5] and one.kept().missing == 1
    again = Learning(kept=False, folder=one.folder)
    assert again.asked() == {"step": "ask", "place": "9", "left": 1, "tries": 0}
    fresh = Learning(spaces=(RING[9],), begin=False)
    fresh.ask("learn.start", id=1, fresh=True)
    fresh.table.run(400)
    assert fresh.asked() == {"step": "ask", "place": "0", "left": N_BITS, "tries": 0}


def test_two_free_inputs_are_doubtful_and_after_three_times_the_next_is_asked():
    one = Learning(spaces=(RING[5], RING[9]))
    for tries in (1, 2, 3):
        said = one.put(RING[5], RING[9])
        assert said == {"step": "double", "place": "5", "inputs": sorted([RING[5], RING[9]])}
        if tries < 3:
            assert one.asked() == {"step": "ask", "place": "5", "left": 2, "tries": tries}
    assert one.sounds.count("refused") == 3
    assert one.asked() == {"step": "ask", "place": "9", "left": 1, "tries": 0}
    one.put(RING[9])  # what is left over is the other's
    assert one.said()[-1] == {"step": "done", "saved": True, "missing": 0}
    assert one.problems() == [{"step": "problem", "what": "cross-talk", "place": "5", "to": "9"}]
    assert list(one.wiring()[0]) == list(range(N_BITS))


def test_a_pawn_that_closes_a_known_input_too_is_learnt_and_the_cross_talk_named():
    one = Learning(spaces=(RING[5],))
    assert one.put(RING[5], RING[6]) == {"step": "learnt", "place": "5", "input": RING[5]}
    assert one.problems() == [{"step": "problem", "what": "cross-talk", "place": "5", "to": "6"}]
    assert one.said()[-1]["saved"]


def test_an_input_that_belongs_to_another_space_is_asked_again_and_then_both_are():
    one = Learning(spaces=(RING[5],))
    said = one.put(RING[7])
    assert said == {"step": "taken", "place": "5", "inputs": [RING[7]], "to": "7"}
    assert one.asked() == {"step": "ask", "place": "5", "left": 1, "tries": 1}
    one.put(RING[7])  # it insists
    assert one.asked() == {"step": "ask", "place": "5", "left": 2, "tries": 2}
    one.put(RING[7])
    assert one.asked() == {"step": "ask", "place": "7", "left": 1, "tries": 0}
    assert one.put(RING[5]) == {"step": "learnt", "place": "7", "input": RING[5]}
    assert one.said()[-1]["saved"] and not one.problems()
    found = one.wiring()[0]
    assert found[RING[5]] == RING[7] and found[RING[7]] == RING[5]


def test_two_spaces_that_close_one_input_are_called_the_same_at_the_second_time():
    one = Learning(spaces=(RING[5],))
    for _ in range(2):
        one.put(RING[7])
    one.put(RING[7])  # 5 says 7's input
    assert one.asked()["place"] == "7"
    for _ in range(2):
        one.put(RING[7])  # and 7 says it as well
    assert one.problems() == [
        {"step": "problem", "what": "same", "place": "7", "to": "5", "inputs": [RING[7]]}
    ]
    assert one.said()[-1] == {"step": "done", "saved": False, "missing": 1}


def test_a_space_that_stays_silent_is_skipped_named_and_can_be_left_out():
    one = Learning(spaces=(RING[5], RING[9]))
    assert one.ask("learn.skip")["step"] == "ask"
    assert one.said("skipped") == [{"step": "skipped", "place": "5"}]
    assert one.asked() == {"step": "ask", "place": "9", "left": 1, "tries": 0}
    one.put(RING[9])
    assert one.problems() == [{"step": "problem", "what": "silent", "place": "5"}]
    assert one.said()[-1] == {"step": "done", "saved": False, "missing": 1}
    assert one.sounds[-1] == "fault"
    lit = one.lit()
    assert partners.LED[RING[5]] in lit and partners.LED[RING[9]] in lit and len(lit) > 80
    one.ask("learn.stop", save=True)
    assert one.table.tasks.started == 1, "with another map the table starts anew"
    assert list(one.wiring()[0]) == list(range(N_BITS)), "its own input, since that is free"
    assert one.kept().missing == 1, "what is open stays open"


def test_it_ends_by_itself_8_s_after_all_is_learnt_and_not_while_something_is_open():
    one = Learning(spaces=(RING[5],))
    one.put(RING[5])
    assert one.said()[-1]["saved"]
    one.table.run(6000)
    assert one.table.tasks.started == 0
    one.table.run(4000)
    assert one.table.tasks.started == 1 and one.table.system.mode is None
    two = Learning(spaces=(RING[5],))
    two.ask("learn.skip")
    two.table.run(20_000)
    assert two.table.tasks.started == 0 and two.ask("learn.state")["step"] == "done"
    two.ask("learn.skip")  # nothing left to skip: it ends
    assert two.table.tasks.started == 1 and two.wiring() is None


def test_a_board_that_is_not_empty_is_told_and_what_stays_closed_is_left_out():
    one = Learning(spaces=(RING[5],), closed=(FREE[0], RING[9]))
    closed = sorted([FREE[0], RING[9]])
    assert one.said() == [{"step": "empty", "closed": closed}]
    assert len(one.lit()) == N_LEDS
    one.table.run(1000)
    assert len(one.said()) == 1, "once"
    one.ask("learn.start", id=2)
    one.table.run(400)
    assert one.said()[-1] == {"step": "empty", "closed": closed}
    one.ask("learn.skip")
    assert one.asked()["place"] == "5"
    one.table.close(RING[5]).run(600)
    assert one.said("learnt") == [{"step": "learnt", "place": "5", "input": RING[5]}]
    one.table.open(RING[5]).run(500)
    assert one.problems() == [
        {"step": "problem", "what": "stuck", "inputs": [number]} for number in closed
    ]
    assert one.said()[-1]["saved"]


def test_the_table_button_skips_with_a_tap_and_ends_with_a_hold():
    one = Learning(spaces=(RING[5], RING[9]))
    one.table.tap(TABLE)
    assert one.asked()["place"] == "9"
    one.table.pressed = 1 << TABLE
    one.table.run(1600)
    assert one.sounds[-1] == "ask" and one.table.tasks.started == 0
    one.table.pressed = 0
    one.table.run(100)
    assert one.table.tasks.started == 1 and one.wiring() is None
    assert one.kept().missing == 2


def test_the_button_that_started_it_is_not_heard_until_it_is_let_go():
    for hold in (True, False):
        one = Learning(spaces=(RING[5], RING[9]), begin=False)
        one.table.pressed = 1 << TABLE
        one.table.run(100)
        one.ask("learn.start")  # as `System` does it, without a number
        one.table.run(2500 if hold else 200)
        one.table.pressed = 0
        one.table.run(500)
        assert one.asked()["place"] == "5" and one.table.tasks.started == 0
        one.table.tap(TABLE)
        assert one.asked()["place"] == "9"


def test_a_seat_button_held_says_that_the_lights_are_in_another_order():
    one = Learning(spaces=(RING[5], RING[9]))
    one.table.tap(0, 800).run(100)
    assert one.said("method") == [{"step": "method", "method": "walk"}]
    state = one.ask("learn.state")
    assert state["method"] == "walk" and state["learnt"] == 0
    assert state["total"] == N_BITS + N_LEDS
    assert one.asked() == {"step": "ask", "place": "0", "left": N_BITS, "tries": 0}
    assert not one.lit(), "no light is known yet"
    one.table.tap(0, 800).run(100)
    assert len(one.said("method")) == 1, "it walks already"


def test_a_light_is_where_the_pawn_is_put_that_stands_for_it():
    lights = (partners.LED[RING[3]], partners.LED[RING[4]], partners.LED[RING[8]])
    one = Learning(lights=lights, walk=True)
    order = [event["light"] for event in one.said("ask")]
    assert order == [min(lights)] and one.asked()["left"] == 3
    assert one.lit() == {min(lights)}
    first, second, third = sorted(lights)
    space = {partners.LED[RING[n]]: RING[n] for n in (3, 4, 8)}
    # The first light of the chain is the second's on the board, and the other way round.
    said = one.put(space[second])
    assert said["step"] == "learnt" and said["light"] == first
    assert one.asked()["light"] == second
    said = one.put(space[first])
    assert said["step"] == "learnt" and said["light"] == second
    # One light and one place are left: nobody is asked.
    assert one.asked()["light"] == third or one.said()[-1]["step"] == "done"
    if one.said()[-1]["step"] != "done":
        one.put(space[third])
    assert one.said()[-1] == {"step": "done", "saved": True, "missing": 0}
    found = one.wiring()[1]
    assert (found[first], found[second], found[third]) == (second, first, third)


def test_a_seats_light_is_told_by_its_button():
    lights = (partners.SEAT_LED[1], partners.SEAT_LED[2])
    one = Learning(lights=lights, walk=True)
    first = one.asked()["light"]
    one.table.tap(2).run(200)
    assert one.said("learnt")[-1] == {"step": "learnt", "place": "red:seat", "light": first}
    one.table.tap(1).run(200)
    assert one.said()[-1] == {"step": "done", "saved": True, "missing": 0}
    found = one.wiring()[1]
    assert sorted(found) == list(range(N_LEDS)) and found[partners.SEAT_LED[2]] == first


def test_a_light_that_is_dark_is_skipped_and_found_by_what_is_left():
    lights = (partners.LED[RING[3]], partners.LED[RING[4]])
    one = Learning(lights=lights, walk=True)
    one.ask("learn.skip")
    assert one.said("skipped") == [{"step": "skipped", "light": min(lights)}]
    one.put(RING[3] if partners.LED[RING[3]] == max(lights) else RING[4])
    assert one.problems()[0] == {"step": "problem", "what": "dark", "light": min(lights)}
    assert one.said()[-1] == {"step": "done", "saved": True, "missing": 0}


def test_a_walk_without_a_host_begins_anew_since_nobody_knows_where_it_was():
    five, light = (RING[5],), (partners.LED[RING[3]],)
    for spaces, lights, fields, method, left in (
        (five, light, {}, "walk", N_BITS),
        ((), light, {}, "walk", 1),  # only lights are left: it goes on
        (five, (), {"id": 1}, "walk", 1),
        (five, (), {"id": 1, "method": "walk"}, "walk", 1),
        (five, (), {"id": 1, "method": "lit"}, "lit", N_BITS),
    ):
        one = Learning(spaces, lights, True, begin=False)
        one.ask("learn.start", **fields)
        one.table.run(400)
        assert one.asked()["left"] == left and ("light" in one.asked()) == (not spaces), fields
        assert one.ask("learn.state")["method"] == method, fields


def test_a_flash_that_is_full_is_told_and_the_learning_goes_on():
    one = Learning(spaces=(RING[5],))

    with Instead(files, "write", full_flash):
        assert one.put(RING[5])["step"] == "learnt" or one.said("learnt")
        assert [text for text, over in one.table.faults("flash") if not over]
        assert one.said()[-1] == {"step": "done", "saved": False, "missing": 0}
        assert one.wiring() is None


def test_an_input_that_flickers_is_named_at_the_end():
    one = Learning(spaces=(RING[5],))
    for _ in range(130):
        one.table.close(FREE[0]).run(50).open().run(50)
    one.put(RING[5])
    if one.said()[-1]["step"] != "done":
        one.put(RING[5])
    assert {"step": "problem", "what": "flicker", "inputs": [FREE[0]]} in one.problems()


def test_the_card_reader_is_not_heard_and_a_repeated_start_tells_the_question_again():
    one = Learning(spaces=(RING[5],))
    one.table.reads("two").run(50)
    assert not one.table.named("refused")
    count = len(one.said("ask"))
    state = one.ask("learn.start", id=5)
    assert state["step"] == "ask" and len(one.said("ask")) == count + 1
    one.put(RING[5])
    count = len(one.said("done"))
    one.ask("learn.start", id=6)
    assert len(one.said("done")) == count + 1, "the report, too"


def test_requests_of_learning_are_checked():
    one = Learning(spaces=(RING[5],), begin=False)
    for cmd in ("learn.state", "learn.skip", "learn.stop"):
        assert "learn.start" in refusal(RequestError, one.ask, cmd), cmd
    for method in ("crawl", 7, ["lit"]):
        said = refusal(RequestError, one.ask, "learn.start", id=1, method=method)
        assert "lit or walk" in said, method
    assert one.ask("state")["mode"] == ""
    one.ask("learn.start", id=1)
    assert one.ask("state")["mode"] == "learn"
    told = one.ask("learn.state")
    assert sorted(one.ask("learn.stop")) == sorted(told)
    assert one.table.tasks.started == 1 and one.wiring() is None
