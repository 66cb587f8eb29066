# SPDX-License-Identifier: Apache-2.0
"""`tavle tags`: stickers become cards, through the table's own reader."""

import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import joined, tr

if TYPE_CHECKING:
    from tavle.live.tags import Clerk

_PHRASE = "lock for ever"
_YES = frozenset(("y", "yes", "j", "ja", "k", "kyllä"))  # in any of the languages


@click.command(short_help="Write, learn or check the stickers of a deck.")
@_options.port()
@click.option("--card", "cards", multiple=True, help="Only this card: 7 (all copies) or 7/2.")
@click.option("--learn", is_flag=True, help="Only note each sticker's number in the table.")
@click.option("--check", "check_only", is_flag=True, help="Change nothing: find what is wrong.")
@click.option("--list", "list_only", is_flag=True, help="Print the stickers the table has learnt.")
@click.option("--forget", metavar="UID", help="Drop a learnt sticker from the table.")
@click.option("--overwrite", is_flag=True, help="Write over foreign content without asking.")
@click.option("--lock", is_flag=True, help="Make every sticker read-only permanently; asks again.")
def command(
    port: str | None,
    cards: tuple[str, ...],
    learn: bool,
    check_only: bool,
    list_only: bool,
    forget: str | None,
    overwrite: bool,
    lock: bool,
) -> None:
    """Prepare the deck of the game on the table: one sticker per card.

    Says which card to lay on the slot, writes its id on the sticker and reads it back. Stickers
    with other content are left alone unless you agree. See host/TAGS.md.
    """
    from tavle.device.link import open_table
    from tavle.live import deck as decks
    from tavle.live import tags
    from tavle.live.keys import Keys

    console = Console(highlight=False, soft_wrap=True)
    keys = Keys()

    def confirm(question: str) -> bool:
        if not keys.there:
            return False
        console.print(joined([question, tr("y/n, then Enter: ")], " "), end="")
        return keys.ask() in _YES

    if lock and not check_only and not list_only:
        _sure(keys.there, console, learn)
    with open_table(port) as link:
        if list_only or forget:
            said = link.request("tags.start")
            deck = decks.deck_of(link.request("state")["firmware"], said["deck"])
            if forget:
                known = link.request("tags.forget", uid=forget)["known"]
                console.print(
                    tr("{forget} is forgotten", forget=forget)
                    if known
                    else tr("{forget} was not known", forget=forget)
                )
            else:
                others = decks.learnt(link, deck)
                for card, uids in sorted(deck.stickers.items()):
                    console.print(f"{deck.name(card):>12}  {', '.join(uids)}")
                every = [uid for uids in deck.stickers.values() for uid in uids]
                for uid in filter(decks.random_number, every):
                    console.print(
                        tr(
                            "{uid} is another number each time: `tavle tags --forget {uid}`, and use an NTAG213",
                            uid=uid,
                        )
                    )
                console.print(
                    tr(
                        "{n} cards of this game, {others} of others",
                        n=len(deck.stickers),
                        others=others,
                    )
                )
            link.request("tags.stop")
            return
        clerk = tags.Clerk(
            link, console.print, keys.take, confirm, tags.Handling(learn, overwrite, lock)
        )
        try:
            wanted = decks.choose(clerk.deck, cards) if cards else clerk.deck.wanted
            if check_only:
                clerk.check()
            else:
                if keys.there:
                    console.print(
                        tr("Enter leaves a card out, q Enter stops; done ones are kept.")
                    )
                clerk.prepare(wanted)
        finally:
            clerk.stop()
        _report(console, clerk, check_only, wanted)


def _sure(there: bool, console: Console, learn: bool) -> None:
    """Ask a second time before anything is locked. Raises TavleError."""
    if learn:
        raise TavleError(
            tr("cannot lock"), tr("--learn writes nothing on the stickers"), tr("drop one"), 2
        )
    console.print(
        tr("A locked sticker can never be written again, not by this table and not by a phone.")
    )
    if not there:
        raise TavleError(
            tr("nothing was locked"),
            tr("nobody is there to confirm it"),
            tr("run it in a terminal"),
        )
    console.print(tr("Type '{phrase}' to continue: ", phrase=_PHRASE), end="")
    if sys.stdin.readline().strip().lower() != _PHRASE:
        raise TavleError(
            tr("nothing was locked"), tr("it was not confirmed"), tr("run it without --lock")
        )


def _report(
    console: Console, clerk: "Clerk", check_only: bool, wanted: list[tuple[int, int]]
) -> None:
    deck = clerk.deck
    if check_only:
        for line in deck.report():
            console.print(line)
        if not deck.good:
            raise TavleError(
                tr("the deck is not complete and clean"),
                tr(
                    "{missing} cards missing, {strangers} strangers",
                    missing=len(deck.missing()),
                    strangers=len(deck.strangers),
                ),
                tr("see the list above; `tavle tags --card NAME/COPY` writes single cards"),
            )
        console.print(tr("every card is there, once"))
        return
    done = [card for card in wanted if deck.stickers.get(card)]
    if deck.locked:
        line = tr(
            "{done} of {n} cards are ready, {locked} locked",
            done=len(done),
            n=len(wanted),
            locked=len(deck.locked),
        )
    else:
        line = tr("{done} of {n} cards are ready", done=len(done), n=len(wanted))
    console.print(line)
    rest = [deck.name(card) for card in wanted if card not in done]
    if rest:
        console.print(
            tr("not done: {list}; run `tavle tags` again for these", list=", ".join(rest))
        )
