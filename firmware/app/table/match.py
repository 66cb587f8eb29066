# SPDX-License-Identifier: Apache-2.0
"""The game in progress: position, round bookkeeping, and both in the journal.

Every journal record holds the whole situation after it, so a power cut at any moment leaves
the table with everything that was accepted:

    20 bytes  position (rules.game)
     1 byte   action index, NOBODY for a fold
     1 byte   copy of the card, 0 for a throw
    rest      round bookkeeping (rules.round) of a game with hands

The header is the start position's line (its length first) and the round's first bytes. House rules that no
position line carries stand behind the line: ` house=shuffle:deal`.
"""

from micropython import const

from rules.game import NOBODY, SIZE, TURN, WINNER
from rules.notation import position_text, round_options_text
from rules.results import Results
from store.files import NotSaved
from store.force import Force

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.game import Game
    from rules.round import Round
    from store.journal import Journal

MOVE = const(2)
FOLD = const(3)

_ROUND_AT = const(22)
_HOUSE = " house="


def header_game(header: bytes) -> tuple:
    """Return (game, start state) of a journal header.

    Raises:
        ValueError: not a header of this format.
    """
    from rules import load
    from rules.parse import parse_options, parse_position

    try:
        text = header[1 : 1 + header[0]].decode()
    except (IndexError, UnicodeError):
        raise ValueError("journal header is not readable") from None
    line, house, more = text.partition(_HOUSE)
    game, state = parse_position(line)
    if house:
        options = dict(game.options)
        options.update(parse_options(more))
        game = load(game.rulebook, game.seats, options)
    return game, state


