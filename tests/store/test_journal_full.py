# SPDX-License-Identifier: Apache-2.0
"""A journal on a flash that is full or failing: how often it tries, what it gives up, what it keeps."""

from instead import Instead
from refusal import refusal
from tempdir import new_folder

from store import files
from store.journal import Journal

ENOSPC = 28
EIO = 5


class Flash:
    """Stands in for `files.write`: fails as often as told, then writes."""

    def __init__(self, error, times):
        self.error = error
        self.times = times
        self.tries = 0
        self._write = files.write

    def __call__(self, path, data, mode="wb"):
        self.tries += 1
        if self.times:
            self.times -= 1
            raise OSError(self.error)
        self._write(path, data, mode)

    def append(self, journal, payload=b"a move"):
        """Append; return the NotSaved, None when it worked."""
        with Instead(files, "write", self):
            try:
                journal.append(2, payload)
            except files.NotSaved as error:
                return error
        return None


def begun(games=1, fetched=()):
    journal = Journal(new_folder(), 9)
    journal.open()
    for game in range(games):
        journal.start(b"header %d" % game)
        journal.append(2, b"first")
    for game in fetched:
        journal.mark_fetched(game)
    return journal


def kept(journal):
    return [game for game, _, _ in journal.games()]


def check_good(journal, moves):
    """The journal on flash holds all moves."""
    other = Journal(journal.root, 9)
    assert other.open()["report"] == []
    assert [record[3] for record in other.read(other.game)][1:] == moves
    assert journal.waiting == 0


def test_a_full_flash_is_tried_twice_at_least_and_after_each_fetched_game_that_goes():
    for fetched, tries in (((), 2), ((1,), 2), ((1, 2), 3)):
        journal = begun(3, fetched)
        flash = Flash(ENOSPC, 99)
        error = flash.append(journal)
        assert error is not None and error.full and journal.waiting == 1
        assert flash.tries == tries, (fetched, flash.tries)
        assert kept(journal) == [game for game in (1, 2, 3) if game not in fetched]
        assert journal.last()[2] == b"a move"  # the game in RAM goes on
        assert journal.retry()
        check_good(journal, [b"first", b"a move"])


def test_room_that_comes_at_the_second_try_costs_a_fetched_game_and_never_another():
    for fetched, left in (((), [1, 2, 3]), ((2,), [1, 3])):
        journal = begun(3, fetched)
        flash = Flash(ENOSPC, 1)
        assert flash.append(journal) is None and flash.tries == 2
        assert kept(journal) == left
        check_good(journal, [b"first", b"a move"])


def test_a_flash_that_fails_is_tried_once_and_costs_no_game():
    journal = begun(2, (1,))
    flash = Flash(EIO, 99)
    error = flash.append(journal)
    assert error is not None and not error.full and flash.tries == 1
    assert kept(journal) == [1, 2] and journal.waiting == 1
    assert flash.append(journal, b"another") is not None and journal.waiting == 2
    assert Flash(EIO, 0).append(journal, b"third") is None
    check_good(journal, [b"first", b"a move", b"another", b"third"])


def test_a_game_begins_though_the_one_before_cannot_be_kept_yet_and_is_by_the_next_move():
    for failure in (OSError(EIO), MemoryError()):
        journal = begun()
        read = files.read

        def fails(path, *most, failure=failure, read=read):
            if path.endswith("live/00001.new"):
                raise failure
            return read(path, *most)

        with Instead(files, "read", fails):
            assert journal.start(b"the next game") == ""
        assert journal.game == 2 and journal.waiting == 0
        assert files.size(journal.root + "/live/00001.new")
        journal.append(2, b"a move")
        assert not files.size(journal.root + "/live/00001.new")
        assert [record[3] for record in journal.read(1)] == [b"header 0", b"first"]
        check_good(journal, [b"a move"])


def test_what_waits_is_read_and_taken_back_like_what_is_written():
    journal = begun()
    assert Flash(EIO, 99).append(journal, b"one") and Flash(EIO, 99).append(journal, b"two")
    assert [journal.back(n)[2] for n in range(3)] == [b"two", b"one", b"first"]
    assert [record[3] for record in journal.read(1)][1:] == [b"first", b"one", b"two"]
    journal.undo(2)
    assert journal.last()[2] == b"first" and journal.waiting == 0
    check_good(journal, [b"first", b"one", b"two", b"\x02first"])


def test_a_write_that_failed_half_way_is_written_whole_the_next_time():
    journal = begun()
    path = journal.root + "/live/00001.new"

    def half(path, data, mode="wb"):
        with open(path, mode) as file:
            file.write(bytes(data)[: len(data) // 2])
        raise OSError(EIO)

    with Instead(files, "write", half):
        assert refusal(files.NotSaved, journal.append, 2, b"torn")
    assert files.size(path)
    journal.append(2, b"after it")
    check_good(journal, [b"first", b"torn", b"after it"])
