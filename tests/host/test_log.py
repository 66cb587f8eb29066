# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Games fetched from the simulated table: the same, checked, kept, deleted, played again."""

import json

import pytest
from follower import table

from tavle import cli
from tavle.errors import TavleError
from tavle.live import record, replay
from tavle.paths import add_firmware
from tavle.sim.player import Players
from tavle.sim.pty import PtyBridge

add_firmware()

BUSY = "partners-pawns green:1,8,17,z1 blue:h,h,h,20 red:h,30,33,47 yellow:h,h,48,50 turn=green"


class Here:
    """Requests to a session, as `TableLink` does them."""

    def __init__(self, session):
        self.session = session
        self.longest = 0

    def request(self, cmd, **fields):
        answer = self.session.request(cmd, **fields)
        self.longest = max(self.longest, len(json.dumps(answer)))
        if not answer.pop("ok"):
            raise TavleError(cmd, answer["error"])
        return answer


def play(session, turns, seed=1):
    session.run_ms(500)
    players = Players(session, seed)
    lines = list(players.play(turns))
    return players, lines


@pytest.mark.parametrize("rulebook", ["partners-pawns", "ludo-norsk", "sorry"])
def test_a_played_game_is_fetched_equal_and_legal(rulebook):
    with table(rulebook) as session:
        _, lines = play(session, 25)
        link = Here(session)
        kept = record.games(link)
        assert [(one.live, one.fetched) for one in kept] == [(True, False)]
        one = record.fetch(link, kept[0].game)
        assert [step.line for step in one.steps[1:]] == lines
        assert one.wrong == [] and one.gaps == []
        assert link.longest <= 200
        assert session.target.complaints == []


def test_a_game_with_take_backs_is_understood():
    with table(position=BUSY) as session:
        play(session, 3)
        for _ in range(2):
            session.world.press("table", True)
            session.run_ms(2300)
            session.world.press("table", False)
            session.run_ms(4000)
        one = record.fetch(Here(session), 1)
        what = [step.what for step in one.steps]
        assert what[:4] == ["start", "move", "move", "move"] and "undo" in what
        assert one.wrong == []
        assert one.steps[-1].line == session.request("state")["firmware"]
        assert len(replay.in_force(one)) == 3 - what.count("undo")


@pytest.mark.parametrize(
    ("rulebook", "turns", "seen"),
    [("partners-nordic", 20, {"move", "fold"}), ("ludo-norsk", 12, {"move"})],
)
def test_a_game_is_played_again_by_hands_on_another_table(rulebook, turns, seen, tmp_path, capsys):
    with table(rulebook) as session:
        play(session, turns, seed=3)
        one = record.fetch(Here(session), 1)
    assert seen <= {step.what for step in one.steps}
    path = tmp_path / "game.json"
    path.write_text(one.text())
    assert cli.run(["log", "replay", str(path), "--sim"]) == 0
    assert f"{turns} turns played again" in capsys.readouterr().out


def recorded(turns):
    """Return the record of a game's first turns, the table being gone."""
    with table(position=BUSY) as session:
        play(session, turns)
        return record.fetch(Here(session), 1)


def test_files_keep_everything(tmp_path):
    one = recorded(4)
    path = tmp_path / "game.json"
    path.write_text(one.text())
    back = record.load(path)
    assert back.entries == one.entries and back.steps == one.steps
    assert json.loads(json.dumps([s.as_dict() for s in back.steps]))[0]["position"] == BUSY


def test_a_move_that_is_not_legal_is_found():
    one = recorded(3)
    seq, kind, prev, payload = one.entries[2]
    forged = bytearray(payload)
    forged[20] = (forged[20] + 3) % 10  # another card
    one.entries[2] = (seq, kind, prev, bytes(forged))
    record.read(one)
    assert one.wrong[0].seq == 2
    with pytest.raises(TavleError, match="cannot be played again"):
        replay.play_again(one)


def test_lost_records_are_named_and_the_rest_is_read():
    one = recorded(4)
    del one.entries[2]
    record.read(one)
    assert one.gaps == [2] and "is lost" in one.steps[2].wrong
    del one.entries[0]
    with pytest.raises(TavleError, match="header is lost"):
        record.read(one)


