# SPDX-License-Identifier: Apache-2.0
"""Results and boards: what is found with cheap looks and in slices is what every result says."""

from dice import Dice
from halfway import Levels, begun, counts_of, games, hops, levels_of, likely, turns
from rig import board_of
from tabletop import table_at

from rules.moves import BUMP, SELF, SWAP, parts, sends_home
from rules.notation import move_text
from rules.parse import parse_position
from sense.boardmap import BoardMap
from sense.candidates import Candidates
from sense.occupancy import Occupancy
from sense.progress import COMPLETE, PARTIAL, UNBEGUN, Progress
from sense.tuning import PIECE, SLICE

TURNS = 25
BOARDS = 4


class Board:
    """Candidates over a board whose levels are given."""

    def __init__(self, boardmap):
        self.map = boardmap
        self.view = Occupancy(boardmap)
        self.candidates = Candidates(boardmap, self.view)
        self.progress = Progress(self.candidates)
        self.levels = Levels(boardmap.n_bytes)

    def offer(self, results, state):
        self.state = state
        self.image = boardimage(self.map, state)
        self.candidates.set(results, state, self.image)

    def show(self, levels, masked):
        self.levels.stable[:] = levels
        self.levels.masked[:] = masked
        self.view.look(self.levels, self.image)
        self.progress.look()

    def found(self):
        for code in self.candidates.find():
            assert code == -1
        return self.candidates.found


def boardimage(boardmap, state):
    return boardmap.image(state, bytearray(boardmap.size))


def fits(boardmap, view, counts):
    """Tell whether the board may show so many pawns on each of some spots."""
    for spot in counts:
        number = counts[spot]
        if number < 0:
            return False
        if spot < boardmap.home:
            number = min(1, number)
        shown = boardmap.count(view.seen, spot)
        if not shown <= number <= shown + view.masks(spot):
            return False
    return True


def pooled_fits(boardmap, view, counts):
    """The same, with the homes of all seats as one."""
    apart = {spot: counts[spot] for spot in counts if not boardmap.home <= spot < boardmap.fin}
    homes = [spot for spot in counts if boardmap.home <= spot < boardmap.fin]
    shown = sum([boardmap.count(view.seen, spot) for spot in homes])
    masks = sum([view.masks(spot) for spot in homes])
    number = sum([counts[spot] for spot in homes])
    return fits(boardmap, view, apart) and shown <= number <= shown + masks


def progress(boardmap, view, state, move, check):
    """Try every pawn of a move in every way: not begun, in the air, made."""
    ways = [(counts_of(boardmap, state), 0, 0)]
    for start, end in hops(boardmap, move):
        more = []
        for counts, made, air in ways:
            lifted = dict(counts)
            lifted[start] -= 1
            placed = dict(lifted)
            placed[end] += 1
            there = made + (start == end)  # one that turns and comes back need not be lifted
            more += [(counts, there, air), (lifted, made, air + 1), (placed, made + 1, air)]
        ways = more
    told = 0
    total = len(hops(boardmap, move))
    for counts, made, air in ways:
        if check(boardmap, view, counts):
            if made == total:
                told |= COMPLETE
            elif made + air == total:
                told |= PARTIAL
            elif made + air:
                told |= PARTIAL | UNBEGUN
    return told


def drawn_mask(boardmap, dice, many):
    masked = bytearray(boardmap.n_bytes)
    for _ in range(dice(many) if many else 0):
        masked[dice(boardmap.n_bytes)] |= 1 << dice(8)
    return masked


