# SPDX-License-Identifier: Apache-2.0
"""What the lights are told in every situation: each signal on its place, and on no other."""

from tabletop import Tabletop
from tempdir import new_folder

from app.table.feedback import Feedback
from app.table.led_map import LedMap
from light import layers, palette, signals
from light.lights import Lights
from light.patterns import EFFECT, PERIOD_MS
from rules.game import NOBODY, TURN, WINNER
from rules.moves import ends, starts
from rules.notation import move_text
from rules.parse import parse_position

PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
WALLED = "partners-pawns green:h,h,h,13 blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
SWAP = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=yellow"
BUMPING = "sorry red:h,h,h,f blue:h,h,0,19 yellow:h,h,h,58 green:h,h,h,5 turn=blue"
LAST = "sorry red:z5,f,f,f blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"
SIGNALS = {
    name: getattr(signals, name)
    for name in dir(signals)
    if name == name.upper() and name[0] != "_"
}


class Spy:
    """Stands for `Lights`: what each layer says about each light."""

    def __init__(self):
        self.said = {}
        self.ambience = {}
        self.moments = []

    def urgent(self, on):
        pass

    def show(self, signal, led, rgb):
        self.said[(signal >> 8, led, signal)] = rgb

    def set(self, layer, led, rgb, pattern):
        assert layer == layers.AMBIENCE and pattern == EFFECT
        self.ambience[led] = rgb

    def clear(self, layer):
        if layer == layers.AMBIENCE:
            self.ambience = {}
        self.said = {key: rgb for key, rgb in self.said.items() if key[0] != layer}

    def expire(self, layer, now_ms, duration_ms=PERIOD_MS):
        self.moments.append(("expire", layer, now_ms))

    def restart(self, layer, now_ms):
        self.moments.append(("restart", layer, now_ms))

    def effect(self, function, now_ms):
        self.moments.append(("effect", function, now_ms))


class Seen(Tabletop):
    """A table with the real feedback, whose lights write down what they are told."""

    def __init__(self, line, hints="full", order=None, dice=()):
        self.spy = Spy()
        self.settings = {"hints": hints}
        self.order = order
        game, state = parse_position(line)
        Tabletop.__init__(self, new_folder(), game.rulebook, game.seats, game.options, state, dice)

    def boot(self):
        Tabletop.boot(self)
        leds = LedMap(self.spy, self.layout, self.map, self.debounce, self.order)
        self.feedback = self.table.feedback = Feedback(self.spy, leds, self.game, self.settings)

    def led(self, bit):
        return self.layout.LED[bit]

    def ring(self, index):
        return self.led(self.layout.RING[index])

    def home(self, seat, slot):
        return self.led(self.layout.HOME[4 * seat + slot])

    def seat(self, number):
        return self.layout.SEAT_LED[number]

    def told(self, *names):
        """Return {signal name: sorted lights} of what is said now, of these signals or of all."""
        found = {}
        for _, led, signal in self.spy.said:
            (name,) = [n for n, value in SIGNALS.items() if value == signal]
            found.setdefault(name, []).append(led)
        return {n: sorted(leds) for n, leds in found.items() if not names or n in names}


def test_before_the_first_card_the_turn_the_dealer_and_the_deal_are_shown():
    top = Seen(PAWNS)
    assert top.told() == {"TURN": [top.seat(0)], "DEALER": [top.seat(3)], "DEAL": [top.home(3, 0)]}
    assert top.spy.said[(signals.TURN >> 8, top.seat(0), signals.TURN)] == top.layout.COLOURS[0]
    for _ in range(4):
        top.match.fold([])
    top.table.refresh(top.now)
    top.wait(20)
    assert top.told() == {
        "TURN": [top.seat(0)], "DEALER": [top.seat(3)], "DEAL": [top.home(3, 0), top.home(3, 1)],
    }  # fmt: skip


def test_with_a_card_the_pawns_that_can_move_are_shown_and_in_the_hand_where_they_can_go():
    top = Seen(PAWNS).card("5")
    assert top.told() == {"TURN": [top.seat(0)], "MOVABLE": [top.ring(3), top.ring(20)]}
    top.lift(0, 21).wait(300)
    assert top.told() == {
        "TURN": [top.seat(0)], "ORIGIN": [top.ring(20)], "DESTINATION": [top.ring(25)],
    }  # fmt: skip
    assert [m[:2] for m in top.spy.moments] == [("restart", layers.HINTS)]
    top.place(0, 26).wait(1500)
    assert top.told() == {"TURN": [top.seat(1)], "ACCEPTED": sorted((top.ring(25), top.seat(0)))}
    assert top.spy.moments[-1][:2] == ("expire", layers.FLASH)


