# SPDX-License-Identifier: Apache-2.0
"""Days of play, idling and power cuts on simulated tables: what grows, what stops, what is lost.

    DAYS=30 make soak          30 days for each rulebook, some hours
    tests/proof/soak.py --days 1 --rulebook sorry

Each rulebook has two tables. One is never switched off. Every morning a new game is begun on it and every pawn stands
home, nothing lies on the slot and nobody has touched it for half a minute: in this same state its heap is read after a
collection. Then it plays two stretches and rests for the remaining hours. The other table lives
a third as long, and loses its power in one turn of five and in its rests. The controller's counter of milliseconds begins shortly before a
half or a whole of its period at each power-up, so that it wraps on the way. Each table is kept in
`.proof/soak.jsonl` with every reading of its heap: a run that was stopped goes on with the next table.

A table passes when what is free differs by at most 1 KB between the morning after the first day and the one after the
last. (The first morning of all is before anything was loaded that a game needs.) The largest block is told, not judged:
what stays in the heap is strewn otherwise every day.

Scanning an idle hour costs the PC 20 s and more. So of a rest only its first and last half minutes are lived through
scan by scan, and five seconds of every ten minutes between; then the counter leaps ahead, and every task
of the firmware finds itself overdue by so much. `--scanned` leaves the leaps out.
"""

import argparse
import contextlib
import json
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
for _folder in (ROOT / "host", Path(__file__).parent):
    sys.path.insert(0, str(_folder))

import page  # noqa: E402

from tavle.errors import TavleError  # noqa: E402
from tavle.paths import add_firmware  # noqa: E402
from tavle.sim.player import Players  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402
from tavle.sim.tidy_hands import Habit  # noqa: E402

add_firmware()
from rules import RULEBOOKS  # noqa: E402

DAY_MS = 24 * 3600 * 1000
_WRAP = 1 << 30
_BEFORE_MS = 90 * 60 * 1000  # the counter wraps an hour and a half after power-up
_TURNS = 10  # played in the morning and in the evening
_CUT = 0.2
_AWAKE_MS = 30_000  # of a rest, at either end
_WINK_MS = 5000  # between two leaps
_LEAP_MS = 595_000
_HEAP = "800k"  # little is free, as on a Pico: what stays strewn over it would show in the largest block
_KEPT = ROOT / ".proof" / "soak.jsonl"
_FLAT = (
    1024  # bytes by which a reading may differ from the morning after the first day to the last
)


