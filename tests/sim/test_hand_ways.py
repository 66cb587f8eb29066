# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every way in which random hands do a thing, gesture by gesture: `fixtures/hands.txt`, kept by `make accept`."""

from dataclasses import replace
from pathlib import Path

from golden import same_lines

from tavle.sim.gestures import Habits, Part, Task
from tavle.sim.hands import Hands

RING = 60
PAWNS = {
    "red": ["h", "h", "10", "20"], "blue": ["h", "h", "h", "15"], "green": ["h", "9", "16", "z1"],
    "yellow": ["h", "h", "h", "h"],
}  # fmt: skip
WALK = ("11", "12", "13", "14", "15")
TASKS = {
    "bump": Task((Part("red", "10", "15", WALK, (("blue", "15"),)),)),
    "bump on the way": Task((Part("red", "10", "17", (*WALK, "16", "17"), (("blue", "15"), ("green", "16"))),)),
    "out": Task((Part("red", "h", "0", ("0",)),)),
    "home": Task((Part("red", "10", "h"),)),
    "only bumped": Task((Part("red", "", "15", (), (("blue", "15"),)),)),
    "join": Task((Part("red", "10", "20", ("19", "20")),)),
    "two": Task((Part("red", "10", "13", ("11", "12", "13")), Part("red", "20", "24", ("24",)))),
    "one after the other": Task((Part("red", "10", "12", ("12",)), Part("green", "9", "10", ("10",)))),
    "exchange": Task(swap=(("red", "10"), ("blue", "15"))),
    "exchange and slide": Task((Part("red", "15", "18", ("18",)),), (("red", "10"), ("blue", "15"))),
}  # fmt: skip
NEVER = dict.fromkeys(
    ("walk", "slide", "two_hands", "hesitate", "wrong_pawn", "wrong_pawn_down", "wrong_place", "straighten",
     "knock", "bump_first", "bump_beside", "late_home", "wrong_home", "hand_swap", "join_nudge"), 0.0,
)  # fmt: skip
ALWAYS = (
    {}, {"walk": 1.0}, {"slide": 1.0}, {"slide": 1.0, "knock": 1.0}, {"two_hands": 1.0}, {"hesitate": 1.0},
    {"wrong_pawn": 1.0}, {"wrong_pawn": 1.0, "wrong_pawn_down": 1.0}, {"wrong_place": 1.0}, {"straighten": 1.0},
    {"knock": 1.0}, {"bump_first": 1.0}, {"bump_first": 1.0, "late_home": 1.0, "wrong_home": 1.0},
    {"bump_beside": 1.0}, {"bump_beside": 1.0, "join_nudge": 1.0}, {"hand_swap": 1.0},
    {"late_home": 1.0}, {"walk": 1.0, "one_movement": 100.0, "join_nudge": 1.0},
)  # fmt: skip


def neighbours(place):
    """Return the ring spaces beside a place."""
    return [str((int(place) + 1) % RING), str((int(place) - 1) % RING)] if place.isdigit() else []


def told(gesture):
    slot = "" if gesture.slot < 0 else f"/{gesture.slot}"
    way = f" to {gesture.to} at {gesture.land_ms:.1f}" if gesture.to else ""
    hump = "" if gesture.hump_mm < 0 else f" over {gesture.hump_mm:.1f}"
    return f"{gesture.t_ms:.1f} {gesture.do} {gesture.colour}:{gesture.at}{slot}{way}{hump}"


def test_hands_do_in_every_way_what_was_kept_of_it():
    said = []
    for number, always in enumerate(ALWAYS):
        habits = replace(Habits(), **{**NEVER, **always})
        said.append(f"# {' '.join(f'{name}={value:g}' for name, value in always.items())}")
        for name, task in TASKS.items():
            gestures = Hands(100 + number, habits, neighbours).perform(task, PAWNS, 50)
            said.append(f"{name}: {', '.join(map(told, gestures))}")
    said.append("# as people are")
    for seed in range(6):
        hands = Hands(seed, None, neighbours)
        for name, task in TASKS.items():
            said.append(f"{name}: {', '.join(map(told, hands.perform(task, PAWNS, 0)))}")
    same_lines(Path(__file__).parent / "fixtures" / "hands.txt", said)
