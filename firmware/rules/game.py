# SPDX-License-Identifier: Apache-2.0
"""What every game shares: the state's bytes, place codes and the `Game` interface.

A place is one byte: 0 is home (`h`), 1+i is ring index i, N+k is `z<k>` and N+row+1 is
`f`. Byte order is therefore the canonical order of `spec` lines, and the four pawns of a
seat are always kept sorted: equal positions have equal bytes.
"""

from micropython import const

from rules.results import Results

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.round import Round

# State layout: 16 pawn bytes, [4 * seat + i], then four bytes of turn keeping.
SIZE = 20
TURN = 16  # seat that acts next, NOBODY when the game is over
WINNER = 17  # bit mask of the seats that have won, 0 while the game runs
TRIES = 18  # Ludo: throws already spent of the up-to-three tries
MOVED = 19  # Ludo: ring index of a pending capture, NOBODY when there is none

NOBODY = 0xFF  # also fills the pawn bytes of a seat that is not in play
HOME = 0

_PAWNS = const(4)

# House rules that belong to the round or the set-up, in no position line (section 5 of the rulings).
DRAWN = "drawn"
FIRST = ("first", (DRAWN,), False)  # H3: who begins; a colour in play as well


class _Slice:
    def __getitem__(self, index: slice) -> slice:
        return index


# `buffer[ALL] = content`: to write `buffer[:]` makes a new slice each time, on the heap.
ALL = _Slice()[:]


def _no_poll() -> None:
    """Do nothing: nobody wants to be called during long work."""


