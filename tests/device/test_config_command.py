# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle config` at a simulated table."""

import json
import subprocess
import sys

import pytest
from test_strange_answers import RIGHT, Wire

from tavle import cli
from tavle.device import link, settings
from tavle.errors import TavleError
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec


@pytest.fixture
def port():
    with PtyBridge(Session(TableSpec("partners-pawns")), 20.0) as table:
        yield table.cable.port


def run(port, *words):
    return cli.run(["config", *words, "--port", port])


def test_set_restarts_the_table_with_the_new_value(port, capsys):
    assert run(port, "set", "settle_ms", "700") == 0
    assert "settle_ms: 600 -> 700" in capsys.readouterr().out
    assert run(port, "get", "settle_ms") == 0
    assert capsys.readouterr().out == "700\n"
    assert run(port, "set", "settle_ms", "700") == 0
    assert "is 700 already" in capsys.readouterr().out


def test_list_shows_what_differs(port, capsys):
    assert run(port, "set", "sound", "off") == 0
    assert run(port, "list") == 0
    out = capsys.readouterr().out
    assert "* sound       off" in out
    assert "  hints       full" in out
    assert run(port, "list", "--json") == 0
    assert json.loads(capsys.readouterr().out)["sound"] is False


def test_digits_of_other_alphabets_and_endless_ones_are_words():
    for word in ("\u00b2", "--2", "9" * 5000):
        assert settings.value_of("options", f"a={word}") == {"a": word}
        for name in ("settle_ms", "seats", "board"):
            with pytest.raises(TavleError) as failure:
                settings.value_of(name, word)
            assert failure.value.what == f"{name}: {word!r} is not possible"
            assert failure.value.why.startswith("it can be ")
            assert failure.value.next_step == settings.point(name).help
    assert settings.value_of("options", "a=-2, b=true,c = no") == {
        "a": "-2",
        "b": "true",
        "c": "no",
    }


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("set", "settle_ms", "20"), "it can be 300 to 1500"),
        (("set", "settle_ms", "soon"), "it can be 300 to 1500"),
        (("set", "settle_ms", "-1"), "it can be 300 to 1500"),
        (("set", "settle_ms", "\u0663"), "it can be 300 to 1500"),
        (("set", "sound", "loud"), "it can be on, off"),
        (("set", "sound", "2"), "it can be on, off"),
        (("set", "players", "human"), "it can be "),
        (("set", "hints", "some"), "it can be off, pawns, full"),
        (("set", "seats", "2,1"), "numbers 0 to 3, ascending"),
        (("set", "options", "x"), "it can be name=value"),
        (("set", "options", "=1"), "it can be name=value"),
        (("set", "seats", "0,9"), "numbers 0 to 3, ascending"),
        (("set", "seats", "0,\u00b2"), "numbers 0 to 3, ascending"),
        (("set", "colour", "red"), "no setting 'colour'"),
        (("get", "colour"), "no setting 'colour'"),
    ],
)
def test_what_cannot_be_is_refused_before_the_table_is_asked(capsys, words, why):
    assert run("/dev/none", *words) == 2
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1


def test_the_table_of_settings_is_found_without_anything_else_having_been_loaded():
    code = "from tavle.device import settings; print(len(settings.points()))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(said.stdout) == len(settings.points()) > 10


def test_another_rulebook_has_no_options_of_the_old_one(port, capsys):
    assert run(port, "set", "options", "first=blue") == 0
    assert run(port, "set", "rulebook", "partners-nordic") == 0
    assert "rulebook: partners-pawns -> partners-nordic" in capsys.readouterr().out
    assert run(port, "list", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rulebook"], told["options"], told["seats"]) == ("partners-nordic", {}, [])


def test_a_setting_that_the_table_does_not_have_is_told(monkeypatch, capsys):
    monkeypatch.setattr(link, "open_wire", lambda port: Wire(RIGHT))
    assert run("/dev/table", "get", "brightness") == 1
    assert capsys.readouterr().err == (
        "tavle: the table has no setting 'brightness': its firmware is a different one; "
        "flash this tool's firmware with `tavle flash`\n"
    )
