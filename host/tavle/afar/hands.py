# SPDX-License-Identifier: Apache-2.0
"""Hands of cards that only their side can read, from an order that neither side has chosen.

The order of a shuffle is made of a link of each side's chain. The side of the first seat deals: it alone knows both links
as long as the shuffle lasts, tells the other side its hands in a box that only that side can open, and shows its link
when all cards of the shuffle are played. Then the other side makes the order itself and looks whether it was dealt so.
A card that is passed to a partner of the other side travels in a box too.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from tavle.afar import missing
from tavle.afar.chance import drawn
from tavle.afar.kept import Kept, card_of
from tavle.afar.log import Card, Log, Wrong
from tavle.words.terminal import tr

Links = tuple[bytes, bytes]


def private_key(secret: str) -> Any:
    """Return the key of a side. Raises TavleError where the library is not installed."""
    try:
        from nacl.public import PrivateKey
    except ImportError:
        raise missing(tr("PyNaCl is not installed")) from None
    return PrivateKey(hashlib.sha256(b"tavle key" + bytes.fromhex(secret)).digest())


def can_open(secret: str, far_key: str) -> bool:
    """Return whether the other side's public key is one."""
    from nacl.exceptions import CryptoError
    from nacl.public import Box, PublicKey

    try:
        Box(private_key(secret), PublicKey(bytes.fromhex(far_key)))
    except (CryptoError, TypeError, ValueError):
        return False
    return True


