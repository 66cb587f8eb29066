# SPDX-License-Identifier: Apache-2.0
"""What the table says while it learns: events, sounds, lights."""

from app.service.calibration import NONE, Calibration, place_name
from light import service

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System


class Voice:
    """Speaks for `learn.Learn`, which is made from it.

    Args:
        system: the table.
    """

    def __init__(self, system: "System") -> None:
        self._system = system
        self._layout = system.layout
        self._colours = system.match.game.colours
        self._learnt = Calibration(system.data + "/learn.part", system.layout)
        self._problems: list = []  # events to send at the end
        self._saved = False

    def _report(self) -> None:
        for event in self._problems:
            self._say("problem", dict(event))
        self._say("done", {"saved": self._saved, "missing": self._learnt.missing})

    def _show_end(self) -> None:
        """Show on every light whether its place is learnt."""
        for place in range(self._layout.N_BITS):
            light = self._light_of(place)
            if light != NONE:
                good = self._learnt.inputs[place] != NONE
                signal = service.LEARN_DONE if good else service.LEARN_SILENT
                self._system.lights.show(signal, light)

    def _light_of(self, place: int) -> int:
        """Return the light in the chain of a place, NONE if not known."""
        return self._learnt.lights[self._layout.LED[place]]

    def _show_all(self, signal: int) -> None:
        for led in range(self._layout.N_LEDS):
            self._system.lights.show(signal, led)

    def _name(self, place: int) -> str:
        if place == NONE:
            return ""
        return place_name(self._layout, self._colours, place)

    def _problem(
        self, what: str, place: int = NONE, to: int = NONE, light: int = NONE,
        inputs: "list | None" = None,
    ) -> None:  # fmt: skip
        event: dict = {"what": what}
        if place != NONE:
            event["place"] = self._name(place)
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
