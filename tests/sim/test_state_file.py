# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A state file that something has damaged is named in one line, and is left as it is."""

import contextlib
import json

import pytest
from stdio_program import Program

from rules import load
from tavle.errors import TavleError
from tavle.sim.cards import Box
from tavle.sim.contract import Contract
from tavle.sim.prepare import prepare_flash
from tavle.sim.session import Session, TableSpec


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return what a table of Sorry! has written."""
    path = tmp_path_factory.mktemp("state") / "table.sim"
    with contextlib.closing(Session(TableSpec("sorry", state_file=str(path)))) as session:
        assert session.until_ready()
    return json.loads(path.read_text())


def pawn(seat, bit):
    """Return the damage of one pawn."""
    return lambda k: k["world"]["pawns"].__setitem__(0, [seat, bit])


def lie(kept):
    """Put a card of the box on the slot."""
    card = Box(load("sorry")).card("5", 1)
    kept["world"]["slot"] = [["5/1", "5", 1, card.chip, card.memory.hex()]]


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (lambda k: k.update(format="tavle-sim 0"), "not a state file of this version"),
        (lambda k: k.pop("flash"), "not a state file of this version"),
        *((lambda k, v=v: k.update(flash=v), "damaged: flash") for v in (7, "!", "eJwDAAAAAAE=", "")),
        (lambda k: k.update(flash=k["flash"][8:]), "damaged: flash"),
        *((lambda k, v=v: k.update(now_us=v), "damaged: now_us") for v in ("x", -1, None)),
        (lambda k: k.update(notes=[]), "damaged: notes"),
        (lambda k: k.update(position=5), "damaged: position"),
        *((lambda k, v=v: k.update(world=v), "damaged: world") for v in ({}, [])),
        *((pawn(*v), "damaged: world") for v in ((9, 15), (0, 999), (0, -2), (0, "a"), ("red", 15))),
        (lambda k: k["world"]["pawns"].pop(), "damaged: world"),
        (lambda k: k["world"].update(slot=[[1, 2]]), "damaged: world"),
        (lambda k: k["world"].update(laid=5), "damaged: world"),
        (lambda k: k["world"].update(memories=4), "damaged: world"),
        *(
            (lambda k, v=v: k["world"].update(laid=[v]), "damaged: world")
            for v in (["5", "1"], ["5", 9], ["9", 1], [5, 1], ["5", 1, 1])
        ),
        *(
            (lambda k, v=v: k["world"].update(memories=v), "damaged: world")
            for v in ({"5/1": 7}, {"5/1": "x"}, {"5/1": "00"}, {"9/1": "00"}, {"5/x": "00"}, {"04": ""})
        ),
        *(
            (lambda k, n=n, v=v: (lie(k), k["world"]["slot"][0].__setitem__(n, v)), "damaged: world")
            for n, v in ((0, "5/2"), (0, 5), (1, "8"), (2, "1"), (3, "ntag"), (4, ""), (4, 7))
        ),
    ],
)  # fmt: skip
def test_damage_is_named(kept, tmp_path, damage, what):
    broken = json.loads(json.dumps(kept))
    damage(broken)
    path = tmp_path / "table.sim"
    path.write_text(json.dumps(broken))
    before = path.read_bytes()
    with pytest.raises(TavleError, match=what):
        Session(TableSpec("sorry", state_file=str(path)))
    assert path.read_bytes() == before


def test_a_file_that_was_cut_short_is_no_state_file(kept, tmp_path):
    text = json.dumps(kept)
    path = tmp_path / "table.sim"
    for length in (0, 1, len(text) // 2, len(text) - 1):
        path.write_text(text[:length])
        with pytest.raises(TavleError, match="not a state file of this version"):
            Session(TableSpec("sorry", state_file=str(path)))


def test_a_table_that_waits_in_set_up_is_no_failure_of_its_firmware(tmp_path):
    path = str(tmp_path / "table.sim")
    with contextlib.closing(Session(TableSpec("sorry", state_file=path))) as session:
        assert session.is_up()
        session.power(False)
        session.target.write_flash(prepare_flash(session.world.game, None))  # nothing played yet
        Contract(session).handle({"do": "lift", "colour": "red", "at": "h"})
        session.save()
    table = Program("--rulebook", "sorry", "--state", path)
    assert table.good("state")["phase"] == "setup"
    assert table.end() == (0, "")


def test_a_table_of_two_is_continued_with_the_two_whatever_position_is_asked_for(tmp_path):
    path = str(tmp_path / "table.sim")
    line = "ludo-norsk red:h,h,h,f blue:h,h,h,z2 turn=red"
    with contextlib.closing(Session(TableSpec("ludo-norsk", line, state_file=path))) as session:
        assert session.is_up() and session.note == ""
        session.save()
    other = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=green"
    for position, note in (("", ""), (other, f"{path} is continued, the position is not used")):
        spec = TableSpec("ludo-norsk", position, state_file=path)
        with contextlib.closing(Session(spec)) as session:
            assert session.is_up() and session.note == note
            assert session.world.where() == {"red": ["h", "h", "h", "f"], "blue": ["h", "h", "h", "z2"]}  # fmt: skip
            assert [session.world.game.colours[seat] for seat in session.world.game.seats] == ["red", "blue"]  # fmt: skip
            assert session.request("state")["firmware"] == line


def test_what_to_do_with_a_file_that_is_none_is_said_in_the_language_of_the_system(
    monkeypatch, tmp_path
):
    path = tmp_path / "table.sim"
    path.write_text("{}")
    said = {}
    for language in ("en", "nb"):
        monkeypatch.setenv("LANGUAGE", language)
        with pytest.raises(TavleError) as error:
            Session(TableSpec("sorry", state_file=str(path)))
        said[language] = error.value.next_step
    assert said == {
        "en": "choose another file or delete it",
        "nb": "velg en annen fil eller slett den",
    }
