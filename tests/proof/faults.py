# SPDX-License-Identifier: Apache-2.0
"""The fault matrix: each part, each way it fails, each phase of play, tried on the simulated table.

    make proof ARGS=faults                       everything
    tests/proof/faults.py --only reed            a part of it

Every trial brings a table into a phase, lets one thing fail, mends it and asks three questions: was the
fault named in time on the event stream and shown by the lights, was its end, and is the position still
the same, after the power was pulled too.
"""

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests"), str(ROOT / "tests" / "sim")]
import figures  # noqa: E402

from tavle.paths import add_firmware  # noqa: E402

add_firmware()
from stdio_program import Bench  # noqa: E402

from tavle.sim.prepare import prepare_flash  # noqa: E402

_PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
_SWAP = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
_STUCK = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
_LAST = "sorry red:z5,f,f,f blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"

NAMED_MS = 2000
"""A fault is named within this time, and so is its end."""
_REED_MS = 4000  # a wrong board is left alone for 3 s: a hand may be at work
_HELD_MS = 12000  # a button is a fault when nobody holds one for so long
_SLACK_MS = 60  # the time of the event itself: a frame, a scan


class Table(Bench):
    """A table on which something fails."""

    def __init__(self, line: str, folder: Path):
        super().__init__(line, seed=5)
        self.cue = folder / "cue"
        self.cue.write_text("")
        main = Path(__file__).with_name("faulty_main.py").read_text(encoding="utf-8")
        (folder / "main.py").write_text(main.replace('"@CUE@"', repr(str(self.cue))))
        self.session.power(False)
        self.session.target.setting.main = str(folder / "main.py")
        self.session.power(True)
        self.session.until_ready()
        self.wait(700)

    def wait(self, ms: int) -> None:
        self.session.run_ms(ms)

    def state(self) -> tuple[str, str]:
        said = self.good("state")
        return said["firmware"], said["phase"]

    def take(self) -> list[dict[str, Any]]:
        events = list(self.session.events)
        self.session.events.clear()
        return events

    def flashes(self, window_ms: int) -> int:
        """Return how often all seats have flashed between two pauses, 0 when not as one."""
        now = self.session.target.now_us
        frames = self.session.target.frames(now - window_ms * 1000)
        names = self.session.world.spaces.light_names()
        chain = self.session.world.lights
        seats = [chain[light] for light, name in names.items() if name.endswith(":seat")]
        rows = [
            (t, {bytes(data[3 * s : 3 * s + 3]) for s in seats}) for t, data in frames if t <= now
        ]
        lit = [(t, any(any(rgb) for rgb in colours)) for t, colours in rows if len(colours) == 1]
        if len(lit) < len(rows) * 0.9 or len(lit) < 3:
            return 0
        edges = [t for (_, was), (t, on) in zip(lit, lit[1:], strict=False) if on and not was]
        # After a pause a group begins.
        begins = [k for k in range(1, len(edges)) if edges[k] - edges[k - 1] > 600_000]
        if len(begins) > 1:
            return begins[1] - begins[0]
        return 1 if len(edges) in (1, 2) else 0


# -- phases ----------------------------------------------------------------------------------


def _setup(table: Table) -> None:
    table.session.power(False)
    table.session.target.write_flash(prepare_flash(table.session.world.game, None))
    table.does("lift green h")
    table.session.power(True)
    table.wait(1500)


def _does(line: str) -> Callable[[Table], object]:
    return lambda table: table.does(line)


_MOVE = "card 5, wait 900"
_HAND = f"{_MOVE}, lift green 20, wait 600"
_DONE = "wait 2500, nocard, wait 1500"


@dataclass(frozen=True)
class Phase:
    """A phase of play: where it begins, what leads there, and what `state` calls it."""

    name: str
    line: str
    enter: Callable[[Table], object]
    word: str


PHASES = (
    Phase("set-up", "partners-pawns", _setup, "setup"),
    Phase("before the first card", _PAWNS, lambda table: None, "deal"),
    Phase("before a card", _PAWNS, _does(f"{_HAND}, place green 25, {_DONE}"), "card"),
    Phase("card laid", _PAWNS, _does(_MOVE), "move"),
    Phase("pawn in the hand", _PAWNS, _does(_HAND), "move"),
    Phase("question", _SWAP, _does("card swap, wait 900, lift green 10, wait 200, lift blue 22, wait 400, "
          "place green 22, wait 200, place blue 10, wait 1500"), "ask"),
    Phase("guiding", _PAWNS, _does("lift green 20, wait 300, place green 31, wait 5000"), "guide"),
    Phase("fold", _STUCK, _does("press green 1200, wait 200, card 9, wait 900"), "fold"),
    Phase("game over", _LAST, _does(f"card 1, wait 900, lift red z5, wait 300, place red f, {_DONE}"), "over"),
)  # fmt: skip


