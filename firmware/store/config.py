# SPDX-License-Identifier: Apache-2.0
"""The settings of a table: one table of `Point`s drives validation, defaults and the file.

The file is `config.json`: one line of JSON, then a line with its CRC-32. A file written by
hand has no second line and is believed; one whose checksum is wrong is believed only
where a wrong value does no harm.
"""

import json
from binascii import crc32

from rules import RULEBOOKS
from store import files

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Version 2: `timeout` has become `settle_ms`, and `hints` is a word instead of true or false.
VERSION = 2


class BadSetting(ValueError):
    """A setting that does not exist or cannot have that value; the text names both."""


class Point:
    """One setting.

    Args:
        name: name in the file and in messages.
        kind: "int", "bool", "choice", "name", "seats" or "options".
        default: value when nothing else is known.
        allowed: (lowest, highest) of an int, the words of a choice.
        help: sentence for people.
        safe: for settings whose wrong value can harm the hardware or make the table unusable
            (`danger`), the value to take when the file is damaged; None for the others.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        default: object,
        allowed: tuple,
        help: str,
        safe: object = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.allowed = allowed
        self.help = help
        self.safe = safe
        self.danger = safe is not None

    def problem(self, value: object) -> str:
        """Return why the value cannot be, "" when it can."""
        return _CHECKS[self.kind](value, self.allowed)


def _int(value: object, allowed: tuple) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        return "must be a whole number"
    low, high = allowed
    return "" if low <= value <= high else "must be %d to %d" % (low, high)


def _bool(value: object, _allowed: tuple) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


def _choice(value: object, allowed: tuple) -> str:
    return "" if value in allowed else "must be one of " + ", ".join(allowed)


def _name(value: object, _allowed: tuple) -> str:
    good = isinstance(value, str) and 0 < len(value) <= 24 and "/" not in value
    return "" if good else "must be a short name"


def _seats(value: object, _allowed: tuple) -> str:
    if isinstance(value, list) and len(value) != 1 and len(value) <= 4:
        for i in range(len(value)):
            if _int(value[i], (0, 3)) or (i and value[i] <= value[i - 1]):
                return "must be seat numbers 0 to 3, ascending"
        return ""
    return "must be a list of 2 to 4 seat numbers, or [] for the rulebook's"


def _options(value: object, _allowed: tuple) -> str:
    if not isinstance(value, dict):
        return "must be option names with values"
    for name in value:
        if not isinstance(name, str) or not isinstance(value[name], (str, bool, int)):
            return "must be option names with values"
    return ""


_CHECKS = {
    "int": _int,
    "bool": _bool,
    "choice": _choice,
    "name": _name,
    "seats": _seats,
    "options": _options,
}

POINTS = (
    Point("rulebook", "choice", "partners-pawns", RULEBOOKS, "Rulebook of the next game."),
    Point("seats", "seats", [], (), "Seats in play, 0 to 3; [] leaves it to the rulebook."),
    Point("options", "options", {}, (), "Options of the rulebook that differ from its defaults."),
    Point("settle_ms", "int", 600, (300, 1500), "How long the board must rest, in ms."),
    Point(
        "hints", "choice", "full", ("off", "pawns", "full"), "What the lights tell about moves."
    ),
    Point("brightness", "int", 40, (5, 100), "Brightness of the lights in percent."),
    Point("limit_ma", "int", 2000, (100, 4000), "What the lights may draw, in mA.", 250),
    Point("sound", "bool", True, (), "Whether the buzzer is used."),
    Point("fold", "choice", "shown", ("shown", "trusted"), "Whether a fold shows the cards."),
    Point("reader", "choice", "uart", ("uart", "i2c"), "How the card reader is wired.", "uart"),
    Point("board", "name", "r1_pico", (), "Board file of the controller.", "r1_pico"),
)


def point_of(name: str) -> Point:
    """Return the `Point` of that name. Raises BadSetting."""
    for one in POINTS:
        if one.name == name:
            return one
    raise BadSetting("%s: there is no such setting" % name)


class Config:
    """The settings in force; `config["settle_ms"]` reads one.

    Args:
        path: the file, `/tavle/config.json` on the device.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._values: dict = {}
        self.reset()

    def reset(self) -> None:
        """Take every default, in RAM."""
        for one in POINTS:
            self._values[one.name] = one.default

    def __getitem__(self, name: str) -> "Any":
        """Return a setting. Raises BadSetting for a name that is none."""
        if name not in self._values:
            point_of(name)
        return self._values[name]

    def items(self) -> "Iterator":
        """Yield (name, value) in the order of `POINTS`."""
        for one in POINTS:
            yield one.name, self._values[one.name]

    def set(self, name: str, value: object) -> None:
        """Change a setting in RAM. Raises BadSetting; `save` makes it last."""
        problem = point_of(name).problem(value)
        if problem:
            raise BadSetting("%s: %s" % (name, problem))
        self._values[name] = value

    def load(self) -> list:
        """Read the file; return a sentence for everything in it that was not taken.

        Never raises: what is missing, unknown, invalid or damaged gets its default.
        """
        self.reset()
        report: list = []
        try:
            data = files.read(self._path)
        except OSError as error:
            data = b"\n"
            report.append("config: error %s" % error.args[0])
        if not data:
            return []
        lines = data.split(b"\n")
        # A file written by hand may have any number of lines, and no checksum.
        ours = lines[0].endswith(b"}") and len(lines) > 1 and lines[1].strip() != b""
        intact = not ours or lines[1] == _crc(lines[0])
        try:
            found = json.loads(_text(lines[0] if ours else data))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            for one in POINTS:
                if one.danger:
                    self._values[one.name] = one.safe
            return report + ["config: cannot be read, every setting has its default"]
        if not intact:
            report.append("config: checksum does not match")
        for one in _migrated(found, report):
            self._take(one, found[one], intact, report)
        return report

    def _take(self, name: str, value: object, intact: bool, report: list) -> None:
        try:
            one = point_of(name)
            if one.danger and not intact:
                value = one.safe
                report.append("config: %s: set to %s, the file is damaged" % (name, value))
            self.set(name, value)
        except BadSetting as error:
            report.append("config: %s" % error)

    def save(self) -> None:
        """Write the file in one step: a power cut leaves the old or the new one. Raises NotSaved."""
        words = ['"version": %d' % VERSION]
        for name, value in self.items():
            words.append("%s: %s" % (json.dumps(name), json.dumps(value)))
        line = ("{%s}" % ", ".join(words)).encode()
        try:
            files.replace(self._path, line + b"\n" + _crc(line) + b"\n")
        except OSError as error:
            files.remove(self._path + ".tmp")
            raise files.NotSaved("config", error) from None


def _crc(line: bytes) -> bytes:
    return b"%08x" % crc32(line)


def _text(data: bytes) -> str:
    """Return the text; MicroPython's JSON would take bytes that are no UTF-8."""
    try:
        return str(data, "utf-8")
    except UnicodeError:
        raise ValueError("not UTF-8") from None


def _migrated(found: dict, report: list) -> list:
    """Bring the settings of an older version up to date in place; return their names, sorted."""
    version = found.pop("version", VERSION)
    if version == 1:
        if "timeout" in found:
            found["settle_ms"] = found.pop("timeout")
        if isinstance(found.get("hints"), bool):
            found["hints"] = "full" if found["hints"] else "off"
        report.append("config: version 1 brought up to date")
    elif version != VERSION:
        report.append("config: version %s is not known, taken as it is" % version)
    return sorted(found)
