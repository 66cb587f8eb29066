# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game, replace
from rules.results cimport Results
from rules.moves cimport bump, lost, step, swap

cdef int HOME, NOBODY, TURN, WINNER, OUT
cdef int _RING, _QUARTER, _LAST, _ROW, _WALK, _FULL, _COUNT

cdef class Partners(Game):
    cdef public tuple edition
    cdef public bytes goal, empty
    cdef public int extra, walls
    cdef public bytearray occ, circles, scratch

    @cython.locals(occ=bytearray, circles=bytearray, walls=int, seat=int, i=int, own_start=int, taken=int, end=int, place=int)
    cpdef prepare(self, state)
    @cython.locals(taken=int, circle=int, there=int, offset=int, quarter=int)
    cpdef int reach(self, int seat, int place, int steps)
    @cython.locals(offset=int, quarter=int)
    cpdef int back(self, int seat, int place)
    @cython.locals(seat=int)
    cpdef int mover(self, state)
    @cython.locals(i=int, circle=int)
    cpdef bint all_locked(self, state, int seat)
    @cython.locals(seat=int)
    cpdef turned(self, bytearray state)
    @cython.locals(seat=int, before=int, i=int, place=int, steps=int, target=int)
    cpdef _plain(self, state, tuple card, Results into)
    @cython.locals(after=bytearray, there=int, move=bytes)
    cpdef _one(self, state, int seat, int place, int target, Results into)
    cpdef bint swappable(self, int seat, int place)
