# SPDX-License-Identifier: Apache-2.0
"""Which move hands have made is not always told by reeds: positions, what hands do, and what is said of it.

A row is a position, the position before the last move ("" for none), and one or more stories. In a story `card:3`
lays a card, `-20` lifts a pawn and `+25` puts one down, a number waits so many ms, the words of `TIMES` wait by what they
say, `lit` forgets what may have been done in the dark, `=ask,undo` is all that has been said by then, and `previous`
means that the question shows the last move taken back first.
"""

from rig import Rig

from sense.question import PREVIOUS
from sense.tuning import ERROR_MS, GO_ON_MS, LIFT_MS, SETTLE_MS

TIMES = {
    "settle": SETTLE_MS,
    "judged": SETTLE_MS + 100,
    "further": SETTLE_MS + GO_ON_MS + 100,
    "error": ERROR_MS,
    "almost": ERROR_MS - 200,
    "long": ERROR_MS + GO_ON_MS,
    "dip": LIFT_MS // 2,  # faster than a lift counts
}

_BUMPED = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,11 turn=red"
_BUMPS = "sorry red:h,h,h,11 blue:h,h,h,h yellow:h,h,h,h green:h,h,h,%d turn=green"
_WALKED = "sorry red:%d,f,f,f yellow:4,28,53,z5 turn=%s"
_CAME = "ludo-norsk red:0,18,39,f blue:4,4,%d,48 turn=%s"
_TWO_WENT = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,%s yellow:h,h,46,46 turn=%s"
_DIPS = (
    "partners-movers green:0,12,13,17 blue:h,15,26,55 red:h,h,38,z4 yellow:h,h,43,45 turn=green"
)
_UNDER = "partners-movers green:h,0,12,13 blue:h,h,h,6 red:h,h,38,z4 yellow:h,h,43,45 turn=green"
_MEETS = "partners-movers green:h,h,h,54 blue:h,h,12,23 red:h,h,37,42 yellow:29,%s,45,45 turn=red"
_THREE = "ludo-norsk red:h,h,h,27 yellow:%s,32 blue:h,h,26,44 green:h,h,43,48 turn=yellow"

