# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game
from rules.games.sorry.making cimport Making

cdef class Sorry(Game):
    cdef public bint bumps_own

    @cython.locals(seat=int, forward=int, backward=int, last=int, i=int, place=int, step=int)
    cpdef _singles(self, Making making, int action, into)
    @cython.locals(step=int)
    cpdef int behind(self, int seat, int place, int steps)
    cpdef _single(self, Making making, int place, int to, into)
    @cython.locals(seat=int, step_a=int, step_b=int, first=int, second=int)
    cpdef int _split(self, Making making, int a, int part, int b, into)
    @cython.locals(seat=int, j=int, b=int)
    cpdef _sorry(self, Making making, into)
