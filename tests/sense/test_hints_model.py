# SPDX-License-Identifier: Apache-2.0
"""What lifted pawns may do, against every result read as a list of its operations."""

from dice import Dice
from halfway import counts_of, games, levels_of, likely, turns
from rig import board_of

from rules.moves import BUMP, SWAP, parts
from rules.parse import parse_position
from rules.results import Results
from sense.boardmap import BoardMap
from sense.debounce import LIFT, PLACE
from sense.handlog import HandLog
from sense.hints import Hints
from sense.occupancy import pawns_on

TURNS = 50
BOARDS = 4


class Table:
    """One board with its hints, which are asked again and again.

    Args:
        boardmap: of the game.
    """

    def __init__(self, boardmap):
        self.map = boardmap
        self.log = HandLog()
        self.image = bytearray(boardmap.size)
        self.hints = Hints(boardmap, self.log, self.image)


class Look:
    """A board on which some pawns have been lifted, and some of those put down: what hints are told.

    Args:
        table: `Table`.
        state: the position.
        air: (seat, place) of pawns in a hand.
        moved: (seat, place, spot) of pawns that have been put down elsewhere.
        lifted: spots whose pawn was lifted and that are taken again.
        back: seats to whose home a pawn has come.
    """

    def __init__(self, table, state, air, moved, lifted, back, dice):
        self.map = boardmap = table.map
        self.hints = table.hints
        log = table.log
        log.clear(bytes(16))
        counts = counts_of(boardmap, state)
        for seat, place in air + [pawn[:2] for pawn in moved]:
            counts[boardmap.spot(seat, place)] -= 1
            log.add(LIFT, boardmap.spot(seat, place), 5)
        for _, _, spot in moved:
            counts[spot] += 1
        for spot in lifted:
            log.add(LIFT, spot, 6)
        for seat in back:
            counts[boardmap.home + seat] += 1
        levels = levels_of(boardmap, counts, dice)
        self.image = boardmap.image(state, table.image)
        self.seen = boardmap.observe(levels, bytearray(boardmap.size))
        self.missing = []
        self.extra = []
        boardmap.differences(self.seen, self.image, self.missing, self.extra)
        spots = [boardmap.spot(seat, place) for seat, place in air]
        self.lifted = pawns_on(boardmap, state, [spot for spot in self.missing if spot in spots])
        others = [spot for spot in self.missing if spot not in spots]
        self.moved = pawns_on(boardmap, state, others)
        again = [spot for spot in log.lifted(boardmap.home) if boardmap.has(self.seen, spot)]
        self.again = [spot for spot in again if boardmap.has(self.image, spot)]

    def begin(self, results):
        self.hints.begin(results, self.lifted, self.moved, self.extra, self.missing, self.seen)
        return self.hints


def whole(hints):
    """Let the rest be found; return in how many slices."""
    slices = 0
    for _ in hints.rest():
        assert not hints.complete
        slices += 1
    assert hints.complete
    return slices


def moves_of(results):
    """Return the moves of all results as added, equal ones too: each as parts."""
    return [
        parts(results.ops[results.begins[k] : results.begins[k + 1]])
        for k in range(results.stored)
    ]


def following_bumps(move, at):
    """Return the pawns that are sent home by the part of a move, those of the bumps behind it."""
    found = []
    for part in move[at + 1 :]:
        if part[0] != BUMP:
            break
        found.append((part[1], part[2]))
    return found


def plain_steps(results, pawns):
    """Return (steps, bumps) of pawns when nothing else has been moved."""
    steps = set()
    bumps = set()
    for move in moves_of(results):
        for at in range(len(move)):
            kind, seat, a, b, other = move[at]
            if kind == BUMP:
                continue
            if (seat, a) in pawns:
                steps.add((seat, a, b))
                bumps.update(following_bumps(move, at))
            if kind == SWAP and (other, b) in pawns:
                steps.add((other, b, a))
    return steps, bumps


