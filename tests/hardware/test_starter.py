# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the starter's page tells to order can be ordered; its game is tested in tests/games."""

import csv
import re

from tavle.paths import hardware


def rows(path):
    with (hardware() / path).open(encoding="utf-8", newline="") as file:
        return {row["stock"]: row for row in csv.DictReader(file)}


def test_every_line_has_two_order_numbers_or_says_why_not():
    page = (hardware() / "starter" / "README.md").read_text(encoding="utf-8")
    for stock, row in rows("starter/parts.csv").items():
        numbers = [row[key] for key in ("first", "second") if row[key]]
        assert all(re.match(r"[^:]+: \S", number) for number in numbers), stock
        assert (len(set(numbers)) == 2) != bool(row["why"]), stock
        assert all(f"`{number}`" in page for number in numbers) and row["why"] in page, stock


def test_the_list_has_what_eight_spaces_need_and_no_reader():
    bought = rows("starter/parts.csv")
    numbers = {stock: float(row["quantity"]) for stock, row in bought.items()}
    assert not {"pn532", "sticker", "supply"} & set(bought)
    assert numbers["reed"] >= 8 and numbers["pixel"] >= 10 and numbers["magnet"] >= 2
    assert (numbers["pico"], numbers["button"], numbers["pcb-reader8"]) == (1, 3, 5)
    # Whatever is counted for a whole table and is soldered on one of the two boards is there.
    assert {"74hc165", "sip9-10k", "idc-10", "tps2041b"} <= set(bought)
    text = (hardware() / "starter" / "README.md").read_text(encoding="utf-8")
    assert text.count("\n| ") > len(bought) and "{" not in text
