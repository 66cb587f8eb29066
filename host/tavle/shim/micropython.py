# SPDX-License-Identifier: Apache-2.0
"""The `micropython` module for CPython, so that firmware runs there unchanged.

This folder is put on sys.path of CPython: keep it free of names that CPython has itself.
Source: MicroPython documentation, library/micropython.
"""

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def const(value: _T) -> _T:
    """Return the value; MicroPython folds it into the code."""
    return value


def native(function: _T) -> _T:
    """Return the function; MicroPython compiles it to machine code."""
    return function


def viper(function: _T) -> _T:
    """Return the function; MicroPython compiles it to machine code with C types."""
    return function


def heap_lock() -> int:
    """Do nothing: CPython cannot forbid allocation."""
    return 1


def heap_unlock() -> int:
    """Do nothing."""
    return 0


def opt_level(level: int = 0) -> int:
    """Return the level; CPython has no such setting."""
    return level


def alloc_emergency_exception_buf(size: int) -> None:
    """Do nothing: exceptions always have room here."""


def mem_info(verbose: int = 0) -> None:
    """Do nothing: there is no fixed heap to describe."""


def stack_use() -> int:
    """Return 0: not known."""
    return 0


def kbd_intr(char: int) -> None:
    """Do nothing: the terminal handles Ctrl-C."""


def schedule(function: Callable[[object], object], arg: object) -> None:
    """Call the function at once; MicroPython calls it soon, outside the interrupt."""
    function(arg)
