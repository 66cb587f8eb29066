# SPDX-License-Identifier: Apache-2.0
"""A game that is played at the table: the party, what people do, and the turns of computers."""

from collections.abc import Callable
from typing import Any

from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.tidy_hands import TidyHands
from tavle.web.computers import ComputerHands
from tavle.web.hands import tidy
from tavle.web.live import LiveSession
from tavle.web.moves import pawns_of, turn_of
from tavle.web.party import NotNow, Party, position_of

_HOLD_MS = 2200  # the table button
_APART_MS = 200  # between two presses of one button
_FOLD_MS = 1500  # a seat button
_SEEN_MS = 700  # a card that was used is taken off the slot after so long
_REST_MS = 1500
_TRIES = 6

Message = dict[str, Any]


class Sitting:
    """People and computers at a session.

    Args:
        session: the table.
        party: who sits there.

    Attributes:
        begun: a computer's turn was begun and is not over: pawns that are astray are its own.
    """

    def __init__(self, session: LiveSession, party: Party):
        self.session = session
        self.party = party
        self._clear_ms: int | None = None
        self._turn = ""
        self._shown = ""  # the position that the table asked about last
        self.begun = False

    # Looks

    def public(self, turn: str) -> Message:
        """Return what everybody may know."""
        self._turn = turn
        return self.party.public(turn)

    # What the table says

    def hear(self, event: Message, turn: str) -> None:
        """Take an event of the table into account."""
        self.party.hear(event, turn)
        kind = event.get("event")
        if kind == "ask":
            self._shown = event["choices"][0]
        if kind in ("accepted", "folded") or (
            kind == "refused" and event.get("what") in ("card", "fold")
        ):
            self._clear_ms = self.session.now_ms + _SEEN_MS
        elif kind == "card" and event.get("playable"):
            self._clear_ms = None

    def clear_slot(self, phase: str) -> bool:
        """Take a card that is not in force off the slot; return whether one was taken."""
        due = self._clear_ms
        if due is None or self.session.now_ms < due or phase not in ("card", "deal", "over"):
            return False
        self._clear_ms = None
        return self.session.world.take_cards() > 0

    # What people do

    def think_what_to_give(self, line: str) -> None:
        """Let the computers choose the cards they pass."""
        self.party.think_what_to_give(bytes(position_of(line)))

    def lay(self, colour: str, card: tuple[str, int], turn: str) -> tuple[str, int]:
        """Check that somebody may lay a card; return it."""
        self.party.may_lay(colour, turn, card)
        self._clear_ms = None
        return card

    def draw(self, colour: str, turn: str, phase: str) -> tuple[str, int]:
        """Return the card from the pile, for the player whose turn it is."""
        card = self.party.to_draw(colour, turn, phase)
        self._clear_ms = None
        return card

    def fold(self, colour: str, line: str) -> None:
        """Fold a hand that cannot be played: the button, then card after card (P7)."""
        hand = self.party.to_fold(colour, line)
        do = _doer(self.session)
        do(do="nocard")
        self.session.run_ms(600)
        do(do="press", button=colour, ms=_FOLD_MS)
        for name, copy in hand:
            do(do="card", card=name, copy=copy)
            self.session.run_ms(600)
            do(do="nocard")
            self.session.run_ms(600)

    def withdraw(self) -> None:
        """Take the card back, or the throw's move; pawns that were moved go back too."""
        do = _doer(self.session)
        do(do="nocard")
        self._stand()
        said = do(do="state")
        if said["phase"] in ("move", "ask", "guide", "cleared", "fold"):
            self._put_right()
            if self.session.world.game.deck:
                self._hold_table(do)
        self._put_right()

    def _hold_table(self, do: Callable[..., Message]) -> None:
        """Hold the table button, and let it go for long enough that the table sees it."""
        do(do="press", button="table", ms=_HOLD_MS)
        self.session.run_ms(_APART_MS)

    def back(self, turn: str) -> None:
        """Take moves back until the last one of a person is undone. Raises NotNow."""
        do = _doer(self.session)
        backs = self.party.public(turn)["backs"]
        if not backs:
            raise NotNow("nothing-to-take-back")
        self.withdraw()
        while True:
            mover = self.party.last_mover()
            before = len(self.party._before)
            do(do="nocard")
            self._hold_table(do)
            if len(self.party._before) == before:
                raise NotNow("nothing-to-take-back")
            self._put_right()
            if not self.party.computer(mover):
                break
        # A card goes back to the hand; a throw, and the card of a pile, stay as they fell.
        if self.party.has_hands and do(do="state")["phase"] in ("move", "ask"):
            self._hold_table(do)
            self._put_right()

    def put_right(self) -> None:
        """Put every pawn where the table believes it to be."""
        self._put_right()

    def _put_right(self) -> None:
        said = _doer(self.session)(do="state")
        if TidyHands(self.session).put_right(said):
            self.session.run_ms(_REST_MS)

    def _stand(self) -> None:
        """Say that the last exchange stands, where the table asks that before a card is laid.

        The table button would take the exchange back.
        """
        do = _doer(self.session)
        for _ in range(_TRIES):
            said = do(do="state")
            if said["phase"] != "ask" or self.session.record.active:
                return
            self._put_right()
            if pawns_of(self._shown) == pawns_of(said["firmware"]):
                do(do="press", button=turn_of(said["firmware"]))
            else:
                # Lifted once or twice, any pawn shows the choice that moves none.
                colour, places = next(iter(do(do="state")["world"].items()))
                do(do="lift", colour=colour, at=places[0])
                self.session.run_ms(_APART_MS)
                do(do="place", colour=colour, at=places[0])
            self.session.run_ms(_REST_MS)

    # Computers

    def computers_turn(self, phase: str, turn: str) -> bool:
        """Tell whether a computer should act now."""
        if self.party.stage != "play" or not self.party.computer(turn):
            return False
        if phase == "guide":
            return self.begun  # else people are to put something right
        return phase in ("card", "deal", "move", "ask", "fold")

    def take_turn(self, turn: str, phase: str) -> None:
        """Let the computer whose turn it is play it; what it had begun is put right first."""
        if phase not in ("card", "deal") or self.begun:
            with self.session.unwatched():
                self._stand()
                tidy(self.session)
        self.begun = turn_of(str(_doer(self.session)(do="state")["firmware"])) == turn
        if not self.begun:
            return  # what the table was asked has ended the turn, or taken a move back
        party = self.party
        if party.has_hands:
            hand = [party.index(card) for card in party.hands[turn]]
        elif self.session.world.game.deck:
            hand = [party.index(party.draw())]
        else:
            hand = []
        self._clear_ms = None
        ComputerHands(self.session, party.thinkers[turn], hand, party.known()).take_turn()
        self.begun = False


def _doer(session: LiveSession) -> Callable[..., Message]:
    """Return a function that gives a command which must succeed."""
    handle = Contract(session).handle

    def do(**command: Any) -> Message:
        answer = handle(command)
        if not answer["ok"]:
            raise TavleError("the hands cannot do that", answer["error"], str(command))
        return answer

    return do
