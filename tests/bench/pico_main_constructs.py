# SPDX-License-Identifier: Apache-2.0
"""Runs as main.py on the emulated Pico: what the constructs of the language cost, in ns.

Prints lines `name number` (a round of an empty loop is taken off); the last line is `end 0`.
`tavle.sim.computing` has its figures from here.
"""

import gc
import time

ROUNDS = 200
HEAD = """
def kernel(n, o, l, b, b2, b10, d, t, s, f, g, l2):
    x = 3; z = 5; y = 0; w = 0
    for _ in range(n):
"""
CONSTRUCTS = (
    ("empty", "pass"),
    ("local", "y = x"),
    ("constant", "y = 7"),
    ("global", "y = G"),
    ("attribute", "y = o.a"),
    ("attribute-store", "o.a = x"),
    ("item-of-list", "y = l[x]"),
    ("item-of-bytes", "y = b[x]"),
    ("item-store", "b[x] = 1"),
    ("add", "y = x + z"),
    ("modulo", "y = x % 7"),
    ("augmented", "x += 0"),
    ("compare", "y = x < z"),
    ("branch", "if x == z: pass"),
    ("in-list-of-20", "y = 77 in l"),
    ("call", "f()"),
    ("call-2", "g(x, z)"),
    ("method", "o.m()"),
    ("built-in", "y = len(b)"),
    ("range-10", "for i in range(10): pass"),
    ("each-of-10", "for i in b10: pass"),
    ("slice", "y = b[2:10]"),
    ("bytearray-20", "y = bytearray(20)"),
    ("tuple-2", "y = (x, z)"),
    ("list-2", "y = [x, z]"),
    ("append-pop", "l2.append(x); l2.pop()"),
    ("find", "y = b.find(b'q')"),
    ("equal-40-bytes", "y = b == b2"),
    ("comprehension-10", "y = [i for i in b10]"),
    ("generator-10", "for i in G10(): pass"),
    ("format-2", "y = '%s:%d' % (s, x)"),
    ("sorted-20", "y = sorted(l)"),
    ("join-3", "y = b''.join(t)"),
)


class Thing:
    def __init__(self):
        self.a = 3

    def m(self):
        pass


def nothing():
    pass


def nothing_2(x, y):
    pass


def ten():
    for i in range(10):
        yield i


def took_us(code):
    scope = {"G": 5, "G10": ten}
    exec(HEAD + "        " + code + "\n", scope)
    kernel = scope["kernel"]
    args = (ROUNDS, Thing(), list(range(20)), bytearray(40), bytearray(40), bytes(10), {1: 1})
    args += ([b"ab", b"cd", b"ef"], "ab", nothing, nothing_2, [])
    best = 1 << 29
    for _ in range(2):
        gc.collect()
        gc.disable()
        start = time.ticks_us()
        kernel(*args)
        best = min(best, time.ticks_diff(time.ticks_us(), start))
        gc.enable()
    return best


empty = 0
for name, code in CONSTRUCTS:
    us = took_us(code)
    if not empty:
        empty = us
        print("round", us * 1000 // ROUNDS)
    else:
        print(name, (us - empty) * 1000 // ROUNDS)
print("end", 0)
