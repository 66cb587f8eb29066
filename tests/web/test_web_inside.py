# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How a served table is put up, kept, exchanged, told of and closed: every step in its order, on a session that is made up."""

import functools
import json
from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.live import words
from tavle.paths import add_firmware
from tavle.sim.session import TableSpec
from tavle.web import saves
from tavle.web import table as tables
from tavle.web.board import describe
from tavle.web.orders import Order
from tavle.web.party import NotNow, Party

add_firmware()
from rules import load  # noqa: E402
from rules.notation import position_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402

COLOURS = ("green", "blue", "red", "yellow")
PEOPLE = dict.fromkeys(COLOURS, "person")
LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
HOME = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"


class Session:
    """A session that notes what is done to it; `made` has all of them."""

    made: list
    slow, up, remark, kept, fails = False, True, "", {}, None

    def __init__(self, spec, hear):
        if self.fails:
            raise self.fails
        self.spec, self.hear, self.did = spec, hear, []
        self.note, self.notes = self.remark, dict(self.kept)
        self.target = SimpleNamespace(
            on=True, slow=self.slow, close=lambda: self.did.append("target closed")
        )
        game = parse_position(spec.position)[0] if spec.position else load(spec.rulebook)
        self.world = SimpleNamespace(game=game)
        self.now_ms, self.slice_ms, self.pace, self.cable = 700, 0.0, None, None
        self.record, self.events, self.taken = None, ["old"], False
        self.made.append(self)

    def is_up(self):
        self.did.append("is up")
        return self.up

    def save(self):
        self.did.append(("save", json.loads(json.dumps(self.notes))))

    def run_ms(self, ms):
        self.did.append(ms)

    def close(self):
        self.did.append("close")


class Lock:
    """A lock that notes when it is taken and freed; `taken` are the names another program has."""

    did: list
    taken: set

    def __init__(self, path):
        if path in self.taken:
            raise saves.InUse("cannot use it", "another program", "close it")
        self.path = path
        self.did.append(("lock", path))

    def free(self):
        self.did.append(("free", self.path))


class Cable:
    """A USB cable that notes where it is plugged in."""

    def __init__(self, target):
        self.did = [target]

    def plug(self, target):
        self.did.append(target)

    def close(self):
        self.did.append("close")


class Clock:
    """A clock with what is owed and how far it is ahead told before."""

    def __init__(self, speed=1.0):
        self.speed, self.did = speed, []
        self.owed, self.ahead = [], []

    def owed_ms(self, until=None):
        self.did.append(("owed", until))
        return self.owed.pop(0) if self.owed else 0.0

    def ahead_s(self):
        return self.ahead.pop(0) if self.ahead else 0.0

    def passed(self, ms):
        self.did.append(("passed", ms))

    def restart(self):
        self.did.append("restart")


class Viewer:
    """Looks at nothing; what it says is told before."""

    def __init__(self, session):
        self.session, self.line, self.phase, self.turn = session, LINE, "card", "green"
        self.stale, self.fresh, self.messages, self.wrong = False, True, [], []

    def all(self, now):
        return {"view": tuple(now)}

    def news(self, now):
        self.now = now
        yield from self.messages

    def complaints(self):
        return self.wrong


@functools.cache
def about(rulebook):
    """Return what a page is told of a board; worked out once."""
    return describe(load(rulebook))


@pytest.fixture
def opened(monkeypatch):
    """Return what makes a table; what it tells is in its `told`."""
    Session.made, Lock.did, Lock.taken = [], [], set()
    monkeypatch.setattr(tables, "LiveSession", Session)
    monkeypatch.setattr(tables, "LiveContract", lambda *given: SimpleNamespace(given=given))
    monkeypatch.setattr(tables, "Viewer", Viewer)
    monkeypatch.setattr(tables, "Cable", Cable)
    monkeypatch.setattr(tables, "describe", lambda game: about(game.rulebook))
    monkeypatch.setattr(tables, "Clock", Clock)
    monkeypatch.setattr(tables.saves, "Lock", Lock)

    def make(spec=None, session=None, **more):
        for name, value in (session or {}).items():
            monkeypatch.setattr(Session, name, value)
        told = []
        made = tables.Table(spec or TableSpec("partners-pawns", LINE, 5), told.append, **more)
        made.told = told
        return made

    return make


# Putting up


