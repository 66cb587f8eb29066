# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle flash` against the emulated Pico: real MicroPython, its prompt, its littlefs. Minutes."""

import subprocess
import sys
import time

import pytest

from tavle import cli
from tavle.device import build
from tavle.sim.prepare import files_of, image
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec

pytestmark = [pytest.mark.pico, pytest.mark.long]

FLASH = ("flash", "--wait", "900", "--port")
SENT = ("app/assembly.mpy", "app/table/table.mpy")


def aged(files):
    """Return the files of a table at its prompt, of another version, with a file of the user."""
    changed = {path: files[path][:-1] + b"\xff" for path in SENT}
    others = {"app/gone.mpy": b"M\x06", "notes.txt": b"mine", "tavle/safe": b"1"}
    return {**files, **changed, **others}


def staged(target):
    """Return the bytes of what has arrived of a new version."""
    files = files_of(target.disk())
    return sum(len(data) for path, data in files.items() if path.startswith("new/"))


def test_a_killed_flash_is_run_again_and_the_table_plays(capsys):
    session = Session(TableSpec("partners-pawns", target="pico"))
    target = session.target
    session.power(False)
    target.flash = image(aged(files_of(target.flash)))
    session.power(True)
    with PtyBridge(session) as pico:
        port = pico.cable.port
        first = subprocess.Popen([sys.executable, "-m", "tavle", *FLASH, port])
        while first.poll() is None and not pico.do(lambda: staged(target)):
            time.sleep(0.5)
        first.kill()
        assert first.wait() < 0, "killed while it sends"
        assert cli.run([*FLASH, port]) == 0
        after = pico.do(lambda: files_of(target.disk()))
    assert pico.failure is None
    out = capsys.readouterr().out
    assert "removed 1" in out and "The table plays: Tavle" in out
    firmware = {path.lstrip("/"): data for path, data in build.compiled(build.BYTECODE).items()}
    ours = {path: data for path, data in after.items() if not path.startswith("tavle/")}
    assert ours == {**firmware, "notes.txt": b"mine"}
