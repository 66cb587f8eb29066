# SPDX-License-Identifier: Apache-2.0
"""One virtual table in use: the world, the target under it, and what goes between them."""

import json
import sys
from dataclasses import dataclass, field
from typing import Any

from tavle import house
from tavle.device import shapes
from tavle.device.settings import points
from tavle.errors import TavleError
from tavle.paths import add_firmware, board_file, layout_of
from tavle.sim import built, lights, snapshot
from tavle.sim.first_files import device_files
from tavle.sim.target import Setting, Target
from tavle.sim.target_orders import OrderTarget
from tavle.sim.world import World
from tavle.words.terminal import tr

MS = 1000
TICKS_PERIOD = 1 << 30
"""Where the firmware's counters of milliseconds and of microseconds wrap."""

OWN = "wasm" if sys.platform == "emscripten" else "unix"
"""The target that this Python has beside itself."""

_READY_MS = 5000
_ANSWER_MS = 3000


@dataclass
class TableSpec:
    """What table is wanted.

    Attributes:
        rulebook: id of the rulebook.
        position: the position line to resume; "" starts a new game.
        seed: decides every chance, outside and inside.
        state_file: where flash and world are kept between runs; "" keeps nothing.
        target: "unix" or "pico"; in a web page "wasm".
        board: board file of the controller.
        options: house rules, by name, besides those of the position.
        settings: settings of the firmware to write to a fresh flash, by name.
        parts: which magnets and reeds were bought: one of `plane.CORNERS`.
        bare: a controller with MicroPython and nothing else (target "pico").
        clock_ms: what the controller's counter of milliseconds shows at power-up (target "unix").
        built: how it was soldered and what is broken, words of `built.WORDS`.
        computing: let computing take the time it takes on a Pico (target "unix").
        fair: the die and the first seat do not come from the seed: nobody can compute them (target "unix").
    """

    rulebook: str
    position: str = ""
    seed: int = 1
    state_file: str = ""
    target: str = OWN
    board: str = "r1_pico2"
    options: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] | None = None
    bare: bool = False
    parts: str = "scattered"
    clock_ms: int = 0
    computing: bool = False
    built: tuple[str, ...] = ()
    fair: bool = False


def _game_of(spec: TableSpec) -> tuple[Any, bytes | None]:
    add_firmware()
    from rules import RULEBOOKS, load
    from rules.parse import parse_position

    if spec.rulebook not in RULEBOOKS:
        known = ", ".join(RULEBOOKS)
        raise TavleError(
            tr("cannot start the table"),
            tr("no rulebook {rulebook}", rulebook=repr(spec.rulebook)),
            known,
            2,
        )
    state = None
    try:
        if spec.position:
            game, state = parse_position(spec.position)
    except ValueError as error:
        raise TavleError(tr("malformed position"), str(error), code=2) from None
    if state is None:
        game = load(spec.rulebook)
    if game.rulebook != spec.rulebook:
        why = tr(
            "the position is of {position}, the table of {rulebook}",
            position=game.rulebook,
            rulebook=spec.rulebook,
        )
        raise TavleError(tr("cannot start the table"), why, code=2)
    try:
        return house.played(game, spec.options), None if state is None else bytes(state)
    except ValueError as error:
        raise TavleError(tr("house rules"), str(error), code=2) from None


def make_target(kind: str, setting: Setting, chips: int) -> Target:
    """Return a new target. Raises TavleError when this PC has none of that kind."""
    if kind == "unix":
        from tavle.sim.target_unix import UnixTarget

        return UnixTarget(setting, chips)
    if kind == "wasm":
        from tavle.sim.target_wasm import WasmTarget

        return WasmTarget(setting, chips)
    from tavle.sim.target_pico import PicoTarget

    return PicoTarget(setting, chips)


