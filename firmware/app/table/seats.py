# SPDX-License-Identifier: Apache-2.0
"""Seats without a person: their levels, the cards that were laid for them, and what they wish.

A computer's cards are laid on the slot face down when they are dealt, so that only the reader sees
them; where partners exchange a card, that too. What it holds is what was laid for it in this deal and has not
been seen since, so a take-back gives a card back. `Table` asks `task` what is to be laid next, gives
every card to `take`, and calls `think` while nothing else is to be done.

Everything is in one small file, replaced in one step, for the game and the deal it was written in.
"""

from micropython import const

from rules.game import NOBODY, TURN
from store import files

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.match import Match
    from app.table.thought import Thought
    from players.chance import Chance

LEVELS = ("human", "easy", "normal", "hard", "remote")
REMOTE = const(4)  # another table plays it: its moves come over the link

# What `task` asks for.
DEAL = const(1)  # lay the cards of this seat, one by one
CHOOSE = const(2)  # nothing: it thinks about the card for its partner
PASS = const(3)  # lay its pile through: one of them goes to the partner
RECEIVE = const(4)  # lay the card the partner has passed to it
RELAY = const(5)  # lay the cards it still holds
WISH = const(6)  # lay its pile through: one of them is played

WORDS = ("", "deal", "", "pass", "receive", "again", "wish")

# What `take` says besides a refusal.
PLAY = "play"  # the card is to be played, or concerns no computer
DONE = ""  # it was taken

_MAGIC = b"TVP\x01"
_CARDS = const(3)  # where in the bytes of a seat its cards begin: level, flags, chosen, cards
_PASSED = const(1)  # flag: its card has gone to the partner
_GOT = const(2)  # flag: the partner's card has come


