# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport replace
from rules.games.partners.partners cimport Partners
from players cimport playout

cdef int HOME, NOBODY, TURN, WON
cdef int _RING, _QUARTER, _PLACES, _COUNT, _SWAP, _ALONE, _UNKNOWN

cdef class Playout(playout.Playout):
    cdef list _gains
    cdef bytearray _hands, _guess, _places, _free
    cdef int _top, _card, _whose, _from, _to, _b, _b_to, _total, _turns, _who, _mover, _at, _size
    cdef bint _looking

    @cython.locals(hands=bytearray)
    cdef _deal(self, int at, int end, chance)
    @cython.locals(state=bytearray)
    cdef bint _next_hand(self)
    @cython.locals(hands=bytearray, first=int, i=int, k=int, action=int)
    cdef bint _next_card(self)
    @cython.locals(state=bytearray, price=int, card=tuple, use=int)
    cdef _look(self, int action)
    @cython.locals(hands=bytearray, first=int, i=int)
    cdef _play(self)

    @cython.locals(game=Partners, card=tuple, before=int, i=int, place=int, steps=int, to=int, gain=int)
    cdef _look_at(self, bytearray state, int seat, int action, int price)
    @cython.locals(game=Partners, value=bytearray, base=int, there=int, other=int, lost=int)
    cdef int _gain(self, int seat, int place, int to)
    @cython.locals(game=Partners, places=bytearray, gains=list, before=int, i=int, place=int, steps=int, at=int, to=int, gain=int, j=int, a=int, b=int)
    cdef _look_at_seven(self, bytearray state, int seat, int action, int price)
    @cython.locals(game=Partners, i=int, seat=int, place=int, to=int, gain=int)
    cdef _look_at_others(self, bytearray state, int steps, int action, int price)
    cdef _take(self, int action, int seat, int place, int to)
    @cython.locals(game=Partners, there=int)
    cdef bint _crowded(self, int seat, int to)
    @cython.locals(game=Partners, value=bytearray, free=bytearray, n=int, us=int, own=int, i=int, j=int, one=int, base=int, place=int, two=int, there=int, other=int, gain=int, change=int)
    cdef _look_at_swap(self, bytearray state, bint mine, int action, int price)
    @cython.locals(one=int, two=int, a=int, b=int)
    cdef _make(self, bytearray state)
    @cython.locals(game=Partners, there=int)
    cdef _land(self, bytearray state, int seat, int place, int to)
    @cython.locals(hands=bytearray, at=int, i=int)
    cdef bint _holds(self, int seat)
    @cython.locals(hands=bytearray, i=int)
    cdef _use(self, int action)
