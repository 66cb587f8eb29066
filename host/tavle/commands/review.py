# SPDX-License-Identifier: Apache-2.0
"""`tavle review`: a game looked back at."""

import os
import sys
from pathlib import Path

import click

from tavle.commands import _options
from tavle.errors import TavleError, writing
from tavle.words.terminal import tr


@click.command(short_help="What luck and what choices have done in a game.")
@click.argument("game", default="")
@click.option("--to", "file", type=click.Path(path_type=Path, dir_okay=False),
              help="The HTML file; default: review-NAME.html in this folder.")  # fmt: skip
@click.option("--seconds", default=60.0, show_default=True, type=_options.Amount(1, 86400),
              help="How long it may take; more makes chances surer.")  # fmt: skip
@_options.language()
def command(game: str, file: Path | None, seconds: float, lang: str) -> None:
    """Tell luck from choices in GAME, and show the three choices that cost most.

    GAME is a game that the page keeps, by its name, or a file: kept, exported from the page, or fetched by `tavle log`. Without it:
    the game kept last. The review is one HTML file that needs nothing else.
    """
    import rich.console
    import rich.progress

    from tavle.review import chances
    from tavle.review import game as games
    from tavle.review.page import Page
    from tavle.words.catalogue import for_tool

    path = games.find(game)
    played = games.load(path)
    if not played.turns:
        raise TavleError(tr("cannot review {file}", file=path), tr("nobody has moved in it"))
    words = for_tool(lang)
    try:
        work = chances.verdicts(played, seconds, os.cpu_count() or 1)
        with rich.progress.Progress(
            console=rich.console.Console(stderr=True),
            transient=True,
            auto_refresh=False,  # no thread: the work forks
            disable=not sys.stderr.isatty(),
        ) as bar:
            found = list(bar.track(work, len(played.turns), description=tr("play on")))
    except ValueError as error:
        raise TavleError(tr("cannot review {file}", file=path), str(error)) from None
    books = chances.accounts(played, found)
    page = Page(played, found, books, words)
    target = file or Path(f"review-{path.stem}.html")
    with writing(target, tr("name another file with --to")):
        target.write_text(page.html(), "utf-8")
    for seat, book in books.items():
        click.echo(
            words.say("review.line", who=page.name(seat), loss=page.loss(book), n=book.choices)
        )
    for note in page.notes()[2:]:
        click.echo(note)
    click.echo(words.say("review.written", file=target))
