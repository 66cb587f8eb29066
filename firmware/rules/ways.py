# SPDX-License-Identifier: Apache-2.0
"""The ways of the pawns of a move: for the page and for simulated hands, never for the table.

A game tells them in a module `ways` of its folder; like this one, it is not sent to a device.
"""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.game import Game


def ways(game: "Game", state: "bytes | bytearray", action: int, move: bytes) -> list:
    """Return (spaces touched, walls skirted) of each pawn of a legal move that goes by itself.

    Args:
        game: the game of the state.
        state: the position before the move.
        action: the action that was used; -1 when not known (then the shortest way is told).
        move: the move's operations.

    Returns:
        One tuple per STEP and SELF, in order. Spaces are place codes as bytes, the landing space
        last. Walls are a tuple of place codes: the own one the pawn passed, or one directly ahead
        of where it landed. A game without a module `ways` tells the landing spaces.
    """
    try:
        own = __import__("rules.games.%s.ways" % game.family, None, None, ("ways",))
    except ImportError:
        from rules.moves import steps

        return [(bytes((end,)), ()) for _, _, end in steps(move)]
    return own.ways(game, state, action, move)
