# SPDX-License-Identifier: Apache-2.0
"""Where a space, a light or a button is soldered, in the words of the wiring tables and of what is printed on the boards."""

from collections.abc import Iterable, Sequence

from tavle.live import words
from tavle.sim.spaces import Spaces
from tavle.words.terminal import COLOURS, tr

TABLE_BUTTON = 4


class Joints:
    """Names the joints of one table.

    Args:
        spaces: names of the spaces.
        inputs: space -> its input of the chain, as it is wired or was learnt.
        lights: light of the board file -> its place in the chain.

    Attributes:
        spaces: as given.
        inputs: as given.
        lights: as given.
        chain: place in the chain -> light of the board file.
    """

    def __init__(self, spaces: Spaces, inputs: Sequence[int], lights: Sequence[int]):
        self.spaces = spaces
        self.inputs = inputs
        self.lights = lights
        self.chain = [0] * len(lights)
        for light, place in enumerate(lights):
            self.chain[place] = light
        self._space_of = {number: space for space, number in enumerate(inputs)}
        self._names = spaces.light_names()

    def place(self, space: int) -> str:
        """Return a space in words."""
        return words.place(self.spaces.name(space))

    def space(self, space: int) -> str:
        """Return a space and the input of its reed."""
        return words.joint(self.spaces.name(space), self.inputs[space])

    def input(self, number: int) -> str:
        """Return an input and the space that belongs to it."""
        space = self._space_of.get(number)
        return words.chain_input(number) if space is None else self.space(space)

    def standing(self, number: int) -> str:
        """Return the space of an input that is closed by a pawn."""
        space = self._space_of.get(number)
        return words.chain_input(number) if space is None else self.place(space)

    def listed(self, spaces: Iterable[int]) -> str:
        """Return several spaces with their inputs, in the order of the chain."""
        return ", ".join(
            self.space(space) for space in sorted(spaces, key=self.inputs.__getitem__)
        )

    def light(self, place: int) -> str:
        """Return a light by its place in the chain."""
        name = words.place(self._names[self.chain[place]])
        return tr("{light} ({place})", light=words.light(place), place=name)

    def before(self, place: int) -> str:
        """Return the joint in front of a light of the chain."""
        if place == 0:
            return tr(
                "DATA of LIGHTS A on the carrier board to DIN of {light}", light=self.light(0)
            )
        return tr(
            "DOUT of {one} to DIN of {other}", one=self.light(place - 1), other=self.light(place)
        )

    def button(self, number: int) -> str:
        """Return a button and where it is plugged in on the carrier board."""
        if number == TABLE_BUTTON:
            return tr("the table button ({plug})", plug="TABLE")
        own = tr(COLOURS[self.spaces.colours[number]])
        return tr("{colour}'s button ({plug})", colour=own, plug=f"SEAT {number + 1}")
