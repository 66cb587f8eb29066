# SPDX-License-Identifier: Apache-2.0
"""`tavle rules`: the rules of a game in brief, what each card does, and its house rules."""

import click

from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import tr


@click.command(short_help="The rules of a game in brief, its cards and its house rules.")
@click.argument("rulebook", default="partners-pawns")
@_options.house_rules()
def command(rulebook: str, options: dict[str, str]) -> None:
    """Print the rules of RULEBOOK in brief, what each card does, and the house rules there are."""
    from tavle import house
    from tavle.live import brief
    from tavle.paths import add_firmware
    from tavle.words.catalogue import for_tool

    add_firmware()
    from rules import RULEBOOKS, load

    try:
        game = load(rulebook, None, options)
    except ValueError as error:
        known = ", ".join(RULEBOOKS)
        step = tr("there are: {known}", known=known)
        raise TavleError(tr("cannot tell the rules"), str(error), step, 2) from None
    words = for_tool()
    click.echo(words.say("help.rules", game=words.named("game", rulebook)))
    for name in brief.rules(game):
        click.echo("  " + words.say(name))
    click.echo("\n" + words.say("help.throws" if game.die else "help.cards"))
    for action, name in brief.cards(game):
        text = words.say(name, n=int(action)) if name == "card.steps" else words.say(name)
        click.echo(f"  {words.named('cardname', action):<14} {text}")
    cards = ", ".join(words.named("cardname", action) for action in brief.out(game))
    click.echo("  " + words.say("help.out", cards=cards))
    if game.house:
        click.echo("\n" + words.say("help.house"))
        for line in house.table(words, game):
            click.echo("  " + line)