class Session:
    """A table in use.

    Attributes:
        world: the pawns, hands, cards and faults.
        target: the electronics.
        events: what the firmware said and nobody fetched, each with `t` in ms.
        noise: lines on USB that are no JSON objects.
        notes: what else the state file keeps, for those who use the session.
        note: something the user should know about how the table started; "" for nothing.
    """

    def __init__(self, spec: TableSpec):
        self.spec = spec
        self.note = ""
        self.notes: dict[str, Any] = {}
        kept = snapshot.load(spec.state_file) if spec.state_file else None
        if kept is not None:
            snapshot.check(kept, spec.rulebook)
            if spec.position:
                self.note = tr(
                    "{file} is continued, the position is not used", file=spec.state_file
                )
            if spec.options:
                self.note = tr(
                    "{file} is continued, the house rules are not used", file=spec.state_file
                )
            spec.position = kept["position"]
            spec.options = kept["options"]
        game, state = _game_of(spec)
        points(spec.board)  # says when there is no such board file
        layout_name = layout_of(spec.rulebook)
        layout = board_file(layout_name)
        setting = Setting(
            layout_name, spec.board, spec.seed, clock_ms=spec.clock_ms, computing=spec.computing,
            fair=spec.fair,
        )  # fmt: skip
        self.target = make_target(spec.target, setting, layout.N_CHIPS + 1)
        places = state if state is not None else bytes(game.new())
        self.world = World(game, layout, self.target, spec.seed, places[:16], spec.parts)
        self.events: list[dict[str, Any]] = []
        self.noise: list[str] = []
        self._answers: dict[int, dict[str, Any]] = {}
        self._number = 0
        self._leapt_ms = 0  # in this boot
        self._dealer: object = None
        self._dealt: object = None  # which of the dealer's deals, once it was told
        try:
            if spec.built:
                built.build(self.world, spec.built, spec.seed)
            self._begin(game, state, kept)
        except BaseException:
            self.target.close()
            raise

    def _begin(self, game: Any, state: bytes | None, kept: dict[str, Any] | None) -> None:
        if kept is None:
            if not self.spec.bare:
                settings = {"board": self.spec.board, **(self.spec.settings or {})}
                self.target.write_flash(self.target.image(device_files(game, state, settings)))
        else:
            self.target.now_us = kept["now_us"]
            self.target.write_flash(kept["flash"])
            try:
                self.world.restore(kept["world"])
            except (ValueError, TypeError, LookupError) as error:
                raise snapshot.damaged(self.spec.state_file, "world") from error
            self._dealer = kept["dealer"]
            self.notes = kept["notes"]
        self.power(True)

    @property
    def now_ms(self) -> int:
        """The virtual time."""
        return self.target.now_us // MS

    def run_ms(self, ms: float) -> None:
        """Let time pass."""
        self.world.run(round(ms * MS))
        self._fetch()

    def leap_ms(self, ms: int) -> None:
        """Let only the controller's counter go ahead, as over an idle time that nobody waits for.

        Less than half a period, and only with the target "unix"; `now_ms` stays.
        """
        assert isinstance(self.target, OrderTarget)
        self.target.leap(ms * MS)
        self._leapt_ms += ms

    def until_ready(self) -> bool:
        """Let time pass until the firmware says that it is ready; at most 5 s."""
        for _ in range(_READY_MS // 10):
            if any(event.get("event") == "ready" for event in self.events):
                return True
            self.run_ms(10)
        return False

    def is_up(self) -> bool:
        """Return whether the firmware is ready, or waits in set-up for pawns; at most 5 s pass."""
        if self.until_ready():
            return True
        try:
            return self.request("state").get("phase") == "setup"
        except TavleError:
            return False

    def power(self, on: bool) -> None:
        """Restore or cut the supply; no time passes."""
        if on and not self.target.on:
            self._leapt_ms = 0
            self.target.power_on()
        elif not on and self.target.on:
            self.target.power_off()
        self._fetch()
        self.save()

    def _fetch(self) -> None:
        for boot_us, line in self.target.take_usb():
            self._overhear(line)
            said = shapes.message(line)
            if said is None:
                self.noise.append(line)
            elif "re" in said:
                if isinstance(said["re"], int):  # else it answers a line without a number
                    self._answers[said["re"]] = said
            else:
                if isinstance(said.get("t"), int):
                    said["t"] = self._table_ms(said["t"], boot_us // MS)
                else:
                    said["t"] = self.now_ms
                self._heed(said)
                self.events.append(said)

    def _table_ms(self, ticks_ms: int, boot_ms: int) -> int:
        """Return the table's time of a stamp of the firmware, whose counter starts at each boot."""
        after_ms = (ticks_ms - self.spec.clock_ms - self._leapt_ms) % TICKS_PERIOD
        wraps = (self.now_ms - boot_ms - after_ms) // TICKS_PERIOD
        return boot_ms + after_ms + max(0, wraps) * TICKS_PERIOD

    def _overhear(self, line: str) -> None:
        """Take a line of the firmware as it came; for those who want to see the wire."""

    def _heed(self, event: dict[str, Any]) -> None:
        if event.get("event") != "round":
            return
        dealer, deal = event.get("dealer"), event.get("deal")
        new_deal = self._dealt not in (None, deal) and house.gathers_always(self.world.game)
        if self._dealer is not None and (dealer != self._dealer or new_deal):
            self.world.shuffled()
        self._dealer, self._dealt = dealer, deal

    def request(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """Ask the firmware over USB and return its answer.

        No time passes, unless the firmware is busy in something that takes time (starting, a
        flash write): then as little as it needs.

        Raises:
            TavleError: no answer.
        """
        if not self.target.on:
            raise TavleError(
                tr("cannot ask for {cmd}", cmd=cmd),
                tr("the table has no power"),
                tr("power it on"),
            )
        self._number -= 1  # a program on the cable counts upward: no answer is for both
        number = self._number
        # The line end before it ends whatever half a line somebody may have sent.
        self.target.send(f"\n{json.dumps({'id': number, 'cmd': cmd, **fields})}\n".encode())
        self._fetch()
        waited = 0
        while number not in self._answers:
            if waited >= _ANSWER_MS:
                last = self.target.complaints[-1:] or self.noise[-1:] or ["it says nothing"]
                raise TavleError(tr("no answer to {cmd}", cmd=cmd), last[0].splitlines()[-1])
            self.run_ms(1)
            waited += 1
        return self._answers.pop(number)

    def lights(self) -> tuple[dict[str, list[Any]], int]:
        """Return (light name -> [red, green, blue, how], mA): the lights that are not dark.

        A lit space with pawns on it is listed a second time under `<colour>:<place>`.
        """
        now = self.target.now_us
        frames = self.target.frames(now - lights.WINDOW_US) if self.target.on else []
        if not frames:
            return {}, 0
        names = self.world.spaces.light_names()
        seen = lights.look(frames, now)
        light = {chain: index for index, chain in enumerate(self.world.lights)}
        told = {names[light[i]]: list(seen[i]) for i in sorted(seen, key=lambda i: light[i])}
        for index, bit in enumerate(self.world.spaces.layout.RING):
            if str(index) in told:
                for colour in self.world.pawns_on(bit):
                    told[f"{colour}:{index}"] = told[str(index)]
        return told, lights.milliamps_now(frames, now)

    def save(self) -> None:
        """Write the state file, if there is one."""
        if self.spec.state_file:
            snapshot.save(
                self.spec.state_file,
                {
                    "rulebook": self.spec.rulebook,
                    "position": self.spec.position,
                    "options": self.spec.options,
                    "now_us": self.target.now_us,
                    "dealer": self._dealer,
                    "world": self.world.snapshot(),
                    "notes": self.notes,
                },
                self.target.read_flash(),
            )

    def close(self) -> None:
        """Pull the plug and keep what is to be kept."""
        try:
            self.power(False)
        finally:
            self.target.close()
