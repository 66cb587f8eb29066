# SPDX-License-Identifier: Apache-2.0
"""One side of a game between two tables: what it says to the other one, and what it takes from it.

A side says all that the other one may lack in one document, again and again: what it has written since the other one's
count, how many entries it has itself, and its link of the chance. So a document that is lost, doubled or late does no
harm, and nothing is sent twice in pieces. An entry is taken only when its number is the length of the log.
"""

import hashlib
import json
import secrets
from typing import Any

from tavle import __version__
from tavle.afar.chance import Chain, Shown, drawn
from tavle.afar.hands import Hands, can_open, private_key
from tavle.afar.kept import Kept
from tavle.afar.log import Card, Log, Wrong
from tavle.errors import TavleError
from tavle.words.terminal import COLOURS, tr

Doc = dict[str, Any]

_PROTOCOL = 1
_MOST_BYTES = 32


def about(name: str, game: dict[str, Any], mine: list[str], kept: Kept) -> Doc:
    """Return what a side says of itself when it begins; its secret is kept.

    Args:
        name: its name on the broker.
        game: rulebook, seats by colour and options.
        mine: the colours that people play at this table.
        kept: where it is written down; what stands there counts.
    """
    if kept.own is None:
        kept.begin(
            secrets.token_bytes(_MOST_BYTES).hex(), {"name": name, "game": game, "mine": mine}
        )
    own = kept.own
    assert own is not None
    chain = Chain(bytes.fromhex(kept.secret))
    key = ""
    if _game(own).hand:
        key = bytes(private_key(kept.secret).public_key).hex()
    return {
        "protocol": _PROTOCOL, "tavle": __version__, **own, "chain": chain.end.hex(), "key": key,
    }  # fmt: skip


def _game(hello: Doc) -> Any:
    from tavle.device.settings import game_of

    return game_of(hello["game"])


