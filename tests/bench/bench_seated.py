# SPDX-License-Identifier: Apache-2.0
"""A game of one person and three computers on the emulated Pico, to its end, in pieces.

    python tests/bench/bench_seated.py --rulebook sorry --state build/sorry.json --minutes 15

Needs a MicroPython image (TAVLE_UF2); a turn takes from 5 to 40 s there. After every turn the table and the
hands are written to the state file: the same command goes on, with a table that had its
plug pulled there. Every line of FILE.turns is a turn; `--report` prints what they say: how long decisions
took, from the moment there was something to decide until the table had chosen (times are virtual); from one scan to
the next; how long lights took to answer a pawn that somebody lifts while a computer thinks; the heap.
A game to begin near its end: `--position`. In one of the worst positions of `tests/rules/worst`: `--case`; the person
is whose turn it is, has the card of that position and moves a pawn where it may not before every second move.
`--target unix` takes the model of computing time instead.
"""

import argparse
import contextlib
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench_worst
import observed

from rules import RULEBOOKS
from rules.game import HOME
from rules.notation import place_text
from tavle.sim.seated import Seated
from tavle.sim.session import Session, TableSpec

LEVELS = ("normal", "hard", "normal")  # of the three seats after the first one
_TOUCHED = 0.3  # chance that somebody lifts a pawn while a computer thinks
_TOUCH_MS = 80  # after the turn before
_ASKED = 0.3  # chance that the heap is asked for while a computer thinks
_ASK_MS = 500  # after the turn before: it has its player
_BLUNDER = 0.25  # chance that somebody moves a pawn without a card
_ERR = 0.5  # chance that a person first moves a pawn where it may not, in the worst positions
_LAST = ("accepted", "rolled", "card", "laid", "folded", "round", "ready", "undone")


class Evening(Seated):
    """One person and three computers, whose hands can stop after a turn and go on another day.

    Args:
        session: the table; its `notes` hold what the hands knew, if it goes on.
        levels: as of `Seated`.
        seed: as of `Seated`.
    """

    def __init__(self, session: Session, levels: dict[str, str], seed: int):
        super().__init__(session, levels, seed)
        kept = session.notes.get("hands")
        if kept:
            observed.restore(self, kept)
            self._passed = {c: tuple(card) for c, card in kept["passed"].items()}

    def keep(self) -> None:
        """Write the table and the hands to the state file."""
        self.session.notes["hands"] = {**observed.kept(self), "passed": self._passed}
        self.session.save()

    def touch(self) -> None:
        """Lift a pawn and put it back: a computer may be thinking.

        No light answers while no card is in force. (What changes then are patterns that go on anyway.)
        """
        game, state = self._parse(self.line)
        if not self._to_think() or self._random.random() >= _TOUCHED:
            return
        standing = [i for i in range(16) if HOME < state[i] <= game.ring and i >> 2 in game.seats]
        if not standing:
            return
        self._wait(_TOUCH_MS)
        i = self._random.choice(standing)
        colour, at = game.colours[i >> 2], place_text(game, state[i])
        self._order(do="lift", colour=colour, at=at)
        self._wait(300)
        self._order(do="place", colour=colour, at=at)
        self._wait(300)

    def blunder(self) -> None:
        """Move a pawn without a card, see the way back and follow it."""
        game, state = self._parse(self.line)
        if self.over or self._random.random() >= _BLUNDER:
            return
        standing = [i for i in range(16) if HOME < state[i] <= game.ring and i >> 2 in game.seats]
        free = [place for place in range(1, game.ring + 1) if place not in state[:16]]
        if not standing:
            return
        i = self._random.choice(standing)
        colour = game.colours[i >> 2]
        end = place_text(game, self._random.choice(free))
        observed.mistake(self, colour, place_text(game, state[i]), end)

    def _to_think(self) -> bool:
        """Return whether it is a computer's turn."""
        game, state = self._parse(self.line)
        return not self.over and self.computer(game.colours[state[16]])

    def heap(self) -> dict[str, Any]:
        """Return what the heap has left while a computer thinks; {} when it has chosen before, or was not asked."""
        if not self._to_think() or self._random.random() >= _ASKED:
            return {}
        heard = len(self.events)
        self._wait(_ASK_MS)
        said = self.session.request("memory")
        self._fetch()
        chosen = [e for e in self.events[heard:] if e["event"] in ("lay", "wish")]
        return {} if chosen else said


class Worst(Evening):
    """An evening that begins in one of the worst positions, with its card in the first person's hand.

    Args:
        session: the table, in that position.
        levels: as of `Seated`.
        seed: as of `Seated`.
        card: the action of the card; of a throw (Ludo) chance decides.
    """

    def __init__(self, session: Session, levels: dict[str, str], seed: int, card: int):
        self._first: int | None = card  # until that is dealt
        self._card = card
        self._in_force: int | None = None
        super().__init__(session, levels, seed)
        self._choose = self._chosen

    def _gather(self) -> None:
        super()._gather()
        if self._first is None or not self._game.hand:
            return
        card, self._first = self._first, None
        hand = self._game.hand
        mine = [one for one in self._deck if one[0] == card][:hand]
        rest = [one for one in self._deck if one not in mine]
        dealt = []
        for seat in self._game.seats:
            cards = [] if self.computer(self._game.colours[seat]) else mine
            dealt += cards + [rest.pop() for _ in range(hand - len(cards))]
        self._deck = rest + dealt[::-1]

    def _draw(self) -> tuple[int, int]:
        card, self._first = self._first, None
        return super()._draw() if card is None else (card, 1)

    def _chosen(self, colour: str, options: list[tuple[int, bytes, bytes]]) -> int:
        """Let chance choose a result of the card, if the person has it."""
        found = [i for i, option in enumerate(options) if option[0] == self._card]
        return self._random.choice(found or list(range(len(options))))

    def _make(self, game: Any, state: bytearray, wanted: bytes, move: bytes) -> None:
        card, self._in_force = self._in_force, None
        by_person = not self.computer(game.colours[state[16]])
        if card is not None and by_person and self._random.random() < _ERR:
            observed.mistake_with_card(self, game, state, card)
        super()._make(game, state, wanted, move)

    def _read_card(self, game: Any, action: int) -> None:
        super()._read_card(game, action)
        self._in_force = action


