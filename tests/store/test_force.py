# SPDX-License-Identifier: Apache-2.0
"""What was in force at the table: its file, byte by byte; and the limits of records and game files."""

from binascii import crc32

from instead import Instead, full_flash
from refusal import refusal
from tempdir import new_folder

from store import files, gamefiles, record
from store.force import Force
from store.gamefiles import GameFiles
from store.journal import Journal


def begun(moves=1):
    folder = new_folder()
    journal = Journal(folder)
    journal.open()
    journal.start(b"header")
    for k in range(moves):
        journal.append(2, b"move %d" % k)
    return folder, journal


def put(folder, body):
    data = b"TVF\x01" + body
    files.write(folder + "/live/force.bin", data + crc32(data).to_bytes(4, "little"))


def test_a_file_says_what_it_says_and_nothing_when_it_is_of_another_position():
    folder, journal = begun(3)
    key = bytes((1, 0, 3, 0))  # game 1, record 3
    for body, wanted in (
        (key + bytes((6, 2, 255)), (5, 2, None)),
        (key + bytes((1, 1, 255)), (0, 1, None)),
        (key + bytes((0, 0, 255)), (-1, 0, None)),
        (key + bytes((0, 0, 0)), (-1, 0, [])),
        (key + bytes((0, 0, 2, 5, 1, 6, 2)), (-1, 0, [(5, 1), (6, 2)])),
        (key + bytes((0, 0, 2, 5, 1, 6)), (-1, 0, None)),  # half a card
        (key + bytes((0, 0, 1, 5, 1, 6, 2)), (-1, 0, None)),  # more than it says
        (key + bytes((6, 2)), (-1, 0, None)),  # too short
        (bytes((2, 0, 3, 0, 6, 2, 255)), (-1, 0, None)),  # another game
        (bytes((1, 1, 3, 0, 6, 2, 255)), (-1, 0, None)),
        (bytes((1, 0, 2, 0, 6, 2, 255)), (-1, 0, None)),  # an earlier record
        (bytes((1, 0, 3, 1, 6, 2, 255)), (-1, 0, None)),
    ):
        put(folder, body)
        assert Force(journal).load() == wanted, body
    files.write(folder + "/live/force.bin", b"TVF\x01" + key + b"\x06\x02\xff0000")
    assert Force(journal).load() == (-1, 0, None)  # the checksum is wrong
    files.remove(folder + "/live/force.bin")
    assert Force(journal).load() == (-1, 0, None)


def test_the_key_holds_both_bytes_of_game_and_record():
    folder, journal = begun(260)
    Force(journal).keep(5, 1, None)
    data = files.read(folder + "/live/force.bin")
    assert data[4:8] == bytes((1, 0, 4, 1))
    assert data[8:11] == bytes((6, 1, 255))
    assert Force(journal).load() == (5, 1, None)


def test_what_is_remembered_of_the_file_is_written_over():
    """New bytes for every card stay for a turn, wherever they come to lie in a Pico's heap."""
    _, journal = begun()
    force = Force(journal)
    force.keep(4, 1, None)
    kept = force._kept
    for action, copy, shown in ((5, 2, None), (-1, 0, [(3, 1), (4, 2)]), (6, 1, None)):
        force.keep(action, copy, shown)
        assert force._kept is kept and Force(journal).load() == (action, copy, shown)


def test_only_what_is_new_is_written():
    _, journal = begun()
    written = []

    def write(path, data, mode="wb"):
        if path.endswith("force.bin"):
            written.append(bytes(data))

    with Instead(files, "write", write):
        force = Force(journal)
        force.keep(-1, 0, None)
        assert written == []  # nothing is in force, and no file says otherwise
        Force(journal).keep(0, 1, None)  # the first kind of card is one, too
        assert len(written) == 1
        written.clear()
        force.keep(4, 1, None)
        force.keep(4, 1, None)
        assert len(written) == 1
        force.keep(4, 2, None)
        force.keep(-1, 0, [(1, 1)])
        force.keep(-1, 0, [(1, 1)])
        force.keep(-1, 0, [(1, 1), (1, 2)])
        assert len(written) == 4
        force.keep(-1, 0, None)  # withdrawn: the file must not say it any longer
        assert len(written) == 5 and written[-1][8:11] == bytes((0, 0, 255))
        journal.append(2, b"a move")
        force.keep(-1, 0, None)
        assert len(written) == 5  # of the position before: it says nothing of this one


def test_a_flash_that_fails_is_told():
    _, journal = begun()
    with Instead(files, "write", full_flash):
        assert "card in force" in refusal(files.NotSaved, Force(journal).keep, 4, 1, None)


