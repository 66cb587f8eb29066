# SPDX-License-Identifier: Apache-2.0
"""The catalogues of sentences: which language, which sentence."""

import functools
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tavle import games
from tavle.errors import TavleError
from tavle.paths import add_firmware, firmware
from tavle.words import terminal
from tavle.words.events import EVENTS

NAMES = {
    "en": "English",
    "nb": "Norsk bokmål",
    "da": "Dansk",
    "sv": "Svenska",
    "fi": "Suomi",
    "de": "Deutsch",
}
"""The languages there are, each by its own name."""

# What else people call them.
_SAME = {"no": "nb", "nn": "nb"}
_HOLE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")

Sentence = str | list[str]  # whole, or [for one, for many]


class Words:
    """The sentences of one language.

    Args:
        language: a key of NAMES.

    Attributes:
        language: see above.
        sentences: name of each sentence -> the sentence, or [for one, for many].
    """

    def __init__(self, language: str):
        self.language = language
        self.sentences = _read(language)

    def say(self, name: str, **args: Any) -> str:
        """Return a sentence with its holes filled; a name that is not known reads as itself.

        Args:
            name: name of the sentence.
            args: `n` also chooses between one and many; colours are given as machine words.
        """
        found = self.sentences.get(name)
        if found is None:
            return name
        text = found if isinstance(found, str) else found[0 if args.get("n") == 1 else 1]
        return _HOLE.sub(lambda hole: self._fill(hole, args), text)

    def named(self, kind: str, name: str) -> str:
        """Return a machine word in people's words, itself where the catalogue has none.

        Args:
            kind: first part of the sentence's name, `phase` of `phase.move`.
            name: the machine word.
        """
        found = self.sentences.get(f"{kind}.{name}", name)
        return found if isinstance(found, str) else found[1]

    def _fill(self, hole: re.Match[str], args: dict[str, Any]) -> str:
        value = str(args.get(hole[1], ""))
        found = self.sentences.get(f"{hole[2] or 'colour'}.{value}", value)
        return found if isinstance(found, str) else found[1]


@functools.cache
def _read(language: str) -> dict[str, Sentence]:
    sentences: dict[str, Sentence] = {}
    compiled = Path(__file__).with_name(
        f"{language}.json"
    )  # in the page that plays alone, where there is no Babel
    if compiled.exists():
        sentences |= json.loads(compiled.read_text(encoding="utf-8"))
        return sentences
    for game in games.found():
        sentences |= _names(game) | _of_game(game, "en") | _of_game(game, language)
    for path in files(language):
        sentences |= _of_file(path, language)
    return sentences


def files(language: str) -> list[Path]:
    """Return the catalogues of a language in this checkout: those of single games, then the one of all."""
    own = sorted(firmware().glob(f"rules/games/*/words/{language}.po"))
    return [*own, Path(__file__).parent / f"{language}.po"]


def _of_game(game: games.GameFolder, language: str) -> dict[str, Sentence]:
    """Return what a game of others says in a language; nothing when it does not speak it."""
    from babel.messages.pofile import PoFileError

    path = game.folder / "words" / f"{language}.po"
    try:
        return _of_file(path, language) if path.exists() else {}
    except (OSError, ValueError, PoFileError) as error:
        raise TavleError(str(path), str(error), "correct the file") from None


def _names(game: games.GameFolder) -> dict[str, Sentence]:
    """Return names for a game of others that has no words of its own, and for its cards."""
    add_firmware()
    from rules import load

    names: dict[str, Sentence] = {}
    for rulebook in game.rulebooks:
        rules = load(rulebook)
        names |= {f"game.{rulebook}": game.shape.title, f"about.{rulebook}": ""}
        names |= {f"cardname.{action}": action for action in rules.actions}
        for name, values, _ in rules.house:
            names |= {f"option.{name}": name}
            names |= {f"option.{name}.{v}": v for v in values if v not in rules.colours}
    return names


def _of_file(path: Path, language: str) -> dict[str, Sentence]:
    """Read one catalogue."""
    from babel.messages.pofile import read_po

    with open(path, "rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    sentences: dict[str, Sentence] = {}
    for message in catalogue:
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string
            sentences[name] = text if isinstance(text, str) else list(text or ())
    return sentences


def choose(*wishes: str) -> str:
    """Return the language that fits best: the first wish that is one of ours, else English.

    Args:
        wishes: languages as people write them: `nb`, `nb_NO.UTF-8`, `de-AT`.
    """
    for wish in wishes:
        plain = re.split(r"[-_.]", wish, maxsplit=1)[0].lower()
        plain = _SAME.get(plain, plain)
        if plain in NAMES:
            return plain
    return "en"


def of_system() -> list[str]:
    """Return the languages that the system is set to, the most wanted first."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    return [part for name in names for part in os.environ.get(name, "").split(":") if part]


def of_browser(header: str) -> list[str]:
    """Return the languages of an `Accept-Language` header, the most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        name, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if re.fullmatch(r"[A-Za-z-]{2,20}", name):
            wanted.append((-weight, name))
    return [name for _, name in sorted(wanted, key=lambda pair: pair[0])]


def for_tool(wish: str = "") -> Words:
    """Return the sentences for the terminal: of `--lang`, else of the system."""
    return Words(choose(wish) if wish else terminal.language())


def for_page(asked: str, given: str, header: str) -> dict[str, Any]:
    """Return the catalogue as the page takes it, with the table of events.

    Args:
        asked: the language chosen in the page, "" for none.
        given: the language of `--lang`, "" for none.
        header: the browser's `Accept-Language`.
    """
    first: Iterable[str] = filter(None, (asked, given))
    words = Words(choose(*first, *of_browser(header), *of_system()))
    return {
        "lang": words.language,
        "languages": list(NAMES.items()),
        "words": words.sentences,
        "events": EVENTS,
    }
