# SPDX-License-Identifier: Apache-2.0
"""Hands for a real table: they are dealt here and held on phones; what is played goes to the table as if it lay on the slot.

People move the real pawns. The table's own computers get their cards the same way: what the table asks to be
laid for one of them is laid from here.
"""

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tavle import house
from tavle.errors import TavleError
from tavle.sim import snapshot
from tavle.web.moves import turn_of
from tavle.web.party import DEVICE, NotNow, Party, no_card_in, position_of
from tavle.words.terminal import tr

Message = dict[str, Any]

_HOLD_S = {"table": 1.5}  # the table's own times
_SEAT_HOLD_S = 0.7
_CHANGE = ("seats", "laid", "ready", "accepted", "folded", "round", "undone")
_ROUNDS = 2  # a pile is laid through at most so often for one task

NEEDED: dict[str, tuple[set[str], set[str]]] = {
    "give": ({"colour", "card", "copy"}, set()),
    "play": ({"colour", "card", "copy"}, set()),
    "take": ({"colour"}, set()),
    "fold": ({"colour"}, set()),
    "hint": ({"colour"}, set()),
    "seat": ({"colour", "who"}, set()),
    "press": ({"button"}, {"ms", "down"}),
}
"""What may be wanted: (needed fields, other fields)."""


class NotDealt(TavleError):
    """Cards of the game at the table are in other hands than those that were dealt here."""


class Buttons:
    """The buttons of a real table, pressed on phones.

    Args:
        request: asks the table something, as `TableLink.request` does.
        game: the rules of the game that is on.
    """

    def __init__(self, request: Callable[..., Message], game: Any):
        self._request = request
        self._known = (*game.colours, "table")
        self._down: dict[str, float] = {}  # since when

    def press(
        self, seat: str, phase: str, button: object, ms: object = 0, down: object = None
    ) -> None:
        """Press, hold down or let go a button. Raises ValueError when that is not possible.

        Args:
            seat: the seat of somebody with a device of their own, "" for the screen.
            phase: of the table.
            button: a colour or `table`.
            ms: how long it is pressed.
            down: whether it goes down or comes up; None: both.
        """
        if not isinstance(button, str) or button not in self._known:
            raise ValueError("press: there is no such button")
        if seat and button != seat:
            raise NotNow("not-your-seat")
        now = time.monotonic()
        if down is True:
            self._down[button] = now
            return
        held_s = float(ms) / 1000 if isinstance(ms, int | float) else 0.0
        if down is False:
            if button not in self._down:
                return
            held_s = now - self._down.pop(button)
        if seat and phase == "setup":
            raise NotNow("board-first")  # there it says who plays
        self._request("press", button=button, hold=held_s >= _HOLD_S.get(button, _SEAT_HOLD_S))

    def let_go(self, button: object) -> None:
        """Forget a button that a phone held down when it went."""
        self._down.pop(str(button), None)


def checked(what: str, fields: Message) -> Message:
    """Return the fields of something that is wanted. Raises ValueError when they are others."""
    needed, other = NEEDED[what]
    if not needed <= fields.keys() <= needed | other:
        raise ValueError(f"{what}: the fields are {' '.join(sorted(needed | other))}")
    return fields


