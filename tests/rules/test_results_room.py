# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The buffer of results has room for the worst card in the worst position of every game.

Foreign pawns add no results to a 7: walls only forbid, a stack sends a pawn home wherever it
came from, and a single one is gone exactly when an own pawn ends there. So own pawns decide;
and those too far away to reach the goal add most when their ways never meet. That leaves some
hundred cases: which pawns stand in a circle or up to 6 spaces before the goal, and how many
stand far away and apart. All ways are walked, in every order, each pawn at most once.
"""

from rules import load
from rules.games.partners.goal import OUT, STEPS, locked
from rules.parse import parse_position


def counted(goal, pawns, total):
    """Return (results, operations that go) of a 7: (f, n) far, (r, d) before the goal, (z, k)."""
    taken = 0
    for kind, k in pawns:
        if kind == "z":
            taken |= 1 << (k - 1)
    free = [p for p in pawns if not (p[0] == "z" and locked(p[1], taken))]
    most = {}
    _walk(goal, free, total, taken, [], most)
    return len(most), sum(most.values())


def _walk(goal, free, left, taken, ends, most):
    if not left:
        key = tuple(sorted(ends + free))
        most[key] = max(most.get(key, 0), len(ends))
        return
    for j in range(len(free)):
        kind, a = free[j]
        if j and free[j] == free[j - 1]:
            continue
        rest = free[:j] + free[j + 1 :]
        for steps in range(1, left + 1):
            now = taken
            if kind == "f":
                end = ("f", a + 10 * steps)
            elif kind == "r" and steps <= a:
                end = ("r", a - steps)
            else:
                if kind == "z":
                    now &= ~(1 << (a - 1))
                    there = goal[(a << 4 | now) * STEPS + steps]
                else:
                    there = goal[now * STEPS + steps - a]
                if not there:
                    continue
                if there < OUT:
                    now |= 1 << (there - 1)
                end = ("z", there) if there < OUT else ("r", there - OUT)
            _walk(goal, rest, left - steps, now, ends + [end], most)


def _teams(near, count):
    """Yield every sorted choice of up to `count` of the near places; one pawn in a circle."""
    yield []
    if count:
        for i in range(len(near)):
            for more in _teams(near[i + (near[i][0] == "z") :], count - 1):
                yield [near[i]] + more


def test_no_seven_has_more_results_than_there_is_room_for():
    counts = {}
    near = [("r", d) for d in range(7)] + [("z", k) for k in (1, 2, 3, 4)]
    for rulebook in ("partners-movers", "partners-nordic", "partners-pawns"):
        game = load(rulebook)
        if game.goal not in counts:
            most = most_parts = 0
            rest = rest_parts = 0
            for team in _teams(near, 4):
                for far in range(5 - len(team)):
                    pawns = [("f", i) for i in range(far)] + team
                    results, parts = counted(game.goal, pawns, 7)
                    most = max(most, results)
                    most_parts = max(most_parts, parts)
                    results, parts = counted(game.goal, pawns, 6)
                    rest = max(rest, results)
                    rest_parts = max(rest_parts, parts)
            counts[game.goal] = most, most_parts, rest, rest_parts
        most, most_parts, rest, rest_parts = counts[game.goal]
        assert most <= game.most
        assert 2 * most_parts <= game.most_ops  # each part may send a pawn home
        # P15: one own pawn finishes, and the partner uses up to 6: own 7, give up, the rest.
        assert 1 + 1 + rest <= game.most
        assert 2 + 1 + rest + 2 * rest_parts <= game.most_ops
        if rulebook == "partners-pawns":
            assert (most, 2 * most_parts) == (game.most, game.most_ops)  # and no more than needed


def test_no_swap_has_more_results_than_there_is_room_for():
    line = "green:1,3,5,7 blue:9,11,13,16 red:18,20,22,24 yellow:26,28,31,33 turn=green"
    game, state = parse_position("partners-movers " + line)
    found = game.results(state, game.actions.index("swap"))
    assert len(found) == 6 * 16 + 1 <= game.most  # every two colours, and no change
    assert found.used == 4 * 97


def test_no_sorry_card_has_more_results_than_there_is_room_for():
    # S10: 4 pawns alone, 6 pairs x 6 ways x 2 orders; S4: 4 alone and 4 x 12 changes of an 11.
    game = load("sorry")
    assert game.most >= 4 + 6 * 6 * 2
    assert game.most >= 4 + 4 * 12 + 1
    # Two triangles are 7 apart or more: a pawn slides with one of its counts at most. A slide
    # meets 5 pawns at most, any other landing one.
    singles = 4 * (1 + 5)
    pairs = 6 * (6 * 2 * (2 + 2) + 2 * 2 * 4)
    assert game.most_ops >= singles + pairs
    assert game.most_ops >= singles + 4 * 12 * (1 + 1 + 4)
