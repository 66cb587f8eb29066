# SPDX-License-Identifier: Apache-2.0
"""The Partners engine: what every card does in every edition (rulings P1-P20).

One pass over the 16 pawns (`prepare`) fills the scratch tables; after that a pawn's
target is arithmetic on its ring index plus one look into the edition's goal table.
"""

from micropython import const

from rules.game import ALL, HOME, NOBODY, TURN, WINNER, Game, replace
from rules.games.partners.editions import (
    BACK,
    COUNT_START,
    MINE,
    OTHERS,
    PACK,
    SPLIT,
    STACKS,
    START,
    START_PROTECTED,
    SWAP,
    TURNS,
    USED,
    house,
)
from rules.games.partners.goal import OUT, goal_table
from rules.games.partners.reasons import idle, why_pawn
from rules.games.partners.seven import sevens
from rules.moves import bump, lost, step, swap

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.results import Results

_RING = const(60)
_QUARTER = const(15)  # a start space and its 14 numbered spaces (P2)
_LAST = const(14)  # offset of the space before the next start
_ROW = const(4)
_WALK = const(15)  # goal.STEPS
_FULL = const(15)  # all four circles taken
_COUNT = const(8)  # occ entries: seat + 1 in the low bits, _COUNT per pawn

# What `reach`, `back` and `enter` return instead of a place.
WALLED = -1  # a wall is in the way, or on the landing space (P9)
NO_WAY = -2  # the goal does not let it: locked, blocked or no room to turn (P11-P13)
# or less: NO_WAY - the landing space, where another pawn of its colour stands and pawns do not stack


