# SPDX-License-Identifier: Apache-2.0
"""The way a pawn took: which spaces it touched and which walls it skirted."""

from micropython import const

from rules.game import HOME, replace
from rules.games.partners import editions
from rules.moves import SELF, STEP, SWAP, parts

_RING = const(60)
_QUARTER = const(15)
_LAST = const(14)
_NO_WAY = const(-2)  # of partners.py

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.partners.partners import Partners


class Fit:
    """Finds how many steps each part of a move took.

    The same two places can be a straight way or one through the goal: the parts of a 7 add
    up to 7 where they can. Without the card, the shortest way that fits is taken.
    """

    def __init__(self, game: "Partners", action: int, move: bytes) -> None:
        self.game = game
        self.parts = [part for part in parts(move) if part[0] in (STEP, SELF)]
        card = game.cards[action] if action >= 0 else (editions.BACK,) + tuple(range(1, 15))
        split = editions.SPLIT in card
        self.total = 7 if split and (len(self.parts) > 1 or len(card) == 1) else 0
        self.choices: tuple = (1, 2, 3, 4, 5, 6, 7) if split else ()
        if not self.total:
            self.choices += tuple(
                use % editions.OTHERS if use > 0 else use
                for use in card
                if use < editions.SWAP or use > editions.OTHERS
            )
        self.steps = [0] * len(self.parts)
        self.best: list = []

    def find(self, state: "bytes | bytearray") -> list:
        """Return the steps of each part, negative for back, 0 for entering."""
        self._part(state, 0, 0)
        return self.best

    def _part(self, state: "bytes | bytearray", index: int, used: int) -> bool:
        """Try the parts from `index` on; True when the sum is right."""
        if index == len(self.parts):
            if not self.best or used == self.total:
                self.best = list(self.steps)
            return not self.total or used == self.total
        game = self.game
        kind, seat, start, end, _ = self.parts[index]
        game.prepare(state)
        if start == HOME:
            fitting = [0]
        else:
            fitting = [n for n in self.choices if n and _ends(game, seat, start, n) == end]
        after = bytearray(state)
        replace(after, seat, start, HOME if kind == SELF else end)
        for n in fitting:
            self.steps[index] = n
            if self._part(after, index + 1, used + n):
                return True
        return False


def _ends(game: "Partners", seat: int, place: int, steps: int) -> int:
    to = game.back(seat, place) if steps < 0 else game.reach(seat, place, steps)
    return (
        to if to >= _NO_WAY else _NO_WAY - to
    )  # a pawn of its colour, which it passes, or which makes way


def _spaces(game: "Partners", seat: int, place: int, steps: int) -> bytes:
    """Return the spaces a legal walk of the prepared position touches, the last one included."""
    way = bytearray()
    if not steps:
        way.append(seat * _QUARTER + 1)
    elif steps < 0:
        here = place
        for _ in range(-steps):
            here = here - 1 or _RING
            if game.extra and (here - 1) % _QUARTER == 0:
                here = here - 1 or _RING
            way.append(here)
    else:
        for n in range(1, steps + 1):
            way.append(_ends(game, seat, place, n))
    return bytes(way)


def ways(game: "Partners", state: "bytes | bytearray", action: int, move: bytes) -> list:
    """See `rules.ways.ways`."""
    told = []
    now = bytearray(state)
    counts = Fit(game, action, move).find(state)
    part = 0
    for kind, seat, start, end, _ in parts(move):
        if kind in (STEP, SELF):
            game.prepare(now)
            way = _spaces(game, seat, start, counts[part])
            told.append((way, _walls_by(game, seat, start, way)))
            part += 1
        if kind == STEP:
            replace(now, seat, start, end)
        elif kind != SWAP:
            replace(now, seat, start, HOME)
    return told


def _walls_by(game: "Partners", seat: int, place: int, way: bytes) -> tuple:
    """Return the walls a walk skirts: the own one it passed, one right ahead of its end."""
    found = []
    own = seat * _QUARTER + 1
    if game.walls >> seat & 1 and place != own and 0 < place <= _RING:
        for space in way:
            behind = seat * _QUARTER or _RING
            if space == behind and place > own and place - own < 5:
                found.append(own)
                break
    end = way[-1]
    if end <= _RING and (end - 1) % _QUARTER == _LAST:
        ahead = ((end - 1) // _QUARTER + 1) & 3
        if ahead != seat and game.walls >> ahead & 1:
            found.append(ahead * _QUARTER + 1)
    return tuple(found)
