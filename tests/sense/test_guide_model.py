# SPDX-License-Identifier: Apache-2.0
"""The way out of a board that fits nothing, against every position that would end it."""

from dice import Dice
from halfway import Levels, counts_of, games, hops, levels_of, likely, turns

from rules.game import HOME, NOBODY
from sense.boardmap import HELD
from sense.guide import Guide
from sense.occupancy import Occupancy
from sense.tuning import TIES

TURNS = 30


class Scene:
    """Coloured pawns on a board, some in a hand; `spots` has where each of a seat's four is."""

    def __init__(self, boardmap, state, levels):
        self.map = boardmap
        self.state = state
        self.view = Occupancy(boardmap)
        self.levels = levels
        self.stand(state)

    def stand(self, state):
        """Put every pawn where a state has it."""
        self.spots = []
        for seat in range(4):
            four = state[4 * seat : 4 * seat + 4]
            self.spots.append([self.map.spot(seat, place) for place in four])

    def move(self, seat, start, end):
        """Put a pawn somewhere; HELD: into the hand."""
        if start in self.spots[seat]:
            self.spots[seat][self.spots[seat].index(start)] = end

    def look(self, dice):
        counts = counts_of(self.map, bytes([NOBODY] * 20))
        for four in self.spots:
            for spot in four:
                if spot in counts:
                    counts[spot] += 1
        self.levels.stable[:] = levels_of(self.map, counts, dice)
        self.view.look(self.levels, self.image(self.state))

    def image(self, state):
        return self.map.image(state, bytearray(self.map.size))

    def standing(self):
        """Return the spots of all pawns, sorted within each seat."""
        return bytearray(b"".join([bytes(sorted(four)) for four in self.spots]))


def ways_to(boardmap, standing, target, shown=None):
    """Return (seat, from, to) of the pawns that must move to stand as in a state.

    Pawns of a colour are alike: where the shown one was to go goes that one, or after it has left
    its place the one in the hand.
    """
    out = []
    for seat in range(4):
        here = list(standing[4 * seat : 4 * seat + 4])
        there = [boardmap.spot(seat, place) for place in target[4 * seat : 4 * seat + 4]]
        for spot in list(here):
            if spot in there:
                here.remove(spot)
                there.remove(spot)
        here.sort()
        there.sort()
        if shown and shown[0] == seat and shown[2] in there:
            k = there.index(shown[2])
            pawn = here.index(shown[1]) if shown[1] in here else here.index(max(here))
            here[k], here[pawn] = here[pawn], here[k]
        out += [(seat, a, b) for a, b in zip(here, there)]
    return out


def best(scene, results, only, before, begun, toward=None, shown=None):
    """Return (ways, position) of the nearest position, as `Guide.find` promises; None: none looks wrong.

    `toward` is where a guide under way leads, `shown` the way it shows.
    """
    boardmap = scene.map
    view = scene.view
    every = [scene.state] + [
        results.state(i) for i in ([only] if only >= 0 else range(len(results)))
    ]
    far = [boardmap.distance(view.seen, scene.image(state), view.mask) for state in every]
    wrong = [k for k in range(len(every)) if far[k]]  # what looks right has the wrong pawns
    nearest = min([far[k] for k in wrong] or [1000])
    near = [k for k in wrong if far[k] == nearest]
    if nearest == 1:
        near = near[:TIES]
    if before is not None and not (nearest == 1 and len(near) == TIES):
        distance = boardmap.distance(view.seen, scene.image(before), view.mask)
        if 0 < distance < nearest:  # only when nothing else is as near
            every.append(before)
            near = [len(every) - 1]
    standing = scene.standing()
    told = []
    ends = every + ([before] if before is not None and before not in every else [])
    if toward in ends:
        left = boardmap.distance(view.seen, scene.image(toward), view.mask)
        if 0 < left <= nearest_of(scene, every, before) + 1:
            near = [ends.index(toward)]
            every = ends
    for k in near:
        differ = []
        view.differences(scene.image(every[k]), differ, differ)
        ways = ways_to(boardmap, standing, every[k], shown)
        if only >= 0:  # a pawn from the hand may lie on a taken space already
            ways = [way for way in ways if way[1] != HELD or not on_taken(scene, way[2])]
        open_spots = len([spot for spot in differ if spot < boardmap.home])
        score = 8 * len(ways) + 2 * min(3, open_spots) + (1 if begun and k == 0 else 0)
        told.append((score, k, ways, every[k]))
    return min(told)[2:] if told else None