class Partners(Game):
    """Partners; the edition's differences are data, see `editions`.

    Attributes:
        cards: what each card may do, see `editions.CARDS`.
        stacks: whether pawns of one colour stand together on a space of the ring (P10).
    """

    colours = ("green", "blue", "red", "yellow")
    family = "partners"
    exchange = True  # P6
    must_play = True  # P7
    why_idle = idle
    why_not = why_pawn
    ring = _RING
    row = _ROW
    enters = bytes([1 + _QUARTER * seat for seat in range(4)])

    def __init__(self, rulebook: str, edition: tuple, options: dict) -> None:
        self.rulebook = rulebook
        self.edition = edition
        self.house = house(edition)
        super().__init__((0, 1, 2, 3), options)
        self.deck_id, self.hand, self.actions, self.deck, _, cards = edition[PACK]
        self.cards = cards(self.options)
        self.stacks = edition[STACKS]
        self.rest = self.options.get("rest", USED)  # of a 7 that finishes (P15, H1)
        self.goal = goal_table(edition[TURNS])
        # Spaces a move gets for nothing when it passes a start space (P4).
        self.extra = 0 if edition[COUNT_START] else 1
        self.occ = bytearray(_RING + 1)  # place code -> who stands there, how many
        self.circles = bytearray(4)  # seat -> bit k-1 set: a pawn in z<k>
        self.walls = 0  # bit s: seat s has a pawn on its own start space
        self.empty = bytearray(_RING + 1)

    def prepare(self, state: "bytes | bytearray") -> None:
        """Fill the scratch tables `occ`, `circles` and `walls` from a state."""
        occ = self.occ
        occ[ALL] = self.empty
        circles = self.circles
        walls = 0
        seat = 0
        i = 0
        while seat < 4:
            own_start = seat * _QUARTER + 1
            taken = 0
            end = i + 4
            while i < end:
                place = state[i]
                i += 1
                if place == HOME:
                    continue
                if place > _RING:
                    taken |= 1 << (place - _RING - 1)
                    continue
                if occ[place]:
                    occ[place] += _COUNT
                else:
                    occ[place] = seat + 1 + _COUNT
                if place == own_start:
                    walls |= 1 << seat
            circles[seat] = taken
            seat += 1
        self.walls = walls

    def reach(self, seat: int, place: int, steps: int) -> int:
        """Return where 1..14 steps forward lead, or WALLED or NO_WAY; after `prepare`."""
        taken = self.circles[seat]
        if place > _RING:
            circle = place - _RING
            taken &= ~(1 << (circle - 1))
            there = self.goal[(circle << 4 | taken) * _WALK + steps]
        else:
            offset = (place - 1) % _QUARTER + steps
            if offset <= _LAST:
                place += steps
                return place if self.stacks else self.alone(seat, place)
            quarter = ((place - 1) // _QUARTER + 1) & 3
            if quarter != seat:
                if self.walls >> quarter & 1:
                    return WALLED
                place = self.past_start(place, steps)
                return place if self.stacks else self.alone(seat, place)
            there = self.goal[taken * _WALK + offset - _LAST]
        if not there:
            return NO_WAY
        if there < OUT:
            return _RING + there
        return (seat * _QUARTER or _RING) - there + OUT

    def enter(self, seat: int) -> int:
        """Return where a pawn of a seat comes from home."""
        place = seat * _QUARTER + 1
        return place if self.stacks else self.alone(seat, place)

    def alone(self, seat: int, place: int) -> int:
        """Return a space of the ring, or NO_WAY - space where a pawn of the seat stands."""
        return NO_WAY - place if self.occ[place] & 7 == seat + 1 else place

    def past_start(self, place: int, steps: int) -> int:
        """Return where steps forward lead that pass a start space which hinders nobody (P4)."""
        place += steps + self.extra
        return place if place <= _RING else place - _RING

    def back(self, seat: int, place: int) -> int:
        """Return where 4 steps back lead, or WALLED or NO_WAY; after `prepare`."""
        if place > _RING or not place:
            return NO_WAY
        offset = (place - 1) % _QUARTER
        if 0 < offset <= 4:
            quarter = (place - 1) // _QUARTER
            if quarter != seat and self.walls >> quarter & 1:
                return WALLED
            place -= self.extra
        place -= 4
        if place <= 0:
            place += _RING
        return place if self.stacks else self.alone(seat, place)

    def mover(self, state: "bytes | bytearray") -> int:
        """Return whose pawns the seat in turn moves: the partner's when all own are locked."""
        seat = state[TURN]
        if seat == NOBODY:
            return seat
        return seat ^ 2 if state[4 * seat] > _RING else seat  # P19: four in four circles

    def all_locked(self, state: "bytes | bytearray", seat: int) -> bool:
        """Return whether the four pawns of a seat fill its four circles."""
        i = 4 * seat
        for circle in range(_RING + 1, _RING + 5):
            if state[i] != circle:
                return False
            i += 1
        return True

    def handed_on(self, state: "bytes | bytearray") -> bytearray:
        """Return a copy of a state with the next seat's turn."""
        after = bytearray(state)
        after[TURN] = (state[TURN] + 1) & 3
        return after

    def end_if_won(self, after: bytearray, seat: int) -> None:
        """End the game when all eight pawns of a seat's pair are locked (P20)."""
        if after[4 * seat] > _RING and after[4 * (seat ^ 2)] > _RING:  # eight in eight circles
            after[TURN] = NOBODY
            after[WINNER] = 1 << seat | 1 << (seat ^ 2)

    def moves(self, state: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return the results of a card; see `Game.moves`."""
        self.prepare(state)
        card = self.cards[action]
        found = self._plain(state, card) if card[0] < SWAP else []
        if card[-1] < SWAP:
            return found
        for use in card:
            if SWAP <= use <= MINE:
                found += self._swaps(state, use == MINE, poll)
            elif use > OTHERS:
                found += self._others(state, use - OTHERS)
        if SPLIT in card:  # last: it prepares for other positions
            found += sevens(self, state, poll)
        return found

    def _plain(self, state: bytes, card: tuple) -> list:
        """Return the results of a card that moves one pawn (P8)."""
        found = []
        base = self.handed_on(state)
        seat = self.mover(state)
        before = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            place = state[i]
            if place == before:
                continue
            before = place
            for steps in card:
                if steps == START:
                    if place != HOME:
                        continue
                    target = self.enter(seat)
                elif place == HOME or steps >= SWAP:
                    continue
                elif steps == BACK:
                    target = self.back(seat, place)
                else:
                    target = self.reach(seat, place, steps)
                if target > 0:
                    found.append(self._one(base, seat, place, target))
        return found

    def _others(self, state: bytes, steps: int) -> list:
        """Return the results of steps with a pawn of another colour than the mover's; not a protected one (P16)."""
        found = []
        base = self.handed_on(state)
        own = self.mover(state)
        for i in range(16):
            seat = i >> 2
            place = state[i]
            if seat != own and self.swappable(seat, place):
                target = self.reach(seat, place, steps)
                if target > 0:
                    found.append(self._one(base, seat, place, target))
        return found

    def _one(self, base: bytearray, seat: int, place: int, target: int) -> tuple:
        """Return the result of one pawn's move, with its landing (P10)."""
        after = bytearray(base)
        there = self.occ[target] if target <= _RING else 0
        if not there or there & 7 == seat + 1:
            replace(after, seat, place, target)
            move = step(seat, place, target)
        elif there < 2 * _COUNT:
            replace(after, seat, place, target)
            replace(after, (there & 7) - 1, target, HOME)
            move = step(seat, place, target) + bump((there & 7) - 1, target)
        else:
            replace(after, seat, place, HOME)
            move = lost(seat, place, target)
        if target > _RING:
            self.end_if_won(after, seat)
        return bytes(after), move

    def swappable(self, seat: int, place: int) -> bool:
        """Return whether a pawn may be swapped (P16); after `prepare`."""
        if not 0 < place <= _RING or self.occ[place] >= 2 * _COUNT:
            return False
        return not (self.edition[START_PROTECTED] and place == seat * _QUARTER + 1)

    def _swaps(self, state: bytes, mine: bool, poll: "Callable[[], object]") -> list:
        """Return the results of the swap; two of one colour change nothing (P16, P17).

        `mine`: one pawn is the mover's and the other is not.
        """
        found = []
        base = self.handed_on(state)
        own = self.mover(state)
        free = []
        for i in range(16):
            if self.swappable(i >> 2, state[i]):
                free.append(i)
        same = False
        for j in range(1, len(free)):
            two = free[j]
            poll()
            for i in range(j):
                one = free[i]
                if mine and (one >> 2 == own) == (two >> 2 == own):
                    continue
                if one >> 2 == two >> 2:
                    if same:
                        continue
                    same = True
                after = bytearray(base)
                if one >> 2 != two >> 2:
                    replace(after, one >> 2, state[one], state[two])
                    replace(after, two >> 2, state[two], state[one])
                found.append((bytes(after), swap(one >> 2, state[one], two >> 2, state[two])))
        return found

    def why_card(
        self, state: "bytes | bytearray", action: int, found: "Results | None" = None
    ) -> tuple:
        """Return why a card cannot be played; see `Game.why_card`."""
        if self.cards[action][0] in (SWAP, MINE) and state[TURN] != NOBODY:
            return "nothing-to-swap", NOBODY
        return super().why_card(state, action, found)

    def has_won(self, state: "bytes | bytearray", mask: int) -> bool:
        """Return whether the pair of a bit mask has all eight pawns locked (P20)."""
        if mask not in (5, 10):
            return False
        seat = 0 if mask == 5 else 1
        return self.all_locked(state, seat) and self.all_locked(state, seat + 2)

    def side(self, seat: int) -> int:
        """Return the bit mask of a pair."""
        return 1 << seat | 1 << (seat ^ 2)

    def validate(self, state: "bytes | bytearray") -> None:
        """Check the impossible positions of Partners (section 1.6).

        Raises:
            BadPosition: the position cannot be.
        """
        from rules.games.partners.check import check  # not in a game

        check(self, state)
