# SPDX-License-Identifier: Apache-2.0
"""How far hands are on the way to the legal results of the card on the table.

Every hop of a result is made, in the air, or not begun. Whatever board comes of that is on the way to the
result, however the pawns may have been exchanged unseen.

Of how hops may stand nothing is left behind: it is worked out in arrays and lists that stay (see `_about`).
Needed when a board that hands have touched is judged: the app forgets the module while a computer thinks.
"""

from array import array

from micropython import const

from rules.moves import BUMP, SELF, SIZE, STEP, SWAP
from sense.candidates import ANY_HOME, SPOTS

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates


# What `of` returns, added.
COMPLETE = const(1)  # the board may show the result with every hop made
PARTIAL = const(2)  # it may show it with a pawn in the air or a hop not begun, but some begun
UNBEGUN = const(4)  # it may show it with a hop not begun

_CLOSE = const(5)  # work of a close look at one result, see `Candidates.spent`
_HOP = const(6)  # of trying one of its hops
_WALK = const(6)  # of asking whether a pawn may go on to it
_SENDS = const(2)  # of counting whom it sends home
_TRY = const(1)  # and of each of the ways its hops may stand
_HOPS = const(32)  # more than any result has; of one that has no next one
_AREAS = const(8)
_UNKNOWN = const(255)
# A way in which hops may stand: these flags, above them the pawns in each area.
_STAYS = const(1)  # a hop is not begun
_AIR = const(2)
_MADE = const(4)
_MORE = const(8)  # one of those that were asked for is begun
_ALL = const(15)
_FLAGS = const(4)  # bits of them
# How a hop is tried, besides `_MORE`.
_STAY = const(1)  # the board may show it not begun,
_LIFT = const(2)  # in the air,
_LAND = const(4)  # or made
_LEAVES = const(16)  # others, but no later one, are about the single spot where it starts,
_COMES = const(32)  # or where it ends: twice the other one
_TAKES = const(64)  # others are about the area where it starts,
_GIVES = const(128)  # or where it ends
_COUNT = const(5)  # bits of a number of pawns
_PAWNS_MOST = const(31)
_HANDS = const(2)  # pawns lifted besides those of a result: more are a mess


