# SPDX-License-Identifier: Apache-2.0
"""`tavle sim --stdio`: commands in, events and answers out, one JSON object per line."""

import io
import json
import sys
from typing import Any, TextIO

from tavle.sim.contract import Contract
from tavle.sim.session import Session


class Stdio:
    """Serves one session over two streams.

    Args:
        session: the table.
        source: where commands come from.
        sink: where events and answers go.
        complaints: where everything goes that is neither.
    """

    def __init__(self, session: Session, source: TextIO, sink: TextIO, complaints: TextIO):
        self._session = session
        self._contract = Contract(session)
        self._source = source
        self._sink = sink
        self._complaints = complaints
        self._told = 0

    def _put(self, message: dict[str, Any]) -> None:
        self._sink.write(json.dumps(message) + "\n")

    def _complain(self, line: str) -> None:
        print("tavle sim: " + line, file=self._complaints)

    def relay(self) -> None:
        """Print the events so far, and complaints beside them."""
        session = self._session
        for event in session.events:
            self._put(event)
        session.events.clear()
        for line in session.noise:
            self._complain("on USB: " + line)
        session.noise.clear()
        for line in session.target.complaints[self._told :]:
            self._complain(line)
        self._told = len(session.target.complaints)

    def serve(self) -> None:
        """Work until the commands end."""
        if self._session.note:
            self._complain(self._session.note)
        if not self._session.is_up():
            self._complain("the firmware did not get ready in 5 s")
        self.relay()
        self._sink.flush()
        for line in self._source:
            if not line.strip():
                continue
            try:
                command = json.loads(line)
            except (ValueError, RecursionError) as error:
                answer = {"ok": False, "error": f"not JSON: {error}"}
            else:
                answer = self._contract.handle(command)
                self._session.save()  # who is told of something finds it again, whatever ends us
            self.relay()
            self._put(answer)
            self._sink.flush()


def serve(session: Session) -> None:
    """Serve a session on the process's own standard streams."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # noise is no reason to end
    Stdio(session, sys.stdin, sys.stdout, sys.stderr).serve()
