# SPDX-License-Identifier: Apache-2.0
"""How a simulated table was soldered, and what is broken on it: words such as `swap:22,23` and `dark:33`.

Spaces have the names of `Spaces.any_bit`, Reader-8 boards and lights the numbers of the wiring tables.
"""

import random
from collections.abc import Callable, Iterable

from tavle.errors import TavleError
from tavle.field.parts import facts
from tavle.sim.world import World
from tavle.words.terminal import tr

_WEAK = 1.15  # times the drive that closes it: what a weak reed gets from the weakest magnet in the middle


def build(world: World, words: Iterable[str], seed: int) -> None:
    """Solder a table as the wiring table says, mend everything, then do what these words say, in their order.

    Args:
        world: the table.
        words: of `WORDS`, with what follows the colon.
        seed: decides what `shuffled` and `lights` mean.

    Raises:
        TavleError: a word that is none, or names what is not there.
    """
    chance = random.Random(f"built {seed}")
    parts = [word.partition(":") for word in words]
    for name, _, _ in parts:
        if name not in WORDS:  # before anything is mended
            raise _wrong(tr("{word} is not among {list}", word=repr(name), list=", ".join(WORDS)))
    _mend(world)
    for name, colon, rest in parts:
        try:
            WORDS[name](world, rest, chance)
        except ValueError as error:
            raise _wrong(f"{name + colon + rest!r}: {error}") from None


def _wrong(why: str) -> TavleError:
    return TavleError(tr("cannot build this table"), why, tr("see `tavle sim --help`"), 2)


def _mend(world: World) -> None:
    faults, contacts = world.faults, world.contacts
    world.rewire(list(range(len(contacts.inputs))), list(range(len(world.lights))))
    contacts.set_stuck(dict.fromkeys(list(faults.stuck)))
    contacts.set_reeds(dict.fromkeys(list(faults.weak)), {}, {})
    contacts.set_flicker([])
    contacts.set_floating([])
    world.set_dark([])
    world.set_crossed(False)
    world.set_reader(True)
    world.set_supply(True)
    for button in (*world.spaces.colours, "table"):
        world.press(button, False)


# Wiring


def _shuffled(world: World, _rest: str, chance: random.Random) -> None:
    inputs = list(world.contacts.inputs)
    chance.shuffle(inputs)
    world.rewire(inputs)


def _lights(world: World, _rest: str, chance: random.Random) -> None:
    lights = list(world.lights)
    chance.shuffle(lights)
    world.rewire(lights=lights)


def _swap(world: World, rest: str, _chance: random.Random) -> None:
    names = rest.split(",")
    if len(names) != 2:
        raise ValueError("two spaces are wanted")
    a, b = map(world.spaces.any_bit, names)
    inputs = list(world.contacts.inputs)
    inputs[a], inputs[b] = inputs[b], inputs[a]
    world.rewire(inputs)


def _boards(world: World, rest: str, _chance: random.Random) -> None:
    numbers = [_board(world, text) for text in rest.split(",")]
    if len(numbers) != 2:
        raise ValueError("two boards are wanted")
    other = dict(zip(numbers, reversed(numbers), strict=True))
    world.rewire([8 * other.get(n >> 3, n >> 3) + (n & 7) for n in world.contacts.inputs])


def _row(world: World, rest: str, _chance: random.Random) -> None:
    board = _board(world, rest)
    world.rewire(
        [8 * board + (n + 1 & 7) if n >> 3 == board else n for n in world.contacts.inputs]
    )


def _board(world: World, text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= world.spaces.layout.N_CHIPS:
        raise ValueError(f"a Reader-8 is 1 to {world.spaces.layout.N_CHIPS}")
    return number - 1


# Faults


def _dead(world: World, rest: str, _chance: random.Random) -> None:
    world.contacts.set_stuck({world.spaces.any_bit(rest): 0})


def _stuck(world: World, rest: str, _chance: random.Random) -> None:
    world.contacts.set_stuck({world.spaces.any_bit(rest): 1})


def _weak(world: World, rest: str, _chance: random.Random) -> None:
    """Build in the dullest reed there is, so far away that it closes only under the middle of a pawn."""
    bit = world.spaces.any_bit(rest)
    plane, item, switch = world.plane, world.plane.board.spaces[bit], world.plane.switches[bit]
    switch.operate = plane.design.operate[1]
    switch.release = switch.operate * facts()["reed"]["release"][1]
    drive = abs(switch.reed.drive(plane.magnet, item.x_mm, item.y_mm, plane.standing_mm))
    gain = _WEAK * switch.operate / (drive * plane.design.weakest)
    world.contacts.set_reeds({bit: gain}, {}, {})


def _flicker(world: World, rest: str, _chance: random.Random) -> None:
    world.contacts.set_flicker([*world.faults.flicker, world.spaces.any_bit(rest)])


def _pull_up(world: World, rest: str, _chance: random.Random) -> None:
    world.contacts.set_floating([*world.faults.floating, world.spaces.any_bit(rest)])


def _dark(world: World, rest: str, _chance: random.Random) -> None:
    number, last = rest.removesuffix("-"), len(world.lights) - 1
    if not number.isdecimal() or int(number) > last:
        raise ValueError(f"a light is 0 to {last}, with - behind it that one and all that follow")
    end = last if rest.endswith("-") else int(number)
    world.set_dark(sorted({*world.faults.dark, *range(int(number), end + 1)}))


def _button(world: World, rest: str, _chance: random.Random) -> None:
    world.press(rest, True)


def _reader(world: World, rest: str, _chance: random.Random) -> None:
    if rest not in ("", "crossed"):
        raise ValueError("reader, or reader:crossed")
    if rest:
        world.set_crossed(True)
    else:
        world.set_reader(False)


def _supply(world: World, _rest: str, _chance: random.Random) -> None:
    world.set_supply(False)


WORDS: dict[str, Callable[[World, str, random.Random], None]] = {
    "shuffled": _shuffled,
    "lights": _lights,
    "swap": _swap,
    "boards": _boards,
    "row": _row,
    "dead": _dead,
    "weak": _weak,
    "stuck": _stuck,
    "flicker": _flicker,
    "pullup": _pull_up,
    "dark": _dark,
    "button": _button,
    "reader": _reader,
    "supply": _supply,
}
"""Wiring: `shuffled`, the reeds at any inputs; `lights`, the lights in any order; `swap:22,23`, two plugs exchanged;
`boards:3,4`, two Reader-8 in the wrong order; `row:3`, the plugs of one each an input too far, the last in the first.

Faults: `dead:17`, `weak:17`, `stuck:17` (closed), `flicker:17`, `pullup:17` (its input floats), a reed or a slot
`yellow:h3`; `dark:33`, `dark:40-`, a light or all from there on; `button:red`, it stays down; `reader`, not
connected, `reader:crossed`, TX and RX exchanged; `supply`, USB alone."""
