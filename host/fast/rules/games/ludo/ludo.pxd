# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game, stands
from rules.moves cimport bump, step

cdef int _SIX, _MOST_TRIES
cdef bytes _FRIFELT, _ALL_IN_GOAL

cdef class Ludo(Game):
    cdef bint _forced
    cdef bytes _next

    @cython.locals(seat=int, throw=int, steps=bytes, path=bytes, last=int, i=int, place=int, first=int, end=int)
    cpdef fill(self, state, int action, into)
    @cython.locals(steps=bytes, found=bytes, other=int, i=int, a=int, b=int, c=int, d=int)
    cpdef barriers(self, state, int seat)
    @cython.locals(wall=int)
    cpdef bint _stopped(self, bytes walls, int first, int end)
    @cython.locals(count=int, other=int, base=int, i=int, end=int)
    cpdef int _captured(self, bytearray after, int seat, int place, bytearray ops)
    @cython.locals(after=bytearray, base=int, i=int, end=int, ops=bytearray, pending=int)
    cpdef tuple _moved(self, state, int seat, int place, int to, int throw)
    @cython.locals(after=bytearray, ops=bytearray, tries=int)
    cpdef tuple _passed(self, state, int seat, int throw, bint declined)
    @cython.locals(i=int)
    cpdef bint waits(self, state, int seat)
