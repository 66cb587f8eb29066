# SPDX-License-Identifier: Apache-2.0
"""Hands of cards in a terminal: one colour's at a time, shown when it says that nobody else looks."""

from collections.abc import Callable

from tavle.afar.side import Side
from tavle.words.terminal import COLOURS, tr


class Screen:
    """Asks the people of a side for the cards they pass and play.

    Args:
        side: the side.
        read: returns the next line that somebody has typed, None when there is none.
        tell: called with a sentence.
        clear: clears the screen.
    """

    def __init__(
        self,
        side: Side,
        read: Callable[[], str | None],
        tell: Callable[[str], None],
        clear: Callable[[], None],
    ):
        self._side = side
        self._read = read
        self._tell = tell
        self._clear = clear
        self._asked: tuple[int, str, bool] | None = (
            None  # entries, colour, whether a card is passed
        )
        self._open = False

    def step(self) -> None:
        """Ask what is to be asked, and take what was typed."""
        wanted = self._wanted()
        if wanted != self._asked:
            self._asked, self._open = wanted, False
            if wanted is not None:
                self._tell(tr("{colour}: Enter shows your cards", colour=self._name(wanted[1])))
        while (line := self._read()) is not None:
            if wanted is None:
                continue
            if not self._open:
                self._open = True
                self._show(wanted)
            elif self._takes(wanted, line.strip()):
                self._clear()
                self._asked = None
                return
            elif line.strip():
                self._tell(tr("{card} cannot be chosen", card=line.strip()[:20]))

    def _wanted(self) -> tuple[int, str, bool] | None:
        """Return who is to choose a card, and whether it is for the partner; fold what cannot be played."""
        side = self._side
        hands, log = side.hands, side.log
        if hands is None or log is None or hands.hand(side.mine[0]) is None:
            return None
        for colour in hands.to_give():
            return len(log), colour, True
        if not side.acts or side.card or hands.waiting():
            return None
        if side.fold():
            self._tell(
                tr(
                    "{colour} can play no card and folds",
                    colour=self._name(log.colour(len(log) - 1)),
                )
            )
            return None
        return len(log), log.turn, False

    def _show(self, wanted: tuple[int, str, bool]) -> None:
        hands = self._side.hands
        assert hands is not None
        _, colour, passes = wanted
        cards = ", ".join(name for name, _ in hands.hand(colour) or ())
        if passes:
            self._tell(
                tr(
                    "{colour} holds {cards}. Which one goes to the partner?",
                    colour=self._name(colour),
                    cards=cards,
                )
            )
        else:
            self._tell(
                tr(
                    "{colour} holds {cards}. Which one is played?",
                    colour=self._name(colour),
                    cards=cards,
                )
            )

    def _takes(self, wanted: tuple[int, str, bool], name: str) -> bool:
        hands = self._side.hands
        assert hands is not None
        return hands.give(wanted[1], name) if wanted[2] else self._side.choose(name)

    def _name(self, colour: str) -> str:
        return tr(COLOURS.get(colour, colour))