class Table:
    """One table of the soak.

    Args:
        rulebook: its game.
        cuts: whether it loses its power now and then.
        scanned: whether it lives through every scan of a rest.
    """

    def __init__(self, rulebook: str, cuts: bool, scanned: bool):
        self.rulebook = rulebook
        self.cuts = cuts
        self.scanned = scanned
        self.leapt_ms = 0
        self.seed = 1
        half = _WRAP // 2 if cuts else _WRAP
        self.session = Session(TableSpec(rulebook, seed=7, clock_ms=half - _BEFORE_MS))
        self.session.power(False)
        self.session.target.setting.main = str(Path(__file__).with_name("soak_main.py"))
        self.session.target.setting.heap = _HEAP
        self.session.events.clear()
        self.session.power(True)
        if not self.session.until_ready():
            raise SystemExit(f"{rulebook}: not ready")
        self.told: dict[str, int] = {"turns": 0, "games": 0, "power cuts": 0}
        self.faults: Counter[str] = Counter()  # part and sentence -> how often
        self.heaps: list[list[int]] = []  # [free, largest block] of every morning
        self.players: Players | None = None

    @property
    def now_ms(self) -> int:
        """The simulated time, leaps too."""
        return self.session.now_ms + self.leapt_ms

    def rest(self, until_ms: float) -> None:
        """Let time pass with nobody at the table."""
        if not self.scanned:
            self._live(min(until_ms, self.now_ms + _AWAKE_MS))
            while self.now_ms < until_ms - _AWAKE_MS - _WINK_MS - _LEAP_MS:
                self.session.leap_ms(_LEAP_MS)
                self.leapt_ms += _LEAP_MS
                self._live(self.now_ms + _WINK_MS)
        self._live(until_ms)

    def _live(self, until_ms: float) -> None:
        while self.now_ms < until_ms:
            self.session.run_ms(min(until_ms - self.now_ms, 600_000))
            self._hear(self.session.events)

    def _hear(self, events: list[dict[str, Any]]) -> None:
        """Count the faults among events, and forget them."""
        self.faults.update(
            f"{e['part']}: {e['text']}" for e in events if e["event"] == "fault" and e["text"]
        )
        events.clear()

    def play(self, turns: int) -> None:
        """Play on, with a new game when one is over."""
        end = self.told["turns"] + turns
        while self.told["turns"] < end:
            if (
                self.players is None
            ):  # they hold the cards that are dealt: the same ones for a whole game
                self.seed += 1
                habit = Habit(cut=_CUT if self.cuts else 0.0)
                self.players = Players(self.session, self.seed, habit)
            players = self.players
            turns_before, cuts_before = players.turns, players.cuts
            for _ in players.play(players.turns + end - self.told["turns"]):
                pass
            self.told["turns"] += max(players.turns - turns_before, 1)
            self.told["power cuts"] += players.cuts - cuts_before
            self._hear(players.events)
            self.session.events.clear()
            if players.over:
                self.told["games"] += 1
                self._anew()

    def _anew(self) -> None:
        """Begin the next game: as the table button held does at a game's end, and put every pawn home."""
        session = self.session
        self.players = None
        if not session.request("soak.anew")["ok"]:
            raise SystemExit(f"{self.rulebook}: no new game")
        for colour, places in session.world.where().items():
            for at in list(places):
                if at != "h":
                    session.world.lift(colour, at, None)
                    session.run_ms(400)
                    session.world.place(colour, "h", None)
                    session.run_ms(400)
        session.world.take_cards()
        session.world.shuffled()
        self._live(self.now_ms + _AWAKE_MS)
        phase = session.request("state")["phase"]
        if phase not in ("deal", "card"):
            raise SystemExit(f"{self.rulebook}: no new game after the old one, but {phase}")

    def day(self, day_ms: float) -> None:
        """Let one day pass, or a part of one, and read the heap."""
        begun = self.now_ms
        for part in (0.4, 1.0):
            self.play(_TURNS)
            if self.cuts:
                self.session.power(False)
                self.session.power(True)
                self.told["power cuts"] += 1
            self.rest(begun + day_ms * part)
        self.morning()

    def morning(self) -> None:
        """Begin a new game and read the heap."""
        self._anew()
        said = self.session.request("memory")
        self.heaps.append([said["free"], said["largest"]])


def soak(rulebook: str, cuts: bool, days: float, scanned: bool) -> dict[str, Any]:
    """Return what came of one table; less than a day is a short one."""
    count = max(1, round(days))
    table = Table(rulebook, cuts, scanned)
    begun = time.monotonic()
    with contextlib.closing(table.session):
        stopped = []
        try:
            table.morning()
            for day in range(count):
                table.day(DAY_MS * days / count)
                name = rulebook + (", cuts" if cuts else "")
                print(
                    f"  {name}: day {day + 1} of {days:g}, heap {table.heaps[-1]}",
                    flush=True,
                )
        except TavleError as error:  # what the table did is not what was played
            stopped = [str(error)]
        target = table.session.target
        return {
            "rulebook": rulebook, "cuts": cuts, "days": days, "complaints": [*stopped, *target.complaints[:5]], "boots": target.boots,
            "scanned": scanned, "hours": round(table.session.now_ms / 3_600_000, 1), "heaps": table.heaps,
            "wraps": (table.session.spec.clock_ms + table.now_ms) // _WRAP,
            "seconds": round(time.monotonic() - begun), "faults": table.faults, **table.told,
        }  # fmt: skip


