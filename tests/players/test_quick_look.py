# SPDX-License-Identifier: Apache-2.0
"""What positions of Ludo and Sorry! are worth at a quick look, to every seat, reckoned by hand."""

from players import load as load_player
from players.observation import Observation
from rules.parse import parse_position

# A pawn of Ludo: 40 and a point a step, 10 more in the row, 20 in the goal; others' count half, each seat's rounded down.
LUDO = (
    # red 57, yellow 44, green 56: nothing hangs on the move that was made
    ("red:h,h,h,17 yellow:h,h,h,18 blue:h,h,h,h green:h,h,h,3 turn=green", (7, -11, -78, 6)),
    # red has come to where yellow stands and takes it with its next throw
    (
        "red:h,h,h,17 yellow:h,h,h,17 blue:h,h,h,h green:h,h,h,3 turn=red moved=17",
        (29, -56, -56, 28),
    ),
    # ... and it is green that is taken: 42, its pawn 2 from its own frifelt
    (
        "red:h,h,h,41 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,41 turn=red moved=41",
        (81, -40, -40, -40),
    ),
    # blue is taken on yellow's frifelt, yellow is not
    (
        "red:h,h,h,13 yellow:h,h,h,13 blue:h,h,h,13 green:h,h,h,h turn=red moved=13",
        (33, 14, -46, -46),
    ),
    # who is in the row or in the goal: 101 and 116
    ("red:h,h,z1,f yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red", (217, -108, -108, -108)),
)
SORRY = (
    # START is worth nothing, HOME 121 and others' 38, which is half of what is above 45
    ("red:h,h,f,f blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red", (242, -76, -76, -76)),
    # blue's first space behind its start circle is worth 54, to others 4; the start circle 45, to others nothing
    ("red:h,h,f,f blue:h,h,h,18 yellow:h,h,h,h green:h,h,h,h turn=red", (238, -22, -80, -80)),
    ("red:h,h,f,f blue:h,h,h,19 yellow:h,h,h,h green:h,h,h,h turn=red", (242, -31, -76, -76)),
)


def judge_of(rulebook, line):
    game, state = parse_position(rulebook + " " + line)
    return game, state, load_player("normal", game).judge


def test_a_quick_look_is_the_same_whoever_looks():
    for rulebook, lines in (("ludo-norsk", LUDO), ("sorry", SORRY)):
        for line, wanted in lines:
            game, state, judge = judge_of(rulebook, line)
            for looking in game.seats:
                judge.begin(looking)
                told = tuple([judge.quick(state, seat) for seat in range(4)])
                assert told == wanted, (line, looking, told)


def test_getting_ready_forgets_the_dangers_of_another_seat():
    _, state, judge = judge_of(
        "ludo-norsk", "red:h,h,h,17 yellow:h,h,h,15 blue:h,h,h,h green:h,h,h,h turn=red"
    )
    for _ in judge.prepare(Observation(state, 0, b"\0")):
        pass
    # Yards: three or four pawns that a 6 brings to their frifelt. The pawn: 43 a throw ahead, 7 two throws ahead.
    wanted = {14: 109, 27: 138, 40: 134}
    for ahead in range(1, 13):
        wanted.setdefault(16 + ahead, 43 if ahead < 7 else 7)
    assert {place: odds for place, odds in enumerate(judge.threat) if odds} == wanted
    judge.begin(1)
    assert not any(judge.threat)


def test_a_danger_more_leaves_part_of_what_was_safe_and_none_comes_to_certainty():
    judge = judge_of("sorry", SORRY[0][0])[2]
    judge.begin(0)
    told = []
    for odds in (12, 12, 128, 255, 255):
        judge.endanger(7, odds)
        told.append(judge.threat[7])
    assert told == [12, 24, 140, 255, 255], told
    assert sum(judge.threat) == 255
