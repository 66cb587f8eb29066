# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Games fetched from the simulated table: the same, checked, kept, deleted, played again."""

import base64
import contextlib
import json
import time
from types import SimpleNamespace

import pytest
from follower import table
from tempdir import new_folder

from tavle import cli
from tavle.commands import log
from tavle.device.link import open_link
from tavle.errors import TavleError
from tavle.live import record, replay
from tavle.live.words import Teller
from tavle.paths import add_firmware
from tavle.sim.player import Players
from tavle.sim.pty import PtyBridge
from tavle.words.catalogue import Words

add_firmware()
from app.table.match import FOLD, MOVE, Match  # noqa: E402
from rules.parse import parse_position  # noqa: E402
from store.journal import Journal  # noqa: E402

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
    players = Players(session, seed)
    lines = list(players.play(turns))
    return players, lines


@pytest.mark.parametrize("rulebook", ["partners-pawns", "ludo-norsk", "sorry"])
def test_a_played_game_is_fetched_equal_and_legal(rulebook):
    with table(rulebook) as session:
        session.run_ms(500)
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
        session.run_ms(500)
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
        session.run_ms(500)
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
        session.run_ms(500)
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


def match_with_a_take_back(folds=False):
    """Return the entries of a game: three moves of which the last is taken back, and another, or hands put down."""
    game, state = parse_position(BUSY)
    journal = Journal(new_folder())
    journal.open()
    match = Match(game, journal)
    match.start(None, state)

    def act(turns):
        for _ in range(turns):
            card = next(a for a in range(len(game.actions)) if match.results(a))
            copy = next(copy for copy in range(1, 9) if not match.seen(card, copy))
            match.accept(card, copy, match.results(card)[0][0])

    act(3)
    match.undo()
    if folds:
        match.fold([])
    else:
        act(1)
    return [tuple(entry) for entry in journal.read(journal.game)]


def judged(entries):
    return record.read(record.Record(1, entries))


def test_no_byte_of_a_record_can_be_changed_unnoticed():
    good = match_with_a_take_back()
    unnoticed, told = set(), {}
    for n in (2, 4):  # a move, and a take-back
        seq, kind, prev, payload = good[n]
        for at in range(len(payload)):
            other = bytearray(payload)
            other[at] ^= 1
            forged = [*good[:n], (seq, kind, prev, bytes(other)), *good[n + 1 :]]
            wrong = [step.wrong for step in judged(forged).wrong if step.seq == seq]
            part = "position" if at < 20 else "card" if at < 22 else "hands"
            if not wrong:
                unnoticed.add((n, at))
            elif kind == MOVE:
                told.setdefault(part, set()).add(" ".join(wrong[0].split()[:2]))
    # The card that lies in the record which a take-back returns to is not asked for a second time.
    assert unnoticed == {(4, 0), (4, 21), (4, 22)}
    assert told == {
        "position": {"the record", "no legal", "the rules"},
        "card": {"already-played", "the hands"},
        "hands": {"the hands"},
    }


def test_hands_that_were_put_down_are_judged_too():
    entries = match_with_a_take_back(folds=True)
    assert [step.what for step in judged(entries).steps][-1] == "fold"
    assert judged(entries).wrong == []
    seq, kind, prev, payload = entries[-1]
    for at, why in ((3, "the rules say"), (16, "the rules say"), (23, "the hands are counted differently")):  # fmt: skip
        other = bytearray(payload)
        other[at] ^= 1
        (wrong,) = judged([*entries[:-1], (seq, kind, prev, bytes(other))]).wrong
        assert wrong.seq == seq and wrong.wrong.startswith(why), at
    # Which cards were shown is told by nothing else: they may be more, not fewer.
    for other, fits in ((payload[:-1] + bytes((payload[-1] | 1,)), True), (payload[:-7] + bytes(7), False)):  # fmt: skip
        assert (judged([*entries[:-1], (seq, kind, prev, other)]).wrong == []) is fits


def test_a_take_back_leads_to_the_position_it_names_or_is_told():
    good = match_with_a_take_back()
    assert [step.what for step in judged(good).steps] == ["start", *["move"] * 3, "undo", "move"]
    assert judged(good).wrong == []
    seq, kind, prev, payload = good[4]
    other = bytearray(payload)
    other[1:21] = good[1][3][:20]  # the position of the move before
    found = judged([*good[:4], (seq, kind, prev, bytes(other)), good[5]])
    assert [step.seq for step in found.wrong] == [4] and "says" in found.wrong[0].wrong
    found = judged([*good[:4], (seq, kind, 1, payload), good[5]])
    assert [step.seq for step in found.wrong] == [4]
    found = judged([*good[:4], (seq, kind, 3, payload), good[5]])
    assert [step.seq for step in found.wrong] == [4], "nothing would be taken back"