class BadPosition(ValueError):
    """A position that cannot be: `field` names the part of the line, `reason` says why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__("%s: %s" % (field, reason))
        self.field = field
        self.reason = reason


def stands(state: "bytes | bytearray", seat: int, place: int) -> bool:
    """Return whether a pawn of a seat stands on a place. Never allocates."""
    for i in range(_PAWNS * seat, _PAWNS * seat + _PAWNS):
        if state[i] == place:
            return True
    return False


def replace(state: bytearray, seat: int, old: int, new: int) -> None:
    """Move one pawn of a seat from place `old` to place `new`, keeping the four sorted.

    Never allocates. Raises ValueError when no pawn of the seat stands on `old`.
    """
    base = seat * _PAWNS
    end = base + _PAWNS
    i = base
    while i < end and state[i] != old:
        i += 1
    if i == end:
        raise ValueError("no such pawn")
    if new >= old:
        i += 1
        while i < end and state[i] < new:
            state[i - 1] = state[i]
            i += 1
        state[i - 1] = new
    else:
        i -= 1
        while i >= base and state[i] > new:
            state[i + 1] = state[i]
            i -= 1
        state[i + 1] = new


def steps_of(path: bytes, fin: int) -> bytes:
    """Return place code -> its step on a path, NOBODY off it; `fin` is the highest code."""
    steps = bytearray([NOBODY] * (fin + 1))
    for step, place in enumerate(path):
        steps[place] = step
    return bytes(steps)


class Game:
    """One rulebook with its seats and options; holds tables and scratch, never a position.

    Attributes:
        rulebook: rulebook id.
        colours: the four colour names in seat order, clockwise.
        seats: seats in play, ascending.
        actions: action names of the rulebook; an action is passed as its index here.
        ring: number of ring spaces N.
        row: number of goal circles, row or safety-zone spaces of a colour.
        fin: place code of `f`, NOBODY when the game has none.
        pawns: pawns of a seat, 1 to 4; the bytes of the others are NOBODY.
        enters: seat -> place code where its pawns come from home.
        family: name of the board it is played on; its `ways` and words are those of that folder.
        judge: module of `players` that judges its positions; empty: the one of its family.
        deck: copies of each action's card (P5, S3); empty: no cards, or one for each throw.
        deck_id: number of the deck, 1..255, written on its cards; no two decks share one.
        die: whether a throw decides, by the seat's button or by a card for each number.
        hand: cards dealt to every seat, deal by deal, until the next dealer gathers them; empty: nobody holds cards.
        exchange: whether every seat passes a card of each new hand to its partner (P6).
        must_play: a card that cannot be used is refused and stays in the hand; else it ends
            the turn.
        keys: what else its position lines may say, of `tries` and `moved`.
        signs: what a board that others play on lacks: (sign, places of the ring where it belongs, topic of its rule).
        house: its house rules: (name, values, the default first, whether a position line carries it).
        options: option name -> value, every house rule of the rulebook.
        defaults: option name -> default value.
    """

    rulebook = ""
    colours = ("", "", "", "")
    actions: tuple = ()
    ring = 0
    row = 0
    fin = NOBODY
    pawns = _PAWNS
    enters = b"\xff\xff\xff\xff"  # NOBODY: not one place
    family = ""
    judge = ""
    deck = b""
    deck_id = 0
    die = False
    signs: tuple = ()
    hand = b""
    exchange = False
    must_play = False
    keys: tuple = ()
    house: tuple = ()

    def __init__(self, seats: tuple, options: dict) -> None:
        self.seats = tuple(seats)
        self.defaults = {name: values[0] for name, values, _ in self.house}
        self.options = dict(self.defaults)
        for name, value in options.items():
            if name not in self.defaults:
                known = ", ".join(sorted(self.defaults)) or "none"
                raise ValueError(
                    "opt: %s has no option %r (it has %s)" % (self.rulebook, name, known)
                )
            allowed = self.choices(name)
            if value not in allowed:
                raise ValueError(
                    "opt: %s cannot be %r (it can be %s)" % (name, value, ", ".join(allowed))
                )
            self.options[name] = value
        turns = [NOBODY] * 4
        for i in range(len(seats)):
            turns[seats[i - 1]] = seats[i]
        self._turns = bytes(turns)  # seat -> the next one in play

    def choices(self, name: str) -> tuple:
        """Return the values an option can take: of `first` the colours in play as well (H3).

        Raises:
            ValueError: there is no such option.
        """
        for option, values, _ in self.house:
            if option == name:
                if name == "first":
                    colours = tuple([self.colours[seat] for seat in self.seats])
                    return values + tuple([colour for colour in colours if colour not in values])
                return values
        raise ValueError("opt: no option %r" % name)

    def first_seat(self, draw: "Callable[[int], int]") -> int:
        """Return who begins a new game (H3): the colour of the option `first`, or a seat that is drawn.

        Args:
            draw: draw(n) gives a number 0..n-1.
        """
        first = self.options.get("first", "")
        if first in self.colours and self.colours.index(first) in self.seats:
            return self.colours.index(first)
        return self.seats[draw(len(self.seats)) if first == DRAWN else 0]

    def new(self, turn: "int | None" = None) -> bytearray:
        """Return the start position: every pawn at home, `turn` (default: first seat) to act."""
        state = bytearray(SIZE)
        for seat in range(4):
            first = self.pawns if seat in self.seats else 0
            for i in range(4 * seat + first, 4 * seat + 4):
                state[i] = NOBODY
        state[TURN] = self.seats[0] if turn is None else turn
        state[MOVED] = NOBODY
        return state

    def next_seat(self, seat: int) -> int:
        """Return the next seat in play clockwise after `seat`."""
        return self._turns[seat]

    def skip(self, state: "bytes | bytearray") -> bytes:
        """Return the state after a card nobody could use: the next seat's turn."""
        after = bytearray(state)
        after[TURN] = self.next_seat(state[TURN])
        return bytes(after)

    def results(
        self,
        state: "bytes | bytearray",
        action: int,
        poll: "Callable[[], object] | None" = None,
    ) -> Results:
        """Return the distinct legal results of an action, sorted by state bytes.

        Empty: the action cannot be used. An empty move is `-`. `state` is not changed.

        Args:
            state: the position.
            action: index in `actions`.
            poll: called every few milliseconds of long work; what it raises is let through.
        """
        if state[TURN] == NOBODY:
            return Results()
        return Results(self.moves(bytes(state), action, poll or _no_poll))

    def moves(self, state: bytes, action: int, poll: "Callable[[], object]") -> list:
        """Return (state after, operations), both bytes, of every legal use of an action.

        In any order, equal states too; `results` sorts them. Called while the game runs. What takes
        more than a few milliseconds calls `poll`, and does not rely on it that the game is asked
        nothing else meanwhile.
        """
        raise ValueError("no rules")

    def why(
        self,
        state: "bytes | bytearray",
        action: int,
        seat: int,
        place: int,
        found: "Results | None" = None,
    ) -> "tuple | None":
        """Return why a pawn cannot move with an action, or None when it can.

        `found`: the results of this action in this state, where they are at hand; without it
        a game that needs them makes them again.

        Returns (word, place code): a machine-readable reason and the place it hangs on
        (the wall, the pawn in the way), NOBODY when it hangs on none.
        """
        return self.why_idle(state, seat, place) or self.why_not(state, action, seat, place, found)

    def why_not(
        self,
        state: "bytes | bytearray",
        action: int,
        seat: int,
        place: int,
        found: "Results | None",
    ) -> "tuple | None":
        """Return why a pawn that `why_idle` leaves cannot move with this action; see `why`."""
        raise ValueError("no rules")

    def why_idle(self, state: "bytes | bytearray", seat: int, place: int) -> "tuple | None":
        """Return why no action moves a pawn, as `why`, or None when one may.

        Here a seat moves its own pawns, and one that has finished never again.
        """
        if state[TURN] == NOBODY:
            return "game-over", NOBODY
        if seat != state[TURN]:
            return "not-yours", NOBODY
        if not stands(state, seat, place):
            return "no-pawn", NOBODY
        if place == self.fin:
            return "finished", NOBODY
        return None

    def why_card(
        self, state: "bytes | bytearray", action: int, found: "Results | None" = None
    ) -> tuple:
        """Return why an action has no result: (word, place code), as `why`.

        Of the pawns' reasons it is the first of a pawn that is not at home.
        """
        seat = self.mover(state)
        reason = ("no-move", NOBODY)
        if seat != NOBODY:
            if found is None:
                found = self.results(state, action)
            for i in range(4 * seat + self.pawns - 1, 4 * seat - 1, -1):
                why = self.why(state, action, seat, state[i], found)
                if why is not None and (state[i] != HOME or reason[0] == "no-move"):
                    reason = why
        return reason

    def mover(self, state: "bytes | bytearray") -> int:
        """Return whose pawns the seat in turn moves; NOBODY when the game is over."""
        return state[TURN]

    def round(self, data: "bytes | bytearray | None", first: int = 0) -> "Round | None":
        """Return the bookkeeping of the hands, None for a game without hands.

        Args:
            data: its bytes, as a record keeps them; None: the game's first deal.
            first: the seat that begins that.

        Raises:
            ValueError: the bytes are no round of this game.
        """
        if not self.hand:
            return None
        from rules.round import Round

        return Round.new(self, first) if data is None else Round(self, data)

    def validate(self, state: "bytes | bytearray") -> None:
        """Check the game's own impossible positions (section 1.6 of the rulings).

        Raises:
            BadPosition: the position cannot be.
        """
        raise ValueError("no rules")

    def has_won(self, state: "bytes | bytearray", mask: int) -> bool:
        """Return whether the seats of the bit mask together have won.

        Here it is one seat whose pawns have all finished (L12, S12).
        """
        for seat in self.seats:
            if mask == 1 << seat:
                pawns = state[_PAWNS * seat : _PAWNS * seat + self.pawns]
                return bytes(pawns) == bytes((self.fin,) * self.pawns)
        return False

    def side(self, seat: int) -> int:
        """Return the bit mask of the seats that win together with `seat`."""
        return 1 << seat

    def kind(self, place: int) -> int:
        """Return 0 for home, 1 for a ring space, 2 for goal/row/safety spaces, 3 for `f`."""
        if place == HOME:
            return 0
        if place <= self.ring:
            return 1
        return 3 if place == self.fin else 2
