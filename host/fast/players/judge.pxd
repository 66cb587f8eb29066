# SPDX-License-Identifier: Apache-2.0
cimport cython

cdef int SIZE, STEP, SWAP

cdef class Judge:
    cdef dict __dict__
    cdef public object game
    cdef public bytearray value, others, threat
    cdef public int places, less, _seat
    cdef bytes _nothing

    cpdef begin(self, int seat)
    @cython.locals(was=int)
    cpdef endanger(self, int place, int odds)
    @cython.locals(value=bytearray, others=bytearray, table=bytearray, places=int, side=int, points=int, i=int, kind=int, who=int, base=int, change=int, other=int, gone=int)
    cpdef int swing(self, bytes move, int seat)
    cpdef int kept(self, int action)

cdef class Race(Judge):
    @cython.locals(table=bytearray, points=int, other=int, base=int, i=int, total=int)
    cpdef int quick(self, after, int seat)
