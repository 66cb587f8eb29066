# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""The doctor on the table: what it tells of switches, buttons, cards and lights, and what it tries."""

import gc
import os
import sys

from fake_machine import MACHINE
from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app.requests import RequestError
from boards import partners
from drivers import buzzer
from light import layers, signals
from store import wiring

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
N_BITS, N_LEDS, RING = partners.N_BITS, partners.N_LEDS, partners.RING
TABLE = 4
FREE = [n for n in range(8 * partners.N_CHIPS) if n >= N_BITS]

if not hasattr(gc, "mem_free"):  # CPython
    gc.mem_free = lambda: 12345


class Watch:
    """Instead of `time`, in which writing to flash takes 7 ms."""

    def __init__(self):
        self.now_ms = 0

    def ticks_ms(self):
        self.now_ms += 7
        return self.now_ms

    def ticks_diff(self, a, b):
        return a - b


class Visit:
    """A table with an empty board in the doctor's hands."""

    def __init__(self, folder="", closed=()):
        self.folder = folder or new_folder()
        self.table = WholeTable(self.folder, LINE)
        self.table.open().close(*closed).run(200)
        self.begun = self.ask("start")
        assert self.begun["layout"] == "partners"
        sys.modules["app.service.doctor"].time = Watch()
        self.doctor = self.table.system.mode

    def ask(self, word, **fields):
        return self.table.request("doctor." + word, **fields)

    def refused(self, word, **fields):
        return refusal(RequestError, self.ask, word, **fields)

    def heard(self):
        """Return a list that takes the tunes from now on."""
        tunes = []
        self.table.system.hardware.buzzer.play = tunes.append
        return tunes

    def touch(self, wire):
        """Put a pawn down and lift it."""
        self.table.close(wire).run(100).open(wire).run(100)

    def said(self, name):
        return [
            {k: v for k, v in event.items() if k not in ("t", "event")}
            for event in self.table.named(name)
        ]

    def shown(self):
        """Return {light: pattern} of what the tests say."""
        lights = self.table.system.lights
        found = {}
        self.table.run(100)
        for led in range(N_LEDS):
            layer, pattern = lights.seen(led)
            if layer == layers.HINTS:
                found[led] = pattern
        return found


def pattern(signal):
    return signal.pattern


def led(index):
    return partners.LED[RING[index]]


def test_every_switch_is_told_as_it_closes_and_opens_and_lights_its_space():
    visit = Visit()
    assert visit.shown() == {}, "the game's lights are gone"
    assert visit.begun["inputs"] == list(range(N_BITS))
    assert visit.begun["lights"] == list(range(N_LEDS))
    wire = RING[5]
    visit.table.close(wire).run(100)
    assert visit.said("switch") == [{"wire": wire, "bit": wire, "closed": True, "flaky": False}]
    assert visit.shown() == {led(5): pattern(signals.DOCTOR_CLOSED)}
    visit.table.open(wire).run(100)
    assert visit.said("switch")[1] == {"wire": wire, "bit": wire, "closed": False, "flaky": False}
    assert visit.shown() == {}
    visit.touch(FREE[0])
    assert visit.said("switch")[2] == {"wire": FREE[0], "closed": True, "flaky": False}
    assert visit.shown() == {}, "an input without a space has no light"


def test_switches_and_lights_in_another_order_are_told_by_what_was_learnt():
    folder = new_folder()
    sensors = bytearray(range(N_BITS))
    sensors[RING[5]], sensors[RING[6]] = RING[6], RING[5]
    lights = bytearray(range(N_LEDS))
    lights[led(5)], lights[led(20)] = led(20), led(5)
    wiring.save(folder + "/wiring.bin", partners.GAME, bytes(sensors), bytes(lights))
    visit = Visit(folder)
    visit.table.close(RING[6]).run(100)
    assert visit.said("switch")[0]["wire"] == RING[6] and visit.said("switch")[0]["bit"] == RING[5]
    assert list(visit.shown()) == [led(20)]
    assert visit.ask("status")["closed"] == [RING[6]]
    assert visit.begun["inputs"] == list(sensors) and visit.begun["lights"] == list(lights)
    visit.ask("show", rgb=[255, 255, 255], **{"from": led(5), "to": led(5)})
    assert list(visit.shown()) == [led(20)]


