# SPDX-License-Identifier: Apache-2.0
"""The expert, for a PC: information-set Monte Carlo tree search, single observer.

Every iteration guesses what is hidden, walks down one tree whose nodes are what the observer can
tell apart (a card and a result), adds a node and plays on by the quick look of the `hard` player.
A move's share is counted among the iterations in which it was possible. With several processes
each grows a tree of its own and the visits at the roots are added up.

Source of the method: Cowling, Powley, Whitehouse, Information Set Monte Carlo Tree Search,
IEEE Transactions on Computational Intelligence and AI in Games 4 (2012), SO-ISMCTS.
"""

import math
import operator
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from tavle.paths import add_firmware

_EXPLORE = 0.4
_SCALE = (
    30.0  # points: so much better than the first look says is worth about three quarters of a win
)
_ROOT = 4  # choices at the root, the best by the first look
_WIDTH = 6  # results of a node that are tried, the best by the first look
_DEEP = 2  # turns that are kept in the tree
_SLICE = 8  # iterations between two pauses

Key = tuple[int, bytes]

# Of (loss by the quick look, card, position after it): the best come first.
_loss = operator.itemgetter(0)


class _Node:
    """What has been seen of one choice: visits, iterations in which it was possible, its value."""

    __slots__ = ("children", "possible", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.possible = 0
        self.total = 0.0
        self.children: dict[Key, _Node] = {}


class _Walk:
    """One guess played through: by the tree's choices, then by a quick look at every result."""

    def __init__(self, game: Any, judge: Any, found: Any):
        self._game = game
        self._judge = judge
        self._found = found
        self._cards = bool(game.hand)
        self._hands: list[bytes] = []
        self._draws = b""
        self._now = b""
        self._seat = 0
        self._kept: dict[tuple[bytes, int], list[tuple[int, int, bytes]]] = {}

    def forget(self) -> None:
        """Drop what is kept of results: the next decision judges by another first look."""
        self._kept.clear()

    def start(self, seat: int, guess: Any) -> None:
        """Begin a guess of the hands, or of the throws and cards to come."""
        self._seat = seat
        if self._cards:
            self._hands = [bytes(guess[4 * s : 4 * s + 4]).rstrip(b"\xff") for s in range(4)]
        else:
            self._draws = bytes(guess)

    def put(self, seat: int, action: int, after: bytes) -> None:
        """Play a card."""
        self._now = after
        self._seat = seat
        if self._cards:
            hand = self._hands[seat]
            at = hand.find(action)
            self._hands[seat] = hand[:at] + hand[at + 1 :]

    def next_seat(self) -> int:
        """Return who plays next, 255 when the game is over or all hands are empty."""
        if self._now[16] == 255 or not self._cards:
            return self._now[16] if self._cards or self._draws else 255
        for k in range(1, 5):
            seat = (self._seat + k) & 3
            if self._hands[seat]:
                return seat
        return 255

    def options(self, seat: int, width: int) -> list[Key]:
        """Return the best results by the quick look; without any the hand goes down, the turn passes."""
        if self._cards:
            state = bytearray(self._now)
            state[16] = seat
            hand = [action for action in set(self._hands[seat]) if action < 254]
        else:
            state = bytearray(self._now)
            hand = [self._draws[0]]
            self._draws = self._draws[1:]
        found: list[tuple[int, int, bytes]] = []
        for action in sorted(hand):
            found += self._looked(state, seat, action)
        if not found:
            if self._cards:
                self._hands[seat] = b""
                self._seat = seat
            else:
                self._now = self._game.skip(self._now)
            return []
        found.sort(key=_loss)
        return [(action, after) for _, action, after in found[:width]]

    def _looked(self, state: bytearray, seat: int, action: int) -> list[tuple[int, int, bytes]]:
        """Return the best results of one card by the quick look, as (loss, card, position after it).

        Walks meet the same cards on the same boards again, so what was found is kept.
        """
        key = (bytes(state), action)
        found = self._kept.get(key)
        if found is None:
            made = self._found
            swing, kept = self._judge.swing, self._judge.kept(action)
            found = [
                (kept - swing(made.move(k), seat), action, made.state(k))
                for k in range(len(self._game.results(state, action, made)))
            ]
            found.sort(key=_loss)
            del found[_WIDTH:]
            self._kept[key] = found
        return found

    def go_on(self, turns: int) -> None:
        """Play so many turns on, every seat its best result."""
        for _ in range(turns):
            seat = self.next_seat()
            if seat == 255:
                return
            best = self.options(seat, 1)
            if best:
                self.put(seat, *best[0])

    def outcome(self, seat: int) -> int:
        """Return what the position reached is worth to a seat, in points."""
        if self._now[16] == 255:
            return 10000 if self._now[17] >> seat & 1 else -10000
        return int(self._judge.worth(self._now))


class Expert:
    """A player like those of `players`, with a search in place of a bounded number of steps.

    Args:
        game: the game that is played.
        iterations: walks down the tree per decision, of all processes together.
        processes: trees grown at the same time; 1 stays in this process.

    Attributes:
        action, after, move: the choice, as with every player.
    """

    level = "expert"

    def __init__(self, game: Any, iterations: int = 600, processes: int = 1):
        add_firmware()
        self.game = game
        self._first = _first_look(game)
        self.judge = self._first.judge
        self._playout = self._first._playout
        self._walk = _Walk(game, self.judge, self._first.found)
        self._iterations = iterations
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._turns = 4
        self.action = 255
        self.after = self.move = b""

    def exchange(self, seen: Any, chance: Any) -> Iterator[None]:
        """Choose the card for the partner as the hard player does."""
        yield from self._first.exchange(seen, chance)
        self.action = self._first.action

    def think(self, seen: Any, chance: Any) -> Iterator[None]:
        """Choose a card and a result; yields now and then."""
        yield from self._first.think(seen, chance)
        self.action, self.after, self.move = (
            self._first.action, self._first.after, self._first.move,
        )  # fmt: skip
        self._walk.forget()
        best = list(self._first._best)
        if len(best) < 2 or best[0][2][16] == 255:
            return
        visits: dict[Key, int] = {}
        if self._processes > 1:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._processes)
            share = -(-self._iterations // self._processes)
            seeds = [chance(30000) for _ in range(self._processes)]
            jobs = [
                self._pool.submit(_grow, self.game.rulebook, self.game.seats, self.game.options,
                                  _packed(seen), share, seed)
                for seed in seeds
            ]  # fmt: skip
            for job in jobs:
                yield
                for key, n in job.result().items():
                    visits[key] = visits.get(key, 0) + n
        else:
            root = _Node()
            for n in range(self._iterations):
                self._iterate(root, best, seen, chance)
                if n % _SLICE == 0:
                    yield
            visits = {key: node.visits for key, node in root.children.items()}
        top = max(best, key=lambda entry: visits.get((entry[1], entry[2]), 0))
        self.action, self.after, self.move = top[1], top[2], top[3]

    def grow(self, seen: Any, iterations: int, chance: Any) -> dict[Key, int]:
        """Return the visits of the root's choices after so many iterations of a new tree."""
        for _ in self._first.think(seen, chance):
            pass
        self._walk.forget()
        best = list(self._first._best)
        root = _Node()
        for _ in range(iterations):
            self._iterate(root, best, seen, chance)
        return {key: node.visits for key, node in root.children.items()}

    def _iterate(self, root: _Node, best: list[Any], seen: Any, chance: Any) -> None:
        """Guess what is hidden, walk down, add a node, play on, and tell the way what came of it."""
        walk = self._walk
        walk.start(seen.seat, self._playout.guess(seen, chance, self._turns + _DEEP))
        options = [(entry[1], entry[2]) for entry in best]
        node = root
        path: list[tuple[_Node, int]] = []
        seat = seen.seat
        for _ in range(_DEEP):
            child, key, new = _select(node, options)
            path.append((child, seat))
            walk.put(seat, *key)
            node = child
            if new:
                break
            seat = walk.next_seat()
            options = walk.options(seat, _WIDTH) if seat != 255 else []
            if not options:
                break
        walk.go_on(self._turns)
        value = _share(walk.outcome(seen.seat) - best[0][0])
        mine = self.game.side(seen.seat)
        for child, who in path:
            child.visits += 1
            child.total += value if mine >> who & 1 else 1 - value


def _first_look(game: Any) -> Any:
    """Return a hard player that only looks at each result once and keeps the best."""
    import players

    player = players.load("hard", game)
    vars(player).update(width=_ROOT, each=_ROOT, _compare=_as_found)
    return player


def _as_found(*_: Any) -> tuple[()]:
    """Leave the candidates as the first look ranks them: the tree compares them."""
    return ()


def _share(points: int) -> float:
    """Return points as a share of a win, 0..1."""
    return 1 / (1 + math.exp(max(-500.0, min(500.0, -points / _SCALE))))


def _select(node: _Node, options: list[Key]) -> tuple[_Node, Key, bool]:
    """Return the choice to walk down, best first when new; and whether it is new (UCB1)."""
    top: tuple[float, Key] | None = None
    for key in options:
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = _Node()
        child.possible += 1
        if not child.visits:
            score = math.inf
        else:
            explore = math.sqrt(math.log(child.possible) / child.visits)
            score = child.total / child.visits + _EXPLORE * explore
        if top is None or score > top[0]:
            top = (score, key)
    if top is None:
        raise ValueError("no options")
    chosen = node.children[top[1]]
    return chosen, top[1], not chosen.visits


def _packed(seen: Any) -> tuple[Any, ...]:
    return (seen.state, seen.seat, seen.hand, seen.counts, seen.seen, seen.given)


_EXPERTS: dict[Any, Expert] = {}


def _grow(
    rulebook: str, seats: tuple[int, ...], options: dict[str, str],
    packed: tuple[Any, ...], iterations: int, seed: int,
) -> dict[Key, int]:  # fmt: skip
    """Grow a tree in a process of its own."""
    add_firmware()
    from players.chance import Chance
    from players.observation import Observation
    from rules import load

    key = (rulebook, seats, tuple(sorted(options.items())))
    if key not in _EXPERTS:
        _EXPERTS[key] = Expert(load(rulebook, seats, options))
    return _EXPERTS[key].grow(Observation(*packed), iterations, Chance(seed))


def processes() -> int:
    """Return how many processes this machine has cores for."""
    return os.cpu_count() or 1
