# SPDX-License-Identifier: Apache-2.0
"""`tavle learn`: finds out which switch and which light belong to which space.

A mode that takes the place of the game. It asks one question at a time, "put one pawn here", and
watches which inputs close:

* *lit* (the usual way): the lights are wired in the board file's order. Each space lights up in
  turn, round the ring first; the pawn put there closes the input that belongs to it.
* *walk*: the lights may be in any order. First the pawn is walked over the board in the order of
  `calibration.board_order`, without lights; then each light of the chain lights up, and the pawn put
  there tells which one it is (at a seat's light: that seat's button).

Table button: a tap says "nothing happens here" and continues, a hold ends it. A seat button held: the
lights are in another order, so walk. Everything learnt is kept at once, see `calibration`; which
space is next, and its light, is the business of `walk`.
"""

from micropython import const

from app.requests import RequestError, flag
from app.service.calibration import Calibration, board_order, space_name
from app.service.walk import NONE, Walk, closed_inputs
from drivers import buttons
from light import layers, signals
from sense.debounce import Debounce
from store.files import NotSaved
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from light.signals import Signal

_STILL_MS = const(300)  # the neighbours' switches have had their time to answer as well
_END_MS = const(8000)

_TRIES = const(3)  # unclear answers before the next question

# The step it is at, and its names.
_EMPTY = const(0)
_ASK = const(1)
_LIFT = const(2)
_DONE = const(3)
_STEPS = ("empty", "ask", "lift", "done")


def do_start(system: "System", request: dict, now_ms: int) -> dict:
    """Begin: {"method": "lit" | "walk", "fresh": true}; while it runs, repeat the question."""
    mode = system.mode
    if isinstance(mode, Learn):
        mode.repeat()
        return mode.state()
    method = request.get("method")
    if method not in (None, "lit", "walk"):
        raise RequestError("method must be lit or walk")
    fresh = flag(request, "fresh")
    mode = Learn(system)
    system.enter(mode)
    mode.begin(method, fresh, "id" not in request, now_ms)
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
    """End it; with `save` silent spaces do not matter."""
    mode = _mode(system)
    mode.stop(now_ms, flag(request, "save"))
    return mode.state()


def _mode(system: "System") -> "Learn":
    if not isinstance(system.mode, Learn):
        raise RequestError("the table is not learning: send learn.start first")
    return system.mode


