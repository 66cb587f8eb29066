# SPDX-License-Identifier: Apache-2.0
"""Where the files of the table begin to be another thing: the last byte, the last try, the one file that is no file."""

import os

from instead import Instead
from journals import Writes, begun, opened
from refusal import refusal
from tempdir import new_folder

from store import files, record
from store.gamefiles import GameFiles

# -- files ----------------------------------------------------------------------------------


def test_a_folder_in_place_of_a_file_is_named_and_set_aside():
    path = new_folder() + "/table.bin"
    os.mkdir(path)
    assert refusal(files.Damaged, files.read, path) == "table.bin: a folder"
    why = refusal(files.Damaged, files.load_checked, path, b"TVX\x01")
    assert why == "table.bin: a folder; it is kept as table.bin.bad"
    files.save_checked(path, b"TVX\x01", b"body")
    assert files.load_checked(path, b"TVX\x01") == b"body"


def test_a_file_that_cannot_be_read_is_an_error_and_no_empty_file():
    path = new_folder() + "/table.bin"
    files.write(path, b"x")

    class Broken:
        @staticmethod
        def stat(_):
            raise OSError(5)

    with Instead(files, "os", Broken):
        refusal(OSError, files.read, path)
        why = refusal(files.Damaged, files.load_checked, path, b"TVX\x01")
        assert why == "table.bin: cannot be read, error 5"
        report = []
        assert GameFiles(path.rsplit("/", 1)[0], 1).read(0, report) == b""
        assert report == ["00001-000.seg: cannot be read, error 5"]


def test_a_file_in_place_of_a_folder_is_set_aside_and_the_table_plays_and_keeps():
    for name in ("", "/live", "/games"):
        root = new_folder() + "/tavle"
        if name:
            os.mkdir(root)
        files.write(root + name, b"no folder")
        journal, report = opened(root)
        assert report == ["%s: no folder; it is kept as %s.bad" % ((name[1:] or "tavle",) * 2)]
        journal.start(b"header")
        for _ in range(60):
            journal.append(2, bytes(42))
        assert files.read(root + name + ".bad") == b"no folder"
        again, report = opened(root)
        assert report == [] and again.last()[0] == 60


def test_a_body_may_be_empty_and_each_byte_less_is_damage():
    path = new_folder() + "/table.bin"
    for body in (b"", b"x", b"body"):
        files.save_checked(path, b"TVX\x01", body)
        assert files.load_checked(path, b"TVX\x01") == body
    whole = files.read(path)
    for length in range(1, len(whole)):
        files.write(path, whole[:length])
        refusal(files.Damaged, files.load_checked, path, b"TVX\x01")


def test_a_file_as_large_as_it_may_be_is_read_and_one_byte_more_is_not():
    path = new_folder() + "/file"
    for length in (0, 1, 99, 100):
        files.write(path, b"x" * length)
        assert files.read(path, 100) == b"x" * length
    files.write(path, b"x" * 101)
    assert "file: larger than 100 bytes" in refusal(files.Damaged, files.read, path, 100)
    assert files.read(path + "none") == b""


# -- the journal ------------------------------------------------------------------------------


def test_a_segment_never_grows_beyond_its_block_however_often_the_power_goes():
    for often in (7, 1):
        journal = begun(0)
        sizes = {}
        for k in range(240):
            if k % often == 0:
                journal, report = opened(journal.root)
                assert report == []
            journal.append(2, bytes(42))
            for name in files.listdir(journal.root + "/games"):
                sizes[name] = files.size(journal.root + "/games/" + name)
        assert len(sizes) == 4 and max(sizes.values()) <= record.SEGMENT_MAX, sizes
        assert [one[0] for one in journal.read(1)] == list(range(241))


def test_a_segment_is_left_alone_after_a_failed_write_but_for_a_full_flash():
    for error, wanted in ((5, ["00001-000.seg", "00001-001.seg"]), (28, ["00001-000.seg"])):
        journal = begun(18)
        assert files.listdir(journal.root + "/games") == ["00001-000.seg"]
        with Writes() as flash:
            while len(journal.unsealed()[0]) + 52 <= 448:
                journal.append(2, bytes(42))
            flash.error = error
            refusal(files.NotSaved, journal.append, 2, bytes(42))
            flash.error = 0
            assert journal.retry()
        assert files.listdir(journal.root + "/games") == wanted, error
        again, report = opened(journal.root)
        assert report == [] and again.last()[0] == journal.last()[0]


class Cut(Exception):
    """The power goes."""


class Renames:
    """Stands in for `os` in the repair: the power goes at one of its renames."""

    def __init__(self, left):
        self.left = left

    def rename(self, old, new):
        if not self.left:
            raise Cut
        self.left -= 1
        os.rename(old, new)


def mixed_up(one, other):
    """Return a game of 180 moves, in three segments and a tail, of whose files two are exchanged."""
    journal = begun(180)
    of = GameFiles(journal.root, 1)
    assert of.segments() == [0, 1, 2]
    paths = [of.segment(n) for n in (0, 1, 2)] + [of.tail]
    data, more = files.read(paths[one]), files.read(paths[other])
    files.write(paths[one], more)
    files.write(paths[other], data)
    return journal


def test_files_of_a_game_that_got_each_others_names_are_put_in_order_and_nothing_is_lost():
    for one in range(4):
        for other in range(one + 1, 4):
            journal = mixed_up(one, other)
            again, report = opened(journal.root)
            assert report == ["game 1: its files were not in their order"], (one, other, report)
            assert again.last() == journal.last() and again.header == b"header"
            assert [item[0] for item in again.read(1)] == list(range(181))
            assert again.back(179)[0] == 1
            again.append(2, b"goes on")
            last, report = opened(journal.root)
            assert report == [] and last.last()[2] == b"goes on"


def test_a_power_cut_while_files_are_put_in_order_loses_nothing():
    from store import recovery  # as `open` finds it: a table forgets it when it has started

    for left in (0, 1, 3, 4, 6, 8):
        journal = mixed_up(0, 3)
        with Instead(recovery, "os", Renames(left)):
            try:
                opened(journal.root)
                assert left == 8
            except Cut:
                assert left < 8
        again, _ = opened(journal.root)
        assert again.last() == journal.last(), left
        again.append(2, b"goes on")
        last, report = opened(journal.root)
        assert last.last()[2] == b"goes on" and report == [], left


def test_a_game_of_empty_files_only_is_told_once_and_gone():
    journal = begun(3)
    files.write(GameFiles(journal.root, 8).segment(2), b"")
    _, report = opened(journal.root)
    assert "game 8: its only file is empty, its records are lost" in report
    again, report = opened(journal.root)
    assert report == [] and again.last() == journal.last()


def test_a_header_in_the_tail_stays_where_no_segment_has_one():
    journal = begun(0)
    files.write(GameFiles(journal.root, 1).segment(0), b"not ours")
    again, report = opened(journal.root)
    assert "00001-000.seg: damaged, 0 records kept" in report[0]
    for _ in range(30):
        again.append(2, b"goes on")
    last, report = opened(journal.root)
    assert report == [] and last.header == b"header" and last.last() == again.last()


def test_a_folder_in_place_of_a_half_written_file_is_in_nobodys_way():
    journal = begun(3)
    path = journal.root + "/live/00002.new.tmp"
    os.mkdir(path)
    os.mkdir(path + "/more")
    again, _ = opened(journal.root)
    again.start(b"second")
    assert opened(journal.root)[0].header == b"second"
