# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Games that one person plays on the page against computers: with the mouse, with keys, with a finger.

The person reads nothing but the page: presses the button of the headline, plays a card that is not
grey, moves a pawn that can move to a ring.
"""

import asyncio
import collections
import time

import pytest
from editions import EDITIONS
from pages import LAPTOP, PHONE, seated, sit
from tables import at_table

pytestmark = pytest.mark.browser

LOOK = """() => {
  const button = document.querySelector('#actions [data-action]:not([data-action=withdraw], [data-action=decline])');
  const card = [...document.querySelectorAll('.hand .card:not(.cannot)')];
  return {
    mode: document.querySelector('#headline').className,
    title: document.querySelector('#title').textContent,
    why: document.querySelector('#why').textContent,
    action: button?.dataset.action ?? '',
    cards: card.length,
    can: document.querySelectorAll('.pawn.can').length,
    held: document.querySelectorAll('.pawn.mine').length,
    moves: document.querySelectorAll('#moves li').length,
  };
}"""
MIDDLE = """([selector, n]) => {
  const all = document.querySelectorAll(selector);
  if (!all.length) return null;
  const b = all[n % all.length].getBoundingClientRect();
  return [b.x + b.width / 2, b.y + b.height / 2];
}"""


class Person:
    """Plays on the page.

    Args:
        page: the page.
        how: "mouse", "keys" or "touch".
        colour: of the seat, "" for every turn that the page lets it play.
    """

    def __init__(self, page, how, colour=""):
        self.page, self.how, self.colour = page, how, colour
        self.turns = 0
        self.refused = []
        self._tries = 0
        self._seen = collections.deque(maxlen=40)  # what a game that stops looked like

    async def where(self, selector, n=0):
        return await self.page.page.evaluate(MIDDLE, [selector, n])

    async def play(self, turns, patience_s):
        """Play so many own moves, each within a time, or to the end; return whether the game is over."""
        made, end = 0, time.monotonic() + patience_s
        while self.turns < turns:
            if self.turns > made:
                made, end = self.turns, time.monotonic() + patience_s
            assert time.monotonic() < end, f"{self.turns} turns, then: {self.story()}"
            now = await self.page.page.evaluate(LOOK)
            if not self._seen or self._seen[-1][1] != now:
                self._seen.append((time.monotonic(), now))
            if "won" in now["mode"]:
                return True
            if now["why"]:
                self.refused.append(now["why"])
            if not await self.act(now):
                await asyncio.sleep(0.05)
        return False

    def story(self):
        """Return the last looks at the page that differed, each with its second."""
        return "\n".join(f"{at - self._seen[0][0]:7.2f} {now}" for at, now in self._seen)

    async def act(self, now):
        raw = self.page.page
        # A refusal stays to be read; whoever has read it goes on.
        mode = now["mode"].split()
        ours = {"do", "no"} & set(mode) and (not self.colour or self.colour in mode)
        if now["action"] in ("throw", "draw", "fold", "yes", "tidy", "look", "next"):
            await self.press(f"#actions [data-action={now['action']}]", "g")
            await asyncio.sleep(0.15)
        elif ours and now["can"] and not now["held"]:
            await self.move(now)
            self.turns += 1
        elif now["held"] and self.how == "touch":
            ring = await self.where(".ring.goal, .ring.bump", self._tries)
            where = ring or await self.where(".pawn.mine .man")  # back, where it may go nowhere
            if where is not None:
                await raw.touchscreen.tap(*where)
            await asyncio.sleep(0.2)
        elif now["held"]:
            await raw.keyboard.press("Escape")
            await asyncio.sleep(0.2)
        elif ours and now["cards"] and not now["can"]:
            await self.press(".hand .card:not(.cannot)", "")
            await asyncio.sleep(0.25)
        else:
            return False
        return True

    async def press(self, selector, key):
        raw = self.page.page
        if self.how == "keys" and not key:
            key = await raw.evaluate(
                "s => String([...document.querySelectorAll('.hand .card')].indexOf(document.querySelector(s)) + 1)",
                selector,
            )
        if self.how == "keys":
            await raw.keyboard.press(key)
            return
        where = await self.where(selector)
        if where is None:
            return
        if self.how == "touch":
            await raw.touchscreen.tap(*where)
        else:
            await raw.mouse.click(*where)

    async def move(self, now):
        raw = self.page.page
        self._tries += 1
        pawn = await self.where(".pawn.can .man", self._tries)
        if pawn is None:
            return
        if self.how == "keys":
            await raw.keyboard.press("m")
            await raw.keyboard.press("Enter")
            await asyncio.sleep(0.1)
            await raw.keyboard.press("ArrowRight")
            await raw.keyboard.press("Enter")
        elif self.how == "touch":
            await raw.touchscreen.tap(*pawn)
            await asyncio.sleep(0.3)
            ring = await self.where(".ring.goal, .ring.bump", self._tries)
            if ring is not None:
                await raw.touchscreen.tap(*ring)
        else:
            await raw.mouse.move(*pawn)
            await raw.mouse.down()
            await raw.mouse.move(pawn[0] + 8, pawn[1] + 8, steps=2)
            await asyncio.sleep(0.15)
            ring = await self.where(".ring.goal, .ring.bump", self._tries)
            if ring is not None:
                await raw.mouse.move(*ring, steps=3)
            await raw.mouse.up()
        await asyncio.sleep(0.3)


async def game(program, served, rulebook, how, turns, patience_s, level="easy"):
    page = await seated(program, served, PHONE if how == "touch" else LAPTOP, guided=False)
    await page.page.check(f"#games input[value={rulebook}]")
    colours = await page.page.evaluate(
        "[...document.querySelectorAll('#seats .dot')].map(d => d.classList[1])"
    )
    # Where nobody has a partner, two finish a game sooner.
    pairs = await page.page.is_visible("#pairs")
    others = [level] * 3 if pairs else ["none", level, "none"] if colours[3:] else [level]
    await sit(page, rulebook, dict(zip(colours, ["person", *others], strict=True)))
    person = Person(page, how, colours[0])
    over = await person.play(turns, patience_s)
    # Whatever was refused was refused with a sentence.
    assert all(" " in why for why in person.refused), person.refused
    return over, person


@pytest.mark.parametrize(
    "rulebook,how", [("partners-pawns", "mouse"), ("ludo-norsk", "keys"), ("sorry", "touch")]
)
@at_table(mode="lobby", speed=40.0)
async def test_the_first_turns_of_a_game(program, served, rulebook, how):
    _, person = await game(program, served, rulebook, how, 2, 150)
    assert person.turns >= 2


HOW = {
    "partners-pawns": "mouse", "partners-movers": "keys", "partners-nordic": "touch", "tock": "mouse",
    "ludo-norsk": "keys", "ludo-dansk": "touch", "ludo-world": "mouse", "sorry": "touch",
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("rulebook", EDITIONS)
@at_table(mode="lobby", speed=100.0, patience_s=1600)
async def test_a_whole_game(program, served, rulebook):
    # Somebody in the game knows how to win it.
    over, person = await game(program, served, rulebook, HOW[rulebook], 2000, 1500, "normal")
    assert over and person.turns > 3
