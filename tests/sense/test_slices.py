# SPDX-License-Identifier: Apache-2.0
"""No scan of the reeds waits long for a judgement: how much is looked at between two of them.

A unit of `SLICE` is about 0.1 ms on a Pico. Comparing an image costs 6 of them and a close look at a
result 11 or more, so a slice of 30 has room for a few; a look that has no room begins the next one.
"""

import sys

from halfway import hops
from rig import Rig
from tabletop import table_at

from rules.notation import move_text
from sense.candidates import MORE
from sense.facts import ONE
from sense.recognise import Recogniser
from sense.tuning import PIECE, SETTLE_MS, SLICE, THINK_MS

SEVEN = "partners-pawns green:4,17,33,48 blue:h,h,9,36 red:h,h,44,z4 yellow:h,h,h,8 turn=green"
IMAGES = 30 // 6 + 1
CLOSE = 30 // 11


class Counted:
    """Counts the calls of a method of an object, scan by scan."""

    def __init__(self, owner, name):
        self.calls = 0
        self.most = 0
        self.total = 0
        self.scans = 0  # in which there was any
        real = getattr(owner, name)

        def called(*args):
            self.calls += 1
            return real(*args)

        setattr(owner, name, called)

    def next(self):
        self.most = max(self.most, self.calls)
        self.total += self.calls
        self.scans += 1 if self.calls else 0
        self.calls = 0


def progress_of(recogniser):
    """Return what a recogniser asks how far hands are."""
    facts = recogniser._facts
    for _ in facts.fetch():
        pass
    return facts._inquiry._progress