def test_a_pawn_that_a_later_part_sent_home_again_need_not_stand_where_it_went():
    """A slide of the second pawn of a 7 takes the first one home: its space is empty in the end."""
    for line, move in (
        ("sorry red:35,37,f,f yellow:z1,f,f,f turn=red", "r35>40+r37>43xr40"),
        ("sorry red:19,50,52,53 blue:h,h,h,h yellow:h,h,h,z4 green:h,h,h,h turn=red", "r50>56+r53>58xr56"),
        ("sorry red:h,z5,f,f yellow:5,21,22,f turn=yellow", "y21>26+y22>28xy26"),
        ("sorry red:h,19,29,f yellow:50,52,z4,f turn=yellow", "y50>55+y52>58xy55"),
    ):  # fmt: skip
        game, state = parse_position(line)
        boardmap = BoardMap(board_of(game.rulebook), game)
        results = game.results(state, game.actions.index("7"))
        board = Board(boardmap)
        board.offer(results, bytes(state))
        mine = [k for k in range(len(results)) if move_text(game, results.move(k)) == move]
        assert len(mine) == 1
        image = boardimage(boardmap, results.state(mine[0]))
        counts = counts_of(boardmap, results.state(mine[0]))
        board.show(levels_of(boardmap, counts, Dice(1)), bytes(boardmap.n_bytes))
        alike = [k for k in range(len(results)) if boardimage(boardmap, results.state(k)) == image]
        assert mine[0] in alike and sorted(board.found()) == alike


def boards(dice, seldom):
    """Yield boards of played games: a result made in part, at times with reeds that are ignored."""
    for game, boardmap in games():
        board = Board(boardmap)
        for state, results in turns(game, dice, TURNS, seldom):
            if len(results) > 60:
                continue
            board.offer(results, state)
            for number in range(BOARDS):
                move = likely(results, dice)
                counts = begun(boardmap, state, move, dice)
                if number == 1:  # now and then something else has been moved, too
                    counts[1 + dice(boardmap.n_spots - 1)] ^= 1
                masked = drawn_mask(boardmap, dice, 6 if number == 2 else 0)
                board.show(levels_of(boardmap, counts, dice), masked)
                yield board, game, state, results


def test_the_results_that_look_like_the_board_are_found():
    many = 0
    for board, _, _, results in boards(Dice(21), 2):
        mask = board.view.mask
        expected = []
        for i in range(len(results)):
            image = boardimage(board.map, results.state(i))
            if board.map.same(board.view.seen, image, mask):
                expected.append(i)
        assert board.found() == expected
        many += len(expected)
    assert many > 100


def test_how_far_hands_are_is_what_trying_every_pawn_gives():
    met = {}
    for board, _, state, results in boards(Dice(22), 3):
        for i in range(len(results)):
            move = results.move(i)
            if len(hops(board.map, move)) > 5:
                continue
            told = board.progress.of(i)
            assert told == progress(board.map, board.view, state, move, fits), (state, move)
            assert board.progress.near(i) or not told
            met[told] = met.get(told, 0) + 1
            told = board.progress.of(i, True)
            assert told == progress(board.map, board.view, state, move, pooled_fits), (state, move)
            assert board.progress.near(i, True) or not told
            met[-told] = met.get(-told, 0) + 1
    for told in (0, COMPLETE, PARTIAL, PARTIAL | UNBEGUN, COMPLETE | PARTIAL):
        assert met.get(told, 0) > 5 and (met.get(-told, 0) > 5 or not told), met


def beside(board, state, move, other):
    """Try whether pawns of a move that another does not move so may be on their way, and others be lifted."""
    boardmap = board.map
    ways = hops(boardmap, move)
    about = [spot for way in ways for spot in way]
    missing = []
    extra = []
    boardmap.differences(board.view.seen, board.image, missing, extra, board.view.mask)
    lifted = [spot for spot in missing if spot not in about]
    if not 0 < len(lifted) <= 2 or [spot for spot in extra if spot not in about]:
        return False
    here = counts_of(boardmap, state)
    boards = [({spot: here[spot] for spot in about}, False)]
    for start, end in ways:
        new = (start, end) not in hops(boardmap, other)
        more = []
        for counts, on_its_way in boards:
            up = dict(counts)
            up[start] -= 1
            down = dict(up)
            down[end] += 1
            turned = on_its_way or (new and start == end)
            more += [(counts, turned), (up, on_its_way or new), (down, on_its_way or new)]
        boards = more
    return bool([1 for counts, new in boards if new and fits(boardmap, board.view, counts)])


