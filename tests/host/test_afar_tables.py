# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Two tables and a broker between them: whole games through power cuts of all three, and `tavle link` itself."""

import dataclasses
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from afar_tables import FarTable, Mosquitto
from test_afar import side, told

from rules import RULEBOOKS, load
from tavle.afar.wire import HELLO, HERE, LOG, Wire
from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec

pytestmark = pytest.mark.mosquitto
HOST = Path(__file__).resolve().parents[2] / "host"
SILENT_S = 120  # without a move


@pytest.mark.parametrize(
    "rulebook",
    RULEBOOKS if os.environ.get("TAVLE_LONG") else ("partners-pawns", "ludo-norsk", "sorry"),
)
def test_a_game_is_finished_through_power_cuts_of_both_tables_and_the_broker(rulebook, tmp_path):
    game = load(rulebook)
    # Where nobody has a partner, two finish a game sooner.
    seats = [game.colours[seat] for seat in (game.seats if game.hand else game.seats[::2])]
    rules = {"rulebook": rulebook, "seats": seats, "options": dict(game.options)}
    first, others = seats[: len(seats) // 2], seats[len(seats) // 2 :]  # partners apart
    onlooker = []
    with Mosquitto(tmp_path) as broker:
        tables = [
            FarTable(broker.broker, rules, first, "oslo", 1, tmp_path / "oslo", 0.05),
            FarTable(broker.broker, rules, others, "turku", 2, tmp_path / "turku", 0.05),
        ]
        wire = Wire(broker.broker, "evening")
        played, end_s = 0, time.monotonic() + SILENT_S
        while not all(table.finished for table in tables):
            time.sleep(6)
            onlooker += wire.heard()
            for table in tables:
                if table.failure is not None:
                    raise table.failure
            count = sum(len(table.lines) for table in tables)
            if count > played:
                played, end_s = count, time.monotonic() + SILENT_S
            assert time.monotonic() < end_s, [table.lines[-1:] for table in tables]
            broker.kill()
            time.sleep(0.3)
            broker.start()
        for table in tables:
            table.leave()
        one, two = tables
        assert one.lines == two.lines
        assert (
            one.position == two.position == one.lines[-1] and " turn=none " in one.position + " "
        )
        assert one.cuts + two.cuts and broker.kills
        wire.close()
    said = [doc for _, _, word, doc in onlooker if word == LOG and doc]
    assert said
    for doc in said:  # hands are in boxes, and what is laid is told when it is laid
        assert set(doc) - {"hands"} == {"at", "entries", "shows", "wish", "line"}
        assert set(doc.get("hands") or ()) <= {"deal", "box"}
        assert all(one.lines[entry["n"]] for entry in doc["entries"])


class Far:
    """The other side, without a table."""

    def __init__(self, broker, game, mine):
        self.side = side("turku", game, mine)
        self.wire = Wire(broker, "sunday", "turku")
        self.wire.say(HELLO, self.side.hello)
        self.wire.say(HERE, {"is": "here"})
        self.here = ""

    def until(self, done, seconds=20.0):
        end_s = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end_s
            for _, name, word, doc in self.wire.heard():
                if name == "oslo" and word == HELLO and doc:
                    self.side.meet(doc)
                elif name == "oslo" and word == LOG and doc:
                    self.side.hear(doc)
                elif name == "oslo" and word == HERE:
                    self.here = doc["is"]
            document = self.side.document()
            if document:
                self.wire.say(LOG, document)
            time.sleep(0.02)


def tavle(*words, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "tavle", "link", *words], text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "PYTHONUNBUFFERED": "1"}, cwd=HOST, **more,
    )  # fmt: skip


def test_the_command_leads_a_table_on_a_cable_and_tells_who_is_there(tmp_path):
    game = told(
        {"rulebook": "ludo-norsk", "seats": ["red", "yellow", "blue", "green"]}, forced="no"
    )
    with Mosquitto(tmp_path) as broker, PtyBridge(Session(TableSpec("ludo-norsk")), 8) as table:
        at = ["--broker", "127.0.0.1", "--broker-port", str(broker.port)]
        game_at = [*at, "--game", "sunday", "--seat", "red,yellow", "--name", "oslo"]
        far = Far(broker.broker, game, ["blue", "green"])
        program = tavle(*game_at, "--options", "forced=no", "--port", table.cable.port)
        far.until(lambda: far.here == "here" and far.side.far)
        far.until(lambda: "remote" in str(table.do(lambda: table.session.request("seats"))))
        far.until(lambda: far.side.card and not far.side.acts)
        thrown = far.side.card

        hands = Contract(table.session).handle
        table.do(lambda: hands({"do": "press", "button": "red"}))
        if thrown == "6":  # out of the yard, onto red's start
            far.until(lambda: table.do(lambda: table.session.request("state"))["phase"] == "move")
            for order in ({"do": "lift", "at": "h"}, {"do": "place", "at": "0"}):
                table.do(lambda order=order: hands({**order, "colour": "red"}))
        far.until(lambda: len(far.side.log))
        assert far.side.log.entries[0]["card"] == thrown
        table.do(table.session._fetch)
        said = tavle(*at, "--status").communicate(timeout=30)[0]
        assert (
            "sunday: oslo plays red, yellow in ludo-norsk" in said
            and "turku plays blue, green" in said
        )
        program.send_signal(signal.SIGINT)
        out = program.communicate(timeout=20)[0]
        assert "turku" in out and "Traceback" not in out
        far.until(lambda: far.here == "away")
        program = tavle(*game_at, "--port", table.cable.port)
        far.until(lambda: far.here == "here")
        program.send_signal(signal.SIGKILL)
        program.communicate()
        far.until(lambda: far.here == "away", 40)
        assert "has left" in tavle(*game_at, "--leave").communicate(timeout=30)[0]
        said = tavle(*at, "--status").communicate(timeout=30)[0]
        assert "oslo" not in said
        far.wire.close()


def test_a_table_writes_only_below_its_own_name_as_the_page_configures_the_broker(tmp_path):
    page = (HOST / "LINK.md").read_text("utf-8")
    rules = re.findall(r"pattern \w+ tavle/\S+", page)
    (tmp_path / "acl").write_text("\n".join(rules) + "\n", "utf-8")
    passwords = tmp_path / "passwords"
    for user in ("oslo", "turku"):
        new = [] if passwords.exists() else ["-c"]
        subprocess.run(
            ["mosquitto_passwd", *new, "-b", str(passwords), user, f"secret of {user}"], check=True
        )
    more = f"password_file {passwords}\nacl_file {tmp_path / 'acl'}\n"

    def wire(user, name, password=""):
        at = dataclasses.replace(
            broker.broker, user=user, password=password or f"secret of {user}"
        )
        wires.append(Wire(at, "sunday", name))
        return wires[-1]

    with Mosquitto(tmp_path, more) as broker:
        wires = []
        wire("turku", "oslo").say(HELLO, {"is": "a lie"})
        wire("oslo", "oslo").say(HELLO, {"is": "true"})
        heard = []
        end_s = time.monotonic() + 20
        while not heard and time.monotonic() < end_s:
            heard += wires[0].heard()
            time.sleep(0.05)
        time.sleep(0.5)
        heard += wires[0].heard()
        assert [said for said in heard if said[2] == HELLO] == [
            ("sunday", "oslo", HELLO, {"is": "true"})
        ]
        stranger = wire("oslo", "oslo", "guessed")
        with pytest.raises(TavleError, match="cannot use the broker"):
            while time.monotonic() < end_s:
                list(stranger.heard())
                time.sleep(0.05)
        for one in wires:
            one.close()
