# SPDX-License-Identifier: Apache-2.0
"""People and computers who play a game together: who sits where, and which cards they hold.

The table never sees a hand. Here the deck is shuffled, dealt and exchanged as the people at a
real table do it, and what the table says (its events) tells which cards were played.
"""

import copy
import random
import secrets
from typing import Any

from tavle import house
from tavle.players import advice
from tavle.players.thinker import LEVELS, Known, Thinker
from tavle.sim.cards import CardName
from tavle.web.moves import parts_of, playable

PERSON, DEVICE, NOBODY = "person", "device", "none"
"""Who sits at a seat: somebody at this screen, somebody with a device of their own, nobody."""

_SEEDS = 1 << 30
_ADVISER = "hard"  # the level that gives hints

Message = dict[str, Any]


def secret() -> str:
    """Return a new secret for a link: 96 bits."""
    return secrets.token_urlsafe(12)


def position_of(line: str) -> Any:
    """Return the position of a line, None for no line."""
    from rules.parse import parse_position

    return parse_position(line)[1] if line else None


class NotNow(ValueError):
    """What somebody wants is not possible now; the text is a word of the catalogue."""


def no_card_in(phase: str) -> NotNow:
    """Return why no card can be laid in a phase of the table."""
    return NotNow("board-first" if phase in ("guide", "setup", "cleared") else "finish-move")


