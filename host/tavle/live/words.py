# SPDX-License-Identifier: Apache-2.0
"""Places, inputs and events in words for people."""

from collections.abc import Callable
from typing import Any

_INPUTS = "ABCDEFGH"
_AREAS = {"z": "row space", "h": "home slot", "f": "goal slot"}


def place(name: str) -> str:
    """Return a space in words: `17`, `red:z2` or `red:h0` as the firmware names them."""
    colour, colon, token = name.partition(":")
    if not colon:
        return f"space {name}"
    if token == "seat":
        return f"{colour}'s seat light"
    number = int(token[1:])
    # Rows are counted from 1 in every notation, slots from 0 inside and from 1 for people.
    return f"{colour}'s {_AREAS[token[0]]} {number if token[0] == 'z' else number + 1}"


def chain_input(number: int) -> str:
    """Return an input of the sensor chain in words; chip 1 is the one nearest the controller."""
    return f"input {_INPUTS[number & 7]} of chip {(number >> 3) + 1}"


def inputs(numbers: list[int]) -> str:
    """Return several inputs in words."""
    return ", ".join(chain_input(number) for number in numbers)


def _card(event: dict[str, Any]) -> str:
    copy = f" (copy {event['copy']})" if "copy" in event else ""
    return f"card {event['card']}{copy}{'' if event['playable'] else ', cannot be used'}"


def _guide(event: dict[str, Any]) -> str:
    if not event["missing"] and not event["extra"]:
        return "the board is right again"
    parts = [
        f"{word}: {', '.join(event[field])}"
        for field, word in (("missing", "missing"), ("extra", "too many"))
        if event[field]
    ]
    return "put right: " + "; ".join(parts)


def _fault(event: dict[str, Any]) -> str:
    if event.get("over"):
        return f"{event['part']}: works again"
    return f"fault in {event['part']}: {event['text']}"


_PILES = {
    "deal": "lay its four cards on the slot, face down, one by one",
    "pass": "lay its pile through; the card for its partner will be shown",
    "receive": "lay the card its partner has passed to it",
    "again": "lay the cards it still holds, one by one",
    "wish": "lay its pile through; the card it plays will be shown",
}

_EVENTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "ready": lambda e: f"ready: {e['rulebook']}, firmware {e['version']}",
    "card": _card,
    "rolled": lambda e: f"die {e['value']}",
    "refused": lambda e: f"refused {e['what']}: {e['text']} ({e['reason']})",
    "accepted": lambda e: f"accepted{' after asking' if e['asked'] else ''}: {e['move']}",
    "ask": lambda e: f"which of {len(e['choices'])} results? seat button, or lift another pawn",
    "guide": _guide,
    "undone": lambda _: "the last move was taken back",
    "round": lambda e: f"deal {e['deal']} by {e['dealer']}, {e['first']} begins",
    "folded": lambda e: f"{e['colour']} has put the hand down",
    "seats": lambda e: ", ".join(f"{colour}: {level}" for colour, level in e["seats"].items()),
    "lay": lambda e: f"{e['seat']} plays by itself: {_PILES[e['what']]}",
    "laid": lambda e: (
        f"{e['seat']}'s card {'was read' if e['taken'] else 'is not the one: the next'}"
    ),
    "wish": lambda e: f"{e['seat']} wants {e['move']} with {e['card']}: follow the lights",
    "won": lambda e: f"{e['winner']} has won",
    "fault": _fault,
}


def event(said: dict[str, Any]) -> str:
    """Return an event of the table in words; one that is not known, or strange, as it is."""
    name = str(said.get("event"))
    tell = _EVENTS.get(name)
    if tell is not None:
        try:
            return tell(said)
        except (KeyError, TypeError, ValueError):
            pass  # a table with another firmware says it in other fields
    rest = (f"{key} {value}" for key, value in said.items() if key not in ("event", "t"))
    return f"{name}: {', '.join(rest)}".rstrip(": ")
