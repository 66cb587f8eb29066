# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle play`: what a person sees in a terminal, and what goes into a pipe."""

import fcntl
import os
import struct
import subprocess
import sys
import termios

import pytest
from rich.console import Console
from rich.text import Text

from tavle import cli
from tavle.board.geometry import load
from tavle.board.terminal import cells, page, room
from tavle.live.picture import Picture


@pytest.mark.parametrize("layout", ["partners", "ludo", "sorry"])
def test_a_board_and_what_is_said_fit_a_terminal_of_80_by_24(layout):
    console = Console(width=80, height=24, color_system=None)
    told = [Text(f"{n} a long sentence about a move, which needs two lines") for n in range(50)]
    board = Picture(layout, room(console)).text()
    with console.capture() as shown:
        console.print(page(console, Text("head " * 30), board, told, Text("foot " * 30)))
    lines = shown.get().split("\n")
    assert len(lines) <= 24 and max(map(len, lines)) <= 80
    assert "49 a long" in shown.get()
    assert lines[0].startswith("head") and lines[-2].startswith("foot")
    placed = cells(load(layout), room(console))
    assert len(set(placed.values())) == len(placed)


def test_a_pipe_gets_turns_in_words_and_positions_only_when_asked(capsys):
    words = ["play", "--rulebook", "ludo-norsk", "--speed", "0", "--turns", "2"]
    assert cli.run(words) == 0
    plain = capsys.readouterr().out
    assert "Red throws 5: no pawn moves" in plain and "turn=" not in plain
    assert cli.run([*words, "--positions"]) == 0
    assert capsys.readouterr().out.count("ludo-norsk red:") == 2


def test_somebody_at_the_terminal_sees_the_board_and_can_ask_and_leave():
    keyboard, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    program = subprocess.Popen(
        [sys.executable, "-m", "tavle", "play", "--seats", "green=human"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    said = ""
    typed = [b"help\n", b"quit\n"]
    while True:
        try:
            said += os.read(keyboard, 4096).decode(errors="replace")
        except OSError:  # it has ended
            break
        if said.rstrip().endswith("Green [1]:") and typed:
            os.write(keyboard, typed.pop(0))
            said += "\n"
    os.close(keyboard)
    assert program.wait(60) == 0
    assert said.count("▣") >= 4 and "quit: end the game here" in said and "Stopped after" in said
