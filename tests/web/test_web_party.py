# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A game of people and computers as the server keeps it: cards, secrets, take-backs, files."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys

import aiohttp
import pages
import pytest
from tables import at_table

from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec
from tavle.web import saves
from tavle.web.hands import tidy
from tavle.web.party import NotNow, Party

add_firmware()
from rules import load  # noqa: E402

COLOURS = ("green", "blue", "red", "yellow")


def party():
    """Return four people and the cards that they were dealt."""
    game = Party(load("partners-pawns"), dict.fromkeys(COLOURS, "person"), random.Random(1))
    deal(game)
    return game


def deal(game, number=1):
    told = {"event": "round", "dealer": "yellow", "deal": number, "first": "green"}
    game.hear(told, "green")


def exchange(game):
    for colour in COLOURS:
        game.give(colour, game.hands[colour][0])


def again(game):
    """Return the people of a kept game."""
    return Party.from_dict(load("partners-pawns"), json.loads(json.dumps(game.as_dict())))


def test_cards_are_dealt_once_and_exchanged_between_partners():
    game = party()
    cards = [card for hand in game.hands.values() for card in hand]
    assert len(cards) == len(set(cards)) == 16 and game.stage == "exchange"
    before = {colour: list(hand) for colour, hand in game.hands.items()}
    deal(game)  # the same deal is told again after a power cut
    assert game.hands == before
    with pytest.raises(NotNow, match="exchange-first"):
        game.may_lay("green", "green", game.hands["green"][0])
    across = dict(zip(COLOURS, (*COLOURS[2:], *COLOURS[:2]), strict=True))
    assert game.public("green")["partners"] == across
    for colour in COLOURS:
        with pytest.raises(NotNow, match="not-in-hand"):
            game.give(colour, before[across[colour]][0])
        game.give(colour, before[colour][0])
    for colour in COLOURS:
        assert before[colour][0] in game.hands[across[colour]]
        assert len(game.hands[colour]) == 4
    assert game.stage == "play"
    game.may_lay("green", "green", game.hands["green"][0])
    with pytest.raises(NotNow, match="not-your-turn"):
        game.may_lay("blue", "green", game.hands["blue"][0])


def test_cards_and_throws_of_people_come_from_no_seed_and_no_seed_is_kept():
    games = [Party(load("partners-pawns"), dict.fromkeys(COLOURS, "person")) for _ in range(3)]
    for game in games:
        deal(game)
    assert len({json.dumps(game.hands) for game in games}) == 3
    assert "seed" not in json.dumps(games[0].as_dict())


def test_a_refused_card_stays_in_the_hand_and_a_take_back_returns_a_played_one():
    game = party()
    exchange(game)
    name, copy = card = game.hands["green"][0]
    laid = {"event": "card", "card": name, "copy": copy}
    game.hear({**laid, "playable": False}, "green")
    game.hear({"event": "refused", "what": "card", "reason": "no-move"}, "green")
    assert card in game.hands["green"] and not game.seen
    game.hear({**laid, "playable": True}, "green")
    game.hear({"event": "accepted", "move": "-", "position": ""}, "green")
    assert card not in game.hands["green"] and game.seen == [card]
    for one in (game, again(game)):
        one.hear({"event": "undone", "position": ""}, "blue")
        assert card in one.hands["green"] and not one.seen


