# SPDX-License-Identifier: Apache-2.0
"""Whole evenings: hands, cards, questions, take-backs, plugs pulled, and a judge of coloured pawns.

`python tests/hands/evening.py --turns 2000 --rulebook sorry` plays at the game over switches alone, so
that tens of thousands of turns take minutes; `--table sim` at `tavle sim --stdio`. A turn is a move
made by one of the models of hands, with all that happens at a table: the card laid in the middle of
the move, hands that go on while it asks, a take-back and then another move, a mess, the plug pulled
with pawns moved in the dark. What is counted:

* wrong: accepted what the coloured pawns do not show, also when the pawns in the hands are put where
  they may still go; undone wrongly: the same of a take-back, but one that stood there when a reed told last is
  right: the card is in force again, and what was done since, unseen, is asked about when the button says done;
* lost: a move that stands there and is neither accepted nor asked about, also when the button says done;
* wedged: every pawn is put where the table believes it, and it does not go on;
* dark: the guide after a cut names a pawn that is not displaced, or leaves one out;
* fault: a part of the program has failed.
"""

import argparse
import random
import sys
import time
from collections import Counter
from typing import Any

import hands_path  # noqa: F401
from evening_tables import SimTable, SlowTable, SwitchTable
from models import MODELS
from pawns import (
    Pawns,
    at_home,
    each,
    free_spaces,
    is_swap,
    look,
    looks_of,
    middle_line,
    places_of,
    standing,
    under_way,
    without,
)
from shares import wilson

from rules import RULEBOOKS, family, load
from rules.parse import parse_position
from tavle.sim.gestures import Gesture

# A bouncing contact holds on for 20 ms, a press is heard after 20: no reed tells sooner.
_LIFT_MS = 46
_RARE = ("7", "swap", "11", "1/14", "sorry")  # actions that are chosen more often
_TURNS = 14  # in one evening
_PLAYED = 17  # bytes of a state that the players see: pawns, and whose turn it is
_MOMENTS = (
    "lift",
    "aside",
    "lift and button",
    "lift and card",
    "button",
    "next card",
    "cut",
    "given up",
)
_SEATS = (None, (0, 2), None, (0, 1, 3))  # who plays, where fewer than four may
_DUE_MS = (600, 600, 600, 1500, 3000)  # when a board is judged, after the last act
TABLES = {"switches": SwitchTable, "sim": SimTable, "computing": SlowTable}
BAD = ("wrong", "undone wrongly", "lost", "wedged", "dark", "fault", "card", "take-back lost")


class TroubleError(Exception):
    """The table did what it must not do; what follows means nothing."""


