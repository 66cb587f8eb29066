# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `tavle tags` says at its end, and what it wants to know before it locks; the deck is made up."""

import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from tavle.commands import tags as command
from tavle.errors import TavleError


@pytest.fixture
def console():
    return Console(file=io.StringIO(), highlight=False, soft_wrap=True, width=200)


def said(console):
    return console.file.getvalue()


def clerk(ready=(), locked=(), good=True, missing=(), strangers=()):
    deck = SimpleNamespace(
        report=lambda: ["one: twice", "two: missing"],
        good=good,
        missing=lambda: missing,
        strangers=strangers,
        stickers={card: ["04aa"] for card in ready} | {(9, 9): []},
        locked=locked,
        name=lambda card: f"{card[0]}/{card[1]}",
    )
    return SimpleNamespace(deck=deck)


WANTED = [(5, 1), (5, 2), (9, 9)]


@pytest.mark.parametrize(
    ("ready", "locked", "lines"),
    [
        (WANTED[:2], (), ["2 of 3 cards are ready", "not done: 9/9; run `tavle tags` again for these"]),
        ([(5, 2), (7, 7)], [(5, 2)], [
            "1 of 3 cards are ready, 1 locked", "not done: 5/1, 9/9; run `tavle tags` again for these"]),
        (WANTED, (), ["2 of 3 cards are ready", "not done: 9/9; run `tavle tags` again for these"]),
    ],
)  # fmt: skip
def test_what_is_ready_and_what_is_not_is_told(console, ready, locked, lines):
    command._report(console, clerk(ready, locked), False, WANTED)
    assert said(console).splitlines() == lines


def test_nothing_is_left_when_every_wanted_card_is_ready(console):
    command._report(console, clerk(WANTED[:2]), False, WANTED[:2])
    assert said(console) == "2 of 2 cards are ready\n"


def test_a_checked_deck_is_good_or_says_what_is_wrong(console):
    command._report(console, clerk(), True, WANTED)
    assert said(console) == "one: twice\ntwo: missing\nevery card is there, once\n"
    with pytest.raises(TavleError) as error:
        command._report(console, clerk(good=False, missing=[1, 2], strangers={3}), True, WANTED)
    assert str(error.value) == (
        "the deck is not complete and clean: 2 cards missing, 1 strangers; "
        "see the list above; `tavle tags --card NAME/COPY` writes single cards"
    )


def sure(monkeypatch, console, typed="", there=True, learn=False):
    monkeypatch.setattr(command.sys, "stdin", io.StringIO(typed))
    command._sure(there, console, learn)


@pytest.mark.parametrize("typed", ["lock for ever\n", "  Lock For EVER \n"])
def test_a_deck_is_locked_when_somebody_types_the_words(monkeypatch, console, typed):
    sure(monkeypatch, console, typed)
    assert said(console) == (
        "A locked sticker can never be written again, not by this table and not by a phone.\n"
        "Type 'lock for ever' to go on: "
    )


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"typed": "yes\n"}, "nothing was locked: it was not confirmed; run it without --lock"),
        ({"typed": ""}, "nothing was locked: it was not confirmed"),
        (
            {"there": False},
            "nothing was locked: nobody is there to confirm it; run it in a terminal",
        ),
        ({"learn": True}, "cannot lock: --learn writes nothing on the stickers; drop one"),
    ],
)
def test_otherwise_nothing_is_locked(monkeypatch, console, how, why):
    with pytest.raises(TavleError) as error:
        sure(monkeypatch, console, **how)
    assert str(error.value).startswith(why)
