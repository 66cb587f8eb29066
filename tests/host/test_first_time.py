# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle first-time` at a simulated table: the steps of the first evening, and how it goes on."""

import fcntl
import os
import subprocess
import sys
import termios

import pytest
from follower import table

from tavle import cli
from tavle.sim.contract import Contract
from tavle.sim.pty import PtyBridge

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
MOVE = (
    {"do": "card", "card": "5"},
    {"do": "lift", "colour": "green", "at": "20"},
    {"do": "place", "colour": "green", "at": "25"},
)


def at_terminal():
    """Have the terminal, whose Ctrl-C ends a program."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Mover:
    """Hands that make a move when somebody watches."""

    def __init__(self, session):
        self.session = session
        self.bridge = PtyBridge(session, 10.0, self.react)
        self.left = list(MOVE)
        self.may = False
        self.due_ms = 0

    def react(self):
        now = self.session.now_ms
        if not self.due_ms and self.may and self.bridge.cable.taken:
            self.due_ms = now + 5000
        if self.left and self.due_ms and now >= self.due_ms:
            Contract(self.session).handle(self.left.pop(0))
            self.due_ms = now + 1500


def test_the_last_step_is_over_with_the_first_turn(capfd):
    with table(position=LINE) as session:
        mover = Mover(session)
        mover.may = True
        with mover.bridge as bridge:
            words = ["first-time", "--from", "turn", "--port", bridge.cable.port]
            assert cli.run(words) == 0
    said = capfd.readouterr().out
    assert "Step 6 of 6: the first turn, about 5 min. On the table: all pawns" in said
    assert "Move accepted" in said and "The table plays." in said


@pytest.mark.long
def test_the_evening_is_led_from_the_firmware_to_the_first_turn_and_continues(tmp_path):
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with table(position=LINE) as session:
        mover = Mover(session)
        with mover.bridge as bridge:
            command = [sys.executable, "-m", "tavle", "first-time", "--port", bridge.cable.port]

            def evening(*words, answers):
                """Sit at a terminal and answer what is asked; return the exit status and what was said."""
                keyboard, terminal = os.openpty()
                program = subprocess.Popen(
                    [*command, *words],
                    stdin=terminal,
                    stdout=terminal,
                    stderr=terminal,
                    env=environment,
                    start_new_session=True,
                    preexec_fn=at_terminal,  # noqa: PLW1509
                )
                os.close(terminal)
                said = ""
                while True:
                    try:
                        said += os.read(keyboard, 4096).decode()
                    except OSError:  # it has ended
                        break
                    for question, answer in [*answers.items(), ("[y/N]:", b"n\n")]:
                        if said.rstrip().endswith(question):
                            os.write(keyboard, answer)
                            said += "\n"
                            break
                    mover.may = "Step 6" in said
                os.close(keyboard)
                return program.wait(60), said

            answers = {
                "tables say? [y/N]:": b"n\n",
                "show it again)": b"\x03",
                "stickers? [y/N]:": b"n\n",
            }
            code, said = evening(answers=answers)
            assert code == 130 and "the table has this firmware already" in said
            assert "Step 1 of 6" in said and "Step 4 of 6" in said and "Step 5" not in said, said
            found = {
                "show it again)": b"\n",
                "the table is empty.": b"\n",
                "left)": b"q\n",
                **{
                    f"({plug})": b"\n"
                    for plug in ("SEAT 1", "SEAT 2", "SEAT 3", "SEAT 4", "TABLE")
                },
                "yes, n: no)": b"\n",
                "Enter: nothing happens.": b"\n",
                "Continue all the same? [y/N]:": b"n\n",
            }
            code, said = evening(answers=found)
            assert code == 1 and "continuing;" in said and "Step 4 of 6" in said, said
            assert "Step 3" not in said and "Step 5" not in said
            listed = said.partition("\nfound:")[2]
            assert "buttons: no answer from green's button (SEAT 1), " in listed
            assert "examines this again: switches, buttons, reader" in listed
            code, said = evening(answers={"the table is empty.": b"\x03"})
            assert code == 130 and "buttons: no answer from green's button (SEAT 1), " in said
            assert "Lights: one after the other" not in said
            code, said = evening("--from", "tags", answers=answers)
            assert code == 0 and "Step 5 of 6" in said and "The table plays." in said, said
