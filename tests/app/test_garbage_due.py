# SPDX-License-Identifier: Apache-2.0
"""When a collection of garbage is due, to the byte and the millisecond, on a heap that a test fills."""

from app import garbage

BEGIN, SIZE = 5000, 200_000


class Heap:
    """Instead of `gc` and `id`: all that is new lies where the heap has been gone through to."""

    def __init__(self):
        self.at = BEGIN
        self.collected = 0

    def __enter__(self):
        self.before = garbage.gc
        garbage.gc = self
        garbage.id = lambda thing: self.at
        return self

    def __exit__(self, *_):
        garbage.gc = self.before
        del garbage.id

    def mem_free(self):
        return SIZE

    def collect(self):
        self.collected += 1
        self.at = BEGIN

    def left(self, count):
        self.at = BEGIN + SIZE - count


def test_at_a_good_moment_it_is_due_when_less_than_the_reserve_is_left():
    with Heap() as heap:
        one = garbage.Garbage()
        assert heap.collected == 1, "it begins with a heap in one piece"
        for left, due in (
            (SIZE, False),
            (40_001, False),
            (40_000, False),
            (39_999, True),
            (0, True),
        ):
            heap.left(left)
            assert one.due(1000, True) == due, left
            assert one.due(1000, True) == due, "and each time it is asked"


def test_where_a_hand_has_just_put_a_pawn_down_it_is_due_sooner():
    with Heap() as heap:
        one = garbage.Garbage()
        for left, empty, due in (
            (51_999, True, True),
            (52_000, True, False),
            (51_999, False, False),
            (39_999, False, True),
        ):
            heap.left(left)
            assert one.due(1000, True, empty) == due, (left, empty)


def test_at_a_bad_moment_every_fourth_question_looks_and_only_the_end_counts():
    with Heap() as heap:
        one = garbage.Garbage()
        heap.left(28_000)
        assert [one.due(1000, False) for _ in range(8)] == [False] * 8
        heap.left(27_999)
        assert [one.due(1000, False) for _ in range(8)] == 2 * [False, False, False, True]
        one.collect(1000)
        heap.left(27_999)
        assert [one.due(1001, False) for _ in range(4)] == [False] * 3 + [True], "however soon"


def test_a_good_moment_counts_again_a_fifth_of_a_second_after_the_last_collection():
    with Heap() as heap:
        one = garbage.Garbage()
        one.collect(7000)
        assert heap.collected == 2 and not one.due(7000, True)
        for now_ms, due in (
            (7000, False),
            (7199, False),
            (7200, False),
            (7201, True),
            (9000, True),
        ):
            heap.left(10_000)
            assert one.due(now_ms, True) == due, now_ms


def test_it_is_worn_when_12_kb_have_been_used_since_a_collection_before_the_last_movement():
    with Heap() as heap:
        one = garbage.Garbage()
        one.collect(7000)
        heap.at += 12_000
        assert not one.worn(7001)
        heap.at += 1
        assert [one.worn(when_ms) for when_ms in (6999, 7000, 7001)] == [False, False, True]
        one.collect(7002)
        assert not one.worn(7003)