def test_a_take_back_to_a_lost_record_and_to_the_start_are_told_apart():
    good = match_with_a_take_back()
    seq, kind, _, payload = good[4]
    (lost,) = [
        step for step in judged([*good[:4], (seq, kind, 9, payload)]).steps if step.seq == 4
    ]
    assert lost == record.Step(
        4, "undo", "", 0, "", "", "", "record 9, which is taken back to, is lost"
    )
    (begun,) = [step for step in judged([*good[:4], (seq, kind, 0, b"")]).steps if step.seq == 4]
    assert begun == record.Step(4, "undo", "", 0, "", "", BUSY)
    (whole,) = [step for step in judged(good).steps if step.seq == 4]
    line = judged(good).steps[2].line
    assert whole == record.Step(4, "undo", "", 0, "", "", line) and line.startswith("partners-")


def test_a_step_is_a_line_with_what_is_wrong_behind_it():
    teller = Teller(Words("en"))
    right = judged(match_with_a_take_back()).steps[1]
    wrong = record.Step(12, "undo", "", 0, "", "", "")
    teller.line = right.line
    told = teller.turn(right.what, right.colour, right.card, right.move)
    teller.line = ""
    assert right.text(teller) == f"   1  {told}" and teller.line == right.line
    wrong.wrong = "it cannot be"
    undone = teller.words.say(
        "tool.log-wrong", what=teller.turn("undo", "", "", ""), why="it cannot be"
    )
    assert wrong.text(teller) == f"  12  {undone}" and teller.line == right.line
    assert wrong.as_dict() == {"seq": 12, "what": "undo", "wrong": "it cannot be"}


def test_a_move_behind_the_end_of_a_game_is_told():
    line = "sorry red:z5,f,f,f blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    game, state = parse_position(line)
    journal = Journal(new_folder())
    journal.open()
    match = Match(game, journal)
    match.start(None, state)
    one = game.actions.index("1")
    match.accept(one, 1, match.results(one)[0][0])
    assert match.over
    start, (seq, kind, prev, payload) = [tuple(entry) for entry in journal.read(journal.game)]
    found = judged([start, (seq, kind, prev, payload), (seq + 1, kind, seq, payload)])
    assert [step.wrong for step in found.steps] == ["", "", "the game was over"]


def test_a_take_back_to_a_lost_record_is_left_out_of_what_is_shown(tmp_path, capsys):
    good = match_with_a_take_back()
    seq, kind, _, payload = good[4]
    path = tmp_path / "game.json"
    path.write_text(judged([*good[:4], (seq, kind, 9, payload)]).text())
    assert cli.run(["log", "replay", str(path), "--seconds", "0"]) == 0
    out = capsys.readouterr().out
    assert Teller(Words("en")).words.say("tool.keys") in out and "Traceback" not in out
    assert cli.run(["log", "replay", str(path), "--at", "4"]) == 2
    assert "no record 4 in" in capsys.readouterr().err


class Stream:
    """A table that gives a game's record in pieces; what is read another time may be another."""

    def __init__(self, *streams, piece=40):
        self.streams, self.piece, self.asked = list(streams), piece, []

    def request(self, cmd, game, at):
        assert cmd == "log.read"
        self.asked.append((game, at))
        if not at and len(self.asked) > 1:
            self.streams.pop(0)
        data = self.streams[0][at : at + self.piece]
        end = at + self.piece >= len(self.streams[0])
        return {"at": at, "data": base64.b64encode(data).decode(), "end": end}


def streamed(entries):
    return b"".join(
        seq.to_bytes(2, "little") + bytes((kind,)) + prev.to_bytes(2, "little") + bytes((len(payload),)) + payload
        for seq, kind, prev, payload in entries
    )  # fmt: skip


def test_a_record_with_gaps_is_fetched_up_to_three_times_and_the_fullest_kept():
    good = match_with_a_take_back()
    whole, less, least = (
        streamed(good), streamed([*good[:2], *good[3:]]), streamed([*good[:1], *good[3:]])
    )  # fmt: skip
    steps = []
    link = Stream(whole)
    assert record.fetch(link, 7, steps.append).entries == good
    assert link.asked == [(7, at) for at in range(0, len(whole), 40)]
    assert steps == [min(at + 40, len(whole)) for at in range(0, len(whole), 40)]
    link = Stream(less, whole, piece=1000)
    assert record.fetch(link, 7).entries == good and len(link.asked) == 2
    for streams in ((least, less, least), (less, least, least), (least, least, less)):
        link = Stream(*streams, piece=1000)
        found = record.fetch(link, 7)
        assert found.entries == [*good[:2], *good[3:]] and len(link.asked) == 3
        assert found.game == 7 and found.steps and found.gaps == [2]


