# SPDX-License-Identifier: Apache-2.0
"""Evenings in company: other people's hands are on the board while somebody moves.

`python tests/hands/company.py --turns 1000 --rulebook sorry`; options, counts and judge as of `evening.py`. What the models of hands
do is done as before, and at the same time others put pawns straight, one or two at once, those of the move too; the next player takes
a pawn up, or lays a card, before the move is accepted; somebody lays a wrong card first, and another one instead; or changes her
mind again and again, from one result of the card straight to another.
"""

import sys
from typing import Any

from evening import _PLAYED, Evening, main
from hand_model import follow
from pawns import each, standing, without

from tavle.sim.gestures import Gesture

# ms for which a pawn that is put straight is off its space
_STRAIGHT_MS = (30, 55, 65, 90, 150, 300, 700, 1300, 2400)
# ms between two acts of somebody who changes her mind
_QUICK_MS = (60, 100, 300, 450, 500)
_SLOW_MS = (100, 500, 800, 1400, 3300)
# ms on the look of a result that is not meant
_REST_MS = (60, 200, 400, 540)
# ms after a move until the next player takes a pawn up
_NEXT_MS = (5, 100, 300, 500, 580, 600, 640, 900, 1600)


class Company(Evening):
    """One table on one evening, with more hands on the board than the mover's."""

    _tidy = 0  # how often somebody puts pawns straight in a move, at the most

    def turn(self) -> bool:
        self._tidy = self.chance.choice((0, 0, 1, 2, 4))
        return super().turn()

    # -- hands at the same time -------------------------------------------------------------------

    def perform(self, acts: list[Gesture]) -> None:
        """Let hands do their acts at their times, and others put pawns straight meanwhile."""
        for _ in range(self.chance.randint(0, self._tidy) if acts and not self.held else 0):
            acts = self._straightened(acts)
        super().perform(acts)

    def _straightened(self, acts: list[Gesture]) -> list[Gesture]:
        """Let somebody take up one or two pawns that stand, and put them back, while the others' hands go on."""
        began = self.chance.randint(acts[0].t_ms - 600, acts[-1].t_ms + 600)
        away_ms = self.chance.choice(_STRAIGHT_MS)
        more: list[Gesture] = []
        for _ in range(self.chance.choice((1, 1, 2))):
            there = follow(self.pawns, [act for act in acts if act.t_ms <= began])
            busy = {act.at for act in acts if began <= act.t_ms <= began + away_ms + 300}
            busy |= {act.at for act in more}
            free = [(c, at) for c, at in each(there) if at not in busy]
            if free:
                colour, at = self.chance.choice(free)
                up_ms = began + self.chance.choice((0, 20, 100))
                down_ms = began + away_ms + self.chance.choice((0, 20, 200))
                more += [
                    Gesture(up_ms, "lift", colour, at),
                    Gesture(max(up_ms + 25, down_ms), "place", colour, at),
                ]
        self.seen["straightened"] += 1
        self._manners.append(f"{[act.at for act in more[::2]]} straightened for {away_ms}")
        return sorted(acts + more, key=lambda act: act.t_ms)

    def begins(self, kind: float, acts: list[Gesture]) -> int:
        """Return how many acts of a move are done before its card is laid: none of who tries several."""
        return 0 if "another mind" in self._manners else super().begins(kind, acts)

    # -- changes of mind ---------------------------------------------------------------------------

    def script(self, state: bytes, move: bytes, results: list[Any]) -> list[Gesture]:
        acts = super().script(state, move, results)
        if self.chance.random() < 0.7:
            return acts
        wanted = next(bytes(after) for after, made in results if bytes(made) == move)
        pawns = {colour: list(places) for colour, places in self.pawns.items()}
        if pawns != standing(self.game, state):
            return acts
        self.seen["another mind"] += 1
        self._manners[1:] = ["another mind"]
        acts = []
        now = 0
        minds = [bytes(after) for after, made in results if made]
        minds = self.chance.sample(minds, min(len(minds), self.chance.choice((1, 2, 3))))
        for mind in [*minds, wanted]:
            target = standing(self.game, mind)
            for act in self._rearranged(pawns, target, now):
                acts.append(act)
                now = act.t_ms
            pawns = {colour: list(places) for colour, places in target.items()}
            now += self.chance.choice(_REST_MS)
        return acts

    def _rearranged(self, pawns: Any, target: Any, now: int) -> list[Gesture]:
        """Return how pawns are taken straight from where they stand to where another result has them."""
        up = [(c, at) for c in pawns for at in without(pawns[c], target[c])]
        down = [(c, at) for c in pawns for at in without(target[c], pawns[c])]
        self.chance.shuffle(up)
        self.chance.shuffle(down)
        pauses = self.chance.choice((_QUICK_MS, _SLOW_MS))
        one_by_one = self.chance.random() < 0.5
        acts = []
        held: list[str] = []
        while up or down:
            ready = [d for d in down if d[0] in held]
            if up and not (ready and (one_by_one or self.chance.random() < 0.5)):
                colour, at = up.pop()
                held.append(colour)
                acts.append(Gesture(now, "lift", colour, at))
            else:
                colour, at = ready[0]
                down.remove((colour, at))
                held.remove(colour)
                acts.append(Gesture(now, "place", colour, at))
            now += self.chance.choice(pauses)
        return acts

    # -- cards -------------------------------------------------------------------------------------

    def lay(self, action: int, copy: int) -> bool:
        """Lay a card, at times after another one."""
        as_believed = self.pawns == standing(self.game, self._believed)
        if not self.game.die and as_believed and self.chance.random() < 0.15:
            self._wrong_card(action)
            since = self._read = len(self.table.events)
            self.table.card(action, copy)
            self._hear()
            event = self.wait_for(1500, "card", "refused")
            self._read = since
            if event is not None and event["event"] == "card":
                return False
            self._hold()  # a question about the wrong card, or a pawn of a stack that may be on its way
            self._pass(400)
        return super().lay(action, copy)

    def _wrong_card(self, but: int) -> None:
        """Lay another card first, look at the pawns, and see that it is the wrong one."""
        others = [k for k in range(len(self.game.actions)) if k != but and self.table.copies(k)]
        state = self._believed
        others = [k for k in others if len(self.game.results(state, k)) > 1]
        if not others or self.table.phase() != "card":
            return
        self.seen["wrong card"] += 1
        self._manners.append("wrong card")
        action = self.chance.choice(others)
        self.log(f"{self.table.now} wrong card {self.game.actions[action]}")
        self.table.card(action, self.chance.choice(self.table.copies(action)))
        self._hear()
        self._pass(self.chance.choice((50, 400, 1200, 4000)))
        for colour, at in self.chance.sample(each(self.pawns), self.chance.choice((0, 1, 2))):
            self._up(colour, at, self.chance.choice((80, 300, 2000)))
            self._pass(self.chance.choice((5, 200, 700)))
        self._pass(self.chance.choice((5, 300, 900)))

    # -- the next player ----------------------------------------------------------------------------

    def finish(self, wanted: bytes, move: bytes, exchange: bool) -> bool:
        if self.chance.random() < 0.4 and not self.held:
            self._next_player(wanted)
        return super().finish(wanted, move, exchange)

    def _next_player(self, wanted: bytes) -> None:
        """Take a pawn of the next player's up before the move is accepted, and put it back."""
        if wanted[16] not in self.game.seats:
            return  # that move wins
        colour = self.game.colours[wanted[16]]
        self._pass(self.chance.choice(_NEXT_MS))
        if not self.pawns[colour]:
            return
        self.seen["next player"] += 1
        self._manners.append("next player")
        at = self.chance.choice(self.pawns[colour])
        self.act("lift", colour, at)
        self._pass(self.chance.choice((30, 70, 200, 500, 1500, 4000)))
        if (
            not self.game.die
            and self.chance.random() < 0.3
            and self._believed[:_PLAYED] != wanted[:_PLAYED]
        ):
            self._lay_any()
            self._hear()
            self._pass(self.chance.choice((5, 200, 900)))
        self.act("place", colour, at)
        self._pass(self.chance.choice((5, 200, 900)))


if __name__ == "__main__":
    sys.exit(main(Company))
