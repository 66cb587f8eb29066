# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What people may do in a game, and what hands do for them then, gesture by gesture, at a table that is made up."""

from functools import partial
from types import SimpleNamespace

import pytest
from refusal import refusal

from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.web import sitting
from tavle.web.party import NotNow, Party

add_firmware()
from rules import load  # noqa: E402

COLOURS = ("green", "blue", "red", "yellow")
AT_START = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
ON_RING = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
OVER = "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h turn=none winner=green+red"
HAND = [("9", 1), ("5", 2), ("-4", 3)]


class Table:
    """Notes what is done at it; what it says is told before."""

    def __init__(self, game):
        self.world = SimpleNamespace(game=game, take_cards=lambda: self.cards.pop(0))
        self.cards = []
        self.now_ms = 10_000
        self.done = []
        self.phases = []  # what `state` says, in turn
        self.astray = []  # how many pawns each look finds, in turn
        self.undo = []  # what a held table button calls
        self.refuses = ""

    def run_ms(self, ms):
        self.done.append(ms)
        self.now_ms += ms

    def handle(self, command):
        what = command["do"]
        if what == self.refuses:
            return {"ok": False, "error": "not so"}
        if what == "state":
            return {"ok": True, "phase": self.phases.pop(0) if self.phases else "card"}
        rest = [str(value) for name, value in command.items() if name != "do"]
        self.done.append(" ".join([what, *rest]))
        if what == "press" and command["button"] == "table" and self.undo:
            self.undo.pop(0)()
        return {"ok": True}

    def put_right(self, said):
        assert said["ok"]
        return self.astray.pop(0) if self.astray else 0


@pytest.fixture
def sit(monkeypatch):
    """Return what makes (sitting, table) for a rulebook and who sits there."""
    monkeypatch.setattr(sitting, "Contract", lambda session: session)
    monkeypatch.setattr(sitting, "TidyHands", lambda session: session)

    def make(rulebook="partners-pawns", who=("person",) * 4):
        game = load(rulebook)
        table = Table(game)
        party = Party(game, dict(zip(COLOURS, who, strict=True)), 1)
        return sitting.Sitting(table, party), table

    return make


refused = partial(refusal, NotNow)


# Hands


def test_a_hand_is_told_in_the_order_of_the_deck_with_what_can_be_played_and_who_gave_it(sit):
    sitting_, _ = sit()
    party = sitting_.party
    party.hands = {"green": [("9", 1), ("start", 1), ("5", 2)], "blue": [("9", 4)]}
    party.passed = {"red": ("5", 2), "yellow": ("9", 1)}
    assert sitting_.hands(AT_START) == {
        "green": [["start", 1, True, ""], ["5", 2, False, "red"], ["9", 1, False, ""]],
        "blue": [["9", 4, True, ""]],  # what others can play is not told
    }
    party.passed = {"yellow": ("9", 4)}
    assert sitting_.hands(AT_START)["blue"] == [["9", 4, True, "yellow"]]
    everything = [["start", 1, True, ""], ["5", 2, True, ""], ["9", 1, True, ""]]
    assert sitting_.hands("")["green"] == sitting_.hands(OVER)["green"] == everything
    party.stage = "exchange"
    assert sitting_.hands(AT_START)["green"] == everything


def test_what_everybody_may_know_is_the_partys(sit):
    sitting_, _ = sit()
    assert sitting_.public("blue") == sitting_.party.public("blue")
    assert sitting_.public("blue")["acting"] == "blue"


# The slot


@pytest.mark.parametrize(
    ("event", "cleared"),
    [
        ({"event": "accepted", "move": "-", "position": ""}, True),
        ({"event": "folded", "colour": "green"}, True),
        ({"event": "refused", "what": "card", "reason": "no-move"}, True),
        ({"event": "refused", "what": "fold", "reason": "can-play"}, True),
        ({"event": "refused", "what": "move", "reason": "not-legal"}, False),
        ({"event": "card", "card": "5", "copy": 1, "playable": True}, False),
        ({"event": "undone", "position": ""}, False),
    ],
)
def test_a_card_that_was_used_is_taken_off_after_700_ms(sit, event, cleared):
    sitting_, table = sit()
    sitting_.hear(event, "green")
    table.cards = [2]
    table.now_ms += 699
    assert not sitting_.clear_slot("card") and table.cards == [2]
    table.now_ms += 1
    assert not sitting_.clear_slot("move") and table.cards == [2]
    assert sitting_.clear_slot("card") is cleared
    assert table.cards == ([] if cleared else [2])
    assert not sitting_.clear_slot("card")  # once


@pytest.mark.parametrize("phase", ["card", "deal", "over"])
def test_an_empty_slot_needs_no_clearing(sit, phase):
    sitting_, table = sit()
    sitting_.hear({"event": "folded", "colour": "green"}, "green")
    table.now_ms += 700
    table.cards = [0]
    assert sitting_.clear_slot(phase) is False and table.cards == []