def test_a_table_is_put_up_with_everything_of_its_own(opened):
    spec = TableSpec("partners-pawns", LINE, 5)
    table = opened(spec)
    (session,) = Session.made
    assert session.spec == spec and session.spec is not spec and table._spec is spec
    assert session.did == ["is up"] and session.slice_ms == 37.0
    assert (table.mode, table.watched, table.cable, table.failure, table._playing) == (
        "bench",
        False,
        None,
        None,
        False,
    )
    assert session.record.entries == [{"kind": "start", "line": LINE}] and table._sitting is None
    assert table._contract.given == (session, table) and table._viewer.session is session
    assert list(table._log) == table.told == [] and session.cable is None
    assert table._chance.random() == __import__("random").Random(5).random()
    assert table._thread.daemon and table._thread.name == "table" and not table._thread.is_alive()
    assert [item["name"] for item in table._lamps][-4:] == [f"{colour}:seat" for colour in COLOURS]
    assert len(table._lamps) == 96 and table._about["rulebook"] == "partners-pawns"
    assert Lock.did == [] and table._lock is None and table.ended() is None


@pytest.mark.parametrize("rulebook", ["sorry", "ludo-norsk"])
def test_without_a_position_a_record_begins_with_a_new_game(opened, rulebook):
    opened(TableSpec(rulebook))
    game = load(rulebook)
    assert Session.made[0].record.line == position_text(game, game.new())


def test_what_a_kept_table_knows_is_taken_up_again(opened):
    entries = [{"kind": "start", "line": HOME}, {"kind": "move", "line": LINE}]
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"), {"kept": {"record": entries}})
    assert Session.made[0].record.entries == entries and Lock.did == [("lock", "/a/file")]
    table.close()
    assert Lock.did == [("lock", "/a/file"), ("free", "/a/file")]


def test_a_table_that_another_program_has_is_not_put_up(opened):
    Lock.taken.add("/a/file")
    with pytest.raises(saves.InUse):
        opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    assert Session.made == []


@pytest.mark.parametrize(
    ("session", "did", "notes"),
    [
        ({}, ["is up"], []),
        ({"up": False}, ["is up"], ["the firmware did not get ready in 5 s"]),
        ({"up": False, "slow": True}, [], []),
        ({"remark": "it is continued"}, ["is up"], ["it is continued"]),
    ],
)
def test_how_it_began_is_told_and_nobody_waits_for_an_emulated_pico(opened, session, did, notes):
    table = opened(None, session)
    assert Session.made[0].did == did
    assert list(table._log) == table.told == [{"note": text, "t": 700} for text in notes]
    assert Session.made[0].slice_ms == (10.0 if session.get("slow") else 37.0)


def test_people_who_cannot_be_taken_up_leave_no_table_behind(opened):
    with pytest.raises(ValueError, match="the people at the table are damaged"):
        opened()._open(TableSpec("partners-pawns", LINE, 5), {})
    assert [session.did for session in Session.made] == [["is up"], ["close"]]


def test_a_cable_is_made_once_and_plugged_into_every_table(opened):
    table = opened(cabled=True)
    first, cable = Session.made[0], table.cable
    table.renew("sorry")
    second = Session.made[1]
    assert cable.did == [first.target, second.target] and table.cable is cable
    assert first.cable is cable and second.cable is cable
    table.close()
    assert cable.did[2:] == ["close"] and second.did[-1] == "close"


# Keeping


def test_nothing_is_kept_without_a_file(opened):
    table = opened()
    table._keep()
    assert Session.made[0].did == ["is up"]


