# SPDX-License-Identifier: Apache-2.0
"""Hands of a game between two tables, on phones: the page of a real table, with the cards of this side behind it."""

from collections.abc import Callable
from typing import Any

from tavle.afar.joined import Joined
from tavle.afar.side import Side
from tavle.device import diagnostics
from tavle.device.settings import game_of
from tavle.web.dealing import Buttons, checked
from tavle.web.moves import turn_of
from tavle.web.party import DEVICE, NotNow, Party, no_card_in
from tavle.web.shown import ShownTable
from tavle.words.terminal import tr

Message = dict[str, Any]

REMOTE = "remote"
"""Who plays a colour of the other table, in the words of the table and of the page."""


class Led:
    """The cable of a table that is led through a game, as the page follows it: the game hears everything first.

    Args:
        joined: leads the table.
        port: the name of its port.
        hear: called with every event.
    """

    def __init__(self, joined: Joined, port: str, hear: Callable[[Message], None]):
        self.port = port
        self._joined = joined
        self._hear = hear

    def hello(self) -> None:
        """Nothing: whoever leads the table has met it."""

    def request(self, cmd: str, **fields: Any) -> Message:
        """Ask the table something. Raises TavleError, as `TableLink.request` does."""
        if self._joined.link is None:
            raise diagnostics.lost(self.port, tr("sending a request"))
        return self._joined.link.request(cmd, **fields)

    def event(self, seconds: float) -> Message | None:
        """Do what is due, and wait so long for the next event. Raises TavleError."""
        event = self._joined.step(seconds)
        if event is not None:
            self._hear(event)
        return event

    def again(self, _port: str, _serial: str, seconds: float) -> "Led":
        """Return itself when the table is there again. Raises TavleError."""
        self._joined.step(seconds)
        self.request("state")
        return self

    def close(self) -> None:
        """Nothing: whoever leads the table closes its cable."""


class Phones:
    """The hands of a side, as `web.dealing.Dealing` has those of a table that plays alone.

    Args:
        side: this side of the game.
        joined: leads the table.
        request: asks the table something.

    Attributes:
        buttons: what phones press.
    """

    def __init__(self, side: Side, joined: Joined, request: Callable[..., Message]):
        game = game_of(side.hello["game"])
        colours = [game.colours[seat] for seat in game.seats]
        self.buttons = Buttons(request, game)
        self._request = request
        self._side = side
        self._joined = joined
        self._party = Party(game, {c: DEVICE if c in side.mine else REMOTE for c in colours})

    @property
    def party(self) -> Party:
        """Who sits where, and the cards of this side, as they are now."""
        party, hands = self._party, self._side.hands
        party.stage = "over" if self._side.over else "play"
        if hands is None:
            return party
        held = {colour: hands.hand(colour) for colour in self._side.mine}
        party.hands = {colour: hand for colour, hand in held.items() if hand is not None}
        party.passed = hands.passed()
        waiting = hands.waiting() if party.hands else []
        if waiting:
            party.stage = "exchange"
        party.given = {colour: ("", 0) for colour in party.who if colour not in waiting}
        return party

    def follow(self, _said: Message) -> None:
        """Nothing: the hands are the side's."""

    def hear(self, _event: Message, _turn: str) -> None:
        """Nothing: the side has heard it."""

    def keep(self, _said: Message, _event: Message) -> None:
        """Nothing: the side keeps what it has."""

    def attend(self, _said: Message, _calm: bool) -> bool:
        """Return False: the side lays the cards of its seats."""
        return False

    def do(self, what: str, fields: Message, seat: str, said: Message, active: str) -> Message:
        """Do what somebody wants; see `Dealing.do`."""
        fields = checked(what, fields)
        line, phase = str(said["firmware"]), str(said["phase"])
        self._joined.see(said)  # the news of the move before may still be on its way
        party, side = self.party, self._side
        if what == "press":
            self.buttons.press(seat, phase, **fields)
            return {}
        if what == "seat":
            party.move_over(**fields)
            return {}
        colour = party.mine(seat, fields.pop("colour"))
        if what == "hint":
            return party.hint(colour, line, active)
        if what == "take":
            party.may_take(colour, turn_of(line), phase)
            self._request("press", button=colour)
        elif what == "give":
            self._give(colour, **fields)
        elif phase not in ("card", "deal") or side.card:
            raise no_card_in(phase)
        elif what == "fold":
            party.to_fold(colour, line)
            if not side.fold():
                raise NotNow("finish-move")
        else:
            card = (fields["card"], fields["copy"])
            party.may_lay(colour, turn_of(line), card)
            if not side.choose(card[0]):
                raise NotNow("not-legal")
        self._joined.hurry()
        return {}

    def _give(self, colour: str, card: str, copy: int) -> None:
        hands = self._side.hands
        if hands is None or colour not in hands.waiting():
            raise NotNow("gave-already" if self._party.stage == "exchange" else "no-exchange")
        if (card, copy) not in self._party.hands[colour]:
            raise NotNow("not-in-hand")
        hands.give(colour, card)


def follow(
    joined: Joined, side: Side, port: str, hear: Callable[[Message], None]
) -> Callable[[Callable[[Message], None]], ShownTable]:
    """Return what makes the server's table of one that is led through a game, and is ready for it.

    Args:
        joined: leads the table.
        side: this side of the game.
        port: the name of the table's port.
        hear: called with every event of the table.
    """
    led = Led(joined, port, hear)
    phones = Phones(side, joined, led.request)
    return lambda tell: ShownTable(led, tell, lambda *_: phones, led.again)
