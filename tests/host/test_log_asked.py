# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `tavle log` asks a table for, game by game, and how a record's bytes are cut; the table is made up."""

import base64
import contextlib
import json
from types import SimpleNamespace

import pytest

from tavle import cli
from tavle.commands import log
from tavle.errors import TavleError
from tavle.live import record, replay
from tavle.words.catalogue import Words

SAY = Words("en").say


class Link:
    """A table with these games: (number, bytes, fetched); the last one is played now unless that is said otherwise."""

    def __init__(self, *games, live=None, most=2):
        self.games, self.most, self.asked = list(games), most, []
        self.live = games[-1][0] if live is None and games else live

    def request(self, cmd, **fields):
        self.asked.append((cmd, fields))
        if cmd != "log.list":
            return {}
        piece = self.games[fields["from"] : fields["from"] + self.most]
        return {
            "games": [list(game) for game in piece],
            "count": len(self.games),
            "live": self.live,
        }

    @property
    def done(self):
        """What was asked for besides the list."""
        return [(cmd, *fields.values()) for cmd, fields in self.asked if cmd != "log.list"]


@pytest.fixture
def table(monkeypatch):
    """Return what puts up a table; the record of every game is a text of its own."""
    opened = []

    def put(*games, **more):
        link = Link(*games, **more)
        link.ports = opened
        monkeypatch.setattr(
            log, "open_table", lambda port: opened.append(port) or contextlib.nullcontext(link)
        )
        return link

    def fetch(link, game):
        steps = [SimpleNamespace(what=what) for what in ("start", "move", "fold", "undo", "move")]
        return SimpleNamespace(
            game=game, steps=steps, wrong=[], gaps=[], text=lambda: f"record {game}"
        )

    monkeypatch.setattr(record, "fetch", fetch)
    return put


def run(capsys, *words):
    status = cli.run(["log", *map(str, words)])
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


GAMES = ((1, 300, True), (2, 400, False), (7, 50, False))


@pytest.mark.parametrize(
    ("words", "fetched", "done"),
    [
        ((), [7], []),
        (("2",), [2], [("log.fetched", 2)]),
        (("1", "7", "2"), [1, 7, 2], [("log.fetched", 1), ("log.fetched", 2)]),
        (("--all",), [2, 7], [("log.fetched", 2)]),
        (("--all", "1"), [2, 7], [("log.fetched", 2)]),
        (("2", "--delete"), [2], [("log.delete", 2)]),
        (("1", "2", "--delete"), [1, 2], [("log.delete", 1), ("log.delete", 2)]),
    ],
)  # fmt: skip
def test_games_are_fetched_and_marked_or_deleted(table, capsys, tmp_path, words, fetched, done):
    link = table(*GAMES)
    status, out, err = run(
        capsys, "fetch", *words, "--to", tmp_path / "a" / "b", "--port", "/dev/x"
    )
    assert (status, err, link.ports) == (0, "", ["/dev/x"]) and link.done == done
    files = {game: tmp_path / "a" / "b" / f"tavle-game-{game:05}.json" for game in fetched}
    assert out == [SAY("tool.log-good", file=files[game], n=3, wrong=0) for game in fetched]
    assert {path.name: path.read_text() for path in (tmp_path / "a" / "b").iterdir()} == {
        files[game].name: f"record {game}" for game in fetched
    }


def test_the_game_that_is_played_stays_also_when_it_is_to_be_deleted(table, capsys, tmp_path):
    link = table(*GAMES)
    status, out, _ = run(capsys, "fetch", "--delete", "--to", tmp_path)
    assert status == 0 and out[1:] == [SAY("tool.log-stays", n=7)] and link.done == []
    assert link.ports == [None]


def test_a_game_that_is_not_there_is_not_fetched_and_none_is(table, capsys, tmp_path):
    link = table(*GAMES)
    line = "tavle: no game 3 on the table: there are: 1, 2, 7\n"
    assert run(capsys, "fetch", "2", "3", "--to", tmp_path) == (2, [], line)
    assert link.done == [] and list(tmp_path.iterdir()) == []
    table()
    assert (
        run(capsys, "fetch", "3", "--to", tmp_path)[2]
        == "tavle: no game 3 on the table: there are: none\n"
    )
    assert run(capsys, "fetch", "--to", tmp_path) == (0, [], "")


def test_a_file_that_cannot_be_written_leaves_the_game_unmarked(table, capsys, tmp_path):
    link = table(*GAMES)
    (tmp_path / "file").write_text("")
    status, out, err = run(capsys, "fetch", "2", "--to", tmp_path / "file" / "x")
    assert (
        status == 1
        and out == []
        and err.endswith("name another folder with --to\n")
        and link.done == []
    )


@pytest.mark.parametrize(
    ("words", "done", "status"),
    [
        (("1",), [1], 0), (("7",), [7], 0), (("1", "7"), [1, 7], 0), (("2",), [], 1), (("1", "2"), [1], 1), (("2", "--yes"), [2], 0),
        (("9",), [9], 0), (("1", "2", "--yes"), [1, 2], 0),
    ],
)  # fmt: skip
def test_what_was_never_fetched_is_deleted_only_when_that_is_meant(
    table, capsys, words, done, status
):
    link = table(*GAMES)
    got, out, err = run(capsys, "delete", *words, "--port", "/dev/y")
    assert (got, link.ports) == (status, ["/dev/y"])
    assert link.done == [("log.delete", game) for game in done]
    assert out == [SAY("tool.log-deleted", n=game) for game in done]
    why = "tavle: game 2 is not deleted: it was never fetched; fetch it with `tavle log fetch 2`, or add --yes\n"
    assert err == (why if status else "")