class Side:
    """One side.

    Args:
        hello: what it says of itself, of `about`.
        kept: its file: what was agreed on before is there.

    Attributes:
        hello: as given.
        far: what the other side has said of itself, None before.
        log: the game, None before both sides know who begins.
        hands: the hands of this side, None in a game without.
        far_at: how many entries the other side has, as far as is known.
        wish: this side wants the last entry taken back of a log so long, -1 for no.
        far_wish: the same of the other side.
    """

    def __init__(self, hello: Doc, kept: Kept):
        self.hello = hello
        self.log: Log | None = None
        self.far: Doc | None = None
        self.far_at = 0
        self.wish, self.far_wish = kept.wish, -1
        self.hands: Hands | None = None
        self._kept = kept
        self._chain = Chain(bytes.fromhex(kept.secret))
        self._shown: Shown | None = None
        if kept.far is not None:
            self._meet(kept.far)
        if kept.first is not None:
            log = self._begin(kept.first)
            for entry in kept.entries:
                log.add(entry, str(entry.get("card", "")))

    # -- what is known ---------------------------------------------------------------------

    @property
    def mine(self) -> list[str]:
        """The colours of this table."""
        return list(self.hello["mine"])

    @property
    def acts(self) -> bool:
        """Whether a seat of this table is to act."""
        return self.log is not None and self.log.turn in self.mine

    @property
    def wrote(self) -> bool:
        """Whether this side has written an entry."""
        entries = self.log.entries if self.log is not None else []
        return any(entry["by"] == self.hello["chain"][:8] for entry in entries)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.log is not None and not self.log.turn

    @property
    def card(self) -> str:
        """The throw or card of the seat to act, "" while it cannot be known; with hands what this side has chosen."""
        if self.log is None:
            return ""
        if self.hands is None:
            return self.log.card(self._draw)
        return self._chosen[0] if self._chosen is not None else ""

    @property
    def copy(self) -> int:
        """Which copy of the chosen card it is, 0 of throws and drawn cards."""
        return self._chosen[1] if self._chosen is not None else 0

    @property
    def _chosen(self) -> Card | None:
        chosen = self._kept.chosen
        here = self.log is not None and self.hands is not None and self.acts
        return (
            chosen[1] if here and chosen is not None and chosen[0] == len(self.log or ()) else None
        )

    def _draw(self, limit: int) -> int | None:
        assert self.log is not None
        return self._number(len(self.log) + 1, limit)

    def _number(self, n: int, limit: int) -> int | None:
        """Return the number of draw n, None while the other side has not shown its link."""
        links = self._links(n)
        return None if links is None else drawn(links, limit)

    def _links(self, n: int) -> tuple[bytes, bytes] | None:
        """Return both sides' links of draw n, in an order that is the same for both."""
        theirs = self._shown.link(n) if self._shown is not None else None
        if theirs is None:
            return None
        links = [(self.hello["chain"], self._chain.link(n)), (self._far["chain"], theirs)]
        return min(links)[1], max(links)[1]

    @property
    def _far(self) -> Doc:
        assert self.far is not None
        return self.far

    @property
    def number(self) -> str:
        """What both sides can compare by voice: it is another one where somebody between them has changed a word."""
        both = json.dumps(
            sorted((self.hello, self._far), key=lambda one: one["chain"]), sort_keys=True
        )
        return (
            f"{int.from_bytes(hashlib.sha256(both.encode()).digest()[:4], 'big') % 1_000_000:06}"
        )

    # -- meeting -----------------------------------------------------------------------------

    def meet(self, far: Doc) -> bool:
        """Take what the other side says of itself; return whether that is news.

        Raises:
            TavleError: the two cannot play with each other.
        """
        _check(far)
        if self.far is not None:
            if far == self.far:
                return False
            raise TavleError(
                tr("cannot go on with this game"), tr("the other table has begun it anew"),
                tr("both tables begin another one: --game with another name"),
            )  # fmt: skip
        unequal(self.hello, far)
        if self.hello["key"] and not can_open(self._kept.secret, far["key"]):
            raise _strange()
        self._kept.met(far)
        self._meet(far)
        return True

    def _meet(self, far: Doc) -> None:
        self.far = far
        self._shown = Shown(bytes.fromhex(far["chain"]))

    def _begin(self, first: int) -> Log:
        self.log = log = Log(_game(self.hello), first)
        if log.round is not None:
            self.hands = Hands(log, self.mine, self._kept, self._links, self._far["key"])
        return log

    # -- what is said ------------------------------------------------------------------------

    def document(self) -> Doc | None:
        """Return all that the other side may lack, None before both have met."""
        if self.far is None:
            return None
        log = self.log
        at = len(log) if log is not None else 0
        entries = [] if log is None else log.entries[self.far_at :]
        mine = [entry for entry in entries if entry["by"] == self.hello["chain"][:8]]
        shows = self._shows(at)
        doc: Doc = {
            "at": at, "entries": mine, "shows": [shows, self._chain.link(shows).hex()],
            "wish": self.wish, "line": log.line if log is not None else "",
        }  # fmt: skip
        if self.hands is not None:
            doc["hands"] = self.hands.sealed()
        return doc

    def _shows(self, at: int) -> int:
        """Return up to which draw this side shows its links."""
        if self.hands is not None:
            return self.hands.shown(self.over)
        if self.log is None and self.hello["key"]:
            return 0
        return at + 1

    # -- what is heard -----------------------------------------------------------------------

    def hear(self, doc: Doc) -> bool:
        """Take a document of the other side; return whether it had news.

        Raises:
            Wrong: it says what cannot be.
        """
        if self._shown is None:
            return False
        try:
            n, link = doc["shows"]
            entries, at, wish = doc["entries"], doc["at"], doc["wish"]
            good = all(type(one) is int for one in (n, at, wish)) and n >= 0
            shown = good and self._shown.show(n, bytes.fromhex(link))
            numbers = [entry["n"] for entry in entries]
        except (LookupError, TypeError, ValueError):
            raise Wrong("a document is not understood") from None
        if not shown:
            raise Wrong("it does not show the link of chance it has promised")
        before = self._news()
        if self.log is None:
            self._find_first()
        log = self.log
        assert log is not None
        for number, entry in zip(numbers, entries, strict=True):
            if number == len(log) and not self.over:
                self._take(entry)
        self.far_at = max(self.far_at, min(at, len(log)))
        self.far_wish = wish
        self._go_back_together()
        if self.hands is not None:
            self.hands.open(doc.get("hands"))
            self.hands.check(self.over)
        return before != self._news()

    def _news(self) -> tuple[Any, ...]:
        dealt = len(self._kept.dealt), len(self._kept.given)
        shown = self.document() if self.hands is not None else None
        return (
            self.log is None,
            len(self.log or ()),
            self.far_at,
            self.far_wish,
            self.card,
            dealt,
            shown,
        )

    def _find_first(self) -> None:
        """Draw who begins, where the rules want that, and begin."""
        first = _game(self.hello).first_seat(lambda limit: self._number(0, limit))
        self._kept.began(first)
        self._begin(first)

    def _take(self, entry: Doc) -> None:
        log = self.log
        assert log is not None
        if self.acts:
            raise Wrong("it writes what this table is to write")
        card = self.card
        if entry.get("back") is True:
            fields: Doc = {"back": True}
            if self.wish != len(log):
                raise Wrong("it takes a move back that this table has not agreed to take back")
        elif self.hands is not None:
            fields = {
                name: entry[name] for name in ("card", "copy", "position", "fold") if name in entry
            }
            card = str(entry.get("card", ""))
            laid: Any = fields["fold"] if "fold" in fields else [(card, entry.get("copy"))]
            try:
                self.hands.allows(log.turn, [(name, copy) for name, copy in laid])
            except (TypeError, ValueError) as error:
                raise (
                    error if isinstance(error, Wrong) else Wrong("cards are not understood")
                ) from None
        elif card:
            fields = {"card": entry.get("card"), "position": entry.get("position")}
        else:
            raise Wrong("it moves before its throw or card is known")
        entry = {"n": len(log), "by": self._far["chain"][:8], **fields}
        log.add(entry, card)
        self._kept.add(entry)

    # -- what happens at this table ----------------------------------------------------------

    def made(self, line: str) -> bool:
        """Take a move that was accepted at this table; False when it is none of the seat to act."""
        log = self.log
        card = self.card
        if log is None or not self.acts or not card or line not in log.results(card):
            return False
        copy = {"copy": self.copy} if self.hands is not None else {}
        self._write({"card": card, **copy, "position": line}, card)
        return True

    def choose(self, name: str) -> bool:
        """Play a card of the hand of the colour to act; False when it cannot be played."""
        hands, log = self.hands, self.log
        if (
            hands is None
            or log is None
            or not self.acts
            or hands.waiting()
            or name not in hands.playable()
        ):
            return False
        card = next(card for card in hands.hand(log.turn) or () if card[0] == name)
        self._kept.choose(len(log), card)
        return True

    def withdraw(self) -> None:
        """Take back the choice of a card: its player has withdrawn it at the table."""
        if self._chosen is not None:
            self._kept.choose(-1, ("", 0))

    def fold(self) -> bool:
        """Fold the hand of the colour to act; False when it has a card that can be played."""
        hands, log = self.hands, self.log
        if hands is None or log is None or not self.acts or hands.waiting():
            return False
        hand = hands.hand(log.turn)
        if not hand or hands.playable():
            return False
        self._write({"fold": [list(card) for card in hand]}, "")
        return True

    def want_back(self) -> bool:
        """Want the last move taken back; it is when both sides want that. False when there is none."""
        log = self.log
        if log is None or not log.can_go_back or self.over:
            return False
        self.wish = len(log)
        self._kept.want(self.wish)
        self._go_back_together()
        return True

    def _go_back_together(self) -> None:
        log = self.log
        assert log is not None
        if self.acts and self.wish == self.far_wish == len(log) and log.can_go_back:
            self._write({"back": True}, "")

    def _write(self, fields: Doc, card: str) -> None:
        log = self.log
        assert log is not None
        entry = {"n": len(log), "by": self.hello["chain"][:8], **fields}
        log.add(entry, card)
        self._kept.add(entry)  # before anybody hears of it


