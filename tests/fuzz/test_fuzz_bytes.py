# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of what is read as bytes: stickers, frames of the card reader, files on the flash."""

import sys
from binascii import crc32
from pathlib import Path

from corpus import damaged, kept, with_kept
from hypothesis import given
from hypothesis import strategies as st
from tempdir import new_folder

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers"))
from fake_pn532 import UID
from model_pn532 import card, started

from app.table.match import Match
from app.table.seats import LEVELS, Seats
from boards import sorry
from drivers import cardid, ndef
from drivers.pn532 import frames, reader
from players.chance import Chance
from rules import load
from store import files, wiring
from store.config import Config
from store.force import Force
from store.journal import Journal
from store.tagtable import TagTable


@given(data=st.one_of(st.binary(max_size=300), damaged(kept("frames"), 300)))
@with_kept("frames")
def test_any_bytes_from_the_reader_are_frames_or_have_a_name(data):
    parser = frames.Parser()
    at, stood = 0, 0
    while at < len(data):
        after = parser.feed(bytearray(data), at, len(data))
        stood = stood + 1 if after == at else 0
        assert at <= after <= len(data) and stood < 3
        at = after
        assert 0 <= parser.kind < len(frames.NAMES)
        if parser.kind == frames.DATA:
            assert parser.length <= len(parser.data)
            found = reader.targets(parser.data, parser.length)
            assert found is None or all(len(uid) in (4, 7, 10) for uid, _ in found)


@given(data=st.one_of(st.binary(max_size=200), damaged(kept("tags"), 400)))
@with_kept("tags")
def test_any_sticker_is_a_card_or_has_a_word(data):
    word, payload, _ = ndef.look(b"\xe1\x10\x12\x00", data[:144].ljust(144, b"\x00"))
    assert (word == ndef.OK) == (payload is not None)
    if payload is not None:
        try:
            deck, _, copy = cardid.parse(payload)
        except cardid.BadCardId:
            return
        assert deck and copy


@given(data=st.one_of(st.binary(min_size=1, max_size=144), damaged(kept("tags"), 144)))
def test_any_sticker_on_the_slot_is_one_event_of_the_reader(data):
    memory = bytearray(card())
    memory[16 : 16 + len(data)] = data
    bench = started("uart")
    bench.lay(UID, bytes(memory[: len(card())]))
    events = bench.run(3000)
    assert [event[0] for event in events] == ["card"] and events[0][1] == UID, events


def _put(name, data):
    root = new_folder()
    files.write(f"{root}/{name}", data)
    return root


def _journal(root):
    journal = Journal(root)
    journal.open()
    return journal


def _sealed(magic, body):
    """Return a file whose checksum is right, whatever it says."""
    data = magic + body
    return data + crc32(data).to_bytes(4, "little")


@given(data=st.one_of(st.binary(max_size=600), damaged(kept("config"), 900)))
@with_kept("config")
def test_any_settings_file_leaves_settings_that_work(data):
    root = _put("config.json", data)
    config = Config(root + "/config.json")
    report = config.load()
    assert all(isinstance(text, str) and text for text in report)
    for name, value in list(config.items()):
        config.point(name)
        config.set(name, value)  # what is in force would be accepted again
    config.set("settle_ms", 700)
    config.save()
    again = Config(root + "/config.json")
    assert again.load() == [] and again["settle_ms"] == 700


@given(
    data=st.one_of(st.binary(max_size=400), damaged(kept("tagtable"), 900)), sealed=st.booleans()
)
def test_any_table_of_stickers_is_loaded_or_reported(data, sealed):
    root = _put("tags.bin", _sealed(b"TVU\x01", data) if sealed else data)
    table = TagTable(root + "/tags.bin")
    report = table.load()
    assert isinstance(report, str) and (report == "" or len(table) == 0)
    table.learn(b"\x04\x01\x02\x03\x04\x05\x06", 1, 2, 3)
    table.save()
    again = TagTable(root + "/tags.bin")
    assert again.load() == "" and again.get(b"\x04\x01\x02\x03\x04\x05\x06") == (1, 2, 3)


@given(data=st.one_of(st.binary(max_size=300), damaged(kept("wiring"), 400)), sealed=st.booleans())
def test_any_wiring_is_a_whole_one_or_refused(data, sealed):
    root = _put("wiring.bin", _sealed(b"TVW\x01", data) if sealed else data)
    try:
        learnt = wiring.load(root + "/wiring.bin", "sorry", sorry.N_BITS, sorry.N_LEDS)
    except wiring.BadWiring:
        return
    if learnt is not None:
        assert sorted(learnt[0]) == sorted(set(learnt[0])) and len(learnt[0]) == sorry.N_BITS
        assert sorted(learnt[1]) == sorted(set(learnt[1])) and len(learnt[1]) == sorry.N_LEDS


