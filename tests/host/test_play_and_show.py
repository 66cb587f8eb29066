# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Watching a simulated game in the terminal, and a real one in the browser: what is drawn, said and asked, without either."""

import socket
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from tavle.commands import play, show
from tavle.errors import TavleError
from tavle.live.words import Teller
from tavle.sim import draw
from tavle.web import browser, server, shown
from tavle.words.catalogue import Words

# The board in colours


@pytest.mark.parametrize(
    ("light", "colour"),
    [
        ((0, 0, 0), None),
        ((100, 0, 0), "#be0000"),
        ((0, 255, 0), "#00be00"),  # brighter than the brightest is as bright
        ((0, 50, 100), "#005fbe"),
        ((25, 0, 0), "#5f0000"),  # a quarter of the light is half as bright to the eye
        ((1, 1, 1), "#131313"),
    ],
)
def test_a_light_is_a_colour_that_a_pawn_can_be_seen_before(light, colour):
    assert draw._behind(light) == colour


class Target:
    def __init__(self):
        self.on, self.now_us, self.shown = True, 7, []

    def frames(self, since_us):
        assert since_us == self.now_us
        return self.shown


@pytest.fixture
def session():
    layout = SimpleNamespace(GAME="partners")
    spaces = SimpleNamespace(layout=layout, light_names=lambda: {0: "20", 1: "33"}, any_bit=int)
    world = SimpleNamespace(spaces=spaces, pawns_on=lambda bit: [f"pawn {bit}"], slot=[])
    return SimpleNamespace(
        world=world, target=Target(), now_ms=12_345, spec=SimpleNamespace(rulebook="sorry")
    )


def drawn(session):
    """Return what a drawing says stands on a space, and how that is lit."""
    drawing = draw.Drawing(session)
    told = []
    drawing._board = SimpleNamespace(text=lambda *functions: told.extend(functions))
    drawing.text()
    return told


def test_a_drawing_shows_the_newest_frame(session):
    session.target.shown = [(0, bytes(6)), (5, bytes([0, 100, 0, 100, 0, 0]))]
    pawns, lit = drawn(session)
    assert pawns("20") == ["pawn 20"] and lit("20") == "#be0000" and lit("33") == "#00be00"


def test_without_power_or_a_frame_nothing_is_lit(session):
    assert drawn(session)[1]("20") is None
    session.target.shown = [(5, bytes([0, 100, 0, 100, 0, 0]))]
    session.target.on = False
    assert drawn(session)[1]("20") is None


# The spectator


@pytest.fixture
def watching(session, monkeypatch):
    """Return (spectator at four times the speed, real clock, naps, pictures)."""
    clock, naps, pictures = [100.0], [], []

    def sleep(seconds):
        naps.append(round(seconds, 6))
        clock[0] += seconds

    monkeypatch.setattr(play, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=sleep))
    spectator = play.Spectator(session, 4.0, Teller(Words("en")))
    spectator.live = SimpleNamespace(update=lambda picture, refresh: pictures.append(refresh))
    monkeypatch.setattr(spectator, "picture", lambda: "picture")
    return spectator, clock, naps, pictures


def test_real_time_passes_as_fast_as_was_asked(watching):
    spectator, clock, naps, _ = watching
    spectator.pace(1000)
    spectator.pace(200)
    assert naps == [0.25, 0.05]
    clock[0] += 0.02  # what drawing took is not waited for again
    spectator.pace(200)
    assert naps[2:] == [0.03]


def test_what_is_late_is_not_hurried_after(watching):
    spectator, clock, naps, _ = watching
    clock[0] += 5
    spectator.pace(1000)
    assert naps == []
    spectator.pace(1000)
    assert naps == [0.25]


def test_twelve_pictures_a_second_are_drawn(watching):
    spectator, _, _, pictures = watching
    for _ in range(100):
        spectator.pace(40)  # 10 ms each
    assert 11 <= len(pictures) <= 13 and set(pictures) == {True}
    spectator.live = None
    spectator.pace(4000)
    assert len(pictures) <= 13


