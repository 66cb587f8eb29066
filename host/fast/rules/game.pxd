# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.results cimport Results

cdef int _PAWNS

@cython.locals(base=int, end=int, i=int)
cpdef replace(bytearray state, int seat, int old, int new)

@cython.locals(i=int)
cpdef bint stands(state, int seat, int place)

cdef class Game:
    cdef dict __dict__
    cdef readonly bytes _turns
    cpdef int next_seat(self, int seat)
    @cython.locals(after=bytearray)
    cpdef bytes skip(self, state)
    cpdef list moves(self, bytes state, int action, poll)
    cpdef Results results(self, state, int action, poll=*)
