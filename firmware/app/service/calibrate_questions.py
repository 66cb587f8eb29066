# SPDX-License-Identifier: Apache-2.0
"""The questions of `learn.Learn`, "put one pawn here", and what the answers teach."""

from micropython import const

from app.service.calibrate_voice import Voice
from app.service.calibration import NONE, board_order
from light import layers, service, signals
from store.files import NotSaved

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System

_TRIES = const(3)  # unclear answers before the next question

# The step it is at.
EMPTY = const(0)
ASK = const(1)
LIFT = const(2)
DONE = const(3)


class Questions(Voice):
    """Asks for every place, and for every light when those are not known.

    Args:
        system: the table.
    """

    def __init__(self, system: "System") -> None:
        Voice.__init__(self, system)
        self._since_ms = 0  # the last time an input changed
        self._end_ms = 0
        self._judged = False  # the board at rest has been looked at
        self._step = EMPTY
        self._places = True  # places are being asked, else lights
        self._queue: list = []  # places, or lights of the chain, still to be asked
        self._asked = NONE
        self._tries = 0
        self._held: list = []  # inputs to open before the next question
        self._unclear: dict = {}  # place -> inputs one of which is its own
        self._claimed = NONE  # input of another place that answered last
        self._contested: list = []  # inputs whose two places were asked once more

    def _fill_queue(self) -> None:
        learnt = self._learnt
        self._queue = [p for p in board_order(self._layout) if learnt.inputs[p] == NONE]
        self._places = bool(self._queue)
        if not self._places:
            self._fill_lights()

    def _fill_lights(self) -> None:
        self._places = False
        count = len(self._learnt.lights)
        self._queue = [c for c in range(count) if self._learnt.light_of(c) == NONE]

    def _next(self) -> None:
        """Ask the next question, or end."""
        lights = self._system.lights
        lights.clear(layers.HINTS)
        if not self._queue and self._places:
            for place, other in self._learnt.resolve(self._unclear):
                self._problem("cross-talk", place=place, to=other)
            for place in self._unclear:
                self._problem("double", place=place, inputs=self._unclear[place])
            self._fill_lights()  # empty when the lights are known
        if not self._queue:
            self._done()
            return
        if self._asked != self._queue[0]:
            self._asked = self._queue[0]
            self._tries = 0
            self._claimed = NONE
        self._step = ASK
        self._judged = False
        light = self._light()
        if light != NONE:
            lights.show(service.LEARN_HERE, light)
        self.repeat()

    def repeat(self) -> None:
        """Tell the host the present question again."""
        if self._step == EMPTY:
            self._judged = False
        elif self._step == DONE:
            self._report()
        elif self._step == ASK:
            event = self._question()
            event["left"] = len(self._queue)
            event["tries"] = self._tries
            self._say("ask", event)

    def _question(self) -> dict:
        if self._places:
            return {"place": self._name(self._asked)}
        return {"light": self._asked}

    def _light(self, place: int = NONE) -> int:
        """Return the light in the chain of a place or of the question, NONE if not known."""
        if place == NONE:
            if not self._places:
                return self._asked
            place = self._asked
        return self._light_of(place)

    # -- answers --------------------------------------------------------------------------------

    def _place_answers(self, inputs: list, now_ms: int) -> None:
        learnt = self._learnt
        place = self._asked
        free = [n for n in inputs if learnt.place_of(n) in (NONE, place)]
        if len(free) == 1:
            for n in inputs:
                if n != free[0]:
                    self._problem("cross-talk", place=place, to=learnt.place_of(n))
            learnt.inputs[place] = free[0]
            self._unclear.pop(place, None)
            self._learn(inputs, now_ms, {"place": self._name(place), "input": free[0]})
        elif free:
            self._unclear[place] = free
            self._doubt("double", inputs, place)
            if self._tries >= _TRIES:
                self._queue.remove(place)
        else:
            other = learnt.place_of(inputs[0])
            self._doubt("taken", inputs, place, other)
            if self._claimed == inputs[0]:
                self._contest(place, other, inputs[0])
            self._claimed = inputs[0]

    def _contest(self, place: int, other: int, number: int) -> None:
        """Two places claim one input: ask both once more, then call it doubled."""
        self._queue.remove(place)
        if number in self._contested:
            self._problem("same", place=place, to=other, inputs=[number])
            return
        self._learnt.inputs[other] = NONE
        self._contested.append(number)
        self._queue.append(place)
        self._queue.append(other)

    def _light_answers(self, inputs: list, now_ms: int) -> None:
        places = [self._learnt.place_of(n) for n in inputs]
        if len(places) == 1 and places[0] != NONE:
            light = self._layout.LED[places[0]]
            self._light_is(light, self._name(places[0]), now_ms, inputs)
        else:
            self._doubt("double", inputs)
            if self._tries >= _TRIES:
                self._problem("dark", light=self._asked)
                self._queue.remove(self._asked)

    def _light_is(self, light: int, name: str, now_ms: int, inputs: "list | None" = None) -> None:
        """Take the light of the question for a light of the board file."""
        if self._learnt.lights[light] != NONE:
            self._doubt("known", inputs or [], place_text=name)
            return
        self._learnt.lights[light] = self._asked
        self._learn(inputs or [], now_ms, {"place": name, "light": self._asked})

    def _learn(self, inputs: list, now_ms: int, what: dict) -> None:
        """Keep an answer and wait until the pawn is gone."""
        self._queue.remove(self._asked)
        try:
            self._learnt.save()
        except NotSaved as error:
            self._system.fault("flash", str(error))
        self._say("learnt", what)
        self._sound("tick")
        self._wait(inputs, signals.ACCEPTED, layers.FLASH)
        self._system.lights.expire(layers.FLASH, now_ms)

    def _doubt(
        self, kind: str, inputs: list, place: int = NONE, other: int = NONE, place_text: str = ""
    ) -> None:
        """Tell that an answer was not clear; it is asked again when the pawn is gone."""
        self._tries += 1
        event = self._question()
        event["inputs"] = inputs
        if other != NONE:
            event["to"] = self._name(other)
        if place_text:
            event["to"] = place_text
        self._say(kind, event)
        self._sound("refused")
        self._wait(inputs, service.LEARN_DOUBLE, layers.HINTS)
        if other != NONE and self._light(other) != NONE:
            self._system.lights.show(service.LEARN_DOUBLE, self._light(other))

    def _wait(self, inputs: list, signal: int, layer: int) -> None:
        """Wait for the lift; the signal is on the light, on every light while it is not known."""
        self._step = LIFT
        self._held = inputs
        lights = self._system.lights
        lights.clear(layers.HINTS)
        lights.clear(layer)
        light = self._light()
        if light == NONE:
            self._show_all(signal)
        else:
            lights.show(service.LEARN_LIFT, light)
            lights.show(signal, light)

    # -- the end --------------------------------------------------------------------------------

    def _done(self) -> None:
        learnt = self._learnt
        learnt.last_light()
        self._step = DONE
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