def test_a_hint_is_seen_where_the_move_before_has_flashed_a_moment_ago():
    top = Seen(
        "partners-pawns green:h,h,h,20 blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
    )
    lights = Lights(top.layout.N_LEDS, 5000)
    leds = LedMap(lights, top.layout, top.map, top.debounce)
    top.feedback = top.table.feedback = Feedback(lights, leds, top.game, top.settings)
    frame = bytearray(3 * top.layout.N_LEDS)
    top.card("5").lift(0, 21).wait(300).place(0, 26)
    while not top.named("accepted"):
        top.wait(5)
    lights.render(top.now, frame)
    assert lights.seen(top.ring(25))[0] == layers.FLASH
    top.wait(400).card("10").wait(100).lift(1, 16).wait(20)
    lights.render(top.now, frame)
    assert lights.seen(top.ring(25))[0] == layers.HINTS


def test_a_lift_is_answered_while_a_computer_thinks_about_the_card():
    top = Seen("sorry red:h,7,23,40 blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red")
    top.computers("hard", "human", "human", "human").card("11")
    asked = top.told()
    assert asked["ORIGIN"] == [top.seat(0)] and asked["THINKS"] == [top.seat(0)]
    top.lift(0, 24).wait(20)
    assert top.told("ORIGIN", "DESTINATION") == {"ORIGIN": sorted((top.ring(23), top.seat(0)))}
    assert top.table.computers.seats.thinking
    top.place(0, 24).wait(20)
    assert top.told("ORIGIN") == {"ORIGIN": [top.seat(0)]}


def test_a_computers_pawn_is_shown_with_its_way_before_it_is_lifted():
    """Of two pawns on one space no reed tells which was lifted, nor that one was."""
    line = "ludo-norsk red:h,h,%s yellow:h,h,h,%s blue:h,h,h,h green:h,h,h,h turn=red"
    for red, yellow, start, kind, end in (
        ("5,5", "8", 5, "BUMP_TARGET", 8),
        ("5,5", "h", 5, "DESTINATION", 8),
        ("h,13", "13", 13, "DESTINATION", 16),
    ):
        top = Seen(line % (red, yellow), dice=[3])
        top.computers("normal", "human", "human", "human").wait(2000)
        assert top.table.computers.led
        told = top.told("MOVABLE", "DESTINATION", "BUMP_TARGET")
        assert told == {"MOVABLE": [top.ring(start)], kind: [top.ring(end)]}
    people = Seen(line % ("5,5", "h"), dice=[3]).tap(0).wait(2000)
    assert people.told("MOVABLE", "DESTINATION") == {"MOVABLE": [people.ring(5)]}


def led_by(line, move, card, hints="full"):
    """Return a table whose lights lead through a computer's move, given as its text."""
    top = Seen(line, hints)
    game = top.game
    seat = top.match.state[TURN]
    top.computers(*["normal" if n == seat else "human" for n in range(4)])
    action = game.actions.index(card)
    for after, made in game.results(top.match.state, action):
        if move_text(game, made) == move:
            top.table.active = action
            top.table.results = top.match.results(action)
            seats = top.table.computers.seats
            seats._wish = (action, after, made)
            seats._at = seats._about(action)
            top.table.wait_for_hands(top.now)
            top.table.refresh(top.now)
            top.wait(20)
            return top
    raise AssertionError("no such move: " + move)


def test_who_is_sent_home_by_a_computer_is_shown_before_anything_is_lifted():
    top = led_by(BUMPING, "b0>5xg5", "5")
    assert top.told("MOVABLE", "BUMP_TARGET", "DESTINATION") == {
        "MOVABLE": [top.ring(0)], "BUMP_TARGET": [top.ring(5)],
    }  # fmt: skip
    assert len(top.told("BUMP_HOME")["BUMP_HOME"]) == 1
    top.carry(3, 6, 0, 300, 300)
    assert top.told("MOVABLE", "BUMP_TARGET", "BUMP_HOME") == {"MOVABLE": [top.ring(0)]}
    top.lift(1, 1).wait(300)
    assert top.told("DESTINATION", "MOVABLE") == {"DESTINATION": [top.ring(5)]}
    top.place(1, 6).wait(2000)
    assert top.named("accepted")[-1]["move"] == "b0>5xg5"