def test_a_switch_that_flickers_is_told_once_as_flaky():
    visit = Visit()
    wire = RING[5]
    for _ in range(150):
        visit.touch(wire)
        if visit.said("switch")[-1]["flaky"]:
            break
    flaky = [one for one in visit.said("switch") if one["flaky"]]
    assert len(flaky) == 1 and flaky[0]["wire"] == wire
    assert visit.shown() == {led(5): pattern(signals.DOCTOR_FLAKY)}
    assert visit.ask("status")["flaky"] == [wire]
    assert Visit().ask("status")["flaky"] == []


def test_a_space_that_is_asked_is_white_and_what_closes_is_its_answer():
    stuck = RING[7]
    visit = Visit(closed=[stuck])
    assert visit.ask("ask", bit=RING[0], ignored=[stuck]) == {}
    here, closed = pattern(signals.LEARN_HERE), pattern(signals.DOCTOR_CLOSED)
    assert visit.shown() == {led(0): here, led(7): pattern(signals.DOCTOR_STUCK)}
    visit.touch(RING[1])
    assert not visit.said("answer"), "it has gone before the board was at rest"
    visit.table.close(RING[2]).run(500)
    assert visit.said("answer") == [{"asked": RING[0], "inputs": [RING[2]]}]
    assert visit.shown()[led(0)] == here and visit.shown()[led(2)] == closed
    visit.ask("ask", bit=RING[1], ignored=[stuck])
    visit.table.close(FREE[0]).run(500)
    assert visit.said("answer")[1:] == [{"asked": RING[1], "inputs": [FREE[0]]}], (
        "not the old pawn"
    )
    visit.table.open(RING[2]).run(200).close(RING[2]).run(500)
    assert visit.said("answer")[2]["inputs"] == sorted([FREE[0], RING[2]]), "it was put down anew"
    visit.ask("ask")
    visit.table.close(RING[1]).run(500)
    assert len(visit.said("answer")) == 3, "nothing is asked"
    for fields in (
        {"bit": N_BITS},
        {"bit": "x"},
        {"ignored": 7},
        {"ignored": [8 * partners.N_CHIPS]},
    ):
        assert "must be" in visit.refused("ask", **fields), fields


def test_buttons_are_told_and_do_nothing():
    visit = Visit()
    heard = visit.heard()
    for number in (TABLE, 1):
        visit.table.tap(number)
        assert visit.said("button")[-1] == {"button": number}
    assert not visit.table.named("rolled") and not visit.table.named("refused")
    assert heard == [buzzer.TICK] * 2


def test_what_lies_on_the_reader_is_told():
    visit = Visit()
    heard = visit.heard()
    for event, told in (
        (("card", b"\x04\xab", b"x", "ok"), {"uid": "04ab", "holds": "card"}),
        (("card", b"\x04\xab", None, "blank"), {"uid": "04ab", "holds": "blank"}),
        (("removed",), {"uid": "", "holds": "removed"}),
        (("two",), {"uid": "", "holds": "two"}),
    ):
        visit.table.reads(*event).run(20)
        assert visit.said("tag")[-1] == told, event
        assert heard == [buzzer.ACCEPTED] * (event[0] == "card")
        del heard[:]
    count = len(visit.said("tag"))
    visit.table.reads("online").run(20)
    assert len(visit.said("tag")) == count


