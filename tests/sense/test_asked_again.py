# SPDX-License-Identifier: Apache-2.0
"""Questions that are asked without a reed that tells: after a power cut, for a move taken back, for another exchange."""

from rig import Rig

from sense.question import UNCHANGED
from sense.recognise import ASK, NOTHING
from sense.tuning import SETTLE_MS

LINE = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
GREEN, BLUE, RED = 11, 23, 34


def dark(card="swap"):
    """Return a table to which the power has just come back, with a card in force."""
    return Rig(LINE).card(card).wait(1000)


def exchange(rig, one, other):
    """Let two hands exchange two pawns."""
    rig.take(one).wait(200).take(other).wait(400).put(one).wait(200).put(other)
    return rig.wait(1000)


def asked():
    rig = exchange(Rig(LINE).card("swap").wait(500), GREEN, BLUE)
    assert rig.said() == "ask", rig.out
    return rig


def moved(rig, choice):
    """Return which of the three spots a choice leaves with another pawn, sorted."""
    state = rig.results[choice][0]
    return sorted(rig.state[i] for i in range(16) if state[i] != rig.state[i])


def test_what_was_asked_when_the_power_went_is_asked_again_with_every_exchange():
    rig = dark()
    assert rig.recogniser.ask_again() == ASK
    question = rig.recogniser.question
    assert question.shown >= 0, "some move was meant"
    pairs = sorted([moved(rig, choice) for choice in question.choices if choice >= 0])
    assert UNCHANGED in question.choices and pairs == [[GREEN, BLUE], [GREEN, RED], [BLUE, RED]]
    assert rig.recogniser.ask_again() == NOTHING, "once is enough"
    rig.press()
    assert rig.out[-1][1] == "accept" and rig.out[-1][2].endswith("asked")


def test_it_is_not_asked_again_while_a_pawn_is_in_the_air_or_a_reed_about_to_tell():
    rig = dark().take(RED).wait(10)
    assert rig.recogniser.ask_again() == NOTHING, "a reed is about to tell"
    rig.wait(2000)
    assert rig.recogniser.ask_again() == NOTHING, "a pawn is in the air"
    rig.put(RED).wait(700)
    assert rig.recogniser.ask_again() == ASK


def test_it_is_not_asked_again_about_cards_whose_moves_a_reed_tells():
    assert Rig(LINE).wait(1000).recogniser.ask_again() == NOTHING, "no card"
    for card in ("5", "10", "2"):
        assert dark(card).recogniser.ask_again() == NOTHING, card


def test_a_board_that_is_not_as_it_was_is_not_asked_about():
    rig = dark().take(GREEN).wait(300).put(GREEN + 2).wait(4000)
    assert rig.recogniser.ask_again() == NOTHING and "accept" not in rig.said()


def test_who_points_after_an_exchange_that_was_made_while_it_asks_points_afresh():
    rig = asked()
    question = rig.recogniser.question
    exchange(rig, GREEN, BLUE)  # back
    exchange(rig, GREEN, RED)
    rig.take(RED).wait(300).put(RED).wait(SETTLE_MS)
    assert moved(rig, question.shown) == [GREEN, RED], (
        "the first lift points, the second one goes on"
    )


def test_another_exchange_that_is_made_while_it_asks_is_shown():
    rig = asked()
    question = rig.recogniser.question
    assert moved(rig, question.shown) == [GREEN, BLUE]
    exchange(rig, GREEN, BLUE)  # back
    exchange(rig, GREEN, RED)
    assert moved(rig, question.shown) == [GREEN, RED]
    before = len(rig.out)
    rig.wait(3000)
    assert len(rig.out) == before, "it is said once"
    rig.press()
    assert rig.out[-1][1] == "accept" and "red:h,h,h,10" in rig.out[-1][2]
