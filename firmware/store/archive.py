# SPDX-License-Identifier: Apache-2.0
"""The kept games, in the segments of `games/`: which there are, and which may make room for others.

Needed when a game begins or ends or is fetched; the app forgets the module in between.
"""

import os

from store import files, record
from store.gamefiles import GameFiles, live, sealed
from store.record import Scan

_BAD_KEPT = 4  # damaged files kept for inspection


class Archive:
    """The finished games.

    Args:
        root: folder of the journal.
        max_games: finished games kept, 1 and up.
    """

    def __init__(self, root: str, max_games: int) -> None:
        self._root = root
        self._folder = root + "/games"
        self._max_games = max_games

    def _mark_path(self, game: int) -> str:
        return "%s/%05d.got" % (self._folder, game)

    def info(self, game: int) -> tuple:
        """Return (bytes in segments, whether the game has been fetched)."""
        of = GameFiles(self._root, game)
        return sum([files.size(of.segment(n)) for n in of.segments()]), self.fetched(game)

    # -- adding -------------------------------------------------------------------------

    def take_over(self, playing: int, report: list) -> None:
        """Move the tails of games no longer played to their segments; keep to the limit.

        Raises OSError; what was not moved is moved the next time.
        """
        for game in live(self._root):
            if game == playing:
                continue
            of = GameFiles(self._root, game)
            try:
                data = files.read(of.tail)
            except files.Damaged as error:
                report.append(str(error) + files.set_aside(of.tail))
                continue
            scan = Scan(data, game)
            if scan.newer:
                continue  # left alone
            if scan.at:
                _finish(of, data, report)
            files.remove(of.tail)
        dropped = self._trim(playing)
        if dropped:
            report.append(dropped)

    def set_aside(self, name: str, data: "bytes | bytearray") -> str:
        """Keep a copy of a damaged file; return its name. The oldest copies make room."""
        bad = [old for old in files.listdir(self._folder) if old.endswith(".bad")]
        while len(bad) >= _BAD_KEPT:
            files.remove(self._folder + "/" + bad.pop(0))
        files.replace(self._folder + "/" + name + ".bad", data)
        return name + ".bad"

    # -- making room --------------------------------------------------------------------

    def check(self, game: int, live: int) -> None:
        """Raise ValueError unless this is a finished game on flash."""
        if game == live:
            raise ValueError("game %d is being played" % game)
        if game not in sealed(self._root):
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
        names = [name for name in files.listdir(self._folder) if name[:6] == "%05d-" % game]
        for name in reversed(names):
            if name.endswith(".seg"):
                files.remove(self._folder + "/" + name)
        files.remove(self._mark_path(game))

    def full(self, live: int) -> bool:
        """Return whether one more finished game would cost an unfetched record."""
        kept = [game for game in sealed(self._root) if game != live]
        return len(kept) >= self._max_games and not [g for g in kept if self.fetched(g)]

    def drop_fetched(self, live: int) -> bool:
        """Delete the oldest fetched game; return whether there was one."""
        for game in sealed(self._root):
            if game != live and self.fetched(game):
                self.delete(game)
                return game not in sealed(self._root)
        return False

    def _trim(self, live: int) -> str:
        """Keep to the limit: the oldest fetched games go first, then the newest finished one.

        Returns "" or a sentence about the unfetched game that was dropped.
        """
        said = ""
        kept = [game for game in sealed(self._root) if game != live]
        for _ in range(len(kept) - self._max_games):
            if not self.drop_fetched(live):
                kept = [game for game in sealed(self._root) if game != live]
                self.delete(kept[-1])
                said = "record of game %d dropped: %d unfetched games are kept, fetch or delete some" % (
                    kept[-1], self._max_games)  # fmt: skip
        return said


def _finish(of: GameFiles, tail: bytes, report: list) -> None:
    """Put the rest of a game into its segments, unless a cut left it there already."""
    tail_scan = Scan(tail, of.game)
    header: "bytes | None" = None
    segments = of.segments()
    if segments:
        of.newest = segments[-1]
        data = of.read(of.newest, report)
        scan = Scan(data, of.game)
        if scan.last >= tail_scan.last:
            return
        if scan.at and not record.seq_of(data, scan.at[0]):
            header = record.payload_of(data, scan.at[0])
        if data and not scan.lost and not scan.torn:
            of.room = record.SEGMENT_MAX - len(data)
    of.seal(header, tail_scan.clean(tail, of.game))
