# SPDX-License-Identifier: Apache-2.0
"""`tavle tags`: stickers become cards, through the table's own reader."""

import shlex
import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tavle import kept
from tavle.commands import _options
from tavle.device import shapes
from tavle.errors import TavleError
from tavle.live import deck as decks
from tavle.words.terminal import joined, tr

if TYPE_CHECKING:
    from tavle.device.link import TableLink
    from tavle.live.deck import Deck
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
@click.option("--fresh", is_flag=True, help="Ask for cards that are done, too.")
@click.option("--lock", is_flag=True, help="Make every sticker read-only permanently; asks again.")
@_options.patience()
def command(
    port: str | None,
    cards: tuple[str, ...],
    learn: bool,
    check_only: bool,
    list_only: bool,
    forget: str | None,
    overwrite: bool,
    fresh: bool,
    lock: bool,
    patience: float,
) -> int:
    """Prepare the deck of the game on the table: one sticker per card.

    Says which card to lay on the slot, writes its id on the sticker and reads it back. Stickers
    with other content are left alone unless you agree. See host/TAGS.md.

    You can interrupt it at any time; it continues where it was. Exit status 3: cards are left.
    """
    from tavle.device import find, reconnect
    from tavle.device.link import open_table
    from tavle.live import tags
    from tavle.live.keys import Keys

    console = Console(highlight=False, soft_wrap=True)
    keys = Keys(patience_s=patience)

    def say(line: str) -> None:
        keys.heard()
        console.print(line)

    def confirm(question: str) -> bool:
        if not keys.there:
            return False
        console.print(joined([question, tr("y/n, then Enter: ")], " "), end="")
        return keys.ask() in _YES

    if lock and not check_only and not list_only:
        _sure(keys.there, console, learn)
    named = ["--port", port] if port else []
    port = find.choose(port)
    reconnect.end_other(port, "tags", console.print)
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
                    console.print(f"{deck.name(card)}  {', '.join(uids)}")
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
            return 0
        clerk = tags.Clerk(
            link,
            say,
            keys.take,
            confirm,
            tags.Handling(learn, overwrite, lock),
            None if learn else _note,
        )
        deck = clerk.deck
        try:
            if check_only:
                clerk.check()
            else:
                wanted = decks.choose(deck, cards) if cards else deck.wanted
                if not fresh:
                    _remember(link, deck, learn)
                for card in wanted if cards or lock else ():
                    deck.stickers.pop(card, None)
                again = [*(["--learn"] if learn else []), *named]
                _prepare(console, keys.there, clerk, wanted, bool(cards), again)
                return 3 if any(not deck.stickers.get(card) for card in wanted) else 0
        finally:
            clerk.stop()
        _report(console, deck)
        return 0


def _file(deck: "Deck") -> str:
    """Return the name under which an unfinished deck is kept."""
    return f"tags-{deck.number}"


def _note(deck: "Deck") -> None:
    """Keep which cards are done, until all are."""
    if deck.missing():
        done = [[*card, uid] for card, uids in deck.stickers.items() for uid in uids]
        kept.save(_file(deck), done)
    else:
        kept.forget(_file(deck))


def _remember(link: "TableLink", deck: "Deck", learn: bool) -> None:
    """Take the cards that are done already: a sticker keeps what is written, the table what it has learnt."""
    if learn:
        decks.learnt(link, deck)
        return
    for row in kept.load(_file(deck)) or ():
        if not shapes.wrong((int, int, str), row):
            deck.add((row[0], row[1]), row[2])


def _prepare(
    console: Console,
    there: bool,
    clerk: "Clerk",
    wanted: list[tuple[int, int]],
    named: bool,
    again: list[str],
) -> None:
    """Ask for the cards that are wanted and not done; at the end, whatever ends it, print what is left.

    Args:
        console: where to.
        there: whether somebody can type.
        clerk: who sees to them.
        wanted: the cards that were asked for.
        named: whether they were named one by one.
        again: the rest of the command that continues.
    """
    deck = clerk.deck
    left = [card for card in wanted if not deck.stickers.get(card)]
    if len(left) < len(wanted):
        done = len(wanted) - len(left)
        console.print(
            tr("{done} of {n} are done already; --fresh begins again", done=done, n=len(wanted))
        )
    if there and left:
        console.print(tr("Enter leaves a card out, q Enter stops; done ones are kept."))
    try:
        clerk.prepare(left)
    finally:
        left = [card for card in wanted if not deck.stickers.get(card)]
        console.print(_count(len(wanted) - len(left), len(wanted), len(deck.locked)))
        if left:
            cards = [word for card in left if named for word in ("--card", deck.id(card))]
            console.print(
                tr(
                    "not done: {list}; `{command}` continues",
                    list="; ".join(map(deck.name, left)),
                    command=shlex.join(["tavle", "tags", *cards, *again]),
                )
            )


def _count(done: int, n: int, locked: int) -> str:
    if locked:
        return tr("{done} of {n} cards are ready, {locked} locked", done=done, n=n, locked=locked)
    return tr("{done} of {n} cards are ready", done=done, n=n)


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


def _report(console: Console, deck: "Deck") -> None:
    """Print what a check has found. Raises TavleError unless the deck is good."""
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
