# SPDX-License-Identifier: Apache-2.0
"""The games the journal keeps, for the one who fetches them. See `Journal.games` and `read`."""

from store import record
from store.gamefiles import GameFiles, sealed
from store.record import Scan

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from store.journal import Journal


def games(journal: "Journal") -> list:
    """Return (game, bytes, fetched) of every game on flash, oldest first, the live one last."""
    archive = journal.archive()
    found = [(game,) + archive.info(game) for game in sealed(journal.root)]
    if journal.game:
        length = len(journal.unsealed()[0])
        if found and found[-1][0] == journal.game:
            game, in_segments, fetched = found.pop()
            length += in_segments
        found.append((journal.game, length, False))
    return found


def read(journal: "Journal", game: int) -> "Iterator":
    """Yield (seq, kind, prev, payload) of a game's records in order, the header first."""
    if game != journal.game and game not in sealed(journal.root):
        raise ValueError("no game %d on the table" % game)
    last = -1
    for data in _in_order(journal, game):
        for at in Scan(data, game).at:
            seq = record.seq_of(data, at)
            if seq > last:
                yield (
                    seq,
                    record.kind_of(data, at),
                    record.prev_of(data, at),
                    record.payload_of(data, at),
                )
                last = seq


def _in_order(journal: "Journal", game: int) -> "Iterator":
    # The newest first of all: they may move to a segment while somebody reads on.
    newest = journal.unsealed() if game == journal.game else []
    of = GameFiles(journal.root, game)
    for segment in of.segments():
        report: list = []
        data = of.read(segment, report)
        if report:  # never a shorter game that passes for the whole one
            raise ValueError(report[0])
        yield data
    for data in newest:
        yield data
