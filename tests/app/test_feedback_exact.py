# SPDX-License-Identifier: Apache-2.0
"""Every call of the lights in every branch of the feedback: which signal, whose, where, on how many slots."""

from app.table.feedback import Feedback, Picture
from light import layers, signals
from light.patterns import PERIOD_MS
from rules.game import HOME, NOBODY, TURN, WINNER
from rules.moves import STEP, ends, starts
from rules.parse import parse_position
from sense.question import PREVIOUS, RIVAL, UNCHANGED

SWAPS = "partners-pawns green:h,h,10,12 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
WALLS = "ludo-norsk red:h,h,5,20 yellow:h,h,22,22 blue:h,h,h,9 green:h,h,7,7 turn=red"
NAMES = {
    getattr(signals, name): name
    for name in dir(signals)
    if name == name.upper() and name[0] != "_"
}
LAYERS = {
    getattr(layers, name): name for name in dir(layers) if name == name.upper() and name[0] != "N"
}


class Leds:
    """Stands for `LedMap` and `Lights`: writes down what is asked of them."""

    def __init__(self):
        self.did = []
        self.debounce = "reeds"

    def show(self, signal, seat, place, most=4):
        self.did.append((NAMES[signal], seat, place, most))

    def show_seat(self, signal, seat):
        self.did.append((NAMES[signal], seat))

    def show_spot(self, signal, spot):
        self.did.append((NAMES[signal], "spot", spot))

    def show_slot(self, signal, seat, k):
        self.did.append((NAMES[signal], seat, "slot", k))

    def show_home_pawns(self, signal, seat):
        self.did.append((NAMES[signal], seat, "home"))

    def urgent(self, on):
        self.did.append("urgent" if on else "calm")

    def clear(self, layer):
        self.did.append(("clear", LAYERS[layer]))

    def expire(self, layer, now_ms, duration_ms=PERIOD_MS):
        short = () if duration_ms == PERIOD_MS else (duration_ms,)
        self.did.append(("expire", LAYERS[layer], now_ms) + short)

    def restart(self, layer, now_ms):
        self.did.append(("restart", LAYERS[layer], now_ms))


class Hands:
    """Stands for the recogniser: a question, a guide and what pawns do."""

    def __init__(self, choices=(), shown=0, extra=(), missing=(), gone=()):
        self.question = self.guide = self.expected = self
        self.choices = list(choices)
        self.shown = shown
        self.extra_spots = list(extra)
        self.missing_spots = list(missing)
        self.lifted, self.steps, self.bumps, self.homeless = [], [], [], []
        self.complete = True
        self.mistaken = False
        self.only = True
        self._gone = list(gone)

    def gone(self):
        return self._gone

    def ends_before(self):
        return [(1, 40), (2, 41)]

    def only_lifted(self):
        return self.only

    def hints(self, debounce):
        assert debounce == "reeds"
        return self

    def rest(self):
        yield
        self.bumps = [(2, 9)]
        self.homeless = [3]
        self.steps = self.steps + [(0, 5, 30)]


class Way:
    """Stands for a computer's move."""

    def __init__(self):
        self.shown = []

    def show(self, leds, hints):
        self.shown.append((leds, list(hints.lifted)))


def feedback(line=SWAPS, hints="full"):
    leds = Leds()
    game, state = parse_position(line)
    return Feedback(leds, leds, game, {"hints": hints}), leds, game, state


def picture(game, state, hands, action=-1, phase="move", setup=False):
    results = game.results(state, action) if action >= 0 else ()
    return Picture(phase, setup, state, None, action, results, hands)


def run(slices):
    return len(list(slices or ()))


def test_a_question_shows_one_choice_and_the_others_less_brightly():
    _, _, game, state = feedback()
    swap = game.actions.index("swap")
    results = game.results(state, swap)
    moves = [move for _, move in results]
    for shown in (0, 1, UNCHANGED, PREVIOUS, RIVAL, RIVAL - 1):
        for choices in (
            [0, 1, 2],
            [2, 0, UNCHANGED, 1, PREVIOUS],
            [UNCHANGED],
            [PREVIOUS, RIVAL, 3],
        ):
            one, leds, _, _ = feedback()
            view = picture(game, state, Hands(choices, shown), swap, "ask")
            run(one._ask(view))
            chosen = []
            if shown >= 0:
                chosen = [("CHOICE", seat, place, 1) for seat, place in ends(moves[shown])]
            elif shown == PREVIOUS:
                chosen = [("CHOICE", 1, 40, 1), ("CHOICE", 2, 41, 1)]
            name, places = ("CHOICE", starts) if shown == UNCHANGED else ("CHOICE_OTHER", ends)
            others = []  # each once, where it was named last
            for choice in choices:
                for seat, place in places(moves[choice]) if choice >= 0 else ():
                    call = (name, seat, place, 1)
                    others = [one for one in others if one != call] + [call]
            wanted = [("PRESS", 0)] + chosen + others + (chosen if others else [])
            assert leds.did == wanted, (shown, choices)


