# SPDX-License-Identifier: Apache-2.0
"""The reader against the simulator's PN532 and NTAG models, on both buses."""

from fake_pn532 import OTHER, PAYLOAD, UID
from model_pn532 import Bench, card, started, words

from drivers import cardid, ndef, ndefwrite
from tavle.sim.chips import ntag

BUSES = ("uart", "i2c")
READ = ("card", UID, PAYLOAD, "ok")


def test_card_laid_lying_taken_and_laid_again():
    for bus in BUSES:
        for irq in (False, True):
            bench = started(bus, irq=irq)
            for _ in range(3):
                assert bench.lay(UID, card()).run(400) == [READ], bus
                assert bench.run(4000) == [] and bench.reader.status()["last_tag"] == "ok", bus
                assert bench.take().run(1000) == [("removed",)], bus
                assert bench.run(2500) == [], bus


def test_every_kind_of_sticker():
    for bus in BUSES:
        for kind in ("ntag213", "ntag215", "ntag216"):
            bench = started(bus)
            assert bench.lay(UID, card(kind=kind), kind).run(400) == [READ], (bus, kind)
            assert bench.take().run(1000) == [("removed",)]
            assert bench.lay(UID, None, kind).run(400) == [("card", UID, None, "blank")], (
                bus,
                kind,
            )
            assert bench.reader.last_tag == "blank"
    bench = started("uart")
    assert bench.lay(b"\x01\x02\x03\x04", b"\x01\x02\x03\x04", "uid4").run(3000) == [
        ("card", b"\x01\x02\x03\x04", None, "not a Type 2 tag")
    ]


def test_two_cards_then_one_and_a_change_of_cards_without_a_gap():
    for bus in BUSES:
        bench = started(bus).lay(UID, card())
        assert bench.lay(OTHER, card(OTHER)).run(3000) == [("two",)], bus
        assert bench.take(UID).run(2000) == [("card", OTHER, PAYLOAD, "ok")], bus
        bench.take()
        assert bench.lay(UID, card()).run(1000) == [("removed",), READ], bus


def test_stacked_cards_that_detune_the_coil_are_nothing_until_one_is_gone():
    bench = started("uart")
    bench.chip.radio.detuned = True
    assert bench.lay(UID, card()).run(3000) == []
    bench.chip.radio.detuned = False
    assert bench.run(500) == [READ]


def test_write_read_back_lock():
    for bus in BUSES:
        bench = started(bus)
        assert bench.lay(UID).run(400) == [("card", UID, None, "blank")]
        assert bench.reader.write_payload(UID, PAYLOAD)
        assert bench.run(2000) == [("written", UID, "ok")], bus
        assert bytes(bench.memory(UID)[16:21]) == b"\x01\x03\xa0\x0c\x34"
        bench.take()
        bench.run(1000)
        # What the tag holds is what a new look finds.
        bench.chip.lay(UID, "ntag213", bytes(card()), bench.now_us)
        assert bench.run(400) == [READ]
        assert bench.reader.lock_tag(UID, PAYLOAD)
        assert bench.run(2000) == [("locked", UID, "ok")], bus
        other = cardid.build(2, 1, 1)
        assert bench.reader.write_payload(UID, other)
        assert bench.run(3000) == [("written", UID, "read only")], bus
        # Also with the capability container out of the way the tag itself refuses.
        bench.memory(UID)[15] = 0
        assert bench.reader.write_payload(UID, other)
        assert bench.run(3000) == [("written", UID, "failed")], bus
        assert bench.run(3000) == []


def test_foreign_content_is_spared():
    memory = bytearray(ntag.fresh_memory("ntag213", UID))
    memory[16:30] = b"\x03\x0b\xd1\x01\x07T\x02enabcd\xfe"
    for bus in BUSES:
        bench = started(bus)
        assert bench.lay(UID, memory).run(400) == [("card", UID, None, "foreign")]
        bench.reader.write_payload(UID, PAYLOAD)
        assert bench.run(2000) == [("written", UID, "foreign")]
        assert bench.memory(UID) == memory
        bench.reader.write_payload(UID, PAYLOAD, True)
        assert bench.run(2000) == [("written", UID, "ok")]


def test_noise_costs_time_and_no_card():
    for bus in BUSES:
        for seed in range(12):
            bench = started(bus, seed=seed)
            bench.chip.radio.errors = 0.1 + 0.02 * seed
            for _ in range(4):
                events = bench.lay(UID, card()).run(6000)
                assert events == [READ], (bus, seed, events)
                events = bench.take().run(3000)
                assert events == [("removed",)], (bus, seed, events)


def test_noise_while_writing_never_leaves_a_wrong_record():
    for bus in BUSES:
        for seed in range(8):
            bench = started(bus, seed=seed)
            assert bench.lay(UID).run(400) == [("card", UID, None, "blank")]
            bench.chip.radio.errors = 0.15
            bench.reader.write_payload(UID, PAYLOAD)
            events = bench.run(15000)
            assert events == [("written", UID, "ok")], (bus, seed, events)
            memory = bench.memory(UID)
            assert ndefwrite.read(bytes(memory[12:16]), bytes(memory[16:])) == (ndef.OK, PAYLOAD)


def test_unplugged_and_back():
    for bus in BUSES:
        for reset in (True, False):
            bench = started(bus, reset=reset)
            assert bench.lay(UID, card()).run(400) == [READ]
            bench.chip.plug(False, bench.now_us)
            assert words(bench.run(5000)) == ["offline"], bus
            bench.chip.plug(True, bench.now_us)
            assert bench.run(6000) == [("online",)], (bus, reset)
            assert bench.take().run(1500) == [("removed",)], bus


def test_power_dip_of_the_reader_heals_in_silence():
    for bus in BUSES:
        for reset in (True, False):
            bench = started(bus, reset=reset)
            bench.chip.power_up(bench.now_us)
            bench.run(3000)
            assert bench.reader.online
            bench.lay(UID, card())
            assert READ in bench.run(1000), (bus, reset)


def test_no_reader_at_power_up_is_told_and_its_coming_too():
    for bus in BUSES:
        bench = Bench(bus)
        bench.chip.plug(False, bench.now_us)
        assert words(bench.run(10000)) == ["offline"]
        bench.chip.plug(True, bench.now_us)
        assert bench.run(6000) == [("online",)]


def test_slow_and_uneven_steps():
    for bus in BUSES:
        bench = started(bus).lay(UID, card())
        events = []
        for step_ms in (10, 250, 10, 90, 400, 30) * 10:
            events += bench.run(step_ms, step_ms)
        assert events == [READ], bus
        bench.take()
        for step_ms in (10, 250, 10, 90, 400, 30) * 8:
            events += bench.run(step_ms, step_ms)
        assert events[1:] == [("removed",)], bus
