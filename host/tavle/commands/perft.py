# SPDX-License-Identifier: Apache-2.0
"""`tavle perft`: count sequences of (action, distinct result), to compare engines."""

from typing import Any

import click

from tavle.commands import _options
from tavle.commands.moves import Malformed, parse
from tavle.errors import TavleError
from tavle.words.terminal import tr

# Counts remembered per depth; sequences meet the same positions again and again.
_KEPT = 200_000


def perft(game: Any, state: bytes, depth: int, memo: dict[tuple[bytes, int], int]) -> int:
    """Return the number of sequences of `depth` (action, distinct result) steps.

    Args:
        game: the game of the state.
        state: 20 state bytes.
        depth: number of steps, 0 or more.
        memo: counts found so far, reused and filled.
    """
    if depth == 0:
        return 1
    known = memo.get((state, depth))
    if known is not None:
        return known
    total = 0
    for action in range(len(game.actions)):
        found = game.results(state, action)
        if depth == 1:
            total += len(found)
        else:
            for after, _ in found:
                total += perft(game, after, depth - 1, memo)
    if depth > 1 and len(memo) < _KEPT:
        memo[state, depth] = total
    return total


@click.command(
    context_settings={"ignore_unknown_options": True},
    short_help="Count move sequences, to compare engines.",
)
@_options.house_rules()
@click.argument("position")
@click.argument("depth")
def command(position: str, depth: str, options: dict[str, str]) -> None:
    """Print the number of sequences of DEPTH (action, distinct result) steps from POSITION."""
    if not (depth.isascii() and depth.isdigit() and len(depth) < 4):
        raise TavleError(
            tr("malformed"), tr("depth: no number of steps: {depth}", depth=repr(depth)), code=2
        )
    try:
        game, state = parse(position, {}, options)
    except Malformed as error:
        raise TavleError(tr("malformed"), str(error), code=2) from None
    click.echo(str(perft(game, bytes(state), int(depth), {})))
