# SPDX-License-Identifier: Apache-2.0
"""The doctor's part on the table: the state of every part, and tests that need hands and eyes.

Serves the requests `doctor.*` of `tavle doctor`; imported only for them. While it is on, the
game waits on flash; afterwards the table restarts. Signals: doctor-* of `light.signals`.

The host asks for one space after the other and draws the conclusions: the table tells which space was
asked and which inputs of the chain closed then.
"""

import gc
import os
import time

from micropython import const

from app.requests import RequestError, whole
from app.service.walk import NONE, closed_inputs
from drivers import buttons, buzzer
from light import layers, signals
from store.config import board_facts
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from sense.debounce import Debounce

_DOUBT_MS = const(600_000)  # nobody has asked for anything for so long: back to the game
_STILL_MS = const(300)  # the neighbours' switches have had their time to answer as well
_CHARGE_US = const(200)  # an output has charged its wire
_TEST_BYTES = const(600)


class Doctor:
    """The mode in which the board belongs to the tests.

    Args:
        system: the table.
        now_ms: the time.
    """

    name = "doctor"
    board = True

    def __init__(self, system: "System", now_ms: int) -> None:
        self._system = system
        layout = system.layout
        n = layout.N_CHIPS
        # Space -> input and light -> place in the chain, as they are wired or were learnt.
        self.inputs, self.lights = system.wires
        if self.inputs is None:
            self.inputs = bytes(range(layout.N_BITS))
            self.lights = bytes(range(layout.N_LEDS))
        self._space_of = bytearray((NONE,) * 8 * n)
        for space in range(layout.N_BITS):
            self._space_of[self.inputs[space]] = space
        self._stable = bytearray(system.debounce.stable)
        self._masked = bytearray(system.debounce.masked)
        self._asked = NONE  # the space a pawn is wanted on
        self._ignored = bytearray(n)  # inputs that answer nothing
        self._held = bytearray(n)  # inputs that have been closed since before the question
        self._since_ms = now_ms  # the last time an input changed
        self._judged = True  # the board at rest has been judged
        self.asked_ms = now_ms
        system.lights.clear_all()

    # -- what System calls -------------------------------------------------------------------

    def scan(self, now_ms: int, debounce: "Debounce") -> None:
        """Tell which switches have changed, and what answers when the board is at rest."""
        for i in range(len(self._stable)):
            changed = debounce.stable[i] ^ self._stable[i]
            flaky = debounce.masked[i] & ~self._masked[i] & 0xFF
            if changed or debounce.masked[i] != self._masked[i]:
                self._stable[i] = debounce.stable[i]
                self._masked[i] = debounce.masked[i]
                self._held[i] &= debounce.stable[i]
                if changed & ~self._ignored[i]:
                    self._since_ms = now_ms
                    self._judged = False
                for k in range(8):
                    if (changed | flaky) >> k & 1:
                        self._changed(8 * i + k, debounce.stable[i] >> k & 1, flaky >> k & 1)
        if not self._judged and since(now_ms, self._since_ms) >= _STILL_MS:
            self._judged = True
            self._settled()

    def _changed(self, wire: int, closed: int, flaky: int) -> None:
        space = self._space_of[wire]
        event = {"event": "switch", "wire": wire, "closed": bool(closed), "flaky": bool(flaky)}
        if space != NONE:
            event["bit"] = space
            self._light_up(space)
        self._system.link.emit(event)

    def _settled(self) -> None:
        fresh = bytearray(self._stable)
        for i in range(len(fresh)):
            fresh[i] &= ~(self._held[i] | self._ignored[i])
        inputs = closed_inputs(fresh)
        if inputs and self._asked != NONE:
            self._system.link.emit({"event": "answer", "asked": self._asked, "inputs": inputs})

    def _light_up(self, space: int) -> None:
        """Show on the light of a space what its switch does, or that a pawn is wanted there."""
        wire = self.inputs[space]
        i, mask = wire >> 3, 1 << (wire & 7)
        signal = None
        if self._masked[i] & mask:
            signal = signals.DOCTOR_FLAKY
        elif self._ignored[i] & mask:
            signal = signals.DOCTOR_STUCK
        elif self._stable[i] & mask:
            signal = signals.DOCTOR_CLOSED
        if space == self._asked and (signal != signals.DOCTOR_CLOSED or self._held[i] & mask):
            signal = signals.LEARN_HERE
        light = self.lights[self._system.layout.LED[space]]
        if signal is None:
            self._system.lights.clear_led(layers.HINTS, light)
        else:
            self._system.lights.show(signal, light)

    def button(self, now_ms: int, event: int) -> None:
        """Tell which button was pressed."""
        if buttons.kind(event) != buttons.PRESS:
            return
        self._system.link.emit({"event": "button", "button": buttons.number(event)})
        self._system.hardware.buzzer.play(buzzer.TICK)

    def reader(self, now_ms: int, event: tuple) -> None:
        """Tell what lies on the reader."""
        kind = event[0]
        if kind == "card":
            holds = "card" if event[2] is not None else event[3]
            uid = "".join("%02x" % byte for byte in event[1])
            self._system.link.emit({"event": "tag", "uid": uid, "holds": holds})
            self._system.hardware.buzzer.play(buzzer.ACCEPTED)
        elif kind in ("removed", "two"):
            self._system.link.emit({"event": "tag", "uid": "", "holds": kind})

    def care(self, now_ms: int) -> None:
        """Go back to the game when nobody asks any more (a PC that was unplugged)."""
        if since(now_ms, self.asked_ms) > _DOUBT_MS:
            self._system.leave(now_ms)

    # -- tests ------------------------------------------------------------------------------

    def ask(self, space: int, ignored: list) -> None:
        """Light a space white and wait for what closes; NONE asks for none.

        Args:
            space: the board file's number of it.
            ignored: inputs that answer nothing, whatever they do.
        """
        self._asked = space
        self._ignored = bytearray(len(self._ignored))
        for wire in ignored:
            self._ignored[wire >> 3] |= 1 << (wire & 7)
        self._held = bytearray(self._stable)
        self._system.lights.clear(layers.HINTS)
        for one in range(len(self.inputs)):
            self._light_up(one)

    def show(self, first: int, last: int, rgb: tuple) -> None:
        """Show a colour on the lights first..last of the board file, the others dark."""
        self._asked = NONE
        lights = self._system.lights
        lights.clear(layers.HINTS)
        for led in range(first, last + 1):
            lights.set(layers.HINTS, self.lights[led], rgb)

    def status(self) -> dict:
        """Return the state of every part."""
        system = self._system
        chain = system.hardware.chain
        reader = system.hardware.reader.status()
        reader.pop("uid")
        gc.collect()
        return {
            "chips": chain.n_chips,
            "chain": chain.text(),
            "chain_good": chain.good,
            "bad_scans": chain.bad_scans,
            "closed": closed_inputs(self._stable),
            "flaky": closed_inputs(self._masked),
            "pressed": ~chain.buttons & 0x1F,
            "reader": reader,
            "leds": system.layout.N_LEDS,
            "ma": system.lights.ma(),
            "limit_ma": system.lights.limit_ma,
            "heap_free": gc.mem_free(),
            "report": system.report,
        }

    def lines(self) -> dict:
        """Return what drives the two wires of a reader on the UART: 1 where the other end holds one high."""
        from app.assembly import uart

        facts = board_facts(self._system.config["board"])
        assert facts is not None
        found = {"tx": _driven(facts.PIN_READER_TX), "rx": _driven(facts.PIN_READER_RX)}
        uart(facts)  # the pins are its own again
        return found

    def flash(self) -> dict:
        """Write a file, read it back and remove it; answers with times and free space."""
        path = self._system.data + "/doctor.tmp"
        data = bytes(i * 7 & 0xFF for i in range(_TEST_BYTES))
        begun = time.ticks_ms()
        try:
            with open(path, "wb") as file:
                file.write(data)
            with open(path, "rb") as file:
                good = file.read() == data
            os.remove(path)
        except OSError as error:
            raise RequestError("flash error %s" % error) from None
        blocks = os.statvfs(self._system.data)
        journal = self._system.journal
        return {
            "good": good,
            "ms": time.ticks_diff(time.ticks_ms(), begun),
            "free": blocks[0] * blocks[3],
            "size": blocks[0] * blocks[2],
            "game": journal.game,
            "full": journal.full,
            "waiting": bool(journal.waiting),
        }


