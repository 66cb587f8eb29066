# SPDX-License-Identifier: Apache-2.0
"""A patient helper at a simulated table behind a pseudo-terminal: does what the doctor says, and types the answers."""

import collections
import io
import re
import sys
import time

from tavle import cli
from tavle.live import words
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec

_STEP_US = 150_000
_CLEARED_US = 2_000_000  # from the last pawn taken off until the answer
_PUZZLED_S = 1.5  # by the clock on the wall: the doctor has had its time to react
_SEEN_US = 400_000  # what was shown is seen
_PUSHES = ((5, 0), (-10, 0), (5, 0), (0, 5), (0, -10), (0, 5))


class Robot:
    """Hands that follow the white light with one pawn, or the words, and a voice that answers.

    Args:
        rulebook: what the table plays.
        pushes: push every pawn about on its space.
        reads: go where the words say, whatever shines.
        more: of the `TableSpec`: how the table was built.
    """

    def __init__(self, rulebook="partners-pawns", pushes=False, reads=False, **more):
        self.bridge = PtyBridge(Session(TableSpec(rulebook, **more)), 40.0, self._react)
        self.world = self.bridge.session.world
        self.target = self.bridge.session.target
        self.answer = True
        self.visits = 0
        self.stops_after = None  # spaces, then it types q
        self._pushes = pushes
        self._reads = reads
        self._typed = collections.deque()
        self._walking = False
        self._told = None  # the space that the words name
        self._pawn = None
        self._bit = -1
        self._due_us = 0
        self._since_s = 0.0
        self._queue = []
        spaces = self.world.spaces
        self._spaces = {words.place(spaces.name(bit)): bit for bit in range(spaces.n_bits)}

    def __enter__(self):
        self.bridge.__enter__()
        return self

    def __exit__(self, *error):
        self.bridge.__exit__(*error)
        assert self.bridge.failure is None

    # -- the command ---------------------------------------------------------------------

    def doctor(self, *args):
        """Run `tavle doctor` at a terminal where this helper sits; return (exit status, what it said)."""
        screen, keyboard = _Screen(self), _Keyboard(self)
        before = sys.stdin, sys.stdout
        sys.stdin, sys.stdout = keyboard, screen
        try:
            status = cli.run(["doctor", "--port", self.bridge.cable.port, *args])
        finally:
            sys.stdin, sys.stdout = before
            keyboard.over = True
        return status, screen.text

    # -- the voice -----------------------------------------------------------------------

    def say(self, text):
        self.bridge.do(lambda: self._obey(text.strip()))

    def ask(self, question):
        if question.startswith("Enter when"):
            if self.answer:
                self._wait(self.bridge.do(self._clear) + _CLEARED_US)
            return ""
        self._wait(self.bridge.do(lambda: self.target.now_us) + _SEEN_US)
        return "" if self.answer and self.bridge.do(lambda: self._sees(question)) else "n"

    def typed(self):
        return self._typed.popleft() if self._typed else None

    def type(self, line):
        self._typed.append(line)

    def _wait(self, until_us):
        while self.bridge.do(lambda: self.target.now_us) < until_us:
            time.sleep(0.005)

    def _sees(self, question):
        frame = self.target.frames(self.target.now_us)[-1][1]
        lit = [any(frame[n : n + 3]) for n in range(0, len(frame), 3)]
        one = re.match(r"light (\d+) ", question)
        if one:
            return lit[int(one[1])]
        if "another colour" in question:
            return False
        return all(lit) if question.startswith("Colour") else True

    def _obey(self, text):
        button = re.match(r"press (the table|\w+)", text)
        if button:
            name = button[1].removeprefix("the ")
            self._later(lambda: self.world.press(name, True), 100_000)
            self._later(lambda: self.world.press(name, False), 100_000)
        elif text.startswith("Reader"):
            card = self.world.box.card(self.world.game.actions[0], 1)
            self._later(lambda: self.world.lay(card), 300_000)
        elif text.startswith("next: "):
            self._walking = True
            self._told = self._spaces[text.removeprefix("next: ").rpartition(" (")[0]]
        elif text.startswith("Buttons"):
            self._walking = False

    def _clear(self):
        for pawn in list(self.world.pawns):
            if pawn.bit >= 0:
                self.world.lift(self.world.spaces.colours[pawn.seat],
                                self.world.spaces.place(pawn.seat, pawn.bit))  # fmt: skip
        self._pawn = self.world.pawns[0]
        return self.target.now_us

    # -- the hands -----------------------------------------------------------------------

    def _later(self, action, us):
        last = self._queue[-1][0] if self._queue else self.target.now_us
        self._queue.append((last + us, action))

    def _react(self):
        now = self.target.now_us
        while self._queue and self._queue[0][0] <= now:
            self._queue.pop(0)[1]()
        if self._walking and now >= self._due_us and not self._queue:
            self._due_us = now + _STEP_US
            self._follow(now)

    def _follow(self, now):
        bit = self._told if self._reads else self._lit(now)
        if bit is None:
            return
        if bit != self._bit:
            if self.visits == self.stops_after:
                self._walking = False
                self.type("q")
                return
            self.visits += 1
            self._put(bit)
            self._bit, self._since_s = bit, time.monotonic()
        elif time.monotonic() - self._since_s > _PUZZLED_S:
            self._since_s = time.monotonic()
            self.type("")

    def _put(self, bit):
        spaces = self.world.spaces
        colour = spaces.colours[self._pawn.seat]
        if self._pawn.bit >= 0:
            self.world.lift(colour, spaces.place(self._pawn.seat, self._pawn.bit))
        name = spaces.name(bit)
        slot = int(name[-1]) if name[-2:-1] in {"h", "f"} else None
        place = name if slot is None else name[:-1]
        self._later(lambda: self.world.place(colour, place, slot), 120_000)
        if self._pushes:
            self._later(lambda: None, 200_000)
            for way in _PUSHES:
                self._later(lambda way=way: self.world.mover.push(self._pawn, *way), 180_000)
            self._later(lambda: None, 180_000)

    def _lit(self, now):
        """Return the space whose light is white now, None when there is none (it blinks)."""
        frame = self.target.frames(now)[-1][1]
        for place in range(len(frame) // 3):
            green, red, blue = frame[3 * place : 3 * place + 3]
            if green and green == red == blue:
                return self.world.spaces.layout.LED.index(self.world.lights.index(place))
        return None


class _Screen(io.TextIOBase):
    """A terminal's output; the helper reads every line of it."""

    def __init__(self, robot):
        self._robot = robot
        self._line = ""
        self.text = ""

    def writable(self):
        return True

    def write(self, text):
        self.text += text
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            if line.startswith("Enter when") or "(Enter: yes" in line:
                self._robot.type(self._robot.ask(line))
            else:
                self._robot.say(line)
        return len(text)


class _Keyboard:
    """A terminal's input: what the helper types."""

    def __init__(self, robot):
        self._robot = robot
        self.over = False

    def isatty(self):
        return True

    def __iter__(self):
        while not self.over:
            line = self._robot.typed()
            if line is None:
                time.sleep(0.002)
            else:
                yield line + "\n"