def test_a_game_is_kept_with_its_record_its_people_and_its_turns(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    session = Session.made[0]
    table._keep()
    assert session.did == ["is up", ("save", {})]
    party = Party(load("partners-pawns"), PEOPLE, 1)
    table._sitting = SimpleNamespace(party=party)
    for kind in ("move", "fold", "deal", "move", "won"):
        session.record.entries.append({"kind": kind, "line": LINE})
    table._keep()
    saved = session.did[-1][1]
    assert saved == json.loads(
        json.dumps({"record": session.record.entries, "party": party.as_dict(), "turns": 2})
    )


# Another table in its place


def test_a_table_is_exchanged_for_another_in_order(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    before = Session.made[0]
    table._paused, table._private, table._clock.did = True, "secret", []
    table._log.append("old")
    table._replace(TableSpec("sorry", "", 9, "/another"), "play")
    after = Session.made[1]
    assert Lock.did == [("lock", "/a/file"), ("lock", "/another"), ("free", "/a/file")]
    assert before.did == ["is up", "close"] and after.did == ["is up", ("save", {})]
    assert after.pace == table._pace and table._clock.did == ["restart"]
    assert (table._paused, table._private, table.mode, table._session) == (
        False,
        "",
        "play",
        after,
    )
    assert list(table._log) == [] and [next(iter(message)) for message in table.told] == ["hello"]
    assert table.told[0]["hello"]["rulebook"] == "sorry" and table._spec.seed == 9
    assert table._lock.path == "/another"


def test_a_table_stays_when_no_other_can_be_put_up(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    before = Session.made[0]
    for error in (TavleError("no", "never"), ValueError("no")):
        Session.fails = error
        with pytest.raises(type(error)):
            table._replace(TableSpec("sorry", "", 9, "/another"), "play")
        Session.fails = None
    assert Lock.did[1:] == [("lock", "/another"), ("free", "/another")] * 2
    assert (table._session, table.mode, table._lock.path, before.did) == (
        before,
        "bench",
        "/a/file",
        ["is up"],
    )
    assert table.told == []


def test_a_fresh_table_has_the_next_seed_and_no_file(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, parts="dull"))
    table.renew("sorry")
    assert (
        Session.made[1].spec == TableSpec("sorry", "", 6, parts="dull") and table.mode == "bench"
    )
    table.renew("partners-pawns", HOME)
    assert Session.made[2].spec == TableSpec("partners-pawns", HOME, 7, parts="dull")


def test_a_fresh_table_takes_no_kept_workbenchs_place_but_a_games(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    with pytest.raises(ValueError, match=r"^this table is kept in /a/file$"):
        table.renew("sorry")
    table.mode = tables.PLAY
    table.renew("sorry")
    assert Session.made[1].spec == TableSpec("sorry", "", 6) and table.mode == "bench"
    assert Lock.did == [("lock", "/a/file"), ("free", "/a/file")] and table._lock is None


# People


@pytest.mark.parametrize("rulebook", ["halma", "", None, 3, ["sorry"]])
def test_people_sit_down_to_no_game_that_there_is_not(opened, rulebook):
    with pytest.raises(NotNow, match=r"^no-such-game$"):
        opened()._people_sit(rulebook, PEOPLE)


@pytest.mark.parametrize(
    "who",
    [
        None, [], "person", {}, {**PEOPLE, "pink": "person"}, dict.fromkeys(COLOURS[:3], "person"),
        {**PEOPLE, "red": "hardest"}, {**PEOPLE, "red": None}, {**PEOPLE, "red": ["person"]},
        dict.fromkeys(COLOURS, "none"), {**PEOPLE, "green": "none"},
    ],
)  # fmt: skip
def test_people_sit_where_the_game_has_seats(opened, who):
    with pytest.raises(NotNow, match=r"^who-sits-where$"):
        opened()._people_sit("partners-pawns", who)
    assert len(Session.made) == 1


class Chance:
    """What chance decides, told before."""

    asked: list

    def choice(self, among):
        self.asked.append(among)
        return among[-1]

    def randrange(self, end):
        self.asked.append(end)
        return 77


@pytest.mark.parametrize(
    ("rulebook", "who", "asked", "turn"),
    [
        ("partners-pawns", PEOPLE, [(0, 1, 2, 3)], "yellow"),
        ("partners-pawns", {**PEOPLE, "red": "hard", "blue": "device"}, [(0, 1, 2, 3)], "yellow"),
        ("ludo-norsk", {"red": "person", "yellow": "none", "blue": "easy", "green": "none"}, [], "red"),
        ("sorry", {"red": "none", "blue": "person", "yellow": "normal", "green": "device"}, [], "blue"),
    ],
)  # fmt: skip
def test_a_game_begins_for_those_who_sit(opened, monkeypatch, rulebook, who, asked, turn):
    Chance.asked = []
    monkeypatch.setattr(tables, "random", SimpleNamespace(Random=lambda *seed: Chance()))
    monkeypatch.setattr(tables.saves, "fresh", lambda rulebook: f"/new/{rulebook}")
    table = opened()
    table._people_sit(rulebook, who)
    assert Chance.asked == [*asked, 1 << 30]
    spec = Session.made[1].spec
    assert (spec.rulebook, spec.seed, spec.state_file) == (rulebook, 77, f"/new/{rulebook}")
    seated = [colour for colour, one in who.items() if one != "none"]
    assert f" turn={turn}" in spec.position
    assert [word.partition(":")[0] for word in spec.position.split(" ") if ":" in word] == seated
    assert table.mode == "play" and table._sitting.party._seed == 77
    assert table._sitting.party.who == {colour: who[colour] for colour in seated}


def test_a_game_goes_on_from_a_position(opened, monkeypatch):
    monkeypatch.setattr(tables.saves, "fresh", lambda rulebook: "/new")
    table = opened()
    table._people_sit("partners-pawns", PEOPLE, LINE)
    assert Session.made[1].spec.position == LINE
    table._people_sit("partners-pawns", PEOPLE, 5)
    assert Session.made[2].spec.position.startswith(HOME.partition(" turn")[0])


def test_a_game_that_cannot_be_kept_is_not_begun(opened, monkeypatch):
    def full(rulebook):
        raise TavleError("cannot keep games", "no room")

    monkeypatch.setattr(tables.saves, "fresh", full)
    with pytest.raises(NotNow, match=r"^cannot-keep$"):
        opened()._people_sit("partners-pawns", PEOPLE)
    assert len(Session.made) == 1


def test_a_workbench_takes_a_games_place_and_the_lobbys_without_a_new_table(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"), mode="lobby")
    table._people_bench()
    assert table.mode == "bench" and len(Session.made) == 1
    table.mode = tables.PLAY
    table._people_bench()
    assert table.mode == "bench" and Session.made[1].spec == TableSpec("partners-pawns", "", 5)


def test_the_game_that_is_played_is_not_among_those_that_are_kept(opened, monkeypatch):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/games/one.json"))
    monkeypatch.setattr(tables.saves, "listed", lambda: [{"name": "one"}, {"name": "two"}])
    assert table._people_saved() == {"games": [{"name": "one"}, {"name": "two"}]}
    table.mode = tables.PLAY
    assert table._people_saved() == {"games": [{"name": "two"}]}
    forgotten = []
    monkeypatch.setattr(tables.saves, "forget", forgotten.append)
    assert table._people_forget("three") == {"games": [{"name": "two"}]}
    table._people_forget(None)
    assert forgotten == ["three", ""]


def test_a_kept_game_is_opened_with_its_people(opened, monkeypatch):
    asked, party = (
        [],
        Party(load("sorry"), dict.fromkeys(load("sorry").colours, "person"), 3).as_dict(),
    )
    monkeypatch.setattr(
        tables.saves, "path_of", lambda name: asked.append(name) or f"/games/{name}.json"
    )
    monkeypatch.setattr("tavle.sim.snapshot.load", lambda path: {"rulebook": "sorry", "notes": {}})
    table = opened(
        TableSpec("partners-pawns", LINE, 5, "/games/one.json"), {"kept": {"party": party}}
    )
    table._people_open("one")
    assert len(Session.made) == 1
    table._people_open("two")
    assert (
        Session.made[1].spec == TableSpec("sorry", "", 1, "/games/two.json")
        and table.mode == "play"
    )
    assert table._sitting.party.who == dict.fromkeys(load("sorry").colours, "person")
    Lock.taken.add("/games/three.json")
    with pytest.raises(NotNow, match=r"^game-in-use$"):
        table._people_open("three")
    table._people_open(None)
    assert asked == ["one", "two", "three", ""]


def test_what_people_do_quickly_is_done_while_time_flies(opened):
    table = opened()
    did = []

    class Sitting:
        """Notes what is done, and whether the table's time flew meanwhile."""

        party = SimpleNamespace(as_dict=dict)

        def __getattr__(self, name):
            return lambda *given: did.append((name, given, table._session.pace)) or given

        def mine(self, seat, colour):
            return f"{seat}'s {colour}"

    table._sitting, table._doing = Sitting(), None
    table._spec.state_file = table._session.spec.state_file = "/a/file"
    session = table._session
    session.pace = table._pace
    assert table.people("fold", {"colour": "red"}) == {}
    table.people("withdraw", {})
    table.people("back", {})
    table.people("tidy", {})
    assert did == [
        ("fold", ("'s red", LINE), None), ("withdraw", (), None), ("back", ("green",), None), ("put_right", (), None),
    ]  # fmt: skip
    assert session.pace == table._pace and table._clock.did == ["restart"] * 4
    did.clear()
    table._doing = Order(None, print, SimpleNamespace(seat="blue"))
    table.people("give", {"colour": "blue", "card": "5", "copy": 2})
    assert did == [("give", ("blue's blue", ("5", 2)), table._pace)]
    kept = ("save", {"record": session.record.entries, "party": {}, "turns": 0})
    assert session.did == ["is up", kept, kept], "after `back` and `give`"


def test_nobody_may_do_what_is_another_devices(opened):
    table = opened()
    table._sitting = SimpleNamespace(withdraw=None, back=None)
    table._doing = Order(None, print, SimpleNamespace(seat="red"))
    for what in ("withdraw", "back"):
        with pytest.raises(NotNow, match=r"^not-your-turn$"):
            table.people(what, {})


# The table's time


def step(table, **state):
    """Let one round of work pass; return what was done to the session and asked of the clock."""
    for name, value in state.items():
        setattr(table, name, value)
    session, clock = table._session, table._clock
    session.did, clock.did = [], []
    table._once()
    return session.did, clock.did


def test_a_round_lets_the_owed_time_pass_one_slice_at_most(opened):
    table = opened()
    table.watched, asked = True, []
    table._orders.next = lambda patience_s: asked.append(patience_s)
    for owed, passes in (
        ([0, 20], [20]),
        ([0, 0.9], []),
        ([0, 1], [1]),
        ([0, 900], [37]),
        ([38, 900], [37]),
        ([37, 0], []),
    ):
        table._clock.owed = list(owed)
        did, clock = step(table)
        assert did == passes and clock == [("owed", None)] * 2, owed
    assert asked == [0.037] * 4 + [0, 0.037]
    assert table._session.events == []


def test_no_time_passes_that_nobody_looks_at(opened):
    table = opened()
    table._orders.next = lambda patience_s: None
    for watched, taken, paused, passes in (
        (False, False, False, False), (True, False, True, False), (True, False, False, True), (False, True, False, True),
        (False, True, True, False),
    ):  # fmt: skip
        table._session.taken = taken
        table._clock.owed = [5, 5]
        did, clock = step(table, watched=watched, _paused=paused)
        assert did == ([5] if passes else []), (watched, taken, paused)
        assert (clock == ["restart"]) is not passes


def test_an_order_is_done_at_its_own_time(opened):
    table = opened()
    done = []
    table._do = done.append
    order = Order({"do": "lift"}, print, None, 12.5)
    table._orders.next = lambda patience_s: order
    table._clock.owed = [0, 8]
    did, clock = step(table, watched=True)
    assert did == [8] and clock == [("owed", None), ("owed", 12.5)] and done == [order]
    did, clock = step(table, watched=False)
    assert did == [] and clock == ["restart"] and done == [order, order]


def test_who_plays_after_a_round(opened):
    table = opened()
    did = []
    table._play = lambda: did.append("hands")
    table._attend = lambda sitting: did.append(sitting)
    table._orders.next = lambda patience_s: None
    for playing, sitting, watched, fresh, wanted in (
        (True, "people", True, True, ["hands"]), (False, "people", True, True, ["people"]),
        (False, None, True, True, []), (False, "people", False, True, []), (False, "people", True, False, []),
    ):  # fmt: skip
        did.clear()
        table._viewer.fresh = fresh
        table._publish = lambda: did.append("told")
        step(table, _playing=playing, _sitting=sitting, watched=watched)
        assert did == ["told", *wanted]


def test_a_slice_of_time_waits_until_it_is_due_and_takes_what_comes(opened):
    table = opened()
    table.watched, waits, done, told = True, [], [], []
    orders = [None, "order", None]
    table._publish = lambda: told.append(1)
    table._orders.fresh = lambda wait_s: waits.append(wait_s) or orders.pop(0)
    table._interrupt = done.append
    table._clock.ahead = [0.5, 0.2, 0.3, 0.1, 0.0]
    table._clock.did = []
    table._pace(12)
    # ahead 0.5: nothing came, and it is 0.2 ahead; 0.3: an order came; 0.1: nothing came, it has caught up
    assert waits == [0.5, 0.3, 0.1] and done == ["order"] and table._clock.did == [("passed", 12)]
    assert len(told) == 1 and table._nested is False


def test_a_slice_within_a_slice_only_counts(opened):
    table = opened()
    table._nested = True
    table._publish = table._orders.fresh = None
    table._clock.did = []
    table._pace(3)
    assert table._clock.did == [("passed", 3)] and table._nested is True


def test_time_that_is_stopped_within_a_slice_stands_until_it_goes_on(opened):
    table = opened()
    table.watched, table._paused, waits, told = True, True, [], []
    table._publish = lambda: told.append(1)

    def fresh(wait_s):
        waits.append(wait_s)
        table._paused = len(waits) < 3

    table._orders.fresh = fresh
    table._clock.did = []
    table._pace(3)
    assert waits == [0.037] * 3 + [0.0] and len(told) == 4
    assert table._clock.did == [("passed", 3), *["restart"] * 3]


def test_a_table_that_is_being_closed_ends_what_goes_on(opened):
    table = opened()
    table._closing = True
    table._orders.fresh = None
    with pytest.raises(tables._Closing):
        table._pace(3)
    assert table._nested is False


def test_random_hands_play_until_their_game_is_over(opened, monkeypatch):
    table = opened()
    session, did = table._session, []

    class Hands:
        """Random hands of two turns."""

        def __init__(self, *given):
            did.append((*given, table._at_it))

        def play(self, most):
            did.append(most)
            yield from ("one", "two")

        def forget(self):
            did.append("forget")

    monkeypatch.setattr(tables, "RandomHands", Hands)
    table._playing = True
    table._play()
    assert did == [(session, 705, True), 100_000, "forget", "forget"]
    assert (table._at_it, table._playing) == (False, False)
    assert table.told == [{"note": "the random hands have finished their game", "t": 700}]
    monkeypatch.setattr(Hands, "play", lambda hands, most: 1 / 0)
    table._playing = True
    with pytest.raises(ZeroDivisionError):
        table._play()
    assert (table._at_it, table._playing) == (False, True)


# Telling


def heard(table, **event):
    """Let the session hear an event; return what was told."""
    table.told.clear()
    table._session.hear(event)
    return list(table.told)


def test_an_event_is_told_in_words_and_kept_in_the_log(opened):
    table = opened()
    event = {"event": "rolled", "value": 3, "t": 9}
    (told,) = heard(table, **event)
    assert told == {**event, "words": words.event(event)} and "3" in told["words"]
    assert list(table._log) == [told]
    for n in range(250):
        table._session.hear({**event, "t": n})
    assert [line["t"] for line in table._log] == list(range(50, 250))


def test_a_change_of_the_record_is_kept_before_it_is_told(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    session = table._session
    table._tell = lambda message: session.did.append(("told", message))
    after = LINE.replace("3,20", "3,25").replace("turn=green", "turn=blue")
    session.hear({"event": "card", "card": "5", "copy": 2, "playable": True})
    session.did.clear()
    session.hear({"event": "accepted", "move": "g20>25", "asked": False, "position": after})
    parts = [{"colour": "green", "from": "20", "to": "25", "home": []}]
    entry = {
        "kind": "move", "colour": "green", "card": "5", "copy": 2, "parts": parts, "line": after, "asked": False,
    }  # fmt: skip
    kinds = [what[0] for what in session.did]
    assert kinds == ["save", "told", "told"]
    assert session.did[1][1]["parts"] == parts and session.did[1][1]["event"] == "accepted"
    assert session.did[2][1] == {"record": entry, "at": 2}
    session.did.clear()
    session.hear({"event": "card", "card": "7", "copy": 1, "playable": True})
    assert [what[0] for what in session.did] == ["told"]


def test_what_a_table_says_that_is_no_more_is_not_kept(opened):
    table = opened(TableSpec("partners-pawns", LINE, 5, "/a/file"))
    before = table._session
    table.mode = tables.PLAY
    table.renew("sorry")
    before.did.clear()
    table._session.did.clear()
    before.hear({"event": "folded", "colour": "green"})
    assert before.did == table._session.did == []


def test_people_hear_what_their_own_table_says_and_think_when_a_deal_begins(opened):
    table = opened()
    did = []
    table._sitting = SimpleNamespace(
        session=table._session,
        hear=lambda event, turn: did.append((event["event"], turn)),
        think_what_to_give=lambda line: did.append(line),
    )
    heard(table, event="rolled", value=3)
    heard(table, event="round", dealer="red", deal=1, first="yellow")
    assert did == [("rolled", "green"), ("round", "green"), LINE]
    table._sitting.session = None
    heard(table, event="rolled", value=3)
    assert len(did) == 3


def test_who_comes_is_greeted_with_everything(opened):
    table = opened(speed=4.0)
    table._log.append({"event": "x"})
    hello = table._hello()
    assert hello == {
        "hello": table._about, "log": [{"event": "x"}], "entries": [{"kind": "start", "line": LINE}],
        "view": (4.0, False, "bench", False, None), "hands": {}, "links": {}, "people": [],
    }  # fmt: skip
    party = Party(load("partners-pawns"), {**PEOPLE, "red": "device", "blue": "easy"}, 1)
    table._sitting = SimpleNamespace(party=party, hands=lambda line: {"green": line})
    table._playing = table._paused = True
    hello = table._hello()
    assert hello["view"] == (4.0, True, "bench", True, table._sitting)
    assert (hello["hands"], hello["links"], hello["people"]) == (
        {"green": LINE},
        party.links,
        ["green", "yellow"],
    )
    assert set(party.links) == {"red"}


def test_what_is_wrong_is_told_also_while_nobody_looks_and_news_to_those_who_do(opened):
    table = opened()
    viewer = table._viewer
    viewer.wrong, viewer.messages = ["it broke"], [{"frame": "00"}, {"view": 1}]
    table._publish()
    fault = {"fault": "it broke", "t": 700}
    assert table.told == [fault] and list(table._log) == [fault]
    table.told.clear()
    table.watched, viewer.wrong = True, []
    table._publish()
    assert table.told == viewer.messages and viewer.now == (1.0, False, "bench", False, None)


def test_hands_are_told_before_a_view_and_only_when_they_have_changed(opened):
    table = opened()
    table.watched = True
    table._sitting = SimpleNamespace(
        party=SimpleNamespace(links={"red": "x"}, people=lambda: ["green"]),
        hands=lambda line: {"green": [line]},
    )
    secrets = {"hands": {"green": [LINE]}, "links": {"red": "x"}, "people": ["green"]}
    viewer = table._viewer
    viewer.messages = [{"frame": "00"}]
    table._publish()
    assert table.told == [{"frame": "00"}], "no view, no hands"
    viewer.messages = [{"frame": "01"}, {"view": 1}]
    table.told.clear()
    table._publish()
    assert table.told == [secrets, {"frame": "01"}, {"view": 1}]
    table.told.clear()
    table._publish()
    assert table.told == [{"frame": "01"}, {"view": 1}]
    table.told.clear()
    viewer.line = HOME
    table._publish()
    assert table.told[0]["hands"] == {"green": [HOME]} and len(table.told) == 3


# Its end


class Thread:
    """A thread that ends after so many looks."""

    def __init__(self, looks):
        self.looks, self.waits = looks, []

    def is_alive(self):
        self.looks -= 1
        return self.looks >= 0

    def join(self, patience_s):
        self.waits.append(patience_s)


@pytest.mark.parametrize(
    ("looks", "waits", "did"),
    [(0, [], ["close"]), (1, [3.0], ["close"]), (2, [3.0, 3.0], ["target closed"])],
)
def test_a_table_is_closed_whatever_its_firmware_does(opened, looks, waits, did):
    table = opened(cabled=True)
    table._thread, table._session.did = Thread(looks), []
    table.close()
    assert table._thread.waits == waits and table._session.did == did
    assert table._closing and table._orders.fresh(0) is None and table.cable.did[-1] == "close"


def test_the_tables_thread_works_until_it_is_closed_and_says_what_ended_it(opened):
    table = opened()
    session, rounds, ended = table._session, [], []

    def work():
        rounds.append(session.pace)
        table._closing = len(rounds) == 3

    table._safely, table.ended = work, lambda: ended.append(session.pace)
    table._clock.did = []
    table._work()
    assert rounds == [table._pace] * 3 and ended == [None] and table.failure is None
    assert table._clock.did == ["restart"]

    def fail():
        raise ZeroDivisionError("broken on purpose")

    table._safely, table._closing = fail, False
    table._work()
    assert isinstance(table.failure, ZeroDivisionError) and len(ended) == 2


def test_whose_turn_a_line_says_it_is():
    assert (
        tables._turn_of(LINE) == "green" and tables._turn_of("sorry red:h turn=red opt=x") == "red"
    )
    assert tables._turn_of("sorry") == tables._turn_of("") == ""
