# SPDX-License-Identifier: Apache-2.0
"""The map between sensor bits and places, on every board."""

from rig import board_of

from rules import RULEBOOKS, load
from rules.game import NOBODY
from rules.parse import parse_position
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


def test_tokens():
    _, game, board = next(iter(each()))
    assert board.token(2, board.spot(2, 18)) == "red:17"
    assert board.token(0, board.spot(2, 0)) == "red:h"
    assert board.token(0, board.spot(1, game.ring + 2)) == "blue:z2"


def levels_of(board, state):
    """Return levels with a magnet for every pawn."""
    levels = bytearray(board.n_bytes)
    used = {}
    for i in range(16):
        if state[i] != NOBODY:
            spot = board.spot(i >> 2, state[i])
            bits = board.bits(spot)
            bit = bits[used.get(spot, 0) if len(bits) > 1 else 0]
            used[spot] = used.get(spot, 0) + 1
            levels[bit >> 3] |= 1 << (bit & 7)
    return levels


LINES = (
    "partners-pawns green:h,0,17,z4 blue:h,h,44,44 red:z1,z2,z3,z4 yellow:h,h,h,59 turn=blue",
    "ludo-norsk red:h,0,z5,f yellow:h,h,13,13 blue:h,f,f,f green:20,21,22,z1 turn=red",
    "sorry red:h,4,59,f blue:h,h,z1,f yellow:f,f,f,z5 green:0,1,2,3 turn=green",
)


def test_a_state_looks_as_its_pawns_do():
    for line in LINES:
        line = line.replace("yellow:f,f,f,z5", "yellow:z5,f,f,f")
        game, state = parse_position(line)
        board = BoardMap(board_of(game.rulebook), game)
        image = board.image(state, bytearray(board.size))
        seen = board.observe(levels_of(board, state), bytearray(board.size))
        assert image == seen, line
        assert board.same(seen, image)


def test_slots_of_an_area_are_interchangeable():
    game, state = parse_position(LINES[0])
    board = BoardMap(board_of(game.rulebook), game)
    one = board.image(state, bytearray(board.size))
    levels = levels_of(board, state)
    first, last = board.bits(board.home)[0], board.bits(board.home)[3]
    levels[first >> 3] ^= 1 << (first & 7)
    levels[last >> 3] ^= 1 << (last & 7)
    assert board.observe(levels, bytearray(board.size)) == one


def test_differences():
    game, state = parse_position(LINES[0])
    board = BoardMap(board_of(game.rulebook), game)
    image = board.image(state, bytearray(board.size))
    state[2] = 19
    seen = board.image(state, bytearray(board.size))
    missing = []
    extra = []
    assert board.differences(seen, image, missing, extra) == 1
    assert (missing, extra) == ([18], [19])
    mask = bytearray(board.n_bytes)
    for spot in (18, 19):
        bit = board.bits(spot)[0]
        mask[bit >> 3] |= 1 << (bit & 7)
    assert board.differences(seen, image, [], [], mask) == 0
    assert board.same(seen, image, mask)
    assert not board.same(seen, image)


def test_a_masked_slot_may_hold_a_pawn_or_not():
    game, state = parse_position(LINES[0])
    board = BoardMap(board_of(game.rulebook), game)
    image = board.image(state, bytearray(board.size))
    levels = levels_of(board, state)
    bit = board.bits(board.home)[0]
    mask = bytearray(board.n_bytes)
    mask[bit >> 3] |= 1 << (bit & 7)
    levels[bit >> 3] &= ~mask[bit >> 3] & 0xFF
    seen = board.observe(levels, bytearray(board.size))
    assert not board.same(seen, image)
    assert board.same(seen, image, mask)


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


def test_learnt_wiring():
    game, state = parse_position(LINES[0])
    module = board_of(game.rulebook)
    wiring = bytes([module.N_BITS - 1 - bit for bit in range(module.N_BITS)])
    plain = BoardMap(module, game)
    turned = BoardMap(module, game, wiring)
    for spot in range(1, plain.n_spots):
        assert turned.bits(spot) == [wiring[bit] for bit in plain.bits(spot)]
    image = turned.image(state, bytearray(turned.size))
    assert turned.observe(levels_of(turned, state), bytearray(turned.size)) == image


def test_what_does_not_fit_is_refused():
    game = load("sorry")
    module = board_of("sorry")
    bad = (
        (board_of("ludo-norsk"), None),
        (module, b"\x00"),
        (module, bytes(module.N_BITS)),
        (module, bytes(range(100, 100 + module.N_BITS))),
    )
    for board, wiring in bad:
        refused = False
        try:
            BoardMap(board, game, wiring)
        except ValueError:
            refused = True
        assert refused
