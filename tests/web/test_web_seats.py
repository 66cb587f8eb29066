# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Who sits down at a served table, which games are opened and kept, and how one table takes another's place; no firmware runs."""

import random
from functools import partial
from types import SimpleNamespace

import pytest
from refusal import refusal

from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.sim import snapshot
from tavle.sim.session import TableSpec
from tavle.web import saves
from tavle.web import table as tables
from tavle.web.party import NotNow

add_firmware()
from rules import load  # noqa: E402
from rules.parse import parse_position  # noqa: E402

FOUR = ("green", "blue", "red", "yellow")
refused = partial(refusal, NotNow)


class Session:
    """A table without a firmware: a game, notes, and what was done to it."""

    made = []
    up = True
    note = ""
    fails = None

    def __init__(self, spec, hear):
        self.spec, self.hear = spec, hear
        self.world = SimpleNamespace(game=load(spec.rulebook), slot=[])
        self.notes, self.closed, self.saved = {}, False, 0
        self.target = SimpleNamespace(slow=False, on=True, now_us=0)
        self.now_ms, self.taken = 7, False
        self.pace, self.slice_ms, self.cable, self.record = None, 40.0, None, None
        if Session.fails:
            raise Session.fails
        Session.made.append(self)

    def is_up(self):
        return Session.up

    def close(self):
        self.closed = True

    def save(self):
        self.saved += 1


class Viewer:
    def __init__(self, session):
        self.session, self.line, self.fresh, self.stale = session, "", True, False

    def all(self, now):
        return {"view": now.mode}


@pytest.fixture
def told():
    return []


@pytest.fixture
def table(monkeypatch, tmp_path, told):
    monkeypatch.setenv("TAVLE_SAVES", str(tmp_path))
    for name, value in (("made", []), ("up", True), ("note", ""), ("fails", None)):
        monkeypatch.setattr(Session, name, value)
    monkeypatch.setattr(tables, "LiveSession", Session)
    monkeypatch.setattr(tables, "Viewer", Viewer)
    made = tables.Table(TableSpec("partners-pawns", seed=4), told.append, speed=2.0)
    yield made
    made.close()


def all_of(what, rulebook="partners-pawns"):
    return dict.fromkeys(load(rulebook).colours, what)


def hello_of(told):
    (only,) = [message["hello"] for message in told if "hello" in message]
    return only


# Sitting down


def test_who_sits_down_gets_a_fresh_game_in_a_file_of_its_own(table, told, tmp_path):
    before = table._session
    who = {**all_of("person"), "red": "hard"}
    table.people("sit", {"rulebook": "partners-movers", "who": who})
    spec = table._spec
    game, state = parse_position(spec.position)
    assert game.rulebook == spec.rulebook == "partners-movers" and game.seats == (0, 1, 2, 3)
    assert 0 <= spec.seed < 1 << 30 and spec.state_file.startswith(f"{tmp_path}/partners-movers-")
    assert table.mode == tables.PLAY and before.closed and not table._session.closed
    assert table._sitting.party.who == who and state == game.new(state[16])
    assert table._session.saved and set(table._session.notes) == {"record", "party", "turns"}
    assert table._session.notes["turns"] == 0
    assert hello_of(told)["rulebook"] == "partners-movers" and table._session.pace == table._pace
    with pytest.raises(saves.InUse):
        saves.Lock(spec.state_file)


def test_any_seat_begins_a_game_with_hands_and_the_first_one_any_other(table, monkeypatch):
    begun = set()
    monkeypatch.setattr(table, "_replace", lambda spec, *more: begun.add(spec.position))
    for _ in range(60):
        table.people("sit", {"rulebook": "partners-pawns", "who": all_of("person")})
    assert {line.partition("turn=")[2].split()[0] for line in begun} == set(FOUR)
    begun.clear()
    for _ in range(8):
        table.people("sit", {"rulebook": "sorry", "who": all_of("person", "sorry")})
    assert len(begun) == 1


