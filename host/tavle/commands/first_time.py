# SPDX-License-Identifier: Apache-2.0
"""`tavle first-time`: from a table that was just soldered to its first turn, one command after the other."""

import json
import subprocess
import sys
from dataclasses import dataclass

import click

from tavle import kept
from tavle.commands import _options
from tavle.device import checks
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
    reached, found = _kept()
    if begin and begin != reached:
        reached, found = begin, {}
    at = names.index(reached) if reached in names else 0
    if at and not begin:
        click.echo(tr("continuing; `tavle first-time --from {name}` begins again", name=names[0]))
    for number, step in enumerate(STEPS[at:], at + 1):
        kept.save(_KEPT, {"step": step.name, "found": found})
        click.echo(
            "\n" + tr(
                "Step {number} of {n}: {what}, about {minutes} min. On the table: {lies}.",
                number=number, n=len(STEPS), what=tr(step.what), minutes=step.minutes, lies=tr(step.lies),
            )
        )  # fmt: skip
        _list(tr("found last time:"), found)
        if step.question and not (_asked() and click.confirm(tr(step.question), default=False)):
            continue
        if step.name == "flash" and _has_firmware(port):
            click.echo(tr("the table has this firmware already"))
            continue
        done, found = _done(step, port, found)
        if not done:
            kept.save(_KEPT, {"step": step.name, "found": found})
            _list(tr("found:"), found)
            if not _asked() or not click.confirm(tr("Continue all the same?"), default=False):
                raise _stopped(number, step, found)
        found = {}
    kept.forget(_KEPT)
    click.echo("\n" + tr("The table plays. `tavle show` shows the game in the browser."))


def _kept() -> tuple[str, dict[str, str]]:
    """Return the step that was reached, and what the doctor has found there: name -> what and what to do."""
    was = kept.load(_KEPT)
    if not isinstance(was, dict) or not isinstance(was.get("found"), dict):
        return "", {}
    return str(was.get("step")), was["found"]


def _list(heading: str, found: dict[str, str]) -> None:
    if found:
        click.echo(heading)
    for name, told in found.items():
        click.echo(f"  {tr(checks.NAMES.get(name, name))}: {told}")


def _parts(step: Step, found: dict[str, str]) -> list[str]:
    """Return the parts that the doctor has to examine again, [] for all of them."""
    parts = [part for part, names in checks.PARTS.items() if any(name in names for name in found)]
    known = {name for part in parts for name in checks.PARTS[part]}
    return parts if step.name == "doctor" and found.keys() <= known else []


def _stopped(number: int, step: Step, found: dict[str, str]) -> TavleError:
    parts = ", ".join(tr(checks.NAMES[part]) for part in _parts(step, found))
    return TavleError(
        tr("the first evening is not over"),
        tr("step {number} has not succeeded", number=number),
        tr("unplug everything, fix it, then `tavle first-time` examines this again: {list}", list=parts or tr(step.what))
        if found
        else tr("see above; `tavle first-time` continues with it"),
    )  # fmt: skip


def _asked() -> bool:
    """Tell whether anybody can answer."""
    return sys.stdin.isatty()


def _done(step: Step, port: str | None, found: dict[str, str]) -> tuple[bool, dict[str, str]]:
    """Let a command do a step; return whether it has succeeded, and what the doctor has found that is not good."""
    from tavle.device import find

    words = [*step.words, "--lang", language()]
    if port:
        words += ["--port", port]
    elif step.name == "flash" and not find.tables() and find.waiting():
        words.append("--download")  # a new Pico
    examines = step.words[0] == "doctor"
    if examines:
        words += ["--json", *(word for part in _parts(step, found) for word in ("--only", part))]
    # In a program of its own: each has the keyboard to itself.
    command = [sys.executable, "-m", "tavle", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE if examines else None) as program:
        try:
            said = program.communicate()[0]
        except BaseException as error:
            if not isinstance(error, KeyboardInterrupt):  # Ctrl-C has reached it, too
                program.terminate()
            program.wait()  # it ends its mode at the table
            raise
    if not said:
        return program.returncode == 0, {}
    wrong = ("fail",) if "--quick" in step.words else ("fail", "to try")
    checked = json.loads(said)["checks"]
    left = {one["name"]: one["told"] for one in checked if one["state"] in wrong}
    return program.returncode == 0, left


def _has_firmware(port: str | None) -> bool:
    """Tell whether the table runs the firmware that this tool brings."""
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