def _check(far: Doc) -> None:
    """Look whether what is said of a side can be understood. Raises TavleError."""
    try:
        game = far["game"]
        strange = (
            type(far["protocol"]) is not int
            or len(bytes.fromhex(far["chain"])) != _MOST_BYTES
            or len(bytes.fromhex(far["key"])) not in (0, _MOST_BYTES)
            or not all(isinstance(word, str) for word in (far["tavle"], far["name"], game["rulebook"], *far["mine"], *game["seats"]))
            or not isinstance(game["options"], dict)
        )  # fmt: skip
    except (LookupError, TypeError, ValueError):
        strange = True
    if strange:
        raise _strange()


def _strange() -> TavleError:
    return TavleError(
        tr("cannot play with another table"), tr("what it says of itself is not understood"),
        tr("both tables need the same version of tavle"),
    )  # fmt: skip


def unequal(own: Doc, far: Doc) -> None:
    """Compare two sides before they play. Raises TavleError with the first difference."""
    if (own["protocol"], own["tavle"]) != (far["protocol"], far["tavle"]):
        _differ(
            tr("this one has tavle {own}, the other one {far}", own=own["tavle"], far=far["tavle"])
        )
    for name in ("rulebook", "seats"):
        here, there = own["game"][name], far["game"][name]
        if here != there:
            here, there = (x if name == "rulebook" else ", ".join(x) for x in (here, there))
            _differ(tr("this one plays {own}, the other one {far}", own=here, far=there))
    options, others = own["game"]["options"], far["game"]["options"]
    for name in sorted({*options, *others}):
        here, there = (str(rules.get(name, "-")) for rules in (options, others))
        if here != there:
            _differ(
                tr(
                    "house rule {name}: this one has {own}, the other one {far}",
                    name=name, own=here, far=there,
                )
            )  # fmt: skip
    both = set(own["mine"]) & set(far["mine"])
    if both:
        _differ(tr("both play {colour}", colour=tr(COLOURS.get(min(both), min(both)))))
    missing = [seat for seat in own["game"]["seats"] if seat not in own["mine"] + far["mine"]]
    if missing:
        _differ(tr("nobody plays {colour}", colour=tr(COLOURS.get(missing[0], missing[0]))))


def _differ(why: str) -> None:
    raise TavleError(
        tr("the two tables do not play the same game"), why,
        tr("both tables begin another one: --game with another name"),
    )  # fmt: skip
