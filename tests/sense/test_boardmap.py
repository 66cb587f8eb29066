# SPDX-License-Identifier: Apache-2.0
"""The map between sensor bits and places, on every board: names, images, and how boards differ."""

from dice import Dice
from halfway import counts_of, games, levels_of
from refusal import refusal
from rig import board_of

from rules import RULEBOOKS, load
from rules.game import HOME, NOBODY
from sense.boardmap import BoardMap

ROUNDS = 25


def each():
    """Yield (rulebook, game, map) of every rulebook."""
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        yield rulebook, game, BoardMap(board_of(rulebook), game)


def test_every_bit_has_one_spot_and_every_spot_its_bits():
    for rulebook, game, board in each():
        count = 0
        for spot in range(1, board.n_spots):
            for bit in board.bits(spot):
                assert board.spot_of_bit[bit] == spot, rulebook
                count += 1
        assert count == board.n_bits, rulebook
        assert game.ring + 4 * game.row + 16 + (16 if game.fin != NOBODY else 0) == count


def test_place_and_spot_both_ways():
    for rulebook, game, board in each():
        places = list(range(game.ring + game.row + 1))
        if game.fin != NOBODY:
            places.append(game.fin)
        for seat in game.seats:
            for place in places:
                spot = board.spot(seat, place)
                assert board.place(spot) == place, rulebook
                ring = 0 < place <= game.ring
                assert board.owner(spot) == (NOBODY if ring else seat), rulebook


def test_spare_pawns_of_seats_not_in_play_do_not_matter():
    game = load("ludo-norsk", (0, 2), {})
    board = BoardMap(board_of("ludo-norsk"), game)
    assert board.bits(board.home + 1) == []
    assert len(board.bits(board.home + 2)) == 4
    full = bytearray(b"\xff" * board.n_bytes)
    seen = board.observe(full)
    assert list(seen[board.n_bytes :]) == [4, 0, 4, 0, 4, 0, 4, 0]


def test_a_change_of_levels_flips_the_image_into_that_of_the_new_levels():
    dice = Dice(7)
    for game, board in games():
        levels = bytearray(board.n_bytes)
        image = board.observe(levels)
        for _ in range(200):
            bit = dice(8 * board.n_bytes)
            levels[bit >> 3] ^= 1 << (bit & 7)
            board.flip(image, bit, levels[bit >> 3] >> (bit & 7) & 1)
            assert image == board.observe(levels), (game.rulebook, bit)


def drawn(game, dice):
    """Return a state with pawns anywhere, sorted within each seat; often crowded together."""
    state = bytearray(game.new())
    last = game.ring + game.row + (game.fin != NOBODY)
    near = 1 + dice(game.ring - 2)
    for seat in game.seats:
        four = [(HOME, near + dice(3), dice(last + 1))[dice(3)] for _ in range(4)]
        state[4 * seat : 4 * seat + 4] = bytes(sorted(four))
    return state


def test_an_image_shows_the_pawns_that_stand_there():
    dice = Dice(3)
    for game, board in games():
        for _ in range(ROUNDS):
            state = drawn(game, dice)
            counts = counts_of(board, state)
            image = board.image(state)
            assert image == board.observe(levels_of(board, counts, dice))
            for spot in counts:
                shown = counts[spot] if spot >= board.home else min(1, counts[spot])
                assert board.count(image, spot) == shown and board.has(image, spot) == (shown > 0)


def test_boards_are_compared_pawn_by_pawn():
    dice = Dice(5)
    alike = 0
    for game, board in games():
        for number in range(ROUNDS):
            state = drawn(game, dice)
            other = bytearray(state)
            if number % 2 == 0:  # one colour stands elsewhere
                k = 4 * game.seats[dice(len(game.seats))]
                other[k : k + 4] = drawn(game, dice)[k : k + 4]
            levels = levels_of(board, counts_of(board, other), dice)
            masked = bytearray(board.n_bytes)
            if number % 3 == 0:
                for _ in range(20):
                    masked[dice(board.n_bytes)] |= 1 << dice(8)
            for i in range(board.n_bytes):  # reeds that are not believed are read as open
                levels[i] &= ~masked[i] & 0xFF
            seen = board.observe(levels)
            missing, extra = board.differences(seen, board.image(state), masked)
            for spot, pawns in counts_of(board, state).items():
                free = 0
                for bit in board.bits(spot):
                    free += masked[bit >> 3] >> (bit & 7) & 1
                here = board.count(seen, spot)
                wanted = pawns if spot >= board.home else min(1, pawns)
                assert missing.count(spot) == max(0, wanted - here - free)
                assert extra.count(spot) == max(0, here - wanted)
            same = board.same(seen, board.image(state), masked)
            assert same == (not missing and not extra)
            alike += same
    assert alike > 20


def test_names_of_spots():
    for _, game, board in each():
        places = [(HOME, "h"), (1, "0"), (game.ring, str(game.ring - 1)), (game.ring + 1, "z1")]
        places.append((game.ring + game.row, "z%d" % game.row))
        if game.fin != NOBODY:
            places.append((game.fin, "f"))
        for seat in range(4):
            for place, text in places:
                on_ring = 0 < place <= game.ring
                for other in range(4):  # only on the ring it counts whose pawn is meant
                    colour = game.colours[other if on_ring else seat]
                    assert board.token(other, board.spot(seat, place)) == colour + ":" + text
            assert board.spot(seat, NOBODY) == NOBODY


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
