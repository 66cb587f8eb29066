# SPDX-License-Identifier: Apache-2.0
"""What a game at a virtual table shows of its times: scans, lights, acceptances, USB, heap.

Everything is seen from outside, in virtual time: the chain's load line, its inputs, the frames on
the wire, the bytes on the cable. A turn is one record; `report` prints what many of them say.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_worst import CARD_MS, Lifts, answer_ms, complete_ms

from rules.game import HOME
from rules.moves import parts
from tavle.sim.player import Players
from tavle.sim.session import Session

SETTLE_MS = 600  # the setting's default, which the benches play with
GOES_ON_MS = SETTLE_MS + 700  # later: the move could have gone on, or a button said it was done
_STEP_US = 100  # of the times between scans
_FRAMES = 2000  # kept: more than a turn shows
_READ_MS = 1000  # a card is read by then
_GUIDED_MS = 3500  # a mistake is told, and the way out shown


class Scans:
    """How long it takes from one scan of the chain to the next, on a target that tells the time within a run."""

    def __init__(self, session: Session) -> None:
        self._gaps: Counter[int] = Counter()
        self._clock = getattr(session.target, "_clock_us", None)
        if self._clock is None:
            return
        self._last = self._clock()
        self._load = session.target._chain.load_pin
        session.target._chain.load_pin = self._note

    def _note(self, level: int) -> None:
        if level:
            now = self._clock()
            self._gaps[round((now - self._last) / _STEP_US)] += 1
            self._last = now
        self._load(level)

    def taken(self) -> dict[int, int]:
        """Return how often each time was seen since the last call, in steps of 0.1 ms."""
        told = dict(self._gaps)
        self._gaps.clear()
        return told


def gaps_of(turns: list[dict[str, Any]]) -> list[tuple[float, int]]:
    """Return (ms from one scan to the next, turn) of every scan in the records of a game."""
    return [
        (int(step) * _STEP_US / 1000, turn["turn"])
        for turn in turns
        for step, count in turn["gaps"].items()
        for _ in range(count)
    ]


class Lines:
    """How long the firmware's lines take on the cable, from their first packet to their end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._since: int | None = None
        self._bytes = 0
        self._found: list[tuple[float, int]] = []
        session.target.tap = self._heard

    def _heard(self, data: bytes) -> None:
        clock = getattr(self._session.target, "_clock_us", lambda: self._session.target.now_us)
        for byte in data:
            if self._since is None:
                self._since = clock()
            self._bytes += 1
            if byte == 10:
                self._found.append(((clock() - self._since) / 1000, self._bytes))
                self._since = None
                self._bytes = 0

    def taken(self) -> list[tuple[float, int]]:
        """Return (ms, bytes) of the lines since the last call."""
        told, self._found = self._found, []
        return told


class Heap:
    """What the heap of a table has left: whenever asked, and while it asks, or shows the way back.

    Args:
        session: the table, ready.
        players: those who play on it; they are looked at before they answer a question and before they put
            pawns right.
    """

    def __init__(self, session: Session, players: Players) -> None:
        self._session = session
        self._found: dict[str, list[tuple[int, int]]] = {}
        self._answer = players._answer
        players._answer = self._asked  # type: ignore[method-assign]
        self._put_right = players.put_right
        players.put_right = self._led  # type: ignore[method-assign]

    def look(self) -> tuple[int, int]:
        """Return the free bytes and the largest free block."""
        # What a request itself lives on lies where the last garbage ended: the first one collects it.
        self._session.request("memory")
        said = self._session.request("memory")
        return said["free"], said["largest"]

    def _asked(self, *about: Any) -> None:
        self._found.setdefault("asking", []).append(self.look())
        self._answer(*about)

    def _led(self, said: dict[str, Any], lift_ms: int = 0) -> int:
        if said["phase"] == "guide":
            self._found.setdefault("leading", []).append(self.look())
        return self._put_right(said, lift_ms)

    def taken(self) -> dict[str, list[tuple[int, int]]]:
        """Return (free, largest) of every question ("asking") and way back ("leading") since the last call."""
        told, self._found = self._found, {}
        return told


