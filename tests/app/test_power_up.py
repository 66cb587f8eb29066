# SPDX-License-Identifier: Apache-2.0
"""What a table is put together from: settings, what was learnt, and what is damaged of it."""

from fake_machine import MACHINE
from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app.assembly import throw_die
from boards import partners
from store import wiring
from store.journal import Journal

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SORRY = "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"


def test_a_chain_that_the_scanner_cannot_drive_is_refused():
    MACHINE.power_on()
    from drivers import scanprogram

    assert "after /PL" in refusal(ValueError, scanprogram.make, 16, 17, 19, 15, None)
    assert "1 to 15 chips" in refusal(ValueError, scanprogram.make, 16, 17, 18, 16, None)
    assert scanprogram.make(16, 17, 18, 15, None).n_chips == 15


def test_the_reader_is_on_i2c_when_the_setting_says_so():
    WholeTable(new_folder(), LINE, {"reader": "i2c"})
    i2c = MACHINE.buses["i2c"]
    assert "uart" not in MACHINE.buses
    assert i2c.number == 1 and i2c.how["freq"] == 400_000 and i2c.how["timeout"] >= 1000
    assert (i2c.how["sda"].number, i2c.how["scl"].number) == (2, 3)
    irq = MACHINE.pins[7]
    assert irq.mode == irq.IN and irq.pull == irq.PULL_UP


def test_a_reader_that_does_not_answer_is_reset_by_its_own_wire():
    for bus in ("uart", "i2c"):
        reader = WholeTable(new_folder(), LINE, {"reader": bus}).real_reader
        levels = []
        MACHINE.pins[6].value = levels.append
        for now_ms in range(0, 3000, 3):
            reader.step(now_ms)
        assert levels[:2] == [0, 1] and len(levels) > 2, bus


def test_sound_brightness_and_the_limit_are_as_they_were_set():
    one = WholeTable(new_folder(), LINE, {"sound": False, "brightness": 10, "limit_ma": 600})
    assert one.system.hardware.buzzer.muted
    assert one.system.lights.limit_ma == 600
    one.run(1200)
    loud = WholeTable(new_folder(), LINE)
    assert not loud.system.hardware.buzzer.muted
    loud.run(1200)
    dim, bright = max(one.system.display.frame), max(loud.system.display.frame)
    assert 0 < dim < bright


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


def test_damaged_files_are_told_once_each_and_the_table_starts():
    folder = new_folder()
    WholeTable(folder, LINE)
    for name in ("wiring.bin", "tags.bin", "config.json", "seats.bin"):
        with open(folder + "/" + name, "w") as file:
            file.write("nonsense that is neither")
    one = WholeTable(folder)
    said = [text for text, over in one.faults("store") if not over]
    for word in ("wiring", "config", "seats.bin"):
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
    c, d = partners.LED[partners.RING[20]], partners.LED[partners.RING[30]]
    lights[c], lights[d] = d, c
    wiring.save(folder + "/wiring.bin", partners.GAME, bytes(sensors), bytes(lights))
    one = WholeTable(folder, LINE)
    assert tuple(bytes(x) for x in one.system.wires) == (bytes(sensors), bytes(lights))
    assert one.map.spot_of_bit[b] == 5 and one.map.spot_of_bit[a] == 6
    assert not one.faults("store")
    lit = one.run(500).card("5").run(500).lit()
    assert lit["30"] == "movable" and "20" not in lit, "its light is soldered where 30's should be"


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
    thrown = [throw_die(6) for _ in range(600)]
    assert sorted(set(thrown)) == [1, 2, 3, 4, 5, 6]
    assert min([thrown.count(face) for face in range(1, 7)]) > 50
