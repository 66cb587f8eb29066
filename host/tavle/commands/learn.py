# SPDX-License-Identifier: Apache-2.0
"""`tavle learn`: the table finds out how its switches and lights are wired."""

import contextlib
import sys

import click
from rich.console import Console

from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import joined, mark, tr

_KEYS = mark(
    "Enter: nothing happens here, continue.  q Enter or Ctrl-C: stop, what is learnt is kept."
)


@click.command(short_help="Teach the table how its switches and lights are wired.")
@_options.port()
@click.option(
    "--spaces",
    is_flag=True,
    help="The lights are in any order too: first walk one pawn over the board, then the lights.",
)
@click.option("--fresh", is_flag=True, help="Forget what was learnt before and begin again.")
@click.option(
    "--save-anyway",
    is_flag=True,
    help="Use the map although some spaces are silent; their pawns are not seen.",
)
@_options.patience()
def command(
    port: str | None, spaces: bool, fresh: bool, save_anyway: bool, patience: float
) -> int:
    """Learn which switch and which light belong to which space.

    Any order of wiring will do. Take all pawns off the board, then follow the white
    light with one pawn. You can interrupt it at any time; it continues where it was.
    Exit status 3: you stopped it before its end. See host/LEARN.md.
    """
    from tavle.device import find, reconnect
    from tavle.device.link import open_table
    from tavle.live.keys import Keys
    from tavle.live.learn import Teacher, unfinished
    from tavle.live.picture import Picture

    console = Console(highlight=False, soft_wrap=True)
    keys = Keys(patience_s=patience)
    picture: Picture | None = None

    def say(line: str) -> None:
        keys.heard()
        console.print(line)

    def show(name: str) -> None:
        if name and picture is not None and sys.stdin.isatty():
            console.print(picture.text(here=name), end="")

    port = find.choose(port)
    serial = find.serial_of(port)
    reconnect.end_other(port, "learn", console.print)
    with open_table(port) as link:
        teacher = Teacher(link, say, show, keys.take)
        try:
            begun = teacher.start(spaces, fresh)
            if begun["method"] == "walk":
                picture = Picture(teacher.layout)
            if begun["learnt"]:
                console.print(
                    tr(
                        "continuing: {learnt} of {total} are already learnt",
                        learnt=begun["learnt"],
                        total=begun["total"],
                    )
                )
            console.print(joined([tr("Take every pawn off the board."), tr(_KEYS)], " "))
            end = teacher.run()
        except BaseException:  # also when the terminal is closed
            with contextlib.suppress(TavleError):
                teacher.stop()
            raise
        for line in teacher.problems():
            console.print(tr("problem: {line}", line=line))
        stopped = end["step"] == "stopped"
        use = not stopped and bool(end["saved"] or save_anyway)
        teacher.stop(save=use)
    complaints = reconnect.wait(port, serial, link.slow)
    for line in complaints:
        console.print(tr("note: {line}", line=line))
    if stopped:
        console.print(tr("stopped; `tavle learn` continues where it was"))
        return 3
    if not use:
        raise unfinished(teacher, end["missing"])
    if end["missing"]:
        console.print(
            tr(
                "the map is in use with {missing} gaps; the table has restarted",
                missing=end["missing"],
            )
        )
    else:
        console.print(tr("everything is learnt; the table has restarted with it"))
    return 0
