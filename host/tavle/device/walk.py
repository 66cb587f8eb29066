# SPDX-License-Identifier: Apache-2.0
"""The walk of one pawn over all switches: which space was asked, what answered, and what that says about the wires."""

import collections
from collections.abc import Iterable, Iterator
from typing import Any

from tavle.device.checks import FAIL, OK, SKIP, WARN, Result
from tavle.device.joints import Joints
from tavle.live import words
from tavle.words.terminal import joined, tr

_MANY = 8  # wires that follow no pattern: nobody exchanges so many plugs
_PUSHES = 2  # a switch that opened so often under its pawn: nobody lifts a pawn thrice
_LETTERS = "ABCDEFGH"


class Walk:
    """Takes the events of one walk.

    Two spaces that the same input answered are asked once more at the end: the pawn stood on the wrong one, or two
    reeds are in parallel.

    Args:
        joints: where everything is soldered.
        closed: inputs that were closed on the empty table.
        restless: inputs that changed on the empty table.

    Attributes:
        todo: the spaces to ask, in this order; the first one is being asked.
        ignored: inputs that are to answer nothing.
    """

    def __init__(self, joints: Joints, closed: Iterable[int], restless: Iterable[int]):
        self._joints = joints
        self._restless = set(restless)
        self._stuck = set(closed) - self._restless
        self.ignored = sorted(self._stuck | self._restless)
        self.todo = [n for n, own in enumerate(joints.inputs) if own not in self.ignored]
        self._again = False  # the doubtful ones are being asked
        self._answers: dict[int, int] = {}  # space -> input
        self._silent: set[int] = set()
        self._cross: set[tuple[int, int]] = set()  # space, foreign input that its pawn closes
        self._flaky: set[int] = set()
        self._reopened: collections.Counter[int] = (
            collections.Counter()
        )  # inputs that opened under the pawn
        self._latest = -1  # the input that closed last
        self._before = -1  # the input that answered last
        self._maybe: int | None = (
            None  # it closed again: the pawn of before is pushed, or it answers twice
        )

    @property
    def asked(self) -> int:
        """Return the space that is being asked."""
        return self.todo[0]

    def take(self, event: dict[str, Any]) -> bool:
        """Take a `switch` or `answer` event; return whether the space has its answer."""
        if event["event"] == "answer":
            return (
                bool(self.todo) and event["asked"] == self.asked and self._answer(event["inputs"])
            )
        number = event["wire"]
        if event["flaky"]:
            self._flaky.add(number)
        if event["closed"] and number not in self.ignored:
            if number == self._latest:
                self._reopened[number] += 1
            self._latest = number
        return False

    def _answer(self, inputs: list[int]) -> bool:
        own = self._joints.inputs[self.asked]
        known = self._answers.values()
        mine = own if own in inputs else next((n for n in inputs if n not in known), inputs[0])
        if mine == self._before and mine != own:
            self._maybe = mine
            return False
        self._cross |= {(self.asked, n) for n in inputs if n != mine}
        self._note(mine)
        return True

    def _note(self, number: int) -> None:
        self._answers[self.asked] = self._before = number
        self._next()

    def skip(self) -> None:
        """Go on: nothing has answered."""
        if self._maybe is not None:
            self._note(self._maybe)
        else:
            self._silent.add(self.asked)
            self._next()

    def _next(self) -> None:
        self._maybe = None
        self.todo.pop(0)
        if not self.todo and not self._again:
            self._again = True
            self._before = self._latest = -1
            count = collections.Counter(self._answers.values())
            self.todo = [s for s, number in sorted(self._answers.items()) if count[number] > 1]

    def wrong(self, space: int) -> str:
        """Return what to say of the answer of a space, "" when it is the right one."""
        number = self._answers.get(space)
        if number in (None, self._joints.inputs[space]):
            return ""
        return tr("answered by the switch of {joint}", joint=self._joints.input(number))

    # What it says

    def result(self) -> Result:
        """Return the finding."""
        joints = self._joints
        seen = len({*self._answers.values()})
        texts = [tr("{n_seen} of {bits} close and open", n_seen=seen, bits=len(joints.inputs))]
        steps = []
        found = [*self._findings()]
        for _, text, step in found:
            texts.append(text)
            steps.append(step)
        untried = [] if self._again else self.todo
        bad = any(bad for bad, _, _ in found)
        state = FAIL if bad else SKIP if untried else WARN if found else OK
        if len(untried) == len(joints.inputs):
            texts.append(tr("none was tried"))
        elif untried:
            texts.append(tr("to try: {list}", list=", ".join(map(joints.place, untried))))
        return Result("try switches", state, joined(texts), joined(dict.fromkeys(steps)))

    def _findings(self) -> Iterator[tuple[bool, str, str]]:
        """Yield whether it is a fault (or only odd), what was found, and what to do."""
        joints = self._joints
        yield from self._astray()
        yield from self._dead()
        if self._stuck:
            listed = ", ".join(map(joints.input, sorted(self._stuck)))
            yield (
                True,
                tr("closed on the empty table: {list}", list=listed),
                tr("closed: bent reed, a short, or a pawn left there"),
            )
        if self._restless:
            listed = ", ".join(map(joints.input, sorted(self._restless)))
            yield (
                True,
                tr("opens and closes on the empty table: {list}", list=listed),
                tr(
                    "the pull-up of that input is missing: solder the joints of RN1 on that Reader-8 again"
                ),
            )
        flickering = sorted(self._flaky - self._restless)
        if flickering:
            yield (
                False,
                tr("flickering: {list}", list=", ".join(map(joints.input, flickering))),
                tr("flickering: a loose plug, a magnet too weak or a reed too deep"),
            )
        weak = [n for n, count in sorted(self._reopened.items()) if count >= _PUSHES]
        if weak:
            yield (
                True,
                tr(
                    "weak: opens when its pawn is pushed: {list}",
                    list=", ".join(map(joints.input, weak)),
                ),
                tr("weak: press its glass against the acrylic, or exchange the reed"),
            )
        for space, number in sorted(self._cross):
            yield (
                True,
                tr(
                    "the pawn on {place} also closes {joint}",
                    place=joints.place(space),
                    joint=joints.input(number),
                ),
                tr("together: magnet too strong, or reeds too close to each other"),
            )

    def _dead(self) -> Iterator[tuple[bool, str, str]]:
        joints = self._joints
        dead = set(self._silent) - self._answers.keys()
        boards = collections.Counter(own >> 3 for own in joints.inputs)
        for board, count in sorted(
            collections.Counter(joints.inputs[n] >> 3 for n in dead).items()
        ):
            if count == boards[board] and count > 1:
                dead = {n for n in dead if joints.inputs[n] >> 3 != board}
                yield (
                    True,
                    tr("Reader-8 no. {n}: none of its reeds answers", n=board + 1),
                    tr("look at the notch of its chip and the dot of RN1"),
                )
        if dead:
            yield (
                True,
                tr("no answer: {list}", list=joints.listed(dead)),
                tr(
                    "no answer: solder joint, loose plug or cracked reed; hold a magnet along the reed"
                ),
            )

    def _astray(self) -> Iterator[tuple[bool, str, str]]:
        """Find what explains the answers of foreign inputs: two boards, two plugs, a row, else each by itself."""
        joints = self._joints
        wrong = {s: n for s, n in sorted(self._answers.items()) if n != joints.inputs[s]}
        learn = tr("or run `tavle learn`: any order will do")
        shared = collections.Counter(self._answers.values())
        for number in [n for n, count in sorted(shared.items()) if count > 1]:
            both = [space for space, one in self._answers.items() if one == number]
            for space in both:
                wrong.pop(space, None)
            yield (
                True,
                tr(
                    "{list} close the same input, {input}",
                    list=joints.listed(both),
                    input=words.chain_input(number),
                ),
                tr("two reeds in parallel, or a solder bridge"),
            )
        moved = self._boards(wrong)
        if moved:
            wrong = {s: n for s, n in wrong.items() if joints.inputs[s] >> 3 not in moved}
            order = ", ".join(
                tr("no. {one} answers as no. {other}", one=one + 1, other=other + 1)
                for one, other in moved.items()
            )
            yield (
                True,
                tr("Reader-8 boards in another order: {list}", list=order),
                joined([tr("plug their ribbons in that order, IN and OUT"), learn], ", "),
            )
        back = {joints.inputs[s]: s for s in wrong}
        for space, number in list(wrong.items()):
            other = back.get(number)
            if other is not None and other > space and wrong[other] == joints.inputs[space]:
                del wrong[space], wrong[other]
                yield (
                    True,
                    tr(
                        "exchanged: {one} and {other}",
                        one=joints.space(space),
                        other=joints.space(other),
                    ),
                    joined([tr("exchange the two plugs"), learn], ", "),
                )
        for board, row in self._rows(wrong):
            here = {8 * board + one for one, _ in row}
            wrong = {s: n for s, n in wrong.items() if joints.inputs[s] not in here}
            pairs = ", ".join(
                tr("{one} answers as {other}", one=_LETTERS[one], other=_LETTERS[other])
                for one, other in row
            )
            yield (
                True,
                tr(
                    "Reader-8 no. {n}: its plugs sit one input off: {list}",
                    n=board + 1,
                    list=pairs,
                ),
                joined([tr("move each plug back by one"), learn], ", "),
            )
        if len(wrong) > _MANY:
            yield (
                True,
                tr("{n} spaces answer at other inputs than the wiring table says", n=len(wrong)),
                tr("run `tavle learn`: any order will do"),
            )
            return
        for space, number in wrong.items():
            yield (
                True,
                tr(
                    "{joint} answers at {input}",
                    joint=joints.space(space),
                    input=words.chain_input(number),
                ),
                joined([tr("move its plug"), learn], ", "),
            )

    def _boards(self, wrong: dict[int, int]) -> dict[int, int]:
        """Return board -> board of those whose reeds all answer at the same place of one other board."""
        found: dict[int, set[int]] = {}
        for space, number in self._answers.items():
            own = self._joints.inputs[space]
            same = own & 7 == number & 7
            found.setdefault(own >> 3, set()).add(number >> 3 if same else -1)
        whole = {one: others.pop() for one, others in found.items() if len(others) == 1}
        count = collections.Counter(self._joints.inputs[space] >> 3 for space in wrong)
        return {
            one: other for one, other in whole.items() if other not in (one, -1) and count[one] > 1
        }

    def _rows(self, wrong: dict[int, int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield (board, [(letter, letter where it answers)]) where three plugs or more sit one place too far."""
        inputs = self._joints.inputs
        for board in sorted({inputs[space] >> 3 for space in wrong}):
            pairs = [
                (inputs[space] & 7, number & 7)
                for space, number in wrong.items()
                if inputs[space] >> 3 == board == number >> 3
            ]
            steps = collections.Counter(other - one for one, other in pairs)
            if max(steps[1], steps[-1]) >= 3:
                yield board, sorted(pairs)
