# SPDX-License-Identifier: Apache-2.0
"""Read and check the pin table of a controller, `firmware/boards/<controller>.py`: lines `PIN_<what> = <GPIO>`."""

import re
from dataclasses import dataclass

from tavle.errors import TavleError
from tavle.paths import firmware

CONTROLLERS = ("r1_pico2",)
"""Board files with pins of their own."""
_FACT = re.compile(r"(PIN_\w+)( *= *)(\S+)")
# Raspberry Pi Pico 2 datasheet, pinout: GPIO 23 to 25 and 29 serve the module itself; 25 is its light.
_OUTSIDE = {*range(23), 26, 27, 28}
_LIGHT = ("PIN_STATUS", 25)


@dataclass(frozen=True)
class Pin:
    """One fact: its name, its GPIO, and where the number stands in the file, counted from 1."""

    name: str
    gpio: int
    row: int
    column: int


def parse(controller: str, text: str) -> list[Pin]:
    """Return the pins of a board file's text.

    Raises:
        TavleError: a GPIO that is none, is not on the header, or is used twice; names row and column.
    """
    pins: dict[int, Pin] = {}
    for row, line in enumerate(text.splitlines(), 1):
        found = _FACT.match(line)
        if not found:
            continue
        name, column = found[1], found.start(3) + 1

        def bad(why: str, where: str = f"row {row}, column {column}: {name}") -> TavleError:
            return TavleError(
                f"firmware/boards/{controller}.py", f"{where} {why}", "correct the file"
            )

        if not found[3].isascii() or not found[3].isdigit():
            raise bad(f"= {found[3]!r} is no GPIO")
        gpio = int(found[3])
        if gpio not in _OUTSIDE and (name, gpio) != _LIGHT:
            raise bad(f"= {gpio} is no GPIO of the Pico's header")
        if gpio in pins:
            other = pins[gpio]
            raise bad(f"= {gpio} is used a second time; row {other.row} has it as {other.name}")
        pins[gpio] = Pin(name, gpio, row, column)
    return list(pins.values())


def load(controller: str) -> list[Pin]:
    """Read a controller's pins.

    Raises:
        TavleError: the file is missing or wrong.
    """
    path = firmware() / "boards" / f"{controller}.py"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TavleError(
            f"firmware/boards/{path.name}", error.strerror or "cannot be read", "restore the file"
        ) from error
    return parse(controller, text)