class Observed:
    """A table in use, and what its times are.

    Args:
        session: the table, ready.
        players: those who play on it; what they do is noted.
    """

    def __init__(self, session: Session, players: Players) -> None:
        self._session = session
        self._players = players
        self._scans = Scans(session)
        self._lines = Lines(session)
        self._lifts = Lifts(session)
        self._heap = Heap(session, players)
        self._heard = len(players.events)
        self._acts: list[tuple[int, tuple[str, str, bool] | None]] = []  # None: a card was laid
        self._order = players._order
        players._order = self._note  # type: ignore[method-assign]
        strip = getattr(session.target, "_strip", None)
        if strip is not None:
            strip.keep = _FRAMES

    def _note(self, **command: Any) -> None:
        pawn = str(command.get("colour")), str(command.get("at"))
        if command["do"] == "place":
            self._lifts.placed(*pawn)
        elif command["do"] in ("card", "lift"):
            lift = (*pawn, self._lifts.again(*pawn)) if command["do"] == "lift" else None
            self._acts.append((self._session.target.now_us, lift))
        self._order(**command)

    def turn(self) -> dict[str, Any]:
        """Return the record of what has happened since the last call."""
        session, players = self._session, self._players
        players._fetch()
        events = players.events[self._heard :]
        self._heard = len(players.events)
        free, largest = self._heap.look()
        reads, cards, whole, lifts, others, settled, used, dark = [], [], [], [], [], [], [], 0
        for at_us, lift in self._acts:
            if lift is not None:
                ms = self._lifts.answer_ms(at_us, *lift)
                dark += ms is None
                found = lifts if self._answered(at_us) else others
                found += [] if ms is None else [ms]
            else:
                told = [e["t"] - at_us / 1000 for e in events if e["event"] == "card"]
                told = [ms for ms in told if 0 <= ms < _READ_MS]
                if not told:
                    continue
                reads.append(told[0])
                ms = answer_ms(session, at_us, CARD_MS, 1_000_000)
                cards += [] if ms is None else [ms]
                ms = complete_ms(session, self._lifts.edges, at_us)
                whole += [] if ms is None else [ms]
        self._acts.clear()
        for event in events:
            if event["event"] == "accepted" and not event["asked"]:
                by_card, ms = self._accepted_ms(event["t"])
                (used if by_card else settled).append(ms)
        return {
            "turn": players.turns, "line": players.line, "now_ms": session.now_ms,
            "free": free, "largest": largest, "heap": self._heap.taken(), "gaps": self._scans.taken(),
            "reads": reads, "cards": cards, "whole": whole, "lifts": lifts, "others": others,
            "dark": dark,
            "settled": settled, "used": used,
            "usb": self._lines.taken(), "words": Counter(e["event"] for e in events),
            "faults": [e["text"] for e in events if e["event"] == "fault" and e["text"]],
        }  # fmt: skip

    def _answered(self, at_us: int) -> bool:
        """Return whether a lift was to be answered: a card was in force, and no way out was shown."""
        card = guided = False
        for event in self._players.events:
            if event["t"] > at_us / 1000:
                break
            word = event["event"]
            if word == "guide":
                guided = bool(event["missing"] or event["extra"])
            elif word in ("card", "rolled"):
                card = True
            elif word in ("accepted", "undone"):
                card = guided = False
        return card and not guided

    def _accepted_ms(self, accepted_ms: int) -> tuple[bool, float | None]:
        """Return how long a move was waited for: (False, ms since the last change of an input), (True, ms since its card).

        A card whose only result moves nothing is used up where it lies, on a board that has long been still.
        """
        edges = [us / 1000 for us in self._lifts.edges._us if us <= 1000 * accepted_ms]
        cards = [
            event["t"]
            for event in self._players.events
            if event["event"] in ("card", "rolled") and event["t"] <= accepted_ms
        ]
        since_ms = edges[-1] if edges else None
        if cards and (since_ms is None or cards[-1] > since_ms + SETTLE_MS):
            return True, accepted_ms - cards[-1]
        return False, None if since_ms is None else accepted_ms - since_ms


def head(last: str = "worst in turn") -> None:
    """Print what the columns of `spread` are."""
    print(f"  {'':38}{'n':>7}{'median':>9}{'99 %':>9}{'worst':>9}       {last}")


