# SPDX-License-Identifier: Apache-2.0
"""Two recognisers as other boards have them, to compare with; same calls as `Recogniser`.

* first: the first lift is the source, the first placing elsewhere the target; it decides at once.
* counts: where pawns disappeared and appeared since the card, judged 600 ms after the last event.
Neither asks nor guides; the first legal result that fits is taken.
"""

from __future__ import annotations

from collections import Counter

from rules.game import NOBODY
from sense import recognise
from sense.debounce import LIFT, PLACE


class _Simple:
    """What both have in common."""

    asking = guiding = asked = False
    choices: list[int] = []
    shown = -1
    missing: list[str] = []
    extra: list[str] = []

    def __init__(self, boardmap) -> None:
        self._map = boardmap
        self._results: list = []
        self._state = b""
        self.chosen = -1
        self._begin()

    def _begin(self) -> None:
        self._lifted: list[int] = []
        self._placed: list[int] = []
        self._last_ms = 0

    def expect(self, state, now_ms: int, previous=None) -> None:
        """Start from a position."""
        self._state = bytes(state)
        self._results = []
        self._begin()

    def offer(self, results, now_ms: int) -> None:
        """Take the results of a card."""
        self._results = results

    def refresh(self, debounce) -> None:
        """Ignore bad reeds, as these do."""

    def hurry(self, now_ms: int) -> int:
        """Do not hurry."""
        return recognise.NOTHING

    def confirm(self) -> int:
        """Never asked."""
        return -1

    def gone(self) -> list:
        """Know nothing about missing pawns."""
        return []

    def step(self, now_ms: int, debounce) -> int:
        """Take one scan."""
        for i in range(debounce.events):
            spot = self._map.spot_of_bit[debounce.bit(i)]
            if debounce.kind(i) == LIFT:
                self._lifted.append(spot)
                self._last_ms = now_ms
            elif debounce.kind(i) == PLACE:
                self._placed.append(spot)
                self._last_ms = now_ms
        debounce.clear()
        return self._decide(now_ms) if self._results else recognise.NOTHING

    def _decide(self, now_ms: int) -> int:
        raise NotImplementedError


class FirstLift(_Simple):
    """First lift, first placing elsewhere."""

    def _decide(self, now_ms: int) -> int:
        if not self._lifted or not self._placed:
            return recognise.NOTHING
        source = self._lifted[0]
        targets = [spot for spot in self._placed if spot != source]
        if not targets:
            return recognise.NOTHING
        for index, (_, move) in enumerate(self._results):
            if len(move) < 4:
                continue
            ways = (
                self._map.spot(move[1], move[2]),
                self._map.spot(move[1], move[3]),
            )
            if ways == (source, targets[0]):
                self.chosen = index
                return recognise.ACCEPT
        return recognise.NOTHING


class Counts(_Simple):
    """Appeared and disappeared pawns of the settled board."""

    def _decide(self, now_ms: int) -> int:
        if not self._last_ms or now_ms - self._last_ms < 600:
            return recognise.NOTHING
        self._last_ms = 0
        net = Counter(self._placed)
        net.subtract(self._lifted)
        changes = {spot: count for spot, count in net.items() if count}
        if not changes:
            return recognise.NOTHING
        before = self._occupied(self._state)
        for index, (state, _) in enumerate(self._results):
            after = self._occupied(state)
            wanted = {s: after[s] - before[s] for s in after | before if after[s] != before[s]}
            if wanted == changes:
                self.chosen = index
                return recognise.ACCEPT
        return recognise.NOTHING

    def _occupied(self, state) -> Counter:
        """Return how many reeds of every spot a state closes."""
        pawns = Counter(self._map.spots(state, bytearray(16)))
        return Counter({s: min(pawns[s], len(self._map.bits(s))) for s in pawns if s != NOBODY})


ALL = (("first lift", FirstLift), ("counts", Counts))