@pytest.mark.parametrize(
    "answer",
    [
        {"at": 1, "data": "QUJD", "end": True}, {"at": 0, "data": "", "end": False}, {"at": 0, "end": False},
        {"at": 0, "data": "%%%", "end": False},
    ],
)  # fmt: skip
def test_a_garbled_answer_ends_the_fetching(answer):
    link = SimpleNamespace(request=lambda cmd, **fields: answer)
    with pytest.raises(TavleError) as failure:
        record.fetch(link, 7)
    told = failure.value
    assert (told.what, told.why) == ("cannot fetch game 7", "an answer of the table is garbled")
    assert told.next_step == "run the same command again; nothing was deleted"


def test_hands_put_down_in_a_game_without_hands_are_told():
    game, state = parse_position(
        "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    )
    journal = Journal(new_folder())
    journal.open()
    match = Match(game, journal)
    match.start(None, state)
    match.accept(5, 1, match.results(5)[0][0])
    start, (seq, _, prev, payload) = [tuple(entry) for entry in journal.read(journal.game)]
    found = judged([start, (seq, FOLD, prev, payload)])
    assert [step.wrong for step in found.steps] == ["", "this game has no hands to put down"]


def test_a_game_that_this_tool_does_not_know_is_named():
    start, *rest = match_with_a_take_back()
    seq, kind, prev, header = start
    other = header.replace(b"partners", b"partnerz")
    assert other != header
    with pytest.raises(TavleError, match=r"cannot read game 1: .*partnerz"):
        judged([(seq, kind, prev, other), *rest])
    with pytest.raises(TavleError, match="its header is lost on the flash"):
        judged(rest)


def test_a_damaged_record_is_told_and_those_behind_it_are_read():
    good = match_with_a_take_back()
    junk = (4, 7, 0, b"")
    for entries, wrong in (
        ([*good[:2], *good[3:], (6, 7, 5, b"x")], dict.fromkeys((3, 4, 5), "lost") | {6: "kind 7"}),
        ([*good[:2], good[3], (4, 1, 2, good[4][3]), (5, 7, 0, b"")], {3: "lost", 4: "lost", 5: "kind 7"}),
        ([*good[:3], (3, 2, 2, b"\xff" * 37), junk], {3: "no position", 4: "kind 7"}),
        ([*good[:3], (3, 2, 2, good[3][3][:16] + b"\x09" + good[3][3][17:])], {3: "no position"}),
        ([*good[:3], (3, 2, 2, good[3][3][:20] + b"\x63" + good[3][3][21:])], {3: "no position"}),
    ):  # fmt: skip
        found = judged(entries)
        assert {step.seq for step in found.wrong} == set(wrong), found.wrong
        for step in found.wrong:
            assert wrong[step.seq] in step.wrong


def test_lost_records_are_named_and_the_rest_is_read():
    one = recorded(4)
    del one.entries[2]
    record.read(one)
    assert one.gaps == [2] and "is lost" in one.steps[2].wrong
    del one.entries[0]
    with pytest.raises(TavleError, match="header is lost"):
        record.read(one)


def test_a_stream_may_be_asked_for_anywhere_and_twice():
    with table(position=BUSY) as session:
        session.run_ms(500)
        play(session, 8)
        ask = Here(session).request
        whole = record._stream(Here(session), 1, None)
        assert len(whole) > 300
        pieces = {}
        for at in (0, 96, 96, 0, 192, 288, 192):
            pieces.setdefault(at, set()).add(ask("log.read", game=1, at=at)["data"])
        assert all(len(found) == 1 for found in pieces.values())
        for bad in ({"game": 1, "at": 7}, {"game": 1, "at": 99999}, {"game": 9}, {}):
            assert not session.request("log.read", **bad)["ok"]
        with pytest.raises(TavleError, match="in the middle of a move"):
            record.split(whole[:-3], 1)
        assert session.target.complaints == []


def test_finished_games_are_marked_and_deleted_but_never_the_live_one():
    with table(position=BUSY) as session:
        session.run_ms(500)
        play(session, 2)
        assert session.request("new")["ok"]
        session.run_ms(3000)
        link = Here(session)
        assert [(k.game, k.live) for k in record.games(link)] == [(1, False), (2, True)]
        assert len(record.fetch(link, 1).steps) == 3
        assert not session.request("log.fetched", game=2)["ok"]
        assert not session.request("log.delete", game=2)["ok"]
        assert session.request("log.fetched", game=1)["ok"]
        assert [k.fetched for k in record.games(link)] == [True, False]
        assert session.request("log.delete", game=1)["ok"]
        assert [k.game for k in record.games(link)] == [2]


# The command.


def test_fetch_show_replay_and_delete_from_the_command_line(tmp_path, capsys):
    with table(position=BUSY) as session:
        session.run_ms(500)
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
            assert "not fetched" not in finished and "being played" in live
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
    assert lines[-1] in said and "tavle sim --position" in said
    assert cli.run(["log", "replay", path, "--at", "99"]) == 2


def test_on_a_terminal_each_position_stands_for_a_while_and_one_alone_does_not(
    tmp_path, capsys, monkeypatch
):
    path = tmp_path / "game.json"
    path.write_text(judged(match_with_a_take_back()).text())
    steps = record.load(path).steps
    slept = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert cli.run(["log", "replay", str(path), "--seconds", "0.25"]) == 0
    said = capsys.readouterr().out
    assert slept.count(0.25) == len(steps) == 6
    assert said.count("\x1b[2K") >= 5, "each is drawn over the one before"
    slept.clear()
    assert cli.run(["log", "replay", str(path), "--at", "2"]) == 0
    assert slept == [] and steps[2].line in capsys.readouterr().out


def test_bad_files_are_one_line(tmp_path, capsys):
    bad = tmp_path / "bad.json"
    none = "it is no game record; give a file of `tavle log fetch`"
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


def test_a_record_that_disagrees_with_the_rules_is_shown_and_refused(tmp_path, capsys):
    entries = match_with_a_take_back()
    seq, kind, prev, payload = entries[2]
    entries[2] = (seq, kind, prev, payload[:22] + bytes(len(payload) - 22))
    path = tmp_path / "game.json"
    path.write_text(judged(entries).text())
    assert cli.run(["log", "show", str(path)]) == 1
    said = capsys.readouterr()
    assert "the hands are counted differently" in said.out.splitlines()[2]
    wrong = len(record.load(path).wrong)
    assert said.err.startswith(f"tavle: {wrong} moves of {path} do not agree with the rules: ")
    assert said.err.endswith("please report it with the file\n")


def test_a_cable_that_breaks_while_fetching_leaves_no_half_file(tmp_path, capsys):
    with table(position=BUSY) as session:
        session.run_ms(500)
        play(session, 6)
        with PtyBridge(session, 10.0) as bridge, open_link(bridge.cable.port) as link:
            link.hello(5.0)
            with pytest.raises(TavleError, match="run the same command again"):
                record.fetch(link, 1, lambda size: bridge.unplug() if size > 100 else None)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def there(monkeypatch):
    """Return a table without a cable: its `kept` games, and the `entries` that are fetched of each."""
    about = SimpleNamespace(kept=[], entries=[])
    link = SimpleNamespace(request=lambda cmd, **fields: {})
    monkeypatch.setattr(log, "open_table", lambda port: contextlib.nullcontext(link))
    monkeypatch.setattr(record, "games", lambda link: about.kept)
    monkeypatch.setattr(record, "fetch", lambda link, game: judged(about.entries))
    return about


def test_games_are_listed_with_what_became_of_them(there, capsys):
    assert cli.run(["log", "--port", "/dev/table"]) == 0
    assert capsys.readouterr().out == f"{Words('en').say('tool.log-none')}\n"
    wanted = []
    for n, (live, fetched, key) in enumerate(
        ((False, False, "kept"), (False, True, "fetched"), (True, False, "live"))
    ):
        there.kept.append(SimpleNamespace(game=n, size=100 * n, live=live, fetched=fetched))
        wanted.append(Words("en").say(f"tool.log-{key}", n=n, size=100 * n))
    assert cli.run(["log", "--port", "/dev/table"]) == 0
    assert capsys.readouterr().out.splitlines() == wanted


def test_what_is_wrong_or_lost_in_a_fetched_game_is_told(there, capsys, tmp_path):
    there.kept = [SimpleNamespace(game=1, size=300, live=True, fetched=False)]
    whole = match_with_a_take_back()
    path = tmp_path / "tavle-game-00001.json"
    say = Words("en").say
    good = say("tool.log-good", file=path, n=4, wrong=0)
    for there.entries, told in (
        (whole, [good]),
        ([*whole[:2], *whole[3:]], [say("tool.log-bad", file=path, n=3, wrong=3), say("tool.log-lost", n=1)]),
    ):  # fmt: skip
        assert cli.run(["log", "fetch", "--to", str(tmp_path), "--port", "/dev/table"]) == 0
        assert capsys.readouterr().out.splitlines() == told