# The command.


def test_fetch_show_replay_and_delete_from_the_command_line(tmp_path, capsys):
    with table(position=BUSY) as session:
        _, lines = play(session, 3)
        session.request("new")
        session.run_ms(3000)
        with PtyBridge(session, 10.0) as bridge:
            port = ["--port", bridge.cable.port]
            assert cli.run(["log", *port]) == 0
            assert "not fetched" in capsys.readouterr().out
            assert cli.run(["log", "delete", "1", *port]) == 1
            assert "it was never fetched; fetch it with" in capsys.readouterr().err
            assert cli.run(["log", "fetch", "7", *port]) == 2
            assert "no game 7 on the table: there are: 1, 2" in capsys.readouterr().err
            assert cli.run(["log", "fetch", "--all", "--to", str(tmp_path / "logs"), *port]) == 0
            assert "3 turns, all agree with the rules" in capsys.readouterr().out
            assert cli.run(["log", *port]) == 0
            finished, live = capsys.readouterr().out.splitlines()
            assert finished == "game 1: Partners, pawns edition, 3 turns, fetched"
            assert live == "game 2: Partners, pawns edition, 0 turns, being played"
            assert cli.run(["log", "--json", *port]) == 0
            about = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
            assert [(one["rulebook"], one["turns"], one["winner"], one["live"]) for one in about] == [
                ("partners-pawns", 3, [], False), ("partners-pawns", 0, [], True)
            ]  # fmt: skip
            again = tmp_path / "again"
            assert cli.run(["log", "fetch", "--all", "--to", str(again), *port]) == 0
            assert [path.name for path in again.iterdir()] == ["tavle-game-00002.json"]
            assert "00001" not in capsys.readouterr().out, "what was fetched is not fetched again"
            assert cli.run(["log", "delete", "1", *port]) == 0
            capsys.readouterr()
            assert cli.run(["log", "fetch", "--to", str(again), "--delete", *port]) == 0
            assert cli.run(["log", *port]) == 0
            assert "being played" in capsys.readouterr().out, "the game that is played stays"
    path = str(tmp_path / "logs" / "tavle-game-00001.json")
    assert cli.run(["log", "show", path, "--format", "lines"]) == 0
    assert capsys.readouterr().out.splitlines() == [BUSY, *lines]
    assert cli.run(["log", "show", path, "--format", "json"]) == 0
    assert [s["position"] for s in json.loads(capsys.readouterr().out)] == [BUSY, *lines]
    assert cli.run(["log", "replay", path]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[-2] == lines[-1] and "tavle sim --position" in said.splitlines()[-1]
    assert cli.run(["log", "replay", path, "--at", "99"]) == 2


def test_bad_files_are_one_line(tmp_path, capsys):
    bad = tmp_path / "bad.json"
    none = "it is not a game record; give a file of `tavle log fetch`"
    head = '{"format": "tavle-record-1", "game": 1, "records": '
    for text, why in (
        ("", none), ("[]", none), ('{"format": "other"}', none), ("[" * 100_000, none),
        ('{"format": "tavle-record-1"}', "the record is damaged ('records'); fetch it again"),
        (head + "[[0, 0, 0]]}", "the record is damaged (not enough values to unpack (expected 4, got 3)); fetch it again"),
        (head + '[["0", 0, 0, ""]]}', "the record is damaged ('0' is no number); fetch it again"),
        (head + '[[65536, 0, 0, ""]]}', "the record is damaged (int too big to convert); fetch it again"),
        (head + '[[0, 256, 0, ""]]}', "the record is damaged (int too big to convert); fetch it again"),
        (head + '[[0, 0, 65536, ""]]}', "the record is damaged (int too big to convert); fetch it again"),
    ):  # fmt: skip
        bad.write_text(text)
        assert cli.run(["log", "show", str(bad)]) == 1
        assert capsys.readouterr().err == f"tavle: cannot read {bad}: {why}\n"
    missing = tmp_path / "none.json"
    assert cli.run(["log", "show", str(missing)]) == 1
    assert capsys.readouterr().err == f"tavle: cannot read {missing}: No such file or directory; give a file of `tavle log fetch`\n"  # fmt: skip
