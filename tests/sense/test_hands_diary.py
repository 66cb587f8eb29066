# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the recogniser says to hands that play, hesitate and err, turn after turn, as a diary for each rulebook.

`diaries/RULEBOOK.txt` has what each hand does and every answer: `make accept` writes them anew; they are there to be
read, and a change in them is a change of behaviour. Hands are thrown with dice, so nobody chose them: a right move in
any order, parts of it, wrong spaces, a pawn too many, a press too soon, a move taken back, boards changed in the dark.
"""

from pathlib import Path

import pytest
from dice import Dice
from golden import same_lines
from halfway import hops, likely, turns
from rig import Rig

from rules.game import NOBODY, TURN
from rules.notation import place_text
from sense import recognise
from sense.debounce import Debounce

FOLDER = Path(__file__).with_name("diaries")
TURNS = 30
DARK = 10  # boards of each rulebook
GAMES = {
    "partners-pawns": "green:h,h,3,20 blue:h,h,h,33 red:h,h,40,z4 yellow:h,h,h,10 turn=green",
    "partners-movers": "green:h,0,3,z4 blue:h,h,15,33 red:h,h,h,40 yellow:h,h,10,45 turn=red",
    "partners-nordic": "green:h,h,3,20 blue:h,h,22,33 red:h,h,44,z3 yellow:h,h,h,45 turn=blue",
    "ludo-norsk": "red:h,0,0,5 yellow:h,h,h,20 blue:h,h,13,33 green:h,h,40,z2 turn=red",
    "sorry": "red:h,h,3,20 blue:h,h,25,33 yellow:h,h,40,z2 green:h,h,h,47 turn=red",
}


class Watched(Rig):
    """A rig that writes down the choices of a question, too."""

    def note(self, code):
        r = self.recogniser
        super().note(code)
        if code == recognise.ASK:
            at, said, detail = self.out[-1]
            under = " over another" if r.question.under is not None else ""
            names = [self.named(choice) for choice in r.question.event()]
            self.out[-1] = (at, said, detail + under)
            self.out += [(at, "choice", name) for name in names]
        elif code == recognise.GUIDE and r.mistaken:
            at, said, detail = self.out[-1]
            self.out[-1] = (at, said, detail + " mistake")


class Evening:
    """One game with dice for hands."""

    def __init__(self, line, seed):
        self.rig = Watched(line)
        self.dice = Dice(seed)
        self.lines = [line]
        self.told = 0

    def say(self, what):
        self.flush()
        self.lines.append(f"* {what}")

    def flush(self):
        for _, code, detail in self.rig.out[self.told :]:
            self.lines.append(f"  {code} {detail}".rstrip())
        self.told = len(self.rig.out)

    def spot_text(self, spot):
        return self.rig.map.token(0, spot)

    def lift(self, spot):
        if self.rig.counts[spot]:
            self.say(f"lift {self.spot_text(spot)}")
            self.rig.take(spot)
            return True
        return False

    def place(self, spot):
        self.say(f"place {self.spot_text(spot)}")
        self.rig.put(spot)

    def pause(self):
        self.rig.wait((40, 120, 260, 450, 700, 1100)[self.dice(6)])
        self.flush()

    def move(self, steps):
        """Make the parts of a move, mixed: some lifted together, some one after the other."""
        dice = self.dice
        steps = list(steps)
        if len(steps) > 1 and dice(2):
            steps.reverse()
        together = len(steps) > 1 and not dice(3)
        if together:
            for start, _ in steps:
                self.lift(start)
                self.pause()
            for _, end in steps:
                self.place(end)
                self.pause()
            return
        for start, end in steps:
            if self.lift(start):
                self.pause()
                if not dice(5):  # it is put down on the way
                    way = 1 + dice(self.rig.map.game.ring)
                    self.place(way)
                    self.pause()
                    self.lift(way)
                    self.pause()
                self.place(end)
                self.pause()

    def err(self):
        """Do something that is no move."""
        dice, rig = self.dice, self.rig
        what = dice(9)
        taken = [spot for spot in range(1, rig.map.n_spots) if rig.counts[spot]]
        spot = taken[dice(len(taken))]
        if what == 0:
            self.lift(spot)
            self.pause()
            self.place(spot)
        elif what == 1:
            self.lift(spot)
            self.pause()
            self.place(1 + dice(rig.map.game.ring))
        elif what == 2:
            self.place(1 + dice(rig.map.game.ring))
        elif what == 3:
            self.say("the seat button")
            rig.press()
            rig.done()
        elif what == 4:
            self.say(f"touch {self.spot_text(spot)}")
            rig.take(spot).wait(5 + 5 * dice(9)).put(spot)
        elif what in (5, 6):
            other = taken[dice(len(taken))]
            self.say(f"{self.spot_text(spot)} and {self.spot_text(other)} change places")
            if what == 5:
                rig.take(spot).wait(200).take(other).wait(300).put(spot).wait(250).put(other)
            else:
                rig.take(spot).wait(350).take(other).wait(40).put(other).wait(200).put(spot)
        elif what == 7 and rig.previous is not None:
            self.say("put back as before the last move")
            self.stands(rig.previous)
        else:
            self.say("the next card is near")
            rig.note(rig.recogniser.hurry())
        self.pause()

    def stands(self, state):
        """Put every pawn where a position has it, one at a time."""
        wanted = [0] * self.rig.map.n_spots
        for i in range(16):
            if state[i] != NOBODY:
                wanted[self.rig.map.spot(i >> 2, state[i])] += 1
        for spot in range(1, self.rig.map.n_spots):
            while self.rig.counts[spot] > wanted[spot]:
                self.lift(spot)
                self.pause()
        for spot in range(1, self.rig.map.n_spots):
            while self.rig.counts[spot] < wanted[spot]:
                self.place(spot)
                self.pause()

    def boot(self):
        """Let the recogniser begin anew, as after a power cut."""
        rig = self.rig
        rig.recogniser = recognise.Recogniser(rig.map)
        rig.debounce = Debounce(rig.map.n_bytes)
        rig.recogniser.expect(rig.state, rig.now_ms, rig.previous)

    def way_out(self):
        """Return the guide while it names something, else None."""
        guide = self.rig.recogniser.guide
        return guide if self.rig.recogniser.guiding and (guide.missing or guide.extra) else None

    def dark(self):
        """Pull the plug: pawns are moved, the table comes back, and the guide is followed."""
        rig, dice = self.rig, self.dice
        self.say("the power goes")
        for _ in range(dice(4)):
            taken = [spot for spot in range(1, rig.map.n_spots) if rig.counts[spot]]
            start, end = taken[dice(len(taken))], 1 + dice(rig.map.n_spots - 1)
            if rig.counts[end] < len(rig.map.bits(end)):
                self.say(f"{self.spot_text(start)} is put on {self.spot_text(end)}")
                rig.take(start)
                rig.put(end)
        self.boot()
        self.say("the power is back")
        if rig.results:
            rig.recogniser.offer(rig.results, rig.now_ms, not dice(2))
            rig.wait(60)
            rig.note(rig.recogniser.ask_again())
        rig.wait(3600)
        for _ in range(7):
            guide = self.way_out()
            if guide is None:
                break
            if guide.extra:
                self.lift(rig.spot(guide.extra[0]))
                self.pause()
            guide = rig.recogniser.guide  # the table may have taken the board since
            if guide.missing:
                self.place(rig.spot(guide.missing[0]))
                self.pause()
            rig.wait(900)
        self.flush()

    def noise(self):
        """Let a reed open and close by itself for a while, and the table be believed."""
        rig = self.rig
        spot = 1 + self.dice(rig.map.game.ring)
        self.say(f"the reed of {self.spot_text(spot)} is loose")
        name = place_text(rig.game, spot)
        for number in range(130):
            rig.reed(name, bool(number & 1) != bool(rig.counts[spot]))
            rig.scan_ms, before = 5, rig.scan_ms
            rig.wait(5)
            rig.scan_ms = before
        rig.reed(name, bool(rig.counts[spot]))
        if not self.dice(2):
            self.say(f"believed: {' '.join(rig.recogniser.override())}")
            rig.recogniser.refresh(rig.debounce)
        rig.wait(6000)
        self.flush()

    def turn(self):
        """Play one turn, however long it takes."""
        rig, dice = self.rig, self.dice
        game = rig.game
        for _ in range(40):
            action = dice(len(game.actions))
            found = game.results(rig.state, action)
            if found:
                break
        else:
            rig.state = game.skip(rig.state)
            rig.recogniser.expect(rig.state, rig.now_ms, rig.previous)
            self.say("nobody can play: " + rig.line())
            return
        self.say(f"card {game.actions[action]} ({len(found)} results)")
        before = rig.state
        if len(found) == 1:
            self.say(f"looks like {len(rig.recogniser.looks_like(found, 0))} others")
        rig.card(game.actions[action])
        if not dice(4):
            rig.recogniser.offer(rig.results, rig.now_ms, True, [before])
        rig.wait(200)
        if not dice(3):
            self.err()
        if rig.results:
            move = likely(rig.results, dice)
            end = None
            for i in range(len(rig.results)):
                if rig.results.move(i) == move:
                    end = bytes(rig.results.state(i))
            steps = hops(rig.map, move)
            if steps and not dice(6):
                self.move(steps[: 1 + dice(len(steps))])
                self.dark()
            else:
                self.move(steps)
            if not dice(4):
                self.err()
            rig.wait(900)
            self.flush()
            for again in range(6):
                if rig.state != before or not rig.results:
                    break
                if again == 3:  # nothing helped: the table is set as the move says
                    self.stands(end)
                elif again in (1, 4) or rig.recogniser.question.choices:
                    self.say("the seat button")
                    rig.press()
                    rig.done()
                rig.wait(3500 if again == 2 else 800)
                self.flush()
        if rig.results:
            self.say("the card is taken back")
            rig.results = []
            rig.recogniser.withdraw()
        elif rig.previous is not None and rig.state != before and not dice(5):
            self.say("taken back by hand")
            self.stands(rig.previous)
            rig.wait(1600)
        if not dice(9):
            self.noise()
        if rig.previous is not None and not rig.results and not dice(9):
            self.say("the table takes back")
            stands = rig.state
            rig.state, rig.previous = rig.previous, None
            rig.recogniser.expect(rig.state, rig.now_ms)
            rig.recogniser.insist(stands)
            rig.wait(300)
        self.stands(rig.state)
        rig.wait(1200)
        self.flush()
        if rig.state[TURN] == NOBODY:
            rig.state = bytes(game.new())
            rig.previous = None
            rig.recogniser.expect(rig.state, rig.now_ms)
            self.stands(rig.state)
            rig.wait(1200)
        self.lines.append("= " + rig.line())


def diary(rulebook, seed=11):
    evening = Evening(f"{rulebook} {GAMES[rulebook]}", seed)
    for _ in range(TURNS):
        evening.turn()
    return evening.lines


def dark():
    """Return what is said of boards on which pawns were moved in the dark, and to who follows the guide."""
    lines = []
    for rulebook, line in GAMES.items():
        dice = Dice(31)
        evening = Evening(f"{rulebook} {line}", 31)
        rig = evening.rig
        before = None
        for state, _ in turns(rig.game, dice, DARK):
            rig.counts = [0] * rig.map.n_spots
            rig.wire[:] = b"\xff" * len(rig.wire)
            for i in range(16):
                if state[i] != NOBODY:
                    rig.put(rig.map.spot(i >> 2, state[i]))
            rig.state, rig.previous, rig.results = state, before if dice(2) else None, []
            evening.say(f"expected: {rig.line()}")
            many = dice(5)
            for _ in range(many):
                taken = [spot for spot in range(1, rig.map.n_spots) if rig.counts[spot]]
                near = [spot for spot in taken if spot < rig.map.home] if dice(3) else taken
                start = (near or taken)[dice(len(near or taken))]
                end = 1 + dice(rig.map.n_spots - 1) if dice(3) else taken[dice(len(taken))]
                evening.say(f"{evening.spot_text(start)} stands on {evening.spot_text(end)}")
                rig.take(start).put(end)
            evening.boot()
            if not dice(3):
                rig.wait(100)
                rig.recogniser.insist(before if before and dice(2) else None)
            rig.wait(3600)
            for _ in range(10):
                guide = evening.way_out()
                if guide is None:
                    break
                if guide.extra:
                    evening.lift(rig.spot(guide.extra[0]))
                    rig.wait(400)
                if guide.missing:
                    evening.place(rig.spot(guide.missing[0]))
                rig.wait(1500)
            before = state
        evening.flush()
        lines += evening.lines
    return lines


@pytest.mark.parametrize("name", [*GAMES, "dark"])
def test_the_recogniser_says_what_its_diary_has(name):
    same_lines(FOLDER / f"{name}.txt", dark() if name == "dark" else diary(name))
