# SPDX-License-Identifier: Apache-2.0
"""`tavle log`: the games in the journal, over USB.

A record of the stream that `log.read` sends is

    seq (2 bytes, low first), kind (1), prev (2, low first), length (1), payload

as in `store.record`, without its checksum: USB has its own. The stream goes out in pieces of 96
bytes as base64, one for each request, so that a slow host never fills the link.
"""

from binascii import b2a_base64

from micropython import const

from app.link import RequestError
from store.files import NotSaved

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from store.journal import Journal

_PIECE = const(96)
_PER_LINE = const(8)


def request(system: "System", word: str, request: dict, now_ms: int) -> dict:
    """Serve `log.<word>`: list, read, fetched, delete.

    Raises:
        RequestError: there is no such game, or the flash fails.
    """
    del now_ms
    journal = system.journal
    try:
        if word == "list":
            return _list(journal, int(request.get("from", 0)))
        game = int(request["game"])
        if word == "read":
            return _read(system, game, int(request.get("at", 0)))
        if word == "fetched":
            journal.mark_fetched(game)
        else:
            journal.delete(game)
    except (ValueError, NotSaved) as error:
        raise RequestError(str(error)) from None
    return {}


def _list(journal: "Journal", start: int) -> dict:
    """Return some games, from one on, as [number, bytes, fetched]; `live` is being played."""
    games = journal.games()
    return {
        "games": [list(game) for game in games[start : start + _PER_LINE]],
        "count": len(games),
        "live": journal.game,
    }


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
