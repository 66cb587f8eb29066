# SPDX-License-Identifier: Apache-2.0
"""The card reader's state machine on a bad line, and with a reader that fails or is unplugged."""

from fake_pn532 import PAYLOAD, UID, Bench, Chip, ours

SPOILERS = (  # ways in which an answer comes damaged
    lambda frame: frame[:-2] + bytes((frame[-2] ^ 1, 0)),
    lambda frame: frame[:9] + bytes((frame[9] ^ 0x40,)) + frame[10:],
    lambda frame: frame[: len(frame) // 2],
    lambda frame: frame[3:],
    lambda frame: frame[:4] + b"\x55" + frame[5:],
    lambda frame: b"\x80\x00\xff\x12" + frame,
    lambda frame: frame[:0],
)


def with_a_card():
    """Return a bench on whose slot a card lies and was read."""
    bench = Bench().started().lay(ours())
    bench.run(500)
    return bench


def test_damaged_answers_are_asked_for_again_and_a_damaged_call_of_the_waiting_list_too():
    for number, spoil in enumerate(SPOILERS):
        for waited_ms, spoilt, ms in ((100, [None, spoil, None, spoil], 1500), (0, [spoil], 2600)):
            bench = Bench().started()
            bench.run(waited_ms)
            bench.chip.spoil = spoilt
            assert bench.lay(ours()).run(ms) == [("card", UID, PAYLOAD, "ok")], (number, waited_ms)


def test_bytes_in_small_pieces_are_enough():
    for piece in (2, 3, 7):
        bench = Bench()
        bench.chip.piece = piece
        assert bench.run(2000) == [("online",)], piece
        assert bench.lay(ours()).run(4000) == [("card", UID, PAYLOAD, "ok")], piece


def test_a_babbling_line_takes_the_reader_offline_and_no_longer():
    class Babbler(Chip):
        babble = False

        def any(self):
            if self.babble and len(self.out) < 40:
                self.out.extend(b"\x55\xaa\x00\xff\x13\x00" * 8)
            return Chip.any(self)

    for waiting in (True, False):
        bench = Bench(Babbler()).started()
        bench.lay(*[] if waiting else [ours()]).run(500)
        bench.chip.babble = True
        assert bench.lay(ours()).run(3000) == ([("card", UID, PAYLOAD, "ok")] if waiting else [])
        assert [event[0] for event in bench.plug(False).run(8000)] == ["offline"]
        bench.chip.babble = False
        assert bench.plug(True).run(6000) == [("online",)]


def test_lost_acknowledges_are_survived():
    bench = Bench().started().lay(ours())
    bench.chip.lose_acks = 2
    assert bench.run(1000) == [("card", UID, PAYLOAD, "ok")]
    assert bench.reader.status()["resent"] >= 1


def test_a_short_fault_of_the_reader_is_silent():
    bench = with_a_card()
    bench.plug(False).run(250)
    assert bench.plug(True).run(3000) == []


def test_another_chip_on_the_bus_is_named():
    bench = Bench()
    bench.chip.ic = 0x07
    events = bench.run(3000)
    assert events[0][0] == "offline" and "not a PN532" in events[0][1]


def test_a_chip_that_acknowledges_and_never_answers_goes_offline():
    bench = with_a_card()
    bench.chip.mute = True
    assert [event[0] for event in bench.run(6000)] == ["offline"]