def do_start(system: "System", request: dict, now_ms: int) -> dict:
    """Begin; tells the input of every space and the place of every light in the chain."""
    if not isinstance(system.mode, Doctor):
        system.enter(Doctor(system, now_ms))
    doctor = _doctor(system, now_ms)
    return {
        "layout": system.layout.GAME,
        "inputs": list(doctor.inputs),
        "lights": list(doctor.lights),
    }


def do_stop(system: "System", request: dict, now_ms: int) -> dict:
    """Go back to the game."""
    _doctor(system, now_ms)
    system.leave(now_ms)
    return {}


def do_status(system: "System", request: dict, now_ms: int) -> dict:
    """Return the state of every part."""
    return _doctor(system, now_ms).status()


def do_ask(system: "System", request: dict, now_ms: int) -> dict:
    """Ask for a pawn on the space `bit`; the inputs `ignored` answer nothing. {} asks for none."""
    doctor = _doctor(system, now_ms)
    space = NONE
    if "bit" in request:
        space = whole(request, "bit", 0, system.layout.N_BITS - 1)
    ignored = request.get("ignored", [])
    most = 8 * system.layout.N_CHIPS
    if not isinstance(ignored, list) or [n for n in ignored if n not in range(most)]:
        raise RequestError("ignored must be a list of inputs, 0 to %d" % (most - 1))
    doctor.ask(space, ignored)
    return {}


