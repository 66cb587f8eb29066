# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The board is not what the position says when the power comes: the table names what is displaced."""

import random

import pytest
from stdio_program import Bench

_PARTNERS = "green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LINES = {
    "partners-movers": _PARTNERS,
    "partners-nordic": _PARTNERS,
    "partners-pawns": _PARTNERS,
    "ludo-norsk": "red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red",
    "sorry": "red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red",
}


def way_out(bench):
    """Return (missing, extra) of the last guide."""
    guide = bench.named("guide")[-1]
    return guide["missing"], guide["extra"]


def scatter(bench, chance, many):
    """Move pawns in the dark, each once; return {place they were taken from: ...}, {to: ...}."""
    gone, come = [], []
    moved = []
    for _ in range(many):
        where = bench.session.world.where()
        pawns = [(c, at) for c in where for at in where[c] if (c, at) not in moved]
        colour, at = chance.choice(pawns)
        taken = {place for places in where.values() for place in places} | set(come)
        taken |= {token.partition(":")[2] for token in gone}
        free = [str(i) for i in range(bench.session.world.game.ring) if str(i) not in taken]
        to = chance.choice(free)
        bench.does(f"lift {colour} {at}, place {colour} {to}")
        moved.append((colour, to))
        gone.append(f"{colour}:{at}")
        come.append(to)
    return gone, come


@pytest.mark.parametrize("rulebook", LINES)
@pytest.mark.parametrize("seed", [2, pytest.param(3, marks=pytest.mark.long)])
def test_pawns_moved_in_the_dark_are_named_exactly_and_guided_back(rulebook, seed):
    chance = random.Random(f"{rulebook} {seed}")
    with Bench(f"{rulebook} {LINES[rulebook]}", seed=seed) as bench:
        before = bench.session.world.where()
        bench.good("power", on=False)
        gone, come = scatter(bench, chance, 1 + seed % 4)
        bench.events.clear()
        bench.does("power on, wait 8000")
        names = [e["event"] for e in bench.events]
        assert names.count("ready") == 1
        assert not {"fault", "refused", "accepted", "undone"} & set(names), bench.events
        missing, extra = way_out(bench)
        assert sorted(missing) == sorted(gone)
        # A reed knows no colours: which of them stands where is the table's best guess.
        assert sorted(token.partition(":")[2] for token in extra) == sorted(come)
        assert bench.good("leds")["leds"]
        for colour in before:
            for at in list(bench.session.world.where()[colour]):
                if at in come:
                    to = next(t for t in gone if t.startswith(colour + ":"))
                    gone.remove(to)
                    to = to.partition(":")[2]
                    bench.does(f"lift {colour} {at}, wait 300, place {colour} {to}, wait 300")
        bench.good("wait", ms=4000)
        assert way_out(bench) == ([], [])
        assert bench.session.world.where() == before
        assert not [e for e in bench.events if e["event"] in ("fault", "accepted", "undone")]
