# SPDX-License-Identifier: Apache-2.0
"""Evenings among people who doubt: when a move has been accepted they take its pawns up again, and put them anywhere.

`python tests/hands/doubts.py --turns 1000 --rulebook sorry`; options, counts and judge as of `evening.py`. Where they stood before the
move, where it took them, on any free space, mostly one where the board then looks as before the move: lifted and put down by chance,
again and again, at times with the next card on the table. In the end the move is taken back, or all stands as it did.
"""

import sys

from evening import _PLAYED, Evening, main
from pawns import free_spaces, looks_of, standing, tempting, without

_PAUSES_MS = (30, 80, 200, 450, 700, 1500, 3500)


class Doubts(Evening):
    """One table on one evening, with moves that are called in question when they have been made."""

    def finish(self, wanted: bytes, move: bytes, exchange: bool) -> bool:
        old = self._believed
        if not super().finish(wanted, move, exchange):
            return False
        stands = self.before is not None and self.before[:16] == old[:16] != self._believed[:16]
        stands = stands and self.pawns == standing(self.game, self._believed)
        if not stands or self.table.phase() != "card" or self.chance.random() < 0.5:
            return True
        return self._doubt(old, wanted, move, exchange)

    def _doubt(self, old: bytes, wanted: bytes, move: bytes, exchange: bool) -> bool:
        """Handle the pawns of the accepted move; return whether it stands in the end."""
        back = self.chance.random() < 0.35
        self._manners.append("doubts, taken back" if back else "doubts")
        self.seen["doubts"] += 1
        self._read = len(self.table.events)
        new = self._believed
        self._pass(self.chance.choice((20, 200, 700, 2000)))
        self.wander(old, new, back)
        if self._believed[:_PLAYED] == old[:_PLAYED]:  # undone on the way
            again = not back and self.table.phase() == "move"
            return again and super().finish(wanted, move, exchange)
        if self._believed[:_PLAYED] != new[:_PLAYED]:
            return False  # somebody's card was played
        if back:
            alike = looks_of(self.game, [old]) == looks_of(self.game, [new])
            if not self._see_taken_back(old, new) and not alike:
                self.trouble("take-back lost", self.table.events[-3:])
            return False
        self.run(5000)
        for _ in range(8):
            choices = self._choices()
            if not choices:
                break
            if choices[0] == new[:_PLAYED]:
                self._press(new[16])
            else:
                self._point_back(old, new)
        return self._believed == new and self.table.phase() == "card"

    def wander(self, old: bytes, new: bytes, back: bool) -> None:
        """Take the pawns of a move anywhere, and in the end back, or where it took them."""
        before, after = standing(self.game, old), standing(self.game, new)
        ways = [
            (colour, *way)
            for colour in before
            for way in zip(
                without(before[colour], after[colour]),
                without(after[colour], before[colour]),
                strict=True,
            )
        ]
        at = [end for _, _, end in ways]  # "" in the hand
        goals = [start if back else end for _, start, end in ways]
        looks = looks_of(self.game, [old, new])
        steps = self.chance.choice((2, 4, 8))
        while steps > 0 or at != goals:
            steps -= 1
            if self.chance.random() < 0.1 and self.table.phase() == "card":
                self._lay_any()
                self._hear()
            todo = [k for k in range(len(ways)) if at[k] != goals[k]]
            k = self.chance.choice(todo if todo and steps <= 0 else range(len(ways)))
            colour, start, end = ways[k]
            if at[k]:
                self.act("lift", colour, at[k])
                at[k] = ""
            else:
                free = free_spaces(self.game, self.pawns)
                aside = tempting(self.chance, looks, self.pawns, colour, free)
                places = [start, start, end, aside, aside]
                at[k] = goals[k] if steps <= 0 else self.chance.choice(places)
                self.act("place", colour, at[k])
            self._pass(self.chance.choice(_PAUSES_MS))


if __name__ == "__main__":
    sys.exit(main(Doubts))
