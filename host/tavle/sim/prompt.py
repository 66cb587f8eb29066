# SPDX-License-Identifier: Apache-2.0
"""The virtual table at a prompt: short commands typed by a person."""

import json
from typing import Any

import click

from tavle.sim.contract import Contract
from tavle.sim.session import Session
from tavle.words.terminal import mark, tr

_HELP = (
    (
        "lift red 17",
        mark("take the red pawn from ring space 17 (h home, z1.. goal or row, f finish)"),
    ),
    ("place red 22", mark("put it down")),
    ("walk red 17 18 19", mark("step by step to the last space; slide the same without lifting")),
    ("card 7", mark("lay that card on the slot; card 7 2 its second copy; nocard takes it off")),
    ("press table 2000", mark("press a button (table, or a colour) for so many ms")),
    ("wait 500", mark("let so many ms pass; every other command lets a second pass")),
    ("state, leds", mark("what the firmware believes; which lights are lit")),
    ("power off, power on", mark("pull the plug, put it back")),
    ('{"do": ...}', mark("any command of `tavle sim --stdio`")),
    ("quit", mark("end")),
)

_AFTER_MS = 1000


def parse(line: str) -> dict[str, Any]:
    """Return the command object of a typed line. Raises ValueError."""
    if line.startswith("{"):
        try:
            command = json.loads(line)
        except RecursionError:
            raise ValueError(tr("the command is nested too deeply")) from None
        if not isinstance(command, dict):
            raise ValueError(tr("a command is a JSON object"))
        return command
    word, *rest = line.split()
    try:
        return _short(word, rest)
    except (IndexError, ValueError):
        raise ValueError(tr("{word}: cannot be understood, try help", word=word)) from None


def _short(word: str, rest: list[str]) -> dict[str, Any]:
    command: dict[str, Any] = {"do": word}
    if word in ("lift", "place"):
        command.update(colour=rest[0], at=rest[1])
        if rest[2:]:
            command["slot"] = int(rest[2])
    elif word in ("walk", "slide"):
        command.update(colour=rest[0], path=rest[1:])
    elif word == "card":
        command["card"] = rest[0]
        if rest[1:]:
            command["copy"] = int(rest[1])
    elif word == "press":
        command.update(button=rest[0], ms=int(rest[1]) if rest[1:] else 100)
    elif word == "wait":
        command["ms"] = int(rest[0])
    elif word == "power":
        command["on"] = {"on": True, "off": False}.get(rest[0], rest[0])
    elif rest:
        raise ValueError("too many words")
    return command


def describe(session: Session) -> str:
    """Return where everything is, in a few lines."""
    lines = []
    for colour, places in session.world.where().items():
        lines.append(f"  {colour:<7}{'  '.join(places)}")
    seen, milliamps = session.lights()
    marks = {"steady": "", "pulse": "~", "blink": "*"}
    shown = [name + marks[light[3]] for name, light in seen.items()]
    lit = " ".join(shown) or tr("dark")
    lines.append("  " + tr("lights {lit} ({ma} mA; ~ pulses, * blinks)", lit=lit, ma=milliamps))
    card = ", ".join(card.key for card in session.world.slot)
    lines.append(f"  t={session.now_ms} ms")
    if card:
        lines.append("  " + tr("card {card} on the slot", card=card))
    return "\n".join(lines)


def _tell_events(session: Session) -> None:
    for event in session.events:
        click.echo("< " + json.dumps(event))
    session.events.clear()
    for line in session.noise:
        click.echo("! " + line)
    session.noise.clear()


def run(session: Session) -> None:
    """Serve a person until `quit` or the end of input."""
    contract = Contract(session)
    session.until_ready()
    _tell_events(session)
    click.echo(describe(session))
    click.echo(tr("Type help, or a command."))
    while True:
        try:
            line = input("> ").strip()
        except EOFError:
            return
        if line in ("quit", "exit"):
            return
        if line == "help":
            for words, meaning in _HELP:
                click.echo(f"{words:<20}{tr(meaning)}")
        if not line or line == "help":
            continue
        try:
            command = parse(line)
        except ValueError as error:
            click.echo(f"! {error}")
            continue
        answer = contract.handle(command)
        if answer["ok"] and command.get("do") not in ("wait", "state", "leds", "power"):
            session.run_ms(_AFTER_MS)
        session.save()
        _tell_events(session)
        if not answer["ok"]:
            click.echo(f"! {answer['error']}")
        elif command.get("do") == "state":
            click.echo(json.dumps(answer))
        else:
            click.echo(describe(session))