def test_what_the_choices_are_about_is_found_once_for_each_question():
    one, leds, game, state = feedback()
    swap = game.actions.index("swap")
    moves = [move for _, move in game.results(state, swap)]

    class Moves:
        """Results that note which are asked for."""

        def __init__(self):
            self.asked = []

        def __bool__(self):
            return True

        def move(self, index):
            self.asked.append(index)
            return moves[index]

    hands = Hands([0, 1, 2, UNCHANGED], 0)
    view = Picture("ask", False, state, None, swap, Moves(), hands)
    for shown, asked in (
        (0, [0, 2, 1, 0, 0]),  # shown first and last, the others once
        (1, [1, 1]),
        (UNCHANGED, [2, 1, 0]),  # where they start
        (2, [2, 2, 1, 0, 2]),
    ):
        hands.shown = shown
        del view.results.asked[:]
        run(one._ask(view))
        assert view.results.asked == asked, shown
    hands.choices = [1, 2]  # another question
    leds.did = []
    run(one._ask(view))
    told = [call for call in leds.did if call[0] == "CHOICE_OTHER"]
    assert {call[1:3] for call in told} == set(ends(moves[1]) + ends(moves[2]))


def test_a_hand_is_answered_with_its_pawn_and_three_ends():
    one, leds, game, state = feedback()
    swap = game.actions.index("swap")
    view = picture(game, state, Hands(), swap)
    found = view.results.ends(0, 11)
    origin = ("ORIGIN", 0, 11, 1)
    goals = [("DESTINATION", 0, end, 1) for end in found[:3]]
    for hints, action, pawns, only, lead, wanted in (
        ("full", swap, [(0, 11)], True, None, [origin] + goals),
        ("pawns", swap, [(0, 11)], True, None, [origin]),
        ("off", swap, [(0, 11)], True, None, []),
        ("off", swap, [(0, 11)], True, "way", [origin]),
        ("full", swap, [(0, 11)], True, "way", [origin]),
        ("full", swap, [(0, 11)], False, None, ["calm", ("clear", "HINTS"), "urgent", origin]),
        ("full", swap, [(0, 11)], False, "way", [origin]),
        ("full", -1, [(0, 11)], True, None, [origin]),
        ("full", swap, [(0, 11), (1, 23)], True, None, [origin, ("ORIGIN", 1, 23, 1)]),
    ):
        one, leds, game, state = feedback(SWAPS, hints)
        one.lead = lead
        hands = Hands()
        hands.only = only
        one.lifted(picture(game, state, hands, action), pawns, 77)
        assert leds.did == wanted, (hints, action, pawns, only, lead)
    hands = Hands()
    hands.only = False
    one, leds, game, state = feedback(SWAPS)
    one._air = [(1, 23)]  # another one is in the air, and what it can do is shown
    one.lifted(picture(game, state, hands, swap), [(0, 11)], 77)
    assert leds.did == [origin]
    one, leds, game, state = feedback(SWAPS.replace("12", "13").replace("33", "16"))
    seven = game.actions.index("7")
    view = picture(game, state, Hands(), seven)
    ends_of = view.results.ends(0, 14)
    assert len(ends_of) > 3
    one.lifted(view, [(0, 14)], 77)
    assert leds.did == [("ORIGIN", 0, 14, 1)] + [("DESTINATION", 0, end, 1) for end in ends_of[:3]]


