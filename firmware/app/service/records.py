# SPDX-License-Identifier: Apache-2.0
"""`tavle log`: the games in the journal, over USB.

A record of the stream that `log.read` sends is

    seq (2 bytes, low first), kind (1), prev (2, low first), length (1), payload

as in `store.record`, without its checksum: USB has its own. The stream goes out in pieces of 96
bytes as base64, one for each request, so that a slow host never fills the link.
"""

from binascii import b2a_base64

from micropython import const

from app.requests import RequestError, whole
from store.files import NotSaved

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from app.system import System
    from store.journal import Journal

_PIECE = const(96)
_PER_LINE = const(8)
_MOST = const(99999)  # games
_LONGEST = const(0x3FFFFFFF)  # bytes of a game


def do_list(system: "System", request: dict, now_ms: int) -> dict:
    """Return some games, from one on, as [number, bytes, fetched]; `live` is being played."""
    journal = system.journal
    start = whole(request, "from", 0, _MOST, 0)
    games = journal.games()
    return {
        "games": [list(game) for game in games[start : start + _PER_LINE]],
        "count": len(games),
        "live": journal.game,
    }


def do_read(system: "System", request: dict, now_ms: int) -> dict:
    """Return a piece of a game's stream."""
    game = whole(request, "game", 0, _MOST)
    at = whole(request, "at", 0, _LONGEST, 0)
    try:
        return _read(system, game, at)
    except ValueError as error:
        system.reading = None  # what it has not read must not pass for the end
        raise RequestError(str(error)) from None


def do_fetched(system: "System", request: dict, now_ms: int) -> dict:
    """Note that a game has been fetched."""
    return _change(system.journal.mark_fetched, request)


def do_delete(system: "System", request: dict, now_ms: int) -> dict:
    """Delete a finished game."""
    return _change(system.journal.delete, request)


def _change(change: "Callable", request: dict) -> dict:
    try:
        change(whole(request, "game", 0, _MOST))
    except (ValueError, NotSaved) as error:
        raise RequestError(str(error)) from None
    return {}


def _read(system: "System", game: int, at: int) -> dict:
    """Return the piece of a game's stream that begins at byte `at`, and whether it is the last."""
    reading = system.reading
    if reading is None or reading.game != game or at not in (reading.at, reading.before):
        reading = Reading(game, system.journal)
        system.reading = reading
        while reading.before < at and reading.piece:
            reading.go_on()
    elif at == reading.at:
        reading.go_on()
    # else the answer was lost on the way: the same piece once more
    if at != reading.before:
        raise ValueError("game %d has no byte %d" % (game, at))
    if reading.last:
        system.reading = None
    data = b2a_base64(reading.piece)[:-1].decode()
    return {"at": at, "data": data, "end": reading.last}


class Reading:
    """A game on its way to the host.

    Args:
        game: number of the game.
        journal: the journal.

    Attributes:
        piece: the bytes that were sent last.
        before: where they begin in the stream.
        at: where the next piece begins.
        last: whether nothing comes after them.
    """

    def __init__(self, game: int, journal: "Journal") -> None:
        self.game = game
        self._records = journal.read(game)
        self._rest = bytearray()
        self._more = True
        self.at = 0
        self.go_on()

    def go_on(self) -> None:
        """Take the next piece."""
        rest = self._rest
        while self._more and len(rest) <= _PIECE:
            try:
                seq, kind, prev, payload = next(self._records)
            except StopIteration:
                self._more = False
                break
            rest += bytes((seq & 255, seq >> 8, kind, prev & 255, prev >> 8, len(payload)))
            rest += payload
        self.piece = bytes(rest[:_PIECE])
        self._rest = bytearray(rest[_PIECE:])
        self.before = self.at
        self.at += len(self.piece)
        self.last = not self._more and not self._rest