def _flat(kept: dict[str, Any]) -> bool:
    """Whether as much is free the morning after the last day as the one after the first."""
    return kept["cuts"] or abs(kept["heaps"][-1][0] - kept["heaps"][:2][-1][0]) <= _FLAT


def _told(kept: dict[str, Any], which: int) -> str:
    """Return a table's readings: after the first day, after the last, least and most between them."""
    found = [reading[which] for reading in kept["heaps"][1:]]
    if not found:
        return "stopped on the first day"
    if kept["cuts"]:  # each is of another boot
        return f"{min(found)} to {max(found)}"
    return f"{found[0]}, {found[-1]} ({min(found)} to {max(found)})"


def main() -> int:
    """Run as the options say; the exit status is 1 when something grew, stopped or was lost."""
    say = argparse.ArgumentParser(description="Days of play, idling and power cuts.")
    say.add_argument("--days", type=float, default=float(os.environ.get("DAYS") or 30))
    say.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    say.add_argument("--scanned", action="store_true", help="no leaps; writes no page")
    say.add_argument("--fresh", action="store_true", help="forget what earlier runs have done")
    say.add_argument("--tell", action="store_true", help="only write the page from what was kept")
    options = say.parse_args()
    _KEPT.parent.mkdir(parents=True, exist_ok=True)
    if options.fresh:
        _KEPT.unlink(missing_ok=True)
    lines = _KEPT.read_text().splitlines() if _KEPT.exists() else []
    kept = [json.loads(line) for line in lines]
    days_of = {False: options.days, True: options.days / 3}
    for rulebook in () if options.tell else options.rulebook or RULEBOOKS:
        for cuts in (False, True):
            known = [(k["rulebook"], k["cuts"], k["days"], k["scanned"]) for k in kept]
            if (rulebook, cuts, days_of[cuts], options.scanned) in known:
                continue
            done = soak(rulebook, cuts, days_of[cuts], options.scanned)
            kept.append(done)
            with _KEPT.open("a") as file:
                file.write(json.dumps(done) + "\n")
    kept = [k for k in kept if (k["days"], k["scanned"]) == (days_of[k["cuts"]], options.scanned)]
    bad = [k for k in kept if k["complaints"] or not _flat(k)]
    rows = [
        "| rulebook | days | scanned | turns | games ended | power cuts | free after the first day, after the last (all) | largest block | faults |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    rows += [
        f"| {k['rulebook']} | {k['days']:.3g} | {k['hours']:g} h | {k['turns']} | {k['games']} | {k['power cuts']} "
        f"| {_told(k, 0)} | {_told(k, 1)} | {sum(k['faults'].values())} |"
        for k in kept
    ]
    faults: Counter[str] = Counter()
    for k in kept:
        for said, times in k["faults"].items():
            faults[re.sub(r"\d+", "n", said)] += times
    rows += ["", "| faults that all the tables have told | times |", "|---|---|"]
    rows += [f"| {said} | {times} |" for said, times in faults.most_common()]
    told = "\n".join(rows)
    print(told)
    for k in bad:
        print("NOT AS IT SHOULD BE:", {**k, "heaps": k["heaps"][-4:]})
    said = "".join(
        f"\n\nStopped, {k['rulebook']}{', cuts' if k['cuts'] else ''}: {k['complaints'][0]}"
        for k in kept
        if k["complaints"]
    )
    if options.scanned:
        return 1 if bad else 0
    wraps = [k["wraps"] for k in kept if not k["cuts"]]
    page.write(
        "soak",
        f"{told}{said}\n\nHeap in bytes of the unix port (objects are twice a Pico's), after a collection, every "
        f"morning in the same state: a new game,\nevery pawn home, nothing on the slot. Scanned: what "
        f"was lived through\nscan by scan; over the rest of the idle hours the counter leapt, five seconds scanned in "
        f"every ten minutes. The counter of\nmilliseconds wrapped {min(wraps, default=0)} times on the way of "
        f"every table that stayed on. {page.stamp()}",
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