def judged(moves):
    """Return [compared images, looks at results, close looks], and how many results there are.

    Of the judgements after some moves with a 7; a close look takes a result apart into its hops.
    """
    rig = Rig(SEVEN).card("7")
    count = len(rig.results)
    assert count > 80
    for start, end in moves:
        rig.take(start).wait(150)
        if end:
            rig.put(end).wait(150)
    candidates = rig.recogniser._candidates
    counted = [
        Counted(rig.map, "same"),
        Counted(progress_of(rig.recogniser), "near"),
        Counted(candidates, "hops"),
    ]
    for _ in range(THINK_MS // 5 + 200):
        rig.wait(5)
        for one in counted:
            one.next()
    return counted, count


def test_results_are_looked_at_a_few_at_a_time():
    for moves in ([(5, 8)], [(5, 0)], [(18, 20), (34, 0)], [(5, 70)], [(5, 6), (18, 24)]):
        (images, looks, close), count = judged(moves)
        assert images.most <= IMAGES, moves
        assert looks.most <= SLICE and looks.total <= count, moves
        assert close.most <= CLOSE, moves
        # A slice is filled, or a judgement would take many scans more than it needs.
        assert looks.scans <= 2 + looks.total / 20 + close.total, moves


def hurried(stirs):
    """Return the most results looked at between two scans, and what was found, while a hand moves or none."""
    rig = Rig(SEVEN)
    rig.recogniser = Recogniser(rig.map, SETTLE_MS, lambda: stirs)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.wait(100).card("7")
    looks = Counted(progress_of(rig.recogniser), "near")
    images = Counted(rig.map, "same")
    rig.take(5)
    for _ in range(THINK_MS // 5):
        rig.wait(5)
        looks.next()
        images.next()
    facts = rig.recogniser._facts
    assert facts.known
    return looks.most, images.most, (facts.bits, list(facts.others))


def test_a_slice_of_judging_ends_when_a_hand_moves():
    """A Pico may take three times as long for it: 18 ms were seen in which a second pawn was lifted."""
    looks, images, calm = hurried(False)
    assert looks > PIECE and images >= 1
    looks, images, found = hurried(True)
    assert 1 <= looks <= 2 and images <= 4 and found == calm


def test_a_move_is_taken_without_a_look_at_every_result():
    rig = Rig(SEVEN).card("7")
    results = rig.results
    rig.take(5).wait(300).put(12).wait(590)
    looks = Counted(results, "begin")
    while not rig.out:
        rig.wait(5)
        looks.next()
    assert [code for _, code, *_ in rig.out] == ["accept"] and len(results) > 80
    assert looks.most < 10


def test_a_pawn_in_the_air_makes_every_result_looked_at_once():
    (_, looks, close), count = judged([(5, 0)])
    assert looks.total == count
    assert close.total > count // 2


def test_what_is_ruled_out_by_a_cheap_look_costs_little():
    (images, looks, close), count = judged([(5, 70)])  # into the row of another: nothing fits
    assert looks.total == count and close.total == 0
    assert 2 * count // SLICE <= looks.scans <= 2 * count // SLICE + 2
    assert images.total <= 3


def test_the_facts_of_a_rich_card_are_known_before_the_board_is_judged():
    """Those of a 7 take up to 0.35 s on a Pico (emulated): too long for the 0.2 s before the board has settled."""
    rig = Rig(
        "partners-pawns green:h,40,47,z1 blue:1,3,50,57 red:32,35,58,59 yellow:33,34,36,48 turn=red"
    ).card("7")
    facts = rig.recogniser._facts
    for start, end in (("35", "38"), ("59", "2"), ("1", "blue:h"), ("58", "1")):
        rig.take(rig.spot(start)).wait(300).put(rig.spot(end)).wait(190)
        assert not facts.known, "the hands go on"
    rig.wait(205)
    assert facts.known
    rig.wait(205)
    assert not rig.out
    rig.wait(5)
    assert [code for _, code, *_ in rig.out] == ["accept"]


def test_where_nothing_was_asked_or_shown_no_lists_are_made_anew():
    """They would lie about in the heap, between what stays, and cut it into pieces."""
    rig = Rig(SEVEN)
    one = rig.recogniser

    def lists():
        question = one.question
        return [one.guide, question.choices, question.others, question._about, one.rivals]

    before = lists()
    rig.card("7")
    one.withdraw()
    one.expect(rig.state, rig.now_ms)
    for was, now in zip(before, lists()):
        assert was is now


def test_a_board_that_nobody_touched_is_known_without_what_judges_hands():
    """A computer that thinks has its memory."""
    rig = Rig(SEVEN)
    recogniser = rig.recogniser
    rig.wait(2000)
    assert recogniser._facts._inquiry is None and recogniser.idle() and not rig.out
    rig.take(5).wait(1000)
    assert recogniser._facts._inquiry is not None
    recogniser.rest()
    assert recogniser._facts._inquiry is None
    rig.wait(THINK_MS)  # what it said is not forgotten
    assert [code for _, code, *_ in rig.out] == ["guide"]
    rig.put(5).wait(1000)
    assert [code for _, code, *_ in rig.out] == ["guide", "back"]
    recogniser.rest()
    rig.card("7").wait(100)
    start, end = hops(rig.map, rig.results.move(0))[0]
    rig.take(start).wait(200).put(end).wait(3500)
    assert recogniser._facts._inquiry is not None and len(rig.out) > 2


def test_what_judges_hands_comes_in_slices_after_others_have_made_room():
    """A computer that thinks gives up its memory before."""
    names = ("sense.progress", "sense.inquiry")
    for name in names:
        sys.modules.pop(name, None)
    told = []
    for code in Rig(SEVEN).recogniser._facts.fetch():
        assert code == MORE
        told.append([name for name in names if name in sys.modules])
    assert told == [[], ["sense.progress"], ["sense.progress", "sense.inquiry"]]


def calls_in_looks(move, name):
    """Return how often a method of it was called in each look at a board that shows one result."""
    top = table_at(
        "partners-pawns green:20,24,42,48 blue:29,43,z1,z2 red:1,13,32,z3 yellow:22,27,47,z4 turn=blue"
    ).card("7")
    facts = top.recogniser._facts
    look = facts.look
    count = Counted(progress_of(top.recogniser), name)
    looks = []

    def looking(*what):
        count.calls = 0
        yield from look(*what)
        if facts.bits & ONE:
            looks.append(count.calls)

    facts.look = looking
    (made,) = [one for _, one in top.table.results if move_text(top.game, one) == move]
    top.move(made)
    assert looks
    return looks


def test_results_that_send_too_few_pawns_home_are_never_tried():
    """Three were sent home: of 149 results 101 were tried, 0.2 s on a Pico (by the model), and the move came late."""
    looks = calls_in_looks("bz1>13xr13+b29>32xr32+b43>47xy47", "_tried")
    assert max(looks) <= 10, looks


def test_a_result_that_comes_to_no_space_it_leaves_puts_no_pawn_aside():
    looks = calls_in_looks("bz1>13xr13+bz2>z4+b43>47xy47", "_astray")
    assert max(looks) <= 40, looks


def test_what_may_follow_a_result_is_mostly_ruled_out_by_a_cheap_look():
    """Those of a 7 in four parts took 0.5 s on a Pico (by the model) when each was taken apart."""
    rig = Rig(
        "partners-pawns green:h,40,47,z1 blue:1,3,50,57 red:32,35,58,59 yellow:33,34,36,48 turn=red"
    ).card("7")
    for start, end in (("35", "38"), ("59", "2"), ("1", "blue:h"), ("58", "1")):
        rig.take(rig.spot(start)).wait(300).put(rig.spot(end)).wait(190)
    hops = Counted(rig.recogniser._candidates, "hops")
    rig.wait(205)
    hops.next()
    assert rig.recogniser._facts.known
    assert 0 < hops.total < len(rig.results) * 2 // 3, (hops.total, len(rig.results))
