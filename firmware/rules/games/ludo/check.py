# SPDX-License-Identifier: Apache-2.0
"""The Ludo positions that cannot be (section 1.6 of the rulings)."""

from rules.game import MOVED, NOBODY, TRIES, TURN, BadPosition, stands
from rules.games.ludo.track import RING, frifelt

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.ludo.board import OnLudoBoard


def check(game: "OnLudoBoard", state: "bytes | bytearray") -> None:
    """Check a state of `game`.

    Raises:
        BadPosition: `field` is the colour, `tries` or `moved`.
    """
    for seat in game.seats:
        never = 1 + (13 * seat + 51) % RING
        if stands(state, seat, never):
            raise BadPosition(
                game.colours[seat], "%d is past the way into its own row (L2)" % (never - 1)
            )
    _check_mixed(game, state)
    seat = state[TURN]
    if seat == NOBODY:
        return
    if state[TRIES] > 2:
        raise BadPosition("tries", "at most 2 are spent before a throw (L4)")
    if state[TRIES] and not game.waits(state, seat):
        raise BadPosition("tries", "%s has a pawn in play (L4)" % game.colours[seat])
    if state[MOVED] != NOBODY:
        _check_moved(game, state, seat, state[MOVED] + 1)


def _check_mixed(game: "OnLudoBoard", state: "bytes | bytearray") -> None:
    """Two colours share a ring space only where the game lets them or where a capture is pending."""
    for seat in game.seats:
        for i in range(4 * seat, 4 * seat + 4):
            place = state[i]
            if not 0 < place <= RING or place in game.shared or place - 1 == state[MOVED]:
                continue
            for other in game.seats:
                if other < seat and stands(state, other, place):
                    raise BadPosition(
                        game.colours[seat],
                        "%d is taken by %s" % (place - 1, game.colours[other]),
                    )


def _check_moved(game: "OnLudoBoard", state: "bytes | bytearray", seat: int, place: int) -> None:
    if not stands(state, seat, place):
        raise BadPosition("moved", "%s has no pawn there (L9)" % game.colours[seat])
    if place == frifelt(seat):
        raise BadPosition("moved", "the own frifelt captures at once (L10)")
    singles = 0
    for other in game.seats:
        if other == seat:
            continue
        there = sum([state[i] == place for i in range(4 * other, 4 * other + 4)])
        if there > 1:
            raise BadPosition("moved", "%s has a barrier there (L7)" % game.colours[other])
        if there and place != frifelt(other):
            singles += 1
    if not singles:
        raise BadPosition("moved", "no pawn to capture there (L9)")
