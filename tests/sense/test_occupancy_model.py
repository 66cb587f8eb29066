# SPDX-License-Identifier: Apache-2.0
"""The board as far as reeds can be trusted, reed by reed."""

from dice import Dice
from halfway import Levels, counts_of, games, levels_of, turns
from rig import board_of

from rules.game import HOME, NOBODY
from rules.parse import parse_position
from sense.boardmap import BoardMap
from sense.occupancy import Occupancy, pawns_on

TURNS = 12


class Model:
    """Which reeds are closed and which are believed, as sets of bits."""

    def __init__(self, boardmap, levels):
        self.map = boardmap
        self.levels = levels
        self.ignored = set()

    def bits(self, data):
        return {bit for bit in range(8 * self.map.n_bytes) if data[bit >> 3] >> (bit & 7) & 1}

    def doubted(self):
        return self.bits(self.levels.masked) | self.ignored

    def counts(self, closed):
        """Return {spot: pawns} that some closed reeds show."""
        out = dict.fromkeys(range(1, self.map.n_spots), 0)
        for spot in out:
            out[spot] = len(closed & set(self.map.bits(spot)))
        return out

    def look(self, image):
        """Believe ignored reeds again whose spot shows what is expected."""
        truth = self.counts(self.bits(self.levels.stable))
        for bit in list(self.ignored):
            spot = self.map.spot_of_bit[bit]
            if truth[spot] == self.map.count(image, spot):
                self.ignored.discard(bit)

    def overrule(self, image):
        """Ignore a reed for every pawn too few or too many; return {spot: how many}."""
        closed = self.bits(self.levels.stable) - self.doubted()
        shown = self.counts(closed)
        told = {}
        for spot in shown:
            wanted = self.map.count(image, spot)
            free = len(self.doubted() & set(self.map.bits(spot)))
            few = wanted - shown[spot]
            few = max(0, few - free) if few > 0 else few
            if few and not (spot < self.map.home and free):
                told[spot] = abs(few)
                for _ in range(abs(few)):
                    reeds = [b for b in self.map.bits(spot) if (b in closed) == (few < 0)]
                    reeds = [bit for bit in reeds if bit not in self.ignored]
                    if reeds:
                        self.ignored.add(reeds[0])
        return told


def drawn(boardmap, state, levels, dice):
    """Draw what the reeds say: mostly what is expected, some flipped, some masked."""
    stable = levels_of(boardmap, counts_of(boardmap, state), dice)
    for _ in range(dice(8)):
        bit = dice(boardmap.n_bits)
        stable[bit >> 3] ^= 1 << (bit & 7)
    levels.stable[:] = stable
    levels.eager[:] = stable
    for _ in range(dice(5)):
        bit = dice(boardmap.n_bits)
        levels.eager[bit >> 3] ^= 1 << (bit & 7)
    levels.masked[:] = bytes(boardmap.n_bytes)
    for _ in range(dice(3) * dice(4)):
        bit = dice(boardmap.n_bits)
        levels.masked[bit >> 3] |= 1 << (bit & 7)


def shows(boardmap, seen):
    """Return {spot: pawns} of an image."""
    return {spot: boardmap.count(seen, spot) for spot in range(1, boardmap.n_spots)}


def test_only_trusted_reeds_are_seen():
    dice = Dice(71)
    overruled = believed = 0
    for game, boardmap in games():
        levels = Levels(boardmap.n_bytes)
        view = Occupancy(boardmap)
        model = Model(boardmap, levels)
        assert view.mask is None
        for state, results in turns(game, dice, TURNS, 1):
            image = boardmap.image(state, bytearray(boardmap.size))
            for _ in range(3):
                drawn(boardmap, state, levels, dice)
                before = len(model.ignored)
                model.look(image)
                believed += before - len(model.ignored)
                view.look(levels, image)
                doubted = model.doubted()
                closed = model.bits(levels.stable)
                assert shows(boardmap, view.seen) == model.counts(closed - doubted)
                eager = model.counts(model.bits(levels.eager) - doubted)
                assert shows(boardmap, view.eager(levels)) == eager
                assert shows(boardmap, view.seen) == model.counts(closed - doubted)
                assert (view.mask is not None) == bool(doubted)
                free = model.counts(doubted)
                for spot in range(1, boardmap.n_spots):
                    assert view.masks(spot) == free[spot]
                for other in (state, results.state(0)):
                    wanted = shows(boardmap, boardmap.image(other, bytearray(boardmap.size)))
                    seen = model.counts(closed - doubted)
                    expected = not [spot for spot in seen if seen[spot] > wanted[spot]]
                    imaged = boardmap.image(other, bytearray(boardmap.size))
                    assert view.within(imaged) == expected
                    assert view.shows(imaged) == (not view.distance(imaged))
                if not dice(4):
                    told = model.overrule(image)
                    spots = view.override(image)
                    assert {spot: spots.count(spot) for spot in spots} == told
                    view.look(levels, image)
                    model.look(image)
                    assert view.shows(image)
                    overruled += len(spots)
    assert overruled > 50 and believed > 20


