# SPDX-License-Identifier: Apache-2.0
"""Places, inputs, moves and events in words for people.

What players read is told by a `Teller`, in the language of its catalogue; `place` and `chain_input` name for
builders what the wiring tables name.
"""

import re
from typing import Any

from tavle.words.catalogue import Words
from tavle.words.events import EVENTS
from tavle.words.terminal import COLOURS, language, mark, tr

_INPUTS = "ABCDEFGH"
_AREAS = {
    "z": mark("{colour}'s row space {n}"),
    "h": mark("{colour}'s home slot {n}"),
    "f": mark("{colour}'s goal slot {n}"),
}
_ENTRIES = {"start": "did.start", "fold": "did.fold", "undo": "did.undone"}
# rules.notation: `r44>49xb49`, `y10<>b31`, `r12>45!`
_PLACE = r"(\d+|[hf]|z\d)"
_PART = re.compile(rf"[a-z]{_PLACE}(?:>|(<>)[a-z]){_PLACE}(!?)((?:x[a-z]{_PLACE})*)(!?)")


def place(name: str) -> str:
    """Return a space in words: `17`, `red:z2` or `red:h0` as the firmware names them."""
    colour, colon, token = name.partition(":")
    if not colon:
        return tr("space {n}", n=name)
    own = tr(COLOURS.get(colour, colour))
    if token == "seat":
        return tr("{colour}'s seat light", colour=own)
    number = int(token[1:])
    # Rows are counted from 1 in every notation, slots from 0 inside and from 1 for people.
    return tr(_AREAS[token[0]], colour=own, n=number if token[0] == "z" else number + 1)


def chain_input(number: int) -> str:
    """Return an input of the sensor chain in words; Reader-8 no. 1 is the first of the chain."""
    return tr("Reader-8 no. {n}, input {letter}", letter=_INPUTS[number & 7], n=(number >> 3) + 1)


def joint(name: str, number: int) -> str:
    """Return a space in words, and the input of its reed."""
    return tr("{place} ({input})", place=place(name), input=chain_input(number))


def light(number: int) -> str:
    """Return a light of the chain as the wiring tables count it, from 0 at the carrier board."""
    return tr("light {n}", n=number)


def inputs(numbers: list[int]) -> str:
    """Return several inputs in words."""
    return ", ".join(chain_input(number) for number in numbers)


