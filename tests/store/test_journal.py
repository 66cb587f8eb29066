# SPDX-License-Identifier: Apache-2.0
"""The journal: what is written is read back; undo, kept games, damage, old formats."""

import os

from instead import Instead
from journals import Writes
from refusal import refusal
from tempdir import new_folder

from store import files, record
from store.journal import Journal


def move(i, size=42):
    return bytes((i * 5 + k) & 255 for k in range(size))


def opened(root, max_games=20):
    journal = Journal(root, max_games)
    return journal, journal.open()


def played(root, moves, max_games=20, header=b"header"):
    journal, _ = opened(root, max_games)
    journal.start(header)
    for i in range(moves):
        journal.append(2, move(i))
    return journal


def change(path, at, bits=1):
    data = bytearray(files.read(path))
    data[at] ^= bits
    files.write(path, data)


def test_an_empty_table_has_no_game():
    journal, info = opened(new_folder())
    assert info == {"game": 0, "records": 0, "report": []}
    assert journal.last() is None and journal.back(1) is None and journal.games() == []
    assert "no game" in refusal(ValueError, journal.append, 2, b"")


def test_every_length_of_game_is_resumed():
    root = new_folder()
    journal = played(root, 0)
    for i in range(120):
        journal.append(2 + i % 3, move(i, i % 60))
        other, info = opened(root)
        assert info == {"game": 1, "records": i + 1, "report": []}
        assert other.header == b"header" and other.last() == (i + 1, 2 + i % 3, move(i, i % 60))
        if i % 7 == 0:
            journal = other
    assert [item[0] for item in journal.read(1)] == list(range(121))


def test_taking_back_any_number_of_moves():
    root = new_folder()
    journal = played(root, 100)
    assert journal.back(0) == journal.last() == (100, 2, move(99))
    for n in (1, 2, 50, 99):
        assert journal.back(n) == (100 - n, 2, move(99 - n))
    assert journal.back(100) == (0, 0, b"header") and journal.back(101) is None
    assert journal.undo(30) == (70, 2, move(69))
    assert journal.last() == (70, 2, move(69)) and journal.back(1) == (69, 2, move(68))
    journal.append(3, b"another way")
    assert journal.back(1) == (70, 2, move(69))
    assert journal.undo() == (70, 2, move(69))
    assert journal.undo(70) == (0, 0, b"header")
    assert journal.back(1) is None and "no 1 moves" in refusal(ValueError, journal.undo)
    other, info = opened(root)
    assert info["records"] == 104 and other.last() == (0, 0, b"header")
    other.append(2, b"from the start")
    assert other.back(1) == (0, 0, b"header")


def test_arguments_that_cannot_be_are_refused():
    journal = played(new_folder(), 1)
    for kind in (-1, 0, 1):
        assert "kind %d" % kind in refusal(ValueError, journal.append, kind, b"")
    assert "201 bytes" in refusal(ValueError, journal.append, 2, bytes(201))
    for n in (0, 2, -1):
        assert refusal(ValueError, journal.undo, n), n
    assert "header" in refusal(ValueError, journal.start, bytes(201))
    journal.append(255, bytes(200))
    assert journal.last() == (2, 255, bytes(200)) and journal.undo(2)[0] == 0
    assert "being played" in refusal(ValueError, journal.delete, 1)
    assert "no game 9" in refusal(ValueError, journal.mark_fetched, 9)
    assert "no game 9" in refusal(ValueError, lambda: list(journal.read(9)))
    journal.start(bytes(200))
    assert journal.game == 2


