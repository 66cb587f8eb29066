# SPDX-License-Identifier: Apache-2.0
"""A table plays on without what it did once: another one could not be made, and a card and a move are taken as ever."""

import gc

from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app.once import forget_once
from app.system import System
from sense.boardmap import BoardMap

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def free():
    gc.collect()
    return gc.mem_free()


def test_a_table_plays_on_without_what_it_did_once():
    one = WholeTable(new_folder(), LINE).run(1000)
    before = free()
    forget_once()
    assert free() - before > 3000, free() - before
    assert System.__init__ is None and BoardMap.__init__ is None and System.begin is None
    one.card("5").run(1000)
    one.lift(0, 4).run(300)
    one.place(0, 9).run(1500)
    assert [event["move"] for event in one.named("accepted")] == ["g3>8"]
    assert refusal(TypeError, WholeTable, new_folder(), LINE) is not None
