# SPDX-License-Identifier: Apache-2.0
"""The card reader's state machine against a scripted PN532 on a UART."""

from fake_pn532 import PAYLOAD, UID, Bench, ours
from helpers_noalloc import no_alloc

from drivers.pn532.reader import targets


def test_crc_errors_mean_the_card_is_there():
    bench = Bench().started()
    tag = ours()
    tag.read_status = [2, 2, 3, 2, 1, 2, 2, 2, 2]
    assert bench.lay(tag).run(1500) == [("card", UID, PAYLOAD, "ok")]
    assert bench.reader.status()["tag_errors"] == 9


def test_damage_that_lasts_is_an_error_event_once_and_no_card():
    bench = Bench().started()
    tag = ours()
    tag.read_status = [2] * 200
    events = bench.lay(tag).run(4000)
    assert [event[0] for event in events] == ["error"], events
    tag.read_status = []
    assert bench.run(1000) == [("card", UID, PAYLOAD, "ok")]


def test_a_tag_that_answers_its_id_but_no_read_is_announced_by_id():
    bench = Bench().started()
    tag = ours()
    tag.read_status = [0x14] * 200
    assert bench.lay(tag).run(2000) == [("card", UID, None, "unreadable")]
    assert bench.reader.status()["last_tag"] == "unreadable"


def test_a_card_taken_away_during_reading_is_nothing():
    bench = Bench().started()
    tag = ours()
    tag.read_status = [1] * 50
    bench.lay(tag).run(100)
    assert bench.lay().run(2000) == []
    assert bench.lay(ours()).run(300) == [("card", UID, PAYLOAD, "ok")]


def test_waiting_for_a_card_does_not_allocate():
    bench = Bench().started()
    bench.run(100)
    reader = bench.reader
    now = [bench.now_ms]

    def step():
        now[0] += 10
        return reader.step(now[0])

    assert no_alloc(step) is None


def test_a_list_of_tags_is_taken_only_when_it_ends_where_it_says():
    one = b"\x01\x00\x44\x00\x07" + UID
    card = b"\x02\x03\x44\x20\x04\x08\x01\x02\x03\x03\x75\x77"  # with an ATS of 3 bytes
    good = (
        (b"\x4b\x00", []),
        (b"\x4b\x01" + one, [(UID, 0)]),
        (b"\x4b\x02" + one + card, [(UID, 0), (b"\x08\x01\x02\x03", 0x20)]),
        (b"\x4b\x02" + card + one, [(b"\x08\x01\x02\x03", 0x20), (UID, 0)]),
        (b"\x4b\x01\x01\x00\x44\x00\x0a" + bytes(10), [(bytes(10), 0)]),
    )
    for answer, found in good:
        assert targets(bytearray(answer), len(answer)) == found, answer
        for length in range(len(answer)):
            assert targets(bytearray(answer), length) is None, (answer, length)
        longer = bytearray(answer + b"\x00")
        assert targets(longer, len(longer)) is None, answer
    for size in (0, 3, 5, 8, 11):
        answer = bytearray(b"\x4b\x01\x01\x00\x44\x00" + bytes((size,)) + bytes(size))
        assert targets(answer, len(answer)) is None, size
    none = bytearray(b"\x4b\x01\x01\x00\x44\x20\x04\x08\x01\x02\x03\x00")
    assert targets(none, len(none)) is None, "an ATS counts its own length"
