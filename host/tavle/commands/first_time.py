# SPDX-License-Identifier: Apache-2.0
"""`tavle first-time`: from a table that was just soldered to its first turn, one command after the other."""

import subprocess
import sys
from dataclasses import dataclass

import click

from tavle import kept
from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import language, mark, tr

_KEPT = "first-time"


@dataclass(frozen=True)
class Step:
    """A step of the evening.

    Attributes:
        name: its name on the command line.
        what: what it does.
        lies: what lies on the table.
        minutes: how long it takes, about.
        words: the command that does it.
        question: asked first, no leaves the step out; "" for a step that must be.
    """

    name: str
    what: str
    lies: str
    minutes: int
    words: tuple[str, ...]
    question: str = ""


STEPS = (
    Step(
        "flash", mark("the firmware"), mark("the controller on its USB cable, nothing more"), 3,
        ("flash",),
    ),
    Step(
        "look", mark("a first look at every part"), mark("no pawn on the board, no card on the slot; the supply is on"), 1,
        ("doctor", "--quick"),
    ),
    Step(
        "learn", mark("the wiring"), mark("one pawn, beside the board"), 8,
        ("learn",),
        mark("Are switches or lights wired in another order than the wiring tables say?"),
    ),
    Step(
        "doctor", mark("every light, switch and button"), mark("one pawn, beside the board, and one card with a sticker"), 12,
        ("doctor",),
    ),
    Step(
        "tags", mark("the cards"), mark("the deck, a blank sticker on each card"), 15,
        ("tags",),
        mark("Are there cards that still need their stickers?"),
    ),
    Step(
        "turn", mark("the first turn"), mark("all pawns, each where its light pulses; then lay a card, or throw, and move"), 5,
        ("watch", "--until", "accepted"),
    ),
)  # fmt: skip


@click.command(short_help="Bring a new table to its first turn, step by step.")
@_options.port()
@click.option(
    "--from",
    "begin",
    type=click.Choice([step.name for step in STEPS]),
    help="Begin with this step.",
)
def command(port: str | None, begin: str | None) -> None:
    """Lead through the first evening with a table that you have just built.

    Says at each step what lies on the table and how long it takes, and calls the command that
    does it. You can interrupt it at any time; it continues with the step it was at.
    """
    names = [step.name for step in STEPS]
    reached = begin or kept.load(_KEPT)
    at = names.index(reached) if reached in names else 0
    if at and not begin:
        click.echo(tr("continuing; `tavle first-time --from {name}` begins again", name=names[0]))
    for number, step in enumerate(STEPS[at:], at + 1):
        kept.save(_KEPT, step.name)
        click.echo(
            "\n" + tr(
                "Step {number} of {n}: {what}, about {minutes} min. On the table: {lies}.",
                number=number, n=len(STEPS), what=tr(step.what), minutes=step.minutes, lies=tr(step.lies),
            )
        )  # fmt: skip
        if step.question and not (_asked() and click.confirm(tr(step.question), default=False)):
            continue
        if step.name == "flash" and _has_firmware(port):
            click.echo(tr("the table has this firmware already"))
            continue
        if _done(step, port):
            continue
        if not _asked() or not click.confirm(tr("Continue all the same?"), default=False):
            raise TavleError(
                tr("the first evening is not over"),
                tr("step {number} has not succeeded", number=number),
                tr("see above; `tavle first-time` continues with it"),
            )
    kept.forget(_KEPT)
    click.echo("\n" + tr("The table plays. `tavle show` shows the game in the browser."))


def _asked() -> bool:
    """Tell whether anybody can answer."""
    return sys.stdin.isatty()


def _done(step: Step, port: str | None) -> bool:
    """Let a command do a step; return whether it has succeeded."""
    from tavle.device import find

    words = [*step.words, "--lang", language()]
    if port:
        words += ["--port", port]
    elif step.name == "flash" and not find.tables() and find.waiting():
        words.append("--download")  # a new Pico
    # In a program of its own: each has the keyboard to itself.
    return subprocess.run([sys.executable, "-m", "tavle", *words], check=False).returncode == 0


def _has_firmware(port: str | None) -> bool:
    """Tell whether the table runs the firmware of this checkout."""
    from tavle.commands.flash import own_version
    from tavle.device import find
    from tavle.device.link import open_link

    if not port and not find.tables():
        return False
    try:
        with open_link(find.choose(port)) as link:
            return link.hello()["version"] == own_version()
    except TavleError:
        return False
