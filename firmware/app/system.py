# SPDX-License-Identifier: Apache-2.0
"""One table with everything in it, and what each task's turn asks of them."""

import asyncio
import random
import sys

from micropython import const

from app import VERSION
from app.lazy import forget, forget_answers
from app.requests import RequestError, Requests
from drivers.buttons import HOLD, kind, number
from drivers.hc165 import SCAN_MS
from sense.debounce import CHANGED, EDGE, HEALTH
from ticks import MASK, after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from app.garbage import Garbage
    from app.hardware import Hardware
    from app.link import Link
    from app.table.feedback import Feedback
    from app.table.match import Match
    from app.table.seats import Seats
    from app.table.table import Table
    from drivers.buttons import Buttons
    from light.lights import Lights
    from sense.debounce import Debounce
    from store.journal import Journal
    from store.tagtable import TagTable

_TABLE_BUTTON = const(0x10)
_TURN_SCANS = const(6)  # of the chain in one turn of work: then the other tasks have theirs
_READER_SCANS = const(3)  # the same, while a card may be being read: its results are not there yet
_MOST_LIGHTS = const(8)  # drawn at one go when no hand waits: 3.4 ms on a Pico, as sending them
_RESTART_MS = const(50)
_RETRY_S = const(30)
_LONG = const(8000000)  # scans, seven hours: they are counted anew before the channel stops
_LYING_MS = const(3000)  # the reader finds a card that lies there at power-up within this time
_BARE_MS = const(200)  # the reader finds no card for so long: the slot is empty
_STOOD_MS = const(200)  # without a scan, or a look at one
_WELL_MS = const(1000)  # a task that has run for so long after it was started again is well
_TAKEN_MS = const(40)  # before a move is taken: a collection of garbage would put it off
_ENDING_MS = const(200)  # before a move is taken, a board is judged: time for a collection
# Ago the lights of a card were complete: the hand that laid it is not over the board yet.
_JUST_MS = const(25)
_CALM_MS = const(300)  # after a movement: the next one may come at any moment
_RESTING_MS = const(3000)  # without a movement: hands are busy elsewhere
_STUCK_MS = const(10000)  # nobody holds a button for so long
_STORE_MS = const(10000)  # what was found damaged at power-up is shown for so long
# Without a movement, and no card: the last move is accepted, flash is tidied.
_TIDY_MS = const(1000)


