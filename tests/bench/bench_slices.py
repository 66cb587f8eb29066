# SPDX-License-Identifier: Apache-2.0
"""How long judging goes on between two scans, and in all: moves begun in the worst positions, every call of `Recogniser.step`.

By the model of computing time, without a simulator: the charged firmware runs in this process and only its
judging is counted. Results of `tests/rules/worst` are made in part, with a pawn too many lifted or put down now and
then, and left for 4 s.
"""

import argparse
import json
import random
import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for _folder in ("tests", "tests/shims", "tests/sense", "host/tavle/shim", "host"):
    sys.path.insert(0, str(ROOT / _folder))

from tavle.paths import firmware  # noqa: E402
from tavle.sim import computing  # noqa: E402

_spent_us = 0


def _spend(us: int, _size: int = 0) -> None:
    global _spent_us
    _spent_us += us


def _plain() -> types.ModuleType:
    """Return what the charged firmware calls, with a plain sum for a clock."""
    plain = types.ModuleType("tavle.sim.device_side.computing")
    names = {"spend": _spend, "spend_": _spend, "dumps": json.dumps, "loads": json.loads}
    for name in ("collect", "mem_free", "mem_alloc", "leave_open"):
        names[name] = lambda: 0
    names["address"] = lambda _of: 0
    vars(plain).update(names)
    return plain


sys.modules["tavle.sim.device_side.computing"] = _plain()
sys.path.insert(0, computing.firmware(Path(firmware())).name)

from halfway import hops  # noqa: E402
from rig import Rig  # noqa: E402

from rules import RULEBOOKS  # noqa: E402
from rules.notation import move_text  # noqa: E402
from sense.recognise import ACCEPT  # noqa: E402


class Judged(Rig):
    """A rig that notes how long each call of `step` takes, and each judgement of the last board in all, in us."""

    def __init__(self, line: str) -> None:
        self.us: list[int] = []
        self.whole: list[int] = []
        self._begun = 0  # us of the judgement under way
        self.taken = False  # whether the last board was accepted without a question
        super().__init__(line)

    def scan(self) -> None:
        """Scan once; what the recogniser says is not done."""
        global _spent_us
        self.debounce.step(self.now_ms, self.wire)
        _spent_us = 0
        self.taken |= self.recogniser.step(self.now_ms, self.debounce) == ACCEPT
        self.us.append(_spent_us)
        self._begun += _spent_us
        if not self.recogniser.working():
            self.whole.append(self._begun)
            self._begun = 0


def judged(line: str, card: str, chance: random.Random) -> tuple[Judged, str]:
    """Make a result in part; return (the rig it was made on, what was made)."""
    rig = Judged(line)
    rig.card(card)
    rig.us.clear()
    rig.whole.clear()
    tried = [chance.randrange(len(rig.results)) for _ in range(chance.choice((1, 6)))]
    move = max((rig.results.move(k) for k in tried), key=len)
    ways = hops(rig.map, move)
    made = ways[: chance.choice((len(ways), chance.randrange(len(ways) + 1)))]
    for start, end in made:
        rig.take(start).wait(chance.choice((100, 200, 300)))
        rig.put(end).wait(chance.choice((150, 300, 700)))
    spots = range(1, rig.map.home)
    what = chance.randrange(4)
    if what == 1:
        rig.take(chance.choice([spot for spot in spots if rig.counts[spot]]))
    elif what == 2:
        rig.put(chance.choice([spot for spot in spots if not rig.counts[spot]]))
    rig.whole.clear()
    rig.taken = False
    rig.wait(4000)
    return rig, f"{line} {card} {move_text(rig.game, move)}: {len(made)} made"


def main() -> None:
    """Print for each rulebook how long the longest calls take, and a judgement in all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=20, help="of each rulebook")
    args = parser.parse_args()
    print(f"{'ms of judging between two scans':33}{'99.9 %':>7}{'worst':>7}{'above 5':>9}")
    for rulebook in args.rulebook or RULEBOOKS:
        chance = random.Random(f"{args.seed} {rulebook}")
        path = ROOT / "tests" / "rules" / "worst" / f"{rulebook}.txt"
        cases = [line.split("\t")[:2] for line in path.read_text(encoding="utf-8").splitlines()]
        cases = [case for case in cases if len(case) == 2]
        found: list[tuple[int, str]] = []
        whole: dict[bool, list[int]] = {True: [], False: []}
        for number in range(args.moves):
            rig, what = judged(
                cases[number % len(cases)][0], cases[number % len(cases)][1], chance
            )
            found += [(one, what) for one in rig.us]
            whole[rig.taken].append(max(rig.whole))
        found.sort()
        late, worst = found[len(found) * 999 // 1000][0] / 1000, found[-1][0] / 1000
        above = sum(us > 5000 for us, _ in found)
        print(f"{rulebook:17}{len(found):9} calls {late:7.1f}{worst:7.1f}{above:9}")
        print(f"    worst: {found[-1][1]}")
        for taken, what in ((True, "taken"), (False, "asked about, guided or left")):
            longest = sorted(whole[taken])
            if longest:
                print(f"    the last board judged in all, {len(longest)} {what}:", end=" ")
                print(
                    f"median {longest[len(longest) // 2] / 1000:.0f}, worst {longest[-1] / 1000:.0f}"
                )


if __name__ == "__main__":
    main()
