# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport replace
from rules.moves cimport bump, step, swap

cdef int HOME, NOBODY, TURN, WINNER, FIN, RING
cdef tuple SLIDE

@cython.final
cdef class Making:
    cdef bint _bump_own
    cdef bytes _move
    cdef bytearray _before
    cdef int _end
    cdef public bytearray base, state, at
    cdef public int seat

    cpdef begin(self)
    @cython.locals(state=bytearray)
    cpdef tuple end(self)
    cpdef bytes move(self)
    @cython.locals(at=bytearray, seat=int, who=int, kind=int, end=int, space=int)
    cpdef int go(self, int place, int to)
    cpdef bint lost(self, int place)
    @cython.locals(at=bytearray, seat=int, state=bytearray, end=int, space=int)
    cpdef change(self, int a, int other, int b)
    @cython.locals(seat=int)
    cdef _send(self, int space)
