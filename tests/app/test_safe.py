# SPDX-License-Identifier: Apache-2.0
"""The safe mode: what it serves, what it refuses, its reason on the link and on the seats' lights."""

from fake_machine import MACHINE
from instead import Instead
from refusal import refusal
from tempdir import new_folder
from wholetable import Clock, Link

from app import VERSION, safe
from app.requests import RequestError
from boards import partners, r1_pico2, sorry
from store.config import Config

REASON = "ValueError('no such wire')"


class Pause(Exception):
    """The end of what a test wants to see."""


class Tasks:
    """Instead of `asyncio`: sleeping ends after so many times."""

    def __init__(self, clock, sleeps):
        self.clock = clock
        self.left = sleeps
        self.started = 0

    def create_task(self, task):
        self.started += 1
        task.close()

    async def sleep_ms(self, ms):
        self.clock.now_ms += ms
        self.left -= 1
        if self.left < 0:
            raise Pause


class Serving(Link):
    async def serve(self, answer):
        pass


def made(sleeps=0, **settings):
    folder = new_folder()
    config = Config(folder + "/config.json")
    config.load()
    for name, value in settings.items():
        config.set(name, value)
    config.save()
    MACHINE.power_on()
    clock = Clock(5000)
    safe.time = clock
    safe.Link = Serving
    safe.asyncio = Tasks(clock, sleeps)
    one = safe.Safe(folder, REASON)
    one.folder = folder
    one.tasks = safe.asyncio
    return one


def lived(one):
    """Let it run until its time is over."""
    refusal(Pause, one.run().send, None)


def test_it_says_who_it_is_and_why():
    said = made().serve({"cmd": "hello"})
    assert said["version"] == VERSION and said["board"] == r1_pico2.NAME and said["safe"] == REASON
    assert said["rulebook"] == "partners-pawns" and said["micropython"].count(".") == 2
    state = made().serve({"cmd": "state"})
    assert state == {"firmware": "", "phase": "fault", "hand_counts": {}, "mode": "safe"}


def test_settings_can_be_read_and_changed_and_the_table_restarted():
    one = made(brightness=33)
    assert one.serve({"cmd": "config"})["settings"]["brightness"] == 33
    said = one.serve({"cmd": "config", "name": "brightness", "value": 44})
    assert said["settings"]["brightness"] == 44
    kept = Config(one.folder + "/config.json")
    kept.load()
    assert dict(kept.items())["brightness"] == 44
    assert one.serve({"cmd": "restart"}) == {} and one.tasks.started == 1


def test_whatever_needs_the_whole_table_is_refused_with_the_reason():
    one = made()
    for cmd in [
        "new", "seats", "log.list", "doctor.start", "learn.start", "tags.start", "fly", None,
    ]:  # fmt: skip
        said = refusal(RequestError, one.serve, {"cmd": cmd})
        assert "safe mode" in said and REASON in said and "restart" in said, cmd
    assert one.tasks.started == 0


def test_it_works_with_defaults_because_a_setting_may_be_the_cause():
    one = made(rulebook="sorry", brightness=7)
    assert one.config["rulebook"] == "partners-pawns" and one.config["brightness"] != 7
    assert one.facts.NAME == "r1_pico2"


def test_the_reason_is_said_at_once_and_every_ten_seconds():
    one = made(sleeps=410)
    lived(one)
    told = one.link.events
    assert {(e["event"], e["part"], e["text"]) for e in told} == {("fault", "start", REASON)}
    assert [e["t"] - 5000 for e in told] == [0, 10_000, 20_000]
    assert one.tasks.started == 1, "the link is served"


def test_the_seats_count_out_that_the_program_failed_and_every_other_light_is_dark():
    for rulebook, layout in (("partners-pawns", partners), ("sorry", sorry)):
        one = made(sleeps=80)
        one.config["rulebook"] = rulebook
        lived(one)
        sent = MACHINE.frames
        assert {pin for pin, _ in sent} == {r1_pico2.PIN_LED}
        lit = set()
        for _, frame in sent:
            assert len(frame) == 3 * layout.N_LEDS
            lit |= {led for led in range(layout.N_LEDS) if any(frame[3 * led : 3 * led + 3])}
        assert lit == set(layout.SEAT_LED), rulebook
        assert 5 < len(sent) < 80, "a frame only when something changed"


def test_lights_that_do_not_work_stop_nothing():
    one = made(sleeps=250)

    def broken(*given):
        raise OSError(5)

    with Instead(safe, "Strip", broken):
        lived(one)
    assert len(one.link.events) == 2 and not MACHINE.frames
