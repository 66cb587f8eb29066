# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The unix target end to end, with a small probe in place of the firmware."""

import json
import subprocess
from pathlib import Path

import pytest

from tavle import paths
from tavle.sim.target import FLASH_SIZE, Setting
from tavle.sim.target_orders import BOOT_US
from tavle.sim.target_unix import UnixTarget

PROBE = str(Path(__file__).parent / "fixtures" / "main.py")
CHIPS = 13
SIZE = 6000  # two blocks of littlefs: a save erases and programs


@pytest.fixture
def make():
    made = []

    def start(seed=1, **more):
        made.append(UnixTarget(Setting("partners", seed=seed, **{"main": PROBE, **more}), CHIPS))
        return made[-1]

    yield start
    for target in made:
        target.close()


def told(target):
    return [json.loads(line) for _, line in target.take_usb()]


def ask(target, **request):
    """Send a request; return its answer, None when the firmware was busy."""
    target.send((json.dumps({"id": 7, **request}) + "\n").encode())
    answers = [line for line in told(target) if "re" in line]
    return answers[0] if answers else None


def booted(target):
    target.power_on()
    target.run(target.now_us + BOOT_US + 600_000)
    lines = told(target)
    assert lines[0]["event"] == "ready", lines
    return lines


@pytest.fixture
def target(make):
    one = make()
    booted(one)
    return one


def test_time_stands_still_until_it_is_allowed(make):
    target = make()
    target.power_on()
    assert target.now_us == 0 and told(target) == []
    target.run(BOOT_US - 1)
    assert told(target) == []
    target.run(2_000_000)
    assert target.now_us == 2_000_000
    ready, first = told(target)
    # Making the file system: two sectors erased, two pages programmed. The chain begins with a millisecond.
    assert ready["t"] == (BOOT_US + 2 * 45_000 + 2 * 400) // 1000 + 1
    assert first["inputs"] == "ff" * 14


def test_a_switch_event_is_seen_by_the_next_scan(target):
    at = target.now_us + 123_456
    target.post(at, "in", 5, 0)
    target.post(at + 50_000, "in", 5, 1)
    target.run(at + 200_000)
    closed, opened = told(target)
    assert closed["inputs"] == "df" + "ff" * 13
    assert opened["inputs"] == "ff" * 14
    # A scan of 16 bytes takes 288 us and comes every 3 ms and is looked at every 5.
    assert 288 <= closed["us"] - at <= 8_288
    # Showing the change took 3 ms of the probe's time and moved its beat.
    assert abs(opened["us"] - closed["us"] - 50_000) <= 5_000


def test_a_switch_event_with_no_time_after_it_is_not_lost(target):
    target.post(target.now_us, "in", 5, 0)
    target.run(target.now_us)
    target.run(target.now_us + 200_000)
    assert [line["inputs"] for line in told(target)] == ["df" + "ff" * 13]


def test_scans_keep_their_period_for_a_minute(target):
    before = ask(target, cmd="ping")["scans"]
    target.run(target.now_us + 60_000_000)
    assert ask(target, cmd="ping")["scans"] - before == 60_000 // 3


def test_a_request_is_answered_without_time_passing(target):
    now = target.now_us
    for _ in range(5):
        assert ask(target, cmd="ping")["t"] == now // 1000
    assert target.now_us == now


def test_a_request_during_a_sleep_waits_for_its_end(target):
    assert ask(target, cmd="sleep", ms=300) is None
    assert target.send(b'{"id": 8, "cmd": "ping"}\n') is False, "it sleeps"
    target.run(target.now_us + 299_000)
    assert told(target) == []
    target.run(target.now_us + 2_000)
    assert [line["re"] for line in told(target) if "re" in line] == [7, 8]


def test_waiting_in_a_loop_on_the_clock_ends(target):
    start = target.now_us
    assert ask(target, cmd="spin", us=5000) is None
    target.run(start + 20_000)
    assert [line["re"] for line in told(target) if "re" in line] == [7]


def test_lights_are_decoded_from_the_line(target):
    target.post(target.now_us, "in", 2, 0)
    target.run(target.now_us + 20_000)
    frames = target.frames(0)
    assert len(frames[-1][1]) == 3 * 96
    assert frames[-1][1][:9] == bytes((0, 0, 0, 0, 0, 0, 0, 40, 0))
    # A scan at most 3 ms later, a look at it 5 ms later, 96 lights of 29 us, the latch.
    assert 3_000 < frames[-1][0] - (target.now_us - 20_000) < 12_000