def test_a_picture_has_a_head_the_board_what_was_said_and_a_foot(session, monkeypatch):
    spectator = play.Spectator(session, 1.0, Teller(Words("en")))
    spectator._drawing = SimpleNamespace(text=lambda: "board")
    seconds = say("tool.time", n="12.3")
    assert [str(line) for line in spectator.picture().renderables] == [
        "Sorry!; card on the slot: -", "board", f"{seconds}   {say('tool.keys')}",
    ]  # fmt: skip
    rolled = [{"event": "rolled", "value": n} for n in range(1, 12)]
    spectator.players = SimpleNamespace(events=rolled[:2])
    session.world.slot = [SimpleNamespace(name="7"), SimpleNamespace(name="")]
    said = [str(line) for line in spectator.picture().renderables]
    assert said[0] == "Sorry!; card on the slot: 7, ?" and len(said) == 5
    assert len(spectator.picture().renderables) == 5  # nothing is told twice
    spectator.players.events = rolled
    said = [str(line) for line in spectator.picture().renderables]
    assert len(said) == 3 + 9 and "11" in said[-2] and "3" in said[2]
    spectator.players.events = rolled * 10
    spectator.picture()
    assert len(spectator._told) == 4 * 9


def test_events_have_their_colours():
    teller = Teller(Words("en"))
    for event, style in (
        ({"event": "won", "winner": "red"}, "bold yellow"),
        ({"event": "undone"}, ""),
    ):
        told = play.sentence(teller, event)
        assert told.style == style and str(told) == teller.event(event)
    assert play._STYLES["accepted"] == "green" and play._STYLES["refused"] == "red"


def test_how_a_game_ended():
    teller = Teller(Words("en"))
    over = "partners-pawns ... turn=none winner="
    assert play._end(teller, over + "green+red", 40) == Words("en").say(
        "tool.play-won", n=40, winner="Green + Red"
    )
    assert play._end(teller, over + "green", 3) == Words("en").say(
        "tool.play-won", n=3, winner="Green"
    )
    assert play._end(teller, "sorry turn=red", 9) == Words("en").say("tool.play-stopped", n=9)


# A real table in the browser


class Link:
    closed = False

    def close(self):
        self.closed = True


@pytest.fixture
def shows(monkeypatch):
    """Return what runs `show` beside everything it needs: (output, exit status), and what was asked of whom."""
    asked = {"link": Link(), "number": 0, "opened": True}

    class Server:
        link = "http://192.0.2.7/secret"

        def __init__(self, spec, **named):
            asked["server"] = (spec, named)

    def serve(make, port, ready):
        asked["port"] = port
        made = make()
        assert isinstance(made, Server)
        ready("http://127.0.0.1:1/", "")
        if isinstance(asked["number"], Exception):
            raise asked["number"]
        return asked["number"]

    monkeypatch.setattr("tavle.device.find.choose", lambda port: f"chosen {port}")
    monkeypatch.setattr(
        "tavle.device.link.open_link", lambda port: asked.update(at=port) or asked["link"]
    )
    monkeypatch.setattr(shown, "follow", lambda link: ("follows", link))
    monkeypatch.setattr(server, "Server", Server)
    monkeypatch.setattr(server, "serve_until_ended", serve)
    monkeypatch.setattr(
        browser, "show", lambda address: asked.update(browser=address) or asked["opened"]
    )
    monkeypatch.setattr(show, "_address", lambda: "192.0.2.7")

    def run(*words):
        asked.pop("browser", None)
        done = CliRunner().invoke(show.command, list(words), catch_exceptions=False)
        assert asked["link"].closed
        asked["link"].closed = False
        return done.output.splitlines(), done.exit_code

    run.asked = asked
    return run


def say(key, **named):
    return Words("en").say(key, **named)


def test_a_table_is_shown_on_a_page_for_this_computer(shows):
    out, status = shows()
    assert (
        out == [say("tool.shown", address="http://127.0.0.1:1/"), say("tool.ends")] and status == 0
    )
    assert shows.asked["at"] == "chosen None" and shows.asked["browser"] == "http://127.0.0.1:1/"
    spec, named = shows.asked["server"]
    assert (
        spec is None
        and named["shared"] == ""
        and named["make"] == ("follows", shows.asked["link"])
    )


@pytest.mark.parametrize(
    ("words", "shared"), [(["--lan"], "192.0.2.7"), (["--lan", "192.0.2.9"], "192.0.2.9")]
)
def test_others_may_look_on_when_the_owner_says_so(shows, words, shared):
    out, _ = shows(*words)
    assert out[1] == say("tool.shared", address="http://192.0.2.7/secret") and len(out) == 3
    assert shows.asked["server"][1]["shared"] == shared


def test_a_browser_that_does_not_open_is_said_and_one_that_is_not_wanted_is_left(shows):
    shows.asked["opened"] = False
    out, _ = shows()
    assert out[1:] == [say("tool.no-browser"), say("tool.ends")]
    out, _ = shows("--no-browser", "--page-port", "8123", "--port", "/dev/ttyX")
    assert len(out) == 2 and "browser" not in shows.asked
    assert shows.asked["port"] == 8123 and shows.asked["at"] == "chosen /dev/ttyX"


