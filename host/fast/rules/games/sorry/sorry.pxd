# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game
from rules.games.sorry.making cimport Making
from rules.results cimport Results

cdef int HOME, NOBODY, TURN, ILLEGAL, PLAIN, A_ELEVEN, A_SEVEN, A_SORRY, A_TWO, FIN, HOME_STEP, RING
cdef tuple PATH, STEP_OF

cdef class Sorry(Game):
    cdef public bint bumps_own

    @cython.locals(base=bytearray, seat=int, making=Making)
    cpdef fill(self, state, int action, Results into)

    @cython.locals(seat=int, forward=int, backward=int, last=int, i=int, place=int, step=int)
    cpdef _singles(self, Making making, int action, Results into)
    @cython.locals(step=int)
    cpdef int behind(self, int seat, int place, int steps)
    cpdef _single(self, Making making, int place, int to, Results into)
    @cython.locals(seat=int, step_a=int, step_b=int, first=int, second=int)
    cpdef int _split(self, Making making, int a, int part, int b, Results into)
    cpdef _share(self, Making making, int a, int part, int b, Results into)
    @cython.locals(seat=int, j=int, b=int)
    cpdef _sorry(self, Making making, Results into)