def test_a_pawn_that_slides_back_to_where_it_changed_places_is_not_to_be_moved_S7():
    line = "sorry red:h,h,8,37 blue:0,17,19,34 yellow:31,58,f,f green:33,49,f,f turn=blue"
    top = led_by(line, "b34<>y31+b31>34xg33xy34", "11")
    assert top.told("MOVABLE", "DESTINATION", "BUMP_TARGET") == {
        "BUMP_TARGET": sorted((top.ring(31), top.ring(33))),
    }  # fmt: skip
    for seat, place in ((2, 32), (3, 34)):
        top.carry(seat, place, 0, 300, 300)
    top.wait(5000)
    if top.table.phase == "ask":
        top.tap(1)
    assert top.named("accepted")[-1]["move"] == "b34<>y31+b31>34xg33xy34"


def test_who_joins_a_pawn_that_stays_does_not_keep_the_others_of_a_computers_move_dark():
    """No reed tells that it has come: its way stays lit, and so does who goes next."""
    line = "partners-movers green:h,h,h,h blue:h,15,23,25 red:7,13,30,31 yellow:21,27,29,45 turn=yellow"
    top = led_by(line, "y27>29+y45>50", "7")
    top.lift(3, 28).wait(600)
    either = {"DESTINATION": [top.ring(29)], "MOVABLE": [top.ring(45)]}
    assert top.told("MOVABLE", "DESTINATION") == either
    top.place(3, 30).wait(600)
    assert top.told("MOVABLE", "DESTINATION") == either
    top.lift(3, 46).wait(600)
    assert top.told("MOVABLE", "DESTINATION") == {"DESTINATION": [top.ring(50)]}
    top.place(3, 51).wait(1000).tap(3)
    assert top.named("accepted")[-1]["move"] == "y27>29+y45>50"


def test_the_second_pawn_of_a_stack_is_led_to_where_the_first_one_is_not():
    line = (
        "partners-pawns green:h,h,h,21 blue:z1,z2,z3,z4 red:h,30,30,z4 yellow:40,43,z3,z4 turn=red"
    )
    top = led_by(line, "r30>33+r30>34", "7")
    for place in (35, 34):
        top.lift(2, 31).wait(600)
        told = top.told("DESTINATION")["DESTINATION"]
        assert top.ring(place - 1) in told and (place == 35 or len(told) == 1)
        top.place(2, place).wait(1000)
    assert top.named("accepted")[-1]["move"] == "r30>33+r30>34"


def test_a_computers_move_that_no_reed_tells_of_asks_for_the_button():
    line = "ludo-norsk red:h,h,8,9 yellow:13,13,14,37 blue:h,h,h,5 green:h,h,h,h turn=yellow"
    top = led_by(line, "y13>14", "1")
    told = top.told("MOVABLE", "DESTINATION", "PRESS")
    assert told == {
        "MOVABLE": [top.ring(13)], "DESTINATION": [top.ring(14)], "PRESS": [top.seat(1)],
    }  # fmt: skip
    top.wait(4000)  # a pawn has gone from one stack to the other: nothing opened, nothing closed
    assert not top.named("guide") and top.told("PRESS")
    for _ in range(2):
        if not top.named("accepted"):
            top.wait(20).tap(1)
    assert top.named("accepted")[-1]["move"] == "y13>14"
    assert not top.told("PRESS")
    seen = led_by(line.replace("13,13,14", "13,14,22"), "y13>14", "1")
    assert not seen.told("PRESS"), "13 will be empty"
    line = "sorry red:h,h,8,37 blue:0,17,19,34 yellow:31,58,f,f green:33,49,f,f turn=blue"
    assert not led_by(line, "b19<>r8", "11").told("PRESS"), "they will be lifted"


