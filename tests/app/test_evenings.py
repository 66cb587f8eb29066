# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whole evenings by dice, as diaries: what hands did, and what was said, sounded, lit and kept then.

The dice move pawns well and badly, lay cards of every kind, press and hold buttons, pull the plug, break parts and
seat computers. A line of `diaries/*.txt` is a gesture, or what came of it and after how many ms. `make accept`
writes them anew.
"""

import gc
from pathlib import Path

import pytest
from deals import deck_of, shuffled
from dice import Dice
from fake_machine import MACHINE
from golden import same_lines
from instead import Instead
from tempdir import new_folder
from test_learning import straight
from wholetable import UID, WholeTable

from app import system
from app.requests import RequestError
from app.service.calibration import NONE
from app.table.seats import CHOOSE, LEVELS, PASS, RECEIVE
from boards.partners import N_BITS, N_LEDS
from drivers import cardid
from light import language
from light.layers import N_LAYERS
from rules.game import NOBODY, TURN
from rules.moves import BUMP, SELF, STEP, SWAP
from rules.moves import parts as operations

FOLDER = Path(__file__).with_name("diaries")
TABLE = 4
_LAYERS = ("fault", "refusal", "flash", "guide", "bump", "wall", "hints", "turn", "ambience")
_SIGNAL = {(one[1], one[2], one[3]): one[4] for one in language.SIGNALS if one[2] is not None}
_SEAT_SIGNAL = {(one[1], one[3]): one[4] for one in language.SIGNALS if one[2] is None}
assert len(_LAYERS) == N_LAYERS

if not hasattr(gc, "mem_free"):
    gc.mem_free = lambda: 0  # what is free is in no diary


class Random:
    """Instead of `random`."""

    def __init__(self, seed):
        self.randrange = Dice(seed)


class Evening(WholeTable):
    """A table that keeps a diary.

    Args:
        dice: decide what hands do.
        line: a position to begin with; "" for a new game.
        settings: settings by name.
    """

    def __init__(self, dice, line="", settings=None):
        self.dice = dice
        self.said = []
        self.lit = {}
        self.board = None
        self.begun_ms = 1000
        self.told = 0
        self.piles = {}  # the cards in front of each seat, of one deal
        self.dealt = None
        self.note(f"{line or 'a new game'} {settings or ''}")
        WholeTable.__init__(self, new_folder(), line, settings)
        self.listen()

    # -- what is kept of it ---------------------------------------------------------------

    def note(self, text):
        self.said.append(text)

    def came(self, text):
        self.said.append(f"{self.now - self.begun_ms:6d}  {text}")

    def listen(self):
        """Hear what is sounded and kept, and note what has been said."""
        self.told = 0
        self.lit = {}
        one = self.system
        hear, append, keep = one.hardware.buzzer.sound, one.journal.append, one.match._force.keep

        def heard(name):
            self.came(f"sound {name}")
            return hear(name)

        def appended(kind, payload):
            self.came(f"journal {kind} {payload.hex()}")
            return append(kind, payload)

        def kept(*what):
            self.came("in force {} {} {}".format(*what))
            return keep(*what)

        one.hardware.buzzer.sound = one.table.sound = heard
        one.journal.append = appended
        one.match._force.keep = kept
        self.hear_events()

    def hear_events(self):
        """Note the events since the last time."""
        for event in self.events[self.told :]:
            fields = {k: v for k, v in event.items() if k not in ("t", "event", "text")}
            words = " ".join(f"{k}={v}" for k, v in fields.items())
            self.came(f"{event['event']}: {words}".rstrip(": "))
        self.told = len(self.events)

    def turn(self):
        """Let 5 ms pass; what is lit when something has been said is noted with the next turn."""
        said = len(self.events) > self.told
        self.hear_events()
        WholeTable.turn(self)
        if said:
            self.look()
        self.hear_events()

    def look(self):
        """Note what each layer of lights says now, if it has changed."""
        lights = self.system.lights
        many = lights._n
        colours = list(self.system.feedback._leds.rgb)
        for layer in range(N_LAYERS):
            seen = {}
            for led in range(many):
                pattern = lights._patterns[layer * many + led]
                if pattern:
                    rgb = lights._palette[lights._colours[layer * many + led]]
                    name = _SIGNAL.get((layer, rgb, pattern))
                    if name is None and rgb in colours:
                        name = f"{_SEAT_SIGNAL.get((layer, pattern), pattern)} {'abcd'[colours.index(rgb)]}"
                    elif name is None:
                        name = f"{rgb} {pattern}"
                    seen.setdefault(name, []).append(str(led))
            text = ", ".join(f"{name} {' '.join(leds)}" for name, leds in sorted(seen.items()))
            if self.lit.get(layer, "") != text:
                self.lit[layer] = text
                self.came(f"{_LAYERS[layer]}: {text or 'nothing'}")

    def gesture(self, text, ms=0):
        """Note a gesture that was made just now, what it lights at once, and what comes of it."""
        self.note(f"{self.system.table.phase}: {text}")
        self.begun_ms = self.now
        if ms:
            self.run(20)
            self.look()
            self.run(ms - 20)
            self.look()

    # -- power ----------------------------------------------------------------------------

    def stand(self, state):
        WholeTable.stand(self, state)
        if self.board is not None:  # the plug was pulled: pawns stay where they are
            self.slots = self.board
            for spot in range(1, self.map.n_spots):
                self._levels(spot)
        return self

    def plug(self):
        """Pull the plug and put it in again."""
        self.board = self.slots
        same = self.system.match.game.rulebook
        WholeTable.__init__(self, self.folder, now=self.now + 60_000)
        self.board = None
        assert self.system.match.game.rulebook == same
        self.begun_ms = self.now
        self.listen()

    # -- what the dice know ---------------------------------------------------------------

    @property
    def match(self):
        return self.system.match

    def one_of(self, things):
        things = list(things)
        return things[self.dice(len(things))]

    def stands(self):
        """Return a spot where a pawn stands, drawn, and one where none does."""
        full = sorted(spot for spot, pawns in self.slots.items() if pawns)
        empty = [
            spot for spot in range(1, self.map.n_spots)
            if self.slots.get(spot, 0) < len(self.map.bits(spot))
        ]  # fmt: skip
        return self.one_of(full), self.one_of(empty)

    def add(self, spot, pawns):
        self.slots[spot] = self.slots.get(spot, 0) + pawns
        self._levels(spot)

    def carried(self, start, end, air_ms, text):
        """Carry a pawn from a spot to another."""
        self.add(start, -1)
        self.gesture(f"{text}: lift {start}", air_ms)
        self.add(end, 1)
        self.gesture(f"place {end}", 150)

    # -- gestures -------------------------------------------------------------------------

    def makes(self, move):
        """Make a move with tidy hands: bumped pawns go home after the part that bumped them."""
        where = self.map.spot
        for kind, seat, a, b, other in operations(move):
            if kind == SWAP:
                self.add(where(seat, a), -1)
                self.gesture(f"lift {where(seat, a)}", 300)
                self.carried(where(other, b), where(seat, a), 300, "swap")
                self.add(where(other, b), 1)
                self.gesture(f"place {where(other, b)}", 300)
            elif kind == STEP:
                self.carried(where(seat, a), where(seat, b), 400, "move")
            elif kind in (SELF, BUMP):
                self.carried(where(seat, a), where(seat, 0), 200, "home")
        self.gesture("rests", 6000)

    def fair_card(self):
        """Lay a card that can be played, if the dice find one."""
        game, match = self.match.game, self.match
        for trial in range(8):
            action = self.dice(len(game.deck))
            if "swap" in game.actions and trial == 0 and self.dice(2):
                action = game.actions.index("swap")
            copies = [c for c in range(1, game.deck[action] + 1) if not match.seen(action, c)]
            if copies and game.results(match.state, action):
                self.card(game.actions[action], self.one_of(copies))
                self.gesture(f"card {game.actions[action]}", 400)
                return
        self.hold(match.state[TURN])

    def deal(self):
        """Give every seat other cards when a deal has begun."""
        match = self.match
        now = (match.number(), match.round.dealer, match.round.deal)
        if self.dealt != now:
            if not self.piles or match.round.deal == 1:
                self.deck = shuffled(deck_of(match.game), self.dice)
            self.dealt = now
            hand = match.game.hand + match.game.exchange - 1
            self.piles = {seat: [self.deck.pop() for _ in range(hand)] for seat in range(4)}

    def serve(self):
        """Lay the pile that the lights ask for on the slot; return whether they ask."""
        computers = self.system.table.computers
        if computers is None or self.match.round is None or self.system.table.active >= 0:
            return False
        kind, seat = computers.seats.task()
        if not kind or kind == CHOOSE:
            return False
        self.deal()
        for action, copy in list(self.piles[seat ^ 2 if kind == RECEIVE else seat]):
            if computers.seats.task() != (kind, seat) or self.system.table.active >= 0:
                break
            self.card(self.match.game.actions[action], copy)
            self.gesture(f"pile of {seat}: {self.match.game.actions[action]} {copy}", 300)
            if computers.seats.task() != (kind, seat) and kind == PASS:
                self.piles[seat].remove((action, copy))
                self.piles[seat ^ 2].append((action, copy))
        return True

    def odd_card(self):
        game = self.match.game
        what = self.dice(6)
        if what == 0:
            self.reads("two").gesture("two cards", 300)
        elif what == 1:
            self.reads("card", UID, None, "blank").gesture("a blank tag", 300)
        elif what == 2:
            self.reads("removed").gesture("the card is taken away", 300)
        elif game.deck:
            action = self.dice(len(game.deck))
            self.card(game.actions[action], 1).gesture(f"any card: {game.actions[action]}", 400)

    def tapped(self, button, ms=300):
        self.pressed |= 1 << button
        self.gesture(f"button {button} down", 100)
        self.pressed &= ~(1 << button)
        self.gesture("up", ms)

    def hold(self, button):
        self.pressed |= 1 << button
        self.gesture(f"button {button} held", 1800 if button == TABLE else 900)
        self.pressed &= ~(1 << button)
        self.gesture("up", 300)

    def begins_turn(self):
        """Throw, or lay a card; for a computer what it asks for."""
        match = self.match
        if self.serve():
            return
        computers = self.system.table.computers
        if computers is not None and computers.seats.computer(match.state[TURN]) and self.dice(4):
            self.gesture("waits for the computer", 2000)
        elif match.game.die and self.dice(3):
            self.tapped(match.state[TURN], 600)
        elif match.game.deck:
            self.fair_card()

    def plays(self):
        results = self.system.table.results
        if results:
            _, move = results[self.dice(len(results))]
            if move:
                self.makes(move)
        if self.system.table.phase == "move":
            self.tapped(self.match.state[TURN])

    def puts_right(self):
        """Do what the lights of a guide ask for, or put every pawn where it belongs."""
        guide = self.system.recogniser.guide
        if self.dice(3) and guide.missing_spots and guide.extra_spots:
            self.carried(guide.extra_spots[0], guide.missing_spots[0], 300, "as shown")
            self.gesture("rests", 1500)
        else:
            self.stand(self.match.state)
            self.gesture("all as it should be", 2500)

    def answers(self):
        what = self.dice(7)
        if what == 0:
            self.tapped(self.dice(4))
        elif what == 5:
            self.plug()
            self.gesture("the power comes back", 1500)
        elif what == 6:
            self.mistakes()
        elif what == 1:
            spot, _ = self.stands()
            self.add(spot, -1)
            self.gesture(f"point: lift {spot}", 700)
            self.add(spot, 1)
            self.gesture(f"place {spot}", 1200)
        else:
            self.tapped(self.match.state[TURN], 900)

    def folds(self):
        game = self.match.game
        for _ in range(4):
            action = self.dice(len(game.deck))
            self.card(game.actions[action], 1 + self.dice(game.deck[action]))
            self.gesture(f"fold {game.actions[action]}", 300)

    def mistakes(self):
        start, end = self.stands()
        what = self.dice(3)
        if what == 0:
            self.carried(start, end, 300, "wrong")
            self.gesture("rests", 2000)
        elif what == 1:
            self.carried(start, start, 500, "put back")
            self.gesture("rests", 1200)
        else:
            self.carried(start, end, 200, "quickly")
            self.carried(end, start, 200, "and back")
            self.gesture("rests", 1500)

    def breaks(self):
        """Let a part fail for a while."""
        what = self.dice(4)
        if what == 0:
            self.reads("offline", "no answer").gesture("the reader goes", 1500)
            self.reads("online").gesture("and comes", 500)
        elif what == 1:
            self.broken = True
            self.gesture("the chain breaks", 1200)
            self.broken = False
            self.gesture("and is whole", 1200)
        elif what == 2:
            MACHINE.pins[26].level = 0
            self.gesture("the supply goes", 1500)
            MACHINE.pins[26].level = 1
            self.gesture("and comes", 1500)
        else:
            self.system.crashed("light", ValueError("odd"), self.now)
            self.gesture("a task raises", 2500)

    def asks(self):
        """Ask over USB for another player, or something that is told."""
        seat = self.one_of(self.match.game.seats)
        request = self.one_of((
            {"cmd": "state"},
            {"cmd": "seats"},
            {"cmd": "seats", "seats": {self.match.game.colours[seat]: self.one_of(LEVELS[:3])}},
            {"cmd": "log.list"},
            {"cmd": "hello"},
        ))  # fmt: skip
        try:
            answer = self.system.requests.serve(dict(request))
        except RequestError as error:
            answer = f"refused: {error}"
        self.gesture(f"request {request}", 200)
        self.came(f"answer {answer}")

    def waits(self):
        if self.dice(3):
            self.gesture("waits", 1000)
        else:
            self.gesture("rests", 9000)
        if self.match.round is not None and not self.dice(3):
            self.hold(self.match.state[TURN] if self.match.state[TURN] != NOBODY else 0)

    def step(self):
        """Let the dice decide what hands do next; mostly what the table waits for."""
        chance = self.dice(100)
        phase = self.system.table.phase
        if chance < 4:
            self.plug()
            self.gesture("the power comes back", 1500)
        elif chance < 7:
            self.breaks()
        elif chance < 10:
            self.asks()
        elif chance < 15:
            self.odd_card()
        elif chance < 19:
            self.tapped(self.dice(5))
        elif chance < 23:
            self.hold(TABLE)
        elif chance < 28:
            self.mistakes()
        elif chance < 31:
            self.waits()
        elif phase in ("deal", "card"):
            self.begins_turn()
        elif phase == "move":
            self.plays()
        elif phase in ("guide", "setup"):
            self.puts_right()
        elif phase == "ask":
            self.answers()
        elif phase == "fold":
            self.folds()
        else:
            self.hold(TABLE)

    def until(self, lines):
        """Go on until the diary has so many lines."""
        self.gesture("the power comes", 1500)
        self.look()
        while len(self.said) < lines:
            self.step()
        return self.said


class Workshop(Evening):
    """A table that is learnt, tried and given its cards, by somebody who slips and gives up now and then."""

    def __init__(self, dice, line, settings):
        self.jobs_free = True
        Evening.__init__(self, dice, line, settings)

    def listen(self):
        Evening.listen(self)
        self.reader.presence = self  # which holds this tag since before
        self.candidate = None
        self.uid = UID if self.dice(2) else None
        self.reader.lock_tag = lambda uid, payload: self.job("lock", uid, payload)
        self.reader.write_payload = lambda uid, payload, force: self.job(
            "write", uid, payload, force
        )

    def job(self, *what):
        self.came("reader: " + " ".join(str(part) for part in what))
        return self.dice(5) > 0

    def request(self, cmd, **fields):
        """Ask, and note what is answered, but what is never the same."""
        try:
            answer = self.system.requests.serve({"cmd": cmd, **fields})
        except RequestError as error:
            answer = f"refused: {error}"
        else:
            answer.pop("heap_free", 0)
        self.gesture(f"request {cmd} {fields or ''}".rstrip(), 100)
        self.came(f"answer {answer}")

    def touches(self, inputs, ms=500):
        self.close(*inputs)
        self.gesture(f"pawn on {inputs}", ms)
        self.open()
        self.gesture("lifted", 450)

    # -- what is done in each mode ----------------------------------------------------------

    def begins(self):
        what = self.dice(8)
        if what < 3:
            spaces = [self.dice(N_BITS) for _ in range(3 + self.dice(3))]
            lights = [self.dice(N_LEDS) for _ in range(self.dice(4))]
            walk, fresh = self.dice(2) > 0, not self.dice(9)
            if not fresh:
                straight(self.folder, spaces, lights if walk else (), walk)
            self.open()
            if not self.dice(3):
                self.close(self.dice(N_BITS))
            method = {} if self.dice(3) else {"method": self.one_of(("lit", "walk", "fast"))}
            self.request("learn.start", id=1, fresh=fresh, **method)
            self.run(400)
        elif what < 5:
            self.open()
            if self.dice(2):
                self.close(self.dice(N_BITS))
            self.run(100)
            self.request("doctor.start")
        elif what < 7:
            self.request("tags.start")
        else:
            self.request(
                self.one_of(
                    ("learn.skip", "doctor.walk", "tags.stop", "log.list", "hello", "config")
                )
            )

    def learns(self):
        mode, layout = self.system.mode, self.system.layout
        here, chance = mode._walk.here, self.dice(40)
        space = self.dice(N_BITS)
        wanted = here
        if here != NONE and not mode._spaces:
            spaces = [n for n in range(N_BITS) if layout.LED[n] == here]
            wanted = spaces[0] if spaces else NONE
            if not spaces and chance < 30:
                self.tapped(list(layout.SEAT_LED).index(here) if here in layout.SEAT_LED else 0)
                return
        if chance < 28 and wanted != NONE:
            self.touches([wanted])
        elif chance < 31:
            self.touches([space, self.dice(N_BITS)])
        elif chance < 33:
            self.touches([space], 150)
        elif chance < 35:
            self.touches([space])
        elif chance < 37:
            self.tapped(TABLE)
        elif chance < 38:
            self.hold(self.dice(5))
        elif chance < 39 and len(mode._walk.todo) > 9:
            self.request("learn.stop", save=True)
        else:
            self.request(
                self.one_of(
                    ("learn.state", "learn.start", "learn.skip", "learn.stop", "doctor.start")
                )
            )

    def tries(self):
        what = self.dice(12)
        if what < 4:
            here = self.system.mode._walk
            self.touches(
                [here.here if here is not None and self.dice(3) else self.dice(N_BITS)], 100
            )
        elif what == 4:
            self.tapped(self.dice(5))
        elif what == 5:
            self.reads("card", UID, None, self.one_of(("blank", "foreign"))).gesture("a tag", 100)
            self.reads(self.one_of(("removed", "two"))).gesture("no more", 100)
        elif what < 8:
            self.request("doctor.walk")
        elif what == 8:
            rgb = [self.dice(256) for _ in range(3)]
            self.request("doctor.show", **{"from": self.dice(9), "to": self.dice(20), "rgb": rgb})
        elif what == 9:
            self.request("doctor.sound", name=self.one_of(("win", "tick", "fault", "song")))
        else:
            self.request(
                self.one_of(("doctor.status", "doctor.show", "doctor.start", "doctor.stop"))
            )

    def prepares(self):
        what, uid = self.dice(12), self.one_of((UID, b"\x04zyxwv"))
        card = {"uid": uid.hex(), "kind": self.dice(4), "copy": 1 + self.dice(3)}
        if what < 3:
            held = self.one_of(("ok", "blank", "foreign"))
            payload = cardid.build(3, card["kind"], card["copy"]) if held == "ok" else None
            if payload and not self.dice(4):
                payload = payload[:-1]
            self.reads("card", uid, payload, held).gesture(f"tag {uid.hex()} {held}", 100)
        elif what == 3:
            self.reads(self.one_of(("removed", "two"))).gesture("no more, or two", 100)
        elif what == 4:
            done = self.one_of(("written", "locked"))
            self.reads(done, uid, self.one_of(("ok", "it has gone"))).gesture(done, 100)
        elif what < 8:
            self.request("tags.learn", **card)
        elif what == 8:
            self.request("tags.write", force=self.dice(2) > 0, **card)
        elif what == 9:
            self.request("tags.lock", **card)
        elif what == 10:
            self.request("tags.forget", uid=uid.hex())
        else:
            self.request(self.one_of(("tags.list", "tags.start", "tags.stop")))

    def step(self):
        mode = self.system.mode
        if self.system.restarting is not None or not self.dice(60):
            self.plug()
            self.gesture("the table starts again", 1000)
        elif mode is None:
            self.begins()
        elif not self.dice(60):
            self.gesture("nobody asks any more", 31_000)
        else:
            {"learn": self.learns, "doctor": self.tries, "tags": self.prepares}[mode.name]()


EVENINGS = {
    "partners-pawns": (
        1, "partners-pawns green:h,h,3,20 blue:h,h,5,33 red:h,40,52,z1 yellow:h,h,1,50 turn=green", {},
    ),
    "partners-movers": (
        2, "partners-movers green:h,h,3,20 blue:h,h,5,33 red:h,40,52,z1 yellow:h,h,1,50 turn=red",
        {"hints": "pawns", "fold": "trusted"},
    ),
    "partners-nordic": (
        3, "partners-nordic green:h,h,3,20 blue:h,h,5,33 red:h,40,52,z1 yellow:h,h,1,50 turn=blue",
        {"hints": "off"},
    ),
    "computers": (
        6, "", {"rulebook": "partners-pawns", "players": ["easy", "human", "normal", "easy"]},
    ),
    "computers-throw": (
        7, "", {"rulebook": "ludo-norsk", "players": ["easy", "human", "normal", "easy"]},
    ),
    "computers-draw": (
        8, "", {"rulebook": "sorry", "players": ["human", "easy", "normal", "easy"]},
    ),
    "ends": (9, "ludo-norsk red:48,z1,z2,z3 blue:h,z1,z2,z3 turn=red", {}),
    "ends-together": (
        15, "partners-pawns green:50,z2,z3,z4 blue:z1,z2,z3,z4 red:z1,z2,z3,z4 yellow:h,z2,z3,z4 turn=green",
        {},
    ),
    "exchanges": (
        12, "partners-movers green:h,3,20,31 blue:h,5,33,44 red:h,h,40,52 yellow:h,1,10,50 turn=green", {},
    ),
    "ludo-norsk": (4, "", {"rulebook": "ludo-norsk"}),
    "sorry": (5, "", {"rulebook": "sorry", "sound": False}),
}  # fmt: skip


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_as_its_diary_says(name):
    seed, line, settings = EVENINGS[name]
    with Instead(system, "random", Random(seed)):
        said = Evening(Dice(seed), line, settings).until(700)
    same_lines(FOLDER / f"{name}.txt", said)


def test_a_day_in_the_workshop_is_as_its_diary_says():
    with Instead(system, "random", Random(1)):
        said = Workshop(Dice(11), EVENINGS["partners-pawns"][1], {}).until(1500)
    same_lines(FOLDER / "workshop.txt", said)
