# SPDX-License-Identifier: Apache-2.0
"""A table on a cable, led through a game that another table plays too.

It compares what the table believes with the log, again and again, and asks for the one step that is missing. So it does
not matter what was lost on the way: an event, an answer, the cable, the power of the table or of this PC.
"""

import time
from collections.abc import Callable
from typing import Any

from tavle.afar.log import Place, Wrong, place_of
from tavle.afar.side import Side
from tavle.afar.wire import AWAY, HELLO, HERE, LOG, Wire
from tavle.device import diagnostics
from tavle.device.link import NoAnswer, Refused, TableLink
from tavle.errors import TavleError
from tavle.players.thinker import LEVELS
from tavle.words.terminal import COLOURS, tr

_LOOK_S = 0.5  # between two looks at the table, where it says nothing
_WAITING = ("card", "deal", "guide")  # phases in which a throw or card can come into force


class Joined:
    """Leads one table.

    Args:
        link: the table.
        side: this side of the game.
        wire: the way to the other one.
        again: opens the table again after its cable broke or it has restarted; None while it is not there.
        tell: called with sentences for people.

    Attributes:
        done: how many entries of the log the table has made.
        far_is: what was heard of the other side last: `here`, `cable` (its table is not there) or `away`.
        name: the other side's, "" before.
        link: the table, None while it is not there.
        ready: whether the table plays this game.
    """

    def __init__(
        self,
        link: TableLink,
        side: Side,
        wire: Wire,
        again: Callable[[], TableLink | None],
        tell: Callable[[str], None],
    ):
        self.done = 0
        self.far_is = ""
        self.name = str(side.far["name"]) if side.far is not None else ""
        self.link: TableLink | None = link
        self._side = side
        self._wire = wire
        self._again = again
        self._tell = tell
        self.ready = False
        self._called = False  # the seat to act wants its throw or card
        self._fresh = (
            True  # what is in force at the table is not known to be what it was given last
        )
        self._automatic: set[str] = set()  # colours of this table's computers
        self._given = -1  # how many entries there were before the throw or card it was given last
        self._looked_s = 0.0
        self._late: dict[str, Any] = {}  # the last document of a side that has not said who it is
        wire.say(HELLO, side.hello)
        self._say()

    # -- one step ------------------------------------------------------------------------------

    def step(self, seconds: float) -> dict[str, Any] | None:
        """Do what is due, and wait so long for the table's next event; return it.

        Raises:
            TavleError: the two cannot play with each other.
        """
        news = self._listen()
        event = None
        try:
            if self.link is None:
                self._come_back()
            if self.link is not None:
                event = self.link.event(seconds)
                if event is not None:
                    self._hear(event)
                if news or event is not None or time.monotonic() > self._looked_s + _LOOK_S:
                    self._look()
            else:
                time.sleep(seconds)
        except diagnostics.Lost as error:
            self._tell(tr("{what}; waiting for it to come back", what=error.what))
            self._lose()
        except NoAnswer:
            self._lose()
        self._say()
        return event

    def hurry(self) -> None:
        """Look at the table in the next step: somebody has chosen a card."""
        self._looked_s = 0.0

    @property
    def finished(self) -> bool:
        """Whether the game is over at both tables, as far as they have said."""
        log = self._side.log
        return log is not None and self._side.over and self.done == self._side.far_at == len(log)

    def leave(self) -> None:
        """Give the other side's seats to people of this table again."""
        if self.link is not None and self._side.far is not None:
            self.link.request("seats", seats=dict.fromkeys(self._side.far["mine"], "human"))

    def close(self) -> None:
        """Give the table back."""
        if self.link is not None:
            self.link.close()

    def _lose(self) -> None:
        if self.link is not None:
            self.link.close()
        self.link = None

    def _come_back(self) -> None:
        self.link = self._again()
        if self.link is not None:
            self.ready = False
            self._fresh = True

    # -- the other side ------------------------------------------------------------------------

    def _listen(self) -> bool:
        """Take what the other side has said; return whether it had news."""
        news = False
        side = self._side
        for _, name, word, doc in self._wire.heard():
            if name == side.hello["name"]:
                if word == HERE and doc == AWAY:
                    self._wire.repeat(HERE)  # the will of a connection before
                continue
            if self.name not in ("", name) or not isinstance(doc, dict):
                continue
            if word == HELLO:
                news = self._meet(name, doc) or news
            elif word == LOG:
                self._late[name] = doc
                news = self._take(name) or news
            elif word == HERE and self.name:
                self._is(str(doc.get("is")))
        return news

    def _meet(self, name: str, doc: dict[str, Any]) -> bool:
        news = self._side.meet(doc)
        self.name = name
        if news:
            colours = ", ".join(tr(COLOURS.get(one, one)) for one in doc["mine"])
            self._tell(tr("the other table, {name}, plays {colours}", name=name, colours=colours))
            number = self._side.number
            self._tell(
                tr(
                    "number of this game: {number}; where both tables have the same, nobody stands between them",
                    number=number,
                )
            )
        return self._take(name) or news

    def _take(self, name: str) -> bool:
        if name != self.name or name not in self._late:
            return False
        side = self._side
        asked = side.far_wish
        try:
            news = side.hear(self._late.pop(name))
        except Wrong as error:
            raise TavleError(
                tr("cannot go on with this game"), tr("the other table says what cannot be: {error}", error=error),
                tr("both tables begin another one: --game with another name"),
            ) from None  # fmt: skip
        if side.log is not None and asked != side.far_wish == len(side.log) != side.wish:
            self._tell(
                tr("{name} wants to take the last move back: hold the table button to agree", name=name)
            )  # fmt: skip
        return news

    def _is(self, state: str) -> None:
        if state == self.far_is:
            return
        before, self.far_is = self.far_is, state
        if state == "away":
            self._tell(tr("{name} is away", name=self.name))
        elif state == "cable":
            self._tell(tr("{name} is there, its table is not", name=self.name))
        elif before:
            self._tell(tr("{name} is back", name=self.name))

    def _say(self) -> None:
        self._wire.say(HERE, {"is": "here" if self.link is not None else "cable"})
        doc = self._side.document()
        if doc is not None:
            self._wire.say(LOG, doc)

    # -- this table ----------------------------------------------------------------------------

    def _hear(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "accepted":
            self._used(str(event["position"]))
        elif kind == "want":
            self._wanted(event["what"])
        elif kind == "ready":
            self._fresh = True
        elif kind == "refused" and event.get("reason") == "withdrawn":
            self._side.withdraw()
        elif kind == "seats":
            self._note(event["seats"])

    def _note(self, seats: dict[str, str]) -> None:
        self._automatic = {
            colour for colour, who in seats.items() if who not in ("human", "remote")
        }

    def _wanted(self, what: str) -> None:
        if what == "card":
            self._called = True
        elif self._side.want_back():
            if self._side.wish == len(self._side.log or ()):
                self._tell(
                    tr("{name} is asked whether you may take the last move back", name=self.name)
                )

    def _used(self, line: str) -> None:
        """Take a throw or drawn card that has changed nothing: only its event tells that it was used."""
        side = self._side
        log = side.log
        if log is None or side.hands is not None or line != log.lines[self.done]:
            return
        if self._given != self.done:
            return  # the event is late: the table has told where that move led
        after = log.lines[self.done + 1 :]
        if after[:1] == [line] or (not after and side.made(line)):
            self.done += 1
            self._called = False

    def see(self, said: dict[str, Any]) -> None:
        """Bring together where the table is, by its answer to `state`, and what was agreed on."""
        side = self._side
        log = side.log
        if log is None or not self.ready:
            return
        place = place_of(said)
        if place == log.places[self.done]:
            return
        if self.done == len(log) and side.made(place[0]):
            self.done += 1
        elif place in log.places:
            later = [i for i in range(self.done + 1, len(log.places)) if log.places[i] == place]
            self.done = later[0] if later else _last(log.places, place)
        else:
            self.ready = False  # another game is on
        self._called = False

    def _look(self) -> None:
        """Ask the table what it believes, and for the step that is missing."""
        link = self.link
        log = self._side.log
        self._looked_s = time.monotonic()
        if link is None or log is None:
            return
        if not self.ready:
            self._prepare(link)
            return
        try:
            said = link.request("state")
            if said.get("mode"):
                return
            self.see(said)
            if self.ready:
                self._go_on(link, str(said["phase"]))
        except Refused:
            self._fresh = True  # not now: it has just started, or pawns are being put right

    def _go_on(self, link: TableLink, phase: str) -> None:
        side = self._side
        log = side.log
        assert log is not None
        if self.done < len(log):
            entry = log.entries[self.done]
            if entry.get("back"):
                link.request("remote.back")
                self.done += 1
            elif phase in _WAITING and "fold" in entry:
                link.request("remote.fold", cards=entry["fold"])
            elif phase in _WAITING or self._fresh:
                fields = {
                    name: entry[name] for name in ("card", "copy", "position") if name in entry
                }
                if (
                    log.colour(self.done) in side.mine
                ):  # the table has lost it: a person makes it again
                    fields.pop("position", None)
                link.request("remote.play", **fields)
                self._given = self.done
        elif side.acts and phase in _WAITING and side.card:
            if self._called or log.turn in self._automatic or side.hands is not None:
                copy = {"copy": side.copy} if side.copy else {}
                link.request("remote.play", card=side.card, **copy)
                self._given = self.done
                self._called = False
        self._fresh = False

    def _prepare(self, link: TableLink) -> None:
        """Let the table play this game, from where it is."""
        side = self._side
        log = side.log
        assert log is not None and side.far is not None
        told = link.request("config").get("game") or {}
        place = place_of(link.request("state"))
        if not _same(told, side.hello["game"]) or not (
            place in log.places or (side.made(place[0]) and place == log.places[-1])
        ):
            if side.hands is not None and side.wrote:
                raise TavleError(
                    tr("cannot go on with this game"), tr("the table plays another one now, and a deal cannot be set up again"),
                    tr("both tables begin another one: --game with another name"),
                )  # fmt: skip
            fields: dict[str, Any] = {"position": log.line}
            if side.hands is not None or not len(log):
                fields = {**side.hello["game"], "seats": list(log.game.seats)}
                if "first" in log.game.options:
                    fields["options"] = {**fields["options"], "first": log.colour(0)}
            link.request("new", **fields)
            self._lose()
            self._tell(tr("Put every pawn where its light pulses."))
            return
        self.done = _last(log.places, place)
        seats = dict.fromkeys(side.far["mine"], "remote")
        now = link.request("seats")["seats"]
        strange = ("remote",) if side.hands is None else ("remote", *LEVELS)
        seats.update({colour: "human" for colour in side.mine if now[colour] in strange})
        self._note(link.request("seats", seats=seats)["seats"])
        self.ready = True


def _last(places: list[Place], place: Place) -> int:
    """Return the last index of a place: between two equal ones nothing has changed."""
    return len(places) - 1 - places[::-1].index(place)


def _same(told: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Tell whether two games are the same, whoever begins."""
    return {**told, "options": {**told.get("options", {}), "first": ""}} == {
        **wanted, "options": {**wanted["options"], "first": ""},
    }  # fmt: skip
