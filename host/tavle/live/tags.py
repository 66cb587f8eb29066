# SPDX-License-Identifier: Apache-2.0
"""`tavle tags`, the PC's side: which card lies there, what it shall become, what is missing."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.live import words
from tavle.live.deck import Wanted, deck_of

_ALIVE_S = 5.0  # how often the table is told that somebody is there
_JOB_S = 20.0

_CANNOT = {
    "unreadable": "it gives its number but no content; hold it flat on the slot, or learn it",
    "not a Type 2 tag": "it cannot be written; use an NTAG213, or learn its number with --learn",
}
_FAILED = {
    "gone": "it was taken away too early; lay it down again and leave it there",
    "read only": "it is locked; use another sticker, or learn its number with --learn",
    "too small": "it is too small for a card; use an NTAG213 or bigger",
    "not formatted": "it is not prepared for NDEF; use an NTAG213 sticker",
    "verify": "it did not keep what was written; lay it down again, else throw it away",
    "failed": "the reader lost it; lay it flat on the slot and leave it there",
    "foreign": "it holds something else; nothing was written",
    "damaged": "its content is damaged; --overwrite writes it anew",
}


@dataclass
class Wish:
    """How the person wants it.

    Attributes:
        learn: note UIDs in the table instead of writing on the stickers.
        overwrite: write over foreign and damaged content without asking.
        lock: make each sticker read-only for ever once it is right.
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
        wish: how the person wants it.

    Attributes:
        deck: what was found.
    """

    def __init__(
        self,
        link: TableLink,
        say: Callable[[str], None],
        typed: Callable[[], str | None],
        confirm: Callable[[str], bool],
        wish: Wish,
    ):
        self._link = link
        self._say = say
        self._typed = typed
        self._confirm = confirm
        self._wish = wish
        self._alive = 0.0
        self._lying = ""
        self.skipped: list[Wanted] = []
        number = self._start()["deck"]
        link.keep_only("tag")
        self.deck = deck_of(link.request("state")["firmware"], number)

    def _start(self) -> dict[str, Any]:
        self._alive = time.monotonic()
        return self._link.request("tags.start")

    def stop(self) -> None:
        """Give the cards back to the game."""
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
                self._say("  two stickers are on the slot: one card at a time")
            elif event.get("gone"):
                self._lying = ""
            else:
                return event

    def _other(self, event: dict[str, Any]) -> None:
        self._say("  " + words.event(event))
        if event.get("event") == "fault" and event.get("part") == "reader":
            self._say("  check the reader's plug and its switches; it goes on when it answers")
        elif event.get("event") == "ready":
            raise TavleError(
                "the tags are not finished",
                "the table was restarted",
                "run the same command again",
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

    def prepare(self, cards: list[Wanted]) -> bool:
        """Ask for each card and make its sticker right; return False when the person stops."""
        left = list(cards)
        while left:
            card = left[0]
            self._say(f"lay {self.deck.name(card)} on the slot  ({len(left)} left)")
            done = self._one(card, left)
            if done is None:
                return False
        return True

    def _one(self, card: Wanted, left: list[Wanted]) -> bool | None:
        """Wait until a card is done or left out; None when the person stops."""
        while card in left:
            event = self._event()
            if event == "q":
                return None
            if isinstance(event, str):
                self._say(f"  {self.deck.name(card)} is left out")
                self.skipped.append(card)
                left.remove(card)
                return True
            if "held" in event and event["uid"] != self._lying:
                self._lying = event["uid"]
                found = self._take(event, card, left)
                if found is not None:
                    self.deck.add(found, event["uid"])
                    left.remove(found)
                    return True
        return True

    def _take(self, event: dict[str, Any], card: Wanted, left: list[Wanted]) -> Wanted | None:
        """Make the sticker on the slot right; return the card it is now."""
        uid = event["uid"]
        held = event["held"]
        if held == "lay again":
            self._say("  a card lies there already: take it off and lay it again")
            return None
        before = self.deck.card_of(uid)
        if before is not None:
            self._say(f"  that is {self.deck.name(before)}, done already; lay another")
            return None
        now = self._known(event)
        if now is not None and now in left:
            if self._wish.lock and not self._lock(uid, now):
                return None
            self._say(f"  {uid} is {self.deck.name(now)} already: fine")
            return now
        if self._wish.learn:
            return self._learn(event, card)
        if held in _CANNOT:
            self._say(f"  {uid}: {_CANNOT[held]}")
            return None
        force = held != "blank"
        if force and not self._may(event, now, card):
            self._say("  left as it is; lay another card")
            return None
        return self._write(uid, card, force)

    def _known(self, event: dict[str, Any]) -> Wanted | None:
        """Return which card of this deck a sticker is, by its content or by the table."""
        told = event.get("known" if self._wish.learn else "card")
        if not told or told[0] != self.deck.number:
            return None
        return told[1], told[2]

    def _may(self, event: dict[str, Any], now: Wanted | None, card: Wanted) -> bool:
        """Ask before anything is lost."""
        if now is not None:
            what = f"is {self.deck.name(now)}, which has its sticker or was not asked for"
        elif "card" in event:
            what = "is a card of another game"
        else:
            what = {
                "foreign": "holds something that is not ours",
                "damaged": "holds damaged content",
                "bad id": "holds a card record that is damaged or newer than this tool",
            }.get(event["held"], f"holds {event['held']}")
            if self._wish.overwrite:
                return True
        question = f"  {event['uid']} {what}. Write {self.deck.name(card)} over it?"
        return self._confirm(question)

    def _write(self, uid: str, card: Wanted, force: bool) -> Wanted | None:
        kind, copy = card
        fields = {"force": True} if force else {}
        self._link.request("tags.write", uid=uid, kind=kind, copy=copy, **fields)
        result = self._result("write", uid)
        if result != "ok":
            self._lying = ""
            self._say(f"  {uid} not written: {_FAILED.get(result, result)}")
            return None
        if self._wish.lock and not self._lock(uid, card):
            return None
        self._say(f"  {uid} is {self.deck.name(card)}: written and read back")
        return card

    def _lock(self, uid: str, card: Wanted) -> bool:
        self._link.request("tags.lock", uid=uid, kind=card[0], copy=card[1])
        result = self._result("lock", uid)
        if result == "ok":
            self.deck.locked.add(card)
            return True
        self._lying = ""
        self._say(f"  {uid} not locked: {_FAILED.get(result, result)}")
        return False

    def _learn(self, event: dict[str, Any], card: Wanted) -> Wanted | None:
        uid = event["uid"]
        known = event.get("known")
        if known:
            was = self.deck.name((known[1], known[2])) if known[0] == self.deck.number else ""
            question = f"  {uid} was learnt as {was or 'a card of another game'}. Change it?"
            if not self._confirm(question):
                self._say("  left as it is; lay another card")
                return None
        said = self._link.request("tags.learn", uid=uid, kind=card[0], copy=card[1])
        if said["other"]:
            self._say(
                f"  {said['other']} was learnt as {self.deck.name(card)} too: "
                f"`tavle tags --forget {said['other']}` if it is lost"
            )
        self._say(f"  {uid} is {self.deck.name(card)}: learnt")
        return card

    # Checking

    def check(self) -> None:
        """Read cards in any order until all are there or the person types a line."""
        self._say("lay every card on the slot, in any order; Enter ends")
        while self.deck.missing():
            event = self._event()
            if isinstance(event, str):
                return
            if "held" not in event or event["uid"] == self._lying:
                continue
            self._lying = event["uid"]
            if event["held"] == "lay again":
                self._say("  a card lies there already: take it off and lay it again")
                continue
            self._seen(event)

    def _seen(self, event: dict[str, Any]) -> None:
        uid = event["uid"]
        told = event.get("known") or event.get("card")
        if told and told[0] == self.deck.number:
            card = (told[1], told[2])
            if self.deck.card_of(uid) == card:
                self._say(f"  {self.deck.name(card)} again")
                return
            self.deck.add(card, uid)
            twice = "  DUPLICATE" if len(self.deck.stickers[card]) > 1 else ""
            self._say(f"  {self.deck.name(card)}  {uid}{twice}")
        else:
            what = "a card of another game" if told else event["held"]
            self.deck.strangers[uid] = what
            self._say(f"  {uid}: {what}")
