# SPDX-License-Identifier: Apache-2.0
"""The lights of a computer's move, which hands that know no rules follow."""

from micropython import const

from light import signals
from rules.game import HOME, TURN
from rules.moves import ways

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.led_map import LedMap
    from sense.hints import Hints

# Where the pawn of a way seems to be.
_STANDS = const(0)  # where it was, or it comes from home, or goes there
_AWAY = const(1)  # in the air
_MAYBE = const(2)  # in the air, or it has joined one that stays
_THERE = const(3)  # where it goes


class Way:
    """A computer's move as its lights show it: where every pawn is in the end.

    Hands that know no rules follow it. So who is sent home is shown from the beginning, and a pawn that
    changes places and then slides has one way, not two of which no reed could tell the first. Where no
    reed tells that it was made at all, the seat's light asks for its button.

    Args:
        move: the operations.
        before: the position before it.
        after: the position it leads to.
    """

    def __init__(self, move: bytes, before: "bytes | bytearray", after: bytes) -> None:
        self._ways = ways(move)
        self._before = before
        self._after = after

    def show(self, leds: "LedMap", hints: "Hints") -> None:
        """Show which pawns are to be moved, or where the lifted ones go."""
        if self._silent(leds):
            leds.show_seat(signals.PRESS, self._before[TURN])
        going = 0  # seats of pawns on their way home
        for seat in range(4):
            homes = 0
            for i in range(4 * seat, 4 * seat + 4):
                homes += self._after[i] == HOME
            going |= (leds.pawns(seat, HOME) < homes) << seat
        lifted, unsure = self._in_air(leds, hints, going)
        targets = []
        for seat, start, end in self._ways:
            if end == HOME and going >> seat & 1:
                leds.show(signals.BUMP_HOME, seat, HOME, 1)
                if leds.pawns(seat, start):
                    leds.show(signals.BUMP_TARGET, seat, start)
                    targets.append(start)
        for way in self._ways:
            seat, start, end = way
            if end == HOME:
                continue
            shown = way in unsure
            if lifted is not None:
                shown = way in lifted or shown
            elif start == HOME:
                leds.show_home_pawns(signals.MOVABLE, seat)
            elif leds.pawns(seat, start):
                leds.show(signals.MOVABLE, seat, start)
                shown = self._shared(leds, seat, start)  # no reed will tell that it is lifted
            if shown and end not in targets and not self._waits(leds, seat, start, end):
                leds.show(signals.DESTINATION, seat, end, 1)

    def _waits(self, leds: "LedMap", seat: int, start: int, end: int) -> bool:
        """Tell whether a pawn has to go first from where another one comes: who holds both sees one end.

        Two that change places have no first one.
        """
        for other, place, goal in self._ways:
            if place == end and goal not in (HOME, start) and (end <= leds.ring or other == seat):
                return leds.pawns(other, place) > 0 or not leds.pawns(other, goal)
        return False

    def _silent(self, leds: "LedMap") -> bool:
        """Tell whether no switch opens or closes while the move is made."""
        for seat, start, _ in self._ways:
            if start == HOME or not self._shared(leds, seat, start):
                return False
        return leds.alike(self._before, self._after)

    def _in_air(self, leds: "LedMap", hints: "Hints", going: int) -> tuple:
        """Return the ways of the pawns in the air, None when nobody is, and then those of pawns that may be.

        Who has come where it goes is in no hand. Of two that go to one space its switch tells that one has come, of
        who joins a pawn that stays it tells nothing: the rest of the move is shown with their ways.

        Args:
            leds: the pawns on the board.
            hints: who was lifted last.
            going: seats of pawns on their way home; others that were sent home have left their places.
        """
        lifted = hints.lifted
        if not lifted:
            return None, ()
        marked = []
        for way in self._ways:
            mark = self._mark(leds, way, lifted, going)
            partner = self._partner(way[1], way[2]) if mark != _STANDS else None
            if partner and hints.exchanged(way[0], way[1], partner[0], partner[1]):
                return [partner], ()
            marked.append((way, mark))
        held = [(way, mark) for way, mark in marked if way[:2] in lifted]
        marks = [mark for _, mark in held]
        if _THERE in marks:
            in_air = [way for way, mark in marked if mark == _AWAY]
        else:
            in_air = [way for way, mark in held if mark != _MAYBE]
        if in_air or not (_THERE in marks or _MAYBE in marks):
            return in_air, ()
        ends = [(way[0], way[2]) for way, mark in marked if mark == _THERE]
        return None, [
            way
            for way, mark in held
            if mark == _MAYBE or (mark == _THERE and ends.count((way[0], way[2])) > 1)
        ]

    def _mark(self, leds: "LedMap", way: tuple, lifted: list, going: int) -> int:
        """Return where the pawn of a way seems to be, see `_in_air`."""
        seat, start, end = way
        if HOME in (start, end) or leds.pawns(seat, start):
            return _STANDS
        stays = stood = self._stood(leds, seat, end)
        for other, place, goal in self._ways:
            if place == end:
                stays -= 1
                if goal == HOME and not going >> other & 1:
                    stood -= 1
        if leds.pawns(seat, end) > stood:
            return _THERE
        return _MAYBE if stays > 0 and end <= leds.ring and way[:2] in lifted else _AWAY

    def _partner(self, start: int, end: int) -> "tuple | None":
        """Return the way of who changes places with the pawn that goes from one place to another, None if nobody does."""
        for way in self._ways:
            if (way[1], way[2]) == (end, start):
                return way
        return None

    def _shared(self, leds: "LedMap", seat: int, place: int) -> bool:
        """Tell whether several pawns stand on one space."""
        return self._stood(leds, seat, place) > 1

    def _stood(self, leds: "LedMap", seat: int, place: int) -> int:
        """Return how many pawns stood on a place before the move."""
        count = 0
        for i in range(16):
            if self._before[i] == place and (place <= leds.ring or i >> 2 == seat):
                count += 1
        return count
