# SPDX-License-Identifier: Apache-2.0
"""Who lies on the play slot: turns single looks into card, removed and two, without flapping.

Pure: it is told which tags one look has found. A look that finds nothing proves little, because an
active tag ignores every second call; so a card is gone only after several clean misses, and a
damaged answer counts as "there".
"""

from micropython import const

from ticks import since

_MISSES = const(3)
_GONE_MS = const(400)
_SAME = const(2)  # looks in a row before another card replaces one that was not seen leaving
_ALONE = const(3)  # looks in a row with one card before "two" is over
_FLIPS = const(2)  # changes back and forth that mean two cards on top of each other


class Presence:
    """Keeps the announced card and the one being read."""

    def __init__(self, events: list) -> None:
        """Begin with an empty slot; events (tuples) are appended to the caller's list."""
        self.uid: "bytes | None" = None  # announced by ("card", ...)
        self.candidate: "bytes | None" = None  # seen, not announced yet
        self.two = False
        self.events = events
        self._misses = 0
        self._missed_ms = 0
        self._last: "bytes | None" = None
        self._run = 0
        self._flips = 0

    def empty(self) -> bool:
        """Tell whether nothing is, or may still be, on the slot."""
        return self.uid is None and self.candidate is None and not self.two

    def missing(self) -> bool:
        """Tell whether the last look found nothing."""
        return self._misses > 0

    def look(self, uids: list, now_ms: int) -> "bytes | None":
        """Take the UIDs that one look has found; return the UID to be read now, or None."""
        if not uids:
            self._miss(now_ms)
            return None
        self.proof()
        if len(uids) > 1:
            self._last = None
            self.candidate = None
            if self.uid is not None and self.uid not in uids:
                self._remove()
            self._say_two()
            return None
        uid = uids[0]
        if uid == self._last:
            self._run += 1
        else:
            if self.uid is not None and uid == self.uid and self._last is not None:
                self._flips += 1
                if self._flips >= _FLIPS:
                    self._say_two()
            self._last = uid
            self._run = 1
        if self.two:
            if self._run < _ALONE:
                return None
            self.two = False
        if self._run >= _ALONE:
            self._flips = 0
        if uid == self.uid:
            return None
        if self.uid is not None:
            if self._run < _SAME:
                return None
            self._remove()
        self.candidate = uid
        return uid

    def proof(self) -> None:
        """Note that something answered: a good answer, or a damaged one."""
        self._misses = 0

    def announce(self, payload: "bytes | None", held: str) -> None:
        """Say that the candidate is the card on the slot, with its record or None, and what it held."""
        found = self.candidate
        # A copy: this one stays as long as the card, and garbage may have been collected since it was found.
        self.uid = self._last = found and found[:]
        self.candidate = None
        self._flips = 0
        self.events.append(("card", self.uid, payload, held))

    def _miss(self, now_ms: int) -> None:
        if not self._misses:
            self._missed_ms = now_ms
        self._misses += 1
        if self._misses < _MISSES or since(now_ms, self._missed_ms) < _GONE_MS:
            return
        if self.uid is not None:
            self._remove()
        self.candidate = None
        self.two = False

    def _remove(self) -> None:
        self.uid = None
        self.events.append(("removed",))

    def _say_two(self) -> None:
        if not self.two:
            self.two = True
            self.events.append(("two",))
