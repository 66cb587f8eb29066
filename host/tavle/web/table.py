# SPDX-License-Identifier: Apache-2.0
"""The table behind the page: one session in a thread of its own, on time that follows the wall's.

Everything that people and players do arrives here as orders and is done one after another.
Everything there is to tell leaves through `tell`, in the order in which it happened.
"""

import collections
import json
import random
import secrets
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavle.errors import TavleError
from tavle.players.thinker import LEVELS
from tavle.sim.player import Disagreement
from tavle.sim.session import TableSpec
from tavle.web import draw_pile, saves
from tavle.web.board import describe
from tavle.web.clock import Clock
from tavle.web.commands import CALM, LOOKS, QUICK, LiveContract
from tavle.web.hands import RandomHands
from tavle.web.live import LiveSession
from tavle.web.meaning import tell
from tavle.web.moves import Record, kept_entries, reason, told, turn_of
from tavle.web.orders import Order, Orders
from tavle.web.party import DEVICE, NOBODY, PERSON, NotNow, Party, no_card_in
from tavle.web.roles import BENCH, PLAY, SCREEN, SEAT, refusal
from tavle.web.sitting import Sitting
from tavle.web.view import Now, Viewer
from tavle.words.terminal import tr

if TYPE_CHECKING:
    from tavle.sim.cable import Cable

Message = dict[str, Any]

# Not a part of the lights' period at any speed: of a blinking light, pages that get a frame after
# every slice would see the dark half forever.
_SLICE_S = 0.037
_SLOW_SLICE_S = 0.01
# What ends a computer's turn half-way; it plays it again afterwards.
_TAKES_OVER = frozenset(("power", "press", "sit", "bench", "open", "back", "table", "tidy"))
_KEPT = 200  # lines of the log that a page gets when it comes later
_IN_FORCE = frozenset(("card", "rolled"))  # kept at once, as the table itself keeps them
_MANY_TURNS = 100_000
_LIGHT_US = 3_400_000  # a light's rhythm is seen within it


