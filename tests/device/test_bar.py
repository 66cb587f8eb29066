# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The progress bar of `tavle flash`: the step, and how much of the firmware has been sent."""

import io

import rich.console

from tavle.device.bar import Bar


def shown(bar):
    """Return the line of a bar as a terminal of 80 columns shows it."""
    console = rich.console.Console(file=io.StringIO(), width=80)
    console.print(bar._progress.get_renderable())
    return console.file.getvalue().strip()


def test_the_bar_shows_the_step_and_what_has_been_sent_of_all():
    with Bar() as bar:
        assert shown(bar).startswith("connect")
        bar.step("send")
        bar.total(1000)
        assert shown(bar).startswith("send") and shown(bar).endswith("0.0/1.0 kB")
        bar.sent(300)
        bar.sent(200)
        assert shown(bar).endswith("0.5/1.0 kB")
        bar.step("verify")
        bar.total(80)
        assert shown(bar).startswith("verify") and shown(bar).endswith("0/80 bytes")


def test_a_bar_that_has_ended_leaves_nothing_on_the_terminal(monkeypatch):
    console = rich.console.Console(file=io.StringIO(), width=80, force_terminal=True)
    monkeypatch.setattr(rich.console, "Console", lambda **_: console)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Bar() as bar:
        bar.step("send")
    said = console.file.getvalue()
    assert "send" in said
    assert said.endswith("\x1b[1A\x1b[2K")  # a line up, and that one is emptied
