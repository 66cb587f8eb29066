# SPDX-License-Identifier: Apache-2.0
"""A table without electronics: tidy hands on switch levels, the real game behind them."""

from switches import Switches
from tempdir import new_folder

from app.table.cards import Deck
from app.table.match import Match
from app.table.seats import LEVELS, Seats
from app.table.table import Table
from drivers import buttons, cardid
from players.chance import Chance
from rules import load
from rules.moves import BUMP, SELF, STEP, SWAP
from rules.moves import parts as operations
from rules.parse import parse_position
from sense.boardmap import BoardMap
from sense.debounce import EDGE, Debounce
from sense.recognise import Recogniser
from store.journal import Journal
from ticks import after

SETTINGS = {"fold": "shown"}


class Feedback:
    """Remembers what it was asked to show."""

    def __init__(self):
        self.asked = []

    def refresh(self, picture, now_ms):
        self.asked.append(("refresh", picture.phase))
        return ()

    def lifted(self, picture, pawns, now_ms):
        self.asked.append(("lifted", pawns))

    def hands(self, picture, now_ms, debounce):
        hints = picture.hands.hints(debounce)
        for _ in hints.rest():
            pass
        self.asked.append(("hands", hints.lifted, hints.steps, hints.bumps))
        return ()

    def accepted(self, move, seat, now_ms):
        self.asked.append(("accepted", move))

    def undone(self, now_ms):
        self.asked.append(("undone",))

    def refused(self, word, place, seat, now_ms):
        self.asked.append(("refused", word, place))

    def player(self, seat, level):
        self.asked.append(("player", seat, level))

    def pile(self, seat, thinks):
        self.asked.append(("pile", seat, thinks))

    def lays_down(self, seat):
        self.asked.append(("lays_down", seat))

    def laid(self, seat, to, now_ms):
        self.asked.append(("laid", seat, to))

    def rolled(self, value):
        self.asked.append(("rolled", value))


class NoTags:
    """A table of UIDs that has learnt nothing."""

    def get(self, uid):
        return None


class Tabletop(Switches):
    """One game on one board; time passes in scans of 5 ms."""

    def __init__(self, folder, rulebook, seats=None, options=None, state=None, dice=(), now=1000):
        self.game = load(rulebook, seats, options)
        self.layout = __import__("boards." + self.game.family, None, None, ("RING",))
        self.folder = folder
        self.dice = list(dice)
        self.now = now
        self.events = []
        self.wire = bytearray(b"\xff" * self.layout.N_CHIPS)
        self.slots = {}  # spot -> pawns standing there
        self.boot()
        if state is not None:
            self.match.start(None, state)
        else:
            self.match.start()
        self.stand(self.match.state)
        self.table.begin(self.now, False, "test")
        self.wait(50)

    def boot(self):
        """Start the firmware's part anew, as after a power cut."""
        self.journal = Journal(self.folder)
        self.journal.open()
        self.match = Match(self.game, self.journal)
        self.map = BoardMap(self.layout, self.game)
        self.debounce = Debounce(self.map.n_bytes)
        self.recogniser = Recogniser(self.map)
        self.feedback = self.make_feedback()
        self.sounds = []
        self.table = Table(
            self.match,
            Deck(self.game, NoTags()),
            self.recogniser,
            self.feedback,
            self.sounds.append,
            self.events.append,
            lambda: self.dice.pop(0),
            SETTINGS,
            lambda: self.make_seats([]),
        )

    def make_feedback(self):
        return Feedback()

    def make_seats(self, wanted):
        seats = Seats(self.match, self.folder + "/seats.bin", Chance(5))
        seats.load(wanted)
        return seats

    def computers(self, *levels):
        """Seat computers: a level's name, or "human", for each seat."""
        for seat in range(len(levels)):
            if levels[seat] != "human":
                self.table.players().seat(seat, LEVELS.index(levels[seat]), self.now)
        return self

    def resume(self):
        """Pull the plug and go on."""
        self.boot()
        self.match.resume()
        self.table.players()
        self.table.begin(self.now, True, "test")
        return self.wait(50)

    def wait(self, ms):
        for _ in range(ms // 5):
            code = self.debounce.step(self.now, self.wire)
            if code & EDGE:
                self.table.hands(self.now, self.debounce)
            self.table.work(self.now)
            self.table.scan(self.now, self.debounce)
            self.table.think(self.now)
            self.now = after(self.now, 5)
        return self

    def card(self, action, copy=1):
        """Lay a card on the slot, by action name."""
        kind = self.game.actions.index(action)
        payload = cardid.build(self.game.deck_id, kind, copy)
        self.table.card(self.now, b"\x04abcdef", payload, "ok")
        self.table.finish(self.now)
        self.table.keep()
        return self.wait(20)

    def tap(self, number):
        self.table.button(self.now, buttons.PRESS | number)
        self.table.button(self.now, buttons.RELEASE | number)
        self.table.keep()
        return self.wait(20)

    def hold(self, number):
        self.table.button(self.now, buttons.PRESS | number)
        self.table.button(self.now, buttons.HOLD | number)
        self.table.button(self.now, buttons.HOLD_END | number)
        self.table.keep()
        return self.wait(20)

    def move(self, move, bump_last=True):
        """Make a move with tidy hands: bumped pawns go home after the part that bumped them."""
        parts = []
        for op in operations(move):
            if op[0] == BUMP and parts and bump_last:
                parts[-1][1].append(op)
            else:
                parts.append((op, []))
        for (kind, seat, a, b, other), bumps in parts:
            self.lift(seat, a).wait(400)
            if kind == SWAP:
                self.lift(other, b).wait(400)
                self.place(seat, b).wait(300).place(other, a)
            elif kind == STEP:
                # The hand takes the bumped pawn away before it puts its own down.
                for bump in bumps:
                    self.lift(bump[1], bump[2]).wait(200)
                self.place(seat, b).wait(200)
                for bump in bumps:
                    self.place(bump[1], 0).wait(200)
            elif kind in (SELF, BUMP):
                self.place(seat, 0)
            self.wait(300)
        return self.wait(6500)

    def named(self, name):
        return [event for event in self.events if event["event"] == name]


def table_at(line, folder=None, dice=(), now=1000):
    """Return a table in the middle of a game, from a position line; its clock begins at `now`."""
    game, state = parse_position(line)
    return Tabletop(
        folder or new_folder(), game.rulebook, game.seats, game.options, state, dice, now
    )
