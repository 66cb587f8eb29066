# SPDX-License-Identifier: Apache-2.0
"""Plays a story: what hands do at a table, and what the table tells and shows. README.md says how to write one.

A story is a text file with a step on each line. The lines behind a step that begin with `>` are all events that
the table tells because of it.
"""

from instead import full_flash
from tabletop import Tabletop, table_at
from tempdir import new_folder

from drivers import buttons
from rules import load
from rules.game import HOME
from store import files

_LONGEST_MS = 20000  # that `until` waits


class Mismatch(AssertionError):
    """The table told or showed something else."""


def _times(words, *usual_ms):
    """Split words such as `17 22 400ms` into the first ones and the times, missing times as usual."""
    words = list(words)
    given = []
    while words and words[-1].endswith("ms"):
        given.insert(0, int(words.pop()[:-2]))
    return words, (given + list(usual_ms)[len(given) :])


class Story:
    """One story at one table."""

    def __init__(self):
        self.top = None
        self.told = 0  # events already written down
        self.heard = 0  # sounds already compared
        self.position = []  # the words of the last one that was told
        self.step = ""  # the last one's word
        self.round = (
            ""  # the last one that was told; after a power cut it is not written down again
        )
        self.dice = []
        self.dark = False  # the plug is pulled
        self.write = files.write

    # -- names ------------------------------------------------------------------------

    def seat(self, colour):
        return self.top.game.colours.index(colour)

    def button(self, name):
        return buttons.TABLE if name == "table" else self.seat(name)

    def place(self, token):
        game = self.top.game
        if token == "h":
            return HOME
        if token == "f":
            return game.fin
        if token[0] == "z":
            return game.ring + int(token[1:])
        return 1 + int(token)

    # -- the table ----------------------------------------------------------------------

    def do(self, words):
        """Do one step, given as its words."""
        self.step = words[0]
        getattr(self, "do_" + words[0].replace("-", "_"))(*words[1:])

    def do_position(self, *words):
        self.position = words
        self.top = table_at(" ".join(words))
        self.top.dice = self.dice
        self.events()  # of the beginning: nobody needs them

    def do_new(self, rulebook, *colours):
        game = load(rulebook)
        seats = tuple([game.colours.index(colour) for colour in colours])
        self.top = Tabletop(new_folder(), rulebook, seats or None)
        self.position = self.top.table.line().split()
        self.top.dice = self.dice

    def do_begin_again(self):
        self.top.table.restart(self.top.now)

    def do_dice(self, *values):
        self.dice.extend([int(value) for value in values])

    def do_set(self, name, value):
        self.top.settings[name] = value

    def do_seat(self, colour, level):
        levels = ("human", "easy", "normal", "hard")
        self.top.table.players().seat(self.seat(colour), levels.index(level), self.top.now)
        self.wait(20)

    def do_unplug(self):
        self.dark = True

    def do_plug(self):
        self.dark = False
        self.top.resume()

    def do_power_cut(self):
        self.top.resume()

    def do_flash(self, state):
        files.write = full_flash if state == "full" else self.write
        if state != "full":  # what the loop does every half minute
            self.top.journal.retry()
            self.top.table.keep()

    # -- hands ----------------------------------------------------------------------------

    def do_wait(self, time):
        self.wait(_times([time], 0)[1][0])

    def wait(self, ms):
        if not self.dark:
            self.top.wait(ms)

    def do_until(self, name):
        before = len(self.top.named(name))
        for _ in range(_LONGEST_MS // 5):
            if len(self.top.named(name)) > before:
                return
            self.wait(5)
        raise Mismatch("it never comes")

    def do_lift(self, colour, *words):
        tokens, (ms,) = _times(words, 100)
        for token in tokens:
            self.top.lift(self.seat(colour), self.place(token))
            self.wait(ms)

    def do_place(self, colour, *words):
        tokens, (ms,) = _times(words, 100)
        for token in tokens:
            self.top.place(self.seat(colour), self.place(token))
            self.wait(ms)

    def do_carry(self, colour, *words):
        (start, end), (air_ms, then_ms) = _times(words, 300, 1500)
        self.top.lift(self.seat(colour), self.place(start))
        self.wait(air_ms)
        self.top.place(self.seat(colour), self.place(end))
        self.wait(then_ms)

    def do_walk(self, colour, *words):
        """Lift, touch every space on the way, put down on the last."""
        tokens, (touch_ms, air_ms, then_ms) = _times(words, 180, 100, 1500)
        for k in range(len(tokens) - 1):
            last = k == len(tokens) - 2
            self.do_carry(
                colour, tokens[k], tokens[k + 1],
                "%dms" % air_ms, "%dms" % (then_ms if last else touch_ms),
            )  # fmt: skip

    def do_exchange(self, one, here, other, there, *times):
        """Two hands lift two pawns and put each where the other stood."""
        _, (air_ms, then_ms) = _times(times, 300, 1500)
        for colour, token in ((one, here), (other, there)):
            self.do_lift(colour, token, "%dms" % air_ms)
        self.do_place(one, there, "200ms")
        self.do_place(other, here, "%dms" % then_ms)

    def do_put_right(self):
        """Put every pawn where the position has it."""
        self.top.stand(self.top.match.state)
        self.wait(2000)

    def do_card(self, name, *words):
        copy = int(words[0]) if words and words[0] != "lying" else 1
        self.top.card(name, copy, words[-1:] == ("lying",))

    def do_pile(self, *cards):
        """`pile 2 2/3 9`: these cards one after the other, `/3` the third copy."""
        for card in cards:
            name, _, copy = card.partition("/")
            self.do_card(name, copy or "1")

    def do_tag(self, held):
        self.top.table.card(self.top.now, b"\x04abcdef", None, held)
        self.wait(20)

    def do_two_cards(self):
        self.top.table.two_cards(self.top.now)

    def do_tap(self, name):
        self.top.tap(self.button(name))

    def do_press(self, name, ago="0ms"):
        """Press a button, which went down so long ago: it has been debounced."""
        down_ms = self.top.now - _times([ago])[1][0]
        self.top.press(self.button(name), down_ms)

    def do_release(self, name):
        self.top.release(self.button(name))

    def do_hold(self, name):
        self.top.hold(self.button(name))

    def do_hold_on(self, name):
        """Hold a button that is down already."""
        for kind in (buttons.HOLD, buttons.HOLD_END):
            self.top.table.button(self.top.now, kind | self.button(name))
        self.wait(20)

    # -- what is expected -----------------------------------------------------------------

    def do_phase(self, name):
        if self.top.phase != name:
            raise Mismatch("the phase is " + self.top.phase)

    def do_shows(self, signal, *lights):
        """`shows movable 3 20` or `shows turn green:seat`: on these lights it is seen, and on no other."""
        lit = self.top.lit()
        if lights == ("everywhere",):
            lights = [name for _, name in self.top.led_names()]
        seen = sorted([light for light in lit if lit[light] == signal])
        if seen != sorted([light for light in lights if light != "nowhere"]):
            raise Mismatch(
                "there is " + ", ".join(["%s %s" % (lit[one], one) for one in sorted(lit)])
            )

    def do_hear(self, *sounds):
        """`hear tick refused`: these sounds since the last `hear`, or since the beginning."""
        heard = self.top.sounds[self.heard :]
        self.heard = len(self.top.sounds)
        if heard != [sound for sound in sounds if sound != "nothing"]:
            raise Mismatch("it was " + (" ".join(heard) or "nothing"))

    def do_stands(self, *words):
        if self.top.table.line() != " ".join(words):
            raise Mismatch("the position is " + self.top.table.line())

    def do_cards(self, colour, count):
        if self.top.match.hands()[colour] != int(count):
            raise Mismatch("it has %d" % self.top.match.hands()[colour])

    def events(self):
        """Return what was told since the last call, a line each."""
        if self.top is None:
            return []
        told = []
        for event in self.top.events[self.told :]:
            line = self.line(event)
            if event["event"] == "round":
                again = line == self.round and self.step in ("power-cut", "plug")
                line, self.round = ("" if again else line), line
            if line and told and told[-1].endswith(line):
                told[-1] = "%d x %s" % (
                    int(told[-1].split(" x ")[0]) + 1 if " x " in told[-1] else 2,
                    line,
                )
            elif line:
                told.append(line)
        self.told = len(self.top.events)
        return told

    def line(self, event):
        """Return an event as a story has it: its word, then its fields in the order of their names.

        Of a position only that is written down which has changed since the last one.
        """
        fields = []
        for name in sorted(event):
            value = event[name]
            if name in ("event", "t", "text", "version"):
                continue
            if name == "choices":
                value = "[%s]" % "; ".join([self.changed(one) for one in value])
            elif name == "position":
                value, self.position = self.changed(value), value.split()
                if event["event"] == "ready" and value == "as-it-is":
                    continue
            elif isinstance(value, (list, tuple)):
                value = "[%s]" % "; ".join([str(one) for one in value])
            elif isinstance(value, dict):
                value = "{%s}" % "; ".join(["%s %s" % (key, value[key]) for key in sorted(value)])
            elif isinstance(value, bool):
                value = "yes" if value else "no"
            fields.append("%s=%s" % (name, value))
        return " ".join([event["event"]] + fields)

    def changed(self, line):
        """Return the words of a position that are not in the last one."""
        return " ".join([word for word in line.split() if word not in self.position]) or "as-it-is"


def play(text):
    """Play a story and return its text with what the table told. Raises `Mismatch` where a state is another."""
    story = Story()
    out = []
    steps = False  # steps were done whose events are still to be written
    try:
        for raw in text.split("\n"):
            line = raw.strip()
            if line.startswith(">"):
                continue
            if steps:
                out.extend(["    > " + told for told in story.events()])
            out.append(raw)
            steps = bool(line) and line[0] != "#"
            if steps:
                try:
                    story.do(line.split())
                except Mismatch as error:
                    said = "\n".join(out[-12:] + story.events())
                    raise Mismatch("line %d: %s\n%s" % (len(out), error, said)) from None
    finally:
        files.write = story.write
    if steps:
        out.extend(["    > " + told for told in story.events()])
    return "\n".join(out)
