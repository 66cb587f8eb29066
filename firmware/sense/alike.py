# SPDX-License-Identifier: Apache-2.0
"""Results that look alike: how far the hand log supports each, and which it cannot rule out.

A result may be fully explained by the log and still not be the one: a pawn was put beside
another, which was taken away without its reed opening, and meanwhile somebody put the pawn
straight that the explained result is about. Only time tells the two apart.
"""

from sense.debounce import LIFT
from sense.evidence import PROVEN, TOUCHED, UNSEEN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.evidence import Evidence
    from sense.handlog import HandLog
    from sense.successors import Successors
    from sense.view import View


class Alike:
    """Weighs results that look like the board."""

    def __init__(
        self,
        boardmap: "BoardMap",
        log: "HandLog",
        evidence: "Evidence",
        successors: "Successors",
        view: "View",
    ) -> None:
        """Take the parts of a recogniser."""
        self._map = boardmap
        self._log = log
        self._evidence = evidence
        self._successors = successors
        self._view = view
        self._target = bytearray(16)

    def levels(self, found: list, hurried: bool) -> tuple:
        """Return results that look like the board, sorted into lists by the level of belief.

        Args:
            found: indices of the results.
            hurried: whether the players say that the move is over: no pawn in a wrong home.
        """
        evidence = self._evidence
        successors = self._successors
        worlds = evidence.replay(self._log, 0, successors.exchanges(found))
        by_level = ([], [], [], [], [])
        for index in found:
            state = successors.results[index][0]
            level = evidence.level(worlds, self._map.spots(state, self._target))
            if evidence.beside and len(found) == 1 and (hurried or not successors.twin(index)):
                level = PROVEN
            if level == TOUCHED and not (evidence.beside or successors.only_way(index)):
                level = UNSEEN  # the held pawn may still go elsewhere
            if self._view.doubtful(successors.spots_of(index)):
                level = max(level, UNSEEN)
            if evidence.lost and (level < UNSEEN or len(found) > 1):
                level = UNSEEN  # too much has happened to tell
            by_level[level].append(index)
        return by_level

    def rivals(self, index: int, found: list) -> list:
        """Return the results that were perhaps made instead of a proven one, and look the same.

        Then every pawn that only the proven one is about was put straight meanwhile.
        """
        mine = self._successors.spots_of(index)
        out = []
        for other in found:
            if other == index:
                continue
            shared = self._successors.spots_of(other)
            only = [spot for spot in mine if spot not in shared]
            if not self._long(only):
                out.append(other)
        return out

    def _long(self, spots: list) -> bool:
        """Return whether one of the spots was last empty for longer than it takes to put straight."""
        log = self._log
        for spot in spots:
            up = log.before(log.n, LIFT, spot)
            if up >= 0 and log.long_away(up, spot):
                return True
        return False

    def undone(self, previous: bytes, patient: bool, late: bool) -> bool:
        """Return whether the log says that the last move was taken back.

        Args:
            previous: the position before that move, which the board looks like.
            patient: whether the board has been still for longer.
            late: whether it has been still for so long that no card will come.
        """
        evidence = self._evidence
        worlds = evidence.replay(self._log, 0, [])
        level = evidence.level(worlds, self._map.spots(previous, self._target))
        if evidence.lost:
            level = max(level, UNSEEN)
        if level == PROVEN:
            alone = evidence.at_rest(evidence.likely(worlds, True), self._target, True)
            # With a card on the table they may stand so by mistake, without one before it.
            return patient and alone if self._successors.results else late or alone
        return level == TOUCHED and patient
