# SPDX-License-Identifier: Apache-2.0
"""How likely each side wins from a board on which nobody holds a card, by what games have taught (`fit.py`).

Every seat's pawns are looked at in the same few ways; `learned.json` has for each judge of `players` what that is worth, in
thousandths. A side's worth is the sum of its seats'. Of the sum of exp(worth) over all sides, each wins its share.
"""

import json
import math
from pathlib import Path
from typing import Any

from tavle.paths import add_firmware

WEIGHTS = Path(__file__).with_name("learned.json")

_NOBODY = 255

Look = tuple[str, int]
"""A table of `learned.json` and a line of it."""


def new_judge(game: Any) -> Any:
    """Return a judge of a game. Raises ValueError: nobody plays it."""
    add_firmware()
    import players

    return players.new_judge(game)


def tables(game: Any) -> dict[str, list[int]]:
    """Return what is learned of a game: by table and line, what is worth how much.

    Raises:
        ValueError: nothing is.
    """
    add_firmware()
    import players

    found: dict[str, dict[str, list[int]]] = json.loads(WEIGHTS.read_text(encoding="ascii"))
    name = players.judge_of(game)
    if name not in found:
        raise ValueError(f"rulebook: nothing is learned of {game.rulebook!r}")
    return found[name]


def sides(game: Any) -> list[tuple[int, ...]]:
    """Return the seats of each side of a game."""
    masks = sorted({game.side(seat) for seat in game.seats})
    return [tuple(seat for seat in game.seats if mask >> seat & 1) for mask in masks]


def looks(judge: Any, now: Any, seat: int) -> list[Look]:
    """Return what is looked at of a seat.

    How far each pawn on the ring has come, and how many are at home; where hands are dealt which circles of the goal are filled;
    in races how many of the judge's points are to go, and, with the turn, how many pawns are in the goal.
    """
    game = judge.game
    pawns = now[4 * seat : 4 * seat + 4]
    found = [("homes", sum(place == 0 for place in pawns))]
    for place in pawns:
        if 0 < place <= game.ring:
            found.append(("path", (place - game.enters[seat]) % game.ring))
    if game.hand:
        found.append(
            ("goal", sum(1 << place - game.ring - 1 for place in pawns if place > game.ring))
        )
        return found
    value = judge.value[seat * judge.places : (seat + 1) * judge.places]
    found.append(("far", 4 * max(value) - sum(value[place] for place in pawns)))
    if now[16] == seat:
        found.append(("turn", sum(place == game.fin for place in pawns)))
    return found


class Learned:
    """What is learned of a game.

    Args:
        judge: a judge of it.

    Attributes:
        seat: who thinks.

    Raises:
        ValueError: nothing is learned of it.
    """

    def __init__(self, judge: Any) -> None:
        self.seat = 0
        self._judge = judge
        self._tables = tables(judge.game)
        self._sides = sides(judge.game)
        self._known: dict[bytes, int] = {}

    def chances(self, now: Any) -> list[float]:
        """Return how likely each seat wins, 0 of who does not play; the game may be over."""
        if now[16] == _NOBODY:
            return [float(now[17] >> seat & 1) for seat in range(4)]
        shares = [
            math.exp(sum(self._worth(now, seat) for seat in side) / 1000) for side in self._sides
        ]
        whole = sum(shares)
        found = [0.0] * 4
        for side, share in zip(self._sides, shares, strict=True):
            for seat in side:
                found[seat] = share / whole
        return found

    def __call__(self, now: Any) -> int:
        """Return how likely the seat that thinks wins, between -10000, which is lost, and 10000, which is won."""
        return int(20000 * self.chances(now)[self.seat] - 10000)

    def _worth(self, now: Any, seat: int) -> int:
        key = bytes((seat, now[16] == seat, *now[4 * seat : 4 * seat + 4]))
        worth = self._known.get(key)
        if worth is None:
            worth = sum(self._tables[name][line] for name, line in looks(self._judge, now, seat))
            self._known[key] = worth
        return worth
