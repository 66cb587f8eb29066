# SPDX-License-Identifier: Apache-2.0
"""The cards of a game and the stickers found on them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.live import picture
from tavle.sim.cards import CardIndex
from tavle.words.terminal import tr

RANDOM = "random number"
_STICKERS = 10_000  # more than any table learns


def random_number(uid: str) -> bool:
    """Return whether a UID in hex is another one each time: 4 bytes that begin with 08 (ISO/IEC 14443-3)."""
    return len(uid) == 8 and uid.lower().startswith("08")


@dataclass
class Deck:
    """The cards of a table's game.

    Attributes:
        number: deck number on the stickers.
        actions: name of each kind.
        wanted: every card, in order.
        stickers: card -> UIDs of the stickers found on it.
        strangers: UIDs that are no card of this deck -> what they are.
        locked: cards whose sticker was locked.
    """

    number: int
    actions: tuple[str, ...]
    wanted: list[CardIndex]
    stickers: dict[CardIndex, list[str]] = field(default_factory=dict)
    strangers: dict[str, str] = field(default_factory=dict)
    locked: set[CardIndex] = field(default_factory=set)

    def id(self, card: CardIndex) -> str:
        """Return `7/2`: the card 7, second copy; what `--card` takes."""
        kind, copy = card
        action = self.actions[kind] if kind < len(self.actions) else f"kind {kind}"
        return f"{action}/{copy}"

    def name(self, card: CardIndex) -> str:
        """Return what people call a card."""
        action, _, copy = self.id(card).rpartition("/")
        return tr("card {card}, copy {n}", card=action, n=copy)

    def add(self, card: CardIndex, uid: str) -> None:
        """Note a sticker on a card; it is on no other any more."""
        for uids in self.stickers.values():
            if uid in uids:
                uids.remove(uid)
        self.strangers.pop(uid, None)
        self.stickers.setdefault(card, []).append(uid)

    def card_of(self, uid: str) -> CardIndex | None:
        """Return the card a sticker was found on."""
        return next((card for card, uids in self.stickers.items() if uid in uids), None)

    def missing(self) -> list[CardIndex]:
        """Return the cards without a sticker."""
        return [card for card in self.wanted if not self.stickers.get(card)]

    def report(self) -> list[str]:
        """Return the list of the deck: every kind with its copies, then what is wrong."""
        lines = []
        for kind in dict.fromkeys(kind for kind, _ in self.wanted):
            copies = [copy for k, copy in self.wanted if k == kind]
            found = [copy for copy in copies if self.stickers.get((kind, copy))]
            lines.append(
                tr(
                    "{card}  {found} of {n}",
                    card=f"{self.actions[kind]:>12}",
                    found=len(found),
                    n=len(copies),
                )
            )
        for card, uids in sorted(self.stickers.items()):
            if len(uids) > 1:
                lines.append(
                    tr(
                        "duplicate: {card} is on {n} stickers ({list}); "
                        "write one of them again with --card {id}",
                        card=self.name(card),
                        id=self.id(card),
                        n=len(uids),
                        list=", ".join(uids),
                    )
                )
            if uids and card not in self.wanted:
                lines.append(
                    tr(
                        "not in this deck: {card} on {list}",
                        card=self.name(card),
                        list=", ".join(uids),
                    )
                )
        lines += [
            tr("stranger: {uid}: {what}", uid=uid, what=what)
            for uid, what in sorted(self.strangers.items())
        ]
        missing = "; ".join(self.name(card) for card in self.missing())
        if missing:
            lines.append(tr("missing: {missing}", missing=missing))
        return lines

    @property
    def good(self) -> bool:
        """Tell whether every card is there once and nothing else is."""
        one = all(len(uids) <= 1 for uids in self.stickers.values())
        known = all(card in self.wanted for card, uids in self.stickers.items() if uids)
        return one and known and not self.missing() and not self.strangers


def deck_of(line: str, number: int) -> Deck:
    """Return the deck of the game in a position line."""
    game, _ = picture.parse(line)
    # Where a die decides its cards, for those who throw a real one, exist once each.
    copies = game.deck or bytes([1] * len(game.actions))
    wanted = [(kind, copy + 1) for kind in range(len(copies)) for copy in range(copies[kind])]
    return Deck(number, tuple(game.actions), wanted)


def choose(deck: Deck, names: Iterable[str]) -> list[CardIndex]:
    """Return the cards that `7` (all copies) or `7/2` name. Raises TavleError."""
    found: list[CardIndex] = []
    for name in names:
        action, _, copy = name.rpartition("/")
        fits = [
            card for card in deck.wanted
            if deck.actions[card[0]] == name or (deck.actions[card[0]], str(card[1])) == (action, copy)
        ]  # fmt: skip
        if not fits:
            known = " ".join(dict.fromkeys(deck.actions))
            raise TavleError(
                tr("no card {name} in this deck", name=repr(name)),
                tr("there are: {known}", known=known),
                tr("say 7 or 7/2"),
                2,
            )
        found += [card for card in fits if card not in found]
    return found


def learnt(link: TableLink, deck: Deck) -> int:
    """Read the table of UIDs into a deck; return how many stickers of other games it knows."""
    others = 0
    start = 0
    while True:
        said = link.request("tags.list", **{"from": start})
        for uid, number, kind, copy in said["tags"]:
            if number == deck.number:
                deck.add((kind, copy), uid)
            else:
                others += 1
        start += len(said["tags"])
        if start >= min(said["count"], _STICKERS) or not said["tags"]:
            return others
