# SPDX-License-Identifier: Apache-2.0
"""Rendering allocates nothing: every pattern, a running effect, with and without the limit."""

from helpers_noalloc import no_alloc

from light import effects, patterns, signals
from light.layers import AMBIENCE, FLASH, HINTS, REFUSAL
from light.lights import Lights

N = 116


def run(limit_ma):
    lights = Lights(N, limit_ma)
    out = bytearray(3 * N)
    clock = [0]
    for led in range(N):
        lights.set(AMBIENCE, led, (255, 255, 255), patterns.EFFECT)
        lights.set(HINTS, led, (200, 100, 50), 1 + led % (patterns.EFFECT - 1))
    lights.effect(effects.win, 0)

    def play():
        for step in range(100):
            clock[0] += 25
            if step == 20:
                lights.clear(HINTS)
            elif step == 30:
                lights.show(signals.ACCEPTED, 3)
                lights.expire(FLASH, clock[0])
            elif step == 40:
                lights.show(signals.REFUSED, 4)
                lights.expire(REFUSAL, clock[0], 500)
            elif step == 90:
                lights.restart(AMBIENCE, clock[0])
                lights.clear_led(AMBIENCE, 5)
            lights.render(clock[0], out)

    no_alloc(play)
    assert max(out) > 0


def test_no_allocation_below_the_limit():
    run(10000)


def test_no_allocation_at_the_limit():
    run(500)
