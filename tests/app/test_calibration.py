# SPDX-License-Identifier: Apache-2.0
"""The bookkeeping of learning, and games on their way to the host."""

from binascii import a2b_base64

from refusal import refusal
from tempdir import new_folder

from app.requests import RequestError
from app.service import records
from app.service.calibration import NONE, Calibration, board_order, space_name
from boards import ludo, partners, sorry
from rules import load
from store import files, wiring
from store.journal import Journal

BOARDS = (("partners-pawns", partners), ("ludo-norsk", ludo), ("sorry", sorry))


def test_the_walk_visits_every_space_once_and_every_space_has_its_name():
    for rulebook, layout in BOARDS:
        order = board_order(layout)
        assert sorted(order) == list(range(layout.N_BITS))
        colours = load(rulebook).colours
        names = [space_name(layout, colours, space) for space in order]
        assert len(set(names)) == layout.N_BITS
        wanted = [str(n) for n in range(len(layout.RING))]
        for colour in colours:
            wanted += ["%s:z%d" % (colour, n + 1) for n in range(len(layout.ROW) // 4)]
            wanted += ["%s:h%d" % (colour, n) for n in range(len(layout.HOME) // 4)]
            wanted += ["%s:f%d" % (colour, n) for n in range(len(layout.FIN) // 4)]
        assert sorted(names) == sorted(wanted)
        assert names[:2] == ["0", "1"] and names[len(layout.RING)] == colours[0] + ":z1"
        assert space_name(layout, colours, layout.HOME[7]) == colours[1] + ":h3"


def test_unfinished_work_comes_back_and_belongs_to_one_layout():
    path = new_folder() + "/learn.part"
    work = Calibration(path, partners)
    assert not work.load()
    work.reset(True)
    work.inputs[5] = 17
    work.lights[0] = 95
    work.save()
    again = Calibration(path, partners)
    assert again.load() and again.walk
    assert again.inputs == work.inputs and again.lights == work.lights
    assert again.missing == 92 + 96 - 2 and not again.complete
    assert again.space_of(17) == 5 and again.space_of(5) == NONE and again.light_of(95) == 0
    assert not Calibration(path, ludo).load()
    data = bytearray(files.read(path))
    data[30] ^= 1
    files.write(path, data)
    assert not Calibration(path, partners).load()


def test_a_silent_space_gets_a_free_input_and_stays_open():
    root = new_folder()
    work = Calibration(root + "/learn.part", partners)
    for i in range(92):
        work.inputs[i] = (i + 1) % 92
    work.inputs[10] = NONE
    work.inputs[91] = NONE
    work.save()
    work.finish(root + "/wiring.bin")
    inputs = wiring.load(root + "/wiring.bin", "partners", 92, 96)[0]
    assert inputs[9] == 10 and len(set(inputs)) == 92 and {inputs[10], inputs[91]} <= {0, 11, 92}
    assert Calibration(root + "/learn.part", partners).load()


class System:
    """As much of a table as the records need."""

    reading = None

    def __init__(self, root):
        self.journal = Journal(root)
        self.journal.open()


def ask(system, word, **fields):
    return getattr(records, "do_" + word)(system, fields, 0)


def stream(system):
    data = bytearray()
    while True:
        said = ask(system, "read", game=1, at=len(data))
        data += a2b_base64(said["data"])
        if said["end"]:
            return bytes(data)


def test_a_stream_holds_every_record_whatever_its_length():
    system = System(new_folder())
    system.journal.start(b"header")
    wanted = b"\x00\x00\x00\x00\x00\x06header"
    for n in range(1, 40):
        payload = bytes(range(n * 5 % 200))
        system.journal.append(2, payload)
        wanted += bytes((n, 0, 2, n - 1, 0, len(payload))) + payload
    assert stream(system) == wanted
    assert system.reading is None
    assert ask(system, "list")["games"][0][0] == 1


def test_a_finished_game_is_fetched_and_deleted_once_and_the_one_played_never():
    system = System(new_folder())
    for name in (b"one", b"two", b"three"):
        system.journal.start(name)
    games = [(1, False), (2, False), (3, False)]

    def listed():
        return [(game[0], game[2]) for game in ask(system, "list")["games"]]

    assert listed() == games and ask(system, "list")["live"] == 3
    assert ask(system, "fetched", game=1) == {}
    assert listed() == [(1, True), (2, False), (3, False)]
    assert ask(system, "delete", game=1) == {}
    assert listed() == games[1:]
    for word in ("delete", "fetched"):
        assert refusal(RequestError, ask, system, word, game=1), "it is gone"
        assert refusal(RequestError, ask, system, word, game=3), "it is being played"
    assert ask(system, "delete", game=2) == {}, "also one that nobody has fetched"
    assert listed() == games[2:]


def test_a_segment_that_turns_bad_on_the_way_is_an_error_and_not_the_end():
    system = System(new_folder())
    system.journal.start(b"header")
    for _ in range(200):
        system.journal.append(2, bytes(42))
    said = ask(system, "read", game=1, at=0)
    files.write(system.journal.root + "/games/00001-001.seg", b"x" * 20000)
    at = 0
    try:
        while not said["end"]:
            at = system.reading.at
            said = ask(system, "read", game=1, at=at)
        raise AssertionError("a shorter game passed for the whole one")
    except RequestError as error:
        assert "larger than 8192" in str(error)
    assert system.reading is None and at > 96
