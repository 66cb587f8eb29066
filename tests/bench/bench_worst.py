# SPDX-License-Identifier: Apache-2.0
"""How long a hand waits, in the worst positions that are known, with the model of computing time.

`make bench`, or alone: `python tests/bench/bench_worst.py --rulebook sorry`. The positions are those
of `tests/rules/worst`, found by `search_worst.py`. The card is laid (`card`: from then until the first lights, 25 to 50 ms until the
reader looks included; `complete`: until the last light it lights; with `--pico` the same from the end of its reading, `read` and `read, all`),
every pawn that a reed tells of is lifted and put back while it lies there
(`one`), pawns are lifted and put back at random, up to three in the air (`any way`), then all of them are
swept off the board, 75 ms each (`sweep`: an answer may be the one before's). Times are virtual, see
`tavle.sim.computing`: 0.6 to 1.2 times those of an emulated Pico, which `--pico` takes instead (hours; `--case N`).
They count from the hand: 4 to 7 ms pass until two scans agree.
Lifts that change no light, or open no reed, are counted apart; so are those of a pawn that was put back a
moment before, whose light was still lit: what changes then is another's.
"""

import argparse
import contextlib
import math
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from drivers.hc165 import SCAN_MS  # noqa: E402
from rules import RULEBOOKS  # noqa: E402
from rules.notation import place_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402
from tavle.sim.contract import Contract  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402

WORST = ROOT / "tests" / "rules" / "worst"
SWEEP_MS = 75
CARD = ("card", "complete", "read", "read, all")  # what is waited for after a card
_REED_US = 20_000  # a reed has followed its magnet by then
# An answer has come by then. What changes later is counted as dark: the pawn's own light had been lit before.
_LATE_US = 100_000
# Who is lifted again so soon may still be shown in the air.
_AGAIN_US = 100_000
_LIT_MS = 1100  # a card's lights are complete by then
_BEFORE_US = 1_600_000  # the longest period of a pattern
_IN_DATA_EXCHANGE = (
    0x40  # UM0701-02, 7.3.8; the answer is one more, its next byte 0 where it went well
)
LIFT_MS = 6  # no answer to a lift can be there before: two scans are to agree
CARD_MS = 40  # nor one to a card: the reader is to find and read it first


def cases(rulebook: str) -> list[tuple[str, str]]:
    """Return (position, action) of the worst cases of a rulebook."""
    lines = (WORST / f"{rulebook}.txt").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(line[0], line[1]) for line in fields]


class Edges:
    """When inputs of the chain changed, in us."""

    def __init__(self, session: Session) -> None:
        self._us: list[int] = []
        self._post = session.target.post
        session.target.post = self._note  # type: ignore[method-assign]

    def _note(self, t_us: int, kind: str, *words: object) -> None:
        if kind == "in":
            self._us.append(t_us)
        self._post(t_us, kind, *words)

    def after(self, us: int) -> bool:
        """Return whether any changed right after a moment."""
        return self.next_us(us - 1) <= us + _REED_US

    def next_us(self, us: int) -> float:
        """Return when the next one changed after a moment, infinity when none has."""
        return min((one for one in self._us if one > us), default=math.inf)


def answer_ms(
    session: Session, since_us: int, least_ms: float = LIFT_MS, late_us: int = _LATE_US
) -> float | None:
    """Return how long after a moment the lights first changed, None when they did not.

    What comes before `least_ms` is none: some other pattern has moved.
    """
    frames = session.target.frames(since_us)
    before = [frame for t, frame in frames if t <= since_us]
    for t, frame in frames:
        if t > since_us and (not before or frame != before[-1]):
            if t - since_us >= 1000 * least_ms:
                return (t - since_us) / 1000 if t - since_us <= late_us else None
            before.append(frame)
    return None


