# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Hands do what they mean to in the end, and the same seed does it in the same way."""

import dataclasses

from tavle.sim.gestures import Habits, Part, Task
from tavle.sim.hands import Hands
from tavle.sim.reeds import Flaws, Reeds

RING = 60
PAWNS = {"red": ["h", "h", "10", "20"], "blue": ["h", "h", "h", "15"]}
TASKS = (
    Task((Part("red", "10", "15", ("11", "12", "13", "14", "15"), (("blue", "15"),)),)),
    Task((Part("red", "h", "0", ("0",)),)),
    Task((Part("red", "10", "13", ("11", "12", "13")), Part("red", "20", "24", ("24",)))),
    Task((Part("red", "10", "h"),)),
    Task(swap=(("red", "10"), ("blue", "15"))),
    Task((Part("red", "10", "20", ("19", "20")),)),
)
ENDS = (
    {"red": ["h", "h", "15", "20"], "blue": ["h", "h", "h", "h"]},
    {"red": ["h", "0", "10", "20"], "blue": PAWNS["blue"]},
    {"red": ["h", "h", "13", "24"], "blue": PAWNS["blue"]},
    {"red": ["h", "h", "h", "20"], "blue": PAWNS["blue"]},
    {"red": ["h", "h", "15", "20"], "blue": ["h", "h", "h", "10"]},
    {"red": ["h", "h", "20", "20"], "blue": PAWNS["blue"]},
)


def neighbours(place):
    """Return the ring spaces beside a place."""
    return [str((int(place) + 1) % RING), str((int(place) - 1) % RING)] if place.isdigit() else []


def bits_of(colour, place):
    """Return the bits of a place on a small made-up board."""
    if place.isdigit():
        return [int(place)]
    base = RING + 4 * ["red", "blue"].index(colour)
    return list(range(base, base + 4))


def standing(reeds):
    """Return colour -> sorted places of the pawns on the board."""
    pawns = {"red": [], "blue": []}
    for bit in range(RING + 8):
        for colour in reeds.colours_on(bit):
            home = "h" if (bit - RING) // 4 == ["red", "blue"].index(colour) else "wrong home"
            pawns[colour].append(str(bit) if bit < RING else home)
    return {c: sorted(p, key=lambda x: -1 if x == "h" else int(x)) for c, p in pawns.items()}


def test_every_task_ends_as_meant():
    for seed in range(300):
        for task, end in zip(TASKS, ENDS, strict=True):
            reeds = Reeds(9, bits_of, seed, None, neighbours)
            for colour, places in PAWNS.items():
                for place in places:
                    reeds.put(colour, place)
            gestures = Hands(seed, None, neighbours).perform(task, PAWNS, 100)
            times = [g.t_ms for g in gestures]
            assert times == sorted(times)
            assert times[0] >= 100
            for gesture in gestures:
                reeds.act(gesture)
            assert standing(reeds) == end, (seed, task)
            reeds.advance(times[-1] + 1000)
            closed = {b for b in range(72) if reeds.levels[b >> 3] >> (b & 7) & 1}
            assert closed == {b for b in range(72) if reeds.colours_on(b)}, seed


def test_same_seed_same_hands():
    first = Hands(5, None, neighbours).perform(TASKS[0], PAWNS, 0)
    assert first == Hands(5, None, neighbours).perform(TASKS[0], PAWNS, 0)
    assert first != Hands(6, None, neighbours).perform(TASKS[0], PAWNS, 0)


def test_calm_hands_make_no_mistakes():
    calm = Habits(
        walk=0,
        slide=0,
        hesitate=0,
        wrong_pawn=0,
        wrong_place=0,
        straighten=0,
        knock=0,
        late_home=0,
    )
    for seed in range(50):
        gestures = Hands(seed, calm, neighbours).perform(TASKS[1], PAWNS, 0)
        assert [(g.do, g.at) for g in gestures] == [("lift", "h"), ("place", "0")]


def test_bounce_ends_at_the_right_level():
    for seed in range(100):
        noisy = Flaws(bounce=0.0, chatter=1.0, neighbour=1.0)
        reeds = Reeds(9, bits_of, seed, noisy, neighbours)
        reeds.put("red", "10")
        gesture = Hands(seed).perform(TASKS[1], {"red": ["10"]}, 0)[0]
        reeds.act(dataclasses.replace(gesture, do="lift", colour="red", at="10", t_ms=50))
        reeds.advance(1000)
        assert not any(reeds.levels)


def test_faster_gestures_cancel_older_bounce():
    reeds = Reeds(9, bits_of, 1, Flaws(0, (0, 0), 1.0, (20, 40)), neighbours)
    gesture = Hands(1).perform(TASKS[1], PAWNS, 0)[0]
    for t_ms in range(0, 400, 10):
        what = "place" if t_ms % 20 == 0 else "lift"
        reeds.advance(t_ms)
        reeds.act(dataclasses.replace(gesture, do=what, colour="red", at="10", t_ms=t_ms))
    reeds.advance(2000)
    assert not any(reeds.levels)
