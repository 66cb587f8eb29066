# SPDX-License-Identifier: Apache-2.0
"""Proof that a hot path does not allocate, for tests that run on both interpreters."""

import micropython


def no_alloc(function):
    """Call the function twice, the second time with the heap locked; return its second result.

    The first call warms up: it may intern names, grow buffers, load modules.
    On MicroPython a MemoryError names the line that allocates; on CPython nothing is proved.
    Takes no arguments for the function: `*args` would allocate here.
    """
    function()
    micropython.heap_lock()
    try:
        return function()
    finally:
        micropython.heap_unlock()