class Hands:
    """The hands of one side.

    Args:
        log: the game.
        mine: the colours of this side.
        kept: where it is written down.
        links: links(n) gives both links of draw n, None while one is not known here.
        far_key: the other side's public key, in hex.
    """

    def __init__(
        self,
        log: Log,
        mine: list[str],
        kept: Kept,
        links: Callable[[int], Links | None],
        far_key: str,
    ):
        from nacl.public import Box, PublicKey

        self._log = log
        self._mine = mine
        self._kept = kept
        self._links = links
        self._box = Box(private_key(kept.secret), PublicKey(bytes.fromhex(far_key)))
        self._sealed = ("", "")  # what the last box holds, and the box
        self._opened = ""  # the last box of the other side
        self._checked = 0  # shuffles
        game = log.game
        self._colours = [game.colours[seat] for seat in game.seats]
        self._deck = [
            (name, i + 1)
            for name, n in zip(game.actions, game.deck, strict=True)
            for i in range(n)
        ]
        self.deals = self._colours[0] in mine

    @property
    def deal(self) -> int:
        """The number of the deal, from 0."""
        return len(self._log.deals) - 1

    def shown(self, over: bool) -> int:
        """Return up to which draw this side shows its links; draw 0 is who begins, n + 1 shuffle n."""
        shuffle = self._log.deals[-1][0]
        return shuffle if self.deals and not over else shuffle + 1

    # -- dealing --------------------------------------------------------------------------------

    def _dealt(self, deal: int) -> dict[str, list[Card]] | None:
        """Return everybody's hand of a deal, None while the order is not known here."""
        shuffle, number = self._log.deals[deal]
        links = self._links(shuffle + 1)
        if links is None:
            return None
        order = list(self._deck)
        for i in range(len(order) - 1, 0, -1):
            j = drawn((links[0] + i.to_bytes(2, "big"), links[1]), i + 1)
            order[i], order[j] = order[j], order[i]
        at = len(self._colours) * sum(self._cards(before) for before in range(deal - number, deal))
        n = self._cards(deal)
        return {
            colour: order[at + i * n : at + (i + 1) * n] for i, colour in enumerate(self._colours)
        }

    def _cards(self, deal: int) -> int:
        """Return how many cards a deal gives to everybody."""
        hand = self._log.game.hand
        return int(hand[deal % len(hand)])

    def sealed(self) -> dict[str, Any] | None:
        """Return what only the other side may know of this deal, as it travels: the hands that this side deals, and cards passed."""
        dealt = self._dealt(self.deal) if self.deals else None
        theirs = {
            colour: hand for colour, hand in (dealt or {}).items() if colour not in self._mine
        }
        passed = {
            colour: card
            for colour, card in self.passed().items()
            if colour in self._mine and self._partner(colour) not in self._mine
        }
        if not theirs and not passed:
            return None
        told = json.dumps([self.deal, theirs, passed])
        if told != self._sealed[0]:  # every box of the same looks different
            self._sealed = told, bytes(self._box.encrypt(told.encode())).hex()
        return {"deal": self.deal, "box": self._sealed[1]}

    def open(self, sealed: Any) -> None:
        """Take this side's hands of a deal, and what its partners pass. Raises Wrong when they cannot be."""
        if not isinstance(sealed, dict) or sealed.get("deal") != self.deal:
            return
        if sealed.get("box") == self._opened:
            return
        from nacl.exceptions import CryptoError

        try:
            deal, dealt, passed = json.loads(self._box.decrypt(bytes.fromhex(sealed["box"])))
            hands = (
                {} if self.deals else {c: [card_of(one) for one in dealt[c]] for c in self._mine}
            )
            cards = {colour: card_of(one) for colour, one in passed.items()}
        except (CryptoError, LookupError, TypeError, ValueError, AttributeError):
            raise Wrong("hands are not understood") from None
        told = [card for hand in hands.values() for card in hand] + list(cards.values())
        if deal != self.deal or not set(told) <= set(self._deck):
            raise Wrong("hands are not of this deal")
        if any(len(hand) != self._cards(deal) for hand in hands.values()):
            raise Wrong("hands have another number of cards")
        if hands and deal not in self._kept.dealt:
            self._kept.deal(deal, hands)
        known = self._dealt(deal)
        for colour, card in cards.items():
            if colour in self.waiting() and colour not in self._mine:
                if known is not None and card not in known[colour]:
                    raise Wrong(f"{colour} has not got {card}")
                self._kept.give(deal, colour, card)
        self._opened = sealed["box"]

    def check(self, over: bool) -> None:
        """Look whether what was dealt and played is of the order, as far as it is known now. Raises Wrong."""
        log = self._log
        done = log.deals[-1][0] + over
        while not self.deals and self._checked < done:
            deals = [
                deal for deal, (shuffle, _) in enumerate(log.deals) if shuffle == self._checked
            ]
            dealt = [self._dealt(deal) for deal in deals]
            if None in dealt:
                return
            for deal, hands in zip(deals, dealt, strict=True):
                assert hands is not None
                mine = {colour: hands[colour] for colour in self._mine}
                if self._kept.dealt.get(deal, mine) != mine:
                    raise Wrong("it has dealt other cards than were drawn")
                for colour, card in ((c, card) for d, c, card in log.laid if d == deal):
                    self._is_theirs(hands, colour, card)
            self._checked += 1

    def allows(self, colour: str, cards: list[Card]) -> None:
        """Look whether a colour can hold these cards, where the order is known. Raises Wrong."""
        hands = self._dealt(self.deal)
        for card in cards if hands is not None else ():
            assert hands is not None
            self._is_theirs(hands, colour, card)

    def _is_theirs(self, hands: dict[str, list[Card]], colour: str, card: Card) -> None:
        """Partners may have exchanged a card. Raises Wrong."""
        both = (colour, self._partner(colour))
        if not any(card in hands[one] for one in both):
            raise Wrong(f"{colour} has not got {card}")

    def _partner(self, colour: str) -> str:
        return self._colours[(self._colours.index(colour) + 2) % 4]

    # -- this side's hands -----------------------------------------------------------------------

    def hand(self, colour: str) -> list[Card] | None:
        """Return the cards a colour of this side holds, None while they have not come."""
        dealt = self._dealt(self.deal) if self.deals else self._kept.dealt.get(self.deal)
        if dealt is None:
            return None
        hand = list(dealt[colour])
        given = self._kept.given
        own, theirs = given.get((self.deal, colour)), given.get((self.deal, self._partner(colour)))
        if own is not None:
            hand.remove(own)
        if own is not None and theirs is not None:
            hand.append(theirs)
        for deal, who, card in self._log.laid:
            if deal == self.deal and who == colour:
                hand.remove(card)
        return hand

    def waiting(self) -> list[str]:
        """Return the colours whose card for their partner this side still waits for: its own, and partners of them."""
        if not self._log.game.exchange or not self._log.turn:
            return []
        return [
            colour
            for colour in self._colours
            if (colour in self._mine or self._partner(colour) in self._mine)
            and (self.deal, colour) not in self._kept.given
        ]

    def passed(self) -> dict[str, Card]:
        """Return the cards that were passed in this deal, as far as this side knows, by the colour that passed them."""
        return {
            colour: card for (deal, colour), card in self._kept.given.items() if deal == self.deal
        }

    def to_give(self) -> list[str]:
        """Return the colours of this side that have still to pass a card to their partner."""
        return [colour for colour in self.waiting() if colour in self._mine]

    def give(self, colour: str, name: str) -> bool:
        """Pass a card to the partner; False when the colour has none of that name, or has passed one."""
        card = next((card for card in self.hand(colour) or () if card[0] == name), None)
        if card is None or colour not in self.to_give():
            return False
        self._kept.give(self.deal, colour, card)
        return True

    def playable(self) -> list[str]:
        """Return the names of the cards that the colour to act can play."""
        hand = self.hand(self._log.turn) or []
        return [
            name for name in dict.fromkeys(name for name, _ in hand) if self._log.results(name)
        ]
