# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The whole table on an emulated Pico: its budgets, a few turns, power cuts while it saves.

`make bench` prints the figures; here they are only held against the budgets. The figures of the
moves' generation are in tests/rules and tests/bench.
"""

import contextlib
import json
from typing import Any

import pytest

from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec

pytestmark = pytest.mark.pico

RULEBOOKS = ("partners-movers", "partners-nordic", "partners-pawns", "ludo-norsk", "sorry")
HEAP_BYTES = 64_000  # of the 240,480 that MicroPython has at boot
BLOCK_BYTES = 16_000
# The pools of names on the heap take 20, 40, 80, 160 and 320; the sixth, for 640, is a piece of 3.9 KB.
POOLS = 5
NAMES = 620
READY_MS = 2000
LIFT_MS = 25
CARD_MS = 150  # from its laying: until the reader looks, and reads it
SCAN_US = 1000
RENDER_US = 26_000  # of the 50 ms of a frame: drawn eight lights at a time, hands come between
FLASH_COMMANDS = (0x02, 0x20, 0xD8)  # page program, sector erase, block erase


def test_scan_import_and_frames_keep_their_budgets() -> None:
    from bench import pico_figures

    us = pico_figures.measured()
    print(json.dumps(us))
    for name in ("scan", "scan-waiting"):
        assert us[name] <= SCAN_US
        assert us[name + "-bytes"] == 0
    assert us["import"] + us["make"] + us["begin"] <= 1000 * READY_MS
    assert us["render-most"] <= RENDER_US
    assert 2900 < us["send-frame"] < 3100  # 30 us per light and what goes with it


@pytest.mark.parametrize(
    "rulebook",
    [
        "partners-pawns",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in RULEBOOKS
            if name != "partners-pawns"
        ),
    ],
)
def test_no_table_needs_another_pool_of_names(rulebook: str) -> None:
    """The 621st name on the heap takes 3.9 KB for good: more than the budget has to spare in a question."""
    from bench import pico_figures

    line = f"{rulebook} {pico_figures.POSITIONS[rulebook]}"
    seen = pico_figures.measured(line, pico_figures.HEAP)
    print(rulebook, json.dumps(seen))
    assert 300 < seen["n_qstr"] <= NAMES
    assert seen["n_pool"] == POOLS


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
    assert seen["largest"] >= BLOCK_BYTES


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_played_game_keeps_the_budgets(rulebook: str) -> None:
    from bench import pico_figures

    seen = pico_figures.played(rulebook, 2)
    print(rulebook, json.dumps(seen))
    assert seen["turns"] == 2
    assert seen["ready_ms"] <= READY_MS
    assert seen["free"] >= HEAP_BYTES
    assert seen["largest"] >= BLOCK_BYTES


@pytest.mark.long
def test_a_new_game_whose_first_moves_are_taken_back_leaves_one_large_piece() -> None:
    from bench.bench_heap import Careless, heap

    with contextlib.closing(
        Session(TableSpec("partners-pawns", seed=1, target="pico"))
    ) as session:
        assert session.until_ready(), session.noise
        hands = Careless(session, 1)
        looks = [heap(session) for _ in hands.play(2)]
        assert hands.undone
    print(looks)
    assert min(free for free, _ in looks) >= HEAP_BYTES
    assert min(largest for _, largest in looks) >= BLOCK_BYTES


def cut_after(pico: Any, commands: int) -> list[int]:
    """Let the flash take so many program and erase commands and no more; return those it saw."""
    flash = pico.mcu.ssi
    apply = flash._apply_command
    seen: list[int] = []

    def counted() -> None:
        if len(flash._tx_buffer) >= 4 and flash._tx_buffer[0] in FLASH_COMMANDS:
            seen.append(flash._tx_buffer[0])
            if len(seen) > commands:
                flash._tx_buffer = bytearray()
                return
        apply()

    flash._apply_command = counted
    return seen


@pytest.mark.long
def test_a_power_cut_while_saving_leaves_the_old_or_the_new_position() -> None:
    """A smoke test; the unix port cuts at every operation, also in the middle of one."""
    line = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
    from rules.parse import parse_position

    game, state = parse_position(line)
    action = next(a for a in range(6) if game.results(state, a))
    results = game.results(state, action)
    from rules.notation import place_text, position_text

    after, move = results[0]
    old, new = position_text(game, state), position_text(game, after)
    found = []
    for commands in (0, 1, 2):
        with contextlib.closing(Session(TableSpec(game.rulebook, line, target="pico"))) as session:
            handle = Contract(session).handle
            assert session.until_ready(), session.noise
            assert handle({"do": "card", "card": game.actions[action]})["ok"]
            session.run_ms(800)
            colour = game.colours[move[1]]
            seen = cut_after(session.target._pico, commands)  # type: ignore[attr-defined]
            assert handle({"do": "lift", "colour": colour, "at": place_text(game, move[2])})["ok"]
            session.run_ms(300)
            assert handle({"do": "place", "colour": colour, "at": place_text(game, move[3])})["ok"]
            session.run_ms(2500)
            session.power(False)
            handle({"do": "nocard"})
            session.events.clear()
            session.power(True)
            session.run_ms(1800)
            found.append(handle({"do": "state"})["firmware"])
            assert seen, "nothing was being saved"
    assert found[0] == old and found[1] in (old, new)
    assert found[2] == new, "one small append: an erase at most, and a program operation"
