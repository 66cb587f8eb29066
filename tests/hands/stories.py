# SPDX-License-Identifier: Apache-2.0
"""Every story up to a number of gestures, told to the real recogniser; CPython only.

A gesture lifts one coloured pawn or puts one down, also beside another, which no reed may see. All
stories that make the same reed log are told at once: the log is played to one recogniser, and what
it says must be right for every one of them. So millions of stories are a few thousand logs.

What is right is decided here from coloured pawns and the results of the rules alone:

* accepted without a question: no story has ended, or can still end, in another legal result; nor has one made another
  result besides, or put its pawn where one of the accepted result stood; nor does one
  of which reeds told all have a pawn that another result moves resting anywhere,
  and the last move is not on its way back;
* undone: no story has ended in another legal result or in the position, nor has one other pawn been taken up and put down;
* two stories have ended differently: it asks, by itself or at the button, the truth is among the
  choices and is reached by lifting pawns;
* only one end is possible: it is accepted within the waits;
* from everywhere the pawns can be put back, and then nothing is shown as wrong;
* the next card or the button of who acts, at any of these moments, changes nothing of that: what they make the table accept or
  take back is held to the same, and no card takes the place of one that has been made.
"""

import copy
from array import array
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.moves import bumps, hands
from rules.notation import move_text
from rules.parse import parse_position
from sense import decisions, recognise
from sense.boardmap import BoardMap
from sense.debounce import LIFT, PLACE
from sense.question import UNCHANGED
from sense.recognise import Recogniser
from tavle.paths import board_file, layout_of

_LAG_MS = {LIFT: 60, PLACE: 25}  # a level counts after so long
_QUICK_MS = 250  # between two gestures of a hand that does not stop
_LONG_MS = 60_000
_ONE_PAWN = 2  # gestures
_ENOUGH = 5  # findings

# A world: (sorted (spot, seat) of the pawns that stand, sorted seats of the pawns in hands).
World = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
Pawns = tuple[tuple[int, int], ...]


class Reeds:
    """Debounced levels, as the recogniser takes them from a debouncer."""

    def __init__(self, boardmap: BoardMap) -> None:
        self._map = boardmap
        self.stable = bytearray(boardmap.n_bytes)
        self.eager = self.stable
        self.masked = bytearray(boardmap.n_bytes)
        self.settling = self.lost = False
        self.events = 0
        self._event = (0, 0, 0)

    def set(self, spot: int, count: int) -> int:
        """Let so many pawns stand on a spot; return the last bit that changed, -1 for none."""
        changed = -1
        bits = self._map.bits(spot)
        for k, bit in enumerate(bits):
            mask = 1 << (bit & 7)
            if (count > k) != bool(self.stable[bit >> 3] & mask):
                self.stable[bit >> 3] ^= mask
                changed = bit
        return changed

    def put(self, bit: int, kind: int, when_ms: int) -> None:
        self.events = 1
        self._event = (bit, kind, when_ms)

    def bit(self, _i: int) -> int:
        return self._event[0]

    def kind(self, _i: int) -> int:
        return self._event[1]

    def when(self, _i: int) -> int:
        return self._event[2]

    def clear(self) -> None:
        self.events = 0


def clone(thing: Any, known: dict[int, Any] | None = None) -> Any:
    """Return a copy of a recogniser or of reeds; what never changes is shared."""
    known = {} if known is None else known
    if id(thing) in known:
        return known[id(thing)]
    new = object.__new__(type(thing))
    known[id(thing)] = new
    inside = new.__dict__
    for name, value in thing.__dict__.items():
        kind = type(value)
        if kind in (bytearray, list, dict):
            inside[name] = known.get(id(value))
            if inside[name] is None:
                inside[name] = known[id(value)] = kind(value)
        elif kind is array:
            inside[name] = value[:]
        elif kind.__module__.startswith(("sense.", "stories")) and kind is not BoardMap:
            inside[name] = clone(value, known)
        else:
            inside[name] = value
    return new


@dataclass
class Case:
    """One position with a card, or with a last move that may be taken back.

    Attributes:
        name: what it is about.
        line: the position.
        card: action laid on the slot, "" for none.
        previous: the position before, "" for none.
        gestures: of a full run.
        heavy: so many gestures fewer in the short run.
        more: places added to those the results are about, where a pawn may rest meanwhile.
    """

    name: str
    line: str
    card: str = ""
    previous: str = ""
    gestures: int = 6
    more: tuple[str, ...] = ()
    heavy: int = 0


