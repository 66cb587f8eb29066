# SPDX-License-Identifier: Apache-2.0
"""`tavle sim`: the virtual table, for people and for programs."""

import contextlib
import signal
import sys
from types import FrameType

import click

from tavle.sim import prompt, stdio
from tavle.sim.session import Session, Wish


def _ended(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


@click.command(short_help="Play on a virtual table; --stdio is for programs.")
@click.option("--rulebook", default="partners-pawns", show_default=True, help="Rulebook id.")
@click.option("--position", default="", help="Position line to resume; default: a new game.")
@click.option("--seed", default=1, show_default=True, help="Decides every chance.")
@click.option("--state", "state_file", default="", help="Keep flash and world in this file.")
@click.option(
    "--target",
    type=click.Choice(["unix", "pico"]),
    default="unix",
    show_default=True,
    help="MicroPython's unix port, or an emulated Pico.",
)
@click.option("--board", default="r1_pico", show_default=True, help="Board file.")
@click.option("--stdio", "for_programs", is_flag=True, help="JSON lines on stdin and stdout.")
def command(
    rulebook: str,
    position: str,
    seed: int,
    state_file: str,
    target: str,
    board: str,
    for_programs: bool,
) -> None:
    """Run the real firmware on a virtual table.

    Time is virtual: it passes only as commands say. Without --stdio, commands are typed at a
    prompt (`help` lists them).
    """
    wish = Wish(rulebook, position, seed, state_file, target, board)
    # A killed simulator is a pulled plug: the state file is still written.
    signal.signal(signal.SIGTERM, _ended)
    with contextlib.closing(Session(wish)) as session:
        if for_programs:
            stdio.serve(session)
        else:
            prompt.run(session)
