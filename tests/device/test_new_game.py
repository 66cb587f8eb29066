# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle new`, and which game is on and which comes next, at a simulated table on a cable."""

import contextlib

import pytest

from tavle import cli
from tavle.sim import prepare
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec


@contextlib.contextmanager
def on_cable(rulebook, **options):
    with PtyBridge(Session(TableSpec(rulebook, options=options)), 20.0) as table:
        yield table


def said(capsys, table, *words):
    """Return (exit status, what a command printed)."""
    code = cli.run([*words, "--port", table.cable.port])
    told = capsys.readouterr()
    return code, told.out + told.err


def games(capsys, table):
    """Return what `tavle config list` says of the game that is on and the next one."""
    code, text = said(capsys, table, "config", "list")
    assert code == 0
    lines = dict(
        line.split(": ", 1)
        for line in text.splitlines()
        if " game: " in line or "game on: " in line
    )
    return lines["game on"], lines["next game"]


PLAIN = "Partners, pawns edition (partners-pawns); Green, Blue, Red, Yellow; no house rules"
RULED = PLAIN.replace("no house rules", "house rules: first=blue, shuffle=deal")


def test_house_rules_hold_from_the_next_game_and_survive_a_power_cut(capsys):
    with on_cable("partners-pawns") as table:
        code, text = said(capsys, table, "config", "set", "options", "first=blue,shuffle=deal")
        assert code == 0 and "it is the next game's; `tavle new` starts one now" in text
        assert games(capsys, table) == (PLAIN, RULED)
        code, text = said(capsys, table, "new")
        assert code == 0 and f"game on: {RULED}" in text
        table.do(lambda: (table.session.power(False), table.session.power(True)))
        assert games(capsys, table) == (RULED, RULED)
        assert " turn=blue" in str(table.do(lambda: table.session.request("state")["firmware"]))


def test_a_game_on_another_board_says_that_it_wants_that_board(capsys):
    with on_cable("partners-pawns") as table:
        code, text = said(capsys, table, "new", "--rulebook", "sorry")
        assert code == 0 and "game on: Sorry!" in text and "another board" in text
        assert "another board" not in said(capsys, table, "new", "--rulebook", "sorry")[1]


def test_a_game_is_begun_for_once_with_seats_and_house_rules_of_its_own(capsys):
    with on_cable("sorry") as table:
        code, text = said(
            capsys, table, "new", "--seats", "yellow,red", "--options", "out=1,first=yellow"
        )
        assert code == 0
        assert "game on: Sorry! (sorry); Red, Yellow; house rules: first=yellow, out=1" in text
        assert "Put every pawn where its light pulses." in text
        line = table.do(lambda: table.session.request("state")["firmware"])
        assert line == "sorry red:h,h,h,4 yellow:h,h,h,34 turn=yellow"
        assert (
            games(capsys, table)[1] == "Sorry! (sorry); Red, Blue, Yellow, Green; no house rules"
        )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--options", "forced=no"), "sorry has no option 'forced' (it has first, out, own_landing)"),
        (("--options", "out=2"), "out cannot be '2' (it can be 0, 1)"),
        (("--seats", "red,pink"), "there is no seat pink (there are red, blue, yellow, green)"),
        (("--seats", "red,4"), "there is no seat 4"),
        (("--seats", "red"), "cannot begin this game"),
        (("--seats", "red,blue", "--options", "first=green"), "first cannot be 'green'"),
        (("--rulebook", "chess"), "unknown 'chess'"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused_and_the_one_that_is_on_goes_on(capsys, words, why):
    with on_cable("sorry") as table:
        before = games(capsys, table)
        code, text = said(capsys, table, "new", *words)
        assert code == 2 and why in text and text.count("\n") == 1
        assert games(capsys, table) == before


def test_a_setting_that_is_no_house_rule_of_the_game_is_refused_with_what_is(capsys):
    with on_cable("sorry") as table:
        code, text = said(capsys, table, "config", "set", "options", "own_landing=foo")
        assert code != 0 and "own_landing cannot be 'foo' (it can be illegal, bump)" in text
        code, text = said(capsys, table, "config", "list")
        assert "  own_landing  Landing on your own pawn" in text
        assert "      bump     sends it back to START" in text


def test_the_doctor_says_which_game_is_on(capsys):
    with on_cable("sorry", out="1") as table:
        text = said(capsys, table, "doctor", "--quick")[1]
        game = "Sorry! (sorry); Red, Blue, Yellow, Green; house rules: out=1"
        assert f"on now: {game}; next: {game}" in text


def test_house_rules_of_another_game_in_a_file_from_before_are_left_out_and_told(capsys):
    session = Session(TableSpec("sorry"))
    session.power(False)
    files = prepare.files_of(session.target.read_flash())
    files = {name: data for name, data in files.items() if "config" not in name}
    files["config.json"] = (
        b'{"version": 2, "rulebook": "sorry", "options": {"forced": "no"}, "seats": [0, 2]}'
    )
    session.target.write_flash(prepare.image(files))
    session.power(True)
    assert session.is_up()
    told = [event["text"] for event in session.events if event["event"] == "fault"]
    assert any("no option 'forced'" in text for text in told), told
    with PtyBridge(session, 20.0) as table:
        game = "Sorry! (sorry); Red, Yellow; no house rules"
        assert games(capsys, table) == (game, game)
