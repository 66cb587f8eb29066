# SPDX-License-Identifier: Apache-2.0
"""The game's memory: every accepted move is on flash before the next card can be read.

Files below the given folder, named by game number:

* `live/00012.new`: the newest records of the game being played, at most `TAIL_MAX` bytes.
  littlefs keeps a file this small inside the folder's own log, so an append is one program
  operation and (but for one time in five) no erase. What is in force and not yet a move lies beside it.
* `games/00012-003.seg`: older records, moved here when the tail is full. Each segment
  fills at most one flash block and starts with a copy of the header, so that one good
  copy is enough.
* `games/00012.got`: the game has been fetched and may be dropped for a newer one.

Every record holds the whole situation after its move, so the newest good record is enough
to continue. A record is accepted when `append` has returned.
"""

from micropython import const

from store import files, gamefiles, record
from store.gamefiles import GameFiles
from store.record import HEADER, UNDO, Scan
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from store.archive import Archive

# Source: littlefs keeps a file inline up to an eighth of a block (4096 / 8 = 512 bytes).
TAIL_MAX = const(448)

# Longest header and payload. The app's moves take about 40 bytes.
MAX_BYTES = 200

# The folder's log: blocks of so many pages. A commit takes whole pages for the tail and so many bytes
# more, the first of a block for its beginning, too (tests/store/mpy_wear.py tries all lengths).
_PAGE = const(256)
_PAGES = const(16)
_TAGS = const(36)
_BEGIN = const(24)
_MOVE = const(64)  # bytes of a record of the app, at most
_BESIDE = const(80)  # and of a file beside the tail, with its name
_CARD = const(2)  # pages that are written between two moves: a card is laid, and the table asks
# A write that took longer has erased a block: 45 ms, a page takes 0.4 (W25Q16JV data sheet).
_ERASED_MS = const(25)
_TRIES = const(6)  # writes that fill the rest of a block


def _no_clock() -> int:
    return 0


def _pages(size: int) -> int:
    """Return the pages of the folder's log that a file of so many bytes takes."""
    return (size + _TAGS + _PAGE - 1) // _PAGE


