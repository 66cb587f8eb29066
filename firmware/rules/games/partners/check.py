# SPDX-License-Identifier: Apache-2.0
"""Positions that cannot be in Partners."""

from micropython import const

from rules.game import BadPosition
from rules.games.partners import editions

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.partners.partners import Partners

_RING = const(60)
_QUARTER = const(15)  # a start space and its 14 numbered spaces (P2)


def check(game: "Partners", state: "bytes | bytearray") -> None:
    """Check the impossible positions of Partners (section 1.6).

    Raises:
        BadPosition: the position cannot be.
    """
    owner: dict = {}
    for i in range(16):
        place = state[i]
        seat = i >> 2
        colour = game.colours[seat]
        if place > _RING:
            if i & 3 and state[i - 1] == place:
                raise BadPosition(colour, "two pawns in z%d" % (place - _RING))
        elif place:
            if owner.get(place, seat) != seat:
                raise BadPosition(colour, "two colours on %d" % (place - 1))
            owner[place] = seat
            if not game.stacks and i & 3 and state[i - 1] == place:
                raise BadPosition(colour, "two pawns on %d" % (place - 1))
            on_start = (place - 1) % _QUARTER == 0 and (place - 1) // _QUARTER != seat
            if on_start and not game.edition[editions.STRANGERS]:
                raise BadPosition(colour, "on a foreign start space, %d" % (place - 1))
            if on_start and game.edition[editions.STRANGERS] == 1:
                if i & 3 and state[i - 1] == place:
                    raise BadPosition(colour, "two on a foreign start, %d" % (place - 1))
