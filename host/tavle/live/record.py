# SPDX-License-Identifier: Apache-2.0
"""The record of a game: fetched from a table, checked against the rules, written and read.

A file is JSON: {"format": "tavle-record-1", "game": n, "records": [[seq, kind, prev, "hex"], ...]},
which is what the table's journal holds (layout in `firmware/app/table/match.py`).
"""

import base64
import binascii
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.live.audit import Audit, Entry, Step
from tavle.paths import add_firmware
from tavle.words.terminal import tr

FORMAT = "tavle-record-1"
UNDO = 1  # the kind of a record that takes turns back
_HEAD = 6
_GAMES = 10_000  # more than any flash holds: an answer that says otherwise is wrong
_STREAM = 4 << 20
_TRIES = 3


@dataclass
class Kept:
    """A game on the table: number, bytes on flash, whether fetched, whether it is played now."""

    game: int
    size: int
    fetched: bool
    live: bool


@dataclass
class Summary:
    """A game in brief: rulebook, house rules, turns that were not taken back, colours that have won."""

    rulebook: str
    options: dict[str, str]
    turns: int
    winner: list[str]


@dataclass
class Record:
    """A game's record.

    Attributes:
        game: its number on the table.
        entries: the journal's records, the header first.
        steps: the same in words, by `read`.
        options: the house rules it was played by, by `read`.
    """

    game: int
    entries: list[Entry]
    steps: list[Step] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)

    @property
    def gaps(self) -> list[int]:
        """Return the numbers of records that are lost."""
        seen = {seq for seq, *_ in self.entries}
        return [seq for seq in range(max(seen, default=0)) if seq not in seen]

    @property
    def wrong(self) -> list[Step]:
        """Return the steps that the rules do not allow."""
        return [step for step in self.steps if step.wrong]

    def text(self) -> str:
        """Return the content of a record file."""
        rows = [[seq, kind, prev, payload.hex()] for seq, kind, prev, payload in self.entries]
        body = ",\n ".join(json.dumps(row) for row in rows)
        return f'{{"format": "{FORMAT}", "game": {self.game}, "records": [\n {body}\n]}}\n'


# From the table


def games(link: TableLink) -> list[Kept]:
    """Return the games on a table, oldest first."""
    found: list[Kept] = []
    while True:
        said = link.request("log.list", **{"from": len(found)})
        for game, size, fetched in said["games"]:
            found.append(Kept(game, size, fetched, game == said["live"]))
        if len(found) >= min(said["count"], _GAMES) or not said["games"]:
            return found


def summary(link: TableLink, game: int) -> Summary:
    """Return a game in brief; its moves are not judged. Raises TavleError when it cannot be read."""
    entries = split(_stream(link, game, None), game)
    rules, state = header(game, entries)
    from rules.game import WINNER

    path = in_force(entries)
    if path:
        state = path[-1][3]
    winner = [colour for seat, colour in enumerate(rules.colours) if state[WINNER] >> seat & 1]
    return Summary(rules.rulebook, rules.options, len(path), winner)


def in_force(entries: list[Entry]) -> list[Entry]:
    """Return the records of the turns that were not taken back."""
    path: list[Entry] = []
    for entry in entries[1:]:
        if entry[1] == UNDO:
            while path and path[-1][0] != entry[2]:
                path.pop()
        else:
            path.append(entry)
    return path


def fetch(link: TableLink, game: int, step: Callable[[int], None] | None = None) -> Record:
    """Fetch a game's record.

    Args:
        link: the table.
        game: its number.
        step: called with the bytes fetched so far.

    Raises:
        TavleError: no such game, or the cable broke.
    """
    best: Record | None = None
    for _ in range(_TRIES):
        record = Record(game, split(_stream(link, game, step), game))
        if not record.gaps:
            return read(record)
        # A move made while the game was being read may hide some records: once more.
        if best is None or len(record.entries) > len(best.entries):
            best = record
    assert best is not None
    return read(best)


def _stream(link: TableLink, game: int, step: Callable[[int], None] | None) -> bytes:
    data = bytearray()
    while True:
        said = link.request("log.read", game=game, at=len(data))
        try:
            piece: bytes | None = base64.b64decode(said["data"], validate=True)
        except (binascii.Error, ValueError, KeyError):
            piece = None
        right = said["at"] == len(data) and len(data) <= _STREAM
        if piece is None or not right or not (piece or said["end"]):
            raise TavleError(
                tr("cannot fetch game {game}", game=game), tr("an answer of the table is garbled"),
                tr("run the same command again; nothing was deleted"),
            )  # fmt: skip
        data += piece
        if step:
            step(len(data))
        if said["end"]:
            return bytes(data)


def split(data: bytes, game: int) -> list[Entry]:
    """Return the records of a stream. Raises TavleError when it is cut."""
    entries: list[Entry] = []
    at = 0
    while at < len(data):
        end = at + _HEAD + data[at + 5] if at + _HEAD <= len(data) else len(data) + 1
        if end > len(data):
            raise TavleError(
                tr("cannot read game {game}", game=game), tr("its record ends in the middle of a move"),
                tr("fetch it again"),
            )  # fmt: skip
        seq = int.from_bytes(data[at : at + 2], "little")
        prev = int.from_bytes(data[at + 3 : at + 5], "little")
        entries.append((seq, data[at + 2], prev, data[at + _HEAD : end]))
        at = end
    return entries


# Files


def load(path: Path) -> Record:
    """Read a record file. Raises TavleError."""
    what = tr("cannot read {file}", file=path)
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TavleError(
            what, error.strerror or str(error), tr("give a file of `tavle log fetch`")
        ) from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise TavleError(
            what, tr("it is not a game record"), tr("give a file of `tavle log fetch`")
        )
    try:
        entries = [
            (_in_bytes(seq, 2), _in_bytes(kind, 1), _in_bytes(prev, 2), bytes.fromhex(payload))
            for seq, kind, prev, payload in found["records"]
        ]
        return read(Record(int(found["game"]), entries))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise TavleError(
            what, tr("the record is damaged ({error})", error=error), tr("fetch it again")
        ) from None


def _in_bytes(number: object, count: int) -> int:
    """Return a number of a record, which has so many bytes. Raises TypeError, OverflowError."""
    if not isinstance(number, int):
        raise TypeError(f"{number!r} is no number")
    number.to_bytes(count, "little")
    return number


# Against the rules


def header(number: int, entries: list[Entry]) -> tuple[Any, bytes]:
    """Return (game, state) of a record's header.

    Raises:
        TavleError: there is no header, so nobody knows which game it is.
    """
    add_firmware()
    from app.table.match import header_game

    if not entries or entries[0][0] != 0:
        raise TavleError(
            tr("cannot read game {game}", game=number), tr("its header is lost on the flash"),
            tr("its moves cannot be understood; `tavle log delete` makes room"),
        )  # fmt: skip
    try:
        found: tuple[Any, bytes] = header_game(entries[0][3])
    except ValueError as error:
        step = tr("use the `tavle` that belongs to the table's firmware")
        raise TavleError(tr("cannot read game {game}", game=number), str(error), step) from None
    return found


def read(record: Record) -> Record:
    """Say every record in words and judge it by the rules; return the same record.

    Raises:
        TavleError: there is no header, so nobody knows which game it is.
    """
    game, state = header(record.game, record.entries)
    record.options = game.options
    with tempfile.TemporaryDirectory(prefix="tavle-record-") as folder:
        record.steps = list(Audit(game, state, folder).steps(record.entries))
    return record
