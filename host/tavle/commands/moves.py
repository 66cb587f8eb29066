# SPDX-License-Identifier: Apache-2.0
"""`tavle moves`: the legal results of a card or a roll, one JSON object per position."""

import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from tavle import house
from tavle.commands import _options
from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.words.terminal import english, tr

# Games kept by (rulebook, seats, options); a stream of hostile lines must not fill the memory.
_GAMES_KEPT = 64


class Malformed(ValueError):
    """A line that breaks the notation; the text names the field and the reason."""


def parse(
    line: str, games: dict[Any, Any], options: dict[str, str] | None = None
) -> tuple[Any, Any]:
    """Return (game, state) of a position line.

    Args:
        line: a canonical position line.
        games: cache of games, reused and filled.
        options: house rules besides those of the line.

    Raises:
        Malformed: the line is not canonical, the position impossible, or there are no such house rules.
    """
    add_firmware()
    from rules.game import BadPosition
    from rules.parse import parse_position

    if len(games) > _GAMES_KEPT:
        games.clear()
    try:
        game, state = parse_position(line, games)
    except BadPosition as error:
        raise Malformed(str(error)) from None
    try:
        return house.played(game, options or {}), state
    except ValueError as error:
        raise Malformed(str(error)) from None


def action_of(game: Any, name: str) -> int:
    """Return the index of an action.

    Raises:
        Malformed: the rulebook has no such action.
    """
    if name not in game.actions:
        raise Malformed(
            tr(
                "action: unknown {name} (known: {known})",
                name=repr(name),
                known=" ".join(game.actions),
            )
        )
    index: int = game.actions.index(name)
    return index


def listing(
    position: str, action: str, games: dict[Any, Any], options: dict[str, str] | None = None
) -> dict[str, Any]:
    """Return the object `tavle moves` prints for a position and an action.

    Raises:
        Malformed: the position or the action is not one.
    """
    game, state = parse(position, games, options)
    index = action_of(game, action)
    from rules.notation import move_text, position_text

    moves = [
        {"move": move_text(game, move), "result": position_text(game, after)}
        for after, move in game.results(state, index)
    ]
    # The engine sorts by its own bytes; the contract sorts by the bytes of the line.
    moves.sort(key=lambda entry: entry["result"].encode())
    return {"position": position, "action": action, "moves": moves}


def answer(
    line: bytes, games: dict[Any, Any], options: dict[str, str] | None = None
) -> dict[str, Any]:
    """Return the object for one line of `--batch`: a listing, or `{"error": ...}`."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        return {"error": f"line: not UTF-8 at byte {error.start}"}
    if not text:
        return {"error": "line: empty"}
    position, tab, action = text.partition("\t")
    if not tab:
        return {"error": "line: no tab between position and action"}
    try:
        return listing(position, action, games, options)
    except Malformed as error:
        return {"error": english(error.args[0])}
    except Exception as error:
        # One line out for every line in, whatever happens: the next lines must be answered.
        return {"error": f"internal error: {type(error).__name__}: {error}"}


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream without their line ends (LF or CRLF)."""
    for line in stream:
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def _batch(options: dict[str, str]) -> None:
    games: dict[Any, Any] = {}
    output = sys.stdout
    for line in _lines(sys.stdin.buffer):
        output.write(json.dumps(answer(line, games, options)) + "\n")
        output.flush()  # a program may send one line and wait for its answer


@click.command(
    # An action may be `-4`: what is no option of this command is an argument.
    context_settings={"ignore_unknown_options": True},
    help="List the legal results of ACTION (a card or a roll) in POSITION, as JSON.\n\n"
    "\b\n"
    'tavle moves "partners-pawns green:h,h,0,3 blue:h,h,h,h \\\n'
    '  red:h,h,44,z4 yellow:h,h,h,h turn=green" 7',
    short_help="List the legal results of a card or a roll.",
)
@click.option("--batch", is_flag=True, help="Read `position<TAB>action` lines, answer each.")
@_options.house_rules()
@click.argument("position", required=False)
@click.argument("action", required=False)
def command(
    batch: bool, options: dict[str, str], position: str | None, action: str | None
) -> None:
    """List the legal results of a card or a roll."""
    if batch:
        if position is not None:
            why = tr("--batch reads its lines from standard input")
            raise TavleError(tr("cannot list moves"), why, code=2)
        _batch(options)
        return
    if position is None or action is None:
        raise TavleError(
            tr("cannot list moves"),
            tr("a position and an action are needed"),
            tr("see `tavle moves --help`"),
            code=2,
        )
    try:
        click.echo(json.dumps(listing(position, action, {}, options)))
    except Malformed as error:
        raise TavleError(tr("malformed"), str(error), code=2) from None
