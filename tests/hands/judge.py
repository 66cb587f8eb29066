# SPDX-License-Identifier: Apache-2.0
"""Coloured pawns over switches or over magnets and reeds, and a judge who sees the colours; CPython only.

`Judge.play` lets acts of hands happen at a recogniser, answers its questions
as a player would, and says what became of it in one word:

* `accepted`, `asked`: the result that was meant; `rested`: another one that really stood there;
* `wrong`: a result, or a take-back, that the pawns did not show;
* `lost`: a complete move that was neither accepted nor asked about, also when the button said done;
* `stuck`: putting everything back did not lead out either.
"""

import random
from dataclasses import dataclass, field, replace
from typing import Any

from pawns import places_of, standing, under_way
from rig import board_of

from drivers.hc165 import SCAN_MS
from rules import load
from rules.parse import parse_place
from sense import recognise
from sense.boardmap import BoardMap
from sense.debounce import HEALTH, Debounce
from sense.question import PREVIOUS, UNCHANGED
from sense.recognise import Recogniser
from tavle.paths import layout_of
from tavle.sim.gestures import Gesture
from tavle.sim.reeds import Flaws, Reeds

IDEAL = "ideal"  # parts without physics: a switch is closed while a pawn is on its space
_PRESS_MS = 6000  # a player presses when nothing has happened for so long
_GIVE_UP_MS = 24_000
_GRIP_MM = 6.0  # a reed opens 6-14 mm above the board: what a hand does before, no reed can tell
_AFTER_MS = 3000  # what hands do after the acceptance is looked at for so long


def _bits(boardmap: BoardMap, colour: str, place: str) -> list[int]:
    """Return the sensor bits of a colour's place: one, or the slots of an area; `red:h` is red's."""
    owner, _, rest = place.rpartition(":")
    game = boardmap.game
    seat = game.colours.index(owner or colour) if owner or colour else 0
    return boardmap.bits(boardmap.spot(seat, parse_place(game, rest)))


class Board:
    """Coloured pawns over switches that know where they are.

    Attributes:
        wire: raw levels as the debounce takes them, 0 = closed.
    """

    def __init__(self, boardmap: BoardMap, state: bytes) -> None:
        self._map = boardmap
        self._game = boardmap.game
        self.wire = bytearray(b"\xff" * boardmap.n_bytes)
        self._on: dict[int, list[str]] = {}
        self._ghosts: set[int] = set()
        for colour, places in standing(self._game, state).items():
            for place in places:
                self.act("place", colour, place)

    def perform(self, gesture: Gesture) -> None:
        """Do what a hand does; a nudge moves no pawn off its switch."""
        if gesture.do != "nudge":
            self.act(gesture.do, gesture.colour, gesture.at)

    def advance(self, now_ms: int) -> None:
        """Let time pass: these switches have no times of their own."""

    def act(self, do: str, colour: str, place: str) -> None:
        """Lift or place one pawn, or close or open the switch of a place without any."""
        bits = _bits(self._map, colour, place)
        if do == "place":
            free = [bit for bit in bits if not self._on.get(bit)]
            bit = free[0] if free else bits[0]
            self._on.setdefault(bit, []).append(colour)
            self._ghosts.discard(bit)  # who was carried low over it stands there now
        elif do == "lift":
            bit = next(bit for bit in bits if colour in self._on.get(bit, []))
            self._on[bit].remove(colour)
        else:
            bit = bits[0]
            (self._ghosts.add if do == "close" else self._ghosts.discard)(bit)
        mask = 1 << (bit & 7)
        if self._on.get(bit) or bit in self._ghosts:
            self.wire[bit >> 3] &= 0xFF ^ mask
        else:
            self.wire[bit >> 3] |= mask

    def colours_on(self, bit: int, gripped: bool = False) -> list[str]:
        """Return the colours of the pawns on a space; `gripped`: also of those that no reed has lost yet."""
        return self._on.get(bit, [])

    def shows(self, state: bytes, gripped: bool = False) -> bool:
        """Return whether the pawns stand as in a state, by their colours.

        `gripped`: also while a hand has taken hold of one, and its magnet is still over its reed.
        """
        for colour, places in standing(self._game, state).items():
            for place in set(places):
                there = [
                    c
                    for bit in _bits(self._map, colour, place)
                    for c in self.colours_on(bit, gripped)
                ]
                if there.count(colour) != places.count(place):
                    return False
        return True

    def pawns(self) -> list[tuple[str, str]]:
        """Return (colour, place) of every pawn that is on the board."""
        out = []
        for bit, spot in enumerate(self._map.spot_of_bit):
            colours = self.colours_on(bit)
            place = self._map.token(0, spot)
            if self._map.owner(spot) == 0xFF:
                place = place.partition(":")[2]
            out += [(colour, place) for colour in colours]
        return out


