# SPDX-License-Identifier: Apache-2.0
"""What a table keeps of a game with another one: a file of lines, each written before anybody hears of it."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from tavle.afar.log import Card
from tavle.errors import TavleError, writing
from tavle.kept import folder
from tavle.words.terminal import tr


class Kept:
    """The file of one game, or one in memory.

    Args:
        path: the file; None keeps nothing.

    Attributes:
        secret: what the chain of chance is made of, in hex; "" before the game begins.
        own: what this side has said of itself, None before.
        far: what the other side has, None before.
        first: the seat that begins, None while that is not known.
        entries: the log.
        wish: the length of the log of which this side wants the last entry taken back, -1 for none.
        dealt: number of a deal -> colour -> cards, of hands that the other side has dealt.
        given: (number of a deal, colour) -> card passed to the partner.
        chosen: (length of the log, card) that somebody of this side plays.

    Raises:
        TavleError: the file cannot be read or is damaged.
    """

    def __init__(self, path: Path | None):
        self.secret = ""
        self.own: dict[str, Any] | None = None
        self.far: dict[str, Any] | None = None
        self.first: int | None = None
        self.entries: list[dict[str, Any]] = []
        self.wish = -1
        self.dealt: dict[int, dict[str, list[Card]]] = {}
        self.given: dict[tuple[int, str], Card] = {}
        self.chosen: tuple[int, Card] | None = None
        self._path = path
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        except OSError as error:
            raise TavleError(
                tr("cannot read {file}", file=path), error.strerror or str(error)
            ) from None
        whole = len(b"\n".join(lines[:-1])) + (len(lines) > 1)
        if lines[-1]:  # the PC lost its power in the middle of a line that nobody has heard of
            with writing(path):
                os.truncate(path, whole)
        try:
            for line in lines[:-1]:
                self._take(json.loads(line))
        except (LookupError, TypeError, ValueError):
            raise TavleError(
                tr("cannot continue {path}", path=path), tr("it is damaged"),
                tr("both tables begin another one: --game with another name"),
            ) from None  # fmt: skip

    def _take(self, said: dict[str, Any]) -> None:
        if "secret" in said:
            self.secret, self.own = said["secret"], said["own"]
        elif "far" in said:
            self.far = said["far"]
        elif "first" in said:
            self.first = said["first"]
        elif "entry" in said:
            self.entries.append(said["entry"])
        elif "wish" in said:
            self.wish = said["wish"]
        elif "dealt" in said:
            hands = said["hands"].items()
            self.dealt[said["dealt"]] = {
                colour: [card_of(one) for one in hand] for colour, hand in hands
            }
        elif "given" in said:
            self.given[said["deal"], said["colour"]] = card_of(said["given"])
        else:
            self.chosen = said["at"], card_of(said["chosen"])

    def begin(self, secret: str, own: dict[str, Any]) -> None:
        """Keep what this side is. Raises TavleError."""
        self._put({"secret": secret, "own": own})

    def met(self, far: dict[str, Any]) -> None:
        """Keep who the other side is. Raises TavleError."""
        self._put({"far": far})

    def began(self, first: int) -> None:
        """Keep which seat begins. Raises TavleError."""
        self._put({"first": first})

    def add(self, entry: dict[str, Any]) -> None:
        """Keep an entry of the log. Raises TavleError."""
        self._put({"entry": entry})

    def want(self, wish: int) -> None:
        """Keep of which length of the log the last entry is wanted back. Raises TavleError."""
        self._put({"wish": wish})

    def deal(self, number: int, hands: dict[str, list[Card]]) -> None:
        """Keep hands that the other side has dealt. Raises TavleError."""
        self._put({"dealt": number, "hands": hands})

    def give(self, number: int, colour: str, card: Card) -> None:
        """Keep a card that is passed to the partner. Raises TavleError."""
        self._put({"given": card, "deal": number, "colour": colour})

    def choose(self, at: int, card: Card) -> None:
        """Keep the card that is played next. Raises TavleError."""
        self._put({"chosen": card, "at": at})

    def _put(self, said: dict[str, Any]) -> None:
        if self._path is not None:
            with writing(self._path):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                try:
                    os.write(handle, json.dumps(said).encode() + b"\n")
                    os.fsync(handle)
                finally:
                    os.close(handle)
        self._take(said)

    def forget(self) -> None:
        """Delete the file."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()


def card_of(told: Any) -> Card:
    """Return a card as JSON tells it. Raises TypeError, ValueError."""
    name, copy = told
    return str(name), int(copy)


def of(game: str, name: str) -> Kept:
    """Return what is kept of a game by a side. Raises TavleError."""
    return Kept(folder() / "link" / f"{game}.{name}.jsonl")