def nearest_of(scene, every, before):
    """Return how far the nearest position is of those that look wrong."""
    states = every + ([before] if before is not None else [])
    far = [scene.map.distance(scene.view.seen, scene.image(s), scene.view.mask) for s in states]
    return min([one for one in far if one])


def on_taken(scene, spot):
    return spot < scene.map.home and scene.map.has(scene.view.seen, spot)


def ordered(scene, ways, before=()):
    """Return ways as they are said: pawns on the board first, and to free places first.

    The one that was shown stays the first, until another pawn has been lifted instead.
    """
    taken = [on_taken(scene, way[2]) for way in ways]
    keys = [(2 * (ways[k][1] == HELD) + taken[k], k) for k in range(len(ways))]
    out = [ways[k] for _, k in sorted(keys)]
    if before:
        first = [way for way in out if (way[0], way[2]) == (before[0][0], before[0][2])]
        if first and first[0][1] != HELD:
            first = [way for way in out if way[1] == HELD and way not in before] or first
        if first:
            out.remove(first[0])
            out = first[:1] + out
    return [way for way in out if not waits(scene, way, out)] + [
        way for way in out if waits(scene, way, out)
    ]


def waits(scene, way, ways):
    """Return whether a stranger lies where a pawn is to come: it goes first."""
    end = way[2]
    return end > scene.map.game.ring and end in [other[1] for other in ways]


def disturbed(scene, results, dice):
    """Let hands make a move in part, and put some pawns where they do not belong."""
    boardmap = scene.map
    if dice(3):
        for start, end in hops(boardmap, likely(results, dice)):
            for seat in range(4):
                if start in scene.spots[seat]:
                    what = dice(3)
                    if what:
                        scene.move(seat, start, end if what == 1 else HELD)
                    break
    for _ in range(dice(4)):
        seat = boardmap.game.seats[dice(len(boardmap.game.seats))]
        start = scene.spots[seat][dice(4)]
        scene.move(seat, start, HELD if not dice(4) else 1 + dice(boardmap.home + 3))


def found(guide, scene, results, only, before, begun, dark=False):
    """Let a way be found; return in how many slices."""
    slices = 0
    for code in guide.find(
        scene.view, scene.state, results, only, before, scene.standing(), begun, dark
    ):
        assert code == -1
        slices += 1
    return slices


def named(scene, ways):
    """Return the ways that are said: of an area that a stranger has to leave only that."""
    return [way for way in ways if not waits(scene, way, ways)] or ways[:1]


def said(scene, ways):
    """Return (missing, extra) spots of ordered ways; pawns too many wait while one is in the hand."""
    waiting = bool(ways) and ways[0][1] == HELD
    ways = named(scene, ways)
    missing = [way[2] for way in ways]
    extra = [way[1] for way in ways if way[1] != HELD and not waiting]
    return missing, extra


def scenes(dice):
    for game, boardmap in games():
        levels = Levels(boardmap.n_bytes)
        last = None
        for state, results in turns(game, dice, TURNS, 2):
            scene = Scene(boardmap, state, levels)
            before = last if dice(2) else None
            if before is not None and dice(2):  # it is being taken back
                scene.stand(before)
            disturbed(scene, results, dice)
            scene.look(dice)
            yield scene, results, before
            last = state


def test_of_the_first_result_alone_and_the_position_before_the_nearer_is_shown():
    dice = Dice(67)
    met = 0
    for scene, results, before in scenes(dice):
        if before is None:
            continue
        guide = Guide(scene.map)
        found(guide, scene, results, 0, before, False)
        told = best(scene, results, 0, before, False)
        if told is None:
            continue
        assert (guide.missing_spots, guide.extra_spots) == said(scene, ordered(scene, told[0]))
        met += told[1] == before
    assert met > 5


