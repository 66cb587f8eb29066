# SPDX-License-Identifier: Apache-2.0
"""The journal at power-up: repairs what cuts and bad blocks have left, resumes the newest game."""

import os

from micropython import const

from store import files, record
from store.gamefiles import GameFiles, live, sealed
from store.record import Scan

_LOOK = const(480)  # bytes of a file in which its header and first move are

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from store.journal import Journal


def run(journal: "Journal") -> list:
    """Do what `Journal.open` says; return its report. Never raises for damaged files."""
    report: list = []
    for folder in ("/live", "/games"):
        said = files.mkdir(journal.root + folder)
        if said:
            report.append(said)
    for step in (_clean_up, _resume, _archive_old):
        try:
            step(journal, report)
        except OSError as error:  # a flash that cannot be written can still be played on
            report.append(str(files.NotSaved("repair of the journal", error)))
    return report


def _clean_up(journal: "Journal", report: list) -> None:
    """Remove what a cut has left half written."""
    del report
    for folder in (journal.root + "/live", journal.root + "/games"):
        for name in files.listdir(folder):
            if name.endswith(".tmp") and not files.remove(folder + "/" + name):
                files.set_aside(folder + "/" + name)


def _archive_old(journal: "Journal", report: list) -> None:
    for game in live(journal.root):
        if game != journal.game:
            of = GameFiles(journal.root, game)
            tail, _ = _repaired(journal, of.tail, game, report, b"")
            segments = of.segments()
            if segments:
                _repaired(journal, of.segment(segments[-1]), game, report, tail)
    journal.archive().take_over(journal.game, report)


def _resume(journal: "Journal", report: list) -> None:
    for game in sorted(set(live(journal.root) + sealed(journal.root)), reverse=True):
        of = GameFiles(journal.root, game)
        if files.size(of.tail) or of.segments():
            _load(journal, of, report)
            return
        # A start is written whole, so nothing of ours leaves an empty file.
        report.append("game %d: its only file is empty, its records are lost" % game)
        files.remove(of.tail)
        journal.archive().delete(game)


def _sort(of: GameFiles, report: list) -> None:
    """Put a game's files in the order of their moves, should they have got each other's names.

    What is written behind them would be lost, or lose what they hold.
    """
    old = [of.segment(number) for number in of.segments()]
    if files.size(of.tail):
        old.append(of.tail)
    firsts: "list[int]" = []
    for path in old:  # one in which no move is found stays where it is
        firsts.append(_first(path, of.game) or (firsts[-1] if firsts else 0))
    if firsts == sorted(firsts):
        return
    report.append("game %d: its files were not in their order" % of.game)
    free = of.segments()[-1] + 1
    order = sorted(range(len(old)), key=lambda k: (firsts[k], k))
    for k in range(len(old)):
        os.rename(old[order[k]], of.segment(free + k))
    for k in range(len(old)):
        os.rename(of.segment(free + k), of.segment(k))
    if of.tail in old:
        files.replace(of.tail, record.MAGIC)


def _first(path: str, game: int) -> int:
    """Return the number of the first move in a file, 0 for none."""
    try:
        with open(path, "rb") as file:
            data = file.read(_LOOK)
    except OSError:
        return 0
    for at in Scan(data, game).at:
        if record.seq_of(data, at):
            return record.seq_of(data, at)
    return 0


def _load(journal: "Journal", of: GameFiles, report: list) -> None:
    """Take up a game, if it has a readable header."""
    game = of.game
    gone = game not in live(journal.root)
    tail, good = bytearray(record.MAGIC), False
    _sort(of, report)
    if not gone:
        tail, good = _repaired(journal, of.tail, game, report, b"")
    segments = of.segments()
    of.newest = segments[-1] if segments else -1
    data = bytearray()
    last = 0
    for number in range(of.newest + 1):
        # Until the tail is written again it has a second copy of what was sealed last.
        copies = tail if number == of.newest else b""
        data, whole = _repaired(journal, of.segment(number), game, report, copies)
        of.room = record.SEGMENT_MAX - len(data) if whole else 0
        last = journal.take(data, game)
    headless = journal.last() is None  # then the tail has the header, if anything has
    unsealed = journal.take(tail, game) > last or headless
    if journal.last() is None:
        report.append("game %d: its header is lost, it cannot be resumed" % game)
        return
    if gone:
        tail, good = _repaired(journal, of.tail, game, report, b"")
    if unsealed:
        journal.resume(of, tail, good)
    else:  # all of the tail is in the segments already
        journal.resume(of, bytearray(record.MAGIC), False)
    found = Scan(tail, game).at
    if len(data) > record.START and found and record.seq_of(tail, found[0]) > last + 1:
        _mark_gap(of, last + 1, record.seq_of(tail, found[0]) - 1, report)


def _mark_gap(of: GameFiles, first: int, last: int, report: list) -> None:
    """Report a lost newest segment; an empty one in its place says that this has been done."""
    report.append("game %d: its records %d to %d are lost" % (of.game, first, last))
    of.newest += 1
    of.room = 0
    files.replace(of.segment(of.newest), record.MAGIC)
    of.room = record.SEGMENT_MAX - record.START


def _repaired(
    journal: "Journal", path: str, game: int, report: list, copies: "bytes | bytearray"
) -> tuple:
    """Return (a file's bytes without damage, whether the file on flash holds just these).

    What the file has lost in its middle is taken from `copies`, the bytes of another file.
    """
    name = path.rsplit("/", 1)[-1]
    try:
        data = bytearray(files.read(path))
        why = "" if data else "%s: empty or missing, its records are lost" % name
    except files.Damaged as error:
        data = bytearray()
        why = "%s%s" % (error, files.set_aside(path))
    except OSError as error:
        report.append("%s: cannot be read, error %s" % (name, error.args[0]))
        return bytearray(record.MAGIC), False
    scan = Scan(data, game)
    if data and not scan.lost and not scan.torn:
        return data, True
    if scan.newer:
        report.append("%s: written by newer firmware, left alone" % name)
        return bytearray(record.MAGIC), False
    clean, kept = _merged(data, scan, copies, game)
    try:
        if why:
            report.append(why)
        elif scan.lost or not scan.at:
            report.append("%s: damaged, %d records kept" % (name, kept))
            report[-1] += ", copy in " + journal.archive().set_aside(name, data)
        else:
            report.append("%s: %d bytes of a cut write dropped" % (name, scan.torn))
        files.replace(path, clean)
    except OSError as error:
        report.append(str(files.NotSaved("repair of " + name, error)))
        return clean, False
    return clean, True


def _merged(data: bytearray, scan: Scan, copies: "bytes | bytearray", game: int) -> tuple:
    """Return (a file's good records and copies of those lost before its last, their number)."""
    found = {}
    for source, at_all in ((copies, Scan(copies, game).at), (data, scan.at)):
        for at in at_all:
            seq = record.seq_of(source, at)
            if seq <= scan.last:
                found[seq] = source[at : record.end_of(source, at, game)]
    out = bytearray(record.MAGIC)
    for seq in sorted(found):
        out += found[seq]
    return out, len(found)