def test_a_seat_where_nobody_sits_does_not_play(table):
    who = {**all_of("device", "ludo-norsk"), "green": "none", "yellow": "none"}
    table.people("sit", {"rulebook": "ludo-norsk", "who": who})
    game, _ = parse_position(table._spec.position)
    assert {game.colours[seat] for seat in game.seats} == {"red", "blue"}


def test_a_position_is_taken_as_it_is(table):
    line = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=red"
    table.people("sit", {"rulebook": "partners-pawns", "who": all_of("easy"), "position": line})
    assert table._spec.position == line
    table.people("sit", {"rulebook": "partners-pawns", "who": all_of("easy"), "position": 5})
    assert table._spec.position.startswith("partners-pawns green:h,h,h,h")


@pytest.mark.parametrize(
    ("rulebook", "who", "why"),
    [
        ("chess", all_of("person"), "no-such-game"),
        (None, all_of("person"), "no-such-game"),
        (["sorry"], all_of("person"), "no-such-game"),
        ("partners-pawns", None, "who-sits-where"),
        ("partners-pawns", ["person"] * 4, "who-sits-where"),
        ("partners-pawns", {"green": "person"}, "who-sits-where"),
        ("partners-pawns", {**all_of("person"), "pink": "person"}, "who-sits-where"),
        ("partners-pawns", all_of("robot"), "who-sits-where"),
        ("partners-pawns", all_of(["person"]), "who-sits-where"),
        ("partners-pawns", {**all_of("person"), "red": "none"}, "who-sits-where"),
        ("sorry", all_of("none", "sorry"), "who-sits-where"),
    ],
)
def test_who_cannot_sit_down_is_told_why(table, rulebook, who, why):
    before = table._session
    assert refused(table.people, "sit", {"rulebook": rulebook, "who": who}) == why
    assert table._session is before and not before.closed and table.mode == tables.BENCH


def test_a_game_that_cannot_be_kept_is_not_begun(table, monkeypatch):
    monkeypatch.setattr(
        saves,
        "fresh",
        lambda rulebook: (_ for _ in ()).throw(TavleError("full", "there are too many")),
    )
    who = all_of("person", "sorry")
    assert refused(table.people, "sit", {"rulebook": "sorry", "who": who}) == "cannot-keep"
    assert table.mode == tables.BENCH


# Kept games


def sit(table, rulebook="partners-pawns"):
    table.people("sit", {"rulebook": rulebook, "who": all_of("person", rulebook)})
    return table._spec.state_file


def test_kept_games_are_listed_without_the_one_that_is_played(table, monkeypatch):
    games = [{"name": "one"}, {"name": "two"}]
    monkeypatch.setattr(saves, "listed", lambda: games)
    table._spec = TableSpec("sorry", state_file="/x/two.json")
    assert table.people("saved", {}) == {"games": games}
    table.mode = tables.PLAY
    assert table.people("saved", {}) == {"games": [{"name": "one"}]}
    forgotten = []
    monkeypatch.setattr(saves, "forget", forgotten.append)
    assert table.people("forget", {"name": "one"}) == {"games": [{"name": "one"}]}
    table.people("forget", {"name": 5})
    assert forgotten == ["one", ""]


def test_a_kept_game_is_opened_with_its_people(table, monkeypatch, tmp_path):
    file = tmp_path / "kept-1.json"
    file.write_text("{}")
    monkeypatch.setattr(snapshot, "load", lambda path: {"rulebook": "sorry", "asked": path})
    party = {"who": all_of("person", "sorry")}
    seated = []
    monkeypatch.setattr(
        tables.Party,
        "from_dict",
        lambda game, kept: seated.append((game.rulebook, kept)) or "party",
    )
    monkeypatch.setattr(tables, "Sitting", lambda session, party: SimpleNamespace(
        session=session, party=SimpleNamespace(as_dict=lambda: party, links={}, people=list), hands=lambda line: {},
    ))  # fmt: skip
    made = Session.__init__

    def with_notes(self, spec, hear):
        made(self, spec, hear)
        self.notes = {"party": party}

    monkeypatch.setattr(Session, "__init__", with_notes)
    table.people("open", {"name": "kept-1"})
    assert seated == [("sorry", party)] and table.mode == tables.PLAY
    assert (table._spec.rulebook, table._spec.state_file) == ("sorry", str(file))
    before = table._session
    table.people("open", {"name": "kept-1"})  # it is open
    assert table._session is before