def test_a_port_may_be_named_before_the_sub_command_or_behind_it(table, capsys):
    link = table(*GAMES)
    for words, port in (
        (("--port", "/a", "delete", "1"), "/a"), (("--port", "/a", "delete", "1", "--port", "/b"), "/b"), (("delete", "1"), None),
        (("--port", "/a", "fetch", "9"), "/a"), (("--port", "/a"), "/a"),
    ):  # fmt: skip
        run(capsys, *words)
        assert link.ports[-1] == port, words


# Games and records


def test_games_are_asked_for_until_all_are_there():
    games = [(n, 10 * n, n == 2) for n in range(1, 6)]
    link = Link(*games, live=3)
    kept = record.games(link)
    assert [(k.game, k.size, k.fetched, k.live) for k in kept] == [
        (n, s, f, n == 3) for n, s, f in games
    ]
    assert link.asked == [("log.list", {"from": at}) for at in (0, 2, 4)]
    assert record.games(Link(live=0)) == []


def entry(seq, kind, prev, payload):
    return (
        seq.to_bytes(2, "little")
        + bytes((kind,))
        + prev.to_bytes(2, "little")
        + bytes((len(payload),))
        + payload
    )


ENTRIES = [
    (0, 0, 0, b"\x05sorry"),
    (1, 2, 0, b""),
    (0x1234, 3, 0x0FFE, bytes(range(255))),
    (0xFFFF, 255, 0xFFFF, b"x"),
]


def test_a_stream_is_cut_into_its_records_and_nowhere_else():
    data = b"".join(entry(*one) for one in ENTRIES)
    assert record.split(data, 4) == ENTRIES and record.split(b"", 4) == []
    ends = [0]
    for one in ENTRIES:
        ends.append(ends[-1] + len(entry(*one)))
    for cut in range(len(data)):
        if cut in ends:
            assert record.split(data[:cut], 4) == ENTRIES[: ends.index(cut)]
        else:
            with pytest.raises(
                TavleError, match="cannot read game 4: its record ends in the middle of a move"
            ):
                record.split(data[:cut], 4)


def test_what_is_lost_of_a_record_is_counted_and_its_file_is_json_line_by_line():
    one = record.Record(4, [(n, 2, 0, b"\x0a\xff") for n in (0, 2, 5)])
    assert one.gaps == [1, 3, 4] and record.Record(4, []).gaps == [] and one.wrong == []
    one.steps = [SimpleNamespace(wrong=""), SimpleNamespace(wrong="no")]
    assert one.wrong == one.steps[1:]
    text = one.text()
    assert json.loads(text) == {
        "format": "tavle-record-1",
        "game": 4,
        "records": [[n, 2, 0, "0aff"] for n in (0, 2, 5)],
    }
    assert text.split("\n") == [
        '{"format": "tavle-record-1", "game": 4, "records": [', ' [0, 2, 0, "0aff"],', ' [2, 2, 0, "0aff"],', ' [5, 2, 0, "0aff"]', "]}", "",
    ]  # fmt: skip


def test_a_stream_is_asked_for_piece_by_piece():
    data, asked, told = bytes(range(100)), [], []

    def request(cmd, game, at):
        asked.append((cmd, game, at))
        return {
            "at": at,
            "data": base64.b64encode(data[at : at + 40]).decode(),
            "end": at + 40 >= 100,
        }

    assert record._stream(SimpleNamespace(request=request), 7, told.append) == data
    assert asked == [("log.read", 7, at) for at in (0, 40, 80)] and told == [40, 80, 100]
    assert record._stream(SimpleNamespace(request=request), 7, None) == data
    for wrong in ({"at": 1}, {"data": "!"}, {"data": "", "end": False}):
        answer = {"at": 0, "data": "AAAA", "end": True, **wrong}
        with pytest.raises(
            TavleError, match="cannot fetch game 7: an answer of the table is garbled"
        ):
            record._stream(
                SimpleNamespace(request=lambda cmd, answer=answer, **_: answer), 7, None
            )
    empty = {"at": 0, "data": "", "end": True}
    assert record._stream(SimpleNamespace(request=lambda cmd, **_: empty), 7, None) == b""


def test_turns_that_were_taken_back_are_not_played_again():
    kinds = [
        (1, 2, 0),
        (2, 2, 1),
        (3, 2, 2),
        (4, 1, 1),
        (5, 2, 1),
        (6, 3, 5),
        (7, 1, 0),
        (8, 2, 0),
    ]
    steps = [SimpleNamespace(seq=seq) for seq in range(9)]
    for count, left in ((3, [1, 2, 3]), (4, [1]), (6, [1, 5, 6]), (7, []), (8, [8])):
        entries = [(0, 0, 0, b""), *((seq, kind, prev, b"") for seq, kind, prev in kinds[:count])]
        made = SimpleNamespace(steps=steps, entries=entries)
        assert [step.seq for step in replay.in_force(made)] == left
