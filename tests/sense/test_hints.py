# SPDX-License-Identifier: Apache-2.0
"""What the pawns in the air may do, in the middle of moves: told like the lights tell it."""

from rig import Rig

from rules.notation import place_text

SLIDE = "sorry red:h,h,12,13 blue:h,h,h,16 yellow:h,h,h,17 green:h,h,h,18 turn=red"
ELEVEN = "sorry red:h,h,20,30 blue:h,h,h,40 yellow:h,h,h,h green:h,h,h,h turn=red"
SEVEN = "partners-pawns green:h,h,10,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
SWAP = "partners-pawns green:h,h,h,20 blue:h,h,h,33 red:h,h,h,h yellow:h,h,h,h turn=green"

# position, card, what hands do (-: lifted, +: put down), what may be done now
TOLD = (
    (SLIDE, "3", "-13", "up red:13 | red:13>19 | sends blue:16 green:18 yellow:17 |"),
    (SLIDE, "3", "-16 +blue:h -13", "up red:13 | red:13>19 | sends blue:16 green:18 yellow:17 |"),
    (SLIDE, "3", "-16", "up blue:16 | | |"),
    (SLIDE, "3", "-13 +19 -17", "up yellow:17 | | |"),
    # A pawn taken off a space that is taken again has to come home; not one that was put straight.
    (SLIDE, "3", "-13 -16 +16 +19", "| | | waits blue"),
    (SLIDE, "3", "-13 -16 +16 -18 +18 +19", "| | | waits blue green"),
    (SLIDE, "3", "-13 -16 +16 +19 +blue:h", "| | |"),
    (SLIDE, "3", "-16 +16", "| | |"),
    # Either pawn of an exchange may go to the other's place.
    (ELEVEN, "11", "-40", "up blue:40 | blue:40>20 blue:40>30 | |"),
    (ELEVEN, "11", "-20", "up red:20 | red:20>34 red:20>40 | |"),
    (ELEVEN, "11", "-20 -40", "up blue:40 red:20 | blue:40>20 blue:40>30 red:20>34 red:20>40 | |"),
    (ELEVEN, "11", "-20 -30 +2", "up red:30 | red:20>40 red:30>40 | |"),
    # Red of 20 may stand on 40 now: blue is in the hand, and 20 is where it goes.
    (ELEVEN, "11", "-20 -40 +40", "up red:20 | blue:40>20 red:20>34 red:20>40 | |"),
    # Put straight before the other was lifted: it is where it was.
    (ELEVEN, "11", "-40 +40 -20", "up red:20 | red:20>34 red:20>40 | |"),
    (SWAP, "swap", "-20 -33 +33", "up green:20 | blue:33>20 green:20>33 | |"),
    # Of two that were lifted for a 7 one stands on 13: only the one of 10 can.
    (SEVEN, "7", "-10 +13 -20", "up green:20 | green:20>24 | |"),
    (SEVEN, "7", "-20 -10 +13", "up green:10 | green:20>24 | |"),
    (SEVEN, "7", "-3", "| | |"),
)


def told(rig):
    """Return what the hints say of the board as it is."""
    hints = rig.recogniser.hints(rig.debounce)
    hints.rest()
    assert hints.complete
    colours = rig.game.colours

    def pawn(seat, place):
        return colours[seat] + ":" + place_text(rig.game, place)

    up = sorted([pawn(seat, place) for seat, place in hints.lifted])
    may = sorted(
        [pawn(step[0], step[1]) + ">" + place_text(rig.game, step[2]) for step in hints.steps]
    )
    sends = sorted([pawn(seat, place) for seat, place in hints.bumps])
    waits = sorted([colours[seat] for seat in hints.homeless])
    parts = []
    for word, names in (("up ", up), ("", may), ("sends ", sends), ("waits ", waits)):
        parts.append(word + " ".join(names) if names else "")
    return " | ".join(parts)


def test_what_pawns_in_the_air_may_do():
    wrong = []
    for line, card, hands, wanted in TOLD:
        rig = Rig(line).wait(700).card(card)
        for act in hands.split():
            (rig.take if act[0] == "-" else rig.put)(rig.spot(act[1:])).wait(100)
        said = " ".join(told(rig).split())
        if said != wanted:
            wrong.append((line, card, hands, said))
    assert not wrong, wrong


def test_without_a_card_a_pawn_in_the_air_may_do_nothing():
    rig = Rig(ELEVEN).wait(700).take(21).wait(100)
    hints = rig.recogniser.hints(rig.debounce)
    assert hints.complete and hints.lifted == [(0, 21)] and hints.steps == []
