# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the benches see of a table in use (`tests/bench/observed.py`)."""

import contextlib

from bench import observed

from rules.parse import parse_position
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec

STUCK = "partners-pawns green:h,h,h,z4 blue:h,h,h,h red:h,h,40,42 yellow:h,h,h,h turn=red"


def test_a_card_that_moves_nothing_is_counted_from_its_reading_not_from_the_hands_of_the_turn_before():
    """It was told as a move accepted 0.27 s late, after a pawn that was put back."""
    game, _ = parse_position(STUCK)
    with contextlib.closing(Session(TableSpec("partners-pawns", STUCK, 1))) as session:
        assert session.until_ready()
        hands = Players(session, 1)
        seen = observed.Observed(session, hands)
        hands._order(do="lift", colour="red", at="40")
        session.run_ms(300)
        hands._order(do="place", colour="red", at="40")
        session.run_ms(800)
        hands._lay(list(game.actions).index("swap"), 1)
        session.run_ms(1500)
        record = seen.turn()
    assert record["words"]["accepted"] == 1
    assert record["settled"] == []
    assert 0 <= record["used"][0] < 20


def test_the_heap_is_looked_at_in_every_question_and_while_a_way_back_is_shown():
    with contextlib.closing(Session(TableSpec("partners-pawns", STUCK, 1))) as session:
        assert session.until_ready()
        hands = Players(session, 1)
        heap = observed.Heap(session, hands)
        hands.put_right(hands._ask("state"))
        assert heap.taken() == {}, "nothing was to be put right"
        hands._order(do="lift", colour="red", at="40")
        session.run_ms(600)
        hands._order(do="place", colour="red", at="45")
        session.run_ms(3500)
        hands.put_right(hands._ask("state"))
        (way,) = heap.taken()["leading"]
        asked = []
        for _ in hands.play(60):
            asked += heap.taken().get("asking", [])
    assert hands.asked == len(asked) > 0
    assert all(free > largest > 0 for free, largest in (way, *asked))