def test_a_card_that_can_be_played_stays_and_so_does_one_that_is_laid_by_hand(sit):
    sitting_, table = sit("sorry")
    folded = {"event": "folded", "colour": "green"}
    useless = {"event": "card", "card": "5", "copy": 1, "playable": False}
    for keep, stays in (
        (lambda: sitting_.hear({**useless, "playable": True}, "green"), True),
        (lambda: sitting_.hear(useless, "green"), False),
        (lambda: sitting_.draw("green", "green", "card"), True),
    ):
        sitting_.hear(folded, "green")
        keep()
        table.now_ms += 700
        table.cards = [1]
        assert sitting_.clear_slot("card") is not stays


# Who may do what


def test_a_screen_acts_for_its_people_and_a_device_for_its_own_seat(sit):
    sitting_, _ = sit(who=("person", "device", "easy", "person"))
    assert sitting_.mine("", "green") == "green" and sitting_.mine("blue", "blue") == "blue"
    assert refused(sitting_.mine, "", "blue") == "not-your-seat"
    assert refused(sitting_.mine, "", "red") == "not-your-seat"
    assert refused(sitting_.mine, "blue", "green") == "not-your-seat"
    for nobody in ("pink", 3, None, ["green"]):
        assert refused(sitting_.mine, "", nobody) == "no-such-seat"


def test_a_card_is_drawn_by_the_player_whose_turn_it_is_when_a_turn_begins(sit):
    sitting_, _ = sit("sorry")
    card = sitting_.draw("green", "green", "card")
    assert card == sitting_.draw("green", "green", "deal") == sitting_.party.draw()
    assert refused(sitting_.draw, "blue", "green", "card") == "not-your-turn"
    assert refused(sitting_.draw, "green", "green", "move") == "finish-move"
    for other in ("partners-pawns", "ludo-norsk"):
        assert refused(sit(other)[0].draw, "green", "green", "card") == "no-pile"


def test_a_held_card_may_be_laid(sit):
    sitting_, table = sit()
    sitting_.party.hands = {"green": list(HAND)}
    assert refused(sitting_.lay, "green", ("9", 2), "green") == "not-in-hand"
    sitting_.hear({"event": "folded", "colour": "blue"}, "blue")
    assert sitting_.lay("green", ("9", 1), "green") == ("9", 1)
    table.now_ms += 1000
    assert not sitting_.clear_slot("card")  # it is not taken from under the hand


def test_cards_are_passed_by_people_and_by_computers(sit):
    sitting_, _ = sit(who=("person", "easy", "person", "hard"))
    party = sitting_.party
    dealt = {"event": "round", "dealer": "red", "deal": 1, "first": "green"}
    sitting_.hear(dealt, "green")
    card = party.hands["green"][0]
    sitting_.give("green", card)
    assert party.given == {"green": card}
    sitting_.think_what_to_give(AT_START)
    assert party.waiting() == ["red"]


# Folding


def test_a_hand_is_put_down_card_after_card(sit):
    sitting_, table = sit()
    sitting_.party.hands = {"green": list(HAND)}
    sitting_.fold("green", AT_START)
    shown = [did for name, copy in HAND for did in (f"card {name} {copy}", 600, "nocard", 600)]
    assert table.done == ["nocard", 600, "press green 1500", *shown]


def test_an_empty_hand_is_put_down_by_the_button_alone(sit):
    sitting_, table = sit()
    sitting_.fold("green", AT_START)
    assert table.done == ["nocard", 600, "press green 1500"]


def test_a_hand_is_not_put_down_when_it_is_not_the_time(sit):
    sitting_, table = sit()
    sitting_.party.hands = {"green": list(HAND)}
    assert refused(sitting_.fold, "blue", AT_START) == "not-your-turn"
    assert refused(sitting_.fold, "green", ON_RING) == "can-play"
    assert refused(sitting_.fold, "green", OVER) == "game-over"
    assert refused(sitting_.fold, "green", "") == "game-over"
    sitting_.party.stage = "over"
    assert refused(sitting_.fold, "green", AT_START) == "game-over"
    sitting_.party.stage = "exchange"
    assert refused(sitting_.fold, "green", AT_START) == "exchange-first"
    assert table.done == []


def test_hands_that_are_refused_say_so(sit):
    sitting_, table = sit()
    table.refuses = "press"
    with pytest.raises(TavleError) as error:
        sitting_.fold("green", AT_START)
    assert "the hands cannot do that" in str(error.value) and error.value.why == "not so"
    assert error.value.next_step == "{'do': 'press', 'button': 'green', 'ms': 1500}"


# Taking back

HELD = ["press table 2200", 200]


@pytest.mark.parametrize("phase", ["move", "ask", "guide", "fold"])
def test_a_card_in_force_is_withdrawn_by_the_table_button_and_pawns_go_back(sit, phase):
    sitting_, table = sit()
    table.phases, table.astray = [phase], [1, 0]
    sitting_.withdraw()
    assert table.done == ["nocard", 1500, *HELD]
    table.done.clear()
    table.phases, table.astray = [phase], [0, 2]
    sitting_.withdraw()
    assert table.done == ["nocard", *HELD, 1500]


def test_a_throw_stays_where_it_fell(sit):
    sitting_, table = sit("ludo-norsk")
    table.phases, table.astray = ["move"], [1]
    sitting_.withdraw()
    assert table.done == ["nocard", 1500]


