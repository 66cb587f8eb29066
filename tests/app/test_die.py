# SPDX-License-Identifier: Apache-2.0
"""The electronic die: six sides, each of them, and no seventh."""

from instead import Instead

from app import system


def test_the_die_asks_chance_for_one_of_six_and_counts_from_one():
    asked = []

    class Chance:
        @staticmethod
        def randrange(n):
            asked.append(n)
            return len(asked) % n

    with Instead(system, "random", Chance):
        throws = [system.throw_die() for _ in range(12)]
    assert asked == [6] * 12
    assert sorted(set(throws)) == [1, 2, 3, 4, 5, 6]


def test_every_side_comes_and_none_besides():
    counts = [0] * 8
    for _ in range(6000):
        counts[system.throw_die()] += 1
    assert counts[0] == counts[7] == 0
    assert min(counts[1:7]) > 700 and max(counts) < 1300, counts  # 1000 each, 10 sigma
