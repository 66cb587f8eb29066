# SPDX-License-Identifier: Apache-2.0
"""The kept games: segment files in `games/`, and which may make room for others."""

import os

from store import files, record
from store.record import Scan

_SEGMENT = "-###.seg"  # behind the game's number
_BAD_KEPT = 4  # damaged files kept for inspection


class Archive:
    """The folder of sealed records, one or more segment files per game.

    Args:
        root: folder of the journal.
        max_games: finished games kept, 1 and up.
    """

    def __init__(self, root: str, max_games: int) -> None:
        self.folder = root + "/games"
        self._max_games = max_games

    def path(self, game: int, segment: int) -> str:
        """Return the path of a segment."""
        return "%s/%05d-%03d.seg" % (self.folder, game, segment)

    def _mark_path(self, game: int) -> str:
        return "%s/%05d.got" % (self.folder, game)

    def numbers(self) -> list:
        """Return the games with a segment, oldest first."""
        return sorted({int(name[:5]) for name in files.numbered(self.folder, _SEGMENT)})

    def segments(self, game: int) -> list:
        """Return the segment numbers of a game, ascending, without an empty one a cut has left."""
        start = "%05d-" % game
        found = [
            int(name[6:9])
            for name in files.numbered(self.folder, _SEGMENT)
            if name.startswith(start)
        ]
        if found and not files.size(self.path(game, found[-1])):
            found.pop()
        return found

    def info(self, game: int) -> tuple:
        """Return (bytes in segments, whether the game has been fetched)."""
        length = 0
        for segment in self.segments(game):
            length += files.size(self.path(game, segment))
        return length, self.fetched(game)

    def read(self, game: int, segment: int, report: list) -> bytes:
        """Return a segment's bytes; b"" and a sentence in the report when they cannot be had.

        One too large to be ours is set aside under another name.
        """
        path = self.path(game, segment)
        try:
            return files.read(path)
        except files.Damaged as error:
            report.append(str(error) + files.set_aside(path))
        except OSError as error:
            name = path.rsplit("/", 1)[-1]
            report.append("%s: cannot be read, error %s" % (name, error.args[0]))
        return b""

    # -- adding -------------------------------------------------------------------------

    def add(
        self, game: int, segment: int, room: int, header: "bytes | None", tail: bytearray
    ) -> tuple:
        """Put a tail file's records into the newest segment or a new one.

        Args:
            game: game number.
            segment: newest segment, -1 for none.
            room: bytes it can still take.
            header: the game's header, which every segment starts with; None when it is lost.
            tail: bytes of a tail file.

        Returns:
            (segment, room) as they are now.

        Raises:
            OSError: nothing or everything has been added.
        """
        size = len(tail) - record.START
        if segment >= 0 and size <= room:
            files.write(self.path(game, segment), tail[record.START :], "ab")
            return segment, room - size
        segment += 1
        data = bytearray(record.MAGIC)
        if header is not None and record.seq_of(tail, record.START):  # else it is in the tail
            data += record.encode(game, 0, record.HEADER, 0, header)
        data += tail[record.START :]
        files.write(self.path(game, segment), data)
        return segment, record.SEGMENT_MAX - len(data)

    def finish(self, game: int, tail: bytes, report: list) -> None:
        """Put the rest of a game into its segments, unless a cut left it there already."""
        tail_scan = Scan(tail, game)
        segment, room = -1, 0
        header: "bytes | None" = None
        segments = self.segments(game)
        if segments:
            segment = segments[-1]
            data = self.read(game, segment, report)
            scan = Scan(data, game)
            if scan.last >= tail_scan.last:
                return
            if scan.at and not record.seq_of(data, scan.at[0]):
                header = record.payload_of(data, scan.at[0])
            if data and not scan.lost and not scan.torn:
                room = record.SEGMENT_MAX - len(data)
        self.add(game, segment, room, header, tail_scan.clean(tail, game))

    def set_aside(self, name: str, data: "bytes | bytearray") -> str:
        """Keep a copy of a damaged file; return its name. The oldest copies make room."""
        bad = [old for old in files.listdir(self.folder) if old.endswith(".bad")]
        while len(bad) >= _BAD_KEPT:
            files.remove(self.folder + "/" + bad.pop(0))
        files.replace(self.folder + "/" + name + ".bad", data)
        return name + ".bad"

    # -- making room --------------------------------------------------------------------

    def check(self, game: int, live: int) -> None:
        """Raise ValueError unless this is a finished game on flash."""
        if game == live:
            raise ValueError("game %d is being played" % game)
        if game not in self.numbers():
            raise ValueError("no game %d on the table" % game)

    def fetched(self, game: int) -> bool:
        """Return whether a game has been marked as fetched."""
        try:
            os.stat(self._mark_path(game))
        except OSError:
            return False
        return True

    def mark(self, game: int) -> None:
        """Mark a game as fetched. Raises NotSaved."""
        try:
            files.write(self._mark_path(game), b"")
        except OSError as error:
            raise files.NotSaved("mark of game %d" % game, error) from None

    def delete(self, game: int) -> None:
        """Delete a game, its newest segment first: a cut leaves a shorter game, still marked."""
        names = [name for name in files.listdir(self.folder) if name[:6] == "%05d-" % game]
        for name in reversed(names):
            if name.endswith(".seg"):
                files.remove(self.folder + "/" + name)
        files.remove(self._mark_path(game))

    def full(self, live: int) -> bool:
        """Return whether one more finished game would cost an unfetched record."""
        kept = [game for game in self.numbers() if game != live]
        return len(kept) >= self._max_games and not [g for g in kept if self.fetched(g)]

    def drop_fetched(self, live: int) -> bool:
        """Delete the oldest fetched game; return whether there was one."""
        for game in self.numbers():
            if game != live and self.fetched(game):
                self.delete(game)
                return game not in self.numbers()
        return False

    def trim(self, live: int) -> str:
        """Keep to the limit: the oldest fetched games go first, then the newest finished one.

        Returns "" or a sentence about the unfetched game that was dropped.
        """
        said = ""
        kept = [game for game in self.numbers() if game != live]
        for _ in range(len(kept) - self._max_games):
            if not self.drop_fetched(live):
                kept = [game for game in self.numbers() if game != live]
                self.delete(kept[-1])
                said = "record of game %d dropped: %d unfetched games are kept, fetch or delete some" % (
                    kept[-1], self._max_games)  # fmt: skip
        return said
