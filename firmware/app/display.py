# SPDX-License-Identifier: Apache-2.0
"""Lights and sounds on their way out."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.hardware import Hardware
    from light.lights import Lights


class Display:
    """Sends what the lights say to the strip, and plays the buzzer's notes.

    Args:
        lights: the lights.
        hardware: the drivers.
        settings: the settings in force.
        n_leds: length of the strip.

    Attributes:
        frame: what the strip was sent last.
        unsent: the strip was busy and does not show the frame yet.
    """

    def __init__(
        self, lights: "Lights", hardware: "Hardware", settings: dict, n_leds: int
    ) -> None:
        self.lights = lights
        self.frame = bytearray(3 * n_leds)
        self.unsent = False
        self._hardware = hardware
        self._settings = settings
        self.adjust()

    def adjust(self) -> None:
        """Be as bright and as loud as the settings say."""
        settings = self._settings
        self.lights.dim(settings["brightness"])
        self._hardware.buzzer.mute(not settings["sound"])
        self._hardware.buzzer.set_volume(settings["volume"])

    def step(self, now_ms: int) -> None:
        """Send a frame when the lights changed, and play the next note."""
        hardware = self._hardware
        hardware.buzzer.step(now_ms)
        limit_ma = hardware.limit_ma(self._settings["limit_ma"])
        if limit_ma != self.lights.limit_ma:  # the external supply has come or gone
            self.lights.limit(limit_ma)
        if self.lights.render(now_ms, self.frame):
            self.unsent = True
        if self.unsent:
            self.unsent = not hardware.strip.show(self.frame)
