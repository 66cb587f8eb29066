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
        if not files.size(journal._tail_path(game)) and not journal._archive.segments(game):
            files.remove(journal._tail_path(game))  # a start that was cut
            continue
        _load(journal, game, report)
        return


def _load(journal: "Journal", game: int, report: list) -> None:
    """Take up a game, if it has a readable header."""
    segments = journal._archive.segments(game)
    if segments:
        data, mended = _repaired(journal, journal._archive.path(game, segments[-1]), game, report)
        journal._segment = segments[-1]
        journal._room = record.SEGMENT_MAX - len(data) if mended else 0
        journal._take(data, game)
    sealed = journal._seq
    tail, mended = _repaired(journal, journal._tail_path(game), game, report)
    journal._take(tail, game)
    if journal._head is None:
        report.append("game %d: its header is lost, it cannot be resumed" % game)
        journal._forget()
        return
    if tail and (journal._seq > sealed or not segments):
        journal._tail = tail
        journal._rewrite = not mended
    journal.game = game


def _repaired(journal: "Journal", path: str, game: int, report: list) -> tuple:
    """Return (a file's bytes without damage, whether the file on flash is like that)."""
    name = path.rsplit("/", 1)[-1]
    try:
        data = bytearray(files.read(path))
    except files.Damaged as error:
        report.append("%s%s" % (error, files.set_aside(path)))
        return bytearray(), False
    except OSError as error:
        report.append("%s: cannot be read, error %s" % (name, error.args[0]))
        return bytearray(), False
    scan = Scan(data, game)
    if not scan.lost and not scan.torn:
        return data, True
    if scan.newer:
        report.append("%s: written by newer firmware, left alone" % name)
        return bytearray(), False
    clean = scan.clean(data, game)
    try:
        if scan.lost or not scan.at:
            kept = "%d records kept" % len(scan.at)
            bad = journal._archive.set_aside(name, data)
            report.append("%s: damaged, %s, copy in %s" % (name, kept, bad))
        else:
            report.append("%s: %d bytes of a cut write dropped" % (name, scan.torn))
        files.replace(path, clean)
    except OSError as error:
        report.append(str(files.NotSaved("repair of " + name, error)))
        return clean, False
    return clean, True
