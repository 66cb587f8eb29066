# SPDX-License-Identifier: Apache-2.0
cimport cython
from rules.game cimport replace
from rules.games.partners.partners cimport Partners
from rules.moves cimport bump, lost, step

cdef int HOME, NOBODY, TURN, OUT, SIZE
cdef int _RING, _QUARTER, _LAST, _WALK, _COUNT, _Z1, _PAWNS

@cython.locals(seat=int)
cpdef list sevens(Partners game, bytes state, poll)
@cython.locals(used=int, base=bytearray, after=bytearray, first=bytes, pairs=list)
cdef list _finishes(Partners game, bytes state, int seat, poll)
@cython.locals(place=int, steps=int)
cdef int _to_finish(Partners game, bytes state, int seat)

@cython.final
cdef class Split:
    cdef Partners _game
    cdef bytes _state, _first, _goal, _occ, _pawns
    cdef int _seat, _taken, _walls, _walkers
    cdef object _poll
    cdef bint _stacks
    cdef bytearray _ends, _most, _to_goal
    cdef list _parts, _pairs
    cdef set _seen, _found
    cdef dict _without

    @cython.locals(i=int, place=int)
    cdef list pairs(self, int total)
    @cython.locals(ahead=int, quarter=int)
    cdef _look_ahead(self, int i, int place, int total)
    @cython.locals(place=int, target=int, part=tuple)
    cdef tuple _ring_part(self, int i, int steps)
    @cython.locals(other=int, i=int)
    cdef tuple _part(self, int place, int target)
    @cython.locals(before=int, i=int, place=int, near=int, now=int, walk=int, steps=int, there=int, ways=int, mark=int, circles=int, target=int, end=int, bit=int, done=bytes)
    cdef _in_goal(self, int free, int left, int taken, int moved, bytes move, int sent)
    @cython.locals(first=int, last=int, steps=int, now=bytes, gone=int, end=int, bit=int, done=bytes, part=tuple)
    cdef _on_ring(self, int free, int i, int left, bytes move, int sent)
    @cython.locals(ends=bytearray, a=int, b=int, c=int, d=int, key=int, after=bytearray, i=int)
    cdef _keep(self, bytes move, int sent)
    @cython.locals(after=bytearray, i=int)
    cdef bytearray _send_home(self, int sent)
