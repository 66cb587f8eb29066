# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport Game

cdef int HOME, FIN

cdef class OnLudoBoard(Game):
    @cython.locals(i=int)
    cpdef bint waits(self, state, int seat)
