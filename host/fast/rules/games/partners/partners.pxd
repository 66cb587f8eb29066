# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game, replace
from rules.moves cimport bump, lost, step, swap

cdef int HOME, NOBODY, TURN, WINNER, OUT, START, BACK, SWAP, MINE, SPLIT, OTHERS
cdef int _RING, _QUARTER, _LAST, _ROW, _WALK, _FULL, _COUNT
cdef tuple CARDS

cdef class Partners(Game):
    cdef public tuple edition, cards
    cdef public str rest
    cdef public bytes goal
    cdef public int extra, walls
    cdef public bint stacks
    cdef public bytearray occ, circles, empty

    @cython.locals(occ=bytearray, circles=bytearray, walls=int, seat=int, i=int, own_start=int, taken=int, end=int, place=int)
    cpdef prepare(self, state)
    @cython.locals(taken=int, circle=int, there=int, offset=int, quarter=int)
    cpdef int reach(self, int seat, int place, int steps)
    cpdef int past_start(self, int place, int steps)
    @cython.locals(offset=int, quarter=int)
    cpdef int back(self, int seat, int place)
    @cython.locals(seat=int)
    cpdef int mover(self, state)
    @cython.locals(i=int, circle=int)
    cpdef bint all_locked(self, state, int seat)
    @cython.locals(after=bytearray)
    cpdef bytearray handed_on(self, state)
    cpdef end_if_won(self, bytearray after, int seat)
    @cython.locals(found=list, card=tuple, use=int)
    cpdef list moves(self, bytes state, int action, poll)
    @cython.locals(place=int)
    cpdef int enter(self, int seat)
    cpdef int alone(self, int seat, int place)
    @cython.locals(found=list, base=bytearray, own=int, i=int, seat=int, place=int, target=int)
    cdef list _others(self, bytes state, int steps)
    @cython.locals(found=list, base=bytearray, seat=int, before=int, i=int, place=int, steps=int, target=int)
    cdef list _plain(self, bytes state, tuple card)
    @cython.locals(after=bytearray, there=int, move=bytes)
    cdef tuple _one(self, bytearray base, int seat, int place, int target)
    cpdef bint swappable(self, int seat, int place)
    @cython.locals(found=list, base=bytearray, own=int, free=list, i=int, j=int, one=int, two=int, same=bint, after=bytearray)
    cdef list _swaps(self, bytes state, bint mine, poll)
