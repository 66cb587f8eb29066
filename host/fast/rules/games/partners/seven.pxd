# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport replace
from rules.results cimport Results
from rules.moves cimport bump, lost, step
from rules.games.partners.partners cimport Partners

cdef int HOME, SIZE, TURN, OUT
cdef int _RING, _QUARTER, _LAST, _WALK, _COUNT, _TOUCH, _NEVER, _PART, _FOUND, _PAWNS, _NODES
cdef tuple _FREE

cdef class Seven:
    cdef public Partners game
    cdef public int seat, total, taken, count, walkers, before
    cdef public bytes first, goal, occ
    cdef public list pawns, ends, four, parts
    cdef public dict found, bits, places, without, walked, heads
    cdef public bytearray plain, where, most, table

    cdef int _place(self, int there)
    cdef bint _stack(self, int there)
    @cython.locals(seat=int, occ=bytes, table=bytearray, before=int, i=int, place=int, row=int, part=int, steps=int, target=int, other=int, beyond=bint)
    cdef bytearray _table(self)
    @cython.locals(pawns=list, ends=list, where=bytearray, table=bytearray, goal=bytes, four=list, found=dict, mask=int, left=int, how=object, taken=int, moved=int, free=tuple, i=int, there=int, before=int, place=int, target=int, now=int, walk=int, rest=int, steps=int, key=int, mark=int, circles=int)
    cdef _expand(self, list nodes, set seen)
    @cython.locals(i=int, place=int, row=int, steps=int)
    cdef _share(self, tuple free, int left, how)
    @cython.locals(steps=int, last=int, table=bytearray, found=dict, place_i=int, place_j=int, row_i=int, row_j=int, other=int, low=int, high=int, a=int, b=int, rest=int, key=int)
    cdef _share_two(self, int i, int j, int left, how)
    cdef _keep(self, how)
    cdef _won(self, bytearray states, int at)
    cdef tuple _head(self, how)
    cdef tuple _made(self, how)
    @cython.locals(sent=int, bits=int, place=int, taken=int, there=int, key=int)
    cdef tuple _next(self, tuple before, int part)
    @cython.locals(other=int)
    cdef tuple _part(self, int place, int target)
    @cython.locals(base=int)
    cdef int _bit(self, int place)
    @cython.locals(bit=int, after=bytearray, place=int, base=int, i=int)
    cdef bytearray _without(self, int sent)
