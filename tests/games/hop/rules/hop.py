# SPDX-License-Identifier: Apache-2.0
"""Hop: the legal results of a card.

H1  Four pawns each; a ring of 20, a lane of two, then the goal. Seat s starts on ring space 5s + 2 and goes once round to 5s + 1.
H2  One card is drawn a turn, of 20: six 1s, five 4s, five 6s, four hops. A card that cannot be used ends the turn.
H3  1 and 4: a pawn comes from home to its start, or goes that far; 6 only goes. The goal takes the exact number.
H4  hop: a pawn on the ring jumps to the next opponent's pawn ahead of it on the ring and sends it home.
H5  An opponent's pawn on the landing space goes home; an own one forbids the move. Pawns are passed freely.
H6  The first with four pawns in the goal wins.
H7  hop-hand: everybody is dealt three cards and plays one a turn; none is passed on, and who can use none folds.
"""

from rules.game import HOME, NOBODY, TURN, WINNER, BadPosition, Game, replace, stands
from rules.moves import bump, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.results import Results

_RING = 20
_FIN = _RING + 3
_HOP = 3
_STEPS = bytes((1, 4, 6, 0))
_STARTS = bytes((1, 1, 0, 0))


def _path(seat: int) -> bytes:
    ring = [1 + (5 * seat + 2 + n) % _RING for n in range(_RING)]
    return bytes(ring + [_RING + 1, _RING + 2, _FIN])


PATH = tuple([_path(seat) for seat in range(4)])


class Hop(Game):
    """Hop for the seats in play; an action is a card, its index in `actions`."""

    colours = ("red", "yellow", "green", "blue")
    actions = ("1", "4", "6", "hop")
    ring = _RING
    row = 2
    fin = _FIN
    enters = bytes([path[0] for path in PATH])
    family = "hop"
    deck = bytes((6, 5, 5, 4))
    deck_id = 200

    def __init__(self, rulebook: str, seats: tuple, options: dict) -> None:
        self.rulebook = rulebook
        if rulebook == "hop-hand":  # H7
            self.hand = b"\x03"
            self.must_play = True
        Game.__init__(self, seats, options)

    def moves(self, state: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a card; see `Game.moves`."""
        found = []
        seat = state[TURN]
        for i in range(4 * seat, 4 * seat + 4):
            to = self._end(state, action, seat, state[i])
            if to != NOBODY and not self._own(state, seat, to):
                found.append(self._moved(state, seat, state[i], to))
        return found

    def _end(self, state: "bytes | bytearray", action: int, seat: int, place: int) -> int:
        """Return where a card takes a pawn, NOBODY when nowhere (H3, H4)."""
        path = PATH[seat]
        if place == HOME:
            return path[0] if _STARTS[action] else NOBODY
        at = path.find(bytes((place,)))
        if action != _HOP:
            return path[at + _STEPS[action]] if at + _STEPS[action] < len(path) else NOBODY
        for n in range(at + 1, _RING):
            if self.other(state, seat, path[n]) != NOBODY:
                return path[n]
        return NOBODY

    def _own(self, state: "bytes | bytearray", seat: int, place: int) -> bool:
        return place != _FIN and stands(state, seat, place)

    def other(self, state: "bytes | bytearray", seat: int, place: int) -> int:
        """Return the seat of the opponent's pawn on a ring space, NOBODY without one."""
        for other in self.seats:
            if other != seat and HOME < place <= _RING and stands(state, other, place):
                return other
        return NOBODY

    def _moved(self, state: "bytes | bytearray", seat: int, place: int, to: int) -> tuple:
        """Return (state, move) after a pawn went from `place` to `to` (H5, H6)."""
        after = bytearray(state)
        move = step(seat, place, to)
        met = self.other(state, seat, to)
        if met != NOBODY:
            replace(after, met, to, HOME)
            move += bump(met, to)
        replace(after, seat, place, to)
        after[TURN] = self.next_seat(seat)
        if self.has_won(after, 1 << seat):
            after[TURN] = NOBODY
            after[WINNER] = 1 << seat
        return bytes(after), move

    def why_not(
        self,
        state: "bytes | bytearray",
        action: int,
        seat: int,
        place: int,
        found: "Results | None",
    ) -> "tuple | None":
        """Return why a pawn cannot move with a card; see `Game.why_not`."""
        to = self._end(state, action, seat, place)
        if to != NOBODY:
            return ("own-pawn", to) if self._own(state, seat, to) else None
        if place == HOME:
            return "needs-start-card", NOBODY
        return "no-one-ahead" if action == _HOP else "past-goal", NOBODY

    def validate(self, state: "bytes | bytearray") -> None:
        """Check the positions that cannot be.

        Raises:
            BadPosition: two pawns on one space of ring or lane.
        """
        for seat in self.seats:
            for i in range(4 * seat, 4 * seat + 4):
                place = state[i]
                twice = i % 4 < 3 and HOME < place < _FIN and state[i + 1] == place
                if twice or self.other(state, seat, place) != NOBODY:
                    raise BadPosition(self.colours[seat], "two pawns on one space (H5)")