def test_a_pawn_lifted_a_second_time_is_shown_with_its_own_way():
    """It was touched first; another part of the 7 has been made meanwhile."""
    top = Seen("sorry red:h,h,h,f blue:h,h,19,59 yellow:h,h,h,h green:h,h,h,h turn=blue").card("7")
    top.carry(1, 60, 60, 400, 400).carry(1, 20, 24, 500, 300)  # four steps
    top.lift(1, 60).wait(20)
    assert top.told("ORIGIN") == {"ORIGIN": [top.ring(59)]}
    top.wait(500)
    assert top.told("ORIGIN", "DESTINATION") == {
        "ORIGIN": [top.ring(59)], "DESTINATION": [top.ring(2)],
    }  # fmt: skip


def test_a_pawn_has_its_lights_though_another_went_home_from_under_a_third_L9():
    """Green has come to yellow with a 6: yellow leaves no space that a reed could tell of."""
    line = (
        "ludo-norsk red:h,8,f,f yellow:17,f,f,f blue:h,23,f,f green:17,20,f,f turn=green moved=17"
    )
    top = Seen(line, dice=[3]).tap(3).wait(500).lift(1, 18).place(1, 0).wait(1000)
    top.lift(3, 21).wait(1000)
    assert top.told("ORIGIN", "DESTINATION") == {
        "ORIGIN": [top.ring(20)], "DESTINATION": [top.ring(23)],
    }  # fmt: skip


def test_a_pawn_in_an_area_of_a_colour_that_does_not_play_is_nobodys():
    """A reed there closes while a pawn is in the hand: slid past it, or put there."""
    for seats, spare in ((("red", "yellow"), (1, 3)), (("red", "blue", "yellow"), (3,))):
        pawns = " ".join("%s:h,h,h,%d" % (colour, 10 * k + 6) for k, colour in enumerate(seats))
        top = Seen("sorry " + pawns + " turn=red").card("5").lift(0, 7).wait(300)
        for seat in spare:
            for place in (0, 61):  # home, and the first of its lane
                for bit in top.map.bits(top.map.spot(seat, place))[:1]:
                    top.wire[bit >> 3] ^= 1 << (bit & 7)
                    top.wait(1000)
                    assert top.told("ORIGIN")["ORIGIN"] == [top.ring(6)]
                    top.wire[bit >> 3] ^= 1 << (bit & 7)
                    top.wait(1000)
        top.place(0, 12).wait(3000)
        assert top.named("accepted")[-1]["move"] == "r6>11"


def test_hints_can_be_less_or_off():
    top = Seen(PAWNS, "pawns").card("5")
    assert top.told("MOVABLE") == {"MOVABLE": [top.ring(3), top.ring(20)]}
    top.lift(0, 21).wait(300)
    assert top.told() == {"TURN": [top.seat(0)], "ORIGIN": [top.ring(20)]}
    top = Seen(PAWNS, "off").card("5").lift(0, 21).wait(300)
    assert top.told() == {"TURN": [top.seat(0)]}
    top = led_by(
        BUMPING, "b0>5xg5", "5", "off"
    )  # a computer's, whatever people want for themselves
    assert top.told("MOVABLE") == {"MOVABLE": [top.ring(0)]}


def test_pawns_at_home_are_shown_on_the_slots_that_hold_them():
    top = Seen(PAWNS).lift(0, 0)  # one of two pawns at home is taken away
    top.wait(300).place(0, 0).wait(4000).card("start")
    held = [
        k
        for k in range(4)
        if not top.wire[top.layout.HOME[k] >> 3] >> (top.layout.HOME[k] & 7) & 1
    ]
    assert len(held) == 2
    assert top.told("MOVABLE") == {"MOVABLE": sorted(top.home(0, k) for k in held)}


def test_the_slot_that_a_pawn_leaves_and_comes_back_to_is_lit_with_the_edge():
    top = Seen(PAWNS).card("start")
    before = top.told("MOVABLE")["MOVABLE"]
    assert len(before) > 1
    top.lift(0, 0).wait(300)
    (left,) = top.told("ORIGIN")["ORIGIN"]
    assert left in before, "the light of the slot that it has left, not of an empty one beside it"
    top.place(0, 0).wait(300)
    assert top.told("MOVABLE")["MOVABLE"] == before


