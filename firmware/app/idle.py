# SPDX-License-Identifier: Apache-2.0
"""A table that nobody touches dims its lights, then sleeps behind one breathing light; any hand wakes it."""

from micropython import const

from light import layers
from light.patterns import PULSE, STEADY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from light.lights import Lights

_DIM_S = const(300)
_SLEEP_S = const(1800)
_DIM_PERCENT = const(30)  # of the brightness that is set
_DARK = (0, 0, 0)


class Idle:
    """Counts the seconds since somebody did something.

    Args:
        lights: the lights.
        n_leds: how many there are.
        seat_leds: the light of each seat.
        rgb: the colour of each seat.
    """

    def __init__(self, lights: "Lights", n_leds: int, seat_leds: bytes, rgb: tuple) -> None:
        self._lights = lights
        self._n = n_leds
        self._seat_leds = seat_leds
        self._rgb = rgb
        self._seconds = 0
        self._brightness = 0  # to come back to, 0 while the table is awake
        self.asleep = False

    def touch(self) -> None:
        """Wake up: somebody did something. Never allocates while the table is awake."""
        self._seconds = 0
        if self._brightness:
            self._lights.dim(self._brightness)
            self._lights.clear(layers.SLEEP)
            self._brightness = 0
            self.asleep = False

    def second(self, seat: int) -> None:
        """Count one second more; `seat` is the one to act, whose light breathes during sleep."""
        self._seconds += 1
        if self._seconds == _DIM_S:
            self._brightness = self._lights.brightness
            self._lights.dim(max(1, self._brightness * _DIM_PERCENT // 100))
        elif self._seconds == _SLEEP_S:
            self.asleep = True
            for led in range(self._n):
                self._lights.set(layers.SLEEP, led, _DARK, STEADY)
            seat = seat if seat < len(self._rgb) else 0
            if self._seat_leds[seat] < self._n:  # else the board has no such seat
                self._lights.set(layers.SLEEP, self._seat_leds[seat], self._rgb[seat], PULSE)
