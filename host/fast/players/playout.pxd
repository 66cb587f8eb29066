# SPDX-License-Identifier: Apache-2.0
cimport cython

cdef int NOBODY, TURN, WINNER, WON

cdef class Playout:
    cdef public object _judge, _game, _reached
    cdef public bytearray _now, _left
    cdef public object _seen
    cdef public bytes _all
    cdef public int _seat, cost

    @cython.locals(n=int, action=int)
    cpdef int draw(self, bytearray left, int total, chance)
    cpdef bytearray _unseen(self, seen)
    @cython.locals(now=bytearray)
    cpdef int outcome(self)
