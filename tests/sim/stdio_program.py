# SPDX-License-Identifier: Apache-2.0
"""Orders to a simulated table: to `tavle sim --stdio` in a process of its own, or in this one."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from pathlib import Path
from typing import Any

from tavle.sim.contract import Contract
from tavle.sim.prompt import parse
from tavle.sim.session import Session, TableSpec

_HOST = Path(__file__).resolve().parents[2] / "host"


class Orders:
    """What tests say to a table; a heir has `do` and `events`."""

    def good(self, what: str, then_ms: int = 0, **fields: Any) -> dict[str, Any]:
        """Give a command that must be accepted, and let time pass; return the rest of the answer."""
        answer = self.do(what, **fields)
        assert answer.pop("ok") is True, answer
        if then_ms:
            self.does(f"wait {then_ms}")
        return answer

    def does(self, line: str) -> dict[str, Any]:
        """Give commands in the words of the simulator's prompt: `card 5, wait 900, lift green 20`."""
        for words in line.split(", "):
            command = parse(words)
            answer = self.good(command.pop("do"), **command)
        return answer

    def named(self, name: str) -> list[dict[str, Any]]:
        """Return the events of a name so far."""
        return [event for event in self.events if event["event"] == name]


class Bench(Orders):
    """A table in this process, ready to play; nothing that its chips complain about.

    Args:
        line: the position it begins with, or a rulebook.
        more: of `TableSpec`.
    """

    def __init__(self, line: str, **more: Any) -> None:
        rulebook, _, pawns = line.partition(" ")
        self.session = Session(TableSpec(rulebook, line if pawns else "", **more))
        assert self.session.until_ready()
        self.handle = Contract(self.session).handle

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the table said since it was last forgotten."""
        return self.session.events

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        """Give a command; return the answer."""
        return self.handle({"do": what, **fields})

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, error: type | None, *_: object) -> None:
        complaints = self.session.target.complaints
        self.session.close()
        assert error or complaints == []


class Program(Orders):
    """Talks to the simulator over pipes.

    Args:
        words: what follows `tavle sim --stdio`.
    """

    def __init__(self, *words: str) -> None:
        # A program that is killed leaves its files: they go with this object.
        left = tempfile.mkdtemp(prefix="tavle-left-")
        weakref.finalize(self, shutil.rmtree, left, True)
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from tavle.cli import main; main()", "sim", "--stdio", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(_HOST), "TMPDIR": left},
        )
        self.events: list[dict[str, Any]] = []

    def raw(self, line: str) -> dict[str, Any]:
        """Send a line; return the answer to it, keep the events before it."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while True:
            text = self.process.stdout.readline()
            assert text, self.process.stderr.read()
            said = json.loads(text)
            if "ok" in said:
                return said
            self.events.append(said)

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        """Give a command; return the answer."""
        return self.raw(json.dumps({"do": what, **fields}))

    def end(self) -> tuple[int, str]:
        """Close its standard input; return (exit status, standard error)."""
        rest, complaints = self.process.communicate(timeout=600)
        assert rest == ""
        return self.process.returncode, complaints

    def kill(self) -> None:
        """End it at once, whatever it does, and close the pipes."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):  # half a command was still to be sent
                pipe.close()
        self.process.wait()
