# SPDX-License-Identifier: Apache-2.0
"""The doctor's visit at a table: checks every part and, with hands and eyes, every wire."""

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
from tavle.words.terminal import COLOURS, tr

READER_S = 4.0
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
        raise TavleError(
            tr("cannot examine this table"),
            tr("it plays {rulebook}", rulebook=repr(rulebook)),
            tr(games.UNKNOWN),
        )
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
                "start", FAIL, tr("it did not start ({safe})", safe=self._hello['safe']),
                tr("`tavle flash --reset-settings`; if that does not help, `tavle flash` again"),
            )  # fmt: skip
            return
        self._link.request("doctor.start")
        try:
            yield from self._look()
            if self._person is None:
                yield Result(
                    "by hand", SKIP, tr("lights, switches, buttons, reader, buzzer not tried")
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
        end = time.monotonic() + READER_S * self._link.slow
        while True:
            status = self._link.request("doctor.status")
            if status["reader"]["online"] or time.monotonic() > end:
                return status
            time.sleep(0.2)

    def _chain(self, status: dict[str, Any]) -> Result:
        if status["chain"] or not status["chain_good"]:
            return Result(
                "chain", FAIL, status["chain"] or tr("this scan failed its check"),
                tr("look at the cable and the supply of the chip it names (hardware/README.md)"),
            )  # fmt: skip
        if status["bad_scans"] > 3:
            return Result(
                "chain", WARN, tr("{chips} chips, check bits right, but {bad} scans were bad since power-up", chips=status["chips"], bad=status["bad_scans"]),
                tr("shorten the clock cable, add 100 nF at every chip"),
            )  # fmt: skip
        return Result("chain", OK, tr("{chips} chips, check bits right", chips=status["chips"]))

    def _at_rest(self, status: dict[str, Any]) -> Result:
        closed = [self._spaces.name(bit) for bit in status["closed"]]
        if status["flaky"]:
            return Result(
                "switches", WARN, tr("a switch flickers; its light blinks fast"),
                tr("move the pawn's magnet or the switch closer, solder it again"),
            )  # fmt: skip
        return Result(
            "switches",
            OK,
            tr("{n} closed: {list}", n=len(closed), list=" ".join(closed) or tr("none")),
        )

    def _buttons_at_rest(self, status: dict[str, Any]) -> Result:
        held = [self._button(n) for n in range(5) if status["pressed"] >> n & 1]
        if held:
            return Result(
                "buttons", FAIL, tr("{list} pressed although nobody touches it", list=', '.join(held)),
                tr("look for a short between its wires"),
            )  # fmt: skip
        return Result("buttons", OK, tr("none pressed"))

    def _button(self, number: int) -> str:
        return (
            tr("table") if number == _TABLE_BUTTON else tr(COLOURS[self._spaces.colours[number]])
        )

    def _reader(self, reader: dict[str, Any]) -> Result:
        if not reader["online"]:
            return Result(
                "reader", FAIL, tr("the PN532 is silent ({why})", why=reader['last_error'] or reader['state']),
                tr("check its 5 V or 3.3 V, its wires, its two mode switches, and `tavle config get "
"reader` (uart or i2c)"),
            )  # fmt: skip
        errors = reader["bad_frames"] + reader["bus_errors"]
        about = {"firmware": reader["firmware"], "reads": reader["reads"]}
        if errors > 3:
            return Result(
                "reader", WARN,
                tr("PN532 firmware {firmware}, {reads} reads, {errors} damaged frames", errors=errors, **about),
                tr("shorten its cable and keep it away from the light's data line"),
            )  # fmt: skip
        return Result("reader", OK, tr("PN532 firmware {firmware}, {reads} reads", **about))

    def _supply(self, status: dict[str, Any]) -> Result:
        limit = status["limit_ma"]
        figures = {"leds": status["leds"], "ma": status["ma"], "limit": limit}
        if status["leds"] > limit:
            return Result(
                "supply", FAIL,
                tr(
                    "{leds} lights, now {ma} mA (calculated), limit {limit} mA: the dark lights alone "
                    "need {leds} mA",
                    **figures,
                ),
                tr("raise it with `tavle config set limit_ma`"),
            )  # fmt: skip
        if limit > _USB_MA:
            text = tr(
                "{leds} lights, now {ma} mA (calculated), limit {limit} mA; above {usb} mA the lights "
                "need a 5 V supply of their own",
                usb=_USB_MA,
                **figures,
            )
        else:
            text = tr("{leds} lights, now {ma} mA (calculated), limit {limit} mA", **figures)
        return Result("supply", OK, text)

    def _store(self, status: dict[str, Any]) -> Iterator[Result]:
        flash = self._link.request("doctor.flash", timeout_s=15)
        text = tr(
            "{free} of {size} KB free, game {game}, a file in {ms} ms",
            free=flash["free"] // 1024,
            size=flash["size"] // 1024,
            game=flash["game"],
            ms=flash["ms"],
        )
        if not flash["good"]:
            yield Result(
                "flash", FAIL, tr("what was read differs from what was written"),
                tr("save the games with `tavle log`; the Pico's flash is worn out"),
            )  # fmt: skip
        elif flash["free"] < _LOW_FLASH or flash["full"] or flash["waiting"]:
            yield Result("flash", WARN, text, tr("fetch and delete old games with `tavle log`"))
        else:
            yield Result("flash", OK, text)
        for line in status["report"]:
            yield Result("journal", WARN, line)
        if not status["report"]:
            yield Result("journal", OK, tr("nothing was lost or repaired at power-up"))

    def _memory(self, status: dict[str, Any]) -> Result:
        free = status["heap_free"]
        text = tr("{free} KB free", free=free // 1024)
        if free < _LOW_HEAP:
            return Result("memory", WARN, text, tr("report it, with the rulebook and the seats"))
        return Result("memory", OK, text)

    # With hands and eyes

    def _hands(self, person: Person) -> Iterator[Result]:
        yield self._lights(person)
        yield self._walk(person)
        yield self._press(person)
        yield self._card(person)
        self._link.request("doctor.sound")
        heard = person.yes(tr("Did the buzzer play a tune?"))
        step = tr("check its transistor and polarity") if not heard else ""
        yield Result(
            "try buzzer", OK if heard else FAIL, tr("heard") if heard else tr("not heard"), step
        )

    def _lights(self, person: Person) -> Result:
        person.say(
            tr("Lights: one after the other runs round the table, then all in three colours.")
        )
        count = self._link.request("doctor.status")["leds"]
        for led in range(count):
            self._link.request("doctor.show", rgb=_SWEEP, **{"from": led, "to": led})
            time.sleep(0.03 * self._pace)
        for rgb in ([30, 0, 0], [0, 30, 0], [0, 0, 30]):
            self._link.request("doctor.show", rgb=rgb)
            time.sleep(0.7 * self._pace)
        good = person.yes(tr("Did every light shine, first all red, then green, then blue?"))
        self._link.request("doctor.show")
        if good:
            return Result(
                "try lights", OK, tr("{count} lights shine in the right colours", count=count)
            )
        return Result(
            "try lights", FAIL, tr("a light stays dark or has wrong colours"),
            tr("the first bad light or the solder joint before it is the cause; wrong colours from "
"the first light on: another LED type than WS2812B"),
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
        person.say(tr("Switches: take ALL pawns off the table."))
        person.yes(tr("Is the table empty?"))
        start = self._link.request("doctor.walk")
        person.say(
            tr(
                "Take ONE pawn and put it on the white blinking space, then on the next. A tested "
                "space is green while the pawn stands there. No reaction: press the table button."
            )
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
        person.say(
            tr(
                "Buttons: press each once: {list}.",
                list=", ".join(self._button(n) for n in wanted),
            )
        )
        for event in self._events(("button",)):
            if event["button"] in wanted:
                wanted.discard(event["button"])
                person.say(f"  {self._button(event['button'])}")
            if not wanted:
                break
        if wanted:
            missing = ", ".join(self._button(n) for n in sorted(wanted))
            return Result(
                "try buttons",
                FAIL,
                tr("no answer from {missing}", missing=missing),
                tr("check its two wires"),
            )
        return Result("try buttons", OK, tr("all five answer"))

    def _card(self, person: Person) -> Result:
        person.say(tr("Reader: lay a card on the play slot."))
        for event in self._events(("tag",)):
            if event["uid"]:
                return Result(
                    "try reader",
                    OK,
                    tr("reads a tag of {n} bytes UID", n=len(event["uid"]) // 2),
                )
            if event["holds"] == "two":
                person.say("  " + tr("two tags at once: one only, please"))
        return Result(
            "try reader", FAIL, tr("no tag was read"),
            tr("lay the sticker on the middle of the antenna, at most 30 mm away, no metal under it"),
        )  # fmt: skip