def spread(name: str, numbers: Iterable[tuple[float, Any]], unit: str) -> None:
    """Print median, 99th percentile and worst of (number, of what), and what the worst was."""
    order = sorted(numbers, key=lambda one: one[0])
    if order:
        n = len(order)
        middle, late, worst = (order[min(n - 1, n * p // 100)][0] for p in (50, 99, 100))
        print(f"  {name:38}{n:7}{middle:9.1f}{late:9.1f}{worst:9.1f} {unit:5} {order[-1][1]}")


def report(turns: list[dict[str, Any]]) -> None:
    """Print what the records of a game say."""
    head()

    def each(name: str) -> list[tuple[Any, int]]:
        return [(one, t["turn"]) for t in turns for one in t.get(name, ()) if one is not None]

    def show(name: str, key: str, keep: Callable[[float], bool] = lambda _: True) -> None:
        spread(name, [one for one in each(key) if keep(one[0])], "ms")

    show("card laid -> its event", "reads")
    show("card laid -> first lights", "cards")
    show("card laid -> last light it lights", "whole")
    show("lift -> first light", "lifts")
    show("  without a card, or being led", "others")
    show("last edge -> accepted, not asked", "settled", lambda ms: ms < GOES_ON_MS)
    show("  where it could go on, or by button", "settled", lambda ms: ms >= GOES_ON_MS)
    show("  its card -> accepted, nothing to move", "used")
    spread("gap between scans", gaps_of(turns), "ms")
    lines = [((ms, size), turn) for (ms, size), turn in each("usb")]
    spread(
        "a line on USB, by the cable",
        [(ms, f"{turn} ({size} bytes)") for (ms, size), turn in lines],
        "ms",
    )
    heaps(turns)
    dark = sum(t["dark"] for t in turns)
    print(f"  {dark} lifts changed no light, or no reed")
    words: Counter[str] = Counter()
    for t in turns:
        words.update(t["words"])
        for fault in t["faults"]:
            print(f"  turn {t['turn']}: {fault}")
    print("  events:", ", ".join(f"{word} {n}" for word, n in words.most_common()))
    worst = max(turns, key=lambda t: max(map(int, t["gaps"]), default=0))
    print(f"  the longest gap, turn {worst['turn']}: {worst['line']}")


def heaps(turns: list[dict[str, Any]]) -> None:
    """Print what the heap had left after every turn, in questions and while a way back was shown."""
    for when, name in (
        ("", ""),
        ("asking", " in a question"),
        ("leading", " while a way is shown"),
    ):
        looks = [
            (look, t["turn"])
            for t in turns
            for look in (t.get("heap", {}).get(when, ()) if when else [(t["free"], t["largest"])])
        ]
        for i, what in enumerate(("heap free", "largest piece")):
            spread(what + name, [(-look[i] / 1000, turn) for look, turn in looks], "KB")


def mistake(players: Players, colour: str, start: str, end: str) -> None:
    """Move a pawn where it may not, see the way back and follow it."""
    players._order(do="lift", colour=colour, at=start)
    players._wait(600)
    players._order(do="place", colour=colour, at=end)
    players._wait(_GUIDED_MS)
    players.put_right(players._ask("state"))
    players._wait(1500)


def mistake_with_card(players: Players, game: Any, state: bytearray, action: int) -> bool:
    """Move a pawn of the seat to act to a space that no result has one on, and follow the way back.

    Returns whether there was such a pawn and such a space.
    """
    seat = state[16]
    taken = set(state[:16])
    ends = {b for result in game.results(state, action) for _, _, _, b, _ in parts(result[1])}
    pawns = [place for place in state[4 * seat : 4 * seat + 4] if HOME < place <= game.ring]
    free = [p for p in range(1, game.ring + 1) if p not in taken and p not in ends]
    if not pawns or not free:
        return False
    start, end = players._random.choice(pawns), players._random.choice(free)
    mistake(players, game.colours[seat], str(start - 1), str(end - 1))
    return True


def kept(players: Players) -> dict[str, Any]:
    """Return what hands know, for `restore`."""
    return {
        "random": players._random.getstate(), "deck": players._deck, "hands": players._hands,
        "turns": players.turns,
    }  # fmt: skip


def restore(players: Players, hands: dict[str, Any]) -> None:
    """Let hands go on that were kept on another day."""
    version, numbers, gauss = hands["random"]
    players._random.setstate((version, tuple(numbers), gauss))
    players._deck = [tuple(card) for card in hands["deck"]]
    players._hands = {c: [tuple(card) for card in h] for c, h in hands["hands"].items()}
    players.turns = hands["turns"]
