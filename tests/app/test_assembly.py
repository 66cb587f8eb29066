# SPDX-License-Identifier: Apache-2.0
"""What a table is put together from: pins, speeds, settings, what was learnt, and what is damaged of it."""

from fake_machine import MACHINE, RP2
from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app import assembly
from app.system import throw_die
from boards import partners, r1_pico2
from drivers.hc165 import SCAN_MS
from store import wiring
from store.journal import Journal

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SORRY = "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"


def test_every_part_is_on_the_pin_and_runs_at_the_speed_of_the_board_file():
    one = WholeTable(new_folder(), LINE)
    pins, buses = MACHINE.pins, MACHINE.buses
    machine = RP2.machine
    assert machine.number == 0 and machine.how["freq"] == 1_000_000, "CLK at half of it"
    assert machine.how["in_base"].number == 16 and machine.how["in_base"].mode == 0
    assert machine.how["sideset_base"].number == 17, "/PL, and CLK on the next one"
    assert r1_pico2.PIN_CHAIN_SCK == 18
    assert one.system.hardware.chain.n_chips == partners.N_CHIPS + 1, "the button chip is the last"
    uart = buses["uart"]
    assert uart.number == 1 and uart.how["baudrate"] == 115_200
    assert (uart.how["tx"].number, uart.how["rx"].number) == (4, 5)
    assert uart.how["timeout"] == 0 and uart.how["rxbuf"] == 256, "a read never waits"
    assert "i2c" not in buses
    assert pins[6].mode == pins[6].OUT and pins[6].level == 1, (
        "the reader is not held in its reset"
    )
    assert buses["pwm"].pin.number == 15
    assert pins[26].mode == pins[26].IN
    assert pins[25].mode == pins[25].OUT and pins[25].level == 1
    pin, frame = MACHINE.frames[0]
    assert pin == 22
    assert frame == bytes(3 * partners.N_LEDS), "dark at first"
    assert one.system.hardware.board == "r1_pico2"


def test_the_pio_and_a_channel_scan_the_chain_once_the_table_has_begun():
    one = WholeTable(new_folder(), LINE)
    machine, dma = RP2.machine, RP2.dma
    program, how = machine.program
    assert program.__name__ == "program" and how["autopush"] and how["push_thresh"] == 32
    assert machine.on and dma.on and machine.restarts == 2, "for the first look, and at the end"
    assert dma.to["read"] == 0x50200020 and len(dma.to["write"]) == 512
    assert dma.how == {
        "size": 2, "inc_read": False, "inc_write": True, "ring_sel": True, "ring_size": 9, "treq_sel": 4, "bswap": True,
    }  # fmt: skip
    chain = one.system.hardware.chain
    chain.changed()
    one.clock.now_ms = chain.scanned_ms + SCAN_MS
    scans = chain.scans
    RP2.scan()
    chain.changed()
    assert chain.scans == scans + 1 and chain.scanned_ms == one.now


def test_a_chain_that_the_scanner_cannot_drive_is_refused():
    MACHINE.power_on()
    from drivers import scanprogram

    assert "after /PL" in refusal(ValueError, scanprogram.make, 16, 17, 19, 15, None)
    assert "1 to 15 chips" in refusal(ValueError, scanprogram.make, 16, 17, 18, 16, None)
    assert scanprogram.make(16, 17, 18, 15, None).n_chips == 15


def test_the_ring_of_scans_lies_where_the_channel_wants_it():
    MACHINE.power_on()
    from drivers import scanprogram

    for addresses, tries in (
        ([1024], 1),
        ([1040, 512], 2),
        ([1040, 1040, 2048], 3),
        ([48] * 31, 31),
    ):
        addressed, real = Uctypes(addresses), scanprogram.uctypes
        scanprogram.uctypes = addressed
        try:
            ring = scanprogram._aligned()
        finally:
            scanprogram.uctypes = real
        assert len(addressed.asked) == tries and len(ring) == 512
        last = addressed.asked[-1]
        if tries < 31:
            assert ring is last
        else:  # part of a larger piece
            ring[0] = 7
            assert last[512 - 48] == 7 and len(last) == 1024


