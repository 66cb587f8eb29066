# SPDX-License-Identifier: Apache-2.0
"""`make prove-hands`: every story of every case, told to the recogniser; see `stories.py`.

`--less N` tells stories that are N gestures shorter, `--case TEXT` only the cases so named, `--drawn N`
those of N positions of every rulebook that are drawn at random.
"""

import argparse
import sys
import time
from collections.abc import Iterator

import hands_path  # noqa: F401
from figures import write
from stories import Case, Prover, Report
from story_cases import CASES, drawn

from rules import RULEBOOKS


def _drawn(options: argparse.Namespace) -> Iterator[Case]:
    for rulebook in RULEBOOKS:
        for seed in range(options.seed, options.seed + options.drawn):
            yield drawn(rulebook, seed, options.gestures)


def main() -> int:
    """Tell the stories; the exit status is 1 when something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--less", type=int, default=0, help="so many gestures fewer")
    parser.add_argument("--case", default="", help="only cases with this in their name")
    parser.add_argument("--drawn", type=int, default=0, help="so many drawn positions a rulebook")
    parser.add_argument("--seed", type=int, default=1, help="of the first drawn position")
    parser.add_argument("--gestures", type=int, default=4, help="of a story of a drawn position")
    options = parser.parse_args()
    cases = CASES if not options.drawn else _drawn(options)
    total = Report()
    print(
        "rulebook         case                             gestures    stories    logs  cut short accepted  asked undone"
    )
    for case in cases:
        if options.case not in case.name:
            continue
        began = time.perf_counter()
        most = case.gestures - options.less
        report = Prover(case).run(most)
        total.add(report)
        print(
            f"{case.line.split()[0]:16} {case.name:32} {most:8} {report.stories:10} {report.logs:7}"
            f" {report.cut_short:10}"
            f" {report.accepted:8} {report.asked:6} {report.undone:6}"
            f"  {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        for finding in report.wrong:
            print(
                f"  WRONG {finding}\n    {case.line} {case.card} {case.previous and 'after ' + case.previous}"
            )
    print(
        f"{total.stories} stories, {total.logs} reed logs told, {total.cut_short} times cut short by a card or a button: {len(total.wrong)} wrong"
    )
    if cases is CASES and not options.case and not options.less:
        write(
            "every story of a few pawns, up to six gestures",
            f"{len(total.wrong)} wrong of {total.stories:,} stories ({total.logs:,} reed logs)",
            "0",
            "make prove-hands",
        )
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