class Seats:
    """Who plays the four seats of a match.

    Args:
        match: the game in progress.
        path: the file, `/tavle/seats.bin` on the device.
        chance: chance(n) gives a number 0..n-1.

    Attributes:
        levels: index into `LEVELS` by seat, 4 bytes.
        trouble: what went wrong with the flash and was not told yet, "" for nothing.
        waiting: what is remembered could not be written; `save` tries again.
    """

    def __init__(self, match: "Match", path: str, chance: "Chance") -> None:
        self._match = match
        self._path = path
        self._chance = chance
        self.levels = bytearray(4)
        self.trouble = ""
        self.waiting = False
        self._flags = bytearray(4)
        self._chosen = bytearray(4)  # card passed to the partner, 0 none
        self._cards = [b"", b"", b"", b""]  # action << 3 | copy
        self._deal = b""
        self._pile = b""  # cards laid through so far
        self._wish: "tuple | None" = None  # (what it is about, action, state after, move)
        self._thought: "Thought | None" = None
        self._most = (
            max(match.game.hand or b"\0") + match.game.exchange
        )  # cards laid for a seat in one deal

    # -- who plays -----------------------------------------------------------------------

    def computer(self, seat: int) -> bool:
        """Tell whether a computer plays a seat."""
        return seat != NOBODY and self.levels[seat] > 0

    def thinks(self, seat: int) -> bool:
        """Tell whether a computer of this table plays a seat."""
        return seat != NOBODY and 0 < self.levels[seat] < REMOTE

    def any(self) -> bool:
        """Tell whether a computer plays any seat."""
        return max(self.levels) > 0

    @property
    def linked(self) -> bool:
        """Whether another table plays a seat."""
        return max(self.levels) == REMOTE

    def names(self) -> dict:
        """Return colour -> level for every seat in play."""
        game = self._match.game
        return {game.colours[seat]: LEVELS[self.levels[seat]] for seat in game.seats}

    def put(self, seat: int, level: int) -> None:
        """Give a seat to a person (0) or to a level; what was laid for it stays secret.

        Raises:
            ValueError: no computer plays this game.
        """
        if level != self.levels[seat]:
            if level:
                self._try(level)
            if not level or not self.levels[seat]:
                # Whether it has passed and got a card stays true, whoever plays on in this deal.
                self._cards[seat] = b""
                self._chosen[seat] = 0
            self.levels[seat] = level
            self.rethink()
            self.save()

    def _try(self, level: int) -> None:
        """Load what a level needs: whether it plays this game is known now.

        Raises:
            ValueError: no computer plays this game.
        """
        if level == REMOTE:
            return
        from players import modules

        modules(LEVELS[level], self._match.game)

    # -- memory --------------------------------------------------------------------------

    def load(self, wanted: "list | tuple") -> str:
        """Take what the file holds for the match's game, else the settings' levels.

        Args:
            wanted: names of `LEVELS` by seat; [] for people.

        Returns "" or a sentence about a damaged file.
        """
        report = ""
        body = None
        try:
            body = files.load_checked(self._path, _MAGIC)
        except files.Damaged as error:
            report = str(error)
        for seat in self._match.game.seats:
            if seat < len(wanted):
                self.levels[seat] = LEVELS.index(wanted[seat])
        size = _CARDS + self._most
        if body is not None and len(body) == 4 + 4 * size and body[:2] == self._game():
            for seat in range(4):
                at = 4 + seat * size
                self.levels[seat] = min(body[at], len(LEVELS) - 1)
                self._flags[seat] = body[at + 1]
                self._chosen[seat] = body[at + 2]
                self._cards[seat] = bytes([card for card in body[at + _CARDS : at + size] if card])
            self._deal = body[2:4]
        level = max([level for level in self.levels if level < REMOTE] or (0,))
        if level:
            try:
                self._try(level)
            except ValueError as error:
                self.levels[:] = bytes(4)
                report = "%s; people play" % error
        self._follow()
        return report

    def begin(self) -> None:
        """Forget the cards of the game before: a new one begins with the same players."""
        self._deal = b""
        self._follow()
        self.save()

    def save(self) -> None:
        """Write everything down; what cannot be written is in `trouble`."""
        body = bytearray(self._game() + (self._deal or b"\0\0"))
        for seat in range(4):
            cards = self._cards[seat]
            body += bytes((self.levels[seat], self._flags[seat], self._chosen[seat]))
            body += cards + bytes(self._most - len(cards))
        try:
            files.save_checked(self._path, _MAGIC, body)
            self.waiting = False
        except files.NotSaved as error:
            if not self.waiting:
                self.trouble = str(error)
            self.waiting = True

    def _game(self) -> bytes:
        return (self._match.number() & 0xFFFF).to_bytes(2, "little")

    def _follow(self) -> None:
        """Forget the cards of another deal than the one being played."""
        deal = self._match.round
        if deal is None:
            return
        now = bytes((deal.dealer, deal.deal))
        if now != self._deal:
            self._deal = now
            for seat in range(4):
                self._cards[seat] = b""
            self._flags[:] = bytes(4)
            self._chosen[:] = bytes(4)

    # -- cards ---------------------------------------------------------------------------

    def hand(self, seat: int) -> bytes:
        """Return the cards a computer is known to hold: action << 3 | copy."""
        deal = self._match.round
        if deal is None:
            return b""
        return bytes([c for c in self._cards[seat] if not deal.seen(c >> 3, c & 7)])

    def task(self) -> tuple:
        """Return (what is to be laid on the slot or done next, by or for which seat); (0, NOBODY)."""
        deal = self._match.round
        if deal is None or self._match.over or not self.any() or self.linked:
            return 0, NOBODY
        self._follow()
        if deal.fresh:
            order = [(deal.first + k) & 3 for k in range(4)]
            order = [seat for seat in order if self.levels[seat]]
            chooses = [
                seat for seat in order if not (self._chosen[seat] or self._flags[seat] & _PASSED)
            ]
            for seat in chooses:
                if len(self.hand(seat)) < deal.dealt:
                    return DEAL, seat
            if self._match.game.exchange:
                if chooses:
                    return CHOOSE, chooses[0]
                for seat in order:
                    if not self._flags[seat] & _PASSED:
                        return PASS, seat
                for seat in order:
                    if not self._flags[seat] & _GOT:
                        return RECEIVE, seat
        seat = deal.turn
        if self.levels[seat]:
            if len(self.hand(seat)) != deal.hand(seat):
                return RELAY, seat
            wish = self.wish()
            if wish is not None and wish[0] != NOBODY:
                return WISH, seat
        return 0, NOBODY

    def take(self, action: int, copy: int) -> str:
        """Take a card that was laid on the slot.

        Returns PLAY when the game takes it, DONE when a computer took it, or the
        machine word of a refusal.
        """
        kind, seat = self.task()
        match = self._match
        if not kind or kind == CHOOSE:
            return "thinks" if kind or self._thinks() else PLAY
        card = action << 3 | copy
        if match.seen(action, copy):
            return "already-played"
        if kind in (PASS, WISH):
            return self._through(kind, seat, card)
        for other in range(4):
            if card in self.hand(other):
                # In its own pile twice is a slip of the hand; in another's, the piles are mixed.
                return "shown-twice" if other == seat else "not-its-card"
        if kind == RELAY and match.round is not None:
            if len(self.hand(seat)) > match.round.hand(seat):
                self._cards[seat] = b""
        held = [c for c in self._cards[seat] if c in self.hand(seat)]
        self._cards[seat] = bytes(held) + bytes((card,))
        if kind == RECEIVE:
            self._flags[seat] |= _GOT
            self._flags[seat ^ 2] |= _PASSED
        self.rethink()
        self.save()
        return DONE

    def _thinks(self) -> bool:
        """Tell whether the computer to act has not chosen yet (with a hand of cards)."""
        match = self._match
        return match.round is not None and self.thinks(match.state[TURN])

    def _through(self, kind: int, seat: int, card: int) -> str:
        """Look for the chosen card while a pile is laid through."""
        hand = self.hand(seat)
        if card not in hand:
            return "not-its-card"
        wish = self.wish()
        wanted = wish[0] if kind == WISH and wish is not None else NOBODY
        if card >> 3 == wanted:
            return PLAY
        if kind == PASS and card == self._chosen[seat]:
            partner = seat ^ 2
            self._cards[seat] = bytes([c for c in self._cards[seat] if c != card])
            self._flags[seat] |= _PASSED
            self._flags[partner] |= _GOT  # also a person's: a computer may come to sit there
            if self.levels[partner]:
                self._cards[partner] += bytes((card,))
            self._pile = b""
            self.save()
            return DONE
        if card not in self._pile:
            self._pile += bytes((card,))
            return "other-card"
        for other in hand:
            looked_for = other >> 3 == wanted if kind == WISH else other == self._chosen[seat]
            if not looked_for and other not in self._pile:
                return "other-card"
        self._pile = b""
        return "card-missing"

    def forget(self, seat: int) -> None:
        """Forget a computer's cards: its pile is laid again, whatever it holds now."""
        self._cards[seat] = b""
        deal = self._match.round
        if deal is not None and deal.fresh and not self._flags[seat] & _PASSED:
            self._chosen[seat] = 0
        self.rethink()
        self.save()

    # -- thinking ------------------------------------------------------------------------

    @property
    def thinking(self) -> bool:
        """Whether a choice is being worked out."""
        return self._thought is not None

    def rethink(self) -> None:
        """Forget what was being thought and wished for."""
        self._wish = None
        self._pile = b""
        self._thought = None

    def think(self, action: int, now_ms: int = 0) -> bool:
        """Think for one slice; return whether a wish or a card for the partner is there now.

        Args:
            action: the throw, or the card on the table; -1 to choose one of the hand.
            now_ms: the time: what has been thought about for long is brought to an end.
        """
        thought = self._thought
        if thought is None or action != thought.action or thought.changes != self._match.changes:
            thought = self._thought = self._begin(action, now_ms)
        if thought is None or not thought.think(now_ms):
            return False
        self._thought = None
        chosen = thought.choice
        if thought.passes:
            for card in self.hand(thought.seat):
                if card >> 3 == chosen[0]:
                    self._chosen[thought.seat] = card
            self.save()
        else:
            self._wish = (self._about(action),) + chosen
        return True

    def _begin(self, action: int, now_ms: int) -> "Thought | None":
        """Return a new thought; None when there is no need to think, or nothing to think of yet."""
        match = self._match
        kind, seat = self.task() if action < 0 else (0, NOBODY)
        if kind != CHOOSE:
            seat = match.state[TURN]
            if (kind and kind != WISH) or not self.thinks(seat) or self.wish(action) is not None:
                return None
        self.rethink()
        from app.table.thought import Thought

        hand = bytes((action,)) if action >= 0 else bytes([c >> 3 for c in self.hand(seat)])
        given = NOBODY
        card = self._chosen[seat]
        if match.round is not None and self._flags[seat] & _PASSED:
            if not match.round.seen(card >> 3, card & 7):
                given = card >> 3
        level = LEVELS[self.levels[seat]]
        return Thought(
            match, seat, level, hand, action, kind == CHOOSE, given, self._chance, now_ms
        )

    def want(self, action: int, after: bytes, move: bytes) -> None:
        """Take the move that another table has made with a throw or card."""
        self._wish = (self._about(action), action, after, move)

    def _about(self, action: int) -> bytes:
        """Return what a wish depends on: position, round, and the card on the table."""
        match = self._match
        tail = match.round.to_bytes() if match.round is not None else b""
        return bytes(match.state) + tail + bytes((action & 0xFF,))

    def wish(self, action: int = -1) -> "tuple | None":
        """Return (action, state after, move) the computer to act has chosen; None while it has not.

        Args:
            action: the throw, or the card on the table; -1 for a card of the hand, whose action
                is NOBODY when none can be played.
        """
        if self._wish is None or self._wish[0] != self._about(action):
            return None
        return self._wish[1:]

    def folds(self) -> bool:
        """Tell whether the computer to act has found that no card of its hand can be played."""
        wish = self.wish()
        return wish is not None and wish[0] == NOBODY