class Dealing:
    """The hands of the people at a real table, and the cards of its computers.

    Args:
        request: asks the table something, as `TableLink.request` does.
        game: the rules of the game that is on.
        said: what the table says of its state.
        path: the file in which hands are kept.

    Attributes:
        party: who sits where, and their cards.
        buttons: what phones press.

    Raises:
        NotDealt: see there.
    """

    def __init__(self, request: Callable[..., Message], game: Any, said: Message, path: Path):
        self._request = request
        self._game = game
        self._path = path
        self._said = said
        self.buttons = Buttons(request, game)
        self._task: object = None  # what was last asked to be laid: [colour, what]
        self._through = 0  # cards laid for it
        self._lain: tuple[str, str, tuple[str, int]] | None = None  # ... last, not told of yet
        levels = request("seats")["seats"]
        self.party = self._kept() or Party(game, dict.fromkeys(levels, DEVICE))
        self.party.sit(levels)
        self.follow(said)

    # Keeping

    def _kept(self) -> Party | None:
        """Return the party that was kept for this table, None when there is none of this game."""
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
            kept = json.loads(self._path.read_text("utf-8"))
            line = str(self._said["firmware"])
            # The deal of a game with hands is compared; of others only the pile is kept.
            if kept["line"] == line or self._game.hand:
                return Party.from_dict(self._game, kept["party"])
        return None

    def keep(self, said: Message, event: Message) -> None:
        """Write the hands down after an event that has changed them. Raises TavleError.

        Args:
            said: what the table says of its state after it.
            event: what it has told.
        """
        self._said = said
        if event.get("event") == "ready":
            self.follow(said)
        if event.get("event") in _CHANGE:
            self._keep()

    def _keep(self) -> None:
        """Write the hands down: whoever starts this program again goes on with them. Raises TavleError."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = {"line": str(self._said["firmware"]), "party": self.party.as_dict()}
        snapshot.write(str(self._path), kept)

    # What the table says

    def hear(self, event: Message, turn: str) -> None:
        """Take an event of the table into account; `turn`: whose turn it was until then."""
        kind = event.get("event")
        if kind == "seats":
            self.party.sit(event["seats"])
        elif kind == "laid" and self._lain is not None:
            colour, what, card = self._lain
            if event.get("taken") and what == "pass":
                self.party.passes(colour, card)
        else:
            self.party.hear(event, turn)
        if kind in ("laid", "card", "refused"):
            self._lain = None

    def follow(self, said: Message) -> None:
        """See whether the hands are those of the table's deal; what was missed while the cable was out is caught up with.

        Raises:
            NotDealt: see there.
        """
        before, self._said = self._said, said
        if self._fits():
            return
        party = self.party
        if party.laid:  # its move may have been made meanwhile
            party.hear({"event": "accepted"}, turn_of(str(before["firmware"])))
            if self._fits() or self._dealt():
                return self._keep()
        first = (
            self._full() and said["deal"][1] == 1
        )  # rather a new game than an old one's first deal
        while not first and party.go_back():
            if self._fits():
                return self._keep()
        party.begin()
        if self._fits() or self._dealt():
            return self._keep()
        raise NotDealt(
            tr("cannot deal at this table"), tr("the cards of its game are in people's hands"),
            tr("begin a new game: `tavle new`"),
        )  # fmt: skip

    def _fits(self) -> bool:
        party, deal = self.party, self._said.get("deal")
        if not party.has_hands or not deal:
            return True
        if self._said["phase"] == "setup":
            return not party.hands
        counts = {colour: len(hand) for colour, hand in party.hands.items()}
        return party.deal == (deal[0], deal[1]) and counts == self._said["hand_counts"]

    def _dealt(self) -> bool:
        """Deal, where the table's deal has just begun and nobody has other cards of the deck; return whether."""
        dealer, number = self._said["deal"]
        whole = number == 1 or house.gathers_always(self._game) or bool(self.party.seen)
        if not self._full() or not whole or self._said["phase"] not in ("deal", "guide"):
            return False
        self.party.hear({"event": "round", "dealer": dealer, "deal": number}, "")
        return self._fits()

    def _full(self) -> bool:
        dealt = self._game.hand[self._said["deal"][1] - 1]
        return set(self._said["hand_counts"].values()) == {dealt}

    # Computers

    def attend(self, said: Message, calm: bool) -> bool:
        """Lay the next card that the table wants for one of its computers; return whether something was done.

        Args:
            said: what the table says of its state.
            calm: nothing has happened for a second.
        """
        self._said = said
        lay, turn = said.get("lay"), turn_of(str(said["firmware"]))
        if lay != self._task:
            self._task, self._through = lay, 0
        if lay:
            return (self._lain is None or calm) and self._lay(*lay)
        if not calm or not self._game.deck or self._game.hand or not self.party.computer(turn):
            return False
        # Where cards are drawn somebody draws for it, and closes a card that moves nothing.
        if said["phase"] in ("card", "deal"):
            self._play(self.party.draw())
        elif said["phase"] == "move" and not self._moves():
            self._request("press", button=turn)
        else:
            return False
        return True

    def _lay(self, colour: str, what: str) -> bool:
        party = self.party
        if what == "receive":
            passed = party.passed.get(party.partner(colour))
            cards = [passed] if passed and party.stage == "play" else []
        else:
            cards = list(party.hands.get(colour, ()))
        if self._through >= _ROUNDS * len(cards):
            return False
        card = cards[self._through % len(cards)]
        self._through += 1
        self._lain = (colour, what, card)
        self._play(card)
        return True

    def _moves(self) -> bool:
        card, state = self.party.laid, position_of(str(self._said["firmware"]))
        action = self._game.actions.index(card) if card else 0
        return not card or not self._game.results(state, action).idle(state)

    def _play(self, card: tuple[str, int]) -> None:
        self._request("card", card=card[0], copy=card[1])

    # What people want

    def do(self, what: str, fields: Message, seat: str, said: Message, active: str) -> Message:
        """Do what somebody wants.

        Args:
            what: one of NEEDED.
            fields: its fields.
            seat: the seat of somebody with a device of their own, "" for the screen.
            said: what the table says of its state.
            active: the card or throw in force, "" for none.

        Raises:
            ValueError: it is not possible; the text is a word of the catalogue, or a sentence.
            TavleError: the table will not.
        """
        fields = checked(what, fields)
        self._said = said
        if what == "press":
            self.buttons.press(seat, said["phase"], **fields)
            return {}
        if what == "seat":
            self.party.move_over(**fields)
            self._keep()
            return {}
        colour = self.party.mine(seat, fields.pop("colour"))
        if what == "hint":
            return self.party.hint(colour, str(said["firmware"]), active)
        return getattr(self, f"_{what}_card")(colour, **fields) or {}

    def _give_card(self, colour: str, card: object, copy: object) -> None:
        self.party.give(colour, (card, copy))  # type: ignore[arg-type]
        self._keep()

    def _play_card(self, colour: str, card: object, copy: object) -> None:
        said = self._said
        self.party.may_lay(colour, turn_of(str(said["firmware"])), (card, copy))  # type: ignore[arg-type]
        if said.get("lay"):
            raise NotNow("computer-plays")  # it would be taken for one of its cards
        if said["phase"] not in ("card", "deal", "move"):
            raise no_card_in(said["phase"])
        self._play((card, copy))  # type: ignore[arg-type]

    def _take_card(self, colour: str) -> None:
        turn, phase = turn_of(str(self._said["firmware"])), self._said["phase"]
        if self._game.deck:
            self._play(self.party.to_draw(colour, turn, phase))
        else:
            self.party.may_take(colour, turn, phase)
            self._request("press", button=colour)

    def _fold_card(self, colour: str) -> None:
        hand = self.party.to_fold(colour, str(self._said["firmware"]))
        if self._said["phase"] not in ("card", "deal"):
            raise NotNow("finish-move")
        self._request("press", button=colour, hold=True)
        for card in hand:
            if self._request("state")["phase"] == "fold":  # else it is down already
                self._play(card)