def exchange_steps(boardmap, move, look):
    """Return the steps of an exchange's pawns that are in the air, or may be: see `Hints.steps`."""
    if not move or move[0][0] != SWAP:
        return set()
    _, seat, a, b, other = move[0]
    ways = ((seat, a, b), (other, b, a))
    spots = [boardmap.spot(way[0], way[1]) for way in ways]
    steps = set()
    for k in range(2):
        here, there = spots[k], spots[1 - k]
        if here in look.missing or (here in look.again and there in look.missing):
            steps.add(ways[k])
    return steps


def steps_now(boardmap, results, look):
    """Return (steps, bumps) of pawns in the air when others have been moved."""
    steps = set()
    bumps = set()
    codes = [boardmap.place(spot) for spot in look.extra if spot < boardmap.home]
    for i in range(len(results)):
        move = parts(results.move(i))
        steps |= exchange_steps(boardmap, move, look)
        subjects = [part[1:3] for part in move]
        pawns = list(results.state(i)[:16])
        if [code for code in codes if code not in pawns]:
            continue  # a pawn stands where this result has none
        away = [tuple(pawn) for pawn in look.lifted + look.moved if tuple(pawn) in subjects]
        if len(away) < len(look.moved):
            continue  # it does not move a pawn that has been moved
        for pawn in away:
            at = subjects.index(pawn)
            if move[at][0] not in (BUMP, SWAP) and move[at][3] not in codes:
                steps.add((pawn[0], pawn[1], move[at][3]))
                bumps.update(following_bumps(move, at))
    return steps, bumps


def on_their_way(boardmap, results, look):
    """Return the seats of pawns that were taken off and have not come home yet."""
    seats = set()
    for i in range(len(results)):
        start = 0
        for kind, seat, a, _, _ in parts(results.move(i)):
            spot = boardmap.spot(seat, a)
            if kind != BUMP:
                start = spot
            elif start in look.missing and spot in look.again:
                home = boardmap.home + seat
                if boardmap.count(look.seen, home) == boardmap.count(look.image, home):
                    seats.add(seat)
    return seats


def looks(dice):
    """Yield (board map, results, board) in the middle of moves."""
    for game, boardmap in games():
        table = Table(boardmap)
        for state, results in turns(game, dice, TURNS, 2):
            for _ in range(BOARDS):
                move = parts(likely(results, dice))
                air = []
                moved = []
                lifted = []
                back = []
                for kind, seat, a, b, other in move:
                    what = dice(5)
                    if kind == BUMP:
                        spot = boardmap.spot(seat, a)
                        if what and spot in [pawn[2] for pawn in moved]:
                            lifted.append(spot)  # taken off, and the other one put there
                        if what == 1:
                            back.append(seat)
                    elif what == 1 or (what == 2 and kind == SWAP):
                        air.append((seat, a))
                        if what == 2:
                            air.append((other, b))
                    elif what > 1:
                        moved.append((seat, a, boardmap.spot(seat, b)))
                if not dice(4):  # another pawn has been put somewhere
                    seat = game.seats[dice(len(game.seats))]
                    place = state[4 * seat + dice(4)]
                    taken = air + [pawn[:2] for pawn in moved]
                    if (seat, place) not in taken:
                        moved.append((seat, place, 1 + dice(game.ring)))
                if not dice(6):
                    place = state[4 * dice(4)]
                    if place != 0xFF:
                        seat = 0
                        while place not in state[4 * seat : 4 * seat + 4]:
                            seat += 1
                        if (seat, place) not in air + [pawn[:2] for pawn in moved]:
                            air.append((seat, place))
                yield results, Look(table, state, air, moved, lifted, back, dice)


