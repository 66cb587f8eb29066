# SPDX-License-Identifier: Apache-2.0
"""The commissioning sheet: a Markdown table of all checks of the build guide, in which the doctor's findings are filled in.

`hardware/guide/sheets/<board>.md` is the empty sheet. Its columns are: number, what, what must be seen, how it is checked, found, good.
A row checked by `tavle doctor: <name>` belongs to the finding of that name; all others are filled in by hand and are never touched.
"""

import datetime
import re
from pathlib import Path

from tavle.device.checks import FAIL, OK, SKIP, WARN, Result, scrubbed
from tavle.errors import TavleError, writing
from tavle.paths import hardware
from tavle.words.terminal import tr

TITLE = "# Commissioning sheet: "
_DOCTOR = re.compile(r"`tavle doctor`: (.+)")
_COLUMNS = 6
_GOOD = {OK: "yes", WARN: "look", FAIL: "NO", SKIP: ""}


def blank(board: str) -> str:
    """Return the empty sheet of a board. Raises TavleError when it is missing."""
    try:
        return (hardware() / "guide" / "sheets" / f"{board}.md").read_text(encoding="utf-8")
    except OSError as error:
        raise TavleError(
            f"hardware/guide/sheets/{board}.md",
            error.strerror or str(error),
            tr("run `{command}`", command="make hardware"),
        ) from error


def load(file: Path) -> str:
    """Return the sheet in a file. Raises TavleError when it cannot be read or is none."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TavleError(
            tr("cannot read {file}", file=file), str(error), tr("name another file")
        ) from error
    if not text.startswith(TITLE):
        raise TavleError(
            tr("will not overwrite {file}", file=file),
            tr("it is not a commissioning sheet"),
            tr("name another file"),
        )
    return text


def base(file: Path, board: str) -> str:
    """Return the sheet to fill in: what is in the file already, or an empty one.

    Raises:
        TavleError: the file holds something else, or cannot be read.
    """
    empty = blank(board)
    if not file.exists():
        return empty
    text = load(file)
    if text.partition("\n")[0] != empty.partition("\n")[0]:
        why = tr("it is not a commissioning sheet of this board ({board})", board=board)
        raise TavleError(tr("will not overwrite {file}", file=file), why, tr("name another file"))
    return text


def cells_of(line: str) -> list[str] | None:
    """Return the cells of a table's row, None for another line."""
    if not line.startswith("|"):
        return None
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    return cells if len(cells) == _COLUMNS else None


def row(cells: list[str]) -> str:
    """Return the cells of a row as a line of the table."""
    return "| " + " | ".join(cells) + " |"


def names_of(text: str) -> list[str]:
    """Return the names of the findings that a sheet asks for, in its order."""
    found = []
    for line in text.splitlines():
        cells = cells_of(line)
        asked = _DOCTOR.fullmatch(cells[3]) if cells else None
        if asked:
            found.append(asked[1])
    return found


def filled(text: str, results: list[Result], hello: dict[str, str]) -> str:
    """Return a sheet with the doctor's findings in it.

    Args:
        text: the sheet.
        results: the findings; of several with one name the worst counts.
        hello: what the table said about itself.
    """
    order = (FAIL, WARN, OK, SKIP)
    worst: dict[str, Result] = {}
    for one in results:
        was = worst.get(one.name)
        if was is None or order.index(one.state) < order.index(was.state):
            worst[one.name] = one
    facts = {
        "Date": datetime.date.today().isoformat(),
        "Controller": hello.get("board", ""),
        "Firmware": f"Tavle {hello.get('version', '')}, MicroPython {hello.get('micropython', '')}",
        "Rulebook": hello.get("rulebook", ""),
    }
    lines = []
    for line in text.splitlines():
        cells = cells_of(line)
        asked = _DOCTOR.fullmatch(cells[3]) if cells else None
        if cells and asked and asked[1] in worst:
            one = worst[asked[1]]
            cells[4], cells[5] = scrubbed(one.told).replace("|", "\\|"), _GOOD[one.state]
            line = row(cells)
        for key, value in facts.items():
            if line.startswith(f"* {key}:") and value:
                line = f"* {key}: {value}"
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def write(file: Path, board: str, results: list[Result], hello: dict[str, str]) -> int:
    """Fill in the sheet in a file, making it when it is not there; return how many rows are not good.

    Raises:
        TavleError: the file holds something else, or cannot be written.
    """
    text = filled(base(file, board), results, hello)
    with writing(file):
        file.write_text(text, encoding="utf-8")
    rows = [
        cells for cells in map(cells_of, text.splitlines()) if cells and cells[0][:1].isdigit()
    ]
    return sum(cells[5] != "yes" for cells in rows)
