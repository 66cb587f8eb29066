# SPDX-License-Identifier: Apache-2.0
"""The nearest way out when the board fits nothing: where pawns are missing, and where there are too many."""

from rules.game import NOBODY
from sense.boardmap import HELD, astray
from sense.fit import fitted
from sense.tuning import TIES

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from sense.boardmap import BoardMap
    from sense.occupancy import Occupancy


class NoGuide:
    """Stands for a `Guide` while no way is shown."""

    missing: "list[str]" = []
    extra: "list[str]" = []
    missing_spots: "list[int]" = []
    extra_spots: "list[int]" = []
    mistaken = begun = onto = False


class Guide:
    """Finds the position that takes the fewest single pawn moves, and names one pawn at a time.

    It lives as long as a way out is shown, and continues with the pawn that it has named.

    Args:
        boardmap: the board.
        view: the board as the reeds tell it.
        poll: called every few ms of work.

    Attributes:
        missing: tokens (`red:17`) of the places where a pawn is missing, the first to be filled first.
        extra: tokens of the places with a pawn too many; extra[k] goes to missing[k] while
            there are that many. Empty while the pawn for missing[0] is in the hand.
        missing_spots: `missing` as spots.
        extra_spots: `extra` as spots.
        changed: whether the last `find` changed the lists.
        mistaken: whether it has just begun, because of a mistake: no result can be reached.
        begun: whether the hands were on the way to a result when it began.
        onto: whether that result lands on a taken space; then it names what is missing there.
    """

    def __init__(
        self, boardmap: "BoardMap", view: "Occupancy", poll: "Callable[[], object]"
    ) -> None:
        self._map = boardmap
        self._view = view
        self._poll = poll
        self.toward: "bytes | None" = None  # the state that the pawns are guided to
        self._ways: list = []  # (seat, from spot, to spot), the one shown first
        self.changed = False
        self.mistaken = False
        self.begun = False
        self.onto = False
        self.missing: "list[str]" = []
        self.extra: "list[str]" = []
        self.missing_spots: "list[int]" = []
        self.extra_spots: "list[int]" = []

    def find(
        self,
        goals: "list[bytes]",
        before: "bytes | None",
        standing: bytearray,
        begun: bool,
        dark: bool,
        only: bool,
    ) -> None:
        """Choose the nearest state and fill the lists.

        The position before the last move only counts when nothing else is as near. Ties go to the
        state whose ring and rows differ least, then, when a result has been begun, to another one
        than the expected, then to the earlier one; in the dark to the expected one before all others,
        since nobody saw a move being made. While a pawn is put right the way it is on stays:
        a state hardly nearer is no reason to send it elsewhere.

        Args:
            goals: positions that end the guide, the expected one first.
            before: the position before the last move, when that ends it too.
            standing: spots where the pawns probably are, HELD in a hand, sorted within each seat.
            begun: whether the hands are on the way to a result.
            dark: whether hands may have done what no reed told of: `standing` is only taken where reeds
                leave it open which colour stands on a spot.
            only: whether the goals are only one result: a pawn that seems to be in a hand may lie on
                another one there.
        """
        goals = goals if before is None else goals + [before]
        ties = self._nearest(goals, before is not None, dark)
        toward = goals[ties[0]] if ties else goals[0]
        best = 1000
        chosen: list = []
        for k in ties:
            self._poll()
            missing, extra = self._view.differences(self._map.image(goals[k]))
            differing = missing + extra
            spots = self._map.spots(goals[k])
            here, strangers = standing, 0
            if dark:
                here, strangers = fitted(self._map, self._view, standing, spots, extra)
            ways = self._open_ways(self._pawn_ways(here, spots), differing)
            if only:
                ways = [way for way in ways if way[1] != HELD or not self._taken(way[2])]
            open_spots = min(3, len([spot for spot in differing if spot < self._map.home]))
            score = 8 * (len(ways) + strangers) + open_spots
            if dark:
                score += 4 if k else 0
            else:
                score += open_spots + (1 if begun and not k else 0)
            if score < best:
                best = score
                chosen = ways
                toward = goals[k]
        if ties:
            chosen = self._off_stacks(chosen, toward)
            self.toward = toward
            if not chosen:
                toward = goals[ties[0]]
        self._say(self._ordered(chosen), toward)

    def _nearest(self, goals: "list[bytes]", before: bool, dark: bool) -> "list[int]":
        """Return the numbers of the nearest goals; `before`: the last one counts only if it is nearer than all others."""
        nearest = 100
        ties: "list[int]" = []
        for k in range(len(goals)):
            self._poll()
            distance = self._distance(goals[k])
            if not distance:
                continue  # it looks right, so the wrong pawns stand there
            if distance < nearest:
                nearest = distance
                ties = []
            elif before and k == len(goals) - 1:
                continue
            if distance == nearest:
                ties.append(k)
            if nearest == 1 and len(ties) == TIES:
                break
        if dark and 0 not in ties and self._distance(goals[0]) == nearest + 1:
            # A result with a stack has one reed fewer to close, but as many pawns to move.
            ties.insert(0, 0)
        if self.toward is not None and self.toward in goals:
            if 0 < self._distance(self.toward) <= nearest + 1:
                ties = [goals.index(self.toward)]
        return ties

    def _distance(self, goal: bytes) -> int:
        """Return how many single pawn moves make the board look like a goal."""
        missing, extra = self._view.differences(self._map.image(goal))
        return max(len(missing), len(extra))

    def _taken(self, spot: int) -> bool:
        """Return whether a single spot is taken: a pawn put there changes no reed."""
        return spot < self._map.home and self._map.has(self._view.seen, spot)

    def exchange(self, standing: bytearray, state: bytes) -> None:
        """Name the pawns that are to change places on a board that looks like a state."""
        self._say(self._ordered(self._pawn_ways(standing, self._map.spots(state))), state)

    def _pawn_ways(self, standing: bytearray, target: bytearray) -> list:
        """Return (seat, from spot, to spot) of every pawn that must move.

        Pawns of a colour are alike: the one in the hand goes where the shown one was to go.
        """
        ways = []
        for seat in range(4):
            pairs = astray(standing, target, seat)
            if self._ways and self._ways[0][0] == seat:
                _, start, end = self._ways[0]
                where = [pair[0] for pair in pairs]
                wanted = [pair[1] for pair in pairs]
                if end in wanted:
                    k = wanted.index(end)
                    n = where.index(start if start in where else max(where))
                    where[k], where[n] = where[n], where[k]
                    pairs = list(zip(where, wanted))
            ways += [(seat, start, end) for start, end in pairs]
        return ways

    def _open_ways(self, ways: list, differing: "list[int]") -> list:
        """Return the ways without those that are made, as the reeds of a home or finish area show.

        Then the pawn that took the place of one that came home has arrived, too.
        """
        quiet = [way for way in ways if way[1] not in differing and way[2] not in differing]
        done = [way for way in quiet if way[2] >= self._map.home and not self._view.masks(way[2])]
        left = [way[1] for way in ways]  # no stranger is to leave that home
        done = [way for way in done if way[2] not in left]
        left = [way[1] for way in done]
        done += [way for way in quiet if way[2] in left]
        return [way for way in ways if way not in done]

    def _off_stacks(self, ways: list, goal: bytes) -> list:
        """Return the ways, and one more for each extra pawn on the ring that none explains.

        It came from the nearest stack: no reed shows that a stack is short of a pawn.
        """
        _, extra = self._view.differences(self._map.image(goal))
        ring = self._map.game.ring
        told = [way[1] for way in ways] + [way[2] for way in ways]
        spare = []  # (seat, spot) of pawns that have another one below them
        stood: "list[int]" = []
        for i, spot in enumerate(self._map.spots(goal)):
            if 0 < spot <= ring and spot in stood and spot not in told:
                spare.append((i >> 2, spot))
            stood.append(spot)
        more = []
        for spot in extra:
            if spare and spot <= ring and spot not in told:
                off = [min((spot - way[1]) % ring, (way[1] - spot) % ring) for way in spare]
                seat, stack = spare.pop(off.index(min(off)))
                more.append((seat, spot, stack))
        return ways + more

    def _ordered(self, ways: list) -> list:
        """Return ways in order: on the board before held, free places before taken ones.

        The one shown stays the first until it is right or the hand has lifted another.
        """
        shown = self._ways[0] if self._ways else (0, 0, 0)
        out = []
        for lap in range(4):
            for way in ways:
                if (2 if way[1] == HELD else 0) + self._taken(way[2]) == lap:
                    out.append(way)
        first = [way for way in out if way[0] == shown[0] and way[2] == shown[2]]
        if first and first[0][1] != HELD:  # is another one in the hand, and was not before?
            first = [way for way in out if way[1] == HELD and way not in self._ways] or first
        if first:
            out.remove(first[0])
            out.insert(0, first[0])
        late = [way for way in out if self._waits(way, out)]
        return [way for way in out if way not in late] + late

    def _waits(self, way: "tuple[int, int, int]", ways: list) -> bool:
        """Return whether another pawn has to leave an area or row before a pawn can go there."""
        end = way[2]
        if self._map.owner(end) == NOBODY:
            return False
        return bool([other for other in ways if other[1] == end])

    def _say(self, ways: list, goal: bytes) -> None:
        """Put the ways to a goal into the lists; no extra pawns while the one shown is in the hand.

        After them come the spots that differ and that no way explains: stuck reeds, or unknown pawns.
        """
        shown = (self.missing, self.extra)
        self._ways = ways
        waiting = ways and ways[0][1] == HELD
        named = [way for way in ways if not self._waits(way, ways)] or ways[:1]
        missing = [(seat, end) for seat, _, end in named]
        extra = [(seat, start) for seat, start, _ in named if start != HELD and not waiting]
        told = [way[1] for way in ways] + [way[2] for way in ways]
        gone, come = self._view.differences(self._map.image(goal))
        missing += [(0, spot) for spot in gone if spot not in told]
        extra += [(0, spot) for spot in come if spot not in told]
        self.missing_spots = [spot for _, spot in missing]
        self.extra_spots = [spot for _, spot in extra]
        self.missing = [self._map.token(seat, spot) for seat, spot in missing]
        self.extra = [self._map.token(seat, spot) for seat, spot in extra]
        self.changed = shown != (self.missing, self.extra)
