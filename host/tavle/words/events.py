# SPDX-License-Identifier: Apache-2.0
"""What the table says: the table of events, `events.toml`, for those who read it."""

import tomllib
from pathlib import Path
from typing import Any

EVENTS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("events.toml").read_text(encoding="utf-8")
)
"""Word -> its section, as the head of the file explains it; every section has all of its keys."""

for _event in EVENTS.values():
    for _key, _none in {"changes": [], "shown": "", "say": [], "as": {}}.items():
        _event.setdefault(_key, _none)


def changing(what: str) -> frozenset[str]:
    """Return the events after which the "position", the "phase" (with a position too) or the "turn" may be another."""
    return frozenset(word for word, event in EVENTS.items() if what in event["changes"])


def as_table() -> list[str]:
    """Return the table of the docs, line by line."""
    lines = ["| event | fields | when | changes |", "|---|---|---|---|"]
    for word, event in EVENTS.items():
        fields = ", ".join(_field(*field) for field in event["fields"].items())
        lines.append(f"| `{word}` | {fields} | {event['when']} | {', '.join(event['changes'])} |")
    return lines


def _field(name: str, kind: str) -> str:
    plain = kind.removesuffix("?")
    told = f"`{name}`{kind[len(plain) :]}"
    if "|" in plain:
        return f"{told}: " + " ".join(f"`{word}`" for word in plain.split("|"))
    return told if plain == name else f"{told} {plain}"