def test_what_lies_between_two_rings_brings_the_next_one_where_it_belongs():
    MACHINE.power_on()
    from drivers import scanprogram

    sizes = []

    def noted(size):
        sizes.append(size)
        return bytearray(size)

    real = scanprogram.uctypes
    scanprogram.uctypes = Uctypes([1040, 1040, 1040, 1040, 2048])
    scanprogram.bytearray = noted
    try:
        scanprogram._aligned()
    finally:
        scanprogram.uctypes = real
        del scanprogram.bytearray
    # From 1040 it is 496 to the next multiple of 512: a ring more, less what two heads take, or one, or none.
    assert sizes == [512, 512 + 496, 512, 512 + 480, 512, 512 + 464, 512, 512 + 496, 512]


class Uctypes:
    """Instead of `uctypes`: tells the addresses that a test says."""

    def __init__(self, addresses):
        self._addresses = list(addresses)
        self.asked = []

    def addressof(self, data):
        self.asked.append(data)
        return self._addresses.pop(0)


def test_the_reader_is_on_i2c_when_the_setting_says_so():
    WholeTable(new_folder(), LINE, {"reader": "i2c"})
    i2c = MACHINE.buses["i2c"]
    assert "uart" not in MACHINE.buses
    assert i2c.number == 1 and i2c.how["freq"] == 400_000 and i2c.how["timeout"] >= 1000
    assert (i2c.how["sda"].number, i2c.how["scl"].number) == (2, 3)
    irq = MACHINE.pins[7]
    assert irq.mode == irq.IN and irq.pull == irq.PULL_UP


def test_a_reader_whose_wire_says_that_nothing_waits_is_asked_one_time_in_eight():
    MACHINE.power_on()
    transport = assembly._transport(r1_pico2, "i2c")
    asked = []
    transport._readfrom_into = lambda address, into: asked.append(address)
    for level, times in ((1, 2), (0, 16)):
        MACHINE.pins[7].level = level
        del asked[:]
        for _ in range(16):
            transport.read(6)
        assert asked == [0x24] * times, level


def test_a_reader_that_does_not_answer_is_reset_by_its_own_wire():
    for bus in ("uart", "i2c"):
        reader = WholeTable(new_folder(), LINE, {"reader": bus}).real_reader
        levels = []
        MACHINE.pins[6].value = levels.append
        for now_ms in range(0, 3000, 3):
            reader.step(now_ms)
        assert levels[:2] == [0, 1] and len(levels) > 2, bus


def test_the_reader_talks_over_the_bus_of_the_setting():
    for bus, name in (("i2c", "I2cTransport"), ("uart", "UartTransport")):
        MACHINE.power_on()
        assert type(assembly._transport(r1_pico2, bus)).__name__ == name


def test_sound_brightness_and_the_limit_are_as_they_were_set():
    one = WholeTable(new_folder(), LINE, {"sound": False, "brightness": 10, "limit_ma": 600})
    assert one.system.hardware.buzzer.muted
    assert one.system.lights.limit_ma == 600
    one.run(1200)
    loud = WholeTable(new_folder(), LINE)
    assert not loud.system.hardware.buzzer.muted
    loud.run(1200)
    dim, bright = max(one.system.frame), max(loud.system.frame)
    assert 0 < dim < bright


def test_what_the_lights_may_draw_is_less_where_usb_alone_gives_the_power():
    one = WholeTable(new_folder(), LINE)
    hardware = one.system.hardware
    supply = MACHINE.pins[26]
    for wanted_ma, external_ma, usb_ma in ((2000, 2000, 250), (250, 250, 250), (100, 100, 100)):
        supply.level = 1
        assert hardware.limit_ma(wanted_ma) == external_ma
        supply.level = 0
        assert hardware.limit_ma(wanted_ma) == usb_ma


def test_the_game_in_the_journal_is_taken_up_whatever_the_settings_say():
    folder = new_folder()
    WholeTable(folder, SORRY)
    one = WholeTable(folder, settings={"rulebook": "partners-pawns"})
    assert one.system.table.line() == SORRY
    assert one.system.layout.GAME == "sorry"


def test_without_a_game_one_of_the_settings_rulebook_and_seats_is_set_up():
    one = WholeTable(new_folder(), settings={"rulebook": "sorry", "seats": [0, 2]})
    assert one.system.match.game.rulebook == "sorry" and one.system.match.game.seats == (0, 2)
    assert one.system.table.phase_name == "setup" or one.named("ready")
    plain = WholeTable(new_folder())
    assert plain.system.match.game.rulebook == "partners-pawns"
    assert plain.system.match.game.seats == (0, 1, 2, 3)