def test_a_game_that_another_program_has_open_is_not_opened(table, monkeypatch, tmp_path):
    file = tmp_path / "kept-1.json"
    file.write_text("{}")
    monkeypatch.setattr(snapshot, "load", lambda path: {"rulebook": "sorry"})
    lock = saves.Lock(str(file))
    assert refused(table.people, "open", {"name": "kept-1"}) == "game-in-use"
    lock.free()
    for nothing in ("none", 5, "../kept-1"):
        with pytest.raises(ValueError, match="no-such-game"):
            table.people("open", {"name": nothing})
    assert table.mode == tables.BENCH and len(Session.made) == 1


# One table in the place of another


def test_from_a_game_to_the_bench_the_board_stays_in_its_box(table):
    file = sit(table, "sorry")
    party = table._sitting
    table.people("bench", {})
    assert table.mode == tables.BENCH and party and table._sitting is None
    assert (table._spec.rulebook, table._spec.position, table._spec.state_file) == (
        "sorry",
        "",
        "",
    )
    saves.Lock(file).free()  # nobody holds it any more
    many = len(Session.made)
    table.mode = tables.LOBBY
    table.people("bench", {})
    assert table.mode == tables.BENCH and len(Session.made) == many


def test_a_fresh_table_has_another_seed_and_is_kept_nowhere(table):
    table._playing, table._paused, table._private = True, True, "old"
    table._log.append({"old": 1})
    table.renew("sorry", "a line of no rulebook")
    spec = table._spec
    assert (spec.rulebook, spec.position, spec.seed, spec.state_file) == (
        "sorry", "a line of no rulebook", 5, "",
    )  # fmt: skip
    assert not table._playing and not table._paused and table._private == ""
    assert list(table._log) == [] and Session.made[0].closed
    assert table._session.slice_ms == pytest.approx(74.0)  # the speed stays


def test_a_table_kept_in_a_file_is_renewed_only_from_a_game(table):
    sit(table)
    table.mode = tables.BENCH
    with pytest.raises(ValueError, match="this table is kept in"):
        table.renew("sorry")
    table.mode = tables.PLAY
    table.renew("sorry")
    assert table.mode == tables.BENCH and table._spec.state_file == ""


@pytest.mark.parametrize(
    "error", [TavleError("no room", "it is full"), ValueError("no such line")]
)
def test_a_table_that_cannot_be_made_changes_nothing(table, told, error, tmp_path):
    before, about = table._session, table._about
    Session.fails = error
    with pytest.raises(type(error)):
        table.people("sit", {"rulebook": "sorry", "who": all_of("person", "sorry")})
    assert table._session is before and not before.closed and table._about is about
    assert table.mode == tables.BENCH and told == [] and table._lock is None
    for lock in tmp_path.glob("*.lock"):
        saves.Lock(str(lock)).free()


def test_a_party_that_cannot_sit_ends_the_new_table(table, monkeypatch):
    monkeypatch.setattr(tables, "Party", lambda *told: (_ for _ in ()).throw(ValueError("odd")))
    with pytest.raises(ValueError, match="odd"):
        table.people("sit", {"rulebook": "sorry", "who": all_of("person", "sorry")})
    assert Session.made[-1].closed and not Session.made[0].closed


