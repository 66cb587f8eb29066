# SPDX-License-Identifier: Apache-2.0
"""A wanted result alone on offer, as a computer's move is: hands that make one which looks like it are asked."""

from rig import Rig

SORRY = "sorry red:h,h,h,h blue:h,h,22,33 yellow:h,h,h,h green:h,h,h,50 turn=red"


def _offered(gone):
    """Return a table that waits for the blue pawn of space `gone` to be replaced."""
    rig = Rig(SORRY)
    results = rig.game.results(rig.state, rig.game.actions.index("sorry"))
    home = bytes(rig.state[4:8]).find(bytes((gone + 1,)))
    assert home >= 0
    index = -1
    for i in range(len(results)):
        if results.move(i)[3] == gone + 1:
            index = i
    rivals = rig.recogniser.looks_like(results, index)
    results.only(index)
    rig.results = results
    rig.recogniser.offer(results, rig.now_ms, False, rivals)
    return rig, rivals


def _replace(rig, place):
    rig.take(rig.spot("red:h")).wait(300)
    rig.take(rig.spot(place)).wait(200)
    rig.put(rig.spot(place)).wait(200)
    rig.put(rig.spot("blue:h")).wait(2000)


def test_a_move_that_looks_like_another_is_never_accepted_without_a_question():
    for place in ("22", "33"):
        rig, rivals = _offered(22)
        assert len(rivals) == 1
        _replace(rig, place)
        assert rig.said() == "ask"
        assert rig.recogniser.question.choices == [0]
        assert rig.recogniser.question.event() == [0, -3]
        rig.press()
        assert rig.said() == "ask accept"


def test_a_move_that_looks_like_no_other_is_accepted_at_once():
    rig = Rig(SORRY.replace("blue:h,h,22,33", "blue:h,h,h,33"))
    results = rig.game.results(rig.state, rig.game.actions.index("sorry"))
    index = next(i for i in range(len(results)) if results.move(i)[3] == 34)
    rivals = rig.recogniser.looks_like(results, index)
    assert rivals == []
    results.only(index)
    rig.results = results
    rig.recogniser.offer(results, rig.now_ms, False, rivals)
    _replace(rig, "33")
    assert rig.said() == "accept"
