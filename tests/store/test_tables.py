# SPDX-License-Identifier: Apache-2.0
"""The sticker table and the learned wiring."""

from refusal import refusal
from tempdir import new_folder

from store import files, wiring
from store.tagtable import MAX_TAGS, TagTable


def uid(i, length=7):
    return bytes((4, i * 37 & 255, i >> 2 & 255, i & 255) + (9,) * (length - 4))


def test_stickers_are_found_in_any_order_of_learning():
    path = new_folder() + "/tags.bin"
    table = TagTable(path)
    for i in range(200):
        length = (4, 7, 10)[i % 3]
        assert table.learn(uid(i, length), 1, i // 16, i % 16) is None
    table.save()
    other = TagTable(path)
    assert other.load() == "" and len(other) == 200
    for i in range(200):
        assert other.get(uid(i, (4, 7, 10)[i % 3])) == (1, i // 16, i % 16)
    assert other.get(b"\x04strange") is None
    assert sorted(other.items()) == sorted(table.items())


def test_a_short_uid_is_not_the_start_of_a_long_one():
    table = TagTable(new_folder() + "/tags.bin")
    table.learn(b"\x01\x02\x03\x04", 1, 1, 1)
    assert table.get(b"\x01\x02\x03\x04\x00\x00\x00") is None
    table.learn(b"\x01\x02\x03\x04\x00\x00\x00", 2, 2, 2)
    assert table.get(b"\x01\x02\x03\x04") == (1, 1, 1)


def test_a_sticker_moves_and_a_card_claimed_twice_is_told():
    table = TagTable(new_folder() + "/tags.bin")
    assert table.learn(uid(1), 1, 2, 3) is None
    assert table.learn(uid(1), 1, 5, 1) is None
    assert table.get(uid(1)) == (1, 5, 1) and len(table) == 1
    assert table.learn(uid(2), 1, 5, 1) == uid(1)
    assert table.uid_of(1, 5, 1) in (uid(1), uid(2)) and table.uid_of(3, 3, 3) is None
    assert table.forget(uid(1)) and not table.forget(uid(1)) and len(table) == 1


def test_arguments_that_cannot_be():
    table = TagTable(new_folder() + "/tags.bin")
    assert "UID" in refusal(ValueError, table.learn, b"", 1, 1, 1)
    assert "UID" in refusal(ValueError, table.get, bytes(11))
    assert "256" in refusal(ValueError, table.learn, uid(1), 1, 256, 1)
    for i in range(MAX_TAGS):
        table.learn(uid(i), 1, 1, i % 256)
    assert "full" in refusal(ValueError, table.learn, b"\x09\x09\x09\x09", 1, 1, 1)
    assert table.learn(uid(3), 2, 2, 2) is None  # a known one can still be moved


def test_a_damaged_sticker_table_is_empty_and_says_so():
    path = new_folder() + "/tags.bin"
    table = TagTable(path)
    assert table.load() == "" and len(table) == 0
    table.learn(uid(1), 1, 2, 3)
    table.learn(uid(2), 1, 2, 4)
    table.save()
    good = files.read(path)
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 16
        files.write(path, bad)
        assert "tags.bin" in table.load() and len(table) == 0
        files.write(path, good[:at])
        assert ("tags.bin" in table.load()) == bool(at) and len(table) == 0


def test_wiring_is_kept_for_its_layout():
    path = new_folder() + "/wiring.bin"
    assert wiring.load(path, "partners", 92, 96) is None
    sensors = bytes((i * 5 + 3) % 92 for i in range(92))
    lights = bytes(reversed(range(96)))
    wiring.save(path, "partners", sensors, lights)
    assert wiring.load(path, "partners", 92, 96) == (sensors, lights)
    assert wiring.load(path, "ludo", 104, 108) is None
    assert "92 sensors" in refusal(wiring.BadWiring, wiring.load, path, "partners", 93, 96)


def test_a_map_that_is_no_permutation_is_refused():
    path = new_folder() + "/wiring.bin"
    good = wiring.straight(8)
    twice = bytes((0, 1, 2, 3, 4, 5, 6, 6))
    assert "wire 6 is used twice" in refusal(wiring.BadWiring, wiring.save, path, "x", twice, good)
    outside = bytes((0, 1, 2, 3, 4, 5, 6, 8))
    words = refusal(wiring.BadWiring, wiring.save, path, "x", good, outside)
    assert words == "light 7: there is no wire 8"
    assert files.read(path) == b""
    # 92 sensors sit on 12 chips of 8 inputs: the 4 free ones may be used instead.
    free = bytes(range(4, 96))
    wiring.save(path, "partners", free, wiring.straight(96))
    assert wiring.load(path, "partners", 92, 96)[0] == free


def test_a_damaged_wiring_is_never_used():
    path = new_folder() + "/wiring.bin"
    wiring.save(path, "ludo", wiring.straight(104), wiring.straight(108))
    good = files.read(path)
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 2
        files.write(path, bad)
        assert "wiring.bin" in refusal(wiring.BadWiring, wiring.load, path, "ludo", 104, 108)


def test_files_far_too_large_are_set_aside_and_the_next_start_is_clean():
    path = new_folder() + "/tags.bin"
    files.write(path, b"TVU\x01" + b"x" * 100_000)
    table = TagTable(path)
    words = table.load()
    assert "larger than 8192 bytes" in words and "tags.bin.bad" in words and len(table) == 0
    assert files.size(path) == 0 and files.size(path + ".bad") == 100_004
    assert table.load() == ""
    path = new_folder() + "/wiring.bin"
    files.write(path, b"TVW\x01" + b"x" * 100_000)
    words = refusal(wiring.BadWiring, wiring.load, path, "partners", 92, 96)
    assert "larger than 8192 bytes" in words and "wiring.bin.bad" in words
    assert wiring.load(path, "partners", 92, 96) is None


def test_a_body_that_is_no_table_is_refused_by_name():
    path = new_folder() + "/tags.bin"
    for body in (b"x", b"x" * 15, b"x" * 14 * (MAX_TAGS + 1)):
        files.save_checked(path, b"TVU\x01", body)
        table = TagTable(path)
        assert "tags.bin" in table.load() and len(table) == 0
    path = new_folder() + "/wiring.bin"
    for body in (b"", b"\x08", b"\x08\x5c", b"\x08\x5c\x60", b"\x08\x5c\x60partn"):
        files.save_checked(path, b"TVW\x01", body)
        assert "wiring" in refusal(wiring.BadWiring, wiring.load, path, "partners", 92, 96)


def test_stickers_in_no_order_are_no_table_since_nothing_can_be_found_in_them():
    path = new_folder() + "/tags.bin"
    entries = [bytes((7,)) + uid(i) + bytes(3) + bytes((1, 0, i)) for i in (1, 2, 3)]
    for order, good in (
        ((0, 1, 2), True),
        ((1, 0, 2), False),
        ((0, 2, 1), False),
        ((0, 0, 1), False),
    ):
        files.save_checked(path, b"TVU\x01", b"".join([entries[i] for i in order]))
        table = TagTable(path)
        assert (table.load() == "") == good and len(table) == (3 if good else 0)
        table.learn(uid(9), 1, 2, 3)
        table.save()
        again = TagTable(path)
        assert again.load() == "" and again.get(uid(9)) == (1, 2, 3)
