# SPDX-License-Identifier: Apache-2.0
"""Danish Ludo, with globes and stars: the legal results of a throw, rulings D1-D10 of the README.

Board, seats, tries and impossible positions are those of Norwegian Ludo.
Options: `last_star` (what a pawn does that lands on the star below its row: `goal` or `stay`).
"""

from rules.game import DRAWN, HOME, NOBODY, TRIES, TURN, WINNER, replace, stands
from rules.games.ludo.board import OnLudoBoard
from rules.games.ludo.track import FIN, GOAL_STEP, LAST_ON_RING, PATH, RING, STEP_OF
from rules.moves import bump, lost, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.results import Results

_SIX = 6
_MOST_TRIES = 3
_QUARTER = RING // 4
_GLOBE = 8  # spaces after an entry
_STARS = (5, 11)  # spaces after an entry


class LudoDansk(OnLudoBoard):
    """Danish Ludo for the seats in play; an action is a throw minus one."""

    judge = "ludo_world"
    tries = _MOST_TRIES
    keys = ("tries",)
    signs = (
        ("globe", bytes(range(1 + _GLOBE, RING + 1, _QUARTER)), "enter"),
        (
            "star",
            b"".join(bytes(range(1 + star, RING + 1, _QUARTER)) for star in _STARS),
            "barrier",
        ),
    )
    house = (
        ("last_star", ("goal", "stay"), True),  # D8
        ("first", ("red", DRAWN), False),  # D1
    )

    def moves(self, now: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a throw; one that moves nothing is the move `-`. See `Game.moves`."""
        seat = now[TURN]
        found = []
        last = FIN
        for i in range(4 * seat, 4 * seat + 4):
            place = now[i]
            if place not in (last, FIN) and (place != HOME or action + 1 == _SIX):
                last = place
                found.append(self._moved(now, seat, place, action))
        if not found:  # no pawn in play and no six (D3)
            after = bytearray(now)
            after[TRIES] += 1
            if after[TRIES] == _MOST_TRIES:
                self._turned(after)
            found.append((bytes(after), b""))
        return found

    def _turned(self, after: bytearray) -> None:
        """Give the next throw to the next seat."""
        after[TRIES] = 0
        after[TURN] = self.next_seat(after[TURN])

    def _moved(self, now: bytes, seat: int, place: int, action: int) -> tuple:
        """Return what comes of the seat's pawn on `place`."""
        after = bytearray(now)
        after[TRIES] = 0
        if action + 1 != _SIX:
            self._turned(after)
        path = PATH[seat]
        at = 0 if place == HOME else STEP_OF[seat][place] + 1 + action
        if at > GOAL_STEP:
            at = 2 * GOAL_STEP - at  # D9
        if path[at] == place:
            return bytes(after), b""
        sent = bytearray()
        stays = self._lands(after, seat, path[at], sent)
        star = self._jump(at)
        if stays and star != at:
            at = star
            stays = self._lands(after, seat, path[at], sent)
        replace(after, seat, place, path[at] if stays else HOME)
        if after[4 * seat] == FIN:  # D10: all four are in the goal
            after[TURN] = NOBODY
            after[WINNER] = 1 << seat
        went = step if stays else lost
        return bytes(after), went(seat, place, path[at]) + bytes(sent)

    def _jump(self, at: int) -> int:
        """Return the step a pawn comes to that lands on a step: another one from a star (D7, D8)."""
        if at > LAST_ON_RING or at % _QUARTER not in _STARS:
            return at
        if at == LAST_ON_RING:
            return GOAL_STEP if self.options["last_star"] == "goal" else at
        at += 1
        while at % _QUARTER not in _STARS:
            at += 1
        return at

    def _lands(self, after: bytearray, seat: int, place: int, sent: bytearray) -> bool:
        """Send home the pawns that another one lands on; return False when that one goes home itself."""
        for other in self.seats:
            if other != seat and place <= RING and stands(after, other, place):
                if self._guarded(after, other, place):
                    return False
                while stands(after, other, place):
                    replace(after, other, place, HOME)
                    sent.extend(bump(other, place))
        return True

    def _guarded(self, state: "bytes | bytearray", seat: int, place: int) -> bool:
        """Tell whether a seat's pawn on a ring space sends home the one that lands there (D4, D5, D6)."""
        if place in self.enters:
            return place == self.enters[seat]
        own = state[4 * seat : 4 * seat + 4]
        return self.safe(place) or sum([one == place for one in own]) > 1

    def safe(self, place: int) -> bool:
        """Tell whether a ring space is a globe of no colour (D5)."""
        return (place - 1) % _QUARTER == _GLOBE

    def why_not(
        self,
        state: "bytes | bytearray",
        action: int,
        seat: int,
        place: int,
        found: "Results | None",
    ) -> "tuple | None":
        """Return why a pawn cannot move with a throw; see `Game.why_not`."""
        return ("needs-six", NOBODY) if place == HOME and action + 1 != _SIX else None
