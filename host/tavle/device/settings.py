# SPDX-License-Identifier: Apache-2.0
"""The table's settings on the PC: text to values, and the file, with the firmware's own code."""

import re
import tempfile
from pathlib import Path
from typing import Any

from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.words.terminal import tr

CONFIG = "/tavle/config.json"
DATA = "/tavle"
_BOARD = "r1_pico2"

_NUMBER = re.compile("-?[0-9]{1,9}")
_TRUE = {"true", "on", "yes", "1"}
_FALSE = {"false", "off", "no", "0"}


def points(board: str = _BOARD) -> tuple[Any, ...]:
    """Return the firmware's table of settings (`store.config.Point`) for the board in use.

    Args:
        board: board file of the table.

    Raises:
        TavleError: this checkout has no such board file.
    """
    add_firmware()
    from store.config import board_facts
    from store.config import points as points_of

    facts = board_facts(board)
    if facts is None:
        raise TavleError(
            tr("no board file {board}", board=repr(board)),
            tr("firmware/boards/{board}.py is missing", board=board),
            code=2,
        )
    return tuple(points_of(facts))


def game_of(told: dict[str, Any]) -> Any:
    """Return the rules of a game that a table names in `config`, None when this checkout does not know them."""
    add_firmware()
    from rules import load

    try:
        colours = load(told["rulebook"]).colours
        seats = tuple(colours.index(colour) for colour in told["seats"])
        return load(told["rulebook"], seats, told["options"])
    except ValueError:
        return None


def point(name: str, board: str = _BOARD) -> Any:
    """Return one setting's `Point`. Raises TavleError."""
    for one in points(board):
        if one.name == name:
            return one
    known = ", ".join(one.name for one in points(board))
    raise TavleError(
        tr("no setting {name}", name=repr(name)),
        tr("it does not exist"),
        tr("there are: {known}", known=known),
        2,
    )


def value_of(name: str, text: str, board: str = _BOARD) -> Any:
    """Return the value that a text on the command line means.

    Seats are `0,2` (empty: the rulebook's), options `name=value,name=value`, truth on/off.

    Raises:
        TavleError: the setting cannot have that value; the text says what it can.
    """
    one = point(name, board)
    value = _parsed(one.kind, text.strip())
    if one.problem(value):
        raise TavleError(
            tr("{name}: {text} is not possible", name=name, text=repr(text)),
            tr("it can be {allowed}", allowed=allowed_of(one)),
            tr(one.help),
            2,
        )
    return value


def _parsed(kind: str, text: str) -> Any:
    if kind == "int":
        return _number(text)
    if kind == "bool":
        low = text.lower()
        return True if low in _TRUE else False if low in _FALSE else text
    if kind == "seats":
        words = [word.strip() for word in text.strip("[]").split(",") if word.strip()]
        return [_number(word) for word in words]
    if kind == "players":
        return [word.strip() for word in text.strip("[]").split(",") if word.strip()]
    if kind == "options":
        return _options(text)
    return text


def _options(text: str) -> Any:
    found: dict[str, Any] = {}
    for part in text.strip("{}").split(","):
        name, equals, value = part.partition("=")
        if not part.strip():
            continue
        if not equals or not name.strip():
            return text
        found[name.strip()] = value.strip()
    return found


def _number(word: str) -> int | str:
    """Return what is a number as one; longer ones and digits of other alphabets stay words, which no setting takes."""
    return int(word) if _NUMBER.fullmatch(word) else word


def text_of(value: Any) -> str:
    """Return a value as `value_of` takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(str(one) for one in value)
    if isinstance(value, dict):
        return ",".join(f"{name}={one}" for name, one in value.items())
    return str(value)


def allowed_of(one: Any) -> str:
    """Return what a setting can be, for people."""
    if one.kind == "int":
        return tr("{least} to {most}", least=one.allowed[0], most=one.allowed[1])
    if one.kind == "choice":
        return ", ".join(one.allowed)
    return {
        "bool": tr("on, off"),
        "seats": tr("numbers 0 to 3, ascending, such as 0,2"),
        "players": tr("four of human, easy, normal, hard, such as human,normal,human,hard"),
        "options": "name=value,name=value",
    }.get(one.kind, tr("a file of firmware/boards"))


def changed(data: bytes | None, wanted: dict[str, Any]) -> tuple[bytes | None, list[str]]:
    """Put settings into a settings file.

    Args:
        data: the file on the table, None when there is none.
        wanted: name -> value, valid ones.

    Returns:
        (the new file, None when nothing changes; sentences about what the old one had wrong).
    """
    add_firmware()
    from store.config import Config

    with tempfile.TemporaryDirectory(prefix="tavle-config-") as folder:
        path = Path(folder) / "config.json"
        if data is not None:
            path.write_bytes(data)
        config = Config(str(path))
        report = [str(line) for line in config.load()]
        before = dict(config.items())
        if "rulebook" in wanted and wanted["rulebook"] != before["rulebook"]:
            # Seats and options are those of a rulebook.
            config.set("seats", [])
            config.set("options", {})
        for name, value in wanted.items():
            config.set(name, value)
        if data is not None and not report and dict(config.items()) == before:
            return None, []
        config.save()
        return path.read_bytes(), report
