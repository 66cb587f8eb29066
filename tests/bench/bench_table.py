# SPDX-License-Identifier: Apache-2.0
"""The whole table in the simulator: speed against real time, reaction times, flash wear.

`make bench`, or alone: `python tests/bench/bench_table.py --turns 200`. Reaction times are virtual
time: what the firmware's own waiting and the chips take, without the controller's computing (that
is measured on the emulated Pico). The ratio is virtual time per wall-clock time on this machine.
`nan`: in so few turns no move was accepted without a question.
"""

import argparse
import contextlib
import math
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from rules import RULEBOOKS  # noqa: E402
from tavle.sim.player import Players  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402

SETTLE_MS = 600


def reaction_ms(session: Session) -> float:
    """Return the ms from a lift until the lights show something else, once."""
    players = Players(session, 1)
    game = players._game
    state = players._parse(players.line)[1]
    action = next(a for a in range(len(game.actions)) if game.results(state, a))
    seat = state[16]
    players._order(do="card", card=game.actions[action])
    session.run_ms(1500)
    move = game.results(state, action)[0][1]
    before = session.target.frames(session.target.now_us)[-1][1]
    lifted_us = session.target.now_us
    from rules.notation import place_text

    at = place_text(game, move[2])
    players._order(do="lift", colour=game.colours[seat], at=at)
    session.run_ms(300)
    for t_us, frame in session.target.frames(lifted_us):
        if t_us > lifted_us and frame != before:
            return (t_us - lifted_us) / 1000
    raise SystemExit("no light changed after a lift")


def play(rulebook: str, turns: int) -> dict[str, float]:
    """Play turns of one rulebook and return what was seen."""
    with contextlib.closing(Session(TableSpec(rulebook, seed=11))) as session:
        session.until_ready()
        players = Players(session, 11)
        waits: list[float] = []
        placed: list[float] = []

        def watch(what: str) -> None:
            if what == "moved":
                placed.append(session.now_ms - players.habit.between_ms)

        players._watch = watch
        began = time.perf_counter()
        virtual = session.now_ms
        told = 0
        for _ in players.play(turns):
            for event in players.events[told:]:
                if event["event"] == "accepted" and not event["asked"] and placed:
                    waits.append(event["t"] - placed[-1] - SETTLE_MS)
            told = len(players.events)
            placed.clear()
        seconds = time.perf_counter() - began
        stats = session.target.stats()
        return {
            "turns": players.turns,
            "asked": players.asked,
            "ratio": (session.now_ms - virtual) / 1000 / seconds,
            "wait": statistics.median(waits or [math.nan]),
            "longest": max(waits, default=math.nan),
            "programs": stats["programs"] / max(1, players.turns),
            "erases": stats["erases"] / max(1, players.turns),
        }


def idle_ratio(rulebook: str) -> float:
    """Return virtual per real time of a table at which nobody does anything for a minute."""
    with contextlib.closing(Session(TableSpec(rulebook))) as session:
        session.until_ready()
        began = time.perf_counter()
        session.run_ms(60_000)
        return 60 / (time.perf_counter() - began)


def main() -> None:
    """Print the table of figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=150, help="turns per rulebook")
    turns = parser.parse_args().turns
    print("rulebook          turns asked  x real time  settled->accepted ms   flash per turn")
    print("                               play  idle   median    longest      programs erases")
    for rulebook in RULEBOOKS:
        seen = play(rulebook, turns)
        print(
            f"{rulebook:17} {seen['turns']:5} {seen['asked']:5}  {seen['ratio']:5.0f} "
            f"{idle_ratio(rulebook):5.0f}   {seen['wait']:6.0f} +{SETTLE_MS}  "
            f"{seen['longest']:5.0f} +{SETTLE_MS}    {seen['programs']:5.1f}   {seen['erases']:5.2f}"
        )
    start = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    with contextlib.closing(Session(TableSpec("partners-pawns", start))) as session:
        session.until_ready()
        print(f"lift -> other lights: {reaction_ms(session):.1f} ms")


if __name__ == "__main__":
    main()