def test_the_nearest_position_is_shown_the_easiest_pawn_first():
    met = {"before": 0, "only": 0, "held": 0, "several": 0, "on the way": 0}
    dice = Dice(61)
    for scene, results, before in scenes(dice):
        only = dice(len(results)) if not dice(4) else -1
        begun = bool(dice(2))
        guide = Guide(scene.map)
        slices = found(guide, scene, results, only, before, begun)
        told = best(scene, results, only, before, begun)
        if told is None:
            assert guide.missing == guide.extra == [] and guide.missing_spots == []
            continue
        ways, toward = told
        count = 2 if only >= 0 else len(results) + 1
        assert slices >= (count // 3 if len(guide._ties) < TIES else 0)  # three looks in a slice
        assert ways, "every pawn is where it should be, and a reed differs"
        ways = ordered(scene, ways)
        missing, extra = said(scene, ways)
        assert guide.missing_spots == missing, (ways, guide._ways)
        assert guide.extra_spots == extra
        assert guide.missing == [scene.map.token(seat, end) for seat, _, end in named(scene, ways)]
        tokens = [
            scene.map.token(seat, start) for seat, start, _ in named(scene, ways) if start != HELD
        ]
        assert not [token for token in guide.extra if token in guide.missing]
        assert guide.extra == (tokens if extra else [])
        assert guide.changed
        found(guide, scene, results, only, before, begun)
        assert guide.missing_spots == missing and not guide.changed  # nothing has happened
        met["held"] += ways[0][1] == HELD
        met["several"] += len(ways) > 1
        met["only"] += only >= 0
        if before is not None and ways == ordered(
            scene, ways_to(scene.map, scene.standing(), before)
        ):
            met["before"] += 1
        for _ in range(3):  # hands go on, not always as they are told
            if dice(3):
                seat, start, end = ways[dice(len(ways))]
                scene.move(seat, start, HELD if start != HELD else end)
            else:
                disturbed(scene, results, dice)
            scene.look(dice)
            begun = bool(dice(2))
            found(guide, scene, results, only, before, begun)
            told = best(scene, results, only, before, begun, toward, ways[0])
            if told is None or not told[0]:
                break
            ways = ordered(scene, told[0], ways)
            toward = told[1]
            missing, extra = said(scene, ways)
            assert guide.missing_spots == missing and guide.extra_spots == extra
            met["on the way"] += 1
    assert min(met.values()) > 3, met


def test_who_follows_the_guide_is_never_sent_elsewhere_on_the_way():
    steps = 0
    dice = Dice(62)
    for scene, results, before in scenes(dice):
        guide = Guide(scene.map)
        boardmap = scene.map
        goal = None
        for _ in range(16):
            ends = [scene.state] + [results.state(i) for i in range(len(results))] + [before]
            ends = [state for state in ends if state is not None]
            if [state for state in ends if scene.view.shows(scene.image(state))]:
                break
            toward = guide._toward
            found(guide, scene, results, -1, before, False)
            far = [boardmap.distance(scene.view.seen, scene.image(state)) for state in ends]
            if toward is not None:  # a position hardly nearer is no reason to go elsewhere
                left = boardmap.distance(scene.view.seen, scene.image(toward))
                if 0 < left <= min([one for one in far if one]) + 1:
                    assert guide._toward == toward
                else:
                    goal = None
            if not guide._ways:
                break
            seat, start, end = guide._ways[0]
            if start < boardmap.home and sum([four.count(start) for four in scene.spots]) > 1:
                break  # no reed tells when one of two is taken up
            assert guide.missing_spots[0] == end
            if start != HELD:
                assert guide.extra_spots[0] == start
                scene.move(seat, start, HELD)
                goal = (seat, end)
            else:
                assert goal is None or goal == (seat, end)  # the one that was taken up goes there
                scene.move(seat, HELD, end)
                goal = None
            scene.look(dice)
            steps += 1
        else:
            raise AssertionError("no end")
    assert steps > 200


def test_the_reeds_of_every_seats_home_say_that_a_pawn_has_come():
    for _, boardmap in games():
        scene = Scene(boardmap, bytes(20), Levels(boardmap.n_bytes))
        scene.look(Dice(1))
        for seat in range(4):
            ways = [(seat, HELD, boardmap.spot(seat, HOME))]
            assert Guide(boardmap)._open_ways(scene.view, ways, []) == []
            assert Guide(boardmap)._open_ways(scene.view, ways, [ways[0][2]]) == ways


def test_where_every_pawn_is_right_the_reeds_that_differ_are_named():
    from rig import board_of

    from rules.parse import parse_position
    from sense.boardmap import BoardMap

    game, state = parse_position(
        "sorry red:h,h,20,z5 blue:h,h,h,f yellow:h,h,h,40 green:h,h,h,h turn=blue"
    )
    boardmap = BoardMap(board_of(game.rulebook), game)
    results = game.results(state, game.actions.index("3"))
    scene = Scene(boardmap, bytes(state), Levels(boardmap.n_bytes))
    counts = counts_of(boardmap, state)
    row = boardmap.spot(3, game.ring + 2)
    for spot, number in ((21, 0), (31, 1), (row, 1), (boardmap.fin + 1, 2)):
        counts[spot] = number  # a reed that stays open, three that are closed by nothing
    scene.levels.stable[:] = levels_of(boardmap, counts, Dice(1))
    scene.view.look(scene.levels, scene.image(state))
    guide = Guide(boardmap)
    found(guide, scene, results, -1, None, False)
    assert guide.missing == ["red:20"] and guide.missing_spots == [21]
    assert guide.extra == ["red:30", "green:z2", "blue:f"]
    assert guide.extra_spots == [31, row, boardmap.fin + 1]
    assert guide.changed


def test_a_pawn_that_no_reed_missed_came_from_the_nearest_stack():
    from rig import board_of

    from rules.parse import parse_position
    from sense.boardmap import BoardMap

    game, state = parse_position(
        "partners-pawns green:h,h,h,3 blue:h,h,20,20 red:h,50,50,50 yellow:h,h,h,h turn=green"
    )
    boardmap = BoardMap(board_of(game.rulebook), game)
    for seat, start, end in ((1, 20, 33), (2, 50, 59), (2, 50, 40), (1, 20, 10)):
        scene = Scene(boardmap, bytes(state), Levels(boardmap.n_bytes))
        scene.move(seat, start + 1, end + 1)
        scene.look(Dice(1))
        scene.stand(bytes(state))  # nobody saw it
        for dark in (True, False):
            guide = Guide(boardmap)
            found(guide, scene, game.results(state, 0), -1, None, False, dark)
            assert guide.missing == [boardmap.token(seat, start + 1)]
            assert guide.extra == [boardmap.token(seat, end + 1)]


def test_a_pawn_whose_home_says_that_it_has_come_is_not_sent_there_nor_who_took_its_place():
    from rig import board_of

    from rules.parse import parse_position
    from sense.boardmap import BoardMap

    game, state = parse_position(
        "partners-pawns green:h,h,h,3 blue:h,h,h,20 red:h,h,h,50 yellow:h,h,h,h turn=green"
    )
    boardmap = BoardMap(board_of(game.rulebook), game)
    for seat in (0, 3):  # whose home is the first, and the last
        scene = Scene(boardmap, bytes(state), Levels(boardmap.n_bytes))
        scene.move(2, 51, 41)
        scene.look(Dice(1))
        # Of these nobody saw that they went on: home, and to the space that was free then.
        home = boardmap.spot(seat, 0)
        scene.move(seat, home, 21)
        scene.move(1, 21, 34)
        for dark in (True, False):
            guide = Guide(boardmap)
            found(guide, scene, game.results(state, 0), -1, None, False, dark)
            assert guide.missing == ["red:50"], (seat, dark, guide.missing, guide.extra)
            assert guide.extra == ["red:40"]