class Progress:
    """How far hands are with each of some results.

    Args:
        candidates: the results.

    Attributes:
        extra: spots where the board has more pawns than the position, when `look` was called.
    """

    def __init__(self, candidates: "Candidates") -> None:
        self._candidates = candidates
        self.boardmap = candidates.boardmap
        self.view = candidates.view
        self._results = candidates.results
        self._here = candidates.here
        self._homes = candidates.homes
        self._more_begun = False
        self.extra: "list[int]" = []
        self._changed: "list[int]" = []  # spots where the board is not as in the position
        self._moved: "list[bytes]" = []  # their place codes: a result must be about them
        self._gone: "list[bytes]" = []  # those of the missing ones
        self._came: "list[bytes]" = []  # those of the extra ones
        self._at_home = 0  # pawns that are extra in their homes
        self._at_homes = 0  # and in all homes taken together
        # How many pawns the board may have on the spots of which `_range` was asked.
        self._asked: "list[int]" = []
        self._least = bytearray([_UNKNOWN] * SPOTS)
        self._most = bytearray(SPOTS)
        # Hops that are tried, see `_about`.
        self._n_hops = 0
        self._starts = bytearray(_HOPS)
        self._ends = bytearray(_HOPS)
        # On each of their spots: pawns that leave it, that come, that are there now (in between less than none).
        self._leave = bytearray(SPOTS)
        self._come = bytearray(SPOTS)
        self._now = array("b", bytes(SPOTS))
        # The last hop about a single spot, counted from 1; of an area, where its pawns lie in a way.
        self._last = bytearray(SPOTS)
        # Of each hop: its group, which comes after it there, how it is tried.
        self._group = bytearray(_HOPS)
        self._next = bytearray(_HOPS)
        self._how = bytearray(_HOPS)
        self._areas = bytearray(_AREAS)  # that they are about
        self._n_areas = 0
        self._ways: "list[int]" = []  # in which a group may stand,
        self._found_ways: "list[int]" = []  # and all groups so far
        self._both_ways: "list[int]" = []

    def look(self) -> None:
        """Prepare for the board as it is now, and the candidates as they are."""
        candidates = self._candidates
        candidates.look()
        self._results = candidates.results
        missing = candidates.missing
        extra = candidates.extra
        self._gone = self._codes(missing)
        self._came = self._codes(extra)
        self._moved = self._gone + self._came
        self._changed = missing + extra
        self.extra = extra
        for spot in self._asked:
            self._least[spot] = _UNKNOWN
        self._asked.clear()
        self._at_home = len([spot for spot in extra if spot in self._homes])
        self._at_homes = 0
        if self._at_home:
            self._range(ANY_HOME)
            self._at_homes = max(0, self._least[ANY_HOME] - self._here[ANY_HOME])

    def lands(self, index: int) -> bool:
        """Return whether a pawn of a result may lie on a space that another has to leave by hand.

        That is, no pawn has left the space, or come home from there, yet. Call `look` first.
        """
        ops = self._results.ops
        for i in range(self._results.begin(index), self._results.end(index), SIZE):
            if ops[i] & 15 in (BUMP, SELF, SWAP):
                break
        else:
            return False
        hops = self._candidates.hops(index)
        starts = [start for start, _ in hops]
        for start, end in hops:
            taken = (
                end < self.boardmap.home and self._here[end] and not self._candidates.changed(end)
            )
            # More start there than stood there: who has changed places slides on.
            if taken and starts.count(end) <= self._here[end] and self._candidates.changed(start):
                homes = [goal for spot, goal in hops if spot == end and goal >= self.boardmap.home]
                if not [home for home in homes if self._candidates.changed(home)]:
                    return True
        return False

    def is_silent(self, index: int) -> bool:
        """Return whether hands can make a result without any of its reeds opening."""
        for start, _ in self._candidates.hops(index):
            if start >= self.boardmap.home or self._here[start] < 2:
                return False
        return True

    def stands(self, spot: int) -> bool:
        """Return whether one pawn stands on a single spot in the position, and one was there when `look` was called."""
        return (
            spot < self.boardmap.home
            and self._candidates.alone(spot)
            and spot not in self._changed
        )

    def joins(self, spot: int) -> bool:
        """Return whether a pawn may stand beside another on a single spot, by the position."""
        return spot < self.boardmap.home and self._here[spot] > 0 and spot not in self._changed

    def goes_unseen(self, index: int, left: "list[tuple]", others: "list[int]") -> bool:
        """Return whether a pawn of a result goes from one of the spots `left` to join another, or from one of `others`.

        `left`: with the `code` of each, `others` among them.
        """
        self._candidates.spent += 2
        ops = self._results.ops
        spot = self.boardmap.spot
        begin = self._results.begin(index)
        end = self._results.end(index)
        for start, code in left:
            at = ops.find(code, begin, end)
            while at >= 0:
                step = (at - begin) % SIZE == 2 and ops[at - 2] & 15 == STEP
                if step and spot(ops[at - 1], ops[at]) == start:
                    if start in others or self.joins(spot(ops[at - 1], ops[at + 1])):
                        return True
                at = ops.find(code, at + 1, end)
        return False

    def coded(self, spots: "list[int]") -> "list[tuple[int, bytes]]":
        """Return each of some single spots with its place code as it stands in operations."""
        place = self.boardmap.place
        return [(spot, bytes((place(spot),))) for spot in spots]

    def sends_from(self, index: int, spots: "list[tuple]") -> bool:
        """Return whether a result sends a pawn home from one of some ring spots, each with its `code`."""
        self._candidates.spent += 1
        ops = self._results.ops
        begin = self._results.begin(index)
        end = self._results.end(index)
        for _, code in spots:
            at = ops.find(code, begin, end)
            while at >= 0:
                if (at - begin) % SIZE == 2 and ops[at - 2] & 15 in (BUMP, SELF):
                    return True
                at = ops.find(code, at + 1, end)
        return False

    def shared(self, hops: list) -> "list[int]":
        """Return the ring spots that some hops leave and where several pawns stood."""
        ring = self.boardmap.game.ring
        return [start for start, _ in hops if start <= ring and self._here[start] > 1]

    def whole(self, spot: int, gone: int) -> bool:
        """Return whether several pawns stood on a single spot besides those that have gone, and one stands there still."""
        return (
            spot < self.boardmap.home and self._here[spot] - gone > 1 and spot not in self._changed
        )

    def _codes(self, spots: "list[int]") -> "list[bytes]":
        """Return the place codes of the spots that are no homes."""
        home = self.boardmap.home
        return [code for _, code in self.coded([spot for spot in spots if spot < home])]

    def about(self, index: int) -> bool:
        """Return whether a result may be about all that has changed but one spot that was taken: a cheap look."""
        self._candidates.spent += 2
        ops = self._results.ops
        begin = self._results.begin(index)
        end = self._results.end(index)
        for code in self._gone:
            if ops.find(code, begin, end) < 0:
                return False
        other = False
        for code in self._came:
            if ops.find(code, begin, end) < 0:
                if other:
                    return False
                other = True
        return True

    def sends_home(self, index: int) -> bool:
        """Return whether a result sends a pawn home."""
        ops = self._results.ops
        for i in range(self._results.begin(index), self._results.end(index), SIZE):
            if ops[i] & 15 in (BUMP, SELF):
                return True
        return False

    def _sends(self, index: int, pawns: int) -> bool:
        """Return whether a result sends so many pawns home, or more."""
        if not pawns:
            return True
        self._candidates.spent += _SENDS
        ops = self._results.ops
        for i in range(self._results.begin(index), self._results.end(index), SIZE):
            if ops[i] & 15 in (BUMP, SELF):
                pawns -= 1
                if not pawns:
                    return True
        return False

    def near(self, index: int, any_home: bool = False) -> int:
        """Return the work of `of`, for `pause`; 0 when a cheap look shows that it would return 0."""
        self._candidates.spent += 2
        begin = self._results.begin(index)
        end = self._results.end(index)
        if not self._is_about_moved(begin, end):
            return 0
        if not self._sends(index, self._at_homes if any_home else self._at_home):
            return 0
        return _CLOSE + _HOP * (end - begin) // SIZE

    def _is_about_moved(self, begin: int, end: int) -> bool:
        """Return whether operations name all that has moved. A loop by index: see "small frames" in firmware/README."""
        ops = self._results.ops
        k = len(self._moved)
        while k:
            k -= 1
            if ops.find(self._moved[k], begin, end) < 0:
                return False
        return True

    def of(self, index: int, any_home: bool = False) -> int:
        """Return how the board can be on the way to a result: `COMPLETE`, `PARTIAL`, `UNBEGUN`, added.

        0: it is not, or nothing has been begun. Call `look` first, and `near`: what it rules out need not be asked.
        The work is not counted.

        Args:
            index: of the result.
            any_home: whether pawns that came home may lie in one another's.
        """
        self._about(self._candidates.hops(index), any_home)
        return self._tried() if self._reaches(any_home) else 0

    def _about(self, hops: list, any_home: bool = False) -> None:
        """Prepare for some hops what is asked about them: which spots they are about, and `_tried`."""
        leave = self._leave
        come = self._come
        last = self._last
        starts = self._starts
        ends = self._ends
        for k in range(self._n_hops):  # those before
            start = starts[k]
            end = ends[k]
            leave[start] = come[start] = last[start] = leave[end] = come[end] = last[end] = 0
        k = 0
        for start, end in hops:
            if any_home:
                start = self._pooled(start)
                end = self._pooled(end)
            starts[k] = start
            ends[k] = end
            leave[start] += 1
            come[end] += 1
            k += 1
        self._n_hops = k

    def _misses(self, spot: int) -> bool:
        """Return whether the hops that `_about` was given are not about a spot."""
        return not self._leave[spot] and not self._come[spot]

    def _reaches(self, any_home: bool) -> bool:
        """Return whether the hops `_about` was given are about all that has changed."""
        for spot in self._changed:
            if self._misses(self._pooled(spot) if any_home else spot):
                return False
        return True

    def begun(self, hops: list) -> bool:
        """Return whether the board may be on the way along some hops: begun, and more to be done. Call `look` first."""
        self._candidates.spent += _CLOSE + _HOP * len(hops)
        self._about(hops)
        return self._reaches(False) and self._tried() & PARTIAL > 0

    def beside(self, index: int, other: int) -> bool:
        """Return whether hands may have begun more of a result than is in another one, and lifted pawns besides.

        So the board may look like the other one, while pawns are on the way elsewhere. Call `look` first.

        Args:
            index: of the result.
            other: of the one that the board looks like.
        """
        self._candidates.spent += 1
        ops = self._results.ops
        begin = self._results.begin(index)
        end = self._results.end(index)
        for code in self._came:
            if ops.find(code, begin, end) < 0:
                return False
        lifted = 0
        for code in self._gone:
            if ops.find(code, begin, end) < 0:
                lifted += 1
        if lifted > _HANDS or not self._sends(index, self._at_home):
            return False
        self._candidates.spent += _TRY
        hops = self._candidates.hops(index)
        self._about(hops)
        besides = []
        for spot in self._changed:
            if self._misses(spot) or not (self._leave[spot] or spot in self.extra):
                if spot in self.extra:
                    return False
                besides.append(spot)
        if not 0 < len(besides) <= _HANDS:
            return False
        more = self._more(hops, self._candidates.hops(other))
        if not more:
            return False
        self._candidates.spent += _CLOSE + _HOP * len(hops)
        for spot in besides:  # who stood where one of the result ends is in a hand, too
            self._here[spot] -= 1
        self._tried(hops, more)
        for spot in besides:
            self._here[spot] += 1
        return self._more_begun

    def rests(self, index: int, joined: bool) -> bool:
        """Return whether the board may be a result one of whose pawns rests on its way, all others there.

        Of a 7 that is walked, say, or before a slide: nobody is waited for by time alone. Call `look` first.
        A pawn that rests where one was sent home from changes no reed.

        Args:
            index: of the result.
            joined: whether pawns may stand on one space.
        """
        if not joined and not self._at_home:
            return False
        if not self._sends(index, self._at_home):
            return False
        self._candidates.spent += _HOP
        hops = self._candidates.hops(index)
        if len(hops) < 2:
            return False  # see `goes_on`
        self._about(hops)
        away = self._astray()
        if len(away) > 1 or (not joined and away) or not self._all_home():
            return False
        home = self.boardmap.home
        starts = [hop[0] for hop in hops if hop[0] < home and not self._come[hop[0]]]
        for k in range(len(hops)):
            start, end = hops[k]
            for spot in away or starts:
                if spot != start and self._passes(start, end, spot):
                    walked = list(hops)
                    walked[k] = start, spot
                    self._candidates.spent += _HOP
                    self._about(walked)
                    if self._reaches(False) and self._all_made():
                        return True
        return False

    def landed(self, index: int, others: "list[int]") -> bool:
        """Return whether a pawn of a result may have landed on another one while one more of it rests anywhere.

        Where pawns may stand on one space, no reed tells of the first, and the other one looks as it belongs elsewhere.
        Call `look` first.

        Args:
            index: of the result.
            others: where the result that the board looks like has put its pawns.
        """
        self._candidates.spent += _HOP
        hops = self._candidates.hops(index)
        gone = [start for start, _ in hops if start in self._changed and start not in self.extra]
        if len(gone) < 2 or len(self._changed) > len(gone) + 1:
            return False
        self._about(hops)
        if len(self._astray()) != 1:
            return False
        for start, end in hops:
            if start in gone and end not in others and self.joins(end):
                return True
        return False

    def _all_home(self) -> bool:
        """Return whether every home may hold the pawns that the hops `_about` was given leave in it."""
        for home in self._homes:
            if not self._misses(home) and not self._holds(home):
                return False
        return True

    def _holds(self, spot: int) -> bool:
        """Return whether a spot may hold the pawns that the hops `_about` was given leave on it when all are made."""
        self._range(spot)
        pawns = self._here[spot] + self._come[spot] - self._leave[spot]
        return self._least[spot] <= pawns <= self._most[spot]

    def aside(self, index: int, replaced: "dict[int, list[int]]") -> bool:
        """Return whether the board may be on the way to a result one of whose pawns was put aside, anywhere.

        That is, one whose space another pawn of the result takes: no reed tells which of them stands there. Call
        `look` first.

        Args:
            index: of the result.
            replaced: spots that another pawn may have taken, and where from: see `HandLog.replaced`.
        """
        if not replaced or not self._exchanges(index, replaced):
            return False
        self._candidates.spent += _HOP
        hops = self._candidates.hops(index)
        if len(hops) < 2:
            return False
        self._about(hops)
        away = self._astray()
        other = [spot for spot in self._changed if self._misses(spot) and spot not in away]
        if other or len(away) > 1:
            return False
        came = max(1, len([spot for spot in self.extra if spot < self.boardmap.home]))
        for start, end in hops:
            if start in replaced and self._come[start] and self.extra.count(end) < self._come[end]:
                if self._left(hops, start, replaced[start]) >= came:
                    return True  # all but this one have come from spots that were left
        return False

    def _exchanges(self, index: int, replaced: "dict[int, list[int]]") -> bool:
        """Return whether a result may leave one of the spots `replaced` and end there: a cheap look."""
        self._candidates.spent += 1
        if self._candidates.is_swap(index):
            return True
        begin = self._results.begin(index)
        end = self._results.end(index)
        for spot in replaced:
            code = bytes((self.boardmap.place(spot),))
            if self._results.ops.count(code, begin, end) > 1:
                return True
        return False

    def _astray(self) -> "list[int]":
        """Return the single spots where one stands that none of the hops `_about` was given brings there."""
        home = self.boardmap.home
        return [spot for spot in self.extra if spot < home and not self._come[spot]]

    def _left(self, hops: list, spot: int, left: "list[int]") -> int:
        """Return how many other pawns of a result may have left their spots, as far as reeds told of it.

        Call `_about` first.
        """
        home = self.boardmap.home
        count = 0
        for start, _ in hops:
            if start != spot:
                taken = self._come[start] > 0
                gone = start in left and (
                    start >= home or taken or self._candidates.changed(start)
                )
                stack = start < home and self._here[start] > 1
                count += gone or stack or self.view.masks(start) > 0
        return count

    def _passes(self, start: int, end: int, spot: int) -> bool:
        """Return whether a pawn on its way forward comes by a spot of the ring or of its row.

        One from home may have come in anywhere.
        """
        ring = self.boardmap.game.ring
        if end >= self.boardmap.home:
            return False
        if start >= self.boardmap.home:
            return spot <= ring
        if spot > ring:
            same = self.boardmap.owner(spot) == self.boardmap.owner(end)
            return same and spot < end and (start <= ring or start < spot)
        if start > ring or not (spot - start) % ring:
            return False
        return end > ring or (spot - start) % ring < (end - start) % ring

    def _more(self, hops: list, others: list) -> list:
        """Return those of some hops that others do not have and that may be begun, so far as their starts tell.

        Call `_about` first.
        """
        more = []
        for hop in hops:
            start = hop[0]
            left = self._here[start] > 1 or self._come[start] or start >= self.boardmap.home
            if hop not in others and (left or not self.boardmap.count(self.view.seen, start)):
                more.append(hop)
        return more

    def _tried(self, hops: "list | tuple" = (), more: "list | tuple" = ()) -> int:
        """Return what `of` does for the hops that `_about` was given.

        `_more_begun`: whether one of the hops `more` of all the `hops` may be begun.
        Only hops that meet on a single spot are tried together: how the others stand is known by what they do to
        the areas, and a 7 whose four parts each send a pawn home could be tried in hundreds of ways.
        """
        n = self._n_hops
        self._more_begun = not more
        if not self._group_hops():
            return 0
        for k in range(n):
            if more and hops[k] in more:
                self._how[k] |= _MORE
        still = 0
        for k in range(self._n_areas):
            spot = self._areas[k]
            still += self._here[spot] << self._last[spot]
        progress = 0
        for way in self._together(still):
            if self._areas_fit(way):
                if way & _MORE:
                    self._more_begun = True
                if not way & (_STAYS | _AIR):
                    progress |= COMPLETE
                elif way & (_AIR | _MADE):
                    progress |= PARTIAL | UNBEGUN if way & _STAYS else PARTIAL
        return progress

    def _together(self, still: int) -> "list[int]":
        """Return the ways in which all groups of hops may stand; `still`: nobody has moved. Not to be kept."""
        found = self._found_ways
        both = self._both_ways
        ways = self._ways
        found.clear()
        found.append(still)
        for k in range(self._n_hops):
            if self._group[k] == k:
                ways.clear()
                self._try(k, 0)
                self._candidates.spent += len(found) * len(ways) >> 3
                both.clear()
                for one in found:
                    for other in ways:
                        way = (one & ~_ALL) + (other & ~_ALL) | (one | other) & _ALL
                        if way not in both:
                            both.append(way)
                found, both = both, found
                if not found:
                    break
        return found

    def _group_hops(self) -> bool:
        """Put the hops in groups that have no single spot in common; return whether each may be tried in some way.

        A group is known by its first hop.
        """
        n = self._n_hops
        group = self._group
        starts = self._starts
        ends = self._ends
        least = self._least
        self._n_areas = 0
        for k in range(n):
            group[k] = k
            spot = starts[k]
            if least[spot] == _UNKNOWN:
                self._range(spot)
            if self._leave[spot] + self._come[spot] > 1:
                self._meets(k, spot)
            spot = ends[k]
            if least[spot] == _UNKNOWN:
                self._range(spot)
            if self._leave[spot] + self._come[spot] > 1:
                self._meets(k, spot)
        for k in range(n):
            after = k + 1
            while after < n and group[after] != group[k]:
                after += 1
            self._next[k] = after if after < n else _HOPS
        return self._find_how()

    def _find_how(self) -> bool:
        """Find out how each hop may be tried, by the spots that pawns only leave or only come to; return whether all may."""
        leave = self._leave
        come = self._come
        here = self._here
        least = self._least
        most = self._most
        for k in range(self._n_hops):
            how = _STAY | _LIFT | _LAND
            spot = self._starts[k]
            pawns = here[spot]
            left = pawns - leave[spot]  # when all have
            if not come[spot]:
                if not (least[spot] <= pawns and left < most[spot]):
                    how = _LIFT | _LAND
                if not (least[spot] < pawns and left <= most[spot]):
                    how &= _STAY
            if leave[spot] + come[spot] > 1:
                how |= self._shares(k, spot)
            spot = self._ends[k]
            pawns = here[spot]
            if not leave[spot]:
                if not (least[spot] <= pawns + come[spot] and pawns < most[spot]):
                    how &= ~_LAND
                if not (least[spot] < pawns + come[spot] and pawns <= most[spot]):
                    how &= ~(_STAY | _LIFT)
            if leave[spot] + come[spot] > 1:
                how |= self._shares(k, spot) << 1
            if not how & (_STAY | _LIFT | _LAND):
                return False
            self._how[k] = how
        return True

    def _shares(self, k: int, spot: int) -> int:
        """Return `_LEAVES` or `_TAKES` for hop `k`, which starts on a spot that others are about, or 0."""
        if spot >= self.boardmap.home:
            return _TAKES
        return _LEAVES if self._last[spot] == k + 1 else 0

    def _meets(self, k: int, spot: int) -> None:
        """Note that hop `k` is about a spot as others are: of a single one, it is in the same group as those before it."""
        last = self._last
        if spot >= self.boardmap.home:
            if not last[spot]:
                last[spot] = _FLAGS + _COUNT * self._n_areas
                self._areas[self._n_areas] = spot
                self._n_areas += 1
            return
        self._now[spot] = self._here[spot]
        if last[spot]:
            self._unite(self._group[last[spot] - 1], self._group[k], k)
        last[spot] = k + 1

    def _unite(self, one: int, other: int, k: int) -> None:
        """Make two groups of hops, none of them later than `k`, one, known by the first."""
        group = self._group
        if one > other:
            one, other = other, one
        if one < other:
            for i in range(k + 1):
                if group[i] == other:
                    group[i] = one

    def _pooled(self, spot: int) -> int:
        return ANY_HOME if spot in self._homes else spot

    def _range(self, spot: int) -> None:
        """Find out how many pawns the board, when `look` was called, may have on a spot: `_least` to `_most`."""
        if self._least[spot] != _UNKNOWN:
            return
        self._asked.append(spot)
        if spot == ANY_HOME:
            self._range_homes()
            return
        view = self.view
        least = most = self.boardmap.count(view.seen, spot)
        if view.mask is not None:
            most += view.masks(spot)
        if most and spot < self.boardmap.home:
            most = _PAWNS_MOST  # a reed does not count
        self._least[spot] = least
        self._most[spot] = most

    def _range_homes(self) -> None:
        """Do the same for all homes together."""
        least = most = 0
        for home in self._homes:
            self._range(home)
            least += self._least[home]
            most += self._most[home]
        self._least[ANY_HOME] = least
        self._most[ANY_HOME] = most

    def _try(self, k: int, way: int) -> None:
        """Let hop `k` and those of its group after it be not begun, in the air, or made; put each `way` they may stand into `_ways`."""
        if k == _HOPS:
            if way not in self._ways:
                self._ways.append(way)
            return
        self._candidates.spent += _TRY
        how = self._how[k]
        now = self._now
        free = not how & (_LEAVES | _COMES)
        if how & _STAY and (free or self._fits(k)):
            if self._starts[k] != self._ends[k]:
                self._try(self._next[k], way | _STAYS)
            else:  # who turns in the goal and comes back to where it stood need not be lifted to be there
                self._try(self._next[k], how & _MORE | _MADE | way)
        way |= how & _MORE
        if how & _TAKES:
            way -= 1 << self._last[self._starts[k]]
        now[self._starts[k]] -= 1
        if how & _LIFT and (free or self._fits(k)):
            self._try(self._next[k], way | _AIR)
        if how & _LAND:
            now[self._ends[k]] += 1
            if free or self._fits(k):
                if how & _GIVES:
                    way += 1 << self._last[self._ends[k]]
                self._try(self._next[k], way | _MADE)
            now[self._ends[k]] -= 1
        now[self._starts[k]] += 1

    def _fits(self, k: int) -> bool:
        """Return whether the board shows what is tried on the single spots of hop `k` that no later one is about."""
        how = self._how[k]
        if how & _LEAVES:
            spot = self._starts[k]
            if not self._least[spot] <= self._now[spot] <= self._most[spot]:
                return False
        if how & _COMES:
            spot = self._ends[k]
            if not self._least[spot] <= self._now[spot] <= self._most[spot]:
                return False
        return True

    def _all_made(self) -> bool:
        """Return whether the board may show all hops that `_about` was given made."""
        for k in range(self._n_hops):
            if not self._holds(self._starts[k]) or not self._holds(self._ends[k]):
                return False
        return True

    def _areas_fit(self, way: int) -> bool:
        """Return whether the board shows as many pawns in each area as a way has there."""
        for k in range(self._n_areas):
            spot = self._areas[k]
            pawns = way >> self._last[spot] & _PAWNS_MOST
            if not self._least[spot] <= pawns <= self._most[spot]:
                return False
        return True

    def walker(self, index: int) -> "tuple | None":
        """Return (seat, start, end) of the one pawn that a result moves, None when it moves several."""
        steps = self._steps(index)
        if len(steps) > 1:  # of those that need not be lifted nothing tells
            steps = [step for step in steps if step[1] != step[2]]
        return steps[0] if len(steps) == 1 else None

    def goes_on(self, index: int, other: int) -> bool:
        """Return whether the one pawn of a result may only be resting on its way to another."""
        self._candidates.spent += _WALK
        mine = self.walker(index)
        more = self._steps(other)
        if mine is not None and len(self._steps(index)) > 1:
            more = [step for step in more if step[:2] == mine[:2]]
        if mine is None or len(more) != 1 or mine[:2] != more[0][:2]:
            return False
        start, end = mine[1:]
        far = more[0][2]
        ring = self.boardmap.game.ring
        if far == end:
            return False
        if start > ring or end > ring or not start:
            return far > ring  # inside the goal: forward and back again
        return far > ring or (end - start) % ring < (far - start) % ring

    def _steps(self, index: int) -> "list[tuple[int, int, int]]":
        ops = self._results.ops
        return [
            (ops[i + 1], ops[i + 2], ops[i + 3])
            for i in range(self._results.begin(index), self._results.end(index), SIZE)
            if ops[i] & 15 in (STEP, SELF)
        ]