def test_lights_are_shown_as_asked_and_the_others_are_dark():
    visit = Visit()
    assert visit.ask("show", rgb=[9, 8, 7]) == {}
    assert sorted(visit.shown()) == list(range(N_LEDS))
    visit.ask("show", rgb=[0, 255, 0], **{"from": 3, "to": 5})
    assert sorted(visit.shown()) == [3, 4, 5]
    frame = visit.table.system.display.frame
    assert frame[9] > 0 and frame[10] == frame[11] == 0, "green, red, blue on the line"
    assert not any(frame[:9]) and not any(frame[18:])
    visit.ask("show", rgb=[0, 255, 0], **{"from": 0, "to": 0})
    assert sorted(visit.shown()) == [0]
    visit.ask("show", rgb=[0, 0, 255], **{"from": N_LEDS - 1})
    assert sorted(visit.shown()) == [N_LEDS - 1]
    visit.ask("show")
    assert visit.shown() == {}
    for fields in (
        {"rgb": [1, 2]}, {"rgb": [1, 2, 3, 4]}, {"rgb": "red"}, {"rgb": [1, 2, 256]},
        {"rgb": [1, 2, -1]}, {"rgb": [1, 2, 3], "to": N_LEDS}, {"rgb": [1, 2, 3], "from": -1},
    ):  # fmt: skip
        assert "must be" in visit.refused("show", **fields), fields
    assert visit.ask("show", rgb=[0, 255, 255], to=N_LEDS - 1) == {}


def test_sounds_are_played_even_where_the_settings_keep_the_buzzer_quiet():
    visit = Visit()
    visit.table.system.hardware.buzzer.mute(True)
    assert visit.ask("sound", name="bump") == {}
    assert visit.table.system.hardware.buzzer.playing
    assert visit.ask("sound") == {}
    for name in ("boom", 7, None, ["win"]):
        assert "must be one of" in visit.refused("sound", name=name)


def test_the_state_of_every_part_is_told():
    visit = Visit(closed=[RING[5]])
    visit.table.system.hardware.reader.status = lambda: {
        "online": True,
        "uid": b"x",
        "firmware": "1.6",
    }
    visit.table.pressed = 0b00101
    visit.table.run(100)
    said = visit.ask("status")
    assert said["chips"] == partners.N_CHIPS + 1 and said["chain_good"] is True
    assert said["chain"] == "" and said["bad_scans"] == 0
    assert said["closed"] == [RING[5]] and said["pressed"] == 0b00101
    assert said["reader"] == {"online": True, "firmware": "1.6"}, "whose tag it is stays here"
    assert said["leds"] == N_LEDS and said["limit_ma"] == 2000 and 0 < said["ma"] <= 2000
    assert said["heap_free"] > 0 and said["report"] == []
    visit.table.broken = True
    visit.table.run(200)
    said = visit.ask("status")
    assert said["chain_good"] is False and said["chain"] and said["bad_scans"] > 10
    assert MACHINE.chain is None


def test_flash_is_tried_with_a_file_that_does_not_stay():
    visit = Visit()
    names = sorted(os.listdir(visit.folder))
    said = visit.ask("flash")
    assert said["good"] is True and said["ms"] == 7
    assert 0 < said["free"] <= said["size"] and said["waiting"] is False
    assert said["game"] == visit.table.system.journal.game and said["full"] is False
    assert sorted(os.listdir(visit.folder)) == names
    visit.table.system.data = visit.folder + "/nowhere"
    assert "flash error" in visit.refused("flash")


def test_the_doctor_goes_when_asked_or_when_nobody_asks_for_ten_minutes():
    visit = Visit()
    for word in ("stop", "status", "ask", "show", "sound", "lines", "flash"):
        other = WholeTable(visit.folder)
        assert "doctor.start" in refusal(RequestError, other.request, "doctor." + word), word
    one = Visit()
    for _ in range(3):
        one.doctor.care(one.doctor.asked_ms + 600_000)
        assert one.table.system.mode is one.doctor
    one.ask("start")  # once more: it is here
    assert one.table.system.mode is one.doctor
    one.table.clock.now_ms += 500_000
    one.ask("ask")
    one.doctor.care(one.table.now + 599_000)
    assert one.table.system.mode is one.doctor, "it was asked in between"
    one.doctor.care(one.table.now + 600_001)
    assert one.table.system.mode is None and one.table.tasks.started == 1
    two = Visit()
    assert two.ask("stop") == {} and two.table.tasks.started == 1