def test_who_is_lifted_before_the_lights_of_another_lift_are_complete_is_seen_by_what_goes_dark():
    one, leds, game, state = feedback(SWAPS)
    view = picture(game, state, Hands(), game.actions.index("swap"))
    one.lifted(view, [(0, 11)], 77)
    leds.did.clear()
    one.lifted(view, [(1, 23)], 97)
    first = ["calm", ("clear", "HINTS"), ("ORIGIN", 0, 11, 1), "urgent", ("ORIGIN", 1, 23, 1)]
    assert leds.did[:5] == first, "its own light and the ends of both may have been lit before"
    asked = picture(game, state, Hands(), game.actions.index("swap"), "ask")
    leds.did.clear()
    one.lifted(asked, [(1, 23)], 99)
    assert "calm" not in leds.did, "what is asked stays"
    run(one.refresh(view, 120))
    leds.did.clear()
    one.lifted(view, [(2, 34)], 127)
    assert ("clear", "HINTS") not in leds.did


def test_a_pawn_that_may_end_where_it_stands_is_first_shown_in_the_air():
    line = "partners-pawns green:20,24,42,48 blue:29,43,z1,z2 red:1,13,32,z3 yellow:22,27,47,z4 turn=blue"
    one, leds, game, state = feedback(line)
    view = picture(game, state, Hands(), game.actions.index("7"))
    start = state[7]
    first = view.results.ends(1, start)[:3]
    assert start in first
    one.lifted(view, [(1, start)], 77)
    assert leds.did == [("ORIGIN", 1, start, 1)] + [
        ("DESTINATION", 1, end, 1) for end in first if end != start
    ]


def test_a_wall_that_holds_a_pawn_back_flashes_and_no_other_reason_does():
    for line, action, seat, place, wanted in (
        (WALLS, "3", 0, 6, [("WALL_REFUSES", NOBODY, 8, 4), ("expire", "REFUSAL", 77)]),
        (WALLS, "3", 1, 23, []),  # not his
        (WALLS, "3", 0, HOME, []),  # needs a six
    ):
        one, leds, game, state = feedback(line)
        view = picture(game, state, Hands(), game.actions.index(action))
        one._refuse(view, seat, place, 77)
        assert leds.did == wanted, (action, seat, place)


def test_every_wall_that_stops_a_pawn_is_shown_once():
    one, leds, game, state = feedback(WALLS)
    run(one._walls(picture(game, state, Hands(), game.actions.index("3"))))
    assert leds.did == [("WALL", NOBODY, 8, 4), ("WALL", NOBODY, 23, 4)], leds.did
    for turn, wanted in ((1, []), (2, []), (3, [])):
        one, leds, game, state = feedback(WALLS)
        state[TURN] = turn
        run(one._walls(picture(game, state, Hands(), game.actions.index("3"))))
        assert leds.did == wanted, turn


def test_what_hands_can_do_is_shown_as_far_as_hints_are_wanted():
    for hints, lead in (("full", False), ("pawns", False), ("off", False), ("off", True)):
        for lifted in ([], [(0, 11)]):
            for complete in (True, False):
                one, leds, game, state = feedback(SWAPS, hints)
                way = Way()
                one.lead = way if lead else None
                hands = Hands()
                hands.lifted = lifted
                hands.steps = [(0, 11, 23)] if lifted else []
                hands.complete = complete
                swap = game.actions.index("swap")
                view = picture(game, state, hands, swap)
                run(one.hands(view, 77, "reeds"))
                full = hints == "full"
                rest = not complete and not lead
                wanted = [("clear", "HINTS"), ("clear", "BUMP")]
                if lifted:
                    if hints != "off" or lead:
                        wanted.append(("ORIGIN", 0, 11, 1))
                    wanted.append(("restart", "HINTS", 77))
                    if full:
                        wanted.append(("DESTINATION", 0, 23, 1))
                elif hints != "off":
                    wanted += [("MOVABLE", seat, place, 4) for seat, place in view.results.pawns()]
                if rest:
                    wanted.append(("BUMP_HOME", 3, HOME, 1))
                    if full:
                        wanted += [("DESTINATION", 0, 30, 1), ("BUMP_TARGET", 2, 9, 4)]
                wanted.append(("clear", "WALL"))
                assert leds.did == wanted, (hints, lead, lifted, complete, leds.did, wanted)
                assert way.shown == ([(leds, lifted)] if lead else [])


