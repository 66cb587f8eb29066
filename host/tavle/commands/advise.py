# SPDX-License-Identifier: Apache-2.0
"""`tavle advise`: the best move of a hand, with a sentence for why."""

import json
from dataclasses import asdict

import click

from tavle.commands import _options
from tavle.commands.moves import Malformed, action_of, parse
from tavle.errors import TavleError
from tavle.words.terminal import tr


@click.command(
    context_settings={"ignore_unknown_options": True},
    short_help="The best move of a hand, and why.",
)
@click.argument("position")
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--level",
    default="hard",
    show_default=True,
    type=click.Choice(["easy", "normal", "hard", "expert"]),
    help="Player to ask.",
)
@_options.house_rules()
@click.option("--seed", default=1, show_default=True, help="Decides what the player guesses.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")
def command(
    position: str,
    cards: tuple[str, ...],
    level: str,
    options: dict[str, str],
    seed: int,
    as_json: bool,
) -> None:
    """Say what the seat to act should do with CARDS from POSITION.

    CARDS are the actions of its hand, such as 7 start -4; in Ludo the throw, in Sorry! the card drawn.
    """
    from tavle.players.advice import advise
    from tavle.words.catalogue import Words, for_tool

    try:
        game, state = parse(position, {}, options)
        hand = [action_of(game, card) for card in cards]
        if len(hand) > 1 and not game.hand:
            raise Malformed(tr("action: one throw or one drawn card, not a hand"))
        told = advise(game, bytes(state), hand, level, seed)
    except ValueError as error:
        raise TavleError(tr("malformed"), str(error), code=2) from None
    words = Words("en") if as_json else for_tool()
    why = "; ".join(words.say(name, **args) for name, args in told.why)
    if as_json:
        click.echo(json.dumps({**asdict(told), "why": why}))
    elif told.action:
        click.echo(f"{told.action}: {told.move}\n{told.position}\n{why}")
    else:
        click.echo(why)
