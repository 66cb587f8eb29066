# SPDX-License-Identifier: Apache-2.0
"""Puts one table together from its settings, at power-up; the only place that knows pins."""

import random
import sys
import time

import machine
from micropython import const

from app.chance import drawn, throw_die
from app.display import Display
from app.hardware import Hardware
from app.link import Link
from app.newgame import next_game
from app.poll import Poll
from app.slot import Slot
from app.switches import Switches
from app.system import System
from app.table.cards import Deck
from app.table.feedback import Feedback
from app.table.led_map import LedMap
from app.table.match import Match, header_game
from app.table.table import Table
from drivers import scanprogram
from drivers.buttons import Buttons
from drivers.buzzer import Buzzer
from drivers.pn532.reader import Reader
from drivers.ws2812 import Strip
from light.lights import Lights
from sense.boardmap import BoardMap
from sense.debounce import Debounce
from sense.recognise import Recogniser
from store import wiring
from store.config import Config
from store.files import size
from store.journal import Journal
from store.tagtable import TagTable

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from app.table.seats import Seats
    from drivers.pn532.i2c import I2cTransport
    from drivers.pn532.uart import UartTransport

_SEAT_HOLD_MS = const(700)
_SEATS = "/seats.bin"
_TABLE_HOLD_MS = const(1500)  # a person who counts to two has held it


def assemble(data: str) -> tuple:
    """Make everything on the table from what the folder `data` holds.

    Returns (system, whether the journal's game is taken up).
    """
    report: list = []
    config = Config(data + "/config.json")
    report.extend(config.load())
    settings = dict(config.items())
    pins = config.facts
    tags = TagTable(data + "/tags.bin")
    damage = tags.load()
    if damage:
        report.append(damage)
    journal = Journal(data, ticks_ms=time.ticks_ms)
    report.extend(journal.open()["report"])
    game, first = _game(settings, journal, report)
    layout = _module(game.family)
    wires = _wiring(data, layout, report)
    hardware = _hardware(pins, layout, settings["reader"])
    boardmap = BoardMap(layout, game, wires[0])
    debounce = Debounce(boardmap.n_bytes)
    buttons = Buttons(seat_hold_ms=_SEAT_HOLD_MS, table_hold_ms=_TABLE_HOLD_MS)
    switches = Switches(hardware.chain, debounce, buttons)
    poll = Poll(hardware.chain.changed, time.ticks_ms)  # type: ignore[arg-type]
    limit_ma = hardware.limit_ma(settings["limit_ma"])
    lights = Lights(layout.N_LEDS, limit_ma, pins.LED_IDLE_MA, pins.LED_CHANNEL_MA)
    display = Display(lights, hardware, settings, layout.N_LEDS)
    if settings["calm"]:
        from light.calm import TABLE

        lights.patterns = TABLE
    leds = LedMap(lights, layout, boardmap, debounce, wires[1])
    link = Link(time.ticks_ms, sys.stdout.buffer)
    match = Match(game, journal, first)
    resumed = bool(first)
    if resumed:
        match.resume()
    table = Table(
        match, Deck(game, tags), Recogniser(boardmap, settings["settle_ms"], poll),
        Feedback(lights, leds, game, settings), hardware.buzzer.sound, link.emit, throw_die, settings,
        _maker_of_seats(data + _SEATS, match, settings, report), poll.breathe, drawn,
    )  # fmt: skip
    seated = settings["players"]
    if (seated and max([word != "human" for word in seated])) or size(data + _SEATS):
        table.players()
    system = System(
        data, settings, report, layout, wires, hardware, switches, Slot(hardware.reader, layout.SLOT), display,
        table, journal, tags, link, poll,
    )  # fmt: skip
    return system, resumed


def _maker_of_seats(path: str, match: Match, settings: dict, report: list) -> "Callable":
    """Return a function that makes the memory of a match's seats, for when a computer sits down.

    Args:
        path: the file, `/tavle/seats.bin` on the device.
        match: the game in progress.
        settings: `config` values by name.
        report: takes a sentence when the file is damaged.
    """

    def make() -> "Seats":
        from app.table.seats import Seats

        seats = Seats(match, path, random.randrange)  # type: ignore[arg-type]
        damage = seats.load(settings["players"])  # unless the journal's game has its own
        if damage:
            report.append(damage)
        return seats

    return make


def _module(name: str) -> "ModuleType":
    return __import__("boards." + name, None, None, (name,))


def _game(settings: dict, journal: "Journal", report: list) -> tuple:
    """Return (game, its first position): what was being played, or a new one and b""."""
    if journal.header:
        try:
            game, first = header_game(journal.header)
            return game, bytes(first)
        except ValueError as error:
            report.append("journal: %s; a new game is set up" % error)
    return next_game(settings, report), b""


def _wiring(data: str, layout: "ModuleType", report: list) -> tuple:
    """Return (sensors, lights) as they were learnt, None for each as the layout says."""
    try:
        learnt = wiring.load(data + "/wiring.bin", layout.GAME, layout.N_BITS, layout.N_LEDS)
    except wiring.BadWiring as error:
        report.append("wiring: %s; learn it again with 'tavle learn'" % error)
        learnt = None
    return learnt or (None, None)


def _hardware(pins: "ModuleType", layout: "ModuleType", bus: str) -> Hardware:
    """Return the drivers of one controller.

    Args:
        pins: a module of `boards` such as `boards.r1_pico2`.
        layout: a module of `boards` such as `boards.partners`.
        bus: "uart" or "i2c", how the card reader is wired.
    """
    pin = machine.Pin
    chain = scanprogram.make(
        pins.PIN_CHAIN_MISO, pins.PIN_CHAIN_LOAD, pins.PIN_CHAIN_SCK, layout.N_CHIPS + 1, time.ticks_ms
    )  # fmt: skip
    strip = Strip(pin(pins.PIN_LED), layout.N_LEDS, time.ticks_ms)
    buzzer = Buzzer(machine.PWM(pin(pins.PIN_BUZZER)))
    reset = pin(pins.PIN_READER_RESET, pin.OUT, value=1)
    reader = Reader(_transport(pins, bus), reset)
    pin(pins.PIN_STATUS, pin.OUT, value=1)  # the firmware runs
    external = pin(pins.PIN_SUPPLY, pin.IN).value
    return Hardware(chain, strip, buzzer, reader, external, pins.LIMIT_USB_MA, pins.NAME)


def _transport(pins: "ModuleType", bus: str) -> "I2cTransport | UartTransport":
    pin = machine.Pin
    if bus == "i2c":
        from drivers.pn532.i2c import I2cTransport

        i2c = machine.I2C(
            pins.READER_I2C,
            sda=pin(pins.PIN_READER_SDA),
            scl=pin(pins.PIN_READER_SCL),
            freq=pins.READER_I2C_HZ,
            timeout=5000,  # us; the PN532 stretches the clock by up to 1 ms
        )
        irq = pin(pins.PIN_READER_IRQ, pin.IN, pin.PULL_UP)
        return I2cTransport(i2c, pins.READER_I2C_ADDRESS, irq)
    from drivers.pn532.uart import UartTransport

    return UartTransport(uart(pins))


def uart(pins: "ModuleType") -> "machine.UART":
    """Return the UART of the card reader; made again, it takes its pins back."""
    return machine.UART(
        pins.READER_UART,
        baudrate=pins.READER_BAUD,
        tx=machine.Pin(pins.PIN_READER_TX),
        rx=machine.Pin(pins.PIN_READER_RX),
        timeout=0,
        rxbuf=256,
    )
