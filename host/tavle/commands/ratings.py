# SPDX-License-Identifier: Apache-2.0
"""`tavle ratings`: how strong the people of this table are."""

import click

from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import tr


@click.command(short_help="How strong the people of this table are.")
@click.option(
    "--add",
    "game",
    metavar="GAME",
    help="Rate this finished game too, a name or file as for `tavle review`.",
)
@click.argument("people", nargs=-1, metavar="[COLOUR=NAME]...")
@_options.language()
def command(game: str | None, people: tuple[str, ...], lang: str) -> None:
    """Show how strong people and computers are, over all games and teams that were added.

    `tavle ratings --add GAME red=Anna blue=Per` adds a game; computers of a kept game need no name. Results stay in one file beside
    the kept games.
    """
    from tavle import ratings
    from tavle.review import game as games
    from tavle.words.catalogue import for_tool

    words = for_tool(lang)
    named = dict(one.partition("=")[::2] for one in people)
    if (people and game is None) or not all(
        one and one[0] != ratings.COMPUTER for one in named.values()
    ):
        raise TavleError(
            tr("malformed"), tr("a game and its people belong together"),
            tr("run `{command}`", command="tavle ratings --add GAME red=Anna"), 2,
        )  # fmt: skip
    if game is not None:
        ratings.add(games.load(games.find(game)), named)
    found = ratings.ratings()
    if not found:
        click.echo(words.say("ratings.none"))
    for one in found:
        level = one.name.removeprefix(ratings.COMPUTER)
        who = one.name if level == one.name else words.named("who", level)
        told = {"rating": f"{one.rating:.1f}", "doubt": f"{one.doubt:.1f}"}
        click.echo(words.say("ratings.row", who=who, games=one.games, **told))
