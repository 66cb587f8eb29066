# SPDX-License-Identifier: Apache-2.0
cimport cython

cdef int BUMP, SIZE, SWAP, _KIND, _PAWNS

@cython.final
cdef class Results:
    cdef public list states, moves
    cdef tuple _others
    cdef dict _pawns
    cdef bint _swaps

    cdef dict _index(self)
    @cython.locals(i=int, kind=int)
    cdef _note(self, dict pawns, bytes move)
    @cython.locals(low=int, high=int, middle=int)
    cpdef int find(self, state)
