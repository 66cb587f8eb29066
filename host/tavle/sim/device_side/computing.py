# SPDX-License-Identifier: Apache-2.0
"""Lets the time of computing pass, see `tavle.sim.computing`: the charged firmware calls `spend`."""

import builtins
import gc
import json
import os
import sys

# us on the emulated Pico: a collection with 230 KB in use; an event, per character; a module, per
# byte of its source (its .mpy file is about a third of that and loads at 3.5 us a byte).
_COLLECTION_US = 35000
_HEAP_BYTES = 486000  # at boot
_FREE_BYTES = 262000  # when all is loaded, a card laid and garbage collected
_CHARACTER_US = 12
_LOAD_US = 2000
_SOURCE_BYTE_US = 1

_clock = None
_used = 0


def spend(us):
    """Let computing time pass."""
    clock = _clock
    t = clock.now + us
    if t < clock.horizon:
        clock.now = t
    else:
        clock.reach(t)


def spend_(us, size):
    """Let computing time pass and memory be used; a collection comes when it is used up."""
    global _used
    _used += size
    if _used > _FREE_BYTES:
        _used = 0
        us += _COLLECTION_US
    spend(us)


def dumps(value):
    """Do `json.dumps` in its time."""
    text = json.dumps(value)
    spend(100 + _CHARACTER_US * len(text))
    return text


def loads(text):
    """Do `json.loads` in its time."""
    spend(100 + _CHARACTER_US * len(text))
    return json.loads(text)


def collect():
    """Do `gc.collect` in its time."""
    global _used
    _used = 0
    spend(_COLLECTION_US)
    gc.collect()


def mem_free():
    """Return the bytes that are free by this model, not those of the process."""
    return _FREE_BYTES - _used


def mem_alloc():
    """Return the bytes that are taken by this model."""
    return _HEAP_BYTES - _FREE_BYTES + _used


def address(_of):
    """Return where the heap has been gone through to: what is new lies there, as on a Pico."""
    return _HEAP_BYTES - _FREE_BYTES + _used


def install(clock):
    """Charge from now on, modules that are loaded as well."""
    global _clock
    _clock = clock
    plain = builtins.__import__

    def charged(name, *more):
        new = name not in sys.modules
        module = plain(name, *more)
        if new:
            path = getattr(sys.modules.get(name), "__file__", None)
            if path:
                spend(_LOAD_US + _SOURCE_BYTE_US * os.stat(path)[6])
        return module

    builtins.__import__ = charged
