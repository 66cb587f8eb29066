# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""SIGTERM in the middle of a command of `tavle sim --stdio`: a pulled plug, told by nothing but the exit status."""

import json
import signal
import time

import pytest
from stdio_program import Program


@pytest.mark.parametrize("after_s", [0.05, 0.2, 0.5])
def test_sigterm_in_a_command_ends_cleanly_and_the_file_goes_on(tmp_path, after_s):
    state = ("--rulebook", "sorry", "--options", "first=red", "--state", str(tmp_path / "kept"))
    program = Program(*state)
    line = program.good("state")["firmware"]
    program.process.stdin.write(json.dumps({"do": "wait", "ms": 50_000_000}) + "\n")
    program.process.stdin.flush()
    time.sleep(after_s)
    program.process.send_signal(signal.SIGTERM)
    _, err = program.process.communicate(timeout=30)
    assert (program.process.returncode, err or "") == (128 + signal.SIGTERM, "")
    again = Program(*state[:2], *state[4:])
    assert again.good("state")["firmware"] == line
    again.kill()
