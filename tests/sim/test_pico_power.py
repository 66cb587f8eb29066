# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""An emulated Pico's supply, time, flash and USB, as a table uses them; the emulator is made up."""

import json
import sys
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
import rp2040py.boards
import rp2040py.device

from tavle.device import build
from tavle.errors import TavleError
from tavle.sim import pico_devices, target_pico
from tavle.sim.prepare import files_of, image
from tavle.sim.target import FLASH_SIZE, Setting

CHIPS = 12
FIRMWARE = {"/main.py": b"import app", "/app/run.mpy": b"M\x06"}


@dataclass
class Board:
    extras: tuple = ("its own",)


class Clock:
    def __init__(self):
        self.nanos, self.asked, self.call = 0, [], None

    def create_alarm(self, call):
        self.call = call
        return SimpleNamespace(schedule=self._schedule)

    def _schedule(self, ns):
        self.asked.append(ns)
        self.due = self.nanos + ns


class Pico:
    """The emulator: time passes in batches of 40 us, and nothing runs."""

    made = []

    def __init__(self, board, filesystem):
        self.board, self.disk = board, filesystem.read_bytes()
        self.file = filesystem
        clock = Clock()
        self.mcu = SimpleNamespace(
            clock=clock,
            flash=bytes(2 * 1024 * 1024 - FLASH_SIZE) + self.disk + b"behind it",
            usb_ctrl=SimpleNamespace(),
            watchdog=SimpleNamespace(on_watchdog_trigger=lambda: self.resets.append(clock.nanos)),
            core=SimpleNamespace(pc=None),
        )
        self.resets, self.typed, self.batches = [], [], 0
        self.cdc = SimpleNamespace(send_serial_byte=self.typed.append)
        self.simulator = SimpleNamespace(stopped=True, stop=self._stop, _execute_batch=self._batch)
        Pico.made.append(self)

    def _stop(self):
        self.simulator.stopped = True

    def _batch(self):
        clock = self.mcu.clock
        clock.nanos += 40_000
        self.batches += 1
        if clock.nanos >= clock.due:
            clock.call()


@pytest.fixture
def uf2(monkeypatch, tmp_path):
    file = tmp_path / "pico.uf2"
    file.write_bytes(b"UF2")
    monkeypatch.setenv("TAVLE_UF2", str(file))
    return file


@pytest.fixture
def target(monkeypatch, uf2):
    asked = []

    def resolve(board, what, name):
        asked.append((board, what, name))
        return Board()

    monkeypatch.setattr(rp2040py.boards, "BOARDS", {"pico": "the Pico"})
    monkeypatch.setattr(rp2040py.boards, "resolve_firmware", resolve)
    monkeypatch.setattr(rp2040py.device, "MicroPythonDevice", Pico)
    monkeypatch.setattr(build, "compiled", lambda how: FIRMWARE if how == build.BYTECODE else {})
    Pico.made.clear()
    made = target_pico.PicoTarget(Setting("partners", seed=5), CHIPS)
    made.asked = asked
    return made


def started(target):
    target.power_on()
    return Pico.made[-1]


def test_what_is_missing_is_told_in_words(monkeypatch, tmp_path, uf2):
    monkeypatch.setenv("TAVLE_UF2", str(tmp_path))
    with pytest.raises(TavleError, match=r"TAVLE_UF2 names no file \(.+\); set it to"):
        target_pico.PicoTarget(Setting("partners"), CHIPS)
    monkeypatch.delenv("TAVLE_UF2")
    with pytest.raises(TavleError, match="TAVLE_UF2 is not set; set it to"):
        target_pico.PicoTarget(Setting("partners"), CHIPS)
    monkeypatch.setenv("TAVLE_UF2", str(uf2))
    monkeypatch.setitem(sys.modules, "rp2040py", None)
    with pytest.raises(TavleError, match="package rp2040py is not installed; run `make setup`"):
        target_pico.PicoTarget(Setting("partners"), CHIPS)


def test_the_flash_holds_the_firmware_and_the_data_in_a_folder_of_its_own(target):
    data = {"config.json": b'{"brightness": 7, "rulebook": "sorry"}', "games/1": b"moves"}
    target.write_flash(image(data))
    disk = files_of(started(target).disk)
    config = json.loads(disk.pop("tavle/config.json").split(b"\n")[0])
    # The emulator has no UART that a reader could be on; what else was set stays.
    assert (config["reader"], config["brightness"], config["rulebook"]) == ("i2c", 7, "sorry")
    assert disk == {"main.py": b"import app", "app/run.mpy": b"M\x06", "tavle/games/1": b"moves"}
    kept = files_of(target.read_flash())
    assert set(kept) == {"config.json", "games/1"} and kept["games/1"] == b"moves"


def test_a_table_without_data_has_a_reader_on_i2c_too(target):
    assert (
        json.loads(files_of(target.read_flash())["config.json"].split(b"\n")[0])["reader"] == "i2c"
    )


def test_what_the_pico_wrote_is_there_after_a_power_cut(target):
    target.write_flash(image({}))
    pico = started(target)
    assert not pico.file.exists()  # the emulator has read it
    written = image({"tavle/log": b"a game", "main.py": b""})
    pico.mcu.flash = bytes(2 * 1024 * 1024 - FLASH_SIZE) + written
    assert files_of(target.read_flash()) == {"log": b"a game"}
    target.power_off()
    assert not target.on and files_of(target.read_flash()) == {"log": b"a game"}
    again = started(target)
    assert again is not pico and again.disk == written


