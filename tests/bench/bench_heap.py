# SPDX-License-Identifier: Apache-2.0
"""The heap over a long game: people who err, are asked, are shown the way and take moves back.

`make bench` plays 200 turns a rulebook on the unix port, whose objects are twice as large as a Pico's: what
counts there is that nothing grows. `--pico` plays on the emulated Pico (TAVLE_UF2; a turn takes
30 s there), where the budget is 64 KB free, the largest block 16 KB, and all times are noted as well, see
`observed.py`. With `--state FILE` every turn is a line of FILE.turns and kept: the same command goes on
with a table that had its plug pulled there; `--report FILE.turns` only prints.
"""

import argparse
import contextlib
import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

import observed  # noqa: E402

from rules import RULEBOOKS  # noqa: E402
from tavle.sim.player import Players  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402

_MISTAKE = 0.3  # chance that a pawn is first moved where it may not
_TAKE_BACK = 0.15  # chance that a move is taken back, and made once more
_EVERY = 10  # turns between two looks at the heap


class Careless(Players):
    """Players who make mistakes, and take moves back.

    Attributes:
        mistakes: pawns that were moved where they may not.
        undone: moves that were taken back.
    """

    mistakes = 0
    undone = 0

    def _play(self, game: Any, state: bytearray, action: int) -> None:
        if self._random.random() < _MISTAKE:
            self._err(game, state, action)
        before = self.line
        super()._play(game, state, action)
        if self._random.random() < _TAKE_BACK and self.line.split()[1:-1] != before.split()[1:-1]:
            self._take_back(game, state, action)

    def _err(self, game: Any, state: bytearray, action: int) -> None:
        """Move a pawn to a space that no result has it on, and follow the way back."""
        self.mistakes += observed.mistake_with_card(self, game, state, action)

    def _take_back(self, game: Any, state: bytearray, action: int) -> None:
        """Take the move back with the table button and put the pawns back; play the card once more."""
        laid = [one for one in self.events[self._begun :] if one["event"] == "card"]
        self._wait(700)
        self._press("table", 1500)
        if self._until("undone", longest_ms=3000) is None:
            return
        self.undone += 1
        said = self._look()
        self.put_right(said)
        self._wait(3000)
        self._begin()  # what was said before is over: a new deal, too
        if laid:  # a throw is thrown anew with the next turn
            self._lay(action, laid[-1]["copy"])
            self._read_card(game, action)
            super()._play(game, state, action)


def heap(session: Session) -> tuple[int, int]:
    """Return the free bytes and the largest free block."""
    said = session.request("memory")
    return said["free"], said["largest"]


def play(rulebook: str, turns: int, seed: int) -> None:
    """Play on the unix port and print what was free on the way."""
    with contextlib.closing(Session(TableSpec(rulebook, seed=seed))) as session:
        session.until_ready()
        hands = Careless(session, seed)
        looks = [heap(session)]
        for _ in hands.play(turns):
            if hands.turns % _EVERY == 0:
                looks.append(heap(session))
        free = [look[0] / 1000 for look in looks]
        told = " ".join(f"{kb:.1f}" for kb in free[:: max(1, len(free) // 8)])
        print(
            f"{rulebook:16}{hands.turns:6}{hands.asked:7}{hands.mistakes:9}{hands.undone:8}"
            f"{min(free):9.1f}{min(look[1] for look in looks) / 1000:9.1f}   {told}",
            flush=True,
        )


def play_pico(rulebook: str, turns: int, seed: int, state: str, minutes: float) -> None:
    """Play on the emulated Pico, a record a turn, until so many turns or minutes are over."""
    log = Path(state + ".turns")
    log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with contextlib.closing(
        Session(TableSpec(rulebook, seed=seed, target="pico", state_file=state))
    ) as session:
        if not session.until_ready():
            raise SystemExit(f"not ready: {session.noise[-5:]}")
        hands = Careless(session, seed)
        if "hands" in session.notes:
            before = session.notes["hands"]
            observed.restore(hands, before)
            hands.asked, hands.mistakes, hands.undone = before["errors"]
        seen = observed.Observed(session, hands)
        for _ in hands.play(turns):
            errors = (hands.asked, hands.mistakes, hands.undone)
            with log.open("a", encoding="utf-8") as file:
                record = {"s": round(time.monotonic() - began), "errors": errors, **seen.turn()}
                file.write(json.dumps(record) + "\n")
            session.notes["hands"] = {**observed.kept(hands), "errors": errors}
            session.save()
            if time.monotonic() - began > 60 * minutes:
                break


def report(log: Path) -> None:
    """Print what the records of a game on the emulated Pico say."""
    turns = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    starts = [i for i, t in enumerate(turns) if not i or t["s"] < turns[i - 1]["s"]]
    asked, mistakes, undone = turns[-1]["errors"]
    first = turns[0]["turn"]
    print(
        f"{log.name}: turns {first} to {turns[-1]['turn']}, in all {asked} questions, {mistakes} mistakes,",
        end=" ",
    )
    print(
        f"{undone} moves taken back; power cut after turns {[turns[i - 1]['turn'] for i in starts[1:]]}"
    )
    told = [f"{t['turn']}: {t['free'] / 1000:.1f}" for t in turns[:: max(1, len(turns) // 12)]]
    print("  KB free after turn", ", ".join(told))
    observed.report(turns)


def main() -> None:
    """Print a line a rulebook."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pico", action="store_true", help="on an emulated Pico (TAVLE_UF2)")
    parser.add_argument("--state", help="with --pico: file that is gone on with")
    parser.add_argument("--minutes", type=float, default=1e6, help="with --pico: of this piece")
    parser.add_argument("--report", metavar="FILE", help="FILE.turns of a game: only print it")
    args = parser.parse_args()
    if args.report:
        report(Path(args.report))
        return
    if args.pico:
        for rulebook in args.rulebook or RULEBOOKS:
            state = args.state or f"build/heap-{rulebook}.json"
            play_pico(rulebook, args.turns, args.seed, state, args.minutes)
            report(Path(state + ".turns"))
        return
    print(
        f"{'KB free':16}{'turns':>6}{'asked':>7}{'mistakes':>9}{'undone':>8}{'least':>9}{'block':>9}   on the way"
    )
    for rulebook in args.rulebook or RULEBOOKS:
        play(rulebook, args.turns, args.seed)


if __name__ == "__main__":
    main()
