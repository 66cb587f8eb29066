# SPDX-License-Identifier: Apache-2.0
"""Evenings among all of them at once: company, people with habits, a family, and who doubts about a move that has been made.

`python tests/hands/crowd.py --turns 1000 --rulebook sorry`; options, counts and judge as of `evening.py`. What the models of hands, with
those of `family.py`, do is done while others' hands are on the board; the habits are not stopped by doubts: while the pawns of an
accepted move are taken anywhere, and back, somebody pulls the plug, holds another pawn or leans on a button. Many pawns share a space.
"""

import sys

from company import Company
from doubts import Doubts
from evening import main
from family import Family, FamilyHands
from habits import Habits
from models import MODELS
from pawns import apart, looks_of


class Crowd(Company, Doubts, Family, Habits):
    easy = staticmethod(apart)
    _doubting = False  # nobody interferes with who interferes

    def wander(self, old: bytes, new: bytes, back: bool) -> None:
        self._looks = self._looks | looks_of(self.game, [old, new])
        self._doubting = True
        super().wander(old, new, back)
        self._doubting = False

    def _pass(self, ms: int) -> None:
        super()._pass(ms)
        if self._doubting and self.chance.random() < self._rate / 2:
            self._doubting = False
            self._interfere()
            self._doubting = True


if __name__ == "__main__":
    MODELS["family"] = FamilyHands
    sys.exit(main(Crowd))
