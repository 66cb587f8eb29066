# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A real browser without a window, driven by Chromium's own protocol (Chrome DevTools Protocol)."""

import asyncio
import base64
import contextlib
import itertools
import os
import shutil
import tempfile
from pathlib import Path

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--remote-debugging-port=0",
)  # fmt: skip
PATIENCE_S = 60


def find():
    """Return the browser of this PC, "" when there is none; TAVLE_BROWSER names another."""
    named = os.environ.get("TAVLE_BROWSER", "")
    return named or next(filter(None, map(shutil.which, NAMES)), "")


class Page:
    """One tab.

    Args:
        socket: the tab's protocol socket.
    """

    def __init__(self, socket):
        self._socket = socket
        self._numbers = itertools.count(1)
        self.complaints = []

    async def call(self, method, **params):
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while True:
            said = await asyncio.wait_for(self._socket.receive_json(), PATIENCE_S)
            if said.get("id") == number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']}")
                return said["result"]
            if said.get("method") == "Runtime.exceptionThrown":
                self.complaints.append(said["params"]["exceptionDetails"])
            if (
                said.get("method") == "Log.entryAdded"
                and said["params"]["entry"]["level"] == "error"
            ):
                self.complaints.append(said["params"]["entry"]["text"])

    async def open(self, address):
        """Go to an address."""
        for domain in ("Runtime", "Log", "Page"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=address)

    async def eval(self, script):
        """Return what a script is worth; promises are awaited."""
        said = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"])
        return said["result"].get("value")

    async def until(self, script, patience_s=PATIENCE_S):
        """Wait until a script is worth something."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience_s
        while loop.time() < end:
            # An element, told by value, would be an empty object.
            if await self.eval(f"Boolean({script})"):
                return
            await asyncio.sleep(0.05)
        raise TimeoutError(script)

    async def size(self, width, height, scale=1, mobile=False):
        """Give the page another size, in pixels of CSS."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=mobile,
        )  # fmt: skip
        if mobile:
            await self.call("Emulation.setTouchEmulationEnabled", enabled=True)

    async def scheme(self, name):
        """Prefer `light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": name}]
        await self.call("Emulation.setEmulatedMedia", features=features)

    async def middle(self, selector):
        """Return where an element's middle is, in pixels of CSS."""
        box = await self.eval(
            f"(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        return box[0], box[1]

    async def mouse(self, kind, x, y, shift=False):
        """Move (`Moved`), press (`Pressed`) or release (`Released`) the mouse."""
        buttons = 0 if kind == "Released" else 1
        await self.call(
            "Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, buttons=buttons,
            button="none" if kind == "Moved" else "left", clickCount=1, modifiers=8 if shift else 0,
        )  # fmt: skip

    async def drag(self, points, shift=False, steps=6, dwell_s=0.03):
        """Drag with the mouse along some points; `dwell_s` passes at each of the steps."""
        await self.mouse("Pressed", *points[0], shift=shift)
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            for k in range(1, steps + 1):
                await self.mouse(
                    "Moved", x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps, shift=shift
                )
                await asyncio.sleep(dwell_s)
        await self.mouse("Released", *points[-1], shift=shift)

    async def click(self, selector):
        """Click on an element."""
        where = await self.middle(selector)
        await self.mouse("Pressed", *where)
        await self.mouse("Released", *where)

    async def touch(self, kind, *points):
        """Touch the screen: kind is `Start`, `Move` or `End`."""
        await self.call(
            "Input.dispatchTouchEvent", type=f"touch{kind}",
            touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
        )  # fmt: skip

    async def key(self, name, text=""):
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            await self.call(
                "Input.dispatchKeyEvent", type=kind, key=name, code=name,
                text=text if kind == "keyDown" else "",
            )  # fmt: skip

    async def shot(self):
        """Return a picture of the page as PNG."""
        said = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(said["data"])


@contextlib.asynccontextmanager
async def browser(program):
    """Start a browser; gives a function that opens a new tab (`Page`)."""
    folder = tempfile.TemporaryDirectory(prefix="tavle-browser-", ignore_cleanup_errors=True)
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    process = await asyncio.create_subprocess_exec(
        program, *QUIET, *root, f"--user-data-dir={folder.name}", "about:blank",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        port = await _port(Path(folder.name) / "DevToolsActivePort", process)
        async with aiohttp.ClientSession() as client:

            async def tab():
                async with client.put(f"http://127.0.0.1:{port}/json/new") as answer:
                    target = await answer.json(content_type=None)
                return Page(
                    await client.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0)
                )

            yield tab
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        folder.cleanup()


async def _port(path, process):
    for _ in range(10 * PATIENCE_S):
        if process.returncode is not None:
            raise RuntimeError(f"the browser ended with status {process.returncode}")
        if path.exists() and (lines := path.read_text().splitlines()):
            return int(lines[0])
        await asyncio.sleep(0.1)
    raise TimeoutError("the browser did not say its port")
