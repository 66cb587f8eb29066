# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Ports at which no table is: what they seem to be is told, and soon."""

import os
import threading
import time
import tty

import pytest
from follower import table

from tavle import cli
from tavle.sim.pty import PtyBridge

LINK, REPL = ["config", "list"], ["flash"]


@pytest.fixture
def stranger(tmp_path):
    """Return a function that makes a device, from what it answers to some bytes, and returns its port."""
    ends = []

    def make(answer):
        master, slave = os.openpty()
        tty.setraw(slave)
        ends.extend((master, slave))
        port = tmp_path / "port"  # a name that is not a simulated table's
        port.symlink_to(os.ttyname(slave))

        def live():
            try:
                while True:
                    os.write(master, answer(os.read(master, 4096)))
            except OSError:
                return

        threading.Thread(target=live, daemon=True).start()
        return str(port)

    yield make
    for end in ends:
        os.close(end)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda heard: heard, "this does not look like a table: it only repeats what it is told"),
        (lambda _: b"ok\r\n", "this does not look like a table: it said 'ok'"),
    ],
    ids=["echo", "printer"],
)
def test_a_port_without_a_table_is_told_what_it_is(stranger, capsys, answer, said):
    port = stranger(answer)
    assert cli.run(["ports", port]) == 0
    assert capsys.readouterr().out == f"{port}: {said}\n"


@pytest.mark.long
@pytest.mark.parametrize("command", [LINK, REPL], ids=["link", "prompt"])
@pytest.mark.parametrize("answer", [lambda _: b"", lambda heard: heard], ids=["silent", "echo"])
def test_a_port_without_a_table_is_given_up_soon(stranger, capsys, command, answer):
    port = stranger(answer)
    begun = time.monotonic()
    assert cli.run([*command, "--port", port]) == 1
    assert time.monotonic() - begun < 60  # 8 s, on a PC with nothing else to do
    assert "`tavle ports` tells what is at each port" in capsys.readouterr().err


def test_the_ports_are_listed_with_what_is_there(capsys):
    with table("sorry") as session, PtyBridge(session, 20.0) as bridge:
        port = bridge.cable.port
        assert cli.run(["ports", port]) == 0
    assert capsys.readouterr().out == f"{port}: a table: Tavle 0.1.0, Sorry!\n"
    assert cli.run(["ports"]) == 0
    assert capsys.readouterr().out