# -- faults ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """One way in which a part fails.

    Attributes:
        part: what fails.
        way: how.
        named: the `part` of the fault event; "guide" when a wrong board is guided; "" when nothing is
            to be said.
        flashes: of all seats; -1 when it is over before they can be counted.
        begin: makes it fail.
        end: mends it.
        named_ms: how soon it must be named.
        ended_ms: how soon its end must be named.
        phases: names of the phases in which it can be noticed at all; empty for every one.
        watch_ms: how long it is watched before it is mended; 0 for as long as naming may take and more.
        place: where a board is wrong that is guided.
    """

    part: str
    way: str
    named: str
    flashes: int
    begin: Callable[[Table], object]
    end: Callable[[Table], object]
    named_ms: int = NAMED_MS
    ended_ms: int = NAMED_MS
    phases: tuple[str, ...] = ()
    watch_ms: int = 0
    place: str = ""


def _noise(**fields: Any) -> Callable[[Table], object]:
    return lambda table: table.good("noise", **fields)


def _chain(*how: int) -> Callable[[Table], object]:
    return lambda table: table.session.target.post(table.session.target.now_us, "chain", *how)


def _cue(word: str) -> Callable[[Table], object]:
    return lambda table: table.cue.write_text(word)


def _button(name: str, down: bool) -> Callable[[Table], object]:
    return lambda table: table.good("press", button=name, down=down)


def _chatter(table: Table) -> None:
    for _ in range(16):
        for level in (0, None):
            table.good("noise", stuck={"40": level})
            table.wait(250)


# What people do, by phase, that has to be written down.
_DEEDS = {
    "before the first card": _does("card 5"),
    "before a card": _does("card 5 2"),
    "card laid": _does("lift green 20, wait 500, place green 25, wait 1500"),
    "pawn in the hand": _does("place green 25, wait 1500"),
    "question": _does("press green 100"),
    "fold": _does("card 9 2"),
    "game over": _does("press table 2500"),
}


_MENDED = _chain(-1, -1, -1)
_CALM = ("before the first card", "before a card", "card laid", "fold", "game over")
_BUSY = ("pawn in the hand", "guiding")
FAULTS = (
    Fault("switch chain", "cable out behind chip 4", "chain", 1, _noise(chip_missing=4), _noise(chip_missing=None)),
    Fault("switch chain", "no data: only zeros", "chain", 1, _chain(-1, -1, 0), _MENDED),
    Fault("switch chain", "no data: only ones", "chain", 1, _chain(-1, -1, 1), _MENDED),
    Fault("switch chain", "one chip missing, bridged", "chain", 1, _chain(-1, 3, -1), _MENDED),
    Fault("card reader", "cable out", "reader", 2, _noise(unplug="reader"), _noise(unplug=None)),
    Fault("reed", "closed without a pawn", "guide", 0, _noise(stuck={"50": 1}), _noise(stuck={"50": None}),
          _REED_MS, _REED_MS, (*_CALM, "set-up", "pawn in the hand", "question"), place="50"),
    Fault("reed", "open under a pawn", "guide", 0, _noise(stuck={"40": 0}), _noise(stuck={"40": None}),
          _REED_MS, _REED_MS, (*_CALM, *_BUSY), place="40"),
    Fault("reed", "opens and closes by itself", "sensor", 3, _chatter, lambda table: None,
          9000, 12000, (*_CALM, *_BUSY), 300),
    Fault("seat button", "stays down", "button", 0, _button("red", True), _button("red", False), _HELD_MS),
    Fault("table button", "stays down", "button", 0, _button("table", True), _button("table", False), _HELD_MS,
          phases=("before the first card",)),
    Fault("5 V supply", "out, USB stays", "supply", 0, _noise(supply="usb"), _noise(supply="external")),
    Fault("flash", "cannot be written", "flash", 4, _cue("flash"), _cue(""), 0, 0, tuple(_DEEDS)),
)  # fmt: skip


@dataclass
class Trial:
    """What came of one fault in one phase; times in ms, -1 for never."""

    fault: Fault
    phase: Phase
    named_ms: int = -1
    text: str = ""
    flashes: int = 0
    during: str = ""
    ended_ms: int = -1
    after: str = ""
    complaints: list[str] = field(default_factory=list)


def _first(
    events: list[dict[str, Any]], since_ms: int, fault: Fault, over: bool
) -> tuple[int, str]:
    """Return (ms after `since_ms`, text) of the first event that names a fault, or its end."""
    for event in events:
        if fault.place:
            wrong = [*event.get("missing", ()), *event.get("extra", ())]
            there = [one for one in wrong if one.endswith(":" + fault.place)]
            if event["event"] in ("guide", "ask") and bool(there) != over:
                return event["t"] - since_ms, ", ".join(there)
        elif event["event"] == "fault" and event["part"] == fault.named:
            if bool(event.get("over")) == over:
                return event["t"] - since_ms, event["text"]
    return -1, ""


def trial(fault: Fault, phase: Phase) -> Trial:
    done = Trial(fault, phase)
    with tempfile.TemporaryDirectory(prefix="tavle-faults-") as name:
        table = Table(phase.line, Path(name))
        with contextlib.closing(table.session):
            phase.enter(table)
            line, word = table.state()
            assert word == phase.word, (phase.name, word, table.take())
            table.take()
            begun = table.session.now_ms
            fault.begin(table)
            if fault.part == "flash":
                _DEEDS[phase.name](table)
                table.wait(1500)
            table.wait(fault.watch_ms or max(fault.named_ms, NAMED_MS) + 9000)
            heard = table.take()
            if fault.part == "flash":
                for event in heard:
                    if event["event"] == "accepted":
                        begun = event["t"]
                line = table.state()[0]
            done.named_ms, done.text = _first(heard, begun, fault, False)
            done.flashes = table.flashes({0: 8500, 300: 4200}.get(fault.watch_ms, 3500))
            done.during = table.state()[1]
            mended = table.session.now_ms
            fault.end(table)
            table.wait(fault.ended_ms + 4000 if fault.part != "flash" else 34000)
            heard = table.take()
            done.ended_ms, _ = _first(heard, mended, fault, True)
            now, done.after = table.state()
            if now != line:
                done.complaints.append(f"the position is {now}, it was {line}")
            if table.flashes(2000) and word != "over":
                done.complaints.append("the seats still flash")
            table.session.power(False)
            table.session.power(True)
            table.wait(2500)
            now, _ = table.state()
            if now != line:
                done.complaints.append(f"after a power cut the position is {now}, it was {line}")
    _judge(done)
    return done


def _judge(done: Trial) -> None:
    fault, wrong = done.fault, done.complaints
    if not fault.named:
        return
    if not 0 <= done.named_ms <= (fault.named_ms or NAMED_MS) + _SLACK_MS:
        wrong.append(f"named after {done.named_ms} ms")
    if not 0 <= done.ended_ms <= (fault.ended_ms or 32000) + _SLACK_MS:
        wrong.append(f"its end named after {done.ended_ms} ms")
    if fault.flashes >= 0 and done.flashes != fault.flashes:
        wrong.append(f"the seats flash {done.flashes} times, not {fault.flashes}")
    if not done.text:
        wrong.append("nothing says what to do")


def pairs() -> list[tuple[Fault, Phase]]:
    """Return every fault with every phase in which it can be noticed."""
    return [(f, p) for f in FAULTS for p in PHASES if not f.phases or p.name in f.phases]


def main() -> int:
    """Run as the options say; the exit status is 1 when a trial was not as it should be."""
    say = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    say.add_argument("--only", default="", help="only faults whose part or way holds this word")
    only = say.parse_args().only
    count = bad = 0
    for fault, phase in pairs():
        if only not in f"{fault.part} {fault.way}":
            continue
        done = trial(fault, phase)
        count += 1
        bad += bool(done.complaints)
        print(f"{fault.part}, {fault.way}; {phase.name}: named {done.named_ms} ms, ended {done.ended_ms} ms,"
              f" during {done.during}, after {done.after}; {'; '.join(done.complaints) or 'as it should be'}", flush=True)  # fmt: skip
    if not only:
        figures.write(
            "failing parts in every phase: not named, not ended, or something lost", f"{bad} of {count}", "0",
            "make proof ARGS=faults",
        )  # fmt: skip
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
