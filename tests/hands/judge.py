# SPDX-License-Identifier: Apache-2.0
"""A table of coloured pawns over reeds, and a judge who sees the colours; CPython only.

`Judge.play` lets acts of hands happen at a recogniser, answers its questions
as a player would, and says what became of it in one word:

* `accepted`, `asked`: the result that was meant; `rested`: another one that really stood there;
* `wrong`: a result, or a take-back, that the pawns did not show;
* `lost`: a complete move that was neither accepted nor asked about, also when the button said done;
* `stuck`: putting everything back did not lead out either.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from hand_model import Act
from pawns import on_the_way, places_of, standing
from rig import board_of

from rules import load
from rules.parse import parse_place
from sense import recognise
from sense.boardmap import BoardMap
from sense.debounce import HEALTH, Debounce
from sense.question import PREVIOUS, UNCHANGED
from sense.recognise import Recogniser

SCAN_MS = 5
_PRESS_MS = 6000  # a player presses when nothing has happened for so long
_GIVE_UP_MS = 24_000
_AFTER_MS = 3000  # what hands do after the acceptance is looked at for so long


class Board:
    """Coloured pawns over reeds."""

    def __init__(self, boardmap: BoardMap, state: bytes) -> None:
        self._map = boardmap
        self._game = boardmap.game
        self.wire = bytearray(b"\xff" * boardmap.n_bytes)
        self._on: dict[int, list[str]] = {}
        self._ghosts: set[int] = set()
        for colour, places in standing(self._game, state).items():
            for place in places:
                self.act("place", colour, place)

    def _bits(self, colour: str, place: str) -> list[int]:
        owner, _, rest = place.rpartition(":")
        code = parse_place(self._game, rest)
        seat = self._game.colours.index(owner or colour) if owner or colour else 0
        return self._map.bits(self._map.spot(seat, code))

    def act(self, do: str, colour: str, place: str) -> None:
        """Lift or place one pawn, or close or open the reed of a place without any."""
        bits = self._bits(colour, place)
        if do == "place":
            free = [bit for bit in bits if not self._on.get(bit)]
            bit = free[0] if free else bits[0]
            self._on.setdefault(bit, []).append(colour)
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

    def shows(self, state: bytes) -> bool:
        """Return whether the pawns stand as in a state, by their colours."""
        for colour, places in standing(self._game, state).items():
            for place in set(places):
                there = [c for bit in self._bits(colour, place) for c in self._on.get(bit, [])]
                if there.count(colour) != places.count(place):
                    return False
        return True

    def pawns(self) -> list[tuple[str, str]]:
        """Return (colour, place) of every pawn that is on the board."""
        out = []
        for bit, colours in self._on.items():
            spot = self._map.spot_of_bit[bit]
            place = self._map.token(0, spot)
            if self._map.owner(spot) == 0xFF:
                place = place.partition(":")[2]
            out += [(colour, place) for colour in colours]
        return out


@dataclass
class Verdict:
    """What became of one move."""

    word: str
    asked: bool = False
    presses: int = 0
    first_right: bool = False  # the choice shown first was the one that was meant
    refused: int = 0  # told to be wrong with every pawn where the move begins or ends, or held
    wait_ms: int = -1
    said: list[str] = field(default_factory=list)


class Judge:
    """Plays moves of one rulebook on recognisers."""

    def __init__(self, rulebook: str) -> None:
        self.game = load(rulebook)
        self.map = BoardMap(board_of(rulebook), self.game)

    def play(
        self,
        state: bytes,
        previous: bytes | None,
        results: list[Any],
        wanted: int,
        acts: list[Act],
        chance: random.Random,
    ) -> Verdict:
        """Let hands make result `wanted`; the card comes early or late, as chance has it."""
        return _Play(self, state, previous, results, wanted).run(acts, chance)


class _Play:
    def __init__(
        self, judge: Judge, state: bytes, previous: bytes | None, results: list[Any], wanted: int
    ) -> None:
        self.game, self.map = judge.game, judge.map
        self.state, self.previous = bytes(state), previous
        self.results, self.wanted = results, wanted
        self.board = Board(self.map, state)
        self.debounce = Debounce(self.map.n_bytes)
        self.r = Recogniser(self.map)
        self.now = 0
        self.queue: list[Act] = []
        self.verdict = Verdict("")
        self.hurried = False

    def note(self, text: str) -> None:
        self.verdict.said.append(f"{self.now} {text}")

    def pawns(self, index: int) -> bytes:
        if index == UNCHANGED:
            return b"unchanged"
        state = self.previous or b"" if index == PREVIOUS else self.results[index][0]
        return bytes(state[:16])

    def run(self, acts: list[Act], chance: random.Random) -> Verdict:
        start = 500 - min(0, acts[0].t_ms)
        self.queue = [Act(a.t_ms + start, a.do, a.colour, a.at) for a in acts]
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
                word = "rested" if self.board.shows(self.previous or b"") else "wrong"
                return self.end(word, "undo")
            if code == recognise.ACCEPT:
                return self.accepted(self.r.chosen)
            if code == recognise.ASK:
                self.note(f"ask {self.r.question.event()} shown {self.r.question.shown}")
                react_ms = self.now + 600
            elif code == recognise.GUIDE:
                self.verdict.refused += bool(self.queue and self.r.mistaken and self.under_way())
                self.note(f"guide {self.r.guide.missing} {self.r.guide.extra}")
            if not self.r.question.choices or self.queue or self.now < react_ms:
                continue
            if self.now < done_ms + 600:
                continue
            if not self.verdict.asked:
                self.verdict.asked = True
                self.verdict.first_right = self.pawns(self.r.question.shown) == self.pawns(
                    self.wanted
                )
            react_ms = self.now + 1500
            if self.pawns(self.wanted) not in [self.pawns(k) for k in self.r.question.choices]:
                wrong_question += 1
                if wrong_question > 4:
                    return self.lead_out("asked, but not about it")
                self.point(wrong_question)
            elif self.pawns(self.r.question.shown) == self.pawns(self.wanted):
                self.verdict.presses += 1
                if self.r.confirm() == recognise.ACCEPT:
                    return self.accepted(self.r.chosen)
            elif pointed > 8:
                return self.lead_out("the question cannot be answered")
            else:
                self.point(pointed)
                pointed += 1
        return self.lead_out("lost")

    def under_way(self) -> bool:
        """Return whether only pawns of the move are away, and stand where it ends or are held."""
        start = standing(self.game, self.state)
        end = standing(self.game, self.results[self.wanted][0])
        now: dict[str, list[str]] = {colour: [] for colour in start}
        for colour, place in self.board.pawns():
            owner, _, rest = place.rpartition(":")
            now[colour].append(rest if owner in ("", colour) else place)
        return all(on_the_way(start[colour], end[colour], now[colour]) for colour in now)

    def hurry(self, button: bool) -> int:
        code = self.r.done() if button else self.r.hurry()
        self.note(f"hurry {code}")
        return code

    def scan(self) -> int:
        self.now += SCAN_MS
        while self.queue and self.queue[0].t_ms <= self.now:
            act = self.queue.pop(0)
            self.note(f"  {act.do} {act.colour} {act.at}")
            self.board.act(act.do, act.colour, act.at)
        if self.debounce.step(self.now, self.board.wire) & HEALTH:
            self.r.refresh(self.debounce)
        return self.r.step(self.now, self.debounce)

    def accepted(self, index: int) -> Verdict:
        self.verdict.wait_ms = self.now
        if self.pawns(index) == self.pawns(self.wanted):
            word = "asked" if self.r.asked else "accepted"
        else:
            word = "rested" if self.board.shows(self.results[index][0]) else "wrong"
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
        self.queue = [Act(self.now + 100, "lift", *pawn) for pawn in all_there]
        self.queue += [Act(self.now + 500, "place", *pawn) for pawn in all_there]

    def lead_out(self, why: str) -> Verdict:
        """Put every pawn where the position has it: nothing may be shown as wrong then."""
        self.note(why)
        self.board = Board(self.map, self.state)
        self.queue = []
        for _ in range(8000 // SCAN_MS):
            if self.scan() == recognise.ACCEPT:
                break
        stuck = self.r.guiding or bool(self.r.gone())
        return self.end("stuck" if stuck else "lost", "")
