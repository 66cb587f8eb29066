# SPDX-License-Identifier: Apache-2.0
"""A patient helper at a simulated table behind a pseudo-terminal: does what the doctor says."""

import time

from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec

_STEP_US = 150_000
_CLEARED_US = 2_000_000  # from the last pawn taken off until the answer
_PUZZLED_US = 1_500_000


class Robot:
    """Hands that follow the white light with one pawn, and a voice that answers.

    Args:
        rulebook: what the table plays.
    """

    def __init__(self, rulebook="partners-pawns"):
        self.bridge = PtyBridge(Session(TableSpec(rulebook)), 40.0, self._react)
        self.world = self.bridge.session.world
        self.target = self.bridge.session.target
        self.answer = True
        self.said = []
        self.walking = False
        self._pawn = None
        self._bit = -1
        self._due_us = 0
        self._since_us = 0
        self._queue = []

    def __enter__(self):
        self.bridge.__enter__()
        return self

    def __exit__(self, *error):
        self.bridge.__exit__(*error)
        assert self.bridge.failure is None

    # -- the voice -----------------------------------------------------------------------

    def say(self, text):
        self.said.append(text)
        self.bridge.do(lambda: self._obey(text))

    def yes(self, question):
        if "empty" in question and self.answer:
            empty_us = self.bridge.do(self._clear)
            while self.bridge.do(lambda: self.target.now_us) < empty_us:
                time.sleep(0.01)
        return self.answer

    def _obey(self, text):
        if text.startswith("Buttons"):
            for name in (*self.world.spaces.colours, "table"):
                self._later(lambda name=name: self.world.press(name, True), 100_000)
                self._later(lambda name=name: self.world.press(name, False), 200_000)
        elif text.startswith("Reader"):
            card = self.world.box.card(self.world.game.actions[0], 1)
            self._later(lambda: self.world.lay(card), 300_000)
        elif text.startswith("Take ONE pawn"):
            self.walking = True

    def _clear(self):
        for pawn in list(self.world.pawns):
            if pawn.bit >= 0:
                self.world.lift(self.world.spaces.colours[pawn.seat],
                                self.world.spaces.place(pawn.seat, pawn.bit))  # fmt: skip
        self._pawn = self.world.pawns[0]
        return self.target.now_us + _CLEARED_US

    # -- the hands -----------------------------------------------------------------------

    def _later(self, action, us):
        last = self._queue[-1][0] if self._queue else self.target.now_us
        self._queue.append((last + us, action))

    def _react(self):
        now = self.target.now_us
        while self._queue and self._queue[0][0] <= now:
            self._queue.pop(0)[1]()
        if self.walking and now >= self._due_us and not self._queue:
            self._due_us = now + _STEP_US
            self._follow(now)

    def _follow(self, now):
        light = self._white(now)
        if light is None:
            return
        bit = self.world.spaces.layout.LED.index(light)
        if bit != self._bit:
            self._put(bit)
            self._bit, self._since_us = bit, now
        elif now - self._since_us > _PUZZLED_US:
            self._since_us = now
            self._later(lambda: self.world.press("table", True), 10_000)
            self._later(lambda: self.world.press("table", False), 100_000)

    def _put(self, bit):
        spaces = self.world.spaces
        colour = spaces.colours[self._pawn.seat]
        if self._pawn.bit >= 0:
            self.world.lift(colour, spaces.place(self._pawn.seat, self._pawn.bit))
        name = spaces.name(bit)
        slot = int(name[-1]) if name[-2:-1] in {"h", "f"} else None
        place = name if slot is None else name[:-1]
        self._later(lambda: self.world.place(colour, place, slot), 120_000)

    def _white(self, now):
        """Return the light that is white now, None when there is none (it blinks)."""
        for _, frame in self.target.frames(now)[-1:]:
            for light in range(len(frame) // 3):
                green, red, blue = frame[3 * light : 3 * light + 3]
                if green and green == red == blue:
                    return light
        return None