class Journal:
    """The journal of one table.

    Args:
        root: folder of the journal, `/tavle` on the device. Made when missing.
        max_games: finished games kept beside the one being played, 1 and up.
        ticks_ms: the clock, by which it is known when the flash was erased.

    Attributes:
        root: the folder.
        game: number of the game being played, 0 for none.
        header: the bytes given to `start`.
        waiting: records that are not on flash yet; they are in RAM and tried again.
        full: whether the next `start` costs the record of the game being played.
    """

    def __init__(self, root: str, max_games: int = 20, ticks_ms: "Callable" = _no_clock) -> None:
        self.root = root
        self._max_games = max_games
        self._ticks_ms = ticks_ms
        self._begin(GameFiles(root, 0))

    def _begin(self, of: GameFiles) -> None:
        self.game = of.game
        self._files = of
        self.header = b""
        self._head: "tuple | None" = None  # (seq, kind, payload) in force
        self._seq = 0  # newest sequence number, undos included
        self._tail = bytearray(record.MAGIC)  # what the tail file should hold
        self._rewrite = True  # the tail file holds something else
        self._pending: list = []
        self._log = 0  # pages written to the folder's log since its block was erased; 0: not known
        self._replaced = False  # `start` has left an older game's tail to be archived

    # -- power-up -----------------------------------------------------------------------

    def open(self) -> dict:
        """Read the newest game and repair what a power cut or a bad block has left.

        Returns a dict: `game` (0 when there is none to resume), `records` (of the game),
        `report` (sentences about damage and lost records; usually empty).
        Reads the segments of that game and the tail. Never raises for damaged files.
        """
        from store import recovery  # once at power-up: the app forgets it

        self._begin(GameFiles(self.root, 0))
        report = recovery.run(self)
        return {"game": self.game, "records": self._seq, "report": report}

    def resume(self, found: GameFiles, tail: bytearray, good: bool) -> None:
        """Take up the game whose files `take` was given: `recovery` has repaired them.

        Args:
            found: its files, with newest segment and room.
            tail: what is in no segment yet.
            good: whether the tail file holds just that.
        """
        self.game = found.game
        self._files = found
        self._tail = tail
        self._rewrite = not good

    def take(self, data: "bytes | bytearray", game: int) -> int:
        """Follow the records of one of a game's files; return the number of the newest so far."""
        for at in Scan(data, game).at:
            seq = record.seq_of(data, at)
            kind = record.kind_of(data, at)
            if seq == 0:
                if self._head is None:
                    self.header = record.payload_of(data, at)
                    self._head = (0, HEADER, self.header)
            elif self._head is not None and seq > self._seq:
                self._advance(seq, kind, record.prev_of(data, at), record.payload_of(data, at))
        return self._seq

    def _advance(self, seq: int, kind: int, prev: int, payload: bytes) -> None:
        self._seq = seq
        if kind == UNDO:
            self._head = (prev, payload[0], payload[1:])
        else:
            self._head = (seq, kind, payload)

    # -- play ---------------------------------------------------------------------------

    def start(self, header: "bytes | bytearray") -> str:
        """Start a new game; the one played so far becomes a kept record.

        Returns "" or what there is to say of older games: a damaged file, or, when every kept
        record is still unfetched and there was no room, whose record was dropped (never the live
        game's, never an older unfetched one). Raises NotSaved like `append`; the game then runs from RAM.
        """
        if len(header) > MAX_BYTES:
            raise ValueError("header: %d bytes, at most %d" % (len(header), MAX_BYTES))
        self.retry()
        numbers = gamefiles.live(self.root) + gamefiles.sealed(self.root)
        game = max(numbers + [self.game]) + 1
        self._begin(GameFiles(self.root, game))
        self.header = bytes(header)
        self._head = (0, HEADER, self.header)
        self._replaced = True
        self._pending.append(record.encode(game, 0, HEADER, 0, header))
        return self._flush()

    def append(self, kind: int, payload: "bytes | bytearray") -> int:
        """Add a record of the app (kind 2..255) and return its sequence number.

        The record is durable when this returns: one small write, in one call of five with a
        45 ms erase (see README). Raises NotSaved when flash is full
        or failing: the game in RAM continues, and every later call tries again.
        Raises ValueError for more than 200 bytes, 65535 records, or without a game.
        """
        if not self.game:
            raise ValueError("no game has been started")
        if kind <= UNDO or len(payload) > MAX_BYTES:
            raise ValueError("kind %d with %d bytes is no move" % (kind, len(payload)))
        seq = self._seq + 1
        payload = bytes(payload)
        prev = self._head[0] if self._head else 0
        self._pending.append(record.encode(self.game, seq, kind, prev, payload))
        self._advance(seq, kind, prev, payload)
        self._flush()
        return seq

    def undo(self, n: int = 1) -> tuple:
        """Take back n moves; return the (seq, kind, payload) then in force.

        Adds an undo record, so nothing is erased and the record of the game shows it.
        Raises ValueError when there are not that many moves, NotSaved like `append`.
        """
        target = self.back(n)
        if target is None or n < 1:
            raise ValueError("there are no %d moves to take back" % n)
        seq = self._seq + 1
        payload = bytes((target[1],)) + target[2]
        self._pending.append(record.encode(self.game, seq, UNDO, target[0], payload))
        self._advance(seq, UNDO, target[0], payload)
        self._flush()
        return target

    def retry(self) -> bool:
        """Try once more to write what is waiting; return whether everything is on flash."""
        try:
            self._flush()
        except files.NotSaved:
            return False
        return True

    def fathom(self) -> None:
        """Write the tail until a write erases a block: from then on `tidy` knows how full the folder's log is.

        Costs an erase and up to fifteen small writes: call it at power-up, and when a game has begun.
        """
        if not self.game or self._pending:
            return
        # What the file holds may lie in a segment, and no new one be begun.
        rewrite = self._rewrite
        try:
            data = files.read(self._files.tail)
            for _ in range(_PAGES):
                if self._log or not data:
                    return
                self._write_tail(data, "wb")
                self._rewrite = rewrite
        except (OSError, files.Damaged):  # the next append meets it again and says so
            pass

    def tidy(self) -> None:
        """Do now what would cost one of the next appends an erase.

        That is moving a half-full tail to its segment, and letting the folder's log begin a new block.
        Costs an erase (45 ms) or two: call it between two turns, when a move has been accepted.
        """
        if self._pending:
            return
        full = len(self._tail) > TAIL_MAX // 2
        try:
            self._make_room(record.START if full else len(self._tail))
            if full:
                self._seal()
        except OSError:  # the next append meets it again and says so
            pass

    def _make_room(self, size: int) -> None:
        """Write the tail as it is until the next card and move, to a tail of so many bytes, have room in the block."""
        pages = _CARD + _pages(size + _MOVE)
        for _ in range(_TRIES):
            if self._rewrite or not self._log or self._log + pages <= _PAGES:
                return
            self._write_tail(self._tail, "wb")
        if self._log > _PAGES:
            self._log = 0  # nothing was erased: it is not known after all

    @property
    def waiting(self) -> int:
        """Return how many records are in RAM only."""
        return len(self._pending)

    @property
    def full(self) -> bool:
        """Return whether the next `start` will drop a record that nobody has fetched."""
        return self.archive().full(self.game)

    def beside(self, name: str) -> str:
        """Return the path of a small file beside the tail."""
        return "%s/live/%s" % (self.root, name)

    def write_beside(self, name: str, data: "bytes | bytearray") -> None:
        """Write a small file beside the tail: `tidy` makes room for it, too. Raises OSError."""
        began_ms = self._ticks_ms()
        files.write(self.beside(name), data)
        self._written(began_ms, len(data), len(self._tail))

    # -- looking back -------------------------------------------------------------------

    def last(self) -> "tuple | None":
        """Return the (seq, kind, payload) in force, None without a game.

        Before the first move this is the header: (0, 0, bytes given to `start`).
        """
        return self._head

    def back(self, n: int) -> "tuple | None":
        """Return the (seq, kind, payload) n moves before the one in force.

        None when the game has not that many moves, or damage hides them. Reads the files
        from the newest back as far as needed: 5 to 20 ms each on a Pico (calculated).
        """
        if self._head is None or n == 0:
            return self._head
        wanted = self._head[0]
        for data, at in self._newest_first():
            if not wanted:
                break
            if record.seq_of(data, at) == wanted:
                if n == 0:
                    return wanted, record.kind_of(data, at), record.payload_of(data, at)
                n -= 1
                wanted = record.prev_of(data, at)
        return (0, HEADER, self.header) if n == 0 and not wanted else None

    def _newest_first(self) -> "Iterator":
        """Yield (bytes, offset) of the moves, newest first, undos and header left out."""
        for data in self._file_bytes():
            for at in reversed(Scan(data, self.game).at):
                if record.kind_of(data, at) > UNDO:
                    yield data, at

    def _file_bytes(self) -> "Iterator":
        for data in reversed(self._pending):
            yield data
        yield self._tail
        for segment in reversed(self._files.segments()):
            yield self._files.read(segment, [])  # a hole: back() ends there

    # -- kept games ---------------------------------------------------------------------

    def archive(self) -> "Archive":
        """Return the finished games."""
        from store.archive import Archive  # now and then: the app forgets it

        return Archive(self.root, self._max_games)

    def unsealed(self) -> list:
        """Return the bytes of this game's records that are in no segment yet, in order."""
        return [bytes(self._tail)] + list(self._pending)

    def games(self) -> list:
        """Return (game, bytes, fetched) of every game on flash, oldest first, the live one last."""
        from store import history  # takes memory only where it is needed

        return history.games(self)

    def read(self, game: int) -> "Iterator":
        """Yield (seq, kind, prev, payload) of a game's records in order, the header first.

        Damaged records are left out: the sequence numbers show the gap. The game may continue
        meanwhile; records later than the first one taken may be missing. Holds one file of at most
        4 KB in RAM at a time. Raises ValueError for a game that is not there or a file that cannot
        be read (one too large to be ours is set aside: the next reading continues without it).
        """
        from store import history

        return history.read(self, game)

    def mark_fetched(self, game: int) -> None:
        """Note that a finished game has been fetched: it may make room for newer ones.

        Raises ValueError for the game being played or one that is not there, NotSaved.
        """
        archive = self.archive()
        archive.check(game, self.game)
        archive.mark(game)

    def delete(self, game: int) -> None:
        """Delete a finished game. Raises ValueError like `mark_fetched`."""
        archive = self.archive()
        archive.check(game, self.game)
        archive.delete(game)

    # -- flash --------------------------------------------------------------------------

    def _flush(self) -> str:
        """Write what is pending; return what `start` says about older games."""
        again = True  # littlefs may find the blocks freed last only at its second attempt
        while self._pending:
            try:
                self._write(self._pending[0])
                self._pending.pop(0)
            except OSError as error:
                failure = files.NotSaved("move %d" % self._seq, error)
                if not failure.full or not (self.archive().drop_fetched(self.game) or again):
                    raise failure from None
                again = False
        report: list = []
        if self._replaced:
            try:
                self.archive().take_over(self.game, report)
                self._replaced = False
            except (
                OSError,
                MemoryError,
            ):  # the old game is safe in its tail; tried again with the next record
                pass
        return "; ".join(report)

    def _write(self, data: bytearray) -> None:
        if len(self._tail) + len(data) > TAIL_MAX and len(self._tail) > record.START:
            self._seal()
        if self._rewrite:
            self._write_tail(self._tail + data, "wb", not record.seq_of(data, 0))
        else:
            self._write_tail(data, "ab")
        self._tail += data

    def _write_tail(self, data: "bytes | bytearray", mode: str, start: bool = False) -> None:
        """Write the tail, or add to it; `start`: it is a new one, and never an empty file after a cut."""
        self._rewrite = True  # until the write has succeeded
        path = self._files.tail
        began_ms = self._ticks_ms()
        if start:
            files.replace(path, data)
        else:
            files.write(path, data, mode)
        self._rewrite = False
        size = len(data) if mode == "wb" else len(self._tail) + len(data)
        self._written(began_ms, size, size)

    def _written(self, began_ms: int, size: int, tail: int) -> None:
        """Count what a write of so many bytes added to the folder's log, in which the tail has so many now."""
        if since(self._ticks_ms(), began_ms) >= _ERASED_MS:
            self._log = _pages(tail + _BEGIN + _BESIDE)
        elif self._log:
            self._log += _pages(size)

    def _seal(self) -> None:
        """Move the tail's records to the newest segment; the next write starts a new tail.

        A cut in between leaves the records in both: the sequence numbers tell.
        """
        try:
            self._files.seal(self.header, self._tail)
        except OSError as error:
            if not files.is_full(error):
                self._files.room = 0  # nothing goes behind what may be torn: a new segment then
            raise
        self._tail = bytearray(record.MAGIC)
        self._rewrite = True
