# SPDX-License-Identifier: Apache-2.0
cimport cython
from players cimport judge

cdef int HOME, NOBODY, TURN, WON, BUMP, SELF
cdef int _RING, _QUARTER, _PLACES, _START, _BACK, _CERTAIN, _OUT, _CIRCLE, _DEEPER, _LOCKED, _BACK_DOOR, _BLOCKED, _IDLE

cdef class Judge(judge.Judge):
    cdef bytearray _walls, _odds
    cdef int _homes
    cdef bint _back
    cdef bytes _kept

    @cython.locals(copies=list, action=int, n=int, steps=int, share=int, none=int)
    cdef _draw_odds(self, bytearray unseen, int total, int cards)
    @cython.locals(odds=bytearray, steps=int, to=int)
    cdef _threaten(self, state, int seat, int place)
    @cython.locals(held=int, enemy=int, i=int, place=int)
    cdef int _held_up(self, state, int seat)
    @cython.locals(seat=int)
    cpdef int worth(self, after)
    @cython.locals(value=bytearray, threat=bytearray, base=int, start=int, points=int, before=int, risk=int, i=int, end=int, place=int, worth=int)
    cdef int _own(self, after, int seat)
    @cython.locals(value=bytearray, base=int, i=int)
    cdef int _sum(self, after, int seat)
    @cython.locals(i=int, circle=int, points=int)
    cdef int _locks(self, after, int seat)
    cpdef int kept(self, int action)
