# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport replace
from rules.moves cimport bump, step, swap
from rules.results cimport Results

cdef int HOME, NOBODY, TURN, WINNER, FIN, RING
cdef tuple SLIDE

cdef class Making:
    cdef bint _bump_own
    cdef bytearray _ops, _before
    cdef int _end
    cdef public bytearray base, state, at
    cdef public int seat

    @cython.locals(base=bytearray, before=bytearray, i=int, place=int)
    cpdef _stand(self)
    cpdef begin(self)
    @cython.locals(state=bytearray)
    cpdef end(self, Results into)
    cpdef bytes move(self)
    @cython.locals(at=bytearray, seat=int, who=int, kind=int, end=int, space=int)
    cpdef int go(self, int place, int to)
    cpdef bint lost(self, int place)
    @cython.locals(at=bytearray, seat=int, state=bytearray, end=int, space=int)
    cpdef change(self, int a, int other, int b)
    @cython.locals(seat=int)
    cdef _send(self, int space)