STORIES = (
    # 2: green's 3 goes to 5, where yellow is sent home and comes back onto it; then green's 2 goes to 4.
    ("ludo-norsk red:h,h,h,h yellow:h,h,h,5 blue:h,h,h,h green:h,2,3,3 turn=green", "",
     "settle lit card:2 -5 200 +yellow:h 200 -3 200 +5 200 -yellow:h 200 +5 200 -2 200 +4 judged = error =ask",
     "settle lit card:2 -2 200 +4 judged =accept error =accept"),
    # Red's pawn was laid onto green's and green's taken from under it, or itself put where green's had come from;
    # on 4 red comes in. Who was put straight before the other was taken out has not been taken from under it.
    (_BUMPED, _BUMPS % 4,
     "settle -red:h 300 -11 300 +11 200 +4 judged = error =ask previous",
     "settle -red:h 300 +4 judged = error =ask previous"),
    (_BUMPED, _BUMPS % 3,
     "settle -red:h 300 +3 judged = error =ask previous",
     "settle -red:h 300 -11 300 +11 200 +3 judged = error =ask previous",
     "settle -11 300 +3 200 -red:h 300 +11 judged =undo error =undo",
     "settle -11 300 +11 200 -red:h 300 +3 judged = error =ask"),
    # Red's went from 11 to 18; it takes the place of yellow's on 53, which is put on 11, before an 11 is laid.
    (_WALKED % (18, "yellow"), _WALKED % (11, "red"),
     "settle -18 300 -53 dip +53 300 +11 judged = error =ask",
     "settle -18 300 +11 judged =undo error =undo"),
    # Blue's was laid onto red's, and red's taken from under it to where blue's had come from: an 11 allows that.
    ("sorry red:h,h,h,4 blue:h,h,h,41 yellow:h,h,h,h green:h,h,h,h turn=blue", "",
     "settle card:11 -41 300 +52 judged error =accept -52 300 +41 judged =accept error =accept,ask",
     "settle card:10 -41 300 +51 judged error =accept -51 300 +41 judged =accept,undo error =accept,undo"),
    # Blue's went from 51 to 0; red's, which stands there, is put on 51, to be moved from there or for good.
    ("ludo-norsk red:h,h,h,0 blue:h,h,h,0 turn=red", "ludo-norsk red:h,h,h,0 blue:h,h,h,51 turn=blue",
     "settle +51 judged = error =ask"),
    ("ludo-norsk red:h,h,h,45 blue:h,h,h,0 turn=red", "ludo-norsk red:h,h,h,45 blue:h,h,h,51 turn=blue",
     "settle -0 300 +51 judged =undo error =undo"),
    # Two of one colour are alike: whichever comes back, it was so.
    ("ludo-norsk red:h,h,h,h blue:h,h,0,0 turn=red", "ludo-norsk red:h,h,h,h blue:h,h,0,51 turn=blue",
     "settle +51 judged =undo"),
    # Blue's went from 8 to 12; one of two on 4 is put on 8, and who is lifted from 12 onto it: that would be a 4, too.
    (_CAME % (12, "red"), _CAME % (8, "blue"),
     "settle -12 300 +8 judged =undo error =undo",
     "settle +8 300 -12 judged = error =ask"),
    # Yellow's went from 36 to 39 and sent blue's home: of the two in the hand either may have been put on 36.
    ("ludo-norsk red:h,h,h,10 yellow:h,h,h,39 blue:h,h,h,h green:h,h,h,h turn=blue",
     "ludo-norsk red:h,h,h,10 yellow:h,h,h,36 blue:h,h,h,39 green:h,h,h,h turn=yellow",
     "settle -39 300 -blue:h 300 +36 300 +39 judged = error =ask",
     "settle -39 300 +36 300 -blue:h 300 +39 judged =undo error =undo"),
    # -4: red's 18 joins its 13, or one of two on 22, in the hand as well, goes to 18, where that one is put back.
    ("partners-pawns green:h,h,h,h blue:h,h,h,h red:13,18,22,22 yellow:h,h,h,h turn=red", "",
     "lit card:-4 settle -18 long =ask"),
    ("partners-pawns green:h,h,h,h blue:h,h,h,h red:h,13,18,40 yellow:h,h,h,h turn=red", "",
     "lit card:-4 settle -18 long =accept"),
    # Red's two went with a 7 to 53: one of them is put back on 49, where one of yellow's from 46 may go, too.
    (_TWO_WENT % ("53,53", "yellow"), _TWO_WENT % ("49,50", "red"), "settle card:3 settle +49 almost = 400 =ask"),
    (_TWO_WENT % ("53,53", "yellow"), _TWO_WENT % ("48,51", "red"), "settle card:3 settle +49 almost =accept 400 =accept"),
    # 1/14: green's from 20 goes to 34, or to 21 and sends blue's home, which may have been put on 34.
    ("partners-nordic green:h,h,20,z4 blue:h,h,h,21 red:h,40,40,z4 yellow:h,h,h,8 turn=green", "",
     "lit card:1/14 settle -20 500 +34 long =accept",
     "lit card:1/14 settle -21 100 +21 100 -20 500 +34 long =accept",
     "lit card:1/14 settle -20 100 -21 100 +21 500 +34 long =ask"),
    # 11: blue's from 0 goes to 11, or its from 16 and green's from 40 change places.
    ("sorry red:17,59,z5,f blue:h,0,16,47 green:h,h,40,z2 turn=blue", "",
     "lit card:11 settle -0 300 +11 500 -16 300 +16 long =ask",
     "lit card:11 settle -0 300 +11 500 -40 300 +40 long =ask",
     "lit card:11 settle -0 300 +11 500 -green:z2 300 +green:z2 long =accept",
     "lit card:11 settle -0 300 +11 500 long =accept"),
    # 3: red's from 0 goes to 3, or that from beside blue's on 26 is on its way to 29, and was put down on 0.
    ("ludo-norsk red:0,0,26,f blue:11,26,36,f turn=red", "", "lit card:3 settle +3 long =ask"),
    ("ludo-norsk red:0,0,26,f blue:11,27,36,f turn=red", "", "lit card:3 settle +3 long =accept"),
    ("ludo-norsk red:0,4,26,f blue:11,26,36,f turn=red", "", "lit card:3 settle -0 300 +3 long =accept"),
    # 3: yellow's from 32 goes to 35, and one of two on 13 may have gone to 16 as well, where one stands.
    (_THREE % "13,13,16", "", "lit card:3 settle -32 300 +35 long =ask"),
    (_THREE % "13,13,17", "", "lit card:3 settle -32 300 +35 long =accept"),
    (_THREE % "h,13,16", "", "lit card:3 settle -32 300 +35 long =accept"),
    # 7: green's from 20 goes to 27, and one of two on 10 may have gone to 13.
    ("partners-movers green:10,10,13,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", "",
     "lit card:7 settle -20 300 +27 long =ask"),
    ("partners-movers green:10,10,19,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", "",
     "lit card:7 settle -20 300 +27 long =accept"),
    # 6: red's from 0 goes to 6, where blue's stands, or another one comes in at 0.
    ("ludo-norsk red:h,h,0,z5 blue:h,h,6,22 turn=red", "", "lit card:6 settle -0 300 -red:h 300 +0 long =ask"),
    ("ludo-norsk red:h,h,0,z5 blue:h,h,7,22 turn=red", "", "lit card:6 settle -0 300 -red:h 300 +0 long =accept"),
    # 2: red's from 23 goes to 25, or blue's that it has to send home was put there, and red's from 8 goes to 10.
    ("ludo-norsk red:8,23,z3,f blue:0,4,13,23 turn=red moved=23", "", "lit card:2 settle +25 long =ask"),
    # Where it stood alone its reed has told who it is.
    ("ludo-norsk red:8,23,z3,f blue:0,4,13,22 turn=red", "", "lit card:2 settle -23 300 +25 long =accept"),
    # 7: red's from 42 and 37 meet on 43, or that from 42 is on 44 and the other one on its way back to 42.
    (_MEETS % 44, "", "lit card:7 settle -42 300 +43 300 -37 long =ask"),
    (_MEETS % 31, "", "lit card:7 settle -42 300 +43 300 -37 long =accept"),
    # 7: green's go from 0 to 5 and from 17 to 18, and from 12 onto 13, unless that one is in the hand: a reed that
    # dipped before it was lifted does not tell.
    (_DIPS, "",
     "settle card:7 -17 300 -0 200 -12 300 +5 300 +18 300 further = error =accept",
     "settle card:7 -17 300 -13 dip +13 300 -0 200 -12 300 +5 300 +18 300 further = error =accept",
     "settle card:7 -17 300 -0 200 -12 300 +5 300 +18 300 -13 dip +13 further =accept error =accept"),
    # 7: green's goes from 0 to 6 and sends blue's home, from under it or before; and from 12 onto 13.
    (_UNDER, "",
     "settle card:7 -0 300 -6 dip +6 300 +blue:h 300 -12 300 further = error =accept",
     "settle card:7 -0 300 -6 dip +6 300 +blue:h 300 -12 300 -13 dip +13 further =accept error =accept",
     "settle card:7 -0 300 -6 300 +6 300 +blue:h 300 -12 300 -13 dip +13 further =accept error =accept"),
    # 6: blue's comes in at 26, where one stands; that one may have gone on to 32 meanwhile, where yellow's stands.
    ("ludo-norsk red:h,h,0,21 yellow:h,h,h,32 blue:h,h,26,37 green:h,h,h,49 turn=blue", "", "lit card:6 settle -blue:h long =ask"),
    ("ludo-norsk red:h,h,0,21 yellow:h,h,h,33 blue:h,h,26,37 green:h,h,h,49 turn=blue", "", "lit card:6 settle -blue:h long =accept"),
    # 7: two go 4 and 1 and the one in the goal turns for 2, or one goes 5, onto red's, and the other one turns.
    ("partners-nordic green:h,0,20,z3 blue:h,22,28,z1 red:5,30,30,35 yellow:h,h,56,59 turn=green", "",
     "lit card:7 settle -0 300 +4 300 -20 300 +21 long =accept"),
    # 11: red's from 4 goes to 15, or was put onto blue's at 19, which was put there, and was then taken up and put back.
    ("sorry red:h,h,h,4 blue:h,h,h,19 yellow:h,h,h,47 green:h,h,h,h turn=red", "",
     "lit card:11 settle -4 300 +15 300 -19 500 +19 long =ask",
     "lit card:11 settle -4 300 +15 300 long =accept"),
)  # fmt: skip


def play(line, before, story):
    """Let hands do what a story says."""
    rig = Rig(line)
    if before:
        rig.before(before)
    for act in story.split():
        if act == "lit":
            rig.recogniser.expect(rig.state, rig.now_ms)
        elif act == "previous":
            assert rig.recogniser.question.shown == PREVIOUS, (line, story)
        elif act[0] == "=":
            assert rig.said() == act[1:].replace(",", " "), (line, story, act, rig.out)
        elif act[0] == "-":
            rig.take(rig.spot(act[1:]))
        elif act[0] == "+":
            rig.put(rig.spot(act[1:]))
        elif act[:5] == "card:":
            rig.card(act[5:])
        else:
            rig.wait(TIMES[act] if act in TIMES else int(act))


def test_a_move_is_accepted_only_where_no_other_one_may_have_been_made():
    for line, before, *stories in STORIES:
        for story in stories:
            play(line, before, story)
