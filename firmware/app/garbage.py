# SPDX-License-Identifier: Apache-2.0
"""When garbage is collected: before the heap is used up, at a moment when nobody waits.

A collection takes 23 ms on the emulated Pico. Left to itself it comes when the heap has been gone
through, in the middle of whatever then asks for memory: with some luck between a lift and its light.

MicroPython gives memory from low addresses to high ones and begins at the low end again after a
collection (source: py/gc.c, `gc_alloc`). So the address of something new tells how far it has come;
asking for that takes 0.03 ms, `gc.mem_free` 7 ms. What is collected in time never comes near the
high end, which so stays one large block.

The same is why some things call for a collection before they begin, wherever the heap is: modules
that come and leave the numbers of their names behind (`lazy.bring`, `requests.py`), and whatever a
button's hold begins, a move taken back above all. What these make stays for a turn, or for ever.
Made where the garbage of the last second ended it cut the free 44 KB of a game of Partners into
pieces of 8 to 14 KB; made after a collection it lies at the low end. So does what stays of a move:
it is taken after a collection (`System`), which comes when the board has been judged; and what stays of
a card, before which one comes while the reader still talks to it; and a question, or why a pawn is led
back, whose lights and words are made after one. (With three computers at the table a question about a 7 of
149 results left no larger piece than 13.3 KB on the emulated Pico, 29.7 since: each line of a choice lay
behind 1.5 KB of garbage that had made it.) While a move is
only begun the next hand may come at any moment: of 601 lifts of any pawns by the model eight had waited
for more than 25 ms, six of them for a collection 0.3 s after the movement before.

The best moment is an answer to a hand: the next movement is not there then. A collection after the lights of a lift
was begun up to 50 ms after the movement, and met the next one; it comes at once now, and before the lights where a
pawn was put down. To ask is garbage, too: 128 bytes each time.

What the results of a card leave behind is collected when its lights are complete, and not before (in their midst it put
them off by 22 ms): the hand that laid it has still to come from the slot to the board. Later the reader's polls use up
what is left, and the collection comes anywhere: two of 186 lifts of a game on the emulated Pico had waited 35 and 47 ms, 0.2 s after a card.
"""

import gc

from micropython import const

from ticks import just, since

_PROBE = const(30)  # members of what is made to be asked for its address: 128 bytes
# Bytes at the high end that are kept for what comes all at once, and stays.
_RESERVE = const(40000)
_EMPTY_RESERVE = const(52000)  # the same, where no better moment will come
_LAST_RESERVE = const(28000)  # when no more is left, no good moment is waited for
# Bytes gone through since the last collection: what is made now would lie too high.
_WORN = const(12000)
_TURNS = const(4)  # of the scans, asked about only once: each time costs what the probe takes
_APART_MS = const(200)  # from one collection to the next, when the reserve has not been touched


class Garbage:
    """Knows how far the heap has been gone through since the last collection.

    Make it before anything else: it takes the heap to be free but for its low end.
    """

    def __init__(self) -> None:
        gc.collect()
        self._end = id([]) + gc.mem_free()  # nearly all of it, in one piece
        self._collected_ms = 0
        self._left = self._end - id((0,) * _PROBE)  # after the last collection
        self._turn = 0

    def due(self, now_ms: int, convenient: bool, empty: bool = False) -> bool:
        """Return whether to collect now.

        Args:
            now_ms: the time.
            convenient: whether little is lost by it: a hand has just had its answer, or hands rest.
            empty: whether that hand has put a pawn down: it takes a moment until it lifts another.
        """
        if not convenient:
            self._turn = (self._turn + 1) % _TURNS
            if self._turn:
                return False
        left = self._end - id((0,) * _PROBE)
        if not convenient:
            return left < _LAST_RESERVE
        return left < (_EMPTY_RESERVE if empty else _RESERVE) and not just(
            now_ms, self._collected_ms, _APART_MS + 1
        )

    def worn(self, when_ms: int) -> bool:
        """Return whether much has been used since the last collection, and that was before a moment."""
        if since(when_ms, self._collected_ms) <= 0:
            return False
        return self._left - (self._end - id((0,) * _PROBE)) > _WORN

    def collect(self, now_ms: int) -> None:
        """Collect now."""
        gc.collect()
        self._left = self._end - id((0,) * _PROBE)
        self._collected_ms = now_ms