@pytest.mark.parametrize(
    ("name", "value", "wrong"),
    [
        ("who", {"green": "person", "blue": "person", "red": "person"}, "yellow"),
        ("who", dict.fromkeys(COLOURS, "genius"), "who"),
        ("who", dict.fromkeys(COLOURS[::-1], "person"), "who"),
        ("hands", {"green": [["5", 9]]}, "cards"),
        ("hands", {"pink": [["5", 1]]}, "colours"),
        ("hands", {"green": [["5", 1]]}, "hands"),  # an exchange needs everybody's
        ("seen", [["joker", 1]], "cards"),
        ("_deck", [["5", 0]], "cards"),
        ("given", {"green": ["5", 99]}, "cards"),
        ("given", {"pink": ["5", 1]}, "colours"),
        ("passed", {"green": ["no", 1]}, "cards"),
        ("passed", {"pink": ["5", 1]}, "colours"),
        ("links", {"pink": "secret"}, "colours"),
        ("links", {"green": 5}, "links"),
        ("_laid", ["joker", 1], "laid"),
        ("_laid", ["5", 0], None),  # a card whose sticker names no copy
        ("stage", "set-up", "stage"),
        ("stage", "over", None),
        ("before", [{"hands": {}}], "passed"),
        ("before", [5], "'int'"),
        ("_deal", ["green"], "index"),
        ("seen", None, "NoneType"),
    ],
)
def test_of_kept_people_everything_is_looked_at(name, value, wrong):
    game = party()
    assert again(game).as_dict() == game.as_dict()
    kept = json.loads(json.dumps({**game.as_dict(), name: value}))
    if wrong is None:
        Party.from_dict(load("partners-pawns"), kept)
        return
    with pytest.raises(ValueError, match="the people at the table are damaged: .*" + wrong):
        Party.from_dict(load("partners-pawns"), kept)


def test_kept_people_go_on_with_the_same_cards():
    game = party()
    for colour in COLOURS[:3]:
        game.give(colour, game.hands[colour][0])
    rest = [game]
    for step in ("given", "passed", "laid"):
        rest.append(again(rest[-1]))
        for one in rest:
            if step == "given":
                one.give(COLOURS[3], one.hands[COLOURS[3]][0])
            elif step == "passed":
                play(one, "green")
            else:
                name, copy = one.hands["blue"][0]
                said = {"event": "card", "card": name, "copy": copy, "playable": True}
                one.hear(said, "blue")
    for one in (*rest[1:], again(game)):
        assert json.dumps(one.as_dict()) == json.dumps(game.as_dict())


def everything(game):
    """Return what a party knows, but for the card that lies on the slot."""
    kept = {name: value for name, value in game.as_dict().items() if name != "_laid"}
    return json.loads(json.dumps([game.public("green"), kept]))


def play(game, colour, lay=True):
    """Play the first card of a hand, which is laid or lies there still."""
    name, copy = game.hands[colour][0]
    if lay:
        game.hear({"event": "card", "card": name, "copy": copy, "playable": True}, colour)
    game.hear({"event": "accepted", "move": "-", "position": ""}, colour)


def test_a_take_back_over_the_end_of_a_deal_brings_back_all_hands_and_the_pile():
    game = party()
    exchange(game)
    for _ in range(3):
        for colour in COLOURS:
            play(game, colour)
    for colour in COLOURS[:2]:
        play(game, colour)
    before_fold = everything(game)
    game.hear({"event": "folded", "colour": COLOURS[2]}, COLOURS[2])
    assert not game.hands[COLOURS[2]] and len(game.seen) == 15
    before_last = everything(game)
    for lay in (True, False):
        play(game, COLOURS[3], lay)
        assert len(game.seen) == 16
        line = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=blue"
        with pytest.raises(NotNow):  # a quick phone: the next deal has begun at the table
            game.to_fold("blue", line)
        deal(game, number=2)
        assert game.stage == "exchange" and not game.passed
        dealt = {colour: list(hand) for colour, hand in game.hands.items()}
        game.give("green", game.hands["green"][0])
        game.hear({"event": "undone", "position": ""}, "green")
        assert everything(game) == before_last
    play(game, COLOURS[3])
    deal(game, number=2)
    assert game.hands == dealt, "who takes back sees no other cards"
    game.hear({"event": "undone", "position": ""}, "green")
    game.hear({"event": "undone", "position": ""}, COLOURS[3])
    assert everything(game) == before_fold


