# SPDX-License-Identifier: Apache-2.0
"""The guided walk of `tavle learn`, in which a white light leads one pawn over the board, and what the doctor shares."""

from micropython import const

from light import signals

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from light.lights import Lights

NONE = const(0xFF)  # no number, no light


class Walk:
    """Knows where the pawn is wanted next.

    Args:
        lights: the lights.
        light_of: function(number) -> its place in the chain of lights, NONE when that is not known.

    Attributes:
        todo: numbers of what is still to be tried, in the order of the walk.
        here: the one that is lit now, NONE before the first.
    """

    def __init__(self, lights: "Lights", light_of: "Callable[[int], int]") -> None:
        self._lights = lights
        self._light_of = light_of
        self.todo: list = []
        self.here = NONE

    def lead(self) -> None:
        """Light the first that is left; to be called when there is one."""
        self.here = self.todo[0]
        light = self._light_of(self.here)
        if light != NONE:
            self._lights.show(signals.LEARN_HERE, light)


def closed_inputs(levels: "bytes | bytearray") -> list:
    """Return the numbers of the bits that are set: of inputs, a byte per chip."""
    return [n for n in range(8 * len(levels)) if levels[n >> 3] >> (n & 7) & 1]
