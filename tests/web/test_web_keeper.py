# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a served table does with what people want, when it comes, and who may want it; the session is made up."""

from functools import partial
from types import SimpleNamespace

import pytest
from refusal import refusal

from tavle.errors import TavleError
from tavle.sim.player import Disagreement
from tavle.web import table as tables
from tavle.web.commands import QUICK
from tavle.web.orders import Order, Orders
from tavle.web.party import NotNow

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


class Sitting:
    """People at the table: notes what is done, and lets everybody act for any seat."""

    def __init__(self):
        self.done, self.begun, self.clears, self.computer = [], False, False, False
        self.fails = None

    def mine(self, seat, colour):
        self.seat = seat
        return colour

    def draw(self, colour, turn, phase):
        self.done.append(("draw", colour, turn, phase))
        return "5", 2

    def lay(self, colour, card, turn):
        self.done.append(("lay", colour, card, turn))
        return card

    def clear_slot(self, phase):
        return self.clears

    def computers_turn(self, phase, turn):
        return self.computer

    def take_turn(self, turn, phase):
        self.done.append(("turn", turn, phase, self.table._at_it))
        if self.fails:
            raise self.fails


@pytest.fixture
def table():
    """Return a table in the phase `card` of green's turn, with people at it."""
    made = tables.Table.__new__(tables.Table)
    made.handled, made.told = [], []

    def handle(command):
        made.handled.append(command)
        return {"ok": True}

    target = SimpleNamespace(
        on=True, now_us=9_000_000, slow=False, frames=lambda since: [(since, b"x")]
    )
    world = SimpleNamespace(game=SimpleNamespace(deck=b"\1"), lights=[5, 4, 3])
    made._session = SimpleNamespace(
        target=target, world=world, now_ms=9, usb=[], record=SimpleNamespace(active="")
    )
    made._viewer = SimpleNamespace(
        phase="card", turn="green", line=LINE, stale=False, astray_people=lambda: False
    )
    made._contract = SimpleNamespace(handle=handle)
    made._sitting = Sitting()
    made._sitting.table = made
    made._doing, made._at_it, made._playing, made._orders = None, False, True, Orders()
    made._note = lambda *told: made.told.append(told)
    return made


refused = partial(refusal, NotNow)


def test_a_card_is_taken_from_the_pile(table):
    table._people_take("green")
    assert (
        table._sitting.done == [("draw", "green", "green", "card")] and table._sitting.seat == ""
    )
    assert table.handled == [{"do": "card", "card": "5", "copy": 2}]


@pytest.mark.parametrize("phase", ["card", "deal"])
def test_without_a_pile_a_button_throws(table, phase):
    table._session.world.game.deck = b""
    table._viewer.phase = phase
    assert refused(table._people_take, "red") == "not-your-turn"
    table._people_take("green")
    assert (
        table.handled == [{"do": "press", "button": "green", "ms": 120}]
        and table._sitting.done == []
    )
    table._viewer.phase = "move"
    assert refused(table._people_take, "green") == "finish-move"


@pytest.mark.parametrize("phase", ["card", "deal", "move"])
def test_a_card_of_a_hand_is_laid_on_the_slot(table, phase):
    table._viewer.phase = phase
    table._people_play("green", "7", 3)
    assert table._sitting.done == [("lay", "green", ("7", 3), "green")]
    assert table.handled == [{"do": "card", "card": "7", "copy": 3}]


def test_a_card_waits_for_the_board_and_for_the_move(table):
    for phase, why in (
        ("guide", "board-first"),
        ("setup", "board-first"),
        ("ask", "finish-move"),
        ("over", "finish-move"),
    ):
        table._viewer.phase = phase
        assert refused(table._people_play, "green", "7", 3) == why
    assert table.handled == []
    table._viewer.phase = "card"
    table._contract.handle = lambda command: {"ok": False, "error": "card 7 lies there already"}
    with pytest.raises(ValueError, match=r"^card 7 lies there already$"):
        table._people_play("green", "7", 3)


