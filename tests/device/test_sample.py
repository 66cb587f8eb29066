# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A small program that has everything the firmware may have: what is sent of it, and that it does the same."""

import shutil
import subprocess
from pathlib import Path

from golden import same_lines

from tavle.device import build, fold, shared
from tavle.paths import micropython_bin

SAMPLE = Path(__file__).with_name("sample")
ASK = "from desk import said\nprint('\\n'.join(said()))\n"
GROUP = {"shop": ("shop.lid", "shop.box")}


def sent(monkeypatch, top):
    """Return the sources as they would be compiled for a table."""
    monkeypatch.setattr(build, "ALWAYS", GROUP)
    monkeypatch.setattr(build, "TOGETHER", {})
    monkeypatch.setattr(build, "_STAY", ("shop",))
    # What CPython's own objects have is not the same in all its versions.
    for module in (fold, shared):
        monkeypatch.setattr(module, "foreign", lambda: {"append", "run", "path", "name"})
    return build.sources(top)


def run(folder):
    """Return what the program says in MicroPython."""
    command = [micropython_bin(), "-c", ASK]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_what_is_sent_does_what_was_written(monkeypatch, tmp_path):
    shutil.copytree(SAMPLE, tmp_path / "written")
    before = run(tmp_path / "written")
    assert before.count("\n") == 16 and "the box of Bob is shut" in before
    (tmp_path / "written" / "main.py").write_text("from desk import said\n")
    made = sent(monkeypatch, tmp_path / "written")
    for name, text in made.items():
        path = tmp_path / "sent" / (name + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert run(tmp_path / "sent") == before
    lines = []
    for name, text in made.items():
        lines += [f"# {name}", *text.splitlines()]
    same_lines(SAMPLE / "sent.txt", lines)
