# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page in Firefox: its own WebDriver BiDi, spoken over a WebSocket, without a driver between.

Playwright drives only a Firefox that it has built itself. What the tests need of a tab is little, and has
Playwright's names here, so that `pages.Page` and whoever plays on it work in both browsers.
Source: W3C, WebDriver BiDi (session, browsingContext, script, input, log).
"""

import asyncio
import contextlib
import json
import re
import tempfile
from pathlib import Path

import aiohttp
from browsers import find_firefox
from pages import PATIENCE_MS, Page

START_S = 60
# Nothing of the browser's own talks to the network or comes between.
PREFS = {
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "ArrowRight": "\ue014",
    "ArrowLeft": "\ue012",
}


class Wire:
    """A BiDi session.

    Args:
        socket: the WebSocket.

    Attributes:
        complaints: what scripts and the console complained about.
    """

    def __init__(self, socket):
        self._socket = socket
        self._number = 0
        self._waiting = {}
        self.complaints = []
        self._task = asyncio.create_task(self._listen())

    async def _listen(self):
        async for message in self._socket:
            said = json.loads(message.data)
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.complaints.append(said["params"]["text"])
            waiting = self._waiting.pop(said.get("id"), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(said)

    async def do(self, method, **params):
        """Give a command; return its result."""
        self._number += 1
        answer = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        said = await asyncio.wait_for(answer, PATIENCE_MS / 1000)
        assert said["type"] == "success", (method, said)
        return said["result"]

    async def close(self):
        await self.do("session.end")
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._socket.close()


class Tab:
    """A tab, with the names that Playwright gives to what can be done in one."""

    def __init__(self, wire, context):
        self._wire, self._context = wire, context
        self._at = (0, 0)
        self.mouse = self.keyboard = self.touchscreen = self

    def on(self, _event, _call):
        """Complaints are heard by the wire."""

    def set_default_timeout(self, _ms):
        """Every command has PATIENCE_MS."""

    async def goto(self, address):
        await self._wire.do("browsingContext.navigate", context=self._context, url=address, wait="complete")  # fmt: skip

    async def evaluate(self, script, arg=None):
        """Return what a script, or a function of `arg`, is worth."""
        whole = f"(async () => {{ const found = ({script}); return JSON.stringify(await (typeof found === 'function' ? found({json.dumps(arg)}) : found)) ?? 'null'; }})()"
        said = await self._wire.do("script.evaluate", expression=whole, target={"context": self._context}, awaitPromise=True)  # fmt: skip
        assert said["type"] == "success", (script, said)
        return json.loads(said["result"]["value"])

    async def inner_text(self, selector):
        return await self.evaluate("s => document.querySelector(s).innerText", selector)

    async def is_visible(self, selector):
        return await self.evaluate("s => document.querySelector(s).checkVisibility()", selector)

    async def _act(self, kind, *actions, **parameters):
        source = {"type": kind, "id": f"{kind}{parameters}", "actions": list(actions)}
        if parameters:
            source["parameters"] = parameters
        await self._wire.do("input.performActions", context=self._context, actions=[source])

    async def move(self, x, y, steps=1):
        (x0, y0), self._at = self._at, (x, y)
        path = [
            {"type": "pointerMove", "x": round(x0 + (x - x0) * n / steps), "y": round(y0 + (y - y0) * n / steps)}
            for n in range(1, steps + 1)
        ]  # fmt: skip
        await self._act("pointer", *path, pointerType="mouse")

    async def down(self):
        await self._act("pointer", {"type": "pointerDown", "button": 0}, pointerType="mouse")

    async def up(self):
        await self._act("pointer", {"type": "pointerUp", "button": 0}, pointerType="mouse")

    async def click(self, *where):
        """Click on a point, or on the middle of an element."""
        if len(where) == 1:
            script = "s => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
            where = await self.evaluate(script, where[0])
        await self.move(*where)
        await self.down()
        await self.up()

    async def tap(self, x, y):
        await self._act(
            "pointer",
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
            pointerType="touch",
        )

    async def press(self, key):
        value = KEYS.get(key, key)
        await self._act("key", {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})  # fmt: skip

    async def choose(self, selector, value):
        """Choose something in a list, or tick a choice, as whoever uses it does."""
        script = """([s, value]) => { const e = document.querySelector(s);
          if (e.type === 'radio') e.checked = true; else e.value = value;
          e.dispatchEvent(new Event('change', {bubbles: true})); }"""
        await self.evaluate(script, [selector, value])


@contextlib.asynccontextmanager
async def firefox(size, language="en"):
    """Start Firefox without a window; give a page in it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        prefs = {**PREFS, "intl.accept_languages": language}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in prefs.items()]
        (Path(profile) / "user.js").write_text("".join(lines), encoding="utf-8")
        program = await asyncio.create_subprocess_exec(
            find_firefox(), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            address = await asyncio.wait_for(_listening(program), START_S)
            reading = asyncio.create_task(program.stderr.read())  # a full pipe would stop it
            async with aiohttp.ClientSession() as client:
                wire = Wire(await client.ws_connect(address + "/session", max_msg_size=0))
                yield await _tab(wire, size)
                await wire.close()
            reading.cancel()
        finally:
            with contextlib.suppress(ProcessLookupError):
                program.kill()
            await program.wait()


async def _listening(program):
    """Return the address that Firefox says it listens at."""
    said = []
    while line := (await program.stderr.readline()).decode():
        said.append(line)
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
        if found:
            return found[1]
    raise RuntimeError("Firefox has ended: " + "".join(said))


async def _tab(wire, size):
    await wire.do("session.new", capabilities={})
    await wire.do("session.subscribe", events=["log.entryAdded"])
    context = (await wire.do("browsingContext.create", type="tab"))["context"]
    viewport = {"width": size[0], "height": size[1]}
    await wire.do("browsingContext.setViewport", context=context, viewport=viewport)
    guided = "() => localStorage.setItem('tavle-guided', 'yes')"
    await wire.do("script.addPreloadScript", functionDeclaration=guided)
    page = Page(Tab(wire, context))
    page.complaints = wire.complaints
    return page
