# SPDX-License-Identifier: Apache-2.0
"""What becomes of the last records of a game that is over: they join its newest segment where that is whole, else a new one begins."""

import os

from instead import Instead, full_flash
from refusal import refusal
from tempdir import new_folder

from store import files, record
from store.archive import Archive
from store.journal import Journal

GAME = 2
HEADER = record.encode(GAME, 0, record.HEADER, 0, b"header")


def moves(first, last, size=4):
    """Return the bytes of the moves first..last."""
    data = b""
    for seq in range(first, last + 1):
        data += bytes(record.encode(GAME, seq, 2, seq - 1, b"x" * size))
    return data


WHOLE = record.MAGIC + HEADER + moves(1, 5)
HEADLESS = record.MAGIC + moves(4, 5)
TAIL = record.MAGIC + moves(6, 7)
NEARLY = record.MAGIC + HEADER + moves(1, 5) + moves(6, 23, 200)


def taken_over(segments, tail, other=b""):
    """Let the tail of game 2, and another of game 1, be put away; return (game 2's segments afterwards, the report)."""
    root = new_folder()
    for folder in ("live", "games"):
        os.mkdir(root + "/" + folder)
    for number, data in enumerate(segments):
        files.write("%s/games/00002-%03d.seg" % (root, number), data)
    files.write(root + "/live/00002.new", tail)
    if other:
        files.write(root + "/live/00001.new", other)
    report = []
    Archive(root, 9).take_over(3, report)
    assert "00002.new" not in files.listdir(root + "/live")
    found = [name for name in files.listdir(root + "/games") if name.endswith(".seg")]
    assert found == ["00002-%03d.seg" % number for number in range(len(found))]
    return [files.read("%s/games/%s" % (root, name)) for name in found], report


def test_the_last_records_join_the_newest_segment_if_it_is_whole():
    for segments, tail, wanted in (
        ([WHOLE], TAIL, [WHOLE + moves(6, 7)]),
        # its header is lost, and all that it holds is good
        ([HEADLESS], TAIL, [HEADLESS + moves(6, 7)]),
        ([WHOLE, HEADLESS], TAIL, [WHOLE, HEADLESS + moves(6, 7)]),
        # a cut has left the records there already
        ([WHOLE + moves(6, 7)], TAIL, [WHOLE + moves(6, 7)]),
        ([WHOLE + moves(6, 8)], TAIL, [WHOLE + moves(6, 8)]),
        # ... or one of them
        ([], record.MAGIC + HEADER + moves(1, 2), [record.MAGIC + HEADER + moves(1, 2)]),
    ):
        assert taken_over(segments, tail) == (wanted, [])


def test_a_new_segment_begins_where_the_newest_is_damaged_or_full():
    broken = bytearray(WHOLE)
    broken[len(record.MAGIC) + len(HEADER) + 9] ^= 1
    for last, begins in (
        (WHOLE[:-1], HEADER),
        (WHOLE + b"x", HEADER),
        (bytes(broken), HEADER),
        (HEADLESS[:-1], b""),
    ):
        assert taken_over([last], TAIL) == ([last, record.MAGIC + begins + moves(6, 7)], [])
    room = record.SEGMENT_MAX - len(NEARLY) - len(moves(24, 24, 0))
    fits, over = moves(24, 24, room), moves(24, 24, room + 1)
    assert taken_over([NEARLY], record.MAGIC + fits) == ([NEARLY + fits], [])
    found = [NEARLY, record.MAGIC + HEADER + over]
    assert taken_over([NEARLY], record.MAGIC + over) == (found, [])


def test_a_tail_that_cannot_be_used_keeps_no_other_from_being_archived():
    for spoilt, told in ((b"x" * 9000, 1), (b"TVJ\x02 of later firmware", 0)):
        found, report = taken_over([], WHOLE, spoilt)
        assert found == [WHOLE] and len(report) == told, report


def test_every_game_has_a_number_of_its_own_also_while_nothing_can_be_written():
    journal = Journal(new_folder())
    journal.open()
    journal.start(b"one")
    assert journal.game == 1
    for number in (2, 3, 4):
        with Instead(files, "write", full_flash):
            refusal(files.NotSaved, journal.start, b"header")
        assert journal.game == number
    journal.start(b"five")
    assert journal.game == 5
