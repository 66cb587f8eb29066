# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game
from rules.games.sorry.making cimport Making

cdef int HOME, NOBODY, TURN, ILLEGAL, PLAIN, A_ELEVEN, A_SEVEN, A_SORRY, A_TWO, FIN, HOME_STEP, RING
cdef tuple PATH, STEP_OF
cdef bytes FORWARD, BACKWARD, STARTS

cdef class Sorry(Game):
    cdef public bint bumps_own

    @cython.locals(base=bytearray, seat=int, making=Making, found=list)
    cpdef list moves(self, bytes state, int action, poll)
    @cython.locals(seat=int, forward=int, backward=int, last=int, i=int, place=int, step=int)
    cdef _singles(self, Making making, int action, list found)
    @cython.locals(step=int)
    cpdef int behind(self, int seat, int place, int steps)
    cdef _single(self, Making making, int place, int to, list found)
    @cython.locals(first=int, i=int, j=int, a=int, b=int, part=int)
    cdef _splits(self, Making making, list found, poll)
    @cython.locals(seat=int, step_a=int, step_b=int, first=int, second=int)
    cdef int _split(self, Making making, int a, int part, int b, list found)
    @cython.locals(seat=int, i=int, j=int, a=int, b=int, may_decline=bint)
    cdef _changes(self, Making making, list found, poll)
    @cython.locals(seat=int, j=int, b=int)
    cdef _sorry(self, Making making, list found)
