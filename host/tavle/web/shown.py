# SPDX-License-Identifier: Apache-2.0
"""A real table behind the page: what its USB link tells, and, where hands are on phones, the cards that are played."""

import collections
import json
import queue
import re
import threading
import time
from collections.abc import Callable
from typing import Any

from tavle.device import diagnostics, find, reconnect, settings
from tavle.device.link import Refused, TableLink
from tavle.errors import TavleError
from tavle.sim.cable import Cable
from tavle.sim.spaces import Spaces
from tavle.web import saves
from tavle.web.board import describe
from tavle.web.dealing import Dealing, NotDealt
from tavle.web.moves import Record, options, told, turn_of
from tavle.web.orders import Order
from tavle.web.roles import HANDS, SCREEN, SHOW, refusal
from tavle.words.terminal import tr

_SLICE_S = 0.1
_QUICK_S = 0.02  # where people play from phones
_ASK_S = 1.0
_KEPT = 200
_NO_NOISE = {"bounce": False, "flicker": [], "stuck": {}, "tag_errors": 0.0, "unplug": None}

Message = dict[str, Any]


class ShownTable:
    """Follows a table on a cable; has what the server needs of a `table.Table`.

    Args:
        link: the table.
        tell: called in this thread with every message that is for all pages.
        deal: makes what holds the hands that are played from phones, as `Dealing` does; None: the table is only looked at.
        again: opens the table again after its cable broke, as `reconnect.link` does.

    Attributes:
        mode: SHOW or HANDS.
        watched: whether anybody looks.
        cable: None: the other end of this cable is a table.
        failure: what ended the thread, when something did.
        ended: called when the thread has ended.

    Raises:
        TavleError: the table does not answer.
    """

    def __init__(
        self,
        link: Any,
        tell: Callable[[Message], None],
        deal: Callable[..., Any] | None = None,
        again: Callable[[str, str, float], Any] = reconnect.link,
    ):
        from rules.parse import parse_position

        self.mode = HANDS if deal is not None else SHOW
        self._deal = deal
        self._again = again
        self._dealing: Any = None
        self._private = ""
        self.watched = False
        self.cable: Cable | None = None
        self.failure: BaseException | None = None
        self.ended: Callable[[], None] = lambda: None
        self._link = link
        self._serial = find.serial_of(link.port)
        self._tell = tell
        self._parse = parse_position
        self._orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._log: collections.deque[Message] = collections.deque(maxlen=_KEPT)
        self._closing = False
        self._asked_s = 0.0
        self._heard_s = 0.0  # an event, or a second without one
        self._t = 0
        link.hello()
        self._restarted = False
        self._said: Message = {}
        self._view: Message = {}
        self._ask()
        self._record = Record(str(self._said["firmware"]))
        self._begin()
        self._thread = threading.Thread(target=self._work, name="table", daemon=True)

    def _begin(self) -> None:
        """Take the game that the table plays now."""
        from tavle.paths import board_file, layout_of

        # The position line does not carry every house rule; what the table says of its game does.
        self._told = self._link.request("config").get("game")
        game = settings.game_of(self._told) if self._told else None
        self._game = game = game or self._parse(str(self._said["firmware"]))[0]
        self._about = describe(game)
        self._spaces = Spaces(game, board_file(layout_of(game.rulebook)))
        if self._deal is not None:
            name = re.sub(r"[^0-9A-Za-z]+", "-", self._serial or self._link.port)
            path = saves.folder() / f"table{name}.hands"
            self._dealing = self._deal(self._request, game, self._said, path)

    def _request(self, cmd: str, **fields: Any) -> Message:
        """Ask the table on whichever cable it is now."""
        return self._link.request(cmd, **fields)

    # From any thread

    def finished(self) -> str:
        """Return "": the games of a real table are in its own journal."""
        return ""

    def start(self) -> None:
        """Begin to follow the table."""
        self._thread.start()

    def submit(self, order: Order) -> None:
        """Let an order be done after those before it; none moves a pawn."""
        self._orders.put(order)

    def close(self, patience_s: float = 3.0) -> None:
        """Let go of the table."""
        self._closing = True
        if self._thread.is_alive():
            self._thread.join(patience_s)
        self._link.close()

    # The table's thread

    def _work(self) -> None:
        try:
            while not self._closing:
                try:
                    self._once()
                except diagnostics.Lost:
                    self._come_back()
        except BaseException as error:
            self.failure = error
        self.ended()

    def _once(self) -> None:
        event = self._link.event(_SLICE_S if self._dealing is None else _QUICK_S)
        if event is not None:
            self._hear(event)
        elif time.monotonic() - self._asked_s >= _ASK_S:
            self._ask()
        # However much phones say meanwhile: the computers are not kept waiting.
        calm = event is None and time.monotonic() - self._heard_s >= _ASK_S
        if event is not None or calm:
            self._heard_s = time.monotonic()
            if self._dealing is not None:
                self._attend(self._dealing, calm)
        view = self._look()
        if view != self._view:
            self._view = view
            self._tell_secrets()  # first: a view that says whose turn it is finds the hand there
            self._tell({"view": view, "t": self._t})
        self._serve()

    def _serve(self) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            if order.command is None:
                order.answer(self._hello())
            else:
                order.answer(self._do(order))

    def _do(self, order: Order) -> Message:
        """Do what somebody wants, where hands are on phones, and answer."""
        role, seat = getattr(order.who, "role", SCREEN), getattr(order.who, "seat", "")
        command = order.command
        why = refusal(role, self.mode, order.name)
        if why or self._dealing is None or not isinstance(command, dict):
            return {"ok": False, "error": why or "read-only"}
        if order.who is None:  # whoever held a button has gone
            self._dealing.buttons.let_go(command.get("button"))
            return {"ok": True}
        if self._said.get("mode") == "silent":
            return {"ok": False, "error": "no-line"}
        try:
            self._ask()
            fields = {name: value for name, value in command.items() if name != "do"}
            answer = self._dealing.do(order.name, fields, seat, self._said, self._record.active)
        except diagnostics.Lost:
            order.answer({"ok": False, "error": "no-line"})
            raise
        except TavleError as error:
            return {"ok": False, "error": error.english}
        except ValueError as error:
            return {"ok": False, "error": str(error)}
        self._tell_secrets()
        return {"ok": True, **answer}

    def _attend(self, dealing: Any, calm: bool) -> None:
        """Lay what the table's computers want."""
        try:
            if dealing.attend(self._said, calm):
                self._ask()
        except Refused as error:  # a mode has the table, or it restarts: the next try
            self._log.append({"note": str(error), "t": self._t})

    def _secrets(self) -> Message:
        """Return what only some may see: the server leaves out what is not for somebody."""
        if self._dealing is None:
            return {"hands": {}, "links": {}, "people": []}
        party = self._dealing.party
        hands = party.shown(str(self._said["firmware"]))
        return {"hands": hands, "links": dict(party.links), "people": party.people()}

    def _tell_secrets(self) -> None:
        secrets = self._secrets()
        text = json.dumps(secrets)
        if text != self._private:
            self._private = text
            self._tell(secrets)

    def _come_back(self) -> None:
        """Wait for a table whose cable broke, and follow it again."""
        self._link.close()
        self._said["mode"] = "silent"
        self._tell({"view": self._look(), "t": self._t})
        while not self._closing:
            self._serve()
            try:
                self._link = self._again(self._link.port, self._serial, _SLICE_S)
                self._restarted = True
                self._ask()
                if self._dealing is not None:
                    self._dealing.follow(self._said)
            except NotDealt:
                raise
            except TavleError:
                continue
            self._tell(self._hello())
            return

    def _ask(self) -> None:
        said = self._link.request("state")
        self._asked_s = time.monotonic()
        old = str(self._said.get("firmware", "")).partition(" ")[0]
        self._said = said
        if self._view:
            self._record.learn(str(said["firmware"]), str(said.get("phase")))
            if old != str(said["firmware"]).partition(" ")[0] or self._ruled_anew():
                # Another game was chosen at the table, or other house rules.
                self._record = Record(str(said["firmware"]))
                self._begin()
                self._view = {}
                self._tell(self._hello())

    def _ruled_anew(self) -> bool:
        """Return whether the table plays by other house rules since it has restarted."""
        restarted, self._restarted = self._restarted, False
        return restarted and self._link.request("config").get("game") != self._told

    def _hear(self, event: Message) -> None:
        if isinstance(event.get("t"), int):
            self._t = event["t"]
        self._restarted = event.get("event") == "ready"
        turn = turn_of(self._record.line)
        changed = self._record.hear(event)
        dealing = self._dealing
        if dealing is not None:
            if changed and event.get("event") == "ready" and len(self._record.entries) > 1:
                dealing.party.begin()
            if event.get("event") == "folded":
                self._record.entries[-1]["cards"] = len(
                    dealing.party.hands.get(event["colour"], ())
                )
            dealing.hear(event, turn)
        line = {**told(event, turn, self._record), "t": self._t}
        self._ask()
        if dealing is not None and dealing is self._dealing:
            dealing.keep(self._said, event)
        self._log.append(line)
        self._tell(line)
        if changed:
            self._tell({"record": self._record.entries[-1], "at": len(self._record.entries)})

    def _look(self) -> Message:
        said = self._said
        card = self._record.active
        offered: list[Any] = []
        if said["phase"] in ("move", "ask", "guide") and card in self._game.actions:
            state = self._parse(str(said["firmware"]))[1]
            offered = options(self._game, bytes(state), card)
        slot = [{"card": card, "copy": self._record.copy}] if card and self._game.deck else []
        return {
            "on": said.get("mode") != "silent", "speed": 1, "playing": False, "mode": self.mode, "paused": False,
            "party": self._dealing.party.public(turn_of(str(said["firmware"]))) if self._dealing else None,
            "pawns": self._pawns(), "slot": slot, "laid": [], "noise": _NO_NOISE, "card": card,
            "options": offered, "astray": [], "firmware": str(said["firmware"]),
            "phase": str(said.get("mode") or said["phase"]),
            "hand_counts": said.get("hand_counts") or {},
            "shown": said.get("shown") or 0,
        }  # fmt: skip

    def _pawns(self) -> list[Message]:
        """Return the pawns where the table believes them; reeds know no more."""
        from rules.notation import place_text

        state = self._parse(str(self._said["firmware"]))[1]
        pawns = []
        for seat in self._game.seats:
            used: set[int] = set()
            for place in state[4 * seat : 4 * seat + self._game.pawns]:
                bits = self._spaces.bits(seat, place_text(self._game, place))
                bit = next((bit for bit in bits if bit not in used), bits[0])
                used.add(bit)
                name = self._spaces.name(bit)
                pawns.append({"colour": self._game.colours[seat], "at": name, "last": name})
        return pawns

    def _hello(self) -> Message:
        self._view = self._look()
        return {
            "hello": self._about, "log": list(self._log), "entries": self._record.entries,
            "view": self._view, "frame": "", "ma": 0, "t": self._t,
            **self._secrets(),
        }  # fmt: skip


def follow(
    link: TableLink, dealt: bool = False
) -> Callable[[Callable[[Message], None]], ShownTable]:
    """Return what makes the server's table of a link; `dealt`: hands are dealt here and played from phones."""

    def make(tell: Callable[[Message], None]) -> ShownTable:
        try:
            return ShownTable(link, tell, Dealing if dealt else None)
        except ValueError as error:
            raise TavleError(
                tr("cannot show this table"), tr("its position is not understood: {error}", error=error),
                tr("`tavle flash` brings its firmware and this tool together"),
            ) from None  # fmt: skip

    return make
