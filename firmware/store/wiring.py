# SPDX-License-Identifier: Apache-2.0
"""The wiring the table has learned: which sensor input and which light belong to a space.

The board file says how a table should be wired. `tavle learn` finds out how it is, and
this file keeps the difference: `sensors[bit]` is the chain bit that really closes for the
board file's bit, `lights[n]` the place in the chain of the board file's light n.
"""

from store import files

_MAGIC = b"TVW\x01"


class BadWiring(ValueError):
    """A map that uses a wire twice or one that is not there; the text says which."""


def check(name: str, order: "bytes | bytearray", wires: int) -> None:
    """Raise BadWiring unless every entry is a wire below `wires`, each used once at most."""
    seen = bytearray(wires)
    for i in range(len(order)):
        wire = order[i]
        if wire >= wires:
            raise BadWiring("%s %d: there is no wire %d" % (name, i, wire))
        if seen[wire]:
            raise BadWiring("%s %d: wire %d is used twice" % (name, i, wire))
        seen[wire] = 1


def _check_both(sensors: "bytes | bytearray", lights: "bytes | bytearray") -> None:
    # Whole chips: a sensor may as well be wired to an input that the board file leaves free.
    check("sensor", sensors, (len(sensors) + 7) // 8 * 8)
    check("light", lights, len(lights))


def straight(count: int) -> bytes:
    """Return the map of a table wired as its board file says; `count` is at most 256."""
    return bytes(range(count))


def save(
    path: str, layout: str, sensors: "bytes | bytearray", lights: "bytes | bytearray"
) -> None:
    """Write the learned map in one step.

    Args:
        path: the file, `/tavle/wiring.bin` on the device.
        layout: name of the board layout it was learned for, such as `partners`.
        sensors: chain bit of every sensor, all different.
        lights: chain place of every light, a permutation.

    Raises:
        BadWiring: a wire is used twice or is not there.
        NotSaved: flash is full or failing.
    """
    _check_both(sensors, lights)
    name = layout.encode()
    body = bytearray((len(name), len(sensors), len(lights)))
    body += name
    body += sensors
    body += lights
    files.save_checked(path, _MAGIC, body)


def load(path: str, layout: str, n_sensors: int, n_lights: int) -> "tuple | None":
    """Return (sensors, lights), or None when nothing was learned for this layout.

    Raises BadWiring for a file that is damaged or does not fit the layout's counts: the table
    must be learned again, because a wrong map would accept wrong moves.
    """
    try:
        body = files.load_checked(path, _MAGIC)
    except files.Damaged as error:
        raise BadWiring(str(error)) from None
    if body is None:
        return None
    if len(body) < 3 or len(body) != 3 + body[0] + body[1] + body[2]:
        raise BadWiring("%s: %d bytes are no wiring" % (path.rsplit("/", 1)[-1], len(body)))
    lights_at = 3 + body[0] + body[1]
    if bytes(body[3 : 3 + body[0]]) != layout.encode():
        return None
    sensors = bytes(body[3 + body[0] : lights_at])
    lights = bytes(body[lights_at : lights_at + body[2]])
    if len(sensors) != n_sensors or len(lights) != n_lights:
        raise BadWiring("wiring: learned for %d sensors and %d lights, the layout has %d and %d"
                        % (len(sensors), len(lights), n_sensors, n_lights))  # fmt: skip
    _check_both(sensors, lights)
    return sensors, lights