@pytest.mark.parametrize(("number", "status"), [(0, 0), (2, 0), (15, 143), (1, 129)])
def test_the_signal_that_ended_it_is_the_exit_status(shows, number, status):
    shows.asked["number"] = number
    assert shows()[1] == status


def test_whatever_goes_wrong_the_cable_is_given_back(shows):
    shows.asked["number"] = TavleError("no page", "it is taken")
    with pytest.raises(TavleError, match="no page"):
        shows()
    assert shows.asked["link"].closed


def test_the_address_in_the_network_is_the_one_that_reaches_others(monkeypatch):
    class Probe:
        fails = None
        made = []

        def __init__(self, *kind):
            Probe.made.append(kind)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            Probe.made.append("closed")

        def connect(self, where):
            assert where == ("192.0.2.1", 9)
            if self.fails:
                raise self.fails

        def getsockname(self):
            return ("198.51.100.4", 4711)

    monkeypatch.setattr(show.socket, "socket", Probe)
    assert show._address() == "198.51.100.4"
    assert Probe.made == [(socket.AF_INET, socket.SOCK_DGRAM), "closed"]
    for error, why in (
        (OSError(101, "Network is unreachable"), "Network is unreachable"),
        (OSError("odd"), "odd"),
    ):
        Probe.fails = error
        with pytest.raises(TavleError) as failure:
            show._address()
        told = failure.value
        assert (
            told.what == "cannot find this computer's address in the network" and told.why == why
        )
        assert told.next_step == "name it: --lan ADDRESS"


# People and computers in the terminal


class Seats:
    """Stands for `Seated`: two turns, and a choice in between when somebody can be asked."""

    def __init__(self, session, levels, seed, choose):
        self.told = (session, levels, seed)
        self.choose = choose
        self.events, self.turns, self.line = [], 0, "sorry turn=red"
        Seats.made = self

    def game(self):
        return SimpleNamespace(actions=("5", "7"))

    def play(self, turns):
        self.wanted = turns
        for n in (1, 2):
            self.turns = n
            self.events.append({"event": "rolled", "value": n, "t": 1000 * n})
            if self.choose:
                self.chosen = self.choose("red", [(0, 1, b"a"), (1, 1, b"b")])
            yield f"line {n}"


@pytest.mark.parametrize("terminal", [True, False])
def test_who_sits_at_the_terminal_is_asked_by_number(monkeypatch, terminal):
    import io

    from rich.console import Console

    from tavle.sim import seated

    asked = []

    def prompt(text, type, default):
        asked.append((text, type.min, type.max, default))
        return 2

    monkeypatch.setattr(seated, "Seated", Seats)
    monkeypatch.setattr(seated, "levels_of", lambda text: f"levels {text}")
    monkeypatch.setattr("rules.notation.move_text", lambda game, move: f"g{move.decode()}")
    monkeypatch.setattr(click, "prompt", prompt)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, no_color=True, width=200, highlight=False)
    monkeypatch.setattr(
        console, "print", lambda *args, **_: out.write(" ".join(map(str, args)) + "\n")
    )
    teller = Teller(Words("en"))
    play._with_computers("session", console, "red=human", 5, 30, teller)
    made = Seats.made
    assert made.told == ("session", "levels red=human", 5) and made.wanted == 30
    lines = out.getvalue().splitlines()
    rolled = [f"{n}.00 s  {teller.event({'event': 'rolled', 'value': n})}" for n in (1, 2)]
    told = [line.strip() for line in lines if " s  " in line]
    assert told == rolled and lines[-1] == say("tool.play-stopped", n=2)
    assert [line.strip() for line in lines if "dim" in line] == [
        "[dim]line 1[/]",
        "[dim]line 2[/]",
    ]
    if terminal:
        assert made.chosen == 1 and asked == [("Red", 1, 2, 1)] * 2
        assert [line.split()[0] for line in lines if line.startswith("  ") and ": " in line][
            :2
        ] == ["1:", "2:"]
    else:
        assert made.choose is None and asked == []


# `tavle play` itself


class Game:
    """Stands for a session and for `Players`: two turns, four events."""

    made: list

    def __init__(self, spec):
        Game.made = self
        self.spec, self.now_ms, self.said = spec, 0, []
        self.world = SimpleNamespace(slot=[])

    def until_ready(self):
        self.said.append("ready")

    def close(self):
        self.said.append("closed")