def decisions(events: list[dict[str, Any]], levels: dict[str, str], hand: bool) -> list[list[Any]]:
    """Return [level, what, ms] for each choice that the table has told of.

    All computers choose the cards they pass before the first one is asked for: that is one time.
    """
    since = None
    dealt = False  # cards have been laid, and none passed yet
    found = []
    for event in events:
        what = event["event"]
        if what in _LAST:
            since = event["t"]
        if what == "lay":
            if event["what"] == "wish" and since is not None:
                found.append([levels[event["seat"]], "a card of the hand", event["t"] - since])
            elif event["what"] == "pass" and since is not None and dealt:
                found.append(["all", "cards to pass", event["t"] - since])
            dealt = event["what"] == "deal"
        elif what == "wish" and since is not None and not hand:
            found.append([levels[event["seat"]], "a move", event["t"] - since])
    return found


def play(wish: argparse.Namespace) -> bool:
    """Play until the game or the time is over; return whether the game is."""
    target = wish.target
    card = None
    if wish.case is not None:
        wish.position, card = bench_worst.cases(wish.rulebook)[wish.case]
    spec = TableSpec(
        wish.rulebook, wish.position, wish.seed, wish.state, target, computing=target == "unix"
    )
    log = Path(wish.state + ".turns")
    log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with contextlib.closing(Session(spec)) as session:
        if not session.until_ready():
            raise SystemExit(f"not ready: {session.noise[-5:]}")
        game = session.world.game
        colours = [game.colours[seat] for seat in game.seats]
        if card is not None:
            person = colours.index(wish.position.rpartition("turn=")[2])
            colours = colours[person:] + colours[:person]
        levels = dict(zip(colours, ("human", *wish.levels.split(",")), strict=True))
        if card is None:
            players = Evening(session, levels, wish.seed)
        else:
            players = Worst(session, levels, wish.seed, game.actions.index(card))
        scans = observed.Scans(session)
        heap = observed.Heap(session, players)
        heard = len(players.events)
        for line in players.play(wish.turns):
            thinking = players.heap()
            players.touch()
            players.blunder()
            players._fetch()
            told = players.events[max(0, heard - 1) :]
            heard = len(players.events)
            free, largest = heap.look()
            turn = {
                "turn": players.turns, "line": line, "free": free, "largest": largest, "heap": heap.taken(),
                "thinking": thinking.get("free"), "thinking_largest": thinking.get("largest"),
                "decisions": decisions(told, levels, bool(session.world.game.hand)),
                "s": round(time.monotonic() - began), "now_ms": session.now_ms,
                "faults": [e["text"] for e in told if e["event"] == "fault" and e["text"]], "gaps": scans.taken(),
            }  # fmt: skip
            players.keep()
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(turn) + "\n")
            if time.monotonic() - began > 60 * wish.minutes:
                break
        return players.over


def report(path: Path) -> None:
    """Print what the turns of a game say."""
    turns = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pieces = 1 + sum(b["s"] < a["s"] for a, b in zip(turns, turns[1:], strict=False))
    print(f"{path.name}: {turns[-1]['turn']} turns in {pieces} pieces")
    print(f"  {turns[-1]['line']}")
    observed.head()
    made = [(one, turn["turn"]) for turn in turns for one in turn["decisions"]]
    for kind in sorted({tuple(one[:2]) for one, _ in made}):
        took = [(one[2], turn) for one, turn in made if tuple(one[:2]) == kind]
        observed.spread(": ".join(kind), took, "ms")
    observed.spread("gap between scans", observed.gaps_of(turns), "ms")
    observed.heaps(turns)
    asked = [turn for turn in turns if turn["thinking"]]
    if asked:
        least = min(asked, key=lambda turn: turn["thinking"])
        print(
            f"  while one thinks {least['thinking'] / 1000:.1f} KB (turn {least['turn']}),",
            end=" ",
        )
        largest = min(turn["thinking_largest"] for turn in asked)
        print(f"largest piece, least {largest / 1000:.1f} KB, of {len(asked)} thoughts")
    for turn in turns:
        for fault in turn["faults"]:
            print(f"  turn {turn['turn']}: {fault}")


def main() -> None:
    """Play a piece, or print what the pieces say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", choices=RULEBOOKS, default="sorry")
    parser.add_argument("--position", default="", help="position line to begin with")
    parser.add_argument("--case", type=int, help="worst position to begin with, from 0")
    parser.add_argument("--levels", default=",".join(LEVELS), help="of the seats after the first")
    parser.add_argument("--state", help="file that is gone on with")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--turns", type=int, default=3000, help="at most so many of the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=("pico", "unix"), default="pico")
    parser.add_argument("--report", metavar="FILE", help="FILE.turns of a game: only print it")
    wish = parser.parse_args()
    if wish.report:
        report(Path(wish.report))
        return
    wish.state = wish.state or f"build/seated-{wish.rulebook}.json"
    over = play(wish)
    report(Path(wish.state + ".turns"))
    print("  the game is over" if over else "  the game goes on: the same command again")


if __name__ == "__main__":
    main()
