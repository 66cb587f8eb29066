# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The progress bar of `tavle flash`: the step, and how much of the firmware has been sent."""

import io

import rich.console

from tavle.device.bar import Bar


def test_the_bar_shows_the_step_and_what_has_been_sent_and_leaves_nothing_behind(monkeypatch):
    console = rich.console.Console(file=io.StringIO(), width=80, force_terminal=True)
    monkeypatch.setattr(rich.console, "Console", lambda **_: console)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Bar() as bar:
        bar.step("send")
        bar.total(1000)
        bar.sent(300)
        bar.sent(200)
    said = console.file.getvalue()
    assert "send" in said and "0.5/1.0 kB" in said
    assert said.endswith("\x1b[2K"), "the line is cleared"
