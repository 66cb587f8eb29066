# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The board is not what the position says when the power comes: the table names what is displaced."""

import contextlib
import random

import pytest

from tavle.paths import add_firmware
from tavle.sim.contract import Contract
from tavle.sim.prepare import prepare_flash
from tavle.sim.session import Session, TableSpec

add_firmware()

_PARTNERS = "green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LINES = {
    "partners-movers": _PARTNERS,
    "partners-nordic": _PARTNERS,
    "partners-pawns": _PARTNERS,
    "ludo-norsk": "red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red",
    "sorry": "red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red",
}


@contextlib.contextmanager
def table(rulebook, position="", seed=1):
    spec = TableSpec(rulebook, f"{rulebook} {position}" if position else "", seed=seed)
    with contextlib.closing(Session(spec)) as session:
        assert session.until_ready()
        yield session, Contract(session).handle
        assert session.target.complaints == []


def scatter(session, handle, chance, many):
    """Move pawns in the dark, each once; return {place they were taken from: ...}, {to: ...}."""
    gone, come = [], []
    moved = []
    for _ in range(many):
        where = session.world.where()
        pawns = [(c, at) for c in where for at in where[c] if (c, at) not in moved]
        colour, at = chance.choice(pawns)
        taken = {place for places in where.values() for place in places} | set(come)
        taken |= {token.partition(":")[2] for token in gone}
        free = [str(i) for i in range(session.world.game.ring) if str(i) not in taken]
        to = chance.choice(free)
        assert handle({"do": "lift", "colour": colour, "at": at})["ok"]
        assert handle({"do": "place", "colour": colour, "at": to})["ok"]
        moved.append((colour, to))
        gone.append(f"{colour}:{at}")
        come.append(to)
    return gone, come


@pytest.mark.parametrize("rulebook", LINES)
@pytest.mark.parametrize("seed", range(6))
def test_pawns_moved_in_the_dark_are_named_exactly_and_guided_back(rulebook, seed):
    chance = random.Random(f"{rulebook} {seed}")
    with table(rulebook, LINES[rulebook], seed) as (session, handle):
        before = session.world.where()
        session.power(False)
        gone, come = scatter(session, handle, chance, 1 + seed % 4)
        session.events.clear()
        session.power(True)
        session.run_ms(8000)
        names = [e["event"] for e in session.events]
        assert names.count("ready") == 1
        assert not {"fault", "refused", "accepted", "undone"} & set(names), session.events
        guide = [e for e in session.events if e["event"] == "guide"][-1]
        assert sorted(guide["missing"]) == sorted(gone), guide
        # A reed knows no colours: which of them stands where is the table's best guess.
        assert sorted(token.partition(":")[2] for token in guide["extra"]) == sorted(come)
        assert handle({"do": "leds"})["leds"]
        for colour in before:
            for at in list(session.world.where()[colour]):
                if at in come:
                    assert handle({"do": "lift", "colour": colour, "at": at})["ok"]
                    session.run_ms(300)
                    to = next(t for t in gone if t.startswith(colour + ":"))
                    gone.remove(to)
                    to = to.partition(":")[2]
                    assert handle({"do": "place", "colour": colour, "at": to})["ok"]
                    session.run_ms(300)
        session.run_ms(4000)
        guide = [e for e in session.events if e["event"] == "guide"][-1]
        assert guide["missing"] == guide["extra"] == []
        assert session.world.where() == before
        assert not [e for e in session.events if e["event"] in ("fault", "accepted", "undone")]


@pytest.mark.parametrize("rulebook", LINES)
def test_pawns_taken_or_added_in_the_dark_are_named(rulebook):
    with table(rulebook, LINES[rulebook]) as (session, handle):
        colour, at = next(
            (c, p) for c, ps in session.world.where().items() for p in ps if p != "h"
        )
        session.power(False)
        handle({"do": "lift", "colour": colour, "at": at})
        session.events.clear()
        session.power(True)
        session.run_ms(8000)
        guide = [e for e in session.events if e["event"] == "guide"][-1]
        assert (guide["missing"], guide["extra"]) == ([f"{colour}:{at}"], [])
        handle({"do": "place", "colour": colour, "at": at})
        session.run_ms(4000)
        guide = [e for e in session.events if e["event"] == "guide"][-1]
        assert (guide["missing"], guide["extra"]) == ([], [])


@pytest.mark.parametrize("rulebook", LINES)
@pytest.mark.parametrize("missing", [1, 4])
def test_a_first_start_with_pawns_missing_asks_for_them(rulebook, missing):
    with table(rulebook) as (session, handle):
        session.power(False)
        session.target.write_flash(prepare_flash(session.world.game, None))
        colours = list(session.world.where())
        held = [colours[k % 4] for k in range(missing)]
        for colour in held:
            handle({"do": "lift", "colour": colour, "at": "h"})
        session.events.clear()
        session.power(True)
        session.run_ms(1500)
        assert handle({"do": "state"})["phase"] == "setup"
        assert not [e for e in session.events if e["event"] in ("fault", "ready")]
        lit = handle({"do": "leds"})["leds"]
        for colour in held:
            assert [name for name in lit if name.startswith(colour + ":h")], (held, lit)
        assert not [name for name in lit if ":h" in name and name.split(":")[0] not in held]
        for colour in held:
            handle({"do": "place", "colour": colour, "at": "h"})
            session.run_ms(500)
        session.run_ms(2000)
        assert [e for e in session.events if e["event"] == "ready"]
        assert handle({"do": "state"})["phase"] in ("deal", "card")