def test_a_record_is_refused_outside_its_limits_and_whole_inside():
    for game, seq, kind, prev, size in (
        (1, 0, 0, 0, 0), (1, 65535, 255, 65535, 240), (65535, 256, 2, 255, 1), (3, 255, 1, 256, 239),
    ):  # fmt: skip
        payload = bytes([k & 255 for k in range(size)])
        data = record.encode(game, seq, kind, prev, payload)
        assert record.end_of(data, 0, game) == len(data) == size + 10
        assert record.end_of(data, 0, game + 1) == 0  # never a record of another game
        assert (record.seq_of(data, 0), record.kind_of(data, 0), record.prev_of(data, 0)) == (
            seq,
            kind,
            prev,
        )
        assert record.payload_of(data, 0) == payload
        assert (
            record.end_of(data[:-1], 0, game) == 0
            and record.end_of(b"x" + data, 1, game) == size + 11
        )
        for at in range(len(data)):
            broken = bytearray(data)
            broken[at] ^= 0x40
            assert record.end_of(broken, 0, game) == 0, at
    for seq, kind, size in ((0, 256, 1), (0, -1, 1), (65536, 2, 1), (-1, 2, 1), (0, 2, 241)):
        assert refusal(ValueError, record.encode, 1, seq, kind, 0, bytes(size)), (seq, kind, size)


def test_a_damaged_file_is_told_from_one_of_a_later_format():
    one = record.encode(7, 1, 2, 0, b"one")
    two = record.encode(7, 2, 2, 1, b"two")
    for data, at, lost, torn, last, newer in (
        (record.MAGIC + one + two, 2, 0, 0, 2, False),
        (record.MAGIC + one + two[:-1], 1, 0, len(two) - 1, 1, False),
        (record.MAGIC + b"???" + two, 1, 3, 0, 2, False),
        (record.MAGIC + one + one + two, 2, 0, 0, 2, False),  # written twice
        (record.MAGIC + two + one, 1, 0, 0, 2, False),
        (record.MAGIC, 0, 0, 0, -1, False),
        (b"TVJ\x02" + b"of later", 0, 0, 12, -1, True),
        (b"TVJ\x01" + b"nothing", 0, 0, 7, -1, False),
        (b"TVK\x02" + b"nothing", 0, 0, 11, -1, False),
        (b"TVJ\x02", 0, 0, 4, -1, False),
        (b"", 0, 0, 0, -1, False),
    ):
        scan = record.Scan(data, 7)
        found = (len(scan.at), scan.lost, scan.torn, scan.last, scan.newer)
        assert found == (at, lost, torn, last, newer), (data, found)
        clean = scan.clean(data, 7)
        again = record.Scan(clean, 7)
        assert (len(again.at), again.lost, again.torn, again.last) == (at, 0, 0, last), data


def test_an_empty_newest_segment_does_not_count_and_others_do():
    folder, _ = begun()
    of = GameFiles(folder, 1)
    assert of.segments() == []
    for number in (0, 1, 2):
        files.write(of.segment(number), b"x")
    files.write(GameFiles(folder, 11).segment(3), b"x")
    assert of.segments() == [0, 1, 2]
    files.write(of.segment(3), b"")  # a cut has left it
    assert of.segments() == [0, 1, 2]
    files.write(of.segment(1), b"")  # an empty one before it is a damaged one
    assert of.segments() == [0, 1, 2]
    assert gamefiles.sealed(folder) == [1, 11] and gamefiles.live(folder) == [1]


def test_a_tail_fills_a_segment_to_its_last_byte_and_then_begins_another():
    folder, _ = begun()
    of = GameFiles(folder, 1)
    tail = record.MAGIC + record.encode(1, 1, 2, 0, b"a" * 30)
    of.seal(b"header", tail)
    first = files.read(of.segment(0))
    head = record.encode(1, 0, 0, 0, b"header")
    assert first == record.MAGIC + head + tail[4:]
    assert (of.newest, of.room) == (0, record.SEGMENT_MAX - len(first))
    of.room = len(tail) - 4  # just enough
    of.seal(b"header", tail)
    assert (of.newest, of.room) == (0, 0) and files.read(of.segment(0)) == first + tail[4:]
    of.room = len(tail) - 5
    of.seal(None, tail)  # its header is lost
    assert of.newest == 1 and files.read(of.segment(1)) == tail
    begins = record.MAGIC + record.encode(1, 0, 0, 0, b"header")
    other = GameFiles(folder, 2)
    other.seal(b"header", begins)  # the header is in the tail itself
    assert files.read(other.segment(0)) == begins


def test_what_was_loaded_is_not_written_again():
    folder, journal = begun()
    Force(journal).keep(5, 2, None)
    again = Force(journal)
    assert again.load() == (5, 2, None)
    files.remove(folder + "/live/force.bin")
    again.keep(5, 2, None)
    assert files.size(folder + "/live/force.bin") == 0, "the flash lives longer"
    again.keep(5, 1, None)
    assert Force(journal).load() == (5, 1, None)


def test_what_cannot_be_saved_is_named_by_its_file_alone():
    path = new_folder() + "/none/seats.bin"
    said = refusal(files.NotSaved, files.save_checked, path, b"TVP\x01", b"body")
    assert said.startswith("seats.bin not saved")


def test_a_journal_that_was_not_opened_has_no_game():
    journal = Journal(new_folder())
    assert journal.game == 0 and journal.waiting == 0
    assert "no game" in refusal(ValueError, journal.append, 2, b"move")
