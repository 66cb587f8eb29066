# SPDX-License-Identifier: Apache-2.0
"""How likely each seat wins, by the means of the `hard` player: games played on over guesses of what is hidden.

Each choice that is judged is played on over the same guesses, so that luck is the same for all of them: hands to the end of the deal, races
a few turns. From there `players/learned.py` says who will win.
"""

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from tavle import house
from tavle.paths import add_firmware
from tavle.players import advice
from tavle.players.learned import Learned, new_judge
from tavle.review.game import Played, Turn

WHOLE = 1000
"""What is certain; chances are whole numbers, so that they add up."""

GUESSES = 200
"""At most, to find the best choice, and as many to measure it."""

_FEWEST = 20  # guesses, however little time there is
_WIDTH = 8  # choices that are played on, the best of the first look, and the one that was made
_DEAL = 16  # turns of a deal at most
_ROUNDS = 4  # of a race that are played on
_NOBODY = 255

Chance = tuple[int, ...]
"""For each seat of how many games, of `WHOLE`, it wins."""

Choice = tuple[int, bytes, bytes]
"""Action, position after it, move."""


@dataclass
class Verdict:
    """What a choice was worth.

    Attributes:
        turn: the turn.
        made, best: chances after the choice that was made, and after the best one.
        move: what was done, b"" for nothing.
        better: the best choice.
        why: what speaks for that, as `players.advice`.
        guesses: over how many it was measured.
        before: the chances before; `accounts` fills it in.
    """

    turn: Turn
    made: Chance
    best: Chance
    move: bytes
    better: Choice
    why: list[advice.Reason]
    guesses: int
    before: Chance = ()

    @property
    def loss(self) -> int:
        """Return what the choice has cost who made it."""
        return self.best[self.turn.seat] - self.made[self.turn.seat]


class Chances:
    """Says how likely each seat wins.

    Args:
        game: the rules.

    Raises:
        ValueError: no computer player knows this game, or nothing is learned of it.
    """

    def __init__(self, game: Any):
        self._game = game
        self._judge = judge = new_judge(game)
        self._playout = __import__(judge.playout, None, None, ("Playout",)).Playout(judge)
        self._learned = Learned(judge)
        self._depth = _DEAL if game.hand else _ROUNDS * len(game.seats)

    def of(self, state: bytes | bytearray) -> list[float]:
        """Return the chance of every seat in a position on which nobody holds a card."""
        return self._learned.chances(state)

    def choices(self, seen: Any) -> list[Choice]:
        """Return every choice that a seat has, those first that look best."""
        for _ in self._judge.prepare(seen):
            pass
        found = []
        for action in sorted(set(seen.hand)):
            kept = self._judge.kept(action)
            for after, move in self._game.results(seen.state, action):
                score = self._judge.worth(after) - kept
                found.append((score, (action, bytes(after), bytes(move))))
        return [choice for _, choice in sorted(found, key=lambda one: -one[0])]

    def _play(
        self, seen: Any, chance: Any, choices: list[Choice], until: float
    ) -> tuple[list[list[float]], int]:
        """Return how often each seat wins after each choice, over the same guesses, and over how many."""
        sums = [[0.0] * 4 for _ in choices]
        guesses = 0
        while guesses < GUESSES and (guesses < _FEWEST or time.monotonic() < until):
            guess = self._playout.guess(seen, chance, self._depth)
            guesses += 1
            for total, (action, after, _) in zip(sums, choices, strict=True):
                self._playout.begin(guess, action, after, self._depth)
                while self._playout.step():
                    pass
                for seat, won in enumerate(self.of(self._playout._now)):
                    total[seat] += won
        return sums, guesses

    def judged(self, turn: Turn, seconds: float, seed: int) -> Verdict | None:
        """Return what a choice was worth, None where there was none to make."""
        from players.chance import Chance as Numbers
        from players.observation import Observation

        if turn.wrong or turn.action == _NOBODY:
            return None
        seen = Observation(turn.before, turn.seat, turn.hand, turn.counts, turn.seen, turn.given)
        found = self.choices(seen)
        made = [one for one in found if one[0] == turn.action and one[1][:16] == turn.after[:16]]
        if len(found) < 2 or not made:
            return None
        chance = Numbers(seed)
        field = found[:_WIDTH] + [one for one in made[:1] if one not in found[:_WIDTH]]
        sums, _ = self._play(seen, chance, field, time.monotonic() + seconds / 2)
        best = max(range(len(field)), key=lambda i: sums[i][turn.seat])
        # Measured over new guesses: what looked best by chance is not called so.
        pair = [made[0], field[best]]
        sums, guesses = self._play(
            seen, chance, pair[: 1 + (pair[0] != pair[1])], time.monotonic() + seconds / 2
        )
        worth = [tuple(round(WHOLE * won / guesses) for won in total) for total in sums]
        chosen = SimpleNamespace(judge=self._judge, after=pair[1][1], move=pair[1][2])
        why = advice.why(self._game, turn.before, chosen)
        return Verdict(turn, worth[0], worth[-1], made[0][2], pair[1], why, guesses)


