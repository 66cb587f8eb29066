# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Watching: the board from the position line, every event in words, nothing disturbed."""

import io
import signal
import subprocess
import sys
import threading
import time

from follower import table
from rich.console import Console

from tavle import cli
from tavle.board.geometry import load
from tavle.board.terminal import cells
from tavle.device.link import open_link
from tavle.live.picture import Picture, parse, pawns_of, turn_of
from tavle.live.watch import Watcher, on_terminal
from tavle.live.words import Teller
from tavle.sim.contract import Contract
from tavle.sim.pty import PtyBridge
from tavle.words.catalogue import Words

LINE = "partners-pawns green:h,17,17,z1 blue:h,h,h,18 red:h,h,h,z4 yellow:h,h,h,h turn=red"


def test_a_position_is_drawn():
    game, state = parse(LINE)
    pawns = pawns_of(game, state)
    assert pawns["17"] == ["green", "green"] and pawns["red:z4"] == ["red"]
    assert pawns["green:h0"] == ["green"] and "green:h1" not in pawns
    assert turn_of(game, state) == "red"
    for seat in ("green", "blue", "yellow"):
        assert turn_of(*parse(LINE.replace("turn=red", f"turn={seat}"))) == seat
    won = "sorry red:f,f,f,f blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=none winner=red"
    assert turn_of(*parse(won)) == ""
    drawn = str(Picture("partners").text(pawns, "red"))
    assert drawn.count("●") == 14 and drawn.count("②") == 1 and drawn.count("▣") == 4


def test_every_space_of_every_board_can_be_pointed_at():
    for layout, spaces in (("partners", 92), ("ludo", 104), ("sorry", 112)):
        picture = Picture(layout)
        names = [name for name in cells(load(layout)) if not name.endswith(":seat")]
        assert len(names) == spaces
        for name in names:
            spans = picture.text(here=name).spans
            assert len([s for s in spans if getattr(s.style, "bgcolor", None)]) == 1


def test_events_become_sentences_and_strange_ones_are_shown_as_they_are():
    for event, text in (
        ({"event": "card", "card": "7", "copy": 2, "playable": False, "t": 1},
         "Card 7 cannot be used"),
        ({"event": "refused", "what": "card", "reason": "wall", "text": "a wall", "t": 1},
         "Card refused: A wall stands in the way"),
        ({"event": "guide", "missing": ["red:17"], "extra": []}, "Missing: red pawn, space 17"),
        ({"event": "guide", "missing": [], "extra": []}, "The board is right again"),
        ({"event": "won", "winner": "red"}, "Red has won!"),
        ({"event": "fault", "part": "chain", "text": "", "over": True}, "The sensors work again."),
        ({"event": "card", "t": 3}, "card"),
        ({"event": "novelty", "x": 1, "t": 3}, "novelty: x 1"),
        ({}, "None"),
    ):  # fmt: skip
        teller = Teller(Words("en"))
        teller.line = LINE
        assert teller.event(event) == text


def test_moves_become_sentences_in_the_language_of_the_player():
    nb = Teller(Words("nb"))
    nb.line = LINE
    for move, text in (
        ("gh>0", "ut på 0"), ("r44>49xb49", "44 → 49, Blå slås hjem"), ("y10<>b31", "10 ⇄ 31"),
        ("g3>5+g0>5", "3 → 5, 0 → 5"), ("b57>z2", "57 → mål 2"), ("-", "ingen brikke flyttes"),
        ("r12>45!", "12 → 45, og må selv hjem"), ("nonsense", "nonsense"),
        ("gh>0xr0xy0", "h → 0, 2 brikker slås hjem"),
    ):  # fmt: skip
        told = nb.move(move)
        assert told == text.replace("h →", Words("nb").say("short.home") + " →"), told
    assert nb.turn("move", "red", "7", "r44>49") == "Rød spiller 7: 44 → 49"
    assert nb.turn("fold", "red", "", "") == "Rød legger ned hånden"
    said = {"event": "refused", "what": "card", "reason": "not-your-turn", "text": "x"}
    assert nb.event(said) == "Kort avvist: Det er Røds tur"
    lay = {"event": "lay", "seat": "blue", "what": "pass"}
    assert nb.event(lay).startswith("Blå spiller selv: ")


def test_the_watcher_follows_a_move():
    line = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    with table(position=line) as session:
        session.run_ms(500)
        with PtyBridge(session, 10.0) as bridge, open_link(bridge.cable.port) as link:
            watcher = Watcher(link, Words("en"))
            do = Contract(session).handle

            def until(words):
                end = time.monotonic() + 300
                while not any(words in line for line in watcher.lines):
                    assert time.monotonic() < end, watcher.lines
                    watcher.next(0.3)

            bridge.do(lambda: do({"do": "card", "card": "5"}))
            until("5")
            bridge.do(lambda: do({"do": "lift", "colour": "green", "at": "20"}))
            bridge.do(lambda: do({"do": "place", "colour": "green", "at": "25"}))
            until("Move accepted")
            assert " green:h,h,3,25 " in watcher.line
            console = Console(file=io.StringIO(), force_terminal=True, width=200)
            on_terminal(watcher, console, time.monotonic() + 0.3)
            drawn = console.file.getvalue()
            assert "pawns edition: waiting" in drawn and "▣" in drawn and "accepted" in drawn


def test_watching_goes_on_after_a_cable_that_broke(tmp_path, capsys):
    line = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    with table(position=line) as session, PtyBridge(session, 10.0) as bridge:
        port = tmp_path / "port"
        port.symlink_to(bridge.cable.port)

        def until_taken():
            while not bridge.do(lambda: bridge.cable.taken):
                time.sleep(0.02)

        def hands():
            until_taken()
            time.sleep(1.0)  # until it has said hello
            bridge.unplug()
            port.unlink()
            port.symlink_to(bridge.cable.port)
            until_taken()
            do = Contract(session).handle
            for step in (
                {"do": "card", "card": "5"}, {"do": "wait", "ms": 900},
                {"do": "lift", "colour": "green", "at": "20"}, {"do": "place", "colour": "green", "at": "25"},
            ):  # fmt: skip
                bridge.do(lambda step=step: do(step))

        person = threading.Thread(target=hands)
        person.start()
        assert cli.run(["watch", "--lines", "--until", "accepted", "--port", str(port)]) == 0
        person.join()
    said = capsys.readouterr()
    assert "waiting for it to come back" in said.err
    assert " green:h,h,3,25 " in said.out


def test_ctrl_c_ends_watching_and_nothing_has_failed():
    with table() as session, PtyBridge(session, 10.0) as bridge:
        program = subprocess.Popen(
            [sys.executable, "-m", "tavle", "watch", "--port", bridge.cable.port],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert b"pawns edition" in program.stdout.readline()
        program.send_signal(signal.SIGINT)
        assert program.communicate()[1] == b"" and program.returncode == 0


def test_the_command_tells_what_happens(capsys):
    with table() as session:
        session.run_ms(500)
        with PtyBridge(session, 10.0) as bridge:
            said = "a new deal\n           partners-pawns green:"
            for seconds in ("0.4", "4", "40"):  # a busy PC needs longer
                words = ["watch", "--lines", "--seconds", seconds, "--lang", "en"]
                assert cli.run([*words, "--port", bridge.cable.port]) == 0
                out = capsys.readouterr().out
                if said in out:
                    break
            assert said in out
