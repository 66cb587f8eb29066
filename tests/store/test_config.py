# SPDX-License-Identifier: Apache-2.0
"""The settings: every way their file can be wrong gives a sentence and a default."""

from refusal import refusal
from tempdir import new_folder

from boards import r1_pico2
from store import files
from store.config import VERSION, BadSetting, Config, points

POINTS = points(r1_pico2)


def point_of(name):
    return next(one for one in POINTS if one.name == name)


def config_with(text):
    path = new_folder() + "/config.json"
    files.write(path, text if isinstance(text, bytes) else text.encode())
    config = Config(path)
    return config, config.load()


def refused(function, *arguments):
    return refusal(BadSetting, function, *arguments)


def test_every_default_is_valid():
    for one in POINTS:
        assert one.problem(one.default) == "", one.name
        assert one.safe is None or one.problem(one.safe) == "", one.name
        assert one.danger == (one.safe is not None) and one.help.endswith(".")
    names = [one.name for one in POINTS]
    assert len(set(names)) == len(names)


def test_without_a_file_everything_has_its_default():
    config = Config(new_folder() + "/config.json")
    assert config.load() == []
    for name, value in config.items():
        assert value == point_of(name).default == value
    assert config["settle_ms"] == 600 and config["limit_ma"] == 2000


def test_what_is_saved_is_loaded():
    path = new_folder() + "/config.json"
    config = Config(path)
    values = {
        "rulebook": "ludo-norsk",
        "seats": [0, 2],
        "players": ["human", "easy", "normal", "hard"],
        "options": {"forced": "no"},
        "settle_ms": 1500,
        "hints": "pawns",
        "brightness": 5,
        "limit_ma": 900,
        "calm": True,
        "volume": 1,
        "sound": False,
        "fold": "trusted",
        "reader": "i2c",
        "board": "r1_pico2",
    }
    assert sorted(values) == sorted(one.name for one in POINTS)
    for name in [
        one.name for one in POINTS
    ]:  # seats and options belong to the rulebook before them
        config.set(name, values[name])
    config.save()
    other = Config(path)
    assert other.load() == []
    assert dict(other.items()) == values
    assert files.listdir(path.rsplit("/", 1)[0]) == ["config.json"]


def test_values_that_cannot_be():
    config = Config(new_folder() + "/config.json")
    for name, value in (
        ("settle_ms", 299), ("settle_ms", 1501), ("settle_ms", "600"), ("settle_ms", True),
        ("settle_ms", 600.5), ("hints", "loud"), ("hints", None), ("sound", 1), ("seats", [1]),
        ("seats", [0, 0]), ("seats", [2, 1]), ("seats", [0, 4]), ("seats", "01"),
        ("seats", [0, 1, 2, 3, 3]), ("players", ["easy"]), ("players", ["human"] * 3 + ["clever"]), ("options", []), ("options", {"a": None}), ("board", ""),
        ("board", "../x"), ("rulebook", "chess"), ("brightness", 0), ("limit_ma", 10**9),
        ("limit_ma", r1_pico2.LIMIT_MA + 1), ("limit_ma", 99),
    ):  # fmt: skip
        before = config[name]
        assert name in refused(config.set, name, value), (name, value)
        assert config[name] == before
    assert "no such setting" in refused(config.set, "colour", 1)
    assert "no such setting" in refused(lambda: config["colour"])


def test_a_file_written_by_hand_is_believed():
    config, report = config_with('{\n "hints": "off",\n "settle_ms": 800\n}\n')
    assert report == [] and config["hints"] == "off" and config["settle_ms"] == 800
    config, report = config_with('{"limit_ma": 1000}')
    assert report == [] and config["limit_ma"] == 1000


def test_names_that_are_no_text_are_no_settings():
    # MicroPython's JSON takes them, and commas and colons may be missing.
    for name in ("1", "null", "true", "-2.5"):
        config, report = config_with(
            '{%s: 2, "hints": "pawns", "options": {%s: 1}}' % (name, name)
        )
        assert report
        assert config["options"] == {} and config["rulebook"] == "partners-pawns"


