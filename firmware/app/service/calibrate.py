# SPDX-License-Identifier: Apache-2.0
"""`tavle learn`: finds out which switch and which light belong to which space.

A mode that takes the place of the game. It asks one question at a time, "put one pawn here", and
watches which inputs close:

* *lit* (the usual way): the lights are wired in the board file's order. Each space lights up in
  turn, round the ring first; the pawn put there closes the input that belongs to it.
* *walk*: the lights may be in any order. First the pawn is walked over the board in the order of
  `calibration.board_order`, without lights; then each light of the chain lights up, and the pawn put
  there tells which one it is (at a seat's light: that seat's button).

Table button: a tap says "nothing happens here" and goes on, a hold ends it. A seat button held: the
lights are in another order, so walk. Everything learnt is kept at once, see `calibration`.
"""

from micropython import const

from app.requests import RequestError
from app.service.calibrate_questions import ASK, DONE, EMPTY, LIFT, Questions
from app.service.calibration import NONE
from drivers import buttons
from light import layers, service
from sense.debounce import Debounce
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System

_STILL_MS = const(300)  # the neighbours' switches have had their time to answer as well
_END_MS = const(8000)

_STEPS = ("empty", "ask", "lift", "done")


def do_start(system: "System", request: dict, now_ms: int) -> dict:
    """Begin: {"method": "lit" | "walk", "fresh": true}; while it goes on, tell the question again."""
    mode = system.mode
    if isinstance(mode, Learn):
        mode.repeat()
        return mode.state()
    method = request.get("method")
    if method not in (None, "lit", "walk"):
        raise RequestError("method must be lit or walk")
    mode = Learn(system)
    system.enter(mode)
    mode.begin(method, bool(request.get("fresh")), "id" not in request, now_ms)
    return mode.state()


def do_state(system: "System", request: dict, now_ms: int) -> dict:
    """Tell how far it is."""
    return _mode(system).state()


def do_skip(system: "System", request: dict, now_ms: int) -> dict:
    """Go on: nothing happens here."""
    mode = _mode(system)
    mode.skip(now_ms)
    return mode.state()


def do_stop(system: "System", request: dict, now_ms: int) -> dict:
    """End it; with `save` silent places do not matter."""
    mode = _mode(system)
    mode.stop(now_ms, bool(request.get("save")))
    return mode.state()


def _mode(system: "System") -> "Learn":
    if not isinstance(system.mode, Learn):
        raise RequestError("the table is not learning: send learn.start first")
    return system.mode