def test_before_the_game_what_is_missing_and_the_first_that_is_too_much():
    one, leds, game, state = feedback()
    hands = Hands(extra=[30, 31], missing=[7], gone=[(0, HOME), (1, 5)])
    run(one.hands(picture(game, state, hands, setup=True), 77, "reeds"))
    missing = [("SETUP_MISSING", 0, HOME, 4), ("SETUP_MISSING", 1, 5, 4)]
    assert leds.did == [("clear", "GUIDE")] + missing + [("EXTRA", "spot", 30)]
    one, leds, _, _ = feedback()
    run(
        one.refresh(picture(game, state, Hands(extra=[30, 31], missing=[7, 8]), phase="guide"), 77)
    )
    assert leds.did[-3:] == [("TURN", 0), ("EXTRA", "spot", 30), ("MISSING", "spot", 7)]
    one, leds, _, _ = feedback()
    run(one.refresh(picture(game, state, Hands(), phase="guide"), 77))
    assert leds.did[-1] == ("TURN", 0)
    # Somebody thinks with a pawn in the hand: the hints stay. Not where a pawn went wrong.
    for mistaken in (False, True):
        one, leds, _, _ = feedback()
        hands = Hands(missing=[7])
        hands.mistaken = mistaken
        swap = game.actions.index("swap")
        run(one.refresh(picture(game, state, hands, swap, "guide"), 77))
        assert (("clear", "WALL") in leds.did[6:]) != mistaken


def test_while_a_card_is_worked_out_the_pawns_in_the_hand_stay_lit():
    one, leds, game, state = feedback()
    hands = Hands()
    hands.lifted = [(0, 11), (1, HOME)]
    view = Picture("move", False, state, None, 3, (), hands)
    assert run(one.hands(view, 77, "reeds")) == 0
    lit = [("ORIGIN", 0), ("ORIGIN", 0, 11, 1), ("ORIGIN", 1, HOME, 1)]
    assert leds.did == [("clear", "HINTS")] + lit
    one, leds, _, _ = feedback()
    run(one.hands(picture(game, state, hands), 77, "reeds"))
    assert leds.did == []  # no card, no hints


def test_the_moments_are_on_every_seat_that_they_concern():
    one, leds, _, _ = feedback()
    one.undone(77)
    assert leds.did == [("UNDONE", seat) for seat in range(4)] + [("expire", "FLASH", 77)]
    one, leds, _, _ = feedback()
    one.accepted(bytes((STEP, 2, 5, 9)), 1, 77)  # hidden no longer than the flash is lit
    assert leds.did == [("ACCEPTED", 2, 9, 1), ("ACCEPTED", 1), ("expire", "FLASH", 77, 300)]
    for word, place, wanted in (
        ("two-cards", NOBODY, [("ONE_CARD", seat) for seat in range(4)]),
        ("not-legal", 9, [("REFUSED", seat) for seat in range(4)] + [("REFUSED", 2, 9, 1)]),
        ("wall", 9, [("REFUSED", seat) for seat in range(4)] + [("WALL_REFUSES", 2, 9, 1)]),
    ):
        one, leds, _, _ = feedback()
        one.refused(word, place, 2, 77)
        assert leds.did == wanted + [("expire", "REFUSAL", 77)], word
    for level, name in ((1, "PLAYER_EASY"), (2, "PLAYER_NORMAL"), (3, "PLAYER_HARD")):
        one, leds, _, _ = feedback()
        one.player(3, level)
        assert leds.did == [(name, 3)]
    for to, wanted in ((NOBODY, [("ACCEPTED", 1)]), (3, [("GIVE", 1), ("GIVE", 3)])):
        one, leds, _, _ = feedback()
        one.laid(1, to, 77)
        assert leds.did == wanted + [("expire", "FLASH", 77)]


def test_the_most_urgent_fault_is_shown_and_the_next_when_it_is_over():
    one, leds, _, _ = feedback()
    parts = ("chain", "reader", "sensor", "flash", "store", "program")
    for part in reversed(parts):
        one.fault(part, True)
    for k in range(6):
        del leds.did[:]
        one.fault(parts[k], False)
        name = ("CHAIN", "READER", "SENSOR", "FLASH", "SETTINGS", "PROGRAM", "")[k + 1]
        wanted = [("FAULT_" + name, seat) for seat in range(4)] if name else []
        assert leds.did == [("clear", "FAULT")] + wanted, parts[k]


def test_who_has_won_is_shown_once():
    one, leds, game, state = feedback()
    state[WINNER] = 0
    one._winner(picture(game, state, Hands()), 77)
    assert leds.did == []
