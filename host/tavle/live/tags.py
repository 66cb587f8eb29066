# SPDX-License-Identifier: Apache-2.0
"""`tavle tags`, the PC's side: which card lies there, what it shall become, what is missing."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tavle.device.link import Refused, TableLink
from tavle.errors import TavleError
from tavle.live import words
from tavle.live.deck import RANDOM, CardIndex, Deck, deck_of, random_number
from tavle.words.terminal import joined, mark, tr

_ALIVE_S = 2.0  # how often the table is told that somebody is there
_JOB_S = 20.0

_CANNOT = {
    "unreadable": mark("it gives its number but no content; lay it flat on the slot, or learn it"),
    "not a Type 2 tag": mark(
        "it cannot be written; use an NTAG213, or learn its number with --learn"
    ),
}
_RANDOM = mark(
    "its number is another one each time (a phone, a bank card), so it cannot be a card; use an NTAG213"
)
_HELD = {
    "foreign": mark("{uid} holds something that is not ours."),
    "damaged": mark("{uid} holds damaged content."),
    "bad id": mark("{uid} holds a card record that is damaged or newer than this tool."),
}
_FAILED = {
    "gone": mark("it was taken away too early; lay it down again and leave it there"),
    "read only": mark("it is locked; use another sticker, or learn its number with --learn"),
    "too small": mark("it is too small for a card; use an NTAG213 or bigger"),
    "not formatted": mark("it is not prepared for NDEF; use an NTAG213 sticker"),
    "verify": mark("it did not keep what was written; lay it down again, else throw it away"),
    "failed": mark("the reader lost it; lay it flat on the slot and leave it there"),
    "foreign": mark("it holds something else; nothing was written"),
    "damaged": mark("its content is damaged; --overwrite writes it again"),
}


@dataclass
class Handling:
    """How stickers are handled.

    Attributes:
        learn: note UIDs in the table instead of writing on the stickers.
        overwrite: write over foreign and damaged content without asking.
        lock: make each sticker read-only permanently once it is right.
    """

    learn: bool = False
    overwrite: bool = False
    lock: bool = False


class Clerk:
    """Prepares or checks a deck, card by card.

    Args:
        link: the table.
        say: called with every line for the person.
        typed: returns a line the person typed, or None.
        confirm: asks a question; True for yes.
        handling: how the person wants it.
        noted: called with the deck when a card is done.

    Attributes:
        deck: what was found.
    """

    def __init__(
        self,
        link: TableLink,
        say: Callable[[str], None],
        typed: Callable[[], str | None],
        confirm: Callable[[str], bool],
        handling: Handling,
        noted: Callable[[Deck], None] | None = None,
    ):
        self._link = link
        self._say = say
        self._typed = typed
        self._confirm = confirm
        self._handling = handling
        self._noted = noted
        self._alive = 0.0
        self._lying = ""
        self.skipped: list[CardIndex] = []
        number = self._start()["deck"]
        link.keep_only("tag")
        self.deck = deck_of(link.request("state")["firmware"], number)

    def _start(self) -> dict[str, Any]:
        self._alive = time.monotonic()
        return self._link.request("tags.start")

    def stop(self) -> None:
        """Give the cards back to the game, unless the table has done so by itself."""
        with contextlib.suppress(Refused):
            self._link.request("tags.stop")

    # What happens at the table

    def _event(self) -> dict[str, Any] | str:
        """Return the next event of the tags, or a line that was typed."""
        while True:
            if time.monotonic() - self._alive > _ALIVE_S:
                self._start()
            typed = self._typed()
            if typed is not None:
                return typed
            event = self._link.event(0.2)
            if event is None:
                continue
            if event.get("event") != "tag":
                self._other(event)
            elif event.get("two"):
                self._say("  " + tr("two stickers are on the slot: one card at a time"))
            elif event.get("gone"):
                self._lying = ""
            else:
                return event

    def _other(self, event: dict[str, Any]) -> None:
        self._say("  " + words.spoken(event))
        broken = event.get("event") == "fault" and not event.get("over")
        if broken and event.get("part") == "reader":
            self._say(
                "  "
                + tr("check the reader's plug and its switches; the job continues when it answers")
            )
        elif event.get("event") == "ready":
            raise TavleError(
                tr("the tags are not finished"),
                tr("the table was restarted"),
                tr("run the same command again"),
            )

    def _result(self, word: str, uid: str) -> str:
        """Wait for the end of a job; return its result."""
        end = time.monotonic() + _JOB_S
        while time.monotonic() < end:
            event = self._link.event(0.2)
            if event is None:
                continue
            if event.get("event") != "tag":
                self._other(event)
            elif event.get("done") == word and event.get("uid") == uid:
                return str(event["result"])
            elif event.get("gone"):
                self._lying = ""
        return "failed"

    # Preparing

    def prepare(self, cards: list[CardIndex]) -> bool:
        """Ask for each card and make its sticker right; return False when the person stops."""
        left = list(cards)
        while left:
            card = left[0]
            self._say(
                tr(
                    "lay {card} on the slot  ({n} left)",
                    card=self.deck.name(card),
                    n=len(left),
                )
            )
            done = self._one(card, left)
            if done is None:
                return False
        return True

    def _one(self, card: CardIndex, left: list[CardIndex]) -> bool | None:
        """Wait until a card is done or left out; None when the person stops."""
        while card in left:
            event = self._event()
            if event == "q":
                return None
            if isinstance(event, str):
                self._say("  " + tr("{card} is left out", card=self.deck.name(card)))
                self.skipped.append(card)
                left.remove(card)
                return True
            if "held" in event and event["uid"] != self._lying:
                self._lying = event["uid"]
                found = self._take(event, card, left)
                if found is not None:
                    self.deck.add(found, event["uid"])
                    left.remove(found)
                    if self._noted:
                        self._noted(self.deck)
                    return True
        return True

    def _take(
        self, event: dict[str, Any], card: CardIndex, left: list[CardIndex]
    ) -> CardIndex | None:
        """Make the sticker on the slot right; return the card it is now."""
        uid = event["uid"]
        held = event["held"]
        if held == "lay again":
            self._say("  " + tr("a card lies there already: take it off and lay it again"))
            return None
        if random_number(uid):
            self._say(f"  {uid}: {tr(_RANDOM)}")
            return None
        before = self.deck.card_of(uid)
        if before is not None:
            self._say(
                "  "
                + tr("that is {before}, done already; lay another", before=self.deck.name(before))
            )
            return None
        now = self._known(event)
        if now is not None and now in left:
            if self._handling.lock and not self._lock(uid, now):
                return None
            self._say("  " + tr("{uid} is {now} already: fine", uid=uid, now=self.deck.name(now)))
            return now
        if self._handling.learn:
            return self._learn(event, card)
        if held in _CANNOT:
            self._say(f"  {uid}: {tr(_CANNOT[held])}")
            return None
        force = held != "blank"
        if force and not self._may(event, now, card):
            self._say("  " + tr("left as it is; lay another card"))
            return None
        return self._write(uid, card, force)

    def _known(self, event: dict[str, Any]) -> CardIndex | None:
        """Return which card of this deck a sticker is, by its content or by the table."""
        told = event.get("known" if self._handling.learn else "card")
        if not told or told[0] != self.deck.number:
            return None
        return told[1], told[2]

    def _may(self, event: dict[str, Any], now: CardIndex | None, card: CardIndex) -> bool:
        """Ask before anything is lost."""
        uid = event["uid"]
        if now is not None:
            what = tr(
                "{uid} is {card}, which has its sticker or was not asked for.",
                uid=uid,
                card=self.deck.name(now),
            )
        elif "card" in event:
            what = tr("{uid} is a card of another game.", uid=uid)
        else:
            what = tr(_HELD.get(event["held"], _HELD["foreign"]), uid=uid)
            if self._handling.overwrite:
                return True
        over = tr("Write {card} over it?", card=self.deck.name(card))
        return self._confirm("  " + joined([what, over], " "))

    def _write(self, uid: str, card: CardIndex, force: bool) -> CardIndex | None:
        kind, copy = card
        fields = {"force": True} if force else {}
        self._link.request("tags.write", uid=uid, kind=kind, copy=copy, **fields)
        result = self._result("write", uid)
        if result != "ok":
            self._lying = ""
            self._say(
                "  "
                + tr(
                    "{uid} not written: {result}", uid=uid, result=tr(_FAILED.get(result, result))
                )
            )
            return None
        if self._handling.lock and not self._lock(uid, card):
            return None
        self._say(
            "  " + tr("{uid} is {card}: written and read back", uid=uid, card=self.deck.name(card))
        )
        return card

    def _lock(self, uid: str, card: CardIndex) -> bool:
        self._link.request("tags.lock", uid=uid, kind=card[0], copy=card[1])
        result = self._result("lock", uid)
        if result == "ok":
            self.deck.locked.add(card)
            return True
        self._lying = ""
        self._say(
            "  "
            + tr("{uid} not locked: {result}", uid=uid, result=tr(_FAILED.get(result, result)))
        )
        return False

    def _learn(self, event: dict[str, Any], card: CardIndex) -> CardIndex | None:
        uid = event["uid"]
        known = event.get("known")
        if known:
            was = self.deck.name((known[1], known[2])) if known[0] == self.deck.number else ""
            question = "  " + tr(
                "{uid} was learnt as {was}. Change it?",
                uid=uid,
                was=was or "a card of another game",
            )
            if not self._confirm(question):
                self._say("  " + tr("left as it is; lay another card"))
                return None
        said = self._link.request("tags.learn", uid=uid, kind=card[0], copy=card[1])
        if said["other"]:
            self._say(
                "  "
                + tr(
                    "{other} was learnt as {card} too: `tavle tags --forget {other}` if it is lost",
                    other=said["other"],
                    card=self.deck.name(card),
                )
            )
        self._say("  " + tr("{uid} is {card}: learnt", uid=uid, card=self.deck.name(card)))
        return card

    # Checking

    def check(self) -> None:
        """Read cards in any order until all are there or the person types a line."""
        self._say(tr("lay every card on the slot, in any order; Enter ends"))
        while self.deck.missing():
            event = self._event()
            if isinstance(event, str):
                return
            if "held" not in event or event["uid"] == self._lying:
                continue
            self._lying = event["uid"]
            if event["held"] == "lay again":
                self._say("  " + tr("a card lies there already: take it off and lay it again"))
                continue
            self._seen(event)

    def _seen(self, event: dict[str, Any]) -> None:
        uid = event["uid"]
        told = event.get("known") or event.get("card")
        if random_number(uid):
            self.deck.strangers[uid] = RANDOM
            self._say(f"  {uid}: {tr(_RANDOM)}")
        elif told and told[0] == self.deck.number:
            card = (told[1], told[2])
            if self.deck.card_of(uid) == card:
                self._say("  " + tr("{card} again", card=self.deck.name(card)))
                return
            self.deck.add(card, uid)
            twice = "  DUPLICATE" if len(self.deck.stickers[card]) > 1 else ""
            self._say(f"  {self.deck.name(card)}  {uid}{twice}")
        else:
            what = tr("a card of another game") if told else event["held"]
            self.deck.strangers[uid] = what
            self._say(f"  {uid}: {what}")
