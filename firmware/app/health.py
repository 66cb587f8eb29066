# SPDX-License-Identifier: Apache-2.0
"""What is wrong with the table: said once, shown as long as it lasts, and said when it is over."""

from micropython import const

from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from drivers.hc165 import Chain

_STORE_MS = const(10000)  # what was found damaged at power-up is shown for so long
_STUCK_MS = const(10000)  # nobody holds a button for so long
_WELL_MS = const(1000)  # a part that has run for so long after it was started again is well


class Health:
    """Names the faults of one table.

    Args:
        system: the table.
    """

    def __init__(self, system: "System") -> None:
        self._system = system
        self._named: list = []  # parts whose fault was named and is not over
        self._failed: list = []  # parts of the program that raised a moment ago
        self._failed_ms = 0
        self._begun_ms = 0
        self._chain_fault = 0  # what the chain said last
        self._low = False  # USB alone gives the power

    def begin(self, now_ms: int, report: list) -> None:
        """Say what was found damaged at power-up."""
        self._begun_ms = now_ms
        self._low = self._dim()
        for text in report:
            self.say("store", text)
            self.lit("store", True)

    def say(self, part: str, text: str) -> None:
        """Put a fault on the event stream."""
        self._system.link.emit({"event": "fault", "part": part, "text": text})
        self._system.hardware.buzzer.sound("fault")

    def lit(self, part: str, on: bool) -> None:
        """Show a fault that was named, or say and show that it is over."""
        named = part in self._named
        if on and not named:
            self._named.append(part)
        elif not on:
            if not named:
                return
            self._named.remove(part)
            self._over(part)
        self._system.feedback.fault(part, on)

    def _over(self, part: str) -> None:
        self._system.link.emit({"event": "fault", "part": part, "text": "", "over": True})

    def chain(self, chain: "Chain") -> None:
        """Say that the chain of switches fails, how otherwise than before, or that it works again."""
        if (chain.good and not self._chain_fault) or chain.fault() == self._chain_fault:
            return
        self._chain_fault = chain.fault()
        table = self._system.table
        table.drawn = False
        if self._chain_fault:
            table.faults["chain"] = chain.text()
            self.say("chain", chain.text())
        else:
            table.faults.pop("chain", None)
        self.lit("chain", bool(self._chain_fault))

    def reeds(self) -> None:
        """Say which reeds open and close by themselves, and when all are quiet again."""
        system = self._system
        names = system.recogniser.faulty(system.debounce)
        self.lit("sensor", bool(names))
        if names:
            self.say(
                "sensor",
                "%s: the reed opens and closes by itself; when it does so often, it is ignored until it is quiet;"
                " straighten the pawn, then look at magnet, reed and solder joint"
                % ", ".join(names),
            )

    def failed(self, name: str, error: Exception, now_ms: int) -> None:
        """Report that a part of the program raised; it continues."""
        self.say(name, "%s stopped: %r; it was started again" % (name, error))
        self._system.feedback.fault("program", True)
        self._failed_ms = now_ms
        if name not in self._failed:
            self._failed.append(name)

    def look(self, now_ms: int) -> None:
        """Name what no event tells, once a second: the supply, a button that stays down; end what is over."""
        if self._failed and since(now_ms, self._failed_ms) >= _WELL_MS:
            for name in self._failed:
                self._over(name)
            self._failed = []
            self._system.feedback.fault("program", False)
        self.lit("flash", self._system.table.unsaved)
        if since(now_ms, self._begun_ms) >= _STORE_MS:
            self.lit("store", False)
        low = self._dim()
        if low != self._low:
            self._low = low
            if low:
                self.say(
                    "supply",
                    "no 5 V from the supply: the lights are dimmer, USB alone gives the power",
                )
            self.lit("supply", low)
        self._look_at_buttons(now_ms)

    def _dim(self) -> bool:
        system = self._system
        return system.lights.limit_ma < system.config["limit_ma"]

    def _look_at_buttons(self, now_ms: int) -> None:
        system = self._system
        buttons = system.switches.buttons
        stuck = -1
        if buttons.down:
            for button in range(5):
                if buttons.held_ms(button, now_ms) >= _STUCK_MS:
                    stuck = button
        if stuck >= 0 and "button" not in self._named:
            colours = system.match.game.colours
            whose = colours[stuck] if stuck < len(colours) else "table"
            self.say(
                "button", "%s: the button has been down for 10 s; look at it and its cable" % whose
            )
        self.lit("button", stuck >= 0)
