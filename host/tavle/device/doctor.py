# SPDX-License-Identifier: Apache-2.0
"""The doctor's visit at a table: every part is looked at, and with hands and eyes every wire."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any, Protocol

from tavle import games
from tavle.device.checks import FAIL, OK, SKIP, WARN, Result
from tavle.device.link import TableLink
from tavle.device.walk import Walk
from tavle.errors import TavleError
from tavle.paths import add_firmware, board_file, layout_of
from tavle.sim.spaces import Spaces

_READER_S = 4.0
_LOW_FLASH = 100 * 1024
_LOW_HEAP = 20 * 1024
_USB_MA = 250
_TABLE_BUTTON = 4
# Light of the sweep: one light at a time, dim enough for any supply.
_SWEEP = [0, 40, 40]


class Person(Protocol):
    """Who does what the doctor asks for."""

    def say(self, text: str) -> None:
        """Read a line."""

    def yes(self, question: str) -> bool:
        """Answer a question."""


def names(rulebook: str) -> Spaces:
    """Return the names of a table's spaces."""
    add_firmware()
    from rules import RULEBOOKS, load

    if rulebook not in RULEBOOKS:
        raise TavleError("cannot examine this table", f"it plays {rulebook!r}", games.UNKNOWN)
    return Spaces(load(rulebook), board_file(layout_of(rulebook)))


