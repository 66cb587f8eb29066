# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of the proof: each command replaces its own section of tests/PROOF.md, and no other."""

import datetime
import functools
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROOF = ROOT / "tests" / "PROOF.md"
FAULTS = ROOT / "tests" / "FAULTS.md"


@functools.cache
def commit() -> str:
    """Return the commit that is tried, and whether the files differ from it."""
    run = ["git", "-C", str(ROOT)]
    name = subprocess.run(
        [*run, "rev-parse", "--short=7", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    changed = subprocess.run(
        [*run, "status", "--porcelain", "--", "firmware", "host"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    return f"`{name}`" + (" with changes" if changed else "")


def stamp() -> str:
    """Return on what and when something was tried, as a sentence."""
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    return f"Tried on commit {commit()}, {day}."


def read(section: str) -> str:
    """Return a section of PROOF.md."""
    found = re.search(
        rf"<!-- {section} -->\n(.*?)<!-- end of {section} -->", PROOF.read_text("utf-8"), re.DOTALL
    )
    return found[1] if found else ""


def write(section: str, text: str) -> None:
    """Replace a section of PROOF.md, which stands between two comments with its name."""
    page = PROOF.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- {section} -->\n).*?(<!-- end of {section} -->)", re.DOTALL)
    new, count = pattern.subn(lambda found: found[1] + text.strip() + "\n" + found[2], page)
    if count != 1:
        raise SystemExit(f"{PROOF}: there is no section {section!r}")
    PROOF.write_text(new, encoding="utf-8")
    print(f"wrote section {section!r} of tests/PROOF.md")


def write_faults(table: str, notes: str) -> None:
    """Write FAULTS.md."""
    head = (
        "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
        "# What the table does when a part fails\n\n"
        "Written by `tests/proof/faults.py`; run it again, do not edit. Every row was tried in each phase of play\n"
        "in which the fault can be noticed (set-up, before the first card, before a card, card laid, pawn in the\n"
        "hand, question, guiding, fold, game over) on the simulated table. The times are the longest of the phases,\n"
        "from the fault to its event and from its mending to the event that says it is over. In every trial the\n"
        "position after the fault, and after the power was pulled as well, was the one before it; with the move that\n"
        "was made meanwhile where flash could not be written.\n\n"
    )
    FAULTS.write_text(f"{head}{stamp()}\n\n{table}\n\n{notes}\n", encoding="utf-8")
    print("wrote tests/FAULTS.md")