def test_kept_games_fetched_ones_go_first():
    root = new_folder()
    journal, _ = opened(root, 3)
    said = []
    for i in range(4):
        said.append(journal.start(b"game %d" % i))
        journal.append(2, move(i))
    assert said == ["", "", "", ""] and journal.full
    journal.mark_fetched(2)
    assert not journal.full
    assert journal.games() == [(1, 75 - 3, False), (2, 72, True), (3, 72, False), (4, 72, False)]
    assert journal.start(b"game 4") == ""
    assert [game[0] for game in journal.games()] == [1, 3, 4, 5]
    # Nobody fetches: the oldest records stay, the game just ended is not kept.
    assert "game 5 dropped" in journal.start(b"game 5")
    assert [game[0] for game in journal.games()] == [1, 3, 4, 6]
    journal.delete(3)
    assert not journal.full
    journal, info = opened(root, 3)
    assert info["game"] == 6 and [game[0] for game in journal.games()] == [1, 4, 6]
    assert [item[3] for item in journal.read(4)] == [b"game 3", move(3)]


def test_a_game_can_be_read_while_it_goes_on():
    for before in range(30):
        journal = played(new_folder(), before)
        records = journal.read(1)
        seqs = [next(records)[0]]
        for i in range(20):
            journal.append(2, move(i))
        seqs.extend([item[0] for item in records])
        assert seqs[: before + 1] == list(range(before + 1)), before
        assert seqs == list(range(len(seqs))), before


def test_a_torn_tail_is_cut_off():
    root = new_folder()
    played(root, 5)
    path = root + "/live/00001.new"
    whole = files.read(path)
    piece = record.encode(1, 6, 2, 5, move(5))
    for length in range(1, len(piece)):
        files.write(path, whole + piece[:length])
        journal, info = opened(root)
        assert journal.last() == (5, 2, move(4)), length
        assert len(info["report"]) == 1 and "cut write" in info["report"][0]
        assert files.read(path) == whole
        assert opened(root)[1]["report"] == []


