# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game, stands
from rules.moves cimport bump, step
from rules.results cimport Results

cdef int HOME, MOVED, NOBODY, TRIES, TURN, WINNER, FIN, GOAL_STEP, RING
cdef int _SIX, _MOST_TRIES
cdef tuple PATH, STEP_OF
cdef bytes _FRIFELT, _ALL_IN_GOAL

cdef class Ludo(Game):
    cdef bint _forced
    cdef list _others

    @cython.locals(now=bytes, seat=int, throw=int, steps=bytes, path=bytes, walls=bytes, last=int, i=int, place=int, first=int, end=int)
    cpdef fill(self, state, int action, Results into)
    @cython.locals(now=bytes, steps=bytes, found=bytes, others=bytes, other=int, i=int, a=int, b=int, c=int, d=int)
    cpdef bytes barriers(self, state, int seat)
    @cython.locals(wall=int)
    cpdef bint _stopped(self, bytes walls, int first, int end)
    @cython.locals(count=int, others=bytes, other=int, base=int, i=int, end=int)
    cpdef int _captured(self, bytearray after, int seat, int place, bytearray ops)
    @cython.locals(after=bytearray, base=int, i=int, end=int, ops=bytearray, pending=int)
    cpdef _move(self, bytes state, int seat, int place, int to, int throw, Results into)
    @cython.locals(after=bytearray, ops=bytearray, tries=int)
    cpdef _pass(self, bytes state, int seat, int throw, Results into)
    @cython.locals(i=int)
    cpdef bint waits(self, state, int seat)
