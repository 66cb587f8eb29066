# SPDX-License-Identifier: Apache-2.0
"""The smallest dual test: what a firmware test may rely on in both interpreters."""

from helpers_noalloc import no_alloc
from micropython import const

_SIZE = const(4)


def test_const_is_a_value():
    assert _SIZE + 1 == 5


def test_no_alloc_returns_the_second_result():
    buffer = bytearray(_SIZE)

    def count():
        buffer[0] += 1
        return buffer[0]

    assert no_alloc(count) == 2


def test_no_alloc_leaves_the_heap_unlocked():
    no_alloc(int)
    assert len([0] * 100) == 100
