# SPDX-License-Identifier: Apache-2.0
cdef class Chance:
    cdef int _x, _y, _z