class Match:
    """One game with its history.

    Args:
        game: its rules.
        journal: where it is kept.
        first: the position the journal's game began with, when that is known.

    Attributes:
        state: the position, 20 bytes.
        round: bookkeeping of the hands, None for a game without hands.
        previous: the position before the last move, None when there is nothing to take back.
        trouble: what went wrong with the flash at the last append, "" for nothing.
        changes: counts up when the position changes.
    """

    def __init__(self, game: "Game", journal: "Journal", first: bytes = b"") -> None:
        self.game = game
        self.state = game.new()
        self.round: "Round | None" = None
        self.previous: "bytes | None" = None
        self.trouble = ""
        self._journal = journal
        self._first = first
        self._force = Force(journal)
        self.changes = 0

    # -- begin and resume ---------------------------------------------------------------

    def start(self, first: "int | None" = None, state: "bytes | None" = None) -> None:
        """Begin a new game, from a given position or with every pawn at home."""
        self.state[:] = state if state is not None else self.game.new(first)
        self._first = bytes(self.state)
        self.previous = None
        self.changes += 1
        tail = b""
        # A position that is won has nobody to move, and no card of its deal will be played.
        turn = self.state[TURN] if not self.over else self.game.seats[0]
        self.round = self.game.round(None, turn)
        if self.round is not None:
            tail = self.round.to_bytes()
        text = position_text(self.game, self.state)
        house = round_options_text(self.game)
        if house is not None:
            text += _HOUSE + house
        line = text.encode()
        header = bytes((len(line),)) + line + tail
        try:
            self.trouble = self._journal.start(header)
        except NotSaved as error:
            self.trouble = str(error)
        self._journal.fathom()  # while pawns are set up, not with the first moves

    def number(self) -> int:
        """Return the journal's number of this game."""
        return self._journal.game

    def resume(self) -> None:
        """Take up the game the journal holds.

        Raises:
            ValueError: the journal holds no game, or one of another format.
        """
        head = self._journal.last()
        if head is None:
            raise ValueError("the journal holds no game")
        self._load(head)

    def _load(self, record: tuple) -> None:
        seq, _, payload = record
        self.changes += 1
        self.state[:] = self._position(record)
        self.round = self.game.round(payload[_ROUND_AT if seq else 1 + payload[0] :])
        before = self._journal.back(1)
        self.previous = None if before is None else self._position(before)

    def _position(self, record: tuple) -> bytes:
        """Return the position that a record of the journal holds."""
        seq, _, payload = record
        if seq:
            return bytes(payload[:SIZE])
        if not self._first:
            self._first = bytes(header_game(payload)[1])
        return self._first

    # -- the rules, seen from here --------------------------------------------------------

    @property
    def over(self) -> bool:
        """Tell whether the game has been won."""
        return self.state[WINNER] != 0

    @property
    def winner(self) -> str:
        """Return the winner as the position line names it."""
        mask = self.state[WINNER]
        return "+".join([self.game.colours[s] for s in range(4) if mask >> s & 1])

    @property
    def fresh_deal(self) -> bool:
        """Tell whether a deal has just been dealt and no card of it played."""
        return self.round is not None and not self.over and self.round.fresh

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a move to take back."""
        return self.previous is not None

    def results(self, action: int, poll: "Callable | None" = None) -> Results:
        """Return the legal results of an action in this position; `poll` is called on the way."""
        return self.game.results(self.state, action, poll)

    def skipped(self) -> Results:
        """Return the only result of a card that nobody can use: the next seat's turn."""
        return Results([(self.game.skip(self.state), b"")])

    def seen(self, action: int, copy: int) -> bool:
        """Tell whether a card was already played since the dealer gathered the deck (P6)."""
        return self.round is not None and copy > 0 and self.round.seen(action, copy)

    def hand(self, seat: int) -> int:
        """Return how many cards a seat still holds; 1 where hands are not kept."""
        return self.round.hand(seat) if self.round is not None else 1

    def hands(self) -> dict:
        """Return colour -> cards in hand, empty where hands are not kept."""
        if self.round is None:
            return {}
        return {self.game.colours[seat]: self.round.hand(seat) for seat in self.game.seats}

    def in_force(self) -> tuple:
        """Return (action, copy, shown) as `keep` was given them last in this position."""
        return self._force.load()

    def thrown(self) -> bool:
        """Tell whether the last accepted move was made with a throw by the button."""
        head = self._journal.last()
        return head is not None and head[1] == MOVE and not head[2][SIZE + 1]

    def last_card(self) -> "tuple | None":
        """Return (action, copy) of the last accepted card, None when there is none to tell."""
        head = self._journal.last()
        if head is None or head[1] != MOVE or not head[2][SIZE + 1]:
            return None
        return head[2][SIZE], head[2][SIZE + 1]

    @property
    def waiting(self) -> bool:
        """Tell whether something of the game is not on flash yet."""
        return self._journal.waiting > 0 or self._force.waiting

    def keep(self, action: int, copy: int, shown: "list | None") -> None:
        """Write down what is in force at the table and not yet a move."""
        told = self.waiting
        try:
            self._force.keep(action, copy, shown)
        except NotSaved as error:
            if not told:
                self.trouble = str(error)

    # -- what happens -----------------------------------------------------------------------

    def accept(self, action: int, copy: int, state: bytes) -> bool:
        """Make a legal result the position and write it down; return True at a new deal."""
        seat = self.state[TURN]
        self.previous = bytes(self.state)
        self.state[:] = state
        new_deal = False
        if self.round is not None and not self.over:
            new_deal = self.round.play(seat, action, copy)
            self.state[TURN] = self.round.turn
        self._append(MOVE, action, copy)
        return new_deal

    def fold(self, cards: list) -> bool:
        """Lay down the hand of the seat to act; return True at a new deal."""
        if self.round is None:
            raise ValueError("only a hand of cards can be folded")
        self.previous = bytes(self.state)
        new_deal = self.round.fold(self.state[TURN], cards)
        self.state[TURN] = self.round.turn
        self._append(FOLD, NOBODY, 0)
        return new_deal

    def undo(self) -> tuple:
        """Take back the last move or fold; return its (action, copy), action -1 for a fold."""
        head = self._journal.last()
        if head is None:
            raise ValueError("there is no game")
        _, kind, payload = head
        try:
            self._journal.undo()
        except NotSaved as error:
            self.trouble = str(error)
        self.resume()
        if kind != MOVE:
            return -1, 0
        return payload[SIZE], payload[SIZE + 1]

    def _append(self, kind: int, action: int, copy: int) -> None:
        self.changes += 1
        tail = self.round.to_bytes() if self.round is not None else b""
        payload = bytes(self.state) + bytes((action, copy)) + tail
        try:
            self._journal.append(kind, payload)
        except NotSaved as error:
            # The game continues in RAM; the journal tries again with every later move.
            self.trouble = str(error)