class Party:
    """A game with people and computers.

    Args:
        game: the rules' `Game`.
        who: colour -> PERSON, DEVICE, NOBODY or one of LEVELS.
        chance: decides the cards and what computers leave to chance; people's games take the operating
            system's, which nobody can compute from the cards that were seen.

    Attributes:
        who: see above, for every colour in play.
        hands: colour -> cards (Partners).
        stage: "exchange", "play" or "over".
        given: colour -> the card it passes to its partner, while that lasts.
        passed: colour -> the card it has passed in this deal.
        seen: cards that were laid down since the deck was gathered.
        links: colour -> the secret in the link of a seat with a device of its own.
    """

    def __init__(self, game: Any, who: dict[str, str], chance: random.Random | None = None):
        self._game = game
        self._random = chance or secrets.SystemRandom()
        self.who = {game.colours[seat]: who[game.colours[seat]] for seat in game.seats}
        self.links = {colour: secret() for colour, who in self.who.items() if who == DEVICE}
        self.thinkers = {
            colour: Thinker(level, game, self._random.randrange(_SEEDS))
            for colour, level in self.who.items()
            if level in LEVELS
        }
        self.begin()

    def begin(self) -> None:
        """Begin a game: nobody has a card yet."""
        self.hands: dict[str, list[CardName]] = {}
        self.given: dict[str, CardName] = {}
        self.passed: dict[str, CardName] = {}
        self.seen: list[CardName] = []
        self.stage = "play"
        self._deck: list[CardName] = []
        self._deal: tuple[str, int] = ("", 0)  # dealer and number of the deal
        self._laid: CardName | None = None
        self._before: list[Message] = []  # what a take-back returns to

    # Keeping

    _KEPT = (
        "who",
        "links",
        "hands",
        "given",
        "passed",
        "seen",
        "stage",
        "_deck",
        "_deal",
        "_laid",
    )

    def as_dict(self) -> Message:
        """Return all there is to keep, for a file."""
        kept: Message = {name: getattr(self, name) for name in self._KEPT}
        return {**kept, "before": self._before}

    @classmethod
    def from_dict(cls, game: Any, kept: Message) -> "Party":
        """Return the party that was kept. Raises ValueError when it does not fit the game."""
        try:
            party = cls(game, kept["who"])
            colours = [game.colours[seat] for seat in game.seats]
            wrong = ""
            for before in kept["before"]:
                # What a take-back would bring is looked at now, not when somebody takes back.
                party._restore(copy.deepcopy(before))
                wrong = wrong or (party._wrong(colours) and "before")
            for name in cls._KEPT:
                setattr(party, name, kept[name])
            party._before = kept["before"]
            party._to_tuples()
            wrong = wrong or party._wrong(colours)
        except (LookupError, TypeError, AttributeError, RecursionError) as error:
            wrong = str(error)
        if wrong:
            raise ValueError(f"the people at the table are damaged: {wrong}")
        return party

    def _wrong(self, colours: list[str]) -> str:
        """Return what of a kept party cannot be, "" when all can."""
        if list(self.who) != colours or not {PERSON, DEVICE, NOBODY, *LEVELS} >= set(
            self.who.values()
        ):
            return "who"
        game = self._game
        deck = {
            (name, i + 1)
            for name, copies in zip(game.actions, game.deck or (), strict=False)
            for i in range(copies)
        }
        hands = [card for hand in self.hands.values() for card in hand]
        piles = (hands, self.seen, self._deck, self.given.values(), self.passed.values())
        if any(card not in deck for pile in piles for card in pile):
            return "cards"
        for named in (self.hands, self.given, self.passed, self.links):
            if not set(named) <= set(colours):
                return "colours"
        if self._laid is not None and self._laid[0] not in game.actions:
            return "laid"
        if self._deal[1] not in range(len(game.hand) + 1):
            return "deal"
        if self.stage not in ("exchange", "play", "over"):
            return "stage"
        if self.stage == "exchange" and set(self.hands) != set(colours):
            return "hands"
        if any(not isinstance(link, str) for link in self.links.values()):
            return "links"
        whole = {"hands", "passed", "seen", "deck", "deal", "laid", "own", "turn"}
        if any(not whole <= set(kept) for kept in self._before):
            return "before"
        return ""

    def _to_tuples(self) -> None:
        """JSON knows no tuples."""
        self.hands = {colour: [(c[0], c[1]) for c in hand] for colour, hand in self.hands.items()}
        self.given = {colour: (c[0], c[1]) for colour, c in self.given.items()}
        self.passed = {colour: (c[0], c[1]) for colour, c in self.passed.items()}
        self.seen = [(c[0], c[1]) for c in self.seen]
        self._deck = [(c[0], c[1]) for c in self._deck]
        self._deal = (self._deal[0], self._deal[1])
        self._laid = (self._laid[0], self._laid[1]) if self._laid else None

    # Looks

    @property
    def has_hands(self) -> bool:
        """Tell whether the game is played from hands of cards."""
        return bool(self._game.hand)

    def partner(self, colour: str) -> str:
        """Return who gets the card that a colour passes."""
        colours = list(self.who)
        return colours[(colours.index(colour) + 2) % len(colours)]

    def computer(self, colour: str) -> bool:
        """Tell whether a computer plays a colour."""
        return self.who.get(colour) in LEVELS

    def people(self, kind: str = PERSON) -> list[str]:
        """Return the colours of the people at this screen, or of another kind."""
        return [colour for colour, who in self.who.items() if who == kind]

    def move_over(self, colour: object, who: object) -> None:
        """Give a seat of people to a device of its own, by a new code, or to this screen. Raises NotNow."""
        if not isinstance(colour, str) or self.who.get(colour) not in (PERSON, DEVICE):
            raise NotNow("no-such-seat")
        if who not in (PERSON, DEVICE):
            raise NotNow("who-sits-where")
        self.who[colour] = str(who)
        self.links.pop(colour, None)
        if who == DEVICE:
            self.links[colour] = secret()

    def mine(self, seat: str, colour: object) -> str:
        """Return a colour that somebody may act for. Raises NotNow.

        Args:
            seat: the seat of somebody with a device of their own, "" for the table's screen.
            colour: the colour.
        """
        if not isinstance(colour, str) or colour not in self.who:
            raise NotNow("no-such-seat")
        if (seat and seat != colour) or (not seat and self.who[colour] != PERSON):
            raise NotNow("not-your-seat")
        return colour

    def sit(self, levels: dict[str, str]) -> None:
        """Follow a real table: who plays there, `human` or a computer's level by colour; a human has a device."""
        for colour, level in levels.items():
            if colour in self.who and level in LEVELS:
                self.who[colour] = level
                self.links.pop(colour, None)
            elif self.computer(colour):
                self.who[colour] = PERSON
                self.move_over(colour, DEVICE)

    def waiting(self) -> list[str]:
        """Return who has not passed a card yet."""
        if self.stage != "exchange":
            return []
        return [colour for colour in self.who if colour not in self.given]

    def acting(self, turn: str) -> str:
        """Return who has to do something at this screen or elsewhere: "" for nobody."""
        waiting = self.waiting()
        if waiting:
            here = [colour for colour in waiting if self.who[colour] == PERSON]
            return (here or waiting)[0]
        return "" if self.stage == "over" else turn

    def public(self, turn: str) -> Message:
        """Return what everybody may know."""
        return {
            "who": self.who,
            "stage": self.stage,
            "acting": self.acting(turn),
            "waiting": self.waiting(),
            "full": self._game.hand[self._deal[1] - 1] if self.has_hands else 0,
            "counts": {colour: len(hand) for colour, hand in self.hands.items()},
            "partners": {c: self.partner(c) for c in self.who} if self._game.exchange else {},
            "pile": len(self._deck),
            "backs": sum(1 for kept in self._before if kept["own"]),
        }

    def shown(self, line: str) -> dict[str, list[list[Any]]]:
        """Return every hand as [action, copy, whether it can be played, who gave it]; not for everybody."""
        state, game = position_of(line), self._game
        seat = game.colours[state[16]] if state and state[16] < 4 else ""
        told = {}
        for colour, hand in self.hands.items():
            known = state is not None and self.stage == "play" and colour == seat
            told[colour] = [
                [name, number, not known or playable(game, state, name), self._giver(colour, (name, number))]
                for name, number in sorted(hand, key=self.index)
            ]  # fmt: skip
        return told

    def _giver(self, colour: str, card: CardName) -> str:
        """Return who has passed a card to a colour in this deal, "" when it was dealt."""
        partner = self.partner(colour)
        return partner if self.passed.get(partner) == card else ""

    def hint(self, colour: str, line: str, active: str) -> Message:
        """Return what a strong player would do with what a colour may know. Raises NotNow.

        Args:
            colour: of somebody at this table.
            line: the position.
            active: the card or throw in force, "" for none.
        """
        game = self._game
        state = bytes(position_of(line))
        thinker = Thinker(_ADVISER, game, 1)
        hand = [self.index(card) for card in self.hands.get(colour, ())]
        if self.stage == "exchange" and colour in self.waiting():
            card = thinker.give(state, game.colours.index(colour), hand, self.known())
            return {"card": game.actions[card[0]], "parts": [], "why": [("advice.give", {})]}
        if self.stage != "play" or state[16] > 3 or game.colours[state[16]] != colour:
            raise NotNow("not-your-turn")
        if active:
            hand = [(game.actions.index(active), 0)]
        elif not self.has_hands:
            raise NotNow("throw-first" if game.die else "card-first")
        found = thinker.move(state, hand, self.known())
        if found is None:
            return {"card": "", "parts": [], "why": [("advice.none", {})]}
        card, _, move = found
        why = advice.why(game, state, thinker.player)
        return {"card": game.actions[card[0]], "parts": parts_of(game, move), "why": why}

    # Cards

    def known(self) -> Known:
        """Return what everybody knows of the cards."""
        game = self._game
        counts = bytes(len(self.hands.get(colour, ())) for colour in game.colours)
        seen = bytearray(len(game.actions))
        for name, _ in self.seen:
            seen[game.actions.index(name)] += 1
        given: list[int | None] = []
        for colour in game.colours:
            card = self.passed.get(colour)
            played = card is None or card in self.seen
            given.append(None if played or card is None else game.actions.index(card[0]))
        return Known(counts, bytes(seen), tuple(given))

    def _gather(self) -> None:
        self.seen = []
        deck = zip(self._game.actions, self._game.deck, strict=True)
        self._deck = [(name, i + 1) for name, copies in deck for i in range(copies)]
        self._random.shuffle(self._deck)

    def draw(self) -> CardName:
        """Return the card on top of the pile (S3); it stays there until it is laid."""
        if not self._deck:
            self._gather()
        return self._deck[-1]

    def _new_deal(self, event: Message) -> None:
        deal = (event["dealer"], event["deal"])
        if not self.has_hands or deal == self._deal:
            return
        cards = self._game.hand[event["deal"] - 1]
        always = house.gathers_always(self._game)
        if event["deal"] == 1 or always or len(self._deck) < cards * len(self.who):
            self._gather()
        self._deal = deal
        self.hands = {colour: [self._deck.pop() for _ in range(cards)] for colour in self.who}
        self.given = {}
        self.passed = {}
        self.stage = "exchange" if self._game.exchange else "play"

    def give(self, colour: str, card: CardName) -> None:
        """Pass a card to the partner; when all have, the cards change hands. Raises NotNow."""
        if self.stage != "exchange":
            raise NotNow("no-exchange")
        if colour in self.given:
            raise NotNow("gave-already")
        if card not in self.hands.get(colour, ()):
            raise NotNow("not-in-hand")
        self.given[colour] = card
        if len(self.given) < len(self.who):
            return
        for giver, passed in self.given.items():
            self.hands[giver].remove(passed)
        for giver, passed in self.given.items():
            self.hands[self.partner(giver)].append(passed)
        self.passed = self.given
        self.given = {}
        self.stage = "play"

    def passes(self, colour: str, card: CardName) -> None:
        """Pass a card that a computer of a real table has chosen, also one that came to sit there after the exchange."""
        if self.stage == "exchange" and colour not in self.given:
            self.give(colour, card)
        elif self.stage == "play" and card in self.hands.get(colour, ()):
            self.hands[colour].remove(card)
            self.hands[self.partner(colour)].append(card)

    def think_what_to_give(self, state: bytes) -> None:
        """Let the computers choose the cards they pass."""
        for colour in self.waiting():
            if colour in self.thinkers and self.stage == "exchange":
                seat = self._game.colours.index(colour)
                hand = [self.index(card) for card in self.hands[colour]]
                chosen = self.thinkers[colour].give(state, seat, hand, self.known())
                self.give(colour, (self._game.actions[chosen[0]], chosen[1]))

    def index(self, card: CardName) -> tuple[int, int]:
        """Return a card as (action index, copy)."""
        return self._game.actions.index(card[0]), card[1]

    def may_lay(self, colour: str, turn: str, card: CardName) -> None:
        """Raise NotNow when a colour cannot lay a card."""
        if self.stage == "exchange":
            raise NotNow("exchange-first")
        if self.stage == "over":
            raise NotNow("game-over")
        if colour != turn:
            raise NotNow("not-your-turn")
        if card not in self.hands.get(colour, ()):
            raise NotNow("not-in-hand")

    def may_take(self, colour: str, turn: str, phase: str) -> None:
        """Raise NotNow when a colour cannot throw or draw."""
        if colour != turn:
            raise NotNow("not-your-turn")
        if phase not in ("card", "deal"):
            raise NotNow("finish-move")

    def to_draw(self, colour: str, turn: str, phase: str) -> CardName:
        """Return the card from the pile, for the player whose turn it is. Raises NotNow."""
        if self.has_hands or not self._game.deck:
            raise NotNow("no-pile")
        self.may_take(colour, turn, phase)
        return self.draw()

    def to_fold(self, colour: str, line: str) -> list[CardName]:
        """Return the hand that a colour folds, because no card of it can be played (P7). Raises NotNow."""
        state = position_of(line)
        if self.stage != "play" or state is None or state[16] > 3:
            raise NotNow("exchange-first" if self.stage == "exchange" else "game-over")
        if self._game.colours[state[16]] != colour:
            raise NotNow("not-your-turn")
        hand = list(self.hands.get(colour, ()))
        if not hand:
            raise NotNow("not-your-turn")  # the next deal is on its way
        if any(playable(self._game, state, name) for name, _ in hand):
            raise NotNow("can-play")
        return hand

    # What the table says

    def hear(self, event: Message, turn: str) -> None:
        """Take an event of the table into account.

        Args:
            event: the event.
            turn: whose turn it was until then.
        """
        kind = event.get("event")
        if kind == "card":
            self._laid = (event["card"], event.get("copy", 0))
        elif kind == "rolled":
            self._laid = None
        elif kind == "refused" and event.get("what") == "card" and not self.has_hands:
            self._spent(turn)
        elif kind == "accepted":
            self._keep(turn)
            self._spent(turn)
        elif kind == "folded":
            self._keep(event["colour"])
            self.seen += self.hands.get(event["colour"], [])
            self.hands[event["colour"]] = []
        elif kind == "round":
            self._new_deal(event)
        elif kind == "won":
            self.stage = "over"
        elif kind == "undone" and self._before:
            self._restore(self._before.pop())

    def _keep(self, turn: str) -> None:
        """Remember how it was, for a take-back."""
        self._before.append(copy.deepcopy({
            "hands": self.hands, "passed": self.passed, "seen": self.seen, "deck": self._deck, "deal": self._deal, "laid": self._laid,
            "own": not self.computer(turn), "turn": turn,
        }))  # fmt: skip
        del self._before[:-300]

    def _restore(self, kept: Message) -> None:
        self.hands = kept["hands"]
        self.passed = kept["passed"]
        self.seen = kept["seen"]
        self._deck = kept["deck"]
        self._deal = kept["deal"]
        self._laid = kept["laid"]
        self.given = {}
        self.stage = "play"
        self._to_tuples()

    def _spent(self, turn: str) -> None:
        """The card that lies on the slot was used."""
        card = self._laid
        if card is None:
            return
        self.seen.append(card)
        if card in self.hands.get(turn, ()):
            self.hands[turn].remove(card)
        elif not self.has_hands and self._deck and self._deck[-1] == card:
            self._deck.pop()
        self._laid = None

    def go_back(self) -> bool:
        """Return to before the last move, as after a take-back; return whether there was one."""
        if self._before:
            self._restore(self._before.pop())
            return True
        return False

    @property
    def deal(self) -> tuple[str, int]:
        """Return the dealer and the number of the deal, ("", 0) before the first."""
        return self._deal

    @property
    def laid(self) -> str:
        """Return the card in force, "" for none."""
        return self._laid[0] if self._laid else ""

    def last_mover(self) -> str:
        """Return who made the last move, "" when there is none."""
        return str(self._before[-1]["turn"]) if self._before else ""
