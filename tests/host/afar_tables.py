# SPDX-License-Identifier: Apache-2.0
"""Tables that play with others far away, and the broker between them, for tests and benches."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from tavle.afar.joined import Joined
from tavle.afar.kept import Kept
from tavle.afar.side import Side, about
from tavle.afar.wire import Broker, Wire
from tavle.device.link import NoAnswer, Refused
from tavle.device.settings import game_of
from tavle.errors import TavleError
from tavle.players.thinker import Known, Thinker
from tavle.sim.player import _Cut
from tavle.sim.seated import Seated
from tavle.sim.session import Session, TableSpec
from tavle.sim.tidy_hands import Habit

# Debian installs it where users do not look.
MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
_UP_S = 10.0


class Mosquitto:
    """A broker on loopback that keeps nothing over its end: the hardest one.

    Args:
        folder: for its configuration.
        more: further lines of that.
    """

    def __init__(self, folder: Path, more: str = ""):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._config = folder / "mosquitto.conf"
        access = "" if "password_file" in more else "allow_anonymous true\n"
        self._config.write_text(
            f"listener {self.port} 127.0.0.1\nuser {os.environ.get('USER', 'root')}\n{access}{more}",
            "utf-8",
        )
        self.broker = Broker("127.0.0.1", self.port)
        self.kills = 0
        self.start()

    def start(self) -> None:
        assert MOSQUITTO
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self._config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end_s = time.monotonic() + _UP_S
        while time.monotonic() < end_s:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port), 1),
            ):
                return
            time.sleep(0.02)
        raise AssertionError("mosquitto does not start")

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """Kill it as a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.kills += 1

    def __enter__(self) -> "Mosquitto":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


class Direct:
    """A cable without a terminal between: what `TableLink` is, for hands in the table's own time."""

    port = "direct"
    slow = 1.0

    def __init__(self, hands: "FarHands"):
        self._hands = hands
        self._read = len(hands.events)

    def request(self, cmd, **fields):
        try:
            said = self._hands.session.request(cmd, **fields)
        except TavleError as error:
            raise NoAnswer(error.what, error.why) from None
        if not said.get("ok"):
            raise Refused(cmd, str(said.get("error")))
        return said

    def event(self, _seconds):
        self._hands._fetch()
        if self._read >= len(self._hands.events):
            return None
        self._read += 1
        return self._hands.events[self._read - 1]

    def close(self):
        """Nothing holds it."""