def test_who_is_sent_home_is_shown_at_the_target_and_on_an_empty_slot():
    line = PAWNS.replace("blue:h,h,h,33", "blue:h,h,h,25")
    for hints in ("full", "off"):
        top = Seen(line, hints).card("5").lift(0, 21).wait(300)
        assert top.told("BUMP_TARGET") == (
            {"BUMP_TARGET": [top.ring(25)]} if hints == "full" else {}
        )
        top.lift(1, 26).wait(300)
        bump = top.told("BUMP_HOME")["BUMP_HOME"]
        empty = [
            k
            for k in range(4)
            if top.wire[top.layout.HOME[4 + k] >> 3] >> (top.layout.HOME[4 + k] & 7) & 1
        ]
        assert bump == [top.home(1, empty[0])]
        top.place(0, 26).wait(300).place(1, 0).wait(2000)
        assert top.named("accepted") and not top.told("BUMP_HOME")


def test_a_wall_is_shown_to_who_may_not_pass_and_flashes_when_it_holds_a_pawn_back():
    top = Seen(WALLED).card("1/14")
    assert top.told("WALL") == {}  # one step is possible
    top = Seen(WALLED).card("5")  # no pawn can move
    assert top.named("refused")[-1]["reason"] == "wall"
    told = top.told("WALL_REFUSES", "REFUSED")
    assert told["REFUSED"] == sorted(top.seat(s) for s in range(4))
    assert told.get("WALL_REFUSES") == [top.ring(15)]
    assert ("expire", layers.REFUSAL) in [m[:2] for m in top.spy.moments]


def test_a_wall_is_shown_beside_the_pawns_that_can_move_and_flashes_under_a_lifted_one():
    top = Seen(WALLED.replace("green:h,h,h,13", "green:h,h,13,32")).card("5")
    assert top.told() == {"TURN": [top.seat(0)], "MOVABLE": [top.ring(32)], "WALL": [top.ring(15)]}
    top.lift(0, 14).wait(300)
    told = top.told("ORIGIN", "DESTINATION", "WALL", "WALL_REFUSES")
    assert told == {"ORIGIN": [top.ring(13)], "WALL_REFUSES": [top.ring(15)]}
    assert ("expire", layers.REFUSAL) in [m[:2] for m in top.spy.moments]
    top.place(0, 14).wait(1000)
    assert top.told("WALL", "MOVABLE") == {"WALL": [top.ring(15)], "MOVABLE": [top.ring(32)]}
    top = Seen(WALLED.replace("green:h,h,h,13", "green:h,h,13,32"), "pawns").card("5")
    assert top.told("WALL") == {}


def test_a_wall_flashes_as_well_for_a_pawn_that_is_not_lifted_alone():
    top = (
        Seen(WALLED.replace("green:h,h,h,13", "green:h,12,13,32")).card("5").lift(0, 14).wait(500)
    )
    assert top.told("WALL_REFUSES") == {"WALL_REFUSES": [top.ring(15)]}
    top.lift(0, 13).wait(300)
    top.spy.said.clear()
    top.table.refresh(top.now)
    top.wait(50)
    told = top.told("ORIGIN", "WALL_REFUSES", "DESTINATION")
    assert told == {"ORIGIN": [top.ring(12), top.ring(13)], "WALL_REFUSES": [top.ring(15)]}


def test_a_wall_is_shown_for_pawns_of_the_seat_to_act_alone():
    top = Seen(
        "partners-pawns green:h,h,h,40 blue:13,15,20,31 red:h,h,h,50 yellow:h,h,h,h turn=green"
    )
    top.card("5").wait(500)
    assert "MOVABLE" in top.told() and "WALL" not in top.told()


def test_a_refusal_flashes_on_every_seat_and_on_its_place_and_says_why_by_its_signal():
    top = Seen(PAWNS)  # two of green's home slots are empty
    seats = sorted(top.seat(s) for s in range(4))
    for word, place, wanted in (
        ("not-your-turn", NOBODY, {"REFUSED": seats}),
        ("not-legal", NOBODY, {"REFUSED": seats}),
        ("occupied", 21, {"REFUSED": sorted(seats + [top.ring(20)])}),
        ("not-legal", 21, {"REFUSED": sorted(seats + [top.ring(20)])}),
        ("two-cards", NOBODY, {"ONE_CARD": seats}),
        ("wall", 16, {"REFUSED": seats, "WALL_REFUSES": [top.ring(15)]}),
        ("barrier", 21, {"REFUSED": seats, "WALL_REFUSES": [top.ring(20)]}),
    ):
        top.spy.clear(layers.REFUSAL)
        top.feedback.refused(word, place, 0, 77)
        assert top.told("REFUSED", "ONE_CARD", "WALL_REFUSES") == wanted, word
        assert top.spy.moments[-1] == ("expire", layers.REFUSAL, 77)
    top.spy.clear(layers.REFUSAL)
    top.feedback.refused("not-legal", 0, 0, 77)
    told = top.told("REFUSED", "WALL_REFUSES", "ONE_CARD")
    assert list(told) == ["REFUSED"] and len(set(told["REFUSED"]) - set(seats)) == 1, "one slot"


