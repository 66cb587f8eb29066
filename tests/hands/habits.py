# SPDX-License-Identifier: Apache-2.0
"""Evenings among people who have habits: others touch pawns, lean on buttons, lay the card once more.

`python tests/hands/habits.py --turns 1000 --rulebook sorry`; options, counts and judge as of `evening.py`. At any moment of a
move, and when it has been made, somebody does one of `HABITS`: none of them changes what stands where in the
end, and none rests on the look of a legal result. In every second evening half of the moves begin before their card.
"""

import sys
from typing import Any

from evening import _PLAYED, Evening, main
from pawns import each, free_spaces, look, looks_of

from drivers import buttons
from tavle.sim.gestures import Gesture

_RATES = (0.05, 0.15, 0.4)  # how often between two acts of a hand
_END_MS = (5, 100, 500, 560, 590, 600, 620, 1400, 1500, 2980, 3100)  # after the last act


class Habits(Evening):
    """One table on one evening, with some habits of the people there."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._looks: set[Any] = set()
        self._began = b""
        self._rate = self.chance.choice(_RATES)
        self._habits = self.chance.sample(HABITS, self.chance.choice((1, 2, 4, len(HABITS))))
        self._early = self.chance.random() < 0.5

    def turn(self) -> bool:
        self._began = self._believed[:_PLAYED]
        return super().turn()

    def begins(self, kind: float, acts: list[Gesture]) -> int:
        other = 0.1 <= kind < 0.24  # a mess, a cut
        if other or not self._early or self.chance.random() < 0.5:
            return super().begins(kind, acts)
        return self.chance.choice((len(acts), self.chance.randrange(len(acts) + 1)))

    def script(self, state: bytes, move: bytes, results: list[Any]) -> list[Gesture]:
        self._looks = looks_of(self.game, [*(after for after, _ in results), state, self.before])
        return super().script(state, move, results)

    def perform(self, acts: list[Gesture]) -> None:
        """Let hands do their acts at their times, and others interfere."""
        now = acts[0].t_ms if acts else 0
        for act in acts:
            gap = act.t_ms - now
            now = act.t_ms
            part = self.chance.randrange(gap + 1)
            self._pass(part)
            if gap and self.chance.random() < self._rate:
                self._interfere()
            self._pass(gap - part)
            self.act(act.do, act.colour, act.at)

    def finish(self, wanted: bytes, move: bytes, exchange: bool) -> bool:
        if self.chance.random() < self._rate and self._believed[:_PLAYED] == self._began:
            self._pass(self.chance.choice(_END_MS))
            self._interfere()
        return super().finish(wanted, move, exchange)

    def _interfere(self) -> None:
        habit = self.chance.choice(self._habits)
        if self.table.phase() == "ask" and habit in _ANSWERS:
            habit = Habits.touch
        self.seen["interfered"] += 1
        self._manners.append("!" + habit.__name__)
        self.log(f"{self.table.now} somebody: {habit.__name__}")
        habit(self)
        self._pass(self.chance.choice((5, 50, 300, 700)))

    def _any(self) -> tuple[str, str]:
        return self.chance.choice(each(self.pawns))

    def _harmless(self, colour: str, at: str) -> bool:
        """Return whether a pawn that is held can rest on a place without looking legal."""
        pawns = {c: list(places) for c, places in self.pawns.items()}
        pawns[colour].append(at)
        return look(pawns) not in self._looks

    # -- habits -----------------------------------------------------------------------------------

    def touch(self) -> None:
        """Put some pawns straight."""
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            self._up(*self._any(), self.chance.choice((30, 70, 150, 400, 700, 1200)))
            self._pass(self.chance.choice((5, 60, 300, 900)))

    def ponder(self) -> None:
        """Hold a pawn for seconds or minutes."""
        self._up(*self._any(), self.chance.choice((3500, 20000, 60000, 180000)))

    def consider(self) -> None:
        """Take two pawns up, and put both back."""
        one, other = self._any(), self._any()
        if one == other:
            return
        for do, pawns in (("lift", [one, other]), ("place", self.chance.sample([one, other], 2))):
            for colour, at in pawns:
                self.act(do, colour, at)
                self._pass(self.chance.choice((20, 90, 400, 3500)))

    def slide(self) -> None:
        """Slide a pawn over the free spaces before it, and back."""
        colour, at = self._any()
        if not at.isdigit():
            return
        ahead = [str((int(at) + k) % self.game.ring) for k in range(1, self.chance.randint(3, 13))]
        way = [space for space in ahead if space in free_spaces(self.game, self.pawns)]
        self.act("lift", colour, at)
        slow = all(self._harmless(colour, space) for space in way)
        for space in [*way, *way[-2::-1]]:
            self._pass(self.chance.choice((5, 10, 40)))
            self.act("place", colour, space)
            self._pass(self.chance.choice((60, 140, 240) if slow else (15, 30, 60)))
            self.act("lift", colour, space)
        self.act("place", colour, at)

    def knock(self) -> None:
        """Knock a pawn onto a free space, where it stays for a while."""
        colour, at = self._any()
        if not at.isdigit():
            return
        beside = str((int(at) + self.chance.choice((-1, 1))) % self.game.ring)
        to = self.chance.choice((beside, self.chance.choice(free_spaces(self.game, self.pawns))))
        self.act("lift", colour, at)
        self._pass(self.chance.choice((5, 20)))
        if to in free_spaces(self.game, self.pawns) and self._harmless(colour, to):
            self.act("place", colour, to)
            self._pass(self.chance.choice((100, 700, 4000, 25000)))
            self.act("lift", colour, to)
            self._pass(self.chance.choice((20, 200)))
        self.act("place", colour, at)

    def flutter(self) -> None:
        """Lift a pawn again and again."""
        colour, at = self._any()
        for _ in range(self.chance.choice((3, 6))):
            self._up(colour, at, self.chance.choice((15, 40, 70)))
            self._pass(self.chance.choice((15, 40, 70)))

    def elbow(self) -> None:
        """Lean on the button of a seat that is not to act; who throws next would end the move."""
        seats = [seat for seat in self.game.seats if seat != self._believed[16]]
        if not self.game.die:
            self._press(self.chance.choice(seats))

    def elbow_table(self) -> None:
        """Lean on the table button, shorter than its hold."""
        self.table.press(buttons.TABLE)
        self._hear()

    def lay_again(self) -> None:
        """Lay the card in force once more."""
        if self.table.phase() == "move" and not self.game.die:
            self.table.lay_again()
            self._hear()

    def plug(self) -> None:
        """Pull the plug, at times twice or three times."""
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            self._cut([])
            self._hear()
            self._pass(self.chance.choice((5, 100, 640, 3300)))

    def plug_holding(self) -> None:
        """Pull the plug with a pawn in the hand; it comes back in the dark or later."""
        colour, at = self._any()
        self.act("lift", colour, at)
        self._pass(self.chance.choice((5, 50, 100, 700)))
        dark = self.chance.random() < 0.5
        self._cut([("place", colour, at)] if dark else [])
        self._hear()
        if not dark:
            self._pass(self.chance.choice((5, 100, 700, 4000)))
            self.act("place", colour, at)


HABITS = (
    Habits.consider, Habits.elbow, Habits.elbow_table, Habits.flutter, Habits.knock, Habits.lay_again,
    Habits.plug, Habits.plug_holding, Habits.ponder, Habits.slide, Habits.touch,
)  # fmt: skip
_ANSWERS = (Habits.elbow, Habits.elbow_table, Habits.lay_again)


if __name__ == "__main__":
    sys.exit(main(Habits))