def test_nobody_plays_where_nobody_sits_or_without_power(table):
    table._session.target.on = False
    assert refused(table._people_take, "green") == "no-power"
    assert refused(table.set_hands, True) == "no-power"
    table.set_hands(False)
    assert table._playing is False
    table._sitting = None
    assert refused(table._people_take, "green") == "nobody-sits"


def order(what, who=None, **fields):
    answers = []
    made = Order(None if what is None else {"do": what, **fields}, answers.append, who)
    made.answers = answers
    return made


GUEST = SimpleNamespace(seat="red")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (order("sit", GUEST), "not-on-this-device"),
        (order("card", GUEST), "not-on-this-device"),
        (order("press", GUEST, button="green"), "not-your-seat"),
        (order("press", GUEST, button="red"), None),
        (order("lift", GUEST), "not-your-turn"),
        (order("place", GUEST), "not-your-turn"),
        (order("withdraw", GUEST), "not-your-turn"),
        (order("state", GUEST), None),
        (order("give", GUEST), None),
        (order("card"), "not-in-hand"),
        (order("draw"), "not-in-hand"),
        (order("hands"), "not-in-hand"),
        (order("lift"), None),
        (order("press", button="green"), None),
        (Order(["lift"], print), None),
    ],
)  # fmt: skip
def test_who_may_do_what_in_a_game(table, wanted, why):
    assert table._allowed(wanted) == (None if why is None else {"ok": False, "error": why})
    if wanted.name in ("lift", "place", "withdraw"):
        table._viewer.turn = "red"
        assert table._allowed(wanted) is None
    table._sitting = None
    assert table._allowed(wanted) is None


def test_a_guest_withdraws_and_takes_back_in_its_own_turn_only(table):
    table._doing = order("back", GUEST)
    assert refused(table._no_guest) == "not-your-turn"
    table._people_take("red")
    assert table._sitting.seat == "red"
    table._viewer.turn = "red"
    table._no_guest()
    table._viewer.turn, table._doing = "green", order("back")
    table._no_guest()


def test_what_is_wanted_is_answered_and_what_changes_something_is_looked_at(table):
    look, lift, wrong = order("state"), order("lift"), order("draw")
    for one in (look, lift, wrong):
        table._viewer.stale = False
        table._do(one)
        assert table._viewer.stale is (one is not look) and table._doing is None
    assert look.answers == lift.answers == [{"ok": True}]
    assert wrong.answers == [{"ok": False, "error": "not-in-hand"}] and len(table.handled) == 2
    table._hello = lambda: {"hello": 1}
    table._do(every := order(None))
    assert every.answers == [{"hello": 1}]


def test_while_one_waits_others_do_what_takes_no_time(table):
    table._doing = order("wait", "one")
    table._hello = lambda: {"hello": 1}
    for name in sorted(QUICK):
        table._interrupt(order(name, "other"))
        assert not table._orders.kept, name
    table._interrupt(order(None, "one"))
    assert not table._orders.kept
    for later in (order("lift", "one"), order("wait", "other"), order("state", "one")):
        table._interrupt(later)
        assert table._orders.kept.pop() is later and later.answers == []
    table._doing = None
    table._interrupt(later := order("lift", "other"))
    assert table._orders.kept.pop() is later


def test_while_a_computer_plays_pawns_are_its_own(table):
    table._at_it = True
    table._interrupt(lift := order("lift"))
    assert lift.answers == [{"ok": False, "error": "computer-plays"}] and not table._orders.kept
    table._interrupt(look := order("state"))
    assert look.answers == [{"ok": True}]
    for name in ("power", "press", "sit", "bench", "open", "back", "table", "tidy"):
        with pytest.raises(tables._HandsOff):
            table._interrupt(order(name))
        assert table._orders.kept.pop().name == name
    table._sitting = None
    with pytest.raises(tables._HandsOff):
        table._interrupt(order("lift"))
    assert table._orders.kept.pop().name == "lift"
    with pytest.raises(tables._HandsOff):
        table._interrupt(order("hands", on=False))
    table._orders.kept.clear()
    table._interrupt(on := order("hands", on=True))
    assert on.answers == [{"ok": True}]


