# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every ruling has a test of the engine that bears its id, and a test of the reference engine too."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def listed():
    lines = (TESTS / "rules" / "rulings.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


def named(folder):
    """Return the ids in the names of a folder's tests: `test_p4_...`, `test_s2_s3_...`, `test_h1_to_h6_...`."""
    found = set()
    for path in (TESTS / folder).glob("test_*.py"):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M):
            found |= {word.upper() for word in name.split("_") if re.fullmatch(r"[plhs]\d+", word)}
            for kind, first, last in re.findall(r"_([plhs])(\d+)_to_\1(\d+)", name):
                found |= {f"{kind.upper()}{n}" for n in range(int(first), int(last) + 1)}
    return found


def test_the_list_is_whole():
    """No number is left out, of Partners, house rules, Ludo and Sorry!."""
    numbers = {}
    for ruling in listed():
        numbers.setdefault(ruling[0], []).append(int(ruling[1:]))
    assert list(numbers) == ["P", "H", "L", "S"]
    for found in numbers.values():
        assert found == list(range(1, len(found) + 1))


def test_every_ruling_is_named_by_a_test_of_the_engine():
    assert set(listed()) - named("rules") == set()


def test_every_ruling_on_moves_is_named_by_a_test_of_the_reference():
    text = (TESTS / "rules" / "rulings.txt").read_text(encoding="utf-8")
    elsewhere = {line.split()[0] for line in text.splitlines() if "(in no position line)" in line}
    assert set(listed()) - elsewhere - named("reference") == set()


def test_tests_name_no_ruling_that_does_not_exist():
    assert (named("rules") | named("reference")) - set(listed()) == set()
