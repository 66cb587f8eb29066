# SPDX-License-Identifier: Apache-2.0
"""`tavle sim --stdio` in a process of its own, and the two pipes to it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_HOST = Path(__file__).resolve().parents[2] / "host"


class Program:
    """Talks to the simulator over pipes.

    Args:
        words: what follows `tavle sim --stdio`.
    """

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from tavle.cli import main; main()", "sim", "--stdio", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(_HOST)},
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

    def good(self, what: str, **fields: Any) -> dict[str, Any]:
        """Give a command that must be accepted; return the rest of the answer."""
        answer = self.do(what, **fields)
        assert answer.pop("ok") is True, answer
        return answer

    def end(self) -> tuple[int, str]:
        """Close its standard input; return (exit status, standard error)."""
        rest, complaints = self.process.communicate(timeout=60)
        assert rest == ""
        return self.process.returncode, complaints

    def kill(self) -> None:
        """End it at once, whatever it does, and close the pipes."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):  # half a command was still to be sent
                pipe.close()
        self.process.wait()
