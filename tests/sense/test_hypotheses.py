# SPDX-License-Identifier: Apache-2.0
"""What hands have probably made: which exchange, and where a pawn may have landed. It orders choices only."""

from sense import hypotheses
from sense.debounce import LIFT, PLACE, TOUCH
from sense.handlog import HandLog
from sense.tuning import MOST_MS, MS_PER_POINT, TOLD


def log_of(*events):
    """Return a log of (kind, spot, ms) on a board with pawns on the spots 1 to 8."""
    log = HandLog()
    log.clear(bytes(range(1, 9)) + bytes(8))
    for kind, spot, when_ms in events:
        log.add(kind, spot, when_ms)
    return log


def away(spot, from_ms, to_ms):
    """Return the events of one pawn that is lifted and comes back."""
    return ((LIFT, spot, from_ms), (PLACE, spot, to_ms))


def told(log, *pairs):
    """Return the pair that an exchange most likely was of."""
    aways = log.aways(False)
    return max(pairs, key=lambda pair: hypotheses.exchanged(log, aways, list(pair)))


def test_a_pawn_is_away_from_its_lift_until_its_reed_closes():
    log = log_of((LIFT, 1, 100), (TOUCH, 3, 150), (LIFT, 2, 200), (PLACE, 9, 250), (PLACE, 1, 300))
    assert log.aways(False) == [(1, 1, 0, 4), (2, 1, 2, 5)]
    log.add(LIFT, 9, 400)  # only on its way: no pawn of the position stood there
    log.add(PLACE, 2, 500)
    assert log.aways(False) == [(1, 1, 0, 4), (2, 1, 2, 6)]
    log.add(LIFT, 4, 600)  # all had come back: a new episode
    assert log.aways(False)[-1] == (4, 2, 7, 8)
    assert log.lasted_ms(0, 4) == 200
    assert log.lasted_ms(7, 8) == MOST_MS


def test_what_was_before_the_card_or_the_question_is_left_out():
    log = log_of(*away(1, 100, 300))
    log.card(False)
    log.add(LIFT, 2, 400)
    log.add(PLACE, 2, 500)
    assert [spot for spot, _, _, _ in log.aways(False)] == [2]
    log.asked()
    assert log.aways(True) == []
    log.add(LIFT, 3, 600)
    assert [spot for spot, _, _, _ in log.aways(True)] == [3]
    log.forget(2)
    assert [spot for spot, _, _, _ in log.aways(True)] == [3]
    assert [spot for spot, _, _, _ in log.aways(False)] == [3]


def test_no_exchange_of_pawns_that_were_away_one_after_the_other():
    log = log_of(*away(1, 100, 300), *away(2, 400, 600))
    assert hypotheses.exchanged(log, log.aways(False), [1, 2]) == 0


def test_an_exchange_is_worth_its_episode_and_how_long_each_was_away():
    log = log_of((LIFT, 1, 100), (LIFT, 2, 200), (PLACE, 1, 1100), (PLACE, 2, 1300))
    worth = TOLD + 1000 // MS_PER_POINT  # the other one for 1100
    assert hypotheses.exchanged(log, log.aways(False), [1, 2]) == worth


def test_the_last_exchange_counts_more_than_a_longer_one_before():
    log = log_of(
        (LIFT, 1, 100), (LIFT, 2, 200), (PLACE, 1, 3000), (PLACE, 2, 3200),
        (LIFT, 2, 4000), (LIFT, 3, 4050), (PLACE, 2, 4300), (PLACE, 3, 4350),
    )  # fmt: skip
    assert told(log, (1, 2), (2, 3), (1, 3)) == (2, 3)


def test_a_knock_within_an_exchange_is_no_part_of_it():
    log = log_of(
        (LIFT, 1, 100), (LIFT, 2, 300), (LIFT, 3, 400), (PLACE, 3, 500), (PLACE, 2, 900), (PLACE, 1, 1000)
    )  # fmt: skip
    assert told(log, (1, 3), (2, 3), (1, 2)) == (1, 2)


def test_a_pawn_lands_only_after_it_was_lifted():
    before = log_of(*away(2, 100, 300), (LIFT, 1, 500)).aways(False)
    assert not hypotheses.may_have_landed(before, 1, 2)
    after = log_of((LIFT, 1, 100), *away(2, 300, 500)).aways(False)
    assert hypotheses.may_have_landed(after, 1, 2)
    assert hypotheses.may_have_landed([], 1, 2)
