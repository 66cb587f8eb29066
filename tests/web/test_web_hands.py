# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle show --hands`: hands on phones, and a real table at the other end of a simulated cable, whose pawns people move."""

import asyncio
import contextlib

import pytest
from tables import at_table
from test_web_lan import strange
from test_web_show import OTHER, shown

from tavle.errors import TavleError

AGAIN_S = 10.0
LUDO = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h turn=red"
SEVEN = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def dealt(served):
    """Deal at the table at the other end of a cable."""
    return shown(served.server.table.cable.port, OTHER, dealt=True)


async def phones_of(home, screen):
    """Let everybody scan the code of a seat."""
    links = screen.hello["links"]
    return {colour: await home.guest(link=links[colour]["address"]) for colour in links}


class Seen:
    """What somebody at a page knows.

    Attributes:
        view: the newest view.
        hand: the newest hand of this seat.
        laid: the cards that everybody has seen on the slot.
    """

    def __init__(self, page):
        self.page = page
        self.seat = page.hello["seat"]
        self.view = page.hello["view"]
        self.hand = page.hello["hands"].get(self.seat, [])
        self.laid = set()
        self._read = 0

    def look(self):
        """Take what has come; no other hand is ever among it."""
        for message in self.page.heard[self._read :]:
            if message.get("event") == "card":
                self.laid.add((message["card"], message["copy"]))
            if self.seat:
                assert not strange(message, self.seat, self.laid), message
            if "hands" in message:
                self.hand = message["hands"].get(self.seat, [])
            self.view = message.get("view", self.view)
        self._read = len(self.page.heard)
        return self.view, self.view["party"], self.view["firmware"].split("turn=")[-1].split()[0]


async def person(phone, gave):
    """Play what can be played, at a phone; whoever has to wait, or sees nothing come of it, tries again."""
    seen, done = Seen(phone), None
    colour = seen.seat
    while True:
        view, party, turn = seen.look()
        moment = (view["firmware"], view["phase"], party["stage"], party["waiting"], seen.hand)
        if moment == done:
            try:
                async with asyncio.timeout(AGAIN_S):
                    await phone.next()
            except TimeoutError:
                done = None  # a slow press was taken for a long one, say
            continue
        do, mine = None, turn == colour and party["stage"] == "play"
        cards = [card for card in seen.hand if card[2]]
        if party["counts"].get(colour, 0) != len(seen.hand):
            await phone.next()  # the newest hand is still on its way
            continue
        if colour in party["waiting"]:
            do = phone.do("give", colour=colour, card=seen.hand[0][0], copy=seen.hand[0][1])
            gave.append((colour, seen.hand[0][0]))
        elif mine and view["phase"] in ("card", "deal") and cards:
            do = phone.do("play", colour=colour, card=cards[0][0], copy=cards[0][1])
        elif mine and view["phase"] in ("card", "deal"):
            do = phone.do("fold" if party["full"] else "take", colour=colour)
        elif mine and (view["phase"] == "ask" or (view["phase"] == "move" and not moves(view))):
            await phone.do("press", button=colour, down=True)
            do = phone.do("press", button=colour, down=False)
        said = do and await do
        if said is None or said["ok"]:
            done = moment
        else:
            await asyncio.sleep(0.1)


def moves(view):
    return [parts for parts in view["options"] if parts]


async def people(screen, hands, phones):
    """Move the pawns: what a phone's card allows, and what the lights show for a computer."""
    seen, told, done = Seen(screen), 0, None
    while True:
        view, _, turn = seen.look()
        for message in screen.heard[told:]:
            if message.get("event") == "wish":
                await carry(hands, message["parts"])
        told = len(screen.heard)
        moment = (view["firmware"], view["card"])
        if turn not in phones and view["phase"] == "ask":  # a swap of pawns that look alike
            await hands.good("press", button=turn, ms=120)
        if turn in phones and view["phase"] == "move" and moves(view) and moment != done:
            done = moment
            await carry(hands, moves(view)[0])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await screen.next()


async def carry(hands, parts):
    """Carry the pawns of a move, those that are sent home first."""
    for part in parts:
        own = part["colour"]
        start, end = (place.removeprefix(f"{own}:") for place in (part["from"], part["to"]))
        moved = [(colour, place, "h") for colour, place in part["home"]]
        for colour, place, home in moved:
            await hands.carry(colour, place.removeprefix(f"{colour}:"), home, 300)
        if "swap" in part:
            await hands.good("lift", colour=part["swap"], at=end)
        await hands.carry(own, start, end, 600)
        if "swap" in part:
            await hands.good("place", colour=part["swap"], at=start)


