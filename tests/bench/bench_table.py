# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The whole table in the simulator, computing modelled: lights, acceptances, flash, current, speed.

    python tests/bench/bench_table.py [--rulebook sorry] [--turns 100] [--positions 14]

Times are virtual, counted from the hand or the card to what the wires of the lights or the events say.
Played are whole games by tidy hands, and the positions whose cards take most work (`tests/rules/worst`).
"""

import argparse
import contextlib
import os
import random
import statistics

from bench_path import worst_known
from figures import write

from rules import RULEBOOKS
from rules.notation import place_text
from rules.parse import parse_position
from tavle.paths import board_file
from tavle.sim.chips.ws2812 import milliamps
from tavle.sim.contract import Contract
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec

SETTLE_MS = 600
_GOES_ON_MS = 700  # later: the move could have gone on, or a button said that it was done
_PERIOD_US = 1_600_000  # the longest period of a pattern
_CALM_MS = 1900  # after it no light of before is taken for a new one
_SHOWN_MS = 400  # a lift has been answered by then
_LIT_MS = 1100  # a card too
COMMAND = "make bench"


def table(rulebook: str, line: str = "", seed: int = 1, computing: bool = True) -> Session:
    """Return a table that is ready, in the unix port."""
    session = Session(TableSpec(rulebook, line, seed, computing=computing))
    if not session.until_ready():
        session.close()
        raise SystemExit(f"not ready: {session.noise[-5:]}")
    return session


def _alike(one: bytes, other: bytes) -> bool:
    """Return whether two colours differ in brightness only."""
    high, low = max(one), max(other)
    return all(abs(a * low - b * high) * 5 <= high * low for a, b in zip(one, other, strict=True))


def lit_ms(session: Session, since_us: int, own: int = -1) -> tuple[float, float] | None:
    """Return when the first and the last light took another colour, or came on after a whole dark period; None without any.

    A light that is in the dark part of its pattern comes on beside others that have been new: that is no news.
    `own`: the light under a pawn that was lifted, which is news when it comes on.
    """
    last: dict[int, bytes] = {}  # the colour each light had when it was on
    new: set[int] = set()
    shown: set[int] = set()
    found: list[float] = []
    for t_us, frame in session.target.frames(since_us - _PERIOD_US):
        now = {i: frame[3 * i : 3 * i + 3] for i in range(len(frame) // 3)}
        lit = {i: colour for i, colour in now.items() if any(colour)}
        fresh = {i for i, colour in lit.items() if i not in last or not _alike(colour, last[i])}
        if own in set(lit) - shown:
            fresh.add(own)
        if t_us > since_us and fresh:
            if not (set(lit) - shown) & new:
                found.append((t_us - since_us) / 1000)
            new |= fresh
        last |= lit
        shown = set(lit)
    return (found[0], found[-1]) if found else None


def read_ms(rulebook: str, line: str, card: str, seed: int) -> float:
    """Return how long after its laying a card is read: the chips' time and the reader's turns, without computing."""
    with contextlib.closing(table(rulebook, line, seed, computing=False)) as session:
        return card_ms(session, card)[0]


def card_ms(session: Session, card: str) -> tuple[float, float, float]:
    """Lay a card; return the ms until it was told, until the first lights and until all of them."""
    session.run_ms(_CALM_MS)
    laid_us = session.target.now_us
    heard = len(session.events)
    Contract(session).handle({"do": "card", "card": card})
    session.run_ms(_LIT_MS)
    lit = lit_ms(session, laid_us)
    told = next(e for e in session.events[heard:] if e["event"] == "card")
    if lit is None:
        raise RuntimeError("a card that can be played lit nothing")
    return (told["t"] - laid_us / 1000, *lit)


def lifts_ms(session: Session, line: str) -> list[float]:
    """Lift every pawn, every second one while another is in the air; return the ms until new lights, where some came."""
    handle = Contract(session).handle
    game, state = parse_position(line)
    pawns = [
        (game.colours[i >> 2], place_text(game, state[i]))
        for i in range(16)
        if 0 < state[i] < 255 and (i % 4 == 0 or state[i] != state[i - 1])
    ]
    found = []
    for number, (colour, at) in enumerate(pawns):
        session.run_ms(_CALM_MS + number % 3)  # not always at the same moment between two scans
        held = pawns[number - 1] if number % 2 else None
        if held:
            handle({"do": "lift", "colour": held[0], "at": held[1]})
            session.run_ms(_SHOWN_MS)
        since_us = session.target.now_us
        handle({"do": "lift", "colour": colour, "at": at})
        session.run_ms(_SHOWN_MS)
        spaces = session.world.spaces
        bit = spaces.bits(spaces.seat(colour), at)[0]
        lit = lit_ms(session, since_us, spaces.layout.LED[bit])
        if lit:
            found.append(lit[0])
        handle({"do": "place", "colour": colour, "at": at})
        session.run_ms(200)
        if held:
            handle({"do": "place", "colour": held[0], "at": held[1]})
    return found


class Watched(Players):
    """Players who note when the last pawn was put down, when the move was accepted, and what the lights draw."""

    def __init__(self, session: Session, seed: int) -> None:
        super().__init__(session, seed, watch=self._heard, pace=self._passed)
        self.placed_ms = 0.0
        self.waits: list[float] = []  # less the settle time
        self.moved: dict[str, int] = {}  # the flash's counters when the pawns stood
        self.most_ma = 0
        self._looked_ms = 0.0

    def order(self, **command: object) -> None:
        if command["do"] == "place":
            self.placed_ms = self.session.now_ms
        super().order(**command)

    def _heard(self, what: str) -> None:
        if what == "moved":
            self.moved = self.session.target.stats()
        if what == "accepted":
            event = next(e for e in reversed(self.events) if e["event"] == what)
            ms = event["t"] - self.placed_ms - SETTLE_MS
            if not event["asked"] and self.placed_ms and ms < _GOES_ON_MS:
                self.waits.append(ms)
            self.placed_ms = 0.0

    def _passed(self, _ms: float) -> None:
        if self.session.now_ms - self._looked_ms >= 1000:
            self._looked_ms = self.session.now_ms
            frames = self.session.target.frames(self.session.target.now_us - 1_100_000)
            self.most_ma = max([self.most_ma, *(milliamps(frame) for _, frame in frames)])

    def one(self, line: str, card: str, seed: int) -> None:
        """Lay a card in a position and make one of its results."""
        game, state = self._begin()
        action = game.actions.index(card)
        result = random.Random(seed).choice(list(game.results(state, action)))
        self._lay(action, 1)
        self._read_card(game, action)
        self._make(game, state, *result)


class Seen:
    """What was seen of one rulebook, times in ms."""

    def __init__(self) -> None:
        self.lifts: list[float] = []
        self.first: list[float] = []
        self.all: list[float] = []
        self.played: list[float] = []  # from the last pawn put down, less the settle time
        self.worst: list[float] = []
        self.programs: list[int] = []  # from the last pawn put down to the end of the turn
        self.cards: list[int] = []  # before it in the turn
        self.erases: list[int] = []
        self.ma = {True: 0, False: 0}
        self.speed = 0.0


def games(rulebook: str, turns: int, seen: Seen) -> None:
    """Play on external 5 V and on USB alone."""
    for external in (True, False):
        with contextlib.closing(table(rulebook, seed=11)) as session:
            session.world.set_supply(external)
            players = Watched(session, 11)
            stats = session.target.stats()
            accepted = 0
            for _ in players.play(turns):
                now = session.target.stats()
                moves = sum(e["event"] == "accepted" for e in players.events) - accepted
                if moves == 1 and players.moved:
                    seen.programs.append(now["programs"] - players.moved["programs"])
                    seen.cards.append(players.moved["programs"] - stats["programs"])
                    seen.erases.append(now["erases"] - stats["erases"])
                accepted += moves
                stats, players.moved = now, {}
            seen.played += players.waits
            seen.ma[external] = players.most_ma


def speed(rulebook: str, turns: int) -> float:
    """Return the seconds of the table for one of the processor, while nobody looks at the lights."""
    with contextlib.closing(table(rulebook, seed=11)) as session:
        began, ready_ms = sum(os.times()[:4]), session.now_ms  # the processes that have ended
        for _ in Players(session, 11).play(turns):
            pass
        virtual_s = (session.now_ms - ready_ms) / 1000
    return virtual_s / (sum(os.times()[:4]) - began)


def worst(rulebook: str, positions: int, seen: Seen) -> None:
    """Lay the cards that take most work, lift every pawn, and make a result of each."""
    for seed, (line, card, *_) in enumerate(worst_known(rulebook)[:positions]):
        with contextlib.closing(table(rulebook, line, seed)) as session:
            read = read_ms(rulebook, line, card, seed)
            _, first, every = card_ms(session, card)
            seen.first.append(first - read)
            seen.all.append(every - read)
            seen.lifts += lifts_ms(session, line)
        with contextlib.closing(table(rulebook, line, seed)) as session:
            players = Watched(session, seed)
            players.one(line, card, seed)
            seen.worst += players.waits


def _three(values: list[float]) -> str:
    values = sorted(values)
    return f"median {statistics.median(values):.0f}, p99 {values[len(values) * 99 // 100]:.0f}, worst {values[-1]:.0f} ms of {len(values)}"


def report(rulebook: str, seen: Seen) -> None:
    board = board_file("r1_pico2")

    def row(what: str, measured: str, budget: str) -> None:
        write(f"{what}, {rulebook}", measured, budget, COMMAND)

    row(
        "lift to new lights, worst positions",
        _three(seen.lifts),
        "median 20, p99 40, worst 80 ms",
    )
    row(
        "card read to first lights, worst positions",
        _three(seen.first),
        "60 ms",
    )
    row(
        "card read to all lights, worst positions",
        _three(seen.all),
        "300 ms",
    )
    row(
        "last pawn down to accepted, games",
        f"{SETTLE_MS} + {_three(seen.played)}",
        f"{SETTLE_MS} + median 30 ms",
    )
    row(
        "last pawn down to accepted, worst positions",
        f"{SETTLE_MS} + {_three(seen.worst)}",
        f"{SETTLE_MS} + 250 ms",
    )
    row(
        "flash operations per accepted move",
        f"median {statistics.median(seen.programs):.0f} program, at most {max(seen.programs)} with tidying; "
        f"for its card median {statistics.median(seen.cards):.0f}; {sum(seen.erases)} erases in {len(seen.erases)} moves",
        "1 small append",
    )
    row(
        "current of the lights, external 5 V",
        f"{seen.ma[True]} mA",
        f"{board.LIMIT_MA} mA",
    )
    row("current of the lights, USB alone", f"{seen.ma[False]} mA", f"{board.LIMIT_USB_MA} mA")
    row(
        "simulated time per processor time, computing modelled",
        f"{seen.speed:.0f}",
        ">= 50",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--turns", type=int, default=40, help="turns per rulebook and supply")
    parser.add_argument("--positions", type=int, default=7, help="worst positions per rulebook")
    options = parser.parse_args()
    for rulebook in options.rulebook or RULEBOOKS:
        seen = Seen()
        games(rulebook, options.turns, seen)
        worst(rulebook, options.positions, seen)
        seen.speed = speed(rulebook, 5 * options.turns)
        report(rulebook, seen)


if __name__ == "__main__":
    main()