@dataclass
class Report:
    """What was told, and what was wrong."""

    stories: int = 0
    logs: int = 0
    cut_short: int = 0
    accepted: int = 0
    asked: int = 0
    undone: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class Prover:
    """Tells all stories of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game, state = parse_position(case.line)
        self.state = bytes(state)
        self.map = BoardMap(board_file(layout_of(self.game.rulebook)), self.game)
        self.previous = bytes(parse_position(case.previous)[1]) if case.previous else None
        self.found = (
            self.game.results(self.state, self.game.actions.index(case.card))
            if case.card
            else None
        )
        self.results = [(bytes(s), bytes(m)) for s, m in self.found or ()]
        self.report = Report()
        self._told: set[Any] = set()
        self._counts: dict[Any, int] = {}
        self.start = self._pawns(self.state)
        self.ends = {self._pawns(s): k for k, (s, _) in enumerate(self.results)}
        self.before = self._pawns(self.previous) if self.previous else None
        # From stack to stack: that it was taken back no reed tells, the table's button says it.
        self.silent = self.before is not None and {s for s, _ in self.before} == {
            s for s, _ in self.start
        }
        spots = {1 + int(place) if place.isdigit() else 0 for place in case.more} - {0}
        targets = list(self.ends) + ([self.before] if self.before else [])
        for pawns in targets:
            spots |= {spot for spot, _ in Counter(pawns) - Counter(self.start)}
            spots |= {spot for spot, _ in Counter(self.start) - Counter(pawns)}
        for _, move in self.results:  # an exchange of two of a colour moves no pawn
            for seat, place in bumps(move) + [(seat, start) for seat, start, _ in hands(move)]:
                spots.add(self.map.spot(seat, place))
        self.spots = sorted(spots)

    def _pawns(self, state: bytes) -> Pawns:
        return tuple(
            sorted((self.map.spot(i >> 2, state[i]), i >> 2) for i in range(16) if state[i] != 255)
        )

    # -- worlds -----------------------------------------------------------------------------------

    def gestures(self, world: World) -> Iterator[tuple[int, int, World]]:
        """Yield (spot, kind or -1 when no reed sees it, world after it)."""
        standing, held = world
        if len(held) < 3:
            for spot, seat in sorted(set(standing)):
                if spot in self.spots:
                    left = list(standing)
                    left.remove((spot, seat))
                    alone = spot >= self.map.home or all(s != spot for s, _ in left)
                    after = (tuple(left), tuple(sorted((*held, seat))))
                    yield spot, LIFT if alone else -1, after
        for seat in sorted(set(held)):
            rest = list(held)
            rest.remove(seat)
            for spot in self.spots:
                if spot >= self.map.home and self.map.owner(spot) != seat:
                    continue
                free = spot >= self.map.home or all(s != spot for s, _ in standing)
                after = (tuple(sorted((*standing, (spot, seat)))), tuple(rest))
                yield spot, PLACE if free else -1, after

    def close(self, worlds: dict[World, int], most: int) -> dict[World, int]:
        """Add all that can be made of worlds unseen; a world's number is of gestures used."""
        todo = list(worlds)
        while todo:
            world = todo.pop()
            used = worlds[world] + 1
            if used <= most:
                for _, kind, after in self.gestures(world):
                    if kind < 0 and used < worlds.get(after, most + 1):
                        worlds[after] = used
                        todo.append(after)
        return worlds

    def count(self, world: World, most: int) -> int:
        """Return how many stories of at most so many gestures begin with a world.

        After every gesture the hands go on at once or wait until the table has nothing to say.
        """
        key = (world, most)
        if key not in self._counts:
            longer = 0
            if most:
                longer = sum(
                    2 * self.count(after, most - 1) for _, _, after in self.gestures(world)
                )
            self._counts[key] = 1 + longer
        return self._counts[key]

    def toward(self, world: World, aside: bool = False) -> set[int]:
        """Return the results that hands in the middle of a move may be on the way to.

        `aside`: also with pawns of the result put down on spaces that were free.
        """
        standing, held = world
        out = set()
        now = Counter(standing)
        start = Counter(self.start)
        air = Counter(held)
        gone = start - now
        come = now - start
        if not gone and not come:
            return out
        for pawns, index in self.ends.items():
            end = Counter(pawns)
            astray = come - (end - start)
            if gone - (start - end) or (astray and not aside):
                continue
            if {spot for spot, _ in astray} & {spot for spot, _ in start}:
                continue
            seats = Counter(seat for _, seat in gone.elements())
            seats.subtract(Counter(seat for _, seat in come.elements()))
            if all(seats[seat] == air[seat] for seat in range(4)):
                out.add(index)
        return out

    def _going_back(self, world: World) -> bool:
        """Return whether hands have put some pawn back where it stood before the last move, and no other one anywhere."""
        if self.before is None:
            return False
        standing, held = world
        now, start, before = Counter(standing), Counter(self.start), Counter(self.before)
        gone, come = start - now, now - start
        if not come or gone - (start - before) or come - (before - start) or now == before:
            return False
        air = Counter(seat for _, seat in gone.elements())
        return air - Counter(seat for _, seat in come.elements()) == Counter(held)

    def _one_moved(self, worlds: dict[World, int]) -> set[Pawns]:
        """Return the boards that are made by taking up one pawn and putting it down."""
        return {pawns for (pawns, held), used in worlds.items() if used == _ONE_PAWN and not held}

    def reached(self, world: World) -> set[int]:
        """Return the results that become of a world when the pawns in hands are put down."""
        standing, held = world
        now = Counter(standing)
        out = set()
        for pawns, index in self.ends.items():
            left = Counter(pawns) - now
            if not now - Counter(pawns):
                if Counter(seat for _, seat in left.elements()) == Counter(held):
                    out.add(index)
        return out

    # -- telling ----------------------------------------------------------------------------------

    def run(self, most: int) -> Report:
        """Tell all stories of at most so many gestures."""
        reeds = Reeds(self.map)
        for spot, _ in self.start:
            reeds.set(spot, self._count(self.start, spot))
        r = Recogniser(self.map)
        r.step(0, reeds)
        r.expect(self.state, 0, self.previous)
        now = self._wait(r, reeds, 0, _LONG_MS)[0]
        if self.results:
            r.offer(self.found, now)
        worlds = {(self.start, ()): 0}
        self.report.stories = self.count((self.start, ()), most)
        told = frozenset(worlds)
        self._node(r, reeds, now, self.close(worlds, most), told, most, [])
        return self.report

    @staticmethod
    def _count(pawns: Pawns, spot: int) -> int:
        return sum(1 for s, _ in pawns if s == spot)

    def _node(
        self, r: Any, reeds: Reeds, now: int, worlds: dict[World, int], told: frozenset[World],
        most: int, log: list[str],
    ) -> None:  # fmt: skip
        """Judge what is said after a log, then tell every longer one.

        `told`: those of the worlds that come of stories of which reeds tell every gesture.
        """
        key = self._key(r, reeds, worlds), told
        if key in self._told:
            return
        self._told.add(key)
        self.report.logs += 1
        patient, board = clone(r), clone(reeds)
        later, code = self._wait(patient, board, now, _LONG_MS)
        self._judge(code, patient, board, later, worlds, told, log)
        for over in (False, True):
            self._cut_short(r, reeds, now, worlds, told, log, over)
            if code == recognise.NOTHING:
                self._cut_short(patient, board, later, worlds, told, [*log, "..."], over)
        self._further(r, reeds, now + _QUICK_MS, worlds, told, most, log, "")
        if code not in (recognise.ACCEPT, recognise.UNDO) and not r.idle():
            self._further(patient, board, later, worlds, told, most, log, "...")

    def _key(self, r: Any, reeds: Reeds, worlds: dict[World, int]) -> Any:
        """Return all that what follows depends on: other logs that end so need not be told."""
        question = r.question
        return (
            bytes(reeds.stable),
            tuple(sorted(worlds.items())),
            bytes(r.log.marks),
            repr(vars(question)) if question.choices else "",
            r.guiding,
            r.idle(),
        )

    def _further(
        self, r: Any, reeds: Reeds, now: int, worlds: dict[World, int], told: frozenset[World],
        most: int, log: list[str], pause: str,
    ) -> None:  # fmt: skip
        nexts: dict[tuple[int, int], dict[World, int]] = {}
        for world, used in worlds.items():
            if used < most:
                for spot, kind, after in self.gestures(world):
                    if kind >= 0:
                        into = nexts.setdefault((spot, kind), {})
                        into[after] = min(used + 1, into.get(after, most))
        told_then: dict[tuple[int, int], set[World]] = {}
        for world in told:
            for spot, kind, after in self.gestures(world):
                told_then.setdefault((spot, kind), set()).add(after)
        for (spot, kind), after_worlds in nexts.items():
            if len(self.report.wrong) >= _ENOUGH:
                return
            mine, board = clone(r), clone(reeds)
            standing = next(iter(after_worlds))[0]
            bit = board.set(spot, self._count(standing, spot))
            board.put(bit, kind, now)
            code = mine.step(now + _LAG_MS[kind], board)
            said = [
                *log,
                f"{pause}{'lift' if kind == LIFT else 'place'} {self.map.token(0, spot)}",
            ]
            if code in (recognise.ACCEPT, recognise.UNDO):
                self._fail("said at once", said, code)
                continue
            after_told = frozenset(told_then.get((spot, kind), ()))
            later = now + _LAG_MS[kind]
            self._node(mine, board, later, self.close(after_worlds, most), after_told, most, said)

    def _wait(self, r: Any, reeds: Reeds, now: int, ms: int) -> tuple[int, int]:
        """Let time pass until something is accepted or undone; return (time, code)."""
        end = now + ms
        while now < end:
            code = r.step(now, reeds)
            if code in (recognise.ACCEPT, recognise.UNDO):
                return now, code
            now += max(5, min(end - now, r.still.due_ms - r.still.lasted_ms))
        return now, recognise.NOTHING

    # -- judging ----------------------------------------------------------------------------------

    def _fail(self, what: str, log: list[str], more: Any = "") -> None:
        self.report.wrong.append(f"{self.case.name}: {what} {more}: {', '.join(log)}")

    def _judge(
        self, code: int, r: Any, reeds: Reeds, now: int, worlds: dict[World, int],
        told: frozenset[World], log: list[str],
    ) -> None:  # fmt: skip
        ended = {world[0] for world in worlds if not world[1]}
        results = {self.ends[pawns] for pawns in ended if pawns in self.ends}
        possible = set(results)
        world_in_hand = False
        for world in worlds:
            ways = self.toward(world) | self.reached(world)
            world_in_hand = world_in_hand or bool(world[1] and ways)
            possible |= ways
        if code == recognise.ACCEPT:
            self.report.accepted += 1
            for world in told:
                if not any(self._alike(k, r.chosen) for k in self.reached(world)):
                    possible |= self.toward(world, aside=True)
            same = {k for k in possible if self._alike(k, r.chosen)}
            if any(self._going_back(world) for world in worlds):
                self._fail("accepted, but the last move may be on its way back", log)
            back = self.before in ended and not (
                self.silent and set(log) <= {"...", "card", "button"}
            )
            if possible - same or back:
                self._fail("accepted, but others are possible", log, self._named(possible - same))
            elif any(self._besides(pawns, r.chosen) for pawns in ended):
                self._fail("accepted, but another may be made besides", log)
            return
        if code == recognise.UNDO:
            self.report.undone += 1
            if results or self.start in ended or self._maybe_held(worlds):
                self._fail("undone, but others are possible", log)
            if self._one_moved(worlds) - {self.before}:
                self._fail("undone, but another pawn may have been moved", log)
            return
        question = r.question
        rest = self.start in ended
        truths = {k for k in results if not self._alike(k, -1) or not rest}
        if len({self._pawns(self.results[k][0]) for k in possible}) == 1 and results and not rest:
            # It may ask: rivals that longer stories reach, a pawn in the hand or in a wrong home.
            unsure = len(question.choices) > 1 or list(question.others) != [UNCHANGED]
            air = r.facts is None or r.facts.bits & decisions.AIR
            asks = question.choices and (world_in_hand or unsure or air)
            if self.before not in ended and not asks:
                self._fail("only one end, not accepted", log, self._named(results))
        if (
            self.before in ended
            and not (rest or possible)
            and not self._maybe_held(worlds)
            and not question.choices
        ):
            self._fail("taken back, not seen", log)
        before = self.before in ended and not (self.silent and not log)
        ends = len({self._pawns(self.results[k][0]) for k in truths}) + before
        if ends + rest >= 2 or (ends and question.choices):
            self._ask(r, truths, before, log)
        self._lead_out(r, reeds, now, log)

    def _cut_short(
        self,
        r: Any,
        reeds: Reeds,
        now: int,
        worlds: dict[World, int],
        told: frozenset[World],
        log: list[str],
        over: bool,
    ) -> None:
        """Lay the next card, or press the button of who acts (`over`), as the table does it, and judge what comes of it."""
        mine, board = clone(r), clone(reeds)
        self.report.cut_short += 1
        code = recognise.NOTHING
        while not mine.ripe(over) and code not in (recognise.ACCEPT, recognise.UNDO):
            now += 5
            code = mine.step(now, board)
        if code not in (recognise.ACCEPT, recognise.UNDO):
            code = mine.done() if over else mine.hurry()
        said = [*log, "button" if over else "card"]
        ended = {world[0] for world in worlds if not world[1]}
        if code in (recognise.ACCEPT, recognise.UNDO):
            self._judge(code, mine, board, now, worlds, told, said)
        elif code == recognise.NOTHING and mine.at_rest() and not mine.question.choices:
            results = {self.ends[pawns] for pawns in ended if pawns in self.ends}
            if not over and any(not self._alike(k, -1) for k in results):
                self._fail("the next card takes its place, but it is made", said)

    def _maybe_held(self, worlds: dict[World, int]) -> bool:
        return any(self._puts(world, self.start) for world in worlds)

    def _besides(self, pawns: Pawns, chosen: int) -> bool:
        """Return whether another result has been made besides one, or its pawns stand where pawns of that one stood."""
        start, end = Counter(self.start), Counter(self._pawns(self.results[chosen][0]))
        gone, come = end - Counter(pawns), Counter(pawns) - end
        left = {spot for spot, _ in start - end}
        for other in map(Counter, self.ends if gone else ()):
            made = come == other - start or left.issuperset(spot for spot, _ in come)
            if gone == start - other and made and other != end:
                return True
        return False

    @staticmethod
    def _puts(world: World, pawns: Pawns) -> bool:
        """Return whether putting down the pawns in hands makes these pawns."""
        standing, held = world
        left = Counter(pawns) - Counter(standing)
        return (
            bool(held)
            and not Counter(standing) - Counter(pawns)
            and (Counter(seat for _, seat in left.elements()) == Counter(held))
        )

    def _alike(self, one: int, other: int) -> bool:
        """Return whether two results leave the pawns alike; -1: the position."""
        mine = self._pawns(self.results[one][0])
        return mine == (self._pawns(self.results[other][0]) if other >= 0 else self.start)

    def _named(self, results: set[int]) -> list[str]:
        return [move_text(self.game, self.results[k][1]) for k in sorted(results)]

    def _ask(self, r: Any, truths: set[int], before: bool, log: list[str]) -> None:
        """Check that it asks, that every truth is a choice, and that it is reached by lifting."""
        asker = clone(r)
        if not asker.question.choices and asker.done() != recognise.ASK:
            self._fail("does not ask", log, self._named(truths))
            return
        self.report.asked += 1
        wanted = set(truths) | ({-2} if before else set())
        missing = {k for k in wanted if not self._among(k, asker.question.choices)}
        if missing:
            self._fail(
                "asks, but not about",
                log,
                self._named({k for k in missing if k >= 0}) or "take-back",
            )
            return
        if not 2 <= len(asker.question.event()) <= 8:
            self._fail("a question of", log, len(asker.question.event()))
        reached = self._pointed(asker.question)
        if any(not self._among(k, reached) for k in wanted):
            self._fail("asks, but lifting does not reach", log, wanted - reached)

    def _among(self, choice: int, others: Collection[int]) -> bool:
        """Return whether one of the others is this choice, or leaves the pawns as it does."""
        if choice < 0:
            return choice in others
        return any(k >= 0 and self._alike(choice, k) for k in others)

    def _pointed(self, question: Any) -> set[int]:
        """Return the choices that are shown at some time while pawns are lifted and put back."""
        todo = [question]
        known = {(question.shown, question.pointed)}
        while todo:
            one = todo.pop()
            for spot in self.spots:
                other = copy.copy(one)
                other.point(spot)
                if (other.shown, other.pointed) not in known:
                    known.add((other.shown, other.pointed))
                    todo.append(other)
        return {shown for shown, _ in known}

    def _lead_out(self, r: Any, reeds: Reeds, now: int, log: list[str]) -> None:
        """Put the pawns back: nothing may be shown as wrong then, nor anything be accepted."""
        mine, board = clone(r), clone(reeds)
        for spot in self.spots:
            while True:
                count = self._count(self.start, spot)
                shown = sum(board.stable[b >> 3] >> (b & 7) & 1 for b in self.map.bits(spot))
                if shown == min(count, len(self.map.bits(spot))):
                    break
                kind = PLACE if shown < count else LIFT
                bit = board.set(spot, shown + 1 if kind == PLACE else shown - 1)
                board.put(bit, kind, now)
                mine.step(now + 100, board)
                now += 300
        now, code = self._wait(mine, board, now, _LONG_MS)
        forced = len(self.results) == 1 and self.start in self.ends
        if mine.guiding or (code and not forced) or not mine.at_rest():
            self._fail("no way out", log, code)
        elif mine.question.choices:
            if UNCHANGED not in self._pointed(mine.question):
                self._fail("the question cannot be refused", log)