def test_a_take_back_flashes_on_every_seat():
    top = Seen(PAWNS)
    top.feedback.undone(5)
    assert top.told("UNDONE") == {"UNDONE": sorted(top.seat(s) for s in range(4))}
    assert top.spy.moments[-1] == ("expire", layers.FLASH, 5)


def test_the_throw_is_counted_on_the_spaces_in_front_of_the_players_start_until_the_move():
    for value in (3, 4):
        top = Seen(LUDO, dice=[value])
        seat = top.game.colours.index("yellow")
        top.tap(seat)
        start = seat * top.game.ring // 4
        dice = sorted(top.ring((start + k) % top.game.ring) for k in range(value))
        assert top.named("rolled")[-1]["value"] == value
        assert top.told("DIE") == {"DIE": dice}
        top.carry(seat, 21, 21 + value)
        assert top.named("accepted") and not top.told("DIE")


def test_the_way_out_is_shown_one_pawn_at_a_time():
    top = Seen(PAWNS).carry(0, 21, 31).carry(1, 34, 50).wait(5000)
    guide = top.named("guide")[-1]
    assert len(guide["missing"]) == len(guide["extra"]) == 2
    place = {"green:20": 20, "blue:33": 33}[guide["missing"][0]]
    extra = int(guide["extra"][0].partition(":")[2])
    assert top.told("MISSING", "EXTRA") == {
        "MISSING": [top.ring(place)],
        "EXTRA": [top.ring(extra)],
    }


def _asked():
    top = Seen(SWAP).card("swap")
    for seat, spot in ((0, 11), (1, 23)):
        top.lift(seat, spot).wait(300)
    top.place(0, 23).wait(200).place(1, 11).wait(1500)
    assert top.table.phase == "ask"
    return top


def places_of(top, pairs):
    return {top.ring(place - 1) for _, place in pairs}


def test_a_question_shows_one_choice_the_others_less_brightly_and_where_to_press():
    top = _asked()
    question = top.recogniser.question
    assert question.shown >= 0
    move = top.table.results[question.shown][1]
    told = top.told("CHOICE", "CHOICE_OTHER", "PRESS")
    assert set(told["CHOICE"]) == places_of(top, ends(move))
    others = set()
    for choice in question.choices:
        if choice >= 0 and choice != question.shown:
            others |= places_of(top, ends(top.table.results[choice][1]))
    assert set(told.get("CHOICE_OTHER", [])) == others
    assert told["PRESS"] == [top.seat(0)]
    assert top.feedback._asked[0] is question.choices
    top.tap(0).wait(100)
    assert top.named("accepted") and not any(top.feedback._asked), "nothing of it stays in memory"


def test_the_position_as_it_is_shows_the_pawns_that_other_choices_move():
    top = _asked()
    for _ in range(8):
        if top.recogniser.question.shown < 0:
            break
        top.carry(1, 11, 11, 3000, 300)
    question = top.recogniser.question
    assert question.shown < 0
    moved = set()
    for choice in question.choices:
        if choice >= 0:
            moved |= places_of(top, starts(top.table.results[choice][1]))
    told = top.told("CHOICE", "CHOICE_OTHER")
    assert set(told["CHOICE"]) == moved and "CHOICE_OTHER" not in told


def test_winners_light_the_table_until_the_game_goes_on():
    top = Seen(LAST)
    assert top.spy.ambience == {}
    top.card("1").carry(0, 65, 66).wait(2000)
    assert top.match.over, top.events[-3:]
    assert sorted(top.spy.ambience) == list(range(top.layout.N_LEDS))
    assert set(top.spy.ambience.values()) == {top.layout.COLOURS[0]}
    assert [m[0] for m in top.spy.moments].count("effect") == 1
    top.match.undo()
    top.table.refresh(top.now)
    top.wait(20)
    assert top.spy.ambience == {}


