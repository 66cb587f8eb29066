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
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]
import figures  # noqa: E402

from tavle.paths import add_firmware  # noqa: E402
from tavle.sim.contract import Contract  # noqa: E402
from tavle.sim.prepare import prepare_flash  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402

add_firmware()

_PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
_SWAP = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
_STUCK = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
_LAST = "sorry red:z5,f,f,f blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"

NAMED_MS = 2000
"""A fault is named within this time, and so is its end."""
_REED_MS = 4000  # a wrong board is left alone for 3 s: a hand may be at work
_HELD_MS = 12000  # a button is a fault when nobody holds one for so long
_SLACK_MS = 60  # the time of the event itself: a frame, a scan


class Table:
    """A table on which something fails."""

    def __init__(self, line: str, folder: Path):
        rulebook = line.split(maxsplit=1)[0]
        self.session = Session(TableSpec(rulebook, line if " " in line else "", seed=5))
        self.cue = folder / "cue"
        self.cue.write_text("")
        main = Path(__file__).with_name("faulty_main.py").read_text(encoding="utf-8")
        (folder / "main.py").write_text(main.replace('"@CUE@"', repr(str(self.cue))))
        self.session.power(False)
        self.session.target.setting.main = str(folder / "main.py")
        self.session.power(True)
        self.session.until_ready()
        self.handle = Contract(self.session).handle
        self.wait(700)

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        answer = self.handle({"do": what, **fields})
        assert answer["ok"], answer
        return answer

    def wait(self, ms: int) -> None:
        self.session.run_ms(ms)

    def state(self) -> tuple[str, str]:
        said = self.do("state")
        return said["firmware"], said["phase"]

    def chain(self, *how: int) -> None:
        self.session.target.post(self.session.target.now_us, "chain", *how)

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
        for at in range(1, len(edges)):
            if edges[at] - edges[at - 1] > 600_000:  # after a pause a group begins
                group = 1
                while (
                    at + group < len(edges)
                    and edges[at + group] - edges[at + group - 1] <= 600_000
                ):
                    group += 1
                if at + group < len(edges):
                    return group
        return 1 if len(edges) in (1, 2) else 0


# -- phases ----------------------------------------------------------------------------------


def _move(table: Table) -> None:
    table.do("card", card="5")
    table.wait(900)


def _hand(table: Table) -> None:
    _move(table)
    table.do("lift", colour="green", at="20")
    table.wait(600)


def _put(table: Table, colour: str, at: str) -> None:
    table.do("place", colour=colour, at=at)
    table.wait(2500)
    table.do("nocard")
    table.wait(1500)


def _card(table: Table) -> None:
    _hand(table)
    _put(table, "green", "25")


def _ask(table: Table) -> None:
    table.do("card", card="swap")
    table.wait(900)
    table.do("lift", colour="green", at="10")
    table.wait(200)
    table.do("lift", colour="blue", at="22")
    table.wait(400)
    table.do("place", colour="green", at="22")
    table.wait(200)
    table.do("place", colour="blue", at="10")
    table.wait(1500)


def _guide(table: Table) -> None:
    table.do("lift", colour="green", at="20")
    table.wait(300)
    table.do("place", colour="green", at="31")
    table.wait(5000)


def _fold(table: Table) -> None:
    table.do("press", button="green", ms=1200)
    table.wait(200)
    table.do("card", card="9")
    table.wait(900)


def _over(table: Table) -> None:
    table.do("card", card="1")
    table.wait(900)
    table.do("lift", colour="red", at="z5")
    table.wait(300)
    _put(table, "red", "f")


def _setup(table: Table) -> None:
    table.session.power(False)
    table.session.target.write_flash(prepare_flash(table.session.world.game, None))
    table.do("lift", colour="green", at="h")
    table.session.power(True)
    table.wait(1500)


@dataclass(frozen=True)
class Phase:
    """A phase of play: where it begins, what leads there, and what `state` calls it."""

    name: str
    line: str
    enter: Callable[[Table], None]
    word: str


PHASES = (
    Phase("set-up", "partners-pawns", _setup, "setup"),
    Phase("before the first card", _PAWNS, lambda table: None, "deal"),
    Phase("before a card", _PAWNS, _card, "card"),
    Phase("card laid", _PAWNS, _move, "move"),
    Phase("pawn in the hand", _PAWNS, _hand, "move"),
    Phase("question", _SWAP, _ask, "ask"),
    Phase("guiding", _PAWNS, _guide, "guide"),
    Phase("fold", _STUCK, _fold, "fold"),
    Phase("game over", _LAST, _over, "over"),
)


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
    begin: Callable[[Table], None]
    end: Callable[[Table], None]
    named_ms: int = NAMED_MS
    ended_ms: int = NAMED_MS
    phases: tuple[str, ...] = ()
    watch_ms: int = 0
    place: str = ""


def _noise(**fields: Any) -> Callable[[Table], None]:
    return lambda table: table.do("noise", **fields) and None


def _chain(*how: int) -> Callable[[Table], None]:
    return lambda table: table.chain(*how)


def _cue(word: str) -> Callable[[Table], None]:
    return lambda table: table.cue.write_text(word) and None


def _button(name: str, down: bool) -> Callable[[Table], None]:
    return lambda table: table.do("press", button=name, down=down) and None


def _chatter(table: Table) -> None:
    for _ in range(16):
        for level in (0, None):
            table.do("noise", stuck={"40": level})
            table.wait(250)


def _finish(table: Table) -> None:
    table.do("place", colour="green", at="25")
    table.wait(1500)


def _whole(table: Table) -> None:
    table.do("lift", colour="green", at="20")
    table.wait(500)
    _finish(table)


# What people do, by phase, that has to be written down.
_DEEDS: dict[str, Callable[[Table], object]] = {
    "before the first card": lambda table: table.do("card", card="5"),
    "before a card": lambda table: table.do("card", card="5", copy=2),
    "card laid": _whole,
    "pawn in the hand": _finish,
    "question": lambda table: table.do("press", button="green", ms=100),
    "fold": lambda table: table.do("card", card="9", copy=2),
    "game over": lambda table: table.do("press", button="table", ms=2500),
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
    """Try one fault in one phase."""
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
