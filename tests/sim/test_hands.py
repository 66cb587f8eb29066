# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Hands do what they mean to in the end, and the same seed does it in the same way."""

import pytest

from tavle.paths import add_firmware
from tavle.sim.gestures import Gesture, Habits, Part, Task
from tavle.sim.hands import Hands
from tavle.sim.plane import CORNERS
from tavle.sim.reeds import Flaws, Reeds

add_firmware()
import boards.partners  # noqa: E402

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


COLOURS = ["green", "blue", "red", "yellow"]


def bits_of(colour, place):
    """Return the bits of a place on the Partners board."""
    if place.isdigit():
        return [boards.partners.RING[int(place)]]
    base = 4 * COLOURS.index(colour)
    return list(boards.partners.HOME[base : base + 4])


def standing(reeds):
    """Return colour -> sorted places of the pawns on the board."""
    pawns = {"red": [], "blue": []}
    for bit in range(boards.partners.N_BITS):
        for colour in reeds.colours_on(bit):
            if bit in boards.partners.RING:
                pawns[colour].append(str(boards.partners.RING.index(bit)))
            else:
                home = boards.partners.HOME.index(bit) // 4 == COLOURS.index(colour)
                pawns[colour].append("h" if home else "wrong home")
    return {c: sorted(p, key=lambda x: -1 if x == "h" else int(x)) for c, p in pawns.items()}


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(name, marks=() if name == "scattered" else pytest.mark.long)
        for name in CORNERS
    ],
)
def test_every_task_ends_as_meant_and_the_reeds_show_it(parts):
    """Whatever the hands did on the way, and whatever parts were bought."""
    for seed in range(6):
        for task, end in zip(TASKS, ENDS, strict=True):
            reeds = Reeds("partners", bits_of, seed, Flaws(parts, worn=seed % 3 == 0))
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
            reeds.advance(times[-1] + 1500)
            shown = {b for b in range(92) if reeds.levels[b >> 3] >> (b & 7) & 1}
            assert shown == {b for b in range(92) if reeds.colours_on(b)}, (seed, task)


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


def edges_of(reeds, gestures, bit):
    """Return [(ms, closed)] of one reed while gestures are made, looked at every millisecond."""
    out, queue = [], list(gestures)
    last = bool(reeds.levels[bit >> 3] >> (bit & 7) & 1)
    for ms in range(600):
        while queue and queue[0].t_ms <= ms:
            reeds.act(queue.pop(0))
        reeds.advance(ms)
        now = bool(reeds.levels[bit >> 3] >> (bit & 7) & 1)
        if now != last:
            out.append((ms, now))
            last = now
    return out


def test_a_pushed_pawn_opens_one_reed_and_closes_the_next():
    reeds = Reeds("partners", bits_of, 3)
    reeds.put("red", "10")
    push = [
        Gesture(50, "lift", "red", "10", to="11", land_ms=250),
        Gesture(250, "place", "red", "11"),
    ]
    here = edges_of(reeds, push, bits_of("red", "10")[0])
    assert here[0][1] is False and here[-1][1] is False and 50 < here[0][0] < 250
    assert standing(reeds) == {"red": ["11"], "blue": []}
    assert reeds.levels[bits_of("red", "11")[0] >> 3]


def test_a_low_hop_is_seen_and_a_lower_one_is_not():
    bit = bits_of("red", "10")[0]
    for hump, seen in ((3.0, False), (30.0, True)):
        reeds = Reeds("partners", bits_of, 5)
        reeds.put("red", "10")
        hop = [
            Gesture(50, "lift", "red", "10", to="10", land_ms=250, hump_mm=hump),
            Gesture(250, "place", "red", "10"),
        ]
        assert bool(edges_of(reeds, hop, bit)) == seen, hump