def players_of(made):
    class Two:
        def __init__(self, session, seed, habit, pace=None):
            made.append((session, seed, habit.cut, pace))
            self.session, self.pace, self.events = session, pace, []
            self.turns, self.line = 0, "sorry turn=red"

        def play(self, turns):
            made.append(turns)
            for n in (1, 2):
                self.turns = n
                self.session.now_ms += 1500
                self.events += [
                    {"event": "rolled", "value": n + k, "t": 1000 * n + k} for k in (0, 1)
                ]
                if n == 2:
                    self.line = "sorry turn=none winner=red"
                yield f"line {n}"

    return Two


@pytest.fixture
def played(monkeypatch):
    made = []
    monkeypatch.setattr(play, "Session", Game)
    monkeypatch.setattr(play, "Players", players_of(made))
    clock = iter([100.0, 107.4])
    monkeypatch.setattr(play, "time", SimpleNamespace(monotonic=lambda: next(clock)))

    def run(*words):
        env = {"COLUMNS": "200"}
        done = CliRunner().invoke(play.command, [*words, "--lang", "en"], env=env)
        assert done.exception is None, done.exception
        return done.output.splitlines(), made

    return run


def test_a_game_is_told_event_by_event_and_line_by_line(played):
    lines, made = played("--rulebook", "sorry", "--seed", "4", "--turns", "30", "--cuts", "0.5")
    teller = Teller(Words("en"))
    rolled = [teller.event({"event": "rolled", "value": n}) for n in (1, 2, 2, 3)]
    at = ["     1.00 s  ", "     1.00 s  ", "     2.00 s  ", "     2.00 s  "]
    told = [time + what for time, what in zip(at, rolled, strict=True)]
    assert lines[:-1] == [*told[:2], " " * 13 + "line 1", *told[2:], " " * 13 + "line 2"]
    agreed = Words("en").say("tool.play-agreed", virtual="3", real="7")
    won = Words("en").say("tool.play-won", n=2, winner="Red")
    assert lines[-1] == f"{won}; {agreed}"
    assert made == [(Game.made, 4, 0.5, None), 30] and Game.made.said == ["ready", "closed"]
    spec = Game.made.spec
    assert (spec.rulebook, spec.position, spec.seed) == ("sorry", "", 4)


def test_a_game_of_computers_is_told_by_those_who_lead_it(played, monkeypatch):
    asked = []
    monkeypatch.setattr(play, "_with_computers", lambda *told: asked.append(told))
    lines, made = played("--seats", "green=easy", "--position", "sorry red:h", "--turns", "9")
    session, _, seats, seed, turns, teller = asked.pop()
    assert (session, seats, seed, turns) == (Game.made, "green=easy", 1, 9)
    assert teller.line == "sorry red:h" and Game.made.spec.position == "sorry red:h"
    assert lines == [] and made == [] and Game.made.said == ["ready", "closed"]


@pytest.mark.parametrize(("speed", "watched"), [("4", True), ("0", False)])
def test_on_a_terminal_the_board_is_drawn_unless_it_shall_be_fast(
    played, monkeypatch, speed, watched
):
    asked = []

    def draw(session, console, *told):
        asked.append(told)
        session.now_ms = 3000
        return SimpleNamespace(line="sorry turn=red", turns=7)

    monkeypatch.setattr(play, "_watched", draw)
    monkeypatch.setattr(play.Console, "is_terminal", True)
    lines, made = played("--speed", speed, "--turns", "9", "--cuts", "0.25")
    assert bool(asked) == watched and bool(made) != watched
    if watched:
        assert asked[0][:4] == (1, 4.0, 9, 0.25)
        stopped = Words("en").say("tool.play-stopped", n=7)
        assert lines[-1].startswith(stopped) and len(lines) == 1


def test_who_watches_sees_the_board_drawn_as_the_game_goes(monkeypatch):
    pictures, made = [], []

    class Live:
        def __init__(self, console, auto_refresh, screen):
            made.append((console, auto_refresh, screen))

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pictures.append("closed")

        def update(self, picture, refresh):
            pictures.append((picture, refresh))

    class Spectator:
        def __init__(self, session, speed, teller):
            made.append((session, speed, teller))
            self.pace, Spectator.made = "pace", self

        def picture(self):
            return f"picture of {self.players.turns}"

    monkeypatch.setattr(play, "Live", Live)
    monkeypatch.setattr(play, "Spectator", Spectator)
    monkeypatch.setattr(play, "Players", players_of(made))
    session = SimpleNamespace(now_ms=0)
    players = play._watched(session, "console", 5, 2.5, 30, 0.125, "teller")
    assert made == [
        (session, 2.5, "teller"), (session, 5, 0.125, "pace"), ("console", False, False), 30,
    ]  # fmt: skip
    assert Spectator.made.players is players and Spectator.made.live is not None
    assert players.turns == 2 and pictures == [("picture of 2", True), "closed"]