def test_what_hands_may_do_beside_a_result_is_what_trying_every_pawn_gives():
    met = {True: 0, False: 0}
    dice = Dice(27)
    for board, _, state, results in boards(dice, 3):
        for i in range(len(results)):
            other = dice(len(results))
            if len(hops(board.map, results.move(i))) < 5:
                told = board.progress.beside(i, other)
                expected = beside(board, state, results.move(i), results.move(other))
                assert told == expected, (state, results.move(other), results.move(i))
                met[told] += 1
    assert min(met.values()) > 20, met


def test_a_pawn_of_a_seven_that_rests_on_its_way_is_seen_there_and_nowhere_else():
    rested = farther = 0
    for line in (
        "partners-pawns green:10,10,12,14 blue:h,h,h,40 red:h,h,h,h yellow:h,h,h,h turn=green",
        "partners-nordic green:h,h,1,z4 blue:28,28,30,z4 red:22,47,58,z2 yellow:h,h,13,z4 turn=blue",
        "partners-movers green:54,57,58,z2 blue:h,h,5,30 red:h,h,20,33 yellow:h,h,h,h turn=green",
    ):
        game, state = parse_position(line)
        boardmap = BoardMap(board_of(game.rulebook), game)
        results = game.results(state, game.actions.index("7"))
        board = Board(boardmap)
        board.offer(results, bytes(state))
        unmasked = bytes(boardmap.n_bytes)
        for i in range(len(results)):
            move = results.move(i)
            ways = hops(boardmap, move)
            ends = [end for _, end in ways]
            counts = counts_of(boardmap, results.state(i))
            board.show(levels_of(boardmap, counts, Dice(1)), unmasked)
            assert not board.progress.rests(i, True), move_text(game, move)
            for start, end in ways:
                if not start < end <= game.ring:
                    continue
                for spot in range(start + 1, end + 2):
                    if spot == end or spot in ends or counts_of(boardmap, state)[spot]:
                        continue
                    there = dict(counts)
                    there[end] -= 1
                    there[spot] += 1
                    board.show(levels_of(boardmap, there, Dice(1)), unmasked)
                    told = board.progress.rests(i, True)
                    if spot < end:
                        assert told == (len(ways) > 1), (move_text(game, move), spot)
                        rested += told
                    elif not [way for way in ways if way[0] < spot < way[1]]:
                        onward = [way for way in ways if way[1] > game.ring]
                        assert not told or onward, (move_text(game, move), spot)
                        farther += 1
    assert rested > 100 and farther > 30, (rested, farther)


def test_what_a_result_is_about():
    for board, _, state, results in boards(Dice(23), 2):
        candidates = board.candidates
        progress = board.progress
        boardmap = board.map
        changed = []
        boardmap.differences(board.view.seen, board.image, changed, changed, board.view.mask)
        here = counts_of(boardmap, state)
        for spot in range(1, boardmap.n_spots):
            assert candidates.changed(spot) == (spot in changed)
            assert candidates.alone(spot) == (here[spot] == 1)
        stacked = set()
        for k in range(16):
            spot = boardmap.spot(k >> 2, state[k])
            if spot < boardmap.home and here[spot] > 1:
                stacked.add((k >> 2, spot))
        assert candidates.stacks() == len(stacked)
        for i in range(len(results)):
            move = results.move(i)
            ways = hops(boardmap, move)
            assert candidates.hops(i) == ways
            about = []
            for way in ways:
                about += [spot for spot in way if spot not in about]
            assert sorted(candidates.spots_of(i)) == sorted(set(about))
            assert len(candidates.spots_of(i)) == len(set(about))
            kinds = [part[0] for part in parts(move)]
            assert candidates.is_swap(i) == (kinds[:1] == [SWAP])
            assert progress.sends_home(i) == sends_home(move)
            after = results.state(i)
            assert candidates.same_pawns(i) == (after[:16] == state[:16])
            assert candidates.has_pawns(i, after)
            assert candidates.has_pawns(i, state) == (after[:16] == state[:16])
            turned = after[4:16] + after[:4]  # everybody stands as the next seat does
            assert candidates.has_pawns(i, turned + after[16:]) == (turned == after[:16])
            seats = [part[1] for part in parts(move)]
            seats += [part[4] for part in parts(move) if part[0] == SWAP]
            for seat in range(4):
                assert candidates.moves_seat(i, seat) == (seat in seats)
            hidden = [start for start, _ in ways if start < boardmap.home and here[start] > 1]
            assert progress.is_silent(i) == (len(hidden) == len(ways))
            landed = False  # a pawn that has left may lie on a taken space that is as it was
            if [kind for kind in kinds if kind in (BUMP, SELF, SWAP)]:
                for start, end in ways:
                    on_taken = end < boardmap.home and here[end] > 0 and end not in changed
                    for other, goal in ways:  # one that has come home from there has left it
                        if other == end and goal >= boardmap.home and goal in changed:
                            on_taken = False
                    landed = landed or (on_taken and start in changed)
            assert progress.lands(i) == landed