class Learn(Questions):
    """The mode.

    Args:
        system: the table.
    """

    name = "learn"
    board = True

    def __init__(self, system: "System") -> None:
        Questions.__init__(self, system)
        n = system.layout.N_CHIPS
        self._closed = bytearray(n)
        self._ignored = bytearray(n)  # inputs that are closed on an empty board
        self._deaf = False  # until the table button that started this is let go

    # -- begin and end --------------------------------------------------------------------

    def begin(self, method: "str | None", fresh: bool, alone: bool, now_ms: int) -> None:
        """Start, or go on where it was left.

        Args:
            method: "lit" or "walk"; None takes that of the unfinished work.
            fresh: forget the unfinished work.
            alone: started by the table button, without a host that names the spaces.
            now_ms: the time.
        """
        learnt = self._learnt
        found = not fresh and learnt.load()
        walk = method == "walk" or (method is None and learnt.walk)
        places_known = learnt.inputs.count(bytes((NONE,))) == 0
        # Without a host nobody knows at which space a walk goes on.
        if not found or walk != learnt.walk or (alone and walk and not places_known):
            learnt.reset(walk)
        self._deaf = alone
        self._fill_queue()
        self._since_ms = now_ms
        # One pawn may visit one space often here: that is no flaky reed.
        self._system.debounce = Debounce(len(self._closed), flips=100)
        for layer in range(layers.FLASH, layers.N_LAYERS):
            self._system.lights.clear(layer)
        self._show_all(service.LEARN_LIFT)

    def state(self) -> dict:
        """Return how far it is."""
        learnt = self._learnt
        total = len(learnt.inputs) + (len(learnt.lights) if learnt.walk else 0)
        return {
            "method": "walk" if learnt.walk else "lit",
            "step": _STEPS[self._step],
            "total": total,
            "learnt": total - learnt.missing,
            "layout": self._layout.GAME,
        }

    def stop(self, now_ms: int, save: bool) -> None:
        """End it; unfinished work is kept. With `save` silent places do not matter."""
        if save and not self._saved:
            self._save()
        self._system.leave(now_ms)

    def care(self, now_ms: int) -> None:
        """Go back to the game some seconds after everything has been learnt."""
        if self._saved and since(now_ms, self._end_ms) > _END_MS:
            self._system.leave(now_ms)

    def reader(self, now_ms: int, event: tuple) -> None:
        """Let the card reader be."""

    # -- what the hands do ------------------------------------------------------------------

    def button(self, now_ms: int, event: int) -> None:
        """Take one event of `drivers.buttons`."""
        kind = buttons.kind(event)
        number = buttons.number(event)
        if number == buttons.TABLE:
            if self._deaf:
                self._deaf = kind not in (buttons.RELEASE, buttons.HOLD_END)
            elif kind == buttons.RELEASE:
                self.skip(now_ms)
            elif kind == buttons.HOLD:
                self._sound("ask")
            elif kind == buttons.HOLD_END:
                self.stop(now_ms, False)
        elif kind == buttons.HOLD and not self._learnt.walk and self._step != DONE:
            self._learnt.reset(True)
            self._fill_queue()
            self._say("method", {"method": "walk"})
            self._next()
        elif kind == buttons.RELEASE and self._step == ASK and not self._places:
            self._light_is(self._layout.SEAT_LED[number], self._colours[number] + ":seat", now_ms)
            if self._step == LIFT:
                self._next()

    def scan(self, now_ms: int, debounce: Debounce) -> None:
        """Take one debounced scan. Never allocates while nothing changes."""
        closed = self._closed
        changed = False
        some = 0
        for i in range(len(closed)):
            level = debounce.stable[i] & ~(self._ignored[i] | debounce.masked[i])
            some |= level
            if level != closed[i]:
                closed[i] = level
                changed = True
        if changed:
            self._since_ms = now_ms
            self._judged = False
            if self._step == LIFT and not some:
                self._next()
        if self._judged or since(now_ms, self._since_ms) < _STILL_MS:
            return
        self._judged = True
        self._settled(_bits(closed), now_ms)

    def _settled(self, inputs: list, now_ms: int) -> None:
        """Take the inputs that are closed on a board at rest."""
        if self._step == EMPTY:
            if inputs:
                self._say("empty", {"closed": inputs})
            else:
                self._next()
        elif self._step == LIFT and not [n for n in inputs if n in self._held]:
            self._next()
        if self._step == ASK and inputs:
            if self._places:
                self._place_answers(inputs, now_ms)
            else:
                self._light_answers(inputs, now_ms)

    def skip(self, now_ms: int) -> None:
        """Go on: nothing happens here, or (at the beginning) the board is empty."""
        if self._step == DONE:
            self.stop(now_ms, False)
        elif self._step == EMPTY:
            for i in range(len(self._closed)):
                self._ignored[i] |= self._closed[i]
                for k in range(8):
                    if self._closed[i] >> k & 1:
                        self._problem("stuck", inputs=[8 * i + k])
                self._closed[i] = 0
            self._next()
        elif self._step == ASK:
            self._say("skipped", self._question())
            if self._places:
                self._problem("silent", place=self._asked)
            else:
                self._problem("dark", light=self._asked)
            self._queue.remove(self._asked)
            self._next()


def _bits(levels: bytearray) -> list:
    return [n for n in range(8 * len(levels)) if levels[n >> 3] >> (n & 7) & 1]
