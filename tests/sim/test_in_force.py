# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What was in force when the power went is in force when it comes back."""

from stdio_program import Bench

PARTNERS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
SORRY = "sorry red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"


def cut(bench):
    """Pull the plug and put it back; return what the table says in four seconds."""
    bench.does("power off")
    bench.events.clear()
    bench.does("power on, wait 4000")
    assert not bench.named("fault") and not bench.named("refused"), bench.events
    return [e["event"] for e in bench.events]


def test_the_card_of_a_move_not_made_yet_stays_in_force():
    with Bench(PARTNERS) as bench:
        bench.does("card 5, wait 800")
        cut(bench)
        assert bench.good("state")["phase"] == "move"
        bench.does("lift green 20, wait 400, place green 25, wait 2500")
        accepted = bench.named("accepted")
        assert [(e["move"], e["asked"]) for e in accepted] == [("g20>25", False)]


def test_a_card_taken_off_in_the_dark_stays_in_force():
    with Bench(PARTNERS) as bench:
        bench.does("card 5, wait 800, power off, nocard, power on, wait 2000")
        assert bench.good("state")["phase"] == "move"


def test_a_card_withdrawn_before_the_cut_is_not_in_force():
    with Bench(PARTNERS) as bench:
        bench.does("card 5, wait 800, nocard, press table 1800, wait 2500")
        assert bench.good("state")["phase"] != "move"
        cut(bench)
        assert bench.good("state")["phase"] in ("deal", "card")


def test_a_throw_cannot_be_thrown_again_by_pulling_the_plug():
    with Bench(LUDO) as bench:
        bench.does("press red, wait 500")
        rolled = [e["value"] for e in bench.named("rolled")]
        assert len(rolled) == 1
        if bench.good("state")["phase"] != "move":
            return  # a throw that moves nothing was over at once
        names = cut(bench)
        assert names.count("rolled") == 1
        assert [e["value"] for e in bench.named("rolled")] == rolled
        assert bench.good("state")["phase"] == "move"


def test_a_card_that_still_lies_there_is_not_the_next_players():
    with Bench(SORRY) as bench:
        bench.does("card 5, wait 800, lift red 20, wait 400, place red 25, wait 2500")
        (accepted,) = bench.named("accepted")
        names = cut(bench)
        assert "card" not in names and "accepted" not in names
        state = bench.good("state")
        assert (state["firmware"], state["phase"]) == (accepted["position"], "card")
        bench.does("nocard, wait 1500")
        bench.events.clear()
        bench.good("card", card="5")  # laid by a hand it is a new card
        bench.session.run_ms(800)
        assert [e["card"] for e in bench.named("card")] == ["5"]
