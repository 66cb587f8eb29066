# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""A seat that another table plays: its throw, card and move come over the link, hands make it, the table checks it."""

from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app.requests import RequestError
from rules.notation import position_text

LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,h blue:h,h,h,40 green:h,h,h,h turn=blue"
PARTNERS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SORRY = "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"


def linked(line=LUDO, colour="blue", folder=None):
    one = WholeTable(folder or new_folder(), line if folder is None else "").run(500)
    one.request("seats", seats={colour: "remote"})
    return one.run(200)


def refused(one, cmd, **fields):
    return refusal(RequestError, one.request, cmd, **fields)


def after(place):
    return LUDO.replace("blue:h,h,h,40", "blue:h,h,h,%d" % place).replace(
        "turn=blue", "turn=green"
    )


def test_the_far_move_is_led_by_light_made_by_hands_and_checked():
    one = linked()
    assert one.phase == "card"
    one.tap(2).run(2000)
    assert not one.named("rolled") and one.named("refused")[-1]["reason"] == "linked"
    one.request("remote.play", card="4", position=after(44))
    one.run(100)
    assert one.named("rolled")[-1]["value"] == 4
    assert (one.named("wish")[-1]["seat"], one.named("wish")[-1]["card"]) == ("blue", "4")
    one.request("remote.play", card="4", position=after(44))
    assert len(one.named("wish")) == 1, "asked again nothing changes"
    one.lift(2, 41).run(600).place(2, 44).run(6000)
    assert one.named("refused")[-1]["reason"] == "other-move" and not one.named("accepted")
    one.lift(2, 44).run(600).place(2, 45).run(3000)
    assert one.named("accepted")[-1]["position"] == after(44)


def test_a_throw_that_moves_nothing_passes_the_turn_by_itself():
    one = linked(LUDO.replace("h,h,h,40", "h,h,h,h"))
    passed = one.game.results(one.system.match.state, 2).state(0)
    one.request("remote.play", card="3", position=position_text(one.game, passed))
    one.run(500)
    assert one.named("accepted")[-1]["move"] == "-"
    two = linked(SORRY.replace("h,h,h,5", "h,h,h,h"), "red")
    two.request("remote.play", card="5", position=two.request("state")["firmware"])
    two.run(1000)
    assert two.named("accepted")[-1]["move"] == "-", (
        "nobody has to press for a card of the other table"
    )


def test_people_of_this_table_press_for_a_throw_that_both_tables_make():
    one = linked(LUDO, "red")
    one.tap(2).run(1500)
    assert (
        one.named("want") and one.named("want")[-1]["seat"] == "blue" and not one.named("rolled")
    )
    one.request("remote.play", card="2")
    assert one.named("rolled")[-1]["value"] == 2
    one.lift(2, 41).run(600).place(2, 43).run(3000)
    assert one.named("accepted")
    two = linked(SORRY, "blue").run(3000)
    two.card("5").run(1000)
    assert two.named("refused")[-1]["reason"] == "linked" and two.phase == "card"
    two.tap(0).run(500)
    two.request("remote.play", card="8")
    assert two.run(100).named("card")[-1] == {
        "event": "card", "card": "8", "playable": True, "t": two.named("card")[-1]["t"],
    }  # fmt: skip
    two.card("5").run(1000)
    assert two.named("refused")[-1]["reason"] == "linked" and two.phase == "move"


def test_only_the_link_takes_a_move_back():
    one = linked(LUDO, "red")
    one.request("remote.play", card="2")
    one.lift(2, 41).run(600).place(2, 43).run(3000)
    one.lift(2, 43).run(600).place(2, 41).run(6000)
    assert not one.named("undone") and one.phase == "guide"
    one.lift(2, 41).run(600).place(2, 43).run(3000)
    one.tap(4, 1800).run(100)
    assert not one.named("undone") and one.named("want")[-1]["what"] == "back"
    one.request("remote.back")
    one.lift(2, 43).run(600).place(2, 41).run(3000)
    assert one.named("undone")[-1]["position"] == LUDO and one.phase == "card"
    assert "no move to take back" in refused(linked(), "remote.back")


def test_a_power_cut_forgets_neither_the_throw_nor_who_plays():
    folder = new_folder()
    one = WholeTable(folder, LUDO).run(500)
    one.request("seats", seats={"blue": "remote"})
    one.request("remote.play", card="4", position=after(44))
    one.run(500)
    two = WholeTable(folder).run(2000)
    assert two.request("seats")["seats"]["blue"] == "remote" and two.phase == "move"
    assert not two.named("wish")
    two.request("remote.play", card="4", position=after(44))
    two.lift(2, 41).run(600).place(2, 45).run(3000)
    assert two.named("accepted")[-1]["position"] == after(44)


def test_what_the_link_may_not_ask_is_refused_with_its_reason():
    one = linked()
    for fields, words in (
        ({"card": "7", "position": LUDO}, "no card 7"),
        ({"card": 4, "position": LUDO}, "must be a text"),
        ({"card": "4"}, "another table is to act"),
        ({"card": "4", "position": LUDO}, "does not lead there"),
        ({"card": "4", "position": "ludo-norsk"}, ":"),
    ):
        assert words in refused(one, "remote.play", **fields), fields
    assert one.phase == "card"
    one.request("remote.play", card="4", position=after(44))
    assert "4 is in force" in refused(one, "remote.play", card="5", position=after(45))
    mine = linked(LUDO, "red")
    assert "a person" in refused(mine, "remote.play", card="4", position=after(44))
    people = WholeTable(new_folder(), LUDO).run(300)
    assert "no other table" in refused(people, "remote.play", card="4")
    mine.request("tags.start")
    assert "busy with tags" in refused(mine, "remote.play", card="4")


def test_hands_of_cards_are_played_and_folded_over_the_link():
    one = linked(PARTNERS, "green").run(3000)
    blue = PARTNERS.replace("3,20", "3,25").replace("turn=green", "turn=blue")
    assert "copy" in refused(one, "remote.play", card="5", position=blue)
    one.request("remote.play", card="5", copy=2, position=blue)
    one.lift(0, 21).run(600).place(0, 26).run(3000)
    assert one.named("accepted")[-1]["position"] == blue
    assert one.request("state")["hand_counts"]["green"] == 3
    assert "cannot take it" in refused(one, "remote.play", card="5", copy=2)
    one.tap(1).run(500).tap(1, 900).run(200)
    assert one.named("refused")[-1]["reason"] == "linked", "nobody folds without the link"
    for wrong in ("12", [["12", 9]], [["x", 1]], [["12"]], [5]):
        assert refused(one, "remote.fold", cards=wrong)
    one.request("remote.fold", cards=[["12", 1], ["12", 2], ["6", 1], ["9", 1]])
    assert one.named("folded")[-1]["colour"] == "blue"
    assert one.request("state")["hand_counts"]["blue"] == 0
    assert "cannot take it" in refused(linked(), "remote.fold", cards=[])
