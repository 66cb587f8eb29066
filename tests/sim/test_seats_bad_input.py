# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What goes wrong with the cards of computers, at a whole table: told by light and words, nothing lost."""

import contextlib

import pytest

from light import palette
from tavle import paths
from tavle.sim.chips.ws2812 import rgb
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, TableSpec

COLOURS = ("green", "blue", "red", "yellow")
SEATS = "green=human,blue=normal,red=human,yellow=normal"
LAYOUT = paths.board_file("partners")


class Evening(Seated):
    """Players who can be told to handle the cards of computers wrongly."""

    def hand(self, colour):
        return list(self._hands[colour])

    def until_asked(self, what):
        """Serve the computers, and let people play, until the table asks for this; return for whom."""
        quiet = 0
        for _ in range(200):
            self._news()
            quiet += 1
            if self._wanted is not None:
                quiet = 0
                if self._wanted[1] == what:
                    return self._wanted[0]
                wanted, self._wanted = self._wanted, None
                self._lay_for(*wanted)
            elif quiet > 8 and not self.computer(self.position().split("turn=")[1].split()[0]):
                self.play_on(1)
                quiet = 0
            self._wait(100)
        raise AssertionError(f"never asked for {what}: {self.events[-3:]}")

    def wait(self, ms):
        self._wait(ms)

    def lay(self, card, ms=1000):
        """Lay a card; return the events that came of it within a second, and the lights seen."""
        self._fetch()
        before = len(self.events)
        self._lay(*card)
        lights = self.lights(ms)
        self._fetch()
        return self.events[before:], lights

    def lay_all(self, cards):
        """Lay what is asked for; every card is taken."""
        for card in cards:
            told, _ = self.lay(card)
            assert [e.get("taken") for e in told if e["event"] != "lay"] == [True], told
        self._wanted = None

    def lay_wanted(self, colour):
        """Lay cards until the one that is wanted lies there; return it."""
        for card in self.hand(colour):
            told, _ = self.lay(card)
            if any(event["event"] == "card" for event in told):
                return card
        raise AssertionError("none of them")

    def lights(self, ms):
        """Let time pass; return (seat, colour) of all that the seats' lights showed in it."""
        since_us = self.session.target.now_us
        self._wait(ms)
        seen = set()
        for _, frame in self.session.target.frames(since_us):
            for colour, led in zip(COLOURS, LAYOUT.SEAT_LED, strict=True):
                if any(rgb(frame, led)):
                    seen.add((colour, hue(rgb(frame, led))))
        return seen

    def refused(self, ms):
        """Let time pass; return the reasons of what was refused since the power came."""
        self._wait(ms)
        self._fetch()
        begun = [k for k, event in enumerate(self.events) if event["event"] == "ready"][-1]
        return [one["reason"] for one in self.events[begun:] if one["event"] == "refused"]

    def position(self):
        return self._ask("state")["firmware"]

    def cut(self):
        """Pull the plug and put it back; nothing is dealt anew."""
        self.session.power(False)
        self.session.power(True)
        assert self.session.until_ready()
        self._wait(500)
        self._fetch()
        begun = [k for k, event in enumerate(self.events) if event["event"] == "ready"][-1]
        asked = [e for e in self.events[begun:] if e["event"] == "lay"]
        self._heard = len(self.events)
        self._wanted = (asked[-1]["seat"], asked[-1]["what"]) if asked else None

    def play_on(self, turns):
        """Play turns as nothing had happened."""
        done = self.turns
        for _ in self.play(done + turns):
            pass
        assert self.turns > done


def hue(lit):
    """Return the colour of the light language that this is nearest to."""

    def apart(other):
        return sum((a / max(lit) - b / max(other)) ** 2 for a, b in zip(lit, other, strict=True))

    known = [rgb for name, rgb in vars(palette).items() if name.isupper() and rgb]
    return min(known, key=apart)


def refused(told, reason):
    """Check that a refusal was told in words and by all seats' lights."""
    events, lights = told
    one = [event for event in events if event["event"] == "refused"]
    assert [event["reason"] for event in one] == [reason] and len(one[0]["text"]) > 20
    assert {(colour, palette.VERMILLION) for colour in COLOURS} <= lights


@pytest.fixture
def evening():
    with contextlib.closing(Session(TableSpec("partners-pawns", seed=3))) as session:
        assert session.until_ready()
        yield Evening(session, levels_of(SEATS), 3)


def test_two_piles_that_are_mixed_up_are_told_and_laid_again(evening):
    first = evening.until_asked("deal")
    evening.lay_all(evening.hand(first))
    other = evening.until_asked("deal")
    assert other != first
    refused(evening.lay(evening.hand(first)[0]), "not-its-card")
    evening.lay_all(evening.hand(other))
    evening.play_on(4)


def test_a_missing_card_is_told_and_the_pile_laid_again(evening):
    colour = evening.until_asked("wish")
    chosen = evening.lay_wanted(colour)
    evening.order(do="press", button="table", ms=1800)  # the referee withdraws it
    evening.wait(500)
    rest = [card for card in evening.hand(colour) if card != chosen]
    for card in rest:
        told, _ = evening.lay(card)
        assert [event["taken"] for event in told if event["event"] == "laid"] in ([False], [])
    refused(evening.lay(rest[0]), "card-missing")
    before = evening.position()
    evening.order(do="press", button=colour, ms=1000)  # held: the pile is laid anew
    assert evening.until_asked("again") == colour
    assert evening.position() == before
    evening.play_on(3)


@pytest.mark.parametrize("laid", (pytest.param(1, marks=pytest.mark.long), 4))
def test_power_goes_while_cards_are_dealt_and_while_it_thinks(evening, laid):
    colour = evening.until_asked("deal")
    hand = evening.hand(colour)
    for card in hand[:laid]:
        evening.lay(card, 700)
    evening.session.run_ms(3 * laid)  # after the last: somewhere in its thought
    evening.cut()
    assert evening.refused(900) == [], "the card still lies there, nobody has laid it anew"
    if laid < len(hand):
        assert evening.until_asked("deal") == colour
        evening.lay_all(hand[laid:])
    evening.play_on(4)


@pytest.mark.long
def test_power_goes_while_a_computer_thinks_about_its_turn(evening):
    colour = evening.until_asked("wish")
    before = evening.position()
    assert evening.session.request("seats", seats={colour: "hard"})["ok"]
    for ms in (5, 60, 250):
        evening.session.run_ms(ms)
        evening.cut()
        assert evening.position() == before
    assert evening.until_asked("wish") == colour
    for card in evening.hand(colour):
        told, _ = evening.lay(card)
        if any(event["event"] == "laid" for event in told):  # not the one it has chosen
            evening.cut()
            assert evening.refused(2500) == []
            assert evening.until_asked("wish") == colour
            break
    evening.play_on(3)
