# SPDX-License-Identifier: Apache-2.0
"""`tavle tags`: stickers become cards, through the table's own reader."""

import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tavle.errors import TavleError

if TYPE_CHECKING:
    from tavle.live.tags import Clerk

_PHRASE = "lock for ever"


@click.command(short_help="Write, learn or check the stickers of a deck.")
@click.option("--port", help="Serial port of the table, or socket://HOST:PORT.")
@click.option("--card", "cards", multiple=True, help="Only this card: 7 (all copies) or 7/2.")
@click.option("--learn", is_flag=True, help="Only note each sticker's number in the table.")
@click.option("--check", "check_only", is_flag=True, help="Change nothing: find what is wrong.")
@click.option("--list", "list_only", is_flag=True, help="Print the stickers the table has learnt.")
@click.option("--forget", metavar="UID", help="Drop a learnt sticker from the table.")
@click.option("--overwrite", is_flag=True, help="Write over foreign content without asking.")
@click.option("--lock", is_flag=True, help="Make every sticker read-only for ever; asks again.")
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
        console.print(question + " y/n, then Enter: ", end="")
        return keys.ask() in ("y", "yes")

    if lock and not check_only and not list_only:
        _sure(keys.there, console, learn)
    with open_table(port) as link:
        if list_only or forget:
            said = link.request("tags.start")
            deck = decks.deck_of(link.request("state")["firmware"], said["deck"])
            if forget:
                known = link.request("tags.forget", uid=forget)["known"]
                console.print(f"{forget} is forgotten" if known else f"{forget} was not known")
            else:
                others = decks.learnt(link, deck)
                for card, uids in sorted(deck.stickers.items()):
                    console.print(f"{deck.name(card):>12}  {', '.join(uids)}")
                console.print(f"{len(deck.stickers)} cards of this game, {others} of others")
            link.request("tags.stop")
            return
        clerk = tags.Clerk(
            link, console.print, keys.take, confirm, tags.Wish(learn, overwrite, lock)
        )
        try:
            wanted = decks.choose(clerk.deck, cards) if cards else clerk.deck.wanted
            if check_only:
                clerk.check()
            else:
                if keys.there:
                    console.print("Enter leaves a card out, q Enter stops; done ones are kept.")
                clerk.prepare(wanted)
        finally:
            clerk.stop()
        _report(console, clerk, check_only, wanted)


def _sure(there: bool, console: Console, learn: bool) -> None:
    """Ask a second time before anything is locked. Raises TavleError."""
    if learn:
        raise TavleError("cannot lock", "--learn writes nothing on the stickers", "drop one", 2)
    console.print(
        "A locked sticker can never be written again, not by this table and not by a phone."
    )
    if not there:
        raise TavleError(
            "nothing was locked", "nobody is there to confirm it", "run it in a terminal"
        )
    console.print(f"Type '{_PHRASE}' to go on: ", end="")
    if sys.stdin.readline().strip().lower() != _PHRASE:
        raise TavleError("nothing was locked", "it was not confirmed", "run it without --lock")


def _report(
    console: Console, clerk: "Clerk", check_only: bool, wanted: list[tuple[int, int]]
) -> None:
    deck = clerk.deck
    if check_only:
        for line in deck.report():
            console.print(line)
        if not deck.good:
            raise TavleError(
                "the deck is not complete and clean",
                f"{len(deck.missing())} cards missing, {len(deck.strangers)} strangers",
                "see the list above; `tavle tags --card NAME/COPY` writes single cards",
            )
        console.print("every card is there, once")
        return
    done = [card for card in wanted if deck.stickers.get(card)]
    locked = f", {len(deck.locked)} locked" if deck.locked else ""
    console.print(f"{len(done)} of {len(wanted)} cards are ready{locked}")
    rest = [deck.name(card) for card in wanted if card not in done]
    if rest:
        console.print(f"not done: {', '.join(rest)}; run `tavle tags` again for these")
