# SPDX-License-Identifier: Apache-2.0
cimport cython

cdef int _SIZE, _OP, _FEW, _NO_RANK, _KEYS, _READ

@cython.final
cdef class Results:
    cdef public int n, most, stored, used
    cdef public bytearray states, ops
    cdef public object begins
    cdef bint _sorted, _swaps
    cdef public bytearray order
    cdef public bytearray _rank
    cdef object _index
    cdef int _first, _last

    cpdef clear(self)
    @cython.locals(number=int, end=int)
    cpdef add(self, state, move)
    @cython.locals(size=int, begin=int)
    cpdef bytearray room(self, bytes copies, int count)
    @cython.locals(end=int)
    cpdef take(self, bytes moves, int stored)
    @cython.locals(order=bytearray, rank=bytearray, n=int, k=int)
    cpdef arranged(self, list early)
    @cython.locals(states=bytearray, before=bytearray, after=bytearray, n=int, k=int)
    cpdef bint settled(self)
    @cython.locals(order=bytearray, rank=bytearray, k=int, key=bytes, before=bytes)
    cpdef int _number(self, list keys, int first, int n) except -1
    cpdef bint _shorter(self, int k, int than)
    cpdef int at(self, int i)
    cpdef int begin(self, int i)
    cpdef int end(self, int i)
    @cython.locals(at=int)
    cpdef bytes state(self, int i)
    @cython.locals(k=int, a=int, b=int)
    cpdef bytes move(self, int i)
