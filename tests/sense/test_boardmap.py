# SPDX-License-Identifier: Apache-2.0
"""The map between sensor bits and places, on every board; what it sees is in test_boardmap_model.py."""

from rig import board_of

from rules import RULEBOOKS, load
from rules.game import NOBODY
from sense.boardmap import BoardMap


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
    seen = board.observe(full, bytearray(board.size))
    assert list(seen[board.n_bytes :]) == [4, 0, 4, 0, 4, 0, 4, 0]


def test_a_change_of_levels_flips_the_image_into_that_of_the_new_levels():
    number = 7  # a small generator of its own: both interpreters see the same boards

    def drawn():
        nonlocal number
        number = (number * 75 + 74) % 65537
        return number & 0xFF

    games = [load(rulebook) for rulebook in RULEBOOKS]
    games.append(load("ludo-norsk", (0, 2)))  # spare pawns in homes of nobody
    for game in games:
        board = BoardMap(board_of(game.rulebook), game)
        levels = bytearray(board.n_bytes)
        image = board.observe(levels, bytearray(board.size))
        for _ in range(200):
            bit = drawn() % (8 * board.n_bytes)
            levels[bit >> 3] ^= 1 << (bit & 7)
            board.flip(image, bit, levels[bit >> 3] >> (bit & 7) & 1)
            assert image == board.observe(levels, bytearray(board.size)), (game.rulebook, bit)
