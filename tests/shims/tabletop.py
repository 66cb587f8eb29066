# SPDX-License-Identifier: Apache-2.0
"""A table without electronics: tidy hands on switch levels, the real game and its lights behind them."""

from switches import Switches
from tempdir import new_folder

from app.table.cards import Deck
from app.table.feedback import Feedback
from app.table.led_map import LedMap
from app.table.match import Match
from app.table.seats import LEVELS, Seats
from app.table.table import Table
from drivers import buttons, cardid
from light.lights import Lights
from players.chance import Chance
from rules import load
from rules.parse import parse_position
from sense.boardmap import BoardMap
from sense.debounce import EDGE, HEALTH, Debounce
from sense.recognise import Recogniser
from store.journal import Journal
from ticks import after

SETTINGS = {"fold": "shown", "hints": "full"}
STEP_MS = 5
FRAME_MS = 50


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
        self.sounds = []
        self.settings = dict(SETTINGS)
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
        self.lights = Lights(self.layout.N_LEDS)
        self.frame = bytearray(3 * self.layout.N_LEDS)
        leds = LedMap(self.lights, self.layout, self.map, self.debounce)
        self.table = Table(
            self.match,
            Deck(self.game, NoTags()),
            self.recogniser,
            Feedback(self.lights, leds, self.game, self.settings),
            self.sounds.append,
            self.events.append,
            lambda faces: self.dice.pop(0),
            self.settings,
            lambda: self.make_seats([]),
        )

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
        for _ in range(ms // STEP_MS):
            code = self.debounce.step(self.now, self.wire)
            if code & HEALTH:
                self.recogniser.refresh(self.debounce)
            if code & EDGE:
                self.table.lifted(self.now, self.debounce)
            self.table.settle(self.now, self.debounce)
            self.table.go_on(self.now)
            self.table.draw(self.now)
            self.table.think(self.now)
            self.table.draw(self.now)
            if self.now % FRAME_MS == 0:
                self.lights.render(self.now, self.frame)
            self.now = after(self.now, STEP_MS)
        return self

    # -- what is seen -------------------------------------------------------------------

    @property
    def phase(self):
        return self.table.phase_name

    @property
    def results(self):
        return self.table.phase.results

    def named(self, name):
        return [event for event in self.events if event["event"] == name]

    def lit(self):
        self.lights.render(self.now, self.frame)
        return Switches.lit(self)

    # -- what hands do ------------------------------------------------------------------

    def card(self, action, copy=1, lying=False):
        """Lay a card on the slot, by action name."""
        kind = self.game.actions.index(action)
        payload = cardid.build(self.game.deck_id, kind, copy)
        self.table.card(self.now, b"\x04abcdef", payload, "ok", lying)
        return self.wait(20)

    def press(self, number, down_ms=None):
        self.table.button(self.now, buttons.PRESS | number, down_ms)
        return self

    def release(self, number):
        self.table.button(self.now, buttons.RELEASE | number)
        return self.wait(20)

    def tap(self, number):
        return self.press(number).release(number)

    def hold(self, number):
        self.table.button(self.now, buttons.PRESS | number)
        self.table.button(self.now, buttons.HOLD | number)
        self.table.button(self.now, buttons.HOLD_END | number)
        return self.wait(20)


def table_at(line, folder=None, dice=(), now=1000):
    """Return a table in the middle of a game, from a position line; its clock begins at `now`."""
    game, state = parse_position(line)
    return Tabletop(
        folder or new_folder(), game.rulebook, game.seats, game.options, state, dice, now
    )