@at_table(mode="lobby")
async def test_nobody_is_told_the_hand_of_somebody_else(served):
    table = await served.guest()
    who = {"green": "person", "blue": "device", "red": "easy", "yellow": "person"}
    await table.good("sit", rulebook="partners-pawns", who=who)
    message = await table.until(lambda m: m.get("links"))
    link = message["links"]["blue"]["address"]
    assert message["hands"] == {}  # two people share the screen: nobody's cards lie open
    assert await table.do("look", colour="blue") == {"ok": False, "error": "not-your-seat"}
    assert await table.do("look", colour="red") == {"ok": False, "error": "not-your-seat"}
    await table.good("look", colour="green")
    message = await table.until(lambda m: m.get("hands"))
    assert list(message["hands"]) == ["green"]
    await table.good("look", colour="")  # face down again
    assert (await table.until(lambda m: "hands" in m))["hands"] == {}

    own = await served.guest(link=link)
    assert list(own.hello["hands"]) == ["blue"] and own.hello["links"] == {}
    assert (await own.do("give", colour="green", card="7", copy=1))["error"] == "not-your-seat"
    assert (await own.do("sit", rulebook="sorry", who={}))["error"] == "not-on-this-device"
    assert (await own.do("look", colour="green"))["ok"] is False
    name, copy, *_ = own.hello["hands"]["blue"][0]
    await own.good("give", colour="blue", card=name, copy=copy)
    assert (await own.do("give", colour="blue", card=name, copy=copy))["error"] == "gave-already"
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await served.guest(link=link[:-1] + ("-" if link.endswith("_") else "_"))


@at_table(mode="lobby")
async def test_only_held_cards_can_be_laid_and_moves_can_be_taken_back(served):
    guest = await served.guest()
    line = "partners-pawns green:h,h,h,3 blue:h,h,h,20 red:h,h,h,h yellow:h,h,h,h turn=green"
    await guest.good("sit", rulebook="partners-pawns", who=pages.ALONE, position=line)
    hand = (await guest.until(lambda m: (m.get("hands") or {}).get("green")))["hands"]["green"]
    await guest.good("give", colour="green", card=hand[0][0], copy=hand[0][1])
    message = await guest.until(
        lambda m: len((m.get("hands") or {}).get("green", ())) == 4 and m["hands"]["green"] != hand
    )
    assert (await guest.do("card", card="7"))["error"] == "not-in-hand"
    assert (await guest.do("back"))["error"] == "nothing-to-take-back"
    mine = {(name, copy) for name, copy, *_ in message["hands"]["green"]}
    other = next(("6", copy) for copy in (1, 2, 3, 4) if ("6", copy) not in mine)
    said = await guest.do("play", colour="green", card=other[0], copy=other[1])
    assert said["error"] == "not-in-hand"
    assert (await guest.do("play", colour="red", card="6", copy=1))["error"] == "not-your-seat"


@pytest.mark.long
@at_table(mode="lobby", speed=100.0)
async def test_an_exchange_that_was_answered_wrongly_is_not_taken_back_by_the_computers(served):
    # The pawns are put as the answer says, which looks like a take-back. Blue once said yes to that, and folded for
    # Green, whose cards it did not have: for ever.
    table = await served.guest()
    line = "partners-pawns green:h,h,h,20 blue:h,h,h,h red:h,h,h,40 yellow:h,h,h,50 turn=green"
    who = {"green": "person", "blue": "easy", "red": "person", "yellow": "easy"}
    await table.good("sit", rulebook="partners-pawns", who=who, position=line)
    cards = {"green": "swap 9 10 -4", "blue": "2 3 5 6", "red": "9 10 -4 7", "yellow": "2 3 5 6"}
    seats = {"green": 1, "blue": 1, "red": 2, "yellow": 2}
    await pages.deal(served, {c: [(card, seats[c]) for card in cards[c].split()] for c in cards})
    await table.good("play", colour="green", card="swap", copy=1)
    await table.event("card")
    await table.does("lift green 20, wait 300, lift yellow 50, wait 600, place green 50, wait 300")
    await table.does("place yellow 20, wait 3000")
    wanted = "green:h,h,h,40"
    while wanted not in (await table.event("ask"))["choices"][0]:
        await table.does("lift red 40, wait 400, place red 40, wait 600")
    await table.good("press", button="green", ms=120)
    assert wanted in (await table.event("accepted"))["position"]
    await table.good("tidy")
    assert (await table.event("folded"))["colour"] == "blue"
    view = await table.view(phase="card")
    assert wanted in view["firmware"] and "turn=red" in view["firmware"]
    assert view["party"]["counts"] == view["hand_counts"]
    await table.good("back")
    view = await table.view(phase="deal")
    assert view["card"] == "" and "turn=green" in view["firmware"]


