# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A pin table that cannot be right is refused with row and column; `tavle board check` looks at all of it."""

import pytest

from tavle import cli
from tavle.board import pins
from tavle.errors import TavleError


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "PIN_LED = 22\nPIN_BUZZER = 15\nPIN_SUPPLY = 22\n",
            "row 3, column 14: PIN_SUPPLY = 22 is used a second time; row 1 has it as PIN_LED",
        ),
        (
            "# pins\nPIN_LED = 24\n",
            "row 2, column 11: PIN_LED = 24 is no GPIO of the Pico's header",
        ),
        ("PIN_LED = 25\n", "row 1, column 11: PIN_LED = 25 is no GPIO of the Pico's header"),
        ("PIN_LED = GP4\n", "row 1, column 11: PIN_LED = 'GP4' is no GPIO"),
    ],
)
def test_a_bad_pin_is_named(text, why):
    with pytest.raises(TavleError) as caught:
        pins.parse("r1_pico2", text)
    assert str(caught.value).startswith(f"firmware/boards/r1_pico2.py: {why}")


def test_the_committed_pins_are_read():
    found = {pin.name: pin.gpio for pin in pins.load("r1_pico2")}
    assert found["PIN_LED"] == 22 and found["PIN_STATUS"] == 25 and len(found) == 13


@pytest.mark.long
def test_board_check_looks_at_boards_fittings_and_pins(capsys):
    assert cli.run(["board", "check"]) == 0
    out = capsys.readouterr().out
    for name in (
        "hardware/ludo",
        "hardware/partners",
        "hardware/sorry",
        "firmware/boards/r1_pico2.py",
    ):
        assert name in out
    assert out.count("no faults") == 4


def test_a_controller_without_a_file_is_named():
    with pytest.raises(TavleError, match=r"three\.py"):
        pins.load("three")
