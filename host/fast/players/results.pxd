# SPDX-License-Identifier: Apache-2.0
cimport rules.results

cdef class Results:
    cdef dict __dict__
    cdef object _game
    cdef rules.results.Results _found

    cpdef int count(self)
    cpdef bytes state(self, int index)
    cpdef bytes move(self, int index)