DAMAGED = (
    TavleError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip
"""What is raised when a game is opened whose file is damaged."""


def kept_spec(rulebook: str, path: Path) -> TableSpec:
    """Return the table of a game that was kept."""
    return TableSpec(rulebook, "", 1, str(path), fair=True)


class _HandsOff(Exception):
    """Somebody wants to do something at the table: the random hands stop at once."""


class _Closing(Exception):
    """The table is being closed."""


class Table:
    """A table that people and random hands use together.

    Args:
        spec: what table is wanted.
        tell: called in the table's thread with every message that is for all pages.
        speed: virtual time per wall time.
        cabled: whether there is a USB cable for other programs.
        mode: LOBBY or BENCH.
        orders: where orders wait; None makes the usual ones.
        party: who plays at it, {} as its state file says; None for nobody.

    Attributes:
        mode: see LOBBY.
        watched: whether anybody looks; time stands still while nobody does.
        cable: the USB cable, None without one.
        failure: what ended the table's thread when nobody wanted it to end.
        ended: called when the table's thread has ended.

    Raises:
        TavleError: there is no such table.
    """

    def __init__(
        self,
        spec: TableSpec,
        tell: Callable[[Message], None],
        speed: float = 1.0,
        cabled: bool = False,
        mode: str = BENCH,
        orders: Orders | None = None,
        party: dict[str, str] | None = None,
    ):
        self.watched = False
        self.mode = mode
        self._paused = False
        self._sitting: Sitting | None = None
        self._private = ""
        self._lock: saves.Lock | None = None
        self.cable: "Cable | None" = None
        self._cabled = cabled
        self._tell = tell
        self._clock = Clock(speed)
        self._orders = orders or Orders()
        self._log: collections.deque[Message] = collections.deque(maxlen=_KEPT)
        self._playing = False  # the random hands are wanted
        self._at_it = False  # ... and are at the board
        self._nested = False
        self._doing: Order | None = None  # the order that is being done
        self._closing = False
        self.failure: BaseException | None = None
        self.ended: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self.work, name="table", daemon=True)
        if spec.state_file:
            self._lock = saves.Lock(spec.state_file)
        self._open(spec, party)

    # From any thread

    def start(self) -> None:
        """Begin to work, in a thread of its own."""
        self._thread.start()

    def submit(self, order: Order) -> None:
        """Let an order be done after those before it."""
        self._orders.put(order)

    def close(self, patience_s: float = 3.0) -> None:
        """Pull the plug and end; no process of the table is left afterwards."""
        self._closing = True
        self._orders.put(None)
        if self._thread.is_alive():
            self._thread.join(patience_s)
        if self._thread.is_alive():
            # The firmware is in an endless loop: only its end ends the wait for it.
            self._session.target.close()
            self._thread.join(patience_s)
        else:
            self._session.close()
        if self.cable is not None:
            self.cable.close()
        if self._lock is not None:
            self._lock.free()

    # Keeper of the commands

    def set_speed(self, factor: float) -> None:
        """Change how fast virtual time passes."""
        self._clock.speed = factor
        slice_s = _SLOW_SLICE_S if self._session.target.slow else _SLICE_S * factor
        self._session.slice_ms = max(1.0, 1000 * slice_s)

    def set_hands(self, on: bool) -> None:
        """Let the random hands play, or take them off the board."""
        if on and not self._session.target.on:
            raise NotNow("no-power")
        self._playing = on

    def draw(self) -> tuple[str, int]:
        """Take a card from the pile."""
        return draw_pile.draw(self._session.world, self._chance)

    def renew(self, rulebook: str, position: str = "") -> None:
        """Put another table in the place of this one when the command has been answered."""
        if self._spec.state_file and self.mode != PLAY:
            raise ValueError(f"this table is kept in {self._spec.state_file}")
        options = self._spec.options if rulebook == self._spec.rulebook and not position else {}
        spec = replace(
            self._spec, rulebook=rulebook, position=position, options=options, state_file="",
            fair=False,
        )  # fmt: skip
        self._replace(replace(spec, seed=self._spec.seed + 1), BENCH)

    def _replace(self, spec: TableSpec, mode: str, party: dict[str, str] | None = None) -> None:
        """Put another table in the place of this one; nothing is changed when that fails."""
        lock = saves.Lock(spec.state_file) if spec.state_file else None
        before, old_lock = self._session, self._lock
        try:
            self._open(spec, party)
        except BaseException:
            if lock is not None:
                lock.free()
            raise
        self._lock = lock
        self.mode = mode
        before.close()
        if old_lock is not None:
            old_lock.free()
        self._session.pace = self._pace
        self._paused = False
        self._clock.restart()
        self._keep()
        self._tell(self._hello())
        self._private = ""

    def pause(self, on: bool) -> None:
        """Stop the table's time, or let it continue."""
        self._paused = on

    def step(self, ms: float) -> None:
        """Let time pass at a table whose time stands still, as fast as it can."""
        if not self._paused:
            raise ValueError("not-paused")
        self._swiftly(lambda: self._session.run_ms(ms))

    def _swiftly(self, what: Callable[[], None]) -> None:
        """Do what nobody wants to wait for: the table's time flies."""
        try:
            with self._session.fast_forward():
                what()
        finally:
            self._clock.restart()

    def light(self, name: str) -> str:
        """Say what a light means: the name of a signal, "dark" or "unknown"."""
        session = self._session
        kinds = {item["name"]: item for item in self._lamps}
        if name not in kinds:
            raise ValueError("no-such-light")
        if not session.target.on:
            return "dark"
        if self._viewer.phase == "over":
            return "winner"  # its comets have no rhythm
        now_us = session.target.now_us
        item = kinds[name]
        place = session.world.lights[item["led"]]
        return tell(session.target.frames(now_us - _LIGHT_US), place, item["kind"], now_us)

    def why(self, colour: str, name: str) -> tuple[str, str]:
        """Return why a pawn cannot move with the card in force, and the space that hangs on."""
        view = self._viewer
        return reason(view.line, self._session.record.active, colour, name)

    def probe(self) -> Message:
        """Return the bits of the sensor chain and of the lights, the closed reeds, the USB lines."""
        session = self._session
        target, world = session.target, session.world
        frames = target.frames(target.now_us) if target.on else []
        chain = bytes(target.inputs.levels)
        closed = [
            world.spaces.name(bit)
            for bit, wired in enumerate(world.contacts.inputs)
            if not chain[wired >> 3] >> (wired & 7) & 1
        ]
        return {
            "chain": chain.hex(" "),
            "lights": frames[-1][1].hex() if frames else "",
            "closed": closed,
            "usb": list(session.usb)[-30:],
        }

    def people(self, what: str, fields: Message) -> Message:
        """Do what somebody at the table wants; raises ValueError with a word of the catalogue."""
        return getattr(self, "_people_" + what)(**fields) or {}

    # What people want

    def _people_sit(
        self, rulebook: object, who: object, position: object = "", options: object = None
    ) -> None:
        from rules import RULEBOOKS, load
        from rules.notation import position_text

        if not isinstance(rulebook, str) or rulebook not in RULEBOOKS:
            raise NotNow("no-such-game")
        known = {PERSON, DEVICE, NOBODY, *LEVELS}
        game = load(rulebook)
        whole = isinstance(who, dict) and set(who) == set(game.colours)
        if not whole or not all(isinstance(w, str) and w in known for w in who.values()):  # type: ignore[attr-defined]
            raise NotNow("who-sits-where")
        assert isinstance(who, dict)
        seats = tuple(i for i, colour in enumerate(game.colours) if who[colour] != NOBODY)
        chance = secrets.SystemRandom()
        wishes = options if isinstance(options, dict) else {}
        if isinstance(position, str) and position:
            self._people_check(position)
            line = position
        else:
            try:
                load(rulebook, seats)
            except ValueError:
                raise NotNow("who-sits-where") from None
            try:
                game = load(rulebook, seats, wishes)
            except ValueError:
                raise NotNow("no-such-house-rule") from None
            line = position_text(game, game.new(game.first_seat(chance.randrange)))
        try:
            kept = str(saves.fresh(rulebook))
        except TavleError:
            raise NotNow("cannot-keep") from None
        seed = chance.randrange(1 << 30)  # of bouncing reeds and the like
        spec = TableSpec(rulebook, line, seed, kept, options=wishes, fair=True)
        self._replace(spec, PLAY, who)

    def _people_check(self, position: object) -> None:
        from rules.parse import parse_position

        try:
            parse_position(position if isinstance(position, str) else "")
        except ValueError:
            raise NotNow("bad-position") from None

    def _people_hint(self, colour: object) -> Message:
        sitting, colour = self._sat(), self._mine(colour)
        return sitting.party.hint(colour, self._viewer.line, self._session.record.active)

    def _people_bench(self) -> None:
        if self.mode == PLAY:
            spec = replace(self._spec, position="", state_file="", fair=False)
            self._replace(spec, BENCH)
        else:
            self.mode = BENCH
            self._tell(
                self._hello()
            )  # before the answer: a page that sees the lobby opens it again

    def _people_saved(self) -> Message:
        own = self._spec.state_file if self.mode == PLAY else ""
        return {"games": [game for game in saves.listed() if game["name"] not in own]}

    def _people_open(self, name: object) -> None:
        path = saves.path_of(name if isinstance(name, str) else "")
        if str(path) == self._spec.state_file:
            return
        from tavle.sim import snapshot

        try:
            kept = snapshot.load(str(path)) or {}
            self._replace(kept_spec(kept["rulebook"], path), PLAY, {})
        except saves.InUse:
            raise NotNow("game-in-use") from None
        except DAMAGED:
            # Whatever is wrong with a file, the table that runs stays.
            raise NotNow("game-damaged") from None

    def _people_forget(self, name: object) -> Message:
        saves.forget(name if isinstance(name, str) else "")
        return self._people_saved()

    def _sat(self) -> Sitting:
        if self._sitting is None:
            raise NotNow("nobody-sits")
        if not self._session.target.on:
            raise NotNow("no-power")
        return self._sitting

    def _mine(self, colour: object) -> str:
        who = self._doing.who if self._doing else None
        return self._sat().party.mine(getattr(who, "seat", ""), colour)

    def _people_give(self, colour: object, card: object, copy: object) -> None:
        sitting, colour = self._sat(), self._mine(colour)
        sitting.party.give(colour, (card, copy))  # type: ignore[arg-type]
        self._keep()

    def _people_play(self, colour: object, card: object, copy: object) -> None:
        sitting, colour = self._sat(), self._mine(colour)
        view = self._viewer
        if view.phase not in ("card", "deal", "move", "fold"):
            raise no_card_in(view.phase)
        if view.phase == "move" and view.astray_people():
            raise NotNow("finish-move")
        name, number = sitting.lay(colour, (card, copy), view.turn)  # type: ignore[arg-type]
        said = self._contract.handle({"do": "card", "card": name, "copy": number})
        if not said["ok"]:
            raise ValueError(said["error"])

    def _people_take(self, colour: object) -> None:
        sitting, colour = self._sat(), self._mine(colour)
        view = self._viewer
        if self._session.world.game.deck:
            name, number = sitting.draw(colour, view.turn, view.phase)
            self._contract.handle({"do": "card", "card": name, "copy": number})
            return
        sitting.party.may_take(colour, view.turn, view.phase)
        self._contract.handle({"do": "press", "button": colour, "ms": 120})

    def _people_fold(self, colour: object) -> None:
        sitting, colour = self._sat(), self._mine(colour)
        self._swiftly(lambda: sitting.fold(colour, self._viewer.line))

    def _people_withdraw(self) -> None:
        self._no_guest()
        self._swiftly(self._sat().withdraw)

    def _people_back(self) -> None:
        self._no_guest()
        sitting = self._sat()
        self._swiftly(lambda: sitting.back(self._viewer.turn))
        self._keep()

    def _people_seat(self, colour: object, who: object) -> None:
        if self._sitting is None:
            raise NotNow("nobody-sits")
        self._sitting.party.move_over(colour, who)
        self._keep()
        # At once: the device that sat there until now sees no more of it.
        self._tell(self._secrets())
        self._private = ""

    def _people_tidy(self) -> None:
        self._swiftly(self._sat().put_right)

    def _no_guest(self) -> None:
        who = self._doing.who if self._doing else None
        seat = getattr(who, "seat", "")
        if seat and seat != self._viewer.turn:
            raise NotNow("not-your-turn")

    # The table's thread

    def _open(self, spec: TableSpec, party: dict[str, str] | None = None) -> None:
        session = LiveSession(replace(spec), lambda event: self._hear(session, event))
        try:
            sitting = self._seat(session, spec, party)
        except BaseException:
            session.spec.state_file = ""  # a file that cannot be used stays as it is
            session.close()
            raise
        self._session = session
        self._sitting = sitting
        if self.cable is not None:
            self.cable.plug(self._session.target)
        elif self._cabled:
            from tavle.sim.cable import Cable

            self.cable = Cable(self._session.target)
        self._session.cable = self.cable
        self._log.clear()
        self._spec = spec
        self._contract = LiveContract(self._session, self)
        self._describe()
        self._viewer = Viewer(self._session)
        self._chance = random.Random(spec.seed)
        self._playing = False
        self.set_speed(self._clock.speed)
        # An emulated Pico needs a minute or two for its start: the page shows it.
        if not self._session.target.slow and not self._session.is_up():
            self._note(tr("the firmware did not get ready in 5 s"))
        if self._session.note:
            self._note(self._session.note)

    def _describe(self) -> None:
        """Say what a page must know of the game that is played."""
        self._game = self._session.world.game
        self._about = describe(self._game)
        self._lamps = [*self._about["spaces"], *self._about["seats"]]

    def _follow(self) -> None:
        """Go on with the game of other rules that was begun from the cable; whoever sits here plays it."""
        self._describe()
        if self._sitting is not None:
            before = self._sitting.party.who
            who = {colour: before.get(colour, PERSON) for colour in self._game.colours}
            self._sitting = Sitting(self._session, Party(self._game, who))
            deal = self._session.record.entries[-1]
            if deal["kind"] == "deal":
                self._sitting.hear({**deal, "event": "round"}, "")
                self._sitting.think_what_to_give(deal["line"])
        self._keep()
        self._tell(self._hello())
        self._private = ""

    def _seat(
        self, session: LiveSession, spec: TableSpec, party: dict[str, str] | None
    ) -> Sitting | None:
        """Prepare the record of a fresh table, and the party that plays at it, if one does."""
        from rules.notation import position_text

        game = session.world.game
        notes = session.notes
        line = session.spec.position or position_text(game, game.new())
        kept = notes.get("record")
        session.record = Record(line, kept_entries(kept) if kept else None)
        if party is None:
            return None
        if party:
            seated = Party(game, party)
        else:
            seated = Party.from_dict(game, notes.get("party") or {})
        return Sitting(session, seated)

    def _keep(self) -> None:
        """Write the state file: whatever happens next, the game is kept."""
        session = self._session
        if not session.spec.state_file:
            return
        if self._sitting is not None:
            session.notes = {
                "record": session.record.entries,
                "party": self._sitting.party.as_dict(),
                "turns": sum(entry["kind"] == "move" for entry in session.record.entries),
            }
        session.save()

    def finished(self) -> str:
        """Return the file of the game when it is over, "" before."""
        over = self._sitting is not None and self._sitting.party.stage == "over"
        return self._spec.state_file if over else ""

    def work(self) -> None:
        """Do what there is to do, until the table is closed."""
        try:
            self._session.pace = self._pace
            self._clock.restart()
            while not self._closing:
                self._safely()
            self._session.pace = None
        except BaseException as error:
            self.failure = error
        self.ended()

    def _safely(self) -> None:
        """Do one round of work; what goes wrong at the table is reported, and the table continues."""
        try:
            self._once()
        except _Closing:
            pass
        except _HandsOff:
            self._playing = False
            for button in ("table", *self._session.world.spaces.colours):
                self._session.world.press(button, False)
        except TavleError as error:
            self._playing = False
            self._note(str(error), "fault")

    def _once(self) -> None:
        """Let a moment pass and do one order, or let the random hands play."""
        awake = self._awake
        late = awake and self._clock.owed_ms() > self._session.slice_ms
        order = self._orders.next(0 if late else _SLICE_S)
        if awake:
            # One slice at most: an emulated Pico takes seconds for it, and people wait.
            owed_ms = self._clock.owed_ms(order.at if order else None)
            owed_ms = min(owed_ms, self._session.slice_ms)
            if owed_ms >= 1:
                self._session.run_ms(owed_ms)
        else:
            self._clock.restart()
        self._session.events.clear()
        if order is not None:
            self._do(order)
        self._publish()
        if self._session.world.game is not self._game:
            self._follow()
        if self._playing:
            self._play()
        elif self._sitting is not None and awake and self._viewer.fresh:
            self._attend(self._sitting)

    def _attend(self, sitting: Sitting) -> None:
        """Do what nobody has to ask for: take a card off the slot, play a computer's turn."""
        phase, turn = self._viewer.phase, self._viewer.turn
        if sitting.clear_slot(phase):
            self._viewer.stale = True
        elif sitting.computers_turn(phase, turn) and (
            # What was done with a card of the computer is the computer's own, also what was taken back.
            sitting.begun or self._session.record.active or not self._viewer.astray_people()
        ):
            self._at_it = True
            try:
                sitting.take_turn(turn, phase)
            except Disagreement as error:
                # Somebody or something got in between: the next try begins with a tidy table.
                self._note(str(error))
            finally:
                self._at_it = False
                self._viewer.stale = True

    @property
    def _awake(self) -> bool:
        """Tell whether time passes: somebody looks, or a program has the cable."""
        return (self.watched or self._session.taken) and not self._paused

    def _do(self, order: Order) -> None:
        if order.command is None:
            order.answer(self._hello())
            return
        before, self._doing = self._doing, order
        try:
            answer = self._allowed(order) or self._contract.handle(order.command)
        finally:
            self._doing = before
        if order.name not in LOOKS:
            self._viewer.stale = True
        order.answer(answer)

    def _allowed(self, order: Order) -> Message | None:
        """Return the refusal of what somebody may not do, None when it is allowed."""
        command = order.command
        role, seat = getattr(order.who, "role", SCREEN), getattr(order.who, "seat", "")
        known = order.name in self._contract.names
        why = refusal(role, self.mode, order.name) if known or role != SCREEN else ""
        if not why and role == SEAT and isinstance(command, dict):
            why = self._not_of(seat, order.name, command)
        return {"ok": False, "error": why} if why else None

    def _not_of(self, seat: str, name: str, command: Message) -> str:
        """Return why somebody with a device of their own may not do this now, "" when they may."""
        party = self._sitting.party if self._sitting else None
        who = party.who.get(seat) if party else NOBODY
        if who != DEVICE or (name == "press" and command.get("button") != seat):
            return "not-your-seat"
        if name == "press" and "ms" in command:
            return "press: a device of its own says down, and then up: nobody waits for it"
        if name in ("lift", "place", "withdraw") and seat != self._viewer.turn:
            return "not-your-turn"
        return ""

    def _pace(self, ms: float) -> None:
        """Keep step with wall time after a slice of virtual time; see what people want."""
        self._clock.passed(ms)
        if self._nested:
            return
        self._nested = True
        try:
            self._publish()
            while not self._closing:
                awake = self._awake
                if not awake:
                    self._clock.restart()
                    # A stop of time is seen at once, not when time continues.
                    self._publish()
                wait_s = self._clock.ahead_s() if awake else _SLICE_S
                order = self._orders.fresh(wait_s)
                if order is not None:
                    self._interrupt(order)
                elif awake and not self._clock.ahead_s():
                    break
        finally:
            self._nested = False
        if self._closing:
            raise _Closing

    def _interrupt(self, order: Order) -> None:
        """Do an order while something that takes time runs, or keep it for later."""
        command = order.command
        on = isinstance(command, dict) and command.get("on") is True
        refused = None if command is None else self._allowed(order)
        if refused is not None:
            order.answer(refused)  # what nobody may do disturbs nobody
        elif _lets_go(order):
            self._do(order)
        elif not self._at_it:
            # What one asked for is done in its order; nobody waits for what others take time for.
            theirs = self._doing is not None and order.who is not self._doing.who
            if command is None or (theirs and order.name in QUICK):
                self._do(order)
            else:
                self._orders.kept.append(order)
        elif command is None or order.name in CALM or (order.name == "hands" and on):
            self._do(order)
        elif self._sitting is not None and (
            order.name not in _TAKES_OVER or getattr(order.who, "role", SCREEN) == SEAT
        ):
            order.answer({"ok": False, "error": "computer-plays"})
        else:
            self._orders.kept.append(order)
            raise _HandsOff

    def _play(self) -> None:
        """Let the random hands play until somebody interrupts them or the game is over."""
        self._at_it = True
        try:
            hands = RandomHands(self._session, self._spec.seed + self._session.now_ms)
            for _ in hands.play(_MANY_TURNS):
                hands.forget()
            self._note(tr("the random hands have finished their game"))
        finally:
            self._at_it = False
        self._playing = False

    # Telling

    def _hear(self, session: LiveSession, event: Message) -> None:
        turn = turn_of(session.record.line)
        changed = session.record.hear(event)
        sitting = self._sitting
        if changed and event.get("event") == "ready" and len(session.record.entries) > 1:
            session.world.shuffled()
            if sitting is not None:
                sitting.party.begin()
        if sitting is not None and sitting.session is session:
            if event.get("event") == "folded":
                session.record.entries[-1]["cards"] = len(sitting.party.hands[event["colour"]])
            sitting.hear(event, turn)
            if event.get("event") == "round":
                sitting.think_what_to_give(session.record.line)
        if (changed or event.get("event") in _IN_FORCE) and session is getattr(
            self, "_session", None
        ):
            self._keep()  # before anybody hears of it: what was told is not lost
        line = told(event, turn, session.record)
        self._log.append(line)
        self._tell(line)
        if changed:
            self._tell({"record": session.record.entries[-1], "at": len(session.record.entries)})

    def _note(self, text: str, kind: str = "note") -> None:
        line = {kind: text, "t": self._session.now_ms}
        self._log.append(line)
        self._tell(line)

    def _hello(self) -> Message:
        return {
            "hello": self._about,
            "log": list(self._log),
            "entries": self._session.record.entries,
            **self._viewer.all(self._now()),
            **self._secrets(),
        }

    def _now(self) -> Now:
        return Now(self._clock.speed, self._playing, self.mode, self._paused, self._sitting)

    def _secrets(self) -> Message:
        """Return what only some may see: the server leaves out what is not for somebody."""
        sitting = self._sitting
        if sitting is None:
            return {"hands": {}, "links": {}, "people": []}
        party = sitting.party
        hands = party.shown(self._viewer.line)
        return {"hands": hands, "links": dict(party.links), "people": party.people()}

    def _publish(self) -> None:
        for text in self._viewer.complaints():
            self._note(text, "fault")
        if not self.watched:
            return
        news = list(self._viewer.news(self._now()))
        # What a hand can do goes first: a view that says whose turn it is finds it there.
        if self._sitting is not None and any("view" in message for message in news):
            secrets = self._secrets()
            text = json.dumps(secrets)
            if text != self._private:
                self._private = text
                self._tell(secrets)
        for message in news:
            self._tell(message)


def _lets_go(order: Order) -> bool:
    """Tell whether somebody lets a button go: that takes no time, and nobody is to find it stuck."""
    command = order.command
    return order.name == "press" and isinstance(command, dict) and command.get("down") is False
