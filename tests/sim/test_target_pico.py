# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The real firmware on the emulated Pico, driven like every other table. Minutes, not seconds.

`make bench` writes the figures; here they are only held against the budgets.
"""

import contextlib

import pytest

from rules.notation import position_text
from rules.parse import parse_position
from tavle.errors import TavleError
from tavle.sim.seated import Seated
from tavle.sim.session import Session, TableSpec

LINE = "sorry red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"


def test_without_an_image_it_says_what_is_missing(monkeypatch, tmp_path):
    for value in (None, str(tmp_path / "none.uf2")):
        if value is None:
            monkeypatch.delenv("TAVLE_UF2", raising=False)
        else:
            monkeypatch.setenv("TAVLE_UF2", value)
        with pytest.raises(TavleError, match=r"cannot emulate a Pico.*--target unix"):
            Session(TableSpec("partners-pawns", target="pico"))


@pytest.mark.pico
@pytest.mark.long
def test_a_person_and_three_hard_computers_play_within_the_budgets():
    from bench import pico_figures

    game, state = parse_position(LINE)
    after = game.results(state, game.actions.index(pico_figures.CARD))[0][0]
    seats = {"red": "human", "blue": "hard", "yellow": "hard", "green": "hard"}
    with contextlib.closing(
        pico_figures.table("sorry", LINE, players=list(seats.values()))
    ) as session:
        stack = pico_figures.Stack(session)
        seen = pico_figures.turn(session, LINE)
        assert seen["position"] == position_text(game, after)
        assert seen["lift_ms"] <= 80 and seen["accepted_ms"] <= 600 + 250
        hands = Seated(session, seats, 3)
        for line in hands.play(1):  # a computer decides, and hands move for it
            assert session.request("state")["firmware"] == line
            assert pico_figures.heap(session)["free"] >= 160_000
        assert stack.used() <= 6_800  # of 8,192 bytes
        assert session.noise == []