def test_power_starts_the_image_with_the_chips_on_its_pins(target, uf2):
    target.post(0, "in", 3, 0)
    target.post(9_000, "in", 4, 0)
    pico = started(target)
    assert target.asked == [("the Pico", "micropython", str(uf2))]
    assert target.on and (target.boots, target.boot_us) == (1, 0)
    assert pico.mcu.core.pc == 0x10000000 and pico.mcu.usb_ctrl.read_delay_microseconds == 1000
    own, *devices = pico.board.extras
    assert own == "its own"
    assert [type(device()).__name__ for device in devices] == [
        "ChainOnPins",
        "PioClock",
        "ReaderOnI2c",
        "SupplyOnPin",
        "StripOnPin",
        "FlashTimes",
    ]
    chain = target._chain
    assert len(chain.inputs) == CHIPS and target._strip.n_leds == target._layout.N_LEDS
    assert chain.inputs[0] == 0xF7  # what was closed before; the rest has not happened yet


def test_time_passes_to_the_microsecond_and_no_further(target):
    target.run(500)
    assert target.now_us == 500 and not target.on
    pico = started(target)
    assert target._clock_us() == target.boot_us == 500
    target.run(700)
    assert target.now_us == 700 and pico.mcu.clock.asked == [200_000] and pico.batches == 5
    assert target._clock_us() == 700
    target.run(700)
    assert pico.batches == 5
    pico.mcu.clock.nanos = 400_000  # it has run on over the end of the last piece
    target.run(850)
    assert pico.batches == 5 and target.now_us == 850
    target.run(901)
    assert pico.mcu.clock.asked == [200_000, 1_000] and pico.batches == 6


def test_what_the_world_does_reaches_the_chips_when_it_happens(target):
    pico = started(target)
    seen = []
    target._reader = SimpleNamespace(event=lambda *told: seen.append(("reader", *told)), tags={})
    target._supply = SimpleNamespace(set=lambda *told: seen.append(("supply", *told)))
    target._chain = SimpleNamespace(
        set_input=lambda *told: seen.append((target._clock_us(), "in", *told)),
        fault=lambda *told: seen.append((target._clock_us(), "chain", *told)),
    )
    target.post(80, "in", 9, 0)
    target.post(120, "chain", 3, 0, [])
    target.post(120, "supply", 0)
    target.post(160, "nocard", None)
    target.post(200, "tag_errors", 0.5)
    target.post(201, "in", 9, 1)
    target.run(200)
    assert seen == [
        (80, "in", 9, 0),
        (120, "chain", 3, 0, []),
        ("supply", 0),
        ("reader", "nocard", [None], 160),
        ("reader", "tag_errors", [0.5], 200),
    ]
    assert target.inputs.levels[1] == 0xFD and pico.batches == 5
    # What happens while there is no power is found at the next start.
    target.power_off()
    target.run(300)
    assert target.inputs.levels[1] == 0xFF and len(seen) == 5


def test_what_is_on_the_inputs_is_there_after_a_start(target, monkeypatch):
    memory = (b"\1" * 180).hex()
    target.post(0, "card", "5/1", "ntag213", memory)
    target.post(0, "supply", 0)
    target.run(10)
    assert target.stickers() == {"5/1": memory} and target.frames(0) == [] and target.stats() == {}
    seen = []
    monkeypatch.setattr(pico_devices.SupplyOnPin, "set", lambda supply, on: seen.append(on))
    started(target)
    assert seen == [0]
    tag = target._reader.tags["5/1"]
    assert bytes(tag.memory).hex() == memory == target.stickers()["5/1"]
    tag.memory[20] = 77
    target.power_off()
    assert target.stickers()["5/1"][40:42] == "4d"  # what was written stays on the sticker


def test_the_firmwares_words_come_over_usb_and_what_is_typed_goes_to_it(target):
    assert target.send(b"lost") is False
    pico = started(target)
    heard = []
    target.tap = heard.append
    pico.cdc.on_serial_data(bytearray(b"one\r\ntw"))
    pico.cdc.on_serial_data(bytearray(b"o\nthr"))
    assert target.take_usb() == [(0, "one"), (0, "two")] and heard == [b"one\r\ntw", b"o\nthr"]
    assert target.send(b"\3ab") is False and pico.typed == [3, 97, 98]
    target.power_off()
    started(target).cdc.on_serial_data(b"ee\n")
    assert target.take_usb() == [(0, "ee")]  # half a line of another start is gone


def test_a_watchdog_is_another_start(target):
    target.run(1_000)
    pico = started(target)
    target.run(1_400)
    pico.mcu.watchdog.on_watchdog_trigger()
    assert pico.resets == [400_000] and (target.boots, target.boot_us) == (2, 1_400)


def test_lights_are_told_and_counted_while_there_is_power(target):
    started(target)
    frame = bytes(range(3 * target._layout.N_LEDS % 256)) + bytes(3 * target._layout.N_LEDS)
    target._strip.write(10_000, (400, 850, 800, 450), frame[: 3 * target._layout.N_LEDS])
    assert target.frames(0)[-1][1] == frame[: 3 * target._layout.N_LEDS]
    assert target.stats() == {"shows": 1} and target.sounds() == [] and target.slow
    target.close()
    assert target._pico is None