_work: list[Any] = []  # in a process of the pool: its `Chances`


def _begin(line: str, options: dict[str, str]) -> None:
    add_firmware()
    from rules.parse import parse_position

    _work[:] = [Chances(house.played(parse_position(line)[0], options))]


@contextlib.contextmanager
def _without_sigterm() -> Iterator[None]:
    """Let SIGTERM wait while workers are forked.

    The pool ends them by it. Python forgets one that comes to a worker before that is ready, and
    the pool would wait for this worker for ever.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows no signal ends a process
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(line: str, options: dict[str, str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it, on Ctrl-C too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # not as the tool takes it
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    _begin(line, options)


def _judge(job: tuple[Turn, float, int]) -> Verdict | None:
    found: Verdict | None = _work[0].judged(*job)
    return found


def verdicts(
    played: Played, seconds: float, cores: int, seed: int = 1
) -> Iterator[Verdict | None]:
    """Yield what every turn's choice was worth, in order.

    Args:
        played: the game.
        seconds: how long it may take, all in all.
        cores: how many processes work at it.
        seed: decides the guesses.

    Raises:
        ValueError: no computer player knows this game, or nothing is learned of it.
    """
    Chances(played.game)  # whoever plays no such game says so here, not in the pool
    share = seconds * cores / max(1, len(played.turns))
    jobs = [(turn, share, seed + i) for i, turn in enumerate(played.turns)]
    begin = (played.line, played.game.options)
    if cores == 1:
        _begin(*begin)
        yield from map(_judge, jobs)
        return
    with _without_sigterm():
        workers = multiprocessing.Pool(cores, _begin_worker, begin)
    with workers as pool:
        yield from pool.imap(_judge, jobs)


@dataclass
class Account:
    """What has become of a seat's chances: `start + luck + own + others + left = result`, exactly.

    Attributes:
        start: before the first turn.
        luck: cards and throws, and hands that came to light.
        own, others: choices of this seat and of all others.
        left: turns that were left out.
        result: at the end; where the game is not over, by the last choice.
        choices: how many it had to make.
    """

    start: int
    result: int
    luck: int = 0
    own: int = 0
    others: int = 0
    left: int = 0
    choices: int = 0

    @property
    def loss(self) -> float:
        """Return the mean loss of a choice, of `WHOLE`: the smaller the better it was played."""
        return -self.own / self.choices if self.choices else 0.0


def accounts(played: Played, found: list[Verdict | None]) -> dict[int, Account]:
    """Return the account of every seat; each verdict is told the chances before it."""
    from rules.parse import parse_position

    chances = Chances(played.game)

    def of(state: bytes) -> Chance:
        return tuple(round(WHOLE * one) for one in chances.of(state))

    now = of(bytes(parse_position(played.line)[1]))
    books = {seat: Account(now[seat], now[seat]) for seat in played.game.seats}

    def goes(to: Chance, column: str) -> None:
        nonlocal now
        for seat, book in books.items():
            setattr(book, column, getattr(book, column) + to[seat] - now[seat])
        now = to

    for turn, verdict in zip(played.turns, found, strict=True):
        if turn.wrong:
            goes(of(turn.after), "left")
        elif verdict is not None:
            verdict.before = now
            goes(verdict.best, "luck")
            books[turn.seat].choices += 1
            for seat, book in books.items():
                change = verdict.made[seat] - verdict.best[seat]
                if seat == turn.seat:
                    book.own += change
                else:
                    book.others += change
            now = verdict.made
    if played.winners and not played.turns[-1].wrong:
        goes(of(played.turns[-1].after), "luck")
    for seat, book in books.items():
        book.result = now[seat]
    return books