class ReedBoard(Board):
    """Coloured pawns with magnets over reeds, as they were bought.

    Args:
        boardmap: of the game's board.
        state: where the pawns stand first.
        parts: one of `plane.CORNERS`.
        seed: decides parts, aim and bounce.
    """

    def __init__(self, boardmap: BoardMap, state: bytes, parts: str, seed: int) -> None:
        board = layout_of(boardmap.game.rulebook)
        self._reeds = Reeds(board, lambda *at: _bits(boardmap, *at), seed, Flaws(parts))
        super().__init__(boardmap, state)
        self.advance(0)

    def perform(self, gesture: Gesture) -> None:
        """Do what a hand does; what the reeds make of it comes by `advance`."""
        if gesture.do in ("close", "open"):
            bit = _bits(self._map, gesture.colour, gesture.at)[0]
            self._reeds.contacts.set_stuck({bit: 1 if gesture.do == "close" else None})
        else:
            self._reeds.act(gesture)

    def act(self, do: str, colour: str, place: str) -> None:
        """Put a pawn down at the beginning, without an edge."""
        self._reeds.put(colour, place)

    def advance(self, now_ms: int) -> None:
        """Let magnets move and contacts bounce up to a time."""
        self._reeds.advance(now_ms)
        self.wire[:] = bytes(level ^ 0xFF for level in self._reeds.levels)

    def colours_on(self, bit: int, gripped: bool = False) -> list[str]:
        """Return the colours of the pawns on a space; `gripped`: also of those that no reed has lost yet."""
        return self._reeds.colours_on(bit, _GRIP_MM if gripped else 0.0)


@dataclass
class Verdict:
    word: str
    asked: bool = False
    presses: int = 0
    first_right: bool = False  # the choice shown first was the one that was meant
    refused: int = 0  # told to be wrong with every pawn where the move begins or ends, or held
    guided: bool = False  # a way out was shown
    wait_ms: float = (
        -1
    )  # from the last gesture to the acceptance, where nobody was asked and nothing cut short
    said: list[str] = field(default_factory=list)


class Judge:
    """Plays moves of one rulebook on recognisers.

    Args:
        rulebook: its name.
        parts: `IDEAL`, or the magnets and reeds that were bought: one of `plane.CORNERS`.
    """

    def __init__(self, rulebook: str, parts: str = IDEAL) -> None:
        self.game = load(rulebook)
        self.parts = parts
        self.map = BoardMap(board_of(rulebook), self.game)

    def play(
        self,
        state: bytes,
        previous: bytes | None,
        results: list[Any],
        wanted: int,
        acts: list[Gesture],
        chance: random.Random,
    ) -> Verdict:
        """Let hands make result `wanted`; the card comes early or late, as chance has it."""
        seed = chance.randrange(1 << 30)
        return _Play(self, state, previous, results, wanted, seed).run(acts, chance)


def last_made_ms(acts: list[Gesture]) -> float:
    """Return when the last pawn was put down elsewhere than where it was taken: the move is made."""
    held: dict[str, list[str]] = {}
    made = acts[0].t_ms
    for act in acts:
        if act.do == "lift":
            held.setdefault(act.colour, []).append(act.at)
        elif act.do == "place":
            left = held[act.colour]
            if act.at in left:
                left.remove(act.at)
            else:
                left.pop(0)
                made = act.t_ms
    return made


