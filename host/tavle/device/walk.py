# SPDX-License-Identifier: Apache-2.0
"""The walk of one pawn over all switches: what its events say about them."""

from typing import Any

from tavle.device.checks import FAIL, OK, WARN, Result
from tavle.sim.spaces import Spaces
from tavle.words.terminal import tr


class Walk:
    """Takes the events of one walk.

    Args:
        spaces: names of the spaces.
        bits: number of switches.
        closed: those that were closed on the empty table.
    """

    def __init__(self, spaces: Spaces, bits: int, closed: list[int]):
        self._spaces = spaces
        self._bits = bits
        self._stuck = set(closed)
        self._seen: set[int] = set()
        self._dead: set[int] = set()
        self._flaky: set[int] = set()
        self._strangers: set[int] = set()
        self._double: set[tuple[int, int]] = set()
        self._now: set[int] = set()

    def take(self, event: dict[str, Any]) -> str:
        """Take a `switch` or `passed` event; return what to tell the person, "" for nothing."""
        if event["event"] == "passed":
            self._dead.add(event["bit"])
            return tr("skipped {bit}", bit=self._spaces.name(event["bit"]))
        if "bit" not in event:
            self._strangers.add(event["wire"])
            return ""
        bit = event["bit"]
        if event["flaky"]:
            self._flaky.add(bit)
        if not event["closed"]:
            self._now.discard(bit)
            return ""
        # One pawn closes one switch: whatever is closed with it is too near, or its magnet too strong.
        self._double |= {(min(bit, one), max(bit, one)) for one in self._now - self._stuck - {bit}}
        self._now.add(bit)
        if bit in self._seen | self._stuck:
            return ""
        self._seen.add(bit)
        return tr(
            "{bit}  ({n_seen} of {bits})",
            bit=self._spaces.name(bit),
            n_seen=len(self._seen),
            bits=self._bits,
        )

    def result(self) -> Result:
        """Return the finding."""
        dead = self._dead - self._seen
        untried = self._bits - len(self._seen | dead | self._stuck)
        texts = [tr("{n_seen} of {bits} close and open", n_seen=len(self._seen), bits=self._bits)]
        steps = []
        if dead:
            texts.append(tr("dead: {dead}", dead=self._list(dead)))
            steps.append(
                tr("dead: solder joint, broken reed, or wired to another input (`tavle learn`)")
            )
        if self._stuck:
            texts.append(tr("closed on the empty table: {stuck}", stuck=self._list(self._stuck)))
            steps.append(tr("closed: bent reed, a short, or a pawn left there"))
        if self._flaky:
            texts.append(tr("flickering: {flaky}", flaky=self._list(self._flaky)))
            steps.append(tr("flickering: magnet too weak or reed too deep"))
        if self._double:
            name = self._spaces.name
            pairs = ", ".join(f"{name(a)}+{name(b)}" for a, b in sorted(self._double))
            texts.append(tr("closing together: {pairs}", pairs=pairs))
            steps.append(tr("together: magnet too strong, or reeds too close to each other"))
        if self._strangers:
            texts.append(
                tr(
                    "on chain inputs without a space: {strangers}",
                    strangers=sorted(self._strangers),
                )
            )
            steps.append(tr("inputs: the wiring differs from the table, run `tavle learn`"))
        if untried:
            texts.append(tr("{untried} not tried", untried=untried))
        bad = dead or self._stuck or self._double
        odd = untried or self._flaky or self._strangers
        state = FAIL if bad else WARN if odd else OK
        return Result("try switches", state, "; ".join(texts), "; ".join(steps))

    def _list(self, bits: set[int]) -> str:
        return " ".join(self._spaces.name(bit) for bit in sorted(bits))
