# SPDX-License-Identifier: Apache-2.0
"""Which choice of a question is shown first, and in which order the others come: likelihood orders, nothing else."""

from rig import Rig

from rules.notation import move_text
from sense.question import PREVIOUS, UNCHANGED
from sense.tuning import CHOICES, ERROR_MS, SETTLE_MS

# Red can only change places or decline: 11 forward is too far for 58 and z2.
DECLINED = "sorry red:h,h,58,z2 blue:h,h,h,h yellow:h,h,22,28 green:h,h,h,h turn=red"
# Two pawns of green and three of blue stand alone: two of a colour may change places, which changes nothing.
TWINS = "partners-nordic green:h,h,10,20 blue:h,30,40,59 red:h,h,h,h yellow:h,h,h,h turn=green"

# Twelve pawns stand alone on the ring: many may change places.
CROWD = "partners-nordic green:h,10,13,16 blue:4,29,59,z4 red:26,38,40,41 yellow:6,57,57,z2 turn=yellow"


def straightened(rig, *spots, ms=300):
    """Lift pawns and put them back, one after the other."""
    for spot in spots:
        rig.take(spot).wait(ms).put(spot).wait(200)
    return rig


def asked(rig):
    """Return the choices as moves, the first one shown."""
    question = rig.recogniser.question
    assert rig.said().endswith("ask") and question.shown == question.choices[0]
    names = {UNCHANGED: "unchanged", PREVIOUS: "previous"}
    return [
        names[choice] if choice < 0 else move_text(rig.game, rig.results[choice][1])
        for choice in question.choices
    ]


def test_a_pawn_that_was_up_for_long_was_exchanged_one_that_was_up_for_short_only_straightened():
    for own in (58, 2):  # declining is the last of the results, or the first
        line = DECLINED.replace("58", str(own))
        mine, other = f"r{own}<>y22", f"r{own}<>y28"
        for ms, first in ((150, ["-", "unchanged"]), (600, [mine])):
            rig = straightened(Rig(line).wait(SETTLE_MS).card("11"), 23, ms=ms).wait(ERROR_MS)
            order = asked(rig)
            assert order[: len(first)] == first, (ms, order)
            assert sorted(order) == ["-", mine, other, "unchanged"]
            # Of the two exchanges the one of the lifted pawn is the likelier in either case.
            assert order.index(mine) < order.index(other)


def test_who_asks_by_the_button_has_declined_rather_than_done_nothing():
    rig = straightened(Rig(DECLINED).wait(SETTLE_MS).card("11"), 23, ms=150).wait(SETTLE_MS)
    assert rig.said() == ""
    order = asked(rig.done())
    assert order[0] == "-" and order[-1] == "unchanged", order
    # Two that were up one after the other have hardly changed places; two that were up together have.
    apart = straightened(Rig(DECLINED).wait(SETTLE_MS).card("11"), 23, 59, ms=600).wait(SETTLE_MS)
    order = asked(apart.done())
    assert order[:2] == ["-", "r58<>y22"] and order[-1] == "unchanged", order
    both = Rig(DECLINED).wait(SETTLE_MS).card("11").take(23).wait(200).take(59).wait(300)
    order = asked(both.put(23).wait(100).put(59).wait(100).done())
    assert order[:2] == ["r58<>y22", "-"] and order[-1] == "unchanged", order


def test_who_touched_nothing_and_presses_uses_the_card_up():
    rig = Rig(CROWD).wait(SETTLE_MS).card("swap").wait(SETTLE_MS).done()
    assert rig.said().endswith("ask")
    same = next(k for k in range(len(rig.results)) if rig.results[k][0][:16] == rig.state[:16])
    assert rig.recogniser.question.shown == same
    # One that was lifted has more likely changed places with a pawn that was exchanged unseen.
    rig = straightened(Rig(CROWD).wait(SETTLE_MS).card("swap"), 60, ms=600).wait(SETTLE_MS).done()
    assert "b59" in asked(rig)[0]


def test_that_no_pawn_moved_is_named_however_many_exchanges_there_are():
    for over in (False, True):
        rig = straightened(Rig(CROWD).wait(SETTLE_MS).card("swap"), 60, ms=600)
        asked(rig.wait(SETTLE_MS).done() if over else rig.wait(ERROR_MS))
        question = rig.recogniser.question
        assert len(question.choices) > CHOICES + 2
        same = next(k for k in range(len(rig.results)) if rig.results[k][0][:16] == rig.state[:16])
        named = question.event()
        assert len(named) == CHOICES and named == question.choices[:CHOICES]
        assert UNCHANGED in named and same in named
        assert len(set(question.choices)) == len(question.choices)


def test_of_one_colour_those_two_changed_places_that_hands_have_had_most_to_do_with():
    for spots in ((31, 41), (31, 60), (60, 41), (11, 21)):
        rig = straightened(Rig(TWINS).wait(SETTLE_MS).card("swap"), *spots, ms=500).wait(ERROR_MS)
        twins = [k for k in range(len(rig.results)) if rig.results[k][0][:16] == rig.state[:16]]
        assert len(twins) == 1 and rig.recogniser.question.choices[0] == twins[0], spots
    # One of each colour: two pawns of one colour are the less likely for it.
    rig = straightened(Rig(TWINS).wait(SETTLE_MS).card("swap"), 11, 41, ms=500).wait(ERROR_MS)
    assert asked(rig)[0] == "g10<>b40"
    # The longer of two pairs that were up.
    rig = Rig(TWINS).wait(SETTLE_MS).card("swap")
    straightened(rig, 11, 21, ms=100)
    straightened(rig, 31, 60, ms=900).wait(ERROR_MS)
    assert rig.recogniser.question.choices[0] == twins[0]