def test_a_computer_lets_two_pawns_of_one_colour_change_places():
    # The only card is a swap, and a swap of two such pawns is the best one. No reed tells that it was made:
    # a computer once tried it for ever.
    from rules.parse import parse_position
    from tavle.players.thinker import Known, Thinker
    from tavle.web.computers import ComputerHands
    from tavle.web.live import LiveSession

    line = (
        "partners-nordic green:h,h,h,h blue:15,15,15,z4 red:h,h,30,35 yellow:h,h,23,z2 turn=blue"
    )
    game, _ = parse_position(line)
    heard = []
    spec = TableSpec("partners-nordic", line)
    with contextlib.closing(LiveSession(spec, heard.append)) as session:
        assert session.until_ready()
        known = Known(bytes((0, 1, 0, 0)), bytes(len(game.actions)))
        hand = [(game.actions.index("swap"), 1)]
        ComputerHands(session, Thinker("normal", game, 0), hand, known).take_turn()
    accepted = [event for event in heard if event["event"] == "accepted"]
    assert [event["move"] for event in accepted] == ["r30<>r35"]


def test_the_first_thing_a_computer_does_may_be_to_pass_a_card():
    from rules.parse import parse_position
    from tavle.players.thinker import LEVELS, Known, Thinker

    game, state = parse_position(
        "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
    )
    hand = [(game.actions.index(card), 2) for card in ("5", "start", "2", "9")]
    known = Known(bytes((4, 4, 4, 4)), bytes(len(game.actions)))
    for level in LEVELS:
        before = bytes(state)
        assert Thinker(level, game, 1).give(before, 2, hand, known) in hand
        assert before == bytes(state)
    assert Thinker("hard", game, 1).give(bytes(state), 1, [hand[2]], known) == hand[2]


@at_table(mode="lobby", speed=60.0)
async def test_computers_play_a_game_of_their_own_and_it_is_kept(served):
    guest = await served.guest()
    before = {game["name"] for game in saves.listed()}
    who = {"red": "normal", "yellow": "expert", "blue": "normal", "green": "expert"}
    await guest.good("sit", rulebook="ludo-norsk", who=who)
    for _ in range(12):
        await guest.until(lambda m: (m.get("record") or {}).get("kind") == "move")
    assert not [m for m in guest.heard if "fault" in m or "note" in m]
    (name,) = {game["name"] for game in saves.listed()} - before
    with pytest.raises(TavleError, match="another program has this game open"):
        saves.Lock(str(saves.path_of(name)))
    await guest.good("bench")
    kept = next(game for game in saves.listed() if game["name"] == name)
    assert kept["turns"] >= 12 and kept["rulebook"] == "ludo-norsk"
    await guest.good("open", name=name)
    hello = await guest.until(lambda m: "hello" in m and m["view"]["mode"] == "play")
    assert sum(entry["kind"] == "move" for entry in hello["entries"]) == kept["turns"]
    assert (await guest.do("forget", name=name))["error"] == "game-in-use"
    await guest.until(lambda m: (m.get("record") or {}).get("kind") == "move")
    assert (await guest.do("open", name="../../etc/passwd"))["error"] == "no-such-game"


_SERVE = """
import asyncio, os, sys
keep = os.environ["TAVLE_SAVES"]
sys.path.insert(0, sys.argv[1])
from tables import house
os.environ["TAVLE_SAVES"] = keep
async def main():
    async with house("sorry", mode="lobby", speed=60.0) as served:
        guest = await served.guest()
        who = dict.fromkeys(("red", "blue", "yellow", "green"), "easy")
        await guest.good("sit", rulebook="sorry", who=who)
        while True:
            entry = (await guest.until(lambda m: "record" in m))["record"]
            print(entry["kind"], entry["line"], flush=True)
asyncio.run(main())
"""


