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
    from rules import load

    try:
        game = load(rulebook, None, options)
    except ValueError as error:
        raise TavleError(tr("cannot tell the rules"), str(error), code=2) from None
    words = for_tool()
    sentences, cards = brief.told(words, game)
    click.echo(sentences.title)
    for text in sentences.lines:
        click.echo("  " + text)
    click.echo("\n" + cards.title)
    for name, text in cards.lines:
        click.echo(f"  {name:<14} {text}")
    cards = ", ".join(words.named("cardname", action) for action in brief.out(game))
    click.echo("  " + words.say("help.out", cards=cards))
    if game.house:
        click.echo("\n" + words.say("help.house"))
        for line in house.table(words, game):
            click.echo("  " + line)