class Visit:
    """One visit.

    Args:
        link: the firmware's link.
        hello: its hello.
        person: who helps; None looks only at what needs no help.
        patience_s: how long a test waits for the next touch.
        pace: factor on the time lights are shown.
    """

    def __init__(
        self,
        link: TableLink,
        hello: dict[str, Any],
        person: Person | None,
        patience_s: float = 90.0,
        pace: float = 1.0,
    ):
        self._pace = pace
        self._link = link
        self._hello = hello
        self._person = person
        self._patience_s = patience_s
        self._spaces = names(str(hello["rulebook"]))

    def results(self) -> Iterator[Result]:
        """Do everything; the table goes back to its game at the end."""
        if self._hello.get("safe"):
            yield Result(
                "start", FAIL, f"it did not start ({self._hello['safe']})",
                "`tavle flash --reset-settings`; if that is no help, `tavle flash` again",
            )  # fmt: skip
            return
        self._link.request("doctor.start")
        try:
            yield from self._look()
            if self._person is None:
                yield Result(
                    "by hand", SKIP, "lights, switches, buttons, reader, buzzer not tried"
                )
            else:
                yield from self._hands(self._person)
        finally:
            # What went wrong is told by the error itself, not by a table that cannot stop.
            with contextlib.suppress(TavleError):
                self._link.request("doctor.stop")

    # What needs no help

    def _look(self) -> Iterator[Result]:
        status = self._settled()
        yield self._chain(status)
        yield self._at_rest(status)
        yield self._buttons_at_rest(status)
        yield self._reader(status["reader"])
        yield self._supply(status)
        yield from self._store(status)
        yield self._memory(status)

    def _settled(self) -> dict[str, Any]:
        """Return the state, after giving the reader the time it needs to start."""
        end = time.monotonic() + _READER_S * self._link.slow
        while True:
            status = self._link.request("doctor.status")
            if status["reader"]["online"] or time.monotonic() > end:
                return status
            time.sleep(0.2)

    def _chain(self, status: dict[str, Any]) -> Result:
        what = f"{status['chips']} chips, check bits right"
        if status["chain"] or not status["chain_good"]:
            return Result(
                "chain", FAIL, status["chain"] or "this scan failed its check",
                "look at the cable and the supply of the chip it names (hardware/README.md)",
            )  # fmt: skip
        if status["bad_scans"] > 3:
            return Result(
                "chain", WARN, f"{what}, but {status['bad_scans']} scans were bad since power-up",
                "shorten the clock cable, add 100 nF at every chip",
            )  # fmt: skip
        return Result("chain", OK, what)

    def _at_rest(self, status: dict[str, Any]) -> Result:
        closed = [self._spaces.name(bit) for bit in status["closed"]]
        if status["flaky"]:
            return Result(
                "switches", WARN, "a switch flickers; its light blinks fast",
                "move the pawn's magnet or the switch closer, solder it again",
            )  # fmt: skip
        return Result("switches", OK, f"{len(closed)} closed: {' '.join(closed) or 'none'}")

    def _buttons_at_rest(self, status: dict[str, Any]) -> Result:
        held = [self._button(n) for n in range(5) if status["pressed"] >> n & 1]
        if held:
            return Result(
                "buttons", FAIL, f"{', '.join(held)} pressed although nobody touches it",
                "look for a short between its wires",
            )  # fmt: skip
        return Result("buttons", OK, "none pressed")

    def _button(self, number: int) -> str:
        return "table" if number == _TABLE_BUTTON else self._spaces.colours[number]

    def _reader(self, reader: dict[str, Any]) -> Result:
        if not reader["online"]:
            return Result(
                "reader", FAIL, f"the PN532 is silent ({reader['last_error'] or reader['state']})",
                "check its 5 V or 3.3 V, its wires, its two mode switches, and "
                "`tavle config get reader` (uart or i2c)",
            )  # fmt: skip
        text = f"PN532 firmware {reader['firmware']}, {reader['reads']} reads"
        errors = reader["bad_frames"] + reader["bus_errors"]
        if errors > 3:
            return Result(
                "reader", WARN, f"{text}, {errors} damaged frames",
                "shorten its cable and keep it away from the light's data line",
            )  # fmt: skip
        return Result("reader", OK, text)

    def _supply(self, status: dict[str, Any]) -> Result:
        limit = status["limit_ma"]
        text = f"{status['leds']} lights, now {status['ma']} mA (calculated), limit {limit} mA"
        if status["leds"] > limit:
            return Result(
                "supply", FAIL, f"{text}: the dark lights alone need {status['leds']} mA",
                "raise it with `tavle config set limit_ma`",
            )  # fmt: skip
        if limit > _USB_MA:
            text += f"; above {_USB_MA} mA the lights need a 5 V supply of their own"
        return Result("supply", OK, text)

    def _store(self, status: dict[str, Any]) -> Iterator[Result]:
        flash = self._link.request("doctor.flash", timeout_s=15)
        text = (
            f"{flash['free'] // 1024} of {flash['size'] // 1024} KB free, game {flash['game']}, "
        )
        text += f"a file in {flash['ms']} ms"
        if not flash["good"]:
            yield Result(
                "flash", FAIL, "what was read differs from what was written",
                "save the games with `tavle log`; the Pico's flash is worn out",
            )  # fmt: skip
        elif flash["free"] < _LOW_FLASH or flash["full"] or flash["waiting"]:
            yield Result("flash", WARN, text, "fetch and delete old games with `tavle log`")
        else:
            yield Result("flash", OK, text)
        for line in status["report"]:
            yield Result("journal", WARN, line)
        if not status["report"]:
            yield Result("journal", OK, "nothing was lost or repaired at power-up")

    def _memory(self, status: dict[str, Any]) -> Result:
        free = status["heap_free"]
        text = f"{free // 1024} KB free"
        if free < _LOW_HEAP:
            return Result("memory", WARN, text, "report it, with the rulebook and the seats")
        return Result("memory", OK, text)

    # With hands and eyes

    def _hands(self, person: Person) -> Iterator[Result]:
        yield self._lights(person)
        yield self._walk(person)
        yield self._press(person)
        yield self._card(person)
        self._link.request("doctor.sound")
        heard = person.yes("Did the buzzer play a tune?")
        step = "check its transistor and polarity" if not heard else ""
        yield Result("try buzzer", OK if heard else FAIL, "heard" if heard else "not heard", step)

    def _lights(self, person: Person) -> Result:
        person.say("Lights: one after the other runs round the table, then all in three colours.")
        count = self._link.request("doctor.status")["leds"]
        for led in range(count):
            self._link.request("doctor.show", rgb=_SWEEP, **{"from": led, "to": led})
            time.sleep(0.03 * self._pace)
        for rgb in ([30, 0, 0], [0, 30, 0], [0, 0, 30]):
            self._link.request("doctor.show", rgb=rgb)
            time.sleep(0.7 * self._pace)
        good = person.yes("Did every light shine, first all red, then green, then blue?")
        self._link.request("doctor.show")
        if good:
            return Result("try lights", OK, f"{count} lights shine in the right colours")
        return Result(
            "try lights", FAIL, "a light stays dark or has wrong colours",
            "the first bad light or the solder joint before it is the cause; wrong colours from "
            "the first light on: another LED type than WS2812B",
        )  # fmt: skip

    def _events(self, kind: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        """Yield events of these kinds until nothing happens any more."""
        end = time.monotonic() + self._patience_s
        while time.monotonic() < end:
            event = self._link.event(0.2)
            if event is not None and event["event"] in kind:
                end = time.monotonic() + self._patience_s
                yield event

    def _walk(self, person: Person) -> Result:
        person.say("Switches: take ALL pawns off the table.")
        person.yes("Is the table empty?")
        start = self._link.request("doctor.walk")
        person.say(
            "Take ONE pawn and put it on the white blinking space, then on the next. A tested "
            "space is green while the pawn stands there. No reaction: press the table button."
        )
        walk = Walk(self._spaces, start["bits"], start["closed"])
        for event in self._events(("switch", "passed", "walked")):
            if event["event"] == "walked":
                break
            said = walk.take(event)
            if said:
                person.say("  " + said)
        return walk.result()

    def _press(self, person: Person) -> Result:
        wanted = set(range(5))
        person.say(f"Buttons: press each once: {', '.join(self._button(n) for n in wanted)}.")
        for event in self._events(("button",)):
            if event["button"] in wanted:
                wanted.discard(event["button"])
                person.say(f"  {self._button(event['button'])}")
            if not wanted:
                break
        if wanted:
            missing = ", ".join(self._button(n) for n in sorted(wanted))
            return Result("try buttons", FAIL, f"no answer from {missing}", "check its two wires")
        return Result("try buttons", OK, "all five answer")

    def _card(self, person: Person) -> Result:
        person.say("Reader: lay a card on the play slot.")
        for event in self._events(("tag",)):
            if event["uid"]:
                return Result(
                    "try reader", OK, f"reads a tag of {len(event['uid']) // 2} bytes UID"
                )
            if event["holds"] == "two":
                person.say("  two tags at once: one only, please")
        return Result(
            "try reader", FAIL, "no tag was read",
            "lay the sticker on the middle of the antenna, at most 30 mm away, no metal under it",
        )  # fmt: skip
