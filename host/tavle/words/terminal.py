# SPDX-License-Identifier: Apache-2.0
"""What the tool says in a terminal, in the language of whoever runs it.

A sentence is written in English where it is said, `tr("{port} is silent", port=port)`; the catalogues of the
folder `tool` have it in the other languages, under its English text.
"""

import functools
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_HOLE = re.compile(r"\{(\w+)\}")
_FOLDER = Path(__file__).parent / "tool"

_wish = ""  # the language of `--lang`, "" for the system's


class Told(str):
    """A sentence in the language of the tool's user.

    Attributes:
        english: the same in English, for reports that others shall read.
    """

    __slots__ = ("english",)
    english: str

    def __new__(cls, text: str, english: str) -> "Told":
        """Make one of both texts."""
        told = super().__new__(cls, text)
        told.english = english
        return told

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """Return what a copy is made of."""
        return str(self), self.english


def english(text: object) -> str:
    """Return a text in English, as far as it is a sentence of the tool."""
    return getattr(text, "english", str(text))


def use(language: str) -> None:
    """Choose the language of what follows: a name of `LANGUAGES`, "" for the system's."""
    global _wish
    _wish = language


def language() -> str:
    """Return the language the tool speaks."""
    from tavle.words.catalogue import choose, of_system

    return choose(*([_wish] if _wish else []), *of_system())


def tr(text: str, /, **args: Any) -> str:
    """Return a sentence.

    Args:
        text: the sentence in English, `{name}` where something is filled in.
        args: what is filled in.
    """
    return _filled(catalogue(language()).get(text, text), text, args)


def mark(text: str) -> str:
    """Return a sentence as it is: `tr` is given it where it is used."""
    return text


def joined(parts: Iterable[str], between: str = "; ") -> str:
    """Return several sentences, one after the other."""
    found = list(parts)
    return Told(between.join(found), between.join(map(english, found)))


def _filled(own: str, text: str, args: Mapping[str, Any]) -> Told:
    plain = {name: english(value) for name, value in args.items()}
    return Told(
        _HOLE.sub(lambda hole: str(args.get(hole[1], hole[0])), own),
        _HOLE.sub(lambda hole: plain.get(hole[1], hole[0]), text),
    )


@functools.cache
def catalogue(name: str) -> dict[str, str]:
    """Return the sentences of a language, by their English text; nothing for English."""
    if name == "en":
        return {}
    compiled = _FOLDER / f"{name}.json"  # in the page that plays alone, where there is no babel
    if compiled.exists():
        found: dict[str, str] = json.loads(compiled.read_text(encoding="utf-8"))
        return found
    from babel.messages.pofile import read_po

    with open(_FOLDER / f"{name}.po", "rb") as file:
        said = read_po(file, locale=name, abort_invalid=True)
    return {str(message.id): str(message.string) for message in said if message.id}


COLOURS = {
    "red": mark("red"),
    "green": mark("green"),
    "blue": mark("blue"),
    "yellow": mark("yellow"),
}
"""The seats' colours, to be looked up."""
