# SPDX-License-Identifier: Apache-2.0
"""Who is at the table by pages and programs: what each of them is told, and what they say to it."""

import hmac
import json
from collections.abc import Callable
from typing import Any

from tavle.web.orders import Order
from tavle.web.roles import ONLOOKER, SCREEN, SEAT, SHOW, refusal
from tavle.web.visitor import Visitor

LONGEST = 16 * 1024
"""Characters of the longest message that is taken."""

LONGEST_ID = 64
"""Characters, or digits, of the longest id."""

_LONGEST_THERE = 4096  # characters, of another device
Message = dict[str, Any]


class Guests:
    """Everybody who is at a table.

    Args:
        table: what orders are for, a `table.Table` or a `shown.ShownTable`.
        call: calls a function with arguments where the guests live: the table may have a thread of its own.
        link: returns from its secret what a page shows of a seat's link.
        changed: called when the secrets of the seats are others.

    Attributes:
        there: those who are there.
        tokens: colour -> the secret of its link.
        open: the address for other devices, as pages show it; "" for none.
        closes: what to do when the owner closes the table to other devices.
    """

    def __init__(
        self,
        table: Any,
        call: Callable[..., None],
        link: Callable[[str], Message],
        changed: Callable[[], None] = lambda: None,
    ):
        self.there: set[Visitor] = set()
        self.tokens: dict[str, str] = {}
        self.open = ""
        self.closes: Callable[[], Any] | None = None
        self._table = table
        self._call = call
        self._link = link
        self._changed = changed
        self._present: Message = {}
        self._people = 0  # those who are there and those who are being welcomed
        self._secrets: Message = {"hands": {}, "links": {}, "people": []}
        self._acting = ""

    # What they are told

    def tell(self, message: Message) -> None:
        """Tell everybody what is for all, each what they may see of it."""
        if "hands" in message:
            self._keep_secrets(message)
        acting = ((message.get("view") or {}).get("party") or {}).get("acting", self._acting)
        if acting != self._acting:
            self._acting = acting
            for visitor in self.there:
                # The screen goes to somebody else: nobody's cards lie open meanwhile.
                if visitor.looking:
                    visitor.looking = ""
                    visitor.put(visitor.may_see(self._secrets))
        for visitor in self.there:
            self._hand_over(visitor, message)

    def _keep_secrets(self, message: Message) -> None:
        """Take the hands and the links of the table; whose secret is no more is shown out."""
        tokens: dict[str, str] = message["links"]
        changed = tokens != self.tokens
        self.tokens = tokens
        self._secrets = {"hands": message["hands"], "people": message["people"], "links": {}}
        for colour, token in tokens.items():
            self._secrets["links"][colour] = self._link(token)
        for visitor in list(self.there):
            if visitor.role == SEAT and self.seat_of(visitor.token) != visitor.seat:
                self.expel(visitor, "new-code")
        if changed and tokens:
            self._changed()
        self._tell_who_is_here()

    def seat_of(self, token: str) -> str:
        """Return the seat that a secret opens, "" for none; it takes as long whichever it is."""
        found = ""
        for colour, known in self.tokens.items():
            if same(known, token):
                found = colour
        return found

    def expel(self, visitor: Visitor, why: str) -> None:
        """Show somebody out."""
        self.there.discard(visitor)
        visitor.show_out(why)

    def _tell_who_is_here(self) -> None:
        """Tell which seats with devices of their own are there, and how many only watch."""
        here = {visitor.seat for visitor in self.there if visitor.role == SEAT}
        phones = {colour: colour in here for colour in self.tokens}
        watching = sum(visitor.role == ONLOOKER for visitor in self.there)
        present = {"phones": phones, "watching": watching, "open": self.open}
        if present != self._present:
            self._present = present
            for visitor in self.there:
                visitor.put(present)

    def _hand_over(self, visitor: Visitor, message: Message) -> None:
        if "hands" in message:
            open_to_all = {k: v for k, v in message.items() if k not in self._secrets}
            message = {**open_to_all, **visitor.may_see(self._secrets)}
        visitor.put(message)

    def _look(self, visitor: Visitor, colour: object) -> Message:
        """Turn over the cards of somebody at this screen, or, for "", all of them."""
        if visitor.role != SCREEN or (colour != "" and colour not in self._secrets["people"]):
            return {"ok": False, "error": "not-your-seat"}
        visitor.looking = str(colour)
        visitor.put(visitor.may_see(self._secrets))
        return {"ok": True}

    def closed(self) -> None:
        """Show those out who came by the network; the links of seats are others now."""
        for visitor in [visitor for visitor in self.there if visitor.remote]:
            self.expel(visitor, "closed")
        self._keep_secrets({**self._secrets, "links": self.tokens})
        for visitor in self.there:
            visitor.put(visitor.may_see(self._secrets))

    # Coming and going

    def come(self, visitor: Visitor) -> None:
        """Welcome somebody: what the table is like comes first."""

        def welcome(message: Message) -> None:
            # In the table's order: what is told after the greeting is told to this page too.
            self._call(self._enter, visitor, message)

        self._count(1)
        self._table.submit(Order(None, welcome, visitor))

    def go(self, visitor: Visitor) -> None:
        """Take note that somebody has left; the buttons they held down come up."""
        visitor.gone = True
        self.there.discard(visitor)
        self._count(-1)
        self._tell_who_is_here()
        for button in visitor.pressed:
            release = {"do": "press", "button": button, "down": False}
            self._table.submit(Order(release, lambda _: None))

    def _enter(self, visitor: Visitor, message: Message) -> None:
        if visitor.gone:
            return
        self._keep_secrets(message)
        if visitor.role == SEAT and self.seat_of(visitor.token) != visitor.seat:
            visitor.show_out("new-code")  # the game has changed while it came in
            return
        before = [one for one in self.there if visitor.seat and one.seat == visitor.seat]
        for other in before:
            self.expel(other, "other-device")
        self._hand_over(visitor, {**message, **self._present})
        if any(not visitor.page or other.page != visitor.page for other in before):
            visitor.put({"took": visitor.seat})
        self.there.add(visitor)
        self._tell_who_is_here()

    def _count(self, change: int) -> None:
        self._people += change
        self._table.watched = self._people > 0

    # What they say

    async def take(self, visitor: Visitor, text: str) -> None:
        """Check a message and give it to the table; every message gets exactly one answer."""
        longest = LONGEST if visitor.role == SCREEN else _LONGEST_THERE
        if len(text) > longest:
            why = f"a message has at most {longest} characters, this one {len(text)}"
            visitor.put({"ok": False, "error": why})
            return
        try:
            command = json.loads(text)
        except (ValueError, RecursionError) as error:
            visitor.put({"ok": False, "error": f"not JSON: {error}"})
            return
        if command is None:  # an order without a command is a greeting
            visitor.put({"ok": False, "error": "a command is a JSON object"})
            return
        echo = {}
        if isinstance(command, dict) and "id" in command:
            number = command.pop("id")
            if not _is_id(number):
                why = f"id must be a whole number or text of at most {LONGEST_ID} characters"
                visitor.put({"ok": False, "error": why})
                return
            echo = {"re": number}
        what = command.get("do") if isinstance(command, dict) else None
        if visitor.role == ONLOOKER:
            visitor.put({**echo, "ok": False, "error": refusal(ONLOOKER, "", str(what))})
            return
        if what == "look" and self._table.mode != SHOW:
            visitor.put({**echo, **self._look(visitor, command.get("colour"))})
            return
        if what == "lan":
            why = refusal(visitor.role, SHOW, "lan")
            if not why and self.closes is not None:
                await self.closes()
            visitor.put({**echo, **({"ok": False, "error": why} if why else {"ok": True})})
            return
        await visitor.slots.acquire()

        def answer(said: Message) -> None:
            self._call(visitor.put, {**echo, **said})
            self._call(visitor.slots.release)
            visitor.note(command, said)

        self._table.submit(Order(command, answer, visitor))


def same(known: str, said: str) -> bool:
    """Tell whether somebody knows a secret; it takes as long whatever is wrong, and any bytes may be said."""
    return hmac.compare_digest(known.encode(), said.encode(errors="replace"))


def _is_id(number: object) -> bool:
    if isinstance(number, str):
        return len(number) <= LONGEST_ID
    return isinstance(number, int) and abs(number) < 10**LONGEST_ID
