# SPDX-License-Identifier: Apache-2.0
"""The doctor's visit at a table: checks every part and, with hands and eyes, every wire."""

import contextlib
import time
from collections.abc import Collection, Iterator
from typing import Any, Protocol

from tavle import games
from tavle.device.checks import FAIL, OK, SKIP, WARN, Result
from tavle.device.joints import TABLE_BUTTON, Joints
from tavle.device.link import Refused, TableLink
from tavle.device.walk import Walk
from tavle.errors import TavleError
from tavle.paths import add_firmware, board_file, layout_of
from tavle.sim.spaces import Spaces
from tavle.words.terminal import COLOURS, joined, tr

READER_S = 4.0
PACE = 1.0
"""Factor on the time that lights are shown and the empty table is watched."""
_EMPTY_S = 4.0  # an input without its pull-up moves within this time
_LOW_FLASH = 100 * 1024
_LOW_HEAP = 20 * 1024
_USB_MA = 250
# Light of the sweep: one light at a time, dim enough for any supply.
_SWEEP = [0, 40, 40]
_SHOWN = (("red", [30, 0, 0]), ("green", [0, 30, 0]), ("blue", [0, 0, 30]))


class Person(Protocol):
    """Who does what the doctor asks for."""

    def say(self, text: str) -> None:
        """Read a line."""

    def ask(self, question: str) -> str:
        """Answer a question: "" is Enter, or a letter."""

    def typed(self) -> str | None:
        """Return a line that was typed meanwhile, None for none."""


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
        only: the parts of `checks.PARTS` to examine; none of them is everything.
    """

    def __init__(
        self,
        link: TableLink,
        hello: dict[str, Any],
        person: Person | None,
        patience_s: float = 90.0,
        only: Collection[str] = (),
    ):
        self._link = link
        self._hello = hello
        self._person = person
        self._patience_s = patience_s
        self._only = only
        self._joints: Joints
        self._layout: Any = None
        self._chained = True

    def results(self) -> Iterator[Result]:
        """Do everything; the table goes back to its game at the end."""
        if self._hello.get("safe"):
            yield Result(
                "start", FAIL, tr("it did not start ({safe})", safe=self._hello['safe']),
                tr("`tavle flash --reset-settings`; if that does not help, `tavle flash` again"),
            )  # fmt: skip
            return
        begun = self._link.request("doctor.start")
        spaces = names(str(self._hello["rulebook"]))
        self._joints = Joints(spaces, begun["inputs"], begun["lights"])
        self._layout = spaces.layout
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

    def _wants(self, part: str) -> bool:
        there = part != "reader" or self._layout.SLOT
        return there and (not self._only or part in self._only)

    def _look(self) -> Iterator[Result]:
        status = self._settled()
        if self._wants("switches") or self._wants("buttons"):
            yield self._chain(status)
        if self._wants("switches"):
            yield self._at_rest(status)
        if self._wants("buttons"):
            yield self._buttons_at_rest(status)
        if self._wants("reader"):
            yield self._reader(status["reader"])
        if self._wants("lights"):
            yield self._supply(status)
        if not self._only:
            yield from self._store(status)
            yield self._memory(status)

    def _settled(self) -> dict[str, Any]:
        """Return the state, after giving the reader the time it needs to start."""
        end = time.monotonic() + READER_S * self._link.slow
        while True:
            status = self._link.request("doctor.status")
            if status["reader"]["online"] or not self._wants("reader") or time.monotonic() > end:
                return status
            time.sleep(0.2)

    def _chain(self, status: dict[str, Any]) -> Result:
        self._chained = not status["chain"] and status["chain_good"]
        if not self._chained:
            return Result(
                "chain", FAIL, status["chain"] or tr("this scan failed its check"),
                tr("chip 1 is Reader-8 no. 1, the last one is on the carrier board: look at the ribbon and the supply of the one it names"),
            )  # fmt: skip
        if status["bad_scans"] > 3:
            return Result(
                "chain", WARN, tr("{chips} chips, check bits right, but {bad} scans were bad since power-up", chips=status["chips"], bad=status["bad_scans"]),
                tr("shorten the clock cable, add 100 nF at every chip"),
            )  # fmt: skip
        return Result("chain", OK, tr("{chips} chips, check bits right", chips=status["chips"]))

    def _at_rest(self, status: dict[str, Any]) -> Result:
        named = self._joints.input
        if status["flaky"]:
            return Result(
                "switches", WARN, tr("flickering: {list}", list=", ".join(map(named, status["flaky"]))),
                tr("flickering: a loose plug, a magnet too weak or a reed too deep"),
            )  # fmt: skip
        closed = [self._joints.standing(number) for number in status["closed"]]
        return Result(
            "switches",
            OK,
            tr("{n} closed: {list}", n=len(closed), list=", ".join(closed) or tr("none")),
        )

    def _buttons_at_rest(self, status: dict[str, Any]) -> Result:
        held = [self._joints.button(n) for n in range(5) if status["pressed"] >> n & 1]
        if held:
            return Result(
                "buttons", FAIL, tr("pressed although nobody touches it: {list}", list=", ".join(held)),
                tr("look for a short between its wires"),
            )  # fmt: skip
        return Result("buttons", OK, tr("none pressed"))

    def _reader(self, reader: dict[str, Any]) -> Result:
        if not reader["online"]:
            why = reader["last_error"] or reader["state"]
            return Result(
                "reader", FAIL, tr("the PN532 is silent ({why})", why=why), self._silent()
            )
        errors = reader["bad_frames"] + reader["bus_errors"]
        about = {"firmware": reader["firmware"], "reads": reader["reads"]}
        if errors > 3:
            return Result(
                "reader", WARN,
                tr("PN532 firmware {firmware}, {reads} reads, {errors} damaged frames", errors=errors, **about),
                tr("shorten its cable and keep it away from the light's data line"),
            )  # fmt: skip
        return Result("reader", OK, tr("PN532 firmware {firmware}, {reads} reads", **about))

    def _silent(self) -> str:
        """Return what to do about a silent reader: the levels of its two wires tell some causes apart."""
        try:
            lines = self._link.request("doctor.lines")
        except Refused:
            return tr(
                "check 3V3, GND, SDA and SCL at PN532 I2C on the carrier board, the module's two "
                "mode switches, and `tavle config get reader` (uart or i2c)"
            )
        if lines["tx"] and not lines["rx"]:
            return tr(
                "TX and RX are exchanged at PN532 UART on the carrier board: TX goes to RXD of the module, RX to TXD"
            )
        if not lines["tx"] and not lines["rx"]:
            return tr(
                "nothing holds RX high at PN532 UART on the carrier board: the plug, 3V3 and GND of "
                "the module, its TXD"
            )
        return tr(
            "the module has power; check TX and RX at PN532 UART on the carrier board, the module's two "
            "mode switches, and `tavle config get reader` (uart or i2c)"
        )

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
        if self._wants("lights"):
            yield self._lights(person)
        if self._wants("switches"):
            yield self._walk(person) if self._chained else _untried("try switches")
        if self._wants("buttons"):
            yield self._press(person) if self._chained else _untried("try buttons")
            yield self._buzzer(person)
        if self._wants("reader"):
            yield self._card(person)

    def _heard(self, person: Person, kinds: tuple[str, ...]) -> Iterator[dict[str, Any] | str]:
        """Yield events of these kinds and lines that are typed, until nothing happens any more."""
        end = time.monotonic() + self._patience_s
        while time.monotonic() < end:
            typed = person.typed()
            event = None if typed is not None else self._link.event(0.2)
            if typed is not None:
                yield typed
            elif event is not None and event["event"] in kinds:
                yield event
            else:
                continue
            end = time.monotonic() + self._patience_s

    # Lights

    def _shine(self, rgb: list[int], place: int | None = None) -> None:
        """Light one place of the chain of lights, or all of them."""
        one = {} if place is None else dict.fromkeys(("from", "to"), self._joints.chain[place])
        self._link.request("doctor.show", rgb=rgb, **one)

    def _lights(self, person: Person) -> Result:
        count = len(self._joints.chain)
        person.say(
            tr("Lights: one after the other runs round the table, then all in three colours.")
        )
        for place in range(count):
            self._shine(_SWEEP, place)
            time.sleep(0.03 * PACE)
        result = Result(
            "try lights", OK, tr("{count} lights shine in the right colours", count=count)
        )
        for name, rgb in _SHOWN:
            question = tr(
                "Colour {colour}: do all {count} lights shine in it?",
                colour=tr(COLOURS[name]),
                count=count,
            )
            answer = "r"
            while answer == "r":
                self._link.request("doctor.show")
                time.sleep(0.3 * PACE)
                self._shine(rgb)
                answer = person.ask(
                    joined([question, tr("(Enter: yes, n: no, r: show it again)")], " ")
                )
            if answer:
                result = self._bad_light(person, rgb)
                break
        self._link.request("doctor.show")
        return result

    def _bad_light(self, person: Person, rgb: list[int]) -> Result:
        """Ask for one light after the other up to the first that is bad, and name the joint."""
        joints, last = self._joints, len(self._joints.chain) - 1
        person.say(tr("Now each light alone, in the order of the chain."))

        def shines(place: int) -> bool:
            self._shine(rgb, place)
            return _yes(
                person, tr("{light}: does it shine in this colour?", light=joints.light(place))
            )

        bad = next((place for place in range(last + 1) if not shines(place)), None)
        if bad is None:
            return Result(
                "try lights", FAIL, tr("every light shines alone, but not all together"),
                tr("measure 5 V at the last light while all shine: above 3.7 V"),
            )  # fmt: skip
        light = joints.light(bad)
        if _yes(person, tr("Does it shine in another colour?")):
            step = tr("measure 5 V there; look for GND beside the data line")
            if bad == 0:
                step = tr("another type than WS2812B: the order of its colours differs")
            return Result("try lights", FAIL, tr("wrong colour: {light}", light=light), step)
        if bad < last and shines(bad + 1):
            return Result(
                "try lights", FAIL, tr("dark: {light}; the one behind it shines", light=light),
                tr("exchange that light: data passes it, its LED is dead"),
            )  # fmt: skip
        steps = [
            tr("the joint before it: {joint}", joint=joints.before(bad)),
            tr("DIN and DOUT exchanged?"),
        ]
        if bad == (last + 1) // 2:
            steps.append(tr("LIGHTS B on the carrier board and its fuse"))
        return Result("try lights", FAIL, tr("dark from {light} on", light=light), joined(steps))

    # Switches

    def _walk(self, person: Person) -> Result:
        person.say(tr("Switches: take ALL pawns off the table."))
        person.ask(tr("Enter when the table is empty."))
        restless = self._restless()
        walk = Walk(self._joints, self._link.request("doctor.status")["closed"], restless)
        person.say(
            tr(
                "Put ONE pawn on the white blinking space, push it a little to every side, then go on to the next. "
                "Enter or the table button: nothing happens here. q: stop."
            )
        )
        while walk.todo:
            asked = walk.asked
            self._link.request("doctor.ask", bit=asked, ignored=walk.ignored)
            place, left = self._joints.place(asked), len(walk.todo) - 1
            person.say("  " + tr("next: {place} ({left} left)", place=place, left=left))
            if not self._answered(person, walk):
                break
            said = walk.wrong(asked)
            if said:
                person.say("    " + said)
        self._link.request("doctor.ask")
        return walk.result()

    def _restless(self) -> set[int]:
        """Return the inputs that change while nobody touches the table."""
        self._link.request("doctor.status")
        self._link.events.clear()  # the last pawns that were taken off
        found = set()
        end = time.monotonic() + _EMPTY_S * PACE
        while time.monotonic() < end:
            event = self._link.event(0.05)
            if event is not None and event["event"] == "switch":
                found.add(event["wire"])
        return found | set(self._link.request("doctor.status")["flaky"])

    def _answered(self, person: Person, walk: Walk) -> bool:
        """Wait for the answer of the space that is asked; return False when the person stops."""
        for said in self._heard(person, ("switch", "answer", "button")):
            if said == "q":
                return False
            if isinstance(said, str) or said.get("button") == TABLE_BUTTON:
                walk.skip()
                person.say("    " + tr("passed over"))
                return True
            if said["event"] != "button" and walk.take(said):
                return True
        return False

    # Buttons and reader

    def _press(self, person: Person) -> Result:
        named = self._joints.button
        person.say(tr("Buttons, one after the other. Enter: it does not answer."))
        answers = {}
        seats = [n for n, led in enumerate(self._layout.SEAT_LED) if led < self._layout.N_LEDS]
        for wanted in (*seats, TABLE_BUTTON):
            person.say("  " + tr("press {button}", button=named(wanted)))
            pressed = self._pressed(person)
            if pressed not in (wanted, None):
                person.say("    " + tr("that was {button}; once more", button=named(pressed)))
                pressed = self._pressed(person)
            answers[wanted] = pressed
        missing = [named(n) for n, answer in answers.items() if answer is None]
        texts = [tr("no answer from {missing}", missing=", ".join(missing))] if missing else []
        steps = [tr("check its two wires")] if missing else []
        for n, answer in answers.items():
            if answer not in (n, None):
                texts.append(tr("{one} answers as {other}", one=named(n), other=named(answer)))
                steps = [*steps, tr("exchange their plugs")]
        if texts:
            return Result("try buttons", FAIL, joined(texts), joined(dict.fromkeys(steps)))
        return Result("try buttons", OK, tr("all answer"))

    def _pressed(self, person: Person) -> int | None:
        """Return the button that is pressed next, None for none."""
        for said in self._heard(person, ("button",)):
            return None if isinstance(said, str) else int(said["button"])
        return None

    def _buzzer(self, person: Person) -> Result:
        self._link.request("doctor.sound")
        if _yes(person, tr("Did the buzzer play a tune?")):
            return Result("try buzzer", OK, tr("heard"))
        return Result("try buzzer", FAIL, tr("not heard"), tr("check its transistor and polarity"))

    def _card(self, person: Person) -> Result:
        person.say(tr("Reader: lay a card on the play slot. Enter: nothing happens."))
        for said in self._heard(person, ("tag",)):
            if isinstance(said, str):
                break
            if said["uid"]:
                return Result(
                    "try reader",
                    OK,
                    tr("reads a tag of {n} bytes UID", n=len(said["uid"]) // 2),
                )
            if said["holds"] == "two":
                person.say("  " + tr("two tags at once: one only, please"))
        return Result(
            "try reader", FAIL, tr("no tag was read"),
            tr("lay the sticker on the middle of the antenna, at most 30 mm away, no metal under it"),
        )  # fmt: skip


def _untried(name: str) -> Result:
    """Return the finding of what cannot be tried while the chain fails."""
    return Result(name, SKIP, tr("none was tried"))


def _yes(person: Person, question: str) -> bool:
    """Ask a question that Enter answers with yes."""
    return not person.ask(joined([question, tr("(Enter: yes, n: no)")], " "))