def do_show(system: "System", request: dict, now_ms: int) -> dict:
    """Light `from` to `to` (all by default) in `rgb`, the others dark: {} is all dark."""
    doctor = _doctor(system, now_ms)
    last = system.layout.N_LEDS - 1
    rgb = request.get("rgb")
    if rgb is None:
        doctor.show(0, -1, (0, 0, 0))
        return {}
    if not isinstance(rgb, list) or len(rgb) != 3:
        raise RequestError("rgb must be three whole numbers, 0 to 255")
    channels = dict(zip("rgb", rgb))
    doctor.show(
        whole(request, "from", 0, last, 0),
        whole(request, "to", 0, last, last),
        tuple([whole(channels, name, 0, 255) for name in "rgb"]),
    )
    return {}


def do_sound(system: "System", request: dict, now_ms: int) -> dict:
    """Play a sound, also where the settings keep the buzzer quiet."""
    _doctor(system, now_ms)
    name = request.get("name", "win")
    if name not in buzzer.NAMES:
        raise RequestError("name must be one of " + ", ".join(buzzer.NAMES))
    system.hardware.buzzer.mute(False)
    system.hardware.buzzer.sound(name)
    return {}


def do_lines(system: "System", request: dict, now_ms: int) -> dict:
    """Look what drives the wires TX and RX of the card reader; the reader must be on the UART."""
    doctor = _doctor(system, now_ms)
    if system.config["reader"] != "uart":
        raise RequestError("the reader is on I2C, which has no TX and RX")
    return doctor.lines()


def do_flash(system: "System", request: dict, now_ms: int) -> dict:
    """Write a file, read it back and remove it."""
    return _doctor(system, now_ms).flash()


def _driven(number: int) -> int:
    """Return the level that the other end of a wire holds against the Pico's weak pull-down.

    The pin is low before it listens: an input of the RP2350 that floats half-way up stays there (erratum E9). For some
    microseconds it may pull against an output that is high, as a crossed wire does with every bit.
    """
    from machine import Pin

    pin = Pin(number, Pin.OUT, value=0)
    pin.init(Pin.IN, Pin.PULL_DOWN)
    time.sleep_us(_CHARGE_US)
    return pin.value()


def _doctor(system: "System", now_ms: int) -> Doctor:
    doctor = system.mode
    if not isinstance(doctor, Doctor):
        raise RequestError("the doctor is not here; send doctor.start first")
    doctor.asked_ms = now_ms
    return doctor
