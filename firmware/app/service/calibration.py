# SPDX-License-Identifier: Apache-2.0
"""What `tavle learn` has found out so far, and its file: power may go at any time.

Three numbers to keep apart: a *space* of the board is named by the board file's sensor
bit; an *input* is the bit of the chain whose switch lies under it; a *light* is a number in the
chain of lights. NONE: not learnt yet.
"""

from app.service.walk import NONE
from store import files, wiring

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

_MAGIC = b"TVL\x01"


def board_order(layout: "ModuleType") -> bytes:
    """Return the spaces in the order of the walk: ring, then row, home and finish of each seat."""
    row = len(layout.ROW) // 4
    order = layout.RING
    for seat in range(4):
        order += layout.ROW[row * seat : row * seat + row]
        order += layout.HOME[4 * seat : 4 * seat + 4]
        order += layout.FIN[4 * seat : 4 * seat + 4]
    return order.replace(bytes((NONE,)), b"")  # slots that the board has not


def space_name(layout: "ModuleType", colours: tuple, space: int) -> str:
    """Return the name of a space: `17`, `red:z2`, `red:h0`."""
    key = bytes((space,))
    at = layout.RING.find(key)
    if at >= 0:
        return str(at)
    at = layout.ROW.find(key)
    if at >= 0:
        row = len(layout.ROW) // 4
        return "%s:z%d" % (colours[at // row], at % row + 1)
    at = layout.HOME.find(key)
    if at >= 0:
        return "%s:h%d" % (colours[at >> 2], at & 3)
    at = layout.FIN.find(key)
    return "%s:f%d" % (colours[at >> 2], at & 3)


class Calibration:
    """The map as far as it is known.

    Args:
        path: the file of unfinished work, `/tavle/learn.part` on the device.
        layout: board file of the game.

    Attributes:
        inputs: space -> input, NONE where it is not known.
        lights: light of the board file -> number in the chain of lights, or NONE.
        walk: whether the spaces are walked first and the lights learnt after them; else the
            lights are taken to be in the board file's order.
    """

    def __init__(self, path: str, layout: "ModuleType") -> None:
        self._path = path
        self._layout = layout
        self.walk = False
        self.reset(False)

    def reset(self, walk: bool) -> None:
        """Forget everything, in RAM."""
        layout = self._layout
        self.walk = walk
        self.inputs = bytearray((NONE,) * layout.N_BITS)
        if walk:
            self.lights = bytearray((NONE,) * layout.N_LEDS)
        else:
            self.lights = bytearray(wiring.straight(layout.N_LEDS))

    def load(self) -> bool:
        """Take up unfinished work; return whether there is any that can be used."""
        layout = self._layout
        head = bytes((layout.N_BITS, layout.N_LEDS)) + layout.GAME.encode()
        try:
            body = files.load_checked(self._path, _MAGIC)
        except files.Damaged:
            return False
        if body is None or bytes(body[1 : 1 + len(head)]) != head:
            return False
        at = 1 + len(head)
        if len(body) != at + layout.N_BITS + layout.N_LEDS:
            return False
        self.walk = bool(body[0])
        self.inputs = bytearray(body[at : at + layout.N_BITS])
        self.lights = bytearray(body[at + layout.N_BITS :])
        return True

    def save(self) -> None:
        """Keep the unfinished work. Raises NotSaved."""
        layout = self._layout
        body = bytearray((1 if self.walk else 0, layout.N_BITS, layout.N_LEDS))
        body += layout.GAME.encode()
        body += self.inputs
        body += self.lights
        files.save_checked(self._path, _MAGIC, body)

    def finish(self, path: str) -> None:
        """Make it the table's wiring, and drop the unfinished work when nothing is missing.

        A space that stayed silent gets a free input, its own if it can: its pawn is not seen.

        Args:
            path: the file of the wiring.

        Raises:
            NotSaved: flash is full or failing.
        """
        inputs = bytearray(self.inputs)
        lights = bytearray(self.lights)
        _fill(inputs, 8 * self._layout.N_CHIPS)
        _fill(lights, len(lights))
        wiring.save(path, self._layout.GAME, inputs, lights)
        if self.complete:
            files.remove(self._path)

    def space_of(self, number: int) -> int:
        """Return the space an input belongs to, NONE while that is not known."""
        return _where(self.inputs, number)

    def light_of(self, chain: int) -> int:
        """Return the board file's light at a number in the chain of lights, or NONE."""
        return _where(self.lights, chain)

    def resolve(self, unclear: dict) -> list:
        """Find what the other answers have left: an input that is nobody else's.

        Args:
            unclear: space -> inputs, one of which is its own. What is found is taken out.

        Returns:
            (space, other space whose switch its pawn closes too) for each that was found.
        """
        told = []
        found = True
        while found:
            found = False
            for space in list(unclear):
                left = [n for n in unclear[space] if self.space_of(n) == NONE]
                if len(left) == 1:
                    found = True
                    self.inputs[space] = left[0]
                    for n in unclear.pop(space):
                        if n != left[0]:
                            told.append((space, self.space_of(n)))
        return told

    def last_light(self) -> None:
        """One light of the chain and one of the board left: they are the same."""
        if self.lights.count(bytes((NONE,))) == 1:
            for chain in range(len(self.lights)):
                if self.light_of(chain) == NONE:
                    self.lights[self.light_of(NONE)] = chain
                    return

    @property
    def missing(self) -> int:
        """Return how many inputs and lights are not known yet."""
        return self.inputs.count(bytes((NONE,))) + self.lights.count(bytes((NONE,)))

    @property
    def complete(self) -> bool:
        """Tell whether everything is known."""
        return self.missing == 0


def _where(order: bytearray, number: int) -> int:
    for i in range(len(order)):
        if order[i] == number:
            return i
    return NONE


def _fill(order: bytearray, count: int) -> None:
    """Give each entry that is not known a free number below `count`, its own if that is free."""
    for i in range(len(order)):
        if order[i] == NONE and _where(order, i) == NONE:
            order[i] = i
    free = [n for n in range(count) if _where(order, n) == NONE]
    for i in range(len(order)):
        if order[i] == NONE:
            order[i] = free.pop(0)