def test_equal_seeds_give_equal_runs(make):
    def run(seed):
        target = make(seed)
        lines = booted(target)
        for i in range(20):
            target.post(target.now_us + 7_777 * i, "in", i, i & 1)
        target.run(target.now_us + 500_000)
        ask(target, cmd="save", size=SIZE)
        target.run(target.now_us + 500_000)
        return lines + told(target), target.frames(0), target.read_flash(), target.stats()

    first, second, other = run(3), run(3), run(4)
    assert first == second
    assert first[0] != other[0], "another seed gives other chance"


def test_a_die_of_people_comes_from_no_seed(make):
    told = [booted(make(3, fair=True))[0]["chance"] for _ in range(2)]
    assert told[0] != told[1]


def saved(target):
    """Boot a target and let it save a file; return it."""
    booted(target)
    ask(target, cmd="save", size=SIZE)
    target.run(target.now_us + 1_000_000)
    told(target)
    return target


@pytest.mark.parametrize("seed", [0, -4, 1 << 32, 10**20])
def test_any_whole_number_is_a_seed(make, seed):
    assert booted(make(seed))


def test_files_survive_power_and_reset(make):
    target = saved(make())
    target.power_off()
    assert not target.on and target.stats() == {}
    target.run(target.now_us + 5_000_000)
    assert booted(target)[0]["files"] == {"data": SIZE}
    assert ask(target, cmd="reset") is None
    target.run(target.now_us + 1_000_000)
    assert told(target)[0]["files"] == {"data": SIZE}
    assert ask(target, cmd="ping")["cause"] == 3 and target.boots == 3


def test_power_cut_anywhere_in_a_save_leaves_the_old_or_the_new_file(make):
    target = saved(make())
    sizes = []
    torn = 0
    for cut_ms in (0, 1, 20, 44, 45, 46, 60, 91, 92, 93, 95, 97, 99, 200):
        assert ask(target, cmd="save", size=2 * SIZE) is None
        target.run(target.now_us + 1000 * cut_ms)
        before = target.read_flash()
        target.power_off()
        torn += before != target.read_flash()
        told(target)
        target.run(target.now_us + 100_000)
        sizes.append(booted(target)[0]["files"]["data"])
    assert set(sizes) == {SIZE, 2 * SIZE}
    assert torn >= 3, "several cuts fell into an erase or a program"


def test_a_firmware_that_stops_feeding_is_reset_by_the_watchdog(target):
    ask(target, cmd="hang")
    target.run(target.now_us + 3_000_000)
    assert target.boots == 2
    assert [line for line in told(target) if line.get("event") == "ready"]
    assert ask(target, cmd="ping")["cause"] == 3
    assert target.complaints and "watchdog" in target.complaints[-1]


def test_a_crash_is_told_and_ends_in_a_watchdog_reset(target):
    target.send(b'{"id": 1, "cmd": "crash"}\n')
    assert any("told to crash" in line for _, line in target.take_usb())
    target.run(target.now_us + 3_000_000)
    assert target.boots == 2
    assert any("told to crash" in text for text in target.complaints)


def test_inputs_changed_while_the_power_is_off_are_there_at_the_next_boot(target):
    target.power_off()
    target.post(target.now_us + 10, "in", 0, 0)
    target.run(target.now_us + 1_000)
    lines = booted(target)
    assert lines[1]["inputs"] == "fe" + "ff" * 13


def test_flash_can_be_read_and_written_from_outside(target, make):
    ask(target, cmd="save", size=SIZE)
    target.run(target.now_us + 1_000_000)
    target.power_off()
    image = target.read_flash()
    assert len(image) == FLASH_SIZE
    other = make()
    other.write_flash(image)
    assert booted(other)[0]["files"] == {"data": SIZE}


def test_tasks_in_virtual_time_do_what_micropythons_do(make):
    program = Path(PROBE).with_name("waits.py")
    words = [paths.micropython_bin(), str(program)]
    alone = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    one = make(main=str(program))
    one.power_on()
    one.run(one.now_us + BOOT_US + 3_000_000)
    assert [line.strip() for _, line in one.take_usb()] == alone
    assert alone[-1] == "that was all" and len(alone) > 25


def test_the_chips_answer_every_word_of_their_buses(make):
    one = make(main=str(Path(PROBE).with_name("wires.py")))
    one.power_on()
    one.run(one.now_us + BOOT_US + 2_000_000)
    ack, version = "0000ff00ff00", "0000ff06fad50332010607e800"
    assert [line.strip() for _, line in one.take_usb()] == [
        "uart None None None 0",
        f"uart True 5 {len(ack + version) // 2}",
        f"uart 4 {ack[:8]} {ack[8:]} {version}",
        "chain False 7 " + "ff" * 14,
        "i2c [36]",
        "i2c 5",
        f"i2c 01{ack}",
        f"i2c 01{version}",
    ]
