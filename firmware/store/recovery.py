# SPDX-License-Identifier: Apache-2.0
"""The journal at power-up: what cuts and bad blocks have left is mended, the newest game resumed."""

from store import files, record
from store.record import Scan

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from store.journal import Journal


def run(journal: "Journal") -> list:
    """Do what `Journal.open` says; return its report. Never raises for damaged files."""
    report: list = []
    files.mkdir(journal._live)
    files.mkdir(journal._archive.folder)
    for step in (_clean_up, _resume, _archive_old):
        try:
            step(journal, report)
        except files.Damaged as error:
            report.append(str(error))
        except OSError as error:  # a flash that cannot be written can still be played on
            report.append(str(files.NotSaved("repair of the journal", error)))
    return report


def _archive_old(journal: "Journal", report: list) -> None:
    archive = journal._archive
    for game in journal._tails():
        if game != journal.game:
            tail, _ = _repaired(journal, journal._tail_path(game), game, report, b"")
            segments = archive.segments(game)
            if segments:
                _repaired(journal, archive.path(game, segments[-1]), game, report, tail)
    journal._archive_old(report)


def _clean_up(journal: "Journal", report: list) -> None:
    """Remove what a cut has left half written."""
    del report
    for folder in (journal._live, journal._archive.folder):
        for name in files.listdir(folder):
            if name.endswith(".tmp"):
                files.remove(folder + "/" + name)


def _resume(journal: "Journal", report: list) -> None:
    numbers = journal._numbers()
    while numbers:
        game = numbers.pop()
        path = journal._tail_path(game)
        if files.size(path) or journal._archive.segments(game):
            _load(journal, game, report)
            return
        # A start is written whole, so nothing of ours leaves an empty file.
        report.append("game %d: its only file is empty, its records are lost" % game)
        files.remove(path)


def _load(journal: "Journal", game: int, report: list) -> None:
    """Take up a game, if it has a readable header."""
    archive = journal._archive
    path = journal._tail_path(game)
    gone = game not in journal._tails()
    tail, mended = bytearray(record.MAGIC), False
    if not gone:
        tail, mended = _repaired(journal, path, game, report, b"")
    segments = archive.segments(game)
    newest = segments[-1] if segments else -1
    data = bytearray()
    for segment in range(newest + 1):
        # Until the tail is written anew it has a second copy of what was sealed last.
        copies = tail if segment == newest else b""
        data, good = _repaired(journal, archive.path(game, segment), game, report, copies)
        journal._room = record.SEGMENT_MAX - len(data) if good else 0
        journal._take(data, game)
    journal._segment = newest
    sealed = journal._seq
    journal._take(tail, game)
    if journal._head is None:
        report.append("game %d: its header is lost, it cannot be resumed" % game)
        journal._forget()
        return
    if gone:
        tail, mended = _repaired(journal, path, game, report, b"")
    if journal._seq > sealed or not segments:
        journal._tail = tail
        journal._rewrite = not mended
    journal.game = game
    found = Scan(tail, game).at
    if len(data) > record.START and found and record.seq_of(tail, found[0]) > sealed + 1:
        _mark_gap(journal, sealed + 1, record.seq_of(tail, found[0]) - 1, report)


def _mark_gap(journal: "Journal", first: int, last: int, report: list) -> None:
    """Report a lost newest segment; an empty one in its place says that this has been done."""
    report.append("game %d: its records %d to %d are lost" % (journal.game, first, last))
    journal._segment += 1
    journal._room = 0
    files.replace(journal._archive.path(journal.game, journal._segment), record.MAGIC)
    journal._room = record.SEGMENT_MAX - record.START


def _repaired(
    journal: "Journal", path: str, game: int, report: list, copies: "bytes | bytearray"
) -> tuple:
    """Return (a file's bytes without damage, whether the file on flash is like that).

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
            report[-1] += ", copy in " + journal._archive.set_aside(name, data)
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