@given(data=st.one_of(st.binary(max_size=60), damaged(kept("seats"), 60)), sealed=st.booleans())
def test_any_memory_of_the_seats_is_loaded_or_reported(data, sealed):
    root = _put("seats.bin", _sealed(b"TVP\x01", data) if sealed else data)
    journal = _journal(root)
    match = Match(load("partners-pawns"), journal)
    match.start()
    seats = Seats(match, root + "/seats.bin", Chance(1))
    report = seats.load(["human", "easy", "human", "human"])
    assert isinstance(report, str)
    assert all(name in LEVELS for name in seats.names().values())
    for _ in range(40):  # whatever they hold, they lay, play or ask for more
        seats.task()
        seats.think(-1)
    seats.begin()
    again = Seats(match, root + "/seats.bin", Chance(1))
    assert again.load([]) == "" and again.names() == seats.names()


@given(data=st.one_of(st.binary(max_size=200), damaged(kept("force"), 60)), sealed=st.booleans())
def test_any_file_of_what_was_in_force_is_loaded_or_nothing(data, sealed):
    journal = _journal(new_folder())
    journal.start(b"header")
    journal.append(2, b"a move")
    force = Force(journal)
    force.keep(5, 1, None)
    path = journal.beside("force.bin")
    assert files.size(path)
    files.write(path, _sealed(b"TVF\x01", data) if sealed else data)
    action, copy, shown = Force(journal).load()
    assert -1 <= action <= 255 and 0 <= copy <= 255
    # A file with a right checksum may name more cards than any hand has; the table goes on with them.
    assert shown is None or all(0 <= byte <= 255 for card in shown for byte in card)


def _exchange(one, other):
    one_data, other_data = one.read_bytes(), other.read_bytes()
    one.write_bytes(other_data)
    other.write_bytes(one_data)


def _folder(one, other):
    one.unlink()
    one.mkdir()


_WRONGS = {  # done to one file, or with another one
    "exchanged": _exchange,
    "copied": lambda one, other: other.write_bytes(one.read_bytes()),
    "folder": _folder,
    "gone": lambda one, other: one.unlink(),
    "empty": lambda one, other: one.write_bytes(b""),
    "half": lambda one, other: one.write_bytes(one.read_bytes()[: one.stat().st_size // 2]),
    "longer": lambda one, other: one.write_bytes(one.read_bytes() + b"more"),
    "renamed": lambda one, other: one.rename(one.with_name("00002-001.seg")),
    "elsewhere": lambda one, other: one.rename(one.parents[1] / "games" / one.name),
    "turned": lambda one, other: one.write_bytes(one.read_bytes()[100:] + one.read_bytes()[:100]),
}


@given(
    moves=st.lists(st.sampled_from((0, 3, 60, 130)), min_size=1, max_size=3),
    wrongs=st.lists(
        st.tuples(st.sampled_from(sorted(_WRONGS)), st.integers(0, 9), st.integers(0, 9)),
        max_size=4,
    ),
)
def test_any_muddle_of_files_leaves_a_journal_that_goes_on(moves, wrongs):
    root = new_folder()
    journal = _journal(root)
    for many in moves:
        journal.start(b"header")
        for number in range(many):
            journal.append(2, b"move %d of a game" % number)
    for what, one, other in wrongs:
        found = sorted(path for path in Path(root).rglob("*") if path.is_file())
        if found:
            _WRONGS[what](found[one % len(found)], found[other % len(found)])
    journal = Journal(root)
    assert all(isinstance(text, str) and text for text in journal.open()["report"])
    if not journal.game:
        journal.start(b"after it")
    for _ in range(30):
        journal.append(2, b"goes on")
    again = Journal(root)
    assert again.open()["report"] == []
    assert again.last() == journal.last() and again.game == journal.game


@given(data=st.one_of(st.binary(max_size=600), damaged(kept("journal"), 2000)))
@with_kept("journal")
def test_any_file_in_the_place_of_a_game_leaves_a_journal_that_goes_on(data):
    root = new_folder()
    journal = _journal(root)
    journal.start(b"header")
    for number in range(5):
        journal.append(2, b"move %d" % number)
    (path,) = [
        str(one) for one in Path(root).rglob("*") if one.is_file() and one.stat().st_size > 20
    ]
    files.write(path, data)
    journal = _journal(root)
    if not journal.game:
        journal.start(b"after it")
    journal.append(2, b"goes on")
    journal = Journal(root)
    # What a later firmware has written is left alone, and said every time.
    assert all("newer firmware" in text for text in journal.open()["report"])
    assert journal.last()[2] == b"goes on"