def test_a_killed_program_loses_no_accepted_move(tmp_path):
    tests = os.path.dirname(__file__)
    environment = {**os.environ, "TAVLE_SAVES": str(tmp_path), "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, tests], stdout=subprocess.PIPE, env=environment, text=True,
        start_new_session=True,
    )  # fmt: skip
    told = []
    for line in process.stdout:
        told.append(line.strip())
        if sum(entry.startswith("move") for entry in told) >= 8:
            break
    os.killpg(process.pid, signal.SIGKILL)
    rest = process.stdout.read().splitlines()
    process.wait()
    process.stdout.close()
    (path,) = tmp_path.glob("*.json")
    kept = json.loads(path.read_text("utf-8"))
    lines = [entry["line"] for entry in kept["notes"]["record"]]
    moves = [line.partition(" ")[2] for line in [*told, *rest] if line.startswith("move")]
    assert len(moves) >= 8 and set(moves) <= set(lines)

    with contextlib.closing(Session(TableSpec("sorry", state_file=str(path)))) as session:
        assert session.until_ready()
        assert session.request("state")["firmware"] == lines[-1]
    assert not [line for line in rest if "Traceback" in line]


LANDS_ON_START = "sorry red:h,h,h,3 blue:h,h,h,19 yellow:h,h,h,33 green:h,h,h,48 turn=red"


@at_table(mode="lobby", speed=2.0)
async def test_nobody_else_moves_pawns_in_the_turn_of_a_computer_and_what_disturbs_it_does_no_harm(
    served,
):
    guest = await served.guest()
    who = dict.fromkeys(("red", "blue", "yellow", "green"), "easy")
    await guest.good("sit", rulebook="sorry", who=who, position=LANDS_ON_START)
    for _ in range(3):  # while a pawn is in the computer's hand somebody leans on a button
        await guest.until(lambda m: any(p["at"] == "" for p in m.get("view", {}).get("pawns", ())))
        said = await guest.do("lift", colour="red", at="h")
        assert said == {"ok": False, "error": "computer-plays"}
        await guest.good("press", button="red", ms=120)
        await guest.event("accepted")


@at_table(mode="lobby", speed=20.0)
async def test_a_computer_plays_its_exchange_again_that_was_taken_back(served):
    guest = await served.guest()
    line = "tock green:0,25,41,z4 blue:13,z1,z3,z4 red:z1,z2,z3,z4 yellow:z1,z2,z3,z4 turn=yellow"
    await guest.good("sit", rulebook="tock", position=line, who=pages.ALONE)
    await pages.deal(served, {"yellow": [("J", 4)], "green": [("9", 3)]})
    (part,) = (await guest.event("accepted"))["parts"]
    # Somebody exchanges them back, and says that this is meant.
    there = f"blue {part['from']}"
    await guest.does(
        f"nocard, wait 900, lift green 13, wait 700, lift {there}, wait 500, "
        f"place green 13, wait 200, place {there}, wait 1500, press green 120"
    )
    assert (await guest.event("undone"))["position"] == line
    assert (await guest.event("accepted"))["asked"]


def test_hands_cannot_tidy_a_table_with_a_fault():
    with contextlib.closing(Session(TableSpec("partners-pawns"))) as session:
        assert session.until_ready()
        assert Contract(session).handle({"do": "noise", "chip_missing": 4})["ok"]
        session.run_ms(1500)
        with pytest.raises(
            TavleError, match="random hands cannot play: the table is in phase fault"
        ):
            tidy(session)


def test_hands_tidy_a_table_that_asks():
    line = "partners-pawns green:h,h,10,20 blue:h,h,h,40 red:h,h,h,h yellow:h,h,h,h turn=green"
    with contextlib.closing(Session(TableSpec("partners-pawns", line))) as session:
        assert session.until_ready()
        do = Contract(session).handle
        assert do({"do": "card", "card": "swap"})["ok"]
        session.run_ms(900)
        for colour, start, end in (
            ("green", "20", None),
            ("blue", "40", "20"),
            ("green", None, "40"),
        ):
            if start:
                assert do({"do": "lift", "colour": colour, "at": start})["ok"]
            session.run_ms(500)
            if end:
                assert do({"do": "place", "colour": colour, "at": end})["ok"]
            session.run_ms(500)
        session.run_ms(4000)
        assert do({"do": "state"})["phase"] == "ask"
        tidy(session)
        said = do({"do": "state"})
        assert said["phase"] in ("card", "deal") and "green:h,h,10,20" in said["firmware"]
