# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page in a real browser, driven by Playwright: the installed Chromium, never a download."""

import asyncio
import time
import urllib.parse

from tavle.web.orders import Order

LAPTOP, PHONE = (1280, 800), (390, 780)
ALONE = {"green": "person", "blue": "easy", "red": "easy", "yellow": "easy"}
OTHERS = {"blue": [("2", 1)], "red": [("2", 2)], "yellow": [("2", 3)]}
FIVE = {"green": [("5", 1), ("-4", 1)], **OTHERS}
PATIENCE_MS = 90_000  # a busy PC is no fault
# A browser that sees its network change, another test's too, gives up what it is loading.
CHANGED = "ERR_NETWORK_CHANGED"
_LOADS = 5


class Page:
    """A page at a table, with what it complained about.

    Attributes:
        page: Playwright's page.
        complaints: errors of scripts and of the console.
    """

    def __init__(self, page):
        self.page = page
        self.complaints = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._said)

    def _said(self, message):
        if message.type == "error":
            self.complaints.append(message.text)

    async def load(self, address=""):
        """Open an address, "" for the same again; once more where the network has just changed, as people do."""
        from playwright.async_api import Error

        for _ in range(_LOADS):
            self.complaints.clear()
            try:
                await (self.page.goto(address) if address else self.page.reload())
            except Error as error:
                if CHANGED not in str(error):
                    raise
            else:
                if not any(CHANGED in complaint for complaint in self.complaints):
                    return
            await asyncio.sleep(1)
            if "#" in address:  # going where one is already loads nothing
                await self.page.goto("about:blank")

    async def text(self, selector):
        return await self.page.inner_text(selector)

    async def until(self, script, patience_ms=PATIENCE_MS, arg=None):
        """Wait until a script, or a function of `arg`, is worth something."""
        # Playwright's own way of waiting needs eval, which the page forbids.
        end = time.monotonic() + patience_ms / 1000
        while not await self.page.evaluate(script, arg):
            if time.monotonic() > end:
                raise TimeoutError(
                    f"{script} {arg}; the page says: {await self.text('#headline')} {self.complaints}"
                )
            await asyncio.sleep(0.05)

    async def counts(self, selector, number):
        """Wait until so many elements are there."""
        script = "([s, n]) => document.querySelectorAll(s).length === n"
        await self.until(script, arg=[selector, number])

    async def says(self, words, where="#title", patience_ms=PATIENCE_MS):
        """Wait until a text is shown."""
        script = "([w, s]) => document.querySelector(s).textContent.includes(w)"
        await self.until(script, patience_ms, [words, where])

    async def rest(self):
        """Wait until nothing moves any more; lights blink for ever."""
        await self.until(
            "document.getAnimations().every(a => a.effect.getComputedTiming().iterations === Infinity)"
        )

    async def meaning(self, name):
        """Return what the light of a space means, as a machine word."""
        return await self.page.evaluate(
            """name => new Promise(done => { const s = new WebSocket(`ws://${location.host}/socket`);
               s.onopen = () => s.send(JSON.stringify({id: 1, do: 'light', name}));
               s.onmessage = e => { const m = JSON.parse(e.data); if (m.re) { s.close(); done(m.means); } }; })""",
            name,
        )

    async def means(self, name, *words):
        """Wait until the light of a space means one of these: a rhythm needs its time."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while (found := await self.meaning(name)) not in words:
            assert time.monotonic() < end, (name, found)
            await asyncio.sleep(0.05)
        return found

    async def space(self, name):
        """Return where a space of the board is, in pixels, when the page no longer moves it."""
        script = """async name => {
          const here = () => {
            const e = document.getElementById(name).getBoundingClientRect();
            return [e.x + e.width / 2, e.y + e.height / 2];
          };
          // A mouse reaches only what is in sight.
          document.getElementById(name).scrollIntoView({block: 'nearest'});
          let was;
          let now = here();
          do {
            was = now;
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            now = here();
          } while (now[0] !== was[0] || now[1] !== was[1]);
          return now;
        }"""
        x, y = await self.page.evaluate(script, name)
        return x, y

    async def drag(self, start, end, steps=6):
        """Drag with the mouse from a space to another."""
        mouse = self.page.mouse
        await mouse.move(*await self.space(start))
        await mouse.down()
        await mouse.move(*await self.space(end), steps=steps)
        await mouse.up()

    async def tap(self, name):
        await self.page.touchscreen.tap(*await self.space(name))

    async def pawns(self):
        """Return where the pawns stand, as the page draws them: `red 17`; `red ` is in a hand."""
        return await self.page.evaluate(
            "[...document.querySelectorAll('.pawn')].map(p => p.classList[1] + ' ' + p.dataset.at).sort()"
        )

    async def stands(self, *wanted):
        """Wait until these pawns stand where they are wanted: `red 17`."""
        script = """wanted => {
          const at = [...document.querySelectorAll('.pawn')].map(p => p.classList[1] + ' ' + p.dataset.at);
          return wanted.every(w => at.includes(w));
        }"""
        await self.until(script, arg=list(wanted))

    async def lay(self, card):
        """Lay a card of the open deck."""
        await self.page.click(f"#tray [data-card='{card}']")

    async def turn(self, card, asked, start, end, told):
        """Lay a card of the open deck and drag its pawn; what is asked for and what was played is told."""
        await self.lay(card)
        await self.says(asked)
        await self.drag(start, end)
        await self.says(told, "#moves")

    async def own_turn(self, card, asked, start, end, told):
        """Do the same with a card of the hand."""
        await self.play(card, asked)
        await self.drag(start, end)
        await self.says(told, "#moves")

    async def play(self, card, words):
        """Play a card of the hand, and wait until it is told what can be done with it, and with which pawns."""
        await self.page.click(f".hand [data-card='{card}']")
        await self.says(words)
        await self.until("document.querySelector('.pawn.can') !== null")


async def device(program, size, language, **how):
    """Return a browser of its own: a phone where the screen is small."""
    phone = size[0] < 600
    return await program.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, has_touch=phone,
        is_mobile=phone, **how,
    )  # fmt: skip


async def seated(
    program, served, size=LAPTOP, language="en", path="", guided=True, script="", **how
):
    """Open the page of a table, with a script of ours before its own, and wait until its board is drawn."""
    context = await device(program, size, language, **how)
    await context.add_init_script(script)
    if guided:
        await context.add_init_script("localStorage.setItem('tavle-guided', 'yes')")
    page = Page(await context.new_page())
    served.pages.append(page)
    await page.load(served.server.address + path)
    await page.until("document.querySelectorAll('.pawn').length >= 2")
    await page.until("document.body.dataset.mode")
    return page


async def looks_on(program, served, size):
    """Open the page of a real table in Norwegian."""
    context = await device(program, size, "nb-NO")
    page = Page(await context.new_page())
    served.pages.append(page)
    await page.load(served.server.link)
    await page.until("document.querySelectorAll('.pawn').length >= 2")
    return page


async def sit(page, game, who):
    """Choose a game and who plays, and begin."""
    await page.page.check(f"#games input[value={game}]")
    await begin(page, who)


async def begin(page, who):
    """Choose who plays, and begin."""
    for colour, kind in who.items():
        await page.page.select_option(f"#who-{colour}", kind)
    await page.page.click("#begin")
    await page.until(
        "document.body.dataset.mode === 'play' && !document.querySelector('#lobby').open"
    )


async def sit_at(program, served, line, hands, size=LAPTOP, language="en", who=None, **how):
    """Open a game that begins with a position and with these hands; the first seat in turn is the person's."""
    path = "#position=" + urllib.parse.quote(line)
    page = await seated(program, served, size, language, path, **how)
    turn = line.partition("turn=")[2].partition(" ")[0]
    colours = [word.partition(":")[0] for word in line.split(" ")[1:5]]
    who = who or {colour: "person" if colour == turn else "easy" for colour in colours}
    await begin(page, who)
    await deal(served, hands)
    # As many cards may have been dealt before, and the last picture may be of the exchange.
    script = """wanted => {
      const hand = document.querySelector('#hand');
      const shown = [...hand.children].map(card => card.dataset.card).sort();
      return hand.dataset.stage === 'play' && JSON.stringify(shown) === JSON.stringify(wanted.sort());
    }"""
    await page.until(script, arg=sorted(name for name, _ in hands.get(turn, ())))
    return page


async def deal(served, hands):
    """Give the players other cards than they were dealt: nothing is passed any more."""
    loop = asyncio.get_running_loop()

    def in_its_thread(done):
        table = served.server.table
        party = table._sitting.party
        thinking = set(party.waiting()) & set(party.thinkers)
        dealt = bool(party.hands or not party.has_hands) and not thinking
        if dealt:
            party.hands = {colour: list(hands.get(colour, ())) for colour in party.who}
            party.stage, party.given = "play", {}
            table._private = ""
            table._viewer._view = {}
        loop.call_soon_threadsafe(done.set_result, dealt)

    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        done = loop.create_future()
        served.server.table.submit(Order(None, lambda _, done=done: in_its_thread(done)))
        if await done:
            return
        await asyncio.sleep(0.05)
    raise TimeoutError("no cards were dealt")