def test_reeds_that_opened_are_told_once_by_their_spots():
    dice = Dice(74)
    for _, boardmap in games():
        levels = Levels(boardmap.n_bytes)
        levels.opened = bytearray(boardmap.n_bytes)
        view = Occupancy(boardmap)
        image = bytearray(boardmap.size)
        for _ in range(TURNS):
            for data in (levels.opened, levels.masked):
                data[:] = bytes(boardmap.n_bytes)
                for _ in range(dice(6)):
                    bit = dice(boardmap.n_bits)
                    data[bit >> 3] |= 1 << (bit & 7)
            view.look(levels, image)
            bits = [
                bit for bit in range(boardmap.n_bits) if levels.opened[bit >> 3] >> (bit & 7) & 1
            ]
            told = [
                boardmap.spot_of_bit[b] for b in bits if not levels.masked[b >> 3] >> (b & 7) & 1
            ]
            assert view.opened(levels) == told
            assert view.opened(levels) == [] and levels.opened == bytes(boardmap.n_bytes)


def test_a_board_that_shows_less_is_within():
    game, state = parse_position(
        "sorry red:h,h,20,z5 blue:h,h,h,f yellow:h,h,h,40 green:h,h,h,h turn=blue"
    )
    boardmap = BoardMap(board_of(game.rulebook), game)
    image = boardmap.image(state, bytearray(boardmap.size))
    counts = counts_of(boardmap, state)
    for spot in sorted(counts):
        for more in (-1, 1):
            levels = Levels(boardmap.n_bytes)
            if not 0 <= counts[spot] + more <= len(boardmap.bits(spot)):
                continue
            changed = dict(counts)
            changed[spot] += more
            levels.stable[:] = levels_of(boardmap, changed, Dice(1))
            view = Occupancy(boardmap)
            view.look(levels, image)
            assert view.within(image) == (more < 0), (spot, more)
            assert not view.shows(image)


def test_overruled_reeds_are_ignored_until_they_agree():
    game, state = parse_position(
        "ludo-norsk red:h,h,20,25 yellow:h,h,h,f blue:h,h,h,40 green:h,h,h,h turn=red"
    )
    boardmap = BoardMap(board_of(game.rulebook), game)
    image = boardmap.image(state, bytearray(boardmap.size))
    levels = Levels(boardmap.n_bytes)
    view = Occupancy(boardmap)
    right = counts_of(boardmap, state)
    wrong = dict(right)
    wrong[21] = 0
    wrong[31] = 1
    levels.stable[:] = levels_of(boardmap, wrong, Dice(1))
    view.look(levels, image)
    assert not view.shows(image)
    assert view.override(image) == [21, 31]
    view.look(levels, image)
    assert view.shows(image) and (view.masks(21), view.masks(31), view.masks(26)) == (1, 1, 0)
    half = dict(right)
    half[31] = 1
    levels.stable[:] = levels_of(boardmap, half, Dice(1))
    view.look(levels, image)
    assert (view.masks(21), view.masks(31)) == (0, 1)
    levels.stable[:] = levels_of(boardmap, right, Dice(1))
    view.look(levels, image)
    assert view.mask is None and view.shows(image)
    levels.stable[:] = levels_of(boardmap, wrong, Dice(1))
    view.look(levels, image)
    assert not view.shows(image)  # they count again


def test_pawns_on_spots_are_told_once_each():
    dice = Dice(72)
    for game, boardmap in games():
        for state, _ in turns(game, dice, TURNS, 1):
            spots = [1 + dice(boardmap.n_spots - 1) for _ in range(6)]
            expected = []
            for seat in range(4):
                for place in sorted(set(state[4 * seat : 4 * seat + 4])):
                    if place != NOBODY and boardmap.spot(seat, place) in spots:
                        expected.append((seat, place))
            assert pawns_on(boardmap, state, spots) == expected
            assert pawns_on(boardmap, state, []) == []
            everywhere = list(range(256))
            homes = [pawn for pawn in pawns_on(boardmap, state, everywhere) if pawn[1] == HOME]
            assert len(homes) == len(set(homes))
            assert NOBODY not in [place for _, place in pawns_on(boardmap, state, everywhere)]
