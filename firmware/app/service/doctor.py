# SPDX-License-Identifier: Apache-2.0
"""The doctor's part on the table: the state of every part, and tests that need hands and eyes.

Serves the requests `doctor.*` of `tavle doctor`; imported only for them. While it is on, the
game waits on flash; afterwards the table restarts. Signals: doctor-* of `light.signals`.
"""

import gc
import os
import time

from micropython import const

from app.requests import RequestError, whole
from app.service.walk import Walk
from drivers import buttons, buzzer
from light import layers, signals
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from sense.debounce import Debounce

_DOUBT_MS = const(600_000)  # nobody has asked for anything for so long: back to the game
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
        sensors, self._order = system.wires
        # Chain bit -> bit of the board file, 255 = not used.
        self.bit_of = bytearray([255] * (8 * layout.N_CHIPS))
        for bit in range(layout.N_BITS):
            self.bit_of[sensors[bit] if sensors is not None else bit] = bit
        self._stable = bytearray(system.debounce.stable)
        self._masked = bytearray(system.debounce.masked)
        self._walk: "Walk | None" = None  # over the bits that were not seen closed yet
        self.asked_ms = now_ms
        system.lights.clear_all()

    # -- what System calls -------------------------------------------------------------------

    def scan(self, now_ms: int, debounce: "Debounce") -> None:
        """Tell which switches have changed."""
        for i in range(len(self._stable)):
            changed = debounce.stable[i] ^ self._stable[i]
            flaky = debounce.masked[i] & ~self._masked[i] & 0xFF
            if changed or debounce.masked[i] != self._masked[i]:
                self._stable[i] = debounce.stable[i]
                self._masked[i] = debounce.masked[i]
                for k in range(8):
                    if (changed | flaky) >> k & 1:
                        self._changed(8 * i + k, debounce.stable[i] >> k & 1, flaky >> k & 1)

    def _changed(self, wire: int, closed: int, flaky: int) -> None:
        bit = self.bit_of[wire]
        event = {"event": "switch", "wire": wire, "closed": bool(closed), "flaky": bool(flaky)}
        if bit != 255:
            event["bit"] = bit
        self._system.link.emit(event)
        if bit == 255:
            return
        light = self._light_at(bit)
        lights = self._system.lights
        if flaky:
            lights.show(signals.DOCTOR_FLAKY, light)
        elif closed:
            lights.show(signals.DOCTOR_CLOSED, light)
        else:
            lights.clear_led(layers.HINTS, light)
        if closed:
            self._tried(bit)

    def button(self, now_ms: int, event: int) -> None:
        """Tell which button was pressed; in the walk the table button passes a space over."""
        if buttons.kind(event) != buttons.PRESS:
            return
        number = buttons.number(event)
        self._system.link.emit({"event": "button", "button": number})
        self._system.hardware.buzzer.play(buzzer.TICK)
        if number == buttons.TABLE and self._walk is not None:
            bit = self._walk.here
            self._system.lights.clear_led(layers.HINTS, self._light_at(bit))
            self._system.link.emit({"event": "passed", "bit": bit})
            self._tried(bit)

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

    def walk(self) -> dict:
        """Begin the walk over all switches; answers with those closed on the empty board."""
        layout = self._system.layout
        lights = self._system.lights
        lights.clear(layers.HINTS)
        closed = self.closed()
        for bit in closed:
            lights.show(signals.DOCTOR_STUCK, self._light_at(bit))
        self._walk = Walk(lights, self._light_at)
        self._walk.todo = [bit for bit in range(layout.N_BITS) if bit not in closed]
        self._lead()
        return {"closed": closed, "bits": layout.N_BITS}

    def _tried(self, bit: int) -> None:
        """Cross off a space; when it was the one that is lit, light the next."""
        walk = self._walk
        if walk is not None and bit in walk.todo:
            walk.todo.remove(bit)
            if bit == walk.here:
                self._lead()

    def _lead(self) -> None:
        walk = self._walk
        if walk is not None and walk.todo:
            walk.lead()
        else:
            self._walk = None
            self._system.link.emit({"event": "walked"})

    def closed(self) -> list:
        """Return the bits of the board file whose switch is closed, ascending."""
        found = []
        for wire in range(len(self.bit_of)):
            if self._stable[wire >> 3] >> (wire & 7) & 1 and self.bit_of[wire] != 255:
                found.append(self.bit_of[wire])
        return sorted(found)

    def show(self, first: int, last: int, rgb: tuple) -> None:
        """Show a colour on the lights first..last of the board file, the others dark."""
        lights = self._system.lights
        lights.clear(layers.HINTS)
        for led in range(first, last + 1):
            lights.set(layers.HINTS, self._light(led), rgb)

    def _light_at(self, bit: int) -> int:
        return self._light(self._system.layout.LED[bit])

    def _light(self, led: int) -> int:
        return self._order[led] if self._order is not None else led

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
            "closed": self.closed(),
            "flaky": sum(self._masked) > 0,
            "learnt": self._order is not None,
            "pressed": ~chain.buttons & 0x1F,
            "reader": reader,
            "leds": system.layout.N_LEDS,
            "ma": system.lights.ma(),
            "limit_ma": system.lights.limit_ma,
            "heap_free": gc.mem_free(),
            "report": system.report,
        }

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
    """Begin; tells what the board has."""
    if not isinstance(system.mode, Doctor):
        system.enter(Doctor(system, now_ms))
    layout = system.layout
    return {"layout": layout.GAME, "bits": layout.N_BITS, "leds": layout.N_LEDS}


def do_stop(system: "System", request: dict, now_ms: int) -> dict:
    """Go back to the game."""
    _doctor(system, now_ms)
    system.leave(now_ms)
    return {}


def do_status(system: "System", request: dict, now_ms: int) -> dict:
    """Return the state of every part."""
    return _doctor(system, now_ms).status()


def do_walk(system: "System", request: dict, now_ms: int) -> dict:
    """Begin the walk over all switches."""
    return _doctor(system, now_ms).walk()


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


def do_flash(system: "System", request: dict, now_ms: int) -> dict:
    """Write a file, read it back and remove it."""
    return _doctor(system, now_ms).flash()


def _doctor(system: "System", now_ms: int) -> Doctor:
    doctor = system.mode
    if not isinstance(doctor, Doctor):
        raise RequestError("the doctor is not here; send doctor.start first")
    doctor.asked_ms = now_ms
    return doctor