def test_rivals_are_the_other_positions_that_look_the_same():
    many = 0
    for board, _, _, results in boards(Dice(24), 4):
        for i in range(0, len(results), 3):
            mine = results.state(i)
            expected = []
            for k in range(len(results)):
                other = results.state(k)
                if other[:16] != mine[:16]:
                    if boardimage(board.map, other) == boardimage(board.map, mine):
                        expected.append(other)
            assert board.candidates.rivals(i) == expected
            many += len(expected)
    assert many > 30


def test_without_a_card_nothing_is_found():
    for game, boardmap in games():
        board = Board(boardmap)
        state = bytes(game.new())
        results = next(turns(game, Dice(3), 1))[1]
        board.offer(results, state)
        assert board.candidates.n == len(results)
        board.offer(None, state)
        levels = levels_of(boardmap, counts_of(boardmap, state), Dice(1))
        board.show(levels, bytes(boardmap.n_bytes))
        assert board.candidates.n == 0 and board.found() == []


PAWNS = "partners-pawns green:%s blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
RED = "sorry red:%s blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
BLUE = "sorry red:h,h,h,h blue:%s yellow:h,h,h,h green:h,h,h,h turn=blue"
ELEVEN = "sorry red:h,h,20,30 blue:h,h,h,40 yellow:h,h,h,h green:h,h,h,h turn=red"
# (position, action, result that the board shows, another one, whether its pawn may be on the way there)
RESTING = (
    (PAWNS % "h,h,h,20", "1/14", "g20>21", "g20>35", True),
    (PAWNS % "h,h,h,20", "1/14", "g20>35", "g20>21", False),
    (PAWNS % "h,h,h,55", "1/14", "g55>56", "g55>57", True),  # by its own goal and out again
    (PAWNS % "h,h,h,55", "1/14", "g55>57", "g55>56", False),
    (PAWNS % "h,h,h,48", "1/14", "g48>49", "g48>z3", True),
    (PAWNS % "h,h,h,48", "1/14", "g48>z3", "g48>49", False),
    (PAWNS % "h,h,h,48", "1/14", "g48>z3", "g48>z3", False),  # it is there
    (PAWNS % "h,h,h,z1", "1/14", "gz1>z2", "gz1>52", False),
    (PAWNS % "h,h,z1,z3", "1/14", "gz3>z3", "gz3>z4", True),  # inside the goal: forward and back
    (PAWNS % "h,h,z1,z3", "1/14", "gz3>z4", "gz3>z3", True),
    (PAWNS % "h,h,z1,z3", "1/14", "gz3>z3", "gz1>z2", False),  # another pawn
    (PAWNS % "h,h,0,z1", "1/14", "g0>1", "g0>14", True),
    (PAWNS % "h,h,0,z1", "1/14", "g0>1", "gz1>z2", False),
    (RED % "h,h,h,20", "10", "r20>30", "r20>19", True),  # all the way round
    (RED % "h,h,h,20", "10", "r20>19", "r20>30", False),
    (RED % "h,h,h,20", "10", "r20>30", "r20>30", False),  # it is there
    (RED % "h,h,h,50", "10", "r50>0", "r50>49", True),  # past the end of the numbers
    (RED % "h,h,h,50", "10", "r50>49", "r50>0", False),
    (RED % "h,h,h,49", "10", "r49>59", "r49>48", True),
    (BLUE % "h,h,h,59", "10", "b59>13", "b59>58", True),
    (BLUE % "h,h,h,59", "10", "b59>58", "b59>13", False),
    (RED % "h,h,h,58", "10", "r58>57", "r58>f", True),
    (RED % "h,h,h,58", "10", "r58>f", "r58>57", False),
    (PAWNS % "h,h,27,z1", "7", "gz1>z1+g27>28", "g27>35", True),  # one need not be lifted
    (PAWNS % "h,h,27,z1", "7", "gz1>z1+g27>28", "gz1>z2+g27>29", True),
    (RED % "h,h,20,30", "7", "r20>21+r30>36", "r20>27", False),  # two pawns have been moved
    (RED % "h,h,20,30", "7", "r20>27", "r20>28+r30>33", False),  # or are to be
    (ELEVEN, "11", "r30<>b40", "r30>41", False),
    (ELEVEN, "11", "r30>41", "r30<>b40", False),
    (ELEVEN, "11", "r20>34", "r30>41", False),
)  # fmt: skip