def test_hints_are_what_all_results_say():
    met = {"alone": 0, "several": 0, "others moved": 0, "bumps": 0, "on their way": 0, "swap": 0}
    for results, look in looks(Dice(31)):
        hints = look.begin(results)
        if len(look.lifted) == 1 and not look.moved and not look.extra:
            # known at once
            assert set(hints.steps) == plain_steps(results, look.lifted)[0]
            assert hints.bumps == [] and hints.homeless == []
            met["alone"] += 1
        else:
            assert hints.steps == []
        assert hints.lifted == look.lifted
        assert hints.complete == (not look.missing)
        if hints.complete:
            continue
        slices = whole(hints)
        tens = len(results) // 10  # ten results are looked at in a slice
        if not look.lifted:
            steps, bumps = set(), set()
        elif look.moved or look.extra:
            steps, bumps = steps_now(look.map, results, look)
            met["others moved"] += 1 if steps else 0
            if look.lifted:
                least = 1 + tens * (2 if look.again else 1)
                assert least <= slices <= least + len(results) // 50
        else:
            steps, bumps = plain_steps(results, look.lifted)
            met["several"] += 1 if len(look.lifted) > 1 and steps else 0
            for i in range(len(results) if look.again else 0):
                steps |= exchange_steps(look.map, parts(results.move(i)), look)
        assert set(hints.steps) == steps and len(hints.steps) == len(steps)
        assert set(hints.bumps) == bumps and len(hints.bumps) == len(bumps)
        homeless = on_their_way(look.map, results, look)
        assert set(hints.homeless) == homeless and len(hints.homeless) == len(homeless)
        met["bumps"] += 1 if bumps else 0
        met["on their way"] += 1 if homeless else 0
        swaps = results.move(0)[:1] and results.move(0)[0] & 15 == SWAP
        met["swap"] += 1 if swaps and steps and (look.moved or look.extra) else 0
    assert min(met.values()) > 5, met


SLIDE = "sorry red:h,h,12,13 blue:h,h,h,16 yellow:h,h,h,17 green:h,h,h,18 turn=red"
RED, BLUE, YELLOW, GREEN = range(4)


def looked(line, action, air=(), moved=(), lifted=(), back=()):
    """Return the hints, complete, when pawns of a position are in the air or have been moved."""
    game, state = parse_position(line)
    table = Table(BoardMap(board_of(game.rulebook), game))
    look = Look(table, bytes(state), list(air), list(moved), list(lifted), list(back), Dice(1))
    hints = look.begin(game.results(state, game.actions.index(action)))
    whole(hints)
    return hints


def test_a_slide_that_sends_three_home_tells_all_of_them():
    hints = looked(SLIDE, "3", [(RED, 14)])
    assert hints.steps == [(RED, 14, 20)]
    assert sorted(hints.bumps) == [(BLUE, 17), (YELLOW, 18), (GREEN, 19)]
    assert hints.homeless == []


def test_the_same_when_a_pawn_that_is_to_go_home_has_been_taken_first():
    hints = looked(SLIDE, "3", [(RED, 14)], [(BLUE, 17, 82)])  # into its home
    assert hints.steps == [(RED, 14, 20)]
    assert sorted(hints.bumps) == [(BLUE, 17), (YELLOW, 18), (GREEN, 19)]


def test_a_pawn_that_is_sent_home_has_no_steps_and_sends_nobody_home():
    hints = looked(SLIDE, "3", [(BLUE, 17)])
    assert (hints.steps, hints.bumps) == ([], [])
    hints = looked(SLIDE, "3", [(YELLOW, 18)], [(RED, 14, 20)])
    assert (hints.steps, hints.bumps) == ([], [])


def test_a_pawn_taken_off_a_space_that_is_taken_again_has_to_come_home():
    made = [(RED, 14, 20)]
    assert looked(SLIDE, "3", [], made, [17]).homeless == [BLUE]
    assert sorted(looked(SLIDE, "3", [], made, [17, 19]).homeless) == [BLUE, GREEN]
    assert looked(SLIDE, "3", [], made, [17], [BLUE]).homeless == []
    assert (
        looked(SLIDE, "3", [], [], [17]).homeless == []
    )  # nobody has left: it is only put straight
    assert looked(SLIDE, "3", [(RED, 13)], [], [17]).homeless == []  # another one has


