# SPDX-License-Identifier: Apache-2.0
"""Evenings at the end of games: the last moves, the win, a win taken back, the plug pulled on it, a new game.

`python tests/hands/endings.py --turns 1000 --rulebook sorry`; options, counts and judge as of `evening.py`. Games are played
by computers without a table until somebody wins; an evening begins some turns before that, and goes on behind it.
"""

import functools
import random
import sys
from typing import Any

from evening import _PLAYED, Evening, main
from pawns import standing

from players import decide, load
from players.chance import Chance
from players.observation import Observation
from rules import load as rules_of
from rules.notation import position_text

_LEVEL = "normal"
_MOST_TURNS = 5000
_BEFORE = (1, 1, 2, 3, 4, 6, 9, 14)  # turns before the win at which an evening begins
_CHOICES = 4  # cards, or throws, of which the players may choose: it brings the end nearer


@functools.lru_cache(maxsize=64)
def _game(rulebook: str, seed: int, seats: tuple[int, ...] | None) -> tuple[bytes, ...]:
    """Return the positions of a game, the last one before the win."""
    chance = random.Random(f"{rulebook} {seed}")
    game = rules_of(rulebook, seats)
    player = load(_LEVEL, game)
    states = [bytes(game.new())]
    for turn in range(_MOST_TURNS):
        state = states[-1]
        hand = bytes(chance.randrange(len(game.actions)) for _ in range(_CHOICES))
        after = b""
        for card in (hand,) if game.hand else [bytes((action,)) for action in hand]:
            decide(player, Observation(state, state[16], card), Chance(seed * 7 + turn))
            if player.after:
                after = bytes(player.after)
                break
        states.append(after or bytes(game.skip(state)))
        if states[-1][17]:
            return tuple(states[:-1])
    raise AssertionError(f"nobody has won {rulebook} {seed}")


class Ending(Evening):
    """One table on one evening, near the end of a game and behind it."""

    def first(self, rulebook: str, seed: int, seats: tuple[int, ...] | None) -> str:
        states = _game(rulebook, seed, seats)
        before = random.Random(seed).choice(_BEFORE)
        return str(position_text(rules_of(rulebook, seats), states[-min(before, len(states))]))

    def choose(self, state: bytes) -> tuple[int, int, list[Any]] | None:
        """Choose a card, as a rule one that wins, if there is one."""
        chosen = super().choose(state)
        if self.chance.random() < 0.3:
            return chosen
        for action in range(len(self.game.actions)):
            copies = self.table.copies(action)
            wins = [r for r in self.game.results(state, action) if r[0][17]]
            if copies and wins:
                return action, self.chance.choice(copies), wins
        return chosen

    def turn(self) -> bool:
        """Play one turn; behind the win do what people do with a game that is over."""
        if super().turn():
            return True
        return self.table.phase() == "over" and self._behind_the_win()

    def _behind_the_win(self) -> bool:
        """Pull the plug, take the last move back, or begin anew; return whether the evening goes on."""
        won = self._believed
        kind = self.chance.random()
        self._read = len(self.table.events)
        self.seen["turns"] += 1
        if kind < 0.25:
            self._manners = ["plug pulled on the win"]
            self._cut([])
            self.run(1500)
            if self.table.phase() != "over" or self.table.state() != won:
                self.trouble("lost", f"the win: {self.table.events[-3:]}")
            return True
        if kind < 0.65 and self.before is not None and self.before[:16] != won[:16]:
            self._take_win_back(self.before, won)
            return True
        self._begin_anew()
        return False

    def _take_win_back(self, old: bytes, won: bytes) -> None:
        """Put the pawns of the last move back; any seat's button answers what the table asks."""
        self._manners = ["win taken back"]
        self.seen["wins taken back"] += 1
        self.run(self.chance.choice((200, 1500, 6000)))
        self.restore(old)
        for _ in range(6):
            if self.wait_for(4500, "undone") is not None:
                return
            choices = self._choices()
            if choices[:1] == [old[:_PLAYED]]:
                self._press(self.chance.choice(self.game.seats))
            elif choices:
                self._point_back(old, won)
        self.trouble("take-back lost", self.table.events[-3:])

    def _begin_anew(self) -> None:
        """Hold the table's button and put the pawns home, in either order."""
        self._manners = ["new game"]
        self.seen["new games"] += 1
        fresh = bytes(self.game.new())
        self.run(self.chance.choice((100, 2500)))
        if self.chance.random() < 0.3:
            self.restore(fresh)
            self.run(self.chance.choice((100, 4000)))
        self.table.hold()
        self._hear()
        self.run(400)
        self.restore(fresh)
        self.run(1500)
        if self.chance.random() < 0.3:
            self._cut([])
            self.run(1500)
        if self.table.phase() not in ("card", "deal"):
            self.trouble("wedged", f"no new game: {self.table.phase()} {self.table.events[-4:]}")
        if standing(self.game, self.table.state()) != standing(self.game, fresh):
            self.trouble("wedged", "no new game begun")


if __name__ == "__main__":
    sys.exit(main(Ending))