@pytest.mark.parametrize("phase", ["card", "deal", "over"])
def test_without_a_card_in_force_only_pawns_are_put_right(sit, phase):
    sitting_, table = sit()
    table.phases, table.astray = [phase], [1]
    sitting_.withdraw()
    assert table.done == ["nocard", 1500]
    table.done.clear()
    sitting_.put_right()
    assert table.done == []


def moved(sitting_, *movers):
    """Let colours have made a move each."""
    for colour in movers:
        sitting_.hear({"event": "accepted", "move": "-", "position": ""}, colour)


def undoing(sitting_):
    return lambda: sitting_.hear({"event": "undone", "position": ""}, "green")


def test_without_a_persons_move_nothing_is_taken_back(sit):
    sitting_, table = sit(who=("person", "easy", "person", "easy"))
    assert refused(sitting_.back, "green") == "nothing-to-take-back"
    moved(sitting_, "blue", "yellow")
    assert refused(sitting_.back, "green") == "nothing-to-take-back" and table.done == []


def test_the_computers_moves_after_a_persons_are_taken_back_with_it(sit):
    sitting_, table = sit(who=("person", "easy", "person", "easy"))
    moved(sitting_, "red", "green", "blue")
    table.undo = [undoing(sitting_)] * 3
    table.astray = [0, 1, 1]
    sitting_.back("red")
    once = ["nocard", *HELD, 1500]
    assert table.done == ["nocard", *once, *once]
    assert len(table.undo) == 1 and sitting_.party.last_mover() == "red"


@pytest.mark.parametrize("phase", ["move", "ask"])
def test_the_card_of_a_move_goes_back_to_the_hand(sit, phase):
    sitting_, table = sit()
    moved(sitting_, "green")
    table.undo = [undoing(sitting_), lambda: None]
    table.phases = ["card", "card", "card", phase]
    sitting_.back("blue")
    assert table.done == ["nocard", "nocard", *HELD, *HELD] and table.undo == []


def test_the_card_of_a_pile_stays_on_the_slot(sit):
    sitting_, table = sit("sorry")
    moved(sitting_, "green")
    table.undo = [undoing(sitting_)]
    table.phases = ["card", "card", "card", "move"]
    sitting_.back("blue")
    assert table.done == ["nocard", "nocard", *HELD]


def test_a_table_that_takes_nothing_back_is_told_once(sit):
    sitting_, table = sit()
    moved(sitting_, "green")
    assert refused(sitting_.back, "blue") == "nothing-to-take-back"
    assert table.done == ["nocard", "nocard", *HELD]


# Computers


def test_when_a_computer_acts(sit):
    sitting_, _ = sit(who=("person", "easy", "person", "hard"))
    for phase in ("card", "deal", "move", "ask", "fold"):
        assert sitting_.computers_turn(phase, "blue") and sitting_.computers_turn(phase, "yellow")
        assert not sitting_.computers_turn(phase, "green")
    for phase in ("over", "fault", "setup"):
        assert not sitting_.computers_turn(phase, "blue")
    assert not sitting_.computers_turn("guide", "blue")
    sitting_.begun = True
    assert sitting_.computers_turn("guide", "blue") and not sitting_.computers_turn(
        "card", "green"
    )
    for stage in ("exchange", "over"):
        sitting_.party.stage = stage
        assert not sitting_.computers_turn("card", "blue")


class Computer:
    """Stands for the hands of a computer: notes what it holds, and whether its turn is begun."""

    made = []

    def __init__(self, session, thinker, hand, known):
        self.told = (session, thinker, hand, known)
        Computer.made.append(self)

    def take_turn(self):
        self.begun = self.sitting.begun


@pytest.mark.parametrize("rulebook", ["partners-pawns", "sorry", "ludo-norsk"])
def test_a_computer_takes_its_turn_with_its_own_hand(sit, monkeypatch, rulebook):
    tidied = []
    monkeypatch.setattr(sitting, "ComputerHands", Computer)
    monkeypatch.setattr(sitting, "tidy", tidied.append)
    sitting_, table = sit(rulebook, ("easy", "normal", "hard", "easy"))
    party, Computer.sitting = sitting_.party, sitting_
    hand = []
    if rulebook == "partners-pawns":
        party.hands = {"green": [("9", 1)], "red": list(HAND)}
        hand = [party.index(card) for card in HAND]
    elif rulebook == "sorry":
        hand = [party.index(party.draw())]
    sitting_.hear({"event": "folded", "colour": "blue"}, "blue")
    sitting_.take_turn("red", "card")
    done = Computer.made.pop()
    assert done.told == (table, party.thinkers["red"], hand, party.known())
    assert done.begun and not sitting_.begun and tidied == []
    table.now_ms += 1000
    assert not sitting_.clear_slot("card")  # its card is its own to take
    sitting_.take_turn("red", "move")
    assert tidied == [table]
    sitting_.take_turn("red", "deal")
    assert tidied == [table]
    sitting_.begun = True
    sitting_.take_turn("red", "card")
    assert tidied == [table, table]