ELEVEN = "sorry red:h,h,20,30 blue:h,h,h,40 yellow:h,h,h,h green:h,h,h,h turn=red"


def test_either_pawn_of_an_exchange_may_go_to_the_others_place():
    assert looked(ELEVEN, "11", [(BLUE, 41)]).steps == [(BLUE, 41, 21), (BLUE, 41, 31)]
    steps = [(RED, 21, 35), (RED, 21, 41)]
    assert sorted(looked(ELEVEN, "11", [(RED, 21)]).steps) == steps
    # The red one of 30 stands on the blue one's place: what may blue do, and the other red one?
    steps = looked(ELEVEN, "11", [(BLUE, 41)], [(RED, 31, 3)]).steps
    assert steps == [(RED, 31, 41), (BLUE, 41, 21), (BLUE, 41, 31)]
    assert looked(ELEVEN, "11", [(RED, 21)], [(RED, 31, 3)]).steps == [
        (RED, 21, 41),
        (RED, 31, 41),
    ]


def test_who_may_stand_where_the_other_one_of_an_exchange_stood_leaves_it_the_way_to_his_place():
    # Both were lifted and the red one of 20 put down on 40: blue is in the hand, and 20 is where it goes.
    hints = looked(ELEVEN, "11", [(RED, 21)], lifted=[41])
    assert hints.steps == [(RED, 21, 35), (RED, 21, 41), (BLUE, 41, 21)]
    # Or blue was put down on 20 first.
    assert (RED, 21, 41) in looked(ELEVEN, "11", [(BLUE, 41)], lifted=[21]).steps


def test_an_exchange_is_half_made_when_a_place_is_taken_again_after_the_other_pawn_was_lifted():
    game, state = parse_position(ELEVEN)
    table = Table(BoardMap(board_of(game.rulebook), game))
    hints = Look(table, bytes(state), [(RED, 21)], [], [41], [], Dice(1)).begin(
        game.results(state, game.actions.index("11"))
    )
    log = table.log
    half = (RED, 21, BLUE, 41)
    assert hints.exchanged(*half), "its reed has closed only just now"
    log.add(PLACE, 41, 7)
    assert hints.exchanged(*half)
    assert not hints.exchanged(BLUE, 41, RED, 21), "41 is taken"
    log.add(LIFT, 21, 8)
    assert not hints.exchanged(*half), "41 was put straight before"
    assert not hints.exchanged(RED, 21, BLUE, 31)
    log.clear(bytes(16))
    log.add(LIFT, 41, 9)
    log.add(PLACE, 41, 10)
    assert not hints.exchanged(*half), "the lift that the log does not have is the last one"


SEVEN = "partners-pawns green:h,h,10,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"


def test_of_two_that_were_lifted_either_may_be_the_one_that_has_been_put_down():
    # 10 and 20 are lifted for a 7; 13 is taken: only the pawn of 10 can stand there.
    hints = looked(SEVEN, "7", [(0, 11)], [(0, 21, 14)])
    assert hints.steps == [(0, 21, 25)]
    assert looked(SEVEN, "7", [(0, 21)], [(0, 11, 14)]).steps == [(0, 21, 25)]


def test_without_a_card_or_before_the_first_look_there_is_nothing_to_add():
    game, state = parse_position(ELEVEN)
    table = Table(BoardMap(board_of(game.rulebook), game))
    assert table.hints.complete and table.hints.lifted == table.hints.steps == []
    look = Look(table, bytes(state), [(RED, 21)], [], [], [], Dice(1))
    hints = look.begin(Results(1, 1))
    assert hints.complete and hints.lifted == [(RED, 21)] and hints.steps == []
    assert list(hints.rest()) == []
