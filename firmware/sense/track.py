# SPDX-License-Identifier: Apache-2.0
"""The expected position, what the reeds show, how hands got there, and what is shown of it."""

from micropython import const

from rules.game import HOME
from sense.debounce import LIFT, PLACE
from sense.evidence import Evidence
from sense.guide import Guide
from sense.handlog import HandLog
from sense.hints import destinations, homeless, movable
from sense.question import Question
from sense.successors import Successors
from sense.view import View, pawns
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


_MASK = const(0x3FFFFFFF)

SETTLED = const(0)  # the first stage of waiting
DONE = const(4)  # no stage is left: the board has been judged with all patience


class Tracker:
    """Follows one board without judging it; the base of `Recogniser`.

    Attributes:
        guiding: whether the way out is being shown.
        homeless: seats of bumped pawns on their way home, from `candidates`.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        """Make the buffers for a board."""
        self._map = boardmap
        self._log = HandLog()
        self._view = View(boardmap)
        self._successors = Successors(boardmap)
        self._state = bytes(20)
        self._previous: "bytes | None" = None
        self._image = bytearray(boardmap.size)
        self._before = bytearray(boardmap.size)  # image of the position before
        self._start = bytearray(16)  # spots of the position
        self._synced = False
        self._stage = SETTLED
        self._base_ms = 0  # time of the last movement
        self._mark = 0  # first log event after the card
        self._evidence = Evidence(boardmap)
        self._question = Question(self._log, self._successors)
        self._guide = Guide(boardmap)
        self.guiding = False
        self.homeless = []

    def _expect(self, state: "bytes | bytearray", previous: "bytes | None", now_ms: int) -> None:
        """Take a position and begin a new log.

        Pawns that do not stand as in it are known by colour all the same: they stand as in the
        position before, or the log goes on to tell.
        """
        before = bytes(self._start)
        known = self._synced and self._view.shows(self._image)
        self._state = bytes(state)
        self._previous = None if previous is None else bytes(previous)
        self._map.image(self._state, self._image)
        self._map.spots(self._state, self._start)
        if self._previous is not None:
            self._map.image(self._previous, self._before)
        if not self._synced or self._view.shows(self._image):
            self._restart(now_ms)
            return
        if known:
            self._log.clear(before)
        self._base_ms = now_ms & _MASK
        self._stage = SETTLED

    def _clear(self) -> None:
        """Forget the log: the pawns stand as in the position."""
        self._log.clear(self._start)
        self._mark = 0

    def _forget(self, late: bool) -> None:
        """Clear the log when all pawns are surely back, or have probably been for some time."""
        if self._log.n and (late or not self._successors.results):
            worlds = self._evidence.replay(self._log, 0, [])
            if self._evidence.at_rest(worlds, self._start, not late):
                self._clear()

    def _restart(self, now_ms: int) -> None:
        """Begin a new log; what differs from the position is taken as moved just now."""
        self._clear()
        if not self._synced:
            return
        missing = []
        extra = []
        self._view.differences(self._image, missing, extra)
        for spot in missing:
            self._log.add(LIFT, spot, now_ms)
        for spot in extra:
            self._log.add(PLACE, spot, now_ms)
        self._base_ms = now_ms & _MASK
        self._stage = SETTLED

    def _sync(self, now_ms: int, debounce: "Debounce") -> None:
        """Look for the first time."""
        self._view.look(debounce, self._image)
        self._synced = True
        self._restart(now_ms)

    def _take(self, debounce: "Debounce") -> None:
        for i in range(debounce.events):
            spot = self._map.spot_of_bit[debounce.bit(i)]
            if spot:
                when_ms = debounce.when(i)
                self._log.add(debounce.kind(i), spot, when_ms)
                # A stamp from before a long rest compares with nothing.
                if self._stage == DONE or since(when_ms, self._base_ms) > 0:
                    self._base_ms = when_ms
                self._stage = SETTLED
        if debounce.lost:
            self._log.lost = True
        debounce.clear()
        self._view.look(debounce, self._image)

    def refresh(self, debounce: "Debounce") -> None:
        """Look again: the debouncer has masked a reed or trusts one again."""
        self._view.look(debounce, self._image)
        self._stage = SETTLED

    def _end_guide(self) -> None:
        self.guiding = False
        self._guide.clear()

    # -- what the game, the lights and the referee want to know -----------------------------------

    @property
    def at_rest(self) -> bool:
        """Return whether the settled board looks like the expected position."""
        return self._synced and self._view.shows(self._image)

    @property
    def asking(self) -> bool:
        """Return whether a question is open."""
        return bool(self._question.choices)

    @property
    def choices(self) -> list:
        """Return the indices of the results that cannot be told apart."""
        return self._question.choices

    @property
    def shown(self) -> int:
        """Return the index of the result that is shown and that `confirm` takes."""
        return self._question.shown

    @property
    def missing(self) -> list:
        """Return tokens of the places where a pawn is missing, the first to put right first."""
        return self._guide.missing

    @property
    def extra(self) -> list:
        """Return tokens of the places with a pawn too many, in the order of `missing`."""
        return self._guide.extra

    @property
    def missing_spots(self) -> list:
        """Return `missing` as spots of the board map."""
        return self._guide.missing_spots

    @property
    def extra_spots(self) -> list:
        """Return `extra` as spots of the board map."""
        return self._guide.extra_spots

    @property
    def touched(self) -> bool:
        """Return whether hands have moved anything since the card was offered."""
        return self._log.n > self._mark or not self._view.shows(self._image)

    def movable(self) -> list:
        """Return (seat, place) of the pawns the offered card can move."""
        return movable(self._successors.results)

    def gone(self) -> list:
        """Return (seat, place) of the pawns that are not where the position has them."""
        missing = []
        self._view.differences(self._image, missing, [])
        return pawns(self._map, self._state, missing)

    def candidates(self, debounce: "Debounce") -> tuple:
        """Return (lifted, steps, bumps) for the lights, from the eager levels.

        lifted: (seat, place) of the pawns now in the air; steps: (seat, from place, to place)
        they may make; bumps: (seat, place) of pawns those steps send home. Empty lists when
        no card is offered. Call it when `Debounce.step` returned EDGE.
        """
        missing = []
        extra = []
        seen = self._view.eager(debounce)
        self._map.differences(seen, self._image, missing, extra, self._view.mask)
        in_air = len(missing) - len(extra)
        air = missing
        if extra:
            air = [spot for spot in missing if self._log.lifted_last(spot, in_air)]
        lifted = pawns(self._map, self._state, air)
        moved = pawns(self._map, self._state, [spot for spot in missing if spot not in air])
        results = self._successors.results
        steps, bumps = destinations(self._map, results, lifted, moved, extra)
        self.homeless = []
        if missing:
            has = self._map.has
            again = [spot for spot in self._log.lifted(self._map.home) if has(seen, spot)]
            again = [spot for spot in again if has(self._image, spot)]
            if again:
                self._on_their_way(homeless(self._map, results, again, missing), seen)
        return lifted, steps, bumps

    def _on_their_way(self, seats: list, seen: bytearray) -> None:
        for seat in seats:
            home = self._map.spot(seat, HOME)
            if self._map.count(seen, home) == self._map.count(self._image, home):
                self.homeless.append(seat)

    def override(self) -> list:
        """Believe the position against the sensors; return tokens of the places now ignored.

        Every reed is believed again once it agrees with the position. Call `refresh` after it.
        """
        tokens = []
        for spot in self._view.override(self._image):
            here = pawns(self._map, self._state, [spot])
            tokens.append(self._map.token(here[0][0] if here else 0, spot))
        self._clear()
        return tokens
