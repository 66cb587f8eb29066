# SPDX-License-Identifier: Apache-2.0
"""`make prove-hands`: every story of every case, told to the recogniser; see `stories.py`.

`--less N` tells stories that are N gestures shorter, `--case TEXT` only the cases so named.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(Path(__file__).parent)]

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from stories import Prover, Report  # noqa: E402
from story_cases import CASES  # noqa: E402


def main() -> int:
    """Tell the stories; the exit status is 1 when something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--less", type=int, default=0, help="so many gestures fewer")
    parser.add_argument("--case", default="", help="only cases with this in their name")
    options = parser.parse_args()
    total = Report()
    print(
        "rulebook         case                             gestures    stories    logs accepted  asked undone"
    )
    for case in CASES:
        if options.case not in case.name:
            continue
        began = time.perf_counter()
        most = case.gestures - options.less
        report = Prover(case).run(most)
        total.add(report)
        print(
            f"{case.line.split()[0]:16} {case.name:32} {most:8} {report.stories:10} {report.logs:7}"
            f" {report.accepted:8} {report.asked:6} {report.undone:6}"
            f"  {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        for finding in report.wrong:
            print("  WRONG " + finding)
    print(f"{total.stories} stories, {total.logs} reed logs told: {len(total.wrong)} wrong")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
