# SPDX-License-Identifier: Apache-2.0
"""A table of reeds for tests: pawns are put on places, time passes in scans."""

from rules import family
from rules.notation import position_text
from rules.parse import parse_place, parse_position
from sense import recognise
from sense.boardmap import BoardMap
from sense.debounce import EDGE, HEALTH, Debounce
from sense.question import UNCHANGED

CODES = ("nothing", "accept", "ask", "guide", "back", "undo", "closed")


def board_of(rulebook):
    """Return the generated board module of a rulebook."""
    name = family(rulebook)
    return __import__("boards." + name, None, None, ("RING",))


class Rig:
    """Reeds, debounce and recogniser of one table; levels are set by hand: `rig.take(21).wait(100).put(26)`.

    `out` collects (time, code, detail) of everything the recogniser said.
    """

    def __init__(self, line, scan_ms=5, wiring=None, poll=None):
        self.game, state = parse_position(line)
        self.state = bytes(state)
        self.previous = None
        self.board = board_of(self.game.rulebook)
        self.map = BoardMap(self.board, self.game, wiring)
        self.debounce = Debounce(self.map.n_bytes)
        self.recogniser = recognise.Recogniser(self.map, poll=poll)
        self.scan_ms = scan_ms
        self.now_ms = 1000
        self.wire = bytearray(b"\xff" * self.map.n_bytes)
        self.counts = [0] * self.map.n_spots
        self.results = []
        self.out = []
        for i in range(16):
            if state[i] != 0xFF:
                self.put(self.map.spot(i >> 2, state[i]))
        self.recogniser.expect(self.state, self.now_ms)
        self.wait(100)

    def before(self, line):
        """Make a position the one before the last move."""
        self.previous = bytes(parse_position(line)[1])
        self.recogniser.expect(self.state, self.now_ms, self.previous)
        return self

    def spot(self, text):
        """Return the spot of `17` or `red:z2`."""
        colour, colon, place = text.partition(":")
        if not colon:
            return parse_place(self.game, colour)
        return self.map.spot(self.game.colours.index(colour), parse_place(self.game, place))

    def _level(self, spot):
        bits = self.map.bits(spot)
        for k in range(len(bits)):
            closed = self.counts[spot] > k
            mask = 1 << (bits[k] & 7)
            if closed:
                self.wire[bits[k] >> 3] &= 0xFF ^ mask
            else:
                self.wire[bits[k] >> 3] |= mask

    def put(self, spot):
        """Put a pawn on a spot."""
        self.counts[spot] += 1
        self._level(spot)
        return self

    def take(self, spot):
        """Take a pawn away from a spot."""
        self.counts[spot] -= 1
        self._level(spot)
        return self

    def reed(self, name, closed):
        """Set one raw level, whatever stands there: `17`, `red:z2`, or a slot such as `red:h1`."""
        slot = 0
        if name[-2:-1] in ("h", "f") and name[-1:].isdigit():
            name, slot = name[:-1], int(name[-1])
        bit = self.map.bits(self.spot(name))[slot]
        mask = 1 << (bit & 7)
        if closed:
            self.wire[bit >> 3] &= 0xFF ^ mask
        else:
            self.wire[bit >> 3] |= mask

    def wait(self, ms):
        """Let time pass in scans."""
        end = self.now_ms + ms
        while self.now_ms < end:
            self.now_ms += self.scan_ms
            self.scan()
        return self

    def scan(self):
        """Scan once and note what the recogniser says."""
        change = self.debounce.step(self.now_ms, self.wire)
        if change & EDGE:
            self.recogniser.hints(self.debounce).rest()
        if change & HEALTH:
            self.recogniser.refresh(self.debounce)
        self.note(self.recogniser.step(self.now_ms, self.debounce))

    def note(self, code):
        """Note a code and do what the game would do."""
        r = self.recogniser
        if code == recognise.NOTHING:
            return
        detail = ""
        if code == recognise.ACCEPT:
            self.previous = self.state
            self.state, _ = self.results[r.chosen]
            detail = self.line() + (" asked" if r.asked else "")
            self.results = []
            r.expect(self.state, self.now_ms, self.previous)
        elif code == recognise.ASK:
            shown = self.named(r.question.shown)
            detail = "%d choices, shown %s" % (len(r.question.event()), shown)
        elif code == recognise.GUIDE:
            detail = "missing=%s extra=%s" % (",".join(r.guide.missing), ",".join(r.guide.extra))
        elif code == recognise.UNDO:
            self.state = self.previous
            self.previous = None
            detail = self.line()
            r.expect(self.state, self.now_ms)
        self.out.append((self.now_ms, CODES[code], detail))

    def named(self, choice):
        """Return the position line of a choice, `unchanged` or `previous`."""
        if choice >= 0:
            return position_text(self.game, self.results[choice][0])
        return "unchanged" if choice == UNCHANGED else "previous"

    def line(self):
        """Return the position believed in."""
        return position_text(self.game, self.state)

    def card(self, name):
        """Lay a card: offer its results."""
        action = self.game.actions.index(name)
        if self.results:
            self.settle(False)
            self.note(self.recogniser.hurry())
            if self.results:
                self.out.append((self.now_ms, "refused", "finish-move"))
                return self
        self.results = self.game.results(self.state, action)
        self.recogniser.offer(self.results, self.now_ms)
        return self

    def press(self):
        """Press the seat button."""
        self.note(self.recogniser.confirm())
        return self

    def done(self):
        """Press the seat button of who acts."""
        self.settle(True)
        self.note(self.recogniser.done())
        return self

    def settle(self, over):
        """Let scans go on until a card or a button may end the move."""
        while not self.recogniser.ripe(over):
            self.wait(5)

    def said(self):
        """Return the codes so far as one line."""
        return " ".join([code for _, code, _ in self.out])