def test_a_damaged_middle_costs_its_record_and_no_other():
    for moves, name in ((5, "live/00001.new"), (60, "games/00001-000.seg")):
        root = new_folder()
        played(root, moves)
        path = root + "/" + name
        change(path, files.size(path) // 2)
        damaged = files.read(path)
        journal, info = opened(root)
        assert journal.last() == (moves, 2, move(moves - 1))
        assert len(info["report"]) == 1 and "damaged" in info["report"][0]
        assert files.read(root + "/games/" + name.rsplit("/", 1)[-1] + ".bad") == damaged
        seqs = [item[0] for item in journal.read(1)]
        assert len(seqs) == moves  # of moves + 1 records one is lost
        lost = [seq for seq in range(moves + 1) if seq not in seqs]
        # Take-back goes as far as the hole, and no further.
        assert journal.back(moves - lost[0] - 1)[0] == lost[0] + 1
        assert journal.back(moves - lost[0]) is None
        journal.append(2, b"goes on")
        other, info = opened(root)
        assert other.last()[2] == b"goes on" and info["report"] == []


def test_a_lost_header_is_reported_and_the_number_not_used_again():
    root = new_folder()
    played(root, 2)
    change(root + "/live/00001.new", record.START + 7)
    journal, info = opened(root)
    assert info["game"] == 0 and "header is lost" in info["report"][-1]
    journal.start(b"new game")
    assert journal.game == 2
    assert opened(root)[1] == {"game": 2, "records": 0, "report": []}


def test_files_of_newer_firmware_are_left_alone_and_damaged_ones_of_this_one_are_not():
    rest = bytes(range(100))
    for name in ("games/00041-000.seg", "live/00041.new"):
        root = new_folder()
        opened(root)
        files.write(root + "/" + name, b"TVJ\x02" + rest)
        for _ in range(2):
            journal, info = opened(root)
            assert info["game"] == 0 and "newer firmware" in info["report"][0]
        journal.start(b"header")
        assert journal.game == 42 and files.read(root + "/" + name) == b"TVJ\x02" + rest
    files.write(root + "/games/00043-000.seg", record.MAGIC + rest)
    assert "00043-000.seg: damaged" in "; ".join(opened(root)[1]["report"])


def test_a_failing_flash_is_named_and_the_game_goes_on_in_ram():
    for code, words in ((28, "flash is full"), (5, "flash error 5")):
        root = new_folder()
        journal = played(root, 3)
        with Writes(code):
            assert words in refusal(files.NotSaved, journal.append, 2, move(3))
            assert words in refusal(files.NotSaved, journal.undo, 2)
            assert journal.waiting == 2 and journal.last() == (2, 2, move(1))
            assert words in refusal(files.NotSaved, journal.append, 2, b"after")
            assert journal.back(1) == (2, 2, move(1)) and not journal.retry()
            assert opened(root)[0].last() == (3, 2, move(2))
        assert journal.retry() and journal.waiting == 0
        assert opened(root)[0].last() == (6, 2, b"after")


def test_a_game_can_start_on_a_failing_flash():
    root = new_folder()
    journal = played(root, 3)
    with Writes(28):
        assert "full" in refusal(files.NotSaved, journal.start, b"second")
        assert "full" in refusal(files.NotSaved, journal.append, 2, b"x")
        assert journal.game == 2 and journal.back(1) == (0, 0, b"second")
    journal.append(2, b"y")
    other, info = opened(root)
    assert info == {"game": 2, "records": 2, "report": []}
    assert [game[0] for game in other.games()] == [1, 2]
    assert len(list(other.read(1))) == 4


def test_a_lost_tail_is_reported_once_and_a_game_with_segments_goes_on():
    for moves in (5, 60):
        for kind, data, words in (
            ("empty", b"", "00001.new: empty or missing, its records are lost"),
            ("ff", b"\xff" * 300, "00001.new"),
            ("large", b"x" * 100_000, "00001.new: larger than 8192 bytes"),
            ("folder", b"", "00001.new: a folder; it is kept as 00001.new.bad"),
            ("gone", b"", "00001.new: empty or missing, its records are lost"),
        ):
            root = new_folder()
            played(root, moves)
            path = root + "/live/00001.new"
            os.remove(path)
            if kind == "folder":
                os.mkdir(path)
            elif kind != "gone":
                files.write(path, data)
            elif moves == 5:
                continue  # then nothing tells that there was a game
            journal, info = opened(root)
            told = info["report"][0]
            assert words in told or (moves == 5 and "game 1" in told), (moves, kind, info)
            assert bool(journal.game) == (moves == 60)
            if journal.game:
                assert journal.last()[2] == move(journal.last()[0] - 1)
                assert opened(root)[1]["report"] == []
            else:
                journal.start(b"next")
            journal.append(2, b"goes on")
            assert opened(root)[0].last()[2] == b"goes on"


def sealed_and_tail(moves):
    """Return (root, path of a segment, offsets of its records) of a game just sealed."""
    root = new_folder()
    journal = played(root, moves)
    while len(journal.unsealed()[0]) > record.START:
        journal.tidy()
        if len(journal.unsealed()[0]) > record.START:
            journal.append(2, move(moves))
            moves += 1
    path = root + "/games/00001-000.seg"
    return root, path, record.Scan(files.read(path), 1).at, moves


def test_a_good_copy_in_the_tail_mends_the_segment():
    for which in (0, -2, -3):  # the header, too, while the tail has it
        root, path, at, moves = sealed_and_tail(5 if which == 0 else 20)
        change(path, at[which] + 7)
        journal, info = opened(root)
        assert len(info["report"]) == 1 and "damaged" in info["report"][0]
        assert journal.last() == (moves, 2, move(moves - 1))
        assert [item[0] for item in journal.read(1)] == list(range(moves + 1)), which
        journal.append(2, b"goes on")
        journal, info = opened(root)
        assert info["report"] == [] and journal.back(1) == (moves, 2, move(moves - 1))
        assert [item[0] for item in journal.read(1)] == list(range(moves + 2))


def test_damage_in_every_segment_is_reported_once_at_open():
    segments = files.listdir(played(new_folder(), 250).root + "/games")
    assert len(segments) >= 3
    for name in segments:
        for kind in ("bit", "empty", "gone", "folder", "large", "ff"):
            root = new_folder()
            played(root, 250)
            path = root + "/games/" + name
            if kind == "bit":
                change(path, files.size(path) // 2)
            elif kind in ("gone", "folder"):
                os.remove(path)
                if kind == "folder":
                    os.mkdir(path)
            else:
                large = {"empty": b"", "large": b"x" * 20000, "ff": b"\xff" * 4000}
                files.write(path, large[kind])
            journal, info = opened(root)
            assert info["report"], (name, kind)
            assert journal.last() == (250, 2, move(249)), (name, kind)
            assert opened(root)[1]["report"] == [], (name, kind)
            journal.append(2, b"goes on")
            assert opened(root)[0].last()[2] == b"goes on"


def test_every_segment_has_the_header_and_one_of_any_is_enough():
    for kept in range(3):
        root = new_folder()
        played(root, 200)
        names = files.listdir(root + "/games")
        assert len(names) == 3
        for name in names[:kept] + names[kept + 1 :]:
            change(root + "/games/" + name, record.START + 7)
        journal, info = opened(root)
        assert len(info["report"]) == len(names) - 1
        assert journal.header == b"header" and journal.last() == (200, 2, move(199))


def test_an_oversized_segment_is_no_obstacle_in_play():
    # Looking back: a hole. Reading: an error that names it, then without it.
    root = new_folder()
    journal = played(root, 120)
    path = root + "/games/00001-000.seg"
    files.write(path, b"x" * 20000)
    assert journal.back(1) == (119, 2, move(118)) and journal.back(119) is None
    assert files.size(path) == 0 and files.size(path + ".bad") == 20000
    files.write(path, b"x" * 20000)
    words = refusal(ValueError, lambda: list(journal.read(1)))
    assert "larger than 8192" in words and "00001-000.seg.bad" in words
    assert [item[0] for item in journal.read(1)][-1] == 120
    # A start: its newest segment, then its tail.
    for name in ("games/00001-001.seg", "live/00001.new"):
        root = new_folder()
        journal = played(root, 120)
        files.write(root + "/" + name, b"x" * 20000)
        said = journal.start(b"second")
        assert "larger than 8192" in said and name.rsplit("/", 1)[-1] + ".bad" in said
        journal.append(2, b"goes on")
        other, info = opened(root)
        assert info == {"game": 2, "records": 1, "report": []}
        if name[0] == "g":  # the tail's records were kept in a new segment
            assert [item[0] for item in other.read(1)][-1] == 120


def older_tail(root):
    """A power cut within a start: the older game's tail is still there."""
    played(root, 60)
    path = root + "/live/00001.new"
    tail = files.read(path)
    segment = files.read(root + "/games/00001-000.seg")
    opened(root)[0].start(b"second")
    files.remove(root + "/games/00001-001.seg")
    files.write(root + "/games/00001-000.seg", segment)
    files.write(path, tail)
    return path


def test_a_damaged_tail_of_an_older_game_is_reported_and_its_good_records_kept():
    root = new_folder()
    path = older_tail(root)
    change(path, record.START + 20)
    journal, info = opened(root)
    assert journal.game == 2 and "00001.new: damaged" in info["report"][0]
    seqs = [item[0] for item in journal.read(1)]
    assert len(seqs) == 60 and seqs[-1] == 60
    assert opened(root)[1]["report"] == []
    for emptied in (b"", b"\xff" * 60):
        root = new_folder()
        path = older_tail(root)
        files.write(path, emptied)
        journal, info = opened(root)
        assert journal.game == 2 and "00001.new" in info["report"][0]
        assert opened(root)[1]["report"] == []


def refuse(*_):
    raise OSError(5)


class ReadOnly:
    """Instead of `os`, on a flash that can be read and not changed."""

    listdir = os.listdir
    stat = os.stat
    mkdir = rename = remove = refuse


def test_a_repair_on_a_failing_flash_is_reported_and_the_game_goes_on():
    for moves in (5, 120):
        for name in ("live/00001.new", "games/00001-000.seg"):
            if moves == 5 and name[0] == "g":
                continue
            for kind in ("bit", "torn", "ff", "empty", "gone", "large"):
                root = new_folder()
                played(root, moves)
                path = root + "/" + name
                data = files.read(path)
                change(path, len(data) - 20)
                if kind == "gone":
                    os.remove(path)
                elif kind != "bit":
                    bad = {
                        "torn": data + b"x",
                        "ff": b"\xff" * 90,
                        "empty": b"",
                        "large": bytes(9999),
                    }
                    files.write(path, bad[kind])
                with Instead(files, "write", refuse), Instead(files, "os", ReadOnly):
                    journal, info = opened(root)
                    report = "; ".join(info["report"])
                    if moves == 120 or kind in ("bit", "torn"):
                        assert journal.game == 1, (name, kind)
                        if kind != "gone" or moves == 120:
                            assert "flash error 5" in report, (name, kind, report)
                        best = journal.last()
                        refusal(files.NotSaved, journal.append, 2, b"in RAM")
                        assert journal.last()[2] == b"in RAM"
                assert best[2] == move(best[0] - 1)
                if journal.game:
                    assert journal.retry()
                    other, info = opened(root)
                    assert other.last()[2] == b"in RAM", (name, kind)
                    assert opened(root)[1]["report"] == []


def test_files_with_foreign_names_are_left_alone():
    root = new_folder()
    played(root, 60)
    for name in (
        "live/._0001.new",
        "live/notes.new",
        "games/._00001-000.seg",
        "games/00001-x.seg",
    ):
        files.write(root + "/" + name, b"not ours")
    journal, info = opened(root)
    assert info == {"game": 1, "records": 60, "report": []}
    journal.start(b"second")
    assert files.read(root + "/live/notes.new") == b"not ours"


def test_nothing_is_put_behind_bytes_that_could_not_be_repaired():
    root = new_folder()
    played(root, 5)
    path = root + "/live/00001.new"
    files.write(path, files.read(path) + b"x")
    with Instead(files, "write", refuse), Instead(files, "os", ReadOnly):
        journal, info = opened(root)
    assert "flash error 5" in info["report"][-1]
    journal.append(2, b"goes on")
    other, info = opened(root)
    assert info["report"] == [] and other.last()[2] == b"goes on"


def test_after_power_up_the_tail_holds_what_is_in_no_segment_and_no_move_twice():
    for moves in (20, 40, 60):
        root = new_folder()
        journal = played(root, moves)
        journal.tidy()  # a tail that is half full goes to its segment
        journal, _ = opened(root)
        journal.fathom()
        for i in range(moves, moves + 2):
            journal.append(2, move(i))
        assert files.read(root + "/live/00001.new") == journal.unsealed()[0]
        assert opened(root)[0].last() == (moves + 2, 2, move(moves + 1))


def test_a_tail_that_cannot_be_read_is_no_obstacle_at_power_up():
    root = new_folder()
    journal = played(root, 3)

    def damaged(path, most=0):
        raise files.Damaged(path)

    with Instead(files, "read", damaged):
        journal.fathom()
    journal.append(2, move(3))
    assert opened(root)[0].last() == (4, 2, move(3))


def test_a_flash_that_never_erases_is_not_written_for_ever():
    root = new_folder()
    clock = [0]

    def slow_once():
        clock[0] += 1
        return 30 * (clock[0] == 2)  # the second look at the clock ends the first write

    journal = Journal(root, 20, slow_once)
    journal.open()
    journal.start(b"header")
    counts = []
    with Writes() as flash:
        for i in range(30):
            journal.append(2, move(i, 20))
            flash.seen.clear()
            journal.tidy()
            counts.append(len(flash.seen))
    assert max(counts) > 0 and counts[-5:] == [0] * 5
