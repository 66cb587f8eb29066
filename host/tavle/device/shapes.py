# SPDX-License-Identifier: Apache-2.0
"""What the answers and events of a table look like: checked once, where they arrive.

A shape is a type (True is no int), `[shape]` for a list of any length, a tuple of shapes for a list
of that length, a dict of the fields that must be there (more are fine), or `Maybe`.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from tavle.words import events


@dataclass(frozen=True)
class Maybe:
    """A field that may be missing or null."""

    shape: Any


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def plain(said: Any) -> Any:
    """Return what a table says without codes that a terminal would obey; a table may be anybody's."""
    if isinstance(said, str):
        return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", said)
    if isinstance(said, list):
        return [plain(one) for one in said]
    if isinstance(said, dict):
        return {plain(name): plain(one) for name, one in said.items()}
    return said


def message(line: str) -> dict[str, Any] | None:
    """Return what a line of a table says, None when it is no JSON object."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


_RECORD = (int, int, bool)  # game, bytes, fetched
_TAG = (str, int, int, int)  # UID in hex, deck, kind, copy
_STATUS = {
    "chips": int, "chain": str, "chain_good": bool, "bad_scans": int, "closed": [int],
    "flaky": [int], "pressed": int, "leds": int, "ma": int, "limit_ma": int,
    "heap_free": int, "report": [str],
    "reader": {
        "online": bool, "state": str, "firmware": str, "last_error": str, "reads": int,
        "tag_errors": int, "bad_frames": int, "resent": int, "nacks": int, "bus_errors": int,
        "resets": int,
    },
}  # fmt: skip
_GAME = {"rulebook": str, "seats": [str], "options": dict}
_LEARN = {"method": str, "step": str, "total": int, "learnt": int, "layout": str}

ANSWERS: dict[str, dict[str, Any]] = {
    "hello": {
        "version": str, "board": Maybe(str), "rulebook": Maybe(str), "micropython": Maybe(str),
        "safe": Maybe(str),
    },
    "state": {
        "firmware": str, "phase": str, "hand_counts": dict, "mode": Maybe(str), "deal": Maybe((str, int)),
        "lay": Maybe((str, str)),
    },
    "seats": {"seats": dict},
    "config": {"settings": Maybe(dict), "game": Maybe(_GAME), "next": Maybe(_GAME)},
    "log.list": {"games": [_RECORD], "count": int, "live": int},
    "log.read": {"at": int, "data": str, "end": bool},
    "tags.start": {"deck": int, "online": bool},
    "tags.list": {"tags": [_TAG], "count": int},
    "tags.forget": {"known": bool},
    "tags.learn": {"other": str},
    "keep.read": {"data": str, "end": bool},
    "learn.start": _LEARN,
    "learn.state": _LEARN,
    "learn.skip": _LEARN,
    "learn.stop": _LEARN,
    "doctor.start": {"layout": str, "inputs": [int], "lights": [int]},
    "doctor.status": _STATUS,
    "doctor.lines": {"tx": int, "rx": int},
    "doctor.flash": {
        "good": bool, "ms": int, "free": int, "size": int, "game": int, "full": bool,
        "waiting": bool,
    },
}  # fmt: skip

_KINDS: dict[str, Any] = {
    "number": int, "flag": bool, "positions": [str], "places": [str], "inputs": [int], "seats": dict,
    "tag": (int, int, int),
}  # fmt: skip


def _fields(event: dict[str, Any]) -> dict[str, Any]:
    """Return the shape of an event.

    What is only told may lack a field: another firmware may say less.
    """
    shapes = {}
    for name, kind in event["fields"].items():
        shape = _KINDS.get(kind.removesuffix("?"), str)
        shapes[name] = shape if event["shown"] and not kind.endswith("?") else Maybe(shape)
    return shapes


EVENTS = {word: _fields(event) for word, event in events.EVENTS.items()}


def wrong(shape: Any, value: Any, name: str = "it") -> str:
    """Return "" or a phrase on the first thing in a value that is not of the shape."""
    if isinstance(shape, Maybe):
        return "" if value is None else wrong(shape.shape, value, name)
    if isinstance(shape, type):
        good = isinstance(value, shape) and not (shape is int and isinstance(value, bool))
        return "" if good else f"{name} is {_short(value)}"
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return f"{name} is {_short(value)}"
        found = (_field(one, value, key) for key, one in shape.items())
        return next((text for text in found if text), "")
    if not isinstance(value, list) or (isinstance(shape, tuple) and len(value) != len(shape)):
        return f"{name} is {_short(value)}"
    shapes = shape if isinstance(shape, tuple) else shape * len(value)
    found = (wrong(one, part, name) for one, part in zip(shapes, value, strict=True))
    return next((text for text in found if text), "")


def _field(shape: Any, value: dict[str, Any], key: str) -> str:
    if key not in value and not isinstance(shape, Maybe):
        return f"{key!r} is missing"
    return wrong(shape, value.get(key), repr(key))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
