# SPDX-License-Identifier: Apache-2.0
"""The simulator's commands: what a program may do to the virtual table, one object each."""

from collections.abc import Callable
from typing import Any

from tavle.errors import TavleError
from tavle.sim import built
from tavle.sim.session import Session
from tavle.sim.world import World

_LONGEST_MS = 24 * 3600 * 1000
_AIR_MS = 100  # between two touches of a walked pawn
# A hand needs this long to lay the same card a second time; a reader would not notice less.
_ANEW_MS = 900

_NOISE = (
    *("bounce", "flicker", "stuck", "weak", "turned", "shifted"),
    *("tag_errors", "chip_missing", "unplug", "supply", "phone"),
)

Answer = dict[str, Any]


class Contract:
    """Executes commands on a session.

    Each `_do_*` method serves the command of that name. Its keyword arguments are the command's
    fields; it returns the answer's own fields and raises ValueError with a clear sentence.
    """

    def __init__(self, session: Session):
        self._session = session
        self._world = session.world
        self._commands: dict[str, tuple[Callable[..., Answer], set[str], set[str]]] = {
            "lift": (self._do_lift, {"colour", "at"}, {"slot"}),
            "place": (self._do_place, {"colour", "at"}, {"slot"}),
            "walk": (self._do_walk, {"colour", "path"}, {"dwell", "slot", "air"}),
            "slide": (self._do_slide, {"colour", "path"}, {"dwell", "slot"}),
            "card": (self._do_card, set(), {"card", "copy", "uid", "keep"}),
            "nocard": (self._do_nocard, set(), set()),
            "press": (self._do_press, {"button"}, {"ms", "down"}),
            "noise": (self._do_noise, set(), set(_NOISE)),
            "build": (self._do_build, {"how"}, set()),
            "wait": (self._do_wait, {"ms"}, set()),
            "power": (self._do_power, {"on"}, set()),
            "push": (self._do_push, {"colour", "at", "dx", "dy"}, set()),
            "topple": (self._do_topple, {"colour", "at"}, {"toward"}),
            "reeds": (self._do_reeds, set(), set()),
            "seats": (self._do_seats, set(), {"seats"}),
            "state": (self._do_state, set(), set()),
            "leds": (self._do_leds, set(), set()),
            "sounds": (self._do_sounds, set(), set()),
            "stats": (self._do_stats, set(), set()),
        }

    @property
    def names(self) -> set[str]:
        """Return the names of all commands."""
        return set(self._commands)

    def handle(self, command: object) -> Answer:
        """Execute one command and return its answer; never raises for a bad command."""
        try:
            if not isinstance(command, dict):
                raise ValueError("a command is a JSON object with a field 'do'")
            fields = dict(command)
            name = fields.pop("do", None)
            entry = self._commands.get(name) if isinstance(name, str) else None
            if entry is None:
                raise ValueError(f"unknown command {name!r} (known: {' '.join(self._commands)})")
            call, needed, optional = entry
            for field in sorted(needed - fields.keys()):
                raise ValueError(f"{name}: the field {field!r} is missing")
            for field in sorted(fields.keys() - needed - optional):
                known = ", ".join(sorted(needed | optional)) or "none"
                raise ValueError(f"{name}: unknown field {field!r} (fields: {known})")
            answer = call(**fields)
        except TavleError as error:
            return {"ok": False, "error": error.english}
        except ValueError as error:
            return {"ok": False, "error": " ".join(str(error).split())}
        return {"ok": True, "t": self._session.now_ms, **answer}

    # Hands

    def _do_lift(self, colour: object, at: object, slot: object = None) -> Answer:
        self._world.lift(colour, at, slot)
        return {}

    def _do_place(self, colour: object, at: object, slot: object = None) -> Answer:
        self._world.place(colour, at, slot)
        return {}

    def _path(self, colour: object, path: object, slot: object) -> list[object]:
        """Check a whole path before a hand moves."""
        if not isinstance(path, list) or len(path) < 2:
            raise ValueError("path must list at least two places")
        seat = self._world.spaces.seat(colour)
        for place in path:
            self._world.spaces.bits(seat, place)
        self._world.find(colour, path[0], slot)
        return path

    def _do_walk(
        self, colour: object, path: object, dwell: object = 180, slot: object = None,
        air: object = _AIR_MS,
    ) -> Answer:  # fmt: skip
        places = self._path(colour, path, slot)
        touch_ms = _ms(dwell, "dwell")
        air_ms = _ms(air, "air")
        pawn = self._world.find(colour, places[0], slot)
        for place in places[1:]:
            self._world.hop(pawn, place, air_ms)
            self._session.run_ms(air_ms + (touch_ms if place is not places[-1] else 0))
        return {}

    def _do_slide(
        self, colour: object, path: object, dwell: object = 60, slot: object = None
    ) -> Answer:
        places = self._path(colour, path, slot)
        dwell_ms = _ms(dwell, "dwell")
        pawn = self._world.find(colour, places[0], slot)
        for place in places[1:]:
            self._world.slide(pawn, place, dwell_ms)
            self._session.run_ms(dwell_ms)
        return {}

    def _do_card(
        self, card: object = None, copy: object = None, uid: object = None, keep: object = False
    ) -> Answer:
        box = self._world.box
        if (card is None) == (uid is None):
            raise ValueError("card: say either 'card' (with or without 'copy') or 'uid'")
        if uid is not None:
            if not isinstance(uid, str) or copy is not None:
                raise ValueError("uid must be text in hex, without a copy")
            found = box.by_uid(_hex(uid))
        else:
            name = str(card) if isinstance(card, int) and not isinstance(card, bool) else card
            if not isinstance(name, str):
                raise ValueError("card must be an action's name")
            if copy is not None and (not isinstance(copy, int) or isinstance(copy, bool)):
                raise ValueError("copy must be a whole number")
            box.card(name, 1)
            found = box.card(name, box.next_copy(name) if copy is None else copy)
        away_ms = self._world.away_ms(found)
        if away_ms < _ANEW_MS:
            self._world.take_cards()
            self._session.run_ms(_ANEW_MS - away_ms)
        self._world.lay(found, keep=_flag(keep, "keep"))
        return {"card": found.name, "copy": found.copy} if found.name else {}

    def _do_nocard(self) -> Answer:
        return {"taken": self._world.take_cards()}

    def _do_press(self, button: object, ms: object = 100, down: object = None) -> Answer:
        if down is not None:
            self._world.press(button, _flag(down, "down"))
            return {}
        hold_ms = _ms(ms, "ms")
        self._world.press(button, True)
        try:
            self._session.run_ms(hold_ms)
        finally:
            self._world.press(button, False)  # a hand that is called away lets go
        return {}

    # The physical world

    def _do_noise(self, **faults: Any) -> Answer:
        world = self._world
        spaces = world.spaces
        flicker: list[int] | None = None
        stuck: dict[int, int | None] = {}
        # Everything is checked before anything is changed.
        if "flicker" in faults:
            if not isinstance(faults["flicker"], list):
                raise ValueError("flicker must be a list of spaces")
            flicker = [spaces.any_bit(name) for name in faults["flicker"]]
        if "stuck" in faults:
            if not isinstance(faults["stuck"], dict):
                raise ValueError("stuck must be an object: space -> 1, 0 or null")
            for name, value in faults["stuck"].items():
                if value not in (0, 1, None) or isinstance(value, bool):
                    raise ValueError(f"stuck: {name} must be 1, 0 or null")
                stuck[spaces.any_bit(name)] = value
        build_reeds = self._reed_faults(faults)
        rate = faults.get("tag_errors", 0)
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise ValueError("tag_errors must be a number from 0 to 1")
        plugs = _plugs(faults)
        chip = faults.get("chip_missing")
        if chip is not None and (isinstance(chip, bool) or not isinstance(chip, int)):
            raise ValueError("chip_missing must be a chip's number or null")
        bounce = _flag(faults.get("bounce", world.faults.bounce), "bounce")
        if "chip_missing" in faults:
            world.set_chip_missing(chip)
        world.faults.bounce = bounce
        world.contacts.set_stuck(stuck)
        build_reeds()
        if flicker is not None:
            world.contacts.set_flicker(flicker)
        if "tag_errors" in faults:
            world.set_tag_errors(float(rate))
        for plug, connected in plugs:
            plug(world, connected)
        return {}

    def _do_build(self, how: object) -> Answer:
        if not isinstance(how, list) or not all(isinstance(word, str) for word in how):
            raise ValueError("how must be a list of words")
        built.build(self._world, how, self._session.spec.seed)
        return {}

    def _reed_faults(self, faults: dict[str, Any]) -> Callable[[], None]:
        """Check what is to be wrong with reeds and fields; return what does it."""
        weak = self._per_space(faults, "weak", _share)
        turned = self._per_space(faults, "turned", _degrees)
        shifted = self._per_space(faults, "shifted", _shift)
        phone = faults.get("phone")
        over = self._world.spaces.any_bit(phone) if phone is not None else None

        def build() -> None:
            self._world.contacts.set_reeds(weak, turned, shifted)
            if "phone" in faults:
                self._world.mover.lay_phone(over)

        return build

    def _per_space(
        self, faults: dict[str, Any], name: str, read: Callable[[object], Any]
    ) -> dict[int, Any]:
        """Return bit -> value of a fault that is told per space; null repairs one."""
        told = faults.get(name, {})
        if not isinstance(told, dict):
            raise ValueError(f"{name} must be an object: space -> value or null")
        bits = self._world.spaces.any_bit
        return {bits(k): None if v is None else read(v) for k, v in told.items()}

    def _do_push(self, colour: object, at: object, dx: object, dy: object) -> Answer:
        self._world.mover.push(self._world.find(colour, at), _mm(dx), _mm(dy))
        return {}

    def _do_topple(self, colour: object, at: object, toward: object = 0) -> Answer:
        self._world.mover.topple(self._world.find(colour, at), _degrees(toward))
        return {}

    def _do_reeds(self) -> Answer:
        world = self._world
        name = world.spaces.name
        drives = {
            name(bit): round(switch.drive, 1)
            for bit, switch in enumerate(world.plane.switches)
            if abs(switch.drive) >= 1
        }
        return {"closed": [name(bit) for bit in world.contacts.closed()], "ampere_turns": drives}

    def _do_wait(self, ms: object) -> Answer:
        self._session.run_ms(_ms(ms, "ms"))
        return {}

    def _do_power(self, on: object) -> Answer:
        self._session.power(_flag(on, "on"))
        return {}

    # Looking

    def _do_seats(self, seats: object = None) -> Answer:
        said = self._session.request("seats", **({"seats": seats} if seats is not None else {}))
        if not said.get("ok"):
            raise ValueError(str(said.get("error")))
        return {"seats": said["seats"]}

    def _do_state(self) -> Answer:
        world = self._world.where()
        if not self._session.target.on:
            return {"firmware": None, "phase": "off", "world": world, "hand_counts": {}}
        said = self._session.request("state")
        if not said.get("ok"):
            raise TavleError("the firmware cannot tell its state", str(said.get("error")))
        said.pop("re")
        said.pop("ok")
        return {**said, "world": world}

    def _do_leds(self) -> Answer:
        lit, milliamps = self._session.lights()
        return {"leds": lit, "ma": milliamps}

    def _do_sounds(self) -> Answer:
        log = self._session.target.sounds()
        return {"sounds": [[t // 1000, hz] for t, hz in log]}

    def _do_stats(self) -> Answer:
        target = self._session.target
        return {**target.stats(), "boots": target.boots}


def _ms(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number of milliseconds")
    if not 0 <= value <= _LONGEST_MS:
        raise ValueError(f"{name} must be 0 to {_LONGEST_MS}")
    return value


def _number(value: object, what: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(f"{what} must be a number from {low:g} to {high:g}")
    return float(value)


def _mm(value: object) -> float:
    return _number(value, "a way in mm", -60, 60)


def _degrees(value: object) -> float:
    return _number(value, "a turn in degrees", -360, 360)


def _share(value: object) -> float:
    return _number(value, "what is left of a reed's sensitivity", 0.05, 3)


def _shift(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("a shift must be [x, y] in mm")
    return _mm(value[0]), _mm(value[1])


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false")
    return value


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError(f"uid {text!r} is not hex") from None


def _plugs(faults: dict[str, Any]) -> list[tuple[Callable[[World, bool], None], bool]]:
    """Return what is to be plugged in (True) or out."""
    if faults.get("unplug") not in (None, "reader"):
        raise ValueError("unplug must be 'reader' or null")
    if faults.get("supply", "usb") not in ("external", "usb"):
        raise ValueError("supply must be 'external' or 'usb'")
    plugs: list[tuple[Callable[[World, bool], None], bool]] = []
    if "unplug" in faults:
        plugs.append((World.set_reader, faults["unplug"] is None))
    if "supply" in faults:
        plugs.append((World.set_supply, faults["supply"] == "external"))
    return plugs