class Learn:
    """The mode.

    Args:
        system: the table.
    """

    name = "learn"
    board = True

    def __init__(self, system: "System") -> None:
        self._system = system
        self._layout = system.layout
        self._colours = system.match.game.colours
        self._learnt = Calibration(system.data + "/learn.part", system.layout)
        self._step = _EMPTY
        self._spaces = True  # spaces are being asked, else lights
        self._walk = Walk(system.lights, self._light)
        self._tries = 0
        self._unclear: dict = {}  # space -> inputs one of which is its own
        self._claimed = NONE  # input of another space that answered last
        self._contested: list = []  # inputs whose two spaces were asked once more
        self._problems: list = []  # events to send at the end
        self._saved = False
        self._end_ms = 0
        # The inputs.
        n = system.layout.N_CHIPS
        self._closed = bytearray(n)
        self._ignored = bytearray(n)  # inputs that are closed on an empty board
        self._held: list = []  # inputs to open before the next question
        self._since_ms = 0  # the last time an input changed
        self._judged = False  # the board at rest has been judged
        self._deaf = False  # until the table button that started this is let go

    # -- begin and end --------------------------------------------------------------------

    def begin(self, method: "str | None", fresh: bool, alone: bool, now_ms: int) -> None:
        """Start, or continue where it stopped.

        Args:
            method: "lit" or "walk"; None takes that of the unfinished work.
            fresh: forget the unfinished work.
            alone: started by the table button, without a host that names the spaces.
            now_ms: the time.
        """
        learnt = self._learnt
        found = not fresh and learnt.load()
        walk = method == "walk" or (method is None and learnt.walk)
        spaces_known = learnt.inputs.count(bytes((NONE,))) == 0
        # Without a host nobody knows at which space a walk continues.
        if not found or walk != learnt.walk or (alone and walk and not spaces_known):
            learnt.reset(walk)
        self._deaf = alone
        self._fill_queue()
        self._since_ms = now_ms
        # One pawn may visit one space often here: that is no flaky reed.
        self._system.switches.debounce = Debounce(len(self._closed), flips=100)
        for layer in range(layers.FLASH, layers.N_LAYERS):
            self._system.lights.clear(layer)
        self._show_all(signals.LEARN_LIFT)

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
        """End it; unfinished work is kept. With `save` silent spaces do not matter."""
        if save and not self._saved:
            self._save()
        self._system.leave(now_ms)

    def care(self, now_ms: int) -> None:
        """Go back to the game some seconds after everything has been learnt."""
        if self._saved and since(now_ms, self._end_ms) > _END_MS:
            self._system.leave(now_ms)

    def reader(self, now_ms: int, event: tuple) -> None:
        """Ignore the card reader."""

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
        elif kind == buttons.HOLD and not self._learnt.walk and self._step != _DONE:
            self._learnt.reset(True)
            self._fill_queue()
            self._say("method", {"method": "walk"})
            self._next()
        elif kind == buttons.RELEASE and self._step == _ASK and not self._spaces:
            light = self._layout.SEAT_LED[number]
            if light != NONE:
                self._light_is(light, self._colours[number] + ":seat", now_ms)
            if self._step == _LIFT:
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
            if self._step == _LIFT and not some:
                self._next()
        if self._judged or since(now_ms, self._since_ms) < _STILL_MS:
            return
        self._judged = True
        self._settled(closed_inputs(closed), now_ms)

    def _settled(self, inputs: list, now_ms: int) -> None:
        """Take the inputs that are closed on a board at rest."""
        if self._step == _EMPTY:
            if inputs:
                self._say("empty", {"closed": inputs})
            else:
                self._next()
        elif self._step == _LIFT and not [n for n in inputs if n in self._held]:
            self._next()
        if self._step == _ASK and inputs:
            if self._spaces:
                self._space_answers(inputs, now_ms)
            else:
                self._light_answers(inputs, now_ms)

    def skip(self, now_ms: int) -> None:
        """Go on: nothing happens here, or (at the beginning) the board is empty."""
        if self._step == _DONE:
            self.stop(now_ms, False)
        elif self._step == _EMPTY:
            for i in range(len(self._closed)):
                self._ignored[i] |= self._closed[i]
                for k in range(8):
                    if self._closed[i] >> k & 1:
                        self._problem("stuck", inputs=[8 * i + k])
                self._closed[i] = 0
            self._next()
        elif self._step == _ASK:
            self._say("skipped", self._question())
            if self._spaces:
                self._problem("silent", space=self._walk.here)
            else:
                self._problem("dark", light=self._walk.here)
            self._walk.todo.remove(self._walk.here)
            self._next()

    # -- questions ------------------------------------------------------------------------------

    def _fill_queue(self) -> None:
        learnt = self._learnt
        self._walk.todo = [p for p in board_order(self._layout) if learnt.inputs[p] == NONE]
        self._spaces = bool(self._walk.todo)
        if not self._spaces:
            self._fill_lights()

    def _fill_lights(self) -> None:
        self._spaces = False
        self._walk.here = NONE
        count = len(self._learnt.lights)
        self._walk.todo = [c for c in range(count) if self._learnt.light_of(c) == NONE]

    def _next(self) -> None:
        """Ask the next question, or end."""
        self._system.lights.clear(layers.HINTS)
        if not self._walk.todo and self._spaces:
            for space, other in self._learnt.resolve(self._unclear):
                self._problem("cross-talk", space=space, to=other)
            for space in self._unclear:
                self._problem("double", space=space, inputs=self._unclear[space])
            self._fill_lights()  # empty when the lights are known
        if not self._walk.todo:
            self._done()
            return
        before = self._walk.here
        self._walk.lead()
        if self._walk.here != before:
            self._tries = 0
            self._claimed = NONE
        self._step = _ASK
        self._judged = False
        self.repeat()

    def repeat(self) -> None:
        """Tell the host the present question again."""
        if self._step == _EMPTY:
            self._judged = False
        elif self._step == _DONE:
            self._report()
        elif self._step == _ASK:
            event = self._question()
            event["left"] = len(self._walk.todo)
            event["tries"] = self._tries
            self._say("ask", event)

    def _question(self) -> dict:
        if self._spaces:
            return {"place": self._name(self._walk.here)}
        return {"light": self._walk.here}

    def _light(self, asked: int) -> int:
        """Return the light in the chain of what is asked, a space or a light; NONE if not known."""
        return self._light_of(asked) if self._spaces else asked

    # -- answers --------------------------------------------------------------------------------

    def _space_answers(self, inputs: list, now_ms: int) -> None:
        learnt = self._learnt
        space = self._walk.here
        free = [n for n in inputs if learnt.space_of(n) in (NONE, space)]
        if len(free) == 1:
            for n in inputs:
                if n != free[0]:
                    self._problem("cross-talk", space=space, to=learnt.space_of(n))
            learnt.inputs[space] = free[0]
            self._unclear.pop(space, None)
            self._learn(inputs, now_ms, {"place": self._name(space), "input": free[0]})
        elif free:
            self._unclear[space] = free
            self._doubt("double", inputs, space)
            if self._tries >= _TRIES:
                self._walk.todo.remove(space)
        else:
            other = learnt.space_of(inputs[0])
            self._doubt("taken", inputs, space, other)
            if self._claimed == inputs[0]:
                self._contest(space, other, inputs[0])
            self._claimed = inputs[0]

    def _contest(self, space: int, other: int, number: int) -> None:
        """Two spaces claim one input: ask both once more, then call it doubled."""
        self._walk.todo.remove(space)
        if number in self._contested:
            self._problem("same", space=space, to=other, inputs=[number])
            return
        self._learnt.inputs[other] = NONE
        self._contested.append(number)
        self._walk.todo.append(space)
        self._walk.todo.append(other)

    def _light_answers(self, inputs: list, now_ms: int) -> None:
        spaces = [self._learnt.space_of(n) for n in inputs]
        if len(spaces) == 1 and spaces[0] != NONE:
            light = self._layout.LED[spaces[0]]
            self._light_is(light, self._name(spaces[0]), now_ms, inputs)
        else:
            self._doubt("double", inputs)
            if self._tries >= _TRIES:
                self._problem("dark", light=self._walk.here)
                self._walk.todo.remove(self._walk.here)

    def _light_is(self, light: int, name: str, now_ms: int, inputs: "list | None" = None) -> None:
        """Take the light of the question for a light of the board file."""
        if self._learnt.lights[light] != NONE:
            self._doubt("known", inputs or [], other_name=name)
            return
        self._learnt.lights[light] = self._walk.here
        self._learn(inputs or [], now_ms, {"place": name, "light": self._walk.here})

    def _learn(self, inputs: list, now_ms: int, what: dict) -> None:
        """Keep an answer and wait until the pawn is gone."""
        self._walk.todo.remove(self._walk.here)
        try:
            self._learnt.save()
        except NotSaved as error:
            self._system.fault("flash", str(error))
        self._say("learnt", what)
        self._sound("tick")
        self._wait(inputs, signals.ACCEPTED, layers.FLASH)
        self._system.lights.expire(layers.FLASH, now_ms)

    def _doubt(
        self, kind: str, inputs: list, space: int = NONE, other: int = NONE, other_name: str = ""
    ) -> None:
        """Tell that an answer was not clear; it is asked again when the pawn is gone."""
        self._tries += 1
        event = self._question()
        event["inputs"] = inputs
        if other != NONE:
            event["to"] = self._name(other)
        if other_name:
            event["to"] = other_name
        self._say(kind, event)
        self._sound("refused")
        self._wait(inputs, signals.LEARN_DOUBLE, layers.HINTS)
        if other != NONE and self._light_of(other) != NONE:
            self._system.lights.show(signals.LEARN_DOUBLE, self._light_of(other))

    def _wait(self, inputs: list, signal: "Signal", layer: int) -> None:
        """Wait for the lift; the signal is on the light, on every light while it is not known."""
        self._step = _LIFT
        self._held = inputs
        lights = self._system.lights
        lights.clear(layers.HINTS)
        lights.clear(layer)
        light = self._light(self._walk.here)
        if light == NONE:
            self._show_all(signal)
        else:
            lights.show(signals.LEARN_LIFT, light)
            lights.show(signal, light)

    # -- the end --------------------------------------------------------------------------------

    def _done(self) -> None:
        learnt = self._learnt
        learnt.last_light()
        self._step = _DONE
        if learnt.complete:
            self._save()
        masked = self._system.debounce.masked
        for n in range(8 * len(masked)):
            if masked[n >> 3] >> (n & 7) & 1:
                self._problem("flicker", inputs=[n])
        self._report()
        self._sound("win" if self._saved else "fault")
        self._show_end()

    def _save(self) -> None:
        try:
            self._learnt.finish(self._system.data + "/wiring.bin")
        except NotSaved as error:
            self._system.fault("flash", str(error))
            return
        self._saved = True
        self._end_ms = self._since_ms

    # -- what it says ---------------------------------------------------------------------------

    def _report(self) -> None:
        for event in self._problems:
            self._say("problem", dict(event))
        self._say("done", {"saved": self._saved, "missing": self._learnt.missing})

    def _show_end(self) -> None:
        """Show on every light whether its space is learnt."""
        for space in range(self._layout.N_BITS):
            light = self._light_of(space)
            if light != NONE:
                good = self._learnt.inputs[space] != NONE
                signal = signals.LEARN_DONE if good else signals.LEARN_SILENT
                self._system.lights.show(signal, light)

    def _light_of(self, space: int) -> int:
        """Return the light in the chain of a space, NONE if not known."""
        return self._learnt.lights[self._layout.LED[space]]

    def _show_all(self, signal: "Signal") -> None:
        for led in range(self._layout.N_LEDS):
            self._system.lights.show(signal, led)

    def _name(self, space: int) -> str:
        if space == NONE:
            return ""
        return space_name(self._layout, self._colours, space)

    def _problem(
        self, what: str, space: int = NONE, to: int = NONE, light: int = NONE,
        inputs: "list | None" = None,
    ) -> None:  # fmt: skip
        event: dict = {"what": what}
        if space != NONE:
            event["place"] = self._name(space)
        if to != NONE:
            event["to"] = self._name(to)
        if light != NONE:
            event["light"] = light
        if inputs:
            event["inputs"] = inputs
        self._problems.append(event)

    def _say(self, step: str, fields: dict) -> None:
        fields["event"] = "learn"
        fields["step"] = step
        self._system.link.emit(fields)

    def _sound(self, name: str) -> None:
        self._system.hardware.buzzer.sound(name)
