# SPDX-License-Identifier: Apache-2.0
"""From where the log of hands counts when another position is expected: from the one the reeds show, or the one before."""

from rig import Rig

from rules.parse import parse_position
from sense.recognise import Recogniser

BEFORE = "partners-pawns green:h,h,h,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
AFTER = BEFORE.replace("h,20 blue", "h,25 blue").replace("turn=green", "turn=blue")


def expected(rig, line):
    """Let a rig expect another position; return (where the log begins, how many events it holds)."""
    rig.recogniser.expect(bytes(parse_position(line)[1]), rig.now_ms, rig.state)
    return bytes(rig.recogniser._log.start), rig.recogniser._log.n


def spots(line):
    return bytes(Rig(line).recogniser.expected.spots)


def test_what_hands_did_is_forgotten_with_the_position_that_the_reeds_show():
    rig = Rig(BEFORE)
    assert bytes(rig.recogniser._log.start) == spots(BEFORE)
    rig.take(rig.spot("20")).wait(300).put(rig.spot("25")).wait(700)
    assert rig.recogniser._log.n == 2
    assert expected(rig, AFTER) == (spots(AFTER), 0)
    rig.wait(700)
    rig.take(rig.spot("33")).wait(300)
    assert (bytes(rig.recogniser._log.start), rig.recogniser._log.n) == (spots(AFTER), 1)


def test_pawns_that_stood_as_expected_are_known_by_that_in_a_position_that_is_not_there_yet():
    rig = Rig(BEFORE)
    assert expected(rig, AFTER) == (spots(BEFORE), 0), "the move was told, and has not been made"
    assert expected(rig, AFTER) == (spots(BEFORE), 0)
    rig.take(rig.spot("20")).wait(300).put(rig.spot("25")).wait(700)
    assert rig.recogniser._log.n == 2
    assert expected(rig, BEFORE) == (spots(AFTER), 0), "they stood as the position before had them"


def test_pawns_that_stood_otherwise_stay_as_the_log_knows_them():
    rig = Rig(BEFORE)
    rig.take(rig.spot("20")).wait(300)
    assert expected(rig, AFTER) == (spots(BEFORE), 1)


def test_the_first_position_is_where_it_begins_though_the_reeds_show_another():
    rig = Rig(BEFORE)
    fresh = Recogniser(rig.map)
    fresh.step(rig.now_ms, rig.debounce)
    fresh.expect(bytes(parse_position(AFTER)[1]), rig.now_ms)
    assert bytes(fresh._log.start) == spots(AFTER)
    assert fresh._log.n == 2, "what differs counts as moved just now"
