# SPDX-License-Identifier: Apache-2.0
"""The bookkeeping of a game with hands: who deals, how many cards each holds, which were seen.

The table never sees a hand, so all it can know are counts and the cards that were laid down.
How many cards are dealt, how often, and what the deck is, a game says: `Game.hand` and `deck`. Everything is 8 bytes and a bit for every card, which a journal record holds
and a take-back restores:

| byte | content |
|---|---|
| 0 | dealer's seat |
| 1 | deal of this dealer, 1 and up |
| 2..5 | cards in hand of each seat |
| 6 | bit s: seat s has folded |
| 7 | seat to play |
| 8.. | a bit for each card, in the order of the deck: seen since the dealer gathered it |

An engine result's turn is simply the next seat; the table overwrites it with `turn`,
which skips hands that are empty or folded.
"""

from micropython import const

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.game import Game

_DEALER = const(0)
_DEAL = const(1)
_HANDS = const(2)
_FOLDED = const(6)
_TURN = const(7)
_SEEN = const(8)


def size(game: "Game") -> int:
    """Return the bytes of a round of a game."""
    return _SEEN + (sum(game.deck) + 7) // 8


class CardRefused(ValueError):
    """A card or a fold that the round does not allow; the text is a machine word."""


class Round:
    """The bookkeeping of one dealer's cycle, and of the next ones.

    Args:
        game: the game with hands.
        data: the bytes of `to_bytes`.

    Raises:
        ValueError: the bytes are no round of this game.
    """

    def __init__(self, game: "Game", data: "bytes | bytearray") -> None:
        self._game = game
        self._data = bytearray(data)
        seats = game.seats
        if len(data) != size(game) or data[_DEALER] not in seats or data[_TURN] not in seats:
            raise ValueError("round: not the bytes of a round")
        if not 1 <= data[_DEAL] <= len(game.hand):
            raise ValueError("round: not the bytes of a round")
        if max(self._data[_HANDS:_FOLDED]) > self.dealt:
            raise ValueError("round: not the bytes of a round")

    @staticmethod
    def new(game: "Game", first: int) -> "Round":
        """Return the round of a game's first deal; `first` begins, the seat before deals."""
        data = bytearray(size(game))
        data[_DEALER] = game.seats[game.seats.index(first) - 1]
        data[_DEAL] = 1
        for seat in game.seats:
            data[_HANDS + seat] = game.hand[0]
        data[_TURN] = first
        return Round(game, data)

    def to_bytes(self) -> bytes:
        """Return the round's bytes."""
        return bytes(self._data)

    @property
    def dealer(self) -> int:
        """Return the seat that deals."""
        return self._data[_DEALER]

    @property
    def deal(self) -> int:
        """Return which of the dealer's deals this is, 1 and up."""
        return self._data[_DEAL]

    @property
    def dealt(self) -> int:
        """Return the cards that every seat was dealt."""
        return self._game.hand[self._data[_DEAL] - 1]

    @property
    def first(self) -> int:
        """Return the seat that begins every deal: the one to the dealer's left."""
        return self._game.next_seat(self._data[_DEALER])

    @property
    def turn(self) -> int:
        """Return the seat to play next."""
        return self._data[_TURN]

    @property
    def fresh(self) -> bool:
        """Tell whether the deal is new: nobody has played a card of it or folded."""
        data = self._data
        return sum(data[_HANDS:_FOLDED]) == len(self._game.seats) * self.dealt

    def hand(self, seat: int) -> int:
        """Return how many cards a seat holds; 0 after putting them down."""
        return self._data[_HANDS + seat]

    def folded(self, seat: int) -> bool:
        """Tell whether a seat has folded in this deal."""
        return self._data[_FOLDED] >> seat & 1 == 1

    def seen(self, action: int, copy: int) -> bool:
        """Tell whether a card was laid down since the dealer gathered the deck."""
        card = self._card(action, copy)
        return card >= 0 and self._data[_SEEN + (card >> 3)] >> (card & 7) & 1 == 1

    def refusal(self, seat: int, action: int, copy: int) -> str:
        """Return why a seat cannot lay a card now, as a machine word; "" when it can."""
        if seat != self._data[_TURN]:
            return "hand-down" if self.folded(seat) else "not-your-turn"
        if self.seen(action, copy):
            return "already-played"
        return ""

    def play(self, seat: int, action: int, copy: int) -> bool:
        """Take the card a seat has played; return True when a new deal begins with it.

        Args:
            seat: the seat that played it.
            action: kind of the card.
            copy: 1 and up; 0 when it is not known which copy it was.

        Raises:
            CardRefused: `refusal` says why.
        """
        word = self.refusal(seat, action, copy)
        if word:
            raise CardRefused(word)
        self._see(action, copy)
        self._data[_HANDS + seat] -= 1
        return self._next()

    def fold(self, seat: int, cards: "list | tuple" = ()) -> bool:
        """Fold a seat's hand; return True when a new deal begins with it.

        Args:
            seat: the seat to play.
            cards: (action, copy) of the cards that were shown; may be empty.

        Raises:
            CardRefused: not this seat's turn.
        """
        word = self.refusal(seat, 0, 0)
        if word:
            raise CardRefused(word)
        for action, copy in cards:
            self._see(action, copy)
        self._data[_HANDS + seat] = 0
        self._data[_FOLDED] |= 1 << seat
        return self._next()

    def fold_show(self, shown: list, action: int, copy: int, playable: bool) -> str:
        """Take one card of a hand that is being put down into `shown`.

        Returns a machine word when it is refused, "" when it counts. The hand is proven
        when `shown` holds as many cards as the seat to play.
        """
        if playable:
            return "playable"
        if self.seen(action, copy):
            return "already-played"
        if (action, copy) in shown:
            return "shown-twice"
        shown.append((action, copy))
        return ""

    def proven(self, shown: list) -> bool:
        """Tell whether every card of the hand of the seat to play has been shown."""
        return len(shown) >= self._data[_HANDS + self._data[_TURN]]

    def _see(self, action: int, copy: int) -> None:
        card = self._card(action, copy)
        if card >= 0:
            self._data[_SEEN + (card >> 3)] |= 1 << (card & 7)

    def _next(self) -> bool:
        """Hand the turn on; deal again when every hand is empty or down."""
        data = self._data
        seat = data[_TURN]
        game = self._game
        for _ in game.seats:
            seat = game.next_seat(seat)
            if data[_HANDS + seat]:
                data[_TURN] = seat
                return False
        gathers = data[_DEAL] == len(game.hand)
        if gathers:
            data[_DEAL] = 1
            data[_DEALER] = game.next_seat(data[_DEALER])
        else:
            data[_DEAL] += 1
        if gathers or game.options.get("shuffle") == "deal":  # P6, H2
            for i in range(_SEEN, len(data)):
                data[i] = 0
        data[_FOLDED] = 0
        for seat in game.seats:
            data[_HANDS + seat] = self.dealt
        data[_TURN] = game.next_seat(data[_DEALER])
        return True

    def _card(self, action: int, copy: int) -> int:
        """Return a card's bit number, -1 when the copy is not known."""
        deck = self._game.deck
        if action >= len(deck) or not 1 <= copy <= deck[action]:
            return -1
        return sum(deck[:action]) + copy - 1