class System:
    """Everything on one table; `app.assembly.assemble` makes it, `begin` brings it to life.

    Args:
        data: folder of the settings, the journal and what was learnt.
        settings: the settings in force.
        report: sentences on what was found damaged at power-up.
        resumed: whether the journal's game is taken up.
        layout: a module of `boards` such as `boards.partners`.
        wires: (sensors, lights) as they were learnt, None for each as the layout says.
        hardware: the drivers: `chain`, `strip`, `buzzer` and `reader`.
        buttons: the buttons.
        debounce: the switches.
        lights: the lights.
        feedback: what the lights say of the game.
        table: the game at the table.
        journal: the game on flash.
        tags: the stickers that were learnt.
        link: the computer on USB.
        garbage: tells when to collect it.
    """

    def __init__(
        self,
        data: str,
        settings: dict,
        report: list,
        resumed: bool,
        layout: "ModuleType",
        wires: tuple,
        hardware: "Hardware",
        buttons: "Buttons",
        debounce: "Debounce",
        lights: "Lights",
        feedback: "Feedback",
        table: "Table",
        journal: "Journal",
        tags: "TagTable",
        link: "Link",
        garbage: "Garbage",
    ) -> None:
        self.data = data
        self.config = settings
        self.report = report
        self._resumed = resumed
        self.layout = layout
        self.wires = wires
        self.hardware = hardware
        self.buttons = buttons
        self.debounce = debounce
        self.lights = lights
        self.frame = bytearray(3 * layout.N_LEDS)  # what the lights were sent last
        self.feedback = feedback
        self.table = table
        self.match = table.match
        self.recogniser = table.recogniser
        self.journal = journal
        self.tags = tags
        self.link = link
        self.requests = Requests(self)
        # Learning, the doctor or the tags' work while it goes on: see `enter`.
        self.mode: "Any" = None
        self.restarting: "Any" = None  # the task that will do it
        self.reading: "Any" = None  # a game on its way to the host, see `records`
        self._fault = 0
        self._named: list = []  # parts whose fault was named and is not over
        self._crashed: list = []  # names of tasks that raised a moment ago
        self._crashed_ms = 0
        self._moved_ms = 0
        # The movement after which the garbage that judging made was looked at.
        self._weighed_ms = -1
        self._rested_ms = 0  # when the move was accepted after which the flash was tidied
        self._retry_s = 0
        self._low = lights.limit_ma < settings["limit_ma"]  # USB alone gives the power
        self._put_off = 0  # turns in which only the switches were looked at
        self._code = 0  # what they said then
        self._worked = False  # with the last turn, instead of looking at the board
        self._scans = 0  # of the chain, when the turn began
        self._unsent = False  # lights have been drawn that the strip does not show yet
        self._garbage = garbage
        self._used = True  # memory, since nothing was under way
        self.more = False  # something is left to do at once, without a change
        self._answered = False  # a card, completely, a moment ago
        self._answered_ms = 0
        self._laid = False  # a card, and its lights are not complete yet
        self._begun_ms = 0
        # Whether a card has been read, or taken away, or the slot was empty, since the power came.
        self._slot_seen = False
        self._found = False  # the card on the slot is being read
        self._there_ms = 0  # when the reader last did not say that no card lies there
        self._looked_ms = 0  # when the switches were last looked at

    # -- what the tasks do ----------------------------------------------------------------

    def begin(self, now_ms: int) -> None:
        """Start the table: a new game's set-up, or where the journal left off."""
        self._begun_ms = self._there_ms = self._looked_ms = now_ms
        self.show(now_ms, True)
        if self._resumed:
            self.journal.fathom()  # nobody waits yet
        else:
            self.match.start()
        for text in self.report:
            self.fault("store", text)
            self._lit("store", True)
        chain = self.hardware.chain
        wire = chain.read()
        if chain.fault():
            self._chain_fault(now_ms)
        # The table must know what to expect before it looks for the first time.
        self.table.begin(now_ms, self._resumed, VERSION)
        if chain.good:
            self.debounce.step(now_ms, wire)
            self.table.scan(now_ms, self.debounce)
        self._power_button()
        chain.start()  # what has come meanwhile is looked at as one

    def _power_button(self) -> None:
        """Learn the wiring when the table button is held while the power comes."""
        import machine

        chain = self.hardware.chain
        held = chain.good and not chain.buttons & _TABLE_BUTTON
        # After other resets the button may still be down from ending a mode.
        if held and machine.reset_cause() == machine.PWRON_RESET:
            self.requests.serve({"cmd": "learn.start"})

    # -- modes ----------------------------------------------------------------------------

    def enter(self, mode: "Any") -> None:
        """Let a mode take the place of the game.

        Args:
            mode: has `name`, `reader(now_ms, event)`, `care(now_ms)`, and `board`: whether it takes
                switches and buttons too, with `scan(now_ms, debounce)` and `button(now_ms, event)`.

        Raises:
            RequestError: another mode is on.
        """
        if self.mode is not None:
            raise RequestError("the table is busy with %s: end that first" % self.mode.name)
        self.mode = mode

    def leave(self, now_ms: int) -> None:
        """Go back to the game; after a mode that took the board, by a restart."""
        board = self.mode is not None and self.mode.board
        self.mode = None
        if board:  # pawns may be anywhere and maps may have changed: begin as after power-on
            self.restart()
        else:
            self.table.refresh(now_ms)

    def restart(self) -> None:
        """Reset the controller when the answer has gone out."""
        self.restarting = asyncio.create_task(_restart())

    def scan(self, now_ms: int) -> None:
        """Look at what switches and buttons did since the last turn, each change at its time.

        The chain is scanned meanwhile. Never allocates while nothing changes.

        Raises:
            RuntimeError: the scanner has stopped, which is of no known cause; it runs again.
        """
        chain = self.hardware.chain
        if chain.age_ms() > _STOOD_MS:
            chain.start()
            raise RuntimeError("the chain was not scanned")
        self._looked_ms = now_ms
        if self._unsent:
            self._unsent = not self.hardware.strip.show(self.frame)
        if self.restarting is not None:
            return  # the journal may hold another game already
        if self._fault or not chain.good:
            if chain.fault() != self._fault:
                self._chain_fault(now_ms)
            if not chain.good:
                return
        if chain.lost:
            chain.lost = False
            self.debounce.lost = True
        if chain.scans > _LONG and not self.pressed():
            chain.start()
        code = self._changes()
        if since(chain.scanned_ms, now_ms) > 0:
            now_ms = chain.scanned_ms  # it is scanned since the caller looked at the clock
        if chain.scanned_ms != chain.when_ms:  # another scan has seen the same
            self._look_at_buttons(now_ms)
            code |= self.debounce.step(now_ms, chain.wire)
        if self.mode is not None and self.mode.board:
            self.debounce.clear()
            self.mode.scan(now_ms, self.debounce)
        else:
            self._play(now_ms, code)

    def _play(self, now_ms: int, code: int) -> None:
        """Answer the hands, and go on with what takes longer when they can wait for it."""
        self._scans = self.hardware.chain.scans
        self.more = False
        if code & HEALTH:
            code &= ~HEALTH
            self.recogniser.refresh(self.debounce)
            self._report_reeds()
        if code & EDGE:
            self._answer(now_ms)
            code &= CHANGED
            if self._put_off < 2:
                # Judging the board can wait for the next turn: another lift may come.
                self._put_off += 1
                self._code = code
                return
        elif since(now_ms, self.hardware.chain.when_ms) <= SCAN_MS + 1 and self._put_off < 2:
            # With the next scan a hand may wait for its lights: all else can wait for that.
            self._put_off += 1
            self._code = code
            return
        self._put_off = 0
        table = self.table
        busy = bool(code) or self.recogniser.working() or table.busy()
        # A question, or why a pawn is led back, and what lights it has: that is to lie at the low end of the heap.
        telling = table.outbox.busy()
        if self._answered:
            self._answered = since(now_ms, self._answered_ms) < _JUST_MS
        # Lights that are complete are sent first. With those of a card a collection is put off until they are: one
        # follows at once, and what its results leave fits into what the one before them has left.
        if (busy or self._used) and not table.fresh and not self._laid:
            if self._collect(now_ms, self._answered or telling, True):
                self._answered = False
                self._code = code  # hands may have moved meanwhile
                return
        self._used = busy
        if code:
            self._moved_ms = now_ms
        elif not busy and self.recogniser.idle() and not table.setup:
            self._complete(now_ms)
            self._tidy_after()
            return
        elif self._collect_early(now_ms):
            return
        if table.hurried() and (not self._worked or (self._laid and not code)):
            self._worked = True
            # By turns: both together would keep a hand waiting. But the lights of a card come first.
            self._code = code
            table.work(now_ms)
        else:
            self._worked = False
            table.scan(now_ms, self.debounce)
        if telling or not table.outbox.busy():  # else garbage is collected first
            self._go_on(now_ms)
        self._complete(now_ms)
        if since(now_ms, self._moved_ms) > _CALM_MS:
            self.more = table.fresh or table.hurried() or self.recogniser.working()

    def _go_on(self, now_ms: int) -> None:
        """Do as many slices as fit between two scans: a card may take eighty, a way out twenty.

        What has moved is answered with the scan that sees it a second time: a slice that was begun before
        the first has ended by then.
        """
        table = self.table
        while not self._late():
            if self._laid and table.fresh:
                break  # the lights of the card are complete: they are sent first
            if table.hurried():
                table.work(now_ms)
            elif self.recogniser.working():
                table.scan(now_ms, self.debounce)
                if table.outbox.busy():
                    break  # garbage is collected first, see `_play`
            else:
                break

    def _complete(self, now_ms: int) -> None:
        """Send lights that are complete now, unless it is late."""
        table = self.table
        done = not table.fresh and not table.busy()
        if table.fresh and not self._late():
            done = self.show(now_ms)
            table.fresh = not done
        if self._laid and done:
            # What its results left behind is collected before the hand has come from the slot to the board.
            self._laid = False
            self._used = self._answered = True
            self._answered_ms = now_ms

    def _tidy_after(self) -> None:
        """Tidy the flash once after each move, when all is told and shown: no hand is as still as one that is done."""
        table = self.table
        if self._rested_ms == table.rested_ms or table.fresh or self.pressed():
            return
        self._rested_ms = table.rested_ms
        if since(self._rested_ms, self._moved_ms) > 0 and table.active < 0 and not table.waiting:
            self.journal.tidy()

    def _late(self) -> bool:
        """Return whether a hand has moved, or the other tasks have waited for long enough."""
        chain = self.hardware.chain
        if chain.changed():
            return True
        reading = not self._laid and self.hardware.reader.busy()
        most = _READER_SCANS if reading else _TURN_SCANS
        return (chain.scans - self._scans) & MASK >= most

    def _answer(self, now_ms: int) -> None:
        """Answer a hand now, not with the next frame.

        Garbage that is due is collected when least is lost by it: between two movements there is some time, and
        nobody waits for the lights of a pawn that was put down.
        """
        self._moved_ms = now_ms
        self._used = True
        put_down = not any(self.debounce.opened)
        if put_down:
            self._collect(now_ms, True, True)
        self.lights.urgent(True)
        self.table.hands(now_ms, self.debounce)
        self.lights.urgent(False)
        self.show(now_ms, True)
        if not put_down:
            self._collect(now_ms, True)

    def pressed(self) -> bool:
        """Return whether a hand is about to be answered: what takes long waits for that."""
        return self.hardware.chain.changed() or self.debounce.raw != self.debounce.eager

    def used(self) -> None:
        """Note that memory has been used."""
        self._used = True

    def _collect(self, now_ms: int, convenient: bool, empty: bool = False) -> bool:
        """Collect garbage if it is due, no hand waits and no move is about to be taken; return whether it was.

        Args:
            now_ms: the time; that of a movement that is being answered, which ends what was about to be taken.
            convenient: as for `Garbage.due`,
            empty: and this.
        """
        if self.pressed() or (now_ms != self._moved_ms and self.recogniser.soon(_TAKEN_MS)):
            return False
        if not self._garbage.due(now_ms, convenient, empty):
            return False
        self._garbage.collect(now_ms)
        return True

    def _collect_early(self, now_ms: int) -> bool:
        """Collect garbage, if there is much, before a move is taken or a way shown; return whether it was done.

        What stays of it, or shows it, is so made at the low end. Not before the board has been judged: while a move is only
        begun, the next hand may come at any moment.
        """
        if self._weighed_ms == self._moved_ms or self.pressed():
            return False
        if not self.recogniser.ending(_ENDING_MS) or self.recogniser.soon(_TAKEN_MS):
            return False
        self._weighed_ms = self._moved_ms  # once: to ask makes garbage itself
        garbage = self._garbage
        # Judging may have used much since a collection that came after the movement.
        if not (garbage.worn(self._moved_ms) or garbage.due(now_ms, True, False)):
            return False
        garbage.collect(now_ms)
        return True

    def _changes(self) -> int:
        """Take the scans that wait, each at its time; return what `Debounce.step` said, added."""
        chain = self.hardware.chain
        debounce = self.debounce
        code = self._code
        self._code = 0
        lasted_ms = chain.lasted_ms()
        while lasted_ms >= 0:
            if lasted_ms > SCAN_MS + 1:  # seen by more than one scan, up to the change
                until_ms = after(chain.when_ms, lasted_ms)
                self._look_at_buttons(until_ms)
                code |= debounce.step(until_ms, chain.wire)
            if not chain.take():
                break  # what waited is lost, and what there is now is no whole scan
            self._look_at_buttons(chain.when_ms)
            code |= debounce.step(chain.when_ms, chain.wire)
            lasted_ms = chain.lasted_ms()
        return code

    def _report_reeds(self) -> None:
        """Say which reeds open and close by themselves, and when all are quiet again."""
        names = self.recogniser.faulty(self.debounce)
        self._lit("sensor", bool(names))
        if names:
            self.fault(
                "sensor",
                "%s: the reed opens and closes by itself; when it does so often, it is ignored until it is quiet;"
                " straighten the pawn, then look at magnet, reed and solder joint"
                % ", ".join(names),
            )

    def _look_at_buttons(self, now_ms: int) -> None:
        keys = self.buttons
        keys.step(self.hardware.chain.buttons, now_ms)
        event = keys.take()
        while event:
            self._button(now_ms, event)
            event = keys.take()

    def _button(self, now_ms: int, event: int) -> None:
        if kind(event) == HOLD:
            # What a hold begins makes what stays, as a position that comes back: at the low end
            # of the heap it leaves the rest in one piece. Who has held for so long can wait.
            self._garbage.collect(now_ms)
        if self.mode is not None and self.mode.board:
            self.mode.button(now_ms, event)
        else:
            down_ms = after(now_ms, -self.buttons.held_ms(number(event), now_ms))
            self.table.button(now_ms, event, down_ms)
            self.table.keep()

    def _chain_fault(self, now_ms: int) -> None:
        chain = self.hardware.chain
        self._fault = chain.fault()
        if self._fault:
            self.table.faults["chain"] = chain.text()
            self.fault("chain", chain.text())
        else:
            self.table.faults.pop("chain", None)
        self._lit("chain", bool(self._fault))
        if self.mode is None:
            self.table.refresh(now_ms)

    def read_card(self, now_ms: int) -> None:
        """Let the card reader do what is due."""
        if self.restarting is not None or since(now_ms, self._looked_ms) > _STOOD_MS:
            return  # a card would be judged by a board that nobody looks at
        reader = self.hardware.reader
        event = reader.step(now_ms)
        if event is None:
            self._look_at_slot(now_ms)
        else:
            self._slot_event(now_ms, event)

    def _look_at_slot(self, now_ms: int) -> None:
        """Note whether a card is being read, and whether the slot is empty; collect before a card comes."""
        reader = self.hardware.reader
        found = reader.found_card()
        if found and not self._found and not self.pressed() and self._garbage.worn(now_ms):
            # What a card makes stays for the turn: it is to lie at the low end. The reader takes its time anyway.
            self._garbage.collect(now_ms)
        self._found = found
        if not reader.missing():
            self._there_ms = now_ms
        elif since(now_ms, self._there_ms) >= _BARE_MS:
            self._slot_seen = True

    def _slot_event(self, now_ms: int, event: tuple) -> None:
        kind = event[0]
        self.used()
        if self.mode is not None:
            self.mode.reader(now_ms, event)
        elif kind == "card":
            _, uid, payload, held = event
            lying = not self._slot_seen and since(now_ms, self._begun_ms) < _LYING_MS
            self.lights.urgent(True)
            self.table.card(now_ms, uid, payload, held, lying)
            self._laid = self.table.offering is not None
            self.lights.urgent(False)
            self.show(now_ms, True)  # the lights before the flash
            self.table.keep()
        elif kind == "two":
            self.table.two_cards(now_ms)
        if kind in ("card", "removed"):
            self._slot_seen = True
        if kind in ("error", "offline"):
            self.fault("reader", event[1])
        if kind in ("offline", "online"):
            self._lit("reader", kind == "offline")

    def show(self, now_ms: int, hurried: bool = False) -> bool:
        """Send a frame when the lights changed, and play the next note.

        Args:
            now_ms: the time.
            hurried: a hand waits: what is urgent is drawn and sent.

        Returns:
            Whether that was all; else it is to be called again, soon.
        """
        self.hardware.buzzer.step(now_ms)
        limit_ma = self.hardware.limit_ma(self.config["limit_ma"])
        if limit_ma != self.lights.limit_ma:  # the external supply has come or gone
            self.lights.limit(limit_ma)
        most = len(self.frame) if hurried else _MOST_LIGHTS
        if self.lights.render(now_ms, self.frame, hurried, most):
            self._unsent = True
            if not hurried:
                return False  # a hand may come between drawing and sending
        if not hurried and self.lights.unfinished():
            return False
        if self._unsent:
            self._unsent = not self.hardware.strip.show(self.frame)
        return True

    def care(self, now_ms: int) -> None:
        """Do the housekeeping of every second."""
        if self.restarting is not None:
            return
        if self.mode is not None:
            self.mode.care(now_ms)
        if since(now_ms, self._moved_ms) > _RESTING_MS:
            self._moved_ms = after(now_ms, -2 * _RESTING_MS)  # weeks ago is long ago, too
        if self._crashed and since(now_ms, self._crashed_ms) >= _WELL_MS:
            self._recovered()
        if not self.table.busy():
            resting = since(now_ms, self._moved_ms) > _RESTING_MS
            if resting and self.reading is None:
                forget("store.archive")  # a game has begun or ended
            if not (self.recogniser.answers() or self.recogniser.working()):
                forget_answers()
            self._collect(now_ms, resting)  # the reader's polls use memory too
        if self.table.waiting:
            # A try that fails may cost an erase: not every second.
            self._retry_s = (self._retry_s + 1) % _RETRY_S
            if not self._retry_s:
                self.journal.retry()
                self.table.keep()
        elif since(now_ms, self._moved_ms) > _TIDY_MS and self.table.active < 0:
            self.journal.tidy()
        self._look_after(now_ms)

    def _look_after(self, now_ms: int) -> None:
        """Name what no event tells: the supply, a button that stays down; end what is over."""
        self._lit("flash", self.table.waiting)
        if since(now_ms, self._begun_ms) >= _STORE_MS:
            self._lit("store", False)
        low = self.lights.limit_ma < self.config["limit_ma"]
        if low != self._low:
            self._low = low
            if low:
                self.fault(
                    "supply",
                    "no 5 V from the supply: the lights are dimmer, USB alone gives the power",
                )
            self._lit("supply", low)
        stuck = -1
        if self.buttons.down:
            for button in range(5):
                if self.buttons.held_ms(button, now_ms) >= _STUCK_MS:
                    stuck = button
        if stuck >= 0 and "button" not in self._named:
            colours = self.match.game.colours
            whose = colours[stuck] if stuck < len(colours) else "table"
            self.fault(
                "button", "%s: the button has been down for 10 s; look at it and its cable" % whose
            )
        self._lit("button", stuck >= 0)

    def _lit(self, part: str, on: bool) -> None:
        """Show a fault that was named, or say and show that it is over."""
        named = part in self._named
        if on and not named:
            self._named.append(part)
        elif not on:
            if not named:
                return
            self._named.remove(part)
            self.link.emit({"event": "fault", "part": part, "text": "", "over": True})
        self.feedback.fault(part, on)

    def crashed(self, name: str, error: Exception, now_ms: int) -> None:
        """Report a task that raised; it is started again."""
        sys.print_exception(error, sys.stdout)  # type: ignore[arg-type]
        self.debounce.lost = True  # what the hands did meanwhile is not known: ask then
        self.fault(name, "%s stopped: %r; it was started again" % (name, error))
        self.feedback.fault("program", True)
        self._crashed_ms = now_ms
        if name not in self._crashed:
            self._crashed.append(name)
        if self.mode is not None:  # it may be the mode that fails, again and again
            self.leave(now_ms)

    def _recovered(self) -> None:
        for name in self._crashed:
            self.link.emit({"event": "fault", "part": name, "text": "", "over": True})
        self._crashed = []
        self.feedback.fault("program", False)

    def fault(self, part: str, text: str) -> None:
        """Put a fault on the event stream."""
        self.link.emit({"event": "fault", "part": part, "text": text})
        self.hardware.buzzer.sound("fault")


def throw_die() -> int:
    """Throw the die: 1..6."""
    return random.randrange(6) + 1


def maker_of_seats(path: str, match: "Match", settings: dict, report: list) -> "Callable":
    """Return a function that makes the memory of a match's seats, for when a computer sits down.

    Args:
        path: the file, `/tavle/seats.bin` on the device.
        match: the game in progress.
        settings: `config` values by name.
        report: takes a sentence when the file is damaged.
    """

    def make() -> "Seats":
        from app.table.seats import Seats

        seats = Seats(match, path, random.randrange)
        damage = seats.load(settings["players"])  # unless the journal's game has its own
        if damage:
            report.append(damage)
        return seats

    return make


async def _restart() -> None:
    """Reset the controller when the answer has gone out."""
    import machine

    await asyncio.sleep_ms(_RESTART_MS)
    machine.reset()