async def plays(home, hands, turns, seats=None):
    """Play so many turns; return who played them, and who passed which card."""
    screen = await home.guest()
    phones = await phones_of(home, screen)
    gave, played = [], []
    work = [asyncio.create_task(person(phone, gave)) for phone in phones.values()]
    eye = await home.guest()
    work.append(asyncio.create_task(people(eye, hands, phones)))

    async def count():
        while len(played) < turns:
            message = await screen.next()
            if message.get("event") in ("accepted", "folded"):
                played.append(message["turn"])

    work.append(asyncio.create_task(count()))
    try:
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        for task in work:
            if task.done():
                task.result()
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
    return played, gave, screen, phones


@pytest.mark.long
@at_table("partners-pawns", cabled=True)
async def test_partners_is_played_with_hands_on_phones_and_a_computer(served):
    """A deal and more: exchange with a computer too, folds, and pawns that people move for everybody."""
    hands = await served.guest()
    await hands.good("seats", seats={"red": "easy"})
    async with dealt(served) as home:
        played, gave, screen, phones = await plays(home, hands, 17)
        assert set(phones) == {"green", "blue", "yellow"} and set(played) > {"red"}
        assert {colour for colour, _ in gave} == set(phones)
        counts = Seen(screen).look()[1]["counts"]
        assert set(counts) == {"green", "blue", "red", "yellow"}
        await asyncio.sleep(1)  # what hands have begun is over
        held = await hands_at(home)
    # The tool is started again: it has everybody's hand and link.
    async with dealt(served) as home:
        assert await hands_at(home) == held


async def hands_at(home):
    """Return the hand and the secret of every phone that comes now."""
    screen = await home.guest()
    secrets = {
        colour: seat["address"].partition("#")[2] for colour, seat in screen.hello["links"].items()
    }
    phones = await phones_of(home, screen)
    hands = {
        colour: [card[:2] for card in phone.hello["hands"][colour]]
        for colour, phone in phones.items()
    }
    return secrets, hands


@pytest.mark.long
@at_table("sorry", cabled=True)
async def test_sorry_is_drawn_on_phones(served):
    hands = await served.guest()
    await hands.good("seats", seats={"blue": "easy", "green": "easy"})
    async with dealt(served) as home:
        played, _, _, phones = await plays(home, hands, 6)
        assert set(phones) == {"red", "yellow"}
        assert len(set(played)) >= 3  # who draws a 2 draws again


@at_table(position=LUDO, cabled=True)
async def test_a_phone_presses_its_seats_button_and_moves_no_pawn(served):
    async with dealt(served) as home:
        screen = await home.guest()
        red, yellow, _ = (await phones_of(home, screen)).values()
        assert screen.hello["view"]["mode"] == "hands" and red.hello["hands"] == {}
        for what, fields in (
            ("lift", {"colour": "red", "at": "h"}),
            ("power", {"on": False}),
            ("sit", {}),
        ):
            assert (await red.do(what, **fields))["error"] == "on-the-board"
            assert (await screen.do(what, **fields))["error"] == "on-the-board"
        assert (await red.do("seat", colour="red", who="device"))["error"] == "on-the-board"
        assert (await yellow.do("take", colour="yellow"))["error"] == "not-your-turn"
        assert (await yellow.do("press", button="red", down=True))["error"] == "not-your-seat"
        await red.good("take", colour="red")
        await yellow.event("rolled")
        watcher = await home.guest(link=home.server.link)
        assert (await watcher.do("take", colour="red"))["error"] == "read-only"
        await screen.good("seat", colour="yellow", who="person")
        assert (await yellow.until(lambda m: "out" in m))["out"] == "new-code"


@at_table(position=SEVEN, cabled=True)
async def test_a_game_with_cards_in_peoples_hands_is_not_dealt_into(served):
    hands = await served.guest()
    await hands.lays("5")
    await hands.carry("green", "3", "8")
    await hands.event("accepted")
    with pytest.raises(TavleError, match="cannot deal at this table"):
        async with dealt(served):
            pass
