# SPDX-License-Identifier: Apache-2.0
"""Plays a story: what hands do at a table, and what the table says and shows. See README.md.

A story is a text file, a step a line; what follows a step, indented by `>`, is everything the table tells because
of it. `tests/stories/test_stories.py` plays all of them, in CPython and in MicroPython.
"""

from tabletop import Tabletop, table_at
from tempdir import new_folder

from drivers import buttons
from rules.game import HOME

_BUTTON_TABLE = "table"


class Mismatch(AssertionError):
    """The table said or showed something else."""


class Story:
    """One story on one table."""

    def __init__(self):
        self.top = None
        self.told = 0  # events already compared
        self.dice = []

    # -- names ------------------------------------------------------------------------

    def seat(self, colour):
        return self.top.game.colours.index(colour)

    def button(self, name):
        return buttons.TABLE if name == _BUTTON_TABLE else self.seat(name)

    def place(self, token):
        game = self.top.game
        if token == "h":
            return HOME
        if token == "f":
            return game.fin
        if token[0] == "z":
            return game.ring + int(token[1:])
        return 1 + int(token)

    # -- steps ------------------------------------------------------------------------

    def do(self, words):
        """Do one step, given as its words."""
        getattr(self, "do_" + words[0].replace("-", "_"))(*words[1:])

    def do_dice(self, *values):
        self.dice.extend([int(value) for value in values])

    def do_position(self, *words):
        self.top = table_at(" ".join(words), None, self.dice)
        self.top.dice = self.dice

    def do_new(self, rulebook, *colours):
        seats = None
        if colours:
            from rules import load

            game = load(rulebook)
            seats = tuple([game.colours.index(colour) for colour in colours])
        self.top = Tabletop(new_folder(), rulebook, seats)
        self.top.dice = self.dice

    def do_set(self, name, value):
        self.top.settings[name] = value

    def do_seat(self, colour, level):
        levels = ["human"] * 4
        levels[self.seat(colour)] = level
        self.top.computers(*levels)

    def do_card(self, name, copy="1", how=""):
        self.top.card(name, int(copy), how == "lying")

    def do_lift(self, colour, *tokens):
        for token in tokens:
            self.top.lift(self.seat(colour), self.place(token)).wait(100)

    def do_place(self, colour, *tokens):
        for token in tokens:
            self.top.place(self.seat(colour), self.place(token)).wait(100)

    def do_carry(self, colour, start, end, settle="1500"):
        self.top.carry(self.seat(colour), self.place(start), self.place(end), 300, int(settle))

    def do_walk(self, colour, *tokens):
        """Lift, touch every space on the way, put down on the last."""
        seat = self.seat(colour)
        self.top.lift(seat, self.place(tokens[0])).wait(200)
        for token in tokens[1:-1]:
            self.top.place(seat, self.place(token)).wait(180).lift(seat, self.place(token)).wait(
                100
            )
        self.top.place(seat, self.place(tokens[-1])).wait(1500)

    def do_wait(self, ms):
        self.top.wait(int(ms))

    def do_tap(self, name):
        self.top.tap(self.button(name))

    def do_press(self, name):
        self.top.press(self.button(name))

    def do_release(self, name):
        self.top.release(self.button(name))

    def do_hold(self, name):
        self.top.hold(self.button(name))

    def do_power_cut(self):
        self.top.resume()

    # -- what is expected -----------------------------------------------------------------

    def do_phase(self, name):
        if self.top.phase != name:
            raise Mismatch("the phase is %s, not %s" % (self.top.phase, name))

    def do_light(self, colour, token, *name):
        """`light green 17 destination`, `light green h 2 movable`, `light green seat turn`, `light green 17 -`."""
        seat = self.seat(colour)
        wanted = name[-1]
        if token == "seat":
            seen = self.top.seat_light(seat)
        else:
            slot = int(name[0]) if len(name) > 1 else 0
            seen = self.top.light(seat, self.place(token), slot)
        if seen != (wanted if wanted != "-" else ""):
            raise Mismatch("the light of %s %s is %r, not %s" % (colour, token, seen, wanted))

    def do_line(self, *words):
        line = self.top.table.line()
        if line != " ".join(words):
            raise Mismatch("the position is %s" % line)

    def events(self):
        """Return what was told since the last call, a line each."""
        if self.top is None:
            return []
        told = [_line(event) for event in self.top.events[self.told :]]
        self.told = len(self.top.events)
        return told


def _line(event):
    """Return an event as a story has it: the word, then the fields in the order of their names."""
    fields = []
    for name in sorted(event):
        if name in ("event", "t", "text", "version"):
            continue
        value = event[name]
        if isinstance(value, (list, tuple)):
            value = "[%s]" % "; ".join([str(one) for one in value])
        elif isinstance(value, dict):
            value = "{%s}" % "; ".join(["%s %s" % (key, value[key]) for key in sorted(value)])
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        fields.append("%s=%s" % (name, value))
    return " ".join([event["event"]] + fields)


def play(text):
    """Play a story and return its text with what the table said; `Mismatch` where a state is another."""
    story = Story()
    out = []
    waits = False  # steps were done whose events are still to be written
    for raw in text.split("\n"):
        line = raw.strip()
        if line.startswith(">"):
            continue
        if waits and story.top is not None:
            out.extend(["    > " + told for told in story.events()])
        out.append(raw)
        waits = bool(line) and line[0] != "#"
        if waits:
            try:
                story.do(line.split())
            except Mismatch as error:
                raise Mismatch("%s: %s" % (line, error))
    if waits:
        out.extend(["    > " + told for told in story.events()])
    return "\n".join(out)
