# SPDX-License-Identifier: Apache-2.0
"""What the store does, exactly: whole answers and whole sentences, how it writes, and each limit from both sides."""

import os
import sys
from binascii import crc32

from instead import Instead
from journals import begun, opened, writes_of
from refusal import refusal
from tempdir import new_folder

from boards import r1_pico2
from store import archive, config, files, gamefiles, record, wiring
from store.archive import Archive
from store.config import BadSetting, Config, points
from store.force import Force
from store.gamefiles import GameFiles
from store.journal import Journal
from store.tagtable import TagTable


def broken(*_):
    raise OSError(5)


class NoRename:
    """Stands in for `os` in `files`: nothing gets another name."""

    rename = broken
    remove = os.remove


def unreadable(path):
    """Let one file be there and not be read, while this is entered."""
    own = files.read

    def read(one, most=files.LARGEST):
        return broken() if one == path else own(one, most)

    return Instead(files, "read", read)


class Clock:
    """A clock that stands still but for a write that erases."""

    def __init__(self):
        self.erases = False
        self.now_ms = 0

    def __call__(self):
        self.now_ms += 45 * self.erases
        return self.now_ms


def pages(size):
    """Return how many pages of the folder's log a file of so many bytes takes: 36 more, and whole ones."""
    return -(-(size + 36) // 256)


def test_the_pages_of_every_write_are_counted_and_after_an_erase_those_of_the_tail():
    clock = Clock()
    journal = Journal(new_folder(), ticks_ms=clock)
    journal.open()
    journal.start(b"header")
    assert journal._log == 0, "how full the block is is not known"
    clock.erases = True
    journal.write_beside("seats.bin", bytes(700))
    clock.erases = False
    begun_with = pages(len(journal._tail) + 24 + 80)
    assert journal._log == begun_with == 1
    journal.write_beside("seats.bin", bytes(700))
    assert journal._log == begun_with + 3
    for _ in range(2):
        before = journal._log
        journal.append(2, bytes(80))
        assert journal._log == before + pages(len(journal._tail))
    for size in (219, 220, 221):
        before = journal._log
        journal._write_tail(bytes(size), "wb")
        assert journal._log == before + pages(size), size
    assert (pages(220), pages(221)) == (1, 2)


# -- files ----------------------------------------------------------------------------------


def test_answers_of_the_files_are_whole():
    folder = new_folder()
    path = folder + "/table.bin"
    assert files.listdir(folder + "/none") == [] and files.remove(path) is False
    files.write(path, b"x")
    assert files.remove(path) is True and files.size(path) == 0
    assert files.mkdir(folder + "/a/b") == "" == files.mkdir(folder + "/a/b")
    files.write(path, b"x" * 9000)
    assert refusal(files.Damaged, files.read, path) == "table.bin: larger than 8192 bytes"
    why = refusal(files.Damaged, files.load_checked, path, b"TVX\x01")
    assert why == "table.bin: larger than 8192 bytes; it is kept as table.bin.bad"
    assert files.set_aside(path) == "; it cannot be renamed, error 2"
    with Instead(files, "write", broken):
        why = refusal(files.NotSaved, files.save_checked, path, b"TVX\x01", b"")
    assert why == "table.bin not saved: flash error 5"
    with Instead(files, "os", NoRename):
        refusal(files.NotSaved, files.save_checked, path, b"TVX\x01", b"")
    assert files.listdir(folder) == ["a", "table.bin.bad"]
    files.save_checked(path, b"TVX\x01", b"body")
    why = refusal(files.Damaged, files.load_checked, path, b"TVY\x01")
    assert why == "table.bin: not a file of this version"
    files.write(path, files.read(path) + b"x")
    why = refusal(files.Damaged, files.load_checked, path, b"TVX\x01")
    assert why == "table.bin: checksum does not match"


def test_a_file_is_told_from_a_folder_by_that_bit_of_its_mode_alone():
    path = new_folder() + "/table.bin"
    files.write(path, b"body")

    class Modes:
        mode = 0

        @classmethod
        def stat(cls, _):
            return (cls.mode, 0, 0, 0, 0, 0, 4, 0, 0, 0)

    with Instead(files, "os", Modes):
        for Modes.mode in (0x8000, 0x81FF, 0xBFFF):
            assert files.read(path) == b"body"
        for Modes.mode in (0x4000, 0x41FF):
            assert refusal(files.Damaged, files.read, path) == "table.bin: a folder"


# -- records ----------------------------------------------------------------------------------


def test_a_record_that_does_not_fit_is_refused_in_the_same_words():
    for kind, seq, size in ((256, 0, 1), (-1, 0, 1), (2, 65536, 1), (2, -1, 1), (2, 0, 241)):
        why = refusal(ValueError, record.encode, 1, seq, kind, 0, bytes(size))
        assert why == "record: kind %d, seq %d, %d bytes" % (kind, seq, size)


def test_no_record_is_longer_than_it_may_be_nor_begins_at_the_end():
    data = bytearray((241, 2, 1, 0, 0, 0)) + bytes(241)
    data += crc32(data, 7).to_bytes(4, "little")
    assert record.end_of(data, 0, 7) == 0
    good = record.encode(7, 1, 2, 0, bytes(240))
    assert record.end_of(good, 0, 7) == len(good) and record.end_of(good, len(good), 7) == 0


def test_a_wrong_byte_of_the_version_is_damage_where_records_are_good():
    data = b"TVJ\x02" + record.encode(7, 1, 2, 0, b"one")
    scan = record.Scan(data, 7)
    assert (scan.newer, scan.lost, scan.last) == (False, 4, 1)
    scan = record.Scan(b"TVJ\x02" + record.encode(7, 0, 0, 0, b"header"), 7)
    assert (scan.newer, scan.last) == (False, 0)
    scan = record.Scan(record.encode(7, 1, 2, 0, b"one"), 7)
    assert (scan.at, scan.lost) == ([0], 0)


# -- what is in force -------------------------------------------------------------------------


def test_a_card_is_kept_without_a_game_and_in_game_300():
    journal = Journal(new_folder())
    journal.open()
    path = journal.root + "/live/force.bin"
    Force(journal).keep(4, 1, None)
    assert files.read(path)[4:11] == bytes((0, 0, 0, 0, 5, 1, 255))
    assert Force(journal).load() == (4, 1, None)
    for game in (255, 256, 510, 511, 65535):
        files.write(GameFiles(journal.root, game - 1).segment(0), b"TVJ\x02 of later firmware")
        journal.start(b"header")
        assert journal.game == game
        Force(journal).keep(4, 1, None)
        assert files.read(path)[4:8] == bytes((game & 255, game >> 8, 0, 0)), game
        assert Force(journal).load() == (4, 1, None)


# -- the journal ------------------------------------------------------------------------------


def test_how_a_game_is_written():
    journal = begun(0)
    assert writes_of(journal.start, b"header")[0] == ("00002.new.tmp", "wb", 20)
    assert writes_of(journal.append, 2, b"abc") == [("00002.new", "ab", 13)]
    with Instead(archive, "live", None):  # older games are moved once, not with every move
        assert writes_of(journal.append, 2, b"") == [("00002.new", "ab", 10)]
    # The tail takes 448 bytes and not one more.
    journal.append(2, bytes(200))
    assert len(journal.unsealed()[0]) == 253
    journal.append(2, bytes(105))
    assert writes_of(journal.append, 2, bytes(70)) == [("00002.new", "ab", 80)]
    assert writes_of(journal.append, 2, b"") == [
        ("00002-000.seg", "wb", 448), ("00002.new", "wb", 14),
    ]  # fmt: skip
    again, report = opened(journal.root)
    assert report == [] and [one[0] for one in again.read(2)] == list(range(7))
    assert next(again.read(2)) == (0, 0, 0, b"header")
    with Instead(archive, "live", None):
        assert writes_of(again.append, 2, b"") == [("00002.new", "ab", 10)]
    journal.start(b"header")
    journal.append(2, bytes(200))
    journal.append(2, bytes(199))
    assert writes_of(journal.append, 2, b"")[0] == ("00003-000.seg", "wb", 439)
    assert journal._files.room == 4032 - 439


def test_what_a_move_and_a_take_back_return_holds_after_the_next_power_up():
    journal = begun(0)
    assert [journal.append(3, b"move %d" % k) for k in (1, 2, 3)] == [1, 2, 3]
    assert journal.undo(2) == (1, 3, b"move 1")
    again, report = opened(journal.root)
    assert again.last() == (1, 3, b"move 1") and report == []
    assert again.append(4, b"") == 5 and again.back(1) == (1, 3, b"move 1")
    assert again.retry() is True
    with Instead(files, "write", broken):
        refusal(files.NotSaved, again.append, 2, b"waits")
        assert again.retry() is False
    for folder in ("/live", "/games"):
        for name in files.listdir(again.root + folder):
            files.remove(again.root + folder + "/" + name)
    assert again.open() == {"game": 0, "records": 0, "report": []}
    assert again.last() is None and again.waiting == 0


def test_what_is_in_force_stays_when_the_caller_uses_its_buffer_again():
    for given in (bytearray(b"header"), bytearray(b"a move")):
        journal = begun(0)
        if given == b"header":
            journal.start(given)
        else:
            journal.append(2, given)
        kept = bytes(given)
        given[:] = b"\0" * len(given)
        assert journal.last()[2] == journal.back(0)[2] == kept
        assert opened(journal.root)[0].last()[2] == kept


def test_a_game_that_has_begun_is_in_force_with_its_header():
    journal = begun(3)
    for one in (journal, opened(journal.root)[0]):
        one.start(b"second")
        assert one.last() == one.back(0) == (0, 0, b"second")
        assert opened(journal.root)[0].last() == (0, 0, b"second")


def test_twenty_games_are_kept_when_nothing_else_is_said():
    journal = Journal(new_folder())
    journal.open()
    for _ in range(21):
        assert journal.start(b"header") == ""
    assert journal.full and "dropped: 20 unfetched" in journal.start(b"header")


def test_moves_that_wait_are_written_before_another_game_begins():
    journal = begun(2)
    with Instead(files, "write", broken):
        refusal(files.NotSaved, journal.append, 2, b"waits")
    journal.start(b"second")
    assert [one[3] for one in journal.read(1)][-1] == b"waits" and journal.waiting == 0


def test_what_is_in_force_is_known_without_its_file():
    journal = begun(60)
    of = GameFiles(journal.root, 1)
    target = journal.undo(50)
    for number in of.segments():
        files.remove(of.segment(number))
    assert journal.back(0) == target == journal.last()


def test_every_kept_game_is_listed_with_all_its_bytes():
    journal = begun(3)
    journal.start(b"second")
    for _ in range(100):
        journal.append(2, bytes(42))
    assert GameFiles(journal.root, 2).segments() == [0, 1]
    sizes = {}
    for folder in ("/live", "/games"):
        for name in files.listdir(journal.root + folder):
            game = int(name[:5])
            sizes[game] = sizes.get(game, 0) + files.size(journal.root + folder + "/" + name)
    journal.mark_fetched(1)
    assert journal.games() == [(1, sizes[1], True), (2, sizes[2], False)]
    assert opened(journal.root)[0].games() == journal.games()


def test_a_record_that_moves_behind_one_that_is_being_read_comes_once():
    journal = begun(90)
    while len(journal.unsealed()[0]) < 230:
        journal.append(2, bytes(42))
    reading = journal.read(1)
    seqs = [next(reading)[0]]
    journal.tidy()
    assert journal.unsealed() == [record.MAGIC] and len(GameFiles(journal.root, 1).segments()) == 2
    assert seqs + [one[0] for one in reading] == list(range(journal.last()[0] + 1))


def test_a_segment_has_three_digits():
    journal = begun(1)
    of = GameFiles(journal.root, 1)
    for number in (7, 107, 999):
        files.write(of.segment(number), b"x")
    assert of.segments() == [7, 107, 999]
    assert gamefiles.live(journal.root) == [1] == gamefiles.sealed(journal.root)


# -- at power-up --------------------------------------------------------------------------------


def sealed_and_still_in_the_tail():
    """A cut between the two writes of a sealing; return the journal before it."""
    journal = begun(20)
    path = journal.root + "/live/00001.new"
    tail = files.read(path)
    with Instead(files, "replace", broken):
        while len(journal._tail) > record.START:
            tail = files.read(path)
            journal.tidy()
            if len(journal._tail) > record.START:
                journal.append(2, bytes(42))
    files.write(path, tail)
    return journal


def test_a_tail_that_is_in_its_segment_already_is_written_anew():
    journal = sealed_and_still_in_the_tail()
    again, report = opened(journal.root)
    assert report == [] and again.last() == journal.last()
    assert again.unsealed() == [record.MAGIC]
    assert writes_of(again.append, 2, b"a move") == [("00001.new", "wb", 20)]
    assert opened(journal.root)[0].last()[2] == b"a move"


def test_a_torn_tail_never_leads_back_behind_its_segment():
    journal = sealed_and_still_in_the_tail()
    path = journal.root + "/live/00001.new"
    files.write(path, files.read(path)[:-3])
    again, report = opened(journal.root)
    assert report == ["00001.new: 49 bytes of a cut write dropped"]
    assert again.last() == journal.last()


def lost_segment(moves=180):
    """A game in segments and a tail whose newest segment is gone; return (journal, first, last) lost."""
    journal = begun(moves)
    of = GameFiles(journal.root, 1)
    path = of.segment(of.segments()[-1])
    at = record.Scan(files.read(path), 1).at[1:]  # behind the header
    data = files.read(path)
    files.remove(path)
    return journal, record.seq_of(data, at[0]), record.seq_of(data, at[-1])


def test_a_lost_newest_segment_is_told_exactly_and_costs_only_itself():
    journal, first, last = lost_segment()
    of = GameFiles(journal.root, 1)
    kept = of.segments()
    again, report = opened(journal.root)
    assert report == ["game 1: its records %d to %d are lost" % (first, last)]
    assert of.segments() == kept + [kept[-1] + 1]
    seqs = [one[0] for one in again.read(1)]
    assert seqs == [seq for seq in range(181) if not first <= seq <= last]
    assert again.back(180 - last - 1)[0] == last + 1 and again.back(180 - last) is None
    # What follows goes into the segment that marks the gap.
    for _ in range(12):
        again.append(2, bytes(42))
    assert of.segments() == kept + [kept[-1] + 1]
    once_more, report = opened(journal.root)
    assert report == [] and once_more.last()[0] == 192


def test_a_gap_that_cannot_be_marked_costs_no_later_move():
    journal, first, last = lost_segment()
    with Instead(files, "replace", broken):
        again, report = opened(journal.root)
    assert report[-1] == "repair of the journal not saved: flash error 5"
    assert again.last() == journal.last()
    for _ in range(40):
        again.append(2, bytes(42))
    once_more, report = opened(journal.root)
    assert once_more.last()[0] == 220
    seqs = [one[0] for one in once_more.read(1)]
    assert seqs == [seq for seq in range(221) if not first <= seq <= last]


def pieces(*parts):
    """Write a game's segments and, last, its tail, each of (first, last) moves; return its journal."""
    journal = begun(0)
    of = GameFiles(journal.root, 1)
    for number, (first, last) in enumerate(parts):
        tail = number == len(parts) - 1
        data = record.MAGIC + (b"" if tail else record.encode(1, 0, 0, 0, b"header"))
        for seq in range(first, last + 1):
            data += record.encode(1, seq, 2, seq - 1, b"a move")
        files.write(of.tail if tail else of.segment(number), data)
    return journal


def test_a_gap_is_told_from_the_first_record_that_is_lost():
    for first, wanted in (
        (4, []), (5, ["game 1: its records 4 to 4 are lost"]), (9, ["game 1: its records 4 to 8 are lost"]),
    ):  # fmt: skip
        journal = pieces((1, 3), (first, first + 1))
        again, report = opened(journal.root)
        assert report == wanted and again.last()[0] == first + 1
        if wanted:
            assert again._files.room == 4028 and opened(journal.root)[1] == []
            journal = pieces((1, 3), (first, first + 1))
            with Instead(files, "replace", broken):
                again, _ = opened(journal.root)
            for _ in range(60):
                again.append(2, bytes(42))
            of = GameFiles(journal.root, 1)
            assert of.segments()[:2] == [0, 2]
            assert files.read(of.segment(2))[:4] == record.MAGIC


def test_nothing_is_sealed_behind_what_could_not_be_mended_or_read():
    for kind in ("good", "torn", "unreadable", "newer"):
        journal = pieces((1, 3), (4, 6), (7, 9))
        of = GameFiles(journal.root, 1)
        path = of.segment(1)
        if kind == "torn":
            files.write(path, files.read(path) + b"torn")
        elif kind == "newer":
            files.write(path, b"TVJ\x02 of later firmware")
        if kind == "good":
            again, _ = opened(journal.root)
        else:
            stand_in = (
                unreadable(path) if kind == "unreadable" else Instead(files, "replace", broken)
            )
            with stand_in:
                again, report = opened(journal.root)
            assert path.rsplit("/", 1)[-1] in report[0], (kind, report)
        assert again.last()[0] == 9
        before = files.size(path)
        for _ in range(10):
            again.append(2, bytes(42))
        assert (files.size(path) == before) == (kind != "good"), kind


def test_a_tail_that_was_mended_is_added_to():
    journal = begun(3)
    path = journal.root + "/live/00001.new"
    files.write(path, files.read(path) + b"torn")
    again, _ = opened(journal.root)
    assert writes_of(again.append, 2, b"") == [("00001.new", "ab", 10)]


def test_a_folder_in_place_of_the_newest_segment_changes_no_order():
    journal = pieces((1, 3), (4, 6), (7, 9), (10, 12))
    path = GameFiles(journal.root, 1).segment(2)
    files.remove(path)
    os.mkdir(path)
    _, report = opened(journal.root)
    assert not [said for said in report if "order" in said], report


def test_a_file_that_cannot_be_read_at_power_up_is_named_and_the_rest_resumed():
    for name in ("live/00001.new", "games/00001-001.seg"):
        journal = begun(180)
        with unreadable(journal.root + "/" + name):
            again, report = opened(journal.root)
            said = "%s: cannot be read, error 5" % name.rsplit("/", 1)[-1]
            assert said in report, report
            assert again.game == 1 and again.header == b"header"
        again.append(2, b"goes on")
        assert opened(journal.root)[0].last()[2] == b"goes on"


def test_each_damaged_file_is_named_with_its_own_copy():
    journal = begun(180)
    names = ["00001-00%d.seg" % n for n in (0, 1, 2)]
    for name in names:
        path = journal.root + "/games/" + name
        data = bytearray(files.read(path))
        data[len(data) // 2] ^= 1
        files.write(path, data)
    _, report = opened(journal.root)
    assert len(report) == 3
    for said, name in zip(report, names):
        assert said.startswith(name + ": damaged, ") and said.endswith("copy in " + name + ".bad")


def test_half_written_files_are_gone_and_not_kept():
    journal = begun(2)
    for path in ("/live/00001.new.tmp", "/games/00001-000.seg.tmp"):
        files.write(journal.root + path, b"half")
    _, report = opened(journal.root)
    assert report == []
    assert files.listdir(journal.root + "/live") == ["00001.new"]
    assert files.listdir(journal.root + "/games") == []


def test_an_empty_game_is_told_once_and_the_one_before_it_resumed():
    journal = begun(2)
    files.write(GameFiles(journal.root, 2).tail, b"")
    again, report = opened(journal.root)
    assert report == ["game 2: its only file is empty, its records are lost"]
    assert again.game == 1 and opened(journal.root)[1] == []


# -- older games --------------------------------------------------------------------------------


def test_every_segment_of_a_game_that_has_ended_begins_with_its_header():
    for moves in (66, 68, 70, 72, 74, 75, 76, 77, 78, 149, 151, 153):
        journal = begun(moves)
        journal.start(b"second")
        of = GameFiles(journal.root, 1)
        for number in of.segments():
            data = files.read(of.segment(number))
            assert record.payload_of(data, record.START) == b"header", (moves, number)
            assert len(data) <= 4032
        assert [one[0] for one in journal.read(1)] == list(range(moves + 1))


def test_a_tail_that_has_moved_already_is_not_moved_again():
    journal = begun(60)
    path = journal.root + "/live/00001.new"
    tail = files.read(path)
    journal.start(b"second")
    size = files.size(GameFiles(journal.root, 1).segment(0))
    files.write(path, tail)  # the cut came before it was removed
    _, report = opened(journal.root)
    assert report == [] and files.size(path) == 0
    assert files.size(GameFiles(journal.root, 1).segment(0)) == size


def test_nothing_of_an_older_game_goes_behind_damage():
    for spoilt in ("", "lost", "torn", "gone", "header", "large"):
        journal = begun(60)
        path = journal.root + "/live/00001.new"
        tail = files.read(path)
        segment = GameFiles(journal.root, 1).segment(0)
        before = files.read(segment)
        journal.start(b"second")
        files.write(path, tail)
        data = bytearray(before)
        if spoilt == "lost":
            data[len(data) // 2] ^= 1
        if spoilt == "header":
            data[record.START + 8] ^= 1
        if spoilt == "large":
            data += bytes(9000)
        files.write(segment, data + b"x" * (spoilt == "torn"))
        if spoilt == "gone":
            files.write(segment, b"")
        Archive(journal.root, 9).take_over(2, [])
        found = GameFiles(journal.root, 1).segments()
        wanted = {"": [0], "gone": [0], "large": [1]}.get(spoilt, [0, 1])
        assert found == wanted, (spoilt, found)
        records = list(journal.read(1))
        assert records[-1][0] == 60
        if spoilt == "header":
            assert records[0][0] == 1  # no other record passes for the header
            assert record.seq_of(files.read(GameFiles(journal.root, 1).segment(1)), 4) > 1


def test_the_newest_segment_of_an_older_game_is_mended():
    journal = begun(150)
    of = GameFiles(journal.root, 1)
    path = of.tail
    tail = files.read(path)
    journal.start(b"second")
    files.write(path, tail)
    newest = of.segment(of.segments()[-1])
    files.write(newest, files.read(newest) + b"torn")
    _, report = opened(journal.root)
    assert report == [newest.rsplit("/", 1)[-1] + ": 4 bytes of a cut write dropped"]


def test_four_damaged_files_are_kept_the_oldest_go():
    journal = begun(1)
    kept = Archive(journal.root, 9)
    for number in range(7):
        name = "%05d.new" % number
        assert kept.set_aside(name, b"damaged") == name + ".bad"
        bad = files.listdir(journal.root + "/games")
        first = max(0, number - 3)
        assert bad == ["%05d.new.bad" % n for n in range(first, number + 1)]


def test_a_mark_that_cannot_be_written_is_told():
    journal = begun(1)
    journal.start(b"second")
    with Instead(files, "write", broken):
        why = refusal(files.NotSaved, journal.mark_fetched, 1)
    assert why == "mark of game 1 not saved: flash error 5"
    journal.mark_fetched(1)
    journal.delete(1)
    assert files.listdir(journal.root + "/games") == []


# -- settings -----------------------------------------------------------------------------------


def a_config(text=None):
    path = new_folder() + "/config.json"
    if text is not None:
        files.write(path, text)
    return Config(path)


def test_a_board_file_is_read_for_its_facts_alone():
    assert config.board_facts("r1_pico2").NAME == "r1_pico2"
    assert "boards.r1_pico2" not in sys.modules


def test_the_name_of_a_board_is_short_and_leads_nowhere_else():
    for name, good in (("b", 1), ("b" * 24, 1), ("b" * 25, 0), ("", 0), ("b/b", 0), (7, 0)):
        sys.modules["boards." + str(name)] = r1_pico2
        try:
            assert (config.board_facts(name) is r1_pico2) == bool(good), name
        finally:
            sys.modules.pop("boards." + str(name), None)


def test_what_is_wrong_with_a_setting_is_said_exactly():
    found = {one.name: one for one in points(r1_pico2)}
    seats = "must be a list of 2 to 4 seat numbers, or [] for the rulebook's"
    people = "must be four of human, easy, normal, hard, by seat, or [] for people"
    for name, value, wanted in (
        ("settle_ms", True, "must be a whole number"), ("settle_ms", "9", "must be a whole number"),
        ("settle_ms", 299, "must be 300 to 1500"), ("sound", 1, "must be true or false"),
        ("fold", "x", "must be one of shown, trusted"),
        ("seats", "01", seats), ("seats", 7, seats), ("seats", [1], seats),
        ("seats", [0, 1, 2, 3, 3], seats), ("seats", {}, seats),
        ("seats", [0, 4], "must be seat numbers 0 to 3, ascending"),
        ("players", "easy", people), ("players", ["easy"] * 3, people), ("players", {}, people),
        ("players", ["easy"] * 3 + ["x"], "seats are human, easy, normal, hard"),
        ("options", [], "must be option names with values"),
        ("options", {1: "a"}, "must be option names with values"),
        ("options", {"a": []}, "must be option names with values"),
        ("board", "none", "there is no board file of that name"),
    ):  # fmt: skip
        assert found[name].problem(value) == wanted, (name, value)
    assert all(one.help.endswith(".") for one in found.values())


class Big:
    LIMIT_MA = 5000
    LIMIT_USB_MA = 250
    READER_BUS = "uart"


class Small:
    LIMIT_MA = 500
    LIMIT_USB_MA = 90
    READER_BUS = "i2c"


def boards(name):
    return {"big": Big, "small": Small, "r1_pico2": r1_pico2}.get(name)


def test_another_board_brings_its_own_defaults_or_is_refused_whole():
    with Instead(config, "board_facts", boards):
        one = a_config()
        one.set("board", "small")
        assert (one["limit_ma"], one["reader"], one["board"]) == (500, "i2c", "small")
        one = a_config()
        one.set("limit_ma", 1500)
        one.set("settle_ms", 700)
        before = dict(one.items())
        why = refusal(BadSetting, one.set, "board", "small")
        assert why == "board: limit_ma cannot stay 1500 with it: change that first"
        assert dict(one.items()) == before and one.facts is r1_pico2
        assert one.point("limit_ma").allowed == (100, 2000)
        one.set("board", "big")
        assert (one["limit_ma"], one["settle_ms"], one.facts) == (1500, 700, Big)
        one = a_config(b'{"limit_ma": 4000, "board": "big", "brightness": 50}')
        assert one.load() == [] and one["limit_ma"] == 4000


def test_how_settings_are_kept():
    one = a_config()
    one.set("hints", "off")
    assert one.load() == [] and one["hints"] == "full"  # what was never saved
    one.save()
    assert files.read(one._path).startswith(b'{"version": 2, "rulebook": "partners-pawns", ')
    saved = files.read(one._path)
    files.write(one._path, saved[:-1])
    assert one.load() == []  # the last byte is no part of it
    files.write(one._path, saved.replace(b"full", b"off"))
    assert one.load()[0] == "config: checksum does not match" and one["hints"] == "off"
    files.write(one._path, saved.split(b"\n")[0].replace(b"full", b"off") + b"\n  \n")
    assert one.load() == []  # written by hand
    files.write(one._path, saved)
    with Instead(files, "os", NoRename):
        assert refusal(files.NotSaved, one.save) == "config not saved: flash error 5"
    assert files.listdir(one._path.rsplit("/", 1)[0]) == ["config.json"]
    with unreadable(one._path):
        report = one.load()
    assert report == ["config: error 5", "config: cannot be read, every setting has its default"]


# -- stickers and wiring --------------------------------------------------------------------------


def test_a_table_of_stickers_is_kept_to_the_last_one():
    path = new_folder() + "/tags.bin"
    table = TagTable(path)
    uids = [bytes((4, k, 9, 1)) for k in range(250)]
    for k in range(250):
        assert table.learn(uids[k], 255, k, 255 - k) is None
    why = refusal(ValueError, table.learn, b"\x05\x01\x01\x01", 1, 1, 1)
    assert why == "tag table: full, 250 stickers"
    assert table.learn(uids[3], 255, 3, 252) is None  # what it has been all the time
    table.save()
    again = TagTable(path)
    assert again.load() == "" and len(again) == 250
    assert again.items() == [(uids[k], (255, k, 255 - k)) for k in range(250)]
    why = refusal(ValueError, table.learn, uids[3], 1, 256, 1)
    assert why == "tag table: 256 does not fit a byte"
    files.save_checked(path, b"TVU\x01", bytes(14 * 251))
    assert again.load() == "tags.bin: 3514 bytes are no table of stickers"


def test_a_sticker_that_moves_or_goes_leaves_the_others_where_they_are():
    table = TagTable(new_folder() + "/tags.bin")
    uids = [b"\x01", b"\x02", b"\x03\x03", bytes((9,)) * 10]
    for k in (2, 0, 3, 1):
        table.learn(uids[k], 1, k, 0)
    table.learn(uids[0], 2, 7, 7)
    cards = [(2, 7, 7), (1, 1, 0), (1, 2, 0), (1, 3, 0)]
    assert table.items() == list(zip(uids, cards))
    assert [table.get(uid) for uid in uids] == cards
    assert table.forget(b"\x04") is False and table.forget(uids[1]) is True
    assert table.items() == [(uids[k], cards[k]) for k in (0, 2, 3)]


def test_whole_chips_may_be_wired_and_no_wire_beyond_them():
    path = new_folder() + "/wiring.bin"
    for sensors, wires in ((1, 8), (8, 8), (9, 16), (89, 96), (92, 96), (96, 96), (97, 104)):
        order = bytearray(range(sensors))
        order[-1] = wires - 1
        wiring.save(path, "x", order, wiring.straight(3))
        assert wiring.load(path, "x", sensors, 3) == (bytes(order), bytes((0, 1, 2)))
        order[-1] = wires
        why = refusal(wiring.BadWiring, wiring.save, path, "x", order, wiring.straight(3))
        assert why == "sensor %d: there is no wire %d" % (sensors - 1, wires)


def test_a_wiring_that_does_not_fit_is_refused_when_it_is_read():
    path = new_folder() + "/wiring.bin"
    for body, wanted in (
        (b"\x01\x02\x01x\x00\x01\x00", "wiring: learned for 2 sensors and 1 lights, the layout has 2 and 2"),
        (b"\x01\x01\x02x\x00\x00\x01", "wiring: learned for 1 sensors and 2 lights, the layout has 2 and 2"),
        (b"\x01\x02\x02x\x00\x00\x00\x01", "sensor 1: wire 0 is used twice"),
        (b"\x01\x02\x02x\x00\x01\x01\x01", "light 1: wire 1 is used twice"),
        (b"\x01\x02\x02x\x00\x01\x00\x02", "light 1: there is no wire 2"),
        (b"\x00\x00", "wiring.bin: 2 bytes are no wiring"),
        (b"\x01\x02\x02x\x00\x01\x00\x01\x00", "wiring.bin: 9 bytes are no wiring"),
    ):  # fmt: skip
        files.save_checked(path, b"TVW\x01", body)
        assert refusal(wiring.BadWiring, wiring.load, path, "x", 2, 2) == wanted, body
    for body, found in (
        (b"\x00\x00\x00", None),
        (b"\x01\x02\x02x\x01\x00\x00\x01", (b"\x01\x00", b"\x00\x01")),
    ):
        files.save_checked(path, b"TVW\x01", body)
        assert wiring.load(path, "x", 2, 2) == found
