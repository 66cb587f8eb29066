# SPDX-License-Identifier: Apache-2.0
"""The settings of a table: one table of `Point`s drives validation, defaults and the file.

The file is `config.json`: one line of JSON, then a line with its CRC-32. A file written by
hand has no second line and is believed; one whose checksum is wrong is believed only
where a wrong value does no harm.
"""

import json
from binascii import crc32

from rules import RULEBOOKS, load
from store import files

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

VERSION = 2
BOARD = "r1_pico2"
"""The board file of a table whose settings name no other."""

_FIRST = ("board", "rulebook")
_MOST_BYTES = 4096  # of the file; eleven settings take 300


def board_facts(name: object) -> "ModuleType | None":
    """Return the board file of a controller, None when there is none of that name."""
    if _name(name, ()):
        return None
    try:
        facts = __import__("boards." + str(name), None, None, ("LIMIT_MA",))
    except (ImportError, ValueError):
        return None
    return facts if hasattr(facts, "LIMIT_MA") else None  # else the map of a game


class BadSetting(ValueError):
    """A setting that does not exist or cannot have that value; the text names both."""


class Point:
    """One setting.

    Args:
        name: name in the file and in messages.
        kind: "int", "bool", "choice", "name", "seats", "players" or "options".
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


def _players(value: object, allowed: tuple) -> str:
    if isinstance(value, list) and len(value) in (0, 4):
        wrong = [one for one in value if one not in allowed]
        return "" if not wrong else "seats are %s" % ", ".join(allowed)
    return "must be four of %s, by seat, or [] for people" % ", ".join(allowed)


def _options(value: object, _allowed: tuple) -> str:
    if not isinstance(value, dict):
        return "must be option names with values"
    for name in value:
        if not isinstance(name, str) or not isinstance(value[name], str):
            return "must be option names with values"
    return ""


def _board(value: object, _allowed: tuple) -> str:
    return "" if board_facts(value) else "there is no board file of that name"


_CHECKS = {
    "int": _int,
    "bool": _bool,
    "choice": _choice,
    "board": _board,
    "seats": _seats,
    "players": _players,
    "options": _options,
}


def points(facts: "ModuleType") -> tuple:
    """Return every setting of a table whose controller is the board file `facts`.

    Defaults and limits of what is electrical are the board file's.
    """
    usb_ma = min(facts.LIMIT_USB_MA, facts.LIMIT_MA)
    return (
        Point("rulebook", "choice", "partners-pawns", RULEBOOKS, "Rulebook of the next game."),
        Point("seats", "seats", [], (), "Seats in play in the next game, 0 to 3; [] leaves it to the rulebook."),
        Point("players", "players", [], ("human", "easy", "normal", "hard"),
              "Who plays each of the four seats, in seat order; [] means people."),
        Point("options", "options", {}, (), "House rules of the next game that differ from the rulebook's."),
        Point("settle_ms", "int", 600, (300, 1500), "How long the board must rest, in ms."),
        Point("hints", "choice", "full", ("off", "pawns", "full"), "What the lights tell about moves."),
        Point("brightness", "int", 40, (5, 100), "Brightness of the lights in percent."),
        Point("limit_ma", "int", facts.LIMIT_MA, (min(100, usb_ma), facts.LIMIT_MA),
              "What the lights may draw, in mA; less on USB power alone.", usb_ma),
        Point("calm", "bool", False, (), "Lights that swell and fade, and never flash."),
        Point("sound", "bool", True, (), "Whether the buzzer is used."),
        Point("volume", "int", 3, (1, 4), "How loud the buzzer is, 1 to 4."),
        Point("fold", "choice", "shown", ("shown", "trusted"), "Whether a fold shows the cards."),
        Point("reader", "choice", facts.READER_BUS, ("uart", "i2c"), "How the card reader is wired.",
              facts.READER_BUS),
        Point("board", "board", BOARD, (), "Board file of the controller.", BOARD),
    )  # fmt: skip


class Config:
    """The settings in force; `config["settle_ms"]` reads one.

    Args:
        path: the file, `/tavle/config.json` on the device.

    Attributes:
        facts: the board file in force.
        points: every setting, with that board file's defaults and limits.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._values: dict = {}
        self.reset()

    def reset(self) -> None:
        """Take every default, in RAM."""
        self._solder(BOARD)
        for one in self.points:
            self._values[one.name] = one.default

    def _solder(self, board: str) -> None:
        """Take the defaults and limits of a board file that exists."""
        facts = board_facts(board)
        assert facts is not None, board
        self.facts = facts
        self.points = points(facts)

    def point(self, name: str) -> Point:
        """Return the `Point` of that name. Raises BadSetting."""
        for one in self.points:
            if one.name == name:
                return one
        raise BadSetting("%s: there is no such setting" % name)

    def __getitem__(self, name: str) -> "Any":
        """Return a setting. Raises BadSetting for a name that is none."""
        if name not in self._values:
            self.point(name)
        return self._values[name]

    def items(self) -> list:
        """Return (name, value) of every setting, in the order of `points`."""
        return [(one.name, self._values[one.name]) for one in self.points]

    def set(self, name: str, value: object) -> None:
        """Change a setting in RAM. Raises BadSetting; `save` makes it last."""
        problem = self.point(name).problem(value)
        if problem:
            raise BadSetting("%s: %s" % (name, problem))
        if name == "board":
            self._change_board(str(value))
        elif name == "rulebook" and value != self._values[name]:
            self._values.update({"seats": [], "options": {}})  # those are a rulebook's own
        elif name in ("seats", "options") and value:
            self._check_game(name, value)
        self._values[name] = value

    def _check_game(self, name: str, value: "Any") -> None:
        """Raise BadSetting where the next game cannot have such seats or options."""
        wanted = dict(self._values)
        wanted[name] = value
        try:
            load(wanted["rulebook"], tuple(wanted["seats"]) or None, wanted["options"])
        except ValueError as error:
            raise BadSetting("%s: %s" % (name, str(error).partition(": ")[2])) from None

    def _change_board(self, board: str) -> None:
        """Take another board file; what had the old one's default gets the new one's."""
        old = self.points
        before = dict(self._values)
        self._solder(board)
        for k in range(len(old)):
            one = self.points[k]
            if self._values[one.name] == old[k].default:
                self._values[one.name] = one.default
            elif one.problem(self._values[one.name]):
                self._solder(before["board"])
                self._values = before
                text = "%s cannot stay %s with it: change that first"
                raise BadSetting("board: " + text % (one.name, before[one.name]))

    def load(self) -> list:
        """Read the file; return a sentence for everything in it that was not taken.

        Never raises: what is missing, unknown, invalid or damaged gets its default. A file that is
        far too large is set aside.
        """
        self.reset()
        report: list = []
        try:
            data = files.read(self._path, _MOST_BYTES)
        except files.Damaged as error:
            data = b"\n"
            report.append("%s%s" % (error, files.set_aside(self._path)))
        except OSError as error:
            data = b"\n"
            report.append("config: error %s" % error.args[0])
        if not data:
            return []
        lines = data.replace(b"\r", b"").split(b"\n")
        # A file written by hand may have any number of lines, and no checksum.
        ours = lines[0].endswith(b"}") and len(lines) > 1 and lines[1].strip() != b""
        intact = not ours or lines[1] == _crc(lines[0])
        try:
            found = json.loads(_text(lines[0] if ours else data))
        except (ValueError, RuntimeError):  # RuntimeError: nested more deeply than the stack
            found = None
        if not isinstance(found, dict):
            return report + self._unread("cannot be read")
        version = found.pop("version", VERSION)
        if version != VERSION:
            return report + self._unread("version %s is not known" % version)
        if not intact:
            report.append("config: checksum does not match")
        # The board and the rulebook first: they say what the others may be. (MicroPython's JSON takes any value for a name.)
        for name in sorted(found, key=lambda name: (name not in _FIRST, str(name))):
            self._take(name, found[name], intact, report)
        return report

    def _unread(self, why: str) -> list:
        for one in self.points:
            if one.danger:
                self._values[one.name] = one.safe
        return ["config: %s, every setting has its default" % why]

    def _take(self, name: str, value: object, intact: bool, report: list) -> None:
        try:
            one = self.point(name)
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