def test_a_pawn_may_rest_on_its_way_to_another_result():
    for line, action, end, other, expected in RESTING:
        game, state = parse_position(line)
        board = Board(BoardMap(board_of(game.rulebook), game))
        results = game.results(state, game.actions.index(action))
        board.offer(results, bytes(state))
        texts = [move_text(game, move) for _, move in results]
        board.progress.look()
        told = board.progress.goes_on(texts.index(end), texts.index(other))
        assert told is expected, (line, end, other)


def test_how_far_hands_are_is_told_in_bits():
    assert sorted([COMPLETE, PARTIAL, UNBEGUN]) == [1, 2, 4]


def test_a_close_look_at_one_result_is_short_however_many_pawns_it_sends_home():
    """The parts of a 7 that do not meet are not tried with one another, nor what a single reed rules out."""
    tries = []
    ways = []

    class Counting(Progress):
        def _try(self, *what):
            tries[-1] += 1
            Progress._try(self, *what)

        def _together(self, still):
            found = Progress._together(self, still)
            ways.append(len(found))
            return found

    for line, move in (
        (
            "partners-pawns green:20,24,42,48 blue:29,43,z1,z2 red:1,13,32,z3 yellow:22,27,47,z4 turn=blue",
            "bz1>13xr13+b29>32xr32+b43>47xy47",
        ),
        (
            "partners-pawns green:h,2,33,57 blue:1,29,49,55 red:10,32,35,58 yellow:5,36,48,51 turn=red",
            "r10>13+r32>33xg33+r35>36xy36+r58>1xb1",
        ),
    ):
        top = table_at(line).card("7")
        (made,) = [
            i
            for i in range(len(top.table.results))
            if move_text(top.game, top.table.results[i][1]) == move
        ]
        candidates = Candidates(top.map, top.recogniser._view)
        candidates.set(
            top.table.results, top.match.state, bytearray(top.recogniser.expected.image)
        )
        board = Counting(candidates)
        top.move(top.table.results[made][1])
        board.look()
        for k in range(candidates.n):
            tries.append(0)
            board.of(k)
            told = len(ways)
            tries.append(0)
            board.of(k, True)
            del ways[told:]  # homes that are one are told apart by nothing
    assert max(tries) > 8
    assert max(tries) <= 24, max(tries)
    assert max(ways) <= 8, max(ways)


def test_work_for_which_a_slice_has_no_room_is_the_first_of_the_next():
    game, _ = parse_position(PAWNS % "h,h,h,20")
    stirring = []
    boardmap = BoardMap(board_of(game.rulebook), game)
    candidates = Candidates(boardmap, Occupancy(boardmap), lambda: bool(stirring))
    said = [candidates.pause(work) for work in (SLICE - 1, 2, SLICE - 3, 1, 0)]
    assert said == [False, True, False, True, False]
    stirring.append(True)
    assert candidates.pause(PIECE) and candidates.spent == PIECE  # a hand waits for no more


