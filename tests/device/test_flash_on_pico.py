# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle flash` against the emulated Pico: real MicroPython, its prompt, its littlefs. Minutes."""

import pytest
from helpers_pico import PicoPort

from tavle import cli
from tavle.device import build
from tavle.sim.prepare import files_of, image

pytestmark = [pytest.mark.pico, pytest.mark.long]


def aged(flash):
    """Return the file system with an older module, a stray source and a file of the user."""
    files = files_of(flash)
    files["ticks.mpy"] = files["ticks.mpy"][:-1] + b"\xff"
    files["app/table/messages.py"] = b"print('of an older version')\n"
    files["app/gone.mpy"] = b"M\x06"
    files["notes.txt"] = b"mine"
    return image(files)


def test_a_playing_pico_gets_what_changed_and_plays_again(capsys, monkeypatch):
    files = build.compiled(6)  # once: the sources may be edited meanwhile
    monkeypatch.setattr(build, "compiled", lambda mpy: files)
    with PicoPort(change=aged) as pico:
        before = pico.files()
        assert cli.run(["flash", "--port", pico.cable.port, "--wait", "900"]) == 0
        after = pico.files()
    assert pico.failure is None
    out = capsys.readouterr().out
    assert "sent 1 files" in out
    assert "removed 2" in out
    assert "The table plays: Tavle" in out
    firmware = {path.lstrip("/"): data for path, data in files.items()}
    ours = {path: data for path, data in after.items() if not path.startswith("tavle/")}
    assert ours == {**firmware, "notes.txt": b"mine"}
    assert after["tavle/config.json"] == before["tavle/config.json"]