class FarHands(Seated):
    """Hands of one of two tables: they play its people, and follow the lights for the others."""

    def __init__(self, session: Session, mine, seed: int, habit: Habit | None = None):
        self._mine = mine
        self.joined = None
        self.side = None
        # Of games with hands; chance would take long.
        self._thinker = Thinker("normal", session.world.game, seed)
        super().__init__(session, {}, seed, habit=habit, pace=self._beat)

    def _beat(self, _ms):
        if self.joined is not None:
            self.joined.step(0)
        hands = self.side.hands if self.side is not None else None
        if hands is not None and hands.hand(self._mine[0]) is not None:
            for colour in hands.to_give():
                hands.give(colour, self._random.choice(hands.hand(colour))[0])

    def again(self):
        """Wait for the table after a restart."""
        self.session.run_ms(1000)
        return Direct(self) if self.session.is_up() else None

    def rest(self):
        """Let a moment pass after the end: the power may be cut then too."""
        try:
            self._wait(100)
        except _Cut:
            self._blackout()

    def join(self):
        """Let the table play the game of both."""
        while self.joined.done < 0 or not self._linked():
            self._wait(100)
            time.sleep(0.005)
        self._look()
        self._begin()

    def _linked(self):
        seats = self.session.request("seats").get("seats")
        if seats is None:
            return False  # it is restarting
        self._levels = {**seats, **dict.fromkeys(self._mine, "human")}
        return all(seats[colour] == "remote" for colour in seats if colour not in self._mine)

    def _turn(self):
        game, state = self._now()
        colour = game.colours[state[16]]
        action, self._force = self._force, None
        if colour not in self._mine:
            if self._told("wish", "accepted"):
                self._follow(game, state)
            return
        if game.hand and action is None:
            action = self._chosen()
            if action is not None:
                self._make(game, state, *self._wish)
            return
        while action is None:
            self._press(colour)
            told = self._until("rolled", "card", longest_ms=3000)
            if told is not None:
                action = told["value"] - 1 if "value" in told else game.actions.index(told["card"])
            else:
                time.sleep(0.02)
        self._play(game, state, action)

    def _now(self):
        """Begin a turn as the table stands: several throws of the others may have moved nothing meanwhile."""
        while True:
            self._look()
            begun = self._begin()
            kinds = ("accepted", "folded", "undone", "ready")
            told = next((one for one in reversed(self.events) if one["event"] in kinds), {})
            if told.get("position", self.line) == self.line:
                return begun

    def _chosen(self):
        """Choose a card of the hand and wait until it is in force; None: the hand is folded, maybe before a power cut."""
        side, hands = self.side, self.side.hands
        while not (
            side.acts
            and side.log.line == self.line
            and hands.hand(side.log.turn)
            and not hands.waiting()
        ):
            if self._gone_on():
                return None
        if side.fold():
            self._told("folded")
            return None
        log, game = side.log, self._game
        held = [(game.actions.index(name), copy) for name, copy in hands.hand(log.turn)]
        counts = bytes(log.round.hand(seat) for seat in range(4))
        known = Known(counts, bytes(len(game.deck)))
        chosen = self._thinker.move(bytes(log.state), held, known)
        self._wish = chosen[1:]
        side.choose(game.actions[chosen[0][0]])
        return chosen[0][0] if self._told("card") else None

    def _settle_hands(self):
        """Nothing: the side knows its hands."""

    def _told(self, *names):
        """Wait until the table tells one of these, which is not read yet; False when it has gone on without."""
        while not any(one["event"] in names for one in self.events[self._read :]):
            if self._gone_on():
                return False
        return True

    def _gone_on(self):
        """Let a moment pass; return whether the table is in another position, as it is after a fold in a power cut."""
        line = self.line
        self._wait(100)
        time.sleep(0.02)  # the other table needs the processor
        self._look()
        self._fetch()
        return self.line != line


class FarTable:
    """One of two simulated tables with its hands, in a thread of its own.

    Args:
        broker: where both meet.
        game: as a table tells it.
        mine: the colours of this table.
        name: of this side.
        seed: decides hands and choices.
        path: what it keeps.
        cut: the chance of a power cut in a turn.

    Attributes:
        lines: the positions of the game so far.
        cuts: power cuts so far.
        finished: both tables are known to have come to the end.
        position: what this one believes then.
    """

    def __init__(self, broker, game, mine, name, seed, path, cut=0.0):
        self.failure = None
        self.cuts = 0
        self.lines = []
        self.finished = False
        self.position = ""
        self._leaves = threading.Event()
        self._of = (broker, game, mine, name, seed, path, cut)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self):
        try:
            self._evening(*self._of)
        except BaseException as error:
            self.failure = error

    def _evening(self, broker, game, mine, name, seed, path, cut):
        from rules.notation import position_text

        rules = game_of(game)
        line = position_text(rules, rules.new())
        session = Session(TableSpec(game["rulebook"], line, seed, options=dict(game["options"])))
        session.until_ready()
        hands = FarHands(session, mine, seed, Habit(cut=cut))
        kept = Kept(path)
        side = hands.side = Side(about(name, game, mine, kept), kept)
        wire = Wire(broker, "evening", name)
        hands.joined = Joined(Direct(hands), side, wire, hands.again, lambda _text: None)
        try:
            hands.join()
            self.lines = side.log.lines
            for _ in hands.play(5000):
                self.cuts = hands.cuts
            while not self._leaves.is_set():  # the other one may not have heard of the end
                hands.rest()
                self.position, self.finished = hands.line, hands.joined.finished
                time.sleep(0.02)
        finally:
            wire.close()
            session.close()

    def leave(self):
        """End the evening."""
        self._leaves.set()
        self._thread.join()