def test_a_table_that_does_not_get_ready_says_so(monkeypatch, table, told):
    Session.up, Session.note = False, "the flash is worn"
    table.renew("sorry")
    assert [message.get("note") for message in table._log] == [
        "the firmware did not get ready in 5 s",
        "the flash is worn",
    ]
    assert {message["t"] for message in table._log} == {7}
    hello = [message for message in told if "hello" in message][-1]
    assert hello["log"] == list(table._log) and hello["view"] == "bench"


def test_the_cable_goes_from_table_to_table(monkeypatch, told):
    plugged = []

    class Cable:
        def __init__(self, target):
            plugged.append(("new", target))

        def plug(self, target):
            plugged.append(("again", target))

    monkeypatch.setattr(tables, "LiveSession", Session)
    monkeypatch.setattr(tables, "Viewer", Viewer)
    monkeypatch.setattr(tables, "Cable", Cable)
    bare = tables.Table(TableSpec("sorry"), told.append)
    assert bare.cable is None and bare._session.cable is None and plugged == []
    cabled = tables.Table(TableSpec("sorry"), told.append, cabled=True)
    first = cabled._session.target
    cabled.renew("ludo-norsk")
    assert plugged == [("new", first), ("again", cabled._session.target)]
    assert cabled._session.cable is cabled.cable


def test_a_table_that_is_made_of_a_file_locks_it_and_lets_go_of_it(monkeypatch, tmp_path, told):
    monkeypatch.setattr(tables, "LiveSession", Session)
    monkeypatch.setattr(tables, "Viewer", Viewer)
    file = str(tmp_path / "own.json")
    table = tables.Table(TableSpec("sorry", state_file=file), told.append)
    with pytest.raises(saves.InUse):
        saves.Lock(file)
    table._keep()
    assert table._session.saved == 1 and table._session.notes == {}
    table.close()
    assert table._session.closed
    saves.Lock(file).free()


def test_the_pile_is_drawn_from_by_the_tables_own_chance(table, monkeypatch):
    asked = []
    monkeypatch.setattr(tables.draw_pile, "draw", lambda *told: asked.append(told) or ("5", 1))
    assert table.draw() == ("5", 1)
    assert asked == [(table._session.world, table._chance)]
    assert table._chance.random() == random.Random(4).random()


# What is heard


def heard(table, event, entries=()):
    table._session.record = SimpleNamespace(
        line="x turn=red hand=3", entries=list(entries), hear=lambda event: bool(entries)
    )
    table._hear(table._session, event)


def test_an_event_is_told_with_words_and_kept_in_the_log(table, told):
    event = {"event": "pass", "colour": "red", "t": 5}
    heard(table, event)
    (line,) = told
    assert {**event, "words": line["words"]} == line and line["words"]
    assert list(table._log) == [line]


def test_a_move_is_told_with_its_parts_and_its_place_in_the_record_after_it_is_kept(table, told):
    table._session.spec = SimpleNamespace(state_file="kept")
    order = []
    table._session.save = lambda: order.append(len(told))
    entries = [{"kind": "deal"}, {"kind": "move", "parts": ["red:h>0"]}]
    heard(table, {"event": "accepted", "move": "red:h>0"}, entries)
    assert order == [0] and told[0]["parts"] == ["red:h>0"]
    assert told[1] == {"record": entries[1], "at": 2}


def test_people_hear_what_their_own_table_says(table):
    table._sitting = SimpleNamespace(
        session=table._session, hear=lambda *told: noted.append(told),
        think_what_to_give=lambda line: noted.append(line),
    )  # fmt: skip
    noted = []
    heard(table, {"event": "card", "card": "5"})
    assert noted.pop() == ({"event": "card", "card": "5"}, "red") and noted == []
    heard(table, {"event": "round", "dealer": "red"})
    assert noted[1] == "x turn=red hand=3"
    table._sitting.session = "another"
    heard(table, {"event": "card", "card": "5"})
    assert len(noted) == 2


def test_a_log_is_no_longer_than_what_a_page_can_use(table):
    for n in range(260):
        table._note(str(n), "fault")
    assert len(table._log) == 200 and table._log[-1] == {"fault": "259", "t": 7}
