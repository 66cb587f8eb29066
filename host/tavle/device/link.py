# SPDX-License-Identifier: Apache-2.0
"""The running firmware's USB link, seen from the PC: requests out, answers and events in."""

import json
import random
import time
from collections import deque
from typing import Any

from tavle.device import diagnostics, find, shapes
from tavle.device.serial_port import Wire, open_wire
from tavle.errors import TavleError
from tavle.words.terminal import tr

ANSWER_S = 5.0
HELLO_S = 6.5  # a table that has just been plugged in is there by then
_AGAIN_S = 1.0
_AGAIN_MOST_S = 4.0
_QUICK_S = 0.25  # a Pico says hello within this; of a slower table everything takes longer
_SLOWEST = 60.0
_PATIENCE = 5  # times longer for one that talks
_NOISE = 20  # lines kept that are no JSON objects
_LONGEST = 65536  # a line without an end is garbage
_EVENTS = 10_000  # kept until they are taken


class Refused(TavleError):
    """The firmware answered that it will not; `why` is its own sentence."""


class NoAnswer(TavleError):
    """The firmware said nothing in time."""


class TableLink:
    """A conversation with the firmware.

    Args:
        wire: the open port.
        port: its name, for messages.

    Attributes:
        events: events that have arrived and nobody took yet.
        noise: the last lines that were no JSON objects (a traceback, a prompt).
        slow: how many times slower than a Pico its hello came (an emulated one), 1 to 60; every
            answer may take so much longer.
    """

    def __init__(self, wire: Wire, port: str):
        self.port = port
        self.events: deque[dict[str, Any]] = deque(maxlen=_EVENTS)
        self.noise: deque[str] = deque(maxlen=_NOISE)
        self.slow = 1.0
        self._wire = wire
        self._text = b""
        self._heard_s = 0.0  # when it last said something of its own
        # Anywhere: what a program before us asked may still be answered, and that is not for us.
        self._number = random.randrange(1 << 24)
        self._answers: dict[object, dict[str, Any]] = {}

    def __enter__(self) -> "TableLink":
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the port back."""
        self.close()

    def close(self) -> None:
        """Give the port back."""
        self._wire.close()

    def request(self, cmd: str, timeout_s: float = ANSWER_S, **fields: Any) -> dict[str, Any]:
        """Ask the firmware for something and return its answer.

        Args:
            cmd: the request.
            timeout_s: how long a Pico may take.
            fields: what else belongs to the request.

        Raises:
            Refused: it says that it will not, and why.
            NoAnswer: it says nothing.
            TavleError: the cable broke.
        """
        number = self._send(cmd, fields)
        end = time.monotonic() + timeout_s * self.slow
        while number not in self._answers:
            if time.monotonic() > end:
                raise self._silence(cmd)
            self._listen(0.05)
        return self._checked(cmd, self._answers.pop(number))

    def event(self, timeout_s: float) -> dict[str, Any] | None:
        """Return the next event, None when there is none in time."""
        end = time.monotonic() + timeout_s
        while not self.events:
            left = end - time.monotonic()
            if left < 0:
                return None
            self._listen(min(left, 0.1))
        return self.events.popleft()

    def keep_only(self, kind: str) -> None:
        """Forget the events so far of any other kind: they tell how something earlier ended.

        A table that comes back from the doctor says `ready` to the next program that listens.
        """
        told = [event for event in self.events if event.get("event") == kind]
        self.events = deque(told, maxlen=_EVENTS)

    def hello(self, seconds: float = HELLO_S) -> dict[str, Any]:
        """Wait until the firmware is there and return who it is: version, board, rulebook.

        A table that says other things meanwhile (to the program before us) is given more time.

        Raises:
            NoAnswer: with what the device said instead.
            Refused: it is there, and does not know the request.
        """
        end = time.monotonic() + seconds
        last = end + _PATIENCE * seconds
        self._write(b"\n")  # ends what another program may have left half written
        asked: dict[int, float] = {}
        again_s = _AGAIN_S
        while True:
            now = time.monotonic()
            if asked and now > min(max(end, self._heard_s + seconds), last):
                raise self._silence("hello")
            asked[self._send("hello", {})] = now
            while time.monotonic() < now + min(again_s, max(end - now, _AGAIN_S)):
                self._listen(0.05)
                # An answer may be late: any of them will do.
                for number, asked_s in asked.items():
                    answer = self._answers.pop(number, {})
                    if answer and "restarting" not in str(answer.get("error")):
                        took_s = time.monotonic() - asked_s
                        self.slow = min(max(1.0, took_s / _QUICK_S), _SLOWEST)
                        return self._checked("hello", answer)
            again_s = min(1.5 * again_s, _AGAIN_MOST_S)  # a slow table has enough to do

    def _checked(self, cmd: str, answer: dict[str, Any]) -> dict[str, Any]:
        """Return an answer that is as it should be. Raises Refused, TavleError."""
        if answer.get("ok") is not True:
            raise _refused(cmd, answer)
        strange = shapes.wrong(shapes.ANSWERS.get(cmd, {}), answer)
        if strange:
            step = tr("flash this tool's firmware with `tavle flash`")
            raise TavleError(
                tr("{port} gives an unclear answer to {cmd}", port=self.port, cmd=cmd),
                strange,
                step,
            )
        for name, shape in shapes.ANSWERS.get(cmd, {}).items():
            if isinstance(shape, shapes.Maybe) and isinstance(shape.shape, type):
                answer[name] = answer.get(name) or shape.shape()
        return answer

    def _silence(self, cmd: str) -> NoAnswer:
        what = tr("no answer to {cmd} from {port}", cmd=cmd, port=self.port)
        said = [
            line
            for line in (*self.noise, shapes.plain(self._text.decode(errors="replace")))
            if line.strip()
        ]
        if any(line.startswith(">>>") for line in said):
            why = tr("the firmware does not run, the device is at MicroPython's prompt")
            traces = [at for at, line in enumerate(said) if line.startswith("Traceback")]
            if traces:
                trace = said[traces[-1] + 1 :]
                frames = [line.strip() for line in trace if line.startswith("  File")]
                errors = [line.strip()[:120] for line in trace if line[0] not in " >"]
                why += f" ({': '.join(frames[-1:] + errors[:1])})"
            return NoAnswer(
                what, why, tr("press its reset button; if that does not help: `tavle flash`")
            )
        why = tr("it is silent")
        if said:
            why = tr(
                "this does not look like a table: it said {text}", text=repr(said[-1].strip()[:60])
            )
            if shapes.message(said[-1]) is not None:
                why = tr("this does not look like a table: it only repeats what it is told")
        if not find.is_pico(self.port):
            return NoAnswer(what, why, tr("`tavle ports` tells what is at each port"))
        return NoAnswer(what, why, tr("press its reset button, or run `tavle flash`"))

    def _send(self, cmd: str, fields: dict[str, Any]) -> int:
        """Send a request and return its number."""
        self._number += 1
        line = json.dumps({"id": self._number, "cmd": cmd, **fields}, separators=(",", ":"))
        self._write(line.encode() + b"\n")
        return self._number

    def _write(self, data: bytes) -> None:
        try:
            self._wire.write(data)
        except OSError as error:
            raise diagnostics.lost(self.port, tr("sending a request")) from error

    def _listen(self, seconds: float) -> None:
        """Take what arrives; returns at the first bytes or after `seconds`."""
        try:
            self._wire.timeout = seconds
            self._text += self._wire.read(max(1, self._wire.in_waiting))
        except OSError as error:
            raise diagnostics.lost(self.port, tr("listening to the table")) from error
        *lines, self._text = self._text.split(b"\n")
        if len(self._text) > _LONGEST:
            self._text = b""
        for line in lines:
            self._take(line.decode(errors="replace").rstrip("\r"))

    def _take(self, line: str) -> None:
        said = shapes.plain(shapes.message(line))
        line = shapes.plain(line)
        if said is None:
            self.noise.append(line)
            return
        if "re" in said or isinstance(said.get("event"), str):
            self._heard_s = time.monotonic()
        else:
            self.noise.append(line)
        if "re" in said:
            if isinstance(said["re"], int):
                self._answers[said["re"]] = said
        elif isinstance(said.get("event"), str):
            if shapes.wrong(shapes.EVENTS.get(said["event"], {}), said):
                self.noise.append(line)
            else:
                self.events.append(said)


def _refused(cmd: str, answer: dict[str, Any]) -> Refused:
    why = str(answer.get("error", tr("it does not say why")))
    step = tr("flash this tool's firmware with `tavle flash`")
    return Refused(
        tr("the table refuses {cmd}", cmd=cmd), why, step if "unknown command" in why else ""
    )


def open_link(port: str) -> TableLink:
    """Open the link to the table at a port. Raises TavleError."""
    return TableLink(open_wire(port), port)


def open_table(port: str | None) -> TableLink:
    """Open the link to a table and wait until it is there.

    Args:
        port: the port the user named, None to look for the table.

    Raises:
        TavleError: there is none, or it says nothing.
    """
    link = open_link(find.choose(port))
    try:
        link.hello()
    except BaseException:
        link.close()
        raise
    return link