def test_a_file_that_an_editor_gave_other_ends_of_lines_is_the_same():
    path = new_folder() + "/config.json"
    config = Config(path)
    config.load()
    config.set("settle_ms", 700)
    config.save()
    data = files.read(path).replace(b"\n", b"\r\n")
    config, report = config_with(data)
    assert report == [] and config["settle_ms"] == 700


def test_what_is_wrong_in_a_file_is_named_and_the_rest_taken():
    config, report = config_with('{"hints": "off", "settle_ms": 5, "colour": "red"}')
    assert config["hints"] == "off" and config["settle_ms"] == 600
    assert report == [
        "config: colour: there is no such setting",
        "config: settle_ms: must be 300 to 1500",
    ]


def test_a_file_that_is_no_settings_gives_defaults_and_a_safe_current():
    for text in ("", "[]", "7", "{", "null", '{"hints": ', b"\xff\xfe\x00", "\n\n", "}{", '"x"'):
        config, report = config_with(text)
        assert (len(report) == 1) == bool(text), text
        for name, value in config.items():
            one = point_of(name)
            assert value == (one.safe if one.danger and text else one.default), (text, name)


def test_a_damaged_file_costs_the_dangerous_settings_only():
    path = new_folder() + "/config.json"
    config = Config(path)
    config.set("limit_ma", 1500)
    config.set("settle_ms", 700)
    config.save()
    files.write(path, files.read(path).replace(b"700", b"900").replace(b"1500", b"1800"))
    report = config.load()
    assert report[0] == "config: checksum does not match" and len(report) == 4
    assert config["limit_ma"] == 250 and config["settle_ms"] == 900


def test_another_version_is_refused():
    for version in (0, VERSION + 1, "x", None):
        text = '{"version": %s, "settle_ms": 900}' % ('"x"' if version == "x" else version or 0)
        config, report = config_with(text)
        assert config["settle_ms"] == 600 and config["limit_ma"] == r1_pico2.LIMIT_USB_MA
        assert len(report) == 1 and "is not known, every setting has its default" in report[0]


def test_a_file_far_too_large_is_set_aside():
    path = new_folder() + "/config.json"
    files.write(path, b"{" + b" " * 100_000 + b"}")
    config = Config(path)
    report = config.load()
    assert report[0] == "config.json: larger than 4096 bytes; it is kept as config.json.bad"
    assert config["limit_ma"] == r1_pico2.LIMIT_USB_MA
    config.save()
    assert Config(path).load() == []
    assert files.listdir(path.rsplit("/", 1)[0]) == ["config.json", "config.json.bad"]


class Facts:
    """A board with another supply."""

    LIMIT_MA = 700
    LIMIT_USB_MA = 90
    READER_BUS = "i2c"


def test_what_is_electrical_comes_from_the_board_file():
    found = {one.name: one for one in points(Facts)}
    assert found["limit_ma"].default == 700 and found["limit_ma"].safe == 90
    assert found["limit_ma"].problem(700) == ""
    assert found["limit_ma"].problem(701) == "must be 90 to 700"
    assert found["reader"].default == found["reader"].safe == "i2c"


def test_a_board_that_is_not_there_is_refused():
    config = Config(new_folder() + "/config.json")
    for name in ("pico2", "partners", "r1_pico3", "", "..", "r1_pico2.NAME", 7, None, [1]):
        assert "board: " in refused(config.set, "board", name), name
    config.set("board", "r1_pico2")
    assert config.facts.NAME == "r1_pico2"
    config, report = config_with('{"board": "pico2", "settle_ms": 900}')
    assert report == ["config: board: there is no board file of that name"]
    assert config["board"] == "r1_pico2" and config["settle_ms"] == 900


def test_one_bit_wrong_anywhere_never_stops_the_table():
    path = new_folder() + "/config.json"
    config = Config(path)
    config.set("limit_ma", 1500)
    config.save()
    good = files.read(path)
    for at in range(len(good)):
        for bit in (1, 4, 32, 128):
            bad = bytearray(good)
            bad[at] ^= bit
            files.write(path, bad)
            report = config.load()
            assert report or config["limit_ma"] == 1500, at
            for name, value in config.items():
                assert point_of(name).problem(value) == "", (at, name)
