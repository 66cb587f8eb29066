# SPDX-License-Identifier: Apache-2.0
"""Writes tests/FIGURES.md, the one page of what was measured: a command replaces its own rows and no other."""

import datetime
from pathlib import Path

PAGE = Path(__file__).with_name("FIGURES.md")
_HEAD = """\
<!-- SPDX-License-Identifier: Apache-2.0 -->
# Figures

What was measured last, on simulated and emulated hardware. `make bench` and `make proof` write this page; do not edit it.

| what | measured | budget | command | date |
|---|---|---|---|---|
"""


def write(what: str, measured: str, budget: str, command: str) -> None:
    """Put a row into the page, in the place of the one that says the same.

    Args:
        what: what was measured; the name of the row.
        measured: the result, with its unit.
        budget: what is allowed.
        command: what measures it again.
    """
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    rows = {line.split("|")[1].strip(): line for line in text.splitlines() if line[:2] == "| "}
    rows.pop("what", None)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    rows[what] = f"| {what} | {measured} | {budget} | `{command}` | {day} |"
    PAGE.write_text(_HEAD + "".join(f"{rows[name]}\n" for name in sorted(rows)), encoding="utf-8")
    print(f"{what}: {measured} (budget: {budget})")