def test_options_of_the_settings_are_those_of_the_game():
    one = WholeTable(new_folder(), settings={"rulebook": "ludo-norsk"})
    name = sorted(one.system.match.game.options)[0]
    default = one.system.match.game.options[name]
    from rules import load

    for value in ("on", "off", "yes", "no", True, False, "1", "2", 1, 2, 3):
        try:
            load("ludo-norsk", None, {name: value})
        except ValueError:
            continue
        if value != default:
            break
    other = WholeTable(new_folder(), settings={"rulebook": "ludo-norsk", "options": {name: value}})
    assert other.system.match.game.options[name] == value != default


def test_seats_that_do_not_fit_the_rulebook_are_told_and_its_own_are_taken():
    one = WholeTable(new_folder(), settings={"rulebook": "partners-pawns", "seats": [0, 1]})
    assert one.system.match.game.seats == (0, 1, 2, 3)
    assert any("config" in text and "rulebook's own" in text for text, _ in one.faults("store"))


def test_damaged_files_are_told_once_each_and_the_table_starts():
    folder = new_folder()
    WholeTable(folder, LINE)
    for name in ("wiring.bin", "tags.bin", "config.json"):
        with open(folder + "/" + name, "w") as file:
            file.write("nonsense that is neither")
    one = WholeTable(folder)
    said = [text for text, over in one.faults("store") if not over]
    for word in ("wiring", "config"):
        assert len([text for text in said if word in text]) == 1, said
    assert any("sticker" in text or "tags" in text for text in said), said
    assert one.system.wires == (None, None)
    assert one.system.table.line() == LINE


def test_a_learnt_wiring_says_which_reed_and_which_light_belongs_to_a_space():
    folder = new_folder()
    sensors = bytearray(range(partners.N_BITS))
    a, b = partners.RING[4], partners.RING[5]
    sensors[a], sensors[b] = b, a
    lights = bytearray(range(partners.N_LEDS))
    lights[0], lights[1] = 1, 0
    wiring.save(folder + "/wiring.bin", partners.GAME, bytes(sensors), bytes(lights))
    one = WholeTable(folder, LINE)
    assert tuple(bytes(x) for x in one.system.wires) == (bytes(sensors), bytes(lights))
    assert one.map.spot_of_bit[b] == 5 and one.map.spot_of_bit[a] == 6
    assert not one.faults("store")


def test_computers_are_seated_at_power_up_when_somebody_asked_for_them():
    people = ["human"] * 4
    for players, seated in (
        ([], False),
        (people, False),
        (["human", "easy", "human", "human"], True),
    ):
        one = WholeTable(new_folder(), LINE, {"players": players})
        assert (one.system.table.computers is not None) == seated, players
    folder = new_folder()
    one = WholeTable(folder, LINE)
    one.request("seats", seats={"blue": "hard"})
    again = WholeTable(folder)  # the file of the seats tells it
    assert again.request("seats")["seats"]["blue"] == "hard"
    assert again.system.table.computers is not None


def test_a_journal_of_another_format_is_told_and_a_new_game_set_up():
    folder = new_folder()
    journal = Journal(folder)
    journal.open()
    journal.start(b"\x05chess")
    one = WholeTable(folder)
    assert any("a new game is set up" in text for text, _ in one.faults("store"))
    assert one.system.table.line().startswith("partners-pawns green:h,h,h,h")


def test_a_die_has_six_faces_and_each_comes():
    thrown = [throw_die() for _ in range(600)]
    assert sorted(set(thrown)) == [1, 2, 3, 4, 5, 6]
    assert min([thrown.count(face) for face in range(1, 7)]) > 50


def test_buttons_are_held_for_less_than_a_second_and_the_tables_for_a_second_and_a_half():
    one = WholeTable(new_folder(), LINE).run(500)
    before = len(one.events)
    for button, hold_ms in ((1, 700), (4, 1500)):
        heard = []
        one.system.table.button = lambda *given, heard=heard: heard.append(given)
        begun = one.now
        one.pressed = 1 << button
        one.run(hold_ms + 200)
        one.pressed = 0
        one.run(200)
        held = [now_ms - begun for now_ms, event, _ in heard if event == 0x30 | button]
        assert len(held) == 1 and hold_ms <= held[0] <= hold_ms + 20, (button, heard)
    assert len(one.events) >= before
