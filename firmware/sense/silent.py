# SPDX-License-Identifier: Apache-2.0
"""Results that no reed can see; only the hand log can tell them.

Swaps, a turn in the goal that ends where it began, a pawn that goes from one shared space to
another, a declined option.
"""

from micropython import const

from sense.debounce import LIFT, TOUCH
from sense.evidence import PROVEN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.evidence import Evidence
    from sense.handlog import HandLog
    from sense.successors import Successors


# How far a sign of silent results reaches.
NONE = const(0)
WEAK_SIGN = const(1)  # ask when nothing else comes
SIGN = const(2)  # ask
CLEAR = const(3)  # take it


class Silent:
    """Looks for signs of silent results in the hand log.

    Attributes:
        found: indices of the results that `look` found signs of.
    """

    def __init__(
        self,
        boardmap: "BoardMap",
        log: "HandLog",
        evidence: "Evidence",
        successors: "Successors",
    ) -> None:
        """Take the parts of a recogniser."""
        self._map = boardmap
        self._log = log
        self._evidence = evidence
        self._successors = successors
        self._target = bytearray(16)
        self.found = []

    def look(self, start: bytearray, mark: int) -> int:
        """Return the strongest sign and leave its results in `found`.

        Args:
            start: spots of the position's pawns.
            mark: first log event after the card was read.
        """
        silent = self._successors.silent()
        self.found = self._exchanged(silent, start, mark)
        if self.found:
            clear = len(self.found) == 1 and (self._clear(mark) or self._proven(start, mark))
            return CLEAR if clear else SIGN
        if mark:
            self.found = self._exchanged(silent, start, 0)
            if self.found:
                return SIGN
        self.found = [index for index in silent if self._touched(index)]
        return WEAK_SIGN if self.found else NONE

    def doubtful(self, touched: bool) -> list:
        """Return what to ask about: `found`, then what else may have left these signs, or none.

        One hand swaps unseen: it puts its pawn beside the other one, takes that away, and only
        the space of the first has been empty. What goes from stack to stack, or is declined,
        leaves no sign at all; nor does a turn in the goal in a hand's absence (`touched`).
        """
        log = self._log
        swaps = []
        quiet = []
        others = []
        unseen = touched or bool(self.found)
        for index in self._successors.silent():
            pair = self._successors.swap(index)
            if pair is None:
                others.append(index)
                if not (self._successors.results[index][1] and self._successors.same_pawns(index)):
                    unseen = True
            elif log.was(LIFT, pair[0]) or log.was(LIFT, pair[1]):
                swaps.append(index)
            else:
                quiet.append(index)
        if unseen:
            swaps += others if swaps else others + quiet
        return self.found + [index for index in swaps if index not in self.found]

    def besides(self, choices: list) -> list:
        """Return other swaps than the choices, of pawns that were lifted.

        Of one that none of the choices moves, or of two.
        """
        spots_of = self._successors.spots_of
        about = []
        for index in choices:
            about += spots_of(index)
        lifted = self._log.lifted(self._map.home)
        out = []
        for index in self._successors.silent() if lifted else ():
            pair = self._successors.swap(index)
            if pair and index not in choices:
                up = [spot for spot in pair if spot in lifted]
                if len(up) == 2 or (up and up[0] not in about):
                    out.append(index)
        return out

    def unmoved(self) -> list:
        """Return the results that ask for no visible change and are no swap of two colours."""
        out = []
        for index in self._successors.silent():
            if self._successors.swap(index) is None or self._successors.same_pawns(index):
                out.append(index)
        return out

    def _exchanged(self, silent: list, start: bytearray, first: int) -> list:
        """Return the swaps whose two pawns were in the air together."""
        if self._log.lifts(first) < 2:
            return []
        worlds = None
        found = []
        for index in silent:
            pair = self._successors.swap(index)
            if pair is None:
                continue
            if self._successors.same_pawns(index):
                if self._alike(start, first):
                    found.append(index)
            elif self._log.together(pair[0], pair[1], first):
                if worlds is None:
                    worlds = self._evidence.replay(self._log, first, [])
                state = self._successors.results[index][0]
                level = self._evidence.level(worlds, self._map.spots(state, self._target))
                if level == PROVEN:
                    found.append(index)
        return found

    def _alike(self, start: bytearray, first: int) -> bool:
        """Return whether two pawns of one colour on the ring were in the air together."""
        ring = self._map.game.ring
        for seat in range(0, 16, 4):
            for i in range(seat, seat + 3):
                for j in range(i + 1, seat + 4):
                    if start[i] < start[j] <= ring and self._log.together(
                        start[i], start[j], first
                    ):
                        return True
        return False

    def _clear(self, mark: int) -> bool:
        """Return whether two pawns were lifted since the card, both for long, and nothing else."""
        log = self._log
        if log.lost or self._evidence.lost or log.lifts(mark) != 2:
            return False
        for i in range(mark, log.n):
            if log.kind(i) == LIFT and not log.long_away(i, log.spot(i)):
                return False
        return True

    def _proven(self, start: bytearray, mark: int) -> bool:
        """Return whether the log leaves no way in which the pawns are as before."""
        if self._log.lost or self._successors.same_pawns(self.found[0]):
            return False
        worlds = self._evidence.replay(self._log, mark, [])
        return not self._evidence.lost and not self._evidence.at_rest(worlds, start, False)

    def _touched(self, index: int) -> bool:
        """Return whether hands touched what a silent result is about."""
        log = self._log
        pair = self._successors.swap(index)
        if pair is not None:
            return log.was(LIFT, pair[0]) and log.was(LIFT, pair[1])
        for spot in self._successors.spots_of(index):
            if log.was(LIFT, spot) or log.was(TOUCH, spot):
                return True
        return False
