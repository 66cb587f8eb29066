# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The whole table on an emulated Pico with a Pico 2's memory: its budgets, and a power cut while it saves.

`make bench` prints the figures; here they are only held against the budgets.
"""

import contextlib
import json

import pytest

from rules.notation import place_text, position_text
from rules.parse import parse_position
from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec

pytestmark = pytest.mark.pico

RULEBOOKS = ("partners-movers", "partners-nordic", "partners-pawns", "ludo-norsk", "sorry")
HEAP_BYTES = 160_000  # of the 486,688 that MicroPython has at boot
READY_MS = 2500
LIFT_MS = 80
CARD_MS = 200  # from its laying: until the reader looks, and reads it


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_resumed_game_keeps_the_budgets(rulebook: str) -> None:
    from bench import pico_figures

    seen = pico_figures.resumed(rulebook)
    print(rulebook, json.dumps(seen))
    assert seen["ready_ms"] <= READY_MS
    assert seen["card_ms"] <= CARD_MS
    assert seen["lift_ms"] <= LIFT_MS
    assert seen["free"] >= HEAP_BYTES, "with a card on the table and a pawn in the air"


@pytest.mark.long
def test_three_hard_computers_leave_room() -> None:
    from bench import pico_figures

    seen = pico_figures.seated("partners-pawns", 1)
    print(json.dumps(seen))
    assert seen["free"] >= HEAP_BYTES


@pytest.mark.long
def test_a_power_cut_after_a_move_leaves_the_new_position() -> None:
    """Real MicroPython's own littlefs; the unix port cuts at every operation, also in the middle of one."""
    line = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
    game, state = parse_position(line)
    action = next(a for a in range(6) if game.results(state, a))
    after, move = game.results(state, action)[0]
    with contextlib.closing(Session(TableSpec(game.rulebook, line, target="pico"))) as session:
        handle = Contract(session).handle
        assert session.until_ready(), session.noise
        assert handle({"do": "card", "card": game.actions[action]})["ok"]
        session.run_ms(800)
        colour = game.colours[move[1]]
        for what, at in (("lift", move[2]), ("place", move[3])):
            assert handle({"do": what, "colour": colour, "at": place_text(game, at)})["ok"]
            session.run_ms(300)
        session.run_ms(2000)
        session.power(False)
        handle({"do": "nocard"})
        session.power(True)
        assert session.until_ready(), session.noise
        assert handle({"do": "state"})["firmware"] == position_text(game, after)