def test_partners_who_win_share_the_lights():
    top = Seen(PAWNS)
    top.match.state[WINNER] = 5
    top.table.refresh(top.now)
    top.wait(20)
    colours = [top.spy.ambience[led] for led in range(top.layout.N_LEDS)]
    assert colours[::2] == [top.layout.COLOURS[0]] * (len(colours) // 2)
    assert colours[1::2] == [top.layout.COLOURS[2]] * (len(colours) // 2)


def test_of_several_faults_the_most_urgent_is_shown_and_each_ends_for_itself():
    top = Seen(PAWNS)
    seats = sorted(top.seat(s) for s in range(4))
    order = ("chain", "reader", "sensor", "flash", "store", "program")
    names = ("CHAIN", "READER", "SENSOR", "FLASH", "SETTINGS", "PROGRAM")
    for part in reversed(order):
        top.feedback.fault(part, True)
        top.feedback.fault(part, True)  # said twice
        assert top.told("FAULT_" + names[order.index(part)]) == {
            "FAULT_" + names[order.index(part)]: seats
        }
        assert len([key for key in top.spy.said if key[0] == layers.FAULT]) == 4
    for part in order[:-1]:
        top.feedback.fault(part, False)
        following = "FAULT_" + names[order.index(part) + 1]
        assert top.told(following) == {following: seats}
    top.feedback.fault("program", False)
    assert not [key for key in top.spy.said if key[0] == layers.FAULT]


def test_computers_levels_and_piles_are_shown_at_their_seats():
    top = Seen(PAWNS)
    for level, name in ((1, "PLAYER_EASY"), (2, "PLAYER_NORMAL"), (3, "PLAYER_HARD")):
        top.feedback.player(2, level)
        assert top.told(name) == {name: [top.seat(2)]}
    top.feedback.pile(1, True)
    top.feedback.pile(3, False)
    top.feedback.lays_down(2)
    asked = {"THINKS": [top.seat(1)], "LAY": [top.seat(3)], "FOLD": [top.seat(2)]}
    assert top.told(*asked) == asked
    top.feedback.laid(1, NOBODY, 9)
    assert top.told("ACCEPTED", "GIVE") == {"ACCEPTED": [top.seat(1)]}
    assert top.spy.moments[-1] == ("expire", layers.FLASH, 9)
    top.spy.clear(layers.FLASH)
    top.feedback.laid(1, 3, 9)
    assert top.told("ACCEPTED", "GIVE") == {"GIVE": sorted((top.seat(1), top.seat(3)))}


def test_lights_soldered_in_another_order_show_the_same_places():
    plain = Seen(PAWNS)
    n = plain.layout.N_LEDS
    turned = Seen(PAWNS, order=bytes(reversed(range(n))))
    for top in (plain, turned):
        top.card("5").lift(0, 21).wait(300)
    assert turned.told() == {
        name: sorted(n - 1 - led for led in leds) for name, leds in plain.told().items()
    }


def test_places_in_the_lanes_and_full_homes_have_lights():
    top = Seen(PAWNS)
    leds = LedMap(top.spy, top.layout, top.map, top.debounce)
    ring, row = top.game.ring, top.game.row
    for seat in range(4):
        for k in range(row):
            top.spy.said = {}
            leds.show(signals.MISSING, seat, ring + 1 + k)
            assert [key[1] for key in top.spy.said] == [top.led(top.layout.ROW[seat * row + k])]
    top.spy.said = {}
    leds.show(signals.MISSING, 3, 0)  # every slot of yellow's home is filled
    assert [key[1] for key in top.spy.said] == [top.home(3, 0)]
    top.spy.said = {}
    leds.show(signals.MISSING, 0, 0)  # two of green's are empty
    assert len(top.spy.said) == 2
    top.spy.said = {}
    leds.show(signals.MISSING, 0, 0, 1)
    assert len(top.spy.said) == 1
    leds.show(signals.MISSING, 0, NOBODY)
    assert len(top.spy.said) == 1
    top.spy.said = {}
    leds.show_spot(signals.MISSING, top.map.spot(0, 0))  # one pawn is missing, so one slot
    assert len(top.spy.said) == 1
    top.spy.said = {}
    leds.show(signals.WALL, NOBODY, 5)
    assert list(top.spy.said.values()) == [palette.RGB[palette.WHITE]]


def test_during_set_up_missing_pawns_and_one_that_is_too_many_are_shown():
    top = Seen(PAWNS).lift(0, 21).lift(2, 41).place(1, 31).place(3, 51)
    top.boot()
    top.match.resume()
    top.table.begin(top.now, False, "test")
    top.wait(9000)
    assert top.table.phase == "setup"
    told = top.told()
    assert told["SETUP_MISSING"] == sorted((top.ring(20), top.ring(40)))
    assert len(told["EXTRA"]) == 1 and told["EXTRA"][0] in (top.ring(30), top.ring(50)), (
        "one by one"
    )
    top.lift(3, 51).place(0, 21).wait(20)  # at once, not when the board has come to rest
    top.wait(1000)
    assert top.told("SETUP_MISSING") == {"SETUP_MISSING": [top.ring(40)]}


def test_a_guide_leads_one_pawn_at_a_time():
    top = Seen(PAWNS).card("5").carry(0, 21, 24, 300, 0).carry(1, 34, 37, 300, 9000)
    assert top.table.phase == "guide"
    told = top.told("MISSING", "EXTRA")
    assert len(told["EXTRA"]) == 1 and told["EXTRA"][0] in (top.ring(23), top.ring(36))
    assert len(told["MISSING"]) == 1 and told["MISSING"][0] in (top.ring(20), top.ring(33))


def test_a_hand_that_points_at_a_choice_is_answered_at_once():
    top = _asked()
    told = top.told("ORIGIN")
    assert not told
    top.lift(1, 11).wait(80)
    assert top.told("ORIGIN") == {"ORIGIN": [top.ring(10)]}
    assert top.told("CHOICE"), "the question stays in sight"
    top.place(1, 11).wait(200)
    assert not top.told("ORIGIN")


def test_lights_are_told_in_slices_of_six_places_at_most():
    line = "partners-pawns green:1,5,10,20 blue:16,22,26,33 red:31,36,40,44 yellow:46,50,54,57 turn=green"
    top = Seen(line).card("swap")
    for lifted in (False, True):
        if lifted:
            top.lift(0, 21).wait(300)
        most = [0]
        show = top.spy.show

        def counted(*given, most=most, show=show):
            most[0] += 1
            show(*given)

        top.spy.show = counted
        top.table._lighting = None
        sizes = []
        for _ in top.feedback.hands(top.table.picture(), top.now, top.debounce):
            sizes.append(most[0])
            most[0] = 0
        sizes.append(most[0])
        top.spy.show = show
        assert max(sizes) <= 6 + lifted, sizes  # the pawn in the air besides
        assert sum(sizes) >= 8, sizes
        assert sum(1 for size in sizes if size) >= 2


def test_nobody_is_shown_to_be_to_move_when_nobody_is():
    over = "sorry red:f,f,f,f blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=none winner=red"
    top = Seen(over)
    top.table.refresh(top.now)
    top.wait(50)
    assert not top.told("TURN", "FOLD") and len(top.spy.ambience) == top.layout.N_LEDS


def test_a_fold_is_shown_instead_of_the_turn():
    top = Seen(PAWNS).hold(0)
    assert top.table.phase == "fold"
    assert top.told() == {"FOLD": [top.seat(0)]}
    top.tap(0)
    assert top.named("refused")[-1]["reason"] == "fold-cancelled"
    assert top.told("FOLD", "TURN") == {"TURN": [top.seat(0)]}


def test_a_pawn_that_comes_to_its_area_flashes_on_one_slot_of_it():
    top = Seen("sorry red:h,h,h,z5 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red").card("1")
    (move,) = [
        m for _, m in top.table.results if [place for _, place in ends(m)] == [top.game.fin]
    ]
    top.feedback.accepted(move, 0, 5)
    told = top.told("ACCEPTED")["ACCEPTED"]
    slots = [top.led(top.layout.FIN[k]) for k in range(4)]
    assert len(told) == 2 and top.seat(0) in told
    assert len([led for led in told if led in slots]) == 1