def complete_ms(session: Session, edges: Edges, since_us: int) -> float | None:
    """Return when the last light came on that a card laid then has lit before a hand moved; None when it lit none.

    One that comes on as others come back, which the card lit before, is in the dark part of their
    pattern since some time before: it does not count.
    """
    frames = session.target.frames(since_us - _BEFORE_US)
    until_us = min(since_us + 1000 * _LIT_MS, edges.next_us(since_us))
    lit: set[int] = set()  # before the card, or by it
    by_card: set[int] = set()
    shown: set[int] = set()
    last = None
    for t_us, frame in frames:
        if t_us > until_us:
            break
        now = {i // 3 for i, value in enumerate(frame) if value}
        new = now - lit
        if t_us > since_us and new:
            if not (now - shown) & by_card:
                last = (t_us - since_us) / 1000
            by_card |= new
        lit |= now
        shown = now
    return last


class Reading:
    """When the reader has last told what is on a tag, on a target whose reader is here."""

    def __init__(self, session: Session) -> None:
        self.us: float | None = None
        reader = getattr(session.target, "_reader", None)
        if reader is not None:
            self._answer = reader._answer
            reader._answer = self._told

    def _told(self, data: bytes, ready_us: int) -> None:
        if data[:2] == bytes((_IN_DATA_EXCHANGE + 1, 0)):
            self.us = ready_us
        self._answer(data, ready_us)


class Lifts:
    """When the lights answer each lift.

    Attributes:
        edges: when reeds and buttons changed.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.edges = Edges(session)
        self._light = {name: light for light, name in session.world.spaces.light_names().items()}
        self._put_us: dict[str, int] = {}

    def placed(self, colour: str, at: str) -> None:
        """Note that a pawn is put down now."""
        self._put_us[f"{colour} {at}"] = self._session.target.now_us

    def again(self, colour: str, at: str) -> bool:
        """Return whether a pawn that is lifted now was put there a moment ago."""
        put_us = self._put_us.get(f"{colour} {at}")
        return put_us is not None and self._session.target.now_us - put_us < _AGAIN_US

    def answer_ms(self, since_us: int, colour: str, at: str, again: bool) -> float | None:
        """Return how long the lift of a pawn waited, None when there was nothing to wait for."""
        ms = answer_ms(self._session, since_us) if self.edges.after(since_us) else None
        if ms is None or not again:
            return ms
        light = self._light.get(at, self._light.get(f"{colour}:{at}"))
        until_us = since_us + 1000 * ms
        frames = [frame for t, frame in self._session.target.frames(since_us) if t <= until_us]
        if light is None or len({frame[3 * light : 3 * light + 3] for frame in frames}) > 1:
            return ms
        return None if any(frames[0][3 * light : 3 * light + 3]) else ms


class Waits:
    """Times of one kind, each with what was waited for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ms: list[tuple[float, str]] = []
        self.dark = 0  # no light changed, or no reed

    def add(self, ms: float | None, what: str) -> None:
        """Take one time, None when there is none."""
        if ms is None:
            self.dark += 1
        else:
            self.ms.append((ms, what))

    def show(self, rulebook: str) -> None:
        """Print one line, and what the worst was."""
        if not self.ms:
            return
        self.ms.sort()
        n = len(self.ms)
        middle, late, worst = (self.ms[min(n - 1, n * p // 100)][0] for p in (50, 99, 100))
        print(f"{rulebook:16}{self.name:12}{n:5}{middle:9.1f}{late:7.1f}{worst:7.1f}{self.dark:6}")
        print(f"    worst: {self.ms[-1][1]}")


class Hands:
    """Hands over one worst position with its card on the slot."""

    def __init__(self, session: Session, line: str, card: str, waits: dict[str, Waits]) -> None:
        self._session = session
        self._lifts = Lifts(session)
        self._reading = Reading(session)
        self._do = Contract(session).handle
        self._what = f"{line} {card}"
        # (us, kind, pawn, put there a moment before) that may wait for an answer
        self._lifted: list[tuple[int, str, tuple[str, str], bool]] = []
        self._waits = waits
        game, state = parse_position(line)
        self.pawns = [
            (game.colours[i >> 2], place_text(game, state[i]))
            for i in range(16)
            if 0 < state[i] < 255 and (i % 4 == 0 or state[i] != state[i - 1])
        ]

    def card(self, card: str) -> None:
        """Lay the card; note when the lights first changed."""
        self._session.run_ms(300)
        began = self._session.target.now_us
        self._do({"do": "card", "card": card})
        self._session.run_ms(1500)
        read_us = self._reading.us
        read_ms = None if read_us is None else (read_us - began) / 1000
        first = answer_ms(self._session, began, read_ms or CARD_MS, 10**6)
        last = complete_ms(self._session, self._lifts.edges, began)
        self._waits["card"].add(first, self._what)
        self._waits["complete"].add(last, self._what)
        if read_ms is not None and first is not None and last is not None:
            self._waits["read"].add(first - read_ms, self._what)
            self._waits["read, all"].add(last - read_ms, self._what)

    def lift(self, pawn: tuple[str, str], run_ms: int, kind: str) -> None:
        """Lift a pawn and let time pass; `noted` tells when the lights changed."""
        again = self._lifts.again(*pawn)
        self._lifted.append((self._session.target.now_us, kind, pawn, again))
        self._do({"do": "lift", "colour": pawn[0], "at": pawn[1]})
        self._session.run_ms(run_ms)
        self.noted(_LATE_US)

    def noted(self, late_us: int = 0) -> None:
        """Note when the lights answered the lifts of so long ago: also those that others followed soon."""
        while self._lifted and self._session.target.now_us - self._lifted[0][0] >= late_us:
            began, kind, pawn, again = self._lifted.pop(0)
            ms = self._lifts.answer_ms(began, *pawn, again)
            self._waits[kind].add(ms, f"{self._what}: {pawn[0]}:{pawn[1]}")

    def put(self, pawn: tuple[str, str], run_ms: int) -> None:
        """Put a pawn back where it stood and let time pass."""
        self._lifts.placed(*pawn)
        self._do({"do": "place", "colour": pawn[0], "at": pawn[1]})
        self._session.run_ms(run_ms)

    def every_way(self, chance: random.Random) -> None:
        """Lift one pawn at a time, then as it comes, then sweep all of them off."""
        for number, pawn in enumerate(self.pawns):
            self.lift(pawn, 250 + (7 * number) % 13, "one")
            self.put(pawn, 900 + (11 * number) % 17)
        self.any_way(chance)
        for number, pawn in enumerate(self.pawns):
            # Not always at the same moment between two scans.
            self.lift(pawn, SWEEP_MS + number % SCAN_MS - 2, "sweep")
        self._session.run_ms(6000)
        self.noted()

    def any_way(self, chance: random.Random) -> None:
        """Lift and put back as it comes: up to three in the air, short and long pauses."""
        up: list[tuple[str, str]] = []
        for _ in range(16):
            if up and (len(up) == 3 or chance.random() < 0.5):
                self.put(up.pop(chance.randrange(len(up))), chance.randrange(30, 900))
            else:
                pawn = chance.choice([one for one in self.pawns if one not in up])
                up.append(pawn)
                self.lift(pawn, chance.randrange(60, 700), "any way")
        for pawn in up:
            self.put(pawn, 100)
        self._session.run_ms(1200)


def measure(
    line: str,
    card: str,
    seed: int,
    waits: dict[str, Waits],
    pico: bool = False,
    lifts: bool = True,
) -> list[str]:
    """Add the times of one case to `waits`, with or without lifted pawns; return what went wrong."""
    target = "pico" if pico else "unix"
    spec = TableSpec(line.split(maxsplit=1)[0], line, seed, target=target, computing=not pico)
    with contextlib.closing(Session(spec)) as session:
        session.until_ready()
        hands = Hands(session, line, card, waits)
        hands.card(card)
        if lifts:
            hands.every_way(random.Random(seed))
        faults = [str(e["text"]) for e in session.events if e["event"] == "fault"]
        faults += [said for said in session.noise if "Error" in said]
        if session.target.boots > 1:
            faults.append("the watchdog has bitten")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    parser.add_argument("--seed", type=int, default=1, help="of the hands")
    parser.add_argument("--case", type=int, help="only this one of a rulebook, from 0")
    parser.add_argument("--pico", action="store_true", help="on an emulated Pico (TAVLE_UF2)")
    parser.add_argument("--cards", action="store_true", help="lay the cards only, lift no pawn")
    args = parser.parse_args()
    print("ms until the lights change, worst positions,", end=" ")
    print("emulated Pico" if args.pico else "model of computing time")
    print(f"{'rulebook':16}{'':12}{'n':>5}{'median':>9}{'99 %':>7}{'worst':>7}{'dark':>6}")
    failed = 0
    for rulebook in args.rulebook or RULEBOOKS:
        waits = {name: Waits(name) for name in (*CARD, "one", "any way", "sweep")}
        faults: list[str] = []
        for number, (line, card) in enumerate(cases(rulebook)):
            if args.case in (None, number):
                faults += measure(line, card, args.seed + number, waits, args.pico, not args.cards)
        for kind in waits.values():
            kind.show(rulebook)
        for fault in faults[:3]:
            print(f"    fault: {fault}")
        failed += len(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
