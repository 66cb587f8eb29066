# SPDX-License-Identifier: Apache-2.0
"""Write parts.csv and the cost table of README.md: what to buy for each game, from stock.csv and the boards' netlists.

A part's quantity is what the boards carry (field Stock of the schematics) plus the extras of
stock.csv: for every Reader-8, for the carrier, for every light. How many chips and lights a game
has says firmware/boards/<game>.py.
"""

import csv
import io
import math
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path.insert(0, str(HERE))

from kit import sexpr  # noqa: E402

GAMES = ("partners", "ludo", "sorry")
COLUMNS = ("id", "what", "spec", "extra_reader", "extra_carrier", "extra_light", "alternatives",
           "search_a", "search_b", "eur_low", "eur_high", "note")  # fmt: skip
WRITTEN = ("id", "what", "spec", *(f"qty_{game}" for game in GAMES), "alternatives", "search_a",
           "search_b", "eur_low", "eur_high", "note")  # fmt: skip
NUMBERS = ("extra_reader", "extra_carrier", "extra_light", "eur_low", "eur_high")


class PartsError(Exception):
    """A mistake in stock.csv, with row and column, or a part that it does not list."""


def stock(text: str, name: str = "stock.csv") -> list[dict[str, str]]:
    """Return the rows of stock.csv. Raises PartsError naming row and column."""
    reader = csv.DictReader(io.StringIO(text))
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise PartsError(f"{name} row 1: the columns must be {','.join(COLUMNS)}")
    rows, seen = [], {}
    for number, row in enumerate(reader, 2):
        if None in row or None in row.values():
            raise PartsError(f"{name} row {number}: {len(COLUMNS)} columns are wanted")
        if row["id"] in seen:
            raise PartsError(
                f"{name} row {number}, column id: {row['id']} is there twice, first in row {seen[row['id']]}"
            )
        seen[row["id"]] = number
        for column in NUMBERS:
            try:
                if float(row[column]) < 0:
                    raise ValueError
            except ValueError:
                raise PartsError(
                    f"{name} row {number}, column {column}: {row[column]!r} is no number from 0 up"
                ) from None
        for column in ("what", "spec", "search_a", "search_b"):
            if not row[column].strip():
                raise PartsError(f"{name} row {number}, column {column}: is empty")
        if float(row["eur_low"]) > float(row["eur_high"]):
            raise PartsError(f"{name} row {number}, column eur_high: is less than eur_low")
        rows.append(row)
    return rows


def carried(board: str) -> Counter[str]:
    """Return how many of each stock item a board carries."""
    tree = sexpr.parse((HERE / board / f"{board}.net").read_text(encoding="utf-8"))
    count: Counter[str] = Counter()
    for comp in sexpr.every(sexpr.first(tree, "components"), "comp"):
        for prop in sexpr.every(comp, "property"):
            if sexpr.value(prop, "name") == "Stock" and sexpr.value(prop, "value"):
                count[sexpr.value(prop, "value")] += 1
    return count


def facts(game: str) -> tuple[int, int]:
    """Return (sensor chips without the buttons' one, lights) of a game."""
    text = (TOP / f"firmware/boards/{game}.py").read_text(encoding="utf-8")
    chips, lights = (
        re.search(rf"^{name} = (\d+)", text, re.MULTILINE) for name in ("N_CHIPS", "N_LEDS")
    )
    if not chips or not lights:
        raise PartsError(f"firmware/boards/{game}.py has no N_CHIPS or N_LEDS")
    return int(chips[1]), int(lights[1])


def quantities(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rows of parts.csv. Raises PartsError for a part of a board that is not in stock.csv."""
    reader8, carrier = carried("reader8"), carried("carrier")
    if unknown := set(reader8 + carrier) - {row["id"] for row in rows}:
        raise PartsError(f"stock.csv has no row for {', '.join(sorted(unknown))}")
    made = []
    for row in rows:
        new = {column: row.get(column, "") for column in WRITTEN}
        for game in GAMES:
            chips, lights = facts(game)
            total = (
                chips * (reader8[row["id"]] + float(row["extra_reader"]))
                + carrier[row["id"]] + float(row["extra_carrier"]) + lights * float(row["extra_light"])
            )  # fmt: skip
            if total == 0:
                raise PartsError(f"stock.csv: {row['id']} is on no board and needed for nothing")
            new[f"qty_{game}"] = str(math.ceil(total))
        made.append(new)
    return made


def costs(rows: list[dict[str, str]]) -> list[str]:
    """Return the lines of the cost table."""
    lines = ["| game | 74HC165 | lights | electronics, low | high |", "|---|---|---|---|---|"]
    for game in GAMES:
        low, high = (
            sum(int(r[f"qty_{game}"]) * float(r[c]) for r in rows) for c in ("eur_low", "eur_high")
        )
        chips, lights = facts(game)
        lines.append(f"| {game} | {chips} + 1 | {lights} | {low:.0f} EUR | {high:.0f} EUR |")
    return lines


def main() -> int:
    """Write parts.csv and the cost table."""
    try:
        rows = quantities(stock((HERE / "stock.csv").read_text(encoding="utf-8")))
    except PartsError as error:
        print(error, file=sys.stderr)
        return 1
    out = io.StringIO()
    writer = csv.DictWriter(out, WRITTEN, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (HERE / "parts.csv").write_text(out.getvalue(), encoding="utf-8")
    readme = HERE / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, rest = text.split("<!-- costs -->\n", 1)
    after = rest.split("<!-- end of costs -->", 1)[1]
    readme.write_text(
        before + "<!-- costs -->\n" + "\n".join(costs(rows)) + "\n<!-- end of costs -->" + after,
        encoding="utf-8",
    )
    print(f"{len(rows)} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
