# SPDX-License-Identifier: Apache-2.0
"""Days of play, idling and power cuts on simulated tables: nothing grows, nothing stops, nothing is lost.

    make soak                                       10 days of every rulebook
    tests/proof/soak.py --days 2 --rulebook sorry

Each rulebook has a table that is never switched off and one that loses its power in one turn of five. A day is
twenty turns and a rest. Of a rest 30 s at either end and 5 s of every ten minutes are lived through scan by scan; in
between the clock leaps. Free memory is read after every day. A table fails when it tells a fault, stops, plays
something else than the rules, or (when it is never switched off) has 8 KB less
memory free after the last day than after the second: by then what is needed rarely was loaded.
"""

import argparse
import contextlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]
import figures  # noqa: E402

from tavle.errors import TavleError  # noqa: E402
from tavle.paths import add_firmware  # noqa: E402
from tavle.sim.contract import Contract  # noqa: E402
from tavle.sim.player import Players  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402
from tavle.sim.tidy_hands import Habit  # noqa: E402

add_firmware()
from rules import RULEBOOKS  # noqa: E402

TURNS = 20  # a day
REST_MS = 20 * 3600 * 1000
AWAKE_MS, WINK_MS, LEAP_MS = 30_000, 5_000, 595_000
GROWS = 8 * 1024  # bytes
KNOWN = ("unfetched games are kept", "the chain was not scanned")


class Table:
    """A table that is lived with; `free` are the bytes free after every day, `faults` what it told."""

    def __init__(self, rulebook: str, cut: float):
        self.session = Session(TableSpec(rulebook, seed=7))
        self.do = Contract(self.session).handle
        self.habit = Habit(cut=cut)
        self.players = None
        self.games = self.turns = self.cuts = 0
        self.free, self.faults = [], []
        if not self.session.until_ready():
            raise TavleError("not ready", rulebook)

    def rest(self) -> None:
        """Let the night pass with nobody at the table."""
        self.session.run_ms(AWAKE_MS)
        for _ in range(REST_MS // LEAP_MS):
            self.session.leap_ms(LEAP_MS)
            self.session.run_ms(WINK_MS)
        self.session.run_ms(AWAKE_MS)
        self.hear(self.session.events)

    def hear(self, events: list) -> None:
        """Keep the faults among events, and forget the rest.

        That old games are dropped is none; nor is the pause that a leap of the clock is to the scan.
        """
        told = [f"{e['part']}: {e['text']}" for e in events if e["event"] == "fault" and e["text"]]
        self.faults += [text for text in told if not any(known in text for known in KNOWN)]
        events.clear()

    def play(self) -> None:
        """Play a day's turns, with a new game when one is over."""
        end = self.turns + TURNS
        while self.turns < end:
            if self.players is None:
                self.games += 1
                self.players = Players(self.session, self.games, self.habit)
            before, cuts = self.players.turns, self.players.cuts
            for _ in self.players.play(before + end - self.turns):
                pass
            self.turns += max(1, self.players.turns - before)
            self.cuts += self.players.cuts - cuts
            self.hear(self.players.events)
            if self.players.over:
                self.begin_again()

    def begin_again(self) -> None:
        """Put every pawn home and hold the table button."""
        self.players = None
        self.do({"do": "nocard"})
        for colour, places in self.session.world.where().items():
            for at in list(places):
                if at != "h":
                    self.do({"do": "lift", "colour": colour, "at": at})
                    self.session.run_ms(400)
                    self.do({"do": "place", "colour": colour, "at": "h"})
                    self.session.run_ms(400)
        self.do({"do": "press", "button": "table", "ms": 2500})
        self.session.world.shuffled()
        self.session.run_ms(AWAKE_MS)
        phase = self.session.request("state")["phase"]
        if phase not in ("deal", "card"):
            raise TavleError(f"no new game but {phase}", "look at the events")

    def day(self) -> None:
        self.play()
        self.rest()
        self.free.append(self.session.request("memory")["free"])


def soak(rulebook: str, days: int, cut: float) -> list[str]:
    """Live with a table for days; return what is wrong with it."""
    table, wrong = Table(rulebook, cut), []
    with contextlib.closing(table.session):
        try:
            for _ in range(days):
                table.day()
        except TavleError as error:
            wrong.append(str(error))
        wrong += [*table.session.target.complaints, *table.faults]
        if not cut and len(table.free) > 2 and table.free[1] - table.free[-1] > GROWS:
            wrong.append(f"free: {table.free}")
        print(f"{rulebook}: {days} days, {table.turns} turns, {table.cuts} power cuts, free {table.free}, {wrong or 'good'}", flush=True)  # fmt: skip
    return wrong


def main() -> int:
    """Run as the options say; the exit status is 1 when something grew, stopped or was lost."""
    say = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    say.add_argument("--days", type=int, default=10)
    say.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    options = say.parse_args()
    wrong = []
    for rulebook in options.rulebook or RULEBOOKS:
        for cut in (0.0, 0.2):
            wrong += soak(rulebook, options.days, cut)
    if not options.rulebook:
        figures.write(
            "soak: tables that grew, stopped or told a fault", f"{len(wrong)} in {options.days} days of each rulebook",
            "0", f"make soak ARGS='--days {options.days}'",
        )  # fmt: skip
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
