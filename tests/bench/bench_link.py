# SPDX-License-Identifier: Apache-2.0
"""Many games between two sides on one mosquitto, while programs and broker are killed at random every 3 s.

The sides are those of `tavle link`, with their files and the real client; the rules make their moves at once, where a
table would wait for hands. Ten programs have ten sides each, of which no two play with each other.

    python tests/bench/bench_link.py [--moves 100000]
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench_path  # noqa: F401
import figures
from afar_tables import Mosquitto

from tavle.afar.kept import Kept
from tavle.afar.log import Log, Wrong
from tavle.afar.side import Side, about
from tavle.afar.wire import HELLO, LOG, Broker, Wire
from tavle.device.settings import game_of

TABLES = 100
PROGRAMS = 10
KILLS_S = 3.0
GAMES = (
    {"rulebook": "ludo-norsk", "seats": ["red", "blue"]},
    {"rulebook": "sorry", "seats": ["red", "yellow"]},
)


class Evening:
    """One side of a pair, game after game."""

    def __init__(self, folder: Path, broker: Broker, pair: int, who: int):
        self._folder, self._broker, self._pair, self._who = folder, broker, pair, who
        self._games: list[tuple[Side, Wire]] = []
        played = 0
        while self._path(played + 1).exists():
            played += 1
        self._number = max(
            0, played - 2
        )  # of the last but one the other side may still lack something
        for _ in range(min(played, 2) or 1):
            self._begin()

    def _path(self, number: int) -> Path:
        return self._folder / f"{self._pair}-{number}.{self._who}"

    def _begin(self) -> None:
        self._number += 1
        game = dict(GAMES[self._pair % 2])
        game["options"] = dict(game_of({**game, "options": {}}).options)
        kept = Kept(self._path(self._number))
        name = f"s{self._who}"
        side = Side(about(name, game, game["seats"][self._who :: 2], kept), kept)
        wire = Wire(self._broker, f"{self._pair}-{self._number}", name)
        wire.say(HELLO, side.hello)
        self._games.append((side, wire))

    def step(self, playing: bool) -> None:
        for side, wire in self._games:
            for _game, name, word, doc in wire.heard():
                if name != side.hello["name"] and doc:
                    if word == HELLO:
                        side.meet(doc)
                    elif word == LOG:
                        side.hear(doc)
            if playing and side.acts and side.card:
                assert side.log is not None
                side.made(random.choice(list(side.log.results(side.card))))
            document = side.document()
            if document:
                wire.say(LOG, document)
        side = self._games[-1][0]
        if side.over and playing:
            self._begin()
        elif (
            len(self._games) > 1 and side.log is not None
        ):  # the other one is over with the game before
            self._games.pop(0)[1].close()


def program(folder: Path, port: int, number: int) -> None:
    """Play the sides of one program until somebody ends it."""
    broker = Broker("127.0.0.1", port)
    mine = [
        (number % (PROGRAMS // 2) + pair * (PROGRAMS // 2), number // (PROGRAMS // 2))
        for pair in range(TABLES // PROGRAMS)
    ]
    evenings = [Evening(folder, broker, pair, who) for pair, who in mine]
    stop = folder / "stop"
    while True:
        playing = not stop.exists()
        for evening in evenings:
            evening.step(playing)
        time.sleep(0.002)


def start(folder: Path, port: int, number: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            sys.executable,
            __file__,
            "--program",
            str(number),
            "--at",
            str(folder),
            "--port",
            str(port),
        ]
    )


def counted(folder: Path) -> tuple[int, int]:
    """Return (entries that both sides have, pairs of files that differ)."""
    agreed = different = 0
    for one in folder.glob("*-*.0"):
        pair = [Kept(path).entries for path in (one, one.with_suffix(".1"))]
        agreed += min(map(len, pair))
        different += pair[0] != pair[1]
    return agreed, different


def lines(folder: Path) -> int:
    """Return about how many entries there are, quickly."""
    return sum(path.read_bytes().count(b'{"entry"') for path in folder.glob("*-*.0"))


def judged(folder: Path) -> tuple[int, int]:
    """Return (entries lost, entries doubled): every game is played through again, from both files where they differ."""
    lost = doubled = 0
    for one in folder.glob("*-*.0"):
        kepts = [Kept(path) for path in (one, one.with_suffix(".1"))]
        texts = [{json.dumps(entry) for entry in kept.entries} for kept in kepts]
        lost += len(texts[0] ^ texts[1])
        for kept in kepts:
            doubled += len(kept.entries) - len({entry["n"] for entry in kept.entries})
        for kept in kepts if lost else kepts[:1]:
            if kept.first is not None and kept.own is not None:
                log = Log(game_of(kept.own["game"]), kept.first)
                for entry in kept.entries:
                    log.add(entry, str(entry["card"]))
    return lost, doubled


def resident_kb(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0])


def measure(moves: int) -> None:
    chance = random.Random(46)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Mosquitto(folder) as broker:
            programs = [start(folder, broker.port, number) for number in range(PROGRAMS)]
            begun_s = time.monotonic()
            kills = 0
            while lines(folder) < moves:
                time.sleep(KILLS_S)
                if chance.random() < 0.5:
                    broker.kill()
                    time.sleep(0.2)
                    broker.start()
                else:
                    number = chance.randrange(PROGRAMS)
                    assert programs[number].poll() is None, "a program has failed"
                    programs[number].kill()
                    programs[number].wait()
                    programs[number] = start(folder, broker.port, number)
                    kills += 1
            took_s = time.monotonic() - begun_s
            time.sleep(KILLS_S)
            broker.kill()
            (folder / "stop").touch()
            broker.start()
            up_s = time.monotonic()
            while counted(folder)[1]:
                assert time.monotonic() < up_s + 60
                time.sleep(0.05)
            equal_s = time.monotonic() - up_s
            memory = (
                sum(resident_kb(one.pid) for one in programs) // TABLES,
                resident_kb(broker.pid) // TABLES,
            )
            for one in programs:
                one.send_signal(signal.SIGKILL)
                one.wait()
            agreed, different = counted(folder)
            lost, doubled = judged(folder)
        command = "tests/bench/bench_link.py"
        what = f"tavle link, {TABLES} sides on one mosquitto, killed every {KILLS_S:.0f} s"
        figures.write(
            f"{what}, {moves:,} moves or more",
            f"{agreed:,} moves, lost {lost}, doubled {doubled}, {different} games differ; {kills} programs and "
            f"{broker.kills} brokers killed, {agreed / took_s:.0f} moves a second", "0, 0, 0", command,
        )  # fmt: skip
        figures.write(
            f"{what}, positions equal after the last reconnect", f"{equal_s:.1f} s", "2 s", command
        )
        figures.write(
            f"{what}, memory", f"{memory[0] / 1024:.1f} MB a table's program, {memory[1]} KB of the broker a table",
            "-", command,
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--program", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--at", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.program is None:
        measure(args.moves)
        return
    try:
        program(args.at, args.port, args.program)
    except Wrong as error:
        sys.exit(f"program {args.program}: {error}")


if __name__ == "__main__":
    main()