def test_a_computer_plays_when_its_turn_is_and_nothing_is_astray(table):
    sitting = table._sitting
    table._attend(sitting)
    assert sitting.done == [] and not table._viewer.stale
    sitting.computer = True
    table._viewer.astray_people = lambda: True
    table._attend(sitting)
    assert sitting.done == []
    sitting.begun = True
    table._attend(sitting)
    assert sitting.done == [("turn", "green", "card", True)]
    assert table._viewer.stale and not table._at_it and table.told == []
    sitting.fails = Disagreement("not accepted", "somebody was there")
    table._attend(sitting)
    assert not table._at_it and "somebody was there" in table.told[0][0]
    table._viewer.stale, sitting.clears = False, True
    table._attend(sitting)
    assert table._viewer.stale and len(sitting.done) == 2


def test_what_goes_wrong_is_told_and_the_table_goes_on(table):
    pressed = []
    table._session.world.press = lambda *told: pressed.append(told)
    table._session.world.spaces = SimpleNamespace(colours=["red", "blue"])

    def once(error):
        def fail():
            raise error

        table._once, table._playing = fail, True
        table._safely()
        return table._playing

    assert once(tables._Closing()) and pressed == table.told == []
    assert not once(tables._HandsOff()) and table.told == []
    assert pressed == [("table", False), ("red", False), ("blue", False)]
    assert not once(TavleError("no room", "it is full"))
    assert table.told == [("no room: it is full", "fault")]
    with pytest.raises(ZeroDivisionError):
        once(ZeroDivisionError())


def test_why_a_pawn_stays_is_asked_of_the_card_in_force(table):
    table._session.record.active = "5"
    assert table.why("red", "40") == ("not-yours", "")
    table._session.record.active = ""
    with pytest.raises(ValueError, match="card-first"):
        table.why("green", "20")


def test_a_light_is_asked_by_its_name_and_followed_through_its_wires(table, monkeypatch):
    asked = []
    monkeypatch.setattr(tables, "tell", lambda *told: asked.append(told) or "turn")
    table._lamps = [
        {"name": "20", "led": 1, "kind": "ring"},
        {"name": "red:seat", "led": 0, "kind": "seat"},
    ]
    assert table.light("20") == "turn"
    assert asked == [([(7_000_000, b"x")], 4, "ring", 9_000_000)]
    with pytest.raises(ValueError, match="no-such-light"):
        table.light("21")
    table._session.target.on = False
    assert table.light("red:seat") == "dark" and len(asked) == 1


def test_a_probe_tells_the_bits_of_every_wire(table):
    session = table._session
    session.target.inputs = SimpleNamespace(levels=bytearray(b"\xfe\x7f"))
    session.world.contacts = SimpleNamespace(inputs=[15, 3, 0])
    session.world.spaces = SimpleNamespace(name=lambda bit: f"space {bit}")
    session.usb = list(range(40))
    assert table.probe() == {
        "chain": "fe 7f",
        "lights": "78",
        "closed": ["space 0", "space 2"],
        "usb": list(range(10, 40)),
    }
    session.target.on = False
    assert table.probe()["lights"] == ""
    session.target.on, session.target.frames = True, lambda since: [(0, b"a"), (1, b"bc")]
    assert table.probe()["lights"] == "6263"


def test_time_is_let_go_on_by_steps_only_where_it_stands(table):
    ran = []
    table._clock = SimpleNamespace(restart=lambda: ran.append("restart"))
    table._session.run_ms = lambda ms: ran.append((ms, table._session.pace))
    table.pause(False)
    with pytest.raises(ValueError, match="not-paused"):
        table.step(5)
    table.pause(True)
    table.step(5)
    assert ran == [(5, None), "restart"] and table._session.pace == table._pace


@pytest.mark.parametrize(
    ("speed", "slow", "slice_ms"),
    [(1.0, False, 37.0), (0.01, False, 1.0), (10.0, False, 370.0), (10.0, True, 10.0)],
)
def test_how_much_time_passes_at_once(table, speed, slow, slice_ms):
    table._clock = SimpleNamespace(speed=0)
    table._session.target.slow = slow
    table.set_speed(speed)
    assert table._clock.speed == speed and table._session.slice_ms == pytest.approx(slice_ms)
