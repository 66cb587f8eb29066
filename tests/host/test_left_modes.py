# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A terminal that is closed, and a cable that broke: what a command had begun at the table ends."""

import os
import signal
import subprocess
import sys
import time

import pytest
from follower import table

from tavle import cli
from tavle.sim.pty import PtyBridge


def mode(bridge):
    return bridge.do(lambda: bridge.session.request("state")).get("mode")


def until(what):
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_ended_sends_the_table_back_to_its_game(number):
    with table() as session, PtyBridge(session, 20.0) as bridge:
        command = [sys.executable, "-m", "tavle", "learn", "--port", bridge.cable.port]
        # A terminal of its own, which nobody sits at.
        master, slave = os.openpty()
        program = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        until(lambda: mode(bridge) == "learn")
        program.send_signal(number)
        if number == signal.SIGHUP:
            os.close(master)
        assert program.wait(60) == 128 + number
        until(lambda: mode(bridge) == "")


def test_the_next_command_ends_what_was_left_and_says_so(capsys):
    with table() as session, PtyBridge(session, 20.0) as bridge:
        bridge.do(lambda: session.request("doctor.start"))
        assert cli.run(["tags", "--list", "--port", bridge.cable.port]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said[0].startswith("note: the table was still busy with `tavle doctor`")
        assert said[-1] == "0 cards of this game, 0 of others"
        assert mode(bridge) == ""
