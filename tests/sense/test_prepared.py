# SPDX-License-Identifier: Apache-2.0
"""What a card or a button wants to know of a board: found in slices it is what is found at one go."""

from dice import Dice
from rig import CODES, Rig

from sense.recognise import ASK, NOTHING, Recogniser
from sense.tuning import SETTLE_MS

# A 7 has 149 results here: what is asked takes 0.7 s on a Pico.
LINE = "partners-pawns green:31,47,z1,z2 blue:1,49,50,57 red:32,35,58,59 yellow:33,34,36,48 turn=green"
SEEDS = 12


def moved(seed, card):
    """Let hands make a result of a card, one pawn after the other, and wait until the reeds have told."""
    rig = Rig(LINE)
    results = rig.game.results(rig.state, rig.game.actions.index(card))
    rig.wait(2000)
    rig.results = results
    rig.recogniser.offer(results, rig.now_ms)
    rig.wait(300)
    move = results.move(Dice(seed)(len(results)))
    for k in range(0, len(move), 4):
        start = rig.map.spot(move[k + 1], move[k + 2])
        if rig.counts[start]:
            rig.take(start).wait(200)
            rig.put(rig.map.spot(move[k + 1], move[k + 3])).wait(200)
    return rig


def answer(rig, prepared=False, over=False):
    """Return what is said when a card is laid, or `over` a button pressed, and in how many slices it was found."""
    slices = 0
    while prepared and not rig.recogniser.prepare(over):
        slices += 1
        rig.wait(5)
    if not prepared:
        rig.wait(SETTLE_MS)
    if rig.out:
        return CODES.index(rig.out[-1][1]), slices
    return (rig.recogniser.done() if over else rig.recogniser.hurry()), slices


def asked(rig):
    question = rig.recogniser.question
    return question.choices, question.others, rig.recogniser.chosen


def test_slices_find_what_is_found_at_one_go():
    questions = 0
    for card in ("7", "swap"):
        for seed in range(SEEDS):
            once, sliced = moved(seed, card), moved(seed, card)
            if once.out:
                continue
            code, _ = answer(once)
            told, slices = answer(sliced, True)
            assert told == code
            assert asked(sliced) == asked(once), seed
            if code == ASK:
                questions += 1
                assert slices > 4
    assert questions > 5


def test_a_movement_meanwhile_begins_anew():
    rig = moved(0, "7")
    assert not rig.recogniser.prepare(False) and rig.recogniser.preparing()
    rig.wait(5)
    rig.take(rig.map.spot(3, 33)).wait(150)
    assert not rig.recogniser.preparing()
    rig.put(rig.map.spot(3, 33)).wait(200)
    assert answer(rig, True)[0] == answer(moved(0, "7"))[0] != NOTHING


def test_who_presses_the_button_is_asked_the_same():
    for seed in range(3):
        once, sliced = moved(seed, "swap"), moved(seed, "swap")
        code, _ = answer(once, False, True)
        assert (answer(sliced, True, True)[0], asked(sliced)) == (code, asked(once))
    untouched = []
    for prepared in (False, True):
        rig = Rig(LINE)
        results = rig.game.results(rig.state, rig.game.actions.index("swap"))
        rig.recogniser.offer(results, rig.now_ms)
        rig.wait(1000)
        while prepared and not rig.recogniser.prepare(True):
            rig.wait(5)
        untouched.append((rig.recogniser.done(), asked(rig)))
    assert untouched[0] == untouched[1] and untouched[0][0] == ASK


def test_a_button_waits_for_as_long_as_a_board_takes_to_settle_and_not_a_scan_longer():
    for settle_ms in (300, 600):
        rig = Rig(
            "partners-pawns green:h,h,10,10 blue:h,h,h,17 red:h,h,h,33 yellow:h,h,h,44 turn=green"
        )
        rig.recogniser = Recogniser(rig.map, settle_ms)
        rig.recogniser.expect(rig.state, rig.now_ms)
        results = rig.game.results(rig.state, rig.game.actions.index("5"))
        rig.recogniser.offer(results, rig.now_ms)
        rig.wait(3000)
        rig.take(rig.spot("44"))  # one of a stack may be in the other hand
        rig.wait(200)
        rig.put(rig.spot("44"))
        rig.scan()  # the reed tells that it is back
        began_ms = rig.now_ms
        rig.wait(100)
        while not rig.recogniser.prepare(True):
            rig.wait(5)
        assert rig.now_ms - began_ms == settle_ms
