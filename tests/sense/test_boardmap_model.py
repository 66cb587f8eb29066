# SPDX-License-Identifier: Apache-2.0
"""The map of a board against pawns counted by hand, space by space, on any board and any wiring.

The model knows only the generated tables: which sensor bit belongs to which space of which seat.
"""

from dice import Dice
from refusal import refusal
from rig import board_of

from rules import RULEBOOKS, load
from rules.game import HOME, NOBODY
from sense.boardmap import HELD, BoardMap, astray

ROUNDS = 25


class Model:
    """What stands where, as (area or space) -> number; built from the board's tables alone."""

    def __init__(self, board, game, wiring):
        self.game = game
        self.n_bytes = board.N_CHIPS
        self.of_bit = {}  # sensor bit -> spot of the reed
        self.single = []  # spots with one reed
        ring, row = len(board.RING), len(board.ROW) // 4
        spot = 0
        for bit in tuple(board.RING) + tuple(board.ROW):
            spot += 1
            self.of_bit[wiring[bit]] = spot
            self.single.append(spot)
        self.areas = list(range(spot + 1, spot + 9))
        for n in range(16):
            self.of_bit[wiring[board.HOME[n]]] = self.areas[n // 4]
            if board.FIN:
                self.of_bit[wiring[board.FIN[n]]] = self.areas[4 + n // 4]
        self.ring, self.row = ring, row

    def dead(self, spot):
        """Tell whether an area belongs to a seat that is not in play: anything may lie there."""
        return spot in self.areas and (spot - self.areas[0]) % 4 not in self.game.seats

    def spot(self, seat, place):
        """Return the spot of a pawn of a seat."""
        if place == HOME:
            return self.areas[seat]
        if place <= self.ring:
            return place
        if place == self.game.fin:
            return self.areas[4 + seat]
        return self.ring + seat * self.row + (place - self.ring)

    def seen(self, levels):
        """Return {spot: pawns} that closed reeds show."""
        counts = {}
        for bit, spot in self.of_bit.items():
            if levels[bit >> 3] >> (bit & 7) & 1 and not self.dead(spot):
                counts[spot] = counts.get(spot, 0) + 1
        return counts

    def shown(self, state):
        """Return {spot: pawns} that a state would show: a space has one reed."""
        counts = {}
        for i in range(16):
            if state[i] != NOBODY:
                spot = self.spot(i // 4, state[i])
                counts[spot] = 1 if spot in self.single else counts.get(spot, 0) + 1
        return counts

    def reeds(self, spot, levels):
        """Return how many reeds of a spot are set in some levels."""
        return self.seen(levels).get(spot, 0)


def drawn(game, dice):
    """Return a state with pawns anywhere, sorted within each seat; often crowded together."""
    state = bytearray(game.new())
    top = game.ring + game.row + (2 if game.fin != NOBODY else 1)
    near = 1 + dice(game.ring)
    for seat in game.seats:
        four = []
        for _ in range(4):
            where = dice(4)
            if where == 0:
                four.append(HOME)
            elif where == 1:
                four.append(min(game.ring, near + dice(3)))
            elif where == 2:
                four.append(game.ring + 1 + dice(top - game.ring - 1))
            else:
                four.append(dice(top))
        state[4 * seat : 4 * seat + 4] = bytes(sorted(four))
    return state


def boards(dice):
    """Yield (board map, model) of every board and several seatings, with the wires mixed."""
    for rulebook in RULEBOOKS:
        for seats in (None, (0, 2), (0, 1, 3)):
            try:
                game = load(rulebook, seats)
            except ValueError:
                continue
            board = board_of(rulebook)
            wiring = list(range(board.N_BITS))
            for i in range(len(wiring) - 1, 0, -1):
                k = dice(i + 1)
                wiring[i], wiring[k] = wiring[k], wiring[i]
            yield BoardMap(board, game, bytes(wiring)), Model(board, game, wiring)


def counts_of(boardmap, image):
    """Return {spot: pawns} of an image."""
    found = {}
    for spot in range(1, boardmap.n_spots):
        number = boardmap.count(image, spot)
        assert boardmap.has(image, spot) == (number > 0)
        if number:
            found[spot] = number
    return found


def test_what_pawns_and_reeds_show_is_what_is_counted():
    dice = Dice(3)
    for boardmap, model in boards(dice):
        for _ in range(ROUNDS):
            state = drawn(model.game, dice)
            image = boardmap.image(state, bytearray(b"\x55" * boardmap.size))
            assert counts_of(boardmap, image) == model.shown(state)
            behind = bytes(range(7)) + bytes(state)
            assert boardmap.image(behind, bytearray(boardmap.size), 7) == image
            levels = bytearray([dice(256) & dice(256) for _ in range(model.n_bytes)])
            seen = boardmap.observe(levels, bytearray(b"\xaa" * boardmap.size))
            assert counts_of(boardmap, seen) == model.seen(levels)
            spots = boardmap.spots(state, bytearray(16))
            for seat in range(4):
                four = state[4 * seat : 4 * seat + 4]
                wanted = [place if place == NOBODY else model.spot(seat, place) for place in four]
                assert list(spots[4 * seat : 4 * seat + 4]) == sorted(wanted)


def compared(model, seen, shown, levels, masked):
    """Return (missing, extra): how many pawns too few and too many on each spot.

    Reeds in `masked` may hold a pawn or not.
    """
    missing = {}
    extra = {}
    for spot in model.single + model.areas:
        here, wanted = seen.get(spot, 0), shown.get(spot, 0)
        free = model.reeds(spot, masked)
        if spot in model.single and free:
            continue
        if wanted > here + free:
            missing[spot] = wanted - here - free
        elif here > wanted:
            extra[spot] = here - wanted
    return missing, extra


def test_boards_are_compared_pawn_by_pawn():
    dice = Dice(5)
    alike = 0
    for boardmap, model in boards(dice):
        for number in range(ROUNDS):
            state = drawn(model.game, dice)
            wanted = boardmap.image(state, bytearray(boardmap.size))
            other = bytearray(state)
            for seat in model.game.seats:  # some pawns elsewhere, now and then one or none
                if number % 2 == 0 and not dice(3):
                    four = bytearray(drawn(model.game, dice)[4 * seat : 4 * seat + 4])
                    other[4 * seat : 4 * seat + 4] = four
            if number % 4 == 1:
                seat = model.game.seats[dice(len(model.game.seats))]
                other[4 * seat + dice(4)] = HOME if dice(2) else model.game.ring
            levels = levels_of(boardmap, other, dice)
            masked = bytearray(model.n_bytes)
            if number % 3:
                for _ in range(dice(40)):
                    masked[dice(model.n_bytes)] |= 1 << dice(8)
            for i in range(model.n_bytes):  # reeds that are not believed are read as open
                levels[i] &= ~masked[i] & 0xFF
            seen = boardmap.observe(levels, bytearray(boardmap.size))
            few, many = compared(model, model.seen(levels), model.shown(state), levels, masked)
            mask = masked if number % 3 else None
            missing = [4]
            extra = [5]
            distance = boardmap.differences(seen, wanted, missing, extra, mask)
            assert missing[0] == 4 and extra[0] == 5  # appended to
            assert tallied(missing[1:]) == few and tallied(extra[1:]) == many
            assert distance == max(len(missing), len(extra))
            distance = max(sum(few.values()), sum(many.values()))
            assert boardmap.differences(seen, wanted, [], [], mask) == distance
            assert boardmap.distance(seen, wanted, mask) == distance
            assert boardmap.same(seen, wanted, mask) == (not distance)
            alike += not distance
    assert alike > 20


def tallied(spots):
    """Return {spot: how often}."""
    return {spot: spots.count(spot) for spot in spots}


def levels_of(boardmap, state, dice):
    """Return levels with a magnet for every pawn, in any slots of its area."""
    levels = bytearray(boardmap.n_bytes)
    spots = [spot for spot in boardmap.spots(state, bytearray(16)) if spot != NOBODY]
    for spot in set(spots):
        bits = list(boardmap.bits(spot))
        for _ in range(min(len(bits), spots.count(spot))):
            bit = bits.pop(dice(len(bits)))
            levels[bit >> 3] |= 1 << (bit & 7)
    return levels


def test_pawns_astray_are_those_that_are_not_where_they_should_be():
    dice = Dice(9)
    for _ in range(300):
        seat = dice(4)
        standing = bytearray(16)
        target = bytearray(16)
        for i in range(16):
            standing[i] = 1 + dice(6) if dice(5) else HELD
            target[i] = 1 + dice(6)
        for first in (0, 4, 8, 12):
            standing[first : first + 4] = bytes(sorted(standing[first : first + 4]))
            target[first : first + 4] = bytes(sorted(target[first : first + 4]))
        where = list(standing[4 * seat : 4 * seat + 4])
        wanted = list(target[4 * seat : 4 * seat + 4])
        for spot in list(where):
            if spot in wanted:
                where.remove(spot)
                wanted.remove(spot)
        assert astray(standing, target, seat) == list(zip(sorted(where), sorted(wanted)))


def test_a_pawn_in_the_hand_stands_on_no_spot_of_any_board():
    for boardmap, _ in boards(Dice(1)):
        assert boardmap.n_spots <= HELD < NOBODY


def test_names_of_spots():
    for boardmap, model in boards(Dice(1)):
        game = model.game
        places = [(HOME, "h"), (1, "0"), (game.ring, str(game.ring - 1)), (game.ring + 1, "z1")]
        places.append((game.ring + game.row, "z%d" % game.row))
        if game.fin != NOBODY:
            places.append((game.fin, "f"))
        for seat in range(4):
            for place, text in places:
                spot = boardmap.spot(seat, place)
                assert spot == model.spot(seat, place)
                on_ring = 0 < place <= game.ring
                for other in range(4):  # only on the ring it counts whose pawn is meant
                    colour = game.colours[other if on_ring else seat]
                    assert boardmap.token(other, spot) == colour + ":" + text
            assert boardmap.spot(seat, NOBODY) == NOBODY
        assert len(model.of_bit) == boardmap.n_bits
        for bit in range(8 * boardmap.n_bytes):
            assert boardmap.spot_of_bit[bit] == model.of_bit.get(bit, 0)


def test_a_board_of_other_spaces_is_refused():
    class Other:
        """The board of Sorry! with one thing changed."""

    right = board_of("sorry")
    for name, value, word in (
        ("RING", right.RING[:-1], "spaces"),
        ("ROW", right.ROW[:-1], "spaces"),
        ("FIN", b"", "spaces"),
        ("N_CHIPS", right.N_CHIPS - 1, "chips"),
    ):
        board = Other()
        for one in ("GAME", "RING", "ROW", "HOME", "FIN", "N_BITS", "N_CHIPS"):
            setattr(board, one, getattr(right, one))
        BoardMap(board, load("sorry"))
        setattr(board, name, value)
        assert word in refusal(ValueError, BoardMap, board, load("sorry")), name


def test_a_wiring_uses_every_bit_once_and_none_beyond_the_chain():
    board = board_of("ludo-norsk")
    game = load("ludo-norsk")
    last = 8 * board.N_CHIPS - 1
    plain = list(range(board.N_BITS))
    BoardMap(board, game, bytes(plain))
    if last >= board.N_BITS:  # the chain has bits to spare: the last of them will do
        BoardMap(board, game, bytes([last] + plain[1:]))
    for wiring in ([last + 1] + plain[1:], plain[1:], plain + [last + 1], [1] + plain[1:]):
        said = refusal(ValueError, BoardMap, board, game, bytes(wiring))
        assert said.startswith("wiring: "), wiring
