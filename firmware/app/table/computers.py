# SPDX-License-Identifier: Apache-2.0
"""The computers' part of the game at the table: their cards, throws, and moves made by people's hands.

Imported when somebody asks for a computer.
"""

from micropython import const

from app.phases.fold import Fold
from app.phases.move import Move
from app.phases.setup import Setup
from app.phases.turn import Turn
from app.table.seats import CHOOSE, PASS, REMOTE, WORDS
from app.table.way import Way
from rules.game import NOBODY, TURN
from rules.notation import move_text
from ticks import just

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.phases.phase import Phase
    from app.table.seats import Seats
    from app.table.table import Table

# Between a move and a computer's throw or fold, so that people can see the move.
_PAUSE_MS = const(1200)


class Computers:
    """Plays the seats without a person at a table.

    Args:
        table: the table, whose card, results and lights these are.
        seats: who plays, and the cards that were laid for them.

    Attributes:
        seats: as given.
    """

    def __init__(self, table: "Table", seats: "Seats") -> None:
        self.seats = seats
        self._table = table
        self._task = NOBODY  # what was last told that is asked for: kind << 8 | seat

    # -- who plays ----------------------------------------------------------------------

    def seat(self, seat: int, level: int, now_ms: int) -> None:
        """Give a seat to a person (0), a computer's level or another table, also in the middle of a game."""
        table = self._table
        linked = self.seats.linked
        self.seats.put(seat, level)
        if linked != self.seats.linked and isinstance(table.phase, Turn):
            table.expect(now_ms)  # putting pawns back takes no move back that both have made
        table.emit({"event": "seats", "seats": self.seats.names()})
        table.tell_trouble()
        move = table.phase
        if isinstance(move, Move) and seat == table.match.state[TURN]:
            computer = move.thinks or move.lead is not None
            if bool(level) != computer:
                # It is to move just now: the card on the table stays, its choice is another's.
                self.seats.rethink()
                move.lead = None
                move.decide(move.legal, now_ms)
        table.drawn = False

    def next_level(self, seat: int) -> None:
        """Let a seat's button choose, during set-up, who plays there."""
        table = self._table
        seats = self.seats
        if seat in table.match.game.seats:
            try:
                level = seats.levels[seat] + 1
                seats.put(seat, level if level < REMOTE else 0)
            except ValueError:  # no computer plays this game
                table.sound("refused")
                return
            table.sound("tick")
            table.emit({"event": "seats", "seats": seats.names()})

    # -- their moves --------------------------------------------------------------------

    def think(self, now_ms: int) -> bool:
        """Think for one slice; return whether the computers continue to think."""
        table = self._table
        seats = self.seats
        match = table.match
        phase = table.phase
        if table.faults or match.over or isinstance(phase, (Setup, Fold)):
            return False
        if table.recogniser.answers():  # hands go first
            return False
        if isinstance(phase, Move):
            if phase.thinks:
                self.lead(phase, now_ms)  # it may have chosen before the card was laid
                if phase.thinks and seats.think(phase.action, now_ms):
                    self.lead(phase, now_ms)
        elif isinstance(phase, Turn) and not phase.undoing:
            self._turn(now_ms)
        return seats.thinking

    def _turn(self, now_ms: int) -> None:
        """Think about a turn before its card; fold or throw for the computer to act."""
        table = self._table
        seats = self.seats
        match = table.match
        paused = not just(now_ms, table.rested_ms, _PAUSE_MS)
        if match.round is not None:
            if seats.think(-1, now_ms):
                table.drawn = False
            if seats.folds() and paused:
                hand = seats.hand(match.state[TURN])
                table.folded([(card >> 3, card & 7) for card in hand], now_ms)
        elif match.game.die and seats.thinks(match.state[TURN]) and paused and not seats.linked:
            table.roll(now_ms)

    def lead(self, move: Move, now_ms: int) -> None:
        """Lead the hands to the computer's move, when it has chosen one for the card in force."""
        table = self._table
        match = table.match
        wish = self.seats.wish(move.action) or self.seats.wish()
        if wish is None or wish[0] != move.action:
            return
        action, after, way = wish
        table.drawn = False
        table.emit(
            {
                "event": "wish",
                "seat": match.game.colours[match.state[TURN]],
                "move": move_text(match.game, way),
                "card": match.game.actions[action],
            }
        )
        move.led(move.legal.find(after), Way(way, bytes(match.state), after), now_ms)

    # -- their cards --------------------------------------------------------------------

    def takes(self, action: int, copy: int, now_ms: int, lying: bool = False) -> bool:
        """Give a card to the computers it is laid for; False when the game takes it.

        Of one that was lying there when the power came nothing is said but that it was taken.
        """
        table = self._table
        if table.match.round is None:
            return False
        seats = self.seats
        kind, seat = seats.task()
        word = seats.take(action, copy)
        if word == "play":
            return False
        if word and lying:
            return True
        if word in ("", "other-card"):
            table.sound("tick")
            if not word:
                table.feedback.laid(seat, seat ^ 2 if kind == PASS else NOBODY, now_ms)
            colour = table.match.game.colours[seat]
            table.emit({"event": "laid", "seat": colour, "taken": not word})
        else:
            table.refuse("card", word, now_ms)
        table.tell_trouble()
        return True

    def forgets(self, seat: int) -> bool:
        """Let a computer's pile be laid again because it is wrong; False for a person's seat."""
        if not self.seats.computer(seat):
            return False
        self.seats.forget(seat)
        return True

    def task(self) -> tuple:
        """Return (what is to be laid on the slot now, for which seat), see `Seats.task`."""
        return self.seats.task() if isinstance(self._table.phase, Turn) else (0, NOBODY)

    def tell(self) -> None:
        """Show by lights who plays, or which pile is to be laid; say it once in words too."""
        table = self._table
        seats = self.seats
        phase = table.phase
        if isinstance(phase, Setup):
            for seat in table.match.game.seats:
                if seats.levels[seat] == REMOTE:
                    table.feedback.pile(seat, True)
                elif seats.levels[seat]:
                    table.feedback.player(seat, seats.levels[seat])
            return
        kind, seat = self.task()
        if kind:
            table.feedback.pile(seat, kind == CHOOSE)
        elif seats.folds():
            table.feedback.lays_down(table.match.state[TURN])
        elif seats.thinking or self._awaited(phase):
            table.feedback.pile(table.match.state[TURN], True)
        task = kind << 8 | seat
        if task != self._task:
            self._task = task
            if kind and kind != CHOOSE:
                colour = table.match.game.colours[seat]
                table.emit({"event": "lay", "seat": colour, "what": WORDS[kind]})

    def _awaited(self, phase: "Phase") -> bool:
        """Tell whether everybody waits for a choice, this table's computer's or another table's."""
        if isinstance(phase, Move):
            return phase.thinks
        return isinstance(phase, Turn) and self.remote(self._table.match.state[TURN])

    # -- another table ------------------------------------------------------------------

    def remote(self, seat: int) -> bool:
        """Tell whether another table plays a seat."""
        return seat != NOBODY and self.seats.levels[seat] == REMOTE

    def called(self, seat: int) -> None:
        """Tell the link that the seat to act wants its throw or card; the other table's has none here."""
        table = self._table
        table.sound("tick")
        table.emit({"event": "want", "what": "card", "seat": table.match.game.colours[seat]})