class Evening:
    """One table on one evening.

    Args:
        rulebook: its id.
        seed: decides everything.
        table: `switches` or `sim`.
        models: whose hands play.
        log: called with one line per thing that happens.

    Attributes:
        seen: what was counted.
        troubles: failures in words.
    """

    easy = staticmethod(at_home)  # what positions have little of

    def __init__(
        self, rulebook: str, seed: int, table: str, models: tuple[str, ...], log: Any = None
    ) -> None:
        self.chance = random.Random(seed * 7907 + 3)
        self.name = f"{rulebook} seed {seed}"
        self.log = log or (lambda _text: None)
        self._models = models
        self.seen: Counter[str] = Counter()
        self.troubles: list[str] = []
        free = family(rulebook) != "partners" and len(load(rulebook).seats) == 4
        seats = _SEATS[seed % 4] if free else None
        line = self.first(rulebook, seed, seats)
        self.game, state = parse_position(line)
        self.pawns = standing(self.game, bytes(state))  # foreign homes as `blue:h`
        self.held: list[str] = []
        self.low: list[str] = []  # places whose reeds a pawn closes that is carried low over them
        self.before: bytes | None = None  # the position before the last move
        self._recent: list[tuple[int, Pawns]] = []  # (when, what stood there before a lift)
        self._unseen: list[Pawns] = []  # what has stood there since a reed told last
        self._expected: tuple[Pawns, Pawns] | None = None  # where a move leads from and to
        self._by_button = False
        self._heard = 0
        self._read = 0
        self._manners: list[str] = []
        self.table: Any = TABLES[table](line, seed)
        self.run(100)

    def first(self, rulebook: str, seed: int, seats: tuple[int, ...] | None) -> str:
        """Return the line of the position that the evening begins with."""
        return middle_line(rulebook, seed, seats, self.easy)

    # -- the world --------------------------------------------------------------------------------

    def run(self, ms: int) -> None:
        for _ in range(max(1, ms // 40)):
            self.table.step(min(40, ms))
            self._hear()

    def act(self, do: str, colour: str, at: str) -> None:
        """Lift or place a pawn."""
        self.log(f"{self.table.now}   {do} {colour} {at}")
        if do == "lift":
            self._recent = [*self._recent[-4:], (self.table.now, self._stand())]
        self.account(do, colour, at)
        self.table.act(do, colour, at)
        self._hear()

    def account(self, do: str, colour: str, at: str) -> None:
        """Follow a coloured pawn: lifted, or put down."""
        seen = look(self.pawns)
        if do == "lift":
            self.pawns[colour].remove(at)
            self.held.append(colour)
        elif do == "place":
            self.held.remove(colour)
            self.pawns[colour] = sorted([*self.pawns[colour], at])
            self.low = [place for place in self.low if place != at]
        elif do == "close":
            self.low.append(at)
        elif do == "open" and at in self.low:
            self.low.remove(at)
        if look(self.pawns) != seen or do in ("open", "close"):
            self._unseen = []
        self._unseen.append(self._stand())

    def _stand(self) -> Pawns:
        """Return where the pawns stand now, as `standing` tells it of a position."""
        return {c: sorted(places) for c, places in self.pawns.items()}

    def perform(self, acts: list[Gesture]) -> None:
        """Let hands do their acts at their times."""
        began = self.table.now - (acts[0].t_ms if acts else 0)
        for act in acts:
            while began + act.t_ms - self.table.now >= 5:
                self.table.step(5 * min(8, (began + act.t_ms - self.table.now) // 5))
                self._hear()
            self.act(act.do, act.colour, act.at)

    # -- the judge --------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Judge what was said; the pawns stand as they did then."""
        events = self.table.events
        while self._heard < len(events):
            event = events[self._heard]
            self._heard += 1
            self.log(f"{self.table.now} {event}")
            name = event["event"]
            if name == "accepted":
                if event["move"] != "-":
                    self.judge("wrong", event)
                self.before = self._believed
                self._believed = bytes(parse_position(event["position"])[1])
            elif name == "undone":
                if not self._by_button:
                    self.judge("undone wrongly", event)
                self.before = None
                self._believed = bytes(parse_position(event["position"])[1])
            elif name == "fault" and event["part"] != "sensor" and not event.get("over"):
                self.trouble("fault", event)
            elif name == "refused" and event["what"] == "move" and self._expected:
                self.seen["refused in mid-hand"] += under_way(*self._expected, self.pawns)

    _believed = b""

    def judge(self, what: str, event: dict[str, Any]) -> None:
        """Raise `TroubleError` where the pawns do not show the position of an event; `what` names the failure."""
        told = standing(self.game, bytes(parse_position(event["position"])[1]))
        told_ms = event.get("t", self.table.now)
        views = [was for when, was in self._recent if told_ms - when < _LIFT_MS]
        if what == "undone wrongly":
            views += self._unseen
        if told in (self.pawns, *views):
            return
        if self._may_become(told):
            self.seen["accepted with a pawn in the hand"] += 1
            return
        self.trouble(what, event)

    def _may_become(self, told: Pawns) -> bool:
        """Return whether putting down the pawns in the hands makes a position, and no reed would tell of it."""
        seen = dict(self.pawns, low=[place for place in self.low if self.held])
        if look(told) not in (look(self.pawns), look(seen)):
            return False
        for colour, places in told.items():
            if without(self.pawns[colour], places):
                return False
            if len(without(places, self.pawns[colour])) != self.held.count(colour):
                return False
        return True

    def trouble(self, what: str, detail: Any) -> None:
        """Count a failure and end the evening."""
        self.seen[what] += 1
        text = (
            f"{what}: {self.name} turn {self.seen['turns']} ({', '.join(self._manners)}): {detail}"
            f" with {self.pawns} held {self.held}"
        )
        self.troubles.append(text)
        self.log(text)
        raise TroubleError(text)

    def wait_for(self, ms: int, *names: str) -> dict[str, Any] | None:
        """Return the next event of these names that nobody has looked at."""
        end = self.table.now + ms
        while True:
            while self._read < len(self.table.events):
                event: dict[str, Any] = self.table.events[self._read]
                self._read += 1
                if event["event"] in names:
                    return event
            if self.table.now >= end:
                return None
            self.run(40)

    # -- a turn -----------------------------------------------------------------------------------

    def play(self, turns: int) -> None:
        """Play some turns, and what comes between them."""
        try:
            self._believed = self.table.state()
            while self.seen["turns"] < turns and self.turn():
                if self.chance.random() < 0.08:
                    self.dark()
        except TroubleError:
            pass
        finally:
            self.table.close()

    def choose(self, state: bytes) -> tuple[int, int, list[Any]] | None:
        game = self.game
        actions = list(range(len(game.actions)))
        self.chance.shuffle(actions)
        actions.sort(key=lambda a: game.actions[a] not in _RARE or self.chance.random() < 0.5)
        for action in actions:
            results = list(game.results(state, action))
            copies = self.table.copies(action)
            if copies and any(move for _, move in results):
                return action, self.chance.choice(copies), results
        return None

    def turn(self) -> bool:
        """Play one turn of some kind; False when nothing can be played."""
        self._settle_down()
        state = self.table.state()
        chosen = self.choose(state)
        if chosen is None or self.table.phase() == "over":
            return False
        action, copy, results = chosen
        self._manners = [self.game.actions[action]]
        self.seen["turns"] += 1
        self._read = len(self.table.events)
        lively = [r for r in results if r[1] and (r[0][:16] != state[:16] or is_swap(r[1]))]
        if not lively:
            self.lay(action, copy)
            self.run(3000)
            if self.table.phase() == "move":
                self._press(state[16])
            return True
        wanted, move = self.chance.choice(lively)
        wanted, move = bytes(wanted), bytes(move)
        acts = self.script(state, move, results)
        self._expected = (standing(self.game, state), standing(self.game, wanted))
        self.log(f"-- turn {self.seen['turns']}: {self._manners}")
        kind = self.chance.random()
        early = self.begins(kind, acts)
        self.perform(acts[:early])
        if early:
            self.run(self.chance.choice((50, 700)))
        if self._believed[:_PLAYED] != state[:_PLAYED]:
            return True  # begun early, it took the move before back
        if self.lay(action, copy):
            early = 0  # what was done too early has been put back
        if not early:
            self.run(self.chance.choice((20, 200, 800)))
        if self._believed[:_PLAYED] != state[:_PLAYED]:
            return True  # there was nothing to choose
        if 0.1 <= kind < 0.16:
            self._expected = None
            self._mess(results)
            return True
        if 0.16 <= kind < 0.24:
            self._cut_within(acts)
        else:
            self.perform(acts[early:])
            if self.chance.random() < 0.3 and not self._moment(acts, wanted):
                return True
        self._expected = None
        exchange = is_swap(move) or self.game.actions[action] == "sorry"
        if self.finish(wanted, move, exchange) and self.chance.random() < 0.12:
            self._take_back(state, action)
        return True

    def begins(self, kind: float, acts: list[Gesture]) -> int:
        """Return how many acts of a move are done before its card is laid."""
        return self.chance.randrange(len(acts) + 1) if kind < 0.1 else 0

    def _moment(self, acts: list[Gesture], wanted: bytes) -> bool:
        """Do something just when the table is about to say something; False: the move is given up."""
        kind = self.chance.choice(_MOMENTS)
        self._manners.append(kind)
        self.seen["moments"] += 1
        due_ms = self.chance.choice(_DUE_MS) + 5 * self.chance.randint(-20, 8)
        self._pass(due_ms)
        here = [(act.colour, act.at) for act in acts if act.at in self.pawns.get(act.colour, ())]
        colour, at = self.chance.choice(here or [(c, p[0]) for c, p in self.pawns.items() if p])
        seat = self._believed[16]
        if kind == "given up":
            self._hold()
            return False
        if kind == "cut":
            self._cut(self.chance.choice(([], [("lift", colour, at), ("place", colour, at)])))
            self.run(600)
        elif kind == "next card":
            self._lay_any()
        elif kind == "button":
            if not self._choices():
                self._press(self.chance.choice((seat, seat, (seat + 1) % 4)))
        else:
            self.act("lift", colour, at)
            if kind == "aside":
                self._pass(self.chance.choice((30, 120, 300)))
                aside = self.chance.choice(free_spaces(self.game, self.pawns))
                self.act("place", colour, aside)
                self._pass(self.chance.choice((30, 150, 450)))
                self.act("lift", colour, aside)
            self._pass(self.chance.choice((5, 15, 30, 45, 55, 65, 90)))
            choices = self._choices()
            if kind == "lift and button" and (not choices or choices[0] == wanted[:_PLAYED]):
                self._press(seat)
            elif kind == "lift and card":
                self._lay_any()
            self._hear()
            self._pass(self.chance.choice((5, 20, 40, 150, 800, 4000)))
            self.act("place", colour, at)
            self._pass(self.chance.choice((5, 10, 20, 400)))
            choices = self._choices()
            if kind == "lift and button" and (not choices or choices[0] == wanted[:_PLAYED]):
                self._press(seat)
        self._hear()
        return True

    def _pass(self, ms: int) -> None:
        """Let a time pass to 5 ms."""
        for _ in range(ms // 5):
            self.table.step(5)
            self._hear()

    def _up(self, colour: str, at: str, ms: int) -> None:
        """Lift a pawn, and put it back after a while."""
        self.act("lift", colour, at)
        self._pass(ms)
        self.act("place", colour, at)

    def _lay_any(self) -> None:
        """Lay a card that has not been played, if there is one."""
        actions = [k for k in range(len(self.game.actions)) if self.table.copies(k)]
        if actions:
            action = self.chance.choice(actions)
            self.table.card(action, self.chance.choice(self.table.copies(action)))

    def script(self, state: bytes, move: bytes, results: list[Any]) -> list[Gesture]:
        mine = random.Random(self.chance.randrange(1 << 30))
        looks = looks_of(self.game, [*(position for position, _ in results), state, self.before])
        model = self.chance.choice(self._models)
        hands = MODELS[model](mine, self.game, state, looks)
        acts = [act for act in hands.script(move) if act.do != "nudge"]  # without effect here
        self._manners += [model, *hands.manners]
        return acts

    def lay(self, action: int, copy: int) -> bool:
        """Lay a card, or throw the die, until it is taken; return whether every pawn was put back for that."""
        self.log(f"{self.table.now} card {self.game.actions[action]}")
        began = {colour: list(places) for colour, places in self.pawns.items()}
        believed = self._believed
        for _ in range(4):
            since = self._read = len(self.table.events)
            dice = self.game.die and self.table.throws and self.table.phase() == "card"
            if dice and self.chance.random() < 0.7:
                self.table.throw(action)
            else:
                self.table.card(action, copy)
            self._hear()
            event = self.wait_for(1500, "card", "rolled", "refused")
            self._read = since
            if event is None or event["event"] != "refused":
                return self.pawns != began
            self.run(2500)
            if self._believed[:_PLAYED] != believed[:_PLAYED]:
                return True  # the move before was taken back meanwhile
            if self._choices():
                self._nothing_taken_back()
        self.trouble("card", self.table.events[-4:])
        return False

    def _nothing_taken_back(self) -> None:
        """Answer a question that was raised by a move begun before its card: everything stands as it did."""
        self.restore(self._believed)
        self.run(900)
        for _ in range(6):
            choices = self._choices()
            if not choices:
                return
            if choices[0] == self._believed[:_PLAYED]:
                self._press(self._believed[16])
            else:
                on = [p for places in self.pawns.values() for p in places if p.isdigit()]
                self._up_and_down(self.chance.choice(on))

    def _press(self, seat: int) -> None:
        if seat > 3:  # nobody is to act: the game is over
            seat = self.game.seats[0]
        self.log(f"{self.table.now} press {seat}")
        self.table.press(seat)
        self._hear()

    def _hold(self) -> None:
        if self.table.phase() == "over":
            return  # that would begin a new game
        self.log(f"{self.table.now} hold")
        self._by_button = True
        self.table.hold()
        self._hear()
        self._by_button = False

    # -- until the move is accepted ---------------------------------------------------------------

    def _choices(self) -> list[bytes]:
        """Return the choices of the open question as the players see them, [] for none."""
        if self.table.phase() != "ask":
            return []
        self._pass(40)  # the lights are there before the words
        asked = [event for event in self.table.events if event["event"] == "ask"][-1]
        return [bytes(parse_position(line)[1])[:_PLAYED] for line in asked["choices"]]

    def finish(self, wanted: bytes, move: bytes, exchange: bool) -> bool:
        """Wait until the table has understood; answer its questions. True: it was accepted."""
        kind = "exchange" if exchange else "plain"
        seat = self._believed[16]
        self.seen[kind] += 1
        presses = asked = 0
        first = None
        for _ in range(18):
            event = self.wait_for(5000, "accepted", "undone")
            if event is not None:
                self.seen["presses " + kind] += presses
                if asked:
                    self.seen["asked " + kind] += 1
                    self.seen["first"] += bool(first)
                rested = event["event"] == "undone" or self._believed[:16] != wanted[:16]
                self.seen["rested"] += rested
                return event["event"] == "accepted"
            choices = self._choices()
            if not choices:
                presses += 1
                self._press(seat)
                continue
            asked += 1
            first = choices[0] == wanted[:_PLAYED] if first is None else first
            if choices[0] == wanted[:_PLAYED]:
                presses += 1
                self._press(seat)
            else:
                self._point(move, choices[0], asked)
        self.trouble("lost", f"{self.table.phase()} {self.table.events[-3:]}")
        return False

    def _point(self, move: bytes, shown: bytes, attempt: int) -> None:
        """Lift a pawn that the move has moved and the shown choice has not, or else any of it."""
        about = places_of(self.game, self._believed, move)
        on = [(c, at) for c, places in sorted(self.pawns.items()) for at in places if at in about]
        on = [(c, at) for c, at in on if at.isdigit() or at[:1] == "z"]
        if not on:
            self.run(1500)
            return
        seen = standing(self.game, shown)
        moved = [(c, at) for c, at in on if at not in seen.get(c, [])]
        on = moved if moved and attempt < 4 else on
        self._up_and_down(on[attempt % len(on)][1])

    def _up_and_down(self, at: str) -> None:
        """Lift all that stands on a place, for as long as one likes, and put it back."""
        there = [c for c, places in self.pawns.items() for place in places if place == at]
        for colour in there:
            self.act("lift", colour, at)
        self.run(self.chance.choice((150, 400, 3500)))
        for colour in there:
            self.act("place", colour, at)
        self.run(900)

    # -- trouble ----------------------------------------------------------------------------------

    def restore(self, state: bytes) -> None:
        """Put every pawn where a position has it."""
        target = standing(self.game, state)
        wrong = [(c, p) for c, places in self.pawns.items() for p in without(places, target[c])]
        self.chance.shuffle(wrong)
        for colour, place in wrong:
            self.act("lift", colour, place)
            self.run(self.chance.choice((60, 200, 600)))
        back = [(c, p) for c, places in target.items() for p in without(places, self.pawns[c])]
        self.chance.shuffle(back)
        for colour, place in back:
            self.act("place", colour, place)
            self.run(self.chance.choice((60, 200, 500)))

    def _settle_down(self) -> None:
        """Put the pawns where the table believes them: it must wait for a card then."""
        for _ in range(3):
            self.restore(self._believed)
            self.run(2600)
            if self.table.phase() == "ask":
                self._nothing_taken_back()
            if self.table.phase() in ("ask", "move"):
                self._hold()
                self.run(400)
            if self.table.phase() == "guide" and self.pawns == standing(self.game, self._believed):
                self._press(self._believed[16])  # they changed places too fast for the reeds
                self.run(400)
        if self.table.phase() not in ("card", "deal", "over", "fold"):
            self.trouble("wedged", f"{self.table.phase()} {self.table.events[-3:]}")
        if self.pawns != standing(self.game, self.table.state()):
            self.trouble("wedged", "another position is believed")

    def _mess(self, results: list[Any]) -> None:
        """Put pawns anywhere, then find the way out."""
        self._manners.append("mess")
        self.seen["messes"] += 1
        movable, free = each(self.pawns), free_spaces(self.game, self.pawns)
        looks = looks_of(self.game, [*(after for after, _ in results), self.before])
        some = min(self.chance.choice((1, 2, 3)), len(movable))
        for colour, place in self.chance.sample(movable, some):
            self.act("lift", colour, place)
            self.run(self.chance.choice((80, 400)))
            self.act("place", colour, self.chance.choice(free))
            if look(self.pawns) in looks:  # other pawns than a move's stand where its pawns would
                self._hold()
                return
            self.run(self.chance.choice((100, 300)))
        self.run(self.chance.choice((300, 2000, 8000)))
        if self.chance.random() < 0.3:
            self._hold()
            self.run(400)

    def _take_back(self, old: bytes, action: int) -> None:
        """Put the pawns of the accepted move back; then another move of the card is made."""
        new = self._believed
        back = self.before is not None and self.before[:16] == old[:16] != new[:16]
        if not back or self.table.phase() not in ("card", "move", "guide", "ask"):
            return
        self._manners.append("taken back")
        self.seen["take-backs"] += 1
        self._read = len(self.table.events)
        self.run(self.chance.choice((200, 1500, 6000)))
        self.restore(old)
        if self._see_taken_back(old, new) != "undone":
            if looks_of(self.game, [old]) != looks_of(self.game, [new]):
                self.trouble("take-back lost", self.table.events[-3:])
            self._hold()  # from stack to stack no reed has opened
            return
        results = list(self.game.results(old, action))
        lively = [r for r in results if r[1] and r[0][:16] != old[:16]]
        if self.table.phase() != "move" or not lively:
            return
        wanted, move = self.chance.choice(lively)
        acts = self.script(old, bytes(move), results)
        self.perform(acts)
        exchange = is_swap(move) or self.game.actions[action] == "sorry"
        self.finish(bytes(wanted), bytes(move), exchange)

    def _see_taken_back(self, old: bytes, new: bytes) -> str:
        """Answer until the move is undone; return `undone`, `asked` when it is about something else, "" for neither."""
        same = looks_of(self.game, [old]) == looks_of(self.game, [new])
        for _ in range(8):
            undone = self.wait_for(4500, "undone")
            choices = self._choices()
            if undone or self._believed[:_PLAYED] != new[:_PLAYED]:
                return "undone"
            if choices and old[:_PLAYED] not in choices:
                return "asked"
            if choices and choices[0] != old[:_PLAYED]:
                self._point_back(old, new)
            elif choices or same:
                self._press(new[16])
        return ""

    def _point_back(self, old: bytes, new: bytes) -> None:
        before, after = standing(self.game, old), standing(self.game, new)
        moved = [p for c in before for p in without(before[c], after[c]) if p != "h"]
        if moved:
            self._up_and_down(self.chance.choice(moved))

    # -- in the dark ------------------------------------------------------------------------------

    def _cut(self, acts: list[tuple[str, str, str]]) -> None:
        """Pull the plug, act in the dark, put it back."""
        for act in acts:
            self.account(*act)
        self.log(f"{self.table.now} dark: {acts}")
        self.table.cut(acts)

    def _cut_within(self, acts: list[Gesture]) -> None:
        """Pull the plug in the middle of a move; the hands go on in the dark, or are stopped."""
        self._manners.append("cut")
        self.seen["cuts"] += 1
        cut = self.chance.randrange(len(acts) + 1)
        self.perform(acts[:cut])
        self.run(self.chance.choice((5, 50, 300, 650, 900)))
        rest = acts[cut:]
        on = self.chance.random() < 0.5
        self._cut([(act.do, act.colour, act.at) for act in rest] if on else [])
        self._hear()
        self.run(self.chance.choice((100, 1500, 5000)))
        if not on:
            self.perform(rest)

    def dark(self) -> None:
        """Move some pawns in the dark: the guide must name them and no others."""
        self._settle_down()
        if self.table.phase() == "over":
            return
        self._manners = ["dark"]
        self.seen["dark boards"] += 1
        state = self._believed
        movable, free = each(self.pawns), free_spaces(self.game, self.pawns)
        acts = []
        missing = []
        some = min(self.chance.choice((1, 1, 2, 3, 4)), len(movable))
        for colour, place in self.chance.sample(movable, some):
            acts.append(("lift", colour, place))
            missing.append(f"{colour}:{place}")
            if self.chance.random() < 0.7:
                at = self.chance.choice(free)
                free.remove(at)
                acts.append(("place", colour, at))
        self._read = len(self.table.events)
        self._by_button = True  # a position before that happens to stand there is taken
        self._cut(acts)
        self.run(6500)
        self._by_button = False
        if self._believed != state:
            self.seen["dark undone"] += 1
            return
        self._check_guide(sorted(missing))
        self.run(2500)

    def _check_guide(self, missing: list[str]) -> None:
        guide = [e for e in self.table.events[self._read :] if e["event"] == "guide"]
        everywhere = [p for places in standing(self.game, self._believed).values() for p in places]
        stacked = any(everywhere.count(p) > 1 for p in everywhere if p not in {"h", "f"})
        if stacked or self.table.phase() == "ask":
            return  # no reed tells how many pawns are missing
        told = sorted(guide[-1]["missing"]) if guide else []
        if told != missing:
            self.trouble("dark", f"{guide[-1:]}, displaced {missing}")


def play(
    rulebook: str,
    seed: int,
    turns: int = _TURNS,
    table: str = "switches",
    models: tuple[str, ...] = tuple(MODELS),
    log: Any = None,
    who: type[Evening] = Evening,
) -> tuple[Counter[str], list[str]]:
    """Play one evening; return what was counted, and the troubles in words."""
    evening = who(rulebook, seed, table, models, log)
    evening.play(turns)
    return evening.seen, evening.troubles


HEAD = (
    "rulebook         turns wrong undone wedged lost dark fault  asked %              exchanges asked %"
    "     first right %        presses  mid-hand %         in hand take-backs cuts"
)


def line(rulebook: str, seen: Counter[str]) -> str:
    asked = seen["asked plain"] + seen["asked exchange"]
    pressed = seen["presses plain"] + seen["presses exchange"]
    lost = seen["lost"] + seen["take-back lost"] + seen["card"]
    return (
        f"{rulebook:16} {seen['turns']:5} {seen['wrong']:5} {seen['undone wrongly']:6}"
        f" {seen['wedged']:6} {lost:4} {seen['dark']:4} {seen['fault']:5}"
        f"  {wilson(seen['asked plain'], seen['plain']):20}"
        f" {wilson(seen['asked exchange'], seen['exchange']):22}"
        f" {wilson(seen['first'], asked):20} {pressed / max(1, asked):7.2f}"
        f"  {wilson(seen['refused in mid-hand'], seen['turns']):18}"
        f" {seen['accepted with a pawn in the hand']:7} {seen['take-backs']:10}"
        f" {seen['cuts'] + seen['dark boards']:4}"
    )


def main(who: type[Evening] = Evening) -> int:
    """Play evenings; the exit status is 1 when there was trouble."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=500, help="turns per rulebook")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--model", choices=tuple(MODELS), action="append")
    parser.add_argument("--table", choices=tuple(TABLES), default="switches")
    parser.add_argument("--replay", action="store_true", help="one evening, with all that happens")
    options = parser.parse_args()
    bad = 0
    models = tuple(options.model or MODELS)
    print(HEAD)
    for rulebook in options.rulebook or RULEBOOKS:
        began = time.perf_counter()
        if options.replay:
            play(rulebook, options.seed, _TURNS, options.table, models, print, who)
            continue
        seen: Counter[str] = Counter()
        seed = options.seed
        while seen["turns"] < options.turns:
            more, troubles = play(rulebook, seed, _TURNS, options.table, models, None, who)
            seen += more
            for text in troubles:
                print("  " + text, flush=True)
            bad += len(troubles)
            seed += 1
        print(f"{line(rulebook, seen)}  {time.perf_counter() - began:.0f} s", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