def test_who_stands_at_home_with_others_has_not_left_unseen():
    """Its reeds count: only on a space that pawns share may one leave and another stand there."""
    line = "sorry red:h,h,h,6 blue:h,h,h,20 yellow:h,h,h,40 green:h,h,h,50 turn=blue"
    top = table_at(line).card("sorry")
    (k,) = [
        i
        for i in range(len(top.table.results))
        if move_text(top.game, top.table.results[i][1]).startswith("bh>6")
    ]
    candidates = top.recogniser._candidates
    progress = Progress(candidates)
    progress.look()
    home, taken = candidates.hops(k)[0]
    assert not progress.aside(k, {taken: []})
    assert progress.aside(k, {taken: [home]})


def test_a_pawn_on_its_way_comes_by_what_lies_between():
    for game, boardmap in games():
        progress = Board(boardmap).progress
        ring = game.ring
        row = list(range(ring + 1, boardmap.home))
        mine = [spot for spot in row if boardmap.owner(spot) == boardmap.owner(row[0])]
        for start in (1, 2, ring - 1, ring):
            passed = [(start + n - 1) % ring + 1 for n in range(1, 5)]
            for n in range(4):
                for spot in range(1, ring + 1):
                    assert progress._passes(start, passed[n], spot) == (spot in passed[:n])
                assert not progress._passes(start, passed[n], row[0])
            assert progress._passes(start, mine[-1], start % ring + 1)
            assert not progress._passes(start, mine[-1], start)
            assert [spot for spot in row if progress._passes(start, mine[2], spot)] == mine[:2]
            assert not progress._passes(start, boardmap.home, start % ring + 1)
        assert [spot for spot in row if progress._passes(mine[0], mine[3], spot)] == mine[1:3]
        assert not [s for s in range(1, ring + 1) if progress._passes(mine[0], mine[3], s)]
        assert progress._passes(boardmap.home, 5, ring) and progress._passes(boardmap.home, 5, 1)
        assert not progress._passes(boardmap.home, 5, row[0])


def test_who_lies_on_another_unseen_while_one_more_rests_needs_two_that_have_gone():
    line = "partners-pawns green:h,20,23,31 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    game, state = parse_position(line)
    boardmap = BoardMap(board_of(game.rulebook), game)
    board = Board(boardmap)

    def landed(card, move, gone, rests, others=()):
        results = game.results(state, game.actions.index(card))
        board.offer(results, bytes(state))
        (mine,) = [k for k in range(len(results)) if move_text(game, results.move(k)) == move]
        counts = counts_of(boardmap, state)
        for place in gone:
            counts[place + 1] -= 1
        counts[rests + 1] += 1
        board.show(levels_of(boardmap, counts, Dice(1)), bytes(boardmap.n_bytes))
        return board.progress.landed(mine, list(others))

    assert landed("7", "g20>23+g31>35", (20, 31), 40)
    assert not landed("7", "g20>23+g31>35", (20, 31), 40, (24,))
    assert not landed("3", "g20>23", (20,), 40)
    assert not landed("7", "g20>23+g31>35", (20,), 40)


def test_hops_that_meet_on_a_single_spot_are_one_group_whichever_comes_first():
    game, state = parse_position(
        "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    )
    boardmap = BoardMap(board_of(game.rulebook), game)
    board = Board(boardmap)
    board.offer(game.results(state, game.actions.index("5")), bytes(state))
    board.show(levels_of(boardmap, counts_of(boardmap, state), Dice(1)), bytes(boardmap.n_bytes))
    progress = board.progress
    for pairs, groups in (
        ([(1, 2), (3, 4), (5, 6)], [0, 1, 2]),
        ([(1, 2), (3, 4), (5, 4)], [0, 1, 1]),
        ([(1, 2), (3, 4), (4, 2)], [0, 0, 0]),
        ([(1, 2), (3, 4), (2, 4)], [0, 0, 0]),
        ([(1, boardmap.home), (3, boardmap.home)], [0, 1]),
    ):
        progress._about(pairs)
        progress._group_hops()
        assert list(progress._group[: len(pairs)]) == groups, pairs
