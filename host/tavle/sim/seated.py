# SPDX-License-Identifier: Apache-2.0
"""An evening on the virtual table with computers on some seats, led by the table's own events.

Hands lay the computers' cards face down when the table asks for them and make the moves its lights
show; what people play is chosen by a function: chance, or somebody at the terminal. An expert is more
than the table has room for: it thinks on the PC, and the table takes it for a person.
"""

import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any

from tavle.errors import TavleError
from tavle.players.thinker import Known, Thinker
from tavle.sim.cards import CardIndex
from tavle.sim.player import Disagreement, Players
from tavle.sim.session import Session
from tavle.sim.tidy_hands import STEP_MS, Habit
from tavle.words.events import changing
from tavle.words.terminal import tr

Option = tuple[int, bytes, bytes]
"""Action, state after, move."""

_EXPERT = "expert"
_EXAMPLE = "green=human,blue=normal,yellow=expert"
_PATIENCE = 600  # steps of STEP_MS: a computer has chosen by then
_ENDS = changing("turn")  # a turn begins with what comes next
_CALM = 6  # steps without a request: nothing more is to be laid


class Seated(Players):
    """Players of whom some are computers.

    Args:
        session: the table, with a game ready.
        levels: colour -> human, easy, normal, hard or expert.
        rest: what the colours left out are: "human", or a level of this PC, as experts are; where
            nobody plays the rulebook they leave it to chance.
        seed: decides cards and hands, and what people without `choose` play.
        choose: chooses for a person: (colour, options) -> index; None leaves it to chance.
        habit: how they handle things.
        pace: as in `Players`.

    Raises:
        TavleError: a colour or a level that does not exist.
    """

    def __init__(
        self,
        session: Session,
        levels: dict[str, str],
        seed: int,
        choose: Callable[[str, list[Option]], int] | None = None,
        habit: Habit | None = None,
        pace: Callable[[float], None] | None = None,
        rest: str = "human",
    ):
        self._levels: dict[str, str] = {}
        self._choose = choose
        self._heard = 0
        self._wanted: tuple[str, str] | None = None  # whose pile is to be laid, and what for
        self._passed: dict[str, CardIndex] = {}
        game = session.world.game
        thinking = {colour: level for colour, level in levels.items() if level == _EXPERT}
        try:
            self._guests = _guests(thinking, game, seed)
        except ValueError as error:
            raise _refused(str(error)) from None
        if rest != "human":
            left = {game.colours[seat]: rest for seat in game.seats}
            with contextlib.suppress(ValueError):
                self._guests = {**_guests(left, game, seed), **self._guests}
            for colour in levels.keys() - thinking.keys():
                self._guests.pop(colour, None)
        asked = {**levels, **dict.fromkeys(thinking, "human")}
        if levels:
            said = session.request("seats", seats=asked)
            if not said.get("ok"):
                raise _refused(str(said.get("error")))
            self._levels = said["seats"]
        super().__init__(session, seed, habit, pace=pace)
        self._fetch()
        piles = [e for e in self.events if e["event"] == "lay"]
        if piles:
            self._wanted = (piles[-1]["seat"], piles[-1]["what"])
        self._heard = len(self.events)  # the first deal has been dealt

    def computer(self, colour: str) -> bool:
        """Tell whether the table's computer plays a colour."""
        return self._levels.get(colour, "human") != "human"

    def game(self) -> Any:
        """Return the rules that are played."""
        return self._game

    # Cards

    def _deal(self, deal: int) -> None:
        """Deal everybody a hand; where one card is exchanged, people pass theirs, computers when the table has found it."""
        colours = [self._game.colours[seat] for seat in self._game.seats]
        self._passed = {}
        for colour in colours:
            self._hands[colour] = [self._deck.pop() for _ in range(self._game.hand[deal - 1])]
        if not self._game.exchange:
            return
        for colour in colours:
            if not self.computer(colour):
                self._passed[colour] = self._to_pass(colour)
        for colour, card in self._passed.items():
            self._hands[colour].remove(card)
        for i, colour in enumerate(colours):
            partner = colours[(i + 2) % 4]
            if colour in self._passed and not self.computer(partner):
                self._hands[partner].append(self._passed[colour])

    def _to_pass(self, colour: str) -> CardIndex:
        """Return the card that somebody who is no computer of the table passes."""
        hand = self._hands[colour]
        guest = self._guests.get(colour)
        if guest is None:
            return hand[self._random.randrange(len(hand))]
        game, state = self._parse(self.line)
        return guest.give(bytes(state), game.colours.index(colour), hand, self._known(hand))

    def _known(self, hand: list[CardIndex]) -> Known:
        """Return what everybody knows of the cards while somebody thinks about a hand, or a throw or a drawn card."""
        game = self._game
        counts = bytes(len(self._hands.get(colour, ())) for colour in game.colours)
        held = [card for cards in self._hands.values() for card in cards] or hand
        hidden = Counter(action for action, _ in self._deck + held)
        seen = bytes(n - hidden[action] for action, n in enumerate(game.deck or ()))
        passed = [self._passed.get(colour) for colour in game.colours]
        return Known(counts, seen, tuple(card[0] if card in held else None for card in passed))

    def _news(self) -> None:
        """Hear what the table asks to be laid, and deal when it says that a deal begins."""
        self._fetch()
        while self._heard < len(self.events):
            self._heard += 1
            self._hear(self.events[self._heard - 1])

    def _hear(self, event: dict[str, Any]) -> None:
        """Take one event as it is told."""
        if event["event"] == "lay":
            self._wanted = (event["seat"], event["what"])
        elif event["event"] == "folded":
            self._hands[event["colour"]].clear()
        elif event["event"] == "round":
            self._new_deal(event)

    def _after_card(self) -> None:
        """Hear what came of it; a computer may fold at once, and a deal begin."""
        self._wait(STEP_MS)
        self._news()

    def _serve(self) -> None:
        """Lay what the computers ask for, until they ask for nothing or for the card to play."""
        calm = 0
        what = ""
        # With the cards of a deal it thinks about those it passes, and asks for them then.
        while calm < (_PATIENCE if what == "deal" and self._game.exchange else _CALM):
            self._news()
            if self._wanted is None:
                calm += 1
                self._wait(STEP_MS)
            elif self._wanted[1] == "wish":
                return
            else:
                calm = 0
                colour, what = self._wanted
                self._wanted = None
                self._lay_for(colour, what)

    def _lay_for(self, colour: str, what: str) -> None:
        hand = self._hands[colour]
        colours = self._game.colours
        partner = colours[(colours.index(colour) + 2) % 4]
        if what == "receive":
            self._lay(*self._passed[partner])
            hand.append(self._passed[partner])
            return
        for card in list(hand):
            self._read = len(self.events)
            self._lay(*card)
            told = self._until("laid", "refused", longest_ms=3000)
            if told is None or told["event"] == "refused":
                raise Disagreement("a computer's card", f"{card} of {colour}: {told}")
            if what == "pass" and told["taken"]:
                hand.remove(card)
                self._hands[partner].append(card)
                return

    # Turns

    def _begin(self) -> tuple[Any, bytearray]:
        """As of `Players`; but a computer may have thrown and wished as soon as the move before was accepted."""
        game, state = super()._begin()
        if self.computer(game.colours[state[16]]):
            while self._read and self.events[self._read - 1]["event"] not in _ENDS:
                self._read -= 1
        return game, state

    def _turn(self) -> None:
        line = ""
        while self.line != line:  # computers may have passed meanwhile, and a deal have begun
            line = self.line
            if self._game.hand:
                self._serve()
            self._look()
        game, state = self._begin()
        colour = game.colours[state[16]]
        if not self.computer(colour):
            super()._turn()
        elif game.hand:
            self._follow_hand(game, state, colour)
        else:
            if game.deck:
                action, copy = self._draw()
                self._lay(action, copy)
                found = game.results(state, action)
                if found.idle(state):  # nothing to wish for, also with a 2
                    self._make(game, state, found[0][0] if found else game.skip(state), b"")
                    return
            self._follow(game, state)

    def _pick(
        self, game: Any, state: bytearray, options: list[Option], hand: list[CardIndex]
    ) -> Option | None:
        """Let the player to act choose among several options; None leaves it to chance."""
        colour = game.colours[state[16]]
        guest = self._guests.get(colour)
        if guest is None:
            return None if self._choose is None else options[self._choose(colour, options)]
        chosen = guest.move(bytes(state), hand, self._known(hand))
        return chosen and (chosen[0][0], *chosen[1:])

    def _play(self, game: Any, state: bytearray, action: int) -> None:
        """Let a person choose where the caller left it to chance."""
        found = [(action, after, move) for after, move in game.results(state, action)]
        chosen = self._pick(game, state, found, [(action, 0)]) if len(found) > 1 else None
        if chosen is None:
            super()._play(game, state, action)
        else:
            self._make(game, state, *chosen[1:])

    def _play_hand(self, game: Any, state: bytearray, force: int | None) -> None:
        """Let a person choose among all cards of the hand."""
        hand = self._hands[game.colours[state[16]]]
        options = [
            (action, after, move)
            for action in sorted({card[0] for card in hand})
            for after, move in game.results(state, action)
        ]
        chosen = self._pick(game, state, options, hand) if options else None
        if chosen is None:
            super()._play_hand(game, state, force)
            return
        action, after, move = chosen
        card = next(card for card in hand if card[0] == action)
        self._laid = card
        self._lay(*card)
        self._read_card(game, action)
        self._make(game, state, after, move)
        hand.remove(card)
        self._laid = None
        self._after_card()

    def _follow_hand(self, game: Any, state: bytearray, colour: str) -> None:
        """Lay a computer's pile through, then make its move; or see it fold."""
        for _ in range(_PATIENCE):
            self._news()
            if self._wanted is not None and self._wanted[1] != "wish":
                self._look()
                return  # it has folded, and the next deal begins
            if self._wanted is not None:
                break
            self._wait(STEP_MS)
            if self._look()["firmware"] != self._text(game, bytes(state)):
                return  # it has folded
        if self._wanted is None:
            raise Disagreement("no wish", f"the computer to act in {self.line} does nothing")
        self._wanted = None
        for card in list(self._hands[colour]):
            self._read = len(self.events)
            self._lay(*card)
            told = self._until("laid", "card", "refused", longest_ms=3000)
            if told is not None and told["event"] == "card":
                self._laid = card
                self._follow(game, state)
                self._hands[colour].remove(card)
                self._laid = None
                self._after_card()
                return
        raise Disagreement("a computer's card", f"{colour}'s choice is not in its pile")

    def _follow(self, game: Any, state: bytearray) -> None:
        """Make the move a computer wishes; a throw or a card without a move passes the turn."""
        from rules.notation import move_text

        told = self._until("wish", "accepted", longest_ms=_PATIENCE * STEP_MS)
        if told is None:
            raise Disagreement("no wish", f"the computer to act in {self.line} does nothing")
        if told["event"] == "accepted":
            self.line = told["position"]
            return
        action = game.actions.index(told["card"])
        for after, move in game.results(state, action):
            if move_text(game, move) == told["move"]:
                self._make(game, state, after, move)
                return
        raise Disagreement("no such move", f"{told['move']} with {told['card']} in {self.line}")


def _guests(levels: dict[str, str], game: Any, seed: int) -> dict[str, Thinker]:
    """Return who thinks on this PC. Raises ValueError when nobody plays the rulebook."""
    return {
        colour: Thinker(level, game, seed + i) for i, (colour, level) in enumerate(levels.items())
    }


def _refused(why: str) -> TavleError:
    return TavleError("seats", why, tr("such as {example}", example=_EXAMPLE), 2)


def levels_of(text: str) -> dict[str, str]:
    """Return colour -> level of `green=human,blue=normal`.

    Raises:
        TavleError: a part without `=`, or a colour that is named twice.
    """
    levels: dict[str, str] = {}
    for part in text.split(","):
        colour, equals, level = part.strip().partition("=")
        if not equals:
            raise TavleError(
                f"seats: {part!r}",
                tr("it is not colour=level"),
                tr("such as {example}", example=_EXAMPLE),
                2,
            )
        if colour.strip() in levels:
            raise TavleError(
                f"seats: {part!r}", tr("the colour is named twice"), tr("name it once"), 2
            )
        levels[colour.strip()] = level.strip()
    return levels
