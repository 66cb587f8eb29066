# SPDX-License-Identifier: Apache-2.0
"""Players to whom everything happens that can go wrong at computers' seats; the game goes on to its end.

A card is laid that is not the computer's, one is missing, piles are mixed up, the plug is pulled while cards
are dealt or passed, while a computer thinks and while its move is made; a seat changes at its turn and
in the middle of a deal. What the table says of it is looked at as it happens, in words and on the lights.
"""

from collections import Counter
from typing import Any

from light import palette
from tavle.sim.chips.ws2812 import rgb
from tavle.sim.player import Disagreement
from tavle.sim.seated import Seated

_LOOK_MS = 1000  # a refusal is on the seats' lights within it
_HOLD_MS = 1000
_WAIT_MS = 100
_PATIENCE = 200  # times _WAIT_MS: a computer has chosen by then
_LEVELS = ("human", "easy", "normal", "hard")

# How long after the beginning of something the plug may be pulled, ms.
_CUTS = {"dealing": 4000, "passing": 3000, "thinking": 900, "a computer's move": 2500}


class Careless(Seated):
    """To be mixed in before a kind of `Seated`.

    Args:
        often: chance of an accident wherever one can happen.
        others: as of `Seated`.

    Attributes:
        did: what happened, and how often.
    """

    def __init__(self, *args: Any, often: float = 0.2, **more: Any):
        self.often = often
        self.did: Counter[str] = Counter()
        self._cutting = ""  # what is going on when the plug will be pulled
        self._dealt: tuple[str, int] = ("", 0)
        self._passes: tuple[str, Any] | None = (
            None  # a card on its way to the partner: whose, which
        )
        self._mixed: set[Any] = set()  # cards of this deal that are not where the table may think
        super().__init__(*args, **more)
        self._leds = tuple(self.session.world.spaces.layout.SEAT_LED)
        rounds = [event for event in self.events if event["event"] == "round"]
        self._dealt = (rounds[-1]["dealer"], rounds[-1]["deal"]) if rounds else ("", 0)

    def _happens(self, often: float = 1.0) -> bool:
        return self._random.random() < self.often * often

    # What is said

    def _said_no(self, reason: str, lay: Any) -> None:
        """Lay a card that is refused for a reason: in words, and on the lights of all seats."""
        begin = len(self.events)
        since_us = self.session.target.now_us
        self._lay(*lay)
        self._wait(_LOOK_MS)
        self._fetch()
        told = [event for event in self.events[begin:] if event["event"] == "refused"]
        if [event["reason"] for event in told] != [reason] or len(told[0]["text"]) < 20:
            raise Disagreement(reason, f"{lay} in {self.line}: {self.events[begin:]}")
        red = palette.RGB[palette.VERMILLION]
        for led in self._leds:
            frames = self.session.target.frames(since_us)
            if not any(_alike(rgb(frame, led), red) for _, frame in frames):
                raise Disagreement("no light", f"{reason}: light {led}")
        self.did[reason] += 1

    def _shows(self, card: Any) -> dict[str, Any]:
        """Lay a card; return what the table says of it, {"event": ""} when it says nothing."""
        self._read = len(self.events)
        self._lay(*card)
        return self._until("laid", "card", "refused", longest_ms=1500) or {"event": ""}

    # Cards

    def _hear(self, event: dict[str, Any]) -> None:
        """As of `Seated`, but a deal that is told again after a power cut is not dealt again."""
        if event["event"] in ("accepted", "folded"):
            self._wanted = None  # that was asked for the move before
        elif event["event"] == "round":
            if self._dealt == (event["dealer"], event["deal"]):
                return
            self._dealt = (event["dealer"], event["deal"])
            self._wanted = None
            self._mixed = set()
        super()._hear(event)

    def _lay_for(self, colour: str, what: str) -> None:
        """Lay what the table asks for; a card that is not wanted first, now and then."""
        hand = self._hands[colour]
        self._pull("dealing" if what in ("deal", "again") else "passing")
        if what == "receive":
            card = self._passed[self._game.colours[(self._game.colours.index(colour) + 2) % 4]]
            if card not in hand:
                hand.append(card)
            self._shows(card)
        elif what == "pass":
            self._lay_to_pass(colour)
        else:
            foreign = self._foreign(colour, known=True)
            if foreign and what == "deal" and self._happens():
                self._said_no("not-its-card", foreign)
            self._lay_all(colour, what)
        self._cut_in_ms = 0.0

    def _lay_all(self, colour: str, what: str) -> None:
        """Lay a pile; what had been taken of it before a power cut is refused and lies well."""
        for card in list(self._hands[colour]):
            told = self._shows(card)
            if told.get("reason") == "not-its-card":  # the other pile is mixed up too
                for other in self._game.colours:
                    if other != colour and self.computer(other):
                        self._hold(other)
                told = self._shows(card)
            self._news()
            if told["event"] == "refused" and told["reason"] not in ("shown-twice", "thinks"):
                raise Disagreement("a computer's card", f"{card} of {colour}: {told}")
            if self._wanted is not None and self._wanted != (colour, what):
                return

    def _lay_to_pass(self, colour: str) -> None:
        hand = self._hands[colour]
        hidden = self._random.choice(hand) if self._happens() and len(hand) > 1 else None
        if hidden is None and self._happens():
            foreign = self._foreign(colour)
            if foreign:
                self._said_no("not-its-card", foreign)
        pile = [card for card in hand if card != hidden]
        for card in pile:
            self._passes = (colour, card)
            if self._shows(card).get("taken"):
                self._pass()
                return
        self._passes = None
        if hidden:
            self._said_no("card-missing", pile[0])
            self._passes = (colour, hidden)
            if self._shows(hidden).get("taken"):
                self._pass()
                return
        raise Disagreement("a computer's card", f"{colour}'s choice is not in its pile")

    def _pass(self) -> None:
        """The card that lies there goes to the partner."""
        if self._passes is not None:
            colour, card = self._passes
            colours = self._game.colours
            self._hands[colour].remove(card)
            self._hands[colours[(colours.index(colour) + 2) % 4]].append(card)
            self._passes = None

    def _hold(self, colour: str) -> None:
        """Hold a computer's button: its pile will be laid anew."""
        self._press(colour, _HOLD_MS)
        self._wait(2 * _HOLD_MS)
        self._news()

    def _foreign(self, colour: str, known: bool = False) -> Any:
        """Return a card of somebody else's, None without one.

        Args:
            colour: whose it is not.
            known: one that has been laid for a computer before this one.
        """
        game = self._game
        first = game.colours.index(self._first())
        found: list[Any] = []
        for k in range(4):
            other = game.colours[(first + k) % 4]
            if known and other == colour:
                break
            if other != colour and (not known or self.computer(other)):
                found += [card for card in self._hands[other] if card not in self._mixed]
        return self._random.choice(found) if found else None

    def _first(self) -> str:
        rounds = [event for event in self.events if event["event"] == "round"]
        return str(rounds[-1]["first"])

    # Turns

    def _turn(self) -> None:
        if self._force is None and self._happens(0.5):
            self._change_seat()
        game, state = self._begin()
        colour = game.colours[state[16]]
        if self._force is None or not self.computer(colour):
            super()._turn()
            return
        self._force = None
        self._follow_again(game, state)

    def _follow_again(self, game: Any, state: bytearray) -> None:
        """Follow the wish of a computer whose card or throw is in force already."""
        self._follow(game, state)
        hand = self._hands.get(game.colours[state[16]], [])
        if self._laid in hand:
            hand.remove(self._laid)
        self._laid = None
        self._after_card()

    def _follow_hand(self, game: Any, state: bytearray, colour: str) -> None:
        self._pull("thinking")
        for _ in range(_PATIENCE):
            self._news()
            if self._wanted is not None and self._wanted[1] != "wish":
                self._look()
                self._cut_in_ms = 0.0
                return  # it has put its hand down, and the next deal begins
            if self._wanted is not None:
                break
            self._wait(_WAIT_MS)
            if self._look()["firmware"] != self._text(game, bytes(state)):
                self._cut_in_ms = 0.0
                return  # it has put its hand down
        self._cut_in_ms = 0.0
        pile = list(self._hands[colour])
        other = ""
        if self._happens():
            foreign = self._foreign(colour)
            if foreign:
                self._said_no("not-its-card", foreign)
        elif self._happens() and len(pile) > 1:
            hidden = self._random.choice(pile)
            pile.remove(hidden)
            for card in pile:
                if self._shows(card)["event"] == "card":
                    self._chosen(game, state, card)
                    return
            self._said_no("card-missing", pile[0])
            pile.append(hidden)
        elif self._happens():
            before = {one: list(hand) for one, hand in self._hands.items()}
            other = self._mix(colour)
            pile = list(self._hands[colour])
        for card in pile:
            told = self._shows(card)
            if told["event"] == "card":
                if other:  # seen by nobody but the hands, who put it right
                    for one in (colour, other):
                        self._hands[one][:] = before[one]
                self._chosen(game, state, card)
                return
            if told["event"] == "refused":
                break
        # Piles that were mixed up: the seats' buttons are held, and they are laid anew.
        if other and self.computer(other):
            self._hold(other)
        self._wanted = None
        self._hold(colour)
        if self._wanted != (colour, "again"):
            raise Disagreement("not laid again", f"{colour} in {self.line}: {self.events[-4:]}")
        self.did["laid again"] += 1

    def _chosen(self, game: Any, state: bytearray, card: Any) -> None:
        """Go on with a computer's card that was found in its pile."""
        self._wanted = None
        self._laid = card
        self._follow_again(game, state)

    def _mix(self, colour: str) -> str:
        """Exchange a card of a computer's pile with one of somebody else's, unseen; return whose."""
        others = [c for c in self._game.colours if c != colour and self._hands[c]]
        if not others:
            return ""
        other = self._random.choice(others)
        mine, its = self._hands[colour], self._hands[other]
        i, k = self._random.randrange(len(mine)), self._random.randrange(len(its))
        self._mixed |= {mine[i], its[k]}
        mine[i], its[k] = its[k], mine[i]
        self.did["mixed up"] += 1
        return other

    def _move(self, game: Any, move: bytes) -> None:
        if self.computer(game.colours[self._parse(self.line)[1][16]]):
            self._pull("a computer's move")
        super()._move(game, move)
        self._cut_in_ms = 0.0

    def _follow(self, game: Any, state: bytearray) -> None:
        """Make the move; now and then a person takes the seat first, and gives it back."""
        colour = game.colours[state[16]]
        if not game.hand:
            self._pull("thinking")
        begin = self._read
        if self._happens(0.5):
            told = self._until("wish", "accepted", longest_ms=_PATIENCE * _WAIT_MS)
            self._fetch()
            if told is None or "accepted" in [e["event"] for e in self.events[begin:]]:
                self._read = begin  # nothing had to be moved
            elif not game.hand and self._cut_in_ms:
                self._read = begin  # one thing at a time
            else:
                before = self._look()
                level = self._levels[colour]
                self._seat(colour, "human")
                self._wait(self._random.uniform(10, 1500))
                self._read = len(self.events)
                self._seat(colour, level)
                if self._look()["firmware"] != before["firmware"]:
                    raise Disagreement("a seat changed", f"{before} became {self.line}")
                self.did["changed at its turn"] += 1
        super()._follow(game, state)

    # Seats

    def _seat(self, colour: str, level: str) -> None:
        said = self.session.request("seats", seats={colour: level})
        if not said.get("ok") or said["seats"][colour] != level:
            raise Disagreement("seats", str(said))
        self._levels = said["seats"]
        self._news()
        if self._wanted is not None and not self.computer(self._wanted[0]):
            self._wanted = None  # who asked for it has gone

    def _change_seat(self) -> None:
        """Somebody comes or leaves in the middle of a deal; somebody and a computer stay."""
        if self._game.hand and self._ask("state")["phase"] == "deal":
            return  # who has passed a card already is asked about elsewhere
        seats = [self._game.colours[seat] for seat in self._game.seats]
        colour = self._random.choice(seats)
        level = self._random.choice(_LEVELS)
        others = {self.computer(other) for other in seats if other != colour}
        if others == {True, False}:
            self.did[f"{'computer' if self.computer(colour) else 'person'} to {level}"] += 1
            self._seat(colour, level)

    # Power

    def _pull(self, when: str) -> None:
        """Pull the plug soon, now and then."""
        if self._happens(0.5):
            self._cutting = when
            self._cut_in_ms = self._random.uniform(1, _CUTS[when])

    def _blackout(self) -> None:
        self.did[f"cut while {self._cutting}"] += 1
        self._wanted = None
        super()._blackout()

    def _settle_hands(self) -> None:
        """Hear what the table asks for now; bring the hands in line with what it has counted."""
        self._news()
        if self._passes is not None:
            if self._wanted == (self._passes[0], "pass"):
                self._passes = None  # the table has not read it
            self._pass()
        for colour, count in (self._ask("state").get("hand_counts") or {}).items():
            cards = self._hands[colour]
            if count == 0:
                cards.clear()
            elif count < len(cards) and self._force is None and self._laid in cards:
                cards.remove(self._laid)
        if self._force is None:
            self._laid = None


def _alike(seen: Any, wanted: Any) -> bool:
    """Tell whether a light shows a colour, however bright."""
    if not any(seen):
        return False
    pairs = zip(seen, wanted, strict=True)
    return sum((a / max(seen) - b / max(wanted)) ** 2 for a, b in pairs) < 0.05