class Teller:
    """Tells what happens at a table, in whole sentences of one language.

    Args:
        words: the catalogue.

    Attributes:
        line: the position, as far as it is known: it says which game it is, and whose turn.
    """

    def __init__(self, words: Words):
        self.words = words
        self.line = ""

    def event(self, said: dict[str, Any]) -> str:
        """Return an event of the table; one that is not known, or strange, as it is."""
        name = str(said.get("event"))
        if name == "ready" and "rulebook" in said:
            self.line = self.line or str(said["rulebook"])
        try:
            told = self._told(EVENTS[name], said)
        except (LookupError, TypeError, ValueError, AttributeError):
            told = ""  # a table with another firmware says it in other fields
        self.line = str(said.get("position") or self.line)
        rest = (f"{key} {value}" for key, value in said.items() if key not in ("event", "t"))
        return told or f"{name}: {', '.join(rest)}".rstrip(": ")

    def _told(self, event: dict[str, Any], said: dict[str, Any]) -> str:
        """Return the sentence that the table of events has for one; its twin in the page is `log.js`."""
        told: dict[str, Any] = {}
        for field, kind in event["fields"].items():
            if field in said or not kind.endswith("?"):
                told[field] = self._worded(kind, said[field], said)
            if kind == "colours":
                told["colour"], _, told["other"] = said[field].partition("+")
        told |= {hole: told[field] for hole, field in event["as"].items()}
        said = told | said
        fitting = (
            key for key, *needs in event["say"] if all(_tells(said.get(one)) for one in needs)
        )
        key = next(fitting, "").format(**said)
        if key not in self.words.sentences:
            raise LookupError(key)
        each = [told]
        if "seats" in told:
            each = [
                {"colour": colour, "who": self.words.named("level", level)}
                for colour, level in said["seats"].items()
            ]
        return ", ".join(self.words.say(key, **holes) for holes in each)

    def _worded(self, kind: str, value: Any, said: dict[str, Any]) -> Any:
        """Return a value of an event as a sentence takes it."""
        if kind == "card":
            return self.card(value)
        if kind == "move":
            return self.move(value)
        if kind == "places":
            return self.pawns(value)
        if kind == "positions":
            return len(value)
        if kind == "part":
            return self.words.named("part-name", value)
        return self.reason(said) if kind == "reason" else value

    def card(self, name: object) -> str:
        """Return a card or a throw by its name."""
        return self.words.named("cardname", str(name))

    def phase(self, name: str) -> str:
        """Return what the table waits for."""
        return self.words.named("phase", name)

    def place(self, token: str, colour: str) -> str:
        """Return a place of a position line, of a colour."""
        owner, _, own = token.rpartition(":")
        owner = owner or colour
        if own.isdigit():
            return self.words.say("at.ring", n=int(own))
        if own[0] == "z":
            key = "at.row" if self._finishes else "at.circle"
            return self.words.say(key, colour=owner, n=int(own[1:]))
        area = "home" if own[0] == "h" else "fin"
        if own[1:]:
            return self.words.say(f"at.{area}", colour=owner, n=int(own[1:]) + 1)
        return self.words.say(f"at.{area}s", colour=owner)

    def pawns(self, told: list[str]) -> str:
        """Return several pawns that stand, or should stand, somewhere: `red:17`."""
        found = []
        for name in told:
            colour, _, token = name.partition(":")
            found.append(self.words.say("at.pawn", colour=colour, place=self.place(token, colour)))
        return "; ".join(found)

    def move(self, text: str) -> str:
        """Return a move of the rules' notation in words; what is no such move as it is."""
        if text == "-":
            return self.words.say("part.none")
        parts = [_PART.fullmatch(part) for part in text.split("+")]
        if not all(parts):
            return text
        return ", ".join(self._part(part) for part in parts if part)

    def _part(self, part: re.Match[str]) -> str:
        say = self.words.say
        begin, end = self._short(part[1]), self._short(part[3])
        if part[2]:
            return say("part.swap", **{"from": begin, "to": end})
        if part[4] or part[7]:
            return say("part.self", **{"from": begin, "to": end})
        home = re.findall(r"x([a-z])", part[5])
        enters = part[1] == "h"
        args = {"from": begin, "to": end, "other": self._colour(home[0]) if home else ""}
        if len(home) > 1:
            return say("part.bumps", n=len(home), **args)
        if home:
            return say("part.enter-bump" if enters else "part.bump", **args)
        return say("part.enter" if enters else "part.step", **args)

    def _short(self, token: str) -> str:
        if token.isdigit():
            return token
        if token[0] == "z":
            return self.words.say("short.row" if self._finishes else "short.circle", n=token[1:])
        return self.words.say("short.home" if token[0] == "h" else "short.fin")

    def _colour(self, initial: str) -> str:
        colours = (word.partition(":")[0] for word in self.line.split(" ")[1:] if ":" in word)
        return next((colour for colour in colours if colour.startswith(initial)), initial)

    def _game(self) -> Any:
        from tavle.paths import add_firmware

        add_firmware()
        from rules import load

        return load(self.line.split(" ")[0])

    @property
    def _finishes(self) -> bool:
        """Tell whether pawns go from their row into a goal, where there is no place but one."""
        game = self._game()
        from rules.game import NOBODY

        return int(game.fin) != NOBODY

    def turn(self, what: str, colour: str, card: str, move: str) -> str:
        """Return an entry of a record: "start", "move", "fold" or "undo"."""
        if what != "move":
            return self.words.say(_ENTRIES[what], colour=colour)
        kind = "threw" if self._game().die else "move"
        if move in ("", "-"):
            kind = "threw-nothing" if kind == "threw" else "nothing"
        return self.words.say(
            f"did.{kind}", colour=colour, card=self.card(card), n=card, moves=self.move(move)
        )

    def reason(self, said: dict[str, Any]) -> str:
        """Return why something was refused."""
        turn = self.line.partition(" turn=")[2].partition(" ")[0]
        name = f"why.{said['reason']}"
        known = name in self.words.sentences and (turn or said["reason"] != "not-your-turn")
        return self.words.say(name, colour=turn) if known else str(said["text"])


def _tells(value: Any) -> bool:
    """Tell whether a field says something: no flag that is down, no empty list, no move without a step."""
    return bool(value) and value != "-"


def spoken(said: dict[str, Any]) -> str:
    """Return an event in the language of the tool's user."""
    return Teller(Words(language())).event(said)
