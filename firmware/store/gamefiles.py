# SPDX-License-Identifier: Apache-2.0
"""The files of a game: its newest records in `live/`, older ones in the segments of `games/`."""

from store import files, record

_SEGMENT = "-###.seg"  # behind the game's number


def live(root: str) -> list:
    """Return the games with a file in `live/`, ascending."""
    return [int(name[:5]) for name in files.numbered(root + "/live", ".new")]


def sealed(root: str) -> list:
    """Return the games with a segment, ascending."""
    return sorted({int(name[:5]) for name in files.numbered(root + "/games", _SEGMENT)})


class GameFiles:
    """Where the records of one game are.

    Args:
        root: folder of the journal.
        game: the game's number.

    Attributes:
        game: the game's number.
        tail: path of the file of its newest records.
        newest: number of its newest segment, -1 for none.
        room: bytes that one can still take.
    """

    def __init__(self, root: str, game: int) -> None:
        self._root = root
        self.game = game
        self.tail = "%s/live/%05d.new" % (root, game)
        self.newest = -1
        self.room = 0

    def segment(self, number: int) -> str:
        """Return the path of a segment."""
        return "%s/games/%05d-%03d.seg" % (self._root, self.game, number)

    def segments(self) -> list:
        """Return the numbers of the segments, ascending, without an empty one a cut has left."""
        start = "%05d-" % self.game
        names = files.numbered(self._root + "/games", _SEGMENT)
        found = [int(name[6:9]) for name in names if name.startswith(start)]
        if found and not files.size(self.segment(found[-1])):
            found.pop()
        return found

    def read(self, number: int, report: list) -> bytes:
        """Return a segment's bytes; b"" and a sentence in the report when they cannot be had.

        One too large to be ours is set aside under another name.
        """
        path = self.segment(number)
        try:
            return files.read(path)
        except files.Damaged as error:
            report.append(str(error) + files.set_aside(path))
        except OSError as error:
            name = path.rsplit("/", 1)[-1]
            report.append("%s: cannot be read, error %s" % (name, error.args[0]))
        return b""

    def seal(self, header: "bytes | None", tail: bytearray) -> None:
        """Put a tail file's records into the newest segment or a new one.

        Args:
            header: the game's header, which every segment starts with; None when it is lost.
            tail: bytes of the tail file.

        Raises:
            OSError: nothing or everything has been added.
        """
        size = len(tail) - record.START
        if self.newest >= 0 and size <= self.room:
            files.write(self.segment(self.newest), tail[record.START :], "ab")
            self.room -= size
            return
        data = bytearray(record.MAGIC)
        if header is not None and record.seq_of(tail, record.START):  # else it is in the tail
            data += record.encode(self.game, 0, record.HEADER, 0, header)
        data += tail[record.START :]
        files.write(self.segment(self.newest + 1), data)
        self.newest += 1
        self.room = record.SEGMENT_MAX - len(data)