class _Play:
    def __init__(
        self,
        judge: Judge,
        state: bytes,
        previous: bytes | None,
        results: list[Any],
        wanted: int,
        seed: int,
    ) -> None:
        self.game, self.map = judge.game, judge.map
        self.state, self.previous = bytes(state), previous
        self.results, self.wanted = results, wanted
        self.parts, self.seed = judge.parts, seed
        self.board = self.set_up()
        self.debounce = Debounce(self.map.n_bytes)
        self.r = Recogniser(self.map)
        self.now = 0
        self.queue: list[Gesture] = []
        self.verdict = Verdict("")
        self.last_ms = 0.0  # when the hands last did something
        self.cut_short = False

    def set_up(self) -> Board:
        """Return a board with every pawn where the position has it."""
        if self.parts == IDEAL:
            return Board(self.map, self.state)
        return ReedBoard(self.map, self.state, self.parts, self.seed)

    def note(self, text: str) -> None:
        self.verdict.said.append(f"{self.now} {text}")

    def pawns(self, index: int) -> bytes:
        if index == UNCHANGED:
            return b"unchanged"
        state = self.previous or b"" if index == PREVIOUS else self.results[index][0]
        return bytes(state[:16])

    def run(self, acts: list[Gesture], chance: random.Random) -> Verdict:
        start = 500 - min(0, acts[0].t_ms)
        made_ms = start + last_made_ms(acts)
        self.queue = [replace(a, t_ms=a.t_ms + start, land_ms=a.land_ms + start) for a in acts]
        first, last = self.queue[0].t_ms, self.queue[-1].t_ms
        kind = chance.random()
        card_ms = first - 300
        if kind < 0.12:
            card_ms = chance.randint(first, last + 100)
        elif kind < 0.18:
            card_ms = last + chance.choice((100, 900, 2500))
        next_ms = 10**9
        if chance.random() < 0.3:  # the next card, or the button, says that the move is over
            next_ms = max(card_ms, last) + chance.choice((60, 200, 500, 700, 1500, 3500))
        self.r.expect(self.state, 0, self.previous)
        offered = False
        pressed_ms = react_ms = 0
        pointed = 0
        wrong_question = 0
        done_ms = max(last, card_ms)
        while self.now < done_ms + _GIVE_UP_MS:
            code = self.scan()
            if not offered and self.now >= card_ms:
                offered = True
                self.note("card")
                self.r.offer(self.results, self.now)
            idle = not self.queue and not self.r.question.choices and offered
            if not code and idle and self.now >= next_ms:
                next_ms = self.now + 700
                code = self.hurry(False)
            if not code and idle and self.now >= max(done_ms, pressed_ms) + _PRESS_MS:
                self.verdict.presses += 1
                pressed_ms = self.now
                code = self.hurry(True)
            if code == recognise.UNDO:
                word = "rested" if self.board.shows(self.previous or b"", True) else "wrong"
                return self.end(word, "undo")
            if code == recognise.ACCEPT:
                return self.accepted(self.r.chosen)
            if code == recognise.ASK:
                self.note(f"ask {self.r.question.event()} shown {self.r.question.shown}")
                react_ms = self.now + 600
            elif code == recognise.GUIDE:
                self.verdict.refused += bool(self.queue and self.r.mistaken and self.under_way())
                self.verdict.guided = True
                self.note(f"guide {self.r.guide.missing} {self.r.guide.extra}")
                if not self.queue and not self.r.guide.extra:
                    self.put_straight(self.r.guide.missing)
                    done_ms = max(done_ms, self.queue[-1].t_ms) if self.queue else done_ms
            if not self.r.question.choices:
                continue
            if not self.verdict.asked and self.now >= max(made_ms, card_ms) + 600:
                self.verdict.asked = True
                self.verdict.first_right = self.pawns(self.r.question.shown) == self.pawns(
                    self.wanted
                )
            if self.queue or self.now < react_ms or self.now < done_ms + 600:
                continue
            react_ms = self.now + 1500
            if self.pawns(self.wanted) not in [self.pawns(k) for k in self.r.question.choices]:
                wrong_question += 1
                if wrong_question > 4:
                    return self.lead_out("asked, but not about it")
                self.point(wrong_question)
            elif self.pawns(self.r.question.shown) == self.pawns(self.wanted):
                self.verdict.presses += 1
                code = self.r.confirm()
                if code == recognise.ACCEPT:
                    return self.accepted(self.r.chosen)
                if code == recognise.UNDO:  # what was before looks like what was meant
                    return self.end("rested", "taken back, as was answered")
            elif pointed > 8:
                return self.lead_out("the question cannot be answered")
            else:
                self.point(pointed)
                pointed += 1
        return self.lead_out("lost")

    def under_way(self) -> bool:
        start = standing(self.game, self.state)
        now: dict[str, list[str]] = {colour: [] for colour in start}
        for colour, place in self.board.pawns():
            owner, _, rest = place.rpartition(":")
            now[colour].append(rest if owner in ("", colour) else place)
        return under_way(start, standing(self.game, self.results[self.wanted][0]), now)

    def hurry(self, button: bool) -> int:
        code = self.r.done() if button else self.r.hurry()
        self.cut_short |= code == recognise.ACCEPT
        self.note(f"hurry {code}")
        return code

    def scan(self) -> int:
        self.now += SCAN_MS
        while self.queue and self.queue[0].t_ms <= self.now:
            act = self.queue.pop(0)
            self.last_ms = act.t_ms
            self.note(f"  {act.do} {act.colour} {act.at}")
            self.board.perform(act)
        self.board.advance(self.now)
        if self.debounce.step(self.now, self.board.wire) & HEALTH:
            self.r.refresh(self.debounce)
        return self.r.step(self.now, self.debounce)

    def accepted(self, index: int) -> Verdict:
        if not (self.queue or self.cut_short or self.verdict.asked):
            self.verdict.wait_ms = self.now - self.last_ms
        if self.pawns(index) == self.pawns(self.wanted):
            word = "asked" if self.r.asked else "accepted"
        else:
            word = "rested" if self.board.shows(self.results[index][0], True) else "wrong"
        if word in ("accepted", "asked"):  # what is still to come must not take it back
            self.note(f"{word} {index}")
            self.r.expect(self.results[index][0], self.now, self.state)
            end_ms = (self.queue[-1].t_ms if self.queue else self.now) + _AFTER_MS
            while self.now < end_ms:
                if self.scan() == recognise.UNDO and not self.board.shows(self.state):
                    return self.end("wrong", "taken back")
            return self.end(word, "")
        return self.end(word, f"accept {index}")

    def end(self, word: str, text: str) -> Verdict:
        if text:
            self.note(text)
        self.verdict.word = word
        return self.verdict

    def point(self, attempt: int) -> None:
        """Lift and replace a pawn that the wanted result is about, the shown one first not."""

        def about(index: int) -> set[str]:
            if index < 0:
                return set()
            places = places_of(self.game, self.state, bytes(self.results[index][1]))
            return {place for place in places if place.isdigit() or place[:1] == "z"}

        shown = about(self.r.question.shown)
        mine = about(self.wanted)
        good = mine - shown or mine
        on = [(colour, at) for colour, at in self.board.pawns() if at.rpartition(":")[2] in good]
        if not on:
            return
        _, at = on[attempt % len(on)]
        all_there = [pawn for pawn in on if pawn[1] == at]
        self.queue = [Gesture(self.now + 100, "lift", *pawn) for pawn in all_there]
        self.queue += [Gesture(self.now + 500, "place", *pawn) for pawn in all_there]

    def put_straight(self, tokens: list[str]) -> None:
        """Take up and put down what stands where the table misses a pawn: it stands on a dead line."""
        for token in dict.fromkeys(tokens):
            colour, _, at = token.partition(":")
            there = [pawn for pawn in self.board.pawns() if pawn == (colour, at)]
            self.queue += [Gesture(self.now + 900, "lift", *pawn) for pawn in there]
            self.queue += [Gesture(self.now + 1500, "place", *pawn) for pawn in there]
        self.queue.sort(key=lambda act: act.t_ms)

    def lead_out(self, why: str) -> Verdict:
        """Put every pawn where the position has it: nothing may be shown as wrong then.

        Raises:
            AssertionError: the hands did not make the move: a bug of theirs, not of the table.
        """
        self.note(why)
        assert self.board.shows(self.results[self.wanted][0]), self.verdict.said
        self.board = self.set_up()
        self.queue = []
        for _ in range(8000 // SCAN_MS):
            if self.scan() == recognise.ACCEPT:
                break
        stuck = self.r.guiding or bool(self.r.gone())
        return self.end("stuck" if stuck else "lost", "")
