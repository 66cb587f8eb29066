# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport replace, stands
from rules.games.ludo.board cimport OnLudoBoard
from rules.moves cimport bump, step

cdef int HOME, MOVED, NOBODY, TRIES, TURN, WINNER, FIN, GOAL_STEP, RING
cdef int _SIX, _MOST_TRIES
cdef tuple PATH, STEP_OF
cdef bytes _FRIFELT

cdef class Ludo(OnLudoBoard):
    cdef bint _forced
    cdef list _others

    @cython.locals(seat=int, throw=int, steps=bytes, path=bytes, walls=bytes, last=int, i=int, place=int, first=int, end=int, found=list)
    cpdef list moves(self, bytes now, int action, poll)
    @cython.locals(now=bytes, steps=bytes, found=bytes, others=bytes, other=int, i=int, a=int, b=int, c=int, d=int)
    cpdef bytes barriers(self, state, int seat)
    @cython.locals(wall=int)
    cdef bint _stopped(self, bytes walls, int first, int end)
    @cython.locals(others=bytes, other=int)
    cdef bint _meets(self, bytearray state, int seat, int place)
    @cython.locals(others=bytes, other=int, done=bytes)
    cdef bytes _capture(self, bytearray after, int seat, int place)
    @cython.locals(after=bytearray, move=bytes, pending=int)
    cdef tuple _move(self, bytes state, int seat, int place, int to, int throw)
    @cython.locals(after=bytearray, move=bytes, tries=int)
    cdef tuple _pass(self, bytes state, int seat, int throw, bint stuck)
