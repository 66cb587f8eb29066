# SPDX-License-Identifier: Apache-2.0
"""How far the hands are on the way to the legal results of the card on the table.

Each hop of a result is made, in the air, or not begun. Any board that can come of that is on the way to the
result, however pawns may have been swapped unseen.
"""

from micropython import const

from rules.moves import BUMP, SELF, SIZE, STEP, SWAP
from sense.candidates import ANY_HOME

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates

    Hops = list[tuple[int, int]]


# What `of` returns, added.
COMPLETE = const(1)  # the board may show every hop made
PARTIAL = const(2)  # or some hops begun, with a pawn in the air or a hop still to come
UNBEGUN = const(4)  # or a hop still to come

# A way in which hops may stand: these flags, and above them the pawns on each spot.
_STAYS = const(1)  # a hop is not begun
_AIR = const(2)
_MADE = const(4)
_MORE = const(8)  # one of the hops in question is begun
_FLAGS = const(15)
_FLAG_BITS = const(4)
_COUNT_BITS = const(6)  # of a number of pawns
_COUNT = const(63)
_NONE = const(16)  # stands for no pawn: on the way a count may be negative
_PAWNS_MOST = const(31)
_HANDS = const(2)  # at most so many pawns are lifted besides those of a result


class Progress:
    """How far hands are with each result, on the board as it is.

    Args:
        candidates: the results.

    Attributes:
        extra: spots where the board has more pawns than the position.
    """

    def __init__(self, candidates: "Candidates") -> None:
        candidates.look()
        self._candidates = candidates
        self._map = candidates.boardmap
        self._view = candidates.view
        self._here = candidates.here
        self._homes = candidates.homes
        self._ranges: "dict[int, tuple[int, int]]" = {}  # see `_range`
        self.extra = candidates.extra
        self._changed = candidates.missing + candidates.extra
        self._gone = self._places(candidates.missing)
        self._came = self._places(candidates.extra)
        # Pawns that are extra in their homes, and in all homes taken together.
        self._at_home = len([spot for spot in self.extra if spot in self._homes])
        self._at_homes = 0
        if self._at_home:
            self._at_homes = max(0, self._range(ANY_HOME)[0] - self._here[ANY_HOME])

    def _places(self, spots: "list[int]") -> "list[int]":
        """Return the place codes of the spots that are no homes."""
        return [self._map.place(spot) for spot in spots if spot < self._map.home]

    # -- cheap looks --------------------------------------------------------------------------

    def near(self, index: int, any_home: bool = False) -> bool:
        """Return whether `of` may find anything: the move names all that has changed, and sends enough pawns home."""
        move = self._candidates.moves[index]
        for place in self._gone:
            if place not in move:
                return False
        for place in self._came:
            if place not in move:
                return False
        return self._sends(index, self._at_homes if any_home else self._at_home)

    def about(self, index: int) -> bool:
        """Return whether a result may explain all that has changed, except one newly taken spot."""
        move = self._candidates.moves[index]
        for place in self._gone:
            if place not in move:
                return False
        return len([place for place in self._came if place not in move]) < 2

    def sends_home(self, index: int) -> bool:
        """Return whether a result sends a pawn home."""
        return self._sends(index, 1)

    def _sends(self, index: int, pawns: int) -> bool:
        """Return whether a result sends at least so many pawns home."""
        move = self._candidates.moves[index]
        sent = [i for i in range(0, len(move), SIZE) if move[i] & 15 in (BUMP, SELF)]
        return len(sent) >= pawns

    # -- single spots -------------------------------------------------------------------------

    def stands(self, spot: int) -> bool:
        """Return whether the position has one pawn on a single spot, and the board shows one."""
        alone = spot < self._map.home and self._candidates.alone(spot)
        return alone and spot not in self._changed

    def joins(self, spot: int) -> bool:
        """Return whether a pawn that comes to a single spot may stand beside another one."""
        return spot < self._map.home and self._here[spot] > 0 and spot not in self._changed

    def whole(self, spot: int, gone: int) -> bool:
        """Return whether a single spot keeps a stack when so many pawns have gone, and shows a pawn."""
        several = spot < self._map.home and self._here[spot] - gone > 1
        return several and spot not in self._changed

    def shared(self, hops: "Hops") -> "list[int]":
        """Return the ring spots with a stack that some hops leave."""
        ring = self._map.game.ring
        return [start for start, _ in hops if start <= ring and self._here[start] > 1]

    # -- what one move does -------------------------------------------------------------------

    def lands(self, index: int) -> bool:
        """Return whether a pawn of a result may lie on a taken space, and the other pawn is still to leave it."""
        move = self._candidates.moves[index]
        kinds = [move[i] & 15 for i in range(0, len(move), SIZE)]
        if BUMP not in kinds and SELF not in kinds and SWAP not in kinds:
            return False
        hops = self._candidates.hops(index)
        starts = [start for start, _ in hops]
        for start, end in hops:
            taken = self.joins(end)
            # If more start there than stood there, a pawn that has changed places slides on.
            if taken and starts.count(end) <= self._here[end] and start in self._changed:
                homes = [goal for spot, goal in hops if spot == end and goal >= self._map.home]
                if not [home for home in homes if home in self._changed]:
                    return True
        return False

    def is_silent(self, index: int) -> bool:
        """Return whether a result can be made without any of its reeds opening."""
        for start, _ in self._candidates.hops(index):
            if start >= self._map.home or self._here[start] < 2:
                return False
        return True

    def goes_unseen(self, index: int, left: "list[int]", others: "list[int]") -> bool:
        """Return whether a pawn of a result may have gone unseen.

        Args:
            index: of the result.
            left: spots from where a pawn may have gone to join another one.
            others: those of them from where it may have gone anywhere.
        """
        move = self._candidates.moves[index]
        spot = self._map.spot
        for i in range(0, len(move), SIZE):
            if move[i] & 15 == STEP and spot(move[i + 1], move[i + 2]) in left:
                start = spot(move[i + 1], move[i + 2])
                if start in others or self.joins(spot(move[i + 1], move[i + 3])):
                    return True
        return False

    def sends_from(self, index: int, spots: "list[int]") -> bool:
        """Return whether a result sends a pawn home from one of some ring spots."""
        move = self._candidates.moves[index]
        for i in range(0, len(move), SIZE):
            if move[i] & 15 in (BUMP, SELF) and move[i + 2] in spots:
                return True
        return False

    def walker(self, index: int) -> "tuple[int, int, int] | None":
        """Return (seat, start, end) of the one pawn that a result moves, None when it moves several."""
        steps = self._steps(index)
        if len(steps) > 1:  # a pawn that ends where it began need not be lifted
            steps = [step for step in steps if step[1] != step[2]]
        return steps[0] if len(steps) == 1 else None

    def goes_on(self, index: int, other: int) -> bool:
        """Return whether the one pawn of a result may only be resting on its way to another result."""
        mine = self.walker(index)
        more = self._steps(other)
        if mine is not None and len(self._steps(index)) > 1:
            more = [step for step in more if step[:2] == mine[:2]]
        if mine is None or len(more) != 1 or mine[:2] != more[0][:2]:
            return False
        _, start, end = mine
        far = more[0][2]
        ring = self._map.game.ring
        if far == end:
            return False
        if start > ring or end > ring or not start:
            return far > ring  # inside the goal: forward and back again
        return far > ring or (end - start) % ring < (far - start) % ring

    def _steps(self, index: int) -> "list[tuple[int, int, int]]":
        move = self._candidates.moves[index]
        return [
            (move[i + 1], move[i + 2], move[i + 3])
            for i in range(0, len(move), SIZE)
            if move[i] & 15 in (STEP, SELF)
        ]

    # -- how hops may stand -------------------------------------------------------------------

    def of(self, index: int, any_home: bool = False) -> int:
        """Return how the board can be on the way to a result: `COMPLETE`, `PARTIAL`, `UNBEGUN`, added.

        0: it cannot be, or nothing has begun. Ask only where `near` holds.

        Args:
            index: of the result.
            any_home: whether pawns that came home may lie in any home.
        """
        hops = self._candidates.hops(index)
        changed = self._changed
        if any_home:
            hops = [(self._pooled(start), self._pooled(end)) for start, end in hops]
            changed = [self._pooled(spot) for spot in changed]
        return self._reached(hops, changed)

    def begun(self, hops: "Hops") -> bool:
        """Return whether the board may be on the way along some hops."""
        return self._reached(hops, self._changed) & PARTIAL > 0

    def _pooled(self, spot: int) -> int:
        return ANY_HOME if spot in self._homes else spot

    def _reached(self, hops: "Hops", changed: "list[int]") -> int:
        """Return what `of` returns for some hops; they must explain all the spots `changed`."""
        if not _all_about(hops, changed):
            return 0
        reached = 0
        for way in self._ways(hops):
            if not way & (_STAYS | _AIR):
                reached |= COMPLETE
            elif way & (_AIR | _MADE):
                reached |= PARTIAL | UNBEGUN if way & _STAYS else PARTIAL
        return reached

    def _ways(
        self, hops: "Hops", more: "Hops | tuple" = (), besides: "list[int] | tuple" = ()
    ) -> "list[int]":
        """Return the flags of the ways in which hops may stand so that the board shows it.

        One hop after the other stays, is in the air or is made. A spot is compared with the board after the last
        hop about it, and then forgotten, so that many ways become one.

        Args:
            hops: of one result.
            more: hops that give a way `_MORE` when they are begun in it.
            besides: spots that another pawn has left.
        """
        shift: "dict[int, int]" = {}
        last: "dict[int, int]" = {}
        first = 0
        for k in range(len(hops)):
            for spot in hops[k]:
                last[spot] = k
                if spot not in shift:
                    shift[spot] = _FLAG_BITS + _COUNT_BITS * len(shift)
                    first |= (_NONE + self._here[spot] - (spot in besides)) << shift[spot]
        ways = {first}
        for k in range(len(hops)):
            self._candidates.poll()
            start, end = hops[k]
            known = [spot for spot in (start, end) if last[spot] == k]
            begun = _MORE if hops[k] in more else 0
            gone = -1 << shift[start]
            made = begun | _MADE
            # A pawn that turns in the goal and ends where it began need not be lifted.
            stay = _STAYS if start != end else made
            found = set()
            for way in ways:
                for after in (
                    way | stay,
                    way + gone | begun | _AIR,
                    way + gone + (1 << shift[end]) | made,
                ):
                    for spot in known:
                        pawns = (after >> shift[spot] & _COUNT) - _NONE
                        least, most = self._range(spot)
                        if not least <= pawns <= most:
                            break
                    else:
                        for spot in known:
                            after &= ~(_COUNT << shift[spot])
                        found.add(after)
            ways = found
        return [way & _FLAGS for way in ways]

    def _range(self, spot: int) -> "tuple[int, int]":
        """Return how few and how many pawns the board may have on a spot."""
        if spot not in self._ranges:
            if spot == ANY_HOME:
                homes = [self._range(home) for home in self._homes]
                least = sum([few for few, _ in homes])
                most = sum([many for _, many in homes])
            else:
                least = self._map.count(self._view.seen, spot)
                most = least + self._view.masks(spot)
                if most and spot < self._map.home:
                    most = _PAWNS_MOST  # a reed does not count
            self._ranges[spot] = least, most
        return self._ranges[spot]

    def _holds(self, hops: "Hops", spot: int) -> bool:
        """Return whether a spot may hold the pawns that some hops leave on it when all are made."""
        least, most = self._range(spot)
        pawns = self._here[spot]
        for start, end in hops:
            pawns += (end == spot) - (start == spot)
        return least <= pawns <= most

    # -- what the hands may be about besides --------------------------------------------------

    def beside(self, index: int, other: int) -> bool:
        """Return whether the hands may be on the way to a result with other pawns lifted besides.

        Then the board may look like another result, while pawns are on the way elsewhere.

        Args:
            index: of the result.
            other: of the one that the board looks like.
        """
        move = self._candidates.moves[index]
        for place in self._came:
            if place not in move:
                return False
        lifted = len([place for place in self._gone if place not in move])
        if lifted > _HANDS or not self._sends(index, self._at_home):
            return False
        hops = self._candidates.hops(index)
        starts = [start for start, _ in hops]
        ends = [end for _, end in hops]
        besides = []
        for spot in self._changed:
            if spot in self.extra:
                if spot not in starts and spot not in ends:
                    return False
            elif spot not in starts:
                besides.append(
                    spot
                )  # even if one ends there: the pawn that stood there is held, too
        if not 0 < len(besides) <= _HANDS:
            return False
        more = self._more(hops, self._candidates.hops(other))
        if not more:
            return False
        for way in self._ways(hops, more, besides):
            if way & _MORE:
                return True
        return False

    def _more(self, hops: "Hops", others: "Hops") -> "Hops":
        """Return those of some hops that are not among others and that may have begun, as their starts show."""
        ends = [end for _, end in hops]
        more = []
        for hop in hops:
            start = hop[0]
            left = self._here[start] > 1 or start in ends or start >= self._map.home
            if hop not in others and (left or not self._map.count(self._view.seen, start)):
                more.append(hop)
        return more

    def rests(self, index: int, joined: bool) -> bool:
        """Return whether the board may be a result with one pawn resting on its way and all others there.

        For example a 7 that is walked, or a pawn before its slide. A pawn that rests where one was sent home from
        changes no reed.

        Args:
            index: of the result.
            joined: whether pawns may stand on one space.
        """
        if not joined and not self._at_home:
            return False
        if not self._sends(index, self._at_home):
            return False
        hops = self._candidates.hops(index)
        if len(hops) < 2:
            return False  # see `goes_on`
        away = self._astray(hops)
        if len(away) > 1 or (not joined and away):
            return False
        for home in self._homes:
            if not self._holds(hops, home):
                return False
        ends = [end for _, end in hops]
        starts = [start for start, _ in hops if start < self._map.home and start not in ends]
        for k in range(len(hops)):
            start, end = hops[k]
            for spot in away or starts:
                if spot != start and self._passes(start, end, spot):
                    if self._all_made(hops[:k] + [(start, spot)] + hops[k + 1 :]):
                        return True
        return False

    def _all_made(self, hops: "Hops") -> bool:
        """Return whether some hops explain all that has changed, and the board may show all of them made."""
        if not _all_about(hops, self._changed):
            return False
        for hop in hops:
            for spot in hop:
                if not self._holds(hops, spot):
                    return False
        return True

    def _astray(self, hops: "Hops") -> "list[int]":
        """Return the newly taken single spots to which none of some hops brings a pawn."""
        ends = [end for _, end in hops]
        return [spot for spot in self.extra if spot < self._map.home and spot not in ends]

    def _passes(self, start: int, end: int, spot: int) -> bool:
        """Return whether a pawn on its way forward passes a spot of the ring or of its row.

        A pawn from home may have come in anywhere.
        """
        ring = self._map.game.ring
        if end >= self._map.home:
            return False
        if start >= self._map.home:
            return spot <= ring
        if spot > ring:
            same = self._map.owner(spot) == self._map.owner(end)
            return same and spot < end and (start <= ring or start < spot)
        if start > ring or not (spot - start) % ring:
            return False
        return end > ring or (spot - start) % ring < (end - start) % ring

    def landed(self, index: int, others: "list[int]") -> bool:
        """Return whether one pawn of a result may have landed on a taken space while another one rests anywhere.

        Args:
            index: of the result.
            others: where the result that the board looks like has put its pawns.
        """
        hops = self._candidates.hops(index)
        gone = [start for start, _ in hops if start in self._changed and start not in self.extra]
        if len(gone) < 2 or len(self._changed) > len(gone) + 1 or len(self._astray(hops)) != 1:
            return False
        for start, end in hops:
            if start in gone and end not in others and self.joins(end):
                return True
        return False

    def aside(self, index: int, replaced: "dict[int, list[int]]") -> bool:
        """Return whether the board may be on the way to a result with one pawn put aside, anywhere.

        Another pawn of the result takes its space: no reed tells which of them stands there.

        Args:
            index: of the result.
            replaced: see `HandLog.replaced`.
        """
        hops = self._candidates.hops(index)
        if not replaced or len(hops) < 2:
            return False
        away = self._astray(hops)
        starts = [start for start, _ in hops]
        ends = [end for _, end in hops]
        for spot in self._changed:
            if spot not in starts and spot not in ends and spot not in away:
                return False
        if len(away) > 1:
            return False
        came = max(1, len([spot for spot in self.extra if spot < self._map.home]))
        for start, end in hops:
            if start in replaced and start in ends and self.extra.count(end) < ends.count(end):
                if self._left(hops, start, replaced[start]) >= came:
                    return True  # all but this one have come from spots that were left
        return False

    def _left(self, hops: "Hops", spot: int, left: "list[int]") -> int:
        """Return how many pawns of a result, except the one on `spot`, may have left their spots."""
        home = self._map.home
        ends = [end for _, end in hops]
        count = 0
        for start, _ in hops:
            if start != spot:
                taken = start >= home or start in ends or start in self._changed
                stack = start < home and self._here[start] > 1
                count += (start in left and taken) or stack or self._view.masks(start) > 0
        return count


def _all_about(hops: "Hops", spots: "list[int]") -> bool:
    """Return whether some hops start or end on each of some spots."""
    for spot in spots:
        for hop in hops:
            if spot in hop:
                break
        else:
            return False
    return True
